"""The documents: what there is and who may read it; for editors, taking in by dropping files, and removing."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from yorisoi.documents.load import KNOWN_EXTENSIONS
from yorisoi.documents.report import FileDone, IngestReport
from yorisoi.errors import YorisoiError
from yorisoi.server.documents import FOLDER, listed, remove, take_in
from yorisoi.server.engine import Engine
from yorisoi.server.errors import of_error, said
from yorisoi.server.identity import Editor, SignedIn
from yorisoi.server.page.events import event, wants_events
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import HEADERS, fragment, page, reader, wants_part

router = APIRouter(route_class=PageRoute)
_A_PAGE = 100
"""Documents on one."""


@router.get("/documents")
async def documents(request: Request, caller: SignedIn, find: str = "", start: int = 0) -> HTMLResponse:
    found = await listed(request.app.state.engine, caller, find)
    start = max(0, start)
    values: dict[str, Any] = {
        "shown": found[start : start + _A_PAGE],
        "total": len(found),
        "before": max(0, start - _A_PAGE) if start else None,
        "after": start + _A_PAGE if start + _A_PAGE < len(found) else None,
        "find": find,
    }
    if wants_part(request):
        return HTMLResponse(fragment(request, "_documents.html", caller=caller, **values), headers=HEADERS)
    extensions = sorted(KNOWN_EXTENSIONS)
    return page(request, "documents.html", caller, folder=FOLDER, extensions=extensions, **values)


@router.post("/documents")
async def upload(
    request: Request,
    caller: Editor,
    files: list[UploadFile],
    folder: Annotated[str, Form()] = FOLDER,
    readers: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Files taken in: as events for the page's script, or as a page when it is done."""
    engine: Engine = request.app.state.engine
    named = [(file.filename or "", file.file) for file in files]
    work = take_in(engine, caller, named, folder=folder, readers=frozenset(readers or ()))
    if wants_events(request):
        return StreamingResponse(_events(request, work), 200, HEADERS, "text/event-stream")
    async with aclosing(work) as told:
        seen = [each async for each in told]
    done = [each for each in seen if isinstance(each, FileDone)]
    return page(request, "taken.html", caller, done=done, report=seen[-1])


async def _events(request: Request, work: AsyncGenerator[FileDone | IngestReport, None]) -> AsyncIterator[str]:
    """`file` for each with how far it is, then `report`, or `problem`."""
    try:
        async with aclosing(work) as told:
            async for each in told:
                if isinstance(each, FileDone):
                    html = fragment(request, "_file_done.html", file=each)
                    yield event("file", {"html": html, "done": each.done, "total": each.total})
                else:
                    yield event("report", {"html": fragment(request, "_report.html", report=each)})
    except YorisoiError as error:
        yield event("problem", said(of_error(error), reader(request).language)["error"]["message"])


@router.post("/documents/remove")
async def removal(request: Request, caller: Editor, source: Annotated[str, Form()]) -> RedirectResponse:
    await remove(request.app.state.engine, caller, [source])
    return RedirectResponse("/documents", 303)
