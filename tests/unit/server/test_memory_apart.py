"""What is kept of one user is written down beside the event loop, which is everybody's."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from yorisoi.backends.store import open_store
from yorisoi.server.api import memory
from yorisoi.server.identity import Caller, Role
from yorisoi.types import UserId

ME = Caller(user=UserId("me"), groups=frozenset(), role=Role.USER, by="key")


@pytest.mark.parametrize("shown", [memory.remembered, memory.export])
async def test_a_memory_is_made_json_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: Any) -> None:
    made_in: list[threading.Thread] = []

    def plain(found: Any) -> Any:
        made_in.append(threading.current_thread())
        return found

    monkeypatch.setattr(memory, "plain", plain)
    async with open_store(tmp_path) as store:
        engine = SimpleNamespace(workspace=SimpleNamespace(store=store))
        request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(engine=engine)))
        answer = await shown(request, ME)
    assert b'"user":"me"' in answer.body
    assert made_in
    assert threading.main_thread() not in made_in
