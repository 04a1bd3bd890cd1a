"""TransE: an entity is a point, a relation a shift; what belongs together lies where the shift leads."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(slots=True, kw_only=True)
class TransE:
    """The vectors of a graph.

        distance(h, r, t) = |h + r - t|^2,     small is near

    Questions for the head, (t, r', ?), have a vector r' of their own.

    Source: Bordes et al., NIPS 2013; reciprocal relations as in Ruffinelli et al., ICLR 2020.
    """

    entities: Floats
    """(entities, dimension)."""
    relations: Floats
    """(2 relations, dimension): first those of the tail questions, then the inverse ones."""
    irreflexive: Flags | None = None
    """(2 relations,): whose questions their own entity never answers; None where nothing is said of that."""

    @property
    def dimension(self) -> int:
        return int(self.entities.shape[1])

    @property
    def relation_count(self) -> int:
        return len(self.relations) // 2

    def translated(self, source: Ids, relation: Ids) -> Floats:
        """Where the answers of the questions should lie: (questions, dimension)."""
        shifted: Floats = self.entities[source] + self.relations[relation]
        return shifted

    def forbids_itself(self, relation: Ids) -> Flags:
        """Of questions with these relations: whether the entity that is asked about is no answer."""
        return np.zeros(len(relation), dtype=np.bool_) if self.irreflexive is None else self.irreflexive[relation]


RARELY = 0.01
"""Share of a relation's triples that lead from a thing to itself, up to which they are taken for slips."""


def irreflexive(triples: Ids, relations: int) -> Flags:
    """Whether a thing stands in each relation, (2 relations,), to others only.

    The shift of a relation that holds both ways, such as "married to", is learnt to be nearly nothing, and who is
    asked about lies nearest to where it leads.  No vectors can say that nobody is married to oneself; the triples do.
    """
    of = triples[:, 1]
    count = np.bincount(of, minlength=relations)
    own = np.bincount(of[triples[:, 0] == triples[:, 2]], minlength=relations)
    others_only: Flags = (count > 0) & (own <= RARELY * count)
    return np.tile(others_only, 2)


def random_vectors(count: int, dimension: int, rng: np.random.Generator) -> Floats:
    """Normally distributed with variance 2 / (count + dimension) (Glorot & Bengio 2010)."""
    deviation = np.float32(np.sqrt(2 / (count + dimension)))
    drawn: Floats = rng.standard_normal((count, dimension), dtype=np.float32) * deviation
    return drawn
