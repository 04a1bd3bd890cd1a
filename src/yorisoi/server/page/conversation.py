"""The conversation: what was said, what is being said, and the sessions to go back to."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import quote
from uuid import uuid4

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from yorisoi.language import normal_form
from yorisoi.memory.shown import MOST_OF_A_TITLE, called
from yorisoi.server.api.conversing import MOST_OF_A_NAME
from yorisoi.server.api.events import Told, events, wants_events
from yorisoi.server.api.memory import Renamed, forget_session, rename_session
from yorisoi.server.engine import Engine, Replied, TurnEvent, Waiting, Writing
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.leaving import unless_they_leave
from yorisoi.server.limits import ONE_AT_A_TIME
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.finding import Sought, words_of
from yorisoi.server.page.rendering import HEADERS, fragment, page, wants_part
from yorisoi.server.page.said import Exchange, exchanges, of_reply
from yorisoi.types import Session

router = APIRouter(route_class=PageRoute)
_SESSIONS_SHOWN = 50
_SESSIONS_SEARCHED = 1_000
_TURNS_SHOWN = 100
"""Of a conversation at once, utterances and replies; others wait while a page is made."""
_NAME_CHARACTERS = 40
_AROUND_FOUND = 20
"""Characters on each side of what was looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A session in the list."""

    id: str
    name: str
    title: str
    """As its user named it; may be empty."""
    found: str = ""
    """Where what was looked for stands in it."""


@router.get("/", dependencies=ONE_AT_A_TIME)
async def conversation(
    request: Request,
    caller: SignedIn,
    session: str = "",
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
) -> HTMLResponse:
    """What was said last, or last `before` the turn of that index."""
    engine: Engine = request.app.state.engine
    store = engine.workspace.store
    turns, earlier = await _said(engine, caller, session, before) if session else ([], None)
    return await page(
        request,
        "conversation.html",
        caller,
        session=session,
        turns=turns,
        earlier=earlier,
        before=before,
        sessions=await listed(engine, caller),
        find="",
        watched=engine.workspace.settings.server.editors_see_from == 1 and caller.by != "local",
        documents=(await store.documents.overview(caller.groups)).documents,
        max_characters=engine.workspace.settings.turn.max_characters,
    )


async def _said(
    engine: Engine, caller: Caller, session: str, before: int | None
) -> tuple[Sequence[Exchange], int | None]:
    """So much of a session as is shown at once, and the index before which there is more (None: nothing)."""
    store = engine.workspace.store
    loaded = await store.sessions.load(caller.user, session, last=_TURNS_SHOWN + 1, before=before)
    more, turns = len(loaded.turns) > _TURNS_SHOWN, loaded.turns[-_TURNS_SHOWN:]
    if not turns:
        return (), None
    await engine.written_afterwards(caller.user)  # what stands beside the last reply is in its trace
    said = sum(turn.speaker == "user" for turn in turns)
    traces = await store.traces.newest(caller.user, session=session, before=before, limit=said)
    # A reply that stands first is shown with what it was said to, further back.
    first = next((turn for turn in turns if turn.speaker == "user"), turns[0])
    return exchanges(replace(loaded, turns=turns), traces), first.index if more else None


@router.post("/say")
async def say(
    request: Request,
    caller: SignedIn,
    text: Annotated[str, Form()],
    session: Annotated[str, Form(max_length=MOST_OF_A_NAME)] = "",
) -> Response:
    """A turn, as events for the page's script, or as the page anew for browsers without it."""
    engine: Engine = request.app.state.engine
    session = session or uuid4().hex[:12]
    if wants_events(request):
        return await events(request, _told(request, engine.converse(caller, text, session=session)))
    await unless_they_leave(request, engine.reply(caller, text, session=session))
    await engine.written_afterwards(caller.user)  # the trace, which the page is made from
    return RedirectResponse(f"/?session={quote(session)}", 303)


async def _told(request: Request, turn: AsyncGenerator[TurnEvent, None]) -> AsyncGenerator[Told, None]:
    """`piece` and `place` while the turn is under way; then `reply`, the HTML of what was said."""
    async with aclosing(turn) as happening:
        async for each in happening:
            match each:
                case Waiting(place):
                    yield "place", place
                case Writing(piece):
                    yield "piece", piece
                case Replied(reply):
                    html = fragment(request, "_said.html", said=of_reply(reply), last=True)
                    yield "reply", {"session": reply.session, "html": html}


@router.get("/sessions", dependencies=ONE_AT_A_TIME)
async def sessions(request: Request, caller: SignedIn, find: Sought = "", current: str = "") -> HTMLResponse:
    found = await listed(request.app.state.engine, caller, find)
    values: dict[str, Any] = {"sessions": found, "session": current, "find": find}
    if wants_part(request):
        return HTMLResponse(fragment(request, "_session_list.html", **values), headers=HEADERS)
    return await page(request, "sessions.html", caller, **values)


@router.post("/sessions/{session}/rename")
async def rename(
    request: Request, caller: SignedIn, session: str, title: Annotated[str, Form(max_length=MOST_OF_A_TITLE)] = ""
) -> RedirectResponse:
    await rename_session(session, Renamed(title=title), request, caller)
    return RedirectResponse(f"/?session={quote(session)}", 303)


@router.post("/sessions/{session}/delete")
async def delete(request: Request, caller: SignedIn, session: str) -> RedirectResponse:
    """The session with all that was made of it."""
    await forget_session(session, request, caller)
    return RedirectResponse("/", 303)


async def listed(engine: Engine, caller: Caller, find: str = "") -> list[Listed]:
    """The caller's sessions, newest first; with `find` those in which all its words were said."""
    words = words_of(find)
    limit = _SESSIONS_SEARCHED if words else _SESSIONS_SHOWN
    all_of_them = await engine.workspace.store.sessions.sessions(caller.user, limit, begun=not words)
    return await asyncio.to_thread(_shown, all_of_them, words)


def _shown(sessions: Sequence[Session], words: list[str]) -> list[Listed]:
    found = [session for session in sessions if _holds(session, words)]
    return [_listed(session, words) for session in found[:_SESSIONS_SHOWN]]


def _holds(session: Session, words: list[str]) -> bool:
    said = normal_form("\n".join([session.title, *(turn.text for turn in session.turns)])) if words else ""
    return all(word in said for word in words)


def _listed(session: Session, words: list[str]) -> Listed:
    return Listed(id=session.id, name=_shortened(called(session)), title=session.title, found=_found(session, words))


def _found(session: Session, words: list[str]) -> str:
    for turn in session.turns:
        said = normal_form(turn.text)
        for word in words:
            if (at := said.find(word)) >= 0:
                return "…" + said[max(0, at - _AROUND_FOUND) : at + len(word) + _AROUND_FOUND].replace("\n", " ") + "…"
    return ""


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _NAME_CHARACTERS else text[: _NAME_CHARACTERS - 1] + "…"
