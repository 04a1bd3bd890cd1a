"""The loss of TransE and its gradient: the true answer against a sample of all entities."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids

Floats = NDArray[np.float32]
_NEVER = np.float32(-1e9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient:
    """Of the summed loss, by what it moves."""

    asked: Floats
    targets: Floats
    negatives: Floats
    loss: float


def gradient(asked: Floats, targets: Floats, negatives: Floats, true: tuple[Ids, Ids], entities: int) -> Gradient:
    """Cross-entropy of the true answer among itself and N entities drawn evenly, for B questions.

        s(q, e) = -|q - e|^2,     L = -log  exp s(q, t) / (exp s(q, t) + sum_j exp(s(q, e_j) + log(entities / N)))

    The last term ("logQ correction") lets the sample stand for all entities.  `true` holds (question, negative) pairs
    that answer the question as well, and are left out.  With p_j the softmax's share of e_j and w = sum_j p_j,

        dL/dq = 2 sum_j p_j e_j - 2 w t,     dL/dt = -2 w (q - t),     dL/de_j = 2 sum_i p_ij (q_i - e_j)

    Shapes: asked and targets (B, d), negatives (N, d).  Source of the correction: Bengio & Senecal, 2008.
    """
    scores = asked @ (2 * negatives).T
    scores -= np.square(negatives).sum(1)
    scores -= np.square(asked).sum(1)[:, None]
    scores[true] = _NEVER
    scores += np.float32(np.log(entities / len(negatives)))
    right = -np.square(asked - targets).sum(1)
    top = np.maximum(scores.max(1), right)
    scores -= top[:, None]
    shares = np.exp(scores, out=scores)
    mine = np.exp(right - top)
    total = shares.sum(1) + mine
    shares /= total[:, None]
    wrong = (1 - mine / total)[:, None]
    return Gradient(
        asked=2 * (shares @ negatives - wrong * targets),
        targets=-2 * wrong * (asked - targets),
        negatives=2 * (shares.T @ asked - shares.sum(0)[:, None] * negatives),
        loss=float(np.sum(np.log(total) - (right - top))),
    )
