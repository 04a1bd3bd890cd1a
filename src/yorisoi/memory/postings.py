"""Which episodes hold a word: BM25 over one user's episodes, which grow one by one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

_K1, _B = 1.2, 0.75
"""As Robertson & Zaragoza (2009) found them to serve everywhere."""

Found = tuple[NDArray[np.int64], NDArray[np.float64]]


class Postings:
    """Word -> the rows that hold it, and how often.  Rows are numbered in the order in which they are added."""

    def __init__(self) -> None:
        self._rows: dict[str, list[int]] = {}
        self._counts: dict[str, list[int]] = {}
        self._lengths: list[int] = []
        self._total = 0
        self._norms: NDArray[np.float64] = np.empty(0)

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, words: Sequence[str]) -> None:
        """The next row's words."""
        row = len(self._lengths)
        for word, count in Counter(words).items():
            self._rows.setdefault(word, []).append(row)
            self._counts.setdefault(word, []).append(count)
        self._lengths.append(len(words))
        self._total += len(words)

    def holding(self, word: str) -> Sequence[int]:
        return self._rows.get(word, ())

    def rarity(self, word: str) -> float:
        """ln(1 + (N - n + .5) / (n + .5)): n of N rows hold the word; most for a word that none holds."""
        n = len(self._rows.get(word, ()))
        return log(1 + (len(self) - n + 0.5) / (n + 0.5))

    def scores(self, words: Iterable[str]) -> NDArray[np.float64]:
        """BM25 of every row, shape (rows,); each word counts once, whatever the query repeats.

        sum_w rarity(w) * f (k1 + 1) / (f + k1 (1 - b + b length / mean length))
        """
        scores = np.zeros(len(self))
        if not self._total:
            return scores
        norms = self._length_norms()
        for word in dict.fromkeys(words):
            if word in self._rows:
                rows = np.asarray(self._rows[word])
                count = np.asarray(self._counts[word], dtype=np.float64)
                scores[rows] += self.rarity(word) * count * (_K1 + 1) / (count + norms[rows])
        return scores

    def coverage(self, words: Iterable[str], rows: Iterable[int]) -> dict[int, float]:
        """For each of the rows the share of the words, weighed by rarity, that it holds: 0..1."""
        rarities = {word: self.rarity(word) for word in dict.fromkeys(words)}
        whole = sum(rarities.values())
        shares = dict.fromkeys(rows, 0.0)
        for word, rarity in rarities.items():
            for row in shares.keys() & set(self.holding(word)):
                shares[row] += rarity / whole
        return shares

    def _length_norms(self) -> NDArray[np.float64]:
        if len(self._norms) != len(self):
            lengths = np.asarray(self._lengths, dtype=np.float64)
            self._norms = _K1 * (1 - _B + _B * lengths * len(self) / self._total)
        return self._norms
