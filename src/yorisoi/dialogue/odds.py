"""Probabilities and log-odds."""

from collections.abc import Sequence
from math import exp, log

import numpy as np
from numpy.typing import NDArray

_LEAST = 0.005
"""Probability below which, and above whose complement, nothing is told apart."""


def logistic(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def logit(probability: float) -> float:
    return log(probability / (1 - probability))


def log_odds(probability: float) -> float:
    """Within those of `_LEAST` and its complement."""
    return logit(min(max(probability, _LEAST), 1 - _LEAST))


def softmax(log_odds: Sequence[float] | NDArray[np.floating]) -> list[float]:
    """Shares that add up to 1; of nothing nothing."""
    odds = np.asarray(log_odds, dtype=np.float64)
    shares: NDArray[np.float64] = np.exp(odds - odds.max(initial=-np.inf))
    return (shares / shares.sum()).tolist() if len(odds) else []
