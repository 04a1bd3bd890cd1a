"""Years of an era and as they are counted elsewhere: 令和7年 is 2025年."""

import re
from functools import cache
from operator import itemgetter

from yorisoi.language.packs import pack_of, packs
from yorisoi.types import Language


@cache
def eras() -> dict[str, int]:
    """Name of an era -> the year before its first one: 令和 -> 2018."""
    return {name: before for pack in packs().values() for name, before in pack.documents.eras.items()}


def in_common_years(text: str) -> str:
    """The text without eras.

    >>> in_common_years("令和7年度と平成元年と2026年度")
    '2025年度と1989年と2026年度'
    """
    return _year_of_era().sub(_common, text)


def with_first_years_counted(text: str) -> str:
    """
    >>> with_first_years_counted("令和元年度")
    '令和1年度'
    """
    return _year_of_era().sub(lambda year: f"{year['era']}{_of_era(year)}", text)


def in_both_calendars(text: str, language: Language) -> str:
    """The text, of a language that has eras, with each year of one, and each financial year, as it is counted otherwise
    behind it.

    >>> in_both_calendars("令和7年度の授業料と2019年度の予算", "ja")
    '令和7年度（2025年度）の授業料と2019年度（令和1年度）の予算'
    """
    if not pack_of(language).documents.eras:
        return text
    return _year().sub(lambda year: f"{year[0]}（{_otherwise(year)}）", text)


def _otherwise(year: re.Match[str]) -> str:
    if not year["common"]:
        return in_common_years(year[0])
    count = int(year["common"])
    era, before = max(((era, before) for era, before in eras().items() if before < count), key=itemgetter(1))
    return f"{era}{count - before}{year['counts']}"


def _common(year: re.Match[str]) -> str:
    return str(eras()[year["era"]] + _of_era(year))


def _of_era(year: re.Match[str]) -> int:
    return 1 if year["of_era"] == "元" else int(year["of_era"])


@cache
def _year_of_era() -> re.Pattern[str]:
    return re.compile(rf"(?P<era>{'|'.join(map(re.escape, eras()))}) ?(?P<of_era>\d{{1,2}}|元)(?=年)")


@cache
def _year() -> re.Pattern[str]:
    return re.compile(rf"{_year_of_era().pattern}年度?|(?<!\d)(?P<common>(?:19|20)\d\d)(?P<counts>年度)")
