"""Headings of a text that marks none: `1. 収集日` or `■ 申請` on a line of its own, above what it heads.

Plain text, and what comes out of a PDF or of a Word file without styles, has them as any other line.
"""

import re
from collections import Counter
from collections.abc import Sequence

from yorisoi.documents.blocks import sections
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_SIGNS = re.compile(r"[■□◆◇●▼▽★☆▲§]|(?=【[^【】]+】$)|(?=[〈《＜][^〈〉《》＜＞]+[〉》＞]$)")
_NUMERAL = re.compile(r"[0-9０-９一二三四五六七八九十百]+")
_NO_HEADING = re.compile(r"[。．.！？!?、，,;；:：]$|[:：\t|]")
"""What a sentence ends with, or parts a name from its value."""
_LISTED = re.compile(r"(?:[.．…・‥]{2}\s?|\s{2})[0-9０-９]{1,4}$")
"""A line of a table of contents, which ends with the number of a page."""
_LONGEST = 40
"""Characters; twice as many where space stands between words."""
_FEWEST, _MOST_OF_THEM = 2, 0.7
"""Lines of a kind that are headings, and their share of all lines that begin so: most items of a list head nothing."""
_LEAST_BELOW = 15
"""Characters that stand below one of them, on average; a list of names has none."""
_DEEPEST = 6


def with_headings(text: str, language: Language, *, titled: bool) -> str:
    """The text with its headings as Markdown has them; as it is where it marks any, or seems to have none.

    Kinds of headings (`1.`, `第1条`, ■) stand below each other in the order in which they first come.  Of a text that
    is `titled` a first line that is as short, with a blank line or a heading below it, is the title.
    """
    lines = text.splitlines(keepends=True)
    if any(section.level for section in sections(text)):
        return text
    kinds = [_kind(line, language) for line in lines]
    heads = [bool(kind) and _may_head(lines, kinds, at, language) for at, kind in enumerate(kinds)]
    levels = _levels(lines, kinds, heads)
    if not levels:
        return text
    marked = [
        f"{'#' * levels[kind]} {line.lstrip()}" if head and kind in levels else line
        for line, kind, head in zip(lines, kinds, heads, strict=True)
    ]
    if titled:
        first = next(at for at, line in enumerate(lines) if line.strip())
        below = lines[first + 1].strip()  # there is one: a heading stands somewhere
        if not kinds[first] and _is_short(lines[first], language) and (not below or kinds[first + 1] in levels):
            marked[first] = f"# {lines[first].lstrip()}"
    return "".join(marked)


def _kind(line: str, language: Language) -> str:
    """What a line begins with that headings begin with, whatever its number; empty: nothing."""
    bare = line.strip()
    if _LISTED.search(bare):
        return ""
    if sign := _SIGNS.match(bare):
        return sign[0] or bare[0]
    number = pack_of(language).documents.numbering.match(bare)
    return _NUMERAL.sub("N", number[0].strip()) if number else ""


def _is_short(line: str, language: Language) -> bool:
    longest = _LONGEST * (2 if pack_of(language).analysis.spaced else 1)
    return len(line.strip()) <= longest and _NO_HEADING.search(line.strip()) is None


def _may_head(lines: Sequence[str], kinds: Sequence[str], at: int, language: Language) -> bool:
    """A short line with something below it that is not the next of its kind."""
    below = next((other for other in range(at + 1, len(lines)) if lines[other].strip()), None)
    return below is not None and kinds[below] != kinds[at] and _is_short(lines[at], language)


def _levels(lines: Sequence[str], kinds: Sequence[str], heads: Sequence[bool]) -> dict[str, int]:
    """Kind of heading -> its level, from 2, in the order in which they first come."""
    of_kind, heading, below = Counter(kinds), Counter[str](), Counter[str]()
    last = ""
    for line, kind, head in zip(lines, kinds, heads, strict=True):
        if head:
            last = kind
            heading[kind] += 1
        else:
            below[last] += len(line.strip())
    kept = [
        kind
        for kind, times in heading.items()
        if times >= max(_FEWEST, _MOST_OF_THEM * of_kind[kind])
        and (not below[kind] or below[kind] >= _LEAST_BELOW * times)
    ]
    return {kind: min(level, _DEEPEST) for level, kind in enumerate(kept, start=2)}
