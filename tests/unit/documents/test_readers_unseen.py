"""Readers that are named where nobody sees it, or in what is not read of a page: it is skipped, not for everyone."""

import io
import time
import zipfile
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from document_files import sheet
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.errors import AccessUnclear, DocumentError


def read(name: str, content: bytes) -> LoadedDocument:
    (document,) = load(name, content, DocumentsConfig())
    return document


def word(change: Callable[[Any], None]) -> bytes:
    document = docx.Document()
    change(document)
    document.add_paragraph("本文です。")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def hidden_run(document: Any) -> None:
    document.add_paragraph("予定").add_run("閲覧グループ: hr").font.hidden = True


def run_hidden_in_part(document: Any) -> None:
    document.add_paragraph("閲覧グループ").add_run(": hr").font.hidden = True


def hidden_table(document: Any) -> None:
    table = document.add_table(rows=1, cols=2)
    for cell, text in zip(table.rows[0].cells, ("閲覧グループ", "hr"), strict=True):
        cell.paragraphs[0].add_run(text).font.hidden = True


def keywords(document: Any) -> None:
    document.core_properties.keywords = "groups: hr"


def element(body: str) -> Any:
    return parse_xml(f'<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">{body}</w:p>')


def run(inside: str) -> str:
    return f"<w:r>{inside}</w:r>"


ALIGNED = run('<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/>')
READ = (
    "<w:ruby><w:rubyPr/><w:rt><w:r><w:t>{reading}</w:t></w:r></w:rt>"
    "<w:rubyBase><w:r><w:t>{text}</w:t></w:r></w:rubyBase></w:ruby>"
)


def text(said: str) -> str:
    return run(f"<w:t>{said}</w:t>")


def at_top(body: str) -> Callable[[Any], None]:
    return lambda document: document.element.body.insert(0, element(body))


def above_each_page(body: str) -> Callable[[Any], None]:
    return lambda document: document.sections[0].header._element.append(element(body))


def label_of(*lines: str) -> Callable[[Any], None]:
    def table(document: Any) -> None:
        first, second = document.add_table(rows=1, cols=2).rows[0].cells
        first.text = lines[0]
        for line in lines[1:]:
            first.add_paragraph(line)
        second.text = "人事部"

    return table


@pytest.mark.parametrize(
    "change",
    [
        above_each_page(text("文書番号 A-1") + ALIGNED + text("公開範囲：人事部")),
        above_each_page(text("公開範囲") + ALIGNED + text("人事部")),
        at_top(text("文書番号 A-1") + ALIGNED + text("公開範囲：人事部")),
        at_top(run(READ.format(text="公開範囲", reading="こうかいはんい")) + text("：人事部")),
        above_each_page(run(READ.format(text="公開範囲", reading="こうかいはんい")) + text("：人事部")),
        at_top(run(READ.format(text="買収", reading="公開範囲：人事部"))),
        label_of("公開範囲", "Scope"),
        label_of("Scope", "公開範囲"),
        label_of("公開範囲\nScope"),
        label_of("Groups", "対象の班"),
        label_of("公開範囲・保存期間"),
        label_of("賞与・退職金規程の公開範囲"),
        at_top(run(READ.format(text="文書", reading="公開範囲")) + text("：人事部")),
    ],
)
def test_readers_beside_an_alignment_tab_a_reading_or_a_translation_are_seen(change: Callable[[Any], None]) -> None:
    with pytest.raises(AccessUnclear):
        read("a.docx", word(change))


def test_text_with_a_reading_is_kept_and_an_alignment_tab_parts_words() -> None:
    leave = run(READ.format(text="忌引", reading="きびき")) + text("休暇は五日です")
    read_in = read("a.docx", word(at_top(text("左") + ALIGNED + text("右") + run("<w:br/>") + leave))).text
    assert "忌引休暇は五日です" in read_in
    assert "きびき" not in read_in
    assert "左右" not in read_in


def test_a_label_of_two_lines_on_a_slide_is_seen() -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    table = slide.shapes.add_table(1, 2, 0, 0, 1_000_000, 1_000_000).table
    table.cell(0, 0).text, table.cell(0, 1).text = "公開範囲\nScope", "人事部"
    stream = io.BytesIO()
    presentation.save(stream)
    with pytest.raises(AccessUnclear):
        read("a.pptx", stream.getvalue())


def hidden_pieces(*pieces: str) -> Callable[[Any], None]:
    """Each in a run of its own; Word writes a line break for `\\n`, a tab for `\\t`."""

    def change(document: Any) -> None:
        paragraph = document.add_paragraph("予定")
        for piece in pieces:
            paragraph.add_run(piece).font.hidden = True

    return change


def hidden_within_an_insertion(document: Any) -> None:
    paragraph = document.add_paragraph("予定")
    for piece in ("gr", "oups", ": hr"):
        paragraph.add_run(piece).font.hidden = True
    inserted = paragraph._p.makeelement(qn("w:ins"), {})
    paragraph._p.insert(1, inserted)
    inserted.append(paragraph.runs[1]._r)


def property_named(name: str, value: str, part: str = "/docProps/custom.xml", head: str = "") -> Callable[[Any], None]:
    def change(document: Any) -> None:
        held = f'<property name="{name}"><v:lpwstr>{value}</v:lpwstr></property>'
        xml = f'{head}<Properties xmlns="x" xmlns:v="v">{held}</Properties>'
        document.part.package.relate_to(Part(PackURI(part), "application/xml", xml.encode()), "custom")

    return change


def part(name: str, xml: str, encoding: str = "utf-8") -> Callable[[Any], None]:
    """A part of its own."""

    def change(document: Any) -> None:
        document.part.package.relate_to(Part(PackURI(name), "application/xml", xml.encode(encoding)), "custom")

    return change


def in_body(xml: str) -> Callable[[Any], None]:
    """Elements of Word's (`w:`) in a paragraph."""

    def change(document: Any) -> None:
        spaces = f'xmlns:w="{TRANSITIONAL}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        document.add_paragraph("予定")._p.append(parse_xml(f"<w:r {spaces}>{xml}</w:r>"))

    return change


def running_head(document: Any) -> None:
    paragraph = document.sections[0].header.paragraphs[0]
    for piece in ("閲覧", "グループ", "：人事"):
        paragraph.add_run(piece)


def in_two_runs(document: Any) -> None:
    paragraph = document.add_paragraph("We have two ")
    paragraph.add_run("groups").bold = True
    paragraph.add_run(": one and two")


