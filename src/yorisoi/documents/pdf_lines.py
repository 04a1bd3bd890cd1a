"""Lines of a PDF's page, put together from however many pieces they were drawn in, whichever way they run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import atan2, hypot, isfinite, log2
from typing import Any

from yorisoi.documents.readers import HEAD_LINES

_ONE_LINE = 0.5
"""Of a letter's size by which letters of one line may stand above each other."""
_SPACE, _APART = 0.25, 2.0
"""Gaps, in a letter's size: between words; between what stands in two columns."""
_EVEN = 0.25
"""Of a letter's size by which gaps between letters of one word may differ that are spread over a line."""
_SAME_PLACE = 0.12
"""Of a letter's size by which another one is shifted that is the same letter in bold print or its shadow."""
_SMALLEST = 1e-6


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


def drawn_again(letters: Iterable[tuple[Any, bool]]) -> list[bool]:
    """Whether each of pdfminer's letters is there already, nearly at the same place and seen (True) as it is: bold
    print, a shadow.

    Letters of one word stand farther apart than half of their width, however close they are set.  Linear in them.
    """
    found: dict[tuple[object, ...], list[Any]] = {}
    places: set[tuple[object, ...]] = set()

    def is_there(letter: Any, seen: bool) -> bool:
        size = max(letter.width, letter.height, _SMALLEST)
        level = log2(size) * 2 // 1  # whose borders no usual size comes near
        most = _SAME_PLACE * size
        shift = min(most, min(letter.width, letter.height) / 2)  # some fonts tell one of them wrong
        alike = letter.get_text(), seen, level
        place = *alike, letter.x0, letter.y0
        if place in places:
            return True
        places.add(place)
        if not (shift >= _SMALLEST and isfinite(most)):  # no other place is the same one then
            return False
        narrow = int(log2(shift / most) / 2)  # 0 of all but slivers: few letters that are none again share a cell
        cell = _SAME_PLACE * 2 ** ((level + 1) / 2) * 4**narrow
        column, row = letter.x0 // cell, letter.y0 // cell
        for by, over in product((-1, 0, 1), repeat=2):
            for other in found.get((*alike, narrow, column + by, row + over), ()):
                if max(abs(letter.x0 - other.x0), abs(letter.y0 - other.y0)) <= shift:
                    return True
        found.setdefault((*alike, narrow, column, row), []).append(letter)
        return False

    return [is_there(letter, seen) for letter, seen in letters]


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
    parts, gaps, end = [""], [0.0], 0.0
    for letter in sorted(line, key=lambda each: each.along):
        if letter.text.isspace():
            parts[-1] += letter.text
            continue
        gap = letter.along - end if parts[0].strip() else 0.0
        if gap > _APART * letter.size:
            parts.append("")
            gaps.append(gap / (letter.size or 1.0))
        elif gap > _SPACE * letter.size and not parts[-1][-1:].isspace():
            parts[-1] += " "
        parts[-1] += letter.text
        end = letter.end
    return _gathered(parts, gaps)


def _gathered(parts: Sequence[str], gaps: Sequence[float]) -> list[str]:
    """Parts of a line, of which single letters that stand evenly apart are one word, spread as labels of forms are."""
    words = [parts[0]]
    word, apart = parts[0].strip(), 0.0
    for part, gap in zip(parts[1:], gaps[1:], strict=True):
        letter = part.strip()
        single = len(letter) == 1
        if single and (len(word) == 1 or abs(gap - apart) <= _EVEN):
            words[-1] = word = word + letter
            apart = gap
        elif single and len(word) == 2 and gap < apart:  # what stands farther away before it is no letter of the word
            words[-1:] = word[0], word[1] + letter
            word, apart = words[-1], gap
        else:
            words.append(part)
            word, apart = letter, 0.0
    return words
