"""Which rows of a table bound the numbers that were said: 13kg以上15kg未満 of 11kg以上13kg未満 and others, for 14kg."""

import re
from collections.abc import Iterator, Mapping, Sequence
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
    """Whether each number is meant as it is, for one column alone, each column for one number, and no noun before it
    tells of anything else."""


class _Column(NamedTuple):
    name: str
    unit: str
    """Of all cells that have none."""
    cells: Sequence[Sequence[Count]]
    """What bounds a number in each."""


def bands(
    table: Sequence[Sequence[str]], said: str, language: Language, theirs: Language, about: str = ""
) -> Bands | None:
    """What the rows of a table below what its columns are called hold for, by what was said in normal form, a column
    being meant most of whose cells bound what is counted; None where none is.

    Days, hours and years may be points in time, and numbers without a unit anything: they are held against a column
    whose name is said, or stands before the number (勤続31年, 勤続年数).  A noun before it may be one of the table's
    headings, `about` (送料は5kgだと).  A number in what a column is called is one of its name: 1人の料金.
    """
    pack = pack_of(language).documents
    own = [each for each in counts(said, language) if each.unit or not each.is_year]
    own = [each for each in own if not any(map(each.stands_in, table[0]))]
    if not 0 < len(own) <= _MOST:
        return None
    columns = list(_columns(table, {each.unit: pack.quantities.get(each.unit, "") for each in own}, theirs))
    known = " ".join((about, *table[0]))
    meant_by: dict[int, list[Count]] = {}
    surely = True
    for each in own:
        like = [at for at, column in enumerate(columns) if _counts_alike(each, column)]
        meant = [at for at in like if each.before and each.before in columns[at].name]
        meant = meant or [at for at in like if _is_named(columns[at].name, each, said)]
        needs_name = not each.unit or each.unit in pack.points
        surely &= not each.is_shifted
        surely &= len(meant) == 1 or not each.unit or (len(like) == 1 and not needs_name and each.before in known)
        for at in meant or ([] if needs_name else like):
            meant_by.setdefault(at, []).append(each)
    held = [[_holds(cell, some, columns[at]) for cell in columns[at].cells] for at, some in meant_by.items()]
    surely &= all(len(some) == 1 for some in meant_by.values())
    surely &= all(_is_read(columns[at], some[0]) for at, some in meant_by.items())
    return Bands([all(row) for row in zip(*held, strict=True)], surely) if held else None


def _counts_alike(own: Count, column: _Column) -> bool:
    like = [any(_is_like(own, each, column) for each in cell) for cell in column.cells]
    return 2 * sum(like) > len(like)


def _holds(cell: Sequence[Count], own: Sequence[Count], column: _Column) -> bool:
    return any(one.overlaps(each) for one in own for each in cell if _is_like(one, each, column))


def _is_read(column: _Column, own: Count) -> bool:
    """Whether no cell counts in other units alone: 500gまで among kg."""
    return all(not cell or any(_is_like(own, each, column) for each in cell) for cell in column.cells)


def _is_like(own: Count, theirs: Count, column: _Column) -> bool:
    is_of_all = own.unit != "" and own.unit == column.unit
    return theirs.is_like(own) or (is_of_all and not theirs.unit)


def _is_named(name: str, own: Count, said: str) -> bool:
    """Whether it is said what the column is called, unless the number is called by something else: a total score and
    bed 12."""
    return name != "" and name in said and (own.unit != "" or not own.called)


def _columns(table: Sequence[Sequence[str]], units: Mapping[str, str], language: Language) -> Iterator[_Column]:
    """Those in most of whose cells one of the units stands, or all of which are of one: it stands in brackets behind
    the column's name, or its quantity in the name."""
    names, *rows = table
    for name, *cells in zip(names, *rows, strict=False):
        core, bracket = _IN_BRACKETS.sub("", name).strip(), _IN_BRACKETS.search(name)
        of_all = [unit for unit, of in units.items() if (bracket and bracket[1] == unit) or (of and of in core)]
        if of_all or any(2 * sum(unit in cell for cell in cells) > len(cells) for unit in units):
            read = (counts(cell, language) for cell in cells)
            told = [[each for each in some if each.bounds or (of_all and not each.unit)] for some in read]
            yield _Column(core, next(iter(of_all), ""), told)
