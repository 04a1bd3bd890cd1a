"""The learnt vectors of the store's graph, as a file that follows the graph."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.folding import Space
from yorisoi.graph.network import Network, Spellings
from yorisoi.graph.saved import read, write
from yorisoi.graph.training import Training, begin, continued, fitted, train
from yorisoi.graph.transe import TransE
from yorisoi.language import normal_form

Floats = NDArray[np.float32]
FILE = "vectors.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """Vectors of a graph as it was when they were learnt."""

    entities: Floats
    relations: Floats
    """(2 relations + 2, dimension): the last of each half is the interest of users."""
    names: Sequence[str]
    """Of the entities, in normal form."""
    relation_names: Sequence[str]
    l2: float
    """The regularisation of the training."""


def learn(
    network: Network,
    crowd: Sequence[Ids],
    config: TrainConfig,
    known: Learnt | None = None,
    on_epoch: Callable[[Training, float], None] | None = None,
) -> Learnt:
    """Vectors of the graph, and of the interest that leads from people to things.

    `crowd`: the nodes that interest each of some users.  They are learnt together with the graph, so that things which
    the same people care for come to lie together, and are then forgotten: whoever asks is folded in.  `known`: a warm
    start from what was learnt before.
    """
    triples = with_crowd(network.triples, len(network), len(network.relations), crowd)
    names = [normal_form(name) for name in network.spellings]
    config = fitted(continued(config) if known else config, len(triples), len(network) + len(crowd))
    training = begin(len(network) + len(crowd), len(network.relations) + 1, config)
    if known:
        _warm(training.model, known, names, network.relations)
    model = train(training, triples, on_epoch)
    return Learnt(
        entities=model.entities[: len(network)].copy(),
        relations=model.relations,
        names=names,
        relation_names=list(network.relations),
        l2=config.l2,
    )


def with_crowd(triples: Ids, nodes: int, interest: int, crowd: Sequence[Ids]) -> Ids:
    """The triples, and (user, interest, node) of every user; users are numbered after the nodes."""
    rows = [
        np.stack([np.full(len(of), nodes + user), np.full(len(of), interest), of], axis=1)
        for user, of in enumerate(crowd)
        if len(of)
    ]
    return np.concatenate([triples, *rows]) if rows else triples


def _warm(model: TransE, known: Learnt, names: Sequence[str], relations: Sequence[str]) -> None:
    if known.entities.shape[1] != model.dimension:
        return
    rows = {name: row for row, name in enumerate(known.names)}
    at = np.array([rows.get(name, -1) for name in names], dtype=np.int64)
    model.entities[: len(names)][at >= 0] = known.entities[at[at >= 0]]
    before = {name: row for row, name in enumerate([*known.relation_names, ""])}
    for row, name in enumerate([*relations, ""]):
        if name in before:
            for half in (0, 1):
                theirs = before[name] + half * (len(known.relation_names) + 1)
                model.relations[row + half * model.relation_count] = known.relations[theirs]


def save(learnt: Learnt, folder: Path, version: str) -> None:
    """Keep the vectors; `version` is the graph's."""
    names, ends = Spellings.of(learnt.names).arrays()
    arrays = {"entities": learnt.entities, "relations": learnt.relations, "names": names, "ends": ends}
    write(folder / FILE, arrays, {"version": version, "relations": list(learnt.relation_names), "l2": learnt.l2})


def load(folder: Path) -> tuple[Learnt, str] | None:
    """(the vectors, the version of the graph that they belong to); None when nothing was learnt yet."""
    if not (folder / FILE).is_file():
        return None
    arrays, about = read(folder / FILE)
    names = Spellings(arrays["names"], arrays["ends"])
    learnt = Learnt(
        entities=arrays["entities"],
        relations=arrays["relations"],
        names=names,
        relation_names=about["relations"],
        l2=about["l2"],
    )
    return learnt, about["version"]


def space_of(network: Network, learnt: Learnt, *, same_graph: bool) -> Space:
    """The vectors by the graph's own numbers.  What came after the training is placed by its neighbours."""
    entities = learnt.entities
    if not same_graph:
        rows = {name: row for row, name in enumerate(learnt.names)}
        at = np.array([rows.get(normal_form(name), -1) for name in network.spellings], dtype=np.int64)
        entities = np.where(at[:, None] >= 0, learnt.entities[at], np.float32(np.nan))
        _place_new(network, entities, np.flatnonzero(at < 0))
    half = len(learnt.relations) // 2
    return Space(entities=entities, interest=learnt.relations[half - 1], interested=learnt.relations[-1], l2=learnt.l2)


def _place_new(network: Network, entities: Floats, new: Ids) -> None:
    """A new node lies among those that share its neighbours, which count the more the fewer neighbours they have.

    Not where its neighbours' relations lead: training only orders what lies there, and may lead far beyond it.  A node
    that shares nothing with a known one stays unknown.
    """
    known = np.isfinite(entities[:, 0])
    for node in new:
        places, weights = [], []
        for neighbour in network.around(int(node), _SIBLINGS)[0]:
            beside = network.around(int(neighbour), _SIBLINGS)[0]
            if (siblings := beside[known[beside]]).size:
                places.append(entities[siblings].mean(0))
                weights.append(1 / network.degree(int(neighbour)))
        if places:
            entities[node] = np.average(places, axis=0, weights=weights)


_SIBLINGS = 100
"""Nodes looked at around a new one, and around each of them."""
