"""Vectors in files that only grow, searched through a memory map: found by their codes, scored exactly."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.search import codes
from yorisoi.backends.search.durable import append_at, sync_folder
from yorisoi.backends.search.manifest import Manifest
from yorisoi.errors import EmbeddingMismatch, MalformedReply
from yorisoi.ports import Moments, Vectors

DEAD = -1
_ENTRY = np.dtype([("id", "<i8"), ("row", "<i8")])
"""Passage `id` has its vector in `row` from now on; row DEAD: it has none any more."""

_SAMPLE = 4000
"""Rows from which mean and covariance are taken: a standard deviation is then right within 1 or 2 %."""

_FLOAT = np.dtype("<f4")

_TOO_MANY_DEAD = 0.3
"""Share of dead rows that compaction waits for: rewriting costs a full copy, dead rows cost their share of a search."""


_SCATTERED = 32
"""Picking a row out of the matrix costs about as much as reading the codes of so many in order."""

_CANDIDATES = 5
"""Times the limit, and 64 more: the rows that look nearest by their codes and are scored exactly afterwards."""


About: TypeAlias = Callable[[], Vectors]


@dataclass(frozen=True, slots=True)
class VectorRows:
    """A state of the files, for reading; appending does not change it."""

    matrix: Vectors
    """Shape (rows, dimension), memory-mapped."""
    coded: codes.CodedRows
    """The first of the same rows, with a quarter of a byte a number."""
    ids: NDArray[np.int64]
    """Shape (rows,): whose vector a row is, DEAD when it is nobody's."""
    row_of: NDArray[np.int64]
    """Shape (largest id + 2,): the row of each passage, DEAD for those without; the last is DEAD, for ids beyond."""
    living: int
    """Rows that are somebody's."""
    entries: int
    """Lines of the log that this comes from."""

    def search(
        self, vector: Vectors, limit: int, rows: NDArray[np.int64] | None = None, about: "About | None" = None
    ) -> list[tuple[int, float]]:
        """The `limit` passages of the largest inner product; only among `rows`, all living, when given.  Ties by id.

        Where there are many, the nearest by code are scored exactly; where there are few, all.  `about` is `by_code` of
        this vector, for who searches more than once.
        """
        if limit < 1 or not self.living:
            return []
        near = self.near(vector, limit, rows=rows, about=about)
        return best(self.ids[near], self.scores(vector, near), limit)

    def near(
        self,
        vector: Vectors,
        limit: int,
        *,
        start: int = 0,
        rows: NDArray[np.int64] | None = None,
        about: "About | None" = None,
    ) -> NDArray[np.int64]:
        """Living rows from `start` on, or among `rows`, that hold the `limit` nearest, by their codes."""
        wanted = _CANDIDATES * limit + 64
        count = len(self.ids) - start if rows is None else len(rows)
        if count <= 4 * wanted or not codes.worthwhile(self.matrix.shape[1]):
            return self._living(start) if rows is None else rows
        if rows is not None and _SCATTERED * count < len(self.ids):
            return rows
        scores = (about or self.by_code(vector, start))()
        if rows is not None:
            return rows[codes.largest(scores[rows], wanted)]
        near: NDArray[np.int64] = start + codes.largest(scores, wanted)
        living: NDArray[np.int64] = near[self.ids[near] != DEAD]
        return living

    def by_code(self, vector: Vectors, start: int = 0) -> "About":
        """The inner products of all rows from `start` on, computed once and when they are wanted.

        About, as their codes give them; exact for the rows at the end; less than any for dead rows.
        """

        @cache
        def about() -> Vectors:
            scores = inner_products(self.matrix[max(start, self.coded.rows) :], vector)
            if start < self.coded.rows:
                scores = self.coded.similar(vector, start, beyond=scores)
            if self.living < len(self.ids):
                scores[self.ids[start:] == DEAD] = -np.inf
            return scores

        return about

    def _living(self, start: int = 0) -> NDArray[np.int64]:
        living: NDArray[np.int64] = start + np.flatnonzero(self.ids[start:] != DEAD)
        return living

    def scores(self, vector: Vectors, rows: NDArray[np.int64]) -> Vectors:
        """The inner products of these rows, exactly."""
        if 4 * len(rows) > len(self.ids):
            return inner_products(self.matrix, vector)[rows]
        return inner_products(self.matrix.take(rows, axis=0), vector)  # by an index it takes half as long again

    def moments(self, without: Collection[int] = (), only: Collection[int] | None = None) -> Moments | None:
        """Of at most `_SAMPLE` living rows, evenly spread, of all passages but some or of these only."""
        rows = self._living() if only is None else self.rows_of(only)
        if without:
            rows = np.setdiff1d(rows, self.rows_of(without), assume_unique=True)
        if len(rows) < 2:
            return None
        return moments_of(self.matrix[rows[:: 1 + len(rows) // _SAMPLE]], count=len(rows))

    def rows_of(self, ids: Collection[int]) -> NDArray[np.int64]:
        """The rows of those of the passages that have a vector, in order of row."""
        rows, held = self.row_of_each(ids)
        return np.sort(rows[held])

    def row_of_each(self, ids: Collection[int]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """For each passage its row, and whether it has one.

        Looked up in a table: after the codes were read hardly anything is in the processor's cache, and a search by
        halves for a hundred ids takes .12 ms where this takes .03.
        """
        asked = np.fromiter(ids, dtype=np.int64, count=len(ids))
        rows = self.row_of[np.minimum(asked, len(self.row_of) - 1)]
        return rows, rows != DEAD


def row_by_id(ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """`VectorRows.row_of` for its `ids`."""
    row_of = np.full(ids.max(initial=DEAD) + 2, DEAD, dtype=np.int64)
    row_of[ids] = np.arange(len(ids))
    row_of[DEAD] = DEAD  # where dead rows have just been put
    return row_of


def moments_of(vectors: Vectors, count: int) -> Moments:
    mean = vectors.mean(axis=0)
    centred = vectors - mean
    return Moments(count=count, mean=mean, covariance=centred.T @ centred / len(vectors))


def inner_products(matrix: Vectors, vector: Vectors) -> Vectors:
    """`matrix @ vector` on one core, without BLAS.

    The product waits for memory, not for arithmetic: on two busy cores BLAS's threads took 3.4 ms (95 %: 10 ms) for
    20,000 x 384 where this takes 1.2 (1.3), and as long as this on one thread.  `einsum` takes twice as long for few
    rows, 1.4 times for 20,000.
    """
    products: Vectors = np.vecdot(matrix, vector)
    return products


def best(ids: NDArray[np.int64], scores: Vectors, limit: int) -> list[tuple[int, float]]:
    """The `limit` largest scores with their ids, large scores first, ties by id also where the list is cut."""
    if limit < len(scores):
        threshold = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= threshold)
        ids, scores = ids[kept], scores[kept]
    order = np.lexsort((ids, -scores))[:limit]
    return list(zip(ids[order].tolist(), scores[order].tolist(), strict=True))


class VectorFiles:
    """The vectors' files of one epoch and generation: the rows, the same coded, and the log of whose they are."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        stem = f"{manifest.epoch}-{manifest.generation}"
        self._rows = folder / f"vectors-{stem}.f32"
        self._codes = folder / f"vectors-{stem}.i2"
        self._log = folder / f"vectors-{stem}.log"
        self._folder = folder

    def load(self, manifest: Manifest, before: VectorRows | None = None) -> VectorRows:
        """The state that a manifest names; an earlier state of the same files saves reading its part of the log.

        Raises ValueError when the files hold less than the manifest says, OSError.
        """
        ids = np.full(manifest.rows, DEAD, dtype=np.int64)
        log = self._log_lines(before.entries if before else 0, manifest.entries)
        if before:
            ids[: len(before.ids)] = before.ids
            if len(log) and len(before.ids) and log["id"].min() <= before.ids.max():  # else all of them are new
                ids[np.isin(ids, log["id"])] = DEAD
        _, from_the_end = np.unique(log["id"][::-1], return_index=True)
        last = log[::-1][from_the_end]  # of several lines about one passage
        last = last[last["row"] != DEAD]
        ids[last["row"]] = last["id"]
        return VectorRows(
            matrix=_mapped(self._rows, (manifest.rows, manifest.dimension), _FLOAT),
            coded=self._load_coded(manifest, before),
            ids=ids,
            row_of=row_by_id(ids),
            living=int(np.count_nonzero(ids != DEAD)),
            entries=manifest.entries,
        )

    def _load_coded(self, manifest: Manifest, before: VectorRows | None) -> codes.CodedRows:
        blocks = _mapped(self._codes, (manifest.rows // codes.BLOCK,), codes.block_type(manifest.dimension))
        return codes.CodedRows(blocks, before.coded if before else None)

    def _log_lines(self, start: int, end: int) -> NDArray[Any]:
        if start == end:
            return np.empty(0, dtype=_ENTRY)
        log = np.fromfile(self._log, dtype=_ENTRY, count=end - start, offset=start * _ENTRY.itemsize)
        if len(log) < end - start:
            raise ValueError(f"{self._log} is shorter than its manifest says")
        return log

    def append(
        self, manifest: Manifest, puts: Mapping[int, NDArray[np.float32] | None], removed: Collection[int]
    ) -> Manifest:
        """The manifest after writing new vectors and removals durably; the caller saves it.

        Raises EmbeddingMismatch when the vectors differ in length, MalformedReply when one is not finite.
        """
        given = {passage: vector for passage, vector in puts.items() if vector is not None}
        dimension = _common_dimension(manifest.dimension, given)
        gone = [(passage, DEAD) for passage in (*removed, *(puts.keys() - given.keys()))]
        new = [(passage, manifest.rows + n) for n, passage in enumerate(given)]
        log = np.array(gone + new, dtype=_ENTRY)
        if len(log):
            rows = np.array(list(given.values()), dtype=_FLOAT)
            if not np.isfinite(rows).all():  # one such row would spoil every search
                raise MalformedReply("the embedding model gave a vector with something in it that is not a number")
            append_at(self._rows, manifest.rows * dimension * _FLOAT.itemsize, rows.tobytes())
            self._append_codes(manifest.rows, manifest.rows + len(rows), dimension)
            append_at(self._log, manifest.entries * _ENTRY.itemsize, log.tobytes())
            sync_folder(self._folder)
        return replace(
            manifest, dimension=dimension, rows=manifest.rows + len(given), entries=manifest.entries + len(log)
        )

    def _append_codes(self, before: int, after: int, dimension: int) -> None:
        """Code the blocks that `after` rows fill and `before` did not."""
        first, end = before // codes.BLOCK, after // codes.BLOCK
        if first < end:
            matrix = _mapped(self._rows, (after, dimension), _FLOAT)
            coded = codes.encode(matrix[first * codes.BLOCK : end * codes.BLOCK])
            append_at(self._codes, first * coded.itemsize, coded.tobytes())


def _mapped(path: Path, shape: tuple[int, ...], of: np.dtype[Any]) -> NDArray[Any]:
    if not shape[0]:  # an empty file cannot be mapped
        return np.empty(shape, dtype=of)
    return np.asarray(np.memmap(path, dtype=of, mode="r", shape=shape))


def _common_dimension(known: int, given: Mapping[int, NDArray[np.float32]]) -> int:
    lengths = {len(vector) for vector in given.values()} | ({known} if known else set())
    if len(lengths) > 1:
        raise EmbeddingMismatch(
            f"the index holds vectors of different lengths {sorted(lengths)}: build it anew with one embedding model"
        )
    return lengths.pop() if lengths else 0


def needs_compaction(manifest: Manifest, living: int) -> bool:
    """Whether so many rows, or so much of the log, is dead that copying the rest pays."""
    return manifest.entries > 1000 and (
        manifest.rows - living > _TOO_MANY_DEAD * manifest.rows or manifest.entries > 4 * living
    )


def compact(folder: Path, manifest: Manifest, rows: VectorRows) -> Manifest:
    """A manifest of the next generation, whose files hold the living rows only; the caller saves it."""
    following = replace(manifest, generation=manifest.generation + 1, rows=0, entries=0)
    living = {int(rows.ids[row]): rows.matrix[row] for row in np.flatnonzero(rows.ids != DEAD)}
    return VectorFiles(folder, following).append(following, living, ())
