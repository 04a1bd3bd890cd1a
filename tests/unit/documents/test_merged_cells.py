"""A cell that is merged over rows is one of each of them."""

import time
from typing import Any

import openpyxl
import pptx
import pytest
from document_files import saved
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load

ROWS = (("区分", "勤続", "日数"), ("正社員", "1年", "10日"), ("", "2年", "11日"), ("パート", "1年", "5日"))
TABLE = """| 区分 | 勤続 | 日数 |
|-|-|-|
| 正社員 | 1年 | 10日 |
| 正社員 | 2年 | 11日 |
| パート | 1年 | 5日 |"""


def html(body: str) -> str:
    [page] = load("a.html", f"<meta charset=utf-8><h1>休暇</h1>{body}".encode(), DocumentsConfig())
    return page.text.partition("\n\n")[2]


def fill(table: Any, first: str) -> None:
    """A table of Word or PowerPoint, which have the same names for this."""
    for at, row in enumerate(ROWS):
        for column, text in enumerate(row):
            table.cell(at, column).text = text
    table.cell(1, 0).text = first
    table.cell(1, 0).merge(table.cell(2, 0))


def word_rows(*rows: str) -> str:
    """A table of Word between some paragraphs, of which each row is said in XML."""
    document = Document()
    document.element.body.insert(0, parse_xml(f"<w:tbl {nsdecls('w')}>{''.join(rows)}</w:tbl>"))
    [page] = load("a.docx", saved(document), DocumentsConfig())
    return page.text


def row(*cells: str, before: str = "", about: str = "") -> str:
    properties = f"<w:trPr>{about}<w:gridBefore w:val='{before or 0}'/></w:trPr>"
    return f"<w:tr>{properties}{''.join(cells)}</w:tr>"


def cell(said: str, about: str = "") -> str:
    inside = said if said.startswith("<") else f"<w:r><w:t>{said}</w:t></w:r>"
    return f"<w:tc><w:tcPr>{about}</w:tcPr><w:p>{inside}</w:p></w:tc>"


FIRST, BELOW = "<w:vMerge w:val='restart'/>", "<w:vMerge/>"


def word(first: str = "正社員", hidden: str = "", formula: str = "") -> str:
    document = Document()
    table = document.add_table(len(ROWS), 3)
    fill(table, first)
    if hidden:
        table.rows[2]._tr.tc_lst[0].p_lst[0].add_r().text = hidden
    if formula:
        document.add_paragraph()._p.append(parse_xml(formula))
    [page] = load("a.docx", saved(document), DocumentsConfig())
    return page.text


def test_in_html() -> None:
    head, first, second, third = ("".join(f"<td>{cell}</td>" for cell in row if cell) for row in ROWS)
    first = first.replace("<td>正社員", "<td rowspan=2>正社員")
    assert html(f"<table><tr>{head}</tr><tr>{first}</tr><tr>{second}</tr><tr>{third}</tr></table>") == TABLE


def test_in_markdown() -> None:
    cells = (("区分", "勤続", "日数"), ("正社員", "1年", "20<sup>1</sup>日"), ("2年", "a|b"))
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
    rows = rows.replace("<td>正社員", "<td rowspan=2>正社員")
    [page] = load("a.md", f"休暇\n\n<table>{rows}</table>\n".encode(), DocumentsConfig())
    assert page.text.splitlines()[-2:] == ["| 正社員 | 1年 | 20^1日 |", "| 正社員 | 2年 | a\\|b |"]


def test_in_word() -> None:
    assert word() == TABLE


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ("<w:r><w:rPr><w:vanish/></w:rPr><w:t>仕入700円</w:t></w:r><w:r><w:t>1,200円</w:t></w:r>", "1,200円"),
        ("<w:moveFrom><w:r><w:t>800円</w:t></w:r></w:moveFrom><w:r><w:t>1,200円</w:t></w:r>", "1,200円"),
        ("<w:r><w:rPr><w:strike/></w:rPr><w:t>900円</w:t></w:r><w:r><w:t> 1,200円</w:t></w:r>", "~~900円~~ 1,200円"),
        (
            "<w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>3</w:t></w:r>",
            "10^3",
        ),
        ("<w:r><w:t>10</w:t><w:tab/><w:t>20</w:t><w:br/><w:t>30</w:t></w:r>", "10 20 30"),
    ],
)
def test_what_word_shows_in_the_first_row_is_said_again(inside: str, shown: str) -> None:
    table = word_rows(row(cell("平日"), cell(inside, FIRST)), row(cell("休日"), cell("", BELOW)))
    assert table == f"| 平日 | {shown} |\n|-|-|\n| 休日 | {shown} |"


def test_a_row_of_word_may_begin_further_right() -> None:
    table = word_rows(row(cell("平日"), cell("休日"), before="1"), row(cell("大人"), cell("1円"), cell("2円")))
    assert table == "|  | 平日 | 休日 |\n|-|-|-|\n| 大人 | 1円 | 2円 |"


def test_a_cell_of_word_goes_on_below_nothing_that_is_not_merged() -> None:
    deleted = row(cell("小人", FIRST), cell("1円"), about="<w:del/>")
    table = word_rows(row(cell("大人"), cell("3円")), deleted, row(cell("", BELOW), cell("2円")))
    assert table == "| 大人 | 3円 |\n|-|-|\n|  | 2円 |"


def test_a_cell_of_word_goes_on_below_the_rows_that_head_its_pages() -> None:
    table = word_rows(
        row(cell("区分", FIRST), cell("料金"), about="<w:tblHeader/>"), row(cell("", BELOW), cell("平日"))
    )
    assert table == "| 区分 | 料金 |\n|-|-|\n| 区分 | 平日 |"


