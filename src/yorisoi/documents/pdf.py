"""PDF -> text with its lines joined to paragraphs."""

import io
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.metadata import Metadata
from yorisoi.documents.pdf_hidden import without_hidden_text
from yorisoi.documents.pdf_properties import properties
from yorisoi.documents.pdf_streams import bounded_streams
from yorisoi.documents.pdf_struck import STRUCK
from yorisoi.documents.readers import check_text
from yorisoi.errors import DocumentError

_SENTENCE_END = tuple("。．.！？!?」』）)：:")
_NEW_ITEM = re.compile(
    r"\s*(?:[・●○■□◆◇▪•※★☆*-]|[①-⑳]|[(（]?[0-9０-９一二三四五六七八九十]{1,3}[)）.．、]|第\s*[0-9０-９一二三四五六七八九十]+\s*[章節条項])"
)
_PAGE_NUMBER = re.compile(
    r"\s*(?:[-–—]\s*)?(?:p(?:age)?\.?\s*)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?(?:\s*[-–—])?\s*", re.IGNORECASE
)
FULL_LINE = 0.85
"""A line at least this share of the longest usual one was broken by the margin and not by the writer."""


def pdf_to_markdown(data: bytes, config: DocumentsConfig) -> tuple[str, Metadata]:
    """(text, what the file's properties say).  Raises DocumentError: not a PDF, unpacks to too much;
    AccessUnclear."""
    if b"%PDF-" not in data[:1024]:
        raise DocumentError("is not a PDF file")
    from markitdown import StreamInfo
    from markitdown.converters import PdfConverter

    with bounded_streams(config.max_unpacked_bytes):
        about = properties(data)
        with without_hidden_text(data) as unseen:
            text = PdfConverter().convert(io.BytesIO(data), StreamInfo(extension=".pdf")).markdown
    for each in (text, *unseen):  # before lines are joined, and what heads every page is left out
        check_text(each)
    return join_lines(text), about


def join_lines(text: str) -> str:
    """Pages of lines (pages end with a form feed) as paragraphs.

    A line goes on in the next one when it fills the column and the next does not begin an item or a heading; a blank
    line or a page's end between them only counts when the sentence was over.  Nothing is put between Japanese
    characters, a space between others.  Page numbers, and lines that head or foot most pages, are left out.
    """
    lines = [line.rstrip() for page in _without_furniture(text.split("\f")) for line in [*page, ""]]
    columns = _column_widths([line for line in lines if line.strip()])
    joined: list[str] = []
    previous, gap = "", False
    for line in lines:
        if not line.strip():
            gap = True
            continue
        if previous and _goes_on(previous.replace(STRUCK, ""), line.replace(STRUCK, ""), columns, gap):
            joined[-1] = _glue(joined[-1], line.strip())
        else:
            joined += ["", line] if gap else [line]
        previous, gap = line, False
    return "\n".join(joined).strip("\n")


def _goes_on(line: str, following: str, columns: Mapping[bool, float], gap: bool) -> bool:
    if _NEW_ITEM.match(following) or following.lstrip().startswith("|"):
        return False
    if gap and line.endswith(_SENTENCE_END):
        return False
    # A word moves to the next line whole, so a line of words is full when the next word had no room in it.
    moved = 0 if _is_wide(following.lstrip()[0]) else 1 + _width(following.split()[0])
    return _width(line) + moved >= FULL_LINE * columns[_is_japanese(line)]


def _glue(text: str, following: str) -> str:
    if text.endswith(STRUCK) and following.startswith(STRUCK):
        text, following = text.removesuffix(STRUCK), following.removeprefix(STRUCK)
    if text.endswith("-") and text[-2:-1].isalpha() and following[:1].islower():
        return text[:-1] + following
    wide = _is_wide(text[-1]) or _is_wide(following[0])
    return f"{text}{'' if wide else ' '}{following}"


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in ("W", "F")


def _width(text: str) -> int:
    return sum(2 if _is_wide(char) else 1 for char in text.strip())


def _is_japanese(line: str) -> bool:
    return 3 * sum(map(_is_wide, line)) > len(line)


def _column_widths(lines: Sequence[str]) -> dict[bool, float]:
    """The usual longest width of Japanese lines (True) and of others (False), which differ as Latin letters are narrow.

    It is that of the third longest line (of few lines, the longest), lest one wide table sets the measure; a kind with
    only short lines, such as headings, takes most of the other's measure.
    """
    widest = {}
    for kind in (True, False):
        widths = sorted((_width(line) for line in lines if _is_japanese(line) == kind), reverse=True)
        widest[kind] = widths[min(2, len(widths) // 4)] if widths else 0
    return {kind: max(widest[kind], 0.7 * widest[not kind]) for kind in (True, False)}


def _without_furniture(pages: Sequence[str]) -> list[list[str]]:
    """The lines of each page without its number and without what most pages begin or end with."""
    bodies = [_stripped(page.split("\n")) for page in pages]
    for edge in (0, -1):
        common = Counter(_unnumbered(body[edge]) for body in bodies if body)
        for body in bodies:
            repeated = bool(body) and common[_unnumbered(body[edge])] > max(2, len(bodies) / 2)
            if body and (repeated or _PAGE_NUMBER.fullmatch(body[edge])):
                body.pop(edge)
    return [_stripped(body) for body in bodies]


def _stripped(lines: list[str]) -> list[str]:
    filled = [i for i, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _unnumbered(line: str) -> str:
    return re.sub(r"\d+", "", line).strip()