def in_a_new_text_box(line: str) -> Callable[[Any], None]:
    choice = (
        f'<mc:Choice Requires="wps"><w:txbxContent><w:p><w:r><w:t>{line}</w:t></w:r></w:p></w:txbxContent></mc:Choice>'
    )
    return in_body(f"<mc:AlternateContent>{choice}</mc:AlternateContent>")


TRANSITIONAL = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
PROPERTY = '<p:Properties xmlns:p="x"><p:property name="readers"><p:lpwstr>hr</p:lpwstr></p:property></p:Properties>'

UNSEEN_IN_WORD = [
    part("/word/about.bin", PROPERTY),
    part("/about.xml", PROPERTY, "utf-16"),
    part("/customXml/item9.xml", "<a><b>groups: hr</b></a>"),
    part("/customXml/item9.xml", '<a b="groups: hr"/>'),
    part("/word/tags.xml", '<a><b name="groups" val="hr"/></a>'),
    part("/word/comments9.xml", f'<a xmlns:w="{TRANSITIONAL}"><w:p><w:r><w:t>groups = hr</w:t></w:r></w:p></a>'),
    in_a_new_text_box("閲覧グループ: 人事"),
    in_body('<w:sdtPr><w:alias w:val="groups: hr"/></w:sdtPr>'),
    running_head,
    hidden_run,
    run_hidden_in_part,
    hidden_table,
    hidden_pieces("掲載 4月\n閲覧グループ: hr"),
    hidden_pieces("掲載 4月\t閲覧グループ: hr"),
    hidden_pieces("掲載\n閲覧グループ\nhr"),
    hidden_pieces("掲載\n閲覧グ", "ルー", "プ: hr"),
    hidden_pieces("readers:\nhr"),
    hidden_pieces("rea", "ders", ":", "hr"),
    hidden_within_an_insertion,
    keywords,
    property_named("閲覧グループ", "hr"),
    property_named("Readers", "hr"),
    property_named("メモ", "閲覧グループ: hr"),
    property_named("メモ", "readers: hr"),
    property_named("メモ", "閲覧グループ: hr", "/docProps/Custom.xml"),
    property_named("メモ", "&r;", head='<!DOCTYPE a [<!ENTITY r "groups: hr">]>'),
]


@pytest.mark.parametrize("change", UNSEEN_IN_WORD)
def test_a_word_file_that_names_readers_where_nobody_sees_it_is_refused(change: Callable[[Any], None]) -> None:
    with pytest.raises(AccessUnclear):
        read("a.docx", word(change))


def test_a_part_that_only_some_parsers_read_is_read_by_none() -> None:
    said = '<?xml version="1.0" encoding="shift_jis"?><a>閲覧グループ: 人事</a>'
    with pytest.raises(DocumentError, match="is broken"):
        read("a.docx", word(part("/customXml/item9.xml", said, "shift_jis")))


@pytest.mark.parametrize(
    "change",
    [
        hidden_pieces("各班の groups は\n別表のとおり"),
        hidden_pieces("readers of this page\nmay ask"),
        property_named("SharedWithUsers", "12;#Hanako"),
        part("/customXml/item9.xml", '<a><b name="groups"/><c name="size" val="groups"/><d>the groups</d></a>'),
        part("/word/more.xml", f"<a>{'<b>a</b>' * 30}<b>groups: hr</b></a>"),
        part("/word/media/a.png", "groups: hr"),
        in_a_new_text_box("The groups: one and two"),
        in_two_runs,
        property_named("メモ", "access は総務へ"),
    ],
)
def test_a_word_file_that_speaks_of_groups_unseen_is_for_everyone(change: Callable[[Any], None]) -> None:
    assert read("a.docx", word(change)).groups == frozenset()


