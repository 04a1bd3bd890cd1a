"""How questions in everyday words are read: a low-rank addition to the last layers, for queries alone.

    W x + B A x        A (rank, columns), B (rows, rank)

In a file A and B are bytes, `NAME.down` and `NAME.up`, and what they are to be multiplied by: `NAME.scale` (rank,).
Passages are read as before, so that no store has to be embedded anew.  Fitted by `benchmarks/fit_queries.py` on
everyday questions about sections of invented collections (`benchmarks/training/everyday_*.jsonl`): see decision 028.
LoRA: Hu et al. 2021, arXiv:2106.09685.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
        names = [name.removesuffix(".scale") for name in file.files if name.endswith(".scale")]
        return Adapter(
            down={name: file[f"{name}.scale"][:, None] * file[f"{name}.down"] for name in names},
            up={name: file[f"{name}.up"].astype(np.float32) for name in names},
        )


def as_bytes(name: str, down: Floats, up: Floats) -> Mapping[str, NDArray[Any]]:
    """One addition as in a file: a row of A and a column of B are each as many 127ths of their largest element."""
    of_rows, of_columns = (np.abs(each).max(axis=axis) / 127 for each, axis in ((down, 1), (up, 0)))
    return {
        f"{name}.down": np.rint(down / of_rows[:, None]).astype(np.int8),
        f"{name}.up": np.rint(up / of_columns).astype(np.int8),
        f"{name}.scale": (of_rows * of_columns).astype(np.float32),
    }
