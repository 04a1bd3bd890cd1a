"""What a visible sheet of Excel hides: columns and rows."""

from typing import IO
from xml.etree import ElementTree

_TRUE = ("1", "true")
_COLUMNS = 16_384
"""That a sheet has."""
_MOST_ROWS = 300
"""Some of which may be blank: only the head of a sheet is looked at."""
_SMALLEST = {"width": 0.4, "ht": 3.0}
"""Of what can still be read: of a column in characters, of a row in points."""


class HiddenCells:
    """Where the hidden cells at the head of a sheet stand; rows and columns count from 1."""

    def __init__(self, sheet: IO[bytes]) -> None:
        self._columns: set[int] = set()
        self._rows: set[int] = set()
        number = 0
        for _, element in ElementTree.iterparse(sheet, ("start",)):
            name = element.tag.rpartition("}")[2]
            if name == "col" and _is_hidden(element, "width"):
                self._columns.update(range(int(element.get("min", 0)), min(int(element.get("max", 0)), _COLUMNS) + 1))
            elif name == "row":
                number = int(element.get("r", number + 1))
                if number > _MOST_ROWS:
                    break
                if _is_hidden(element, "ht"):
                    self._rows.add(number)

    def hold(self, row: int, column: int) -> bool:
        return row in self._rows or column in self._columns


def _is_hidden(element: ElementTree.Element, size: str) -> bool:
    try:
        tiny = float(element.get(size, "nan")) < _SMALLEST[size]
    except ValueError:
        tiny = False
    return element.get("hidden") in _TRUE or tiny
