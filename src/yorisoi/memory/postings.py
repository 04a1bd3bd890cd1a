"""Which episodes hold a word: BM25 over one user's episodes, which grow one by one."""

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from math import log

import numpy as np
from numpy.typing import NDArray

_K1, _B = 1.2, 0.75
"""As Robertson & Zaragoza (2009) found them to serve everywhere."""


class Postings:
    """Word -> the rows that hold it, and how often.  Rows are numbered in the order in which they are added."""

    def __init__(self) -> None:
        self._rows: defaultdict[str, array[int]] = defaultdict(partial(array, "i"))
        """Ascending; a row stands as often as it holds the word.  NumPy reads arrays without an object a number."""
        self._lengths = array("i")
        self._total = 0
        self._norms: NDArray[np.float64] = np.empty(0)

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, words: Sequence[str]) -> None:
        """The next row's words."""
        row, rows_of = len(self._lengths), self._rows
        for word in words:
            rows_of[word].append(row)
        self._lengths.append(len(words))
        self._total += len(words)

    def holds(self, row: int, word: str) -> bool:
        rows = self._rows.get(word, ())
        at = bisect_left(rows, row)
        return at < len(rows) and rows[at] == row

    def scores(self, words: Iterable[str]) -> NDArray[np.float64]:
        """BM25 of every row, shape (rows,); each word counts once, whatever the query repeats.

            sum_w rarity(w) * f (k1 + 1) / (f + k1 (1 - b + b length / mean length))

        where rarity(w) = ln(1 + (N - n + .5) / (n + .5)) and n of N rows hold the word.
        """
        scores = np.zeros(len(self))
        if not self._total:
            return scores
        norms = self._length_norms()
        for word in dict.fromkeys(words):
            rows, counts = self._counted(word)
            scores[rows] += self._rarity(len(rows)) * counts * (_K1 + 1) / (counts + norms[rows])
        return scores

    def coverage(self, words: Iterable[str], rows: Iterable[int]) -> dict[int, float]:
        """For each of the rows the share of the words, weighed by rarity, that it holds: 0..1."""
        asked = np.fromiter(dict.fromkeys(rows), dtype=np.int64)
        shares, whole = np.zeros(len(asked)), 0.0
        for word in dict.fromkeys(words):
            holding, _ = self._counted(word)
            rarity = self._rarity(len(holding))
            whole += rarity
            if len(holding):
                nearest = np.searchsorted(holding[:-1], asked)
                shares += rarity * (holding[nearest] == asked)
        return dict(zip(asked.tolist(), (shares / (whole or 1.0)).tolist(), strict=True))

    def _rarity(self, holding: int) -> float:
        """Most for a word that no row holds."""
        return log(1 + (len(self) - holding + 0.5) / (holding + 0.5))

    def _counted(self, word: str) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """(rows that hold the word, ascending; how often each does)."""
        every = np.array(self._rows.get(word, ()), dtype=np.int32)  # a copy: an array that is lent cannot grow
        begins = np.ones(len(every) + 1, dtype=np.bool_)
        np.not_equal(every[1:], every[:-1], out=begins[1:-1])
        bounds = begins.nonzero()[0]
        return every[bounds[:-1]], bounds[1:] - bounds[:-1]

    def _length_norms(self) -> NDArray[np.float64]:
        if len(self._norms) != len(self):
            lengths = np.asarray(self._lengths, dtype=np.float64)
            self._norms = _K1 * (1 - _B + _B * lengths * len(self) / self._total)
        return self._norms
