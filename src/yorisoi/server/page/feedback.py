"""What a person makes of a turn: useful, wrong, a needless question, one that should have been asked."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from yorisoi.dialogue.feedback.events import give
from yorisoi.errors import StoreError
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import HEADERS, fragment, wants_part

router = APIRouter(route_class=PageRoute)
Kind = Literal["up", "down", "needless", "missed"]
_TRIES, _BETWEEN_S = 20, 0.1
"""A turn's trace is written after the reply: whoever clicks at once waits two seconds at most."""


@router.post("/feedback")
async def feedback(
    request: Request, caller: SignedIn, trace: Annotated[str, Form()], kind: Annotated[Kind, Form()]
) -> Response:
    engine: Engine = request.app.state.engine
    await trace_of(engine, caller, trace)
    await give(engine.workspace.store, caller.user, trace, kind, at=datetime.now(UTC))
    if wants_part(request):
        return HTMLResponse(fragment(request, "_thanks.html", kind=kind), headers=HEADERS)
    return RedirectResponse(request.headers.get("referer", "/"), 303)


async def trace_of(engine: Engine, caller: Caller, trace_id: str) -> dict[str, Any]:
    """The trace of one of the caller's turns, when it is written.  Raises StoreError: there is none."""
    for _ in range(_TRIES):
        try:
            return await engine.workspace.store.traces.load(trace_id, caller.user)
        except StoreError:
            await asyncio.sleep(_BETWEEN_S)
    return await engine.workspace.store.traces.load(trace_id, caller.user)
