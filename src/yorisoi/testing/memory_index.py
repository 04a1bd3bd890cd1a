"""A fake PassageIndex: short enough to be seen to be right, and slow."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.filtering import passes
from yorisoi.change_ports import Position
from yorisoi.ports import IndexedPassage, Moments, Terms, Vectors
from yorisoi.types import Filter, Language


class MemoryIndex:
    """Keeps passages in a dict and looks at every one of them.

    A fake: nothing is durable, and words are scored by how many terms are shared, not by BM25.
    """

    def __init__(self) -> None:
        self._passages: dict[int, IndexedPassage] = {}
        self._position = Position()

    async def position(self) -> Position:
        return self._position

    async def apply(self, puts: Sequence[IndexedPassage], removed: Collection[int], upto: Position) -> None:
        for passage in removed:
            self._passages.pop(passage, None)
        self._passages.update((put.id, put) for put in puts)
        self._position = upto

    async def by_words(self, terms: Terms, limit: int, within: Filter) -> list[tuple[int, float]]:
        scores = ((i, _shared(terms, p.terms)) for i, p in self._passages.items() if passes(p, within))
        return _best([(i, score) for i, score in scores if score > 0], limit)

    async def by_vector(
        self, vector: NDArray[np.float32], limit: int, within: Filter, *, apart: bool = False
    ) -> list[tuple[int, float]]:
        groups: dict[Language | None, list[tuple[int, float]]] = {}
        for p in self._passages.values():
            if p.vector is not None and passes(p, within):
                groups.setdefault(p.language if apart else None, []).append((p.id, float(p.vector @ vector)))
        found = [hit for group in groups.values() for hit in _best(group, limit)]
        return _best(found, len(found))

    async def vector_scores(self, vectors: Vectors, ids: Sequence[int]) -> NDArray[np.float32]:
        held = [self._passages[i].vector if i in self._passages else None for i in ids]
        scores = [[np.nan if known is None else known @ vector for known in held] for vector in vectors]
        return np.array(scores, dtype=np.float32).reshape(len(vectors), len(ids))

    async def moments(self) -> Mapping[Language, Moments]:
        found: dict[Language, Moments] = {}
        for language in {p.language for p in self._passages.values()}:
            rows = [p.vector for p in self._passages.values() if p.language == language and p.vector is not None]
            if len(rows) > 1:
                vectors = np.array(rows)
                covariance = np.cov(vectors.T, bias=True).astype(np.float32)
                found[language] = Moments(count=len(rows), mean=vectors.mean(axis=0), covariance=covariance)
        return found

    async def languages(self, ids: Collection[int]) -> dict[int, Language]:
        return {i: self._passages[i].language for i in ids if i in self._passages}

    async def clear(self, at: Position | None = None) -> None:
        if at in (None, self._position):
            self._passages.clear()
            self._position = Position()

    @property
    def beside(self) -> bool:
        return False


def _shared(query: Terms, passage: Terms) -> float:
    common = (Counter(query.words) & Counter(passage.words)) + (Counter(query.bigrams) & Counter(passage.bigrams))
    return float(common.total())


def _best(scored: list[tuple[int, float]], limit: int) -> list[tuple[int, float]]:
    return sorted(scored, key=lambda hit: (-hit[1], hit[0]))[: max(0, limit)]
