"""A question -> passages: every query through every leg, and the legs fused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError
from yorisoi.language import analyse, detect_language
from yorisoi.ports import DocumentStore, Embedder, PassageIndex
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.fusion import reciprocal_rank_fusion, score_fusion, surprise
from yorisoi.tracing import Trace
from yorisoi.types import Degraded, Filter, Hit, Language, LegRank

VECTOR, LEXICAL = "vector", "lexical"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """What may be set about searching.  The figures behind the defaults are in docs/decisions."""

    fusion: Literal["score", "rank"] = "score"
    """`score`: the weighted sum of what each leg's scores are worth; `rank`: reciprocal rank fusion."""
    bm25_per_nat: float = 4.0
    """BM25 points that are worth as much as one nat of a cosine's surprise, in fusion by score."""
    k: float = 60.0
    """Of reciprocal rank fusion: Cormack et al. 2009."""
    vector_weight: float = 1.0
    lexical_weight: float = 1.0
    further_query_weight: float = 0.5
    """Of the queries after the first, such as the raw utterance beside the question it was rewritten to."""
    candidates: int = 100
    """Passages taken from each leg before fusion."""
    limit: int = 10
    """Passages returned."""

    def __post_init__(self) -> None:
        if min(self.k, self.vector_weight, self.lexical_weight, self.further_query_weight) < 0:
            raise ValueError("search: k and the weights must not be negative")
        if self.bm25_per_nat <= 0:
            raise ValueError("search: bm25_per_nat must be positive")
        if self.candidates < 1 or self.limit < 1:
            raise ValueError("search: candidates and limit must be at least 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search brought, and what it could not use."""

    hits: tuple[Hit, ...]
    dropped: tuple[Degraded, ...] = ()
    """Legs that did not run, or ran on an index that is behind its store."""
    query_vector: NDArray[np.float32] | None = field(default=None, repr=False)
    """Of the first query, shape (dimension,)."""


class Searcher:
    """Searches one store by meaning and by words."""

    def __init__(
        self, store: DocumentStore, index: PassageIndex, embedder: Embedder | None, config: SearchConfig | None = None
    ) -> None:
        self.store, self.index, self.embedder = store, index, embedder
        self.config = config or SearchConfig()

    async def search(
        self,
        queries: Sequence[str],
        *,
        within: Filter,
        language: Language = "und",
        limit: int | None = None,
        trace: Trace | None = None,
    ) -> Found:
        """The passages that fit any of the queries best, best first.

        The first query is the main one; further ones (the raw utterance beside the rewritten question) are searched
        as legs of their own, named `vector/2`, `lexical/2`, ..., with less weight.  `language` is what a query without
        a language of its own (a bare 「経費精算」) is taken for.  A leg without words or without a vector is dropped
        and named in `dropped`; an error of the index itself is raised (BackendError).
        """
        trace = trace or Trace()
        queries = list(dict.fromkeys(query.strip() for query in queries if query.strip()))
        dropped: list[Degraded] = []
        with trace.step("catch_up") as step:
            step.note(applied=await self._catch_up(dropped))
        with trace.step("embed") as step:
            vectors = await self._embed(queries, dropped)
            step.note(queries=queries, model=self.embedder.name if self.embedder else None)
        with trace.step("legs") as step:
            legs = await self._run_legs(queries, vectors, within, language, dropped)
            step.note(legs=legs, dropped=dropped)
        with trace.step("fuse") as step:
            hits = await self._fuse(legs, vectors, within, limit or self.config.limit)
            step.note(by=self.config.fusion, weights=self._weights(legs), hits=[summary(hit) for hit in hits])
        return Found(
            hits=tuple(hits),
            dropped=tuple(dict.fromkeys(dropped)),
            query_vector=None if vectors is None or not len(vectors) else vectors[0],
        )

    async def _catch_up(self, dropped: list[Degraded]) -> int:
        try:
            return await catch_up(self.store, self.index)
        except BackendError as error:
            dropped.append(Degraded(step="index", reason=f"the index is behind its store: {error}"))
            return 0

    async def _embed(self, queries: Sequence[str], dropped: list[Degraded]) -> NDArray[np.float32] | None:
        if self.embedder is None:
            return None
        try:
            return await self.embedder.embed_queries(queries)
        except BackendError as error:
            dropped.append(Degraded(step="search.vector", reason=str(error)))
            return None

    async def _run_legs(
        self,
        queries: Sequence[str],
        vectors: NDArray[np.float32] | None,
        within: Filter,
        language: Language,
        dropped: list[Degraded],
    ) -> dict[str, list[tuple[int, float]]]:
        legs: dict[str, list[tuple[int, float]]] = {}
        for number, query in enumerate(queries):
            suffix = f"/{number + 1}" if number else ""
            terms = analyse(query, detect_language(query, language))
            if terms:
                legs[LEXICAL + suffix] = await self.index.by_words(terms, self.config.candidates, within)
            else:
                dropped.append(Degraded(step=f"search.lexical{suffix}", reason="the query has no words to search for"))
            if vectors is not None:
                legs[VECTOR + suffix] = await self.index.by_vector(vectors[number], self.config.candidates, within)
        return legs

    async def _fuse(
        self,
        legs: Mapping[str, list[tuple[int, float]]],
        vectors: NDArray[np.float32] | None,
        within: Filter,
        limit: int,
    ) -> list[Hit]:
        fused = await self._by_score(legs, vectors) if self.config.fusion == "score" else self._by_rank(legs)
        seen = {
            name: {passage: (rank, score) for rank, (passage, score) in enumerate(ranked, start=1)}
            for name, ranked in legs.items()
        }
        scores = dict(fused[: 2 * limit])  # some spare: the store may know that a passage is gone or forbidden by now
        passages = await self.store.passages(list(scores), within)
        return [
            Hit(
                passage=passage,
                score=scores[passage.id],
                legs=_leg_ranks(seen, passage.id),
            )
            for passage in passages[:limit]
        ]

    def _by_rank(self, legs: Mapping[str, list[tuple[int, float]]]) -> list[tuple[int, float]]:
        rankings = {name: [passage for passage, _ in ranked] for name, ranked in legs.items()}
        return reciprocal_rank_fusion(rankings, weights=self._weights(legs), k=self.config.k)

    async def _by_score(
        self, legs: Mapping[str, list[tuple[int, float]]], vectors: NDArray[np.float32] | None
    ) -> list[tuple[int, float]]:
        moments = await self.index.moments() if vectors is not None else None
        worth, absent = {}, {}
        for name, ranked in legs.items():
            leg, _, number = name.partition("/")
            if leg == VECTOR and vectors is not None:
                worth[name] = surprise(ranked, vectors[int(number or 1) - 1], moments)
                # Every passage has a cosine: one that is not among the nearest has the last one's at most.
                absent[name] = worth[name][-1][1] if ranked else 0.0
            else:
                worth[name] = [(passage, bm25 / self.config.bm25_per_nat) for passage, bm25 in ranked]
        return score_fusion(worth, weights=self._weights(legs), absent=absent)

    def _weights(self, legs: Mapping[str, object]) -> dict[str, float]:
        weights = {}
        for name in legs:
            leg, _, further = name.partition("/")
            weight = self.config.vector_weight if leg == VECTOR else self.config.lexical_weight
            weights[name] = weight * (self.config.further_query_weight if further else 1.0)
        return weights


def _leg_ranks(seen: Mapping[str, Mapping[int, tuple[int, float]]], passage: int) -> dict[str, LegRank]:
    found = {name: ranks[passage] for name, ranks in seen.items() if passage in ranks}
    return {name: LegRank(rank=rank, score=score) for name, (rank, score) in found.items()}


def summary(hit: Hit) -> dict[str, object]:
    """A hit as traces show it: without the text."""
    return {
        "passage_id": hit.passage.id,
        "source": hit.passage.document.source,
        "section": list(hit.passage.section),
        "score": round(hit.score, 6),
        "legs": {name: {"rank": leg.rank, "score": round(leg.score, 4)} for name, leg in hit.legs.items()},
    }
