"""What elements of HTML within Markdown hide, as a parser of HTML reads them."""

import re
from collections.abc import Set
from html.parser import HTMLParser

from yorisoi.documents.hidden import hidden_in
from yorisoi.documents.styles import hides

_CLOSING = re.compile(r"</([a-z][^\s/<>]*)", re.IGNORECASE)
_EMPTY = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
_NO_TAG = re.compile("<(?!/?[a-zA-Z]|!--)")
"""Declarations and marked sections: the parser raises errors at some."""
_RAW = ("script", "style")
_OF_JSX = re.compile("[{}\"'`]|/?>$")
_OF_JSX_NAME = re.compile(r"\b[a-zA-Z]+(?=[\"']?\s*:)")
_NEXT_IN_JSX = re.compile(r",(?=\s*[\"']?[\w-]+[\"']?\s*:)")
_CAPITAL = re.compile("(?<!^)[A-Z]")
_UNCLOSED = re.compile(
    r"a|abbr|article|aside|b|big|blockquote|body|center|cite|code|dd|del|details|div|dl|dt|em|fieldset|figcaption|figure"
    r"|font|footer|form|h[1-6]|header|html|i|ins|kbd|label|li|main|mark|nav|ol|p|pre|q|s|samp|section|small|span|strike"
    r"|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var"
)
"""What hides the rest of a page where it is not closed; another name may be no element (`<your-name>`)."""


def hidden_stretches(text: str) -> list[tuple[int, int, int]]:
    """(from, inside from, inside to) of each element that is hidden, in order, none within another.

    The whole ends with the closing tag: where the inside does, or at the next `>`.  Code is to be taken out before.
    """
    text = _NO_TAG.sub(" ", text)
    last, comment = (max(text.rfind(end), 0) for end in (">", "-->"))  # what never ends is searched for again and again
    text = text[:comment] + text[comment:last].replace("<!", " !") + text[last:].replace("<", " ")
    reader = _Reader(text, _hidden_by_sheets(text) if "<style" in text.lower() else frozenset())
    reader.feed(text)
    reader.close()
    return reader.found + ([(*reader.hidden, len(text))] if reader.hidden else [])


def _hidden_by_sheets(text: str) -> Set[int]:
    """Where the elements begin that a style sheet within the text hides."""
    from bs4 import BeautifulSoup  # comes with markitdown

    lines = _line_starts(text)
    hidden = hidden_in(BeautifulSoup(text, "html.parser", on_duplicate_attribute="ignore"))
    return {lines[tag.sourceline - 1] + tag.sourcepos for tag in hidden if tag.sourceline and tag.sourcepos is not None}


def _line_starts(text: str) -> list[int]:
    return [0, *(end.end() for end in re.finditer("\n", text))]


class _Reader(HTMLParser):
    def __init__(self, text: str, by_sheets: Set[int]) -> None:
        super().__init__(convert_charrefs=False)
        self._by_sheets = by_sheets
        self.found: list[tuple[int, int, int]] = []
        self.hidden: tuple[int, int] | None = None
        self._name, self._depth = "", 0
        self._last = {closing[1].lower(): closing.start() for closing in _CLOSING.finditer(text)}
        self._lines = _line_starts(text)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def set_cdata_mode(self, elem: str, **how: bool) -> None:
        """Only of what is closed: `<title>` and `<script>` are spoken of in prose."""
        if elem in _RAW and self._last.get(elem, -1) > self._at():
            super().set_cdata_mode(elem, **how)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at, whole = self._at(), self.get_starttag_text() or ""
        if self.hidden and tag == self._name == "p":  # which ends where the next begins
            self._end(at)
        elif self.hidden:
            self._depth += tag == self._name
        if self.hidden or _EMPTY.fullmatch(tag) or not (at in self._by_sheets or _is_hidden(attrs, whole)):
            return
        if _UNCLOSED.fullmatch(tag) or self._last.get(tag, -1) > at:
            self.hidden, self._name, self._depth = (at, at + len(whole)), tag, 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if _UNCLOSED.fullmatch(tag):  # a browser reads `<div/>` as `<div>`
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag == self._name:
            self._depth -= 1
            if not self._depth:
                self._end(self._at())

    def _end(self, at: int) -> None:
        if self.hidden:
            self.found.append((*self.hidden, at))
        self.hidden = None


def _is_hidden(attrs: list[tuple[str, str | None]], whole: str) -> bool:
    said = dict(reversed(attrs))
    _, of_jsx, style = whole.partition("style={{")
    return "hidden" in said or hides(_as_css(style) if of_jsx else said.get("style") or "")


def _as_css(jsx: str) -> str:
    """`display:"none", fontSize:0}}` as CSS writes it."""
    names = _OF_JSX_NAME.sub(lambda name: _CAPITAL.sub(r"-\g<0>", name[0]).lower(), jsx)
    return _OF_JSX.sub("", _NEXT_IN_JSX.sub(";", names))
