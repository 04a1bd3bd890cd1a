"""Queries checked by rules: wording, and how near they are to their FAQ and to others.

What a query has in common with FAQs cannot tell all that a reader can: see benchmarks/results/evaluation.md for how
often each reason is right.  Never is a query rejected only because the search did not find its FAQ: that would leave
the queries which the search is good at.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from yorisoi.documents.size import size
from yorisoi.evaluation.faq.answered import Probe, fitted
from yorisoi.evaluation.faq.asking import words_of
from yorisoi.evaluation.faq.bearing import Bearing, Floats
from yorisoi.evaluation.faq.copies import NEAR_COPY, bare, likeness
from yorisoi.evaluation.faq.reasons import Reason, Verdict
from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.language import Utterance, analyse, detect_language, normal_form

_MORE_COVERED, _MORE_COVERED_WITHOUT_MEANING = 0.1, 0.3
"""By which share of the query's words another FAQ has to be ahead; chosen on the shop, streaming and office sets of
benchmarks/faq_labelled for precision."""
_SENTENCE = 15
"""Size (`yorisoi.documents.size`) from which on words of the body in their order are no accident."""
_ANOTHERS_TITLE = 0.8
"""Likeness of a query and the title of another FAQ."""


def check(bearing: Bearing, probe: Probe | None = None) -> list[Verdict]:
    """What rules say of every query, in order.  `probe` tells whether FAQs answer, the one that comes along when it is
    not given."""
    copies, unanswered = _copies(bearing), (probe or fitted()).unanswered(bearing)
    verdicts = []
    for row, query in enumerate(bearing.queries):
        found = {**dict(_wording(query, bearing)), **dict(_meaning(row, bearing, unanswered)), **copies[query.id]}
        verdicts.append(Verdict(query=query, reasons=found))
    return verdicts


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
    """By query: what it nearly copies of title, body and earlier queries for the same FAQ; another FAQ that has the
    very same query."""
    found: dict[str, dict[Reason, str]] = {query.id: {} for query in bearing.queries}
    earlier: defaultdict[str, list[str]] = defaultdict(list)
    asked_of: defaultdict[str, list[str]] = defaultdict(list)
    for query in bearing.queries:
        asked_of[bare(query.text)].append(query.faqs[0])
    for query in bearing.queries:
        faq = _faq(query, bearing)
        if others := [id_ for id_ in asked_of[bare(query.text)] if id_ not in query.faqs]:
            found[query.id]["another"] = others[0]
        before = [faq.title, *earlier[faq.id]]
        if size(query.text) >= _SENTENCE and bare(query.text) in normal_form(faq.body):
            found[query.id]["near_copy"] = query.text
        elif copied := next((text for text in before if likeness(query.text, text, faq.language) >= NEAR_COPY), None):
            found[query.id]["near_copy"] = copied
        else:
            earlier[faq.id].append(query.text)
    return found


# ---------------------------------------------------------------- what the FAQs say


def _meaning(row: int, bearing: Bearing, unanswered: Floats | None) -> Iterator[tuple[Reason, str]]:
    query = bearing.queries[row]
    if len(query.faqs) > 1:
        if enough := _one_is_enough(query, bearing):
            yield "one_is_enough", enough
        return
    faq = _faq(query, bearing)
    if missing := _unanswered(query, faq):
        yield "inconsistency", missing
    elif nearer := _nearer(row, bearing):
        yield "inconsistency", nearer
    elif unanswered is not None and unanswered[row] > 0:
        yield "inconsistency", "-"
    other = bearing.best_other(row)
    if other is None:
        return
    title = bearing.faqs[other].title
    alike = likeness(query.text, title, faq.language)
    if alike >= _ANOTHERS_TITLE and alike > likeness(query.text, faq.title, faq.language):
        yield "another", bearing.faqs[other].id


def _one_is_enough(query: Query, bearing: Bearing) -> str:
    """The FAQ that has all of the query's words which any of its FAQs has: nothing shows what the others are for."""
    faqs = [bearing.faqs[bearing.position[id_]] for id_ in query.faqs]
    words = set(analyse(query.text, faqs[0].language).words)
    has = {faq.id: words & set(analyse(f"{faq.title}\n{faq.body}", faq.language).words) for faq in faqs}
    together = set().union(*has.values())
    return next((id_ for id_, held in has.items() if held >= together), "")


def _unanswered(query: Query, faq: Faq) -> str:
    """What the query asks for, such as an amount, and the FAQ has none of."""
    normal, said = normal_form(query.text), normal_form(f"{faq.title}\n{faq.body}")
    for asks, answers in words_of(faq.language).wanted.values():
        if (found := asks.search(normal)) and not answers.search(said):
            return found.group()
    return ""


def _nearer(row: int, bearing: Bearing) -> str:
    """Another FAQ, when by words as well as by meaning some other one is nearer than the query's own.

    One witness is not enough: a good question in other words than its FAQ's has few words in common with it, and its
    rejection would leave a set of questions that are easy to search for.
    """
    own = bearing.position[bearing.queries[row].faqs[0]]
    covered = np.delete(bearing.covered[row], own)
    if not len(covered):
        return ""
    further = float(covered.max() - bearing.covered[row, own])
    if bearing.cosine is None:
        return _other(row, bearing) if further > _MORE_COVERED_WITHOUT_MEANING else ""
    nearer = np.delete(bearing.cosine[row], own).max() > bearing.cosine[row, own]
    return _other(row, bearing) if nearer and further > _MORE_COVERED else ""


def _other(row: int, bearing: Bearing) -> str:
    other = bearing.best_other(row)
    return "" if other is None else bearing.faqs[other].id


def _faq(query: Query, bearing: Bearing) -> Faq:
    return bearing.faqs[bearing.position[query.faqs[0]]]
