"""`yorisoi eval users` over the sample handbook, as a user runs it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

pytestmark = pytest.mark.slow

ROWS = [
    {
        "id": "drive",
        "goal": "共有ドライブに人を加えたい",
        "pages": ["google-drive"],
        "says": ["Google共有ドライブにメンバーを追加する方法を教えて"],
        "details": {},
        "persona": "formal",
        "patience": 1,
    },
    {
        "id": "summer",
        "goal": "大阪支社の夏休みの日数",
        "pages": ["summer-leave-osaka"],
        "needs": 1,
        "says": ["夏季休暇は何日ですか", "大阪支社の夏季休暇の日数"],
        "details": {"勤務地": "大阪支社"},
        "persona": "terse",
        "patience": 2,
    },
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "users.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return path


def test_users_get_what_they_came_for_and_the_run_keeps_their_conversations(
    at_once: Any, home: Path, file: Path, tmp_path: Path
) -> None:
    told = at_once("eval", "users", file, "--home", home, "--out", tmp_path / "run.jsonl", "--json").json
    assert (told["cases"], told["failed"], told["goals_reached"], told["chat"], told["user_model"]) == (
        *(2, 0, 1.0),
        *("none", "none"),
    )
    assert (told["questions_needed"], told["questions_needless"], told["left"]) == (0.5, 0.0, {"reached": 2})
    assert set(told["by_persona"]) == {"formal", "terse"}
    assert set(told["by_begins"]) == {"clear", "vague"}
    assert told["trivial"]["questions_needed"] == 0.0
    rows = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines()]
    [summer] = [row for row in rows if row.get("id") == "summer"]
    assert [each["done"]["did"] for each in summer["output"]["exchanges"]] == ["ask", "answer"]
    assert summer["trace"]["turns"][0]["utterance"] == "夏季休暇は何日ですか"
    again = at_once("eval", "users", file, "--home", home, "--out", tmp_path / "run.jsonl", "--resume", "--json").json
    assert again == told


def test_nothing_of_simulated_users_stays_in_the_store(at_once: Any, home: Path, file: Path) -> None:
    assert at_once("eval", "users", file, "--home", home, "--limit", "1").status == 0
    assert at_once("memory", "list", "--user", "drive", "--home", home, "--json").json["episodes"] == []


def test_people_get_tables_and_a_figure_may_be_demanded(at_once: Any, home: Path, file: Path) -> None:
    ran = at_once("eval", "users", file, "--home", home, "--at-least", "goals_reached=1.1")
    assert ran.status == 1
    assert "goals_reached" in ran.out
    assert "the trivial policy" in ran.out
    assert "terse" in ran.out
    assert "goals_reached 1.0 < 1.1" in ran.err


def test_a_bad_file_or_model_is_one_line(at_once: Any, home: Path, file: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"id": "a", "goal": "b", "says": ["c"], "persona": "d"}\n', encoding="utf-8")
    assert_one_line(at_once("eval", "users", tmp_path / "bad.jsonl", "--home", home), "bad.jsonl line 1", "persona")
    assert_one_line(at_once("eval", "users", file, "--user-model", "none", "--home", home), "--user-model")
