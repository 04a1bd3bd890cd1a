"""What notes on a PDF strike out (ISO 32000-1, 12.5.6.10), between `~~` as everywhere; a mere line is no such note."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from typing import Any

STRUCK = "~~"
_UNSEEN = 2 | 32
"""Flags of notes that no screen shows (table 165)."""
_MOST = 200
"""Lines of a page that are struck out, at most."""

Box = tuple[float, float, float, float]


def struck_in(page: Any, ctm: Any) -> list[Box]:
    """Around what is struck out on a page of pdfminer's, in the space of its letters."""
    from pdfminer.utils import apply_matrix_pt

    found = []
    for points, _ in zip(_quads(page), range(_MOST), strict=False):
        columns, rows = zip(*(apply_matrix_pt(ctm, point) for point in points), strict=True)
        found.append((min(columns), min(rows), max(columns), max(rows)))
    return found


def strike_out(letters: Iterable[Any], boxes: Collection[Box]) -> None:
    """Put the marks into letters, given in the order they are drawn: one pair around what notes strike out together."""
    if not boxes:
        return
    inked = [letter for letter in letters if letter.get_text().strip()]
    by_row = sorted(((letter.y0 + letter.y1) / 2, number, letter) for number, letter in enumerate(inked))
    heights = [row for row, *_ in by_row]
    struck, goes_on = set[int](), set[int]()
    for left, bottom, right, top in boxes:
        rows = by_row[bisect_left(heights, bottom) : bisect_right(heights, top)]
        inside = {number for _, number, letter in rows if left <= (letter.x0 + letter.x1) / 2 <= right}
        struck |= inside
        goes_on |= {number for number in inside if number + 1 in inside}
    goes_on |= {at for at in struck if at + 1 in struck and _is_beside(inked[at], inked[at + 1])}
    for number in struck:
        begins = "" if number - 1 in goes_on else STRUCK
        ends = "" if number in goes_on else STRUCK
        inked[number]._text = f"{begins}{inked[number].get_text()}{ends}"


def _is_beside(letter: Any, following: Any) -> bool:
    """Whether another follows on the same line, with no more than a blank between."""
    on_a_line = letter.y0 < (following.y0 + following.y1) / 2 < letter.y1
    return bool(on_a_line and abs(following.x0 - letter.x1) < letter.y1 - letter.y0)


def _quads(page: Any) -> Iterator[list[tuple[float, float]]]:
    """The corners of each stretch of a line, in the space of the page."""
    from pdfminer.pdftypes import resolve1

    for note in _listed(page.annots):
        about = {name: resolve1(said) for name, said in note.items()} if isinstance(note, dict) else {}
        flags = about.get("F", 0)
        if getattr(about.get("Subtype"), "name", "") == "StrikeOut" and not (
            isinstance(flags, int) and flags & _UNSEEN
        ):
            numbers = [each for each in _listed(about.get("QuadPoints")) if isinstance(each, int | float)]
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            yield from (points[at : at + 4] for at in range(0, len(points) - 3, 4))


def _listed(said: Any) -> list[Any]:
    from pdfminer.pdftypes import resolve1

    found = resolve1(said)
    return [resolve1(each) for each in found] if isinstance(found, list) else []
