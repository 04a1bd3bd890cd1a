"""What needs no judge: how far offered topics lie in a person's interests, how much they differ, how rare they are."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from yorisoi.evaluation.people import Simulated
from yorisoi.evaluation.significance import bootstrap_interval, compare
from yorisoi.graph.network import Network

FIGURES = ("in_interests", "diversity", "rarity", "offered")
_LOOKED_AT = 200
"""Neighbours of a topic that are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What one person was offered under each condition: condition -> names, in order."""

    person: Simulated
    topics: Mapping[str, Sequence[str]]


def of_one(network: Network, person: Simulated, topics: Sequence[str]) -> dict[str, float]:
    """The figures of one person's topics.

    `in_interests`: share of topics that are things of the interest not spoken of; 0 when there are none.  For the
    others see `of_topics`.
    """
    right = sum(name in person.held_out for name in topics) / len(topics) if topics else 0.0
    return {"in_interests": right} | of_topics(network, topics)


def of_topics(network: Network, topics: Sequence[str]) -> dict[str, float]:
    """What can be said of topics, whoever is offered them.

    - `diversity`: mean over pairs of 1 - Jaccard of their neighbours; 0 for fewer than two.
    - `rarity`: mean of log2(edges of the graph / edges of the topic): bits that naming it takes.
    - `offered`: how many there were.
    """
    nodes = [node for name in topics if (node := network.names.node(name)) is not None]
    around = [frozenset(network.around(node, _LOOKED_AT)[0].tolist()) for node in nodes]
    apart = [1 - len(one & other) / max(1, len(one | other)) for one, other in combinations(around, 2)]
    bits = [math.log2(len(network.edges) / network.degree(node)) for node in nodes if network.degree(node)]
    return {
        "diversity": _mean(apart),
        "rarity": _mean(bits),
        "offered": float(len(topics)),
    }


def report(network: Network, offered: Sequence[Offered]) -> dict[str, dict[str, object]]:
    """Condition -> figures with their 95 % bootstrap intervals over people; how many different topics all were offered
    (`different`); and for all but the first condition the difference to it in `in_interests`."""
    conditions = list(offered[0].topics)
    rows = {name: [of_one(network, each.person, each.topics[name]) for each in offered] for name in conditions}
    found: dict[str, dict[str, object]] = {}
    for name in conditions:
        values = {figure: [row[figure] for row in rows[name]] for figure in FIGURES}
        found[name] = {figure: round(_mean(of), 4) for figure, of in values.items()}
        found[name]["ci95"] = {
            figure: [round(bound, 4) for bound in bootstrap_interval(np.array(of))] for figure, of in values.items()
        }
        found[name]["different"] = len({topic for each in offered for topic in each.topics[name]})
        if name != conditions[0]:
            first = [row["in_interests"] for row in rows[conditions[0]]]
            compared = compare(values["in_interests"], first)
            found[name]["against"] = {
                "condition": conditions[0],
                "difference": round(compared.difference, 4),
                "ci95": [round(bound, 4) for bound in compared.ci95],
                "p": round(compared.p, 4),
            }
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
