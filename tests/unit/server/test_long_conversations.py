"""Of a long conversation the page shows the end, with a link to what was before, and is made beside the event loop."""

import re
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import Request

from yorisoi.backends.store import traces as traces_module
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, Role
from yorisoi.server.page import conversation, rendering
from yorisoi.server.page.passages import marked
from yorisoi.server.queueing import Queue
from yorisoi.settings import load_settings
from yorisoi.types import Action, Choice, Turn, UserId
from yorisoi.wiring import open_workspace

ME = Caller(user=UserId("me"), groups=frozenset(), role=Role.USER, by="key")
AT = datetime(2026, 5, 1, 9, tzinfo=UTC)
_EXCHANGES = 120
PICKABLE = '<fieldset><legend class="unseen">'


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_workspace(load_settings(home=tmp_path / "home", chat="none", embedding="none")) as workspace:
        for number in range(_EXCHANGES):
            await said(workspace.store, number)
        yield Engine(workspace, Queue())


async def said(store: Any, number: int) -> None:
    turns = [asked(f"問{number}。"), replied(f"答{number}。")]
    at = await store.sessions.append(ME.user, "s", turns)
    body = {"utterance": turns[0].text, "reply": {"text": turns[1].text}, "steps": []}
    await store.traces.save(f"t{number}", ME.user, "s", body, turn=at)


def asked(text: str) -> Turn:
    return Turn(speaker="user", text=text, at=AT)


def replied(text: str) -> Turn:
    choices = (Choice(text="看護休暇", source="a.md"),)
    return Turn(speaker="assistant", text=text, at=AT, action=Action.ASK, choices=choices)


async def shown(engine: Engine, before: int | None = None) -> str:
    state = SimpleNamespace(engine=engine, provider=None)
    scope = {"type": "http", "path": "/", "query_string": b"", "headers": [], "app": SimpleNamespace(state=state)}
    request = Request(scope)
    return bytes((await conversation.conversation(request, ME, "s", before)).body).decode()


async def test_by_the_links_all_of_it_is_come_to_once_and_in_order(engine: Engine) -> None:
    """Also where a page would begin with a reply."""
    await engine.workspace.store.sessions.append(ME.user, "s", [asked("聞き直し。")])
    before, parts = None, list[list[str]]()
    while True:
        page = await shown(engine, before)
        parts.insert(0, re.findall(r'"text">([問答]\d+)。', page))
        assert len(re.findall(r'id="turn-t', page)) == sum(each[0] == "答" for each in parts[0])
        assert ("<textarea" in page) == (before is None)
        link = re.search(r"/\?session=s&amp;before=(\d+)", page)
        if link is None:
            break
        before = int(link[1])
        assert len(parts) < 4
    assert list(chain(*parts)) == [f"{sign}{number}" for number in range(_EXCHANGES) for sign in "問答"]


async def test_only_the_choices_of_what_was_said_last_can_be_picked(engine: Engine) -> None:
    assert (await shown(engine)).count(PICKABLE) == 1
    assert (await shown(engine, 200)).count(PICKABLE) == 0


async def test_traces_are_read_and_the_page_is_written_in_a_thread(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_in: list[threading.Thread] = []

    def noted(real: Any) -> Any:
        def noting(*args: Any, **values: Any) -> Any:
            made_in.append(threading.current_thread())
            return real(*args, **values)

        return noting

    monkeypatch.setattr(traces_module, "_whole", noted(traces_module._whole))
    monkeypatch.setattr(rendering, "fragment", noted(rendering.fragment))
    await shown(engine)
    assert len(made_in) == 51
    assert threading.main_thread() not in made_in


def test_a_quote_of_lines_without_number_is_looked_for_without_a_pattern_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(re, "search", lambda pattern, *_: compiled.append(pattern))
    quote = "\n".join(chr(0x4E00 + number) for number in range(2_000))
    assert list(marked(" 一 \n丁 x", quote)) == [
        (" ", False),
        ("一", True),
        (" \n", False),
        ("丁", True),
        (" x", False),
    ]
    assert not compiled
