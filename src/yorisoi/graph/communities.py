"""What belongs together: communities of the graph of passages and names, in levels.

GraphRAG (Edge et al., 2024) finds communities of the entities that a model extracted.  Here passages and the names in
them are one graph (`name_graph.py`), and a community is a set of both.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import graspologic_native
import numpy as np
from numpy.typing import NDArray

from yorisoi.graph_ports import Community

MOST_TOGETHER = 100
"""Nodes (passages and names) of a community that is not divided further: about fifty passages, what a report is made
of.  GraphRAG takes 10 entities; each of these has several passages."""
RENEWED = 0.2
"""Share of the passages that came or went, from which all communities are found anew."""
WEAK = 0.25
"""Of the median weight of a passage's bonds: below it, it is tied to what its words fit best as well."""
NAMES = 12
"""Names that are told of a community."""
_TOGETHER = 2_000_000
"""Pulls of communities on new passages that are weighed at a time: some hundred megabytes."""
_ITERATIONS = 5
"""On the 900 pages modularity is .698 after one, .706 after two, .7065 after five, .7067 after thirty."""
_RANDOMNESS, _SEED = 0.001, 13  # of the refinement: what GraphRAG takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonds:
    """Which passage has which name, how strongly: all that some reader may see of it.  Shapes (bonds,)."""

    ids: NDArray[np.int64]
    """(passages,), ascending: also those without any bond."""
    passage: NDArray[np.int64]
    """Places in `ids`."""
    name: NDArray[np.int64]
    weight: NDArray[np.float64]
    written: Sequence[str]
    """By name, how it is written."""
    borne: NDArray[np.bool_]
    """(names,) Those that a passage bears: titles, headings."""

    @property
    def strengths(self) -> NDArray[np.float64]:
        """(passages,)"""
        return np.bincount(self.passage, weights=self.weight, minlength=len(self.ids)).astype(np.float64)

    @property
    def weak_below(self) -> float:
        strengths = self.strengths
        return WEAK * float(np.median(strengths[strengths > 0])) if len(self.weight) else 1.0

    def weak(self, among: NDArray[np.bool_]) -> list[int]:
        """Ids of those of the passages, shape (passages,), that names hardly tie to others."""
        return self.ids[among & (self.strengths < self.weak_below)].tolist()  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True, kw_only=True)
class Partition:
    """Into which communities passages fall."""

    ids: NDArray[np.int64]
    """(passages,), ascending."""
    innermost: NDArray[np.int64]
    """(passages,)"""
    parent: NDArray[np.int64]
    """(communities,); -1 at the top."""
    changed: int = 0
    """Passages that came or went since all communities were found."""

    def packed(self) -> bytes:
        file = io.BytesIO()
        np.savez_compressed(
            file, ids=self.ids, innermost=self.innermost, parent=self.parent, changed=np.array(self.changed)
        )
        return file.getvalue()

    @classmethod
    def unpacked(cls, packed: bytes) -> "Partition":
        with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
            return cls(
                ids=arrays["ids"],
                innermost=arrays["innermost"],
                parent=arrays["parent"],
                changed=int(arrays["changed"]),
            )

    def new(self, bonds: Bonds) -> NDArray[np.bool_]:
        """(passages of the bonds,) Those that are in no community yet."""
        return ~np.isin(bonds.ids, self.ids)

    def is_outdated_by(self, bonds: Bonds) -> bool:
        gone = np.count_nonzero(~np.isin(self.ids, bonds.ids))
        return bool(self.changed + gone + self.new(bonds).sum() > RENEWED * max(1, len(bonds.ids)))


def found(bonds: Bonds, near: Sequence[tuple[int, int]]) -> Partition:
    """All communities anew, by the hierarchical Leiden algorithm (Traag, Waltman & van Eck, 2019) on modularity.

    `near`: further pairs of passages, by their ids.  What has more than 100 nodes is divided again.  The same bonds
    give the same communities.
    """
    first, second, light = _places(bonds, near)
    edges = [
        (f"p{one}", f"n{other}", weight)
        for one, other, weight in zip(bonds.passage.tolist(), bonds.name.tolist(), bonds.weight.tolist(), strict=True)
    ]
    edges += [(f"p{one}", f"p{other}", light) for one, other in zip(first, second, strict=True)]
    innermost = np.full(len(bonds.ids), -1, dtype=np.int64)
    parents: dict[int, int] = {}
    rows: list[Any] = []
    if edges:
        rows = graspologic_native.hierarchical_leiden(
            edges=edges,
            starting_communities=None,
            resolution=1.0,
            randomness=_RANDOMNESS,
            iterations=_ITERATIONS,
            use_modularity=True,
            max_cluster_size=MOST_TOGETHER,
            seed=_SEED,
        )
    for row in rows:
        parents[row.cluster] = -1 if row.parent_cluster is None else row.parent_cluster
        if row.is_final_cluster and row.node[0] == "p":
            innermost[int(row.node[1:])] = row.cluster
    parent = np.full(max(parents, default=-1) + 1, -1, dtype=np.int64)
    parent[list(parents)] = list(parents.values())
    return _alone(Partition(ids=bonds.ids, innermost=innermost, parent=parent))


