"""The numbers that a browser shows before the items of a list."""

import re

from bs4 import Tag

from yorisoi.documents.styles import is_gone, look_of
from yorisoi.documents.word_numbers import roman

_NUMBER = re.compile(r"\s*([-+]?\d{1,9})(?!\d)")
_LARGEST_ROMAN = 3_999
_LISTS = ("dir", "menu", "ol", "ul")


def number_items(element: Tag) -> None:
    """Each item of a numbered list has as its `value` what stands before it, such as `3.` or `c.` (HTML, 4.4.5), and
    no other has one."""
    for ordered, items in _lists(element):
        if ordered.name != "ol":
            for item in items:
                del item["value"]
            continue
        step = -1 if ordered.has_attr("reversed") else 1
        number = _number(ordered, "start", len(items) if step < 0 else 1)
        for item in items:
            number = _number(item, "value", number)
            item["value"] = f"{_written(number, str(item.get('type') or ordered.get('type') or ''))}."
            number += step


def keeps_its_number(item: Tag) -> bool:
    """Whether an element is an item that its own style hides, and that counts all the same."""
    style = str(item.get("style") or "")
    return item.name == "li" and not item.has_attr("hidden") and look_of(style).hides and not is_gone(style)


def _lists(element: Tag) -> list[tuple[Tag, list[Tag]]]:
    """The lists within an element, and itself, each with its items, whatever stands between."""
    found: list[tuple[Tag, list[Tag]]] = []
    left: list[tuple[Tag, list[Tag]]] = [(element, [])]
    while left:
        tag, items = left.pop()
        if tag.name == "li":
            items.append(tag)
        elif tag.name in _LISTS:
            items = []
            found.append((tag, items))
        left += [(each, items) for each in reversed(tag.contents) if isinstance(each, Tag)]
    return found


def _number(tag: Tag, name: str, otherwise: int) -> int:
    said = _NUMBER.match(str(tag.get(name) or ""))
    return int(said[1]) if said else otherwise


def _written(number: int, how: str) -> str:
    written = str(number)
    if how in ("a", "A") and number > 0:
        written = _letters(number)
    elif how in ("i", "I") and 0 < number <= _LARGEST_ROMAN:
        written = roman(number).lower()
    return written.upper() if how.isupper() else written


def _letters(number: int) -> str:
    """a to z, aa, ab."""
    said = ""
    while number:
        number, at = divmod(number - 1, 26)
        said = chr(ord("a") + at) + said
    return said
