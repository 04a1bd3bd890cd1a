"""What the server shows of the runs that a home keeps, and to whom."""

from pathlib import Path
from typing import Any

import pytest

from yorisoi.evaluation import Case, Row, run_file
from yorisoi.server.errors import Refused
from yorisoi.server.evaluating import Reader, kept, one

PAGES = {"open.md", "board.md"}
BOARD = Reader(frozenset({"board"}), PAGES)
NOBODY = Reader(frozenset(), PAGES - {"board.md"})


def made(home: Path, name: str, pages: dict[str, str], **of: Any) -> None:
    """A run over the home in which every conversation went wrong: its id -> the page that it was answered from."""
    about = {"at": "2026-04-01", "store": {"home": str(home), "documents": 2}, "of": {"command": "eval dialogue", **of}}
    run = run_file.begin(home / run_file.FOLDER / f"{name}.jsonl", about)
    for id_, page in pages.items():
        run.keep(Row(case=Case(id=f"{id_}-1", input="問"), output={"text": page, "pages": [page]}))
    run.finish({"turns_right": 0.0, "wrong": [{"id": id_, "turn": 1, "text": page} for id_, page in pages.items()]})


def test_a_run_for_other_groups_is_not_there(tmp_path: Path) -> None:
    made(tmp_path, "all", {"a": "open.md"})
    made(tmp_path, "closed", {"a": "open.md"}, groups=["board"])
    assert [row["name"] for row in kept(tmp_path, NOBODY)] == ["all"]
    assert {row["name"] for row in kept(tmp_path, BOARD)} == {"all", "closed"}
    with pytest.raises(Refused) as refused:
        one(tmp_path, "closed", NOBODY)
    assert refused.value.code == "not_found"
    assert one(tmp_path, "closed", BOARD)["report"]["wrong"]


def test_what_was_answered_from_a_page_is_for_those_who_may_read_it_now(tmp_path: Path) -> None:
    made(tmp_path, "run", {"a": "open.md", "b": "board.md"})
    assert [each["id"] for each in one(tmp_path, "run", NOBODY)["report"]["wrong"]] == ["a"]
    assert [each["id"] for each in one(tmp_path, "run", BOARD)["report"]["wrong"]] == ["a", "b"]
    assert one(tmp_path, "run", NOBODY)["rows"] == kept(tmp_path, NOBODY)[0]["rows"] == 1
