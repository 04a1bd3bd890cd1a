"""The vector of a user, or of a new node, without training again."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids

Floats = NDArray[np.float32]

STEPS = 40
"""Of the descent; further ones move nothing that could be seen in the nearest nodes."""
SAMPLE = 512
"""Nodes that stand for all in the softmax."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """Where the graph's nodes lie, and how interests lead through it."""

    entities: Floats
    """(nodes, dimension); rows of NaN for nodes that nothing is known of."""
    interest: Floats
    """(dimension,): from a user to what interests the user."""
    interested: Floats
    """(dimension,): from a thing to the users whom it interests."""

    def sample(self) -> Ids:
        """Nodes drawn once and for all, evenly."""
        known = np.flatnonzero(np.isfinite(self.entities[:, 0]))
        drawn = np.random.default_rng(0).choice(known, min(SAMPLE, len(known)), replace=False)
        chosen: Ids = np.sort(drawn).astype(np.int64)
        return chosen


def fold_in(space: Space, sample: Floats, nodes: Ids, weights: Floats) -> Floats:
    """The vector u of a user whom `nodes` interest, shape (dimension,): what training would have made of it.

    Every entity keeps its place; u alone moves, down the loss of training (`sampled_softmax.py`) over the questions of
    (u, interest, w), each weighted:

        L(u) = sum_w  weight_w (  -log softmax_w(-|u + r - e|^2)  -log softmax_u(-|e_w + r' - e|^2)  )

    the first over the nodes of the sample, which asks for the interests of u, the second, which asks for the people
    interested in w, over the sample and u itself.  Steps follow the gradient, in the length of a running mean of its
    squares, falling to nothing.  `sample`: (k, dimension) vectors of `Space.sample()`.
    """
    wanted = space.entities[nodes]
    share = weights / weights.sum()
    centre = share @ wanted
    user: Floats = (share @ (wanted - space.interest) + share @ (wanted + space.interested)) / 2
    back = wanted + space.interested
    correction = np.float32(np.log(max(1.0, len(space.entities) / len(sample))))
    norms = np.square(sample).sum(1)
    others = _log_sum(2 * back @ sample.T - norms - np.square(back).sum(1)[:, None] + correction)
    squares = np.zeros_like(user)
    for step in range(STEPS):
        asked = user + space.interest
        near = _softmax(2 * sample @ asked - norms)
        mine = -np.square(back - user).sum(1)
        missed = 1 / (1 + np.exp(np.clip(mine - others, -60, 60)))
        slope = 2 * (near @ sample - centre) + 2 * ((share * missed) @ (user - back))
        squares += np.square(slope)
        user = user - np.float32(0.3 * (1 - step / STEPS)) * slope / np.sqrt(squares + np.float32(1e-8))
    folded: Floats = user.astype(np.float32)
    return folded


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max())
    shares: Floats = powers / powers.sum()
    return shares


def _log_sum(scores: Floats) -> Floats:
    top = scores.max(1)
    logs: Floats = top + np.log(np.exp(scores - top[:, None]).sum(1))
    return logs
