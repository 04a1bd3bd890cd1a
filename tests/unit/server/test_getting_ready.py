"""A server gets ready when it can, whatever was not there when it started, and tells its log why it is not yet."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from yorisoi.errors import BackendUnavailable, StoreError
from yorisoi.server import engine as module
from yorisoi.server.engine import Engine
from yorisoi.server.queueing import Queue
from yorisoi.settings import load_settings
from yorisoi.wiring import open_workspace

SECRET = "合言葉はカナリアです"


class Failing:
    """Fails so often, with one error after the other."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.calls = list(errors), 0

    async def __call__(self, *_: Any) -> Any:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return np.zeros((1, 4), dtype=np.float32)


@pytest.fixture
async def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Engine]:
    monkeypatch.setattr(module, "_PAUSES_S", (0.0,))
    async with open_workspace(load_settings(home=tmp_path / "home", chat="none", embedding="none")) as workspace:
        yield Engine(workspace, Queue())


async def test_what_cannot_be_read_now_is_read_later(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    catch_up = Failing(StoreError(SECRET), StoreError(SECRET), RuntimeError(SECRET))
    monkeypatch.setattr(engine.workspace.searcher, "catch_up", catch_up)
    await asyncio.wait_for(engine.get_ready(), 10)
    assert engine.ready.is_set()
    assert catch_up.calls == 4
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        "getting ready failed: StoreError",
        "getting ready failed: RuntimeError",
    ]
    assert SECRET not in caplog.text


async def test_an_embedding_server_that_is_not_there_is_not_waited_for(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Turns are answered without vectors, and with them once it is."""
    embedder = type("Embedder", (), {})()
    embedder.embed_queries = Failing(BackendUnavailable("emb: is the server running?"))
    monkeypatch.setattr(engine.workspace.searcher, "embedder", embedder)
    await asyncio.wait_for(engine.get_ready(), 10)
    assert engine.ready.is_set()
    [record] = caplog.records
    assert record.getMessage().endswith("turns are answered without it: emb: is the server running?")


async def test_who_stops_the_server_does_not_wait_for_it(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PAUSES_S", (60.0,))
    monkeypatch.setattr(engine.workspace.searcher, "catch_up", Failing(StoreError("damaged")))
    task = asyncio.create_task(engine.get_ready())
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 5)
    assert not engine.ready.is_set()
