"""Tables whose rows say by themselves what they are of, and cells that mean what another cell says."""

from collections.abc import Sequence

from yorisoi.language.packs import words_of_all

_MARKS, _AROUND = "〃〻々″”“\"'′↑↓←→ ", "()（）[]［］*。. "
_DASHES = "-‐‑‒–—―─－ーｰ~〜～ \t\u3000"
_BELOW = "└├┗┣┝↳"
"""What parts of the row above begin with."""
_words = words_of_all(lambda pack: pack.documents.dittos)


def is_ditto(cell: str) -> bool:
    """Whether a cell is 〃, 同上 or the like; what is in brackets behind it changes nothing.

    >>> [is_ditto(cell) for cell in ("〃", "同上（税別）", "(Ditto)", "上の階", "")]
    [True, True, True, False, False]
    """
    said = cell.strip(_AROUND).partition("（")[0].partition("(")[0].strip(_AROUND)
    return bool(said) and (not said.strip(_MARKS) or said.casefold() in _words())


def is_empty(cell: str) -> bool:
    """Whether a cell says nothing, or a dash that it says nothing.

    >>> [is_empty(cell) for cell in ("", " － ", "-", "0", "×")]
    [True, True, True, False, False]
    """
    return not cell.strip(_DASHES)


def stand_by_themselves(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether each row says what it is of, below what the columns are called, and may be told without the others.

    Not where columns are called alike or not at all, a cell before the last column is empty or says that the one above
    goes on, a row is a heading of others or goes on below one, or the first one holds nothing but units.
    """
    if not all(names[1:]) or len(set(names)) < len(names) or _are_units(rows):
        return False
    return all(
        len(row) == len(names)
        and all(row[:-1])
        and row[0][0] not in _BELOW
        and not any(map(is_ditto, row))
        and not is_heading(row, names)
        for row in rows
    )


def is_heading(row: Sequence[str], names: Sequence[str]) -> bool:
    """Whether nothing but the first cell says something, or one behind it what its column is called, and none a figure:
    復路 | 工場発 | 駅着 | 備考 below 往路 | 駅発 | 工場着 | 備考."""
    alone = not is_empty(row[0]) and all(is_empty(cell) or cell == row[0] for cell in row)
    again = any(name and name in cell for name, cell in zip(names[1:], row[1:], strict=False))
    return len(row) > 1 and (alone or (again and not any(map(_has_figure, row[1:]))))


def _are_units(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has no figure beside its first cell, and all others do: 単位, 千円, 人."""
    figures = [any(map(_has_figure, row[1:])) for row in rows]
    return len(rows) > 1 and not figures[0] and all(figures[1:])


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))
