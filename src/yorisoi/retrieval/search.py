"""A question -> passages: wording, legs, fusion, duplicates, reranking."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError, EmbeddingMismatch
from yorisoi.language import analyse, detect_language
from yorisoi.ports import ChatModel, DocumentStore, Embedder, PassageGraph, PassageIndex, Reranker
from yorisoi.reading_ports import PlainReader
from yorisoi.retrieval.broad import survey
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.distinct import SPARE, Fetched, distinct
from yorisoi.retrieval.expansion import expand
from yorisoi.retrieval.fusing import Fused, fuse, ranks, weights_of
from yorisoi.retrieval.legs import (
    BothReadings,
    FollowUp,
    Leg,
    LegQuery,
    LegRun,
    NeighbourhoodLeg,
    Ranking,
    ThemeLeg,
    VectorLeg,
    WalkLeg,
    WordLeg,
)
from yorisoi.retrieval.legs.leg import run_name
from yorisoi.retrieval.order import arranged
from yorisoi.retrieval.reranking import COVERAGE, below, by_coverage, by_model
from yorisoi.retrieval.wording import Query, worded
from yorisoi.tracing import Step, Trace
from yorisoi.types import UNDETERMINED, Degraded, Filter, Hit, Language, LegRank, Passage

_STAY = 3
"""Hits of a turn that a walk leaves in their places."""


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


@dataclass(slots=True, kw_only=True)
class _Question:
    """One question on its way through a search."""

    given: Sequence[str]
    dropped: list[Degraded] = field(default_factory=list)
    wordings: Sequence[Query] = ()
    queries: Sequence[LegQuery] = ()
    runs: list[LegRun] = field(default_factory=list)
    fused: Fused = field(default_factory=lambda: Fused([], {}))
    hits: list[Hit] = field(default_factory=list)

    def hits_of(self, scores: Mapping[int, float], passages: Fetched) -> list[Hit]:
        """Passages that were fetched, with these scores and where they stand in every leg."""
        stands = ranks(self.runs, scores)
        return [
            Hit(passage=passage, score=score, legs=stands[i])
            for i, score in scores.items()
            if (passage := passages.get(i))
        ]


class Searcher:
    """Searches one store with every leg there is."""

    def __init__(
        self,
        store: DocumentStore,
        index: PassageIndex,
        embedder: Embedder | None,
        config: SearchConfig | None = None,
        *,
        chat: ChatModel | None = None,
        reranker: Reranker | None = None,
        graph: PassageGraph | None = None,
    ) -> None:
        """`chat` words the question anew where the settings ask for it; `reranker` judges after the sentences did;
        `graph` is walked over where the settings allow it."""
        self.store, self.index, self.embedder = store, index, embedder
        self.config = config or SearchConfig()
        self.chat, self.reranker, self.graph = chat, reranker, graph
        self.legs: Sequence[Leg] = (
            WordLeg(index, self.config),
            *([VectorLeg(index, self.config)] if embedder else []),
        )
        self.follow_up: FollowUp | None = None
        self._for_surveys: FollowUp | None = None
        if graph and self.config.fusion == "score":
            self._go_on_over(graph)

    def _go_on_over(self, graph: PassageGraph) -> None:
        """Choose what goes on from what the legs found."""
        vectors = [leg for leg in self.legs if isinstance(leg, VectorLeg)]
        plain = self.embedder if isinstance(self.embedder, PlainReader) else None
        readings = BothReadings(vectors[0], plain) if vectors and plain else None
        walk, themes = WalkLeg(graph, self.config, readings), ThemeLeg(graph, self.store, self.index)
        match self.config.strategy:
            case "walk":
                self.follow_up = walk
            case "local":
                self.follow_up = NeighbourhoodLeg(graph, self.store, self.index, walk)
            case "global":
                self.follow_up = themes
            case "auto":
                self.follow_up, self._for_surveys = walk, themes

    async def search(
        self,
        queries: Sequence[str],
        *,
        within: Filter,
        language: Language = UNDETERMINED,
        limit: int | None = None,
        trace: Trace | None = None,
        follow: bool = True,
    ) -> Found:
        """The passages that fit any of the queries best, best first.

        The first query is the main one; further ones (the raw utterance beside the rewritten question, variants) are
        searched as legs of their own, named `vector/2`, `lexical/2`, ..., with less weight.  `language` is what a query
        without a language of its own (a bare 「経費精算」) is taken for.  A leg without words or without a vector, and
        a model that fails, are dropped and named in `dropped`; an error of the index itself is raised (BackendError).
        Without `follow`, what the legs found together, whatever the strategy.
        """
        [found] = await self.search_many(
            [queries], within=within, language=language, limit=limit, trace=trace, follow=follow
        )
        return found

    async def search_many(
        self,
        questions: Sequence[Sequence[str]],
        *,
        within: Filter,
        language: Language = UNDETERMINED,
        limit: int | None = None,
        trace: Trace | None = None,
        follow: bool = True,
    ) -> list[Found]:
        """For each question, what `search` finds for its queries; all of them together cost little more than one.

        Without `follow`, what the legs found together, whatever the strategy: `followed` goes on from there.

        The index catches up once, all queries are embedded at once, and a passage is fetched once.  In the trace each
        step has what it says of a question under `questions`, in their order; of a single question as `search` has it.
        """
        trace = trace or Trace()
        candidates = max(self.config.candidates, limit or 0)  # who asks for more hits than is usual shall have them
        limit = limit or self.config.limit
        wanted = max(self.config.rerank_candidates, limit)
        asked = [_Question(given=_distinct_texts(queries)) for queries in questions]
        with trace.step("catch_up") as step:
            behind: list[Degraded] = []
            step.note(applied=await self._catch_up(behind))
            if follow:
                await self._catch_up_names(behind)
            for each in asked:
                each.dropped.extend(behind)
        with trace.step("embed") as step:
            await self._word(asked, language)
            _note(step, [{"queries": each.wordings} for each in asked])
            step.note(model=self.embedder.name if self.embedder else None)
        with trace.step("legs") as step:
            await self._run_legs(asked, candidates, within)
            _note(step, [_of_legs(each) for each in asked])
        with trace.step("fuse") as step:
            passages = Fetched(self.store, within)
            await self._fuse(asked, passages, wanted)
            step.note(by=self.config.fusion)
            _note(step, [{"weights": weights_of(e.runs, self.config), "hits": len(e.hits)} for e in asked])
        if self.follow_up and follow:
            with trace.step(self.follow_up.name) as step:
                _note(step, [await self._follow(each, self._leg_after(each), passages, wanted) for each in asked])
        with trace.step("rerank") as step:
            for each in asked:
                if self.reranker:
                    each.hits = await by_model(each.hits, each.given, self.reranker, self.config, each.dropped)
                each.hits = each.hits[:limit]
            step.note(by=self.reranker.name if self.reranker else COVERAGE if self.config.coverage else None)
            _note(step, [{"hits": _summaries(each.hits)} for each in asked])
        return [
            Found(
                hits=tuple(each.hits),
                dropped=tuple(dict.fromkeys(each.dropped)),
                query_vector=each.queries[0].vector if each.queries else None,
            )
            for each in asked
        ]

    async def followed(
        self, question: str, hits: Sequence[Hit], *, within: Filter, language: Language, trace: Trace
    ) -> Found:
        """What the strategy makes of hits that were found without it: the best of them, and then where it leads.

        The best three stay: what was decided rests on them.  Of an answer's five passages a walk so chooses two, which
        is nearly all that it can do for a question of two steps, and costs a question of one step nearly nothing.
        Only a strategy that was named leads on: held by hand, what `auto` put beside answers shared a name with them.
        """
        if not self.follow_up or self.config.strategy == "auto" or not hits:
            return Found(hits=tuple(hits))
        asked = _Question(
            given=[question], queries=[_leg_query(Query(text=question, words=question), None, "", language)]
        )
        asked.hits = list(hits)
        with trace.step(self.follow_up.name) as step:
            await self._catch_up_names(asked.dropped)
            noted = await self._follow(asked, self._leg_after(asked), Fetched(self.store, within), len(hits))
            _note(step, [noted])
        anew = {hit.passage.id: hit for hit in asked.hits}
        best = [anew.pop(hit.passage.id, hit) for hit in hits[:_STAY]]
        return Found(hits=(*best, *anew.values()), dropped=tuple(asked.dropped))

    async def expanded(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits with the neighbours that are set, best first."""
        return await expand(self.store, hits, self.config.neighbours_before, self.config.neighbours_after)

    async def shown(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits with their neighbours, in the order that is set."""
        return arranged(await self.expanded(hits), self.config.order)

    async def catch_up(self) -> None:
        """Bring the index and the names up to the store's newest change, also where no strategy walks over them: what
        is removed is to be in none of their files.  Raises BackendError."""
        await catch_up(self.store, self.index)
        if self.graph:
            await self.graph.catch_up(self.store, self.index)

    async def _catch_up(self, dropped: list[Degraded]) -> int:
        try:
            return await catch_up(self.store, self.index)
        except BackendError as error:
            dropped.append(Degraded(step="index", reason=f"the index is behind its store: {error}"))
            return 0

    async def _catch_up_names(self, dropped: list[Degraded]) -> None:
        """What is walked over, where the strategy walks."""
        if self.follow_up:
            try:
                await self.follow_up.catch_up(self.store, self.index)
            except BackendError as error:
                dropped.append(Degraded(step=f"search.{self.follow_up.name}", reason=str(error)))

    # ------------------------------------------------------------ wording and embedding

    async def _word(self, asked: Sequence[_Question], language: Language) -> None:
        """Give each question its queries, all embedded at once."""
        for each in asked:
            each.wordings = await worded(each.given, self.config, self.chat, language, each.dropped)
        vectors, no_vector = await self._embedded([query.text for each in asked for query in each.wordings])
        for each in asked:
            each.queries = [_leg_query(query, vectors.get(query.text), no_vector, language) for query in each.wordings]

    async def _embedded(self, texts: Sequence[str]) -> tuple[Mapping[str, NDArray[np.float32]], str]:
        """By text, and why there is none if so."""
        texts = list(dict.fromkeys(texts))
        if self.embedder is None:
            return {}, "there is no embedding model"
        try:
            return dict(zip(texts, await self.embedder.embed_queries(texts), strict=True)), ""
        except BackendError as error:
            return {}, str(error)

    # ------------------------------------------------------------ legs and fusion

    async def _run_legs(self, asked: Sequence[_Question], candidates: int, within: Filter) -> None:
        """Every leg for every query; at once where the index runs searches beside each other.

        Vectors that cannot be compared with the index's, as a server gives whose model was changed, count as none.
        """
        try:
            await self._rank(asked, candidates, within)
        except EmbeddingMismatch as error:
            for each in asked:
                each.queries = [replace(query, vector=None, no_vector=str(error)) for query in each.queries]
            await self._rank(asked, candidates, within)

    async def _rank(self, asked: Sequence[_Question], candidates: int, within: Filter) -> None:
        asking: list[tuple[_Question, Leg, int, Callable[[], Awaitable[Ranking]]]] = []
        for each in asked:
            lacking: dict[tuple[Leg, str], str] = {}
            for leg, (number, query) in product(self.legs, enumerate(each.queries)):
                if reason := leg.lacks(query):
                    lacking.setdefault((leg, reason), run_name(leg, number))
                else:
                    asking.append((each, leg, number, partial(leg.rank, query, candidates, within)))
            each.dropped += [Degraded(step=f"search.{name}", reason=why) for (_, why), name in lacking.items()]
        if self.index.beside:
            rankings = await asyncio.gather(*(rank() for *_, rank in asking))
        else:  # a task costs as much as a short look
            rankings = [await rank() for *_, rank in asking]
        for (each, leg, number, _), ranking in zip(asking, rankings, strict=True):
            each.runs.append(LegRun(leg, number, ranking))

    async def _fuse(self, asked: Sequence[_Question], passages: Fetched, wanted: int) -> None:
        """Give each question its hits: at least the `wanted` best, if there are so many; in the end by coverage."""
        for each in asked:
            each.fused = await fuse(each.runs, each.queries, self.index, self.config)
        await passages.fetch({i for each in asked for i, _ in each.fused.ranked[: wanted + SPARE]})
        for each in asked:
            hits = await distinct(
                each.fused.ranked, passages, wanted, self.config.duplicates, partial(each.hits_of, passages=passages)
            )
            each.hits = by_coverage(hits, each.queries[0].terms, each.fused.literal, self.config) if hits else []

    def _leg_after(self, question: _Question) -> FollowUp:
        assert self.follow_up
        asked = [survey(query.text, query.language) for query in question.queries[:1]]
        broad = any(each and not each.changes for each in asked)
        return self._for_surveys if self._for_surveys and broad else self.follow_up

    async def _follow(self, question: _Question, leg: FollowUp, passages: Fetched, wanted: int) -> dict[str, Any]:
        """Let the leg go on from the question's hits; returns what the trace says of it."""
        known = {hit.passage.id: hit for hit in question.hits}
        found = [(i, hit.score) for i, hit in known.items()]
        rest = [scored for scored in question.fused.ranked if scored[0] not in known]
        lower = min(0.0, found[-1][1] - rest[0][1]) if found and rest else 0.0  # the best are scored anew by now
        found += [(i, score + lower) for i, score in rest]
        try:
            followed = await leg.follow(question.queries[0], found, passages.within) if question.queries else None
        except BackendError as error:
            question.dropped.append(Degraded(step=f"search.{leg.name}", reason=str(error)))
            followed = None
        if followed is None:
            return {"followed": False}
        ranks = {i: LegRank(rank=rank, score=score) for rank, (i, score) in enumerate(followed.scored, start=1)}
        steps = {step for path in followed.paths.values() for step in path if isinstance(step, int)}
        await passages.fetch([*(i for i, _ in followed.ranked[: wanted + SPARE]), *steps])

        def hits_of(scores: Mapping[int, float]) -> list[Hit]:
            hits = [known.get(hit.passage.id, hit) for hit in question.hits_of(scores, passages)]
            return [
                replace(
                    hit,
                    score=scores[hit.passage.id],
                    legs={**hit.legs, leg.name: ranks[hit.passage.id]},
                    path=_told(followed.paths.get(hit.passage.id, ()), passages),
                )
                for hit in hits
            ]

        hits = await distinct(followed.ranked, passages, wanted, self.config.duplicates, hits_of)
        shown = {passage.id for hit in hits for passage in (hit.passage, *hit.also)}
        question.hits = [*hits, *below([hit for hit in question.hits if hit.passage.id not in shown], hits)]
        paths = [list(hit.path) for hit in question.hits if hit.path]
        return {"followed": True, "by": leg.name, "started_from": list(followed.started_from), "paths": paths}


def _told(path: Sequence[str | int], passages: Fetched) -> tuple[str, ...]:
    """A path as a reader understands it; empty where it is the passage alone."""
    told = [step if isinstance(step, str) else _title(passages.get(step)) for step in path]
    steps = tuple(step for step, _ in groupby(filter(None, told)))
    return steps if len(steps) > 1 else ()


def _title(passage: Passage | None) -> str:
    return (passage.document.title or passage.text[:20]) if passage else ""


def _distinct_texts(queries: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(query.strip() for query in queries if query.strip()))


def _leg_query(query: Query, vector: NDArray[np.float32] | None, no_vector: str, language: Language) -> LegQuery:
    own = detect_language(query.words, language)
    return LegQuery(text=query.text, terms=analyse(query.words, own), language=own, vector=vector, no_vector=no_vector)


def _note(step: Step, of_each: Sequence[Mapping[str, Any]]) -> None:
    if len(of_each) == 1:
        step.note(**of_each[0])
    else:
        step.note(questions=of_each)


def _of_legs(question: _Question) -> dict[str, Any]:
    legs = {run.name: [(i, round(score, 4)) for i, score in run.ranking.proposed] for run in question.runs}
    return {"legs": legs, "dropped": list(question.dropped)}


def _summaries(hits: Sequence[Hit]) -> Any:
    return lambda: [summary(hit) for hit in hits]


def summary(hit: Hit) -> dict[str, object]:
    """A hit as traces show it: without the text."""
    return {
        "passage_id": hit.passage.id,
        "source": hit.passage.document.source,
        "section": list(hit.passage.section),
        "score": round(hit.score, 6),
        "legs": {name: {"rank": leg.rank, "score": round(leg.score, 4)} for name, leg in hit.legs.items()},
        "also": [passage.document.source for passage in hit.also],
        **({"path": list(hit.path)} if hit.path else {}),
    }
