"""Owner, contact, dates, audience: the same words whichever format they come in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from functools import cache, lru_cache
from unicodedata import category

from yorisoi.documents.open_days import is_gone_by, is_vague, open_days
from yorisoi.documents.reader_names import (
    as_called,
    asked_for,
    is_prose,
    parts_of_name,
    speaks_of_readers,
    without_count,
    without_signs,
)
from yorisoi.errors import AccessUnclear, DocumentError
from yorisoi.language.figures import eras
from yorisoi.language.normal import normal_form
from yorisoi.language.packs import packs, words_of_all
from yorisoi.types import LONGEST_PERSON, group_names

FIELDS = ("title", "owner", "contact", "updated", "applies_to", "groups")

# Creators that office software and libraries write when nobody is named.
_NOBODY = {"", "anonymous", "(anonymous)", "unknown", "python-docx", "openpyxl", "microsoft office user", "user"}
_no_titles = words_of_all(lambda pack: pack.documents.no_titles)
_APPLICATION = re.compile(r"^Microsoft (?:Word|PowerPoint|Excel) - |\.(?:docx?|pptx?|xlsx?)$", re.IGNORECASE)


_MOST_ATTRIBUTES, _LONGEST = 50, 100
"""By which a page says for whom it holds, and the characters of a name or a value."""
_VOCABULARY = re.compile(r"^[\w-]+[.:/](?=\w)")
"""Whose word a field is: `dc:accessRights`, `dcterms.accessRights`."""
_PART_OF_FIELD = re.compile(r"[.:/(\[].*")
"""`groups.read`, `groups[]`."""
_OF_DAYS = frozenset(("opens_on", "closes_on"))
_YES, _NO = frozenset("1○◯〇◎●⭕✓✔☑✅"), frozenset("0×✕✖✗✘❌☒☐")
"""As tables have them, in any language."""
_NO_LETTER = re.compile(r"[\W_]+")
_ADDED = re.compile(r"\([^()]*\)?\s*$")
_ENDS = " .。!"
"""What may stand behind a yes: はい（人事部）。"""
_OF_A_FILE = re.compile(r"read[\W_]*only")
"""What sounds like readers and, said by yes or no, speaks of who may write."""
_NEARLY = 0.8
"""Similarity (difflib) from which a field's name is mistyped: `group` has .91, two letters that changed places .83."""
COLONS = "∶꞉ː˸։⁚⁝׃܃܄᛬᠃᠉ꓽ︰"
"""What passes for a colon.  Source: the Unicode table of confusables (UTS #39)."""
_ONE_COLON = str.maketrans(dict.fromkeys(COLONS, ":"))
_NESTED = "…"
_NOTHING = frozenset(("null", "nan"))
"""As programs write what is empty."""
_BROKEN = re.compile("[\0\ud800-\udfff]")
"""What an escape of YAML or JSON can write and a database cannot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    title: str | None = None
    owner: str | None = None
    contact: str | None = None
    updated: date | None = None
    applies_to: Mapping[str, str] = field(default_factory=dict)
    groups: frozenset[str] = frozenset()
    until: date | None = None
    """The last day on which it is open to everyone."""


def as_compared(written: str) -> str:
    """What is written as names are compared: one width, composed, small letters, nothing unseen, one kind of colon."""
    return normal_form(_seen(written))


def readings(written: str) -> tuple[str, ...]:
    """What is written as it is, where signs are letters (`閲覧グ㋸ープ`), and without those that may be words of their
    own (`㊙公開範囲`)."""
    return (written,) if without_signs(written) == written else (written, without_signs(_seen(written)))


def field_name(written: str) -> str:
    """A field's or column's name as names are compared; without its signs where it says by that who may read a page."""
    names = [as_compared(each) for each in readings(written)]
    if len(names) == 1:
        return names[0]
    of_readers = [name for name in names if _is_of_readers(name)]
    return next((name for name in of_readers if name in spellings("groups")), [*of_readers, *names][0])


def _seen(written: str) -> str:
    return "".join(character for character in written.translate(_ONE_COLON) if category(character) != "Cf")


@cache
def spellings(field: str) -> tuple[str, ...]:
    """How a field such as `title` may be called, in any language."""
    return tuple(as_compared(name) for pack in packs().values() for name in pack.documents.fields.get(field, ()))


def means_groups(name: str) -> bool:
    """Whether a field's name is that of who may read a page, or nearly."""
    return nearest_of_groups(name) is not None


@lru_cache(maxsize=4096)
def nearest_of_groups(name: str) -> str | None:
    """The spelling of `groups` that such a name is, or is taken for."""
    if (whole := _PART_OF_FIELD.sub("", name)) in spellings("groups"):
        return whole
    near = (get_close_matches(each, spellings("groups"), 1, _NEARLY) for each in as_called(name))
    return next((match for matches in near for match in matches), None) or _named_within(name)


def field_of_groups(name: str) -> str | None:
    """The same of a field, a column or a meta, which may be counted (`group 1`) or a phrase (公開範囲 ご選択): lines
    begin so in any text."""
    return nearest_of_groups(name) or nearest_of_groups(without_count(name)) or _among(parts_of_name(name))


