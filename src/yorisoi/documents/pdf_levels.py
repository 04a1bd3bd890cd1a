"""Small figures of a PDF that stand above or below the line, behind or before others: `10^3`, `m2 10`.

Only what is printed smaller, or is said to be raised, is such a mark: the letters of one line may stand unevenly.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, hypot, log2
from typing import Any

from yorisoi.documents.html_apart import BEGINS_WITH_A_NUMBER

_SMALLER, _SMALLEST = 0.85, 0.4
"""Of the letters beside them; browsers set marks at 5/6, most other programs at 3/5 to 7/10."""
_LEAST, _MOST = 0.1, 0.8
"""Of the larger letters' size: by less a line is uneven, by more it is another one, or a reading above this one."""
_GAP = 0.2
"""Of that size, at most, between a number and its mark; a blank is wider."""
_STEPS = tuple(product(range(-2, 3), repeat=2))
"""To the places, as large as a mark, in which the number beside it may end: `_MOST` of what is so much larger."""
_TINY, _HUGE = 1e-3, 1e6
"""Between which sizes letters are read by anybody."""
_MOST_PILED = 50
"""Numbers in one place that are looked at."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """Letters of pdfminer's that stand one behind the other, of one size."""

    letters: Sequence[Any]
    size: float
    """In points of the page."""
    raised: Point
    """By how much the text is said to be raised, in the page's space."""

    @property
    def kind(self) -> tuple[float, Point]:
        return self.size, self.raised

    def begins(self, letter: Any) -> Point:
        """Where a letter stands on the line."""
        return letter.matrix[4] + self.raised[0], letter.matrix[5] + self.raised[1]

    def ends(self, letter: Any) -> Point:
        """Where the next one would stand."""
        x, y = self.begins(letter)
        return x + letter.matrix[0] * letter.adv, y + letter.matrix[1] * letter.adv


def mark_levels(drawn: Iterable[Line]) -> None:
    """Put `^` or `_` into letters of a page, or a blank behind a mark; lines come in the order they are drawn.

    Linear in the letters.
    """
    lines = [*_joined(line for line in drawn if line.letters and _TINY < line.size < _HUGE)]
    numbers = [(line, letter) for line in lines for letter in _ends_of_numbers(line.letters)]
    kinds = Counter(line.kind for line, _ in numbers)
    if len(kinds) < 2:
        return
    [(usual, _)] = kinds.most_common(1)
    others = [each for each in numbers if each[0].kind != usual]
    places: dict[tuple[float, bool], _Places] = {}
    for line in lines:
        if BEGINS_WITH_A_NUMBER.match("".join(each.get_text() for each in line.letters[:2])):
            place = 2.0 ** ceil(log2(line.size)), line.kind == usual
            if place not in places:
                places[place] = _Places(others if line.kind == usual else numbers, place[0])
            _part(line, places[place].near(line))


class _Places:
    """Where numbers end, in squares of the page."""

    def __init__(self, numbers: Iterable[tuple[Line, Any]], wide: float) -> None:
        self._wide = wide
        self._ending: dict[Point, list[tuple[Line, Any]]] = defaultdict(list)
        for line, letter in numbers:
            there = self._ending[self._at(line.ends(letter))]
            if len(there) < _MOST_PILED:
                there.append((line, letter))

    def near(self, line: Line) -> Iterator[tuple[Line, Any]]:
        """Numbers of another size or level that end somewhere before a line."""
        column, row = self._at(line.begins(line.letters[0]))
        for by, over in _STEPS:
            for other, letter in self._ending.get((column + by, row + over), ()):
                if other.kind != line.kind:
                    yield other, letter

    def _at(self, point: Point) -> Point:
        return point[0] // self._wide, point[1] // self._wide


def _part(line: Line, numbers: Iterable[tuple[Line, Any]]) -> None:
    """Part a line from the number that ends where it begins, above or below it, if there is one."""
    beside = []
    for other, letter in numbers:
        larger = max(line.size, other.size)
        along, up = _away(other, letter, line)
        if abs(along) <= _GAP * larger and _LEAST * larger <= abs(up) <= _MOST * larger:
            beside.append((abs(along), up, other, letter))
    if not beside:
        return
    _, up, other, letter = min(beside, key=lambda each: each[0])
    first = line.letters[0]
    if _is_mark(line, other):
        first._text = ("^" if up > 0 else "_") + first.get_text()
    elif _is_mark(other, line) and letter.get_text()[-1:].isdecimal() and first.get_text()[:1].isdecimal():
        letter._text += " "


def _is_mark(line: Line, other: Line) -> bool:
    share = line.size / other.size
    return _SMALLEST <= share <= _SMALLER or (share <= 1 and any(line.raised) and not any(other.raised))


def _away(line: Line, letter: Any, following: Line) -> Point:
    """From the end of a letter to where another line begins: how far along its own line, and above it."""
    (x, y), (to_x, to_y) = line.ends(letter), following.begins(following.letters[0])
    a, b = letter.matrix[:2]
    size = hypot(a, b) or 1.0
    right, up = to_x - x, to_y - y
    return (right * a + up * b) / size, (up * a - right * b) / size


def _joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Those that go on in the next one are one."""
    last: Line | None = None
    letters: list[Any] = []
    for line in lines:
        if last and line.kind == last.kind:
            along, up = _away(last, letters[-1], line)
            if abs(along) <= _GAP * line.size and abs(up) < _LEAST * line.size:
                letters += line.letters
                continue
        if last:
            yield Line(letters, last.size, last.raised)
        last, letters = line, [*line.letters]
    if last:
        yield Line(letters, last.size, last.raised)


def _ends_of_numbers(letters: Iterable[Any]) -> Iterator[Any]:
    """Its digits, and what may stand behind one: `20.`"""
    behind_a_digit = False
    for letter in letters:
        said = letter.get_text()
        is_digit = said[-1:].isdecimal()
        if is_digit or (behind_a_digit and said in (".", ",")):
            yield letter
        behind_a_digit = is_digit
