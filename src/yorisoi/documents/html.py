"""HTML -> Markdown, without the page's navigation."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from webencodings import UTF8, lookup

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.front_matter import split_front_matter
from yorisoi.documents.held import check_held, check_held_in, check_properties, names_groups, names_of
from yorisoi.documents.hidden import INSTEAD, hidden_and_struck_in
from yorisoi.documents.markup import without_fences
from yorisoi.documents.metadata import (
    Metadata,
    check_open,
    field_name,
    field_of_groups,
    from_properties,
    names_no_day,
    spellings,
)
from yorisoi.documents.read import decode
from yorisoi.documents.reader_names import speaks_of_readers
from yorisoi.documents.readers import (
    HEAD_LINES,
    check_text,
    check_unseen,
    line_at_head,
    may_name_groups,
    may_name_something,
)
from yorisoi.errors import AccessUnclear, DocumentError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_METAS = ("name", "http-equiv", "property", "itemprop")
_AUTHOR = ("author", "dc.creator", "article:author")
_UPDATED = ("last-modified", "article:modified_time", "dcterms.modified", "date", "article:published_time")
_NAVIGATION = ("nav", "footer", "aside", "svg")
_NOT_OF_THE_PAGE = (*INSTEAD, "template", "svg", "math")
"""A title in these is none of the page's."""
_CELLS = ("td", "th")
_MARKS = (BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE)
_HEAD = 4096
"""Bytes in which a page names its encoding."""
_TAG_OR_COMMENT = re.compile(
    r"""<!--.*?-->|<(?P<name>/?[a-z][^\s/>]*)(?P<attributes>(?:"[^"]*"|'[^']*'|[^"'>])*+)>""", re.IGNORECASE | re.DOTALL
)
_ATTRIBUTE = re.compile(r"""(?P<name>[^\s"'=/>]+)\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s"'>]+)""")
_LEVELS = re.compile("[.:]")
_ENDS = re.compile(r"</html\s*>\s*\Z", re.IGNORECASE)
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)


def html_to_markdown(
    data: bytes, config: DocumentsConfig, *, xml: bool = False
) -> tuple[str, Mapping[str, object], Metadata]:
    """(Markdown, the fields of a front matter above the page and of metas about readers, what the page's head says).

    The Markdown is of the main part when the page marks one, else of all but its navigation; what is hidden is left
    out.  Raises DocumentError: not text, a front matter that cannot be read, the beginning of a page without any text;
    AccessUnclear: what is left out seems to say who may read the page, and no field does.
    """
    from bs4 import Comment

    from yorisoi.documents.html_apart import strike_out
    from yorisoi.documents.html_lines import is_apart
    from yorisoi.documents.html_markdown import as_markdown
    from yorisoi.documents.html_tree import tree_of

    fields, page = split_front_matter(_declared(data) or decode(data, config))
    soup = tree_of(page, xml=xml)
    said = {
        str(meta.get("name") or meta.get("property") or meta.get("http-equiv")).lower(): str(meta.get("content") or "")
        for meta in soup.find_all("meta")
    }
    about = from_properties(
        next((title.get_text() for title in soup.find_all("title") if not title.find_parent(_NOT_OF_THE_PAGE)), ""),
        next((said[name] for name in _AUTHOR if name in said), ""),
        next((said[name] for name in _UPDATED if name in said), ""),
    )
    fields = {**fields, **_readers(soup, fields)}
    for term in soup.find_all("dt"):  # with its `dd` it says what a line `name: value` does
        if line_at_head([f"{term.get_text()}:"]):
            term.append(":")
    names_readers = any(name in fields for name in spellings("groups"))
    if not names_readers:
        check_held(soup)
        for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
            _check_comment(comment.removeprefix("[CDATA["))
        about = replace(about, until=check_open(_by_metas(soup)))
    hidden, struck = hidden_and_struck_in(soup)
    for seen, find in ((False, lambda _: hidden), (True, _forms), (True, _navigation)):
        for tag in find(soup):
            if not tag.decomposed:
                if not names_readers and tag.name != "nav":  # a menu may lead to groups
                    _check_left_out(tag, seen=seen and tag.name != "svg")
                if seen and is_apart(tag):
                    tag.insert_after("\n")  # which parts what stands around it
                tag.decompose()
    strike_out(soup, struck)
    main = _only(soup, "main") or _only(soup, "article") or soup.body or soup
    main.extract()
    if not names_readers:
        _check_left_out(soup, seen=True)
        _check_element(main, partial(check_text, columns=not fields))
    markdown = as_markdown(main)
    if not markdown.strip() and not _ENDS.search(page):
        raise DocumentError("holds no text and does not end with </html>: it may be half written")
    return markdown, fields, about


