"""Several rankings of one collection -> one, by their scores or by their ranks alone."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import Moments, Vectors
from yorisoi.types import Language

_FEW_FOR_A_MEAN, _FEW_FOR_A_COVARIANCE = 3, 100
"""Vectors of a language; it takes about so many to outweigh what all languages have in common.  A model puts each
language in a place of its own, which shows at once; how vectors spread around it is much the same in all."""

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


@dataclass(frozen=True, slots=True)
class Usual:
    """What cosines with passages that have nothing to do with a query look like, for one language of a collection."""

    mean: NDArray[np.float32]
    covariance: NDArray[np.float32]
    trust: float = 1.0
    """How much is known of what is near to everything: n / (n + 100); in a few pages that may be their topic."""

    def surprise(
        self, cosines: NDArray[np.floating], to_mean: NDArray[np.floating], queries: Vectors, hubness: float = 0.0
    ) -> NDArray[np.float64]:
        """Cosines -> how surprising each is for a passage that has nothing to do with the query, in nats.

            z(q, d)        = (cos(q, d) - q.m - hubness * trust * (d.m - m.m)) / sqrt(q.C.q)
            surprise(q, d) = z * |z| / 2                    m, C: mean and covariance of the vectors

        `cosines` and the result have the shape (queries, passages), `to_mean`, d.m, has (passages,).

        q.m and q.C.q are the mean and the variance of the query's cosines with all vectors, without computing these;
        z^2 / 2 is the exponent of the normal law.  What a cosine is worth differs by model (e5's lie between .7 and
        .9), by collection, by query, and by language: a model puts a question nearer to anything in its own language.
        A surprise is comparable, and is on the kind of scale that BM25 is on: sums of logarithms of how rare something
        is.

        It also differs by passage: in many dimensions a few lie near the mean, and so near to every query.  With
        hubness 1 all that a passage owes to that is taken off: cosines of vectors with the mean taken off (but for
        their lengths), after Suzuki et al., Centering Similarity Measures to Reduce Hubs, EMNLP 2013.
        """
        usual = np.vecdot(queries, self.mean)  # a product of matrices would wake threads
        variances = np.vecdot(queries, np.vecdot(self.covariance, queries[:, np.newaxis]))
        deviations = np.maximum(_LEAST_DEVIATION, np.sqrt(np.maximum(variances, 0.0)))
        hubs = hubness * self.trust * (to_mean.astype(np.float64) - float(self.mean @ self.mean))
        z: NDArray[np.float64] = (cosines - hubs - usual[:, np.newaxis]) / deviations[:, np.newaxis]
        return z * np.abs(z) / 2


def usual(moments: Mapping[Language, Moments]) -> dict[Language, Usual]:
    """By language, the moments of its vectors, drawn towards those of all as far as they rest on few.

        m_l' = a m_l + (1 - a) m,        a = n_l / (n_l + 3)
        C_l' = b C_l + (1 - b) C,        b = n_l / (n_l + 100)

    m and C are those of all vectors together: the means weighted by n_l, C with the spread of the means.
    """
    if len(moments) < 2:
        return {language: Usual(known.mean, known.covariance, _trust(known)) for language, known in moments.items()}
    total = sum(known.count for known in moments.values())
    shares = {language: known.count / total for language, known in moments.items()}
    mean = sum((shares[language] * known.mean for language, known in moments.items()), start=np.float32(0))
    covariance = sum(
        (
            shares[language] * (known.covariance + np.outer(known.mean - mean, known.mean - mean))
            for language, known in moments.items()
        ),
        start=np.float32(0),
    )
    found = {}
    for language, known in moments.items():
        a, b = known.count / (known.count + _FEW_FOR_A_MEAN), _trust(known)
        found[language] = Usual(a * known.mean + (1 - a) * mean, b * known.covariance + (1 - b) * covariance, b)
    return found


def _trust(known: Moments) -> float:
    return known.count / (known.count + _FEW_FOR_A_COVARIANCE)
