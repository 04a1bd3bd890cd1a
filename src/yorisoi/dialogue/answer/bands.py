"""Which rows of a table bound the numbers that were said: 13kg以上15kg未満 of 11kg以上13kg未満 and others, for 14kg."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from yorisoi.language.counts import Count, counts
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_IN_BRACKETS = re.compile(r"\(([^()]+)\)$")
"""At the end of what a column is called, the unit of its cells: 体重(kg)."""

_MOST = 6
"""Numbers that are held against a table."""


class Bands(NamedTuple):
    hold: Sequence[bool]
    """Of each row."""
    surely: bool
    """Whether each number can have been meant for one column alone, and no noun before it tells of anything else."""


class _Column(NamedTuple):
    name: str
    unit: str
    cells: Sequence[Sequence[Count]]
    """What bounds a number in each."""


def bands(
    table: Sequence[Sequence[str]], said: str, language: Language, theirs: Language, about: str = ""
) -> Bands | None:
    """What the rows of a table below what its columns are called hold for, by what was said in normal form, a column
    being meant most of whose cells bound what is counted; None where none is.

    Days, hours and years may be points in time, and numbers without a unit anything: they are held against a column
    whose name is said, or stands before the number (勤続31年, 勤続年数).  A noun before it may be one of the table's
    headings, `about` (送料は5kgだと).
    """
    own = [each for each in counts(said, language) if not (each.is_year and not each.unit)]
    if not 0 < len(own) <= _MOST:
        return None
    columns = list(_columns(table, {each.unit for each in own}, theirs))
    known = " ".join((about, *table[0]))
    of_columns: dict[int, list[Count]] = {}
    surely = True
    for each in own:
        like = [at for at, column in enumerate(columns) if _counts_alike(each, column)]
        meant = [at for at in like if each.before and each.before in columns[at].name]
        meant = meant or [at for at in like if _is_named(columns[at].name, each, said)]
        needs_name = not each.unit or each.unit in pack_of(language).documents.points
        is_clear = len(like) == 1 and not needs_name and each.before in known
        surely &= not like or len(meant) == 1 or is_clear
        for at in meant or ([] if needs_name else like):
            of_columns.setdefault(at, []).append(each)
    if not of_columns:
        return None
    held = [[_holds(cell, own) for cell in columns[at].cells] for at, own in of_columns.items()]
    return Bands([all(row) for row in zip(*held, strict=True)], surely)


def _holds(cell: Sequence[Count], own: Sequence[Count]) -> bool:
    return any(each.holds_for(one) for each in cell for one in own)


def _counts_alike(own: Count, column: _Column) -> bool:
    like = [
        any(each.is_like(own) or (own.unit == column.unit and not each.unit) for each in cell) for cell in column.cells
    ]
    return 2 * sum(like) > len(like)


def _is_named(name: str, own: Count, said: str) -> bool:
    """Whether it is said what the column is called, unless the number is called by something else: a total score and
    bed 12."""
    return name != "" and name in said and (own.unit != "" or not own.called)


def _columns(table: Sequence[Sequence[str]], units: set[str], language: Language) -> Iterator[_Column]:
    """Those in most of whose cells one of these units stands, or all of which are of one."""
    names, *rows = table
    for name, *cells in zip(names, *rows, strict=False):
        unit = found[1] if (found := _IN_BRACKETS.search(name)) else ""
        if unit in units or any(2 * sum(each in cell for cell in cells) > len(cells) for each in units):
            bounding = [[each for each in counts(cell, language) if each.bounds] for cell in cells]
            yield _Column(_IN_BRACKETS.sub("", name).strip(), unit, bounding)
