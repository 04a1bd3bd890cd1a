"""Rows of tables in a text that stands as sentences: of a row alone nobody knows what its cells are."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from yorisoi.language.plain import loading_nothing
from yorisoi.language.sentences import ROW
from yorisoi.language.tables import cells, stand_by_themselves
from yorisoi.types import Hit, Passage

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-[-:| \t]*\n", re.MULTILINE)
"""Below what the columns are called."""
_REMARK = re.compile(r"([（(][^（()）]{1,30}[)）])\s*$")
_AS_NEAR = 2.0
"""Nats behind the best row of a table up to which other rows are told with it."""


def as_told(said: Sequence[str]) -> list[str]:
    """The sentences, all rows of a table as one where they do not stand by themselves: none of them is told without
    the others."""
    told: list[str] = []
    for is_row, group in groupby(said, key=lambda one: ROW.match(one) is not None):
        lines = list(group)
        names, *rows = map(cells, lines)
        told += lines if not is_row or stand_by_themselves(names, rows) else ["".join(lines)]
    return told


def heads(said: Sequence[str]) -> list[int]:
    """Of each sentence where its table begins, whose first row says what the columns are called; of what stands in no
    table, itself."""
    found: list[int] = []
    for at, one in enumerate(said):
        follows = at and ROW.match(one) and ROW.match(said[at - 1]) and said[at - 1].count("\n") == 1
        found.append(found[-1] if follows else at)
    return found


def named(said: Sequence[str], at: int, colon: str = ": ") -> str:
    """The row in one line, what it is about first, then each cell behind what its column is called, which makes no tag
    of them, and what the line above the table ends with: （単位：円）; "" of all but rows below the first."""
    head = heads(said)[at]
    columns, row = cells(said[head]), cells(said[at])
    if head == at or len(columns) != len(row):
        return ""
    others = zip(columns[1:], row[1:], strict=True)
    told = [f"{column}{colon}{cell}" for column, cell in others if cell]
    remark = _REMARK.search(said[head - 1]) if head else None
    return loading_nothing(" — ".join(filter(None, (row[0], " | ".join(told)))) + (remark[1] if remark else ""))


def with_rows_as_near(hits: Sequence[Hit], nats: float = _AS_NEAR) -> list[Hit]:
    """The hits, the first with the other rows of its table that come as near, where each row is a passage of its own
    (`documents/pack.py`): 「どんなプランがありますか」 asks for all of them."""
    if not hits or (table := table_of(hits[0].passage)) is None:
        return list(hits)
    first = hits[0]
    rows = [hit for hit in hits if hit.score >= first.score - nats and table_of(hit.passage) == table]
    others = [hit for hit in hits if hit not in rows]
    return [with_rows(first, table[2], [row.passage for row in rows]), *others]


def with_rows(hit: Hit, above: str, rows: Sequence[Passage]) -> Hit:
    """The hit, a row of the table that begins with what is `above`, with these rows of it in the page's order."""
    rows = sorted(rows, key=lambda row: row.id)
    below = [row.text.removeprefix(above).partition("\n\n") for row in rows]
    text = "".join((above, "\n".join(row for row, *_ in below), *below[0][1:]))  # what is behind is the same in all
    return replace(hit, passage=replace(hit.passage, text=text))


def table_of(passage: Passage) -> tuple[int, tuple[str, ...], str, str] | None:
    """Of a passage that is one row of a table where that stands, all above its rows, and all behind them; else None: of
    several rows nobody knows whether others belong to the same table."""
    rule = _RULE.search(passage.text)
    row, _, behind = passage.text[rule.end() :].partition("\n\n") if rule else ("", "", "")
    is_one = rule is not None and row.strip() != "" and "\n" not in row.strip()
    return (passage.document.id, passage.section, passage.text[: rule.end()], behind) if rule and is_one else None