def test_html_says_again_what_the_first_row_shows() -> None:
    table = html("<table><tr><td>a<td rowspan=2><s>9円</s> 10<sup>3</sup>円<tr><td>b</table>")
    assert table == "| a | ~~9円~~ 10^3円 |\n|-|-|\n| b | ~~9円~~ 10^3円 |"


def test_tables_merged_within_each_other_stay_a_page() -> None:
    table = "x"
    for _ in range(9):
        table = f"<table><tr><td rowspan=9>{table}<td>1{'<tr><td>2' * 8}</table>"
    assert len(html(table)) < 100_000


def test_equations_of_a_word_file_with_merged_cells_stay() -> None:
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    assert word(formula=f'<m:oMath xmlns:m="{math}"><m:r><m:t>y=2</m:t></m:r></m:oMath>').endswith("\n\n$y=2$")


def slide(first: str = "正社員", hidden: str = "") -> str:
    presentation = pptx.Presentation()
    shapes = presentation.slides.add_slide(presentation.slide_layouts[6]).shapes
    table = shapes.add_table(len(ROWS), 3, 0, 0, 900_000, 900_000).table
    fill(table, first)
    if hidden:
        table.cell(2, 0).text = hidden
    [page] = load("a.pptx", saved(presentation), DocumentsConfig())
    return page.text


def sheet(*merged: str, first: str = "正社員", blank_rows: int = 0) -> str:
    workbook = openpyxl.Workbook()
    for row in (*ROWS[:1], (first, *ROWS[1][1:]), *[[]] * blank_rows, *ROWS[2:]):
        workbook.active.append([cell or None for cell in row])
    for cells in merged:
        workbook.active.merge_cells(cells)
    [page] = load("a.xlsx", saved(workbook), DocumentsConfig())
    return page.text.partition("\n\n")[2]


def test_in_powerpoint() -> None:
    assert slide() == TABLE
    assert "役員だけ" not in slide(hidden="役員だけ")
    assert slide(first="入力|出力").splitlines()[2] == "| 入力\\|出力 | 1年 | 10日 |"


def test_in_excel() -> None:
    assert sheet("A2:A3") == TABLE
    assert sheet("A2:A6", blank_rows=3).replace("||||\n", "") == TABLE
    assert sheet().splitlines()[3] == "|  | 2年 | 11日 |"


def test_a_sheet_may_be_merged_without_end() -> None:
    workbook = openpyxl.Workbook()
    for number in range(2_000):
        workbook.active.append(["a" if number == 0 else None, "b"])
    for column in ("A", "C", "XFD"):
        workbook.active.merged_cells.add(f"{column}1:{column}1048576")
    [page] = load("a.xlsx", saved(workbook), DocumentsConfig())
    assert page.text.count("| a | b |") == 2_000


def test_what_nobody_sees_below_a_merged_cell_is_not_shown() -> None:
    assert "役員だけ" not in word(hidden="役員だけ")


def test_what_is_long_is_said_once() -> None:
    long = "正社員として雇われた者" * 20
    assert word(first=long).count(long) == 1
    assert slide(first=long).count(long) == 1
    assert sheet("A2:A3", first=long).count(long) == 1
    assert html(f"<table><tr><td>a<td>b<tr><td rowspan=2>{long}<td>1<tr><td>2</table>").count(long) == 1


def test_over_columns_and_rows() -> None:
    table = html("<table><tr><td>a<td>b<td>c<tr><td rowspan=2 colspan=2>両方<td>1<tr><td>2</table>")
    assert [row.split("|")[-2].strip() for row in table.splitlines()[2:]] == ["1", "2"]


@pytest.mark.parametrize("number", ["99999999", "9" * 5_000, "-1", "0", "二", ""])
def test_numbers_may_be_anything(number: str) -> None:
    row = f"<tr>{f'<td rowspan={number} colspan={number}>x' * 20}"
    assert "x" in html(f"<table>{row * 20}</table>")


def test_a_cell_ends_with_its_group_of_rows() -> None:
    head, body = "<thead><tr><th rowspan=2>a<th>b</thead>", "<tbody><tr><td>1<td>2<tr><td>3<td>4</tbody>"
    assert html(f"<table>{head}{body}</table>") == "| a | b |\n|-|-|\n| 1 | 2 |\n| 3 | 4 |"


def test_a_cell_over_no_rows_goes_on_to_the_end() -> None:
    table = html("<table><tr><td>a<td>b<tr><td rowspan=0>x<td>1<tr><td>2<tr><td>3</table>")
    assert table.endswith("| x | 1 |\n| x | 2 |\n| x | 3 |")


def test_a_page_of_merged_cells_stays_a_page() -> None:
    table = f"<table><tr>{'<td rowspan=1000>12345678' * 20}<td>x{'<tr>' * 999}</table>"
    assert len(html(table * 3)) < 500_000


def test_a_wide_row_is_filled_in_a_time_that_grows_with_it() -> None:
    begun = time.process_time()
    assert "x" in html(f"<table><tr>{'<td rowspan=9>x' * 8_000}{'<tr><td>y' * 9}</table>")
    assert time.process_time() - begun < 10


def test_the_foot_of_a_table_stands_below_its_rows_wherever_it_is_written() -> None:
    foot = "<tfoot><tr><td>合計<td>300円</tfoot>"
    table = html(f"<table><thead><tr><td>区分<td>額</thead>{foot}<tbody><tr><td>A<td>100円</tbody></table>")
    assert table == "| 区分 | 額 |\n|-|-|\n| A | 100円 |\n| 合計 | 300円 |"
