"""What scoring reads of one user's episodes: arrays with a row an episode, and room to grow."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.memory.whitening import Whitening
from yorisoi.ports import Vectors
from yorisoi.types import Episode

_REFIT = 1.1
"""The whitening is fitted anew when there are a tenth more vectors."""


class Columns:
    """Only the rows that were appended count; what lies behind them is room."""

    def __init__(self) -> None:
        self._room = 0
        self.at = self.used = self.importance = np.empty(0)
        self.before = self.after = self.speaker = np.empty(0, dtype=np.int64)
        self.asks = self.has_vector = np.empty(0, dtype=np.bool_)
        self.speakers: dict[str, int] = {}
        self.vectors: Vectors | None = None
        self.lengths = np.empty(0, dtype=np.float32)
        """Of the whitened vectors."""
        self.whitening: Whitening | None = None
        self._fitted_on = 0
        self._fresh: list[int] = []
        """Rows whose vector came after the whitening was last applied."""

    def append(
        self,
        first: int,
        episodes: Sequence[Episode],
        asks: Sequence[bool],
        vectors: Sequence[NDArray[np.float32] | None],
    ) -> None:
        """Rows from `first` on: a whole memory may come at once."""
        end = first + len(episodes)
        if end > self._room:
            self._grow(max(64, 2 * self._room, end))
        rows = slice(first, end)
        self.at[rows] = [each.at.timestamp() for each in episodes]
        self.used[rows] = [each.last_used.timestamp() for each in episodes]
        self.importance[rows] = [each.importance for each in episodes]
        self.before[rows] = self.after[rows] = -1
        self.speaker[rows] = [self.speakers.setdefault(each.speaker, len(self.speakers)) for each in episodes]
        self.asks[rows] = asks
        self.has_vector[rows] = False
        self._keep([(row, each) for row, each in enumerate(vectors, start=first) if each is not None])

    def set(self, row: int, episode: Episode, vector: NDArray[np.float32] | None) -> None:
        """What may change of an episode; a vector is only ever added."""
        self.used[row] = episode.last_used.timestamp()
        self.importance[row] = episode.importance
        if vector is not None and not self.has_vector[row]:
            self._keep([(row, vector)])

    def link(self, first: int | None, second: int | None) -> None:
        """The two are neighbours, if both are there."""
        if first is not None and second is not None:
            self.after[first], self.before[second] = second, first

    def whiten(self) -> None:
        """Take in the vectors that are new since the last call."""
        if self.vectors is None or not self._fresh:
            return
        known = np.flatnonzero(self.has_vector)
        if len(known) > self._fitted_on * _REFIT:
            self.whitening = Whitening.of(self.vectors[known])
            self._fitted_on = len(known) if self.whitening else 0
            self._fresh = known.tolist()
        if self.whitening:
            self.lengths[self._fresh] = self.whitening.lengths(self.vectors[self._fresh])
        self._fresh = []

    def _keep(self, new: Sequence[tuple[int, NDArray[np.float32]]]) -> None:
        """Vectors by row; those of another dimension than the first one's are left out: they cannot be compared."""
        if not new:
            return
        if self.vectors is None:
            self.vectors = np.zeros((self._room, len(new[0][1])), dtype=np.float32)
        dimension = self.vectors.shape[1]
        fitting = [(row, vector) for row, vector in new if len(vector) == dimension]
        rows = [row for row, _ in fitting]
        if not rows:
            return
        self.vectors[rows] = [vector for _, vector in fitting]
        self.has_vector[rows] = True
        self._fresh += rows

    def _grow(self, room: int) -> None:
        for name in ("at", "used", "importance", "before", "after", "speaker", "asks", "has_vector", "lengths"):
            old = getattr(self, name)
            grown = np.zeros(room, dtype=old.dtype)
            grown[: len(old)] = old
            setattr(self, name, grown)
        if self.vectors is not None:
            more = np.zeros((room - len(self.vectors), self.vectors.shape[1]), dtype=np.float32)
            self.vectors = np.concatenate([self.vectors, more])
        self._room = room
