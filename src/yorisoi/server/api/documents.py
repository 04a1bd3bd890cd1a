"""`/api/documents`, `/api/passages`: what there is to read, for whom."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, UploadFile

from yorisoi.documents.report import FileDone
from yorisoi.server.api.events import AS_EVENTS, Told, events, wants_events
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller, Editor, SignedIn
from yorisoi.server.leaving import unless_they_leave
from yorisoi.server.uploading import FOLDER, Groups, Name, SentFile, noted, upload, withdraw
from yorisoi.tracing import plain
from yorisoi.types import UNDETERMINED, Document, Filter, Passage

router = APIRouter(prefix="/api", tags=["Documents"])


@router.get("/documents", summary="Documents that you may read, by source")
async def list_documents(
    request: Request,
    caller: SignedIn,
    under: Annotated[str, Query(description="Only this document, or those of this file or folder.")] = "",
    after: Annotated[str, Query(description="Only those behind this source.")] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> dict[str, Any]:
    documents = _engine(request).workspace.store.documents
    within = Filter(groups=caller.groups, sources=(under,) if under else ())
    found = await documents.listed(within, after=after, limit=limit)
    return {"documents": [_row(page) for page in found]}


@router.get("/documents/{source:path}", summary="One document with its passages")
async def one_document(source: str, request: Request, caller: SignedIn) -> dict[str, Any]:
    page, passages = await page_of(_engine(request), caller, source)
    return {**_row(page), "passages": [_passage(each) for each in passages]}


@router.post("/documents", summary="Take files in; told file by file where events are accepted", responses=AS_EVENTS)
async def send(
    request: Request,
    caller: Editor,
    files: Annotated[list[UploadFile], File(description="A file's name may have folders in it.")],
    folder: Annotated[Name, Form(description="What the files are known below.")] = FOLDER,
    group: Annotated[Groups, Form(description="Who may read pages that do not say so themselves.")] = [],  # noqa: B006
) -> Any:
    sent = [SentFile(file.filename or "", file.file) for file in files]
    await request.app.state.accounts.note(caller.user, "upload", noted(sent, folder, group))
    taking = _taking(_engine(request), caller, sent, folder, frozenset(filter(None, group)))
    if wants_events(request):
        return await events(request, taking)

    async def last() -> Any:
        async with aclosing(taking):
            return [told async for _, told in taking][-1]

    return await unless_they_leave(request, last())


@router.delete("/documents/{source:path}", summary="Remove a document, or those of a file or folder")
async def remove(source: str, request: Request, caller: Editor) -> dict[str, Any]:
    removed = await withdraw(_engine(request), caller, source)
    await request.app.state.accounts.note(caller.user, "remove documents", {"source": source, "removed": removed})
    return {"removed": removed}


@router.get("/passages/{passage_id}", summary="What a citation points to, with the passages around it")
async def passage(
    passage_id: Annotated[int, "The `passage_id` of a citation or a hit."],
    request: Request,
    caller: SignedIn,
    around: Annotated[int, Query(ge=0, le=1000)] = 1,
) -> dict[str, Any]:
    passages = await around_passage(_engine(request), caller, passage_id, around)
    return {**_row(passages[0].document), "passages": [_passage(each) for each in passages]}


async def page_of(engine: Engine, caller: Caller, source: str) -> tuple[Document, list[Passage]]:
    """A document and all its passages.  Raises Refused: there is none that the caller may read."""
    documents = engine.workspace.store.documents
    found = await documents.listed(Filter(groups=caller.groups, sources=(source,)), limit=1)
    if not found or found[0].source != source:
        raise Refused("not_found", detail=source)
    first = Passage(id=0, document=found[0], position=0, section=(), text="", language=UNDETERMINED)
    return found[0], await documents.neighbours(first, 0, 1_000_000)


async def around_passage(engine: Engine, caller: Caller, passage_id: int, around: int) -> list[Passage]:
    """A passage between its neighbours.  Raises Refused: there is none that the caller may read."""
    documents = engine.workspace.store.documents
    found = await documents.passages([passage_id], caller.within) if abs(passage_id) < 2**63 else []
    passages = await documents.neighbours(found[0], around, around) if found else []
    if not passages:
        raise Refused("not_found", detail=str(passage_id))
    return passages


async def _taking(
    engine: Engine, caller: Caller, sent: list[SentFile], folder: str, groups: frozenset[str]
) -> AsyncGenerator[Told, None]:
    taking = upload(engine, caller, sent, folder=folder, groups=groups)
    async with aclosing(taking):
        async for told in taking:
            yield ("file" if isinstance(told, FileDone) else "report", plain(told))


def _row(page: Document) -> dict[str, Any]:
    row: dict[str, Any] = plain(page)
    return row


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "id": passage.id,
        "position": passage.position,
        "section": list(passage.section),
        "text": passage.text,
        "language": passage.language,
    }


def _engine(request: Request) -> Engine:
    engine: Engine = request.app.state.engine
    return engine
