"""A PDF as PDFium draws it: a letter is seen when its page looks different without it.

A page is drawn as it is, once more without its text, and its text alone, in black and behind no clip: a letter is seen
when half of its ink makes a difference.  Text that lies on other text is taken away apart from it, lest a letter that
nobody sees passes for the one that it was laid upon.  What PDFium draws elsewhere than pdfminer lays it, or reads
otherwise, or not at all, is not seen.
"""

import ctypes
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray
from pdfminer.utils import apply_matrix_pt, apply_matrix_rect, mult_matrix

from yorisoi.documents.pdf_blocks import use_blocks
from yorisoi.documents.pdf_said import Said, letters_of, said, say_the_same
from yorisoi.errors import DocumentError

Box = tuple[float, float, float, float]
"""Left, bottom, right, top, in points."""
Matrix = tuple[float, float, float, float, float, float]

_PIXELS_A_POINT = 1.5
_MOST_PIXELS = 4_000_000
"""Of a page: two sheets of A4 at that scale; larger ones, plans and posters, are drawn smaller."""
_NOTICED = 8
"""By how much of 255 red, green or blue must change: 3 %, where greys of watermarks differ from paper by 10."""
_OF_INK = 0.5
"""The share of a letter's ink that must be seen: of white on black letters less is, in a slit some percent."""
_FAR = 10_000.0
"""By which a clip grows to hide nothing."""
_PIXELS_AT_ONCE = 1_000_000
_MOST_PILED = 8
"""Texts that are told apart where they lie on one another; nobody reads one on top of so many."""
_SAME_PLACE = 0.5
"""Points between where PDFium and pdfminer begin a text, at most."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters that one operator drew, as pdfminer has them, in the space of the page."""

    text: str
    begins: tuple[float, float]
    boxes: Sequence[Box]
    drawn: bool
    """It is worth looking for."""


@dataclass(frozen=True, slots=True)
class Picture:
    box: Box
    place: int
    """In the order in which the page is drawn."""


@dataclass(slots=True)
class Look:
    """How a run looks."""

    seen: list[bool]
    """Letter by letter."""
    place: int | None = None
    """In the order in which the page is drawn, where PDFium draws such a run."""
    clear: bool = False
    """It is drawn with an opacity of nothing."""


@dataclass(frozen=True, slots=True)
class _Text:
    handle: Any
    begins: tuple[float, float]
    box: Box
    """Around its ink."""
    place: int
    said: Said
    clips: Sequence[tuple[Any, Matrix]]
    """It and the forms that hold it, of which each may be clipped, with what moves them to the page."""


class DrawnPdf:
    """A file that is opened when a page of it is first looked at."""

    def __init__(self, data: bytes, pages: int) -> None:
        self._data, self._pages = data, pages
        self._document: Any = None

    def close(self) -> None:
        if self._document:
            self._document.close()

    def look(self, number: int, runs: Sequence[Run]) -> tuple[list[Look], list[Picture], Box]:
        """How the runs of a page look, its pictures, and what is shown of it; pages count from 0.

        Raises DocumentError: PDFium cannot draw it, nor can the browsers and viewers that it is in; or it counts the
        pages otherwise, so that a page would be held against another one.
        """
        try:
            document = self._opened()
            page = document[number]
        except (pypdfium2.PdfiumError, IndexError) as error:
            raise DocumentError(f"is a broken PDF: its page {number + 1} cannot be drawn") from error
        try:
            return _look(page, runs, document.formenv)
        finally:
            page.close()

    def _opened(self) -> Any:
        if self._document is None:
            use_blocks()
            self._document = pypdfium2.PdfDocument(self._data)
            self._document.init_forms()  # before its pages are counted
        if (pages := len(self._document)) != self._pages:
            raise DocumentError(f"is a broken PDF: it has {self._pages} pages, or {pages}")
        return self._document