def placed(old: Partition, bonds: Bonds, near: Sequence[tuple[int, int]]) -> Partition:
    """The communities as they were, with new passages where they are tied most, without those that are gone."""
    new = old.new(bonds)
    gone = int(np.count_nonzero(~np.isin(old.ids, bonds.ids)))
    innermost = np.full(len(bonds.ids), -1, dtype=np.int64)
    innermost[~new] = old.innermost[np.searchsorted(old.ids, bonds.ids[~new])]
    for place, community in _pulled(bonds, near, innermost):
        innermost[place] = community
    changed = old.changed + gone + int(new.sum())
    return _alone(Partition(ids=bonds.ids, innermost=innermost, parent=old.parent, changed=changed))


def _pulled(bonds: Bonds, near: Sequence[tuple[int, int]], innermost: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """(place, community) of each passage that is in none, innermost -1, and that some pull: the one that does most.

        pull(c, p) = sum over names n of p of weight(p, n) * the share of n's weight that passages of c have
                     + half of what is weak, for each passage of c that p is near to

    Of equals the one with the smallest number.  Takes time by names and the communities that have them.
    """
    new = innermost < 0
    communities = int(innermost.max(initial=0)) + 1
    held = ~new[bonds.passage]
    of_name = np.bincount(bonds.name[held], weights=bonds.weight[held], minlength=len(bonds.written))
    pair, inverse = np.unique(bonds.name[held] * communities + innermost[bonds.passage[held]], return_inverse=True)
    weight = np.bincount(inverse, weights=bonds.weight[held], minlength=len(pair))
    pair_name, community = np.divmod(pair, communities)
    start = np.searchsorted(pair_name, np.arange(len(bonds.written) + 1))
    first, second, light = _places(bonds, near)
    one, other = np.array(first, dtype=np.int64), np.array(second, dtype=np.int64)
    counts = new[one] & ~new[other]
    one, other = one[counts], other[counts]
    # A tie to a name leads to all communities that have it, one to a passage to that passage's.
    name = bonds.name[~held]
    place = np.concatenate([bonds.passage[~held], one])
    begin = np.concatenate([start[name], len(pair) + np.arange(len(one))])
    times = np.concatenate([start[name + 1] - start[name], np.ones(len(one), dtype=np.int64)])
    factor = np.concatenate([bonds.weight[~held] / np.maximum(of_name[name], 1e-9), np.full(len(one), light)])
    community, weight = np.concatenate([community, innermost[other]]), np.concatenate([weight, np.ones(len(one))])
    before = np.cumsum(np.bincount(place, weights=times, minlength=len(bonds.ids)))
    order = np.argsort(place, kind="stable")
    piece = (before // _TOGETHER)[place[order]]
    for some in np.split(order, np.flatnonzero(np.diff(piece)) + 1):
        tie = np.repeat(some, times[some])
        offset = np.arange(len(tie)) - np.repeat(np.cumsum(times[some]) - times[some], times[some])
        at = begin[tie] + offset
        pulls, pull = _summed(place[tie] * communities + community[at], factor[tie] * weight[at])
        owner = pulls // communities
        begins = np.flatnonzero(np.diff(owner, prepend=-1))
        most = np.repeat(np.maximum.reduceat(pull, begins), np.diff(begins, append=len(pull)))
        strongest = np.flatnonzero(pull == most)
        firsts = strongest[np.diff(owner[strongest], prepend=-1) > 0]
        yield from (divmod(each, communities) for each in pulls[firsts].tolist())


def _summed(keys: NDArray[np.int64], values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """(the keys, ascending, whose values have a sum above 0, those sums)."""
    lowest, highest = (int(keys.min()), int(keys.max())) if len(keys) else (0, -1)
    if highest - lowest < 4 * len(keys):  # there are so many that counting is faster than sorting them
        known, place = np.arange(lowest, highest + 1), keys - lowest
    else:
        known, place = np.unique(keys, return_inverse=True)
    sums = np.bincount(place, weights=values, minlength=len(known))
    return known[sums > 0], sums[sums > 0].astype(np.float64)


def _places(bonds: Bonds, near: Sequence[tuple[int, int]]) -> tuple[list[int], list[int], float]:
    """(places of the pairs' firsts, of their seconds, what each weighs)."""
    pairs = np.array([pair for pair in near if pair[0] != pair[1]], dtype=np.int64).reshape(-1, 2)
    pairs = pairs[np.isin(pairs, bonds.ids).all(1)]
    at = np.searchsorted(bonds.ids, pairs)
    return at[:, 0].tolist(), at[:, 1].tolist(), bonds.weak_below / 2


def _alone(partition: Partition) -> Partition:
    """With a community of its own for each passage that is in none."""
    innermost, alone = partition.innermost.copy(), partition.innermost < 0
    first = len(partition.parent)
    innermost[alone] = first + np.arange(alone.sum())
    parent = np.concatenate([partition.parent, np.full(alone.sum(), -1, dtype=np.int64)])
    return Partition(ids=partition.ids, innermost=innermost, parent=parent, changed=partition.changed)


def described(partition: Partition, bonds: Bonds) -> tuple[Community, ...]:
    """The communities that have passages, the largest first.

        inside(n, c)  = sum of the weights of name n's bonds to passages of c, as a share of all its bonds' weights
        name n of c:    inside(n, c) * weight of its bonds in c
        passage p of c: sum over its names n of weight(p, n) * inside(n, c)

    Names and passages stand by these, most central first; only names that some passage bears, where there are any.
    """
    depth = _depths(partition.parent)
    places, owners = _memberships(partition)
    at = np.full(len(bonds.ids) + 1, 0, dtype=np.int64)  # memberships of each passage, for its bonds
    order = np.argsort(places, kind="stable")
    places, owners = places[order], owners[order]
    np.cumsum(np.bincount(places, minlength=len(bonds.ids)), out=at[1:])
    times = np.diff(at)[bonds.passage]
    bond = np.repeat(np.arange(len(bonds.passage)), times)
    offset = np.arange(len(bond)) - np.repeat(np.cumsum(times) - times, times)
    owner = owners[at[bonds.passage[bond]] + offset]
    name, weight = bonds.name[bond], bonds.weight[bond]
    pair, inverse = np.unique(owner * len(bonds.written) + name, return_inverse=True)
    within = np.bincount(inverse, weights=weight, minlength=len(pair))
    of_name = np.bincount(bonds.name, weights=bonds.weight, minlength=len(bonds.written))
    pair_owner, pair_name = np.divmod(pair, max(1, len(bonds.written)))
    inside = within / of_name[pair_name]
    borne = bonds.borne[pair_name]
    headed = np.isin(pair_owner, pair_owner[borne])
    told = borne | ~headed
    names = _best_of(pair_owner[told], pair_name[told], (inside * within)[told], NAMES)
    member = owner * len(bonds.ids) + bonds.passage[bond]
    every = owners * len(bonds.ids) + places
    known, where = np.unique(np.concatenate([every, member]), return_inverse=True)
    central = np.bincount(
        where, weights=np.concatenate([np.zeros(len(every)), weight * inside[inverse]]), minlength=len(known)
    )
    holder, place = np.divmod(known, max(1, len(bonds.ids)))
    passages = _best_of(holder, place, central.astype(np.float64), None)
    return tuple(
        Community(
            id=owner,
            level=int(depth[owner]),
            parent=None if partition.parent[owner] < 0 else int(partition.parent[owner]),
            passages=tuple(bonds.ids[inner].tolist()),
            names=tuple(bonds.written[name] for name in names.get(owner, ())),
        )
        for owner, inner in sorted(passages.items(), key=lambda each: (-len(each[1]), each[0]))
    )


def _depths(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    depth = np.zeros(len(parent), dtype=np.int64)
    above = parent.copy()
    while (above >= 0).any():
        depth += above >= 0
        above = np.where(above >= 0, parent[above], -1)
    return depth


def _memberships(partition: Partition) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(place of a passage, a community that holds it), for all levels."""
    places, owners = [], []
    place, owner = np.arange(len(partition.ids)), partition.innermost
    while len(place):
        places.append(place)
        owners.append(owner)
        above = partition.parent[owner]
        place, owner = place[above >= 0], above[above >= 0]
    return np.concatenate([*places, np.empty(0, np.int64)]), np.concatenate([*owners, np.empty(0, np.int64)])


def _best_of(
    owner: NDArray[np.int64], member: NDArray[np.int64], score: NDArray[np.float64], most: int | None
) -> dict[int, NDArray[np.int64]]:
    """By owner, its members, best first, ties by number."""
    order = np.lexsort((member, -score, owner))
    owner, member = owner[order], member[order]
    owners, starts = np.unique(owner, return_index=True)
    return (
        {int(each): inner[:most] for each, inner in zip(owners, np.split(member, starts[1:]), strict=True)}
        if len(owner)
        else {}
    )
