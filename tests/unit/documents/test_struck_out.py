"""What a document strikes out, such as a former price, is so in Markdown too, and marks of numbers stay apart."""

from typing import Any

import openpyxl
import pptx
import pytest
from document_files import saved
from openpyxl.styles import Font

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load


def text(name: str, data: bytes) -> str:
    [page] = load(name, data, DocumentsConfig())
    return page.text


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("<p><span style='text-decoration:line-through'>9円</span> 8円</p>", "~~9円~~ 8円"),
        ("<p><span class=old>9円</span> 8円</p>", "~~9円~~ 8円"),
        ("<p class=old>9<b>円</b></p>", "~~9~~**~~円~~**"),
        ("<p class=old><s>9円</s></p>", "~~9円~~"),
        ("<p><span style='text-decoration:underline'>9円</span></p>", "9円"),
        ("<table><tr><td>a<td>b<tr class=old><td>9円<td>8円</table>", "| a | b |\n|-|-|\n| ~~9円~~ | ~~8円~~ |"),
    ],
)
def test_in_html(body: str, shown: str) -> None:
    page = f"<meta charset=utf-8><style>.old {{text-decoration: line-through red}}</style>{body}"
    assert text("a.html", page.encode()) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("料金は<s>9円</s> 8円", "料金は~~9円~~ 8円"),
        ("<del class='x'>9円</del>と<strike>8円</strike>", "~~9円~~と~~8円~~"),
        ("<del>\n- 9円\n- 8円\n</del>", "- ~~9円~~\n- ~~8円~~"),
        ("`<s>9円</s>`", "`<s>9円</s>`"),
        ("要素 <s> は線", "要素  は線"),
    ],
)
def test_in_markdown(written: str, shown: str) -> None:
    assert text("a.md", f"題\n\n{written}".encode()).partition("\n\n")[2].strip() == shown


def test_in_excel() -> None:
    workbook = openpyxl.Workbook()
    workbook.active.append(["大人", 1000, 1200])
    workbook.active["B1"].font = Font(strike=True)
    assert "| 大人 | ~~1000~~ | 1200 |" in text("a.xlsx", saved(workbook))


@pytest.mark.parametrize(
    ("runs", "shown"),
    [
        ([("10", {}), ("3", {"baseline": "30000"}), ("円", {})], "10^3円"),
        ([("10", {}), ("2", {"baseline": "-25000"})], "10_2"),
        ([("m", {}), ("2", {"baseline": "30000"}), ("10", {})], "m2 10"),
        ([("9", {"strike": "sngStrike"}), ("円", {"strike": "dblStrike"}), (" 8円", {})], "~~9円~~ 8円"),
        ([("9円", {"strike": "noStrike", "baseline": "0"})], "9円"),
    ],
)
def test_in_powerpoint(runs: list[tuple[str, dict[str, str]]], shown: str) -> None:
    presentation = pptx.Presentation()
    shapes = presentation.slides.add_slide(presentation.slide_layouts[6]).shapes
    table = shapes.add_table(1, 1, 0, 0, 900_000, 900_000).table
    for frame in (shapes.add_textbox(0, 0, 9, 9).text_frame, table.cell(0, 0).text_frame):
        fill(frame.paragraphs[0], runs)
    assert text("a.pptx", saved(presentation)).split("\n\n") == [shown, shown]


def fill(paragraph: Any, runs: list[tuple[str, dict[str, str]]]) -> None:
    for said, how in runs:
        run = paragraph.add_run()
        run.text = said
        run._r.get_or_add_rPr().attrib.update(how)
