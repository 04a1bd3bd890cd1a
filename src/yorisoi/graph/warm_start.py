"""A training that goes on from what was learnt before."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.folding import Space
from yorisoi.graph.learnt import Learnt
from yorisoi.graph.network import Network
from yorisoi.graph.training import Training

Floats = NDArray[np.float32]

STILL = 1000.0
"""So many times the sums of what no triple has come to or gone from count in a further training: it hardly moves, and
nobody is led elsewhere because something unrelated was learnt.  Users are no triples: they do not move the world."""
TOUCHED = 16.0
"""The same of what has other triples than before: a quarter of the steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Rows of a training that stand for what was learnt before, (here, there), and how strongly each is held."""

    entities: tuple[Ids, Ids]
    relations: tuple[Ids, Ids]
    entities_held: Floats
    relations_held: Floats

    @classmethod
    def over(cls, known: Learnt, network: Network, names: Sequence[str]) -> "Carried":
        """`names`: of the network's nodes, in normal form.  Whether triples came or went is told by their number."""
        rows = {name: row for row, name in enumerate(known.names)}
        at = np.array([rows.get(name, -1) for name in names], dtype=np.int64)
        here, there = np.flatnonzero(at >= 0), at[at >= 0]
        before = {name: row for row, name in enumerate([*known.relation_names, ""])}
        pairs = [(row, before[name]) for row, name in enumerate([*network.relations, ""]) if name in before]
        now, then = (np.array(column, dtype=np.int64) for column in zip(*pairs, strict=True))
        relations = np.concatenate([now, now + len(network.relations) + 1]), np.concatenate([then, then + len(before)])
        return cls(
            entities=(here, there),
            relations=relations,
            entities_held=_held(network.degrees[here], known.degrees[there]),
            relations_held=np.tile(_held(uses(network)[now], known.uses[then]), 2),
        )

    def begin(self, training: Training, known: Learnt) -> None:
        """What is known goes on from its sums, and so moves gently."""
        (here, there), (relations, theirs) = self.entities, self.relations
        training.model.entities[here] = known.entities[there]
        training.model.relations[relations] = known.relations[theirs]
        training.entity_squares[here] = self.entities_held * known.entity_squares[there]
        training.relation_squares[relations] = self.relations_held * known.relation_squares[theirs]

    def end(self, training: Training) -> None:
        """The sums as if nothing had been held, for the next time."""
        training.entity_squares[self.entities[0]] /= self.entities_held
        training.relation_squares[self.relations[0]] /= self.relations_held


def uses(network: Network) -> Ids:
    """Triples of each relation, and 0 for the interest of users, which is never one of the graph's."""
    return np.append(np.bincount(network.edges[:, 1], minlength=len(network.relations)), 0)


def _held(now: Ids, then: Ids) -> Floats:
    return np.where(now == then, np.float32(STILL), np.float32(TOUCHED))


def place_people(training: Training, known: Learnt, unknown: Ids, crowd: Sequence[Ids]) -> None:
    """Users begin where folding in would put them, and then move as freely as a new node, which begins anywhere."""
    model, first = training.model, len(training.model.entities) - len(crowd)
    entities = model.entities[:first].copy()
    entities[unknown] = np.nan
    interest = model.relations[model.relation_count - 1]
    space = Space(entities=entities, interest=interest, interested=model.relations[-1], l2=known.l2)
    for user, of in enumerate(crowd, start=first):
        if (place := space.place(of, np.ones(len(of), dtype=np.float32))) is not None:
            model.entities[user] = place
