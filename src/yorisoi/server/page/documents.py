"""The documents: what there is and who may read it; for editors, taking in by dropping files, and removing."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from yorisoi.documents.load import KNOWN_EXTENSIONS
from yorisoi.documents.report import FileDone
from yorisoi.language import normal_form
from yorisoi.server.api import documents as api
from yorisoi.server.api.events import Told, events, wants_events
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, Editor, SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.finding import Sought, words_of
from yorisoi.server.page.rendering import HEADERS, fragment, page, wants_part
from yorisoi.server.uploading import FOLDER, Groups, Name, SentFile, noted, upload
from yorisoi.types import Document

router = APIRouter(route_class=PageRoute)
_A_PAGE = 100
"""Documents on one."""


@router.get("/documents")
async def documents(request: Request, caller: SignedIn, find: Sought = "", start: int = 0) -> HTMLResponse:
    found = await _found(request.app.state.engine, caller, find)
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
    return await page(request, "documents.html", caller, folder=FOLDER, extensions=extensions, **values)


async def _found(engine: Engine, caller: Caller, find: str) -> list[Document]:
    """What the caller may read, with all the words in its title or source."""
    words = words_of(find)
    readable = await engine.workspace.store.documents.listed(caller.within, limit=None)
    return await asyncio.to_thread(_named, readable, words) if words else readable


def _named(documents: Sequence[Document], words: Sequence[str]) -> list[Document]:
    named = [(each, normal_form(f"{each.title} {each.source}")) for each in documents]
    return [each for each, name in named if all(word in name for word in words)]


@router.get("/documents/page")
async def one(request: Request, caller: SignedIn, source: str) -> HTMLResponse:
    """A document with its passages.  Raises Refused: there is none for this caller."""
    document, passages = await api.page_of(request.app.state.engine, caller, source)
    shown = [(each, [(each.text, False)]) for each in passages]
    return await page(request, "passage.html", caller, document=document, cited=None, passages=shown)


@router.post("/documents")
async def send(
    request: Request,
    caller: Editor,
    files: list[UploadFile],
    folder: Annotated[Name, Form()] = FOLDER,
    readers: Annotated[Groups | None, Form()] = None,
) -> Response:
    """Files taken in: as events for the page's script, or as a page when it is done."""
    engine: Engine = request.app.state.engine
    sent = [SentFile(file.filename or "", file.file) for file in files]
    await request.app.state.accounts.note(caller.user, "upload", noted(sent, folder, readers or []))
    taking = upload(engine, caller, sent, folder=folder or FOLDER, groups=frozenset(readers or ()))
    if wants_events(request):
        return await events(request, _told(request, taking))
    async with aclosing(taking) as told:
        *done, report = [each async for each in told]
    return await page(request, "taken.html", caller, done=done, report=report)


async def _told(request: Request, taking: AsyncGenerator[Any, None]) -> AsyncGenerator[Told, None]:
    """`file` for each with how far it is, then `report`: the HTML that says so."""
    async with aclosing(taking) as told:
        async for each in told:
            if isinstance(each, FileDone):
                html = fragment(request, "_file_done.html", file=each)
                yield "file", {"html": html, "done": each.done, "total": each.total}
            else:
                yield "report", {"html": fragment(request, "_report.html", report=each)}


@router.post("/documents/remove")
async def remove(request: Request, caller: Editor, source: Annotated[str, Form()]) -> RedirectResponse:
    await api.remove(source, request, caller)
    return RedirectResponse("/documents", 303)
