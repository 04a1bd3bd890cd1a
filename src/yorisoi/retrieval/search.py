"""A question -> passages: wording, legs, fusion, duplicates, reranking."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError
from yorisoi.language import analyse, detect_language
from yorisoi.ports import ChatModel, DocumentStore, Embedder, Moments, PassageIndex, Reranker, Terms, Vectors
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.coverage import coverage, together
from yorisoi.retrieval.duplicates import fold
from yorisoi.retrieval.expansion import expand
from yorisoi.retrieval.fusion import Usual, reciprocal_rank_fusion, score_fusion, usual
from yorisoi.retrieval.order import arranged
from yorisoi.retrieval.wording import Query, worded
from yorisoi.tracing import Trace
from yorisoi.types import Degraded, Filter, Hit, Language, LegRank

VECTOR, LEXICAL = "vector", "lexical"
COVERAGE, RERANKER = "coverage", "reranker"

DEPTH = 2
"""Times the candidates: how deep the lexical leg is asked, to know the BM25 of what only the vector leg found."""

_SPARE = 3
"""Passages looked at beyond those that are wanted: each costs 0.02 ms, and hardly any search meets more copies."""

_MIDDLING = 60.0
"""BM25 of the best passage for a middling question: the unit of what a question's words weigh in all."""

_NEAREST = 10
"""Passages from whose words it is seen what is usual in the question's language."""

