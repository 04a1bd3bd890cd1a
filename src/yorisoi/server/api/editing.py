"""`/api/review`, `/api/compare`: what to write next, and two settings side by side, for editors."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from yorisoi.log_ports import LoggedTurn
from yorisoi.server.api.conversing import as_json
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Editor
from yorisoi.server.leaving import unless_they_leave
from yorisoi.server.reviewing import opened, review
from yorisoi.server.side_by_side import side_by_side
from yorisoi.tracing import plain

router = APIRouter(prefix="/api", tags=["Editing"])
Days = Annotated[int, Query(ge=1, le=3650)]


class Compared(BaseModel):
    """A question, and the settings of the other side."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "夏季休暇は何日ですか", "settings": {"search.fusion": "rank"}}]},
    )

    question: str
    settings: Annotated[dict[str, str], Field(max_length=50)]


@router.get("/review", summary="Where people were left without a good answer, as far as you may see it")
async def look_back(request: Request, caller: Editor, days: Days = 90) -> dict[str, Any]:
    found = await unless_they_leave(request, review(request.app.state.engine, caller, days))
    rows: dict[str, Any] = plain(found)
    return {**rows, "wrong": [shown(turn, caller.user) for turn in found.wrong]}


@router.get("/review/{trace_id}", summary="One turn that its user lets editors see")
async def open_turn(trace_id: str, request: Request, caller: Editor) -> dict[str, Any]:
    turn, _ = await opened(request.app.state.engine, caller, trace_id)
    return shown(turn, caller.user)


@router.post("/compare", summary="The same question with two settings; nothing is kept")
async def compare(asked: Compared, request: Request, caller: Editor) -> dict[str, Any]:
    engine: Engine = request.app.state.engine
    sides = await unless_they_leave(request, side_by_side(engine, caller, asked.question, asked.settings))
    return {name: as_json(side.reply) for name, side in zip("ab", sides, strict=True)}


def shown(turn: LoggedTurn, own: str) -> dict[str, Any]:
    """A turn without who said it, and in which conversation, unless it is one's own."""
    row: dict[str, Any] = plain(turn)
    return row if turn.user == own else {**row, "user": None, "groups": None, "session": None}
