"""The documents that a caller may read: listed, taken in with progress, removed."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncGenerator, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from yorisoi.document_ports import Listed
from yorisoi.documents import ingest
from yorisoi.documents.report import FileDone, IngestReport
from yorisoi.language import normal_form
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller
from yorisoi.types import UserId

FOLDER = "uploads"
"""Where a file is put that comes without a folder."""
_EVERYBODY = UserId("")
"""Whose lock all uploads share: reading files takes the machine's cores anyway."""
_NOT_YOURS = "a page of this name is there already and is not open to you"


async def listed(engine: Engine, caller: Caller, find: str = "") -> list[Listed]:
    """What the caller may read, in order of source; with `find` what has all its words in title or source."""
    words = normal_form(find).split()
    found = await engine.workspace.store.documents.listed(caller.groups)
    return [each for each in found if all(word in _name(each) for word in words)] if words else found


async def remove(engine: Engine, caller: Caller, sources: Iterable[str]) -> int:
    """Remove documents that the caller may read; returns how many there were."""
    readable = {each.document.source for each in await listed(engine, caller)}
    gone = await engine.workspace.store.documents.remove(readable & set(sources))
    await _index(engine)
    return gone


async def take_in(
    engine: Engine,
    caller: Caller,
    files: Sequence[tuple[str, BinaryIO]],
    *,
    folder: str = FOLDER,
    readers: frozenset[str] = frozenset(),
) -> AsyncGenerator[FileDone | IngestReport, None]:
    """Take in files, each with its path as the client names it; tells every file as it is stored, then the report.

    Documents are named below `folder`, and those that do not name their readers themselves are for `readers`, groups
    of the caller's.  A document that the caller may not read is not replaced.  Raises Refused: a group that is not the
    caller's.
    """
    if not readers <= caller.groups:
        raise Refused("invalid", param="readers", detail=", ".join(sorted(readers - caller.groups)))
    workspace = engine.workspace
    done: asyncio.Queue[FileDone | None] = asyncio.Queue()
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / (_parts(folder) or [FOLDER])[-1]
        refused = await asyncio.to_thread(_lay_out, root, files, await _hidden(engine, caller))
        async with engine.lock(_EVERYBODY, "documents"):
            work = ingest(
                [root],
                store=workspace.store.documents,
                embedder=workspace.embedder,
                config=workspace.settings.documents,
                readers=readers,
                on_progress=done.put_nowait,
            )
            task = asyncio.create_task(work)
            task.add_done_callback(lambda _: done.put_nowait(None))
            try:
                for each in refused:
                    yield FileDone(source=each, outcome="skipped", done=0, total=len(files), reason=_NOT_YOURS)
                while (file := await done.get()) is not None:
                    yield file
                report = await task
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            await _index(engine)
        yield report


async def _index(engine: Engine) -> None:
    workspace = engine.workspace
    await catch_up(workspace.store.documents, workspace.index)
    if workspace.searcher.follow_up:
        await workspace.searcher.follow_up.catch_up(workspace.store.documents, workspace.index)


async def _hidden(engine: Engine, caller: Caller) -> frozenset[str]:
    """Files of which something is stored that the caller may not read."""
    readable = {each.document.source for each in await listed(engine, caller)}
    stored = await engine.workspace.store.documents.hashes()
    return frozenset(part for source in stored.keys() - readable for part in (source, source.rpartition("#")[0]))


def _lay_out(root: Path, files: Sequence[tuple[str, BinaryIO]], hidden: frozenset[str]) -> list[str]:
    """Write the files below the root; returns the sources of those that are left out because they are hidden."""
    root.mkdir()
    refused = []
    for name, content in files:
        parts = _parts(name)
        if not parts:
            continue
        if (source := "/".join((root.name, *parts))) in hidden:
            refused.append(source)
            continue
        path = root.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            shutil.copyfileobj(content, file)
    return refused


def _parts(name: str) -> list[str]:
    """The folders and the name of a client's path, without what would lead elsewhere.

    >>> _parts("../../etc/passwd"), _parts("C:\\\\docs\\\\a.md"), _parts("a/./b.md")
    (['etc', 'passwd'], ['C:', 'docs', 'a.md'], ['a', 'b.md'])
    """
    parts = PurePosixPath(name.replace("\\", "/").replace("\0", "")).parts
    return [part for part in parts if part not in ("/", "//", ".", "..")]


def _name(each: Listed) -> str:
    return normal_form(f"{each.document.title} {each.document.source}")
