"""Which answers of a question (source, relation, ?) are known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """Both directions of triples: (head, relation, ?) and (tail, relation + m, ?), m being the number of relations.

    The inverse relation has a vector of its own ("reciprocal relations", as LibKGE trains TransE).
    """

    source: Ids
    relation: Ids
    target: Ids

    def __len__(self) -> int:
        return len(self.source)

    def part(self, start: int, end: int) -> "Questions":
        at = slice(start, end)
        return Questions(source=self.source[at], relation=self.relation[at], target=self.target[at])


def questions(triples: Ids, relations: int) -> Questions:
    """The questions of triples, shape (n, 3): 2n of them, first all that ask for the tail."""
    head, relation, tail = triples[:, 0], triples[:, 1], triples[:, 2]
    return Questions(
        source=np.concatenate([head, tail]),
        relation=np.concatenate([relation, relation + relations]),
        target=np.concatenate([tail, head]),
    )


class KnownAnswers:
    """The targets of every question that some triples answer, in compressed rows."""

    def __init__(self, triples: Ids, relations: int) -> None:
        asked = questions(triples, relations)
        self._width = 2 * relations
        keys = asked.source * self._width + asked.relation
        order = np.lexsort((asked.target, keys))
        keys, targets = keys[order], asked.target[order]
        fresh = np.ones(len(keys), dtype=bool)
        fresh[1:] = (keys[1:] != keys[:-1]) | (targets[1:] != targets[:-1])  # a triple given twice is one answer
        keys, self._targets = keys[fresh], targets[fresh]
        self._keys, starts = np.unique(keys, return_index=True)
        self._starts = np.append(starts, len(keys))

    def of(self, asked: Questions) -> tuple[Ids, Ids]:
        """(row, answer) pairs: the row of the question, and an entity that is known to answer it."""
        if not len(self._keys):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        keys = asked.source * self._width + asked.relation
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        counts = np.where(self._keys[at] == keys, self._starts[at + 1] - self._starts[at], 0)
        rows = np.repeat(np.arange(len(keys)), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        return rows, self._targets[np.repeat(self._starts[at], counts) + within]
