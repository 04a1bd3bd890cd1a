"""Who may read an Office file, said in whichever of its parts: each is walked through once, whatever it is for.

The text that comes out of a file is looked at by itself.  This is for what readers of Office files pass over:
properties, running heads, comments, text boxes of newer versions, tags, what pictures are said to show, data of other
programs, constants with a name; and of slides, which are pages of their own, for the head of each.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import IO
from xml.parsers import expat

from yorisoi.documents.readers import HEAD_LINES, check_property, check_rows, check_text, ends_a_name
from yorisoi.documents.running_heads import begins_on_a_slide, is_of_a_sheet, pieces
from yorisoi.errors import AccessUnclear, DocumentError

_MOST_LEVELS = 256
"""Of elements within each other: libxml2's own limit.  More take a converter the square of their number."""
_PARAGRAPHS = ("p", "si", "is")
_BREAKS = ("br", "cr", *_PARAGRAPHS)
"""What ends a line within a paragraph; outside of one every element does."""
_TABS = ("tab", "ptab")
_ROW, _CELL = "tr", "tc"
_READINGS = ("rt", "rPh")
"""What stands above letters, and parts none of them."""
_VALUES = ("val", "value", "content")
_CONSTANT = re.compile(r"^\s*+=?\s*+[\"{\d]")
"""How what a name of Excel stands for begins where it is a value of its own: mostly it is cells, such as the choices
for a column of groups."""


def check_part(part: IO[bytes], name: str, *, readers: bool = True) -> None:
    """Raises DocumentError: elements nested without end; AccessUnclear: entities, and, with `readers`, a property that
    is named as readers are, or at the part's head a line or an attribute, or in a running head anywhere in it a line,
    that seems to say who may read the file.

    What is no XML and is not called so, such as a picture, has none of these; else the parser's error is raised.
    """
    walk = _Walk(name, readers)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = walk.doctype
    parser.StartElementHandler, parser.EndElementHandler = walk.open, walk.close
    parser.CharacterDataHandler = walk.text
    try:
        parser.ParseFile(part)
    except (expat.ExpatError, ValueError):  # the second: in Shift_JIS, which other parsers read
        if readers and name.lower().endswith((".xml", ".rels")):
            raise


class _Walk:
    def __init__(self, part: str, looks: bool) -> None:
        self._part = part
        self._depth = self._paragraphs = 0
        self._left = HEAD_LINES if looks else 0
        self._line: list[str] = []
        self._below: list[list[str]] = []
        """The lines that stand below a reading."""
        self._cells: list[list[str]] = []
        """The lines of each cell that is open."""
        self._rows: list[list[str]] = []
        """The cells of each row that is open."""
        self._whole: tuple[int, Callable[[str], None], list[str]] | None = None
        """The outermost open element of which all text counts: how deep it stands, what looks at its text, the text."""
        self._looks = looks

    def doctype(self, *_: object) -> None:
        # Office writes none; entities could make a bomb of a small file
        raise AccessUnclear(f"declares entities in {self._part}: who may read it is unclear")

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_LEVELS:
            raise DocumentError(f"nests its elements more than {_MOST_LEVELS} deep")
        if self._looks:
            local = _local(name)
            if begins_on_a_slide(local, attributes):
                self._left, self._paragraphs, self._line, self._below = HEAD_LINES, 0, [], []
                self._cells, self._rows = [], []
            if self._left:
                self._head(local, attributes)
            if is_of_a_sheet(local):
                self._take_whole(_check_running_head)
            if attributes and any(each.endswith("name") for each in attributes):
                self._named(local, {_local(each): value for each, value in attributes.items()})

    def close(self, name: str) -> None:
        if self._left:
            self._end(_local(name))
        if self._whole and self._whole[0] == self._depth:
            _, check, text = self._whole
            check("".join(text))
            self._whole = None
        self._depth -= 1

    def _end(self, name: str) -> None:
        if name in _READINGS and self._below:
            said, self._line = "".join(self._line), self._below.pop()
            _check_line(said)
            check_rows([[said]])
            return
        if not self._paragraphs or name in _BREAKS:
            self.end_line()
        self._paragraphs -= name in _PARAGRAPHS
        if name == _CELL and self._cells:
            lines = self._cells.pop()
            if not all(map(str.isascii, lines)):  # else of users and groups
                check_rows([lines])
            if self._rows:
                self._rows[-1].append(" ".join(lines))
        if name == _ROW and self._rows and sum(map(bool, row := self._rows.pop())) > 1:
            check_rows([row])
        self._left -= name == _ROW and self._left > 0  # of a table, as where it is text: one line

    def _head(self, name: str, attributes: Mapping[str, str]) -> None:
        if not self._paragraphs or name in _BREAKS:
            self.end_line()
        self._paragraphs += name in _PARAGRAPHS
        if name == _ROW:
            self._rows.append([])
        if name == _CELL:
            self._cells.append([])
        if name in _READINGS:
            self._below.append(self._line)
            self._line = []
        if name in _TABS:
            self._line.append("\t")
        for value in attributes.values():
            _check_line(value)

    def _named(self, name: str, said: Mapping[str, str]) -> None:
        """What has a name: a property and a name of Excel hold their value as text, others as an attribute."""
        if name == "property":
            self._take_whole(partial(check_property, said.get("name", "")))
        elif name == "definedName":
            self._take_whole(partial(_check_constant, said.get("name", "")))
        for value in (said[each] for each in _VALUES if each in said):
            check_property(said.get("name", ""), value)

    def text(self, text: str) -> None:
        if self._left:
            self._line.append(text)
        if self._whole:
            self._whole[2].append(text)

    def _take_whole(self, check: Callable[[str], None]) -> None:
        if not self._whole:
            self._whole = (self._depth, check, [])

    def end_line(self) -> None:
        line, self._line = "".join(self._line), []
        if self._left and line.strip():
            self._left -= not self._cells
            _check_line(line)
            if self._cells:
                self._cells[-1].append(line)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _check_line(line: str) -> None:
    if ends_a_name(line) or "|" in line:
        check_text(line)


def _check_running_head(head: str) -> None:
    for piece in pieces(head):
        _check_line(piece)


def _check_constant(name: str, value: str) -> None:
    if _CONSTANT.match(value):
        check_property(name, value)
