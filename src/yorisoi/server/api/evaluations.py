"""`/api/evaluations`: how good the answers are, for administrators; of runs, what their access groups open."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile

from yorisoi.server.api.events import AS_EVENTS, Told, events, wants_events
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.evaluating import Kind, Reader, Working, evaluate, kept, one
from yorisoi.server.identity import Administrator, Caller
from yorisoi.server.leaving import unless_they_leave
from yorisoi.settings import Settings

router = APIRouter(prefix="/api/evaluations", tags=["Evaluations"])


@router.get("", summary="The runs that are kept, newest first, with their figures")
async def list_runs(request: Request, caller: Administrator) -> dict[str, Any]:
    reader = await _reader(request, caller)
    return {"evaluations": await asyncio.to_thread(kept, _settings(request).home, reader)}


@router.get("/{name}", summary="One run with its report")
async def one_run(name: str, request: Request, caller: Administrator) -> dict[str, Any]:
    return await asyncio.to_thread(one, _settings(request).home, name, await _reader(request, caller))


async def _reader(request: Request, caller: Caller) -> Reader:
    engine: Engine = request.app.state.engine
    pages = await engine.workspace.store.documents.listed(caller.within, limit=None)
    return Reader(caller.groups, {page.source for page in pages})


@router.post("", summary="Measure with a file; told second by second where events are accepted", responses=AS_EVENTS)
async def start(
    request: Request,
    caller: Administrator,
    kind: Annotated[Kind, Form(description="As in `yorisoi eval KIND`.")],
    file: Annotated[UploadFile, File(description="What `yorisoi eval` reads, JSON Lines or CSV.")],
    limit: Annotated[int | None, Form(ge=1, description="Only the first so many.")] = None,
) -> Any:
    what = {"kind": kind, "file": file.filename, "limit": limit}
    await request.app.state.accounts.note(caller.user, "evaluation", what)
    measuring = _measuring(request, kind, file, limit)
    if wants_events(request):
        return await events(request, measuring)

    async def last() -> Any:
        async with aclosing(measuring):
            return [told async for _, told in measuring][-1]

    return await unless_they_leave(request, last())


async def _measuring(request: Request, kind: Kind, file: UploadFile, limit: int | None) -> AsyncGenerator[Told, None]:
    """One at a time: a second one would slow down both, and everybody's turns."""
    engine: Engine = request.app.state.engine
    if engine.evaluating.locked():
        raise Refused("conflict", detail="another evaluation is under way")
    async with engine.evaluating:
        with TemporaryDirectory(prefix="yorisoi-") as beneath:
            data = Path(beneath, Path(file.filename or "").name or "data.jsonl")
            try:
                await asyncio.to_thread(data.write_bytes, await file.read())
            except (OSError, ValueError) as error:
                raise Refused("invalid", param="file", detail=f"{file.filename!r} cannot be a file's name") from error
            async with aclosing(evaluate(_settings(request), kind, data, limit)) as told:
                async for each in told:
                    yield ("working", asdict(each)) if isinstance(each, Working) else ("report", each)


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings
