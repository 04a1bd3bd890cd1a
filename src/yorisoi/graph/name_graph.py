"""Passages and the names in them as a graph, and the walk from a question to the passages that answer it in steps.

HippoRAG (Gutierrez et al., NeurIPS 2024) walks over triples that a model extracted.  Here nothing is extracted: a
passage leads to the names that it mentions, a name to the passages that mention it, most of all to the one that bears
it as its title.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.communities import Bonds
from yorisoi.graph.mentions import Gazetteer
from yorisoi.graph.push import DAMPING, Edges, edges_between, personalized_pagerank
from yorisoi.graph.ties import NONE, Ties
from yorisoi.graph_ports import Walked
from yorisoi.types import Language

TITLE = 5.0
"""Times the weight of a mention that a passage's own name has, where it alone has it: there the name is explained.
Shared by all that bear it: every section bears its page's title, and they are not what the title leads to elsewhere."""
FROM_NAMES = 0.3
"""Of the seeds' mass, where the question names what only one passage has, and less by how many have it; the rest is at
passages that a search found."""
_PATH = 6
"""Edges of a path that is told: three names."""

_MOST = 100
"""Passages that a walk tells of."""
BORNE, NAMED = 1, 2
"""How a passage has a name: in its headings, written as a name.  Neither: it was only found there as known."""
MENTION = np.dtype([("name", "<i4"), ("times", "<i2"), ("how", "<i2"), ("form", "<i4")])
"""`form`: as the passage writes it, where it bears it or writes it as a name."""


