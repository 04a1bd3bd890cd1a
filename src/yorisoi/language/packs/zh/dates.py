"""Times as Chinese names them."""

import re

from yorisoi.language.numerals import NUMERAL, NUMERALS
from yorisoi.language.pack import Dates

DATES = Dates(
    dates=(
        re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]"),
        re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?![\d曜])"),
    ),
    weekday=re.compile(r"(?:周|星期|礼拜)[一二三四五六日天末]|工作日"),
    years=(re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)年"),),
    ago=(re.compile(rf"(?P<number>{NUMERAL}|[两数几]) ?(?P<unit>[日天年周]|个?星期|个月)前"),),
    numbers=NUMERALS | {"两": 2, "数": 3, "几": 3},
    units={"日": "day", "天": "day", "周": "week", "星期": "week", "个星期": "week", "个月": "month", "年": "year"},
    relative=tuple(
        (re.compile(words), unit, offset)
        for words, unit, offset in (
            ("大前天", "day", -3),
            ("前天", "day", -2),
            ("昨天|昨晚", "day", -1),
            ("今天|今早", "day", 0),
            ("明天", "day", 1),
            ("大后天", "day", 3),
            ("后天(?!性)", "day", 2),
            ("上上(?:周|个?星期)", "week", -2),
            ("上(?:周|个?星期)", "week", -1),
            ("[这本](?:周|个?星期)", "week", 0),
            ("下下(?:周|个?星期)", "week", 2),
            ("下(?:周|个?星期)", "week", 1),
            ("上上个?月", "month", -2),
            ("上个?月", "month", -1),
            ("[这本]个?月", "month", 0),
            ("下下个?月", "month", 2),
            ("下个?月", "month", 1),
            ("前年(?!度)", "year", -2),
            ("去年(?!度)", "year", -1),
            ("今年(?!度)", "year", 0),
            ("明年(?!度)", "year", 1),
            ("后年(?!度)", "year", 2),
        )
    ),
    rest=re.compile("的?(?P<rest>[初底末]|[0-9]{1,2}[日号])"),
    spelt={
        "day": "{start.year}年{start.month}月{start.day}日，{weekday}",
        "week": "{start.year}年{start.month}月{start.day}日〜{last.month}月{last.day}日",
        "month": "{start.year}年{start.month}月",
        "year": "{start.year}年",
    },
)
