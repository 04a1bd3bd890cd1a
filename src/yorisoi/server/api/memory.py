"""`/api/memory`, `/api/sessions`, `/api/graph`: what is kept of the caller, and where the caller's interests lead."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from yorisoi.errors import ConfigError
from yorisoi.graph.picture import neighbourhood
from yorisoi.language import beginning, detect_language, normal_form
from yorisoi.language.packs import FIRST
from yorisoi.memory.keeping import MOST_CHARACTERS, audited, event, kept, parsed, to_keep
from yorisoi.memory.keeping import forget_session as forget_whole_session
from yorisoi.memory.shown import (
    MOST_OF_A_TITLE,
    episode_row,
    exported,
    fact_row,
    reflection_row,
    session_head,
    with_evidence,
)
from yorisoi.memory_ports import Erased
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused, or_not_found
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.limits import ONE_AT_A_TIME
from yorisoi.tracing import plain
from yorisoi.types import Session

router = APIRouter(prefix="/api", tags=["What is kept of you"])
_SEARCHED = 1_000
"""Newest conversations in which words are looked for: all of a person's, not those that a program made in a day."""


class Correction(BaseModel):
    """What is right."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": "大阪に住んでいます"}]})

    text: str = Field(min_length=1, max_length=MOST_CHARACTERS)


class Renamed(BaseModel):
    """What a conversation is to be called."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"title": "夏休みの相談"}]})

    title: str = Field(max_length=MOST_OF_A_TITLE)
    """Empty: by what was said first in it, as before."""


class Happened(BaseModel):
    """Something that was not said: a trip, a purchase."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"text": "草津温泉に旅行した", "at": "2026-04-01T09:30:00+09:00"}]},
    )

    text: str = Field(min_length=1, max_length=MOST_CHARACTERS)
    at: AwareDatetime | None = None
    """Now when not given."""


# ---------------------------------------------------------------- memory


@router.get("/memory", summary="Facts that hold, reflections, attributes, what was said", dependencies=ONE_AT_A_TIME)
async def remembered(request: Request, caller: SignedIn) -> JSONResponse:
    found = await kept(_engine(request).workspace.store, caller.user, conversations=False)
    return await asyncio.to_thread(
        lambda: _as_json(
            {
                "user": found.user,
                "facts": [fact_row(fact) for fact in found.facts if fact.superseded_by is None],
                "reflections": [reflection_row(each) for each in found.reflections],
                "attributes": found.attributes,
                "episodes": [episode_row(each) for each in found.episodes],
            }
        )
    )


@router.get("/memory/export", summary="Everything, to take along", dependencies=ONE_AT_A_TIME)
async def export(request: Request, caller: SignedIn) -> JSONResponse:
    found = await kept(_engine(request).workspace.store, caller.user)
    headers = {"Content-Disposition": 'attachment; filename="memory.json"'}
    return await asyncio.to_thread(lambda: _as_json(exported(found), headers))


@router.get(
    "/memory/audit", summary="What is doubtful: said twice, without evidence, out of date", dependencies=ONE_AT_A_TIME
)
async def audit(request: Request, caller: SignedIn) -> dict[str, Any]:
    found: dict[str, Any] = plain(await audited(_engine(request).workspace.store, caller.user, datetime.now(UTC)))
    return found


@router.post("/memory", summary="Remember something that was not said")
async def record(happened: Happened, request: Request, caller: SignedIn) -> dict[str, Any]:
    return await remember(_engine(request), caller, happened.text, happened.at)


@router.get("/memory/{item}", summary="One thing, where it comes from and what rests on it", dependencies=ONE_AT_A_TIME)
async def show(item: str, request: Request, caller: SignedIn) -> dict[str, Any]:
    parsed([item])
    found = await kept(_engine(request).workspace.store, caller.user, conversations=False)
    shown = await asyncio.to_thread(with_evidence, found, item)
    if shown is None:
        raise Refused("not_found", detail=item)
    row: dict[str, Any] = plain(shown)
    return row


@router.patch("/memory/{item}", summary="Put an utterance (e12) or a fact (f3) right")
async def correct(item: str, right: Correction, request: Request, caller: SignedIn) -> dict[str, Any]:
    ids, text, workspace = parsed([item]), to_keep(right.text), _engine(request).workspace
    if ids.reflections:
        raise ConfigError("a reflection is not corrected but erased; correct what it rests on")
    with or_not_found(item):
        if ids.facts:
            fact = await workspace.store.persona.correct(
                caller.user, ids.facts[0], event(caller.user, text, datetime.now(UTC))
            )
        else:
            await workspace.assistant.correct(caller.user, ids.episodes[0], text)
    workspace.assistant.settle_soon(caller.user)
    return {"corrected": item, "id": f"f{fact.id}" if ids.facts else item, "text": text}


@router.delete(
    "/memory/{item}",
    summary="Forget one thing and what was made of it; `preview` only shows what would go",
    dependencies=ONE_AT_A_TIME,
)
async def forget(item: str, request: Request, caller: SignedIn, preview: bool = False) -> JSONResponse:
    return await asyncio.to_thread(_as_json, await forgotten(item, request, caller, preview=preview))


@router.delete("/memory", summary="Forget everything, conversations and traces included", dependencies=ONE_AT_A_TIME)
async def forget_everything(request: Request, caller: SignedIn, everything: bool) -> JSONResponse:
    if not everything:
        raise ConfigError("everything: say true to forget everything")
    gone = await _engine(request).workspace.store.erasure.everything(caller.user)
    return await asyncio.to_thread(_as_json, gone)


async def forgotten(item: str, request: Request, caller: Caller, *, preview: bool = False) -> Erased:
    """What goes with one thing, which is gone then but for a `preview`.  Raises Refused: there is no such thing."""
    ids, erasure = parsed([item]), _engine(request).workspace.store.erasure
    with or_not_found(item):
        return await erasure.items(
            caller.user, episodes=ids.episodes, facts=ids.facts, reflections=ids.reflections, preview=preview
        )


async def remember(engine: Engine, caller: Caller, text: str, at: datetime | None = None) -> dict[str, Any]:
    """Keep an event of the caller's."""
    text, moment, workspace = to_keep(text), at or datetime.now(UTC), engine.workspace
    try:
        moment = moment.astimezone().astimezone(UTC)
    except OverflowError as error:
        raise ConfigError("at: there is no such time") from error
    [number] = await workspace.store.episodes.add(caller.user, [(event(caller.user, text, moment), None)])
    workspace.assistant.settle_soon(caller.user)
    return {"id": f"e{number}", "text": text, "at": moment.isoformat()}


