"""Stretches of time that a question names: 先週, 5月3日, 上个月, two days ago.

Own rules, because what is needed is the stretch (先週 is seven days), in three languages, within a fraction of a
millisecond; parsers of dates give single moments.  Days begin at midnight of the clock's time zone, weeks on Monday.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from yorisoi.language import normal_form


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    start: datetime
    end: datetime
    """Exclusive."""
    phrase: str
    """The words that name it, in normal form."""


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?)"
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = rf"(\d{{1,3}}|[一二三四五六七八九十两数几]|an?|{'|'.join(_WORDS)})"
_NUMBERS = {
    **{char: value for value, char in enumerate("一二三四五六七八九十", start=1)},
    **{word: value for value, word in enumerate(_WORDS, start=1)},
    "a": 1,
    "an": 1,
    "两": 2,
    "数": 3,
    "几": 3,
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def stretches(text: str, now: datetime) -> list[Stretch]:
    """The stretches of time named, in the order of the rules; what lies in an earlier match is not matched again."""
    normal = normal_form(text)
    found: list[Stretch] = []
    taken: list[tuple[int, int]] = []
    for pattern, resolve in _RULES:
        for match in pattern.finditer(normal):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            if (stretch := resolve(match, now)) is not None:
                taken.append(match.span())
                found.append(Stretch(start=stretch[0], end=stretch[1], phrase=match.group().strip()))
    return found


_Resolved = tuple[datetime, datetime] | None
_Resolve = Callable[[re.Match[str], datetime], _Resolved]


def _day(now: datetime, back: int = 0) -> tuple[datetime, datetime]:
    start = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=back)
    return start, start + timedelta(days=1)


def _week(now: datetime, back: int) -> tuple[datetime, datetime]:
    start = _day(now, now.weekday() + 7 * back)[0]
    return start, start + timedelta(days=7)


def _month(year: int, month: int, now: datetime) -> tuple[datetime, datetime]:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    start = now.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
    return start, start + timedelta(days=monthrange(year, month)[1])


def _year(year: int, now: datetime) -> tuple[datetime, datetime]:
    return _month(year, 1, now)[0], _month(year + 1, 1, now)[0]


def _date(year: int | None, month: int, day: int, now: datetime) -> _Resolved:
    """A day; without a year the last one that is not in the future.  None: there is no such day."""
    try:
        start = _day(now)[0].replace(year=year or now.year, month=month, day=day)
    except ValueError:
        return None
    if year is None and start > now:
        start = start.replace(year=start.year - 1, day=min(day, monthrange(start.year - 1, month)[1]))
    return start, start + timedelta(days=1)


def _a_month(year: int | None, month: int, now: datetime) -> _Resolved:
    if not 1 <= month <= 12 or (year is not None and not 1 < year < 9999):
        return None
    if year is None:
        year = now.year if month <= now.month else now.year - 1
    return _month(year, month, now)


def _ago(match: re.Match[str], now: datetime) -> _Resolved:
    number = _NUMBERS.get(match[1]) or int(match[1])
    unit = match[2]
    if unit in ("日", "天", "day", "days"):
        return _day(now, number)
    if unit.startswith(("週", "周", "星期", "week")):
        return _week(now, number)
    if unit.startswith("y") or unit == "年":
        return _year(now.year - number, now) if number < now.year - 1 else None
    return _month(now.year, now.month - number, now)


def _named_month(name: str) -> int:
    return _MONTHS.index(name[:3]) + 1


def _last_weekday(match: re.Match[str], now: datetime) -> _Resolved:
    back = (now.weekday() - _WEEKDAYS.index(match[1])) % 7
    return _day(now, back or 7)


def _optional(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _is(words: str, resolve: Callable[[datetime], _Resolved]) -> tuple[re.Pattern[str], _Resolve]:
    return re.compile(words), lambda _, now: resolve(now)


def _rules() -> Iterator[tuple[re.Pattern[str], _Resolve]]:
    """Longer expressions first: 先々週 before 先週, a date before its month."""
    numeric = r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b"
    yield re.compile(numeric), lambda m, now: _date(int(m[1]), int(m[2]), int(m[3]), now)
    cjk_date = r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]"
    yield re.compile(cjk_date), lambda m, now: _date(_optional(m[1]), int(m[2]), int(m[3]), now)
    day_month = rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? (\d{{4}}))?"
    yield (
        re.compile(day_month),
        lambda m, now: _date(_optional(m[3]), _named_month(m[2]), int(m[1]), now),
    )
    month_day = rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?"
    yield (
        re.compile(month_day),
        lambda m, now: _date(_optional(m[3]), _named_month(m[1]), int(m[2]), now),
    )
    yield re.compile(r"(?:(\d{4})年)?(\d{1,2})月(?!\d)"), lambda m, now: _a_month(_optional(m[1]), int(m[2]), now)
    month_year = rf"\b{_MONTH},? (\d{{4}})\b"
    yield re.compile(month_year), lambda m, now: _a_month(int(m[2]), _named_month(m[1]), now)
    yield re.compile(rf"\b(?:in|during|last|this) {_MONTH}\b"), lambda m, now: _a_month(None, _named_month(m[1]), now)
    yield re.compile(r"(?<!\d)((?:19|20)\d\d)年"), lambda m, now: _year(int(m[1]), now)
    yield re.compile(r"\b(?:in|during|since) ((?:19|20)\d\d)\b"), lambda m, now: _year(int(m[1]), now)
    yield (
        re.compile(rf"{_NUMBER} ?(日|週間?|(?:か|ヶ|ケ|カ|箇)月|年|天|周|个?星期|个月)(?:ほど|くらい|ぐらい)?[前]"),
        _ago,
    )
    yield re.compile(rf"\b{_NUMBER} (days?|weeks?|months?|years?) (?:ago|back|before)\b"), _ago
    yield re.compile(rf"\blast ({'|'.join(_WEEKDAYS)})\b"), _last_weekday
    yield _is(r"一昨日|おととい|前天|\b(?:the )?day before yesterday\b", lambda now: _day(now, 2))
    yield _is(r"昨日|昨夜|昨晩|ゆうべ|昨天|昨晚|\byesterday\b|\blast night\b", lambda now: _day(now, 1))
    yield _is(r"今日|今朝|本日|今天|今早|\btoday\b|\bthis morning\b|\btonight\b", _day)
    yield _is(r"先々週|上上(?:周|个?星期)", lambda now: _week(now, 2))
    yield _is(r"先週|前の週|上(?:周|个?星期)|\blast week(?:end)?\b", lambda now: _week(now, 1))
    yield _is(r"今週|[这本](?:周|个?星期)|\bthis week(?:end)?\b", lambda now: _week(now, 0))
    yield _is(r"先々月|上上个?月", lambda now: _month(now.year, now.month - 2, now))
    yield _is(r"先月|上个?月|\blast month\b", lambda now: _month(now.year, now.month - 1, now))
    yield _is(r"今月|[这本]个?月|\bthis month\b", lambda now: _month(now.year, now.month, now))
    yield _is(r"一昨年|おととし|前年", lambda now: _year(now.year - 2, now))
    yield _is(r"去年|昨年|\blast year\b", lambda now: _year(now.year - 1, now))
    yield _is(r"今年|本年|\bthis year\b", lambda now: _year(now.year, now))


_RULES: tuple[tuple[re.Pattern[str], _Resolve], ...] = tuple(_rules())
