"""Figures of a text and what they count: 15,000円, ¥15,000 and 1万5千円 are one; 10年 and 10日 are two.

Own rules: what tells 五十日 from 三井 is what stands behind the numeral, in any language of a text, and a library that
reads numerals reads them wherever they stand.
"""

import re
from collections.abc import Collection
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import NamedTuple

from yorisoi.language.eras import eras, with_first_years_counted
from yorisoi.language.normal import normal_form
from yorisoi.language.packs import packs

_SYMBOLS = {"%": "percent", "km": "kilo", "kg": "kilo", "cm": "cm", "mm": "mm", "mb": "mb", "gb": "gb", "tb": "tb"}
_BEFORE = {"¥": "money", "$": "dollar", "€": "euro", "£": "pound", "百分之": "percent"}
_TENTHS = "tenth"
"""Of a whole: 3割 is 30%."""
THING = "thing"
"""What is counted of whatever is listed: 2つ, 3回."""
_UNSURE_BEHIND_KANJI = frozenset(("", THING))
"""三つ, 三回, 六本木: what an answer lists it may count, and many a name begins so."""
_DIGITS = {character: str(value) for value, character in enumerate("〇一二三四五六七八九")} | {"零": "0", "两": "2"}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_NO_FIGURES = frozenset(("一", "两", "万", "億", "兆", "十分"))
"""By themselves words too: 一度, 一時, 两个人, 万人, 十分."""
_NUMERALS = "".join((*_DIGITS, *_PLACES, *_MYRIADS))
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DIGIT_RUN = r"\d+(?:[.,]\d+)*"
_MIXED = re.compile(rf"\d+[{_NUMERALS}][\d{_NUMERALS}]*")
_ORDINAL = re.compile(f"(?<=第)[{_NUMERALS}]+")
_TIME = r"\d\d?:\d\d"
"""Before which stands a dash: 9:00 -17:00."""
_TOKEN = re.compile(rf"(?P<digits>{_DIGIT_RUN})|(?P<units>[{''.join(_DIGITS)}]+)|.")
_WITH_POINT = re.compile(r"-?\d+\.\d+")
_LETTERS = re.compile("[a-z]+")
_TIMES = 100
_PLAIN = re.compile(r"-?\d{1,12}(?:\.\d{1,6})?")
_MOST = 15
"""Digits of what is multiplied."""


class Figure(NamedTuple):
    value: str
    """Digits, perhaps with a point, commas that part no thousands, or a minus; 2.50 is 2.5, of a version too."""
    counts: str
    """What it counts; empty: unknown, so that it may be anything.  So it is with 1: 1日5,000円 is 日額5,000円."""

    def stands_among(self, others: Collection["Figure"]) -> bool:
        """Whether one of them is the same, as far as it is known what both count."""
        return any(
            self.value == each.value and (not self.counts or not each.counts or self.counts == each.counts)
            for each in others
        )


def is_computed(figure: Figure, given: Collection[Figure]) -> bool:
    """Whether it is the sum, the difference or the half of others of its kind, or one of them so many times, up to a
    hundred, as one of another kind counts.

    >>> given = figures("1枚400円、再発行2,200円、4枚")
    >>> [is_computed(Figure(value, "money"), given) for value in ("1600", "2600", "900")]
    [True, True, False]
    """
    if figure.counts and (value := _number(figure)) is not None:
        same = [each for one in given if one.counts == figure.counts and (each := _number(one)) is not None]
        times = [each for one in given if one.counts != figure.counts and (each := _number(one)) is not None]
        pairs = combinations(same, 2)
        return (
            any(value in (one + other, abs(one - other)) for one, other in pairs)
            or any(2 * value == one for one in same)
            or any(value == one * count for one in same for count in times if count == int(count) and count <= _TIMES)
        )
    return False


def _number(figure: Figure) -> Decimal | None:
    return Decimal(figure.value) if _PLAIN.fullmatch(figure.value) else None


def figures(text: str) -> set[Figure]:
    """What is surely meant as a figure; numerals in Kanji before what they count only, or mixed with digits."""
    return {figure for figure, sure in _read(text) if sure}


def possible_figures(text: str) -> set[Figure]:
    """All that may be read as a figure: 一日, 三つ and "five days" too, and 09:00 as 9."""
    found = {figure for figure, _ in _read(text)}
    found |= {
        Figure(value=_words()[word], counts="") for word in _LETTERS.findall(normal_form(text)) if word in _words()
    }
    return found | {
        Figure(value=plain, counts=figure.counts)
        for figure in found
        if (plain := figure.value.lstrip("-").lstrip("0")) and plain[0].isdigit()
    }


