"""Tables of contents: they hold every topic's words and answer nothing."""

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


@lru_cache(maxsize=4096)  # turns about one thing find the same passages
def _lines(text: str) -> tuple[str, ...]:
    return tuple(normal_form(_BULLET.sub("", line)) for line in text.splitlines() if line.strip())
