"""One user's episodes, held in memory and ready to be scored: exact, and fast enough for every turn."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.language import normal_form
from yorisoi.language.packs import pattern_of_all
from yorisoi.memory.columns import Columns
from yorisoi.memory.postings import Postings
from yorisoi.memory.words import words_of
from yorisoi.memory_ports import MemoryChanges, Remembered
from yorisoi.types import Episode, UserId

_MARK = re.compile(r"[?？][^?？]{0,60}$")
_question_ends = pattern_of_all(lambda pack: pack.memory.question_ends)


def ends_with_a_question(text: str) -> bool:
    """A question stands at the end of the turn, or just before a few closing words."""
    return bool(_MARK.search(text) or _question_ends().search(text))


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
        self._columns = Columns()
        self._spoken: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.episodes)

    def follow(self, changes: MemoryChanges) -> None:
        """Take changes in; those of another user are refused with ValueError."""
        if any(each.episode.user != self.user for each in changes.episodes):
            raise ValueError("an episode of another user")
        if changes.whole:
            self._empty()
        # Of an episode that is known only use, importance and vector change; other words come with `whole`.
        for each in changes.episodes:
            if (row := self._row_of.get(each.episode.id)) is not None:
                self.episodes[row] = each.episode
                self._columns.set(row, each.episode, each.vector)
        self._append([each for each in changes.episodes if each.episode.id not in self._row_of])
        self.revision = changes.revision
        self._columns.whiten()

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
        """
        columns = self._columns
        vectors = columns.vectors
        if vectors is None or vectors.shape[1] != len(query):
            return None
        known = vectors[: len(self)]
        if columns.whitening is None:
            cosines = np.vecdot(known, query)
        else:
            cosines = columns.whitening.cosines(known, columns.lengths[: len(self)], query)
        return np.where(columns.has_vector[: len(self)], cosines, np.float32(np.nan))

    def plain_cosines(self, query: NDArray[np.float32], rows: list[int]) -> NDArray[np.float32]:
        """Cosine of some episodes with the query as the embedding gives it, shape (rows,); 0 without a vector."""
        vectors = self._columns.vectors
        if vectors is None or vectors.shape[1] != len(query):
            return np.zeros(len(rows), dtype=np.float32)
        return np.asarray(np.vecdot(vectors[rows], query))

    def spoken(self, row: int) -> str:
        """The episode's text in normal form, worked out when it is first asked for."""
        if row not in self._spoken:
            self._spoken[row] = normal_form(self.episodes[row].text)
        return self._spoken[row]

    def row_of(self, episode: int) -> int | None:
        return self._row_of.get(episode)

    def row_of_turn(self, session: str, turn: int) -> int | None:
        return self._row_of_turn.get((session, turn))

    # ------------------------------------------------------------ growing

    def _append(self, new: Sequence[Remembered]) -> None:
        first, episodes = len(self), [each.episode for each in new]
        self.episodes += episodes
        asks = [ends_with_a_question(episode.text) for episode in episodes]
        self._columns.append(first, episodes, asks, [each.vector for each in new])
        for row, each in enumerate(new, start=first):
            episode = each.episode
            self._row_of[episode.id] = row
            self.words.add(each.terms if each.terms is not None else words_of(episode))
            if episode.kind == "said":
                self._row_of_turn[episode.session, episode.turn] = row
                self._columns.link(self._row_of_turn.get((episode.session, episode.turn - 1)), row)
                self._columns.link(row, self._row_of_turn.get((episode.session, episode.turn + 1)))
