"""How far two raters agree beyond chance."""

from collections import Counter
from collections.abc import Sequence

import numpy as np


def kappa(one: Sequence[str], other: Sequence[str]) -> float | None:
    """Cohen's kappa of two raters' categories: 1 for full agreement, 0 for what chance gives, None where both only ever
    said one and the same.

        kappa = (p_observed - p_chance) / (1 - p_chance),   p_chance = sum_c p_one(c) p_other(c)

    Source: Cohen, Educational and Psychological Measurement 20(1), 1960.  Raises ValueError: not as many, or none.
    """
    n = _length(one, other)
    observed = sum(left == right for left, right in zip(one, other, strict=True)) / n
    mine, theirs = Counter(one), Counter(other)
    chance = sum(mine[category] * theirs[category] for category in mine) / n**2
    return None if chance == 1 else (observed - chance) / (1 - chance)


def weighted_kappa(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Cohen's kappa of two raters' scores, where being off by d counts d^2; None where both only ever gave one score.

        kappa_w = 1 - mean_i (one_i - other_i)^2 / mean_{i,j} (one_i - other_j)^2

    Source: Cohen, Psychological Bulletin 70(4), 1968, with quadratic weights.  Raises ValueError: not as many, or none.
    """
    _length(one, other)
    mine, theirs = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    chance = float(np.mean((mine[:, None] - theirs[None, :]) ** 2))
    return None if chance == 0 else 1 - float(np.mean((mine - theirs) ** 2)) / chance


def _length(one: Sequence[object], other: Sequence[object]) -> int:
    if len(one) != len(other) or not one:
        raise ValueError("an agreement needs two ratings of the same things, and at least one")
    return len(one)
