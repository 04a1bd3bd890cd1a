"""Numbers that tell one thing from another of its kind, or bound what is meant: 3級, 2026年度, 70歳以上, over 65."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from operator import attrgetter, eq, ge, gt, le, lt
from typing import NamedTuple

from yorisoi.language.eras import in_common_years
from yorisoi.language.figures import in_plain_digits
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.pack import Documents, Holds
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_NUMBER = re.compile(r"(?<![\d.,:/a-z−-])\d{1,9}(?:\.\d{1,3})?(?![.,:]?\d|[:/])")
"""No part of a time, a date, a version or a code, and not below zero."""
_YEAR = re.compile(r"(?:19|20)\d\d(?![\d一-龥ぁ-んァ-ヴ])")
"""By itself, as in "the 2026 plan"."""
_YEARS, _OF_ERA = range(1900, 2100), range(100)
"""As they are counted without an era, and in one."""
_DASHES = "~〜–-"
_WAVES = ("~", "〜")
_OPEN = re.compile(r"[~〜](?! ?\d)")
_UP = (ge, gt)
_LINK = 5
"""Characters of what may stand between the two bounds of a range: "13kg以上、15kg未満", "but not"."""
_UNITS = (Pos.NOUN, Pos.PROPER, Pos.SUFFIX, Pos.NUMBER)
_start = attrgetter("start")
_BEFORE = 20
"""Characters before a number in which something may say that it is more or less."""
_MOST = 20
"""Numbers of a text that are looked at."""


class Count(NamedTuple):
    number: float
    unit: str
    """The word behind it; empty where none is."""
    before: str = ""
    """The noun right before it: 固定35年, type 2, or before the particle there: 貯蓄が450万円."""
    adjoins: bool = False
    """Whether that stands right before it."""
    is_shifted: bool = False
    """Whether words around it say that it is somewhat more or less: 9kg弱, 60日を過ぎた, nearly 20."""
    bounds: tuple[tuple[Holds, float], ...] = ()
    """What holds of a number that it is meant for: two things of 6歳以上12歳未満 and 6~11歳; none: it only counts."""

    @property
    def called(self) -> str:
        """What it is the number of, where it is called by that: 固定, type."""
        return self.before if self.adjoins else ""

    @property
    def is_year(self) -> bool:
        return self.number in _YEARS

    def is_like(self, other: "Count") -> bool:
        """Whether both count the same kind of thing; years of an era and others are two kinds."""
        is_called_alike = self.called == other.called != "" and "" in (self.unit, other.unit)
        kinds = {number in _YEARS for number in (self.number, other.number) if number in _YEARS or number in _OF_ERA}
        return (self.unit == other.unit or is_called_alike) and len(kinds) < 2

    def holds_for(self, other: "Count") -> bool:
        """Whether it may be meant for the other one: 70歳以上 for 75歳, and not for 65歳; 固定35年 not for 固定10年."""
        if not self.bounds:
            return self.number == other.number or not self.called or self.called != other.called
        held = other.bounds[0][0] if other.bounds else eq
        number = other.number + (held is gt) - (held is lt)
        return all(holds(number, bound) for holds, bound in self.bounds)

    def overlaps(self, other: "Count") -> bool:
        """Whether some number lies within the bounds of both; what only counts bounds itself.

        >>> [counts("5~10km", "ja")[0].overlaps(each) for each in counts("2km超4km以下と10km以上", "ja")]
        [False, True]
        """
        every = [bound for each in (self, other) for bound in each.bounds or ((eq, each.number),)]
        ends = sorted({number for _, number in every})
        between = ((one + another) / 2 for one, another in pairwise(ends))
        return any(
            all(holds(number, bound) for holds, bound in every)
            for number in (ends[0] - 1, *ends, *between, ends[-1] + 1)
        )

    def stands_in(self, text: str) -> bool:
        return re.search(rf"(?<![\d.]){self.number:.12g}(?!\d) ?{re.escape(self.unit)}", text) is not None


class _Read(NamedTuple):
    one: Count
    is_bounded: bool
    """By a word of its own."""
    start: int
    end: int


def countable(text: str) -> str:
    """A text in normal form as its numbers are read, and looked for: 3万円 is 30000円, 令和7年度 is 2025年度."""
    return in_common_years(in_plain_digits(text))


def counts(text: str, language: Language) -> list[Count]:
    """What a text in normal form calls by a number, bounds by one or counts, years as they are counted without an era.

    >>> text = "6歳以上12歳未満の令和7年度の料金と20~39歳で5年勤めた人"
    >>> [(each.number, each.unit, len(each.bounds)) for each in counts(text, "ja")]
    [(6.0, '歳', 2), (2025.0, '年度', 1), (20.0, '歳', 2), (5.0, '年', 0)]
    """
    text, documents = countable(text), pack_of(language).documents
    found = list[_Read]()
    for each in islice(_read(text, language, documents), _MOST):
        joined = _joined(found[-1], each, text[found[-1].end : each.start].strip(), documents) if found else None
        found = [*found[:-1], joined] if joined else [*found, each]
    return [each.one for each in found]


def _joined(low: _Read, high: _Read, link: str, documents: Documents) -> _Read | None:
    """Both as one: the ends of a range, or parts of a date or a duration (4月1日, 1年6か月), which bound nothing."""
    first, last = low.one, high.one
    parts = (first.unit.endswith(one) and last.unit == other for one, other in documents.compounds)
    if low.end == high.start and any(parts):
        return high._replace(one=first._replace(unit=first.unit + last.unit, bounds=()), is_bounded=False)
    if first.unit not in ("", last.unit) or first.number >= last.number:
        return None
    if low.is_bounded:
        bounds = (*first.bounds, *last.bounds) if high.is_bounded and len(link) <= _LINK else ()
    else:
        is_range = link in documents.between or (link != "" and link in _DASHES) or (not link and high.is_bounded)
        bounds = ((ge, first.number), last.bounds[0] if high.is_bounded else (le, last.number)) if is_range else ()
    if [holds in _UP for holds, _ in bounds] != [True, False]:
        return None
    return high._replace(one=first._replace(unit=last.unit, bounds=bounds), is_bounded=False)


def _read(text: str, language: Language, documents: Documents) -> Iterator[_Read]:
    words = morphemes(text, language)
    end = 0
    for found in _NUMBER.finditer(text):
        first, last = (bisect_right(words, at, key=_start) - 1 for at in (found.start(), found.end() - 1))
        over, start = _bound_before(text, end, found.start(), documents)
        noun, adjoins = _noun_before(
            [word for word in words[max(first - 2, 0) : first] if word.start >= end and not over]
        )
        if adjoins and noun in documents.below_zero:
            continue
        number = float(found[0])
        if _YEAR.match(text, found.start()):
            end = found.end()
            yield _Read(Count(number, "", noun, adjoins, bounds=((eq, number),)), False, start, end)
            continue
        unit, end = _unit(text, words[last : last + 3], found.end(), documents)
        is_name = not documents.called_by.isdisjoint(unit) and not documents.only_counted.match(text, end)
        moves = documents.shifts_before.search(text, max(start - _BEFORE, 0), start) or documents.shifts.match(
            text, end
        )
        under, end = _bound_behind(text, end, documents)
        bound = under or over or (eq if is_name else None)
        bounds = ((bound, number),) if bound else ()
        is_shifted = moves is not None and under is None
        yield _Read(Count(number, "".join(unit), noun, adjoins, is_shifted, bounds), bool(under or over), start, end)


def _noun_before(words: Sequence[Morpheme]) -> tuple[str, bool]:
    """The noun among the last two words before a number, and whether it is the last; one particle may be."""
    adjoins = bool(words) and words[-1].pos is not Pos.PARTICLE
    noun = next(iter(words[-1:] if adjoins else words[-2:-1]), None)
    return (noun.surface, adjoins) if noun and noun.pos in (Pos.NOUN, Pos.PROPER, Pos.NUMBER) else ("", False)


def _bound_before(text: str, begin: int, end: int, documents: Documents) -> tuple[Holds | None, int]:
    """What the words from there to a number bound it by, right before it, and where they begin."""
    said = text[begin:end].rstrip(" ")
    if said.endswith(_WAVES) and (not begin or said[:-1].strip()):  # nothing is counted before it
        return le, begin + len(said) - 1
    mark = max(filter(said.endswith, documents.bounds_before), key=len, default="")
    if not mark or (mark.isascii() and said[: -len(mark)][-1:].isalnum()):
        return None, end
    return documents.bounds_before[mark], begin + len(said) - len(mark)


def _bound_behind(text: str, end: int, documents: Documents) -> tuple[Holds | None, int]:
    """What the words behind a number and its unit bound it by, and where they end."""
    behind = text[end:].lstrip(" ")
    mark = max(filter(behind.startswith, documents.bounds), key=len, default="")
    if not mark and not _OPEN.match(behind):
        return None, end
    return documents.bounds.get(mark, ge), len(text) - len(behind) + max(len(mark), 1)


def _unit(text: str, words: Sequence[Morpheme], end: int, documents: Documents) -> tuple[list[str], int]:
    """What follows a number, the first of the words, which may hold it (1級 is one), and where that ends."""
    unit, end = [text[end : words[0].end]][: end < words[0].end], words[0].end
    for word in words[1:]:
        is_part = word.surface in documents.called_by if unit else _is_unit(word, documents)
        if not is_part or text[end : word.start].strip(" "):
            break
        unit.append(word.normal if word.surface.isascii() else word.surface)
        end = word.end
    return unit, end


def _is_unit(word: Morpheme, documents: Documents) -> bool:
    is_word = word.surface[0].isalpha() or word.surface[0] in "%°"
    return is_word and word.pos in _UNITS and not word.surface.startswith(tuple(documents.bounds))
