"""The lines of a page as browsers break them, whatever a converter joins: who may read it is said in one of them."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from yorisoi.documents.markup import BLOCKS
from yorisoi.documents.readers import HEAD_LINES
from yorisoi.documents.styles import stands_apart

_BLOCKS = re.compile(
    rf"{BLOCKS}|caption|dt|head|html|listing|marquee|object|optgroup|option|output|plaintext|select|table|tbody|td|tfoot"
    r"|th|thead|title|tr|xmp"
)
"""Elements that begin and end a line, and those that stand in a box of their own."""
_AS_WRITTEN = ("pre", "listing", "xmp", "plaintext", "textarea")
_CODE = ("code", "kbd", "samp")
_UNREAD = ("script", "style", "rt", "rp")
"""Not among what stands on a line: a reading stands above it."""
_ON_ONE_LINE = re.compile(r"[ \t\r\f]+")
_TWO_BLANKS = re.compile(" {2,}")
_END, _WITHIN_ROW, _WITHIN_CELL, _BETWEEN_NAMES = "\n", "\r", "\v", "|"
"""What stands for a break: of a line, of one in a row of a table, of one in a cell of it, of one in the name of what
stands beside it."""
_BREAKS = {"tr": _WITHIN_ROW, "td": _WITHIN_CELL, "th": _BETWEEN_NAMES, "dt": _BETWEEN_NAMES}
"""Of what stands in such elements."""


def check_lines(element: Tag, check: Callable[[str], object], *, code: bool = True) -> None:
    """Have `check` look at each line at the head of an element: a row of a table is one, of several lines.

    Without `code` what Markdown has in fences is passed over.  A line of the source that is none in a browser is one
    too, outside of tables, as it is in Markdown.  Linear in the element.
    """
    lines = "".join(_pieces(element, code)).split(_END)
    for line in islice(filter(str.strip, lines), HEAD_LINES):
        check(_TWO_BLANKS.sub(" ", _WITHIN_ROW.join(map(_cell, line.split(_WITHIN_ROW)))))


def is_apart(tag: Tag) -> bool:
    """Whether an element begins and ends a line, or stands in a box of its own."""
    return bool(_BLOCKS.fullmatch(tag.name)) or stands_apart(str(tag.get("style") or ""))


def _cell(said: str) -> str:
    """A cell whose lines may name what stands beside it, save one in Latin letters alone, as of users and groups."""
    return said.replace(_WITHIN_CELL, _WITHIN_ROW if said.isascii() else _BETWEEN_NAMES)


def _pieces(element: Tag, code: bool) -> Iterator[str]:
    """What it shows, in order, and its breaks."""
    left: list[tuple[PageElement | str, str, bool]] = [(each, _END, False) for each in reversed(element.contents)]
    while left:
        node, ends, written = left.pop()
        if isinstance(node, PreformattedString):  # a comment
            continue
        if isinstance(node, NavigableString):
            line = ends if written else _END if ends == _END else " "
            yield _ON_ONE_LINE.sub(" ", node).replace("\n", line)
        elif not isinstance(node, Tag):
            yield str(node)
        elif node.name == "img":
            yield " ".join(str(node.get("alt") or "").split())
        elif node.name not in _UNREAD and (code or node.name != "pre"):
            edge = ends if is_apart(node) else "`" if node.name in _CODE and not written else ""
            inside = _BREAKS.get(node.name, ends)
            as_written = written or node.name in _AS_WRITTEN
            yield edge
            left.append((edge, ends, written))
            left += [(each, inside, as_written) for each in reversed(node.contents)]
