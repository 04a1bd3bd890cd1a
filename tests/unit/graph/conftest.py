"""A small world whose relations are shifts: stations on a line, and what comes one and two after."""

import numpy as np
import pytest

from yorisoi.graph.answers import Ids


@pytest.fixture
def line() -> Ids:
    """(n, 0, n + 1) and (n, 1, n + 2) for thirty stations."""
    after = [[(station, step - 1, station + step) for station in range(30 - step)] for step in (1, 2)]
    return np.array([*after[0], *after[1]], dtype=np.int64)