def _readers(soup: "BeautifulSoup", fields: Mapping[str, object]) -> Mapping[str, object]:
    """What metas say of who may read the page.  Raises AccessUnclear: it is said twice, or of `access:groups`."""
    said: dict[str, object] = {}
    for meta in soup.find_all("meta"):
        for name in set(map(field_name, names_of(meta, _METAS))):
            if name not in spellings("groups") and names_groups(name):
                raise AccessUnclear(f"has a meta {name!r}; if it is to say who may read it, call it groups")
            if field_of_groups(name) or speaks_of_readers(name):
                if name in said or name in fields:
                    raise AccessUnclear(f"says twice who may read it: {name}")
                said[name] = str(meta.get("content") or "")
    return said


def _by_metas(soup: "BeautifulSoup") -> Mapping[str, object]:
    """What metas say, under the last part of their names (`article:published_time`); no days that are not understood:
    programs write them."""
    said = defaultdict[str, list[str]](list)
    for meta in soup.find_all("meta"):
        value = str(meta.get("content") or "")
        for name in (_LEVELS.split(field_name(each))[-1] for each in names_of(meta, _METAS)):
            if not names_no_day(name, value):
                said[name].append(value)
    return said


def _check_comment(said: str) -> None:
    """Raises AccessUnclear: it names readers, also where it is `<?x ... >`, or in elements that are switched off, or on
    for one browser alone: `[if IE]>...<![endif]`."""
    from yorisoi.documents.html_tree import tree_of

    for each in (said, said.partition(" ")[2]):
        check_unseen(each)
    markup = said.strip()
    if switched := markup.lower().startswith("[if"):
        markup = markup.partition(">")[2]
    if switched or "<" in markup:
        check_held_in(f"{markup}>")
        tree = tree_of(markup.replace("<!", " !"))
        check_properties(tree)
        _check_left_out(tree, seen=False)


def _forms(soup: "BeautifulSoup") -> list["Tag"]:
    """Those to be filled in, and not one around most of a page: some servers put it there, or nothing ends it."""
    most = len(soup.get_text()) / 2
    return [form for form in soup.find_all("form") if len(form.get_text()) - _to_be_chosen(form) < most]


def _navigation(soup: "BeautifulSoup") -> list["Tag"]:
    return list(soup.find_all(_NAVIGATION))


def _only(soup: "BeautifulSoup", name: str) -> "Tag | None":
    """The one element of this name, with others in it or not; None where there are several side by side."""
    found = [tag for tag in soup.find_all(name) if not tag.find_parent(name)]
    return found[0] if len(found) == 1 else None


def _to_be_chosen(form: "Tag") -> int:
    return sum(len(each.get_text()) for each in form.find_all(("select", "textarea")))


def _check_left_out(tag: "Tag", *, seen: bool) -> None:
    """Raises AccessUnclear: what is left out of a page, seen or not, seems to say at its head who may read the page."""
    from yorisoi.documents.html_markdown import as_markdown

    check: Callable[[str], None] = check_text if seen else check_unseen
    said, terms = tag.get_text(), [] if seen else tag.find_all("dt")
    in_cells = not seen and (tag.name in _CELLS or tag.find(_CELLS) is not None)
    if not (may_name_groups(f"{tag} {said}") or terms or in_cells or (not seen and may_name_something(said))):
        return
    for term in terms:
        term.append(":")
    if in_cells and tag.name in _CELLS:
        check(f"|{said}|{said}|")  # as one with a value, which stands in a cell of its own
    tag.name = "div"  # whatever it was: of a cell only what it holds
    _check_element(tag, check, code=False)
    check(without_fences(as_markdown(tag)))


def _check_element(element: "Tag", check: Callable[[str], None], *, code: bool = True) -> None:
    """Have `check` look at the lines at the head of an element, and at its rows with tables in them, which are rows no
    more in Markdown."""
    from yorisoi.documents.html_lines import check_lines
    from yorisoi.documents.nested_tables import rows_around_tables

    check_lines(element, check, code=code)
    for row in islice(rows_around_tables(element), 2 * HEAD_LINES):
        check(row)


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
