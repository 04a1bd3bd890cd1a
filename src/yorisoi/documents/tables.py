"""Rows of cells -> a Markdown table."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

BREAK = " / "
"""What a break within a cell becomes."""


def markdown_table(rows: Iterable[Sequence[str]]) -> str:
    """The rows as a Markdown table under the first one; short rows are filled up, empty columns left out.

    Of empty rows between others one stays: what stands below it may be another table.  Rows before the header, such as
    a sheet's title, have fewer than two filled cells: they become lines above the table.  Rows of one column become
    lines only.
    """
    filled = [[_cell(cell) for cell in row] for row in rows]
    start = next((i for i, row in enumerate(filled) if sum(map(bool, row)) > 1), len(filled))
    above = [next(cell for cell in row if cell) for row in filled[:start] if any(row)]
    return "\n\n".join([*above, _table(filled[start:])]).strip()


def _table(rows: list[list[str]]) -> str:
    if not rows:
        return ""
    rows = [row for row, below in pairwise([*rows, []]) if any(row) or any(below)]
    width = max(map(len, rows))
    padded = [row + [""] * (width - len(row)) for row in rows]
    used = [i for i in range(width) if any(row[i] for row in padded)]
    lines = ["| " + " | ".join(row[i] for i in used) + " |" for row in padded]
    return "\n".join([lines[0], "|" + "-|" * len(used), *lines[1:]])


def _cell(text: str) -> str:
    """A cell on one line; its own line breaks become slashes."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return BREAK.join(line for line in lines if line).replace("|", "\\|")
