"""Several rankings of one collection -> one, by their scores or by their ranks alone."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Key = TypeVar("Key", bound=Hashable)


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[Key]], *, weights: Mapping[str, float] | None = None, k: float = 60
) -> list[tuple[Key, float]]:
    """Merge rankings by position only.

        score(d) = sum_i w_i / (k + rank_i(d)),   rank starts at 1

    A ranking without d adds nothing; one without a weight has weight 1.  Small k trusts the heads of the lists.
    Source: Cormack, Clarke & Buettcher, SIGIR 2009 (k = 60 is theirs); the weights are source 003's.
    Returns (d, score), best first, ties by d so that runs repeat.  Raises ValueError: k < 0 or a negative weight.
    """
    weights = weights or {}
    if k < 0 or any(weight < 0 for weight in weights.values()):
        raise ValueError("k and the weights of a reciprocal rank fusion must not be negative")
    scores: dict[Key, float] = {}
    for name in sorted(rankings):  # a fixed order, so that floating-point sums do not depend on the caller's
        for rank, key in enumerate(rankings[name], start=1):
            scores[key] = scores.get(key, 0.0) + weights.get(name, 1.0) / (k + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def score_fusion(
    scores: Mapping[str, NDArray[np.float64]], *, weights: Mapping[str, float] | None = None
) -> NDArray[np.float64]:
    """Merge scorings of the same things, in the same order, that are on one scale.

        score(d) = sum_i w_i * s_i(d)

    Each scoring has shape (things,), NaN where it does not know one: that adds the least that it gives any.  A scoring
    without a weight has weight 1.  The result has shape (things,); of no scoring (0,).
    Raises ValueError: a negative weight.
    """
    weights = weights or {}
    if any(weight < 0 for weight in weights.values()):
        raise ValueError("the weights of a fusion must not be negative")
    total = np.zeros(1 if scores else 0)
    for name in sorted(scores):  # a fixed order, as in rank fusion
        known, unknown = scores[name], np.isnan(scores[name])
        if unknown.any():
            known = np.where(unknown, 0.0 if unknown.all() else known[~unknown].min(), known)
        total = total + weights.get(name, 1.0) * known
    return total
