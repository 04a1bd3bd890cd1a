"""What kind of thing answers: 何人 is answered by 4人, いくら by an amount, いつ by a date.

A page's sections share its subject and its words; the one that holds no number of people does not say how many come.
"""

import re
from collections.abc import Sequence

from yorisoi.dialogue.patterns import patterns
from yorisoi.language import normal_form
from yorisoi.language.pattern import Pattern
from yorisoi.types import Hit, Language


def expected(text: str, language: Language) -> Pattern | None:
    """How what the text asks for is written, in normal form; None where it asks for no number, sum or time."""
    normal = normal_form(text)
    for asks, answer in patterns(language).expects:
        if found := asks.search(normal):
            unit = re.escape(found["unit"]) if "unit" in asks.groupindex else ""
            return re.compile(answer.replace("UNIT", unit))
    return None


def expected_first(hits: Sequence[Hit], text: str, language: Language) -> list[Hit]:
    """The hits; where the best one holds nothing of the kind that is asked for, first one of its page that does."""
    wanted = expected(text, language)
    if wanted is None or not hits or wanted.search(normal_form(hits[0].passage.text)):
        return list(hits)
    page = hits[0].passage.document.id
    of_page = (hit for hit in hits if hit.passage.document.id == page)
    first = next((hit for hit in of_page if wanted.search(normal_form(hit.passage.text))), hits[0])
    return [first, *(hit for hit in hits if hit is not first)]
