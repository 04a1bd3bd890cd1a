"""What a browser sets apart and a converter to Markdown joins: blocks, controls side by side, marks above a number."""

import re
from collections.abc import Iterable

from bs4 import Tag
from bs4.element import NavigableString, PageElement

from yorisoi.documents.markup import BLOCKS
from yorisoi.documents.styles import stands_apart

_BLOCKS = re.compile(
    rf"{BLOCKS}|caption|dt|head|html|listing|marquee|object|optgroup|option|output|plaintext|select|table|tbody|td|tfoot"
    r"|th|thead|title|tr|xmp"
)
"""Elements that begin and end a line, and those that stand in a box of their own."""
_BLOCKS_OF_MARKDOWN = re.compile(
    "article|blockquote|br|caption|d[dlt]|div|figcaption|h[1-6]|hr|li|ol|p|pre|section|table|tbody|t[dhr]|tfoot|thead|ul"
)
"""Blocks that the converter knows."""
_ELEMENTS_OF_MARKDOWN = re.compile("a|b|code|del|em|i|kbd|q|s|samp|strike|strong|su[bp]")
"""What it writes otherwise than what stands in it."""
_STRIKE_OUT = ("del", "s", "strike")
_LISTS = ("dir", "menu")
_SIDE_BY_SIDE = ("button", "label", "option", "output", "select")
"""Boxes on a line, between which a browser leaves a gap."""
_ABOVE_AND_BELOW = {"sup": "^", "sub": "_"}
ENDS_IN_A_NUMBER = re.compile(r"\d[.,]?$")
BEGINS_WITH_A_NUMBER = re.compile(r"[-+−]?\d")
_MOST_LOOKED_AT = 20
"""Elements around and between a mark and what stands beside it."""


def is_apart(tag: Tag) -> bool:
    """Whether an element begins and ends a line, or stands in a box of its own."""
    return bool(_BLOCKS.fullmatch(tag.name)) or stands_apart(str(tag.get("style") or ""))


def set_apart(element: Tag) -> None:
    """Each block within an element is one that Markdown has, controls have a blank between them, and no mark above or
    below a number is part of it: `20^1日`."""
    for tag in element.find_all(True):
        if tag.name in _SIDE_BY_SIDE:
            if isinstance(beside := tag.next_sibling, Tag) and beside.name in _SIDE_BY_SIDE:
                tag.append(" ")
        elif not _BLOCKS_OF_MARKDOWN.fullmatch(tag.name) and is_apart(tag):
            _make_block(tag)
    for mark in element.find_all([*_ABOVE_AND_BELOW]):
        _part_from_numbers(mark)


def strike_out(element: Tag, struck: Iterable[Tag]) -> None:
    """All text of some elements within another is in elements that strike it out."""
    ids = {id(tag) for tag in struck}
    left = [(element, False)] if ids else []
    while left:
        tag, crossed = left.pop()
        crossed = crossed or id(tag) in ids
        inside = list(tag.contents)
        left += [(each, crossed) for each in inside if isinstance(each, Tag) and each.name not in _STRIKE_OUT]
        if crossed and any(map(_is_text, inside)):
            tag.clear()
            for each in inside:
                around = Tag(name="s") if _is_text(each) else tag
                around.append(each)
                if around is not tag:
                    tag.append(around)


def set_levels(levels: Iterable[tuple[Tag, str]]) -> None:
    """What stands on a line and is set above or below it is in a `sup` or a `sub`; cells and blocks stay as they are.

    These elements themselves stay too: many pages lay them upon the line, and move them from there.
    """
    for tag, level in levels:
        if tag.contents and tag.name not in _ABOVE_AND_BELOW and not is_apart(tag):
            mark = Tag(name=level)
            mark.extend(list(tag.contents))
            tag.append(mark)


def _is_text(node: PageElement) -> bool:
    return type(node) is NavigableString and bool(node.strip())


def _make_block(tag: Tag) -> None:
    # In place: to put something beside an element takes Beautiful Soup a time that grows with all that stands there.
    if _ELEMENTS_OF_MARKDOWN.fullmatch(tag.name):
        inside = Tag(name=tag.name, attrs=tag.attrs)
        inside.extend(list(tag.contents))
        tag.name, tag.attrs = "div", {}
        tag.append(inside)
    else:
        tag.name = "ul" if tag.name in _LISTS else "div"


def _part_from_numbers(mark: Tag) -> None:
    if BEGINS_WITH_A_NUMBER.match(_at_edge(mark, 0)) and ENDS_IN_A_NUMBER.search(_beside(mark, -1)):
        mark.insert(0, _ABOVE_AND_BELOW[mark.name])
    if _at_edge(mark, -1)[-1:].isdecimal() and _beside(mark, 0)[:1].isdecimal():
        mark.append(" ")


def _beside(mark: Tag, edge: int) -> str:
    """The text on a mark's line directly behind it (0), or before it (-1)."""
    node: PageElement = mark
    for _ in range(_MOST_LOOKED_AT):
        if sibling := node.previous_sibling if edge else node.next_sibling:
            node = sibling
            if isinstance(node, Tag) and is_apart(node):
                return ""
            if said := _at_edge(node, edge):
                return said
        elif node.parent is None or is_apart(node.parent):
            return ""
        else:
            node = node.parent
    return ""


def _at_edge(node: PageElement, edge: int) -> str:
    """The first text in it (0), or the last (-1)."""
    for _ in range(_MOST_LOOKED_AT):
        if not isinstance(node, Tag) or not node.contents or is_apart(node):
            break
        node = node.contents[edge]
    return str(node) if type(node) is NavigableString else ""
