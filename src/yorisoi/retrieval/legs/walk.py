"""The leg that follows names from page to page: for questions whose answer stands on none that says all of it."""

from math import exp, log

from yorisoi.ports import DocumentStore, PassageGraph, PassageIndex
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.legs.leg import Followed, LegQuery, Ranked
from yorisoi.retrieval.legs.readings import BothReadings
from yorisoi.types import Filter

SEEDS = 20
"""Passages that a walk starts from."""
_RELATIVE, _LEAST = 0.2, 3.0
"""A passage that is better by this share of the best score, and by so many nats at least, gets e times the mass: how
far scores err grows with how much of the question they count.  With 3 nats throughout, the second best of a long
question starts with nothing, and is passed by whatever the best one's names lead to: nDCG@10 of JaQuAD -.004."""


class WalkLeg:
    """A `FollowUp`: Personalised PageRank over passages and the names in them, from what the other legs found."""

    name = "walk"

    def __init__(self, graph: PassageGraph, config: SearchConfig, readings: BothReadings | None = None) -> None:
        """`readings` score anew what was found for a question that names something."""
        self._graph, self._config, self._readings = graph, config, readings

    async def catch_up(self, store: DocumentStore, index: PassageIndex) -> int:
        return await self._graph.catch_up(store, index)

    async def follow(self, query: LegQuery, found: Ranked, within: Filter) -> Followed | None:
        """Where a walk from the best passages, and from the question's names, ends.

            seed(d)  ~ exp(s(d) / T)                    s: normalised scores, in nats; T = max(3, s(best) / 5)
            drawn(d) = (s(d) - min s) / (max s - min s)
            s'(d)    = s(best) + T ln(p(d) / p(best))   p: the probability that the walk ends at d

        so that passages which no name leads to keep their distances.  With strategy `auto`, only where a name leads
        from these passages, or from the question, to a page that bears it.  What was found for a question that names
        something is scored by both readings of it (`readings.py`).
        """
        if self._readings and found and await self._graph.named(query.text, query.language, within.groups):
            found = await self._readings.scored(query, found)
        seeds = found[:SEEDS]
        if not seeds:
            return None
        best, most = seeds[0]
        temperature = max(_LEAST, _RELATIVE * most)
        masses = {passage: exp((score - most) / temperature) for passage, score in seeds}
        low, high = min(score for _, score in found), max(score for _, score in found)
        walked = await self._graph.walk(
            query.text,
            query.language,
            masses,
            within.groups,
            drawn={passage: (score - low) / ((high - low) or 1.0) for passage, score in found},
            to_pages=self._config.strategy == "auto",
        )
        at_best = dict(walked.passages).get(best)
        if at_best is None:  # no walk, or the best is not in the graph yet
            return None
        anew = [(passage, most + temperature * log(p / at_best)) for passage, p in walked.passages]
        return Followed(ranked=anew, scored=walked.passages, paths=walked.paths, started_from=walked.named)
