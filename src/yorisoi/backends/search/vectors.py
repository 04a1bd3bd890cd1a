"""Vectors in a file that only grows, searched exactly through a memory map."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True, slots=True)
class VectorRows:
    """A state of the file, for reading; appending does not change it."""

    matrix: Vectors
    """Shape (rows, dimension), memory-mapped."""
    ids: NDArray[np.int64]
    """Shape (rows,): whose vector a row is, DEAD when it is nobody's."""
    row_of: Mapping[int, int]
    entries: int
    """Lines of the log that this comes from."""

    @property
    def dead(self) -> int:
        return len(self.ids) - len(self.row_of)

    def search(self, vector: Vectors, limit: int, rows: NDArray[np.int64] | None = None) -> list[tuple[int, float]]:
        """The `limit` passages of the largest inner product, exactly; only among `rows` when given.  Ties by id."""
        if limit < 1 or not self.row_of:
            return []
        if rows is None:
            scores = inner_products(self.matrix, vector)
            if self.dead:
                scores[self.ids == DEAD] = -np.inf
            return best(self.ids, scores, min(limit, len(self.row_of)))
        if 4 * len(rows) > len(self.ids):  # copying so many rows costs more than scoring all of them
            return best(self.ids[rows], inner_products(self.matrix, vector)[rows], limit)
        return best(self.ids[rows], inner_products(self.matrix[rows], vector), limit)

    def moments(self) -> Moments | None:
        """Of at most `_SAMPLE` living rows, evenly spread."""
        living = np.flatnonzero(self.ids != DEAD)
        if len(living) < 2:
            return None
        return moments_of(self.matrix[living[:: 1 + len(living) // _SAMPLE]])

    def rows_of(self, ids: Collection[int]) -> NDArray[np.int64]:
        """The rows of those of the passages that have a vector, in order of row."""
        return np.array(sorted(self.row_of[i] for i in ids if i in self.row_of), dtype=np.int64)


def moments_of(vectors: Vectors) -> Moments:
    mean = vectors.mean(axis=0)
    centred = vectors - mean
    return Moments(mean=mean, covariance=centred.T @ centred / len(vectors))


def inner_products(matrix: Vectors, vector: Vectors) -> Vectors:
    """`matrix @ vector` on one core, without BLAS.

    The product waits for memory, not for arithmetic: on two busy cores BLAS's threads took 3.4 ms (95 %: 10 ms) for
    20,000 x 384 where this takes 1.2 (1.3), and as long as this on one thread.
    """
    products: Vectors = np.einsum("ij,j->i", matrix, vector)
    return products


def best(ids: NDArray[np.int64], scores: Vectors, limit: int) -> list[tuple[int, float]]:
    """The `limit` largest scores with their ids, large scores first, ties by id also where the list is cut."""
    if limit < len(scores):
        threshold = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= threshold)
        ids, scores = ids[kept], scores[kept]
    order = np.lexsort((ids, -scores))[:limit]
    return [(int(i), float(score)) for i, score in zip(ids[order], scores[order], strict=True)]


class VectorFiles:
    """The vectors' two files of one epoch and generation: the rows, and the log of whose they are."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        stem = f"{manifest.epoch}-{manifest.generation}"
        self._rows = folder / f"vectors-{stem}.f32"
        self._log = folder / f"vectors-{stem}.log"
        self._folder = folder

    @property
    def paths(self) -> tuple[Path, Path]:
        return self._rows, self._log

    def load(self, manifest: Manifest, before: VectorRows | None = None) -> VectorRows:
        """The state that a manifest names; an earlier state of the same files saves reading its part of the log.

        Raises ValueError when the files hold less than the manifest says, OSError.
        """
        known = before.entries if before else 0
        row_of = dict(before.row_of) if before else {}
        ids = np.full(manifest.rows, DEAD, dtype=np.int64)
        if before:
            ids[: len(before.ids)] = before.ids
        for passage, row in self._log_lines(known, manifest.entries):
            dead = row_of.pop(passage, DEAD)
            if dead != DEAD:
                ids[dead] = DEAD
            if row != DEAD:
                row_of[passage] = row
                ids[row] = passage
        return VectorRows(self._matrix(manifest), ids, row_of, manifest.entries)

    def _log_lines(self, start: int, end: int) -> list[tuple[int, int]]:
        if start == end:
            return []
        log = np.fromfile(self._log, dtype=_ENTRY, count=end - start, offset=start * _ENTRY.itemsize)
        if len(log) < end - start:
            raise ValueError(f"{self._log} is shorter than its manifest says")
        lines: list[tuple[int, int]] = log.tolist()
        return lines

    def _matrix(self, manifest: Manifest) -> Vectors:
        shape = (manifest.rows, manifest.dimension)
        if not manifest.rows:  # an empty file cannot be mapped
            return np.empty(shape, dtype=_FLOAT)
        return np.asarray(np.memmap(self._rows, dtype=_FLOAT, mode="r", shape=shape))

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
            append_at(self._log, manifest.entries * _ENTRY.itemsize, log.tobytes())
            sync_folder(self._folder)
        return replace(
            manifest, dimension=dimension, rows=manifest.rows + len(given), entries=manifest.entries + len(log)
        )


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
    living = {passage: rows.matrix[row] for passage, row in sorted(rows.row_of.items(), key=lambda item: item[1])}
    return VectorFiles(folder, following).append(following, living, ())
