"""`yorisoi eval judge` with a model behind an OpenAI-compatible endpoint: what a careful reader said, replayed."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.evaluation import Case, Row, run_file
from yorisoi.testing.fake_openai import said, serving

SET = Path(__file__).parents[2] / "benchmarks" / "judging"
PAIRS = [json.loads(line) for line in (SET / "pairs.jsonl").read_text().splitlines()]
RECORDED = {
    row["shown"]: row["reply"] for row in map(json.loads, (SET / "replies-aspects-1.jsonl").read_text().splitlines())
}


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    paths = []
    for side in ("a", "b"):
        kept = run_file.begin(tmp_path / f"{side}.jsonl", {"of": {"model": "by hand"}})
        for pair in PAIRS:
            given = {"question": pair["question"], "attributes": {}}
            case = Case(
                id=pair["id"], input=given, expected={"answer": pair["expected"]}, labels={"kind": pair["kind"]}
            )
            kept.keep(Row(case=case, output={"text": pair[side]}))
        paths.append(kept.path)
    return paths


def replayed(body: dict[str, Any]) -> Any:
    return said(json.dumps(RECORDED[body["messages"][1]["content"]]))


def endpoint(url: str) -> dict[str, str]:
    return {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": url}


def test_a_careful_judge_is_tried_believed_and_held_against_people(
    at_once: Any, runs: list[Path], tmp_path: Path
) -> None:
    words = ("eval", "judge", *runs, "--judge", "openai:hand", "--repeats", "1", "--labels", SET / "pairs.jsonl")
    with serving(replayed) as (url, _):
        told = at_once(*words, "--home", tmp_path / "home", "--json", env=endpoint(url)).json
    assert (told["prompt"], told["mode"], told["cases"], told["failed"]) == ("aspects-1", "pair", 8, 0)
    assert told["trial"] == {"trials": 8, "share": 1.0, "needed": 0.8}
    assert told["bias"]["position"]["turned"] == 0.0
    assert told["bias"]["length"]["points"] < 0
    assert told["agreement"]["people"] == {"kappa": 0.8049, "same": 0.875, "of": 8}
    rows = [json.loads(line) for line in Path(told["run"]).read_text().splitlines()[1:-1]]
    assert {row["id"] for row in rows} == {pair["id"] for pair in PAIRS}
    assert all(row["input"]["question"] in json.dumps(row["trace"], ensure_ascii=False) for row in rows)


def test_a_judge_that_cannot_judge_is_refused_in_one_line_and_nothing_is_kept(
    at_once: Any, runs: list[Path], tmp_path: Path
) -> None:
    eights = dict.fromkeys(next(iter(RECORDED.values()))["first"], 8)
    words = ("eval", "judge", *runs, "--judge", "openai:hand", "--home", tmp_path / "home")
    with serving(lambda _: said(json.dumps({"first": eights, "second": eights}))) as (url, _):
        ran = at_once(*words, env=endpoint(url))
    assert ran.status == 2
    assert "in 50% of 8 trials" in ran.err.splitlines()[-1]
    assert not (tmp_path / "home" / "evaluations").exists()


def test_the_prompt_is_shown_without_a_judge(at_once: Any, runs: list[Path]) -> None:
    shown = at_once("eval", "judge", *runs, "--show-prompt")
    assert shown.out.startswith("aspects-1")
    assert "話題の広がり" in shown.out


def test_what_cannot_be_judged_is_one_line(at_once: Any, runs: list[Path], tmp_path: Path) -> None:
    assert_one_line(at_once("eval", "judge", runs[0], "--judge", "none", "--home", tmp_path), "judge is needed")
    (tmp_path / "empty.jsonl").write_text('{"run": 1, "about": {}}\n')
    words = ("eval", "judge", tmp_path / "empty.jsonl", "--judge", "openai:x", "--home", tmp_path)
    assert_one_line(at_once(*words, env=endpoint("http://127.0.0.1:9")), "no answers to be judged")
