"""Text of a PDF that is drawn and not seen: invisible, white on nothing, too small, off the page.

pdfminer hands on whatever is drawn; what stands in for some steps of its devices takes away what nobody sees.  A text
laid invisibly over the picture of a page (or under it), as readers of scans do, is what the picture shows: it stays.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby
from typing import Any

from yorisoi.documents.pdf_lines import readings

_INVISIBLE = (3, 7)
"""Modes of rendering (ISO 32000-1, table 106): neither fill nor stroke; clip."""
_SMALLEST = 1.0
"""Points."""
_MARGIN = 1.0
"""Points by which text may stick out of what it stands on."""

_OF_PAGE = 1 / 3
"""The share of a page that its pictures fill, in one piece or in strips, when it is a scan; logos fill less."""

_Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@contextmanager
def without_hidden_text() -> Iterator[list[str]]:
    """Inside, pdfminer's devices drop what is not seen; gives what they dropped, of each page in several readings."""
    from pdfminer.converter import PDFLayoutAnalyzer, TextConverter
    from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter
    from pdfminer.pdftypes import dict_value, resolve1
    from pdfminer.psparser import literal_name
    from pdfminer.utils import apply_matrix_rect

    dropped: list[str] = []

    def begin(was: Any) -> Any:
        def begin_page(self: Any, page: Any, ctm: Any) -> None:
            was(self, page, ctm)
            self.yorisoi_shown = apply_matrix_rect(ctm, page.cropbox)
            self.yorisoi_pictures, self.yorisoi_boxes, self.yorisoi_drawn = [], [], []

        return begin_page

    def end(was: Any) -> Any:
        def end_page(self: Any, page: Any) -> None:
            dropped.extend(readings(_take_out(self.yorisoi_drawn, _scan(self.yorisoi_pictures, self.yorisoi_shown))))
            was(self, page)

        return end_page

    def paint(was: Any) -> Any:
        def paint_path(self: Any, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Any) -> None:
            was(self, gstate, stroke, fill, evenodd, path)
            if fill and not _is_white(gstate.ncolor):
                self.yorisoi_boxes.append(_box(self.ctm, path))

        return paint_path

    def picture(was: Any) -> Any:
        def render_image(self: Any, name: str, stream: Any) -> None:
            was(self, name, stream)
            self.yorisoi_pictures.append(self.cur_item.bbox)
            self.yorisoi_boxes.append(self.cur_item.bbox)

        return render_image

    def render(was: Any) -> Any:
        def render_string(self: Any, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
            before = len(self.cur_item._objs)
            unseen = _is_unseen(self, textstate)
            was(self, textstate, seq, ncs, graphicstate)
            white = textstate.render not in _INVISIBLE and _is_white(graphicstate.ncolor)
            letters = [
                (unseen or (white and not _on_any(each, self.yorisoi_boxes)), each)
                for each in self.cur_item._objs[before:]
            ]
            invisible = textstate.render in _INVISIBLE or getattr(graphicstate, "yorisoi_clear", False)
            self.yorisoi_drawn.append((self.cur_item, invisible, letters))

        return render_string

    def parameters(was: Any) -> Any:
        def do_gs(self: Any, name: Any) -> None:
            was(self, name)
            sets = dict_value(self.resources.get("ExtGState") or {})
            opacity = resolve1(dict_value(sets.get(literal_name(name)) or {}).get("ca"))
            if opacity is not None:
                self.graphicstate.yorisoi_clear = opacity == 0

        return do_gs

    def copied(was: Any) -> Any:
        def copy(self: Any) -> Any:
            other = was(self)
            other.yorisoi_clear = getattr(self, "yorisoi_clear", False)
            return other

        return copy

    with ExitStack() as stack:
        for kind, name, instead in (
            (PDFLayoutAnalyzer, "begin_page", begin),
            (PDFLayoutAnalyzer, "end_page", end),
            (PDFLayoutAnalyzer, "paint_path", paint),
            (TextConverter, "paint_path", paint),  # which draws none of its own
            (PDFLayoutAnalyzer, "render_image", picture),
            (TextConverter, "render_image", picture),
            (PDFLayoutAnalyzer, "render_string", render),
            (PDFPageInterpreter, "do_gs", parameters),
            (PDFGraphicState, "copy", copied),
        ):
            was = getattr(kind, name)
            setattr(kind, name, instead(was))
            stack.callback(setattr, kind, name, was)
        yield dropped


def _is_unseen(device: Any, textstate: Any) -> bool:
    """Too small, or off the page or what is shown of it, wherever it goes on."""
    from pdfminer.utils import apply_matrix_pt, mult_matrix

    a, b, c, d, *_ = matrix = mult_matrix(textstate.matrix, device.ctm)
    if abs(a * d - b * c) ** 0.5 * abs(textstate.fontsize) < _SMALLEST:
        return True
    point = apply_matrix_pt(matrix, textstate.linematrix)
    return not (_inside(point, device.cur_item.bbox) and _inside(point, device.yorisoi_shown))


def _take_out(drawn: Sequence[Any], scan: Sequence[_Box]) -> list[tuple[bool, list[Any]]]:
    """Take what is not seen out of what holds it; gives all that was drawn, in pieces that are seen or are not."""
    pieces = []
    for _, invisible, letters in drawn:
        marked = [(unseen or (invisible and not _on_any(each, scan)), each) for unseen, each in letters]
        pieces += [(unseen, [each for _, each in run]) for unseen, run in groupby(marked, key=lambda pair: pair[0])]
    gone = {id(each) for unseen, piece in pieces if unseen for each in piece}
    for holder in {id(holder): holder for holder, _, _ in drawn}.values():
        holder._objs = [each for each in holder._objs if id(each) not in gone]
    return pieces


def _scan(pictures: Sequence[_Box], page: _Box) -> Sequence[_Box]:
    """The pictures of a page that is a scan: of any other none."""
    return pictures if sum(_shared(each, page) for each in pictures) >= _OF_PAGE * _shared(page, page) else ()


def _shared(box: _Box, other: _Box) -> float:
    wide, high = (min(box[at + 2], other[at + 2]) - max(box[at], other[at]) for at in (0, 1))
    return max(wide, 0.0) * max(high, 0.0)


def _on_any(letter: Any, boxes: Sequence[_Box]) -> bool:
    return any(_inside(letter.matrix[4:], box) for box in boxes)


def _is_white(color: Any) -> bool:
    parts = color if isinstance(color, Sequence) and not isinstance(color, (str, bytes)) else [color]
    if not all(isinstance(part, (int, float)) for part in parts):  # a pattern, or none given, which is black
        return False
    if len(parts) == 4:  # cyan, magenta, yellow, black
        return bool(max(parts) < 0.02)
    return bool(min(parts) > 0.98)


def _box(ctm: Any, path: Sequence[Any]) -> _Box:
    """Around all points of a path."""
    from pdfminer.utils import apply_matrix_pt

    points = [apply_matrix_pt(ctm, (step[at], step[at + 1])) for step in path for at in range(1, len(step) - 1, 2)]
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    return min(xs), min(ys), max(xs), max(ys)


def _inside(point: tuple[float, float], box: _Box) -> bool:
    x, y = point
    left, bottom, right, top = box
    return left - _MARGIN <= x <= right + _MARGIN and bottom - _MARGIN <= y <= top + _MARGIN
