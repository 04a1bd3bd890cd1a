"""A table of HTML that stands in another is taken out of it: a row of Markdown has no place for one."""

from collections.abc import Iterable, Iterator

from bs4 import Tag

_CELLS = ("td", "th")
_GROUPS = ("thead", "tbody", "tfoot")
_NOT_OF_ROWS = (*_CELLS, "table", "caption")


def groups_of_rows(table: Tag) -> list[list[Tag]]:
    """The table's own rows, by the groups in which they stand; a cell ends with its group."""
    groups: list[list[Tag]] = [[]]
    left: list[Tag | None] = [*_tags_backwards(table)]
    while left:
        each = left.pop()
        if each is None:
            groups.append([])
        elif each.name == "tr":
            groups[-1].append(each)
        elif each.name in _GROUPS:
            groups.append([])
            left += [None, *_tags_backwards(each)]
        elif each.name not in _NOT_OF_ROWS:
            left += _tags_backwards(each)
    return groups


def put_feet_last(element: Tag) -> None:
    """The foot of a table stands where a browser shows it, also where it is written above the rows."""
    for table in element.find_all("table") if element.find("tfoot") else ():
        if foot := table.find("tfoot", recursive=False):
            table.append(foot)


def _tags_backwards(around: Tag) -> Iterator[Tag]:
    return (each for each in reversed(around.contents) if isinstance(each, Tag))


def unfold(element: Tag) -> None:
    """In an element each row with a table in it becomes what stands in its cells, one below the other; the rows above
    and below are tables of their own.  Linear in the element."""
    tables = element.find_all("table")
    holding = _around(tables)
    for table in tables:
        rows = _rows(table)
        if any(id(row) in holding for row in rows):
            _unfold(table, rows, holding)


def _rows(table: Tag) -> list[Tag]:
    return [row for group in groups_of_rows(table) for row in group]


def _around(tables: Iterable[Tag]) -> set[int]:
    """The elements in which these stand, by their id."""
    found: set[int] = set()
    for table in tables:
        around = table.parent
        while around is not None and id(around) not in found:
            found.add(id(around))
            around = around.parent
    return found


def _unfold(table: Tag, rows: list[Tag], holding: set[int]) -> None:
    parts = table.find_all("caption", recursive=False)
    for caption in parts:
        caption.name = "div"
    below: Tag | None = None
    for row in rows:
        if id(row) in holding:
            below = None
            for cell in row.find_all(_CELLS, recursive=False):
                cell.name, cell.attrs = "div", {}
                parts.append(cell)
        else:
            if below is None:
                below = Tag(name="table")
                parts.append(below)
            below.append(row)
    table.clear()
    table.name, table.attrs = "div", {}
    table.extend(parts)
