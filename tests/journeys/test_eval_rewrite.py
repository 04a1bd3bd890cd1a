"""`yorisoi eval rewrite` over follow-ups to the sample handbook, as a user runs it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

pytestmark = pytest.mark.slow

ROWS = [
    {
        "history": ["大阪の夏季休暇は何日ですか", "5日です。"],
        "query": "申請方法は？",
        "reference": "夏季休暇の申請方法は？",
        "must": [["夏季休暇"]],
        "gold": "summer-leave-osaka",
    },
    {"history": ["在宅勤務の申請方法を教えて"], "query": "通勤手当はいくらまで出ますか", "standalone": True},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "followups.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return path


def test_wording_pages_and_harm_are_told(at_once: Any, home: Path, file: Path) -> None:
    told = at_once("eval", "rewrite", file, "--home", home, "--json").json
    assert {"bleu", "rouge_l", "exact_match", "must_contain", "recall@1", "recall@5", "mrr", "p50_ms"} <= set(told)
    assert told["chat"] == "none"
    assert told["must_contain"] == 1
    assert told["baselines"]["raw"]["must_contain"] == 0
    assert told["bleu"] > told["baselines"]["concat"]["bleu"]
    assert told["retrieval"]["fused"]["recall@5"] == 1
    assert told["harmed"] == 0
    assert told["standalone"] == {"items": 1, "changed": 0, "retrieval_changed": 0}


def test_without_a_store_the_wording_alone_is_told(at_once: Any, file: Path, tmp_path: Path) -> None:
    ran = at_once("eval", "rewrite", file, "--home", tmp_path / "none", "--limit", "1", "--each")
    assert ran.status == 0
    assert "raw" in ran.out
    assert "no pages were searched" in ran.err
    assert [each.name for each in (tmp_path / "none").iterdir()] == ["evaluations"], "no store is begun"


def test_a_bad_file_is_one_line(at_once: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"query": "a"}\n')
    assert_one_line(at_once("eval", "rewrite", tmp_path / "bad.jsonl"), "bad.jsonl line 1", "none of")
    assert_one_line(at_once("eval", "rewrite", tmp_path / "missing.jsonl"), "missing.jsonl")
