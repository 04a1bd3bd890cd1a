"""Embeddings from any OpenAI-compatible endpoint, with the `openai` SDK.  Spelled `openai:MODEL`."""

import asyncio
from collections.abc import Sequence

import numpy as np

from yorisoi.backends.openai_server import OpenAIServer
from yorisoi.errors import BackendRefused, ConfigError, MalformedReply
from yorisoi.ports import Vectors

_BLANK = "."
"""Stands for an empty text, which OpenAI refuses to embed.  Equal texts still get equal vectors."""

_MOST_BYTES = 64_000_000
"""Of a reply: 64 vectors of 4,096 numbers are about 6 MB of JSON."""


class OpenAIEmbedder:
    """An embedding model behind an OpenAI-compatible server.

    Vectors are brought to unit length here: not every server does it.  The dimension is given, or learnt from the first
    answer; one that was learnt is forgotten when another answer contradicts it, since nobody knows which was wrong.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        base_url: str | None = None,
        dimension: int | None = None,
        query_prefix: str = "",
        passage_prefix: str = "",
        batch: int = 64,
        timeout_s: float = 60.0,
        query_timeout_s: float | None = None,
        max_retries: int = 2,
    ) -> None:
        """Prefixes are for asymmetric models, such as `query: ` and `passage: ` for e5.

        `timeout_s` holds for a batch, retries included; for queries `query_timeout_s`, if it is less: somebody waits
        for them.  Raises ConfigError: no model name, no address, no key or one
        that cannot be sent."""
        if not model:
            raise ConfigError("openai: needs a model's name, such as openai:text-embedding-3-small")
        self._model = model
        self._given = self._dimension = dimension
        self._query_prefix = query_prefix
        self._passage_prefix = passage_prefix
        self._batch = batch
        self._timeout_s = timeout_s
        self._query_timeout_s = min(timeout_s, query_timeout_s or timeout_s)
        self._server = OpenAIServer(
            self.name,
            api_key=api_key,
            base_url=base_url,
            timeout_s=timeout_s,
            max_retries=max_retries,
            most_bytes=_MOST_BYTES,
        )

    @property
    def name(self) -> str:
        return f"openai:{self._model}"

    @property
    def dimension(self) -> int:
        """Raises ConfigError when it was not given and nothing was embedded yet."""
        if self._dimension is None:
            raise ConfigError(f"the dimension of {self.name} is not known before its first answer; embed a text first")
        return self._dimension

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return await self._embed([self._passage_prefix + text for text in texts], self._timeout_s)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return await self._embed([self._query_prefix + text for text in texts], self._query_timeout_s)

    async def close(self) -> None:
        """Close the connections."""
        await self._server.client.close()

    async def _embed(self, texts: list[str], timeout_s: float) -> Vectors:
        if not texts:
            if self._dimension is None:
                await self._embed([_BLANK], timeout_s)
            return np.empty((0, self.dimension), dtype=np.float32)
        batches = [texts[at : at + self._batch] for at in range(0, len(texts), self._batch)]
        parts = [await self._embed_batch(batch, timeout_s) for batch in batches]
        self._check_widths({part.shape[1] for part in parts}, parts[0].shape[1])  # others' calls come in between
        return np.concatenate(parts)

    async def _embed_batch(self, texts: list[str], timeout_s: float) -> Vectors:
        texts = [_sendable(text) for text in texts]
        with self._server.translated(), self._server.shaped():
            async with asyncio.timeout(timeout_s):
                answer = await self._server.client.embeddings.create(
                    model=self._model, input=texts, encoding_format="float"
                )
            # Servers need not answer in order, but say which input each vector belongs to.
            found = sorted(answer.data or [], key=lambda item: item.index)
            if len(found) != len(texts):
                raise MalformedReply(f"{self.name} was given {len(texts)} texts and answered with {len(found)} vectors")
            if [item.index for item in found] != list(range(len(texts))):
                raise MalformedReply(f"{self.name} does not say of each text once which vector is its own")
            return self._as_unit_vectors([item.embedding for item in found])

    def _as_unit_vectors(self, rows: list[list[float]]) -> Vectors:
        expected = self._dimension or len(rows[0])
        self._check_widths({len(row) for row in rows}, expected)
        vectors = np.asarray(rows, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if vectors.ndim != 2 or not np.all(np.isfinite(lengths)) or np.any(lengths == 0):
            raise MalformedReply(f"{self.name} gave a vector that has no direction (zero or not a number)")
        self._dimension = expected
        unit: Vectors = vectors / lengths
        return unit

    def _check_widths(self, widths: set[int], expected: int) -> None:
        if widths != {expected}:
            self._dimension = self._given
            raise BackendRefused(f"{self.name} gave vectors of {sorted(widths)} numbers, expected {expected}")


def _sendable(text: str) -> str:
    """A text as servers can take it: many are C behind the scenes and would stop at a NUL."""
    text = text.replace("\0", " ")
    return text if text.strip() else _BLANK
