"""As many turns are under way as there are cores, where nothing else is waited for; who was first is served first."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from yorisoi.assistant import Assistant
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, Role
from yorisoi.server.queueing import Queue
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import open_workspace

CORES, PEOPLE = 2, 8


class Ended(Exception):
    """A turn did."""


@pytest.fixture
async def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    """An engine whose turns wait until they are let go, and the users whose turns began."""
    monkeypatch.setattr(os, "cpu_count", lambda: CORES)
    names: list[str] = []
    let_go = asyncio.Semaphore(0)

    async def reply(_: Assistant, text: str, *, user: UserId, **given: Any) -> Reply:  # noqa: ARG001
        names.append(user)
        await let_go.acquire()
        raise Ended

    monkeypatch.setattr(Assistant, "reply", reply)
    settings = load_settings(home=tmp_path / "home", **{"chat": "none", "embedding": "none", **request.param})
    async with open_workspace(settings) as workspace:
        yield Engine(workspace, Queue()), names, let_go


def person(number: int) -> Caller:
    return Caller(user=UserId(f"{number}"), groups=frozenset(), role=Role.USER, by="local")


@pytest.mark.parametrize(
    ("begun", "most"),
    [
        ({}, CORES),
        ({"chat": "openai:a-model", "openai": {"base_url": "http://127.0.0.1:9/v1", "api_key": "none"}}, PEOPLE),
    ],
    indirect=["begun"],
)
async def test_turns_that_only_compute_come_one_after_the_other(begun: Any, most: int) -> None:
    engine, names, let_go = begun
    turns = [asyncio.create_task(engine.reply(person(number), "こんにちは")) for number in range(PEOPLE)]
    await asyncio.sleep(0.05)
    assert names == [f"{number}" for number in range(most)]
    for _ in range(PEOPLE):
        let_go.release()
    ends = await asyncio.gather(*turns, return_exceptions=True)
    assert names == [f"{number}" for number in range(PEOPLE)]
    assert {type(end) for end in ends} == {Ended}
