"""What interests a user, as nodes of the graph."""

from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.network import Network
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.types import Focus


@dataclass(frozen=True, slots=True, kw_only=True)
class Interests:
    """Nodes that a user spoke of, with their weights, and those that the user does not like."""

    weights: Mapping[int, float]
    disliked: frozenset[int]

    def __bool__(self) -> bool:
        return bool(self.weights)

    def without(self, nodes: Collection[int]) -> "Interests":
        """The interests in everything else."""
        kept = {node: weight for node, weight in self.weights.items() if node not in nodes}
        return Interests(weights=kept, disliked=self.disliked)

    @property
    def nodes(self) -> Ids:
        return np.fromiter(self.weights, dtype=np.int64, count=len(self.weights))

    @property
    def shares(self) -> NDArray[np.float32]:
        return np.fromiter(self.weights.values(), dtype=np.float32, count=len(self.weights))


def interests_of(
    network: Network, words: Iterable[Focus], resolved: MutableMapping[str, Sequence[int]] | None = None
) -> Interests:
    """The interests of whoever turned upon these words, those spoken of most first.

    Salience adds up over mentions.  A compound that is no node is taken for the nodes inside
    it: 登別温泉旅行 -> 登別温泉.  `resolved` remembers the nodes of words between calls with one network.
    """
    weights: dict[int, float] = {}
    disliked: set[int] = set()
    resolved = {} if resolved is None else resolved
    for word in words:
        for node in nodes_of(network, word.word, resolved):
            if word.relation == "dislikes":
                disliked.add(node)
            else:
                weights[node] = weights.get(node, 0.0) + word.salience
    liked = {node: weight for node, weight in weights.items() if node not in disliked}
    order = sorted(liked, key=lambda node: (-liked[node], node))
    return Interests(weights={node: liked[node] for node in order}, disliked=frozenset(disliked))


def nodes_of(network: Network, word: str, resolved: MutableMapping[str, Sequence[int]]) -> Sequence[int]:
    """The nodes that a word names; `resolved` as above."""
    if word not in resolved:
        resolved[word] = _nodes(network, word)
    return resolved[word]


def _nodes(network: Network, word: str) -> list[int]:
    node = network.names.node(word)
    if node is not None:
        return [node]
    return [found.node for found in network.names.find(word, detect_language(word, FIRST))]
