"""Text of a PDF that is drawn and not seen, such as white on white, behind a clip, in a layer that is off, and what is
drawn once more than it is seen.

pdfminer hands on whatever is drawn; what stands in for some steps of its devices takes away what nobody sees, which
PDFium tells (`pdf_drawn.py`).  A text laid invisibly over the picture of a page, or below it, as readers of scans do,
is what the picture shows: it stays.
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from itertools import compress, groupby
from math import hypot
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from yorisoi.documents.pdf_drawn_again import drawn_again
from yorisoi.documents.pdf_levels import Line, Point, mark_levels
from yorisoi.documents.pdf_struck import strike_out, struck_in

if TYPE_CHECKING:
    from yorisoi.documents.pdf_drawn import Box, DrawnPdf

_INVISIBLE = (3, 7)
"""Modes of rendering (ISO 32000-1, table 106): neither fill nor stroke; clip."""
_SMALLEST = 1.0
"""Points, of a letter's height and of its width."""
_OF_PAGE = 1 / 3
"""The share of a page that its pictures fill, in one piece or in strips, when it is a scan; logos fill less."""
_MARGIN = 1.0
"""Points by which text may stick out of a scan."""


@dataclass(frozen=True, slots=True)
class _String:
    """Letters that one operator drew."""

    holder: Any
    """Of pdfminer's: a page, or a figure on it."""
    letters: Sequence[Any]
    invisible: bool
    tiny: bool
    vertical: bool
    size: float
    raised: Point
    begins: Point

    @property
    def line(self) -> Line:
        return Line(self.letters, self.size, self.raised)


