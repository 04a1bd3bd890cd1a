"""Rows of tables in a text that stands as sentences: of a row alone nobody knows what its cells are."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from yorisoi.language import analyse, spelling
from yorisoi.language.dittos import is_ditto, is_empty
from yorisoi.language.plain import loading_nothing
from yorisoi.language.sentences import ROW
from yorisoi.types import Hit, Language, Passage

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-[-:| \t]*\n", re.MULTILINE)
"""Below what the columns are called."""
_AS_NEAR = 2.0
"""Nats behind the best row of a table up to which other rows are told with it."""


def heads(said: Sequence[str]) -> list[int]:
    """Of each sentence where its table begins, whose first row says what the columns are called; of what stands in no
    table, itself.  So of rows below a blank one, which may be another table's."""
    found: list[int] = []
    parted = False
    for at, one in enumerate(said):
        follows = at and ROW.match(one) and ROW.match(said[at - 1]) and said[at - 1].count("\n") == 1
        parted = bool(follows) and (parted or not any(cells(one)))
        found.append(found[-1] if follows and not parted else at)
    return found


def cells(line: str) -> list[str]:
    """Of a row, without blanks around them; any other line is one."""
    parted = line.strip().removeprefix("|").removesuffix("|").split("|") if "|" in line else [line]
    return [" ".join(cell.split()) for cell in parted]


def above(said: Sequence[str], at: int) -> list[int]:
    """What a row is of: the rows that say what the columns are called, the last heading among the rows, and those that
    a blank first cell or one that means another's (同上) goes on from; nothing of any other sentence.

    The columns are called by the first row and those right below it whose first cell is empty or says the same: 午前,
    午後 below 平日.
    """
    head = heads(said)[at]
    rows = {place: cells(said[place]) for place in range(head, at + 1)}
    names = [head, *takewhile(lambda place: rows[place][0] in ("", rows[head][0]), range(head + 1, at + 1))]
    if at in names:
        return names[:-1]
    begin = at
    while begin > names[-1] + 1 and _goes_on(rows[begin]):
        begin -= 1
    heading = next((place for place in range(begin, names[-1], -1) if _is_heading(rows[place])), at)
    return [*names, *([heading] if heading < begin else []), *range(begin, at)]


def _goes_on(row: Sequence[str]) -> bool:
    return is_empty(row[0]) or any(map(is_ditto, row))


def _is_heading(row: Sequence[str]) -> bool:
    """Whether nothing but the first cell says something."""
    return len(row) > 1 and not is_empty(row[0]) and all(map(is_empty, row[1:]))


def named(said: Sequence[str], at: int, colon: str = ": ") -> str:
    """The row in one line, what it is about first, then each cell behind what its column is called, which makes no tag
    of them; "" of what stands in no table, of rows that more than one above says something of, and where a column has
    no name."""
    head = heads(said)[at]
    columns, row = cells(said[head]), cells(said[at])
    if above(said, at) != [head] or is_empty(row[0]) or len(columns) != len(row) or not all(columns[1:]):
        return ""
    others = zip(columns[1:], row[1:], strict=True)
    told = [f"{column}{colon}{cell}" for column, cell in others if cell]
    return loading_nothing(" — ".join(filter(None, (row[0], " | ".join(told)))))


def with_rows_as_near(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, the first with the other rows of its table that come as near, where each row is a passage of its own
    (`documents/pack.py`): 「どんなプランがありますか」 asks for all of them."""
    if not hits or (table := table_of(hits[0].passage)) is None:
        return list(hits)
    first = hits[0]
    rows = [hit for hit in hits if hit.score >= first.score - _AS_NEAR and table_of(hit.passage) == table]
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


def as_held(text: str, language: Language) -> str:
    """As it is spelt, and its words in one spelling: 段ボール, ダンボール."""
    return "\n".join((spelling(text, language), *analyse(text, language).words))
