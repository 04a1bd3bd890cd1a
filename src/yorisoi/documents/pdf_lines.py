"""Lines of a PDF's page that nobody sees, put together from however many pieces they were drawn in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, hypot
from typing import Any

_ONE_LINE = 0.5
"""Of a letter's size by which letters of one line may stand above each other."""
_SPACE, _APART = 0.25, 2.0
"""Gaps, in a letter's size: between words; between what stands in two columns."""


@dataclass(frozen=True, slots=True)
class _Letter:
    text: str
    unseen: bool
    direction: float
    """In which its line runs, in radians."""
    along: float
    """Where it begins on its line, and, of two lines of a direction, which is the higher."""
    across: float
    end: float
    size: float


def readings(drawn: Sequence[tuple[bool, Sequence[Any]]]) -> Iterator[str]:
    """Texts of a page from what was drawn on it: (whether nobody sees it, pdfminer's letters), in order.

    What nobody sees is read piece by piece; then line by line, as drawn and as placed, as letters may be drawn in any
    order and laid on one another; then with what is seen on its lines.  Nothing when all is seen or blank.
    """
    pieces = "\n".join("".join(each.get_text() for each in piece) for unseen, piece in drawn if unseen)
    if not pieces.strip():
        return
    letters = [_letter(each, unseen) for unseen, piece in drawn for each in piece]
    lines = [line for line in _lines(letters) if any(each.unseen for each in line)]
    yield pieces
    yield "\n".join("".join(each.text for each in line if each.unseen) for line in lines)
    yield "\n".join(_as_placed([each for each in line if each.unseen]) for line in lines)
    yield "\n".join(map(_as_placed, lines))


def _letter(drawn: Any, unseen: bool) -> _Letter:
    a, b, _, _, x, y = drawn.matrix
    scale, text = hypot(a, b) or 1.0, drawn.get_text()
    along = (a * x + b * y) / scale
    return _Letter(
        text=text,
        unseen=unseen and not text.isspace(),
        direction=round(atan2(b, a), 2),
        along=along,
        across=(a * y - b * x) / scale,
        end=along + drawn.adv * scale,
        size=max(drawn.width, drawn.height),
    )


def _lines(letters: Sequence[_Letter]) -> list[list[_Letter]]:
    """The letters of each line in the order in which they were drawn; lines from the top."""
    found: list[list[tuple[int, _Letter]]] = []
    for place, letter in sorted(enumerate(letters), key=lambda each: (each[1].direction, -each[1].across)):
        first = found[-1][0][1] if found else letter
        on_it = first.direction == letter.direction and first.across - letter.across <= _ONE_LINE * first.size
        if found and on_it:
            found[-1].append((place, letter))
        else:
            found.append([(place, letter)])
    return [[letter for _, letter in sorted(line, key=lambda each: each[0])] for line in found]


def _as_placed(line: Sequence[_Letter]) -> str:
    text, end = "", 0.0
    for letter in sorted(line, key=lambda each: each.along):
        gap = letter.along - end if text else 0.0
        text += ("\n" if gap > _APART * letter.size else " " if gap > _SPACE * letter.size else "") + letter.text
        end = letter.end
    return text