def _look(page: Any, runs: Sequence[Run], forms: Any) -> tuple[list[Look], list[Picture], Box]:
    canvas = _Canvas(page, forms)
    texts: list[_Text] = []
    pictures: list[Picture] = []
    objects = list(_objects(page))
    kinds = [pdfium.FPDFPageObj_GetType(clips[-1][0]) for clips in objects]
    handles = [clips[-1][0] for clips, kind in zip(objects, kinds, strict=True) if kind == pdfium.FPDF_PAGEOBJ_TEXT]
    says = iter(said(page, handles))
    for place, (clips, kind) in enumerate(zip(objects, kinds, strict=True)):
        handle, matrix = clips[-1]
        box = apply_matrix_rect(matrix, _bounds(handle))
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            pictures.append(Picture(box, place))
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
            begins = apply_matrix_pt(matrix, _matrix(handle)[4:])
            texts.append(_Text(handle, begins, box, place, next(says), clips))
    paired = _paired(runs, texts)
    looks = [Look([False] * len(run.boxes)) for run in runs]
    for look, text in zip(looks, paired, strict=True):
        if text:
            look.place, look.clear = text.place, _opacity(text.handle) == 0
    if groups := _apart(runs, paired, canvas):
        whole = canvas.drawn()
        changes = [canvas.changed(taken, whole) for _, taken in groups]
        for clips in objects:
            pdfium.FPDFPageObj_SetIsActive(clips[-1][0], False)
        for (members, taken), changed in zip(groups, changes, strict=True):
            shown = _Shown(changed, canvas.ink(taken, changed), canvas)
            seen = iter(shown.seen([box for at in members for box in runs[at].boxes]))
            for at, text in zip(members, taken, strict=True):
                found = [next(seen) for _ in runs[at].boxes]
                if not any(map(_has_ink, found)):  # a font that tells letters' places wrong
                    found = shown.seen([text.box]) * len(found)
                looks[at].seen = [each >= _OF_INK for each in found]
    return looks, pictures, canvas.shown


def _paired(runs: Sequence[Run], texts: Sequence[_Text]) -> list[_Text | None]:
    """For each run the text that PDFium draws there and that says the same, in their order where there are several.

    What has no ink takes none: of joiners without width PDFium says nothing.
    """
    near: dict[tuple[int, int], list[_Text]] = defaultdict(list)
    for text in texts:
        near[round(text.begins[0]), round(text.begins[1])].append(text)
    taken: set[int] = set()

    def found(run: Run) -> _Text | None:
        x, y = run.begins
        says, steps = letters_of(run.text), (-1, 0, 1)
        there = (
            text
            for right, up in product(steps, steps)
            for text in near.get((round(x) + right, round(y) + up), ())
            if text.place not in taken
            and max(abs(text.begins[0] - x), abs(text.begins[1] - y)) <= _SAME_PLACE
            and any(say_the_same(says, each) for each in text.said.may_be)
        )
        first = min(there, key=lambda text: (text.said.repeats, text.place), default=None)
        if first:
            taken.add(first.place)
        return first

    return [found(run) if any(each.isprintable() and each.strip() for each in run.text) else None for run in runs]


def _apart(
    runs: Sequence[Run], paired: Sequence[_Text | None], canvas: "_Canvas"
) -> list[tuple[list[int], list[_Text]]]:
    """Runs in groups within which none lies on another, except on one that says the same (bold print, shadows)."""
    groups: list[tuple[list[int], list[_Text]]] = []
    maps: list[NDArray[np.int32]] = []
    names: dict[str, int] = {}
    wanted = [(at, run, text) for at, (run, text) in enumerate(zip(runs, paired, strict=True)) if run.drawn and text]
    edges = canvas.edges([_around([*run.boxes, text.box]) for _, run, text in wanted])
    for (at, run, text), (left, right, top, bottom) in zip(wanted, edges.tolist(), strict=True):
        region = slice(max(0, top - 1), bottom + 1), slice(max(0, left - 1), right + 1)
        name = names.setdefault(run.text, len(names) + 1)
        free = (which for which, held in enumerate(maps) if ((held[region] == 0) | (held[region] == name)).all())
        which = next(free, len(maps))
        if which == _MOST_PILED:
            continue
        if which == len(maps):
            groups.append(([], []))
            maps.append(np.zeros(canvas.shape, np.int32))
        maps[which][region] = name
        groups[which][0].append(at)
        groups[which][1].append(text)
    return groups