Ranked = list[tuple[int, float]]
"""Passages by id with their scores, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search brought, and what it could not use."""

    hits: tuple[Hit, ...]
    """Best first, whatever order they are shown in."""
    dropped: tuple[Degraded, ...] = ()
    """Legs and rerankers that did not run, or ran on an index that is behind its store."""
    query_vector: NDArray[np.float32] | None = field(default=None, repr=False, compare=False)
    """Of the first query, shape (dimension,); None where there is no embedding."""

    @property
    def titles(self) -> list[str]:
        """Of the pages found, best first, each once."""
        return list(dict.fromkeys(hit.passage.document.title for hit in self.hits))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The queries as the legs take them."""

    terms: tuple[Terms, ...]
    languages: tuple[Language, ...]
    vectors: NDArray[np.float32] | None
    """Shape (queries, dimension)."""
    candidates: int
    """Taken from each leg."""


@dataclass(frozen=True, slots=True)
class _Worth:
    """What every candidate of any leg is worth to each leg, in nats."""

    ids: Sequence[int]
    """In order."""
    to_leg: Mapping[str, NDArray[np.float64]]
    """Shape (ids,); NaN where a leg cannot tell."""

    def to(self, leg: str) -> dict[int, float]:
        """By passage; nothing of a leg that did not run."""
        return dict(zip(self.ids, self.to_leg[leg].tolist(), strict=True)) if leg in self.to_leg else {}


class Searcher:
    """Searches one store by meaning and by words."""

    def __init__(
        self,
        store: DocumentStore,
        index: PassageIndex,
        embedder: Embedder | None,
        config: SearchConfig | None = None,
        *,
        chat: ChatModel | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        """`chat` words the question anew where the settings ask for it; `reranker` judges after the sentences did."""
        self.store, self.index, self.embedder = store, index, embedder
        self.config = config or SearchConfig()
        self.chat, self.reranker = chat, reranker
        self._known_usual: tuple[Mapping[Language, Moments], Mapping[Language, Usual]] | None = None

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

        The first query is the main one; further ones (the raw utterance beside the rewritten question, variants) are
        searched as legs of their own, named `vector/2`, `lexical/2`, ..., with less weight.  `language` is what a query
        without a language of its own (a bare 「経費精算」) is taken for.  A leg without words or without a vector, and
        a model that fails, are dropped and named in `dropped`; an error of the index itself is raised (BackendError).
        """
        trace = trace or Trace()
        candidates = max(self.config.candidates, limit or 0)  # who asks for more than usual shall have them
        limit = limit or self.config.limit
        given = list(dict.fromkeys(query.strip() for query in queries if query.strip()))
        dropped: list[Degraded] = []
        with trace.step("catch_up") as step:
            step.note(applied=await self._catch_up(dropped))
        with trace.step("embed") as step:
            wordings = await worded(given, self.config, self.chat, language, dropped)
            asked = await self._asked(wordings, language, candidates, dropped)
            step.note(queries=wordings, model=self.embedder.name if self.embedder else None)
        with trace.step("legs") as step:
            legs = await self._run_legs(asked, within, dropped)
            step.note(legs={name: ranked[: asked.candidates] for name, ranked in legs.items()}, dropped=dropped)
        with trace.step("fuse") as step:
            worth = await self._worth(legs, asked) if self.config.fusion == "score" else _Worth((), {})
            fused = self._fuse(legs, worth, asked)
            hits = await self._distinct(fused, legs, within, max(self.config.rerank_candidates, limit))
            step.note(by=self.config.fusion, weights=self._weights(legs), hits=len(hits))
        with trace.step("rerank") as step:
            hits = (await self._rerank(hits, given, asked, worth, dropped))[:limit]
            by = self.reranker.name if self.reranker else COVERAGE if self.config.coverage else None
            step.note(by=by, hits=lambda: [summary(hit) for hit in hits])
        return Found(
            hits=tuple(hits),
            dropped=tuple(dict.fromkeys(dropped)),
            query_vector=asked.vectors[0] if asked.vectors is not None and len(asked.vectors) else None,
        )

    async def expanded(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits with the neighbours that are set, best first."""
        return await expand(self.store, hits, self.config.neighbours_before, self.config.neighbours_after)

    async def shown(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits with their neighbours, in the order that is set."""
        return arranged(await self.expanded(hits), self.config.order)

    async def _catch_up(self, dropped: list[Degraded]) -> int:
        try:
            return await catch_up(self.store, self.index)
        except BackendError as error:
            dropped.append(Degraded(step="index", reason=f"the index is behind its store: {error}"))
            return 0

    async def _asked(
        self, queries: Sequence[Query], language: Language, candidates: int, dropped: list[Degraded]
    ) -> _Asked:
        languages = tuple(detect_language(query.words, language) for query in queries)
        terms = tuple(analyse(query.words, of) for query, of in zip(queries, languages, strict=True))
        vectors = None
        if self.embedder is not None:
            try:
                vectors = await self.embedder.embed_queries([query.text for query in queries])
            except BackendError as error:
                dropped.append(Degraded(step="search.vector", reason=str(error)))
        return _Asked(terms=terms, languages=languages, vectors=vectors, candidates=candidates)

    # ------------------------------------------------------------ legs and fusion

    async def _run_legs(self, asked: _Asked, within: Filter, dropped: list[Degraded]) -> dict[str, Ranked]:
        """All legs; at once where the index runs them beside each other, since a task costs as much as a short look."""
        asking: dict[str, Callable[[], Awaitable[Ranked]]] = {}
        for number, terms in enumerate(asked.terms):
            suffix = f"/{number + 1}" if number else ""
            if terms:
                asking[LEXICAL + suffix] = partial(self.index.by_words, terms, DEPTH * asked.candidates, within)
            else:
                dropped.append(Degraded(step=f"search.lexical{suffix}", reason="the query has no words to search for"))
            if asked.vectors is not None:
                asking[VECTOR + suffix] = partial(self._by_vector, asked.vectors[number], asked.candidates, within)
        if not self.index.beside:
            return {name: await ask() for name, ask in asking.items()}
        return dict(zip(asking, await asyncio.gather(*(ask() for ask in asking.values())), strict=True))

    async def _by_vector(self, vector: NDArray[np.float32], most: int, within: Filter) -> Ranked:
        """The nearest passages; in a fusion by score, of each language that the store has and the filter allows.

        A model puts a question nearer to anything in its own language, so the others would have no candidates.
        """
        return await self.index.by_vector(vector, most, within, apart=self.config.fusion == "score")

    def _fuse(self, legs: Mapping[str, Ranked], worth: _Worth, asked: _Asked) -> Ranked:
        if self.config.fusion == "score":
            scores = score_fusion(worth.to_leg, weights=self._weights(legs))
            fused = zip(worth.ids, scores.tolist(), strict=True)
            return sorted(fused, key=lambda scored: -scored[1])  # stable: ties by id
        rankings = {name: [i for i, _ in ranked[: asked.candidates]] for name, ranked in legs.items()}
        return reciprocal_rank_fusion(rankings, weights=self._weights(legs), k=self.config.k)

    async def _distinct(self, fused: Ranked, legs: Mapping[str, Ranked], within: Filter, wanted: int) -> list[Hit]:
        """At least the `wanted` best, if there are so many, copies folded into what they repeat.

        A few more are looked at than are wanted: some are copies, and the store may know that one is gone or forbidden
        by now.  Where these few are not enough, as many again as are missing.
        """
        hits: list[Hit] = []
        looked_at = 0
        while len(hits) < wanted and looked_at < len(fused):
            scores = dict(fused[looked_at : looked_at + wanted - len(hits) + _SPARE])
            looked_at += len(scores)
            ranks = _ranks(legs, scores)
            found = [
                Hit(passage=passage, score=scores[passage.id], legs=ranks[passage.id])
                for passage in await self.store.passages(list(scores), within)
            ]
            hits = fold([*hits, *found], self.config.duplicates)
        return hits

    async def _worth(self, legs: Mapping[str, Ranked], asked: _Asked) -> _Worth:
        """Of the candidates of all legs.

        A cosine can be had for any passage.  BM25 is known as deep as the leg was asked; what lies deeper is worth what
        stands last, and nothing where all that share a word are known.
        """
        if not legs:
            return _Worth((), {})
        depth = DEPTH * asked.candidates
        usual = await self._usual() if asked.vectors is not None else {}
        scored = {name: dict(ranked) for name, ranked in legs.items()}
        most = {LEXICAL: asked.candidates}  # all that the vector leg found, of each language
        ids = sorted(set[int]().union(*(islice(scored[name], most.get(_leg_and_query(name)[0])) for name in scored)))
        surprises = await self._surprises(ids, asked.vectors, usual) if asked.vectors is not None else None
        worth: dict[str, NDArray[np.float64]] = {}
        for name, known in scored.items():
            leg, number = _leg_and_query(name)
            if leg == VECTOR and surprises is not None:
                worth[name] = surprises[number]
            else:
                least = legs[name][-1][1] if len(known) == depth else 0.0
                worth[name] = np.array([known.get(i, least) for i in ids]) * self._worth_of_a_point(legs[name])
                nearest = legs.get(name.replace(LEXICAL, VECTOR))
                if nearest and len(usual) > 1:
                    worth[name] = await self._across_languages(ids, worth[name], nearest, asked.languages[number])
        return _Worth(ids, worth)

    def _worth_of_a_point(self, ranked: Ranked) -> float:
        """Of BM25, in nats; more where more of what was asked is in one passage."""
        best = ranked[0][1] if ranked else 0.0
        return float((best / _MIDDLING) ** self.config.lexical_power / self.config.bm25_per_nat)

    async def _across_languages(
        self, ids: Sequence[int], worth: NDArray[np.float64], nearest: Ranked, language: Language
    ) -> NDArray[np.float64]:
        """A passage in another language than the question can hardly hold its words, which says nothing against it.

        To the lexical leg it is worth at least what the upper quartile of the nearest passages in the question's own
        language is: passing by what it would have is fair, being the best for want of words is not.
        """
        languages = await self.index.languages(ids)
        own = {i: of for i, of in zip(ids, worth.tolist(), strict=True) if languages.get(i) == language}
        near = sorted([own[i] for i, _ in nearest if i in own][:_NEAREST])
        if not near:
            return worth
        return np.where([i in own for i in ids], worth, np.maximum(worth, near[3 * len(near) // 4]))

    async def _usual(self) -> Mapping[Language, Usual]:
        moments = await self.index.moments()
        if self._known_usual is None or self._known_usual[0] is not moments:
            self._known_usual = (moments, usual(moments))
        return self._known_usual[1]

    async def _surprises(
        self, ids: Sequence[int], queries: Vectors, usual: Mapping[Language, Usual]
    ) -> NDArray[np.float64]:
        """(queries, ids) Of each passage among those of its language; the cosines where too few vectors are known.

        NaN without a vector.
        """
        means = [each.mean for each in usual.values()]
        products = await self.index.vector_scores(np.stack([*queries, *means]), ids)
        cosines, to_means = products[: len(queries)].astype(np.float64), products[len(queries) :]
        by_language = {
            language: each.surprise(cosines, to_mean, queries, self.config.hubness)
            for (language, each), to_mean in zip(usual.items(), to_means, strict=True)
        }
        found = next(iter(by_language.values()), cosines)  # of the one in a language without moments, too
        if len(by_language) > 1:
            languages = await self.index.languages(ids)
            for language, surprises in by_language.items():
                found = np.where([languages.get(i) == language for i in ids], surprises, found)
        return found

    def _weights(self, legs: Mapping[str, object]) -> dict[str, float]:
        weights = {}
        for name in legs:
            leg, number = _leg_and_query(name)
            weight = self.config.vector_weight if leg == VECTOR else self.config.lexical_weight
            weights[name] = weight * (self.config.further_query_weight if number else 1.0)
        return weights

    # ------------------------------------------------------------ reranking

    async def _rerank(
        self,
        hits: Sequence[Hit],
        given: Sequence[str],
        asked: _Asked,
        worth: _Worth,
        dropped: list[Degraded],
    ) -> list[Hit]:
        """The best hits by how one of their sentences covers the question, then by the reranking model, if any.

        Coverage changes what the lexical leg of the question is worth; in a fusion by rank it is one more ranking.  A
        model's judgement stands alone, since its numbers are on a scale of its own.  The other hits follow.
        """
        best, rest = list(hits[: self.config.rerank_candidates]), hits[self.config.rerank_candidates :]
        if self.config.coverage and best and asked.terms[0]:
            best = self._by_coverage(best, asked.terms[0], worth.to(LEXICAL))
        if self.reranker and best:
            try:
                judged = await self.reranker.scores(given[0], [hit.passage.in_context for hit in best])
            except BackendError as error:
                dropped.append(Degraded(step="search.rerank", reason=str(error)))
            else:
                best = _judged(best, RERANKER, judged, lambda _, judgement: judgement.score)
        return [*best, *_below(rest, best)]

    def _by_coverage(self, hits: Sequence[Hit], terms: Terms, lexical: Mapping[int, float]) -> list[Hit]:
        def anew(hit: Hit, covered: LegRank) -> float:
            if self.config.fusion == "rank":
                return hit.score + 1 / (self.config.k + covered.rank)
            worth = self.config.lexical_weight * lexical.get(hit.passage.id, 0.0)
            return hit.score + worth * (together(covered.score, self.config.coverage) - 1)

        return _judged(hits, COVERAGE, coverage(terms, [hit.passage for hit in hits]), anew)


def _leg_and_query(name: str) -> tuple[str, int]:
    """`vector/2` -> vector, 1: the leg, and the query that it was asked, from 0."""
    leg, _, number = name.partition("/")
    return leg, int(number) - 1 if number else 0


def _ranks(legs: Mapping[str, Ranked], passages: Iterable[int]) -> dict[int, dict[str, LegRank]]:
    """By passage and leg, where it stands."""
    ranks: dict[int, dict[str, LegRank]] = {passage: {} for passage in passages}
    for name, ranked in legs.items():
        for rank, (passage, score) in enumerate(ranked, start=1):
            if passage in ranks:
                ranks[passage][name] = LegRank(rank=rank, score=score)
    return ranks


def _judged(
    hits: Sequence[Hit], name: str, scores: Sequence[float], anew: Callable[[Hit, LegRank], float]
) -> list[Hit]:
    """The hits scored anew, best first, with these scores as one more leg; ties stay as they are."""
    order = sorted(range(len(hits)), key=lambda place: -scores[place])
    legs = {place: LegRank(rank=rank, score=scores[place]) for rank, place in enumerate(order, start=1)}
    judged = [
        Hit(passage=hit.passage, score=anew(hit, legs[place]), legs={**hit.legs, name: legs[place]}, also=hit.also)
        for place, hit in enumerate(hits)
    ]
    return sorted(judged, key=lambda hit: -hit.score)


def _below(rest: Sequence[Hit], best: Sequence[Hit]) -> list[Hit]:
    """The rest with scores that go on below those of the best, which may be on another scale by now."""
    if not rest or not best:
        return list(rest)
    shift = best[-1].score - rest[0].score
    if shift >= 0:
        return list(rest)
    return [replace(hit, score=hit.score + shift) for hit in rest]


def summary(hit: Hit) -> dict[str, object]:
    """A hit as traces show it: without the text."""
    return {
        "passage_id": hit.passage.id,
        "source": hit.passage.document.source,
        "section": list(hit.passage.section),
        "score": round(hit.score, 6),
        "legs": {name: {"rank": leg.rank, "score": round(leg.score, 4)} for name, leg in hit.legs.items()},
        "also": [passage.document.source for passage in hit.also],
    }
