"""Files into the store: only what changed, restartable at any point."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.draft import Draft, draft, without_vectors
from yorisoi.documents.report import FileDone, IngestReport, Tally
from yorisoi.documents.sources import Found, SourceFile, is_below, walk
from yorisoi.errors import DocumentError
from yorisoi.ports import DocumentStore, Embedder, NewDocument
from yorisoi.types import in_context

Vector = NDArray[np.float32]

_WITHOUT_VECTORS = 512
"""Passages stored in one transaction when nothing is embedded: half a second's work, and each waits for the disk."""


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
    an interruption loses the batch at hand, and the same call again does the rest.  What cannot be read is skipped
    with its reason, and the version stored earlier stays.  Rows that left a FAQ are removed with the change of their
    file; files that left a folder only with `prune`, and not when part of the folder could not be opened.

    Names in the store and what is left out of folders: see `sources.walk`.  Two ingests at once do the same work twice
    but end alike.  Raises ConfigError (a path that does not exist, two files of one name), EmbeddingMismatch, and what
    the store and the embedder raise.
    """
    found = await asyncio.to_thread(walk, list(paths))
    if embedder:
        await store.bind_embedding(embedder.name, embedder.dimension)
    run = _Run(store, embedder, config or DocumentsConfig(), on_progress or (lambda _: None), len(found.files))
    run.tally.skipped += found.unreadable
    stored = await store.hashes()
    owners = _owners(stored, {file.source for file in found.files})
    for file in found.files:
        await run.take(file, stored, owners[file.source])
    await run.flush()
    if prune:
        await run.remove(_gone(owners[None], found))
    return run.tally.report()


def _owners(stored: Iterable[str], files: Collection[str]) -> defaultdict[str | None, set[str]]:
    """Stored sources by the file they came from; under None those whose file was not found."""
    owners: defaultdict[str | None, set[str]] = defaultdict(set)
    for source in stored:
        # Both file names and FAQ ids may hold a #.
        names = [source, *(source[:i] for i, char in enumerate(source) if char == "#")]
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
        embedder: Embedder | None,
        config: DocumentsConfig,
        on_progress: Callable[[FileDone], None],
        total: int,
    ) -> None:
        self.tally = Tally()
        self._store = store
        self._embedder = embedder
        self._config = config
        self._together = config.batch_passages if embedder else max(config.batch_passages, _WITHOUT_VECTORS)
        self._on_progress = on_progress
        self._total = total
        self._done = 0
        self._drafts: list[Draft] = []

    async def take(self, file: SourceFile, stored: Mapping[str, str], owned: set[str]) -> None:
        """Read a file; store the batch when it is full."""
        embedded = self._embedder is not None
        try:
            found = await asyncio.to_thread(draft, file, stored, owned, self._config, self.tally, embedded=embedded)
        except DocumentError as error:
            path = str(file.path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            self.tally.skipped.append((path, str(error)))
            self._tell(file, "skipped", reason=str(error))
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
        for batch in _batches(documents, self._together):
            vectors = await self._vectors(batch)
            with self.tally.timed("store"):
                await self._store.put([_embedded(document, vectors) for document in batch])
            self.tally.documents += len(batch)
            self.tally.passages += sum(len(document.passages) for document in batch)
        drafts, self._drafts = self._drafts, []
        for each in drafts:
            await self._finish(each)

    async def remove(self, sources: Collection[str]) -> None:
        if sources:
            with self.tally.timed("store"):
                self.tally.removed += await self._store.remove(sorted(sources))

    async def _finish(self, found: Draft) -> None:
        # After the put and not before: a row is rather there twice for a moment than not at all.
        await self.remove(found.stale)
        self.tally.unchanged += found.unchanged
        passages = sum(len(document.passages) for document in found.changed)
        self._tell(found.file, "stored" if found.changed or found.stale else "unchanged", passages=passages)

    async def _vectors(self, documents: Sequence[NewDocument]) -> dict[str, Vector]:
        """The vectors by context hash: the store's, and for texts that it does not know the embedder's."""
        texts = {
            passage.context_hash: in_context(document.title, passage.section, passage.text)
            for document in documents
            for passage in document.passages
        }
        with self.tally.timed("store"):
            vectors = await self._store.vectors(list(texts))
        missing = [context_hash for context_hash in texts if context_hash not in vectors]
        if self._embedder is None:
            return vectors
        with self.tally.timed("embed"):
            for start in range(0, len(missing), self._config.batch_passages):
                hashes = missing[start : start + self._config.batch_passages]
                rows = await self._embedder.embed_passages([texts[context_hash] for context_hash in hashes])
                vectors |= dict(zip(hashes, rows, strict=True))
        return vectors

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


def _batches(documents: Sequence[NewDocument], passages: int) -> Iterable[list[NewDocument]]:
    """The documents in lists that end with the one that brings them to that many passages."""
    batch: list[NewDocument] = []
    for document in documents:
        batch.append(document)
        if sum(len(each.passages) for each in batch) >= passages:
            yield batch
            batch = []
    if batch:
        yield batch


def _embedded(document: NewDocument, vectors: Mapping[str, Vector]) -> NewDocument:
    passages = tuple(replace(passage, vector=vectors.get(passage.context_hash)) for passage in document.passages)
    complete = all(passage.vector is not None for passage in passages)
    content_hash = document.content_hash if complete else without_vectors(document.content_hash)
    return replace(document, passages=passages, content_hash=content_hash)
