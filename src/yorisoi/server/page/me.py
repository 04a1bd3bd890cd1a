"""What is remembered of me: seen with its evidence, put right, forgotten, taken along, erased."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from yorisoi.dialogue.feedback.learning import learn
from yorisoi.errors import ConfigError
from yorisoi.memory.keeping import Ids, Kept, kept, parsed
from yorisoi.memory_ports import Erased
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import HEADERS, page
from yorisoi.tracing import plain
from yorisoi.types import Fact, Feedback

router = APIRouter(route_class=PageRoute)
_NEWEST = 30
"""Things said that are shown at first."""


@router.get("/me")
async def me(request: Request, caller: SignedIn, everything: bool = False) -> HTMLResponse:
    engine: Engine = request.app.state.engine
    store = engine.workspace.store
    found = await kept(store, caller.user)
    said = sorted(found.episodes, key=lambda episode: (episode.at, episode.id), reverse=True)
    turn = engine.workspace.settings.turn
    learnt = learn(turn.thresholds.ask, await store.feedback.events(caller.user), turn.learning)
    return page(
        request,
        "me.html",
        caller,
        found=found,
        facts=[fact for fact in found.facts if fact.superseded_by is None],
        earlier=_earlier(found),
        episodes={episode.id: episode for episode in found.episodes},
        said=said if everything else said[:_NEWEST],
        more=not everything and len(said) > _NEWEST,
        learnt=learnt,
    )


def _earlier(found: Kept) -> Mapping[int, list[Fact]]:
    """Facts that held, by the fact that holds in their place."""
    took_place = {fact.id: fact.superseded_by for fact in found.facts}
    earlier: dict[int, list[Fact]] = {}
    for fact in found.facts:
        holds, seen = fact.id, set[int]()
        while (later := took_place.get(holds)) is not None and holds not in seen:
            seen.add(holds)
            holds = later
        if holds != fact.id:
            earlier.setdefault(holds, []).append(fact)
    return earlier


@router.post("/me/{item}/correct")
async def correct(request: Request, caller: SignedIn, item: str, text: Annotated[str, Form()]) -> RedirectResponse:
    """Raises ConfigError (nothing in its place), StoreError (the caller has no such thing)."""
    workspace = request.app.state.engine.workspace
    ids, right = parsed([item]), text.strip()
    if not right or ids.reflections:
        raise ConfigError(f"{item} cannot be put right like this")
    if ids.facts:
        await workspace.store.persona.correct(caller.user, ids.facts[0], right, datetime.now(UTC))
    else:
        await workspace.store.episodes.correct(caller.user, ids.episodes[0], right)
        await workspace.assistant.settle(caller.user)
    return RedirectResponse("/me", 303)


@router.get("/me/{item}/forget")
async def before_forgetting(request: Request, caller: SignedIn, item: str) -> HTMLResponse:
    """What would go with it."""
    goes = await _erase(request.app.state.engine, caller, parsed([item]), preview=True)
    return page(request, "forget.html", caller, item=item, goes=goes)


@router.post("/me/{item}/forget")
async def forget(request: Request, caller: SignedIn, item: str) -> RedirectResponse:
    await _erase(request.app.state.engine, caller, parsed([item]), preview=False)
    return RedirectResponse("/me", 303)


async def _erase(engine: Engine, caller: Caller, ids: Ids, *, preview: bool) -> Erased:
    return await engine.workspace.store.erasure.items(
        caller.user, episodes=ids.episodes, facts=ids.facts, reflections=ids.reflections, preview=preview
    )


@router.get("/me/export.json")
async def export(request: Request, caller: SignedIn) -> JSONResponse:
    """Everything, as a file to keep."""
    found = await kept(request.app.state.engine.workspace.store, caller.user)
    headers = {**HEADERS, "Content-Disposition": 'attachment; filename="yorisoi-memory.json"'}
    return JSONResponse(plain(asdict(found)), headers=headers)


@router.post("/me/erase")
async def erase(request: Request, caller: SignedIn, sure: Annotated[bool, Form()] = False) -> RedirectResponse:
    if sure:
        await request.app.state.engine.workspace.store.erasure.everything(caller.user)
    return RedirectResponse("/me", 303)


@router.post("/me/ask-anew")
async def ask_anew(request: Request, caller: SignedIn) -> RedirectResponse:
    """What was learnt of how readily the caller is asked back no longer counts."""
    event = Feedback(kind="reset", at=datetime.now(UTC))
    await request.app.state.engine.workspace.store.feedback.add(caller.user, event)
    return RedirectResponse("/me", 303)
