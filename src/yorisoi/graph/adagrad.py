"""Adagrad over the rows of a matrix of which a step touches few."""

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids

Floats = NDArray[np.float32]
_TINY = np.float32(1e-10)


def summed_by_row(ids: Ids, gradients: Floats) -> tuple[Ids, Floats]:
    """Each id once, ascending, with the sum of its gradients."""
    order = np.argsort(ids, kind="stable")
    rows, starts = np.unique(ids[order], return_index=True)
    return rows, np.add.reduceat(gradients[order], starts, axis=0)


def step(matrix: Floats, squares: Floats, rows: Ids, gradient: Floats, rate: float) -> None:
    """One step against the gradient of some rows, in place.

        G += g^2,     x -= rate * g / sqrt(G)

    Source: Duchi, Hazan & Singer, JMLR 2011.
    """
    seen = squares[rows] + np.square(gradient)
    squares[rows] = seen
    matrix[rows] -= np.float32(rate) * gradient / np.sqrt(seen + _TINY)
