"""Days, weeks, months and years that count from today, with their date behind them."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from yorisoi.types import Language

_Dated = Callable[[datetime], str]


def absolute(text: str, language: Language, now: datetime) -> str:
    """先週の会議 -> 先週（2026年3月23日〜3月29日）の会議, by the turn's clock; a week begins on Monday.

    The word itself stays: a page may use it too.

    >>> absolute("来月の締め切りは？", "ja", datetime(2026, 12, 3))
    '来月（2027年1月）の締め切りは？'
    """
    words = _WORDS.get(language)
    if not words:
        return text
    pattern, dated = words
    opening, closing = (" (", ")") if language == "en" else ("（", "）")

    def put(found: re.Match[str]) -> str:
        date = dated[found["word"].casefold()](now)
        day = found["end"] or (f"{found['day']}日" if found["day"] else "")
        return f"{found.group()}{opening}{date}{day}{closing}"

    return pattern.sub(put, text)


def _day(offset: int) -> _Dated:
    return lambda now: _date(now + timedelta(days=offset))


def _week(offset: int) -> _Dated:
    def dated(now: datetime) -> str:
        monday = now - timedelta(days=now.weekday()) + timedelta(weeks=offset)
        sunday = monday + timedelta(days=6)
        return f"{_date(monday)}〜{sunday.month}月{sunday.day}日"

    return dated


def _date(day: datetime) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def _iso_day(offset: int) -> _Dated:
    return lambda now: f"{now + timedelta(days=offset):%Y-%m-%d}"


def _iso_week(offset: int) -> _Dated:
    def dated(now: datetime) -> str:
        monday = now - timedelta(days=now.weekday()) + timedelta(weeks=offset)
        return f"{monday:%Y-%m-%d} to {monday + timedelta(days=6):%Y-%m-%d}"

    return dated


def _month(offset: int, english: bool = False) -> _Dated:
    def dated(now: datetime) -> str:
        year, month = divmod(now.year * 12 + now.month - 1 + offset, 12)
        return f"{datetime(year, month + 1, 1):%B %Y}" if english else f"{year}年{month + 1}月"

    return dated


def _year(offset: int, unit: str = "年") -> _Dated:
    return lambda now: f"{now.year + offset}{unit}"


_JA: dict[str, _Dated] = {
    "一昨日": _day(-2),
    "おととい": _day(-2),
    "昨日": _day(-1),
    "きのう": _day(-1),
    "今日": _day(0),
    "本日": _day(0),
    "明日": _day(1),
    "あした": _day(1),
    "明後日": _day(2),
    "あさって": _day(2),
    "先々週": _week(-2),
    "先週": _week(-1),
    "今週": _week(0),
    "来週": _week(1),
    "再来週": _week(2),
    "先々月": _month(-2),
    "先月": _month(-1),
    "今月": _month(0),
    "来月": _month(1),
    "再来月": _month(2),
    "一昨年": _year(-2),
    "去年": _year(-1),
    "昨年": _year(-1),
    "今年": _year(0),
    "来年": _year(1),
    "再来年": _year(2),
}
_ZH: dict[str, _Dated] = {
    "前天": _day(-2),
    "昨天": _day(-1),
    "今天": _day(0),
    "明天": _day(1),
    "后天": _day(2),
    "上周": _week(-1),
    "上星期": _week(-1),
    "这周": _week(0),
    "本周": _week(0),
    "下周": _week(1),
    "下星期": _week(1),
    "上个月": _month(-1),
    "上月": _month(-1),
    "这个月": _month(0),
    "本月": _month(0),
    "下个月": _month(1),
    "下月": _month(1),
    "前年": _year(-2),
    "去年": _year(-1),
    "今年": _year(0),
    "明年": _year(1),
    "后年": _year(2),
}
_EN: dict[str, _Dated] = {
    "yesterday": _iso_day(-1),
    "today": _iso_day(0),
    "tomorrow": _iso_day(1),
    "last week": _iso_week(-1),
    "this week": _iso_week(0),
    "next week": _iso_week(1),
    "last month": _month(-1, True),
    "this month": _month(0, True),
    "next month": _month(1, True),
    "last year": _year(-1, ""),
    "this year": _year(0, ""),
    "next year": _year(1, ""),
}


def _pattern(words: dict[str, _Dated], boundary: str = "") -> re.Pattern[str]:
    """One of the words, with what makes a month a day: 来月末, 来月の20日.  What has its date already is left out."""
    word = "|".join(sorted(words, key=len, reverse=True))
    return re.compile(
        f"{boundary}(?P<word>{word}){boundary}(?:(?P<end>末|底)|(?:の|的)?(?P<day>[0-9]{{1,2}})[日号])?"
        r"(?! ?[（(])(?!度)",
        re.I,
    )


_WORDS: dict[Language, tuple[re.Pattern[str], dict[str, _Dated]]] = {
    "ja": (_pattern(_JA), _JA),
    "zh": (_pattern(_ZH), _ZH),
    "en": (_pattern(_EN, r"\b"), _EN),
}
