"""Times as English names them."""

import re

from yorisoi.language.pack import Dates

_MONTH = (
    "(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

DATES = Dates(
    dates=(
        re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? (?P<year>\d{{4}}))?"),
        re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?"),
        re.compile(rf"\b{_MONTH},? (?P<year>\d{{4}})\b"),
        re.compile(rf"\b(?:in|during|last|this) {_MONTH}\b"),
    ),
    months=("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    weekdays=_WEEKDAYS,
    weekday=re.compile(r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)\b", re.I),
    years=(re.compile(r"\b(?:in|during|since) (?P<year>(?:19|20)\d\d)\b"),),
    ago=(
        re.compile(
            rf"\b(?P<number>\d{{1,3}}|an?|{'|'.join(_NUMBERS)}) (?P<unit>days?|weeks?|months?|years?)"
            r" (?:ago|back|before)\b"
        ),
    ),
    numbers={"a": 1, "an": 1} | {word: value for value, word in enumerate(_NUMBERS, start=1)},
    units={unit: unit for unit in ("day", "week", "month", "year")},
    last_weekday=re.compile(rf"\blast (?P<weekday>{'|'.join(_WEEKDAYS)})\b"),
    relative=tuple(
        (re.compile(rf"\b(?:{words})\b", re.I), unit, offset)
        for words, unit, offset in (
            ("(?:the )?day before yesterday", "day", -2),
            ("yesterday|last night", "day", -1),
            ("today|this morning|tonight", "day", 0),
            ("(?:the )?day after tomorrow", "day", 2),
            ("tomorrow", "day", 1),
            ("last week(?:end)?", "week", -1),
            ("this week(?:end)?", "week", 0),
            ("next week(?:end)?", "week", 1),
            ("last month", "month", -1),
            ("this month", "month", 0),
            ("next month", "month", 1),
            ("last year", "year", -1),
            ("this year", "year", 0),
            ("next year", "year", 1),
        )
    ),
    spelt={
        "day": "{start:%A, %Y-%m-%d}",
        "week": "{start:%Y-%m-%d} to {last:%Y-%m-%d}",
        "month": "{start:%B %Y}",
        "year": "{start.year}",
    },
)
