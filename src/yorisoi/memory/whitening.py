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


@dataclass(frozen=True, slots=True, kw_only=True)
class Whitening:
    """x -> R (x - mean), brought to unit length, where R C R' = I.

        C = (1 - s) covariance + s * mean variance * I,   s = SHRINKAGE

    R is the inverse of C's Cholesky factor: cosines are the same for every such R, and this one is had at once.

    Source: Su et al., Whitening Sentence Representations, 2021; shrinkage as in Ledoit & Wolf, 2004, but fixed, since
    theirs minimises the error of the covariance and not of a ranking.
    """

    mean: NDArray[np.float32]
    """(dimension,)."""
    root: NDArray[np.float32]
    """R, (dimension, dimension)."""
    fitted_on: int

    @classmethod
    def of(cls, vectors: Vectors) -> "Whitening | None":
        """Fitted to vectors; None when they are too few, or all the same."""
        if len(vectors) < LEAST:
            return None
        mean = vectors.mean(axis=0)
        centred = vectors - mean
        covariance = (centred.T @ centred / len(vectors)).astype(np.float64)
        variance = float(np.trace(covariance)) / len(covariance)
        if variance < 1e-12:
            return None
        shrunk = (1 - SHRINKAGE) * covariance + SHRINKAGE * variance * np.eye(len(covariance))
        root = np.linalg.inv(np.linalg.cholesky(shrunk)).astype(np.float32)
        return cls(mean=mean, root=root, fitted_on=len(vectors))

    def __call__(self, vectors: Vectors) -> Vectors:
        """Shape (n, dimension) -> the same, rows of unit length (zeros for a row that is the mean itself)."""
        white = (vectors - self.mean) @ self.root.T
        norms = np.linalg.norm(white, axis=1, keepdims=True)
        return np.asarray(white / np.where(norms > 0, norms, 1), dtype=np.float32)

    def one(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same for one vector of shape (dimension,)."""
        white = np.vecdot(self.root, vector - self.mean)
        norm = float(np.linalg.norm(white))
        return np.asarray(white / norm if norm > 0 else white, dtype=np.float32)