def word_xml(how: str, styles: str = "", prefix: str = "w", of: str = TRANSITIONAL, encoding: str = "utf-8") -> bytes:
    """A first line of readers with properties of its run, and one that shows itself, whatever its style says."""
    lines = f"<w:r><w:rPr>{how}</w:rPr><w:t>閲覧権限: 人事部</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    again = '<w:vanish w:val="0"/><w:sz w:val="1pt"/>' if styles else ""
    shown = f"<w:p><w:r><w:rPr>{again}</w:rPr><w:t>休暇は五日です。</w:t></w:r></w:p>"
    body = f'<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tr><w:tc><w:p>{lines}{shown}'
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    stream = io.BytesIO(word(lambda _: None))
    with zipfile.ZipFile(stream) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    xml = f'<w:document xmlns:w="{of}"><w:body>{body}</w:body></w:document>'
    parts["word/document.xml"] = (head + xml.replace("w:", f"{prefix}:").replace("xmlns:w", f"xmlns:{prefix}")).encode(
        encoding
    )
    parts["word/styles.xml"] = f'<w:styles xmlns:w="{of}">{styles}</w:styles>'.encode()
    with zipfile.ZipFile(stream := io.BytesIO(), "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return stream.getvalue()


def style(kind: str, how: str, about: str = "") -> str:
    return f'<w:style w:type="{kind}" {about}><w:rPr>{how}</w:rPr></w:style>'


USUAL, OF_TABLE = 'w:default="1" w:styleId="N"', 'w:styleId="T"'
HIDDEN_IN_XML = [
    word_xml("<w:vanish/>", of=STRICT),
    word_xml("<w:vanish/>", encoding="utf-16"),
    word_xml('<w:sz w:val="1"/>', prefix="x"),
    word_xml("<w:sz w:val='1'/>"),
    word_xml('<w:sz  w:x="" w:val="0" />'),
    word_xml('<w:sz w:val="0.5pt"/>', of=STRICT),
    word_xml("", "<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>"),
    word_xml("", style("paragraph", "<w:vanish/>", USUAL)),
    word_xml("", style("character", "<w:vanish/>", USUAL)),
    word_xml("", style("table", "<w:vanish/>", USUAL)),
    word_xml("", style("table", "<w:vanish/>", OF_TABLE)),
    word_xml("", style("table", '<w:sz w:val="1"/>', OF_TABLE) + style("paragraph", '<w:sz w:val="21"/>', USUAL)),
    word_xml(
        "", style("table", "<w:b/></w:rPr><w:tblStylePr><w:rPr><w:vanish/></w:rPr></w:tblStylePr><w:rPr>", OF_TABLE)
    ),
]


@pytest.mark.parametrize("file", HIDDEN_IN_XML)
def test_readers_are_seen_however_a_word_file_hides_them(file: bytes) -> None:
    with pytest.raises(AccessUnclear, match="where nobody sees it"):
        read("a.docx", file)


@pytest.mark.parametrize(
    ("how", "styles"),
    [
        ("<w:vanish w:val='false'/>", style("paragraph", "<w:vanish/>", USUAL)),
        ("<w:sz w:val='21'/>", style("paragraph", "<w:sz w:val='1'/>", USUAL)),
        ("", style("paragraph", "<w:vanish/>", "w:styleId='unused'")),
        (
            "",
            "<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val='1'/></w:rPr></w:rPrDefault></w:docDefaults>"
            + style("paragraph", "<w:sz w:val='21'/>", USUAL),
        ),
    ],
)
def test_what_a_word_file_shows_again_is_read(how: str, styles: str) -> None:
    text = read("a.docx", word_xml(how, styles)).text
    assert "人事部" in text
    assert "五日" in text


def deck(change: Callable[[Any], None]) -> bytes:
    presentation = pptx.Presentation()
    for body in ("本文です。", "続きです。"):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = "給与"
        slide.placeholders[1].text = body
    change(slide)
    presentation.save(stream := io.BytesIO())
    return stream.getvalue()


def shape(line: str, descr: str = "") -> Any:
    """One that PowerPoint draws, told apart from those of older versions."""
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    about = f'<p:nvSpPr><p:cNvPr id="77" name="T" descr="{descr}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
    text = f"<p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>{line}</a:t></a:r></a:p></p:txBody>"
    spaces = f'xmlns:mc="{mc}" ' + " ".join(
        f'xmlns:{each}="{space}"'
        for each, space in {
            "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
            "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
            "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
        }.items()
    )
    choice = f'<mc:Choice Requires="p14"><p:sp>{about}{text}</p:sp></mc:Choice>'
    return parse_xml(f"<mc:AlternateContent {spaces}>{choice}</mc:AlternateContent>")


UNSEEN_ON_SLIDES: list[Callable[[Any], None]] = [
    lambda slide: slide.shapes._spTree.append(shape("閲覧グループ: 人事")),
    lambda slide: slide.shapes._spTree.append(shape("図", descr="groups: hr")),
    lambda slide: slide.notes_slide.shapes._spTree.append(shape("公開範囲：人事")),
    lambda slide: slide.shapes.title._element.nvSpPr.cNvPr.set("descr", "閲覧グループ: 人事"),
    lambda slide: setattr(slide.placeholders[1], "text", "1. 公開範囲：人事"),
]


@pytest.mark.parametrize("change", UNSEEN_ON_SLIDES)
def test_slides_that_name_readers_wherever_they_hold_it_are_refused(change: Callable[[Any], None]) -> None:
    with pytest.raises(AccessUnclear):
        read("a.pptx", deck(change))


@pytest.mark.parametrize("line", ["公開範囲を選びます", "The groups: one and two", "図: 閲覧グループ"])
def test_slides_that_speak_of_readers_are_for_everyone(line: str) -> None:
    assert read("a.pptx", deck(lambda slide: slide.shapes._spTree.append(shape(line, line)))).groups == frozenset()


def test_a_title_may_speak_of_access() -> None:
    def titled(document: Any) -> None:
        document.core_properties.title = "Access: how to get to the office"

    assert read("a.docx", word(titled)).title == "Access: how to get to the office"


@pytest.mark.parametrize(
    "row",
    [
        ["閲覧グループ", "hr"],
        ["readers: hr", ""],
        ["閲覧権限", "人事"],
        ["access_groups", None, "hr"],
        ["掲載", "readers", "hr"],
        ["閲覧\n権限", "人事"],
    ],
)
def test_a_hidden_sheet_that_names_readers_is_looked_at_too(row: list[str | None]) -> None:
    with pytest.raises(AccessUnclear):
        read("a.xlsx", with_hidden_sheet(row))


@pytest.mark.parametrize("row", [["the readers", "of this page"], ["部署", "人事"], ["読みたい人", "閲覧権限"]])
def test_a_hidden_sheet_that_speaks_of_readers_is_for_everyone(row: list[str | None]) -> None:
    assert read("a.xlsx", with_hidden_sheet(row)).groups == frozenset()


@pytest.mark.parametrize("word", ["閲覧権限", "閲覧者", "readers", "access_groups"])
@pytest.mark.parametrize("hidden", ["sheet", "column", "row"])
def test_other_words_for_readers_count_in_what_a_book_hides(hidden: str, word: str) -> None:
    assert book(hidden, "部署")
    with pytest.raises(AccessUnclear):
        book(hidden, word)
    assert book("", word)


@pytest.mark.parametrize(("height", "seen"), [(0.75, False), (2.25, False), (6, True)])
def test_a_row_that_is_too_low_to_be_read_is_hidden(height: float, seen: bool) -> None:
    made = openpyxl.Workbook()
    for row in (["計画", "備考"], ["閲覧権限", "人事"]):
        made.active.append(row)
    made.active.row_dimensions[2].height = height
    made.save(stream := io.BytesIO())
    with nullcontext() if seen else pytest.raises(AccessUnclear):
        read("a.xlsx", stream.getvalue())


def test_a_hidden_column_of_a_list_may_hold_groups_of_any_kind() -> None:
    assert book("column", "グループ").groups == frozenset()


def book(hidden: str, word: str) -> LoadedDocument:
    made = openpyxl.Workbook()
    table = made.active
    for row in (["計画", "備考"], ["買収", "四月"]):
        table.append(row)
    if hidden == "row":
        table.append([word, "人事"])
        table.row_dimensions[3].hidden = True
    else:
        at = made.create_sheet("meta") if hidden == "sheet" else table
        at["C1"], at["C2"] = word, "人事"
        if hidden == "sheet":
            at.sheet_state = "hidden"
        elif hidden:
            at.column_dimensions["C"].hidden = True
    stream = io.BytesIO()
    made.save(stream)
    return read("a.xlsx", stream.getvalue())


@pytest.mark.parametrize("name", ["groups", "閲覧権限"])
def test_a_hidden_sheet_that_is_called_as_readers_are_is_refused(name: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.xlsx", with_hidden_sheet(["hr"], name))


def with_hidden_sheet(row: list[str | None], name: str = "about") -> bytes:
    workbook = openpyxl.Workbook()
    workbook.active.append(["給与", 10])
    about = workbook.create_sheet(name)
    about.append(row)
    about.sheet_state = "hidden"
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def pdf(draw: Callable[[Canvas], None], info: str = "") -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pageCompression=0)
    canvas.drawString(72, 760, "The pay of last year, for all who work here.")
    draw(canvas)
    canvas.save()
    # What follows stands no longer where the file's table of objects says; pdfminer then looks for it.
    return stream.getvalue().replace(b"/Trapped /False", f"/Trapped /False {info}".encode())


def white(*pieces: tuple[float, float, str]) -> Callable[[Canvas], None]:
    """Pieces of text that nobody sees, each at its place."""

    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 1, 1)
        for x, y, piece in pieces:
            canvas.drawString(x, y, piece)

    return draw


