"""Letters of a PDF that are drawn once more beside themselves, as bold print and shadows are."""

from collections.abc import Iterable
from itertools import product
from math import isfinite, log2
from typing import Any

_SAME_PLACE = 0.12
"""Of a letter's size by which another one is shifted that is the same letter in bold print or its shadow."""
_SMALLEST = 1e-6


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
