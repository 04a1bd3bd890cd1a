"""A cell that is merged over several rows, as a cell of each of them: a row alone tells what it is about.

The converter of HTML, which Word's files become too, knows no such cells, and puts what stands on the right of one
under the names of the columns on its left.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import islice
from typing import IO, TYPE_CHECKING, Any
from xml.etree import ElementTree

from yorisoi.documents.word_xml import child_of, name_of, value_of, value_of_child

if TYPE_CHECKING:
    from bs4 import Tag

_SHORT = 100
"""Characters, and elements of HTML, of what is said again in each row; what is longer is said in the first."""
_MOST = 20_000
"""Cells that are added to a sheet, or elements and texts to a page of HTML, where the numbers may be anything."""
_RANGE = re.compile(r"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})")
"""Of cells: A1:B2."""
_TALLEST, _WIDEST = 1_000, 100
"""Rows and columns of one cell that are believed."""


def part_cells(element: "Tag") -> None:
    """Each table of an element of HTML has what its cells say in every row over which they are merged."""
    from yorisoi.documents.nested_tables import groups_of_rows

    tables, left = element.find_all("table"), _MOST
    # From within, so that what is said again has no merged cells any more.
    for table in reversed([element, *tables] if element.name == "table" else tables):
        for rows in groups_of_rows(table):
            left = _part_cells_of(rows, left)


def _part_cells_of(rows: "list[Tag]", left: int) -> int:
    """How much more may be added below the cells of these rows, which are a group."""
    merged: dict[int, tuple[int, int, Tag]] = {}  # column -> rows that it goes on for, columns that it takes, its copy
    for number, row in enumerate(rows):
        above = {column: (goes_on - 1, width, said) for column, (goes_on, width, said) in merged.items() if goes_on}
        merged = {column: about for column, about in above.items() if about[0]} if left > 0 else {}
        cells = row.find_all(["td", "th"], recursive=False)
        contents: list[Tag] = []
        column, at = 0, 0
        while at < len(cells) or column in above:
            if column in above and left > 0:
                _, width, said = above[column]
                contents.append(copy(said))
                left -= max(1, sum(1 for _ in said.descendants))
            elif at < len(cells):
                cell, at = cells[at], at + 1
                width, goes_on = _number(cell, "colspan", _WIDEST), _rows_below(cell, len(rows) - number - 1)
                cell.attrs |= {"colspan": str(width), "rowspan": "1"}
                if goes_on:
                    merged[column] = goes_on, width, _said_again(cell)
                contents.append(cell)
            else:
                break
            column += width
        if len(contents) > len(cells):
            row.clear()
            row.extend(contents)
    return left


def _said_again(cell: "Tag") -> "Tag":
    """A cell that says what another one does, marks and lines too, or nothing where that is long."""
    again = copy(cell)
    again.name = "td"
    if len(again.get_text(strip=True)) > _SHORT or any(islice(again.descendants, _SHORT, None)):
        again.clear()
    return again


def _rows_below(cell: "Tag", rest: int) -> int:
    """Of the `rest` of its group, over how many a cell goes on; one of 0 goes on to the end (HTML, 4.9.11)."""
    below = _TALLEST if str(cell.get("rowspan") or "").strip() == "0" else _number(cell, "rowspan", _TALLEST)
    return min(below - 1, rest)


def _number(cell: "Tag", name: str, most: int) -> int:
    """How many rows or columns a cell takes."""
    return min(max(_whole(str(cell.get(name) or "1").strip()), 1), most)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def align_word_cells(root: ElementTree.Element) -> bool:
    """Whether cells of Word's tables, in a part of a file, now stand where the converter looks for them.

    A row that begins further right gets a cell on its left.  What the cells below the first of merged ones hold nobody
    sees (ISO 29500-1, 17.4.84), and goes; one below none is no part of whatever stands above it.
    """
    changed = False
    for table in [each for each in root.iter() if name_of(each) == "tbl"]:
        above: set[tuple[int, int]] = set()
        for row in _parts(table, "tr"):
            about = child_of(row, "trPr")
            if child_of(about, "del") is not None:
                continue
            if before := _columns(about, "gridBefore"):
                row.insert(0, _cell_of(row.tag.removesuffix("tr"), before))
                changed = True
            merged, column = set(), 0
            for cell in _parts(row, "tc"):
                about = child_of(cell, "tcPr")
                place = column, max(1, _columns(about, "gridSpan"))
                column += place[1]
                if about is None or (merge := child_of(about, "vMerge")) is None:
                    continue
                if value_of(merge, "val") in ("", "continue"):
                    cell[:], changed = [about], True
                    if place not in above:
                        about.remove(merge)
                        continue
                merged.add(place)
            above = merged
    return changed


def _parts(around: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """The rows of a table or the cells of a row, in controls too."""
    for each in around:
        if name_of(each) == name:
            yield each
        elif name_of(each) in ("sdt", "sdtContent"):
            yield from _parts(each, name)


def _columns(about: ElementTree.Element | None, name: str) -> int:
    return min(_whole(value_of_child(about, name)), _WIDEST)


def _cell_of(word: str, width: int) -> ElementTree.Element:
    """An empty cell over so many columns, in the namespace `{...}` of its part."""
    cell = ElementTree.Element(f"{word}tc")
    about = ElementTree.SubElement(cell, f"{word}tcPr")
    ElementTree.SubElement(about, f"{word}gridSpan", {f"{word}val": str(width)})
    return cell


def part_sheet_cells(part: IO[bytes], numbers: Sequence[int], rows: Sequence[list[str]]) -> None:
    """The same in the rows of a sheet of Excel, of which `numbers` tells where they stand; openpyxl does not tell in
    read-only mode what its part says."""
    left = _MOST
    for column, first, last in _merged_ranges(part):
        at, end = bisect_left(numbers, first), bisect_right(numbers, last)
        if at == end or numbers[at] != first or column >= len(rows[at]) or len(rows[at][column]) > _SHORT:
            continue
        for row in rows[at + 1 : min(end, at + 1 + left)]:
            row += [""] * (column + 1 - len(row))
            row[column] = rows[at][column]
        left -= min(end - at - 1, left)


def _merged_ranges(part: IO[bytes]) -> Iterator[tuple[int, int, int]]:
    """Of cells that are merged over rows the column, the first row and the last one."""
    for _, element in ElementTree.iterparse(part, ("end",)):
        if element.tag.endswith("}mergeCell") and (said := _RANGE.fullmatch(element.get("ref", ""))):
            first, last = int(said[2]), int(said[3])
            if first < last:
                yield _column(said[1]), first, last
        element.clear()


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def rows_of_slide(table: Any) -> Iterator[list[str]]:
    """The rows of a table of PowerPoint with such cells; what others hold below or beside the first nobody sees."""
    above: dict[int, str] = {}
    for row in table.rows:
        shown = []
        for column, cell in enumerate(row.cells):
            merge = cell._tc
            if merge.vMerge:
                shown.append(above.get(column, ""))
                continue
            said = "" if merge.hMerge else cell.text
            above[column] = said if len(said) <= _SHORT else ""
            shown.append(said)
        yield shown