def in_part(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "groups")
    white((72 + canvas.stringWidth("groups"), 700, ": hr"))(canvas)


def clear(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    canvas.saveState()
    canvas.drawString(72, 300, "readers: hr")
    canvas.restoreState()
    canvas.setFillAlpha(1)
    canvas.drawString(72, 200, "Seen again.")


def cropped(canvas: Canvas) -> None:
    canvas.setCropBox((0, 400, 595, 842))
    canvas.drawString(72, 300, "readers: hr")


def turned(canvas: Canvas) -> None:
    canvas.rotate(90)
    white((100, -72, "gro"), (100 + canvas.stringWidth("gro"), -72, "ups: hr"))(canvas)


@pytest.mark.parametrize(
    "draw",
    [
        white((72, 700, "groups: hr")),
        white((72, 700, "groups"), (108, 700, ": hr")),
        white((91, 700, "oups: hr"), (81, 700, "gr")),
        white((72, 700, "gro"), (72, 700, "ups: hr")),
        white(*((72 + 7 * at, 700, letter) for at, letter in enumerate("groups: hr"))),
        white((72, 730, "as of"), (72, 700, "rea"), (100, 730, "April"), (90, 701, "ders: hr")),
        white((72, 700, "April"), (300, 700, "gro"), (318, 700, "ups: hr")),
        in_part,
        turned,
        lambda canvas: canvas.setKeywords("groups: hr"),
        cropped,
        clear,
    ],
)
def test_a_pdf_that_names_readers_where_nobody_sees_it_is_refused(draw: Callable[[Canvas], None]) -> None:
    with pytest.raises(AccessUnclear):
        read("a.pdf", pdf(draw))


def with_picture(place: tuple[float, ...], mode: int, *, below: bool = False) -> Callable[[Canvas], None]:
    """Text that is white (0) or invisible (3), and a picture: left, bottom, width, height."""

    def draw(canvas: Canvas) -> None:
        def picture() -> None:
            canvas.drawImage(ImageReader(Image.new("RGB", (4, 4), "gray")), *place)

        if not below:
            picture()
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(72, 700, "readers: hr", mode=mode)
        if below:
            picture()
        canvas.setFillColorRGB(0, 0, 0)

    return draw


LOGO, FAR, START, WHOLE = (72, 740, 90, 40), (9000, 9000, 595, 842), (70, 690, 8, 30), (0, 0, 595, 842)


@pytest.mark.parametrize("mode", [0, 3])
@pytest.mark.parametrize("place", [LOGO, FAR, START])
def test_a_picture_beside_what_a_pdf_hides_does_not_show_it(place: tuple[float, ...], mode: int) -> None:
    with pytest.raises(AccessUnclear):
        read("a.pdf", pdf(with_picture(place, mode)))


@pytest.mark.parametrize(("mode", "below"), [(0, False), (3, False), (3, True)])
def test_text_on_the_picture_of_a_whole_page_is_read(mode: int, below: bool) -> None:
    assert "readers: hr" in read("a.pdf", pdf(with_picture(WHOLE, mode, below=below))).text


@pytest.mark.parametrize("draw", [white((72, 700, "The groups"), (130, 700, "meet: at ten")), white((72, 700, " "))])
def test_a_pdf_that_speaks_of_groups_unseen_is_for_everyone(draw: Callable[[Canvas], None]) -> None:
    assert read("a.pdf", pdf(draw)).groups == frozenset()


def ruled(*rows: Sequence[str]) -> Callable[[Canvas], None]:
    """A table whose columns stand closer than two letters."""

    def draw(canvas: Canvas) -> None:
        wide = max(canvas.stringWidth(cell) for row in rows for cell in row) + 8
        across, down = range(len(rows[0]) + 1), range(len(rows) + 1)
        canvas.grid([72 + wide * at for at in across], [730 - 15 * at for at in down])
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                canvas.drawString(76 + wide * column, 719 - 15 * at, cell)

    return draw


def black(*pieces: tuple[float, float, str], turn: int = 0) -> Callable[[Canvas], None]:
    """Pieces of text that all see, each at its place."""

    def draw(canvas: Canvas) -> None:
        canvas.rotate(turn)
        for x, y, piece in pieces:
            canvas.drawString(x, y, piece)
        canvas.rotate(-turn)

    return draw


def on_the_second_page(canvas: Canvas) -> None:
    canvas.showPage()
    ruled(["Number", "HR-1"], ["Groups", "hr"])(canvas)


def downwards(canvas: Canvas) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    canvas.setFont("HeiseiMin-W3", 11)
    for at, letter in enumerate("公開範囲：人事部"):
        canvas.drawString(40, 720 - 13 * at, letter)
        canvas.drawString(72, 720 - 13 * at, "出張の日当は一日五千円です。宿泊を伴うときは別に定めます。")


@pytest.mark.parametrize(
    "draw",
    [
        ruled(["Groups", "hr"], ["Number", "HR-1"]),
        ruled(["Number", "Groups", "Date"], ["HR-1", "hr", "April"]),
        ruled(["Number", "HR-1", "Groups", "hr"]),
        on_the_second_page,
        black((72, 700, "Number"), (200, 700, "HR-1"), (72, 680, "Groups"), (200, 680, "hr")),
        black((100, -40, "Groups: hr"), turn=90),
        black((-700, 580, "Groups: hr"), turn=-90),
        downwards,
        lambda canvas: canvas.textAnnotation("Groups: hr", Rect=(72, 700, 90, 720)),
        lambda canvas: canvas.freeTextAnnotation("Groups: hr", "/F1 12 Tf", Rect=(72, 700, 300, 720)),
    ],
)
def test_a_pdf_that_names_readers_in_a_table_a_margin_or_a_note_is_refused(draw: Callable[[Canvas], None]) -> None:
    with pytest.raises(AccessUnclear):
        read("a.pdf", pdf(draw))


@pytest.mark.parametrize(
    "draw",
    [
        black((72, 700, "Groups"), (72, 680, "They meet daily, as all do.")),
        black((72, 700, "1. Groups"), (400, 700, "12")),
        ruled(["Number", "HR-1"], ["Meetings of groups", "daily"]),
    ],
)
def test_a_heading_of_a_pdf_and_its_place_in_the_contents_name_no_readers(draw: Callable[[Canvas], None]) -> None:
    assert read("a.pdf", pdf(draw)).groups == frozenset()


def test_keywords_of_an_office_file_are_looked_at_one_by_one() -> None:
    document = docx.Document()
    document.add_paragraph("The pay of last year.")
    document.core_properties.keywords = "pay, groups: hr"
    stream = io.BytesIO()
    document.save(stream)
    with pytest.raises(AccessUnclear):
        read("a.docx", stream.getvalue())


MARKED = "\ufeff閲覧グループ: hr"


def name_of(written: bytes) -> str:
    return "/" + "".join(f"#{each:02x}" for each in written)


@pytest.mark.parametrize(
    "info",
    [
        "/groups (hr)",
        "/groups [(hr) (legal)]",
        "/groups /hr",
        "/groups << /name (hr) >>",
        "/Readers true",
        "/Note [(groups: hr)]",
        "/Note [[/a] [(readers: hr)]]",
        "/Note << /groups /hr >>",
        f"/Note <{MARKED.encode().hex()}>",
        f"/Subject <{MARKED.encode('utf-16-le').hex()}>",
        f"/Subject <{'閲覧グループ: 人事'.encode('cp932').hex()}>",
        f"/Memo <{'閲覧グループ: 人事'.encode('cp932').hex()}>",
        name_of("閲覧グループ".encode("cp932")) + " (hr)",
        name_of("\ufeff閲覧グループ".encode("utf-16-be")) + " (hr)",
        "/Memo << " + name_of("閲覧グループ".encode("cp932")) + " (hr) >>",
        "/Keywords (pay, groups: hr)",
    ],
)
def test_a_pdf_with_a_property_that_names_readers_is_refused(info: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.pdf", pdf(lambda _: None, info))


def test_other_properties_of_a_pdf_are_no_readers() -> None:
    info = "/Pages 3 /Note [(The groups meet.) /x << /a null >>]"
    assert read("a.pdf", pdf(lambda canvas: canvas.setTitle("Access: by train"), info)).title == "Access: by train"


HELD = [
    "<input type=HIDDEN name=readers value=hr>",
    "<input type=hidden name=gr&#111;ups>",
    "<input name=groups value=hr>",
    "<INPUT NAME=Re&#97;ders VALUE=hr>",
    "<input name='page[groups][]' value=hr readonly>",
    "<input name='access-groups' data-of='a>b' value=hr>",
    "<form><input type=checkbox name=groups checked></form>",
    "<form><select name=groups><option selected>hr</select></form>",
    "<select id=acl><option>hr</select>",
    "<textarea name=閲覧グループ>人事部</textarea>",
    "<label>閲覧グループ <input value=人事部></label>",
    "<label>閲覧グループ <select><option>人事部</select></label>",
    "<p><label for=g>公開範囲</label> <input id=g value=人事部></p>",
    "<label>閲覧グループ</label> <span>人事部</span>",
    "<fieldset><legend>閲覧グループ</legend>人事部</fieldset>",
    "<object><param name=readers value=hr></object>",
    "<span itemprop=groups content=hr></span>",
    "<span itemprop='groups audience' content=hr></span>",
    "<span http-equiv=X-Access-Groups content=hr></span>",
]
"""Elements with a value that stands under a name or a label of readers."""

ASKED = [
    "<form><input type=search name=groups placeholder=hr></form>",
    "<form><label for=g>Groups</label> <input id=g><input type=submit name=access value=Access></form>",
    "<input type=checkbox name=groups>",
    "<form><input name=product value='the groups'><select name=office><option>hr</select></form>",
    "<label>所属 <select><option>閲覧グループ</option></select></label>",
    "<p hidden>The readers may ask: at ten.</p>",
    "<ul><li value=3>groups</li></ul>",
]
"""A search that was not filled in, and what speaks of groups."""


def saved_by_office(name: str, value: str) -> str:
    """A property as Office keeps it in a page, behind another one."""
    said = f"<mso:Status dt:dt=string>draft</mso:Status><mso:{name} dt:dt=string>{value}</mso:{name}>"
    return f"<xml><mso:CustomDocumentProperties>{said}</mso:CustomDocumentProperties></xml>"


LEFT_OUT = [
    "<p hidden>閲覧グループ: hr</p>",
    "<p hidden><b>閲覧グループ</b>: hr</p>",
    "<div style='display:none'><p>給与</p><span>groups: hr</span></div>",
    "<style>.meta{display:none}</style><div class=meta>groups: hr</div>",
    "<div hidden><table><tr><th>公開範囲</th><td>hr</td></tr></table></div>",
    "<div hidden><dl><dt>groups</dt><dd>hr</dd></dl></div>",
    "<input type=hidden name=groups value=hr>",
    "<form><p>閲覧グループ: hr</p></form>",
    "<template>groups: hr</template>",
    "<noscript>groups: hr</noscript>",
    "<dl><dt>閲覧グループ</dt><dd>hr</dd></dl>",
    "<dl><dt><b>groups</b></dt><dd><p>hr</p></dd></dl>",
    "<p hidden>readers: hr</p>",
    "<p hidden>re&#97;ders: hr</p>",
    "<p style='display:none'><b>閲覧権限</b>： 人事部</p>",
    "<div hidden><dl><dt>readers</dt><dd>hr</dd></dl></div>",
    "<template>Access_Groups = hr</template>",
    saved_by_office("groups", "hr"),
    saved_by_office("公開範囲", "人事部"),
    saved_by_office("_x516c_開範囲", "人事部"),
    saved_by_office("memo", "公開範囲：人事部"),
    f"<!--[if gte mso 9]>{saved_by_office('groups', 'hr')}<![endif]-->",
    *HELD,
]


@pytest.mark.parametrize("head", LEFT_OUT)
def test_a_page_that_names_readers_in_what_is_not_read_of_it_is_refused(head: str) -> None:
    page = f"{head}<h1>給与</h1><p>本文です。</p>"
    with pytest.raises(AccessUnclear):
        read("a.html", page.encode())
    said = f'<meta name="groups" content="board">{page}'
    assert read("a.html", said.encode()).groups == {"board"}


@pytest.mark.parametrize(
    "head",
    [
        "<ul hidden><li>Groups</li><li>Users</li></ul>",
        "<div hidden><p>The groups meet at ten.</p><pre>groups: [a]</pre></div>",
        "<nav><p>groups: all</p></nav>",
        "<form><label>Name</label><input type=hidden name=token value=groups></form>",
        "<meta name=dcterms.accessRights content=open>",
        saved_by_office("grouping", "of groups"),
        "<xml><o:Groups>hr</o:Groups></xml>",
        *ASKED,
    ],
)
def test_a_page_whose_hidden_parts_speak_of_groups_is_for_everyone(head: str) -> None:
    assert read("a.html", f"{head}<h1>給与</h1><p>本文です。</p>".encode()).groups == frozenset()


ABOVE = (
    "<header><h1>社内ポータル</h1><p>閲覧グループ: 人事</p></header><main>{}</main>",
    "<dl><dt>閲覧グループ</dt><dd>人事</dd></dl><article>{}</article>",
    "<article>{}</article><article><p>groups: hr</p></article>",
    "<input type=HIDDEN name=groups value=hr><main>{}</main>",
)


@pytest.mark.parametrize("page", ABOVE)
def test_readers_named_outside_of_a_pages_main_part_are_seen(page: str) -> None:
    with pytest.raises(AccessUnclear):
        read("salary.html", f"<body>{page.format('<p>部長の給与です。</p>')}</body>".encode())
    of_nobody = page.replace("閲覧グループ", "掲載日").replace("groups", "posted").format("<p>部長の給与です。</p>")
    assert "給与" in read("salary.html", f"<body>{of_nobody}</body>".encode()).text


@pytest.mark.parametrize("name", ["readers", "access", "Access-Groups", "閲覧権限"])
def test_a_meta_that_calls_readers_otherwise_is_refused_as_a_field_is(name: str) -> None:
    meta = f'<meta name="{name}" content="hr">'
    with pytest.raises(AccessUnclear):
        read("a.html", f"<head>{meta}</head><h1>給与</h1><p>本文です。</p>".encode())
    with pytest.raises(AccessUnclear):
        read("a.md", f"# 給与\n\n本文です。\n\n{meta}\n".encode())


@pytest.mark.parametrize(
    "line",
    [
        "export const meta = { title: '給与', groups: ['hr'] }",
        "export const meta = {\n  title: '給与', groups: ['hr'] }",
        '{{< page title="給与", groups="hr" >}}',
        "export const frontmatter = {groups: 'hr'};",
        "{% comment %}groups: hr{% endcomment %}",
        "{%- comment -%} groups: hr {%- endcomment -%}",
    ],
)
def test_readers_among_what_stands_in_braces_at_the_head_are_seen(line: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.mdx", f"{line}\n\n# 給与\n\n本文です。\n".encode())
    assert read("a.mdx", f"Write `{{groups: [hr]}}` {{or}} not.\n\n{line.replace('groups', 'size')}".encode())


UNSEEN_IN_MARKDOWN = [
    "<p hidden>re&#97;ders: hr</p>",
    "<DIV HIDDEN>gr&#111;ups: hr</DIV>",
    "<div hidden>\n\nReaders: hr\n\n</div>",
    "<div hidden><template>groups: hr</template></div>",
    "<div style='display:none'><!-- 閲覧グループ: hr --></div>",
    "<!-- <input type=hidden name=groups value=hr> -->",
    "{# groups: hr #}",
    "{# readers: hr #}",
    "本文。 {#groups: hr}",
    "[groups]: # (hr)",
    "[groups]: <> 'hr'",
    "[comment]: # (readers: hr)",
    "<meta name=groups content=hr>",
]


@pytest.mark.parametrize("held", [*UNSEEN_IN_MARKDOWN, *HELD])
def test_markdown_whose_elements_name_readers_unseen_is_refused(held: str) -> None:
    page = f"# 給与\n\n本文です。\n\n{held}\n"
    with pytest.raises(AccessUnclear):
        read("a.md", page.encode())
    assert read("a.md", f"---\ngroups: [board]\n---\n{page}".encode()).groups == {"board"}


@pytest.mark.parametrize(
    "held",
    [
        *ASKED,
        "# 班 {#groups}",
        "[team]: # (the groups: one and two)",
        "{# the groups: one and two #}",
        '本文。\n{: .x style="color:red" #groups}',
        "本文。 {#a:groups}",
        "{% raw %}the groups: one{% endraw %}",
        "`<input name=groups value=hr>`",
        "```html\n<input name=groups value=hr>\n```",
    ],
)
def test_markdown_with_a_search_or_code_is_for_everyone(held: str) -> None:
    assert read("a.md", f"# 給与\n\n本文です。\n\n{held}\n".encode()).groups == frozenset()


NUMBERS = [
    "1. ",
    "１．",
    "2) ",
    "(3) ",
    "（３）",
    "①",
    "⑴ ",
    "1.2 ",
    "1-2　",
    "a. ",
    "(b) ",
    "iv) ",
    "Ⅱ．",
    "ア．",
    "ア　",
    "㋐ ",
]
NUMBERS += ["一、", "（二）", "- 1. ", "【1】", "# 2. "]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_numbered_line_that_names_readers_is_refused(number: str) -> None:
    page = f"給与\n\n{number}公開範囲：人事\n\n本文です。\n"
    for name, content in {
        "a.md": page,
        "a.txt": page.replace("公開範囲", "groups"),
        "a.html": f"<p>給与</p><p>{number}<b>公開範囲</b>：人事</p>",
        "b.html": f"<p>給与</p><p hidden>{number}readers: hr</p>",
        "c.html": f"<table><tr><th>{number}公開範囲</th><td>人事</td></tr></table>",
        "a.csv": f"項目,値\n{number}公開範囲,人事\n",
    }.items():
        with pytest.raises(AccessUnclear):
            read(name, content.encode())
    with pytest.raises(AccessUnclear):
        read("a.docx", word(lambda document: document.add_paragraph(f"{number}公開範囲：人事")))


@pytest.mark.parametrize(
    "line",
    [
        "1. 公開範囲を選びます：人事など",
        "1. `groups`: names of those who may read",
        "a groups: b",
        "また、公開範囲：の欄を見ます",
        "2026 公開範囲：人事",
        "1 公開範囲",
        "12",
    ],
)
def test_a_numbered_line_that_speaks_of_readers_is_for_everyone(line: str) -> None:
    assert read("a.txt", f"給与\n{line}\n本文です。\n".encode()).groups == frozenset()


PARTED = [
    "文書番号：A-1　{}",
    "買収の件　{}",
    "文書番号：A-1\t{}",
    "作成日：2026年4月1日  {}",
    "作成日：2026年4月1日 {}",
    "作成日：2026年4月1日 / {}",
    "作成日：2026年4月1日／{}",
    "（作成：山田、{}）",
    "作成：山田｜{}",
    "Owner: Yamada; {}",
    "Owner: Yamada, **閲覧グループ**: 人事部",
    "Owner: Yamada | groups: hr",
    "作成：山田　公 開 範 囲：人事部",
    "作成：山田。{}",
    "買収の件【{}】",
    "買収の件 [{}]",
    "買収の件＜{}＞",
    "社外秘（{}）",
    "【社外秘】{}",
    "（社外秘）{}",
    *(
        f"買収の件 {pair[0]}{{}}{pair[1]}"
        for pair in ("[]", "［］", "｛｝", "「」", "『』", "《》", "〈〉", "<>", "＜＞", "“”")
    ),
    "1. 作成：山田　2. {}",
    "文書 ＂{}＂",
]


@pytest.mark.parametrize("line", [line.format("公開範囲：人事部") for line in PARTED])
def test_readers_are_named_behind_what_parts_a_line_too(line: str) -> None:
    quoted = line.replace('"', '""')
    files = {
        "a.txt": f"{line}\n\n本文です。\n".encode(),
        "a.md": f"# 買収\n\n{line}\n\n本文です。\n".encode(),
        "b.md": f"# 買収\n\n<!-- {line} -->\n\n本文です。\n".encode(),
        "a.html": f"<h1>買収</h1><p>{line}</p><p>本文です。</p>".encode(),
        "a.csv": f'品目,値\n"{quoted}",\n'.encode(),
        "b.csv": f'質問,回答\n買収は,"{quoted}\n本文です。"\n'.encode(),
        "a.docx": word(lambda document: document.add_paragraph(line)),
        "a.xlsx": sheet([[line], ["品目", "値"]]),
    }
    for name, content in files.items():
        with pytest.raises(AccessUnclear):
            read(name, content)


@pytest.mark.parametrize(
    "line",
    [
        "共有の範囲（公開範囲）を選びます：人事など",
        "ファイルの公開範囲：の欄では、公開範囲を選びます",
        "まず、公開範囲：の欄を見ます",
        "（公開範囲、作成者：山田）",
        "GitLab 公開範囲：の欄を見ます",
        "作成：山田　`公開範囲：人事部` と書きます",
        "Note: of two groups: readers and writers",
        "See users/groups: readers and writers",
        "画面の「公開範囲：」とは、見られる人です",
        "[Groups](groups.md) of people",
        "[Groups][1] of people",
        "See [groups: a study](study.md)",
        "［公開範囲］を選びます",
        "「公開範囲」タブを開きます",
        "- [x] groups",
        "Groups > Subgroups",
        "ids: uid=0(root) gid=0(root) groups=0(root)",
    ],
)
def test_a_line_that_speaks_of_readers_within_is_for_everyone(line: str) -> None:
    for name in ("a.txt", "a.md"):
        assert read(name, f"買収\n\n{line}\n\n本文です。\n".encode()).groups == frozenset()


@pytest.mark.parametrize(
    "line", ["[公開範囲] 人事部", "［公開範囲］人事部", "- 1. (公開範囲) **人事部**", "[groups] hr"]
)
def test_readers_are_named_in_any_brackets(line: str) -> None:
    page = f"買収\n\n{line}\n\n本文です。\n"
    files = {
        "a.txt": page.encode(),
        "a.md": page.encode(),
        "a.html": f"<p>買収</p><p hidden>{line}</p>".encode(),
        "a.csv": f'質問,回答\n買収は,"{line}\n本文です。"\n'.encode(),
        "a.docx": word(lambda document: document.add_paragraph(line)),
        "b.docx": word(hidden_pieces(line)),
        "a.xlsx": sheet([[line], ["品目", "値"]]),
    }
    for name, content in files.items():
        with pytest.raises(AccessUnclear):
            read(name, content)


NAMED_OTHERWISE = [
    "公開範囲（部署）：人事部",
    "**公開範囲（部署）**：人事部",
    "文書番号：A-1　公開範囲[部署]：人事部",
    "groups (read): hr",
    "groups（部署）: hr",
    "この文書の公開範囲：人事部",
    "文書の公開範囲：人事部",
    "この通達の公開範囲：人事部",
    "本通知の公開範囲: 人事部",
    "公開範囲（1）：人事部",
    "groups[1]: hr",
    *(f"公開範囲{sign}人事部" for sign in "∶꞉ː։︰"),
    *(f"公開範囲{mark}：人事部" for mark in ("※1", "※", "①", " ①", "¹", "1", "[^1]", "（注1）")),
    "公開範囲　人事部",
    "公開範囲　第3課",
    "公開範囲\t第一課",
    "■公開範囲　　人事部",
    "■　公開範囲　人事部",
    "公開範囲\t人事部",
    "groups\thr",
    "文書番号　A-1　公開範囲　人事部",
    "公開範囲　｜　人事部",
    "│公開範囲│人事部│",
    "│計画┃公開範囲│",
    "公開範囲\n:   人事部",
    "公開範囲　　人事部、総務部",
    "公開範囲　人事部。",
    "公開範囲　人事部（総務部が管理します）",
    "公開範囲　霞が関支社",
    "公開範囲　東京はやぶさ班",
    "公開範囲\n: 役員を除く全社員",
    "公開範囲\n: 人事部 総務部 経理部 法務部及び広報部と営業部",
    "公開範囲　株式会社寄添コーポレート本部人事部給与課",
    "groups\n: Board of Directors",
    "groups\tIS, HR",
    "公開範囲\n\n: 人事部と総務部",
    "groups\n: hr, legal",
]


@pytest.mark.parametrize("lines", NAMED_OTHERWISE)
def test_readers_are_named_with_something_added_and_without_a_colon(lines: str) -> None:
    page = f"買収\n\n{lines}\n\n本文です。\n".encode()
    files = {
        "a.txt": page,
        "a.md": page,
        "b.md": f"買収\n\n<div hidden>\n\n{lines}\n\n</div>\n\n本文です。\n".encode(),
        "a.csv": f'質問,回答\n買収は,"{lines}\n本文です。"\n'.encode(),
    }
    for name, content in files.items():
        with pytest.raises(AccessUnclear):
            read(name, content)


@pytest.mark.parametrize(
    "lines",
    [
        "公開範囲　について",
        "公開範囲\t12",
        "公開範囲→人事部",
        "公開範囲 ⇒ hr",
        "公開範囲…人事部",
        "公開範囲・・・人事部",
        "2. 公開範囲 → 全員 を選ぶ",
        "公開範囲→「全員」を選択",
        "公開範囲……最も難しい設定。",
        "# 公開範囲 → 保存",
        "公開範囲 ………… 5ページ",
        "公開範囲　……　第5章",
        "公開範囲　　付録A",
        "公開範囲\tp. 3",
        "│公開範囲│第三章│",
        "公開範囲 …… P12",
        "公開範囲――それは人の範囲",
        "設定 → 公開範囲 → 保存",
        "Groups → Members",
        "groups... and more",
        "groups of people",
        "groups(user): names of groups",
        "Groups 1: readers",
        "the users' groups: readers and writers",
        'まず "公開範囲：" の欄を見ます',
        '画面で"公開範囲：全員"と表示されたら完了です。',
        'It shows "Groups: all" when done.',
        "It shows 'Groups: all' when done.",
        '!!! note "公開範囲：全員"',
        "| Groups (1-18) | Periods |\n|---|---|\n| 1 | 2 |",
        "| Groups (2) | Periods |\n|---|---|\n| 1 | 2 |",
        "Groups (1–4): teams that play",
        "group.id: com.example",
        "この文書の公開範囲",
        "公開範囲（全社など）を選ぶ欄：下の図",
        "この文書の公開範囲を選ぶ欄：下の図",
        "├── groups",
        "| まず 公開範囲 を選ぶ | 次へ |",
        "Groups\n: several people who work together",
        "Groups\n: Sets of users",
        "groups      print the groups a user is in",
        "公開範囲\n: 文書を閲覧できる人の範囲",
        "公開範囲  「全体」か「自分のみ」を選べます",
        "公開範囲\t誰が見るか",
        "公開範囲　対象は次の通り",
        "公開範囲　文書の読める人",
        "公開範囲　可以查看的人",
        "公開範囲　員工可以查看",
        "公開範囲　全員、または一部の人から選びます",
        "公開範囲　部署ごとの設定や個人ごとの設定のどちらにするかという選択",
        "公開範囲　最も難しい設定。",
        "│公開範囲│文書の読める人│",
    ],
)
def test_a_line_that_has_a_name_of_readers_and_no_value_is_for_everyone(lines: str) -> None:
    for name in ("a.txt", "a.md"):
        assert read(name, f"買収\n\n{lines}\n\n本文です。\n".encode()).groups == frozenset()


def tabbed(document: Any) -> None:
    document.add_paragraph("公開範囲\t人事部")


def with_added_keywords(document: Any) -> None:
    document.core_properties.keywords = "買収, 公開範囲（部署）：人事部"


def with_a_table(document: Any) -> None:
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table.rows[0].cells, ("計画", "公開範囲（部署）"), strict=True):
        cell.text = text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.docx", word(tabbed)),
        ("a.docx", word(with_added_keywords)),
        ("a.docx", word(with_a_table)),
        ("a.docx", word(property_named("公開範囲（部署）", "人事部"))),
        ("a.xlsx", sheet([["計画", "公開範囲（部署）"], ["買収", "人事部"]])),
        ("a.xlsx", sheet([["文書番号\n公開範囲", "A-1\n人事部"], ["買収", "四月"]])),
        ("a.md", "| 計画 | 公開範囲（部署） |\n|-|-|\n| 買収 | 人事部 |\n".encode()),
        ("a.md", "| 文書番号<br>公開範囲 | A-1<br>人事部 |\n|-|-|\n| 買収 | 四月 |\n".encode()),
        ("a.html", "<table><tr><th>文書番号<br>公開範囲</th><td>A-1<br>人事部</td></tr></table><p>本文。".encode()),
        ("a.html", '<meta name="公開範囲（部署）" content="人事部"><p>本文です。'.encode()),
        ("a.html", '<meta name="groups.read" content="hr"><p>本文です。'.encode()),
        ("a.html", "<p>公開範囲<sup>1</sup>：人事部</p><p>本文です。".encode()),
    ],
)
def test_a_name_with_something_added_is_one_in_each_place(name: str, content: bytes) -> None:
    with pytest.raises(AccessUnclear):
        read(name, content)


