"""What a person makes of a turn: useful, wrong, a needless question, one that should have been asked."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from yorisoi.dialogue.feedback.events import give
from yorisoi.server.engine import Engine
from yorisoi.server.identity import SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import HEADERS, fragment, wants_part

router = APIRouter(route_class=PageRoute)
Kind = Literal["up", "down", "needless", "missed"]


@router.post("/feedback")
async def feedback(
    request: Request,
    caller: SignedIn,
    trace: Annotated[str, Form()],
    kind: Annotated[Kind, Form()],
    shared: Annotated[bool, Form()] = False,
) -> Response:
    engine: Engine = request.app.state.engine
    await engine.written_afterwards(caller.user)
    await give(engine.workspace.store, caller.user, trace, kind, at=datetime.now(UTC), shared=shared)
    if wants_part(request):
        can_share = kind == "down" and not shared and await _editors_would_see(engine, trace)
        values = {"kind": "shared" if shared else kind, "trace": trace, "can_share": can_share}
        return HTMLResponse(fragment(request, "_thanks.html", **values), headers=HEADERS)
    return RedirectResponse(request.headers.get("referer", "/"), 303)


async def _editors_would_see(engine: Engine, trace: str) -> bool:
    """What was answered from memory is not shown to editors, whatever its user says."""
    turn = await engine.workspace.store.log.turn(trace)
    return turn is not None and not turn.remembers
