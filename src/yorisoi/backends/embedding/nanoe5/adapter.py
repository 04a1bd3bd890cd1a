"""How questions in everyday words are read: a low-rank addition to the last layers, for queries alone.

    W x + B A x        A (rank, columns), B (rows, rank)

Passages are read as before, so that no store has to be embedded anew.  Fitted by `benchmarks/fit_queries.py` on
everyday questions about sections of invented collections (`benchmarks/training/everyday_*.jsonl`): see decision 028.
LoRA: Hu et al. 2021, arXiv:2106.09685.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("queries.npz")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """Additions by matrix, such as `l8.q` for the queries of the ninth layer's attention."""

    down: Mapping[str, Floats]
    """A: (rank, columns)."""
    up: Mapping[str, Floats]
    """B: (rows, rank)."""

    def addition(self, name: str) -> Floats | float:
        """B A: (rows, columns); nothing to matrices that it does not name."""
        return self.up[name] @ self.down[name] if name in self.down else 0.0


NO_ADAPTER = Adapter(down={}, up={})


def load(path: Path = FILE) -> Adapter:
    """Raises OSError, ValueError, KeyError."""
    with np.load(path) as file:
        arrays = {name: file[name].astype(np.float32) for name in file.files}
    return Adapter(
        down={name.removesuffix(".down"): array for name, array in arrays.items() if name.endswith(".down")},
        up={name.removesuffix(".up"): array for name, array in arrays.items() if name.endswith(".up")},
    )
