"""A fake embedder: bags of character bigrams, hashed."""

import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from yorisoi.ports import Vectors


class HashEmbedder:
    """A fake Embedder for tests: knows no meaning, only shared characters; the same on every machine.

        v(text) = sum over bigrams b of e[crc32(b) mod dimension], then unit length

    Queries and passages are treated alike.
    """

    def __init__(self, dimension: int = 256) -> None:
        self._dimension = dimension

    @property
    def name(self) -> str:
        return f"fake:hash-{self._dimension}"

    @property
    def dimension(self) -> int:
        return self._dimension

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            framed = f"^{text}$"  # so that even the empty text has a bigram
            for first, second in pairwise(framed):
                vectors[row, zlib.crc32((first + second).encode("utf-8", "surrogatepass")) % self._dimension] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = vectors / np.maximum(lengths, np.float32(1e-12))
        return unit
