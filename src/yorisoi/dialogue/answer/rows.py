"""Rows of tables in a text that stands as sentences: of a row alone nobody knows what its cells are."""

from collections.abc import Sequence

from yorisoi.language.plain import loading_nothing
from yorisoi.language.sentences import ROW


def heads(said: Sequence[str]) -> list[int]:
    """Of each sentence where its table begins, whose first row says what the columns are called; of what stands in no
    table, itself."""
    found: list[int] = []
    for at, one in enumerate(said):
        follows = at and ROW.match(one) and ROW.match(said[at - 1]) and said[at - 1].count("\n") == 1
        found.append(found[-1] if follows else at)
    return found


def cells(line: str) -> list[str]:
    """Of a row, without blanks around them; any other line is one."""
    parted = line.strip().strip("|").split("|") if "|" in line else [line]
    return [" ".join(cell.split()) for cell in parted]


def named(said: Sequence[str], at: int, colon: str = ": ") -> str:
    """The row in one line, what it is about first, then each cell behind what its column is called, which makes no tag
    of them; "" of all but rows below the first."""
    head = heads(said)[at]
    columns, row = cells(said[head]), cells(said[at])
    if head == at or len(columns) != len(row):
        return ""
    others = zip(columns[1:], row[1:], strict=True)
    told = [f"{column}{colon}{cell}" if column else cell for column, cell in others if cell]
    return loading_nothing(" — ".join(filter(None, (row[0], " | ".join(told)))))
