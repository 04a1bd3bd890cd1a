"""Times as Japanese names them."""

import re

from yorisoi.language.numerals import NUMERAL, NUMERALS
from yorisoi.language.pack import Dates

DATES = Dates(
    dates=(
        re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})日"),
        re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?![\d曜])"),
    ),
    weekday=re.compile(r"[月火水木金土日]曜日?|平日|週末|土日"),
    years=(re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)年"),),
    ago=(
        re.compile(
            rf"(?P<number>{NUMERAL}|数) ?(?P<unit>日|週間?|(?:か|ヶ|ケ|カ|箇)月|年)"
            r"(?:ほど|くらい|ぐらい)?前"
        ),
    ),
    numbers=NUMERALS | {"数": 3},
    units={"日": "day", "週": "week", "年": "year", "": "month"},
    relative=tuple(
        (re.compile(words), unit, offset)
        for words, unit, offset in (
            ("一昨日|おととい", "day", -2),
            ("昨日|きのう|昨夜|昨晩|ゆうべ", "day", -1),
            ("(?<!昨)今日(?!子(?!ど|供))|今朝|本日|きょう(?=[はのもに、]|から|まで)", "day", 0),
            ("しあさって|明[明々]後日", "day", 3),
            ("明後日|あさって", "day", 2),
            ("明日(?![香葉])|(?<!じゃ)あした(?!ば)|あす(?=[はのもに、]|から|まで)", "day", 1),
            ("先々週", "week", -2),
            ("先週|前の週", "week", -1),
            ("今週", "week", 0),
            ("再[々再]来週", "week", 3),
            ("[再さ]来週", "week", 2),
            ("来週", "week", 1),
            ("先々月", "month", -2),
            ("先月", "month", -1),
            ("今月", "month", 0),
            ("再[々再]来月", "month", 3),
            ("[再さ]来月", "month", 2),
            ("来月", "month", 1),
            ("(?:一昨年|おととし)(?!度)", "year", -2),
            ("(?:去年|昨年)(?!度)", "year", -1),
            ("(?:今年|本年)(?!度)", "year", 0),
            ("再[々再]来年(?!度)", "year", 3),
            ("[再さ]来年(?!度)", "year", 2),
            ("来年(?!度)", "year", 1),
        )
    ),
    rest=re.compile("の?(?P<rest>末|[0-9]{1,2}日)"),
    spelt={
        "day": "{start.year}年{start.month}月{start.day}日、{weekday}",
        "week": "{start.year}年{start.month}月{start.day}日〜{last.month}月{last.day}日",
        "month": "{start.year}年{start.month}月",
        "year": "{start.year}年",
    },
)