def _as_json(shown: dict[str, Any] | Erased, headers: dict[str, str] | None = None) -> JSONResponse:
    """For a thread: what is kept of one user may be megabytes, and others wait for the event loop."""
    return JSONResponse(plain(shown), headers=headers)


# ---------------------------------------------------------------- sessions


@router.get("/sessions", summary="Your conversations, newest first", dependencies=ONE_AT_A_TIME)
async def sessions(
    request: Request,
    caller: SignedIn,
    q: Annotated[str, Query(description="Only those, of the newest 1,000, in which this was said.")] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 20,
) -> dict[str, Any]:
    store = _engine(request).workspace.store.sessions
    found = await store.sessions(caller.user, limit=_SEARCHED if q else limit)
    if q:
        asked = normal_form(q)
        found = await asyncio.to_thread(lambda: [session for session in found if asked in _words(session)])
    return {"sessions": [_head(session) for session in found[:limit]]}


@router.get("/sessions/{session}", summary="One conversation", dependencies=ONE_AT_A_TIME)
async def session(session: str, request: Request, caller: SignedIn) -> JSONResponse:
    found = await session_of(_engine(request), caller, session)
    return await asyncio.to_thread(lambda: _as_json({**session_head(found), "turns": found.turns}))


@router.patch("/sessions/{session}", summary="Call a conversation otherwise")
async def rename_session(session: str, renamed: Renamed, request: Request, caller: SignedIn) -> dict[str, Any]:
    engine = _engine(request)
    store = engine.workspace.store
    since = await store.episodes.revision(caller.user)
    await session_of(engine, caller, session)
    await store.sessions.rename(caller.user, session, " ".join(renamed.title.split()), since=since)
    return _head(await session_of(engine, caller, session))


@router.delete("/sessions/{session}", summary="Forget a conversation and what was made of it")
async def forget_session(session: str, request: Request, caller: SignedIn) -> JSONResponse:
    engine = _engine(request)
    await session_of(engine, caller, session)
    async with engine.lock(caller.user, "session", session):
        gone = await forget_whole_session(engine.workspace.store, caller.user, session)
    return await asyncio.to_thread(_as_json, gone)


async def session_of(engine: Engine, caller: Caller, session: str) -> Session:
    """A conversation of the caller's.  Raises Refused: there is none of that name."""
    with or_not_found(session):
        found = await engine.workspace.store.sessions.load(caller.user, session)
    if not found.turns:
        raise Refused("not_found", detail=session)
    return found


def _words(session: Session) -> str:
    return normal_form("\n".join([session.title, *(turn.text for turn in session.turns)]))


def _head(session: Session) -> dict[str, Any]:
    head: dict[str, Any] = plain(session_head(session))
    return head


# ---------------------------------------------------------------- the graph


@router.get("/graph/topics", summary="Where your interests lead from an utterance")
async def topics(text: str, request: Request, caller: SignedIn) -> dict[str, Any]:
    if not text.strip():
        raise ConfigError("the utterance is empty")
    graph = _engine(request).workspace.graph
    found = await graph.topics(caller.user, beginning(text, MOST_CHARACTERS), detect_language(text, FIRST))
    return {"text": text, "topics": plain(found)}


@router.get("/graph/neighbourhood", summary="Your interests and what lies around them")
async def around(request: Request, caller: SignedIn, most: Annotated[int, Query(ge=1, le=1000)] = 60) -> dict[str, Any]:
    graph = _engine(request).workspace.graph
    interests = await graph.interests(caller.user)
    network, space = await graph.network(), await graph.space()
    part = await asyncio.to_thread(neighbourhood, network, space, interests, caller.user, most)
    found: dict[str, Any] = plain(part.as_json())
    return found


def _engine(request: Request) -> Engine:
    engine: Engine = request.app.state.engine
    return engine
