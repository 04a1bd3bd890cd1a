"""Lines of a PDF's page, put together from however many pieces they were drawn in, whichever way they run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, hypot
from typing import Any

from yorisoi.documents.readers import HEAD_LINES

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
    yield "\n".join("\n".join(_parts([each for each in line if each.unseen])) for line in lines)
    yield "\n".join("\n".join(_parts(line)) for line in lines)


def rows(drawn: Sequence[Any]) -> Iterator[list[list[str]]]:
    """What stands on the first lines of a page, each in parts, as columns of a table are.

    First the lines of one direction, then those of the next; then what the same letters say downwards, all over the
    page, as Japanese and Chinese are written too: there each letter stands upright.
    """
    letters = [_letter(each) for each in drawn]
    for direction in sorted({each.direction for each in letters}, key=abs):
        lines = _lines([each for each in letters if each.direction == direction])
        yield list(map(_parts, lines[:HEAD_LINES]))
    yield list(map(_parts, _lines([_letter(each, down=True) for each in drawn])))


def _letter(drawn: Any, unseen: bool = False, *, down: bool = False) -> _Letter:
    a, b, _, _, x, y = drawn.matrix
    if down:
        a, b = b, -a
    scale, text = hypot(a, b) or 1.0, drawn.get_text()
    along = (a * x + b * y) / scale
    return _Letter(
        text=text,
        unseen=unseen and not text.isspace(),
        direction=round(atan2(b, a), 2),
        along=along,
        across=(a * y - b * x) / scale,
        end=along + (max(drawn.width, drawn.height) if down else drawn.adv * scale),
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


def _parts(line: Sequence[_Letter]) -> list[str]:
    """Its letters as they are placed, in the parts between which much is left blank."""
    parts, end = [""], 0.0
    for letter in sorted(line, key=lambda each: each.along):
        if letter.text.isspace():
            parts[-1] += letter.text
            continue
        gap = letter.along - end if parts[0].strip() else 0.0
        if gap > _APART * letter.size:
            parts.append("")
        elif gap > _SPACE * letter.size and not parts[-1][-1:].isspace():
            parts[-1] += " "
        parts[-1] += letter.text
        end = letter.end
    return parts
