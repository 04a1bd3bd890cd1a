"""An embedding model on a server that failed is left alone for a while; a search goes on by words."""

from collections.abc import Sequence

from yorisoi.backends.breaker import Breaker
from yorisoi.ports import Embedder, Vectors


class RestingEmbedder:
    """An Embedder that refuses at once while it rests: see `Breaker`."""

    def __init__(self, embedder: Embedder, breaker: Breaker | None = None) -> None:
        self._embedder = embedder
        self._breaker = breaker or Breaker(embedder.name)

    @property
    def name(self) -> str:
        return self._embedder.name

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        with self._breaker.asked():
            return await self._embedder.embed_passages(texts)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        with self._breaker.asked():
            return await self._embedder.embed_queries(texts)

    async def close(self) -> None:
        """Free what the embedder holds."""
        if close := getattr(self._embedder, "close", None):
            await close()
