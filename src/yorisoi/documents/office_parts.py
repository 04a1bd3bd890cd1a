"""Who may read an Office file, said in whichever of its parts: each is walked through once, whatever it is for.

The text that comes out of a file is looked at by itself.  This is for what readers of Office files pass over:
properties, running heads, comments, text boxes of newer versions, tags, what pictures are said to show, data of other
programs; and of slides, which are pages of their own, for the head of each.
"""

import re
from collections.abc import Mapping
from typing import IO
from xml.parsers import expat

from yorisoi.documents.readers import HEAD_LINES, check_property, check_text, ends_a_name
from yorisoi.errors import AccessUnclear, DocumentError

_MOST_LEVELS = 256
"""Of elements within each other: libxml2's own limit.  More take a converter the square of their number."""
_PARAGRAPHS = ("p", "si", "is")
_BREAKS = ("br", "cr", "tab", *_PARAGRAPHS)
"""What ends a line within a paragraph; outside of one every element does."""
_VALUES = ("val", "value", "content")
_RUNNING = frozenset(f"{page}{place}" for page in ("odd", "even", "first") for place in ("Header", "Footer"))
"""Elements of a sheet that hold what stands on each page, with codes in it: `&L&"Meiryo"&9 公開範囲：人事部`."""
_CODE = re.compile(r"&(?:\"[^\"]*\"|K[\dA-Fa-f+-]{6}|\d{1,3}|([LCR])|(&)|.)", re.DOTALL)


def check_part(part: IO[bytes], name: str, *, readers: bool = True) -> None:
    """Raises DocumentError: elements nested without end; AccessUnclear: entities, and, with `readers`, a property that
    is named as readers are, or at the part's head a line or an attribute that seems to say who may read the file.

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
        self._property: tuple[int, str, list[str]] | None = None
        """The outermost that is open: how deep, its name, its text."""
        self._running: list[str] | None = None
        self._looks = looks

    def doctype(self, *_: object) -> None:
        # Office writes none; entities could make a bomb of a small file
        raise AccessUnclear(f"declares entities in {self._part}: who may read it is unclear")

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_LEVELS:
            raise DocumentError(f"nests its elements more than {_MOST_LEVELS} deep")
        if self._looks:
            if self._left:
                self._head(name, attributes)
            if _local(name) in _RUNNING:  # behind all cells of its sheet
                self._running = []
            if attributes and any(each.endswith("name") for each in attributes):
                self._named(_local(name), {_local(each): value for each, value in attributes.items()})

    def close(self, name: str) -> None:
        if self._left:
            if not self._paragraphs or _local(name) in _BREAKS:
                self.end_line()
            self._paragraphs -= _local(name) in _PARAGRAPHS
        if self._running is not None and _local(name) in _RUNNING:
            check_text(_without_codes("".join(self._running)))
            self._running = None
        if self._property and self._property[0] == self._depth:
            check_property(self._property[1], "".join(self._property[2]))
            self._property = None
        self._depth -= 1

    def _head(self, name: str, attributes: Mapping[str, str]) -> None:
        if not self._paragraphs or _local(name) in _BREAKS:
            self.end_line()
        self._paragraphs += _local(name) in _PARAGRAPHS
        for value in attributes.values():
            _check_line(value)

    def _named(self, name: str, said: Mapping[str, str]) -> None:
        """What has a name: a property holds its value as text, others as an attribute."""
        if name == "property" and not self._property:
            self._property = (self._depth, said.get("name", ""), [])
        for value in (said[each] for each in _VALUES if each in said):
            check_property(said.get("name", ""), value)

    def text(self, text: str) -> None:
        if self._left:
            self._line.append(text)
        if self._property:
            self._property[2].append(text)
        if self._running is not None:
            self._running.append(text)

    def end_line(self) -> None:
        line, self._line = "".join(self._line), []
        if self._left and line.strip():
            self._left -= 1
            _check_line(line)


def _without_codes(running: str) -> str:
    """Line by line what stands left, in the middle and right: codes of fonts, sizes, colours and fields say nothing."""
    return _CODE.sub(lambda code: "\n" if code[1] else code[2] or "", running)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _check_line(line: str) -> None:
    if ends_a_name(line) or "|" in line:
        check_text(line)
