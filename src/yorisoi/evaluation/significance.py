"""Is the difference of two configurations, measured on the same queries, more than luck?"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

ROUNDS = 10_000
"""Random draws: a p of .05 is then known to about .004."""
SEED = 11
_EXACT_UP_TO = 13
"""Queries that differ: up to so many all 2^n signs are tried, at most 8,192, fewer than would be drawn."""
_SAME = 1e-12
"""Differences of sums that are only rounding."""
_AT_ONCE = 4_000_000
"""Random numbers drawn at a time: 32 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One configuration against another, query by query."""

    difference: float
    """Mean of the one minus mean of the other."""
    ci95: tuple[float, float]
    p: float
    better: int
    """Queries on which the one is better."""
    worse: int
    equal: int


def compare(one: Sequence[float], other: Sequence[float], *, seed: int = SEED, rounds: int = ROUNDS) -> Comparison:
    """The difference of two configurations' figures on the same queries, in the same order.

    Raises ValueError: not as many of the one as of the other, or none.
    """
    if len(one) != len(other) or not one:
        raise ValueError("a comparison needs figures of the same queries, and at least one")
    differences = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    differences[np.abs(differences) < _SAME] = 0.0
    return Comparison(
        difference=float(differences.mean()),
        ci95=bootstrap_interval(differences, seed=seed, rounds=rounds),
        p=randomisation_test(differences, seed=seed, rounds=rounds),
        better=int((differences > 0).sum()),
        worse=int((differences < 0).sum()),
        equal=int((differences == 0).sum()),
    )


def randomisation_test(differences: Values, *, seed: int = SEED, rounds: int = ROUNDS) -> float:
    """How often chance alone would part the two by as much: the two-sided p of Fisher's paired randomisation test.

        p = P( |sum_i s_i d_i| >= |sum_i d_i| ),   s_i = +1 or -1 with equal chance

    If the configurations were alike, each query's two figures could as well stand the other way round.  With at most 13
    queries that differ, all signs are tried and p is exact; with more, `rounds` are drawn and p = (1 + hits) / (1 +
    rounds), which is never 0.  1 when no query differs.
    Source: Smucker, Allan & Carterette, CIKM 2007, who prefer it to Student's, Wilcoxon's and the sign test.
    """
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    seen = abs(float(moved.sum())) - _SAME
    if len(moved) <= _EXACT_UP_TO:
        signs = np.array(list(itertools.product((1.0, -1.0), repeat=len(moved))))
        return float(np.mean(np.abs(signs @ moved) >= seen))
    random = np.random.default_rng(seed)
    hits = 0
    for some in _shares(rounds, len(moved)):
        signs = random.integers(0, 2, size=(some, len(moved)), dtype=np.int8) * 2.0 - 1.0
        hits += int(np.sum(np.abs(signs @ moved) >= seen))
    return (1 + hits) / (1 + rounds)


def sign_test(better: int, worse: int) -> float:
    """How often a fair coin would fall as unevenly: the exact two-sided p of the sign test; ties are left out.

        p = min(1, 2 P(X <= min(better, worse))),   X ~ Binomial(better + worse, 1/2)

    1 when nobody chose a side.  Source: Conover, Practical Nonparametric Statistics, 1999, section 3.4.
    """
    n = better + worse
    tail = sum(math.comb(n, k) for k in range(min(better, worse) + 1))
    return min(1.0, 2 * tail / (1 << n))


def bootstrap_interval(differences: Values, *, seed: int = SEED, rounds: int = ROUNDS) -> tuple[float, float]:
    """The 95 % interval of the mean difference: the 2.5th and 97.5th percentile of resampled means.

    Each resample draws as many queries as there are, with replacement.  It says how far the mean would move with other
    queries of the same kind; with fewer than some twenty queries it is too narrow.
    Source: Efron & Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13; in retrieval: Sakai, SIGIR 2006.
    """
    random = np.random.default_rng(seed)
    n = len(differences)
    means = np.concatenate(
        [differences[random.integers(0, n, size=(some, n))].mean(axis=1) for some in _shares(rounds, n)]
    )
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def _shares(rounds: int, width: int) -> list[int]:
    """The rounds in shares that fit into memory."""
    share = max(1, _AT_ONCE // width)
    return [min(share, rounds - start) for start in range(0, rounds, share)]
