"""One user's episodes, held in memory and ready to be scored: exact, and fast enough for every turn."""

import re

import numpy as np
from numpy.typing import NDArray

from yorisoi.memory.postings import Postings
from yorisoi.memory.whitening import Whitening
from yorisoi.memory.words import words_of
from yorisoi.memory_ports import MemoryChanges, Remembered
from yorisoi.ports import Vectors
from yorisoi.types import Episode, UserId

_ASKS = re.compile(r"[?？][^?？]{0,60}$|(?:ですか|ますか|でしょうか|ませんか|吗|呢)[。.!！]?\s*$")
"""A question stands at the end of the turn, or just before a few closing words."""
_REFIT = 1.1
"""The whitening is fitted anew when there are a tenth more vectors."""


class Mind:
    """What is remembered of one user, in the order in which it was first stored; row numbers count from 0.

    It follows the store: `follow` takes what changed since `revision`.
    """

    def __init__(self, user: UserId) -> None:
        self.user = user
        self.revision = 0
        self._empty()

    def _empty(self) -> None:
        self.episodes: list[Episode] = []
        self.words = Postings()
        self._row_of: dict[int, int] = {}
        self._row_of_turn: dict[tuple[str, int], int] = {}
        self._columns = _Columns()
        self._whitening: Whitening | None = None

    def __len__(self) -> int:
        return len(self.episodes)

    def follow(self, changes: MemoryChanges) -> None:
        """Take changes in; those of another user are refused with ValueError."""
        if any(each.episode.user != self.user for each in changes.episodes):
            raise ValueError("an episode of another user")
        if changes.whole:
            self._empty()
        for each in changes.episodes:
            row = self._row_of.get(each.episode.id)
            if row is None:
                self._append(each)
            else:
                self._change(row, each)
        self.revision = changes.revision
        self._whiten()

    # ------------------------------------------------------------ what scoring reads

    @property
    def last_used(self) -> NDArray[np.float64]:
        """Seconds since the epoch, shape (n,)."""
        return self._columns.used[: len(self)]

    @property
    def at(self) -> NDArray[np.float64]:
        """Seconds since the epoch, shape (n,)."""
        return self._columns.at[: len(self)]

    @property
    def importance(self) -> NDArray[np.float64]:
        """1..10, shape (n,)."""
        return self._columns.importance[: len(self)]

    @property
    def before(self) -> NDArray[np.int64]:
        """Row of the turn before, in the same session; -1: there is none.  Shape (n,)."""
        return self._columns.before[: len(self)]

    @property
    def after(self) -> NDArray[np.int64]:
        """Row of the turn after; -1: there is none.  Shape (n,)."""
        return self._columns.after[: len(self)]

    @property
    def asks(self) -> NDArray[np.bool_]:
        """The turn ends with a question.  Shape (n,)."""
        return self._columns.asks[: len(self)]

    def spoken_by(self, speakers: frozenset[str]) -> NDArray[np.bool_]:
        """Shape (n,)."""
        codes = [code for name, code in self._columns.speakers.items() if name in speakers]
        return np.isin(self._columns.speaker[: len(self)], codes)

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(self._columns.speakers)

    def cosines(self, query: NDArray[np.float32]) -> NDArray[np.float32] | None:
        """Whitened cosine of every episode with the query, shape (n,), NaN for one without a vector.

        As the embedding gives it while there are few episodes.  None: no episode has a vector of the query's dimension.
        By vecdot: BLAS would start threads, and on a busy machine wait for them fifty times as long as this takes.
        """
        vectors = self._columns.vectors
        if vectors is None or vectors.shape[1] != len(query):
            return None
        if self._whitening is None or self._columns.white is None:
            return self._known(np.vecdot(vectors[: len(self)], query))
        return self._known(np.vecdot(self._columns.white[: len(self)], self._whitening.one(query)))

    def plain_cosines(self, query: NDArray[np.float32], rows: list[int]) -> NDArray[np.float32]:
        """Cosine of some episodes with the query as the embedding gives it, shape (rows,); 0 without a vector."""
        vectors = self._columns.vectors
        if vectors is None or vectors.shape[1] != len(query):
            return np.zeros(len(rows), dtype=np.float32)
        return np.asarray(np.vecdot(vectors[rows], query))

    def row_of(self, episode: int) -> int | None:
        return self._row_of.get(episode)

    def row_of_turn(self, session: str, turn: int) -> int | None:
        return self._row_of_turn.get((session, turn))

    # ------------------------------------------------------------ growing

    def _append(self, each: Remembered) -> None:
        episode, row = each.episode, len(self)
        self.episodes.append(episode)
        self._row_of[episode.id] = row
        self.words.add(each.terms if each.terms is not None else words_of(episode))
        self._columns.append(episode, row, bool(_ASKS.search(episode.text)), each.vector)
        if episode.kind == "said":
            self._row_of_turn[episode.session, episode.turn] = row
            self._columns.link(self._row_of_turn.get((episode.session, episode.turn - 1)), row)
            self._columns.link(row, self._row_of_turn.get((episode.session, episode.turn + 1)))

    def _change(self, row: int, each: Remembered) -> None:
        """Of an episode that is known only use, importance and vector change; other words come with `whole`."""
        self.episodes[row] = each.episode
        self._columns.set(row, each.episode, each.vector)

    def _whiten(self) -> None:
        columns, fitted = self._columns, self._whitening.fitted_on if self._whitening else 0
        if columns.vectors is None:
            return
        has = columns.has_vector[: len(self)]
        count = int(has.sum())
        if count > fitted * _REFIT:
            self._whitening = Whitening.of(columns.vectors[: len(self)][has])
            columns.whiten(self._whitening, range(len(self)))
        else:
            columns.whiten(self._whitening, sorted(columns.fresh))
        columns.fresh.clear()

    def _known(self, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.where(self._columns.has_vector[: len(self)], cosines, np.float32(np.nan))


class _Columns:
    """Arrays with a row an episode, and room to grow."""

    def __init__(self) -> None:
        self._room = 0
        self.at = self.used = self.importance = np.empty(0)
        self.before = self.after = self.speaker = np.empty(0, dtype=np.int64)
        self.asks = self.has_vector = np.empty(0, dtype=np.bool_)
        self.speakers: dict[str, int] = {}
        self.vectors: Vectors | None = None
        self.white: Vectors | None = None
        self.fresh: set[int] = set()
        """Rows whose vector came after the whitening was last applied."""

    def append(self, episode: Episode, row: int, asks: bool, vector: NDArray[np.float32] | None) -> None:
        if row >= self._room:
            self._grow(max(64, 2 * self._room))
        self.at[row] = episode.at.timestamp()
        self.before[row] = self.after[row] = -1
        self.speaker[row] = self.speakers.setdefault(episode.speaker, len(self.speakers))
        self.asks[row] = asks
        self.has_vector[row] = False
        self.set(row, episode, vector)

    def set(self, row: int, episode: Episode, vector: NDArray[np.float32] | None) -> None:
        self.used[row] = episode.last_used.timestamp()
        self.importance[row] = episode.importance
        if vector is not None:
            if self.vectors is None:
                self.vectors = np.zeros((self._room, len(vector)), dtype=np.float32)
            if self.vectors.shape[1] == len(vector) and not self.has_vector[row]:
                self.vectors[row], self.has_vector[row] = vector, True
                self.fresh.add(row)

    def link(self, first: int | None, second: int | None) -> None:
        """The two are neighbours, if both are there."""
        if first is not None and second is not None:
            self.after[first], self.before[second] = second, first

    def whiten(self, whitening: Whitening | None, rows: range | list[int]) -> None:
        if whitening is None or self.vectors is None or not rows:
            return
        if self.white is None or len(self.white) != len(self.vectors):
            grown = np.zeros_like(self.vectors)
            if self.white is not None:
                grown[: len(self.white)] = self.white
            self.white = grown
        self.white[rows] = whitening(self.vectors[rows])

    def _grow(self, room: int) -> None:
        for name in ("at", "used", "importance", "before", "after", "speaker", "asks", "has_vector"):
            old = getattr(self, name)
            grown = np.zeros(room, dtype=old.dtype)
            grown[: len(old)] = old
            setattr(self, name, grown)
        if self.vectors is not None:
            more = np.zeros((room - len(self.vectors), self.vectors.shape[1]), dtype=np.float32)
            self.vectors = np.concatenate([self.vectors, more])
        self._room = room
