"""Of the page that was found, the section that answers what was said last.

A page is found by the whole topic, whose words all of its sections hold; 「何日前までに言えばいい？」 behind a question
about leave asks for one of them, and tells which by itself.  It is told as a whole, as far as there is room.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

import numpy as np

from yorisoi.dialogue.answer.rows import names_columns
from yorisoi.dialogue.answer.shares import worth
from yorisoi.dialogue.interpret.threads import quoted_first
from yorisoi.language import Utterance, keywords, normal_form
from yorisoi.retrieval.contents import in_section
from yorisoi.types import Hit, Passage

_ITEM = re.compile(r"\s*(?:[-*・]|\d+[.．)）])")
"""An item of a list, which no blank line parts from the one before."""
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.MULTILINE)
_SEEN = 2.0
"""Nats by which a section stands back that the last reply quoted first: who has just read it and goes on mostly asks
for something else.  Of 287 follow-ups over seven collections, 68 of which the same section answers, the right one comes
first in 203 with it and in 196 without; of 121 turns over small collections held out that begin anew, or were taken to,
in 85 with it and in 89 without."""


def section_first(hits: Sequence[Hit], asked: Utterance, replied: str = "", *, goes_on: bool = True) -> list[Hit]:
    """The hits, first the section of the best page with the greatest S, of equals the one found first.

        S(s) = worth(s) - 2 [the topic goes on, and s was quoted first in what was `replied` last]

    as in `shares.worth`.  What stands over the first heading of a page is one of its sections (a notice says there when
    and where), but where a heading below it has what is asked: that it only announces, and is no rival of it.
    """
    if not hits:
        return []
    best = hits[0]
    page = [hit for hit in hits if hit.passage.document.id == best.passage.document.id]
    if _announces(page, asked):
        above = {hit.passage.id for hit in page if not in_section(hit)}
        least = min(hit.score for hit in hits) - 1
        hits = [replace(hit, score=least, legs={}) if hit.passage.id in above else hit for hit in hits]
        page = [hit for hit in hits if hit.passage.document.id == best.passage.document.id]
    seen = [_SEEN * (goes_on and quoted_first(replied, hit.passage)) for hit in page]
    first = page[int(np.argmax(worth(page, asked) - seen))]
    return [first, *(hit for hit in hits if hit is not first)]


def _announces(page: Sequence[Hit], asked: Utterance) -> bool:
    """Whether a heading of the page has all that is asked, or something of it that the page's title does not have."""
    document, keys = page[0].passage.document, set(asked.keywords)
    title = normal_form(document.title)
    new = {key for key in keys.difference(keywords(title, document.language)) if key not in title}
    headings = [set(keywords(" ".join(hit.passage.section), document.language)) for hit in page if in_section(hit)]
    return bool(keys) and any(keys <= heading or new & heading for heading in headings)


def with_its_section(told: Hit, page: Sequence[Passage], most: int) -> Hit:
    """The hit with the passages of its section behind and before it, as far as there are `most` characters for, up to a
    table; … says where the section goes on: an exception stands at its end, and a manual's first step at its beginning.
    """
    passage = told.passage
    first = last = next((at for at, each in enumerate(page) if each.id == passage.id), -1)
    if first < 0:
        return told

    def goes_on(at: int) -> bool:
        return 0 <= at < len(page) and page[at].section == passage.section

    def is_text(at: int) -> bool:
        return goes_on(at) and not names_columns(page[at])

    text = passage.text
    while is_text(last + 1) and len(longer := _joined(text, page[last + 1].text)) <= most:
        text, last = longer, last + 1
    while is_text(first - 1) and len(longer := _joined(page[first - 1].text, text)) <= most:
        text, first = longer, first - 1
    text = f"{'…' * goes_on(first - 1)}{text}{'…' * goes_on(last + 1)}"
    return replace(told, passage=replace(passage, text=text))


def _joined(text: str, behind: str) -> str:
    """Without what is said again where a passage goes on: with a list what leads in an item, with code its fence."""
    if _FENCE.match(behind) and len(_FENCE.findall(text)) % 2:
        return "\n".join((text, *behind.rstrip().splitlines()[1:]))
    lines, said = [line for line in behind.splitlines() if line.strip()], {*map(str.strip, text.splitlines())}
    again = takewhile(lambda pair: pair[0].strip() in said and _depth(pair[0]) < _depth(pair[1]), pairwise(lines))
    rest = behind.rstrip()
    for above, _ in again:
        rest = rest.partition(above)[2].strip("\n")
    return text.rstrip() + ("\n" if _ITEM.match(rest) else "\n\n") + rest


def _depth(line: str) -> int:
    """Of an item of a list; less of what is none."""
    return len(line) - len(line.lstrip()) if _ITEM.match(line) else -1
