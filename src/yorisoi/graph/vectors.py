"""Learning the vectors of the store's graph, and laying them over the graph as it is now."""

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.folding import Space
from yorisoi.graph.learnt import Learnt
from yorisoi.graph.network import Network
from yorisoi.graph.saved import load_training, save_training
from yorisoi.graph.training import Training, begin, fitted, train
from yorisoi.graph.warm_start import Carried, place_people, uses
from yorisoi.language import normal_form

Floats = NDArray[np.float32]
UNFINISHED = "training.npz"
"""A training of the store's graph that was killed, or is running."""


def learn(
    network: Network,
    crowd: Sequence[Ids],
    config: TrainConfig,
    known: Learnt | None = None,
    on_epoch: Callable[[Training, float], None] | None = None,
    progress: Path | None = None,
) -> Learnt:
    """Vectors of the graph, and of the interest that leads from people to things.

    `crowd`: the nodes that interest each of some users.  They are learnt together with the graph, so that things which
    the same people care for come to lie together, and are then forgotten: whoever asks is folded in.  `known`: a warm
    start from what was learnt before.  `progress`: a file that a training which was killed goes on from; it is removed
    at the end.
    """
    triples = with_crowd(network.triples, len(network), len(network.relations), crowd)
    names = [normal_form(name) for name in network.spellings]
    config = fitted(config, len(triples), len(network) + len(crowd))
    if known and known.entities.shape[1] != config.dimension:
        known = None
    identity = _identity(triples, names, known)
    carried = Carried.over(known, network, names) if known else None
    training = load_training(progress, config, identity) if progress else None
    if training is None:
        training = begin(len(network) + len(crowd), len(network.relations) + 1, config)
        if known and carried:
            carried.begin(training, known)
            place_people(training, known, np.setdiff1d(np.arange(len(network)), carried.entities[0]), crowd)
    model = train(training, triples, _kept(on_epoch, progress, identity) if progress else on_epoch)
    if carried:
        carried.end(training)
    if progress:
        progress.unlink(missing_ok=True)
    return Learnt(
        entities=model.entities[: len(network)].copy(),
        relations=model.relations,
        entity_squares=training.entity_squares[: len(network)].copy(),
        relation_squares=training.relation_squares.copy(),
        names=names,
        relation_names=list(network.relations),
        degrees=network.degrees,
        uses=uses(network),
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


KEPT_EVERY_S = 20.0
"""Seconds of training that a killed process loses at most, and an epoch."""


def _kept(
    on_epoch: Callable[[Training, float], None] | None, progress: Path, identity: str
) -> Callable[[Training, float], None]:
    saved_at = time.monotonic()

    def after(training: Training, loss: float) -> None:
        nonlocal saved_at
        if on_epoch:
            on_epoch(training, loss)
        if not training.finished and time.monotonic() - saved_at >= KEPT_EVERY_S:
            save_training(progress, training, identity)
            saved_at = time.monotonic()

    return after


def _identity(triples: Ids, names: Sequence[str], known: Learnt | None) -> str:
    """Of everything but the configuration that a training depends on."""
    digest = hashlib.sha256(triples.tobytes() + "\n".join(names).encode())
    if known:
        digest.update(known.entities.tobytes() + known.relations.tobytes())
    return digest.hexdigest()


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
