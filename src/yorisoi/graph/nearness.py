"""How near things lie to a person who cares for several."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

OF_THE_LEAD = 0.5
"""Share of where the user's own vector leads; the interests have the rest."""


def distances(candidates: Floats, lead: Floats, interests: Floats, weights: Floats) -> Floats:
    """How far each candidate lies from a user, shape (candidates,):

        d(c) = -2 log( a exp(-|c - lead|^2 / 2) + (1 - a) sum_w share_w exp(-|c - w|^2 / 2) )

    the density at c of normal distributions around where the user's vector leads and around each interest w, so that
    where there is but one place it is the squared distance.  One place alone stands in the middle between the
    interests, where none of them is: held-out interests were found better by the density (benchmarks/results/graph.md).

    `candidates` (n, dimension), `lead` (dimension,), `interests` (m, dimension), `weights` (m,), above 0.
    """
    places = np.concatenate([lead[None], interests])
    shares = np.concatenate([[OF_THE_LEAD], (1 - OF_THE_LEAD) * weights / weights.sum()]).astype(np.float32)
    apart = np.square(candidates).sum(1)[:, None] + np.square(places).sum(1) - 2 * candidates @ places.T
    nearest = apart.min(1)
    found: Floats = nearest - 2 * np.log(np.exp((nearest[:, None] - apart) / 2) @ shares)
    return found
