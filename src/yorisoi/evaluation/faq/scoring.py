"""A FAQ search scored: Recall@k and MRR, and what stood in front of the FAQs that were not first."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from yorisoi.evaluation.experiment import SYSTEM, Case, Row, Scored, Traced
from yorisoi.evaluation.faq.difficulty import difficulty
from yorisoi.evaluation.faq.sets import FaqSet
from yorisoi.evaluation.measuring import SPARE, documents_of
from yorisoi.evaluation.ranking import recall, reciprocal_rank
from yorisoi.retrieval.search import Searcher
from yorisoi.tracing import Trace
from yorisoi.types import Filter, Language

DEPTH = 50
"""FAQs of a ranking that are looked at."""
CUTS = (1, 3, 5, 10)
FIGURES = (*(f"recall@{k}" for k in CUTS), "mrr@10")
_IN_FRONT = 3


def cases(faqs: FaqSet) -> list[Case]:
    """A case a query, labelled with the way and the maker of it and with its difficulty, as far as they are known."""
    return [
        Case(
            id=query.id,
            input=query.text,
            expected=list(query.faqs),
            labels={
                "way": query.way or "unknown",
                "maker": query.made_by or "unknown",
                "difficulty": query.difficulty or difficulty(query, faqs.faqs),
            },
        )
        for query in faqs.queries
    ]


def searching(
    searcher: Searcher, *, prefix: str, language: Language, within: Filter, several: bool = False
) -> Callable[[str], Awaitable[Traced]]:
    """The search as a user has it: a query -> ids of FAQs, best first, with the trace of the search.

    `prefix` is what the sources of FAQs begin with; `within` has the groups of all of
    them; with `several` passages a FAQ, more of them are looked at.
    """

    async def search(query: str) -> Traced:
        trace = Trace()
        depth = DEPTH * (SPARE if several else 1)
        found = await searcher.search([query], within=within, language=language, limit=depth, trace=trace)
        ranking = [faq for faq, _ in documents_of(found.hits, prefix)][:DEPTH]
        return Traced(output=ranking, trace=trace.as_json())

    return search


def finding(titles: Mapping[str, str]) -> Callable[[Sequence[str], Case], Scored]:
    """The measure: the figures of one query, and where the FAQs stand that it needs; with two FAQs needed, recall
    counts each of them."""

    def found(ranking: Sequence[str], case: Case) -> Scored:
        relevance = dict.fromkeys(case.expected, 1.0)
        figures = {f"recall@{k}": partial(recall, k=k)(ranking, relevance) for k in CUTS}
        _, in_front = _standing(ranking, case.expected)
        places = {faq: ranking.index(faq) + 1 if faq in ranking else f"> {DEPTH}" for faq in case.expected}
        return Scored(
            scores={**figures, "mrr@10": reciprocal_rank(ranking, relevance, 10)},
            why={
                "wanted": [f"{place}: {faq} {titles[faq]}" for faq, place in places.items()],
                "in_front": [f"{faq} {titles[faq]}" for faq in in_front],
            },
        )

    return found


def _standing(ranking: Sequence[str], needed: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """The rank of the last FAQ needed, None when not all are there, and the first others in front of it."""
    ranks = [ranking.index(faq) + 1 for faq in needed if faq in ranking]
    rank = max(ranks) if len(ranks) == len(needed) else None
    return rank, [faq for faq in ranking[:rank] if faq not in needed][:_IN_FRONT]


def misses(rows: Sequence[Row], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Queries whose FAQs did not all stand in front, worst first: what stood there instead.

    `rank` is that of the last FAQ needed; None when it is not among the first 50.
    """
    told = []
    for row in rows:
        needed = row.case.expected
        rank, in_front = _standing(row.output or (), needed)
        if SYSTEM in row.failures or rank == len(needed):
            continue
        told.append(
            {
                "query_id": row.case.id,
                "query": row.case.input,
                "faqs": {faq: titles[faq] for faq in needed},
                "rank": rank,
                "in_front": {faq: titles[faq] for faq in in_front},
                **row.case.labels,
            }
        )
    return sorted(told, key=lambda miss: -(miss["rank"] or DEPTH + 1))
