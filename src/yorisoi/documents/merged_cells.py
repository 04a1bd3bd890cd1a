"""A cell that is merged over several rows, as a cell of each of them: a row alone tells what it is about.

The converters of HTML and Word know no such cells, and put what stands on the right of one under the names of the
columns on its left.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any
from xml.etree import ElementTree

from yorisoi.documents.word_xml import child_of, name_of, run_of, value_of, value_of_child

if TYPE_CHECKING:
    from bs4 import Tag
    from bs4.element import PageElement

_SHORT = 100
"""Characters of what is said again in each row; what is longer is said in the first."""
_MOST = 20_000
"""Cells that are added to a page of HTML or a sheet, where the numbers may be anything."""
_RANGE = re.compile(r"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})")
"""Of cells: A1:B2."""
_TALLEST, _WIDEST = 1_000, 100
"""Rows and columns of one cell that are believed."""


def part_cells(element: "Tag") -> None:
    """Each table of an element of HTML has what its cells say in every row over which they are merged."""
    from yorisoi.documents.nested_tables import groups_of_rows

    tables, left = element.find_all("table"), _MOST
    for table in [element, *tables] if element.name == "table" else tables:
        for rows in groups_of_rows(table):
            left = _part_cells_of(rows, left)


def _part_cells_of(rows: "list[Tag]", left: int) -> int:
    """How many more cells may be added below those of these rows, which are a group."""
    from bs4 import Tag

    merged: dict[int, tuple[int, int, str]] = {}  # column -> rows that it goes on for, columns that it takes, its text
    for number, row in enumerate(rows):
        above = {column: (goes_on - 1, width, said) for column, (goes_on, width, said) in merged.items() if goes_on}
        merged = {column: about for column, about in above.items() if about[0]} if left else {}
        cells = row.find_all(["td", "th"], recursive=False)
        contents: list[PageElement] = []
        column, at = 0, 0
        while at < len(cells) or column in above:
            if column in above and left:
                _, width, said = above[column]
                added = Tag(name="td", attrs={"colspan": str(width)})
                added.string = said
                contents.append(added)
                left -= 1
            elif at < len(cells):
                cell, at = cells[at], at + 1
                width, goes_on = _number(cell, "colspan", _WIDEST), _rows_below(cell, len(rows) - number - 1)
                cell.attrs |= {"colspan": str(width), "rowspan": "1"}
                if goes_on:
                    said = cell.get_text(" ", strip=True)
                    merged[column] = goes_on, width, said if len(said) <= _SHORT else ""
                contents.append(cell)
            else:
                break
            column += width
        if len(contents) > len(cells):
            row.clear()
            row.extend(contents)
    return left


def _rows_below(cell: "Tag", rest: int) -> int:
    """Of the `rest` of its group, over how many a cell goes on; one of 0 goes on to the end (HTML, 4.9.11)."""
    below = _TALLEST if str(cell.get("rowspan") or "").strip() == "0" else _number(cell, "rowspan", _TALLEST)
    return min(below - 1, rest)


def _number(cell: "Tag", name: str, most: int) -> int:
    """How many rows or columns a cell takes."""
    return min(max(_whole(str(cell.get(name) or "1").strip()), 1), most)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def part_word_cells(root: ElementTree.Element) -> bool:
    """The same in a part of a Word file; whether there were such.

    What the cells below the first of merged ones hold nobody sees (ISO 29500-1, 17.4.84), and goes.
    """
    found = False
    for table in [each for each in root.iter() if name_of(each) == "tbl"]:
        above: dict[int, str] = {}
        for row in (each for each in table if name_of(each) == "tr"):
            for column, cell, merge in _merged(row):
                found = found or merge is not None
                if merge is None:
                    above.pop(column, None)
                elif merge == "restart":
                    said = "".join(text.text or "" for text in cell.iter() if name_of(text) == "t")
                    above[column] = said if len(said) <= _SHORT else ""
                else:
                    _fill(cell, above.get(column, ""))
    return found


def _merged(row: ElementTree.Element) -> Iterator[tuple[int, ElementTree.Element, str | None]]:
    """The cells of a row with their columns, and how each is merged with those above and below, which is taken out."""
    column = _property(row, "trPr", "gridBefore")
    for cell in [each for each in row if name_of(each) == "tc"]:
        merge = None
        for about in (each for each in cell if name_of(each) == "tcPr"):
            for each in [each for each in about if name_of(each) == "vMerge"]:
                merge = value_of(each, "val", "continue")
                about.remove(each)
        yield column, cell, merge
        column += max(1, _property(cell, "tcPr", "gridSpan"))


def _property(element: ElementTree.Element, properties: str, name: str) -> int:
    return min(_whole(value_of_child(child_of(element, properties), name)), _WIDEST)


def _fill(cell: ElementTree.Element, said: str) -> None:
    kind = cell.tag.removesuffix("tc")
    cell[:] = [each for each in cell if name_of(each) == "tcPr"]
    ElementTree.SubElement(cell, f"{kind}p").append(run_of(kind, said))


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
