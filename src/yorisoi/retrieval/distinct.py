"""A ranking of ids -> hits: passages fetched once, copies folded."""

from collections.abc import Callable, Collection, Mapping

from yorisoi.ports import DocumentStore
from yorisoi.retrieval.duplicates import fold
from yorisoi.retrieval.legs import Ranked
from yorisoi.types import Filter, Hit, Passage

SPARE = 3
"""Passages looked at beyond those that are wanted: each costs 0.02 ms, and hardly any search meets more copies."""


class Fetched:
    """Passages of the store, each fetched once in a search."""

    def __init__(self, store: DocumentStore, within: Filter) -> None:
        self._store, self.within = store, within
        self._known: dict[int, Passage | None] = {}

    async def fetch(self, ids: Collection[int]) -> None:
        if new := [i for i in dict.fromkeys(ids) if i not in self._known]:
            self._known |= dict.fromkeys(new)
            self._known |= {passage.id: passage for passage in await self._store.passages(new, self.within)}

    def get(self, passage: int) -> Passage | None:
        """None: it is gone, or the reader may not see it."""
        return self._known[passage]


async def distinct(
    ranked: Ranked,
    passages: Fetched,
    wanted: int,
    share: float,
    hits_of: Callable[[Mapping[int, float]], list[Hit]],
) -> list[Hit]:
    """At least the `wanted` best, if there are so many, copies folded into what they repeat (`share`: see `fold`).

    A few more are looked at than are wanted: some are copies, and the store may know that one is gone or forbidden by
    now.  Where these few are not enough, as many again as are missing.
    """
    hits: list[Hit] = []
    looked_at = 0
    while len(hits) < wanted and looked_at < len(ranked):
        scores = dict(ranked[looked_at : looked_at + wanted - len(hits) + SPARE])
        looked_at += len(scores)
        await passages.fetch(scores)
        hits = fold([*hits, *hits_of(scores)], share)
    return hits
