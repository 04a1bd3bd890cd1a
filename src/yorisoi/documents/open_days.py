"""Days as fields of publication name them: 2027-04-01, R9.4.1, 2027年4月, April 2027, 2027-01-15〜2027-03-31."""

import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from yorisoi.language.figures import eras, in_digits
from yorisoi.language.normal import normal_form
from yorisoi.language.packs import packs

_YEAR = r"(?P<year>\d{4})"
_YEARS = frozenset((*range(1900, 2200), 2999, 9999))
"""Others are none, such as 2611 for November 2026; the last two stand for no end."""
_OF_ERA = r"\s*\.?\s*(?P<of_era>\d{1,2}|元)"
_COMPACT = rf"(?<!\d){_YEAR}(?P<month>\d\d)(?P<day>\d\d)(?:\d{{4}}|\d{{6}})?(?!\d)"
"""A day, perhaps with its time; six digits are none: 261110, 202704."""
_TO = re.compile(
    r"\s*(?:~|から|より|以降|以後|起|至|到|\b(?:to|until|till|through)\b|\s[-–—]\s|[–—]|-$|[-/](?=\d{4}(?:[-/.年]\d|\d{4}(?!\d))|[a-z]\d{1,2}[./]\d))\s*"
)
"""What stands between the first day and the last one."""
_UNTIL = re.compile(r"^(\D*\d.*)(?:まで|迄)\W*")
_LATER_PART = re.compile(r"\d{1,2}\s*(?:[-/.月]\s*\d{1,2})?\s*[月日]?(?:\W.*)?")
"""A last day without its year or its month."""
_LAST_OF_IT = re.compile(r"\s*(?:[年月]|年度)?の?[末底]")
_WITH_TIME = re.compile(r"[\W\d年月日tz]*")
"""What may stand beside a day that is said alone."""
_WHOLE = re.compile(r"[\W年月]*|年度\W*")
"""What may stand beside a month or a year of which no part is meant."""
_ABBREVIATED = re.compile(r"(?<=[a-z])\.")


@dataclass(frozen=True, slots=True)
class _Time:
    """A day, a month or a year."""

    first: date
    last: date
    whole: bool
    """No part of it is meant, as of 2027年春."""


@lru_cache(maxsize=4096)
def open_days(said: str, *, begins: bool, ends: bool) -> tuple[date, date] | None:
    """The first and the last day on which something is open, by a value that names the first (`begins`), the last
    (`ends`), or both; None: it names none that has a year.

    A month or a year opens with its first day and closes with its last.  Where a part of it is meant, and of several
    days, it is open on those that are open whatever was meant.

    >>> open_days("令和9年4月", begins=True, ends=False)[0].isoformat()
    '2027-04-01'
    >>> open_days("2027-01-15〜3/31", begins=True, ends=True)[1].isoformat()
    '2027-03-31'
    """
    said = _plain(said)
    if until := _UNTIL.fullmatch(said):
        said = until[1] if _TO.search(until[1]) else f"~{until[1]}"
    before, *behind = _TO.split(said, maxsplit=1)
    if not behind or not (_has_digit(before) or _has_digit(behind[0])):
        first = last = _times(said)[0]
    else:
        first = _times(before)[0]
        last = _times_after(first, behind[0])
        if (_has_digit(before) and not first) or (_has_digit(behind[0]) and not last):
            return None
        if first and not last and not begins:  # the last day is asked for
            first, last = last, first
        begins, ends = bool(first), bool(last)
    if not (first or last):
        return None
    found = (_surely_begun(first) if begins else date.min, _surely_on(last) if ends else date.max)
    return found if found[0] <= found[1] or first is last else None


def is_vague(said: str) -> bool:
    """Whether no more than a part of a month or a year is named, if any: Oxford University Press, 2026."""
    return not any(time.whole for time in _times(_plain(said))[0])


def is_gone_by(said: str) -> bool:
    """Whether a value is a day alone, perhaps with its time, or a month or year that is over."""
    times, rest = _times(_plain(said))
    beside = _WITH_TIME if all(time.first == time.last for time in times) else _WHOLE
    return bool(times) and beside.fullmatch(rest) is not None and all(time.last <= date.today() for time in times)


def _plain(said: str) -> str:
    return in_digits(_ABBREVIATED.sub("", normal_form(said)))


def _has_digit(said: str) -> bool:
    return any(map(str.isdecimal, said))


