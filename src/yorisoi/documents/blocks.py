"""Markdown -> sections of blocks: what must not be torn apart without need."""

import re
from dataclasses import dataclass, field
from typing import Literal

from yorisoi.documents.code import FENCE
from yorisoi.documents.markup import plain
from yorisoi.language import spelt_out

Kind = Literal["paragraph", "list", "table", "code"]

LONGEST_HEADING = 300
"""Characters as they are read (`spelt_out`).  Every passage below a heading is read, embedded and indexed with it; what
is longer is a paragraph."""
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
_UNDERLINE = re.compile(r" {0,3}(?:(=+)|-{2,})[ \t]*$")
_DELIMITER_ROW = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*\|?[ \t]*+$")
ITEM = re.compile(
    r"[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+|[・•●○■◆][ \t]*|[①-⑳][ \t]*|[(（][0-9０-９]{1,2}[)）][ \t]*)(?=\S)"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(slots=True, kw_only=True)
class Block:
    """Lines that belong together, with the blank lines after them."""

    kind: Kind
    lines: list[str]
    """With their line ends; kept apart since a table may have 100,000."""

    @property
    def text(self) -> str:
        return "".join(self.lines)


@dataclass(slots=True, kw_only=True)
class Section:
    """What stands below one heading, up to the next."""

    path: tuple[str, ...]
    """The headings above it, outermost first, its own last; empty before the first heading."""
    level: int
    """Of its heading, from 1; 0 before the first heading."""
    heading: str
    """Its own heading as written."""
    blocks: list[Block] = field(default_factory=list)


def first_heading(text: str) -> str | None:
    """The first heading of the first level, without marks; None when there is none."""
    scanner = _Scanner()
    for line in _LINE.finditer(text):
        scanner.take(line[0])
        if scanner.sections[-1].level == 1:
            return scanner.sections[-1].path[-1]
    return None


def heading_of_all(text: str) -> str | None:
    """The heading that the whole text stands below, of any level; None when there is none."""
    outermost = {section.path[:1] for section in sections(text)}
    return next(iter(outermost))[0] if len(outermost) == 1 and () not in outermost else None


def sections(text: str) -> list[Section]:
    """The sections of a Markdown text, in order.

    Headings and blocks joined in order are the text, but for blank lines above the first block of a section.
    Headings are `#` lines and underlined ones, never lines of fenced code; a fence that is not closed runs to the end,
    as in CommonMark.
    """
    scanner = _Scanner()
    for line in _LINE.findall(text):
        scanner.take(line)
    return [section for section in scanner.sections if section.heading or section.blocks]


def _is_short(heading: str) -> bool:
    return len(heading) <= LONGEST_HEADING and spelt_out(heading) <= LONGEST_HEADING


class _Scanner:
    """Takes lines one by one; the last block of the last section is the open one."""

    def __init__(self) -> None:
        self.sections = [Section(path=(), level=0, heading="")]
        self._above: list[tuple[int, str]] = []
        self._fence = ""
        self._after_blank = False

    def take(self, line: str) -> None:
        if self._fence:
            self._extend(line)
            mark = FENCE.match(line)
            if mark and mark[1].startswith(self._fence) and not line.strip().strip(self._fence[0]):
                self._fence = ""
        elif not line.strip():
            self._extend(line)
            self._after_blank = True
        else:
            self._take_prose(line)
            self._after_blank = False

    def _take_prose(self, line: str) -> None:
        block = self._open_block()
        if (heading := _HEADING.match(line)) and _is_short(line):
            self._begin_section(len(heading[1]), line[heading.end() :], line)
        elif block and self._underlines(block, line):
            self.sections[-1].blocks.pop()
            self._begin_section(1 if "=" in line else 2, block.text, block.text + line)
        elif fence := FENCE.match(line):
            self._fence = fence[1]
            inside_item = block is not None and block.kind == "list" and line[0] in " \t"
            self._add("code", line, goes_on=inside_item)
        elif block and block.kind == "paragraph" and "|" in line and self._heads(block, line):
            block.kind = "table"
            block.lines.append(line)
        else:
            kind: Kind = "list" if ITEM.match(line) else "table" if line.lstrip().startswith("|") else "paragraph"
            self._add(kind, line, goes_on=block is not None and self._goes_on(block, kind, line))

    def _open_block(self) -> Block | None:
        return self.sections[-1].blocks[-1] if self.sections[-1].blocks else None

    def _underlines(self, block: Block, line: str) -> bool:
        single = block.kind == "paragraph" and len(block.lines) == 1 and not self._after_blank
        return single and _is_short(block.text) and bool(_UNDERLINE.match(line))

    def _heads(self, block: Block, line: str) -> bool:
        """Whether the block is a table's header and the line the row of dashes below it."""
        single = "|" in block.lines[0] and len(block.lines) == 1 and not self._after_blank
        return single and bool(_DELIMITER_ROW.match(line))

    def _goes_on(self, block: Block, kind: Kind, line: str) -> bool:
        if block.kind == "list":
            return kind == "list" or line[0] in " \t" or (kind == "paragraph" and not self._after_blank)
        if self._after_blank or block.kind == "code":
            return False
        return block.kind == kind or (block.kind == "table" and "|" in line)

    def _add(self, kind: Kind, line: str, *, goes_on: bool) -> None:
        if goes_on:
            self._extend(line)
        else:
            self.sections[-1].blocks.append(Block(kind=kind, lines=[line]))

    def _extend(self, line: str) -> None:
        if block := self._open_block():
            block.lines.append(line)

    def _begin_section(self, level: int, title: str, line: str) -> None:
        while self._above and self._above[-1][0] >= level:
            self._above.pop()
        title = title.strip()
        title = title.rstrip("#").rstrip() if title.rstrip("#").endswith((" ", "\t")) else title
        self._above.append((level, plain(title) or title))
        path = tuple(heading for _, heading in self._above)
        self.sections.append(Section(path=path, level=level, heading=line))
