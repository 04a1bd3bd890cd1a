"""The leg that ranks by meaning: cosines of embeddings."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import Moments, PassageIndex
from yorisoi.retrieval.background import Background, backgrounds
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.legs.leg import LegQuery, Ranking
from yorisoi.types import Filter, Language


class VectorLeg:
    """A `Leg`: the cosine of the embeddings of query and passage."""

    name = "vector"
    across_languages = True
    literal = False

    def __init__(self, index: PassageIndex, config: SearchConfig) -> None:
        self._index, self._config = index, config
        self.weight = config.vector_weight
        self._known: tuple[Mapping[Language, Moments], Mapping[Language, Background]] | None = None

    def lacks(self, query: LegQuery) -> str | None:
        return query.no_vector if query.vector is None else None

    async def rank(self, query: LegQuery, candidates: int, within: Filter) -> Ranking:
        """The nearest passages; in a fusion by score, of each language that the store has and the filter allows.

        A model puts a question nearer to anything in its own language, so the others would have no candidates.
        """
        assert query.vector is not None
        apart = self._config.fusion == "score"
        scored = await self._index.by_vector(query.vector, candidates, within, apart=apart)
        return Ranking(scored=scored, candidates=len(scored), complete=False)

    async def normalised(
        self,
        queries: Sequence[LegQuery],
        rankings: Sequence[Ranking],  # noqa: ARG002 a cosine can be had for any passage
        ids: Sequence[int],
    ) -> NDArray[np.float64]:
        """Of each passage against those of its language; the cosines where too few vectors are known for that."""
        by_language = await self._backgrounds()
        asked = [query.vector for query in queries if query.vector is not None]
        means = [each.mean for each in by_language.values()]
        products = await self._index.vector_scores(np.stack([*asked, *means]), ids)
        cosines, to_means = products[: len(asked)].astype(np.float64), products[len(asked) :]
        scores = {
            language: each.normalised(cosines, to_mean, np.stack(asked), self._config.hubness)
            for (language, each), to_mean in zip(by_language.items(), to_means, strict=True)
        }
        found = next(iter(scores.values()), cosines)  # of the one in a language without moments, too
        if len(scores) > 1:
            languages = await self._index.languages(ids)
            for language, of_language in scores.items():
                found = np.where([languages.get(i) == language for i in ids], of_language, found)
        return found

    async def _backgrounds(self) -> Mapping[Language, Background]:
        moments = await self._index.moments()
        if self._known is None or self._known[0] is not moments:
            self._known = (moments, backgrounds(moments))
        return self._known[1]
