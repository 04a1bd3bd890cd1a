"""Queries checked by rules: wording, and how near they are to their FAQ and to others.

What a query has in common with FAQs cannot tell all that a reader can: see benchmarks/results/evaluation.md for how
often each reason is right.  Never is a query rejected only because the search did not find its FAQ: that would leave
the queries which the search is good at.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from yorisoi.evaluation.faq.asking import words_of
from yorisoi.evaluation.faq.bearing import Bearing
from yorisoi.evaluation.faq.reasons import Reason, Verdict
from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.evaluation.wording import rouge_l
from yorisoi.language import Utterance, detect_language, normal_form

NEAR_COPY = 0.9
"""ROUGE-L F1 over letters (words where spaces part them) from which on two wordings are nearly the same."""
_ANOTHERS_TITLE = 0.8
"""The same, of a query and the title of another FAQ."""


def check(bearing: Bearing) -> list[Verdict]:
    """What rules say of every query, in order."""
    copies = _copies(bearing)
    return [
        Verdict(
            query=query, reasons={**dict(_wording(query, bearing)), **dict(_meaning(row, bearing)), **copies[query.id]}
        )
        for row, query in enumerate(bearing.queries)
    ]


# ---------------------------------------------------------------- the wording alone


def _wording(query: Query, bearing: Bearing) -> Iterator[tuple[Reason, str]]:
    faq = _faq(query, bearing)
    language = detect_language(query.text, faq.language)
    if language != faq.language:
        yield "language", f"{language}, not {faq.language}"
    normal, words = normal_form(query.text), words_of(language)
    if found := words.operator.search(normal):
        yield "viewpoint", found.group()
    if found := words.dangling.search(normal):
        yield "not_alone", found.group()
    elif not Utterance(query.text, language).keywords:
        yield "not_alone", "-"


def _copies(bearing: Bearing) -> Mapping[str, dict[Reason, str]]:
    """By query: the title, or an earlier query for the same FAQ, that it nearly copies."""
    found: dict[str, dict[Reason, str]] = {query.id: {} for query in bearing.queries}
    earlier: defaultdict[str, list[str]] = defaultdict(list)
    for query in bearing.queries:
        faq = _faq(query, bearing)
        before = [faq.title, *earlier[faq.id]]
        if copied := next((text for text in before if _alike(query.text, text, faq) >= NEAR_COPY), None):
            found[query.id]["near_copy"] = copied
        else:
            earlier[faq.id].append(query.text)
    return found


def _alike(one: str, other: str, faq: Faq) -> float:
    return rouge_l(_bare(one), _bare(other), faq.language)


def _bare(text: str) -> str:
    return normal_form(text).rstrip("?!。.！？ ")


# ---------------------------------------------------------------- what the FAQs say


def _meaning(row: int, bearing: Bearing) -> Iterator[tuple[Reason, str]]:
    query = bearing.queries[row]
    if len(query.faqs) > 1:
        return
    faq = _faq(query, bearing)
    if missing := _unanswered(query, faq):
        yield "inconsistency", missing
    elif strangeness(row, bearing) > 0:
        yield "inconsistency", f"{bearing.covered[row, bearing.position[faq.id]]:.2f}"
    other = bearing.best_other(row)
    if other is None:
        return
    title = bearing.faqs[other].title
    alike = _alike(query.text, title, faq)
    if alike >= _ANOTHERS_TITLE and alike > _alike(query.text, faq.title, faq):
        yield "another", bearing.faqs[other].id


def _unanswered(query: Query, faq: Faq) -> str:
    """What the query asks for, such as an amount, and the FAQ has none of."""
    normal, said = normal_form(query.text), normal_form(f"{faq.title}\n{faq.body}")
    for asks, answers in words_of(faq.language).wanted.values():
        if (found := asks.search(normal)) and not answers.search(said):
            return found.group()
    return ""


def strangeness(row: int, bearing: Bearing) -> float:
    """Above 0 where the FAQ is rather not about what the query asks."""
    at = bearing.position[bearing.queries[row].faqs[0]]
    return 0.3 - float(bearing.covered[row, at])


def _faq(query: Query, bearing: Bearing) -> Faq:
    return bearing.faqs[bearing.position[query.faqs[0]]]
