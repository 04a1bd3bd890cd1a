"""For editors: where people were left without a good answer, and two settings side by side."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse

from yorisoi.server.api.conversing import as_json
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Editor
from yorisoi.server.leaving import unless_they_leave
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import page
from yorisoi.server.page.said import of_reply
from yorisoi.server.page.why import meanings_of
from yorisoi.server.reviewing import opened, review
from yorisoi.server.side_by_side import choosable, parsed, side_by_side
from yorisoi.tracing import first_steps

router = APIRouter(route_class=PageRoute)
PERIODS = (7, 30, 90, 365)
"""Days."""


@router.get("/editors")
async def look_back(request: Request, caller: Editor, days: Annotated[int, Query(ge=1, le=3650)] = 90) -> HTMLResponse:
    found = await unless_they_leave(request, review(request.app.state.engine, caller, days))
    return await page(request, "editors.html", caller, found=found, days=days, periods=PERIODS)


@router.get("/editors/turns/{trace_id}")
async def one(request: Request, caller: Editor, trace_id: str) -> HTMLResponse:
    """A turn that was marked wrong.  Raises Refused: there is none that this editor may see."""
    engine: Engine = request.app.state.engine
    turn, told = await opened(engine, caller, trace_id)
    trace = await engine.workspace.store.traces.load(trace_id, turn.user)
    meant = [each for each in await meanings_of(engine, caller, first_steps(trace)) if each.meant and told]
    return await page(request, "editors_turn.html", caller, turn=turn, meanings=meant, told=told)


@router.get("/editors/compare")
async def before_comparing(request: Request, caller: Editor) -> HTMLResponse:
    return await _comparing(request, caller, "", "", [])


@router.post("/editors/compare")
async def compare(
    request: Request,
    caller: Editor,
    question: Annotated[str, Form(max_length=10_000)],
    settings: Annotated[str, Form(max_length=10_000)] = "",
) -> HTMLResponse:
    engine: Engine = request.app.state.engine
    found = await unless_they_leave(request, side_by_side(engine, caller, question, parsed(settings)))
    sides = [
        {
            "said": of_reply(side.reply),
            "reply": as_json(side.reply),
            "meanings": [each for each in await meanings_of(engine, caller, side.steps) if each.meant],
        }
        for side in found
    ]
    return await _comparing(request, caller, question, settings, sides)


async def _comparing(
    request: Request, caller: Editor, question: str, settings: str, sides: list[dict[str, object]]
) -> HTMLResponse:
    return await page(
        request,
        "editors_compare.html",
        caller,
        question=question,
        settings=settings,
        sides=sides,
        choosable=choosable(),
    )
