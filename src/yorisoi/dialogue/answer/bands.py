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

    def like(self, own: Count) -> list[list[Count]]:
        """Of each cell what counts the same kind of thing."""
        is_of_all = own.unit != "" and own.unit == self.unit
        return [[each for each in cell if each.is_like(own) or (is_of_all and not each.unit)] for cell in self.cells]

    def counts(self, own: Count) -> bool:
        """Whether most cells do."""
        return 2 * sum(map(bool, self.like(own))) > len(self.cells)

    def counts_otherwise(self, own: Count) -> bool:
        """Whether some cell counts in other units alone: 500gまで among kg."""
        return any(cell and not like for cell, like in zip(self.cells, self.like(own), strict=True))

    def holds(self, own: Sequence[Count]) -> list[bool]:
        """Whether each cell does for one of the numbers."""
        of_each = zip(*(self.like(each) for each in own), strict=True)
        return [
            any(each.overlaps(one) for each, like in zip(own, cell, strict=True) for one in like) for cell in of_each
        ]

    def is_named_for(self, own: Count, said: str) -> bool:
        """Whether its name is said, unless the number is called by something else: a total score and bed 12."""
        return self.name != "" and self.name in said and (own.unit != "" or not own.called)


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
        like = [at for at, column in enumerate(columns) if column.counts(each)]
        meant = [at for at in like if each.before and each.before in columns[at].name]
        meant = meant or [at for at in like if columns[at].is_named_for(each, said)]
        needs_name = not each.unit or each.unit in pack.points
        is_clear = len(like) == 1 and not needs_name and each.before in known
        surely &= not each.is_shifted and (len(meant) == 1 or not each.unit or is_clear)
        for at in meant or ([] if needs_name else like):
            meant_by.setdefault(at, []).append(each)
    if not meant_by:
        return None
    surely &= all(len(some) == 1 and not columns[at].counts_otherwise(some[0]) for at, some in meant_by.items())
    held = zip(*(columns[at].holds(some) for at, some in meant_by.items()), strict=True)
    return Bands([all(row) for row in held], surely)


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