class NameGraph:
    """A fixed state of the graph.  Names are numbered by the caller; safe to walk from several threads."""

    def __init__(
        self,
        *,
        passages: NDArray[np.int64],
        counts: NDArray[np.int64],
        mentions: NDArray[np.void],
        groups: Sequence[frozenset[str]],
        names: Sequence[str],
        forms: Sequence[str],
        ties: Ties = NONE,
    ) -> None:
        """By passage, in order: ids and how many mentions each has, shapes (passages,), and who may read it (empty:
        everyone).  All mentions, of dtype MENTION, passage by passage.  By name: its normal form.  By form: how it is
        written.  `ties` are between these names and others."""
        names, self._of_ties, pairs = _with_ties(names, ties)
        self._ids, self._forms, self._groups = passages, forms, groups
        every, passage = mentions, np.repeat(np.arange(len(passages)), counts)
        borne = np.zeros(len(names), dtype=bool)
        borne[every["name"][every["how"] & BORNE > 0]] = True
        holds = (every["how"] > 0) | borne[every["name"]]  # what was found as known is known no more: nobody bears it
        every, passage = every[holds], passage[holds]
        name = every["name"]
        own = np.flatnonzero(every["how"] > 0)
        own = own[np.argsort(name[own], kind="stable")]
        self._own = passage[own], every[own]
        """By name, and then passage by passage."""
        self._own_start = np.searchsorted(name[own], np.arange(len(names) + 1))
        self._frequency = np.bincount(name, minlength=len(names))
        self._idf = np.log1p(len(passages) / np.maximum(self._frequency, 1))
        self._only = np.full(len(names), -1, dtype=np.int64)
        self._only[name] = passage  # right for those of one passage, which are not walked
        self._tied = np.zeros(len(names), dtype=bool)
        self._tied[pairs.ravel()] = True
        walked = (self._frequency > 1) | self._tied
        self._node = np.full(len(names), -1, dtype=np.int64)
        self._node[walked] = len(passages) + np.arange(np.count_nonzero(walked))
        self._name_of = np.flatnonzero(walked)
        self._edges = self._all_edges(passage, every, pairs, ties.times)
        self._leads = self._leading(passage, every, pairs)
        source = np.repeat(np.arange(self._edges.nodes), np.diff(self._edges.start))
        self._sums = np.bincount(source, weights=self._edges.weight, minlength=self._edges.nodes)
        self._gazetteer = Gazetteer(names)
        self.groups: frozenset[str] = frozenset().union(*set(groups))
        """All that some passage is for."""
        self._open: dict[frozenset[str], NDArray[np.bool_]] = {}
        """By those of a reader's groups that there are passages for."""

    def _leading(
        self, passage: NDArray[np.int64], mentions: NDArray[np.void], pairs: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """(nodes,) Names that some passages bear and others mention, or that are tied to a borne name; and the passages
        that mention them."""
        is_borne = mentions["how"] & BORNE > 0
        bearers = np.bincount(mentions["name"][is_borne], minlength=len(self._frequency))
        leads = (bearers > 0) & (self._frequency > bearers)
        for one, other in (pairs.T, pairs.T[::-1]):
            leads[one[bearers[other] > 0]] = True
        found = np.zeros(len(self._ids) + len(self._name_of), dtype=bool)
        found[passage[leads[mentions["name"]] & ~is_borne]] = True
        found[len(self._ids) :] = leads[self._name_of]
        return found

    def _all_edges(
        self,
        passage: NDArray[np.int64],
        mentions: NDArray[np.void],
        pairs: NDArray[np.int64],
        times: NDArray[np.int64],
    ) -> Edges:
        """Both ways, weighted by log(1 + times) sqrt(idf), and 5 / bearers times that for a name that is borne.

        A tie of two names has the mean of their sqrt(idf).
        """
        is_borne = mentions["how"] & BORNE > 0
        bearers = np.bincount(mentions["name"][is_borne], minlength=len(self._frequency))
        node = self._node[mentions["name"]]
        kept = node >= 0
        passage, node, mentions, is_borne = passage[kept], node[kept], mentions[kept], is_borne[kept]
        weight = np.log1p(mentions["times"]) * np.sqrt(self._idf[mentions["name"]])
        weight = weight * np.where(is_borne, TITLE / np.maximum(1, bearers[mentions["name"]]), 1.0)
        tied = np.log1p(times) * np.sqrt(self._idf[pairs]).mean(axis=1)
        one = np.concatenate([passage, self._node[pairs[:, 0]]])
        other = np.concatenate([node, self._node[pairs[:, 1]]])
        weight = np.concatenate([weight, tied])
        return edges_between(
            np.concatenate([one, other]),
            np.concatenate([other, one]),
            np.concatenate([weight, weight]),
            len(self._ids) + len(self._name_of),
        )

    def walk(
        self,
        question: str,
        language: Language,
        seeds: Mapping[int, float],
        readers: frozenset[str],
        *,
        drawn: Mapping[int, float] | None = None,
        to_pages: bool = False,
        told: int = 10,
    ) -> Walked:
        """The passages near those of `seeds`, by their shares, and near what the question names.

        Only passages that `readers`' groups may read are walked through, and names that these have.  A step into a
        passage that is `drawn` counts 1 + that many times.  With `to_pages`, nothing where no name leads to a page that
        bears it.  The paths of the `told` best are told.
        """
        open_nodes = self._open_to(readers)
        names = self._named_in(question, language, open_nodes)
        start = self._start(seeds, names)
        if to_pages and not self._leads[list(start)].any():
            return Walked(passages=[], named=(), paths={})
        pull = np.zeros(self._edges.nodes, dtype=np.float32)
        for place, more in self._places(drawn or {}):
            pull[place] = more
        nodes, ends = personalized_pagerank(self._edges, start, open_nodes=open_nodes, drawn=pull)
        of_passages = nodes < len(self._ids)
        places, masses = nodes[of_passages], ends[of_passages]
        order = np.lexsort((self._ids[places], -masses))[:_MOST]
        best = places[order]
        return Walked(
            passages=list(zip(self._ids[best].tolist(), masses[order].tolist(), strict=True)),
            named=tuple(self._written(name, open_nodes) for name in names),
            paths={
                int(self._ids[place]): tuple(
                    self._label(node, open_nodes) for node in self._path(int(place), nodes, ends, start)
                )
                for place in best[:told]
            },
        )

    @property
    def edges(self) -> int:
        """Both ways, as they are walked."""
        return len(self._edges.target)

    def named(self, question: str, language: Language, readers: frozenset[str]) -> list[str]:
        """The names in the question, as they are written, that a walk of these readers starts from."""
        open_nodes = self._open_to(readers)
        return [self._written(name, open_nodes) for name in self._named_in(question, language, open_nodes)]

    def bonds(self, readers: frozenset[str]) -> Bonds:
        """What readers may see: which of their passages has which name that another one of theirs has too."""
        open_nodes = self._open_to(readers)
        passages = len(self._ids)
        is_open = np.ones(passages, dtype=bool) if open_nodes is None else open_nodes[:passages]
        passage = np.repeat(np.arange(passages), np.diff(self._edges.start[: passages + 1]))
        name = self._edges.target[: len(passage)].astype(np.int64) - passages
        weight = self._edges.weight[: len(passage)].astype(np.float64)
        shared = np.bincount(name[is_open[passage]], minlength=len(self._name_of)) > 1
        own_passage, own = self._own
        seen_own = own[is_open[own_passage]]  # not what is known from closed passages only, whose title it is
        shared &= np.isin(self._name_of, seen_own["name"])
        form = np.full(len(self._frequency), -1, dtype=np.int64)
        form[seen_own["name"][::-1]] = seen_own["form"][::-1]  # of the first passage that has it, as in `_written`
        seen = is_open[passage] & shared[name]
        return Bonds(
            ids=self._ids[is_open],
            passage=(np.cumsum(is_open) - 1)[passage[seen]],
            name=name[seen],
            weight=weight[seen],
            written=[self._forms[each] if each >= 0 else "" for each in form[self._name_of].tolist()],
            borne=np.isin(self._name_of, seen_own["name"][seen_own["how"] & BORNE > 0]),
        )

    def _named_in(self, question: str, language: Language, open_nodes: NDArray[np.bool_] | None) -> list[int]:
        """The names in the question that some passage has, one that the reader may see."""

        def known(name: int) -> bool:
            if self._tied[name] or not self._frequency[name] or open_nodes is None:
                return bool(self._tied[name] or self._frequency[name])
            return bool(open_nodes[self._only[name] if self._node[name] < 0 else self._node[name]])

        return sorted(set(self._gazetteer.find(question, language, known)))

    def _path(
        self, node: int, nodes: NDArray[np.int64], ends: NDArray[np.float64], start: Mapping[int, float]
    ) -> list[int]:
        """The nodes to this one: backwards, each time to where most of its mass comes from, until most is its own."""
        path = [node]
        while len(path) <= _PATH:
            places, _ = self._edges.of(np.array([node]))
            before = self._edges.target[places].astype(np.int64)
            at = np.minimum(np.searchsorted(nodes, before), len(nodes) - 1)
            mass = np.where(nodes[at] == before, ends[at], 0.0) / (1 - DAMPING)
            coming = DAMPING * mass * self._edges.weight[places] / self._sums[before]
            coming[np.isin(before, path)] = 0.0
            if not len(coming) or coming.max() <= start.get(node, 0.0):
                break
            node = int(before[coming.argmax()])
            path.append(node)
        return path[::-1]

    def _label(self, node: int, open_nodes: NDArray[np.bool_] | None) -> str | int:
        if node < len(self._ids):
            return int(self._ids[node])
        return self._written(int(self._name_of[node - len(self._ids)]), open_nodes)

    def _written(self, name: int, open_nodes: NDArray[np.bool_] | None) -> str:
        """A name as the first open passage writes it that has it as one; else as triples do, which tie it."""
        of_it = slice(*self._own_start[name : name + 2].tolist())
        passage, own = self._own[0][of_it], self._own[1][of_it]
        form = own["form"] if open_nodes is None else own["form"][open_nodes[passage]]
        return self._forms[form[0]] if len(form) else self._of_ties[name]

    def _start(self, seeds: Mapping[int, float], names: Sequence[int]) -> dict[int, float]:
        """By node.  The mass of names is shared by how rare they are; a name of one passage stands for that passage."""
        start: dict[int, float] = {}
        total = sum(seeds.values())
        rare = self._idf[names]
        of_names = FROM_NAMES * float(rare.max()) / np.log1p(len(self._ids)) if names else 0.0
        for place, mass in self._places(seeds):
            start[place] = (1 - of_names) * mass / total
        for name, mass in zip(names, (of_names * rare / rare.sum()).tolist(), strict=True):
            node = int(self._node[name]) if self._node[name] >= 0 else int(self._only[name])
            start[node] = start.get(node, 0.0) + mass
        return start

    def _places(self, of_passages: Mapping[int, float]) -> Iterator[tuple[int, float]]:
        """(place, value) of those passages, by id, that the graph has already."""
        places = np.searchsorted(self._ids, list(of_passages)).tolist() if len(self._ids) else []
        for place, (passage, value) in zip(places, of_passages.items(), strict=False):
            if place < len(self._ids) and self._ids[place] == passage:
                yield place, value

    def _open_to(self, readers: frozenset[str]) -> NDArray[np.bool_] | None:
        """(nodes,) None: everything is open to everyone.

        Open names are those that an open passage bears or has as a name, not those that are known from closed passages
        only, and those that are tied.
        """
        readers = readers & self.groups
        known = self._open.get(readers)
        if known is None:
            may = np.array([not groups or bool(groups & readers) for groups in self._groups], dtype=bool)
            own_passage, own = self._own
            names = self._tied[self._name_of] | np.isin(self._name_of, own["name"][may[own_passage]])
            known = self._open[readers] = np.concatenate([may, names])
        return None if known.all() else known


def _with_ties(names: Sequence[str], ties: Ties) -> tuple[Sequence[str], dict[int, str], NDArray[np.int64]]:
    """(names, how triples write those that they tie, the tied pairs among them): with those that only ties know, behind
    the others."""
    place = {name: number for number, name in enumerate(names)} if ties.names else {}
    new = [name for name in ties.names if name not in place]
    place |= {name: len(names) + at for at, name in enumerate(new)}
    of_tied = np.array([place[name] for name in ties.names], dtype=np.int64)
    return [*names, *new], dict(zip(of_tied.tolist(), ties.written, strict=True)), of_tied[ties.pairs]
