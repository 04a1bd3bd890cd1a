"""Who may read an Office file, said in its running heads and feet, or by a name of Excel: it is skipped."""

import io
from collections.abc import Callable, Sequence
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from openpyxl.workbook.defined_name import DefinedName

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.documents.running_heads import pieces
from yorisoi.errors import AccessUnclear

PLACES = ["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"]
HEADS_OF_READERS = [
    "&C公開範囲：人事部",
    '&L&"Meiryo,標準"&9公開範囲：人事部',
    '&L&"Meiryo,標準"&9 公開範囲：人事部',
    "&R&KFF0000&B閲覧グループ：人事部",
    "&R&K01+034公開&K04-012範囲：人事部",
    "&L&F&C&14【公開範囲】人事部&R&D",
    "&L社外秘&R&P 公開範囲：人事部",
    "&L公開範囲&R人事部",
    "&L第1版&C公開範囲&R人事部",
    "&CR&&D部 文書番号：A-1　公開範囲：人事部",
    "&C給与の一覧\n公開範囲：人事部",
    "&C給与の一覧_x000a_公開範囲：人事部",
    "&CPage &P of &N groups: hr",
    "公開範囲：人事部",
]


def read(name: str, content: bytes) -> LoadedDocument:
    (document,) = load(name, content, DocumentsConfig())
    return document


def workbook(change: Callable[[Any], None], rows: int = 40) -> bytes:
    """More cells than lines are looked at of a part, all of them before what stands around the sheet."""
    book = openpyxl.Workbook()
    for row in range(rows):
        book.active.append(["給与", row])
    change(book)
    book.save(stream := io.BytesIO())
    return stream.getvalue()


def with_head(text: str, place: str = "oddHeader") -> Callable[[Any], None]:
    """As the file is to have it: openpyxl writes codes of its own otherwise."""

    def change(book: Any) -> None:
        head = getattr(book.active, place)
        head.__class__ = type("Raw", (type(head),), {"__str__": lambda _: text, "__bool__": lambda _: True})

    return change


def with_name(name: str, value: str) -> Callable[[Any], None]:
    return lambda book: book.defined_names.add(DefinedName(name, attr_text=value))


def test_the_pieces_of_a_running_head_are_what_is_printed() -> None:
    assert pieces('見&L&"Meiryo,標準"&9 左&K00FF00の&&C&C&14&U中&P+1/&N&R&A右\n下') == [
        "見",
        "左の&C",
        "中\t/\t",
        "\t右\n下",
        "見 | 左の&C | 中 / | 右 下",
    ]


