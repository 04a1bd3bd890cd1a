"""`yorisoi sessions ...`: one's conversations, their names, and forgetting them."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from yorisoi.backends.store import open_store
from yorisoi.cli.main import main
from yorisoi.types import Turn, UserId

AT = datetime(2026, 5, 1, 9, tzinfo=UTC)


async def _spoken(home: Path, session: str, text: str) -> None:
    async with open_store(home) as store:
        await store.sessions.append(UserId("花子"), session, [Turn(speaker="user", text=text, at=AT)])


@pytest.fixture
def sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """`yorisoi sessions ...` of 花子, within this process: (status, output, errors)."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(_spoken(tmp_path / "home", "s1", "子どもの看護休暇は\n取れますか"))
    asyncio.run(_spoken(tmp_path / "home", "s2", "経費の締め日は"))

    def run(*words: str, user: str = "花子") -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["sessions", *words, "--user", user, "--home", str(tmp_path / "home")])
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return run


def test_a_conversation_is_called_by_its_first_words_until_it_is_renamed(sessions: Any) -> None:
    def titles() -> dict[str, str]:
        return {each["id"]: each["title"] for each in json.loads(sessions("list", "--json")[1])["sessions"]}

    assert titles() == {"s1": "子どもの看護休暇は 取れますか", "s2": "経費の締め日は"}
    assert sessions("rename", "s1", " 看護休暇の\n相談 ") == (0, "s1  看護休暇の 相談\n", "")
    assert titles()["s1"] == "看護休暇の 相談"
    assert sessions("rename", "s1", "")[1] == "s1  子どもの看護休暇は 取れますか\n"


def test_a_conversation_is_deleted_with_what_was_said_in_it(sessions: Any) -> None:
    assert sessions("delete", "s1") == (0, "deleted: s1\n", "")
    assert "s1" not in sessions("list")[1]
    assert "経費の締め日は" in sessions("list")[1]


@pytest.mark.parametrize(
    "words", [("rename", "none", "x"), ("rename", "s1", "x" * 201), ("delete", "none")], ids=lambda words: words[0]
)
def test_what_cannot_be_done_is_said_in_one_line(sessions: Any, words: tuple[str, ...]) -> None:
    status, _, err = sessions(*words)
    assert (status, len(err.splitlines())) == (2, 1)


def test_another_users_conversation_can_be_neither_renamed_nor_deleted(sessions: Any) -> None:
    for words in (("rename", "s1", "his"), ("delete", "s1")):
        assert sessions(*words, user="太郎")[0] == 2
    assert "子どもの看護休暇" in sessions("list")[1]
