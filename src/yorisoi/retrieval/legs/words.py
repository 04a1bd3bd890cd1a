"""The leg that ranks by words: BM25."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import PassageIndex
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.legs.leg import LegQuery, Ranking
from yorisoi.types import Filter

DEPTH = 2
"""Times the candidates: how deep it ranks, to know the BM25 of what only other legs propose."""

_MIDDLING = 60.0
"""BM25 of the best passage for a middling question: the unit of what a question's words weigh in all."""


class WordLeg:
    """A `Leg`: BM25 of morphemes, and of character bigrams in Japanese and Chinese."""

    name = "lexical"
    across_languages = False
    literal = True

    def __init__(self, index: PassageIndex, config: SearchConfig) -> None:
        self._index, self._config = index, config
        self.weight = config.lexical_weight

    def lacks(self, query: LegQuery) -> str | None:
        return None if query.terms else "the query has no words to search for"

    async def rank(self, query: LegQuery, candidates: int, within: Filter) -> Ranking:
        depth = DEPTH * candidates
        scored = await self._index.by_words(query.terms, depth, within)
        return Ranking(scored=scored, candidates=candidates, complete=len(scored) < depth)

    async def normalised(
        self, queries: Sequence[LegQuery], rankings: Sequence[Ranking], ids: Sequence[int]
    ) -> NDArray[np.float64]:
        """BM25, a sum of logarithms of how rare a word is, by what a point of it weighs.

            s(q, d) = BM25(q, d) / bm25_per_nat * (best BM25 / 60)^lexical_power

        More where one passage holds more of what was asked.  A passage beyond the ranking has the score of the last,
        and 0 where the ranking is complete.
        """
        scores = np.zeros((len(queries), len(ids)))
        for row, ranking in zip(scores, rankings, strict=True):
            known = dict(ranking.scored)
            least = 0.0 if ranking.complete or not known else ranking.scored[-1][1]
            row[:] = [known.get(i, least) for i in ids]
            row *= self._nats_per_point(ranking)
        return scores

    def _nats_per_point(self, ranking: Ranking) -> float:
        best = ranking.scored[0][1] if ranking.scored else 0.0
        return float((best / _MIDDLING) ** self._config.lexical_power / self._config.bm25_per_nat)
