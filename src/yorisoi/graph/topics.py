"""Topics that may interest a user, from the words of an utterance."""

import random
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.config import GraphConfig
from yorisoi.graph.folding import INTERESTS, Space
from yorisoi.graph.interests import Interests
from yorisoi.graph.network import Network
from yorisoi.types import Language, Step, Topic

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicWord:
    """A node that was spoken of."""

    node: int
    episode: int | None = None
    """The episode that named it; None: the utterance."""


def topic_words(
    network: Network, text: str, language: Language, config: GraphConfig, without: Collection[int] = ()
) -> list[int]:
    """The nodes that the utterance names: one of them at random, the same at every run, or all (`graph.choose`)."""
    named = dict.fromkeys(found.node for found in network.names.find(text, language))
    nodes = [node for node in named if node not in without]
    if config.choose == "one" and len(nodes) > 1:
        return [random.Random(config.seed ^ zlib.crc32(text.encode("utf-8", "replace"))).choice(nodes)]
    return nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reached:
    """Candidates with the edges that led to them: row i came from row `parents[i]` over edge `edges[i]`."""

    nodes: Ids
    parents: Ids
    edges: Ids
    words: Ids
    """Index of the topic word that each was reached from."""


def related(
    network: Network, space: Space | None, words: Sequence[TopicWord], interests: Interests, config: GraphConfig
) -> list[Topic]:
    """The topics within `hops` of a topic word, with `degree` edges or more, that lie nearest to the user.

    The user is folded in from the interests, and near is what lies where they do (`folding.py`, `nearness.py`); without
    vectors nearness is told by walking: see `_by_walking`.  What the user named or does not like is left out, and
    asking for a thing does not count as an interest in it.  Empty when nothing was named, nothing is near it, or
    nothing is known of the user.
    """
    interests = interests.without({word.node for word in words})
    if not words or not interests:
        return []
    reached = _reach(network, words, config)
    named = np.array([*{word.node for word in words}, *interests.disliked], dtype=np.int64)
    enough = network.offsets[reached.nodes + 1] - network.offsets[reached.nodes] >= config.degree
    rows = np.flatnonzero(enough & ~np.isin(reached.nodes, named))
    candidates = reached.nodes[rows]
    if not len(candidates):
        return []
    distances = (
        _by_walking(network, candidates, interests)
        if space is None
        else space.distances(candidates, interests.nodes, interests.shares)
    )
    order = np.lexsort((candidates, distances))[: config.nearest]
    best = [at for at in order if np.isfinite(distances[at])]
    because = _because(network, space, candidates[best], interests)
    return [
        Topic(
            name=network.spellings[int(candidates[at])],
            path=tuple(_path(network, reached, int(rows[at]))),
            distance=round(float(distances[at]), 4),
            because=network.spellings[nearest],
            episode=words[int(reached.words[rows[at]])].episode,
        )
        for at, nearest in zip(best, because, strict=True)
    ]


def _reach(network: Network, words: Sequence[TopicWord], config: GraphConfig) -> _Reached:
    """Breadth first from all topic words; each node by the first way to it."""
    nodes = np.array([word.node for word in words], dtype=np.int64)
    none = np.full(len(nodes), -1, dtype=np.int64)
    reached = _Reached(nodes=nodes, parents=none, edges=none, words=np.arange(len(nodes)))
    frontier = np.arange(len(nodes))
    for _ in range(config.hops):
        ways = [network.around(int(reached.nodes[row]), config.candidates) for row in frontier[: config.candidates]]
        if not ways:
            break
        targets = np.concatenate([neighbours for neighbours, _ in ways]).astype(np.int64)
        edges = np.concatenate([edges for _, edges in ways]).astype(np.int64)
        parents = np.repeat(frontier[: len(ways)], [len(neighbours) for neighbours, _ in ways])
        _, first = np.unique(targets, return_index=True)
        first = np.sort(first)
        first = first[~np.isin(targets[first], reached.nodes)][: config.candidates]
        before = len(reached.nodes)
        reached = _Reached(
            nodes=np.concatenate([reached.nodes, targets[first]]),
            parents=np.concatenate([reached.parents, parents[first]]),
            edges=np.concatenate([reached.edges, edges[first]]),
            words=np.concatenate([reached.words, reached.words[parents[first]]]),
        )
        frontier = np.arange(before, len(reached.nodes))
    return reached


def _by_walking(network: Network, candidates: Ids, interests: Interests) -> Floats:
    """1 / (what arrives from the interests in two steps); infinite for what nothing arrives at.

        arrives(c) = sum_w weight_w ( [c = w] + [c next to w] + sum_{z next to both} 1 / log(1 + degree(z)) )

    A common neighbour says the less the more it has in common with: Adamic & Adar, 2003.
    """
    arrived = np.zeros(len(network), dtype=np.float32)
    for node, weight in islice(interests.weights.items(), INTERESTS):
        arrived[node] += weight
        beside, _ = network.around(node, _WIDE)
        arrived[beside] += weight
        for middle in beside[:_WIDE]:
            further, _ = network.around(int(middle), _WIDE)
            arrived[further] += weight / np.log1p(network.degree(int(middle)))
    with np.errstate(divide="ignore"):
        return np.reciprocal(arrived[candidates])


_WIDE = 200
"""Neighbours that a walk looks at, of one node."""


def _because(network: Network, space: Space | None, topics: Ids, interests: Interests) -> list[int]:
    """The interest nearest to each topic."""
    nodes = interests.nodes
    if space is None:
        return [_joined(network, int(topic), nodes) for topic in topics]
    apart = np.square(space.entities[topics][:, None] - space.entities[nodes][None]).sum(2)
    return [int(nodes[row]) for row in np.argmin(np.where(np.isnan(apart), np.inf, apart), axis=1)]


def _joined(network: Network, topic: int, interests: Ids) -> int:
    """The interest with most neighbours in common; the topic itself counts as its own neighbour."""
    around = np.append(network.around(topic, _WIDE)[0], topic)
    common = [np.isin(np.append(network.around(int(node), _WIDE)[0], node), around).sum() for node in interests]
    return int(interests[int(np.argmax(common))])


def _path(network: Network, reached: _Reached, row: int) -> Iterable[Step]:
    """From the topic word to the node of this row."""
    steps: list[Step] = []
    while reached.parents[row] >= 0:
        parent = int(reached.parents[row])
        head, relation, _, source = network.edges[reached.edges[row]]
        steps.append(
            Step(
                start=network.spellings[int(reached.nodes[parent])],
                relation=network.relations[relation],
                end=network.spellings[int(reached.nodes[row])],
                forward=bool(head == reached.nodes[parent]),
                source=network.sources[source],
            )
        )
        row = parent
    return reversed(steps)
