"""The general graph in memory: nodes by number, neighbours in compressed rows.  Built from the store, kept as files."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.link_data import LinkData, Numbering
from yorisoi.graph.names import Names
from yorisoi.graph_ports import Stated
from yorisoi.language import normal_form
from yorisoi.language.packs import words_of_all

Numbers = NDArray[np.int32]

_aliases = words_of_all(lambda pack: pack.graph.aliases)
"""Relations whose tail is another name of the head, by the part after the last colon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """Nodes are numbered from 0.  Edges are those of the triples, each once; a name and its aliases are one node.

    The neighbours of node n are `neighbours[offsets[n]:offsets[n + 1]]`, those with most edges first.
    """

    names: Names
    spellings: Sequence[str]
    """Node -> its name, as it was first written."""
    relations: Sequence[str]
    sources: Sequence[str]
    edges: Numbers
    """(edges, 4): head, relation, tail, source."""
    offsets: NDArray[np.int64]
    neighbours: Numbers
    edge_of: Numbers
    """The edge that leads to each of `neighbours`."""

    def __len__(self) -> int:
        return len(self.spellings)

    @property
    def triples(self) -> Ids:
        return self.edges[:, :3].astype(np.int64)

    @property
    def degrees(self) -> NDArray[np.int64]:
        return np.diff(self.offsets)

    def degree(self, node: int) -> int:
        return int(self.offsets[node + 1] - self.offsets[node])

    def around(self, node: int, most: int | None = None) -> tuple[Numbers, Numbers]:
        """(neighbours, edges to them), at most so many, those with most edges first."""
        start, end = self.offsets[node], self.offsets[node + 1]
        part = slice(start, end if most is None else min(end, start + most))
        return self.neighbours[part], self.edge_of[part]


