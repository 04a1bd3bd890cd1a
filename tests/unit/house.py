"""A small house to try the upper rooms in: a real store in a folder, fakes for the index and the models.

What the turn decides by are models by hand, so that fitting anew what ships turns no test of a turn's steps; whole
conversations with what ships are in tests/journeys.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from tests.unit.dialogue.fitted_by_hand import FITTED
from yorisoi.assistant import Assistant
from yorisoi.backends.store import open_store
from yorisoi.dialogue.config import TurnConfig
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import ChatModel, NewDocument, NewPassage, PassageGraph, Reranker, Store, Vectors
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import in_context

AT = datetime(2026, 4, 1, 9, tzinfo=UTC)


def document(source: str, title: str, *texts: str, **fields: object) -> NewDocument:
    """A page of Japanese passages, without headings."""
    passages = tuple(
        NewPassage(
            section=(),
            text=text,
            language="ja",
            context_hash=sha256(in_context(title, (), text).encode()).hexdigest(),
        )
        for text in texts
    )
    return NewDocument(
        source=source,
        content_hash=sha256("".join(texts).encode()).hexdigest(),
        title=title,
        language="ja",
        passages=passages,
        **fields,  # type: ignore[arg-type]
    )


class BrokenEmbedder(HashEmbedder):
    """An embedder whose server is down."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:  # noqa: ARG002
        raise BackendUnavailable("the embedding server does not answer")

    embed_passages = embed_queries


@asynccontextmanager
async def house(
    home: Path,
    documents: Sequence[NewDocument],
    *,
    chat: ChatModel | None = None,
    embedder: HashEmbedder | None = None,
    reranker: Reranker | None = None,
    search: SearchConfig | None = None,
    turn: TurnConfig | None = None,
    graph: PassageGraph | None = None,
) -> AsyncIterator[tuple[Assistant, Searcher, Store]]:
    async with open_store(home) as store:
        if embedder:
            await store.documents.bind_embedding(embedder.name, embedder.dimension)
        await store.documents.put(documents)
        searcher = Searcher(store.documents, MemoryIndex(), embedder, search, chat=chat, reranker=reranker, graph=graph)
        assistant = Assistant(store, searcher, chat, turn, clock=lambda: AT, models=FITTED)
        try:
            yield assistant, searcher, store
        finally:
            await assistant.close()
