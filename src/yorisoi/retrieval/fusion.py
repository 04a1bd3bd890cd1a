"""Several rankings of one collection -> one, by their scores or by their ranks alone."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import Moments

Key = TypeVar("Key", bound=Hashable)

_LEAST_DEVIATION = 0.01
"""Of cosines; a collection of a few like passages would make giants of small differences."""


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
    rankings: Mapping[str, Sequence[tuple[Key, float]]],
    *,
    weights: Mapping[str, float] | None = None,
    absent: Mapping[str, float] | None = None,
) -> list[tuple[Key, float]]:
    """Merge rankings whose scores are on one scale.

        score(d) = sum_i w_i * s_i(d)

    A ranking without d counts with `absent`, 0 when not given; one without a weight has weight 1.
    Returns (d, score), best first, ties by d so that runs repeat.  Raises ValueError: a negative weight.
    """
    weights, absent = weights or {}, absent or {}
    if any(weight < 0 for weight in weights.values()):
        raise ValueError("the weights of a fusion must not be negative")
    keys = {key for ranked in rankings.values() for key, _ in ranked}
    scores = dict.fromkeys(keys, 0.0)
    for name in sorted(rankings):
        known, weight, missing = dict(rankings[name]), weights.get(name, 1.0), absent.get(name, 0.0)
        for key in keys:
            scores[key] += weight * known.get(key, missing)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def surprise(
    ranked: Sequence[tuple[Key, float]], query: NDArray[np.float32], moments: Moments | None
) -> list[tuple[Key, float]]:
    """Cosines -> how surprising each is for a passage that has nothing to do with the query, in nats.

        z(d)        = (cos(q, d) - q.m) / sqrt(q.C.q)      m, C: mean and covariance of the collection's vectors
        surprise(d) = z * |z| / 2

    q.m and q.C.q are the mean and the variance of the query's cosines with all vectors, without computing these;
    z^2 / 2 is the exponent of the normal law.  What a cosine is worth differs by model (e5's lie between .7 and .9), by
    collection and by query; a surprise is comparable, and is on the kind of scale that BM25 is on: sums of logarithms
    of how rare something is.  Unchanged without moments.
    """
    if moments is None:
        return list(ranked)
    usual = float(query @ moments.mean)
    deviation = max(_LEAST_DEVIATION, float(query @ moments.covariance @ query) ** 0.5)
    deviations = [(key, (cosine - usual) / deviation) for key, cosine in ranked]
    return [(key, z * abs(z) / 2) for key, z in deviations]
