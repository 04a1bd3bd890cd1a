"""The elements of a page as a browser has them: HTML read by its standard, XHTML as XML."""

import re
from collections.abc import Iterator
from html.entities import entitydefs
from typing import Any
from xml.etree.ElementTree import ParseError

from bs4 import BeautifulSoup, Comment
from bs4.builder import HTMLTreeBuilder
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser
from justhtml import JustHTML

from yorisoi.documents.hidden import INSTEAD
from yorisoi.errors import DocumentError

_OPENS_INSTEAD = re.compile(rf"<(?=/?(?:{'|'.join((*INSTEAD, 'plaintext'))})\b)", re.IGNORECASE)


def tree_of(page: str, *, xml: bool = False) -> BeautifulSoup:
    """The tree of a page; what is no element and no text of it, such as `<?x ...>`, is a comment there.

    What stands for other browsers is read as elements within its own, to be looked at; it moves nothing around it.
    Raises DocumentError: no XML, where it is to be.
    """
    return BeautifulSoup(page, builder=_OfXml if xml else _ByTheStandard)


class _ByTheStandard(HTMLTreeBuilder):
    """What a parser by the HTML standard finds, told to Beautiful Soup in order: end tags that are left out or out of
    place, formatting that goes on, text between the rows of a table are where a browser has them."""

    soup: BeautifulSoup

    def feed(self, markup: Any) -> None:
        left: list[Any] = [JustHTML(markup, sanitize=False).root]
        while left:
            node = left.pop()
            if isinstance(node, str):
                self.soup.handle_endtag(node)
            elif node.name == "#text":
                self.soup.handle_data(node.data)
            elif node.name in ("#comment", "#processing-instruction"):
                _comment(self.soup, node.data)
            elif node.name != "!doctype":
                if not node.name.startswith("#"):
                    self.soup.handle_starttag(node.name, None, None, {n: v or "" for n, v in node.attrs.items()})
                    left.append(node.name)
                left += [*_within(node)][::-1]


def _within(node: Any) -> Iterator[Any]:
    if node.name in INSTEAD and node.children and node.children[0].name == "#text":
        markup = _OPENS_INSTEAD.sub("<x-", node.children[0].data)  # else each would be read again within the one around
        yield JustHTML(markup, fragment=True, sanitize=False).root
        return
    if content := getattr(node, "template_content", None):
        yield content
    yield from node.children


class _OfXml(HTMLTreeBuilder):
    """Every element is closed where its end tag stands, and letters of all names count."""

    soup: BeautifulSoup

    def feed(self, markup: Any) -> None:
        parser = DefusedXMLParser(target=self)
        parser.entity.update(entitydefs)  # which the definition of XHTML has, and nobody fetches
        try:
            parser.feed(markup.lstrip())
            parser.close()
        except (ParseError, DefusedXmlException) as error:
            raise DocumentError(f"is no XML, as XHTML is: {error}") from error

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        # Attributes of other namespaces keep their whole names: `f:style` is none of ours.
        name = _local(tag)
        if name.lower() == "meta":  # letters of all its names count, of two spellings the page's own
            attributes = {each.lower(): said for each, said in attributes.items()} | attributes
        self.soup.handle_starttag(name, None, None, attributes)

    def end(self, tag: str) -> None:
        self.soup.handle_endtag(_local(tag))

    def data(self, text: str) -> None:
        self.soup.handle_data(text)

    def comment(self, text: str) -> None:
        _comment(self.soup, text)

    def pi(self, target: str, text: str | None = None) -> None:
        _comment(self.soup, f"{target} {text or ''}")

    def close(self) -> None:
        """Nothing is left to be told."""


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _comment(soup: BeautifulSoup, text: str) -> None:
    soup.endData()
    soup.handle_data(text)
    soup.endData(Comment)
