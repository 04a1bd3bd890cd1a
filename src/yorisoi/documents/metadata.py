"""Owner, contact, dates, audience: the same words whichever format they come in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from yorisoi.documents.field_names import items, spellings
from yorisoi.documents.readers import declared_groups
from yorisoi.errors import DocumentError
from yorisoi.language.eras import eras
from yorisoi.language.packs import words_of_all
from yorisoi.types import LONGEST_PERSON

FIELDS = ("title", "owner", "contact", "updated", "applies_to", "groups")

# Creators that office software and libraries write when nobody is named.
_NOBODY = {"", "anonymous", "(anonymous)", "unknown", "python-docx", "openpyxl", "microsoft office user", "user"}
_no_titles = words_of_all(lambda pack: pack.documents.no_titles)
_APPLICATION = re.compile(r"^Microsoft (?:Word|PowerPoint|Excel) - |\.(?:docx?|pptx?|xlsx?)$", re.IGNORECASE)


_MOST_ATTRIBUTES, _LONGEST = 50, 100
"""By which a page says for whom it holds, and the characters of a name or a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    title: str | None = None
    owner: str | None = None
    contact: str | None = None
    updated: date | None = None
    applies_to: Mapping[str, str] = field(default_factory=dict)
    groups: frozenset[str] = frozenset()


def metadata(fields: Mapping[str, object]) -> Metadata:
    """What the fields of a front matter, a table row or a file's properties say.

    Unknown fields and dates that cannot be read are left out.  Raises AccessUnclear, whatever else is wrong: who may
    read it is unclear (`declared_groups`); DocumentError: a mistake in `applies_to`, which says for whom it holds.
    """
    groups = declared_groups(fields)
    known = {name: _first(fields, spellings(name)) for name in FIELDS}
    return Metadata(
        title=_line(known["title"]),
        owner=_person(known["owner"]),
        contact=_person(known["contact"]),
        updated=_dated(fields),
        applies_to=_audience(known["applies_to"]),
        groups=groups,
    )


def from_properties(title: str, owner: str, updated: str) -> Metadata:
    """What a file's properties say, without the fillers that software writes by itself."""
    title = _APPLICATION.sub("", title.strip())
    return Metadata(
        title=None if not title or title.casefold() in _no_titles() else _line(title),
        owner=None if owner.strip().casefold() in _NOBODY else _person(owner),
        updated=parse_date(updated),
    )


def parse_date(text: str) -> date | None:
    """The first day named in a text: ISO, 2025/4/1, 2025年4月1日, 令和7年4月1日; None when there is none."""
    if not (match := _dates().search(text[:100])):
        return None
    era, year, month, day = match.groups()
    number = 1 if year == "元" else int(year)
    try:
        return date(number + eras().get(era, 0), int(month), int(day))
    except ValueError:
        return None


@cache
def _dates() -> re.Pattern[str]:
    named = "|".join(map(re.escape, eras()))
    return re.compile(rf"({named})?\s*(\d{{1,4}}|元)\s*[-/.年]\s*(\d{{1,2}})\s*[-/.月]\s*(\d{{1,2}})")


def _first(fields: Mapping[str, object], spellings: tuple[str, ...]) -> object:
    return next((fields[name] for name in spellings if fields.get(name)), None)


def _line(value: object) -> str | None:
    """A value on one line; a list becomes an enumeration."""
    values = value if isinstance(value, list) else [value]
    text = "、".join(" ".join(item.split()) for item in values if isinstance(item, str))
    return text or None


def _person(value: object) -> str | None:
    line = _line(value)
    return line and line[:LONGEST_PERSON]


def _dated(fields: Mapping[str, object]) -> date | None:
    values = (fields.get(name) for name in spellings("updated"))
    return next((day for value in values if isinstance(value, str) and (day := parse_date(value))), None)


def _audience(value: object) -> dict[str, str]:
    """An attribute -> value mapping, or its one-line form `勤務地=大阪支社; 雇用区分=正社員` of tables."""
    if not value:
        return {}
    if isinstance(value, str):
        value = dict(_pair(item) for item in items(value))
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise DocumentError("applies_to must map each attribute to one value, such as 勤務地: 大阪支社")
    found = {str(name).strip(): item.strip() for name, item in value.items() if item.strip()}
    if len(found) > _MOST_ATTRIBUTES:
        raise DocumentError(f"applies_to has {len(found)} attributes; a page may have {_MOST_ATTRIBUTES}")
    if longest := max((len(part) for pair in found.items() for part in pair if len(part) > _LONGEST), default=0):
        raise DocumentError(f"applies_to has a name or value of {longest} characters; {_LONGEST} are the most")
    return found


def _pair(item: str) -> tuple[str, str]:
    name, found, value = re.sub("[＝:：]", "=", item, count=1).partition("=")
    if not (found and name.strip() and value.strip()):
        raise DocumentError(f"applies_to must map each attribute to one value, not {item!r}")
    return name, value
