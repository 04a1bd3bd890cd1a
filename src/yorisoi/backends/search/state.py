"""One durable state of the embedded index, open for reading."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.search.graph import Graph
from yorisoi.backends.search.manifest import Manifest
from yorisoi.backends.search.vectors import VectorRows, inner_products
from yorisoi.backends.search.words import WordSearcher
from yorisoi.errors import EmbeddingMismatch
from yorisoi.ports import Moments, Vectors
from yorisoi.types import Filter, Language

FILTERS_KEPT = 64
"""Each with eight bytes a row that passes; whoever searches may name filters without end."""


@dataclass(frozen=True, slots=True)
class State:
    """Never changes; a change to the index makes a new one.  Safe to search from several threads."""

    manifest: Manifest
    stamp: tuple[int, int]
    """Of the manifest's file: another process has written when it differs."""
    words: WordSearcher
    vectors: VectorRows
    graph: Graph | None
    rows: dict[Filter, NDArray[np.int64]] = field(default_factory=dict)
    """Rows that pass a filter, for the newest filters, kept as long as the state."""

    def nearest(self, vector: NDArray[np.float32], limit: int, within: Filter) -> list[tuple[int, float]]:
        """The passages of the largest inner product; candidates come from the graph, if there is one and no filter.

        Raises EmbeddingMismatch when the vector is of another length than the index's.
        """
        if not self._fits(vector):
            return []
        rows = self._rows_within(within)
        if rows is None and self.graph is not None:
            return self.graph.search(self.vectors, vector, limit)
        return self.vectors.search(vector, limit, rows)

    def nearest_apart(self, vector: NDArray[np.float32], limit: int, within: Filter) -> list[tuple[int, float]]:
        """As `nearest`, of each language that the index holds and the filter allows."""
        usual, others = self.words.by_language()
        if usual is None or not others:
            return self.nearest(vector, limit, within)
        if not self._fits(vector):
            return []
        wanted = [language for language in (usual, *others) if language in (within.languages or (usual, *others))]
        found: list[tuple[int, float]] = []
        about = self.vectors.by_code(vector)
        for language in wanted:
            rows = self._rows_within(replace(within, languages=(language,)))
            found += self.vectors.search(vector, limit, rows, about)
        return sorted(found, key=lambda scored: (-scored[1], scored[0]))

    def _fits(self, vector: NDArray[np.float32]) -> bool:
        """Whether there is anything to compare the vector with."""
        dimension = self.manifest.dimension
        if dimension and len(vector) != dimension:
            raise EmbeddingMismatch(f"the index holds vectors of {dimension} dimensions, the query has {len(vector)}")
        return bool(dimension)

    def likeness(self, vectors: Vectors, ids: Sequence[int]) -> NDArray[np.float32]:
        """(vectors, ids) The inner products of these passages; NaN for those that have no vector here."""
        products = np.full((len(vectors), len(ids)), np.nan, dtype=np.float32)
        rows, held = self.vectors.row_of_each(ids)
        if held.any():  # of an index without vectors not even the dimension is known
            matrix = self.vectors.matrix.take(rows[held], axis=0)
            products[:, held] = [inner_products(matrix, vector) for vector in vectors]
        return products

    def moments(self) -> dict[Language, Moments]:
        """How the vectors lie, by language."""
        usual, others = self.words.by_language()
        found = {language: self.vectors.moments(only=ids) for language, ids in others.items()}
        if usual:
            found[usual] = self.vectors.moments(without=frozenset[int]().union(*others.values()))
        return {language: moments for language, moments in found.items() if moments}

    def languages(self, ids: Collection[int]) -> dict[int, Language]:
        usual, others = self.words.by_language()
        if usual is None:
            return {}
        found: dict[int, Language] = dict.fromkeys(ids, usual)
        for language, members in others.items():
            found |= dict.fromkeys(members.intersection(ids), language)
        return found

    def _rows_within(self, within: Filter) -> NDArray[np.int64] | None:
        """None: all of them."""
        rows = self.rows.get(within)
        if rows is None:
            allowed = self.words.allowed(within)
            if allowed is None:
                return None
            rows = self.vectors.rows_of(allowed)
            for oldest in list(self.rows)[: 1 - FILTERS_KEPT]:
                self.rows.pop(oldest, None)
            self.rows[within] = rows
        return rows
