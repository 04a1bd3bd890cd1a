"""Numbers and times of a sheet as Excel shows them: `0.5%`, `00123`, `3日間`, `26:15`.

No library that is kept up does this for Python, nor knows the weekdays of Japan and China; what is not among the usual
formats is left to the caller.
"""

import operator
import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_PIECE = re.compile(
    r'"(?P<quoted>[^"]*)"'
    r"|\\(?P<escaped>.)"
    r"|_(?P<gap>.)|\*(?P<fill>.)"
    r"|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]"
    r"|\[(?P<colour>Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?\d{1,2})\]"
    r"|\[(?P<condition>[<>=]{1,2}-?\d+(?:\.\d+)?)\]"
    r"|\[(?P<elapsed>h+|m+|s+)\]"
    r"|(?P<general>General)|(?P<half>AM/PM|A/P)"
    r"|(?P<clock>h+|m+|s+)"
    r"|(?P<weekday>a{3,4})|(?P<era>g{1,3}|e{1,2}(?![+-]))"
    r"|(?P<digits>[0#?,.]+)|(?P<text>@)|(?P<percent>%)"
    r"|(?P<end>;)|(?P<plain>[^\[\]A-Za-z/!\"\\_*])",
    re.IGNORECASE | re.DOTALL,
)
"""ISO 29500-1, 18.8.31.  Of dates only weekdays and years are among these; no exponents and no fractions are."""
_COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
    "<>": operator.ne,
}
_LITERAL = ("quoted", "escaped", "currency", "plain")
_UNSAID = ("gap", "fill", "colour")
_OF_TIME = ("elapsed", "clock", "half", "weekday", "era")
_LONGEST = 255
"""Characters of a format, as Excel has it."""
_MOST_DECIMALS, _LARGEST = 10, 10**15
"""Excel knows fifteen digits."""
_OF_CHINESE = re.compile(r"\[\$[^\]]*-(?:\w*[048c]04|zh[^\]]*)\]", re.IGNORECASE)
"""A place whose language it is, by its number or name (MS-LCID)."""
_PARTS_OF_A_SECOND = re.compile(r"\.0{1,3}")
_OF_A_PLACE = '"$"'
"""In the formats that every file has, which show the currency of the place where it is opened."""

_Piece = tuple[str, str]
"""(kind, what it says)."""


def in_format(value: object, number_format: str) -> str | None:
    """The value as the format shows it; None: there is none, or it is not a usual one."""
    if isinstance(value, bool):
        return str(value).upper()
    if number_format in ("", "General", "@") or len(number_format) > _LONGEST or _OF_A_PLACE in number_format:
        return None
    sections = _parsed(number_format)
    if sections is None:
        return None
    if isinstance(value, int | float):
        return _number(Decimal(f"{value:.15g}"), sections)
    if isinstance(value, datetime) and any(kind == "weekday" for kind, _ in sections[0]):
        return _weekday(value, sections[0], "zh" if _OF_CHINESE.search(number_format) else "ja")
    if isinstance(value, time | datetime | timedelta):
        return _moment(value, sections[0])
    return _text(str(value), sections[-1])


def shows_only_weekdays_or_eras(number_format: str) -> bool:
    """Whether it shows numbers as days, though it has no letter for a day, month or year that openpyxl knows: `aaa`,
    `ggge"年度"`."""
    sections = _parsed(number_format) if len(number_format) <= _LONGEST else None
    kinds = {kind for kind, _ in sections[0]} if sections else set()
    return bool(kinds & {"weekday", "era"}) and kinds <= {"weekday", "era", *_UNSAID, *_LITERAL}


@lru_cache(maxsize=1024)
def _parsed(number_format: str) -> tuple[tuple[_Piece, ...], ...] | None:
    """The pieces of each section; None: one is unknown."""
    sections: list[list[_Piece]] = [[]]
    at = 0
    while at < len(number_format):
        found = _PIECE.match(number_format, at)
        if found is None or found.lastgroup is None:
            return None
        if found.lastgroup == "end":
            sections.append([])
        else:
            sections[-1].append((found.lastgroup, found[found.lastgroup]))
        at = found.end()
    return tuple(map(tuple, sections))


def _number(value: Decimal, sections: Sequence[Sequence[_Piece]]) -> str | None:
    if not value.is_finite() or abs(value) >= _LARGEST:
        return None
    chosen, signed = _section(value, [each for each in sections if ("text", "@") not in each])
    if chosen is None or any(kind in _OF_TIME for kind, _ in chosen):
        return None
    kinds = [kind for kind, _ in chosen]
    if kinds.count("percent") > 1 or kinds.count("general") > 1 or {"general", "digits"} <= {*kinds}:
        return None
    shown = abs(value).scaleb(2 * kinds.count("percent"))
    if "general" in kinds:
        digits: list[str] | None = [f"{shown:f}" if shown == shown.to_integral_value() else f"{float(shown):.10g}"]
    else:
        digits = _digits(shown, [said for kind, said in chosen if kind == "digits"])
    if digits is None:
        return None
    left = iter(digits)
    filled = (next(left) if kind in ("general", "digits") else _literal(kind, said) for kind, said in chosen)
    words = " ".join("".join(filled).split())
    return f"-{words}" if signed and any(map(str.isdigit, words.replace("0", ""))) else words


