"""What triples tie together, for the walk over names: an imported graph, or one that a model made of the documents."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.building import RULES
from yorisoi.graph_ports import GraphStore
from yorisoi.language import normal_form


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """Pairs of names that triples state something about."""

    names: tuple[str, ...] = ()
    """In normal form."""
    written: tuple[str, ...] = ()
    pairs: NDArray[np.int64]
    """Shape (ties, 2): places in `names`, each pair once, the smaller place first."""
    times: NDArray[np.int64]
    """(ties,) How many triples."""


NONE = Ties(pairs=np.zeros((0, 2), dtype=np.int64), times=np.zeros(0, dtype=np.int64))


async def ties(store: GraphStore) -> Ties:
    """Of all triples but those that rules took from running text, which say what stands side by side: so do mentions.

    Every user may see triples, so that every walk may pass through them.
    """
    places: dict[str, int] = {}
    written: list[str] = []
    pairs: list[tuple[int, int]] = []
    async for batch in store.triples():
        for stated in (each for each in batch if each.method != RULES):
            ends = []
            for name in (stated.triple.head, stated.triple.tail):
                place = places.setdefault(normal_form(name), len(written))
                if place == len(written):
                    written.append(name)
                ends.append(place)
            if ends[0] != ends[1]:
                pairs.append((min(ends), max(ends)))
    if not pairs:
        return NONE
    each_once, times = np.unique(np.array(pairs, dtype=np.int64), axis=0, return_counts=True)
    return Ties(names=tuple(places), written=tuple(written), pairs=each_once, times=times)