def test_a_line_of_an_answer_may_be_a_name_alone() -> None:
    assert read("a.csv", '質問,回答\n欄は,"三つです。\n公開範囲\n担当"\n'.encode()).groups == frozenset()


def pdf_about(subject: str) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.setSubject(subject)
    canvas.drawString(100, 700, "The text.")
    canvas.save()
    return stream.getvalue()


@pytest.mark.parametrize("value", ["山田、公開範囲：人事部", "Yamada; groups: hr", "内線1234／公開範囲：人事部"])
def test_readers_are_named_in_a_value_as_behind_its_field(value: str) -> None:
    def about(document: Any) -> None:
        document.core_properties.subject = value

    files = {
        "a.txt": f"owner: {value}\n\n本文です。\n".encode(),
        "a.md": f"---\ntitle: 買収\nowner: '{value}'\n---\n本文です。\n".encode(),
        "b.md": f'+++\ndescription = "{value}"\n+++\n本文です。\n'.encode(),
        "c.md": f'# 買収\n\n<meta name="owner" content="{value}">\n\n本文です。\n'.encode(),
        "a.html": f'<meta name="owner" content="{value}"><p>本文です。</p>'.encode(),
        "a.csv": f'質問,回答,owner\n買収は,四月です,"{value}"\n'.encode(),
        "a.docx": word(about),
        "a.pdf": pdf_about(value),
    }
    for name, content in files.items():
        with pytest.raises(AccessUnclear):
            read(name, content)


