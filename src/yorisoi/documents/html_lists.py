"""The numbers that a browser shows before the items of a list."""

import re

from bs4 import Tag

from yorisoi.documents.word_numbers import roman

_NUMBER = re.compile(r"\s*([-+]?\d{1,9})(?!\d)")
_LARGEST_ROMAN = 3_999


def number_items(element: Tag) -> None:
    """Each item of a numbered list has as its `value` what stands before it, such as `3.` or `c.` (HTML, 4.4.5)."""
    for ordered in element.find_all("ol"):
        items = ordered.find_all("li", recursive=False)
        step = -1 if ordered.has_attr("reversed") else 1
        number = _number(ordered, "start", len(items) if step < 0 else 1)
        for item in items:
            number = _number(item, "value", number)
            item["value"] = f"{_written(number, str(item.get('type') or ordered.get('type') or ''))}."
            number += step


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
