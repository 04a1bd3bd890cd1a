"""What a document strikes out, such as a former price, is so in Markdown too, and marks of numbers stay apart."""

import io
import re
import zipfile
from typing import Any

import openpyxl
import pptx
import pytest
from document_files import saved
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from reportlab.pdfgen.canvas import Canvas

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.pdf import join_lines


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


SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RAISED, LOWERED, CROSSED = (
    InlineFont(vertAlign="superscript"),
    InlineFont(vertAlign="subscript"),
    InlineFont(strike=True),
)


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (["10", (RAISED, "3"), "倍"], "10^3倍"),
        (["20", (RAISED, "2)"), "個"], "20^2)個"),
        (["101", (LOWERED, "2")], "101_2"),
        (["m", (RAISED, "2"), "10"], "m2 10"),
        ([(CROSSED, "9円"), " 8円"], "~~9円~~ 8円"),
        ([(InlineFont(strike=False, vertAlign="baseline"), "9"), "8円"], "98円"),
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_in_a_part_of_a_cell(parts: list[Any], shown: str, shared: bool) -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = CellRichText(*(TextBlock(*part) if isinstance(part, tuple) else part for part in parts))
    workbook.active["B1"] = "他"
    data = saved(workbook)
    assert f"| {shown} | 他 |" in text("a.xlsx", with_shared_texts(data) if shared else data)


def with_shared_texts(data: bytes) -> bytes:
    """With what cells say in the part for it, as Excel saves a file; openpyxl leaves it in the cells."""
    stream, shared = io.BytesIO(), list[str]()

    def moved(cell: re.Match[str]) -> str:
        shared.append(cell[2])
        return f't="s"{cell[1]}<v>{len(shared) - 1}</v>'

    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        sheet = re.sub('t="inlineStr"(.*?)<is>(.*?)</is>', moved, old.read("xl/worksheets/sheet1.xml").decode())
        texts = "".join(f"<si>{each}</si>" for each in shared)
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
        types = old.read("[Content_Types].xml").decode()
        changed = {
            "xl/worksheets/sheet1.xml": sheet,
            "xl/sharedStrings.xml": f'<sst xmlns="{SHEETS}">{texts}</sst>',
            "[Content_Types].xml": types.replace(
                "</Types>", f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
            ),
        }
        for name in dict.fromkeys([*old.namelist(), *changed]):
            new.writestr(name, changed.get(name) or old.read(name))
    return stream.getvalue()


def test_in_a_part_of_a_cell_that_is_struck_out_itself() -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = CellRichText(TextBlock(CROSSED, "9円"), " 8円")
    workbook.active["A1"].font = Font(strike=True)
    assert "~~9円 8円~~" in text("a.xlsx", saved(workbook))


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


PLAIN = "Children take 3 tablets.\n\nChildren take 1 tablet."
NOTE = {b"/Highlight": b"/StrikeOut"}
HIDDEN_NOTE = NOTE | {b"/Contents ()": b"/F 2        "}
FIRST, SECOND = (99, 296, 400, 314), (99, 256, 400, 274)


def pdf_with_notes(*boxes: tuple[int, int, int, int], kind: dict[bytes, bytes]) -> str:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    for row, said in enumerate(PLAIN.split("\n\n")):
        canvas.drawString(100, 300 - 40 * row, said)
    for box in boxes:
        canvas.highlightAnnotation("", box)
    canvas.save()
    data = stream.getvalue()
    for name, other in kind.items():
        data = data.replace(name, other)
    return text("a.pdf", data)


@pytest.mark.parametrize(
    ("boxes", "shown"),
    [
        ([FIRST], "~~Children take 3 tablets.~~\n\nChildren take 1 tablet."),
        ([FIRST, SECOND], "~~Children take 3 tablets.~~\n\n~~Children take 1 tablet.~~"),
        ([(99, 296, 145, 314)], "~~Children~~ take 3 tablets.\n\nChildren take 1 tablet."),
        ([FIRST, FIRST], "~~Children take 3 tablets.~~\n\nChildren take 1 tablet."),
        ([(99, 296, 160, 314), (120, 296, 400, 314)], "~~Children take 3 tablets.~~\n\nChildren take 1 tablet."),
        ([(99, 296, 145, 314), (145, 296, 400, 314)], "~~Children take 3 tablets.~~\n\nChildren take 1 tablet."),
        ([(99, 296, 145, 314), (177, 296, 400, 314)], "~~Children~~ take ~~3 tablets.~~\n\nChildren take 1 tablet."),
        ([(400, 296, 500, 314)], PLAIN),
    ],
)
def test_by_a_note_on_a_pdf(boxes: list[tuple[int, int, int, int]], shown: str) -> None:
    assert pdf_with_notes(*boxes, kind=NOTE) == shown


@pytest.mark.parametrize("kind", [{}, HIDDEN_NOTE])
def test_not_by_a_note_that_marks_or_that_nobody_sees(kind: dict[bytes, bytes]) -> None:
    assert pdf_with_notes(FIRST, kind=kind) == PLAIN


def test_a_sentence_that_is_struck_out_over_lines_is_so_as_a_whole() -> None:
    assert join_lines("~~休暇は二十日あります、申請は前日ま~~\n~~でにします。~~\n\n次の段落") == (
        "~~休暇は二十日あります、申請は前日までにします。~~\n\n次の段落"
    )