def _surely_begun(times: Sequence[_Time]) -> date:
    return max(time.first if time.whole else time.last for time in times)


def _surely_on(times: Sequence[_Time]) -> date:
    return min(time.last if time.whole else time.first for time in times)


def _times_after(first: Sequence[_Time], said: str) -> Sequence[_Time]:
    """The same of what stands behind a first day, perhaps without its year or month: 2026年12月15日〜1月10日."""
    found, _ = _times(said)
    if found or not first or not _LATER_PART.fullmatch(said):
        return found
    begun = first[0].first
    for prefix in (f"{begun.year}/", f"{begun.year}/{begun.month}/", f"{begun.year + 1}/"):
        found, _ = _times(prefix + said)
        if found and all(time.whole and time.last >= begun for time in found):
            return found
    return ()


def _times(said: str) -> tuple[Sequence[_Time], str]:
    """The days that a text names, else the months, else the years; and what stands beside them."""
    for patterns in _patterns():
        matches = [(match, months) for pattern, months in patterns for match in pattern.finditer(said)]
        dated = [(match, days) for match, months in matches if (days := _days(match, months))]
        rest = said
        for match, _ in dated:
            rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
        if dated:
            return [_time(match, *days, rest) for match, days in dated], rest
    return (), said


def _time(match: re.Match[str], first: date, last: date, rest: str) -> _Time:
    if first != last and _LAST_OF_IT.match(match.string, match.end()):
        return _Time(last, last, whole=True)
    return _Time(first, last, whole=first == last or _WHOLE.fullmatch(rest.strip()) is not None)


def _days(match: re.Match[str], months: Sequence[str]) -> tuple[date, date] | None:
    """The first and the last day of what was found; None: it has no year, or there is no such day."""
    said = match.groupdict()
    if said.get("of_era"):
        year = _eras()[said["era"]] + (1 if said["of_era"] == "元" else int(said["of_era"]))
    elif (year := int(said["year"] or 0)) not in _YEARS:
        return None
    try:
        if not (named := said.get("month")):
            if match.string.startswith("年度", match.end()):  # which begins with April
                return date(year, 4, 1), date(year + 1, 3, 31)
            return date(year, 1, 1), date(year, 12, 31)
        month = int(named) if named.isdecimal() else months.index(named[:3]) + 1
        if day := said.get("day"):
            return date(year, month, int(day)), date(year, month, int(day))
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    except ValueError:
        return None


@cache
def _eras() -> Mapping[str, int]:
    return {
        **eras(),
        **{name: before for pack in packs().values() for name, before in pack.documents.short_eras.items()},
    }


@cache
def _patterns() -> tuple[Sequence[tuple[re.Pattern[str], Sequence[str]]], ...]:
    """Of days, of months, of years, each with the names of months that may stand there."""
    long, any_era = ("|".join(map(re.escape, names)) for names in (eras(), _eras()))
    year = rf"(?<![a-z\d])(?:(?P<era>{any_era}){_OF_ERA}|{_YEAR})"
    month = rf"{year}\s*[-/.年]\s*(?P<month>\d{{1,2}})"
    days = [rf"{month}\s*[-/.月]\s*(?P<day>\d{{1,2}})(?!\d)", _COMPACT]
    american, european = r"(?P<month>\d{1,2})([-/.])(?P<day>\d{1,2})", r"(?P<day>\d{1,2})([-/.])(?P<month>\d{1,2})"
    days += [rf"(?<![\d-]){each}\2{_YEAR}(?!\d)" for each in (american, european)]
    months = [rf"{month}(?!\d)"]
    years = [
        rf"(?<!\d)(?:(?P<era>{long}){_OF_ERA}|{_YEAR})(?!\d)",
        rf"(?<![a-z\d])(?P<era>{any_era}){_OF_ERA}(?=\s*年|\W*$)",
    ]
    spelt = [(pattern, pack.dates.months) for pack in packs().values() for pattern in pack.dates.dates]
    with_day = [each for each in spelt if "day" in each[0].groupindex]
    with_month = [each for each in spelt if "day" not in each[0].groupindex and "year" in each[0].groupindex]
    return (
        [*((re.compile(each), ()) for each in days), *with_day],
        [*((re.compile(each), ()) for each in months), *with_month],
        [(re.compile(each), ()) for each in years],
    )
