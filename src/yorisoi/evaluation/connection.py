"""Whether offered topics have to do with what a person came to speak of later, more than with what others did."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.evaluation.personalising import of_topics
from yorisoi.evaluation.significance import bootstrap_interval, compare
from yorisoi.graph.network import Network
from yorisoi.types import Focus

Fit = NDArray[np.float64]
"""(people, people): how well what p was offered (row) fits what q said later (column)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What one person was offered, and said before and afterwards."""

    topics: Mapping[str, Sequence[str]]
    """Condition -> names, in order."""
    before: frozenset[int]
    """Nodes."""
    later: frozenset[int]
    """Nodes that the person spoke of only later."""
    later_words: tuple[str, ...]

    def new(self, network: Network, condition: str) -> list[str]:
        """Topics of which the person had not spoken: only these can widen the talk."""
        return [name for name in self.topics[condition] if network.names.node(name) not in self.before]


def said_most(words: Sequence[Focus]) -> tuple[str, ...]:
    """The hundred words that most was said of."""
    salience: dict[str, float] = {}
    for word in words:
        salience[word.word] = salience.get(word.word, 0.0) + word.salience
    return tuple(word for word, _ in sorted(salience.items(), key=lambda item: (-item[1], item[0]))[:_WORDS])


_WORDS = 100


def beside(network: Network, crowd: Sequence[Given], condition: str, said: Sequence[frozenset[int]]) -> Fit:
    """Share of p's new topics that stand beside something that q said, or are it."""
    offered = [[network.names.node(name) for name in given.new(network, condition)] for given in crowd]
    around = {
        node: {node, *network.around(node)[0].tolist()} for nodes in offered for node in nodes if node is not None
    }

    def share(row: int, column: int) -> float:
        hits = [bool(around[node] & said[column]) for node in offered[row] if node is not None]
        return sum(hits) / len(hits) if hits else 0.0

    return _table(len(crowd), share)


def alike(vectors: Mapping[str, NDArray[np.float32]], network: Network, crowd: Sequence[Given], name: str) -> Fit:
    """Mean over p's new topics of the highest cosine with a word that q says later."""
    later = [np.array([vectors[word] for word in given.later_words]) for given in crowd]
    offered = [np.array([vectors[topic] for topic in given.new(network, name)]) for given in crowd]

    def cosine(row: int, column: int) -> float:
        if not len(offered[row]) or not len(later[column]):
            return 0.0
        return float((offered[row] @ later[column].T).max(1).mean())

    return _table(len(crowd), cosine)


def _table(size: int, cell: Callable[[int, int], float]) -> Fit:
    return np.array([[cell(row, column) for column in range(size)] for row in range(size)])


def own_and_others(fit: Fit) -> dict[str, object]:
    """How well topics fit the person who was offered them (`own`), and the other people (`others`).

    `difference` is own - others with its 95 % bootstrap interval over people and the p of a randomisation test; 0 is
    what topics get that do not depend on who asks.
    """
    size = len(fit)
    own = np.diag(fit)
    others = (fit.sum(1) - own) / (size - 1)
    of_columns = (fit.sum(0) - own) / (size - 1)  # some people's words fit anything
    compared = compare((own - of_columns).tolist(), (others - others.mean()).tolist())
    return {
        "own": round(float(own.mean()), 4),
        "others": round(float(others.mean()), 4),
        "difference": round(compared.difference, 4),
        "ci95": [round(bound, 4) for bound in compared.ci95],
        "p": round(compared.p, 4),
    }


def report(
    network: Network, crowd: Sequence[Given], vectors: Mapping[str, NDArray[np.float32]] | None
) -> dict[str, dict[str, object]]:
    """Condition -> `new` (share of topics not spoken of before), diversity and rarity as in `personalising.py`, and
    `own_and_others` of `beside_said` (what the topics come from), `beside_later`, with vectors `alike_later`."""
    found: dict[str, dict[str, object]] = {}
    before, later = [given.before for given in crowd], [given.later for given in crowd]
    for name in crowd[0].topics:
        rows = [of_topics(network, given.topics[name]) for given in crowd]
        values = {figure: [row[figure] for row in rows] for figure in rows[0]}
        values["new"] = [len(given.new(network, name)) / max(1, len(given.topics[name])) for given in crowd]
        found[name] = {figure: round(float(np.mean(of)), 4) for figure, of in values.items()}
        found[name]["ci95"] = {
            figure: [round(bound, 4) for bound in bootstrap_interval(np.array(of))] for figure, of in values.items()
        }
        found[name]["different"] = len({topic for given in crowd for topic in given.topics[name]})
        found[name]["beside_said"] = own_and_others(beside(network, crowd, name, before))
        found[name]["beside_later"] = own_and_others(beside(network, crowd, name, later))
        if vectors is not None:
            found[name]["alike_later"] = own_and_others(alike(vectors, network, crowd, name))
    return found
