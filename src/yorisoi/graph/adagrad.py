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
    """One step against the gradient of some rows, in place; one sum of squares for a whole row.

        G_row += mean(g^2),     x -= rate * g / sqrt(G_row)

    A sum for every number, as Duchi, Hazan & Singer (JMLR 2011) have it, makes the first step of a row one of equal
    length in every direction, whatever the gradient says: noise that an entity with few triples never gets rid of.
    `squares`: (rows,).  As PyTorch-BigGraph does it (Lerer et al., SysML 2019).
    """
    seen = squares[rows] + np.square(gradient).mean(1)
    squares[rows] = seen
    matrix[rows] -= np.float32(rate) * gradient / np.sqrt(seen + _TINY)[:, None]