def _named_within(name: str) -> str | None:
    """The spelling of `groups` that is a part of a name, or asked for by it: 公開範囲 Groups, 公開範囲_部署,
    公開範囲を選択.

    One in Latin letters only beside other letters, which may say the same: there are `age groups`.  Hiragana joins
    the words of another name: 公開範囲の変更日.
    """
    return _among((*(() if is_prose(name) else parts_of_name(name)), asked_for(name)))


def _is_of_readers(name: str) -> bool:
    plain = _VOCABULARY.sub("", name)
    return any(field_of_groups(each) or speaks_of_readers(each) for each in (name, plain))


def _among(parts: Sequence[str]) -> str | None:
    if all(map(str.isascii, parts)):
        return None
    return next((each for each in spellings("groups") if each in parts), None)


def metadata(fields: Mapping[str, object]) -> Metadata:
    """What the fields of a front matter, a table row or a file's properties say.

    Unknown fields and dates that cannot be read are left out.  `applies_to` and `groups` say for whom a page is, so a
    mistake there, in the spelling of `groups`, or another word for it, is an error and not a page for everyone.
    Raises AccessUnclear for the latter, whatever else is wrong; DocumentError for the first.
    """
    groups = _groups(fields)
    known = {name: _first(fields, spellings(name)) for name in FIELDS}
    return Metadata(
        title=_line(known["title"]),
        owner=_person(known["owner"]),
        contact=_person(known["contact"]),
        updated=_dated(fields),
        applies_to=_audience(known["applies_to"]),
        groups=groups,
        until=None if groups else _last_day(fields),
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


def _groups(fields: Mapping[str, object]) -> frozenset[str]:
    """Who may read it; no field means everyone, and a field that names nobody is a mistake."""
    for name, value in fields.items():
        yes, no = (_as_told(value) in some for some in _yes_and_no())
        if (no and "closing" in _kinds(name)) or ((yes or no) and _OF_A_FILE.fullmatch(name)):
            continue  # `restricted: no`
        plain = _VOCABULARY.sub("", name)
        meant = field_of_groups(name) or field_of_groups(plain)
        if name not in spellings("groups") and (meant or any(map(speaks_of_readers, (name, plain)))):
            raise AccessUnclear(f"has a field {name!r}; if it is to say who may read it, write {meant or 'groups'}")
    said = [name for name in spellings("groups") if name in fields]
    if not said:
        check_open(fields)
        return frozenset()
    if len(said) > 1:
        raise AccessUnclear(f"says twice who may read it: {' and '.join(said)}")
    value = fields[said[0]]
    values = items(value) if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) and item.strip() for item in values):
        raise AccessUnclear(f"{said[0]} must be a list of names, such as [hr, legal]")
    if not values:
        raise AccessUnclear(f"{said[0]} names nobody; leave it out where everyone may read")
    if any(_BROKEN.search(item) for item in values):
        raise AccessUnclear(f"{said[0]} holds a name with a character that no store can keep")
    return group_names(item.strip() for item in values)


def _not_plainly_open(fields: Mapping[str, object]) -> str | None:
    """The field that says that a page is not for everyone, and not for whom, and how: `private: true`, `公開: 非公開`,
    `公開日` with a day to come; or nothing that is known to mean it is."""
    for name, value in fields.items():
        if not value or not (_values_that_open(name) or _kinds(name)):
            continue
        if how := next((how for said in _each_told(value) if (how := _closes(name, said))), None):
            return f"{name!r} that {how}"
    return None


def check_open(fields: Mapping[str, object]) -> date | None:
    """The last day on which what has these fields is open to everyone, where they name one.  Raises AccessUnclear: one
    says that it is not open to everyone today."""
    if closed := _not_plainly_open(fields):
        raise AccessUnclear(f"has a field {closed}; write groups to say who may read it")
    return _last_day(fields)


def _last_day(fields: Mapping[str, object]) -> date | None:
    of_days = ((_kinds(name), value) for name, value in fields.items() if value and _kinds(name) & _OF_DAYS)
    days = filter(None, (_open_days(kinds, said) for kinds, value in of_days for said in _each_told(value)))
    return min((last for _, last in days if last < date.max), default=None)


def names_no_day(name: str, said: str) -> bool:
    """Whether a field of nothing but days of publication has a value that is none, such as `N/A`."""
    kinds = _kinds(name)
    return bool(kinds) and kinds <= _OF_DAYS and _open_days(kinds, as_compared(said)) is None


def day_that_closes(fields: Mapping[str, object]) -> str | None:
    """The field that says that a page, of which none says who may read it, is not open today: its day of publication is
    to come, or the last one gone by."""
    if any(name in fields for name in spellings("groups")):
        return None
    told = ((name, _not_today(_kinds(name), as_compared(str(value)))) for name, value in fields.items() if value)
    return next((f"{name!r} that {how}" for name, how in told if how), None)


