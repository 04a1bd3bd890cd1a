"""Drafts -> the queries of a set: each wording once, numbered, with its difficulty."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from yorisoi.evaluation.faq.difficulty import difficulty
from yorisoi.evaluation.faq.generating import Draft
from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.language import normal_form


def queries_of(drafts: Iterable[Draft], faqs: Mapping[str, Faq]) -> tuple[Query, ...]:
    """In the order of the FAQs; what two ways made alike for the same FAQs counts for the first."""
    order = {faq: at for at, faq in enumerate(faqs)}
    found: dict[tuple[tuple[str, ...], str], Query] = {}
    for draft in sorted(drafts, key=lambda draft: order[draft.faqs[0]]):
        for text, made_by in zip(draft.texts, draft.made_by, strict=True):
            query = Query(id=f"q{len(found) + 1:04}", text=text, faqs=draft.faqs, way=draft.way, made_by=made_by)
            found.setdefault((draft.faqs, normal_form(text)), replace(query, difficulty=difficulty(query, faqs)))
    return tuple(found.values())
