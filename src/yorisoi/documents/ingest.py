"""Files into the store: only what changed, restartable at any point."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal

from yorisoi.documents.binding import bind
from yorisoi.documents.box import Box
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.draft import Draft, draft
from yorisoi.documents.report import FileDone, IngestReport, Tally
from yorisoi.documents.sources import AS_A_ROW, Found, SourceFile, is_below, walk
from yorisoi.documents.storing import put_embedded
from yorisoi.errors import AccessUnclear, DocumentError, WithoutText
from yorisoi.ports import DocumentStore, Embedder

_AHEAD = 2
"""Files a child that are read while others are embedded and stored."""
_WITHOUT_VECTORS = 8
"""Times as many passages in a transaction when nothing is embedded: half a second of work each."""


async def ingest(
    paths: Iterable[str | Path],
    *,
    store: DocumentStore,
    embedder: Embedder | None,
    config: DocumentsConfig | None = None,
    prune: bool = False,
    on_progress: Callable[[FileDone], None] | None = None,
) -> IngestReport:
    """Store the documents of files and folders; what is stored already is not read, embedded or stored again.

    Documents go into the store in small transactions, whole, and nothing is reported before its transaction returned:
    an interruption loses the batch at hand, and the same call again does the rest.  What cannot be read, or only beyond
    the limits of time, memory and size, is skipped with its reason, and the version stored earlier stays, unless it
    cannot be told any more who may read it (as when it is encrypted), or whose page it is of two files.  What was read
    and holds no text is skipped with a word as well, and its text of before is taken out.  Rows that left a FAQ are
    removed with the change of their file; files that left a folder only with `prune`, and not when part of the folder
    could not be opened.

    Names in the store and what is left out of folders: see `sources.walk`.  Two ingests at once do the same work twice
    but end alike; what another one has stored or removed since this one began is left as it is.  Raises ConfigError (a
    path that does not exist, two files of one name), EmbeddingMismatch, and what the store and the embedder raise.
    """
    config = config or DocumentsConfig()
    found = await asyncio.to_thread(walk, list(paths), follow_links=config.follow_links)
    if embedder:
        await bind(store, embedder)
    stored = await store.hashes()
    run = _Run(store, stored, embedder, config, on_progress or (lambda _: None), len(found.files))
    run.tally.skipped += [*found.unreadable, *found.left_out]
    owners = _owners(stored, {*found.unclear, *(file.source for file in found.files)})
    with closing(Box(len(found.files))) as box:
        async for file, drafted in run.drafts(found.files, owners, box):
            await run.take(file, drafted, owners[file.source])
    await run.flush()
    await run.remove([each for source in found.unclear for each in owners[source]], over=None)
    if prune:
        await run.remove(_gone(owners[None], found), over=stored)
    return run.tally.report()


def _owners(stored: Iterable[str], files: Collection[str]) -> defaultdict[str | None, set[str]]:
    """Stored sources by the file they came from; under None those whose file was not found."""
    owners: defaultdict[str | None, set[str]] = defaultdict(set)
    for source in stored:
        # File names and FAQ ids may hold a #; only tables have rows.
        tables = (source[: each.end() - 1] for each in AS_A_ROW.finditer(source))
        names = [source, *tables]
        owners[next((name for name in names if name in files), None)].add(source)
    return owners


def _gone(sources: Iterable[str], found: Found) -> list[str]:
    unknown = [folder for folder, _ in found.unreadable]
    return [
        source
        for source in sources
        if any(is_below(source, folder) for folder in found.folders)
        and not any(is_below(source, folder) for folder in unknown)
    ]


class _Run:
    """One ingest: drafts are gathered until they make a batch."""

    def __init__(
        self,
        store: DocumentStore,
        stored: Mapping[str, str],
        embedder: Embedder | None,
        config: DocumentsConfig,
        on_progress: Callable[[FileDone], None],
        total: int,
    ) -> None:
        self.tally = Tally()
        self._store = store
        self._stored = stored
        """Source -> content hash, as it was when this began."""
        self._embedder = embedder
        self._config = config
        self._together = config.batch_passages * (1 if embedder else _WITHOUT_VECTORS)
        self._on_progress = on_progress
        self._total = total
        self._done = 0
        self._drafts: list[Draft] = []

    async def drafts(
        self, files: Iterable[SourceFile], owners: Mapping[str | None, set[str]], box: Box
    ) -> AsyncIterator[tuple[SourceFile, Draft | DocumentError]]:
        """Each file with what has to change for it, in order; the next few are read meanwhile."""
        loop = asyncio.get_running_loop()
        coming: deque[tuple[SourceFile, asyncio.Future[Draft | DocumentError]]] = deque()
        for file in files:
            coming.append((file, loop.run_in_executor(box.threads, self._draft, file, owners, box)))
            if len(coming) > _AHEAD * box.children:
                first, drafted = coming.popleft()
                yield first, await drafted
        for last, drafted in coming:
            yield last, await drafted

    def _draft(self, file: SourceFile, owners: Mapping[str | None, set[str]], box: Box) -> Draft | DocumentError:
        try:
            owned, embedded = owners.get(file.source, set()), self._embedder is not None
            return draft(file, self._stored, owned, self._config, self.tally, box, embedded=embedded)
        except DocumentError as error:
            return error

    async def take(self, file: SourceFile, found: Draft | DocumentError, owned: set[str]) -> None:
        """Store the batch when this file fills it; `owned` are the stored sources that came from the file."""
        if isinstance(found, DocumentError):
            reason = str(found)
            if owned and isinstance(found, AccessUnclear):
                await self.remove(owned, over=None)  # whoever stored it: what may be closed is not shown
                reason += "; what was stored of it is withdrawn"
            elif isinstance(found, WithoutText) and await self.remove(owned, over=self._stored):
                reason += "; its text of before is taken out"
            self._skip(file, reason)
            return
        if not found.changed:
            await self._finish(found)
            return
        self._drafts.append(found)
        if sum(len(document.passages) for each in self._drafts for document in each.changed) >= self._together:
            await self.flush()

    async def flush(self) -> None:
        """Embed and store the drafts at hand, then say so."""
        documents = [document for each in self._drafts for document in each.changed]
        left = await put_embedded(
            documents,
            store=self._store,
            embedder=self._embedder,
            batch_passages=self._together,
            tally=self.tally,
            over=self._stored,
        )
        drafts, self._drafts = self._drafts, []
        for each in drafts:
            if left.isdisjoint(document.source for document in each.changed):
                await self._finish(each)
            else:
                self._skip(each.file, "was stored or removed by somebody else meanwhile; take it in again")

    async def remove(self, sources: Collection[str], *, over: Mapping[str, str] | None) -> int:
        removed = 0
        if sources:
            with self.tally.timed("store"):
                removed = await self._store.remove(sorted(sources), over=over)
        self.tally.removed += removed
        return removed

    async def _finish(self, found: Draft) -> None:
        # After the put and not before: a row is rather there twice for a moment than not at all.
        await self.remove(found.stale, over=self._stored)
        self.tally.unchanged += found.unchanged
        if found.changed:
            self.tally.notices += [(found.file.source, notice) for notice in found.notices]
            self.tally.open_rows += [(found.file.source, found.open_rows)] if found.open_rows else []
        passages = sum(len(document.passages) for document in found.changed)
        self._tell(found.file, "stored" if found.changed or found.stale else "unchanged", passages=passages)

    def _skip(self, file: SourceFile, reason: str) -> None:
        path = str(file.path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        self.tally.skipped.append((path, reason))
        self._tell(file, "skipped", reason=reason)

    def _tell(
        self,
        file: SourceFile,
        outcome: Literal["stored", "unchanged", "skipped"],
        *,
        passages: int = 0,
        reason: str | None = None,
    ) -> None:
        self._done += 1
        said = FileDone(
            source=file.source, outcome=outcome, done=self._done, total=self._total, passages=passages, reason=reason
        )
        self._on_progress(said)