@pytest.mark.parametrize("head", HEADS_OF_READERS)
def test_a_running_head_of_a_sheet_that_names_readers_is_seen_behind_all_its_cells(head: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.xlsx", workbook(with_head(head)))


@pytest.mark.parametrize("place", PLACES)
def test_every_running_head_and_foot_of_a_sheet_is_looked_at(place: str) -> None:
    with pytest.raises(AccessUnclear, match="公開範囲"):
        read("a.xlsx", workbook(with_head("&R&8公開範囲：人事部", place)))


@pytest.mark.parametrize(
    "head",
    ["&C社外秘", "&L&F&R&P/&N", "&CGroups of customers", "&C公開範囲を選びます", "&LR&&D: 研究&R&D", "&C&A:&P", "&C&"],
)
def test_a_sheet_whose_running_head_says_something_else_is_for_everyone(head: str) -> None:
    assert read("a.xlsx", workbook(with_head(head))).groups == frozenset()


@pytest.mark.parametrize(
    ("name", "value"),
    [("閲覧グループ", '"人事部"'), ("groups", '={"hr","sales"}'), ("readers", "7"), ("メモ", '"公開範囲：人事部"')],
)
def test_a_name_of_excel_with_a_value_of_readers_is_a_property(name: str, value: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.xlsx", workbook(with_name(name, value)))


@pytest.mark.parametrize(
    ("name", "value"),
    [("groups", "Sheet!$A$1:$A$9"), ("Readers", "'2024'!$A$1"), ("税率", "0.1"), ("社名", '"寄添：株式会社"')],
)
def test_a_name_of_excel_for_cells_or_other_things_is_for_everyone(name: str, value: str) -> None:
    assert read("a.xlsx", workbook(with_name(name, value))).groups == frozenset()


@pytest.mark.parametrize("cell", ["文書番号A-1_x000D_公開範囲：人事部", "A-1_x000d__x000a_groups: hr"])
def test_a_line_of_a_cell_behind_a_character_by_its_number_is_seen(cell: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.xlsx", workbook(lambda book: book.active.insert_rows(1) or book.active.__setitem__("A1", cell)))


def test_characters_of_a_cell_by_their_numbers_are_read_as_such() -> None:
    said = "一_x000D_二_x005F_x000D_三_x0007_四_xD83D_五_x00e9_"
    read_in = read("a.xlsx", workbook(lambda book: book.active.__setitem__("A2", said), rows=3)).text
    assert "一 / 二_x000D_三四五é" in read_in


def tabled(*cells: str) -> bytes:
    """A table on the layout of a slide."""
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "給与"
    shape = slide.shapes.add_table(2, len(cells), 0, 0, 1_000_000, 1_000_000)
    for cell, text in zip(shape.table.rows[0].cells, cells, strict=True):
        cell.text = text
    presentation.slide_layouts[5].shapes._spTree.append(shape._element)
    presentation.save(stream := io.BytesIO())
    return stream.getvalue()


def headed(*cells: str) -> bytes:
    """A table in the running head of a Word file."""
    document = docx.Document()
    document.add_paragraph("給与")
    row = document.sections[0].header.add_table(1, len(cells), 5_000_000).rows[0]
    for cell, text in zip(row.cells, cells, strict=True):
        cell.text = text
    document.save(stream := io.BytesIO())
    return stream.getvalue()


TABLES = [("a.docx", headed), ("a.pptx", tabled)]


@pytest.mark.parametrize(("name", "table"), TABLES)
@pytest.mark.parametrize("cells", [("Groups", "HR"), ("No. 7", "groups", "hr"), ("公開範囲", "人事部")])
def test_a_row_around_a_page_that_names_readers_is_seen_in_whichever_letters(
    name: str, table: Callable[..., bytes], cells: Sequence[str]
) -> None:
    with pytest.raises(AccessUnclear):
        read(name, table(*cells))


@pytest.mark.parametrize(("name", "table"), TABLES)
@pytest.mark.parametrize("cells", [("Groups", ""), ("users\ngroups", "2"), ("Groups of customers", "9")])
def test_a_row_around_a_page_that_says_something_else_is_for_everyone(
    name: str, table: Callable[..., bytes], cells: Sequence[str]
) -> None:
    assert read(name, table(*cells)).groups == frozenset()


def deck(foot: str, kind: str) -> bytes:
    """A slide of more lines than are looked at, and a foot below and behind them."""
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "給与"
    slide.placeholders[1].text = "\n".join(f"項目{at}" for at in range(40))
    box = slide.shapes.add_textbox(0, 6_000_000, 9, 9)
    box.text_frame.text = foot
    if kind:
        placeholder = box._element.nvSpPr.nvPr.makeelement(
            "{http://schemas.openxmlformats.org/presentationml/2006/main}ph", {"type": kind}
        )
        box._element.nvSpPr.nvPr.append(placeholder)
    presentation.save(stream := io.BytesIO())
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["ftr", "hdr", "dt", "sldNum"])
def test_the_foot_of_a_slide_is_looked_at_behind_all_its_lines(kind: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.pptx", deck("公開範囲：人事部", kind))


@pytest.mark.parametrize(("foot", "kind"), [("社外秘", "ftr"), ("公開範囲を選びます", "ftr"), ("公開範囲：人事部", "")])
def test_another_foot_and_another_box_below_the_head_of_a_slide_are_for_everyone(foot: str, kind: str) -> None:
    assert read("a.pptx", deck(foot, kind)).groups == frozenset()