def _section(value: Decimal, sections: Sequence[Sequence[_Piece]]) -> tuple[Sequence[_Piece] | None, bool]:
    """(the section that shows the number, whether a minus stands before it)."""
    conditions = [next((said for kind, said in each if kind == "condition"), "") for each in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            sign = re.match("[<>=]+", condition)
            if not sign or (sign[0] in _COMPARED and _COMPARED[sign[0]](value, Decimal(condition[sign.end() :]))):
                return section, value < 0
        return None, False
    if len(sections) > 2 and value == 0:
        return sections[2], False
    if len(sections) > 1 and value < 0:
        return sections[1], _tells_sign_by_colour(sections)
    return (sections[0] if sections else None), value < 0


def _tells_sign_by_colour(sections: Sequence[Sequence[_Piece]]) -> bool:
    """Whether nothing but a colour, which is not told, says that a number is below zero: `#,##0;[Red]#,##0`."""
    above, below = ("".join(said for kind, said in each if kind in _LITERAL).split() for each in sections[:2])
    return above == below and any(kind == "colour" for kind, _ in sections[1])


def _digits(value: Decimal, places: Sequence[str]) -> list[str] | None:
    """What stands in each run of places for digits, such as `000` and `0000` of `000-0000`; None: it cannot be told."""
    if not places:
        return []
    if len(places) > 1:
        if any(set(run) & {".", ","} for run in places):
            return None
        return _spread(_whole(value.quantize(Decimal(1), ROUND_HALF_UP), "".join(places)), places)
    whole, _, decimals = places[0].partition(".")
    behind = decimals.rstrip(",")
    if not set(places[0]) & set("0#?") or set(behind) & {".", ","} or len(behind) > _MOST_DECIMALS:
        return None
    thousands = len(whole) - len(whole.rstrip(",")) + len(decimals) - len(behind)
    scaled = value.scaleb(-3 * thousands)
    rounded = scaled.quantize(Decimal(1).scaleb(-len(behind)), ROUND_HALF_UP)
    number, _, fraction = f"{rounded:f}".partition(".")
    least = len(behind.rstrip("#?"))
    fraction = fraction[:least] + fraction[least:].rstrip("0")
    number = _whole(Decimal(number), whole)
    if "," in whole.rstrip(","):
        number = "".join(f",{sign}" if at and (len(number) - at) % 3 == 0 else sign for at, sign in enumerate(number))
    return [f"{number}.{fraction}" if fraction else number]


def _whole(value: Decimal, places: str) -> str:
    """Its digits, of which each place from the first 0 on shows one."""
    return f"{value:f}".lstrip("0").rjust(len(places.replace(",", "").lstrip("#?")), "0")


def _spread(number: str, places: Sequence[str]) -> list[str]:
    """The digits of a whole number over several runs of places, filled from the right."""
    filled: list[str] = []
    for run in reversed(places[1:]):
        filled.append(number[-len(run) :])
        number = number[: -len(run)]
    return [number, *reversed(filled)]


def _literal(kind: str, said: str) -> str:
    return said if kind in _LITERAL else "%" if kind == "percent" else " " if kind == "gap" else ""


def _weekday(value: datetime, section: Sequence[_Piece], language: Language) -> str | None:
    """None: the format shows something else of it too."""
    if not {kind for kind, _ in section} <= {"weekday", *_UNSAID, *_LITERAL}:
        return None
    short, whole = (days[value.weekday()] for days in pack_of(language).documents.weekdays)
    filled = (
        (short if len(said) == 3 else whole) if kind == "weekday" else _literal(kind, said) for kind, said in section
    )
    return " ".join("".join(filled).split())


def _moment(value: time | datetime | timedelta, section: Sequence[_Piece]) -> str | None:
    """A time of the day, or how long something takes; None: the format has a date, or none of the clock."""
    clock = [said.lower() for kind, said in section if kind in ("elapsed", "clock")]
    if not clock or any(kind in ("general", "percent", "text", "condition") for kind, _ in section):
        return None
    parts = [said for kind, said in section if kind == "digits"]
    if any(not _PARTS_OF_A_SECOND.fullmatch(said) for said in parts):
        return None
    if isinstance(value, datetime) and any(kind == "elapsed" for kind, _ in section):
        return None
    decimals = max((len(said) - 1 for said in parts), default=0)
    exact = _seconds(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    seconds, behind = int(exact), f"{exact:f}".partition(".")[2]
    if exact < 0 or (isinstance(value, datetime) and "h" not in "".join(clock)):
        return None
    halved, shown = any(kind == "half" for kind, _ in section), ""
    for kind, said in section:
        if kind == "digits":
            shown += f".{behind[: len(said) - 1]}"
        elif kind == "half":
            shown += "AM" if seconds % 86_400 < 43_200 else "PM"
        elif kind in ("elapsed", "clock"):
            unit = said[0].lower()
            many = seconds // {"h": 3600, "m": 60, "s": 1}[unit]
            if kind == "clock":
                many = many % 60 if unit != "h" else (many % 24 + 11) % 12 + 1 if halved else many % 24
            shown += f"{many:0{min(len(said), 2)}d}"
        else:
            shown += _literal(kind, said)
    return " ".join(shown.split())


def _seconds(value: time | datetime | timedelta) -> Decimal:
    """Since midnight, or in all."""
    if not isinstance(value, timedelta):
        value = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    return Decimal(value // timedelta(microseconds=1)).scaleb(-6)


def _text(value: str, section: Sequence[_Piece]) -> str | None:
    """What a section for text makes of it; None: it is none, or there is nothing but the text."""
    kinds = {kind for kind, _ in section}
    if "text" not in kinds or not kinds <= {"text", *_UNSAID, *_LITERAL} or not kinds & {*_LITERAL}:
        return None
    return "".join(value if kind == "text" else _literal(kind, said) for kind, said in section).strip()