def test_an_answer_is_no_value_of_a_field() -> None:
    assert read("a.csv", "質問,回答\n買収は,まず、公開範囲：の欄を見ます\n".encode()).groups == frozenset()


@pytest.mark.parametrize(
    "line", ["# 公開範囲：人事部", "owner: 山田 # 公開範囲：人事部", "owner: 山田 # a; groups: hr"]
)
def test_readers_are_named_in_a_comment_of_a_front_matter(line: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.md", f"---\ntitle: 買収\n{line}\n---\n本文です。\n".encode())


@pytest.mark.parametrize("name", ["permission_groups", "permission-group", "Permissions Groups"])
def test_groups_that_have_a_permission_are_readers(name: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.md", f"---\n{name}: hr\n---\n本文です。\n".encode())


@pytest.mark.parametrize("name", ["文書の公開範囲", "この規約の公開範囲", "本通知の公開範囲", "group_id"])
def test_a_field_says_of_what_the_readers_are(name: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.md", f"---\n{name}: 人事\n---\n本文です。\n".encode())


def test_the_group_of_a_package_is_for_everyone() -> None:
    assert read("a.md", "---\ngroup.id: com.example\n---\n本文です。\n".encode()).groups == frozenset()


def test_a_long_name_is_looked_at_in_a_time_that_grows_with_it() -> None:
    began = time.process_time()
    read("a.txt", f"1{'()' * 128_000}: a\n\n本文です。\n".encode())
    assert time.process_time() - began < 3
