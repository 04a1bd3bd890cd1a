"""HTML -> Markdown, without the page's navigation."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from typing import TYPE_CHECKING

from webencodings import UTF8, lookup

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.field_names import as_compared, spellings
from yorisoi.documents.front_matter import split_front_matter
from yorisoi.documents.hidden import INSTEAD, seen_in
from yorisoi.documents.markup import without_fences
from yorisoi.documents.metadata import Metadata, from_properties
from yorisoi.documents.read import decode
from yorisoi.documents.readers import check_text, is_about_readers
from yorisoi.errors import AccessUnclear, DocumentError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_AUTHOR = ("author", "dc.creator", "article:author")
_UPDATED = ("last-modified", "article:modified_time", "dcterms.modified", "date", "article:published_time")
_NAMES = ("name", "property", "itemprop", "http-equiv")
"""Attributes of a meta that say what it tells."""
_NAVIGATION = ("nav", "footer", "aside", "svg")
_NOT_OF_THE_PAGE = (*INSTEAD, "template", "svg", "math")
"""A title in these is none of the page's."""
_MARKS = (BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE)
_HEAD = 4096
"""Bytes in which a page names its encoding."""
_TAG_OR_COMMENT = re.compile(
    r"""<!--.*?-->|<(?P<name>/?[a-z][^\s/>]*)(?P<attributes>(?:"[^"]*"|'[^']*'|[^"'>])*+)>""", re.IGNORECASE | re.DOTALL
)
_ATTRIBUTE = re.compile(r"""(?P<name>[^\s"'=/>]+)\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s"'>]+)""")
_ENDS = re.compile(r"</html\s*>\s*\Z", re.IGNORECASE)
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)


def html_to_markdown(
    data: bytes, config: DocumentsConfig, *, xml: bool = False
) -> tuple[str, Mapping[str, object], Metadata]:
    """(Markdown, the fields of a front matter above the page and of metas about readers, what the page's head says).

    The Markdown is of the main part when the page marks one, else of all but its navigation; what is hidden is left
    out.  Raises DocumentError: not text, a front matter that cannot be read, the beginning of a page without any text;
    AccessUnclear: what is left out seems to say who may read the page (`check_text`), and no field does.
    """
    from bs4 import Comment, Tag

    from yorisoi.documents.html_apart import is_apart, set_levels, strike_out
    from yorisoi.documents.html_lists import keeps_its_number
    from yorisoi.documents.html_markdown import as_markdown
    from yorisoi.documents.html_tree import tree_of

    fields, page = split_front_matter(_declared(data) or decode(data, config))
    soup = tree_of(page, xml=xml)
    said = {_name_of(meta).lower(): str(meta.get("content") or "") for meta in soup.find_all("meta")}
    about = from_properties(
        next((title.get_text() for title in soup.find_all("title") if not title.find_parent(_NOT_OF_THE_PAGE)), ""),
        next((said[name] for name in _AUTHOR if name in said), ""),
        next((said[name] for name in _UPDATED if name in said), ""),
    )
    fields = _with_metas_of_readers(fields, soup)
    not_read: list[str] = list(soup.find_all(string=lambda text: isinstance(text, Comment)))
    looks = seen_in(soup)
    for seen, find in ((False, lambda _: looks.hidden), (True, _buttons), (True, _navigation)):
        gone: dict[int, tuple[Tag, str]] = {}  # with what parts what stands around it
        for tag in find(soup):
            if not tag.decomposed and id(tag) not in gone:
                name = "li" if keeps_its_number(tag) else "span"
                if name != "li":
                    gone[id(tag)] = tag, "\n" if seen and is_apart(tag) else ""
                tag.name = "div"  # whatever it was: of a cell only what it holds
                not_read.append(as_markdown(tag))
                tag.clear(decompose=True)
                tag.name = name
        _take_out(gone)
    strike_out(soup, looks.struck)
    set_levels(looks.levels)
    main = _only(soup, "main") or _only(soup, "article") or soup.body or soup
    main.extract()
    not_read.append(as_markdown(soup))
    if not any(name in fields for name in spellings("groups")):
        for each in not_read:
            check_text(without_fences(each))
    markdown = as_markdown(main)
    if not markdown.strip() and not _ENDS.search(page):
        raise DocumentError("holds no text and does not end with </html>: it may be half written")
    return markdown, fields, about


def _name_of(meta: "Tag") -> str:
    return str(next(filter(None, map(meta.get, _NAMES)), ""))


def _with_metas_of_readers(fields: Mapping[str, object], soup: "BeautifulSoup") -> Mapping[str, object]:
    """The fields, with what metas declare of who may read the page.  Raises AccessUnclear: it is said twice."""
    found = dict(fields)
    for meta in soup.find_all("meta"):
        name = as_compared(_name_of(meta))
        if is_about_readers(name):
            if name in found:
                raise AccessUnclear(f"says twice who may read it: {name}")
            found[name] = str(meta.get("content") or "")
    return found


def _take_out(gone: "Mapping[int, tuple[Tag, str]]") -> None:
    """Put texts in the place of elements, by id: each element around them is filled anew, as to take one out takes
    Beautiful Soup a time that grows with all that stands there."""
    parents = {id(tag.parent): tag.parent for tag, _ in gone.values() if not tag.decomposed}
    for parent in filter(None, parents.values()):
        inside = [gone[id(each)][1] if id(each) in gone else each for each in parent.contents]
        parent.clear()
        parent.extend([each for each in inside if each != ""])


def _buttons(soup: "BeautifulSoup") -> list["Tag"]:
    from yorisoi.documents.html_controls import buttons_that_send

    return buttons_that_send(soup)


def _navigation(soup: "BeautifulSoup") -> list["Tag"]:
    return list(soup.find_all(_NAVIGATION))


def _only(soup: "BeautifulSoup", name: str) -> "Tag | None":
    """The one element of this name, with others in it or not; None where there are several side by side."""
    found = [tag for tag in soup.find_all(name) if not tag.find_parent(name)]
    return found[0] if len(found) == 1 else None


def _charset(attributes: str) -> str:
    """The encoding that a meta with these attributes names."""
    said = {each["name"].lower(): each["value"].strip("\"'") for each in _ATTRIBUTE.finditer(attributes)}
    if said.get("http-equiv", "").lower() == "content-type" and (named := _CHARSET.search(said.get("content", ""))):
        return named[1]
    return said.get("charset", "")


def _declared(data: bytes) -> str | None:
    """The page as text when it declares an encoding that browsers know and keeps to it; a byte order mark comes before
    what is declared."""
    if data.startswith(_MARKS):
        return None
    head = data[:_HEAD].decode("latin-1")
    metas = (tag["attributes"] for tag in _TAG_OR_COMMENT.finditer(head) if (tag["name"] or "").lower() == "meta")
    encoding = lookup(next(filter(None, map(_charset, metas)), ""))
    if encoding is None or encoding.name == "replacement":
        return None
    if encoding.name.startswith("utf-16"):
        encoding = UTF8  # in which the declaration was found
    try:
        text: str = encoding.codec_info.decode(data, "strict")[0]
    except UnicodeDecodeError:
        return None
    return text
