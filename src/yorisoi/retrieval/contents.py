"""Tables of contents and introductions: they hold every topic's words and answer nothing."""

import re
from collections.abc import Sequence
from functools import lru_cache

from yorisoi.language import normal_form
from yorisoi.types import Hit

_BULLET = re.compile(r"^(?:[-*+・•>|]|\d{1,3}[.)．）]|\s|第?\d+[章節条])+")
_LINES = 4
"""From so many lines on a passage can be a table of contents."""
_HEADINGS = 3
"""Of its lines that are headings elsewhere."""
_SHARE = 0.3
_SENTENCE, _AS_LONG = re.compile(r"[。．.！？!?](?:\s|$)"), 25
"""What an introduction has, or how many characters where it has none."""


def contents_last(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, those that only list what others are headed behind all others; else in their order.

    A passage is a table of contents when at least three of its lines, and three in ten, are titles or headings of
    passages that were found on other pages.  So a list of what to bring is none, and nothing has to be known about how
    contents are marked up, or called, in any format or language.
    """
    by_page: dict[str, set[int]] = {}
    for hit in hits:
        for heading in (hit.passage.document.title, *hit.passage.section[-1:]):
            by_page.setdefault(normal_form(heading), set()).add(hit.passage.document.id)

    def lists_others(hit: Hit) -> bool:
        lines = _lines(hit.passage.text)
        named = sum(bool(by_page.get(line, set()) - {hit.passage.document.id}) for line in lines)
        return len(lines) >= _LINES and named >= _HEADINGS and named >= _SHARE * len(lines)

    return sorted(hits, key=lists_others)  # stable


def introduction_first(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, first what stands over the first heading of the best page, where that was found and is more than a date
    or a name."""
    page = hits[0].passage.document.id
    above = (hit for hit in hits if hit.passage.document.id == page and not in_section(hit))
    lead = next((hit for hit in above if _introduces(hit.passage.text)), hits[0])
    return [lead, *(hit for hit in hits if hit is not lead)]


def _introduces(text: str) -> bool:
    return _SENTENCE.search(text) is not None or len(text.strip()) >= _AS_LONG


def in_section(hit: Hit) -> bool:
    """Under a heading of its own, besides the page's title."""
    return bool(hit.passage.section)


@lru_cache(maxsize=4096)  # turns about one thing find the same passages
def _lines(text: str) -> tuple[str, ...]:
    return tuple(normal_form(_BULLET.sub("", line)) for line in text.splitlines() if line.strip())
