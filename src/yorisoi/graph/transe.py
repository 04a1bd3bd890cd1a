"""TransE: an entity is a point, a relation a shift; what belongs together lies where the shift leads."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids

Floats = NDArray[np.float32]


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


def random_vectors(count: int, dimension: int, rng: np.random.Generator) -> Floats:
    """Normally distributed with variance 2 / (count + dimension) (Glorot & Bengio 2010)."""
    deviation = np.float32(np.sqrt(2 / (count + dimension)))
    drawn: Floats = rng.standard_normal((count, dimension), dtype=np.float32) * deviation
    return drawn
