"""The best hits once more: do the question's words stand together, and what does a model say that reads them?"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from yorisoi.errors import BackendError
from yorisoi.ports import Reranker, Terms
from yorisoi.reading_ports import AnswerReader
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.coverage import coverage, together
from yorisoi.types import Degraded, Hit, LegRank

COVERAGE, RERANKER, READING, SAID = "coverage", "reranker", "reading", "said"
_NEAR = 3.0
"""Nats behind the best hit within which a passage is read."""


def by_coverage(hits: Sequence[Hit], terms: Terms, literal: Mapping[int, float], config: SearchConfig) -> list[Hit]:
    """The best by how one of their sentences covers the question; the other hits follow.

    It changes what the legs that count words say (`literal`, by passage); in a fusion by rank it is one more ranking.
    """

    def anew(hit: Hit, covered: LegRank) -> float:
        if config.fusion == "rank":
            return hit.score + 1 / (config.k + covered.rank)
        return hit.score + literal.get(hit.passage.id, 0.0) * (together(covered.score, config.coverage) - 1)

    if not config.coverage or not hits or not terms:
        return list(hits)
    best, rest = hits[: config.rerank_candidates], hits[config.rerank_candidates :]
    best = _judged(best, COVERAGE, coverage(terms, [hit.passage for hit in best]), anew)
    return [*best, *below(rest, best)]


async def by_model(
    hits: Sequence[Hit], queries: Sequence[str], reranker: Reranker, config: SearchConfig, dropped: list[Degraded]
) -> list[Hit]:
    """The best by the model's judgement of the first query alone, whose numbers are on a scale of its own; the others
    follow."""
    best, rest = hits[: config.rerank_candidates], hits[config.rerank_candidates :]
    if not best:
        return []
    try:
        scores = await reranker.scores(queries[0], [hit.passage.searched for hit in best])
    except BackendError as error:
        dropped.append(Degraded(step="search.rerank", reason=str(error)))
        return list(hits)
    best = _judged(best, RERANKER, scores, lambda _, judgement: judgement.score)
    return [*best, *below(rest, best)]


async def by_reading(
    hits: Sequence[Hit], question: str, said: str, reader: AnswerReader, most: int, dropped: list[Degraded]
) -> list[Hit]:
    """The best hits, each with the log-odds that it answers the question added to its score; the others follow.

    What was `said` last, where the question is more than that, is read beside the same passages: the leg `SAID`, which
    adds to no score.  A topic's words, which all of its passages hold, drown what is asked of it.

    These are `most` at most, and those that come near the best one: what is far behind it is hardly ever read to be so
    much better, and reading takes time.  The best score stays what it was: how near the store comes to the question
    is one thing, whether it answers another.
    """
    if not hits:
        return []
    best = list(takewhile(lambda hit: hit.score >= hits[0].score - _NEAR, hits[:most]))
    rest = hits[len(best) :]
    texts = [hit.passage.searched for hit in best]
    try:
        read, *last = await asyncio.gather(*(reader.answering(each, texts) for each in dict.fromkeys((question, said))))
    except BackendError as error:
        dropped.append(Degraded(step="turn.read", reason=str(error)))
        return list(hits)
    raised = max(hit.score + log_odds for hit, log_odds in zip(best, read.tolist(), strict=True)) - hits[0].score
    for each in last:
        best = _with_leg(best, SAID, each.tolist())
    best = _judged(best, READING, read.tolist(), lambda hit, log_odds: hit.score + log_odds.score - raised)
    return [*best, *below(rest, best)]


def _judged(
    hits: Sequence[Hit], name: str, scores: Sequence[float], anew: Callable[[Hit, LegRank], float]
) -> list[Hit]:
    """The hits scored anew, best first, with these scores as one more leg; ties stay as they are."""
    judged = [replace(hit, score=anew(hit, hit.legs[name])) for hit in _with_leg(hits, name, scores)]
    return sorted(judged, key=lambda hit: -hit.score)


def _with_leg(hits: Sequence[Hit], name: str, scores: Sequence[float]) -> list[Hit]:
    order = sorted(range(len(hits)), key=lambda place: -scores[place])
    legs = {place: LegRank(rank=rank, score=scores[place]) for rank, place in enumerate(order, start=1)}
    return [replace(hit, legs={**hit.legs, name: legs[place]}) for place, hit in enumerate(hits)]


def below(rest: Sequence[Hit], best: Sequence[Hit]) -> list[Hit]:
    """The rest with scores that go on below those of the best, which may be on another scale by now."""
    if not rest or not best:
        return list(rest)
    shift = best[-1].score - rest[0].score
    if shift >= 0:
        return list(rest)
    return [replace(hit, score=hit.score + shift) for hit in rest]
