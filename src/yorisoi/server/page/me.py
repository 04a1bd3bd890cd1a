"""What is remembered of me: seen with its evidence, put right, forgotten, taken along, erased."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from yorisoi.memory.keeping import MOST_CHARACTERS, Kept, kept
from yorisoi.server.api import conversing, memory
from yorisoi.server.engine import Engine
from yorisoi.server.identity import SignedIn
from yorisoi.server.limits import ONE_AT_A_TIME
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import page, reader
from yorisoi.types import Fact

router = APIRouter(route_class=PageRoute)
_NEWEST = 30
"""Things said that are shown at first."""


@router.get("/me", dependencies=ONE_AT_A_TIME)
async def me(request: Request, caller: SignedIn, everything: bool = False) -> HTMLResponse:
    engine: Engine = request.app.state.engine
    found = await kept(engine.workspace.store, caller.user, conversations=False)
    said = sorted(found.episodes, key=lambda episode: (episode.at, episode.id), reverse=True)
    return await page(
        request,
        "me.html",
        caller,
        found=found,
        facts=[fact for fact in found.facts if fact.superseded_by is None],
        earlier=_earlier(found),
        episodes={episode.id: episode for episode in found.episodes},
        said=said if everything else said[:_NEWEST],
        more=not everything and len(said) > _NEWEST,
        learnt=await conversing.learnt(engine, caller, reader(request).language),
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


Right = Annotated[str, Form(min_length=1, max_length=MOST_CHARACTERS)]


@router.post("/me/{item}/correct")
async def correct(request: Request, caller: SignedIn, item: str, text: Right) -> RedirectResponse:
    await memory.correct(item, memory.Correction(text=text), request, caller)
    return RedirectResponse("/me", 303)


@router.get("/me/{item}/forget", dependencies=ONE_AT_A_TIME)
async def before_forgetting(request: Request, caller: SignedIn, item: str) -> HTMLResponse:
    """What would go with it."""
    goes = await memory.forgotten(item, request, caller, preview=True)
    return await page(request, "forget.html", caller, item=item, goes=goes.items, stays=goes.said_again)


@router.post("/me/{item}/forget")
async def forget(request: Request, caller: SignedIn, item: str) -> RedirectResponse:
    await memory.forgotten(item, request, caller)
    return RedirectResponse("/me", 303)


@router.post("/me/erase")
async def erase(request: Request, caller: SignedIn, sure: Annotated[bool, Form()]) -> RedirectResponse:
    await memory.forget_everything(request, caller, everything=sure)
    return RedirectResponse("/me", 303)


@router.post("/me/ask-anew")
async def ask_anew(request: Request, caller: SignedIn) -> RedirectResponse:
    """What was learnt of how readily the caller is asked back no longer counts."""
    await conversing.reset(request, caller)
    return RedirectResponse("/me", 303)