def in_plain_digits(text: str) -> str:
    """
    >>> in_plain_digits("1,500円と3万円と1万5千円")
    '1500円と30000円と15000円'
    """
    return _MIXED.sub(lambda run: _value(run[0]) or run[0], _THOUSANDS.sub("", text))


def with_ordinals_in_digits(text: str) -> str:
    """
    >>> with_ordinals_in_digits("第一種と一般")
    '第1種と一般'
    """
    return _ORDINAL.sub(lambda run: _value(run[0]) or run[0], text)


def _read(text: str) -> list[tuple[Figure, bool]]:
    found = list[tuple[Figure, bool]]()
    kinds = _counters()
    text = with_first_years_counted(_THOUSANDS.sub("", normal_form(text)))
    for match in _pattern().finditer(text):
        run, counter = match["run"], match["counter"] or ""
        counts = kinds.get(counter, "") or _BEFORE.get(match["before"] or "", "")
        value, has_digit = _value(run), any(map(str.isdigit, run))
        if value is None:
            last = run.endswith
            found += [(_figure(each, counts if last(each) else ""), True) for each in re.findall(_DIGIT_RUN, run)]
            continue
        sure = has_digit or not (
            match["ordinal"] or counts in _UNSURE_BEHIND_KANJI or {run, f"{run}{counter}"} & _NO_FIGURES
        )
        era = eras().get(match["before"] or "")
        if era and counts == "year" and _is_short(value):
            found.append((_figure(_plain(Decimal(value) + era), counts), sure))
            sure = False
        found.append((_figure(("-" if match["minus"] else "") + value, counts), sure))
    return found


def _figure(value: str, counts: str) -> Figure:
    if counts == _TENTHS:
        value, counts = (_plain(Decimal(value) * 10) if _is_short(value) else value), "percent"
    if _WITH_POINT.fullmatch(value):
        value = value.rstrip("0").rstrip(".")
    return Figure(value=value, counts="" if value == "1" else counts)


def _value(run: str) -> str | None:
    """What a run of digits and numerals is; None: it is not one number."""
    if re.fullmatch(_DIGIT_RUN, run):
        return run
    if all(character in _DIGITS for character in run):  # 二〇二四; 二三日 is two or three days
        return "".join(_DIGITS[character] for character in run) if len(run) != 2 or set(run) & set("〇零") else None
    whole = section = Decimal(0)
    factor: Decimal | None = None
    place, myriad = 10**4, 10**16
    for token in _TOKEN.finditer(run):
        said = token[0]
        if said in _PLACES and _PLACES[said] < place:
            place = _PLACES[said]
            section, factor = section + (Decimal(1) if factor is None else factor) * place, None
        elif said in _MYRIADS and _MYRIADS[said] < myriad:
            myriad = _MYRIADS[said]
            section += factor or 0
            whole, section, factor, place = whole + (section or 1) * myriad, Decimal(0), None, 10**4
        elif factor is None and token["digits"] and _is_short(said):
            factor = Decimal(said)
        elif factor is None and token["units"] and len(said) == 1:
            factor = Decimal(_DIGITS[said])
        else:
            return None
    return _plain(whole + section + (factor or 0))


def _is_short(digits: str) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", digits) is not None and len(digits) <= _MOST


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


@cache
def _counters() -> dict[str, str]:
    return _SYMBOLS | {
        spelling: kind
        for pack in packs().values()
        for kind, spellings in pack.counters.items()
        for spelling in spellings
    }


@cache
def _words() -> dict[str, str]:
    return {word: str(value) for pack in packs().values() for word, value in pack.dates.numbers.items()}


@cache
def _pattern() -> re.Pattern[str]:
    def ends(spelling: str) -> str:
        return re.escape(spelling) + (r"(?![a-z])" if spelling[-1].isascii() and spelling[-1].isalpha() else "")

    counters = "|".join(ends(each) for each in sorted(_counters(), key=len, reverse=True))
    before = "|".join(map(re.escape, (*_BEFORE, *eras())))
    return re.compile(
        rf"(?:(?P<before>{before}) ?)?(?P<minus>(?<=[ :|(=ぁ-ん])[-−](?!{_TIME}))?(?P<ordinal>第)?"
        rf"(?P<run>(?:{_DIGIT_RUN}|[{_NUMERALS}])+)(?:[ -]?(?P<counter>{counters}))?"
    )
