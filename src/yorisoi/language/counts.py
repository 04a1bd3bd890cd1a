"""Numbers that tell one thing from another of its kind, or bound what is meant: 3級, 2026年度, 70歳以上, over 65."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter, eq, ge, gt, le, lt
from typing import NamedTuple

from yorisoi.language.eras import in_common_years
from yorisoi.language.figures import in_plain_digits
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.pack import Documents, Holds
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_NUMBER = re.compile(r"(?<![\d.,:/-])\d{1,9}(?:\.\d{1,3})?(?![.,:]?\d|[:/])")
"""No part of a time, a date or a version."""
_YEAR = re.compile(r"(?:19|20)\d\d(?![\d一-龥ぁ-んァ-ヴ])")
"""By itself, as in "the 2026 plan"."""
_YEARS, _OF_ERA = range(1900, 2100), range(100)
"""As they are counted without an era, and in one."""
_DASHES = frozenset("~〜–-")
_UNITS = (Pos.NOUN, Pos.PROPER, Pos.SUFFIX, Pos.NUMBER)
_start = attrgetter("start")
_MOST = 20
"""Numbers of a text that are looked at."""


class Count(NamedTuple):
    number: float
    unit: str
    """The word behind it; empty where none is."""
    before: str = ""
    """The noun right before it: 固定35年, type 2."""
    bounds: tuple[tuple[Holds, float], ...] = ()
    """What holds of a number that it is meant for: two things of 6歳以上12歳未満 and 6~11歳; none: it only counts."""

    def is_like(self, other: "Count") -> bool:
        """Whether both count the same kind of thing; years of an era and others are two kinds."""
        is_called_alike = self.before == other.before != "" and "" in (self.unit, other.unit)
        kinds = {number in _YEARS for number in (self.number, other.number) if number in _YEARS or number in _OF_ERA}
        return (self.unit == other.unit or is_called_alike) and len(kinds) < 2

    def holds_for(self, other: "Count") -> bool:
        """Whether it may be meant for the other one: 70歳以上 for 75歳, and not for 65歳; 固定35年 not for 固定10年."""
        if not self.bounds:
            return self.number == other.number or not self.before or self.before != other.before
        held = other.bounds[0][0] if other.bounds else eq
        number = other.number + (held is gt) - (held is lt)
        return all(holds(number, bound) for holds, bound in self.bounds)

    def stands_in(self, text: str) -> bool:
        return re.search(rf"(?<![\d.]){self.number:.12g}(?!\d) ?{re.escape(self.unit)}", text) is not None


class _Read(NamedTuple):
    one: Count
    is_bounded: bool
    """By a word of its own."""
    start: int
    end: int


def holding(own: Count, column: Sequence[str], language: Language) -> list[bool] | None:
    """Which cells of a column, called by its first one, hold for a number; None where not most of them bound what it
    counts.  All is in normal form.

    >>> column = ["体重", "13kg以上15kg未満", "15kg以上"]
    >>> holding(counts("14kgの子", "ja")[0], column, "ja")
    [True, False]
    """
    name, *cells = column
    if own.unit not in "\n".join(column):
        return None
    is_named = own.unit in name
    found = [[each for each in counts(cell, language) if each.bounds] for cell in cells]
    like = [[each for each in some if each.is_like(own) or (is_named and not each.unit)] for some in found]
    if 2 * sum(map(bool, like)) <= len(cells):
        return None
    return [any(each.holds_for(own) for each in some) for some in like]


def counts(text: str, language: Language) -> list[Count]:
    """What a text in normal form calls by a number, bounds by one or counts, years as they are counted without an era.

    >>> text = "6歳以上12歳未満の令和7年度の料金と20~39歳で5年勤めた人"
    >>> [(each.number, each.unit, len(each.bounds)) for each in counts(text, "ja")]
    [(6.0, '歳', 2), (2025.0, '年度', 1), (20.0, '歳', 2), (5.0, '年', 0)]
    """
    text, documents = in_common_years(in_plain_digits(text)), pack_of(language).documents
    found = list[_Read]()
    for each in islice(_read(text, language, documents), _MOST):
        last = found.pop() if found else each
        link = text[last.end : each.start].strip()
        same = last is not each and last.one.unit in ("", each.one.unit)
        if same and not last.is_bounded and (link in _DASHES or link in documents.between):
            found.append(_range(last, each))
        elif same and last.is_bounded and each.is_bounded and not link:
            bounds = last.one.bounds + each.one.bounds
            found.append(each._replace(one=last.one._replace(bounds=bounds)))
        else:
            found += [last, each] if last is not each else [each]
    return [each.one for each in found]


def _range(low: _Read, high: _Read) -> _Read:
    first, last = low.one.number, high.one.number
    bounds = ((ge, first), high.one.bounds[0] if high.is_bounded else (le, last)) if first < last else ()
    count = low.one._replace(unit=high.one.unit, bounds=bounds)
    return high._replace(one=count, is_bounded=False)


def _read(text: str, language: Language, documents: Documents) -> Iterator[_Read]:
    words = morphemes(text, language)
    end = 0
    for found in _NUMBER.finditer(text):
        first = bisect_right(words, found.start(), key=_start) - 1
        last = bisect_left(words, found.end(), key=_start) - 1
        number = float(found[0])
        over, start = _over(text[end : found.start()], documents)
        start += end
        before = words[first - 1] if first > 0 and words[first - 1].start >= end and not over else None
        noun = before.normal if before and before.pos in (Pos.NOUN, Pos.PROPER) else ""
        if _YEAR.match(text, found.start()):
            end = found.end()
            yield _Read(Count(number, "", noun, ((eq, number),)), False, start, end)
            continue
        unit, end = _unit(text, words[last : last + 3], found.end(), documents)
        behind = text[end:].lstrip(" ")
        mark = max(filter(behind.startswith, documents.bounds), key=len, default="")
        is_name = not documents.called_by.isdisjoint(unit) and not documents.only_counted.match(text, end)
        bound = documents.bounds[mark] if mark else over or (eq if is_name else None)
        end = len(text) - len(behind) + len(mark) if mark else end
        count = Count(number, "".join(unit), noun, ((bound, number),) if bound else ())
        yield _Read(count, bool(mark or over), start, end)


def _over(before: str, documents: Documents) -> tuple[Holds | None, int]:
    """What the words right before a number bound it by, and where they begin."""
    said = before.rstrip(" ")
    marks = [mark for mark in documents.bounds_before if said.endswith(mark)]
    mark = max(marks, key=len, default="")
    if not mark or (mark.isascii() and said[: -len(mark)][-1:].isalnum()):
        return None, len(before)
    return documents.bounds_before[mark], len(said) - len(mark)


def _unit(text: str, words: Sequence[Morpheme], end: int, documents: Documents) -> tuple[list[str], int]:
    """What follows a number, the first of the words, which may hold it (1級 is one), and where that ends."""
    unit, end = [text[end : words[0].end]][: end < words[0].end], words[0].end
    for word in words[1:]:
        is_part = word.surface in documents.called_by if unit else _counts(word, documents)
        if not is_part or text[end : word.start].strip(" "):
            break
        unit.append(word.normal if word.surface.isascii() else word.surface)
        end = word.end
    return unit, end


def _counts(word: Morpheme, documents: Documents) -> bool:
    return word.pos in _UNITS and not word.surface[0].isdigit() and not word.surface.startswith(tuple(documents.bounds))
