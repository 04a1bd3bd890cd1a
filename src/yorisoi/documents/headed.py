"""Headings of a text that marks none: `1. 収集日`, `■ 申請`, what is underlined, or only 払い戻し above what it heads.

Plain text, and what comes out of a PDF or of a Word file without styles, has them as any other line.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import takewhile

from yorisoi.documents.blocks import sections
from yorisoi.language.dates import stretches
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_SIGNS = re.compile(r"[■□◆◇●▼▽★☆▲§]|(?=【[^【】]+】$)|(?=[〈《＜][^〈〉《》＜＞]+[〉》＞]$)|(?=\*\*[^*]+\*\*$)")
_LISTED = re.compile(r"(?:[.．…・‥]{2}\s?|\s{2})[0-9０-９]{1,4}$")
"""A line of a table of contents, which ends with the number of a page."""
_ONLY_MARKS, _BRACKETS = "■□◆◇●§", "【〈《＜"
"""Signs that say nothing, as ★★ and ▲5% do."""
_BRACKETED = re.compile(r"[(（〔［\[](?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})[)）〕］\]]|[①-⑳Ⅰ-Ⅻ]")
"""A number as languages share it: （1）設置場所, ② 申込み."""
_RULER = re.compile(r"\s*([-=ー―─━＝~～*＊_])\1{2,}\s*$")
_COLUMNS = re.compile(r"\S(?:\s{2,}|\t)\S")
"""What a line of a table has, which may stand above a ruler too."""
_NUMBER = "N"
"""The kind of a number with nothing but a blank behind it, with which a line that was broken may begin too."""
_BARE, _APART = "\n", "\n\n"
"""The kinds of what begins with nothing that headings begin with: right above what it heads, or above a blank line."""
_NOT_BARE = re.compile(rf"^[-*+・･•–—<>#`|(（「『]|{_LISTED.pattern}")
"""What no such heading begins or ends with."""
_BEGINS = re.compile(r"[\w「『《〈（(“\"]")
"""What a title begins with: ＊大阪店 is one of several."""
_SENTENCE = re.compile(r"[。．.！？!?]$")
_NUMERAL, _SERIES = re.compile(r"[0-9０-９一二三四五六七八九十百]+"), re.compile("[①-⑳]|[Ⅰ-Ⅻ]")
_NO_HEADING = re.compile(r"[。．.！？!?、，,;；:：]$|[:：\t|]")
"""What a sentence ends with, or parts a name from its value."""
_LONGEST, _LONGEST_BARE = 40, 20
"""Characters; twice as many where space stands between words."""
_FEWEST, _MOST_OF_THEM = 2, 0.7
"""Lines of a kind that are headings, and their share of all lines that begin so: most items of a list head nothing.
Of what stands by itself right above a paragraph one is enough."""
_LEAST_BELOW = 15
"""Characters that stand below one of them, on average; a list of names has none."""
_SHARE = 0.7
"""Of the longest line of its paragraph: where lines are broken, the first is about as long as any."""
_DEEPEST = 6
_ANY_DAY = datetime(2000, 1, 1)


def with_headings(text: str, language: Language, *, titled: bool, bare: bool) -> str:
    """The text with its headings as Markdown has them; as it is where it marks some below its title, or has none.

    Kinds of headings (`1.`, `第1条`, ■, bold) stand below each other in the order in which they first come, without
    the sign that only marks them.  What is `bare` of any sign may be one too, where it is shorter and stands between a
    blank line and a paragraph.  Of a text that is `titled`, as plain text is, what is underlined is a heading, and a
    first line that is as short, with a blank line, a heading or a date below it, is the title.
    """
    text = _without_rulers(text, language) if titled else text
    levels_marked = [section.level for section in sections(text) if section.level]
    if levels_marked not in ([], [1]):
        return text
    lines = text.splitlines(keepends=True)
    kinds = [_kind(line, language) for line in lines]
    if bare:
        kinds = [kind or _bare_kind(lines, at, language) for at, kind in enumerate(kinds)]
    heads = [bool(kind) and _may_head(lines, kinds, at, language) for at, kind in enumerate(kinds)]
    levels = _levels(lines, kinds, heads)
    if not _count_on([line for line, kind, head in zip(lines, kinds, heads, strict=True) if head and kind == _NUMBER]):
        levels.pop(_NUMBER, None)
    if not levels:
        return text
    marked = [
        f"{'#' * levels[kind]} {_named(line)}" if head and kind in levels else line
        for line, kind, head in zip(lines, kinds, heads, strict=True)
    ]
    if titled:
        first = next(at for at, line in enumerate(lines) if line.strip())
        below = lines[first + 1].strip()  # there is one: a heading stands somewhere
        is_above = not below or kinds[first + 1] in levels or stretches(below, _ANY_DAY)
        named = _named(lines[first]) if kinds.count(kinds[first]) == 1 else lines[first].lstrip()
        begins = (named != lines[first].lstrip() or kinds[first].strip() == "") and _BEGINS.match(named)
        if is_above and begins and _is_short(named, language):
            marked[first] = f"# {named}"
    return "".join(marked)


def with_title(text: str, language: Language) -> str:
    """The text with its first line as its title, where that is short and a blank line parts it from what is longer; as
    it is where there is no such line, or others are like it: 大阪店, below it 京都店."""
    lines = text.strip().split("\n")
    alone = [at for at, line in enumerate(lines) if line.strip() and not any(map(str.strip, _beside(lines, at)))]
    short = [at for at in alone if _is_short(lines[at], language)]
    if short != [0] or not lines[0][0].isalpha() or _kind(lines[0], language) or _NOT_BARE.search(lines[0]):
        return text
    first, rest = lines[0], "\n".join(lines[1:])
    return f"# {first}\n{rest}\n" if len(rest.strip()) > len(first) else text


def _without_rulers(text: str, language: Language) -> str:
    """The text with what is underlined as headings: one at its beginning by itself, as no other is, is the title.
    Where an underlined line stands right below another, such lines part entries."""
    lines = text.splitlines(keepends=True)
    if not any(map(_RULER.match, lines)):
        return text
    signs = {at: _sign_below(lines, at, language) for at in range(len(lines))}
    parted = {sign for at, sign in signs.items() if sign and signs.get(_next(lines, at + 2)) == sign}
    ruled = {at: sign for at, sign in signs.items() if sign and sign not in parted}
    first = next((at for at, line in enumerate(lines) if line.strip() and not _RULER.match(line)), -1)
    times = Counter(ruled.values())
    of_title = [sign for at, sign in ruled.items() if at == first and times[sign] == 1]
    kinds = [*of_title, *(sign for sign in dict.fromkeys(ruled.values()) if sign not in of_title)]
    levels = {kind: min(level, _DEEPEST) for level, kind in enumerate(kinds, start=1 if of_title else 2)}
    drawn = {beside for at in ruled for beside in (at - 1, at + 1) if beside >= 0 and _RULER.match(lines[beside])}
    marked = [f"{'#' * levels[ruled[at]]} {line.lstrip()}" if at in ruled else line for at, line in enumerate(lines)]
    apart = ("\n" * (_RULER.match(line) is not None) + line for line in marked)  # lest it underlines in Markdown
    return "".join(line for at, line in enumerate(apart) if at not in drawn)


def _next(lines: Sequence[str], at: int) -> int:
    """Where the next line stands that says something, from `at` on."""
    return next((below for below in range(at, len(lines)) if lines[below].strip()), -1)


def _sign_below(lines: Sequence[str], at: int, language: Language) -> str:
    """What a heading is underlined with; empty: it is none."""
    line = lines[at]
    above = lines[at - 1] if at else ""
    ruler = _RULER.match(lines[at + 1]) if at + 1 < len(lines) else None
    stands = line.strip() and not _RULER.match(line) and (not above.strip() or _RULER.match(above))
    if not (ruler and stands and _is_short(line, language)) or _COLUMNS.search(line.strip()):
        return ""
    return ruler[1]


def _named(line: str) -> str:
    """A heading without the sign or the brackets that only mark it."""
    bare = line.strip()
    if bare[0] in _ONLY_MARKS:
        return f"{bare.strip(_ONLY_MARKS).strip()}\n"
    return f"{bare[1:-1].strip()}\n" if _SIGNS.match(bare) and bare[0] in _BRACKETS else line.lstrip()


def _beside(lines: Sequence[str], at: int) -> list[str]:
    """The lines right above and below."""
    return [*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]]


def _kind(line: str, language: Language) -> str:
    """What a line begins with that headings begin with, whatever its number; empty: nothing."""
    bare = line.strip()
    if _LISTED.search(bare):
        return ""
    if sign := _SIGNS.match(bare):
        return sign[0] or bare[0]
    number = pack_of(language).documents.numbering.match(bare) or _BRACKETED.match(bare)
    return _SERIES.sub("①", _NUMERAL.sub("N", number[0].strip())) if number else ""


def _bare_kind(lines: Sequence[str], at: int, language: Language) -> str:
    """Of a short line between a blank one and what may be a paragraph."""
    bare = lines[at].strip()
    alone = bool(bare) and not (at and lines[at - 1].strip())
    if not alone or _NOT_BARE.search(bare) or not _is_short(bare, language, _LONGEST_BARE):
        return ""
    if below := list(takewhile(bool, _following(lines, at))):
        return _BARE if len(bare) <= _SHARE * max(map(len, below)) else ""
    paragraph = next(filter(None, _following(lines, at)), "")
    return _APART if _SENTENCE.search(paragraph) and len(paragraph) > len(bare) else ""


def _following(lines: Sequence[str], at: int) -> Iterator[str]:
    return (lines[below].strip() for below in range(at + 1, len(lines)))


def _is_short(line: str, language: Language, longest: int = _LONGEST) -> bool:
    longest *= 2 if pack_of(language).analysis.spaced else 1
    return len(line.strip()) <= longest and _NO_HEADING.search(line.strip()) is None


def _may_head(lines: Sequence[str], kinds: Sequence[str], at: int, language: Language) -> bool:
    """A short line with something below it that is not the next of its kind."""
    below = next((other for other in range(at + 1, len(lines)) if lines[other].strip()), None)
    return below is not None and kinds[below] != kinds[at] and _is_short(lines[at], language)


def _count_on(headings: Sequence[str]) -> bool:
    """Whether each number is the one after that of the heading above, from 1; or begins anew."""
    numbers = [int(number[0]) for heading in headings if (number := _NUMERAL.search(heading))]
    return all(each in (1, before + 1) for before, each in zip([0, *numbers], numbers, strict=False))


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
        if times >= max(1 if kind == _BARE else _FEWEST, _MOST_OF_THEM * of_kind[kind])
        and (not below[kind] or below[kind] >= _LEAST_BELOW * times)
    ]
    return {kind: min(level, _DEEPEST) for level, kind in enumerate(kept, start=2)}
