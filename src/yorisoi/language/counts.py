"""Numbers that tell one thing from another of its kind, or bound what is meant: 3級, 2026年度, 70歳以上."""

import re
from collections.abc import Iterator
from itertools import islice
from operator import eq, ge, gt, le, lt
from typing import NamedTuple

from yorisoi.language.eras import in_common_years
from yorisoi.language.morpheme import Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.pack import Holds
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_NUMBER = re.compile(
    r"(?<![\d.,:/-])(?P<low>\d{1,9})(?:[^\W\d]{0,2} ?(?:[~〜–-]|から) ?(?P<high>\d{1,9}))? ?(?![\d.,:/])"
)
_YEAR = re.compile(r"(?:19|20)\d\d(?![\d一-龥ぁ-んァ-ヴ])")
"""By itself, as in "the 2026 plan"."""
_FIRST_YEAR = 1900
"""From which on years stand without an era."""
_MOST = 20
"""Numbers of a text that are looked at."""


class Count(NamedTuple):
    number: int
    unit: str
    """The word behind it; empty of a year by itself."""
    bounds: tuple[tuple[Holds, int], ...] = ()
    """What holds of a number that it is meant for: two things of 6歳以上12歳未満 and 6~11歳; none: nobody knows."""

    def is_like(self, other: "Count") -> bool:
        """Whether both count the same kind of thing; years of an era and others are two kinds."""
        return self.unit == other.unit and (self.number >= _FIRST_YEAR) == (other.number >= _FIRST_YEAR)

    def holds_for(self, other: "Count") -> bool:
        """Whether it may be meant for the other one: 70歳以上 for 75歳, and not for 65歳."""
        held = other.bounds[0][0] if other.bounds else eq
        number = other.number + (held is gt) - (held is lt)
        return all(holds(number, bound) for holds, bound in self.bounds)

    def stands_in(self, text: str) -> bool:
        return re.search(rf"(?<![\d.]){self.number}(?!\d) ?{re.escape(self.unit)}", text) is not None


def counts(text: str, language: Language) -> list[Count]:
    """What a text in normal form calls by a number or bounds by one, years as they are counted without an era.

    >>> text = "6歳以上12歳未満の令和7年度の料金と5年勤めた人"
    >>> [(each.number, each.unit, len(each.bounds)) for each in counts(text, "ja")]
    [(6, '歳', 2), (2025, '年度', 1), (5, '年', 0)]
    """
    found = list[Count]()
    last = -1
    for count, start, end in islice(_read(in_common_years(text), language), _MOST):
        if start == last and count.unit == found[-1].unit and found[-1].bounds:
            found[-1] = found[-1]._replace(bounds=found[-1].bounds + count.bounds)
        else:
            found.append(count)
        last = end
    return found


def _read(text: str, language: Language) -> Iterator[tuple[Count, int, int]]:
    """Each with where it begins and ends."""
    words, documents = morphemes(text, language), pack_of(language).documents
    for found in _NUMBER.finditer(text):
        low, high, end = int(found["low"]), int(found["high"] or 0), found.end()
        if _YEAR.match(text, found.start()):
            yield Count(low, "", ((eq, low),)), found.start(), end
            continue
        word = next((word for word in words if word.start <= end < word.end), None)  # 1級 is one
        if word is None or word.pos in (Pos.PARTICLE, Pos.SYMBOL):
            continue
        unit, behind = text[end : word.end], text[word.end :]
        mark = next((mark for mark in documents.bounds if behind.startswith(mark)), "")
        is_name = unit in documents.called_by and not documents.only_counted.match(behind)
        bounds: tuple[tuple[Holds, int], ...] = ()
        if high:
            bounds = ((ge, low), (le, high)) if low < high else ()
        elif mark:
            bounds = ((documents.bounds[mark], low),)
        elif is_name:
            bounds = ((eq, low),)
        yield Count(low, unit, bounds), found.start(), word.end + len(mark)