class Spellings(Sequence[str]):
    """Many texts in one block of bytes, read when asked for."""

    def __init__(self, block: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        self._block, self._ends = block, ends

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Spellings":
        encoded = [text.encode("utf-8", "replace") for text in texts]
        ends = np.cumsum([len(each) for each in encoded], dtype=np.int64)
        return cls(np.frombuffer(b"".join(encoded), dtype=np.uint8), ends)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        number = range(len(self))[at]
        start = self._ends[number - 1] if number else 0
        return self._block[start : self._ends[number]].tobytes().decode("utf-8")

    def arrays(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        return self._block, self._ends


async def build(stated: AsyncIterator[list[Stated]]) -> Network:
    """The graph of all triples.  Names that differ in width, case or spacing only are one; so are aliases."""
    spelt, relations, sources = Numbering(), Numbering(), Numbering()
    rows: list[tuple[int, int, int, int]] = []
    aliases: list[tuple[int, int]] = []
    async for batch in stated:
        for each in batch:
            triple = each.triple
            head, tail = spelt.of(triple.head), spelt.of(triple.tail)
            if normal_form(triple.relation).rpartition(":")[2] in _aliases():
                aliases.append((head, tail))
            else:
                rows.append((head, relations.of(triple.relation), tail, sources.of(each.source)))
    return _numbered(
        spelt.names, np.array(rows, dtype=np.int64).reshape(-1, 4), aliases, relations.names, sources.names
    )


def _numbered(
    spelt: list[str], rows: Ids, aliases: list[tuple[int, int]], relations: list[str], sources: list[str]
) -> Network:
    node, by_name, firsts = _merged(spelt, rows, aliases)
    rows = rows.copy()
    rows[:, 0], rows[:, 2] = node[rows[:, 0]], node[rows[:, 2]]
    rows = rows[(rows[:, 0] != rows[:, 2]) & (rows[:, [0, 2]] >= 0).all(1)]
    # One number a triple: a hundred million nodes and a hundred relations fit, and rows sort many times slower.
    one = (rows[:, 0] * max(1, len(relations)) + rows[:, 1]) * max(1, len(firsts)) + rows[:, 2]
    _, first = np.unique(one, return_index=True)
    edges = rows[np.sort(first)].astype(np.int32)
    offsets, neighbours, edge_of = _compressed(edges, len(firsts))
    return Network(
        names=Names.of(by_name),
        spellings=Spellings.of([spelt[first] for first in firsts]),
        relations=relations,
        sources=sources,
        edges=edges,
        offsets=offsets,
        neighbours=neighbours,
        edge_of=edge_of,
    )


def _merged(spelt: list[str], rows: Ids, aliases: list[tuple[int, int]]) -> tuple[Ids, dict[str, int], list[int]]:
    """(node of each spelling, node by normal form, spelling of each node).

    An alias joins the node of the name that it stands for, also where it has edges of its own.
    """
    normal = [normal_form(name) for name in spelt]
    stands_for: dict[str, str] = {}
    for head, tail in aliases:
        if _root(stands_for, normal[head]) != _root(stands_for, normal[tail]):
            stands_for[_root(stands_for, normal[tail])] = _root(stands_for, normal[head])
    used = np.zeros(len(spelt), dtype=bool)
    used[rows[:, 0]] = used[rows[:, 2]] = True
    used[[number for pair in aliases for number in pair]] = True
    by_name: dict[str, int] = {}
    firsts: list[int] = []
    node = np.full(len(spelt), -1, dtype=np.int64)
    for number, name in enumerate(normal):
        root = _root(stands_for, name) if stands_for else name
        if used[number] and name:
            if root not in by_name:
                by_name[root] = len(firsts)
                firsts.append(number)
            if name == root and normal[firsts[by_name[root]]] != root:
                firsts[by_name[root]] = number  # the name itself, not the alias that came first, is shown
            node[number] = by_name[name] = by_name[root]
    return node, by_name, firsts


def _root(stands_for: dict[str, str], name: str) -> str:
    while name in stands_for:
        name = stands_for[name]
    return name


def _compressed(edges: Numbers, nodes: int) -> tuple[NDArray[np.int64], Numbers, Numbers]:
    """Neighbours of every node in both directions, each list sorted by the neighbour's number of edges."""
    source = np.concatenate([edges[:, 0], edges[:, 2]])
    target = np.concatenate([edges[:, 2], edges[:, 0]])
    degrees = np.bincount(source, minlength=nodes)
    order = np.lexsort((target, -degrees[target], source))
    offsets = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
    edge_of = np.tile(np.arange(len(edges), dtype=np.int32), 2)
    return offsets, target[order].astype(np.int32), edge_of[order]


_ARRAYS = ("edges", "offsets", "neighbours", "edge_of")


def save(network: Network, folder: Path) -> None:
    """Write the graph into an empty folder."""
    network.names.save(folder)
    for name in _ARRAYS:
        np.save(folder / f"{name}.npy", getattr(network, name))
    block, ends = Spellings.of(network.spellings).arrays()
    np.save(folder / "spellings.npy", block)
    np.save(folder / "ends.npy", ends)
    lists = {"relations": list(network.relations), "sources": list(network.sources)}
    (folder / "lists.json").write_text(json.dumps(lists, ensure_ascii=False), encoding="utf-8")


def is_graph(folder: Path) -> bool:
    """Whether a graph was written there, also one that is damaged since."""
    return not folder.is_symlink() and any((folder / name).is_file() for name in ("lists.json", "edges.npy"))


def load(folder: Path) -> Network:
    """The graph of a folder, mapped into memory: a million nodes are there at once."""
    lists = json.loads((folder / "lists.json").read_text(encoding="utf-8"))
    spellings = Spellings(np.load(folder / "spellings.npy", mmap_mode="r"), np.load(folder / "ends.npy", mmap_mode="r"))
    arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
    return Network(names=Names.load(folder), spellings=spellings, **arrays, **lists)


def held_out(network: Network, seed: int, share: float = 0.05) -> LinkData:
    """The graph as a data set: a share of its triples, whose nodes have others, is `test`."""
    triples = network.triples
    order = np.random.default_rng(seed).permutation(len(triples))
    left = network.degrees.copy()
    test: list[int] = []
    for row in order:
        head, _, tail = triples[row]
        if len(test) < share * len(triples) and min(left[head], left[tail]) > 1:
            left[[head, tail]] -= 1
            test.append(int(row))
    inside = np.zeros(len(triples), dtype=bool)
    inside[test] = True
    parts = {"train": triples[~inside], "test": triples[inside]}
    return LinkData(
        name="held out",
        entities=network.spellings,
        relations=network.relations,
        parts={name: rows for name, rows in parts.items() if len(rows)},
    )
