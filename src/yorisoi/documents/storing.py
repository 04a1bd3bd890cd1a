"""Drafted documents -> the store, with vectors, in small transactions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from yorisoi.documents.draft import without_vectors
from yorisoi.documents.report import Tally
from yorisoi.ports import DocumentStore, Embedder, NewDocument
from yorisoi.types import in_context

Vector = NDArray[np.float32]


async def put_embedded(
    documents: Sequence[NewDocument],
    *,
    store: DocumentStore,
    embedder: Embedder | None,
    batch_passages: int,
    tally: Tally,
    on_stored: Callable[[int], None] | None = None,
    over: Mapping[str, str] | None = None,
) -> frozenset[str]:
    """Embed and store the documents, in batches of whole ones that make one transaction each.

    A text that the store knows is not embedded again.  `on_stored` is told how many documents a transaction that
    returned has stored.  `over` and what is returned are as `DocumentStore.put` says.  Raises what
    the store and the embedder raise.
    """
    left: frozenset[str] = frozenset()
    for batch in _batches(documents, batch_passages):
        vectors = await _vectors(batch, store, embedder, batch_passages, tally)
        with tally.timed("store"):
            left |= await store.put([_embedded(document, vectors) for document in batch], over=over)
        stored = [document for document in batch if document.source not in left]
        tally.documents += len(stored)
        tally.passages += sum(len(document.passages) for document in stored)
        if on_stored:
            on_stored(len(stored))
    return left


async def _vectors(
    documents: Sequence[NewDocument], store: DocumentStore, embedder: Embedder | None, at_once: int, tally: Tally
) -> dict[str, Vector]:
    """The vectors by context hash: the store's, and for texts that it does not know the embedder's."""
    texts = {
        passage.context_hash: in_context(document.title, passage.section, passage.text)
        for document in documents
        for passage in document.passages
    }
    with tally.timed("store"):
        vectors = await store.vectors(list(texts))
    missing = [context_hash for context_hash in texts if context_hash not in vectors]
    if embedder is None:
        return vectors
    with tally.timed("embed"):
        for start in range(0, len(missing), at_once):
            hashes = missing[start : start + at_once]
            rows = await embedder.embed_passages([texts[context_hash] for context_hash in hashes])
            vectors |= dict(zip(hashes, rows, strict=True))
    return vectors


def _batches(documents: Sequence[NewDocument], passages: int) -> Iterable[list[NewDocument]]:
    """The documents in lists that end with the one that brings them to that many passages."""
    batch: list[NewDocument] = []
    filled = 0
    for document in documents:
        batch.append(document)
        filled += len(document.passages)
        if filled >= passages:
            yield batch
            batch, filled = [], 0
    if batch:
        yield batch


def _embedded(document: NewDocument, vectors: Mapping[str, Vector]) -> NewDocument:
    passages = tuple(
        replace(passage, vector=vectors[passage.context_hash]) if passage.context_hash in vectors else passage
        for passage in document.passages
    )
    complete = all(passage.vector is not None for passage in passages)
    content_hash = document.content_hash if complete else without_vectors(document.content_hash)
    return replace(document, passages=passages, content_hash=content_hash)
