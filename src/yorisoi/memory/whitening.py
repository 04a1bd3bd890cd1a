"""Cosines that tell memories apart.

Everything one person says lies in a narrow cone of the embedding space (e5: cosines of .75 to .9 between any two
utterances), and the directions in which it varies most are those of style, not of subject.  Measured from the mean of
the person's own episodes, and with those directions scaled down, cosines tell far better what belongs to a question.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import Vectors

SHRINKAGE = 0.8
"""Share of the identity in the covariance.  On LoCoMo evidence recall@10 by cosine alone goes from .52 (as it is) to
.62 (.6), .63 (.8) and .61 (.95): the optimum is flat."""
LEAST = 50
"""Vectors from which on their mean and covariance say something; below, cosines stay as they are."""
MOST = 4_000
"""Vectors that the fit reads, evenly spread over all: ten a dimension, so that it costs no more for a long memory."""
_AT_A_TIME = 2_048
"""Rows whose lengths are worked out together, so that no second matrix of all of them is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whitening:
    """x -> R (x - mean), where R C R' = I; cosines are taken there.

        C = (1 - s) covariance + s * mean variance * I,   s = SHRINKAGE
        <R (x - mean), R (q - mean)> = (x - mean)' C^-1 (q - mean)

    so that no R is needed, and cosines are the same for all of them.  What is whitened is never held: with the lengths
    |R (x - mean)| at hand, a cosine is one product with x as it is.

    Source: Su et al., Whitening Sentence Representations, 2021; shrinkage as in Ledoit & Wolf, 2004, but fixed, since
    theirs minimises the error of the covariance and not of a ranking.
    """

    mean: NDArray[np.float32]
    """(dimension,)."""
    precision: NDArray[np.float32]
    """C^-1, (dimension, dimension)."""

    @classmethod
    def of(cls, vectors: Vectors) -> "Whitening | None":
        """Fitted to vectors; None when they are too few, or all the same."""
        if len(vectors) < LEAST:
            return None
        some = vectors[:: -(-len(vectors) // MOST)]
        mean = some.mean(axis=0)
        centred = some - mean
        covariance = (centred.T @ centred / len(some)).astype(np.float64)
        variance = float(np.trace(covariance)) / len(covariance)
        if variance < 1e-12:
            return None
        shrunk = (1 - SHRINKAGE) * covariance + SHRINKAGE * variance * np.eye(len(covariance))
        return cls(mean=mean, precision=np.linalg.inv(shrunk).astype(np.float32))

    def lengths(self, vectors: Vectors) -> NDArray[np.float32]:
        """|R (x - mean)| of each, shape (n, dimension) -> (n,)."""
        pieces = [self._lengths(vectors[at : at + _AT_A_TIME]) for at in range(0, len(vectors), _AT_A_TIME)]
        return np.concatenate([np.empty(0, dtype=np.float32), *pieces])

    def cosines(
        self, vectors: Vectors, lengths: NDArray[np.float32], query: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Of each with the query, shape (n,); 0 for a vector that is the mean itself.  `lengths` are theirs.

        By vecdot: BLAS would start threads, and on a busy machine wait for them fifty times as long as this takes.
        """
        centred = query - self.mean
        back = np.vecdot(self.precision, centred)
        products = np.vecdot(vectors, back) - np.float32(self.mean @ back)
        whole = lengths * np.sqrt(np.vecdot(centred, back))
        return np.asarray(np.divide(products, whole, out=np.zeros_like(products), where=whole > 0), dtype=np.float32)

    def _lengths(self, vectors: Vectors) -> NDArray[np.float32]:
        centred = vectors - self.mean
        return np.asarray(np.sqrt(np.vecdot(centred @ self.precision, centred)), dtype=np.float32)