class _Canvas:
    """What a page is drawn on, upright, whichever way it is turned."""

    def __init__(self, page: Any, forms: Any) -> None:
        bounds = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, bounds)
        self.shown: Box = bounds.left, bounds.bottom, bounds.right, bounds.top
        wide, high = bounds.right - bounds.left, bounds.top - bounds.bottom
        self._scale = min(_PIXELS_A_POINT, (_MOST_PIXELS / max(wide * high, 1.0)) ** 0.5)
        self.shape = max(1, round(high * self._scale)), max(1, round(wide * self._scale))
        self._page, self._forms = page, forms
        self._turn = -pdfium.FPDFPage_GetRotation(page) % 4

    def edges(self, boxes: Sequence[Box]) -> NDArray[np.intp]:
        """The pixels that each box touches: (boxes, 4), the first and the last column, the first and the last row."""
        left, bottom, right, top = np.asarray(boxes, np.float64).reshape(-1, 4).T
        high, wide = self.shape
        along = np.stack([left - self.shown[0], right - self.shown[0], self.shown[3] - top, self.shown[3] - bottom])
        along = np.clip(along * self._scale, 0, np.array([[wide], [wide], [high], [high]]))
        along[[0, 2]], along[[1, 3]] = np.floor(along[[0, 2]]), np.ceil(along[[1, 3]])
        edges: NDArray[np.intp] = along.T.astype(np.intp)
        return edges

    def drawn(self, how: int = pdfium.FPDF_ANNOT) -> NDArray[np.uint32]:
        high, wide = self.shape
        pixels = np.full(self.shape, 0xFFFFFFFF, np.uint32)
        bitmap = pdfium.FPDFBitmap_CreateEx(wide, high, pdfium.FPDFBitmap_BGRx, pixels.ctypes.data, wide * 4)
        pdfium.FPDF_RenderPageBitmap(bitmap, self._page, 0, 0, wide, high, self._turn, how)
        if self._forms and how & pdfium.FPDF_ANNOT:  # fields, which it leaves to this
            pdfium.FPDF_FFLDraw(self._forms, bitmap, self._page, 0, 0, wide, high, self._turn, how)
        pdfium.FPDFBitmap_Destroy(bitmap)
        return pixels & np.uint32(0xFFFFFF)

    def changed(self, texts: Sequence[_Text], whole: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """By how much of 255 the page looks different without these texts."""
        for text in texts:
            pdfium.FPDFPageObj_SetIsActive(text.handle, False)
        bare = self.drawn()
        for text in texts:
            pdfium.FPDFPageObj_SetIsActive(text.handle, True)
        differs = whole != bare
        changed = np.zeros(self.shape, np.uint8)
        colours = (np.frombuffer(each[differs].tobytes(), np.uint8).astype(np.int16) for each in (whole, bare))
        changed[differs] = np.abs(np.subtract(*colours)).reshape(-1, 4).max(axis=1, initial=0)
        return changed

    def ink(self, texts: Sequence[_Text], changed: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Of a page where nothing else is to be drawn the ink of these texts, as they are where nothing hides them.

        They stay unclipped and black.
        """
        for text in texts:
            pdfium.FPDFPageObj_SetIsActive(text.handle, True)
            pdfium.FPDFPageObj_SetBlendMode(text.handle, b"Normal")
            pdfium.FPDFPageObj_SetFillColor(text.handle, 0, 0, 0, 255)
            pdfium.FPDFPageObj_SetStrokeColor(text.handle, 0, 0, 0, 255)
            clips = [each for each in text.clips if _is_clipped(each[0])]
            left, right, top, bottom = self.edges([text.box])[0] if clips else (0, 0, 0, 0)
            seen = np.argwhere(changed[top:bottom, left:right] >= _NOTICED)
            if seen.size:  # what is seen lies inside of all clips
                row, column = seen[len(seen) // 2]
                point = self._point(top + row + 0.5, left + column + 0.5)
                for handle, matrix in clips:
                    x, y = apply_matrix_pt(inverse(matrix), point)
                    around = (_FAR, 0, 0, _FAR, x * (1 - _FAR), y * (1 - _FAR))
                    pdfium.FPDFPageObj_TransformClipPath(handle, *around)
        ink = 255 - (self.drawn(pdfium.FPDF_GRAYSCALE) & np.uint32(0xFF)).astype(np.uint8)
        for text in texts:
            pdfium.FPDFPageObj_SetIsActive(text.handle, False)
        return ink

    def _point(self, row: float, column: float) -> tuple[float, float]:
        """In the space of the page."""
        return self.shown[0] + column / self._scale, self.shown[3] - row / self._scale


class _Shown:
    """Of some texts their ink, and what difference they make."""

    def __init__(self, changed: NDArray[np.uint8], ink: NDArray[np.uint8], canvas: _Canvas) -> None:
        self._changed, self._ink, self._canvas = changed, ink, canvas

    def seen(self, boxes: Sequence[Box]) -> list[float]:
        """The share of each letter's ink that is seen: 0 to 1, or -1 where there is no ink.

        It is the difference that its darker pixels make, on average, as a share of the most that one of them makes.
        """
        edges = self._canvas.edges(boxes)
        found = np.full(len(edges), -1.0)
        sizes = (edges[:, 1] - edges[:, 0]).clip(0) * (edges[:, 3] - edges[:, 2]).clip(0)
        inside = np.flatnonzero(sizes)
        for part in np.split(inside, np.flatnonzero(np.diff(np.cumsum(sizes[inside]) // _PIXELS_AT_ONCE)) + 1):
            if part.size:
                found[part] = self._shares(edges[part], sizes[part])
        return [float(each) for each in found]

    def _shares(self, edges: NDArray[np.intp], sizes: NDArray[np.intp]) -> NDArray[np.float64]:
        """The letters' pixels one letter after the other, and what is to be told of each letter by `reduceat`."""
        starts = np.cumsum(sizes) - sizes
        left, right, top, _ = (np.repeat(each, sizes) for each in edges.T)
        within = np.arange(sizes.sum()) - np.repeat(starts, sizes)
        places = top + within // (right - left), left + within % (right - left)
        ink, changed = self._ink[places], self._changed[places]
        most, strongest = np.maximum.reduceat(ink, starts), np.maximum.reduceat(changed, starts)
        dark = ink >= np.repeat(most, sizes) / 2
        share = np.add.reduceat(changed * dark, starts, dtype=np.float64) / np.add.reduceat(dark, starts, dtype=np.intp)
        share /= np.maximum(strongest, 1)
        share[strongest < _NOTICED] = 0
        share[most < _NOTICED] = -1
        return share


def _has_ink(share: float) -> bool:
    return share >= 0


def _objects(page: Any) -> Iterator[Sequence[tuple[Any, Matrix]]]:
    """What is drawn on a page, in its order, each below the forms that hold it, with what moves them to the page."""

    def within(
        holder: Any,
        count: Callable[[Any], int],
        get: Callable[..., Any],
        above: Sequence[tuple[Any, Matrix]],
        matrix: Matrix,
    ) -> Iterator[Sequence[tuple[Any, Matrix]]]:
        for at in range(count(holder)):
            handle = get(holder, at)
            chain = (*above, (handle, matrix))
            if pdfium.FPDFPageObj_GetType(handle) == pdfium.FPDF_PAGEOBJ_FORM:
                inner = mult_matrix(_matrix(handle), matrix)
                yield from within(handle, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, chain, inner)
            else:
                yield chain

    yield from within(page, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, (), (1, 0, 0, 1, 0, 0))


def _matrix(handle: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(handle, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _bounds(handle: Any) -> Box:
    found = [ctypes.c_float() for _ in range(4)]
    pdfium.FPDFPageObj_GetBounds(handle, *found)
    left, bottom, right, top = (each.value for each in found)
    return left, bottom, right, top


def _is_clipped(handle: Any) -> bool:
    return bool(pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(handle)) > 0)


def _opacity(handle: Any) -> int:
    found = [ctypes.c_uint(255) for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(handle, *found)
    return found[3].value


def _around(boxes: Sequence[Box]) -> Box:
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that moves everything back."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c or 1.0
    return d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
