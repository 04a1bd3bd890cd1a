"""Who may read a page, said where no field says it: in a line of the text, or in a cell of a table."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from yorisoi.documents.metadata import field_name, spellings
from yorisoi.errors import AccessUnclear

HEAD_LINES = 30
"""So many lines of a text, and rows of a table, are looked at: who may read a page is said at its head."""

_NAMED = re.compile(r"""^[\s"'{,?]*([^\s"'{,?:=][^"':=]*)["']?\s*[:=]|["']([^"':=]+)["']\s*[:=]""")
"""A name and what follows it, at the beginning of a line; in quotation marks anywhere, as JSON has it."""
_SHOWN = re.compile("[:=】]")
"""What ends a name where it is written for people: `**閲覧グループ**: 人事`, `■公開範囲：人事`, 【閲覧グループ】."""
_MOST_CHARACTERS = 2_000
"""Of a line: what is said at its beginning, within a time that does not grow with it."""
_MOST_OF_NAME = 80
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_EDGES = re.compile(r"^[^\w`]+|[^\w`]+$")
_INSIDE = re.compile(r"[\s/]+")
_SEPARATORS = re.compile(r"[^\w\s/-]+")


def line_of_groups(lines: Iterable[str]) -> str | None:
    """The first line that begins with a name that says who may read something, as a field does."""
    for line in lines:
        found = _NAMED.findall(field_name(line))
        if any(name.strip() in spellings("groups") for either in found for name in either):
            return _short(line)
    return None


def check_text(text: str, *, columns: bool = True) -> None:
    """Raises AccessUnclear: a text that seems to say at its head who may read it.

    Without `columns` a table's cells count only where they begin a row.
    """
    head = [line[:_MOST_CHARACTERS] for line in islice(filter(str.strip, text.splitlines()), HEAD_LINES)]
    if found := line_of_groups(head) or next(filter(_is_shown, head), None):
        raise AccessUnclear(f"has the line {_short(found)!r}, which is no field: who may read it is unclear")
    rows = (_CELL_BORDER.split(line.strip().removeprefix("|")) for line in head if "|" in line)
    check_rows(row if columns else row[:1] for row in rows)


def check_rows(rows: Iterable[Sequence[str]]) -> None:
    """Raises AccessUnclear: a table whose first rows name a column, or a line, of who may read it."""
    for cell in chain.from_iterable(islice(rows, HEAD_LINES)):
        if _names_groups(cell) or _is_shown(cell):
            raise AccessUnclear(f"has a table with the cell {_short(cell)!r}: who may read it is unclear")


def parts(cell: str) -> Iterator[str]:
    """A cell, and what stands in it between signs that might separate cells."""
    yield cell
    yield from _SEPARATORS.split(cell)


def _is_shown(line: str) -> bool:
    name, *value = _SHOWN.split(field_name(line[:_MOST_CHARACTERS]), maxsplit=1)
    return bool(value) and _names_groups(name)


def _names_groups(cell: str) -> bool:
    """Whether a cell is such a name, also when it is emphasised or broken in two lines; code only mentions it."""
    name = cell.strip()
    if len(name) > _MOST_OF_NAME:
        return False
    return _INSIDE.sub("", _EDGES.sub("", field_name(name))) in spellings("groups")


def _short(text: str) -> str:
    return " ".join(text.split())[:80]
