"""What the parts of an Office file hold beside the text that comes out of it: each is walked through once.

How deep its elements lie and whether it declares entities is looked at for every reader of it; that none of its
paragraphs and properties seems to say who may read the file, where this has not been settled.
"""

import re
from collections.abc import Mapping
from typing import IO
from xml.parsers import expat

from yorisoi.documents.readers import HEAD_LINES, check_rows, check_text
from yorisoi.errors import AccessUnclear, DocumentError

_MOST_LEVELS = 256
"""Of elements within each other: libxml2's own limit.  More take a converter the square of their number."""
_PARAGRAPHS = ("p", "si", "is")
_BREAKS = ("br", "cr", *_PARAGRAPHS)
"""What ends a line within a paragraph; outside of one every element does."""
_PROPERTY, _CELL = "property", "tc"
_OF_SHEETS = tuple(f"{which}{what}" for which in ("odd", "even", "first") for what in ("Header", "Footer"))
_PLACE, _LOOK = re.compile("&[LCR]"), re.compile(r"""&(?:"[^"]*"|K[\dA-Fa-f+-]*|\d+|.)""")
"""Codes in the running heads of a sheet: what follows stands on the left; is bold, of 12 points, a day (`&D`)."""


def check_part(part: IO[bytes], name: str, *, readers: bool = True) -> None:
    """Raises DocumentError: elements nested without end; AccessUnclear: entities, and, with `readers`, a property or
    one of the part's first lines that seems to say who may read the file.

    What is no XML and is not called so, such as a picture, has none of these; else the parser's error is raised.
    """
    walk = _Walk(name)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = walk.doctype
    parser.StartElementHandler, parser.EndElementHandler = walk.open, walk.close
    if readers:
        parser.CharacterDataHandler = walk.text
    try:
        parser.ParseFile(part)
    except (expat.ExpatError, ValueError):  # the second: in Shift_JIS, which other parsers read
        if readers and name.lower().endswith((".xml", ".rels")):
            raise
    if readers:
        heads = _LOOK.sub("", _PLACE.sub("\n", "".join(walk.heads)))
        for each in ("\n".join(walk.lines), heads, *walk.properties):
            check_text(each)
        check_rows([walk.cells])


class _Walk:
    def __init__(self, part: str) -> None:
        self.lines: list[str] = []
        """The first ones that hold something."""
        self.properties: list[str] = []
        """Each as a field is written, `name: value`."""
        self.cells: list[str] = []
        """Of tables, as far as those lines go."""
        self.heads: list[str] = []
        """The running heads of a sheet, which stand behind its cells."""
        self._part = part
        self._depth = self._paragraphs = 0
        self._line: list[str] = []
        self._open_cells: list[list[str]] = []
        self._in_head = False

    def doctype(self, *_: object) -> None:
        # Office writes none; entities could make a bomb of a small file
        raise AccessUnclear(f"declares entities in {self._part}: who may read it is unclear")

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_LEVELS:
            raise DocumentError(f"nests its elements more than {_MOST_LEVELS} deep")
        local = _local(name)
        self._break(local)
        self._paragraphs += local in _PARAGRAPHS
        self._in_head = local in _OF_SHEETS
        if self._in_head:
            self.heads.append("\n")
        elif local == _CELL:
            self._open_cells.append([])
        elif local == _PROPERTY:
            self.properties.append(f"{attributes.get('name', '')}:")

    def close(self, name: str) -> None:
        local = _local(name)
        self._break(local)
        self._paragraphs -= local in _PARAGRAPHS
        self._depth -= 1
        self._in_head = False
        if local == _CELL and (cell := "".join(self._open_cells.pop())):
            self.cells.append(cell)

    def text(self, text: str) -> None:
        if self._in_head:
            self.heads.append(text)
        elif len(self.lines) < HEAD_LINES:
            self._line.append(text)
            if self._open_cells:
                self._open_cells[-1].append(text)

    def _break(self, name: str) -> None:
        if self._line and (name in _BREAKS or not self._paragraphs):
            line, self._line = "".join(self._line), []
            if line.strip():
                self.lines.append(line)


def _local(name: str) -> str:
    return name.rpartition(":")[2]
