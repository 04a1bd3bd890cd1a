"""Elements of a page -> Markdown."""

import re
from urllib.parse import quote, urlsplit

from bs4 import Tag
from markdownify import ATX, MarkdownConverter

from yorisoi.documents.html_apart import set_apart
from yorisoi.documents.merged_cells import part_cells
from yorisoi.documents.nested_tables import unfold

_FOLLOWED = ("", "http", "https", "file")
"""What links begin with that lead somewhere, and do not run a script or write a mail."""
_STROKE = re.compile(r"(?<!\\)\|")


def as_markdown(element: Tag) -> str:
    """What an element shows, as Markdown, or only its text where it is nested without end; the element is used up."""
    for link in element.find_all("a"):
        if address := _address(link):
            link["href"] = address
        else:
            link.unwrap()
    for image in element.find_all("img"):
        image.replace_with(" ".join(str(image.get("alt") or "").split()))
    for box in element.find_all("input", type="checkbox"):
        box.replace_with("[x] " if box.has_attr("checked") else "[ ] ")
    set_apart(element)
    part_cells(element)
    unfold(element)
    for struck in element.find_all("strike"):
        struck.name = "s"
    try:
        return _Converter(heading_style=ATX).convert_soup(element).strip()
    except RecursionError:  # at some 330 elements; browsers end at 512
        return element.get_text("\n", strip=True)


class _Converter(MarkdownConverter):
    """A stroke in a cell is none of its borders."""

    def convert_td(self, el: Tag, text: str, parent_tags: object) -> str:
        return str(super().convert_td(el, _STROKE.sub(r"\\|", text), parent_tags))  # type: ignore[misc]

    def convert_th(self, el: Tag, text: str, parent_tags: object) -> str:
        return str(super().convert_th(el, _STROKE.sub(r"\\|", text), parent_tags))  # type: ignore[misc]


def _address(link: Tag) -> str:
    """Where a link leads, written so that Markdown keeps it whole; empty: nowhere."""
    try:
        parts = urlsplit(str(link.get("href") or ""))
    except ValueError:  # `http://[`
        return ""
    return parts._replace(path=quote(parts.path, safe="/%")).geturl() if parts.scheme.lower() in _FOLLOWED else ""
