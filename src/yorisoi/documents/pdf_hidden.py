"""Text of a PDF that is drawn and not seen: invisible, white on nothing, too small, off the page.

pdfminer hands on whatever is drawn; what stands in for some steps of its devices takes away what nobody sees.  A text
laid invisibly over the picture of a page, as readers of scans do, is what the picture shows: it stays.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from yorisoi.documents.pdf_lines import readings

_INVISIBLE = (3, 7)
"""Modes of rendering (ISO 32000-1, table 106): neither fill nor stroke; clip."""
_SMALLEST = 1.0
"""Points."""
_MARGIN = 1.0
"""Points by which text may stick out of what it stands on."""


@contextmanager
def without_hidden_text() -> Iterator[list[str]]:
    """Inside, pdfminer's devices drop what is not seen; gives what they dropped, of each page in several readings."""
    from pdfminer.converter import PDFLayoutAnalyzer, TextConverter

    dropped: list[str] = []

    def begin(was: Any) -> Any:
        def begin_page(self: Any, page: Any, ctm: Any) -> None:
            was(self, page, ctm)
            self.yorisoi_scan, self.yorisoi_boxes, self.yorisoi_drawn = _has_picture(page), [], []

        return begin_page

    def end(was: Any) -> Any:
        def end_page(self: Any, page: Any) -> None:
            dropped.extend(readings(self.yorisoi_drawn))
            was(self, page)

        return end_page

    def paint(was: Any) -> Any:
        def paint_path(self: Any, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Any) -> None:
            was(self, gstate, stroke, fill, evenodd, path)
            if fill and not _is_white(gstate.ncolor):
                self.yorisoi_boxes.append(_box(self.ctm, path))

        return paint_path

    def render(was: Any) -> Any:
        def render_string(self: Any, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
            before = len(self.cur_item._objs)
            unseen = _is_unseen(self, textstate, graphicstate)
            was(self, textstate, seq, ncs, graphicstate)
            self.yorisoi_drawn.append((unseen, self.cur_item._objs[before:]))
            if unseen:
                del self.cur_item._objs[before:]

        return render_string

    with ExitStack() as stack:
        for kind, name, instead in (
            (PDFLayoutAnalyzer, "begin_page", begin),
            (PDFLayoutAnalyzer, "end_page", end),
            (PDFLayoutAnalyzer, "paint_path", paint),
            (TextConverter, "paint_path", paint),  # which draws none of its own
            (PDFLayoutAnalyzer, "render_string", render),
        ):
            was = getattr(kind, name)
            setattr(kind, name, instead(was))
            stack.callback(setattr, kind, name, was)
        yield dropped


def _is_unseen(device: Any, textstate: Any, graphicstate: Any) -> bool:
    from pdfminer.utils import apply_matrix_pt, mult_matrix

    a, b, c, d, *_ = matrix = mult_matrix(textstate.matrix, device.ctm)
    if abs(a * d - b * c) ** 0.5 * abs(textstate.fontsize) < _SMALLEST:
        return True
    x, y = apply_matrix_pt(matrix, textstate.linematrix)
    if not _inside((x, y), device.cur_item.bbox):
        return True
    scan: bool = device.yorisoi_scan
    if textstate.render in _INVISIBLE:
        return not scan
    return _is_white(graphicstate.ncolor) and not (scan or any(_inside((x, y), box) for box in device.yorisoi_boxes))


def _is_white(color: Any) -> bool:
    parts = color if isinstance(color, Sequence) and not isinstance(color, (str, bytes)) else [color]
    if not all(isinstance(part, (int, float)) for part in parts):  # a pattern, or none given, which is black
        return False
    if len(parts) == 4:  # cyan, magenta, yellow, black
        return bool(max(parts) < 0.02)
    return bool(min(parts) > 0.98)


def _box(ctm: Any, path: Sequence[Any]) -> tuple[float, float, float, float]:
    """Around all points of a path."""
    from pdfminer.utils import apply_matrix_pt

    points = [apply_matrix_pt(ctm, (step[at], step[at + 1])) for step in path for at in range(1, len(step) - 1, 2)]
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    return min(xs), min(ys), max(xs), max(ys)


def _inside(point: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    x, y = point
    left, bottom, right, top = box
    return left - _MARGIN <= x <= right + _MARGIN and bottom - _MARGIN <= y <= top + _MARGIN


def _has_picture(page: Any) -> bool:
    from pdfminer.pdftypes import dict_value, resolve1

    objects = dict_value((page.resources or {}).get("XObject") or {})
    return any(str(getattr(resolve1(each), "attrs", {}).get("Subtype")) == "/'Image'" for each in objects.values())