@contextmanager
def without_hidden_text(data: bytes) -> Iterator[list[str]]:
    """Inside, pdfminer's devices, when they read this file, drop what is not seen; gives what they dropped, page by
    page, in pieces as they were drawn.

    Raises DocumentError inside: PDFium cannot draw the file.
    """
    from pdfminer.converter import PDFLayoutAnalyzer

    from yorisoi.documents.pdf_drawn import DrawnPdf

    unseen: list[str] = []
    known: dict[Any, list[bool]] = {}  # each page is read twice or more
    numbers = _numbers(data)

    def begin(was: Any) -> Any:
        def begin_page(self: Any, page: Any, ctm: Any) -> None:
            was(self, page, ctm)
            self.yorisoi_ctm, self.yorisoi_strings = ctm, []

        return begin_page

    def render(was: Any) -> Any:
        def render_string(self: Any, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
            before = len(self.cur_item._objs)
            was(self, textstate, seq, ncs, graphicstate)
            if letters := self.cur_item._objs[before:]:
                self.yorisoi_strings.append(_string(self.cur_item, letters, textstate))

        return render_string

    def end(was: Any) -> Any:
        def end_page(self: Any, page: Any) -> None:
            strings = self.yorisoi_strings
            if strings and page.pageid not in known:
                seen = _seen(strings, drawn, numbers[page.pageid], self.yorisoi_ctm)
                letters = (each for string in strings for each in string.letters)
                again = drawn_again(zip(letters, seen, strict=True))
                known[page.pageid] = [each and not twice for each, twice in zip(seen, again, strict=True)]
                unseen.append("\n".join(_unseen_pieces(strings, seen, again)))
            left = _take_out(strings, known.get(page.pageid, []))
            mark_levels(each.line for each in left if not (each.invisible or each.vertical))
            strike_out((letter for each in left for letter in each.letters), struck_in(page, self.yorisoi_ctm))
            was(self, page)

        return end_page

    with ExitStack() as stack:
        drawn = stack.enter_context(closing(DrawnPdf(data, len(numbers))))
        for name, instead in (("begin_page", begin), ("render_string", render), ("end_page", end)):
            was = getattr(PDFLayoutAnalyzer, name)
            setattr(PDFLayoutAnalyzer, name, instead(was))
            stack.callback(setattr, PDFLayoutAnalyzer, name, was)
        yield unseen


def _numbers(data: bytes) -> dict[Any, int]:
    """Which page is the how many-eth, from 0."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser

    numbers: dict[Any, int] = {}
    for number, page in enumerate(PDFPage.create_pages(PDFDocument(PDFParser(io.BytesIO(data))))):
        numbers.setdefault(page.pageid, number)
    return numbers


def _string(holder: Any, letters: Sequence[Any], textstate: Any) -> _String:
    from pdfminer.pdffont import PDFType3Font

    a, b, c, d, x, y = letters[0].matrix
    narrow, high = abs(textstate.fontsize) * abs(textstate.scaling) / 100, abs(textstate.fontsize) * hypot(c, d)
    right, up = raised = c * textstate.rise, d * textstate.rise
    tiny = min(narrow * hypot(a, b), high) < _SMALLEST
    return _String(
        holder=holder,
        letters=letters,
        invisible=textstate.render in _INVISIBLE,
        tiny=tiny and not isinstance(textstate.font, PDFType3Font),  # whose own matrix may make it larger
        vertical=textstate.font.is_vertical(),
        size=high,
        raised=raised,
        begins=(x + right, y + up),
    )


def _seen(strings: Sequence[_String], drawn: "DrawnPdf", number: int, ctm: Any) -> list[bool]:
    """Whether each letter of a page is seen."""
    from pdfminer.utils import apply_matrix_pt, apply_matrix_rect

    from yorisoi.documents.pdf_drawn import Run, inverse

    to_page = inverse(ctm)
    boxes = [[apply_matrix_rect(to_page, each.bbox) for each in string.letters] for string in strings]
    runs = [
        Run(
            text="".join(each.get_text() for each in string.letters),
            begins=apply_matrix_pt(to_page, string.begins),
            boxes=around,
            drawn=not (string.invisible or string.tiny),
        )
        for string, around in zip(strings, boxes, strict=True)
    ]
    looks, pictures, page = drawn.look(number, runs)
    is_scan = sum(_shared(each.box, page) for each in pictures) >= _OF_PAGE * _shared(page, page)
    found: list[bool] = []
    for string, around, look in zip(strings, boxes, looks, strict=True):
        hides = string.invisible or look.clear
        over = [each.box for each in pictures if is_scan and (hides or (look.place or 0) < each.place)]
        seen = [
            each or (not string.tiny and any(_inside(box, on) for on in over))
            for each, box in zip(look.seen, around, strict=True)
        ]
        found += _with_blanks([each.get_text() for each in string.letters], seen)
    return found


def _with_blanks(letters: Sequence[str], seen: list[bool]) -> list[bool]:
    """What has no ink is seen when the letter before it is, else, at the beginning, the one after it."""
    inked = [at for at, letter in enumerate(letters) if letter.isprintable() and letter.strip()]
    last = next((seen[at] for at in inked), True)
    found = []
    for at, each in enumerate(seen):
        last = each if at in inked else last
        found.append(last)
    return found


def _unseen_pieces(strings: Sequence[_String], seen: Sequence[bool], again: Sequence[bool]) -> Iterator[str]:
    """What was drawn, and not again, and nobody sees."""
    flags = zip(seen, again, strict=True)
    for string in strings:
        flagged = [(each.get_text(), *next(flags)) for each in string.letters]
        marked = [(not shown, letter) for letter, shown, twice in flagged if not twice]
        for unseen, run in groupby(marked, key=itemgetter(0)):
            if unseen:
                yield "".join(letter for _, letter in run)


def _take_out(strings: Sequence[_String], kept: Sequence[bool]) -> list[_String]:
    """Take out the letters that are not kept; gives what is left."""
    flags = iter(kept)
    left = [replace(string, letters=[*compress(string.letters, flags)]) for string in strings]
    ids = {id(letter) for string in left for letter in string.letters}
    gone = {id(letter) for string in strings for letter in string.letters} - ids
    for holder in {id(string.holder): string.holder for string in strings}.values():
        holder._objs = [each for each in holder._objs if id(each) not in gone]
    return left


def _shared(box: "Box", other: "Box") -> float:
    wide, high = (min(box[at + 2], other[at + 2]) - max(box[at], other[at]) for at in (0, 1))
    return max(wide, 0.0) * max(high, 0.0)


def _inside(letter: "Box", box: "Box") -> bool:
    """Whether its middle is there."""
    x, y = (letter[0] + letter[2]) / 2, (letter[1] + letter[3]) / 2
    left, bottom, right, top = box
    return left - _MARGIN <= x <= right + _MARGIN and bottom - _MARGIN <= y <= top + _MARGIN
