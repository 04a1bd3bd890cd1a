"""`/api/chat`, `/api/search`, `/api/feedback`, `/api/traces`: turns, and what one made of them."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from yorisoi.dialogue.feedback.events import give
from yorisoi.dialogue.feedback.learning import SAID, learn
from yorisoi.dialogue.feedback.learning_words import effect_in_words
from yorisoi.errors import ConfigError
from yorisoi.language import beginning
from yorisoi.language.packs import FIRST, packs
from yorisoi.retrieval.shown import hit_row
from yorisoi.server.api.events import AS_EVENTS, Told, events, wants_events
from yorisoi.server.engine import Engine, Waiting, Writing
from yorisoi.server.errors import language_of, or_not_found
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.leaving import unless_they_leave
from yorisoi.server.rendering import beside
from yorisoi.tracing import plain
from yorisoi.types import Feedback, FeedbackKind, Filter, Reply

router = APIRouter(prefix="/api", tags=["Conversation"])
_SIGNALS = tuple(kind for kind in get_args(FeedbackKind) if kind in SAID)
MOST_OF_A_NAME = 200
Name = Annotated[str, Field(min_length=1, max_length=MOST_OF_A_NAME)]
MOST_CHARACTERS = 4_000
"""Of a query: one without end would keep the embedding model, which all users share."""


class Asked(BaseModel):
    """An utterance."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"text": "夏季休暇は何日ですか", "session": "s1", "just_answer": False}]},
    )

    text: str
    session: Name | None = None
    """A new one when none is named."""
    just_answer: bool = False
    attributes: dict[Name, Name] = {}
    """Known of the user, for this turn: {"勤務地": "大阪支社"}."""


class Said(BaseModel):
    """What a turn was worth."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"about": "last", "signal": "needless"}]})

    about: Name = Field(description="A trace's id, or `last`.")
    signal: str = Field(description=f"One of {', '.join(_SIGNALS)}.")
    session: Name | None = None
    """With `last`: of this session."""
    comment: str | None = None
    shared: bool = False
    """Editors of the documents may see that turn: what was said, as what it was understood, and the answer."""


@router.post("/chat", summary="One turn; as events where they are accepted", responses=AS_EVENTS)
async def chat(asked: Asked, request: Request, caller: SignedIn) -> Any:
    engine: Engine = request.app.state.engine
    if wants_events(request):
        return await events(request, _turn(engine, caller, asked))
    reply = engine.reply(
        caller, asked.text, session=asked.session, attributes=asked.attributes, just_answer=asked.just_answer
    )
    return as_json(await unless_they_leave(request, reply))


async def _turn(engine: Engine, caller: Caller, asked: Asked) -> AsyncGenerator[Told, None]:
    turn = engine.converse(
        caller, asked.text, session=asked.session, attributes=asked.attributes, just_answer=asked.just_answer
    )
    async with aclosing(turn):
        async for event in turn:
            if isinstance(event, Waiting):
                yield "waiting", {"place": event.place}
            elif isinstance(event, Writing):
                yield "writing", {"text": event.text}
            else:
                yield "reply", as_json(event.reply)


def as_json(reply: Reply) -> dict[str, Any]:
    return {"text": reply.text, **beside(reply)}


@router.get("/search", summary="What is found, with what every leg said")
async def search(
    q: Annotated[str, Query(max_length=MOST_CHARACTERS)],
    request: Request,
    caller: SignedIn,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    language: Annotated[list[str], Query()] = [],  # noqa: B006 FastAPI copies it
    source: Annotated[list[str], Query()] = [],  # noqa: B006
    section: Annotated[list[str], Query()] = [],  # noqa: B006
) -> dict[str, Any]:
    if not q.strip():
        raise ConfigError("the query is empty")
    if unknown := sorted(set(language) - set(packs())):
        raise ConfigError(f"language {unknown[0]}: use {', '.join(packs())}")
    engine: Engine = request.app.state.engine
    searcher = engine.workspace.searcher
    within = Filter(languages=tuple(language), sources=tuple(source), sections=tuple(section), groups=caller.groups)
    found = await unless_they_leave(
        request, searcher.search([beginning(q, MOST_CHARACTERS)], within=within, language=FIRST, limit=limit)
    )
    hits = await searcher.shown(found.hits)
    return {"query": q, "hits": [plain(hit_row(hit)) for hit in hits], "dropped": plain(found.dropped)}


@router.post("/feedback", summary="Say what a turn was worth")
async def say(said: Said, request: Request, caller: SignedIn) -> dict[str, Any]:
    if said.signal not in _SIGNALS:
        raise ConfigError(f"signal {said.signal}: say one of {', '.join(_SIGNALS)}")
    engine: Engine = request.app.state.engine
    store, signal = engine.workspace.store, said.signal
    await engine.written_afterwards(caller.user)
    await give(
        store,
        caller.user,
        said.about,
        signal,  # type: ignore[arg-type]
        at=datetime.now(UTC),
        session=said.session,
        comment=said.comment,
        shared=said.shared,
    )
    return await learnt(engine, caller, language_of(request), last=1)


@router.get("/feedback", summary="What was said of turns, and what it did")
async def list_feedback(request: Request, caller: SignedIn) -> dict[str, Any]:
    return await learnt(request.app.state.engine, caller, language_of(request))


@router.delete("/feedback", summary="What was said before counts no more")
async def reset(request: Request, caller: SignedIn) -> dict[str, Any]:
    engine: Engine = request.app.state.engine
    await engine.workspace.store.feedback.add(caller.user, Feedback(kind="reset", at=datetime.now(UTC)))
    return await learnt(engine, caller, language_of(request), last=1)


async def learnt(engine: Engine, caller: Caller, language: str, last: int = 0) -> dict[str, Any]:
    """The threshold that the caller's feedback has come to, and its events, all or the last ones."""
    turn = engine.workspace.settings.turn
    found = learn(turn.thresholds.ask, await engine.workspace.store.feedback.events(caller.user), turn.learning)
    rows = [
        {**asdict(lesson.event), "step": lesson.step, "why": lesson.why, "effect": effect_in_words(lesson, language)}
        for lesson in found.lessons[-last:]
    ]
    answer: dict[str, Any] = plain({"base": found.base, "ask": found.ask, "events": rows})
    return answer


@router.get("/traces", summary="The newest of one's own traces")
async def traces(request: Request, caller: SignedIn, limit: Annotated[int, Query(ge=1, le=200)] = 20) -> dict[str, Any]:
    engine: Engine = request.app.state.engine
    return {"traces": plain(await engine.workspace.store.traces.recent(caller.user, limit))}


@router.get("/traces/{trace_id}", summary="What a turn did, step by step")
async def trace(trace_id: str, request: Request, caller: SignedIn) -> dict[str, Any]:
    engine: Engine = request.app.state.engine
    with or_not_found(trace_id):
        found: dict[str, Any] = plain(await engine.workspace.store.traces.load(trace_id, caller.user))
    return found
