"""Files that are sent, into the store: by the same ingest as files of a folder."""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, BinaryIO, cast

from pydantic import Field

from yorisoi.documents import ingest
from yorisoi.documents.report import FileDone, IngestReport
from yorisoi.documents.sources import passed_over, walk
from yorisoi.errors import ConfigError
from yorisoi.normalization import normalized
from yorisoi.ports import DocumentStore, NewDocument
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller
from yorisoi.types import Document, Filter, group_names

FOLDER = "uploads"
"""What files are known below when no folder is named."""
_DEEPEST, LONGEST_NAME = 50, 1_000
"""Folders and characters of a name."""
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Groups = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=50)]
"""What an upload says besides its files: it is kept with each page, and looked at by all who come."""


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file as it was sent; `name` may have folders in it, as browsers send a folder's files."""

    name: str
    content: BinaryIO


async def upload(
    engine: Engine,
    caller: Caller,
    files: Sequence[SentFile],
    *,
    folder: str = FOLDER,
    groups: frozenset[str] = frozenset(),
) -> AsyncGenerator[FileDone | IngestReport, None]:
    """Take the files in, known as `folder/name`; gives each file that is done, then the report, when they can be found.

    Pages that name no readers of their own are for `groups`, or for everyone where there are none, whoever read them
    before.  One upload works at a time.  Closing the iterator ends it: what was told as done is kept.  Raises
    ConfigError (a name that is none, nothing sent, a group of blanks), Refused (a name that belongs to a document that
    the caller may not read), and what ingest raises.
    """
    if not files:
        raise ConfigError("no files were sent")
    if not all(map(str.strip, groups)):
        raise ConfigError("a group without a name: say who may read the pages, or nothing")
    told: asyncio.Queue[FileDone | IngestReport | None] = asyncio.Queue()

    async def take() -> None:
        workspace = engine.workspace
        async with engine.uploading:
            with TemporaryDirectory(prefix="yorisoi-") as beneath:
                root = Path(beneath, *_parts(folder))
                written = await asyncio.to_thread(_write, files, root)
                # Ingest names files below the last folder of a path, so the first part is what it is given.
                given = Path(beneath, _parts(folder)[0])
                found = walk([given])
                named = [*(file.source for file in found.files), *found.unclear]
                known = await _not_anothers(workspace.store.documents, caller, named)
                left_out = passed_over(written, found, Path(beneath))
                try:
                    report = await ingest(
                        [given],
                        store=cast(DocumentStore, _ForReaders(workspace.store.documents, groups, known)),
                        embedder=workspace.embedder,
                        config=workspace.settings.documents,
                        on_progress=told.put_nowait,
                    )
                finally:  # what was withdrawn before it ended early is to be in no file either
                    await workspace.searcher.catch_up()
        for done, (source, reason) in enumerate((*found.left_out, *left_out), start=len(found.files) + 1):
            told.put_nowait(FileDone(source=source, outcome="skipped", done=done, total=len(files), reason=reason))
        # Files have their names in the store, not where they lay for a moment.
        below = f"{Path(beneath).as_posix()}/"
        skipped = [(path.replace(os.sep, "/").removeprefix(below), reason) for path, reason in report.skipped]
        open_rows = () if groups else report.open_rows
        told.put_nowait(replace(report, skipped=(*skipped, *left_out), open_rows=open_rows))

    task = asyncio.create_task(take())
    task.add_done_callback(lambda _: told.put_nowait(None))
    try:
        while (each := await told.get()) is not None:
            yield each
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def withdraw(engine: Engine, caller: Caller, source: str) -> int:
    """Remove what the caller may read of a document, or of a file's or folder's documents; returns how many those were.

    What is stored anew meanwhile, for others perhaps, stays.  Raises Refused: there is nothing of that name for this
    caller."""
    documents = engine.workspace.store.documents
    within = Filter(groups=caller.groups, sources=(source,))
    async with engine.uploading:
        stored = await documents.hashes()  # looked at first: what is stored in between is another by its hash
        found = [page.source for page in await documents.listed(within, limit=None)]
        if not found:
            raise Refused("not_found", detail=source)
        removed = await documents.remove(found, over=stored)
    await engine.workspace.searcher.catch_up()
    return removed


def noted(files: Sequence[SentFile], folder: str, groups: Sequence[str]) -> dict[str, Any]:
    """What the log of who did what holds of an upload."""
    return {"folder": folder, "files": [file.name[:LONGEST_NAME] for file in files], "groups": list(groups)}


def _write(files: Sequence[SentFile], root: Path) -> list[Path]:
    """The files below `root`, where they are now."""
    written: list[Path] = []
    for file in files:
        # As the store will know it: what a name is written with must not make two of one.
        path = root.joinpath(*_parts(normalized("NFC", file.name)))
        try:
            if path.exists():
                raise ConfigError(f"{file.name} was sent twice")
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as out:
                shutil.copyfileobj(file.content, out)
        except (OSError, ValueError) as error:
            raise ConfigError(f"{file.name!r} cannot be the name of a file, or that of a folder above it") from error
        written.append(path)
    return written


def _parts(name: str) -> tuple[str, ...]:
    """Folders and file of a name, which stay below wherever they are put.  Raises ConfigError."""
    # Not by `parts` of a path: of //etc/x the first is "//", from which a join would start anew.
    parts = tuple(part for part in name.replace("\\", "/").split("/") if part)
    if not parts or any(part.startswith(".") or "\0" in part or Path(part).drive for part in parts):
        raise ConfigError(f"{name!r} cannot be the name of a file: it is empty or begins with a dot")
    if len(parts) > _DEEPEST or len(name) > LONGEST_NAME:
        raise ConfigError(f"{name[:60]!r}... cannot be the name of a file: it is too long")
    return parts


async def _not_anothers(documents: DocumentStore, caller: Caller, sources: Collection[str]) -> list[Document]:
    """What is stored under these names, as ingest gives them.  Raises Refused: the caller may not read all of it."""
    known = await documents.listed(Filter(groups=caller.groups, sources=tuple(sources)), limit=None)
    readable = {page.source for page in known}
    kept_from: set[str] = set()
    """Names of which something is stored that the caller may not read: of files too, of a row in them."""
    for name in (await documents.hashes()).keys() - readable:
        kept_from.add(name)
        kept_from.update(name[:at] for at, sign in enumerate(name) if sign == "#")
    for source in sources:
        if source in kept_from:
            raise Refused("conflict", detail=f"the name {source} is taken; choose another")
    return known


class _ForReaders:
    """What ingest needs of a store; pages that name no readers get these, or everyone where there are none."""

    def __init__(self, store: DocumentStore, groups: frozenset[str], known: Iterable[Document]) -> None:
        self._groups, self._store = group_names(groups), store
        self._stored: dict[str, str] = {}
        self._as_before = frozenset(page.source for page in known if page.groups == self._groups)
        self.bind_embedding, self.vectors = store.bind_embedding, store.vectors

    async def hashes(self, under: str = "") -> dict[str, str]:
        """What would get other readers does not count as stored already, even where its words are the same."""
        self._stored = await self._store.hashes(under)
        return {source: found if source in self._as_before else "" for source, found in self._stored.items()}

    async def put(self, documents: Sequence[NewDocument], *, over: Mapping[str, str] | None = None) -> frozenset[str]:
        pages = [replace(page, groups=page.groups or self._groups) for page in documents]
        return await self._store.put(pages, over=None if over is None else self._stored)

    async def remove(self, sources: Collection[str], *, over: Mapping[str, str] | None = None) -> int:
        return await self._store.remove(sources, over=None if over is None else self._stored)
