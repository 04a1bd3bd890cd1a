"""Tables whose rows say by themselves what they are of, and cells that mean what another cell says."""

import re
from collections.abc import Sequence
from itertools import groupby

from yorisoi.language.packs import packs, words_of_all

_MARKS, _AROUND = "〃〻々″”“\"'′↑↓←→ ", "()（）[]［］*。. "
_DASHES = "-‐‑‒–—―─－ーｰ~〜～ \t\u3000"
_BELOW = "└├┗┣┝↳"
"""What parts of the row above begin with."""
_HEADS = "▼▽■□◆◇【《〔"
"""What a row begins with that heads those below it, where a cell of it is empty."""
_INDENTED = re.compile(r"\s*\|[ \t]*(?:[\u3000\xa0]|&[a-z]{1,2}sp;)")
_UNIT = 6
"""Characters of the longest: 千円／台."""
_BORDER = re.compile(r"(?<!\\)\|")
_words = words_of_all(lambda pack: pack.documents.dittos)


def cells(line: str) -> list[str]:
    r"""Of a row in Markdown, without blanks around them; any other line is one.

    >>> cells(r"|利益|20\|30||")
    ['利益', '20|30', '']
    """
    parted = _BORDER.split(line.strip().removeprefix("|").removesuffix("|"))
    return [" ".join(cell.replace(r"\|", "|").split()) for cell in parted]


def left_out(row: Sequence[str]) -> str:
    """A row that stands for others of as many cells that are left out: they look like all.

    >>> left_out(["学割", "3,000円"])
    '| … | … |\\n'
    """
    return f"|{' … |' * len(row)}\n"


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


def announces(line: str) -> bool:
    """Whether a line right before a table says that it follows.

    >>> [announces(line) for line in ("子どもが飲む量は次のとおりです。", "Fees are as follows.", "税込みです。")]
    [True, True, False]
    """
    said = line.casefold()
    return any(pack.documents.announces.search(said) for pack in packs().values())


def stand_by_themselves(lines: Sequence[str]) -> bool:
    """Whether each row of a table, whose first line names the columns, says what it is of, and may be told without the
    others.

    Not where columns are called alike or not at all, a cell before the last column is empty or says that the one above
    goes on, a row is a heading of others, is indented or otherwise a part of the one above (うち, └), the first one
    holds nothing but units, or what rows are about comes again behind others: 第一課 of 営業本部 and of 製造本部.
    """
    names, *rows = map(cells, lines)
    if any(map(_INDENTED.match, lines[1:])) or not all(names[1:]) or len(set(names)) < len(names) or _are_units(rows):
        return False
    if len([about for about, _ in groupby(row[0] for row in rows)]) > len({row[0] for row in rows}):
        return False
    return all(
        len(row) == len(names)
        and all(row[:-1])
        and not _is_part(row[0])
        and not any(map(is_ditto, row))
        and not is_heading(row, names)
        for row in rows
    )


def _is_part(about: str) -> bool:
    """Whether what a row is about is a part of what the one above is about."""
    said = about.casefold()
    return said[0] in _BELOW or any(pack.documents.part_of.match(said) for pack in packs().values())


def is_heading(row: Sequence[str], names: Sequence[str]) -> bool:
    """Whether nothing but the first cell says something, or the row names columns again: 復路 | 工場発 | 備考 below
    往路 | 駅発 | 備考, or 拠点 | 2024年度人員 below 拠点 | 2024年度売上."""
    if len(row) < 2 or is_empty(row[0]):
        return False
    below = list(zip(names, row, strict=False))
    alone = all(is_empty(cell) or cell == row[0] for cell in row) or (row[0][0] in _HEADS and not all(row))
    again = any(name == cell != "" for name, cell in below)
    in_part = [name != "" and name in cell for name, cell in below[1:] if not is_empty(cell)]
    return alone or again or (bool(in_part) and all(in_part) and not any(map(_has_figure, row[1:])))


def _are_units(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has no figure beside its first cell, and all others do, or most where it holds nothing but
    short words: 単位, 千円, 人."""
    have = [any(map(_has_figure, row[1:])) for row in rows]
    if len(have) < 2 or have[0]:
        return False
    short = all(len(cell) <= _UNIT for cell in rows[0][1:])
    return all(have[1:]) or (short and 2 * sum(have) > len(have) - 1)


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))
