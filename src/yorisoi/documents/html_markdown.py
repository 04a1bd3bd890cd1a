"""Elements of a page -> Markdown."""

import re
from textwrap import indent
from urllib.parse import quote, urlsplit

from bs4 import Tag
from markdownify import ATX, MarkdownConverter

from yorisoi.documents.footnotes import put_in_place
from yorisoi.documents.html_apart import set_apart
from yorisoi.documents.html_controls import show_instead, write_controls
from yorisoi.documents.html_lists import number_items
from yorisoi.documents.mathml import write_formulas
from yorisoi.documents.merged_cells import part_cells
from yorisoi.documents.nested_tables import groups_of_rows, put_feet_last, unfold

_FOLLOWED = ("", "http", "https", "file")
"""What links begin with that lead somewhere, and do not run a script or write a mail."""
_BELOW = ("tbody", "tfoot")
_GROUPS = ("thead", *_BELOW)
_STROKE = re.compile(r"(?<!\\)\|")


def as_markdown(element: Tag) -> str:
    """What an element shows, as Markdown, or only its text, with the rows of its tables, where it is nested without
    end; the element is used up."""
    try:
        return converted(element)
    except RecursionError:  # at some 330 elements; browsers end at 512
        for row in (row for table in element.find_all("table") for rows in groups_of_rows(table) for row in rows):
            cells = (" ".join(cell.get_text(" ").split()) for cell in row.find_all(["td", "th"], recursive=False))
            row.string = f"| {' | '.join(_STROKE.sub('/', cell) for cell in cells)} |"
        return element.get_text("\n", strip=True)


def converted(element: Tag) -> str:
    """The same.  Raises RecursionError: it is nested without end."""
    put_in_place(element)
    for link in element.find_all("a"):
        if address := _address(link):
            link["href"] = address
        else:
            link.unwrap()
    for image in element.find_all("img"):
        show_instead(image, " ".join(str(image.get("alt") or "").split()))
    write_controls(element)
    number_items(element)
    write_formulas(element)
    set_apart(element)
    put_feet_last(element)
    part_cells(element)
    unfold(element)
    for struck in element.find_all("strike"):
        struck.name = "s"
    return _Converter(heading_style=ATX).convert_soup(element).strip()


class _Converter(MarkdownConverter):
    """A stroke in a cell is none of its borders, a table has one header, whatever groups its rows stand in, an item the
    number that it was given, and what slants no mark: `*` between letters would be read."""

    def convert_em(self, el: Tag, text: str, parent_tags: object) -> str:  # noqa: ARG002
        return text

    convert_i = convert_em

    def convert_li(self, el: Tag, text: str, parent_tags: object) -> str:
        label, said = el.get("value"), text.strip()
        if not label or not said:
            return str(super().convert_li(el, text, parent_tags))  # type: ignore[misc]
        return f"{label} {indent(said, ' ' * (len(str(label)) + 1)).lstrip()}\n"

    def convert_td(self, el: Tag, text: str, parent_tags: object) -> str:
        return str(super().convert_td(el, _STROKE.sub(r"\\|", text), parent_tags))  # type: ignore[misc]

    def convert_th(self, el: Tag, text: str, parent_tags: object) -> str:
        return str(super().convert_th(el, _STROKE.sub(r"\\|", text), parent_tags))  # type: ignore[misc]

    def convert_tr(self, el: Tag, text: str, parent_tags: object) -> str:
        group = el.parent
        if group is not None and group.name in _BELOW and group.find_previous_sibling(_GROUPS):
            return f"|{text}\n"
        return str(super().convert_tr(el, text, parent_tags))  # type: ignore[misc]


def _address(link: Tag) -> str:
    """Where a link leads, written so that Markdown keeps it whole; empty: nowhere."""
    try:
        parts = urlsplit(str(link.get("href") or ""))
    except ValueError:  # `http://[`
        return ""
    return parts._replace(path=quote(parts.path, safe="/%")).geturl() if parts.scheme.lower() in _FOLLOWED else ""
