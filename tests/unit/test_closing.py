"""What is closed at the end is closed whole, and the first error is the one that is told."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from tests.unit.house import document, house
from yorisoi import wiring
from yorisoi.assistant import Assistant
from yorisoi.errors import StoreError
from yorisoi.settings import Settings, load_settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

PAGES = [document("annual.md", "年次有給休暇", "年次有給休暇は入社6か月後に10日付与されます。")]


async def test_what_fails_behind_one_turn_keeps_no_other_from_being_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept = []
    turns = [asyncio.Event() for _ in range(6)]

    async def write(turn: Any, *_: object) -> None:
        number = int(turn.user[1:])
        await turns[number].wait()
        turns[number + 1].set()
        if number < 3:
            raise StoreError(f"full at {number}")
        kept.append(number)

    async with house(tmp_path, PAGES) as (assistant, _, _):
        monkeypatch.setattr(assistant._keeper, "_write", write)
        for number in (3, 2, 1, 4):
            await assistant.reply("休暇は何日ですか", user=UserId(f"u{number}"))
        turns[1].set()
        with caplog.at_level(logging.ERROR), pytest.raises(StoreError, match="full at 1"):
            await assistant.close()
        assert kept == [3, 4]
        assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
            "failed in the background: StoreError"
        ]
        await assistant.close()  # told once


class _Backend:
    def __init__(self, name: str, closed: list[str], fails: bool) -> None:
        self._name, self._closed, self._fails = name, closed, fails

    async def close(self) -> None:
        self._closed.append(self._name)
        if self._fails:
            raise StoreError(f"{self._name} does not close")


@pytest.fixture
def workspace_settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path / "home", chat="none", embedding="none")


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The backends that were closed, of a workspace in which the first of them fails to, and its assistant too."""
    closed: list[str] = []

    async def close(_: Assistant) -> None:
        closed.append("assistant")
        raise StoreError("assistant does not close")

    monkeypatch.setattr(Assistant, "close", close)
    for name, fails in (("embedding_model", True), ("reranker_model", False)):
        monkeypatch.setattr(wiring, name, lambda *_, name=name, fails=fails: _Backend(name, closed, fails))
    monkeypatch.setattr(wiring, "_same_embedding", lambda *_: None)
    return closed


async def test_all_of_a_workspace_is_closed_though_some_of_it_fails(
    workspace_settings: Settings, closed: list[str]
) -> None:
    with pytest.raises(StoreError, match="assistant does not close"):
        async with open_workspace(workspace_settings):
            pass
    assert closed == ["assistant", "embedding_model", "reranker_model"]


async def test_the_error_within_a_workspace_is_told_before_those_of_its_end(
    workspace_settings: Settings, closed: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ValueError, match="what was asked"):
        async with open_workspace(workspace_settings):
            raise ValueError("what was asked")
    assert closed == ["assistant", "embedding_model", "reranker_model"]
    assert len(caplog.records) == 2
