"""Formulas of a sheet of Excel that hold no value, as programs write them that work nothing out."""

import re
from typing import IO
from xml.etree import ElementTree

_LINK = re.compile(r'HYPERLINK\((?:.*,)?\s*"((?:[^"]|"")*)"\s*\)', re.IGNORECASE | re.DOTALL)
"""Whose words stand in the formula: the last of its arguments, if that is a text."""


class WithoutValue:
    """`links`: (row, column) -> the words of a link; `unknown`: where the other formulas stand, such as B3."""

    def __init__(self, sheet: IO[bytes]) -> None:
        from openpyxl.utils import coordinate_to_tuple, get_column_letter

        self.links: dict[tuple[int, int], str] = {}
        self.unknown: list[str] = []
        row = column = 0
        for event, element in ElementTree.iterparse(sheet, ("start", "end")):
            name = element.tag.rpartition("}")[2]
            if name == "row" and event == "start":
                row, column = int(element.get("r", row + 1)), 0
            elif name == "row":
                element.clear()
            elif name == "c" and event == "end":
                where = element.get("r")
                column = coordinate_to_tuple(where)[1] if where else column + 1
                if (formula := _without_value(element)) is None:
                    continue
                if link := _LINK.fullmatch(formula.strip()):
                    self.links[row, column] = link[1].replace('""', '"')
                else:
                    self.unknown.append(f"{get_column_letter(column)}{row}")


def _without_value(cell: ElementTree.Element) -> str | None:
    """Its formula; None: it has none, or its value is there, which may be a text of no letters."""
    within = {each.tag.rpartition("}")[2]: each.text or "" for each in cell}
    return within["f"] if "f" in within and not within.get("v") and cell.get("t") != "str" else None
