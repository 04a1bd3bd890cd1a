"""The vector of a user, or of a new node, without training again."""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.nearness import distances

Floats = NDArray[np.float32]

STEPS = 40
"""Of the descent; further ones move nothing that could be seen in the nearest nodes."""
SAMPLE = 512
"""Nodes that stand for all in the softmax."""
INTERESTS = 64
"""Of a user, the strongest, that are told apart; the time of a turn grows with them."""
_REMEMBERED = 10_000
"""Users: 8 MB with vectors of 200 numbers."""


@dataclass(frozen=True, kw_only=True)
class Space:
    """Where the graph's nodes lie, and how interests lead through it.  Remembers what it was asked: see `lead`."""

    entities: Floats
    """(nodes, dimension); rows of NaN for nodes that nothing is known of."""
    interest: Floats
    """(dimension,): from a user to what interests the user."""
    interested: Floats
    """(dimension,): from a thing to the users whom it interests."""
    l2: float = 0.0
    """The regularisation that the vectors were learnt with."""
    _leads: OrderedDict[tuple[bytes, bytes], Floats] = field(default_factory=OrderedDict)

    @cached_property
    def sample(self) -> Floats:
        """Vectors of nodes that stand for all, drawn once and for all, evenly: (at most 512, dimension)."""
        known = np.flatnonzero(np.isfinite(self.entities[:, 0]))
        drawn = np.random.default_rng(0).choice(known, min(SAMPLE, len(known)), replace=False)
        vectors: Floats = np.ascontiguousarray(self.entities[np.sort(drawn)])
        return vectors

    def lead(self, nodes: Ids, weights: Floats) -> Floats | None:
        """Where the interest of a user leads whom `nodes` interest: (dimension,); None when nothing is known of them.

        The leads of the last users asked for are remembered.
        """
        key = (nodes.tobytes(), weights.tobytes())
        if key in self._leads:
            self._leads.move_to_end(key)
            return self._leads[key]
        place = self.place(nodes, weights)
        if place is None:
            return None
        lead: Floats = place + self.interest
        self._leads[key] = lead
        if len(self._leads) > _REMEMBERED:
            self._leads.popitem(last=False)
        return lead

    def distances(self, candidates: Ids, nodes: Ids, weights: Floats) -> Floats:
        """How far candidates lie from a user whom `nodes` interest, strongest first: (candidates,); see `nearness.py`.

        Infinite for what nothing is known of, and for all when nothing is known of the interests.
        """
        known = np.isfinite(self.entities[nodes, 0])
        nodes, weights = nodes[known][:INTERESTS], weights[known][:INTERESTS]
        lead = self.lead(nodes, weights)
        if lead is None:
            return np.full(len(candidates), np.inf, dtype=np.float32)
        found = distances(self.entities[candidates], lead, self.entities[nodes], weights)
        return np.where(np.isnan(found), np.float32(np.inf), found).astype(np.float32)

    def place(self, nodes: Ids, weights: Floats) -> Floats | None:
        """Where a user lies whom `nodes` interest: (dimension,); None when nothing is known of them."""
        known = np.isfinite(self.entities[nodes, 0])
        return fold_in(self, nodes[known], weights[known]) if known.any() else None


def fold_in(space: Space, nodes: Ids, weights: Floats) -> Floats:
    """The vector u of a user whom `nodes` interest, shape (dimension,): what training would have made of it.

    Every entity keeps its place; u alone moves, down the loss of training (`sampled_softmax.py`) over the questions of
    (u, interest, w), each weighted, and its regularisation:

        L(u) = sum_w  weight_w (  -log softmax_w(-|u + r - e|^2)  -log softmax_u(-|e_w + r' - e|^2)  )  +  l2/2 |u|^2

    the first softmax over the sample and w, which asks for the interests of u, the second, which asks for the people
    interested in w, over the sample and u.  Weights sum to 1.  Adagrad over the row, with steps that fall to nothing.
    """
    sample, wanted = space.sample, space.entities[nodes]
    share = weights / weights.sum()
    back = wanted + space.interested
    user: Floats = (share @ (wanted - space.interest) + share @ back) / 2
    correction = np.float32(np.log(max(1.0, len(space.entities) / len(sample))))
    norms = np.square(sample).sum(1)
    others = _log_sum(2 * back @ sample.T - norms - np.square(back).sum(1)[:, None] + correction)
    seen = np.float32(0)
    for step in range(STEPS):
        asked = user + space.interest
        scores = 2 * sample @ asked - norms - asked @ asked + correction
        all_ = _log_sum(scores[None])[0]
        missed = share * _sigmoid(all_ + np.square(wanted - asked).sum(1))
        unseen = share * _sigmoid(others + np.square(back - user).sum(1))
        middle = np.exp(scores - all_) @ sample
        slope = 2 * (missed.sum() * middle - missed @ wanted) + 2 * (unseen @ (user - back)) + space.l2 * user
        seen += np.square(slope).mean()
        rate = 0.3 * (1 - step / STEPS) / np.sqrt(seen + np.float32(1e-10))
        user = (user - rate * slope).astype(np.float32)
    return user


def _sigmoid(log_odds: Floats) -> Floats:
    chances: Floats = np.reciprocal(1 + np.exp(-np.clip(log_odds, -60, 60)))
    return chances


def _log_sum(scores: Floats) -> Floats:
    top = scores.max(1)
    logs: Floats = top + np.log(np.exp(scores - top[:, None]).sum(1))
    return logs
