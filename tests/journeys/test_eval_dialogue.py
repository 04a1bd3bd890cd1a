"""`yorisoi eval dialogue` over the sample handbook, as a user runs it."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

pytestmark = pytest.mark.slow

ROWS = [
    {
        "id": "leave",
        "kind": "follow-up",
        "turns": [
            {
                "say": "Google共有ドライブにメンバーを追加する方法を教えて",
                "action": "answer",
                "page": ["google-drive"],
                "question_has": [["メンバー"]],
            },
            {"say": "ありがとう！", "action": "talk"},
        ],
    },
    {
        "id": "wrong",
        "kind": "mixed",
        "turns": [
            {"say": "休暇について教えてください", "action": "ask", "choices_about": ["病気休暇"]},
            {"say": "上海事务所的门禁卡丢了要付多少钱", "action": "none"},
        ],
    },
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "dialogues.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return path


def test_turns_and_conversations_are_told_and_every_wrong_turn_leads_to_its_trace(
    at_once: Any, home: Path, file: Path
) -> None:
    told = at_once("eval", "dialogue", file, "--home", home, "--json").json
    assert (told["policy"], told["chat"]) == ("engine", "none")
    assert (told["turns"], told["turns_right"], told["conversations_right"]) == (4, 0.75, 0.5)
    assert set(told["by_kind"]) == {"follow-up", "mixed"}
    assert told["by_action"]["talk"]["turns_right"] == 1.0
    [wrong] = told["wrong"]
    assert (wrong["id"], wrong["turn"], wrong["faults"]) == ("wrong", 2, ["answer for none"])
    [user] = {name for name in _users(home) if name.endswith("wrong")}
    trace = at_once("trace", "show", wrong["trace_id"], "--user", user, "--home", home, "--json").json
    assert trace["utterance"] == ROWS[1]["turns"][1]["say"]


def _users(home: Path) -> set[str]:
    with sqlite3.connect(home / "yorisoi.db") as database:
        return {user for (user,) in database.execute("select distinct user_id from traces")}


def test_a_second_run_starts_afresh_and_says_the_same(at_once: Any, home: Path, file: Path) -> None:
    words = ("eval", "dialogue", file, "--home", home, "--json")
    first, second = (at_once(*words).json for _ in range(2))
    for told in (first, second):
        assert Path(told.pop("run")).parent == home / "evaluations"
        for wrong in told["wrong"]:
            del wrong["trace_id"]
    assert first == second


def test_the_trivial_policy_stands_beside(at_once: Any, home: Path, file: Path) -> None:
    told = at_once("eval", "dialogue", file, "--policy", "trivial", "--home", home, "--json").json
    assert (told["policy"], told["turns"]) == ("trivial", 4)
    assert "ask" not in [fault.split()[0] for fault in told["faults"]]


def test_people_get_a_table_and_the_wrong_turns(at_once: Any, home: Path, file: Path) -> None:
    ran = at_once("eval", "dialogue", file, "--home", home, "--limit", "1")
    assert ran.status == 0, ran.err
    assert "turns_right" in ran.out
    assert "follow-up" in ran.out
    assert "mixed" not in ran.out


def test_a_bad_file_is_one_line_and_nothing_is_held(at_once: Any, home: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"id": "a", "kind": "b", "turns": [{"say": "x", "action": "search"}]}\n')
    assert_one_line(at_once("eval", "dialogue", tmp_path / "bad.jsonl", "--home", home), "bad.jsonl line 1", "action")
    assert_one_line(at_once("eval", "dialogue", tmp_path / "missing.jsonl", "--home", home), "missing.jsonl")


def test_an_interrupted_run_goes_on_with_whole_conversations_and_has_floors(
    at_once: Any, home: Path, file: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "run.jsonl"
    words = ("eval", "dialogue", file, "--home", home, "--out", kept, "--json")
    whole = at_once(*words).json
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:4]), "utf-8")  # in the middle of the second conversation
    again = at_once(*words, "--resume").json
    first, second = (told["wrong"].pop() for told in (whole, again))
    assert again == whole
    assert first.pop("trace_id") != second.pop("trace_id"), "the second conversation was held anew"
    assert first == second
    rows = [row["id"] for row in map(json.loads, kept.read_text("utf-8").splitlines()[1:-1])]
    assert rows == ["leave-1", "leave-2", "wrong-1", "wrong-1", "wrong-2"], "and the first one was not"

    assert_one_line(at_once(*words), "exists", "--resume")
    assert_one_line(at_once(*words, "--resume", "--at-least", "turns=3"), "no such figure", "turns_right")
    low = at_once(*words, "--resume", "--at-least", "turns_right=0.7", "--at-least", "conversations_right=0.9")
    assert low.status == 1
    assert "conversations_right 0.5 < 0.9" in low.err
    assert "turns_right 0.75" not in low.err


def test_two_files_with_a_conversation_of_the_same_id_are_refused(at_once: Any, home: Path, file: Path) -> None:
    other = file.with_name("other.jsonl")
    other.write_text(file.read_text("utf-8"), "utf-8")
    assert_one_line(at_once("eval", "dialogue", file, other, "--home", home), "other.jsonl", "same id")
