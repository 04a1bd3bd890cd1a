"""How hard a query is to find its FAQ by: how many of its words the FAQ has."""

from collections.abc import Mapping, Sequence

from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.language import analyse, detect_language

LEVELS = ("easy", "medium", "hard")
_MOST = 2 / 3
"""Of the words."""


def difficulty(query: Query, faqs: Mapping[str, Faq]) -> str:
    """easy: two thirds of its words stand in the titles of its FAQs; hard: less than that in titles and bodies.

    It looks at no search, so that a search is not measured by its own yardstick.  A query without any word is hard.
    """
    needed: Sequence[Faq] = [faqs[faq] for faq in query.faqs]
    words = set(analyse(query.text, detect_language(query.text, needed[0].language)).words)
    titles = {word for faq in needed for word in analyse(faq.title, faq.language).words}
    whole = titles | {word for faq in needed for word in analyse(faq.body, faq.language).words}
    if not words or len(words & whole) < _MOST * len(words):
        return "hard"
    return "easy" if len(words & titles) >= _MOST * len(words) else "medium"
