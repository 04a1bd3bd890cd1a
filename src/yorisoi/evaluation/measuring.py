"""A judged query through a search: its ranking, times and figures, and those of all together."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from yorisoi.evaluation.beir import Judged
from yorisoi.evaluation.experiment import Traced
from yorisoi.evaluation.ranking import ndcg, recall, reciprocal_rank
from yorisoi.retrieval.search import Searcher
from yorisoi.tracing import Trace
from yorisoi.types import Degraded, Filter, Hit, Language

DEPTH = 50
"""Documents of a ranking that are looked at, for recall@50."""
SPARE = 4
"""Passages searched per document where documents have several: two legs of 100 candidates hold no more."""

METRICS = {
    **{f"recall@{k}": partial(recall, k=k) for k in (1, 5, 10, DEPTH)},
    "mrr@10": partial(reciprocal_rank, k=10),
    "ndcg@10": partial(ndcg, k=10),
}
MAIN = "ndcg@10"
"""The metric that configurations are compared by."""

Ranking = tuple[tuple[str, float], ...]
"""(document id, score), best first, each document once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What a search made of one query."""

    ranking: Ranking
    ms: float
    ms_without_embedding: float
    dropped: tuple[Degraded, ...] = ()


def searching(
    searcher: Searcher, *, prefix: str, depth: int, language: Language, within: Filter
) -> Callable[[Judged], Awaitable[Traced]]:
    """The store's search as a user has it, asked for `depth` passages; a document counts with its best passage.  What
    comes out is `Searched`.

    `prefix` is what sources begin with; the rest is the document's id.  `within` has the groups of all of them.
    """

    async def search(query: Judged) -> Traced:
        trace = Trace()
        began = time.perf_counter()
        found = await searcher.search([query.text], within=within, language=language, limit=depth, trace=trace)
        ms = 1000 * (time.perf_counter() - began)
        embedding = 1000 * sum(step.seconds for step in trace.steps if step.name == "embed")
        searched = Searched(
            ranking=without_itself(query, documents_of(found.hits, prefix))[:DEPTH],
            ms=ms,
            ms_without_embedding=ms - embedding,
            dropped=found.dropped,
        )
        return Traced(output=searched, trace=trace.as_json())

    return search


def documents_of(hits: Iterable[Hit], prefix: str) -> Ranking:
    """The documents of the hits in their order, each at the place and with the score of its first passage.

    What was folded into a hit because it says the same was found with it.
    """
    ranking: dict[str, float] = {}
    for hit in hits:
        for passage in (hit.passage, *hit.also):
            ranking.setdefault(passage.document.source.removeprefix(prefix), hit.score)
    return tuple(ranking.items())


def without_itself(query: Judged, ranking: Ranking) -> Ranking:
    """The ranking without the query, where that is a document of the corpus.

    In data sets that ask for the likes of a document (ArguAna, Quora) it would else stand first and count as wrong;
    BEIR leaves it out too.
    """
    return tuple(found for found in ranking if found[0] != query.id) if query.in_corpus else ranking


def figures(query: Judged, ranking: Ranking) -> dict[str, float]:
    """Every metric of one query."""
    ids = [document for document, _ in without_itself(query, ranking)]
    return {name: metric(ids, query.relevance) for name, metric in METRICS.items()}


def means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: sum(row[name] for row in rows) / len(rows) for name in METRICS}


def by_language(languages: Sequence[Language], rows: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """The means and the number of queries of each language that queries are in, most frequent first."""
    return {
        language: {
            "queries": count,
            **means([row for row, of_row in zip(rows, languages, strict=True) if of_row == language]),
        }
        for language, count in Counter(languages).most_common()
    }


def times(searched: Iterable[Searched]) -> dict[str, float]:
    """Median and 95th percentile of the milliseconds that a search took."""
    all_ = list(searched)
    whole, bare = [each.ms for each in all_], [each.ms_without_embedding for each in all_]
    p50, p95 = np.percentile(whole, [50, 95])
    bare50, bare95 = np.percentile(bare, [50, 95])
    return {
        "p50_ms": round(float(p50), 2),
        "p95_ms": round(float(p95), 2),
        "p50_ms_without_embedding": round(float(bare50), 2),
        "p95_ms_without_embedding": round(float(bare95), 2),
    }


def dropped(searched: Iterable[Searched]) -> dict[str, int]:
    """Legs that did not run and why, with the number of queries."""
    return dict(Counter(f"{leg.step}: {leg.reason}" for each in searched for leg in each.dropped))
