"""Which communities of the documents a broad question is about, and which of their passages speak for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from yorisoi.graph_ports import Community

THEMES = 8
"""Told of one by one: what a reader takes in at a glance."""
TEMPERATURE = 3.0
"""Nats that make a passage count e times as much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A community at the top, as far as a question is about it."""

    community: Community
    share: float
    """Of the question, 0..1: of all passages, or of the scores of those found."""
    passages: tuple[int, ...]
    """Those that speak for it, best first."""


def themes(communities: Sequence[Community], found: Mapping[int, float] | None) -> list[Theme]:
    """All themes, the largest share first, ties by the order of the communities.

    Without `found`, the scores in nats of what a search brought, the question is about everything: a theme's share is
    that of its passages, and the most central ones speak for it.  With it:

        share(c) ~ sum of exp(s(d) / 3) over the passages d of c that were found

    and these speak for it, best first.
    """
    top = [each for each in communities if each.level == 0]
    if found is None:
        weighed = [(float(len(each.passages)), each, each.passages) for each in top]
    else:
        most = max(found.values(), default=0.0)
        mass = {i: exp((score - most) / TEMPERATURE) for i, score in found.items()}
        weighed = []
        for each in top:
            inside = sorted((i for i in each.passages if i in mass), key=lambda i: -mass[i])
            weighed.append((sum(mass[i] for i in inside), each, tuple(inside)))
    total = sum(weight for weight, _, _ in weighed) or 1.0
    every = [Theme(community=each, share=weight / total, passages=inside) for weight, each, inside in weighed if inside]
    return sorted(every, key=lambda theme: -theme.share)
