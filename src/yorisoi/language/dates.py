"""Stretches of time that a text names: 先週, 5月3日, 上个月, two days ago; next week.

Own rules, because what is needed is the stretch (先週 is seven days), in every language, within a fraction of a
millisecond; parsers of dates give single moments.  Days begin at midnight of the clock's time zone, weeks on Monday.
"""

import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from yorisoi.language.figures import figures
from yorisoi.language.morpheme import Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.normal import normal_form
from yorisoi.language.pack import Dates
from yorisoi.language.packs import pack_of, packs
from yorisoi.types import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    start: datetime
    end: datetime
    """Exclusive."""
    phrase: str
    """The words that name it, in normal form."""


_Span = tuple[datetime, datetime]
_FromNow = tuple[re.Match[str], str, int]
"""What says a time that counts from now, its unit, how many."""
_NUMERIC = Dates(
    dates=(re.compile(r"(?<![a-z\d])(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?![a-z\d])"),)
)
_REMARK = re.compile(" ?[（(]")
_YEARS = range(2, 9999)
"""Of which all days, and those beside them, can be counted with; 9999 mostly stands for no end."""
_YEAR = 366
"""Days."""
_MOST = 50
"""Dates that are read in a text: each is held against all before it."""


def local(moment: datetime) -> datetime:
    """The moment as clocks show it where this runs; as it is where these cannot: before year 1 or after 9999."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError):
        return moment


def stretches(text: str, now: datetime) -> list[Stretch]:
    """The stretches of time named, in whatever language, in the order of the text.

    A date without a year is the last one that is not to come.
    """
    normal = normal_form(text)
    found: list[tuple[re.Match[str], _Span]] = []
    numeric = ((match, _date(match, _NUMERIC, now)) for match in _NUMERIC.dates[0].finditer(normal))
    for named in (numeric, *(_named(normal, language, now) for language in packs())):
        for match, span in named:
            if span and len(found) < _MOST and not _overlaps(match, [before for before, _ in found]):
                found.append((match, span))
    found.sort(key=lambda each: each[0].start())
    return [Stretch(start=start, end=end, phrase=match.group().strip()) for match, (start, end) in found]


def with_dates(text: str, language: Language, now: datetime) -> str:
    """The text with their dates behind times that count from now: 先週の会議 -> 先週（2026年3月23日〜3月29日）の会議.

    The word itself stays: a page may use it too.  What has a bracket behind it already is left as it is.

    >>> with_dates("来月の締め切りは？", "ja", datetime(2026, 12, 3))
    '来月（2027年1月）の締め切りは？'
    """
    pack, dated, done = pack_of(language), "", 0
    for match, unit, offset in _from_now(text, language):
        rest = pack.dates.rest.match(text, match.end()) if unit in ("month", "year") else None
        end = rest.end() if rest else match.end()
        if not _REMARK.match(text, end):
            date = _spelt(unit, offset, language, now)
            dated += text[done:end] + (date + (rest["rest"] if rest else "")).join(pack.marks.brackets)
            done = end
    return dated + text[done:]


def days_ahead(text: str, language: Language, now: datetime) -> dict[str, str]:
    """Today and the days to come that a text names by how they count from now -> which day that is.

    >>> days_ahead("明日は何時まで開いてる？", "ja", datetime(2026, 11, 28))
    {'明日': '2026年11月29日、日曜日'}
    """
    named = ((match, offset) for match, unit, offset in _from_now(text, language) if unit == "day" and offset >= 0)
    return {match[0]: _spelt("day", offset, language, now) for match, offset in named}


def names_days(text: str) -> bool:
    """Whether a text names days of the week or of the calendar, in whatever language; 3日前 is none.

    >>> [names_days(text) for text in ("毎週金曜", "11月29日まで", "by Dec 1", "開始の1か月前まで", "203号室")]
    [True, True, True, False, False]
    """
    normal = normal_form(text)
    every = (_NUMERIC, *(pack.dates for pack in packs().values()))
    return any(pattern.search(normal) for dates in every for pattern in (*dates.dates, dates.weekday))


def today(language: Language, now: datetime) -> str:
    """The day that it is, with its day of the week."""
    return _spelt("day", 0, language, now)


def known_days(text: str, language: Language, now: datetime) -> frozenset[date]:
    """Today, and the days that a text names by how they count from now, also of a week: what may be said of them is the
    date alone, which no source has to say."""
    spans = [_day(now), *(_relative(unit, offset, now) for _, unit, offset in _from_now(text, language))]
    near = (span for span in spans if span[1] - span[0] <= timedelta(days=7))
    return frozenset((start + timedelta(days=each)).date() for start, end in near for each in range((end - start).days))


def counted_from(known: Collection[date], text: str) -> frozenset[date]:
    """These days, and those that lie so many days or weeks before or behind them as the text counts, up to a year:
    10日以内 from today.

    >>> sorted(counted_from([date(2026, 11, 30)], "10日以内"))[-1]
    datetime.date(2026, 12, 10)
    """
    lengths = {"day": 1, "week": 7}
    counted = [each for each in figures(text) if each.counts in lengths and each.value.isdecimal()]
    steps = {int(each.value[:4]) * lengths[each.counts] for each in counted}
    near = [timedelta(days=step) for each in steps if each <= _YEAR for step in (-each, each)]
    return frozenset([*known, *(day + step for day in known if day.year + 1 in _YEARS for step in near)])


def without_dates(text: str, known: Collection[date]) -> str:
    """The text in normal form, without the dates of known days; a day without its month is none, and one of another
    year neither.

    >>> without_dates("11月29日は日曜です。29日前まで", [date(2026, 11, 29)])
    ' は日曜です。29日前まで'
    """
    normal = normal_form(text)
    written = any(character.isdigit() for character in normal)
    for day in known:
        if written and str(day.day) not in normal:
            continue
        after = datetime(day.year, day.month, day.day, 12)
        for each in stretches(normal, after):
            if each.start.date() == day == (each.end - timedelta(days=1)).date():
                normal = re.sub(rf"(?<![\d年]){re.escape(each.phrase)}", " ", normal)
    return normal


def _from_now(text: str, language: Language) -> list[_FromNow]:
    """What counts from now, in the order of the text: what says so, its unit, how many."""
    found: list[_FromNow] = []
    for pattern, unit, offset in pack_of(language).dates.relative:
        for match in pattern.finditer(text):
            if len(found) < _MOST and not _overlaps(match, [before for before, _, _ in found]):
                found.append((match, unit, offset))
    return _words_alone(text, language, sorted(found, key=lambda each: each[0].start()))


def _words_alone(text: str, language: Language, found: Sequence[_FromNow]) -> list[_FromNow]:
    """Those that begin where a word does that is no verb, or where another of them ended (今日明日), and end with one
    or within the one that they begin (来週末): no 明日 of 説明日, no あさって of あさっています, no 今日 of 今日本."""
    pack = pack_of(language)
    if not found or pack.analysis.spaced:
        return list(found)
    words, alone, done = morphemes(text, language), list[_FromNow](), 0
    for each in found:
        start, end = each[0].span()
        first, last = (next((word for word in words if word.start <= at < word.end), None) for at in (start, end - 1))
        if first is None or last is None:
            continue
        begins = start == first.start and first.pos is not Pos.VERB
        ends = last.end == end or last is first or pack.dates.rest.match(text, end) is not None
        if (begins or start == done > 0) and ends:
            alone.append(each)
            done = end
    return alone


def _spelt(unit: str, offset: int, language: Language, now: datetime) -> str:
    pack, (start, after) = pack_of(language), _relative(unit, offset, now)
    weekday = pack.documents.weekdays[1][start.weekday()] if pack.documents.weekdays[1] else ""
    return pack.dates.spelt[unit].format(start=start, last=after - timedelta(days=1), weekday=weekday)


def _overlaps(match: re.Match[str], others: Iterable[re.Match[str]]) -> bool:
    return any(match.start() < other.end() and other.start() < match.end() for other in others)


def _named(normal: str, language: Language, now: datetime) -> Iterator[tuple[re.Match[str], _Span | None]]:
    """What the rules of one language match, and the stretch that it names: None for the 30th of February."""
    dates = pack_of(language).dates
    for pattern in dates.dates:
        yield from ((match, _date(match, dates, now)) for match in pattern.finditer(normal))
    for pattern in dates.years:
        yield from ((match, _year(int(match["year"]), now)) for match in pattern.finditer(normal))
    for pattern in dates.ago:
        yield from ((match, _ago(match, dates, now)) for match in pattern.finditer(normal))
    for match in dates.last_weekday.finditer(normal):
        back = (now.weekday() - dates.weekdays.index(match["weekday"])) % 7
        yield match, _day(now, -(back or 7))
    for match, unit, offset in _from_now(normal, language):
        yield match, _relative(unit, offset, now)


def _date(match: re.Match[str], dates: Dates, now: datetime) -> _Span | None:
    """A day, or a month where no day is named."""
    said = match.groupdict()
    year = int(said["year"]) if said.get("year") else None
    month = int(said["month"]) if said["month"].isdecimal() else dates.months.index(said["month"][:3]) + 1
    return _a_day(year, month, int(said["day"]), now) if said.get("day") else _a_month(year, month, now)


def _a_day(year: int | None, month: int, day: int, now: datetime) -> _Span | None:
    year_said = now.year if year is None else year
    if year_said not in _YEARS:
        return None
    try:
        start = _day(now)[0].replace(year=year_said, month=month, day=day)
    except ValueError:
        return None
    if year is None and start > now:
        start = start.replace(year=start.year - 1, day=min(day, monthrange(start.year - 1, month)[1]))
    return start, start + timedelta(days=1)


def _a_month(year: int | None, month: int, now: datetime) -> _Span | None:
    if not 1 <= month <= 12 or (year is not None and year not in _YEARS):
        return None
    if year is None:
        year = now.year if month <= now.month else now.year - 1
    return _month(year, month, now)


def _ago(match: re.Match[str], dates: Dates, now: datetime) -> _Span | None:
    number = dates.numbers.get(match["number"]) or int(match["number"])
    unit = next(unit for begins, unit in dates.units.items() if match["unit"].startswith(begins))
    return None if unit == "year" and number >= now.year - 1 else _relative(unit, -number, now)


def _relative(unit: str, offset: int, now: datetime) -> _Span:
    match unit:
        case "day":
            return _day(now, offset)
        case "week":
            return _week(now, offset)
        case "month":
            return _month(now.year, now.month + offset, now)
    return _year(now.year + offset, now)


def _day(now: datetime, offset: int = 0) -> _Span:
    start = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=offset)
    return start, start + timedelta(days=1)


def _week(now: datetime, offset: int) -> _Span:
    start = _day(now, 7 * offset - now.weekday())[0]
    return start, start + timedelta(days=7)


def _month(year: int, month: int, now: datetime) -> _Span:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    start = now.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
    return start, start + timedelta(days=monthrange(year, month)[1])


def _year(year: int, now: datetime) -> _Span:
    return _month(year, 1, now)[0], _month(year + 1, 1, now)[0]
