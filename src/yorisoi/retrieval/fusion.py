"""Several rankings of one collection -> one."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

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