def _closes(name: str, said: str) -> str | None:
    """How a field keeps a page from everyone: one that asks whether it is open says anything but yes; one with a word
    of opening or closing in its name says no or yes; its state is such a word; its day is not there yet, or over."""
    kinds, does_not_open = _kinds(name), "does not open it to everyone"
    if opens := _values_that_open(name):
        tells_when = opens >= _YES and len(said) <= _LONGEST and is_gone_by(said)
        return None if tells_when or _all_among(said, opens) else does_not_open
    word = _ADDED.sub("", said[: _LONGEST + 1]).strip(_ENDS)
    closed = len(word) <= _LONGEST and "closing" in _kinds(word)
    yes, no = (word in some for some in _yes_and_no())
    if ("closing" in kinds and (closed or yes)) or ("opening" in kinds and (closed or no)):
        return does_not_open
    if "state" in kinds and (closed or word in _words("unfinished")):
        return does_not_open
    if "label" in kinds and not _words("stamps").isdisjoint(items(word)):
        return does_not_open
    return _not_today(kinds, said)


def _not_today(kinds: frozenset[str], said: str) -> str | None:
    """How a field of days closes a page: its first day is to come, its last one gone by, or it names none."""
    if not kinds & _OF_DAYS or _needs_no_day(kinds, said):
        return None
    if "opening" in kinds and is_vague(said[:_LONGEST]):
        return None
    if not (days := _open_days(kinds, said)):
        return "names no day such as 2027-04-01"
    first, last = days
    if first > date.today():
        return f"opens it on {first} only: ingest it again then"
    return f"closed it after {last}" if last < date.today() else None


def _open_days(kinds: frozenset[str], said: str) -> tuple[date, date] | None:
    if _needs_no_day(kinds, said):
        return None
    return open_days(said, begins="opens_on" in kinds, ends="closes_on" in kinds) if len(said) <= _LONGEST else None


def _needs_no_day(kinds: frozenset[str], said: str) -> bool:
    """Whether such a field says without one that a page is open, or says nothing: 公開済み, 無期限."""
    words = _words("endless") | _NOTHING
    if "opens_on" in kinds and "closing" not in kinds:
        words |= _words("opens")
    if "closes_on" in kinds or "closing" in kinds:
        words |= _yes_and_no()[1]
    return not any(map(str.isalnum, said)) or _all_among(said, words)


def _as_told(value: object) -> str:
    """A value as it is compared; of lists in lists only that they are there: aliases of aliases have no end."""
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return _NESTED if any(isinstance(each, list | dict) for each in held) else as_compared(str(value))


def _each_told(value: object) -> Iterator[str]:
    """The same, one by one of a list, without what is empty."""
    whole = _as_told(value)
    listed = value if isinstance(value, list) and whole != _NESTED else [whole]
    yield from filter(None, (as_compared(str(each)) for each in listed))


@cache
def _words(kind: str) -> frozenset[str]:
    """What the packs name so of the values of fields."""
    return frozenset(word for pack in packs().values() for word in getattr(pack.documents, kind))


@cache
def _yes_and_no() -> tuple[frozenset[str], frozenset[str]]:
    documents = [pack.documents for pack in packs().values()]
    return _YES.union(*(each.yes for each in documents)), _NO.union(*(each.no for each in documents))


@lru_cache(maxsize=4096)
def _kinds(name: str) -> frozenset[str]:
    """Which of these words a field's name or its value is; one of closing is none of opening: 非公開."""
    documents = [pack.documents for pack in packs().values()]
    called = [_NO_LETTER.sub("", each) for each in as_called(name) if len(each) <= _LONGEST]
    found = {
        kind: any(pattern.fullmatch(each) for pattern in some for each in called)
        for kind, some in (
            ("closing", [each.closing for each in documents]),
            ("opening", [each.opening for each in documents]),
            ("state", [each.state for each in documents]),
            ("opens_on", [each.opens_on for each in documents]),
            ("closes_on", [each.closes_on for each in documents]),
            ("label", [each.label for each in documents]),
        )
    }
    return frozenset(kind for kind, is_one in found.items() if is_one and not (kind == "opening" and found["closing"]))


def _all_among(said: str, opens: frozenset[str]) -> bool:
    """Whether a value is one of these, and what is added to it in brackets another: 公開中（全社）."""
    value, bracket, added = said.partition("(")
    return said in opens or (bracket != "" and value.strip() in opens and added.removesuffix(")").strip() in opens)


@lru_cache(maxsize=4096)
def _values_that_open(name: str) -> frozenset[str]:
    """What a field says of a page for everyone; empty: the field speaks of something else."""
    documents = [pack.documents for pack in packs().values()]
    bare = [_NO_LETTER.sub("", each) for each in as_called(name)]
    if any(each.closed_if.fullmatch(called) for each in documents for called in bare):
        return _NO.union(*(each.no for each in documents))
    if any(each.open_if.fullmatch(called) for each in documents for called in bare):
        return _YES.union(*(each.yes | each.opens for each in documents))
    return frozenset()


def items(text: str) -> list[str]:
    """What a list in one line enumerates."""
    return [item.strip() for item in re.split("[;,、；，|]", text) if item.strip()]
