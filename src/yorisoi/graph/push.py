"""Personalised PageRank of the nodes near a few seeds, without touching the rest of the graph."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DAMPING = 0.65
"""Probability of walking on along an edge instead of staying: from a name to its pages and on to their names."""
LEAST = 1e-4
"""Mass of a node that is still walked on.  With FAINT, .98 of the twenty best are those of a walk without bounds, over
290,000 edges; with 1e-3 and 1e-4, .95."""
FAINT = 5e-5
"""Mass that an edge has to be given, on average: a name that half of all pages mention leads nowhere.  Bounds the edges
that are looked at, by about damping / (1 - damping) / FAINT = 37,000, whatever the size of the graph."""


@dataclass(frozen=True, slots=True)
class Edges:
    """A weighted graph by its sources: node u leads to `target[start[u] : start[u + 1]]`."""

    start: NDArray[np.int64]
    """Shape (nodes + 1,)."""
    target: NDArray[np.int32]
    """Shape (edges,)."""
    weight: NDArray[np.float32]
    """Shape (edges,); above 0, of any sum."""

    @property
    def nodes(self) -> int:
        return len(self.start) - 1

    def of(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(places of all edges of these nodes, how many each has)."""
        starts = self.start[nodes]
        counts = self.start[nodes + 1] - starts
        before = np.cumsum(counts) - counts
        return np.repeat(starts - before, counts) + np.arange(counts.sum()), counts


def edges_between(
    source: NDArray[np.integer], target: NDArray[np.integer], weight: NDArray[np.floating], nodes: int
) -> Edges:
    """The graph with these edges, in any order."""
    order = np.argsort(source, kind="stable")
    start = np.zeros(nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(source, minlength=nodes), out=start[1:])
    return Edges(start, target[order].astype(np.int32), weight[order].astype(np.float32))


def personalized_pagerank(
    edges: Edges,
    seeds: Mapping[int, float],
    *,
    open_nodes: NDArray[np.bool_] | None = None,
    drawn: NDArray[np.float32] | None = None,
    damping: float = DAMPING,
    least: float = LEAST,
    faint: float = FAINT,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Nodes near the seeds and the probability that a walk ends there, in order of node.

        p = (1 - damping) sum_t damping^t (W^T)^t s          W: the weights, each row divided by its sum

    by forward push (Andersen, Chung & Lang, FOCS 2006): every node that holds more than `least` of the seeds' mass, and
    gives more than `faint` to an edge on average, keeps 1 - damping of it and gives the rest to its neighbours, until
    none does; all such nodes at once, in rounds.  In the end every node keeps 1 - damping of what it holds.  What would
    go on where no edge leads on is lost.  `seeds`: node -> mass.  Where `open_nodes`, shape (nodes,), is given, no walk
    enters a node that is not open.  By `drawn`, shape (nodes,), an edge into a node weighs 1 + drawn times as much: the
    walk goes rather where the question points already.  Costs the edges of the nodes that are walked on from.
    """
    rest, kept = np.zeros(edges.nodes), np.zeros(edges.nodes)
    if open_nodes is not None:
        seeds = {node: mass for node, mass in seeds.items() if open_nodes[node]}
    active = np.fromiter(seeds, dtype=np.int64, count=len(seeds))
    rest[active] = list(seeds.values())
    seen = [active]

    def walked_on(nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        degrees = edges.start[nodes + 1] - edges.start[nodes]
        found: NDArray[np.int64] = nodes[rest[nodes] > np.maximum(least, faint / damping * degrees)]
        return found

    while len(active := walked_on(active)):
        mass = rest[active]
        rest[active] = 0.0
        places, counts = edges.of(active)
        targets, weights = edges.target[places], edges.weight[places].astype(np.float64)
        if open_nodes is not None:
            weights *= open_nodes[targets]
        if drawn is not None:
            weights *= 1 + drawn[targets]
        giver = np.repeat(np.arange(len(active)), counts)
        sums = np.bincount(giver, weights=weights, minlength=len(active))
        kept[active] += (1 - damping) * mass
        share = np.divide(damping * mass, sums, out=np.zeros(len(active)), where=sums > 0)
        np.add.at(rest, targets, weights * share[giver])
        active = np.unique(targets).astype(np.int64)
        seen.append(active)
    nodes = np.unique(np.concatenate(seen))
    ends = kept[nodes] + (1 - damping) * rest[nodes]
    return nodes[ends > 0], ends[ends > 0]
