"""Small figures above or below the line of a PDF are no part of the number beside them."""

import io
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.pdf_levels import Line, mark_levels

FONT = "HeiseiMin-W3"


def text_of(draw: Callable[[Canvas], object]) -> str:
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    stream = io.BytesIO()
    canvas = Canvas(stream)
    draw(canvas)
    canvas.save()
    [page] = load("a.pdf", stream.getvalue(), DocumentsConfig())
    return page.text


def line(*pieces: tuple[str, float, float], turn: float = 0, font: str = "Helvetica") -> Callable[[Canvas], None]:
    """Texts of some size, raised so far, one behind the other, in the way that most programs write them."""

    def draw(canvas: Canvas) -> None:
        canvas.translate(100, 300)
        canvas.rotate(turn)
        across = 0.0
        for said, size, up in pieces:
            canvas.setFont(font, size)
            canvas.drawString(across, up, said)
            across += canvas.stringWidth(said, font, size)

    return draw


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        ([("Dilute 10", 12, 0), ("3", 7, 5), (" times", 12, 0)], "Dilute 10^3 times"),
        ([("10", 12, 0), ("3", 10, 4)], "10^3"),
        ([("10", 12, 0), ("-", 7, 5), ("3", 7, 5), (" g", 12, 0)], "10^-3 g"),
        ([("10", 12, 0), ("1", 7, 5), ("2", 7, 5)], "10^12"),
        ([("1,5.", 12, 0), ("1)", 7, 5)], "1,5.^1)"),
        ([("101", 12, 0), ("2", 7, -3)], "101_2"),
        ([("m", 12, 0), ("2", 7, 5), ("10", 12, 0)], "m2 10"),
        ([("10", 12, 0), ("3", 7, 5), ("20", 12, 0)], "10^3 20"),
        ([("m", 12, 0), ("2", 7, 5)], "m2"),
        ([("10", 12, 0), ("th", 7, 5)], "10th"),
        ([("10", 12, 0), ("3", 7, 0), (" g", 12, 0)], "103 g"),
        ([("10", 12, 0), ("3", 12, 2), (" g", 12, 0)], "103 g"),
        ([("10", 12, 0), ("3", 11, 2), (" g", 12, 0)], "103 g"),
        ([("10 ", 12, 0), ("3", 7, 5)], "10 3"),
        ([("7", 7, 0), ("1 For adults", 12, 0)], "71 For adults"),
    ],
)
def test_marks_of_numbers(pieces: list[tuple[str, float, float]], shown: str) -> None:
    assert text_of(line(*pieces)) == shown


def test_marks_on_a_page_that_is_turned() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(90)
        line(("Dilute 10", 12, 0), ("3", 7, 5), (" times", 12, 0), turn=90)(canvas)

    assert text_of(draw) == "Dilute 10^3 times"


def test_a_rise_is_told_whatever_the_size() -> None:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(100, 300)
        for said, rise in (("10", 0), ("3", 5), (" times", 0)):
            text.setRise(rise)
            text.textOut(said)
        canvas.drawText(text)

    assert text_of(draw) == "10^3 times"


def test_a_mark_drawn_apart_from_its_number() -> None:
    def draw(canvas: Canvas) -> None:
        line(("2", 12, 0), ("  tablets of 10 mg", 12, 0))(canvas)
        canvas.setFont("Helvetica", 7)
        canvas.drawString(canvas.stringWidth("2", "Helvetica", 12), 5, "1")

    assert "^1" in text_of(draw)


def test_in_japanese_and_not_of_readings_above_a_line() -> None:
    def draw(canvas: Canvas) -> None:
        line(("原液は10", 12, 0), ("3", 7, 5), ("倍、5", 12, 0), ("日", 12, 0), font=FONT)(canvas)
        canvas.setFont(FONT, 5)
        canvas.drawString(canvas.stringWidth("原液は", FONT, 12), 12, "10")

    assert "原液は10^3倍、5日" in text_of(draw)


def test_in_a_table_of_a_pdf() -> None:
    def draw(canvas: Canvas) -> None:
        for row, name in enumerate(("A", "B", "C", "D")):
            for at, (said, size, up) in {
                72: (name, 12, 0),
                200: ("10", 12, 0),
                200 + canvas.stringWidth("10", "Helvetica", 12): ("3", 7, 5),
                400: ("5 mg", 12, 0),
            }.items():
                canvas.setFont("Helvetica", size)
                canvas.drawString(at, 700 - 20 * row + up, said)

    found = text_of(draw)
    assert found.startswith("| A")
    assert found.count("10^3") == 4


@dataclass
class Letter:
    _text: str
    matrix: tuple[float, ...]
    adv: float = 5.0

    def get_text(self) -> str:
        return self._text


@pytest.mark.parametrize("apart", [0, 0.001, 7])
def test_many_marks_take_little_time(apart: float) -> None:
    letters = [Letter("1", (1, 0, 0, 1, apart * at, 5 * (at % 2))) for at in range(20_000)]
    begun = time.process_time()
    mark_levels(Line([letter], 6 + at % 2 * 6, (0, 0)) for at, letter in enumerate(letters))
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("size", [0.0, 1e-320, 1e308, float("inf"), float("nan")])
def test_letters_of_no_size_are_left_as_they_are(size: float) -> None:
    letters = [Letter("10", (1, 0, 0, 1, 0, 0)), Letter("3", (1, 0, 0, 1, 5, 4)), Letter("5", (1, 0, 0, 1, 50, 50))]
    lines = [Line([letter], each, (0, 0)) for letter, each in zip(letters, (12, 7, size), strict=True)]
    mark_levels(lines)
    assert [each.get_text() for each in letters] == ["10", "^3", "5"]
