"""The background distribution of cosines: what a cosine is worth in one collection, for one query."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import Moments, Vectors
from yorisoi.types import Language

_FEW_FOR_A_MEAN, _FEW_FOR_A_COVARIANCE = 3, 100
"""Vectors of a language; it takes about so many to outweigh what all languages have in common.  A model puts each
language in a place of its own, which shows at once; how vectors spread around it is much the same in all."""

_LEAST_DEVIATION = 0.01
"""Of cosines; a collection of a few like passages would make giants of small differences."""


@dataclass(frozen=True, slots=True)
class Background:
    """What cosines with passages that have nothing to do with a query look like, for one language of a collection."""

    mean: NDArray[np.float32]
    covariance: NDArray[np.float32]
    trust: float = 1.0
    """How much is known of what is near to everything: n / (n + 100); in a few pages that may be their topic."""

    def normalised(
        self, cosines: NDArray[np.floating], to_mean: NDArray[np.floating], queries: Vectors, hubness: float = 0.0
    ) -> NDArray[np.float64]:
        """Cosines -> how surprising each is for a passage that has nothing to do with the query, in nats.

            z(q, d) = (cos(q, d) - q.m - hubness * trust * (d.m - m.m)) / sqrt(q.C.q)
            s(q, d) = z * |z| / 2                           m, C: mean and covariance of the vectors

        `cosines` and the result have the shape (queries, passages), `to_mean`, d.m, has (passages,).

        q.m and q.C.q are the mean and the variance of the query's cosines with all vectors, without computing these;
        z^2 / 2 is the exponent of the normal law.  What a cosine is worth differs by model (e5's lie between .7 and
        .9), by collection, by query, and by language: a model puts a question nearer to anything in its own language.
        The normalised score is comparable, and on the kind of scale that BM25 is on: sums of logarithms of how rare
        something is.

        It also differs by passage: in many dimensions a few lie near the mean, and so near to every query.  With
        hubness 1 all that a passage owes to that is taken off: cosines of vectors with the mean taken off (but for
        their lengths), after Suzuki et al., Centering Similarity Measures to Reduce Hubs, EMNLP 2013.
        """
        expected = np.vecdot(queries, self.mean)  # a product of matrices would wake threads
        variances = np.vecdot(queries, np.vecdot(self.covariance, queries[:, np.newaxis]))
        deviations = np.maximum(_LEAST_DEVIATION, np.sqrt(np.maximum(variances, 0.0)))
        hubs = hubness * self.trust * (to_mean.astype(np.float64) - float(self.mean @ self.mean))
        z: NDArray[np.float64] = (cosines - hubs - expected[:, np.newaxis]) / deviations[:, np.newaxis]
        return z * np.abs(z) / 2


def backgrounds(moments: Mapping[Language, Moments]) -> dict[Language, Background]:
    """By language, the moments of its vectors, drawn towards those of all as far as they rest on few.

        m_l' = a m_l + (1 - a) m,        a = n_l / (n_l + 3)
        C_l' = b C_l + (1 - b) C,        b = n_l / (n_l + 100)

    m and C are those of all vectors together: the means weighted by n_l, C with the spread of the means.
    """
    if len(moments) < 2:
        return {
            language: Background(known.mean, known.covariance, _trust(known)) for language, known in moments.items()
        }
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
        found[language] = Background(a * known.mean + (1 - a) * mean, b * known.covariance + (1 - b) * covariance, b)
    return found


def _trust(known: Moments) -> float:
    return known.count / (known.count + _FEW_FOR_A_COVARIANCE)
