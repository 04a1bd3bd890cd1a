"""A training that goes on from what was learnt before."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from yorisoi.graph.answers import Ids
from yorisoi.graph.folding import Space
from yorisoi.graph.learnt import Learnt
from yorisoi.graph.training import Training

SETTLED = 16.0
"""A further training counts the sums of what is known so many times: a quarter of the steps.  What a person was offered
before should not change because something else was learnt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Rows of a training that stand for what was learnt before: (here, there) of entities and of relations."""

    entities: tuple[Ids, Ids]
    relations: tuple[Ids, Ids]

    @classmethod
    def over(cls, known: Learnt, names: Sequence[str], relations: Sequence[str]) -> "Carried":
        before = {name: row for row, name in enumerate([*known.relation_names, ""])}
        here = [(row, before[name]) for row, name in enumerate([*relations, ""]) if name in before]
        now, then = len(relations) + 1, len(before)
        pairs = np.array([*here, *((row + now, other + then) for row, other in here)], dtype=np.int64)
        rows = {name: row for row, name in enumerate(known.names)}
        at = np.array([rows.get(name, -1) for name in names], dtype=np.int64)
        return cls(entities=(np.flatnonzero(at >= 0), at[at >= 0]), relations=(pairs[:, 0], pairs[:, 1]))

    def begin(self, training: Training, known: Learnt) -> None:
        """What is known goes on from its sums, and so moves gently."""
        (here, there), (relations, theirs) = self.entities, self.relations
        training.model.entities[here] = known.entities[there]
        training.model.relations[relations] = known.relations[theirs]
        training.entity_squares[here] = SETTLED * known.entity_squares[there]
        training.relation_squares[relations] = SETTLED * known.relation_squares[theirs]

    def end(self, training: Training) -> None:
        """The sums as if nothing had been held back, for the next time."""
        training.entity_squares[self.entities[0]] /= SETTLED
        training.relation_squares[self.relations[0]] /= SETTLED


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
