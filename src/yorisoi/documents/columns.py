"""What the columns of a table are called, and what stands above them."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

_BORDER = re.compile(r"(?<!\\)\|")
_NUMBER = re.compile(r"[¥△▲+-]?\d[\d,.]*[%円]?")
"""A cell that is one."""
_LEVELS = 2
"""Of names, below the first."""


def under_columns(lead: str, lines: Sequence[str]) -> tuple[str, str, list[str]]:
    """What stands above a table's columns, what they are called, and the rows.

    A first row that is mostly empty is a title (2026年度 | | | 単位：千円); where columns beside each other are called
    alike (売上高 | 売上高, or 売上高 over both), the row below them says which is which (上期 | 下期).  Such rows hold
    no bare number.
    """
    if len(lines) < 3 or lines[1].strip(" \t|:-\n"):
        return lead, "", list(lines)
    names, rule, own = cells_of(lines[0]), lines[1], [line for line in lines[2:] if line.strip()]
    if own and _is_sparse(names) and not _is_sparse(below := cells_of(own[0])) and not _has_number(own[0]):
        lead, names, own = f"{lead}{' '.join(filter(None, names))}\n\n", below, own[1:]
    for row in own[:_LEVELS]:
        if not _tells_columns_apart(row, names):
            break
        over: Iterator[str] = accumulate(names, lambda left, name: name or left)
        names = [" ".join(dict.fromkeys(filter(None, pair))) for pair in zip(over, cells_of(row), strict=True)]
        own = own[1:]
    return (lead, f"| {' | '.join(names)} |\n{rule}", own) if own else (lead, "", list(lines))


def cells_of(row: str) -> list[str]:
    return [cell.strip() for cell in _BORDER.split(row.strip().strip("|"))]


def _is_sparse(cells: Sequence[str]) -> bool:
    return 2 * sum(map(bool, cells)) < len(cells)


def _tells_columns_apart(row: str, names: Sequence[str]) -> bool:
    """A name over several columns stands in each of them or in the first; a row that has a first cell of its own is of
    something."""
    below = cells_of(row)
    if _has_number(row) or len(below) != len(names) or below[0] not in ("", names[0]):
        return False
    return (not all(names) and below[0] != "") or any(name and name == other for name, other in pairwise(names))


def _has_number(row: str) -> bool:
    return any(map(_NUMBER.fullmatch, cells_of(row)))


def heads_of(rows: Sequence[Sequence[str]]) -> dict[int, int | None]:
    """Of each row of cells the one above it that only says what those below it are of (【日帰り】 | | ), by their
    places; such rows themselves are left out."""
    found: dict[int, int | None] = {}
    head = None
    for at, row in enumerate(rows):
        if _heads(row) and at + 1 < len(rows) and not _heads(rows[at + 1]):
            head = at
        else:
            found[at] = head
    return found


def _heads(row: Sequence[str]) -> bool:
    return len(row) > 1 and bool(row[0]) and not any(row[1:])
