"""Numbers that Word gives paragraphs are read as Word shows them (ISO 29500-1, 17.9)."""

import io
import zipfile

import docx
import pytest
from document_files import saved
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from lxml import etree

from yorisoi.documents import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.word_numbers import _written
from yorisoi.errors import AccessUnclear

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
STRICT = {
    WORD: "http://purl.oclc.org/ooxml/wordprocessingml/main",
    MATH: "http://purl.oclc.org/ooxml/officeDocument/math",
}


def document_with(*levels, overrides=""):
    """A document, and lists 90 and 91 of the same levels: (format, text, more)."""
    document = docx.Document()
    numbering = document.part.numbering_part.element
    said = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{how}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'
        for at, (how, text, more) in enumerate(levels)
    )
    made = f'<w:abstractNum {nsdecls("w")} w:abstractNumId="90">{said}</w:abstractNum>'
    numbering.insert(0, parse_xml(made))
    for number, more in (("90", ""), ("91", overrides)):
        numbering.append(
            parse_xml(f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="90"/>{more}</w:num>')
        )
    return document


def add(document, text, depth=0, number=90, style=None):
    paragraph = document.add_paragraph(text, style=style)
    listed(paragraph, depth, number)


def listed(paragraph, depth=0, number=90):
    paragraph._p.get_or_add_pPr().append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')
    )


def lines(document):
    [read] = load("a.docx", saved(document), DocumentsConfig())
    return [line for line in read.text.splitlines() if line.strip()]


def test_a_paragraph_that_was_moved_takes_no_number():
    document = document_with(("decimal", "第%1条", ""))
    for text in ("目的", "移動元", "日当"):
        add(document, text)
    moved = document.paragraphs[1]
    moved._p.pPr.append(parse_xml(f'<w:rPr {nsdecls("w")}><w:moveFrom w:id="1"/></w:rPr>'))
    around = parse_xml(f'<w:moveFrom {nsdecls("w")} w:id="2"/>')
    around.append(moved.runs[0]._r)
    moved._p.append(around)
    assert lines(document) == ["第1条 目的", "第2条 日当"]


def test_articles_are_numbered():
    document = document_with(("decimal", "第%1条", '<w:suff w:val="nothing"/>'), ("decimal", "%2", ""))
    for title in ("（目的）", "（適用）"):
        add(document, title)
        document.add_paragraph("この規則は、休暇について定めることを目的とする。")
        add(document, "社員とは、正社員をいう。", depth=1)
        add(document, "ほかは別に定める。", depth=1)
    assert [line.lstrip("# ") for line in lines(document)] == [
        "第1条（目的）",
        "この規則は、休暇について定めることを目的とする。",
        "1 社員とは、正社員をいう。",
        "2 ほかは別に定める。",
        "第2条（適用）",
        "この規則は、休暇について定めることを目的とする。",
        "1 社員とは、正社員をいう。",
        "2 ほかは別に定める。",
    ]


def test_numbers_go_on_behind_what_stands_between():
    document = document_with(("decimal", "%1.", ""))
    add(document, "申請する")
    add(document, "承認する")
    document.add_paragraph("ここまでが申請です。")
    add(document, "支払う")
    assert lines(document) == ["1. 申請する", "2. 承認する", "ここまでが申請です。", "3. 支払う"]


def test_headings_have_their_numbers():
    document = document_with(("decimal", "%1", ""), ("decimal", "%1.%2", ""))
    add(document, "総則", style="Heading 1")
    add(document, "目的", depth=1, style="Heading 2")
    add(document, "適用", depth=1, style="Heading 2")
    add(document, "休暇", style="Heading 1")
    add(document, "年休", depth=1, style="Heading 2")
    document.add_paragraph("二十日です。")
    assert lines(document) == ["# 1 総則", "## 1.1 目的", "## 1.2 適用", "# 2 休暇", "## 2.1 年休", "二十日です。"]


def test_a_style_numbers_its_paragraphs():
    document = document_with(("decimal", "第%1章", '<w:pStyle w:val="Heading1"/>'))
    listing = parse_xml(f'<w:numPr {nsdecls("w")}><w:numId w:val="90"/></w:numPr>')
    document.styles["Heading 1"].element.get_or_add_pPr().append(listing)
    document.add_heading("総則", level=1)
    document.add_heading("休暇", level=1)
    document.add_paragraph("二十日です。")
    assert lines(document) == ["# 第1章 総則", "# 第2章 休暇", "二十日です。"]


def test_a_list_that_begins_anew_does():
    again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    document = document_with(("aiueoFullWidth", "(%1)", ""), overrides=again)
    for text, number in (("申請", 90), ("承認", 90), ("出張", 91), ("精算", 91)):
        add(document, text, number=number)
    assert lines(document) == ["(ア) 申請", "(イ) 承認", "(ア) 出張", "(イ) 精算"]


def test_a_list_that_shows_the_same_stays_one():
    document = document_with(("decimal", "%1.", ""), ("bullet", "•", ""))
    add(document, "申請する")
    add(document, "領収書を付ける", depth=1)
    add(document, "承認する")
    assert lines(document) == ["1. 申請する", "   * 領収書を付ける", "2. 承認する"]


def test_points_below_an_article_stand_on_lines_of_their_own():
    document = document_with(("decimal", "第%1条", ""), ("bullet", "•", ""))
    add(document, "休暇は次のとおりとする。")
    add(document, "年休", depth=1)
    add(document, "慶弔", depth=1)
    assert [line.lstrip("# ") for line in lines(document)] == ["第1条 休暇は次のとおりとする。", "・ 年休", "・ 慶弔"]


def test_rows_of_a_table_are_numbered():
    document = document_with(("decimal", "%1", ""))
    table = document.add_table(rows=3, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "No", "件名"
    for row in (1, 2):
        listed(table.cell(row, 0).paragraphs[0])
        table.cell(row, 1).text = f"件{row}"
    assert [line.replace(" ", "") for line in lines(document)][2:] == ["|1|件1|", "|2|件2|"]


def test_a_list_without_numbers_has_none():
    document = document_with(("none", "", ""))
    add(document, "申請する")
    add(document, "承認する")
    assert lines(document) == ["申請する", "承認する"]


def test_a_label_without_end_is_not_written():
    document = document_with(("decimal", "第%1条" * 1_000, ""))
    add(document, "申請する")
    assert len("".join(lines(document))) < 50


@pytest.mark.parametrize(
    ("number", "how", "written"),
    [
        (12, "japaneseCounting", "十二"),
        (120, "japaneseCounting", "百二十"),
        (3, "decimalFullWidth", "３"),
        (3, "decimalZero", "03"),
        (4, "upperRoman", "IV"),
        (9, "lowerRoman", "ix"),
        (28, "lowerLetter", "bb"),
        (2, "decimalEnclosedCircle", "②"),
        (21, "decimalEnclosedCircle", None),
        (3, "irohaFullWidth", "ハ"),
        (1, "hebrew1", None),
    ],
)
def test_a_number_is_written_in_its_format(number, how, written):
    assert _written(number, how) == written


@pytest.mark.parametrize("how", ["bullet", "decimal", "none"])
def test_a_label_may_be_words_and_name_readers(how):
    document = document_with((how, "注意：", ""))
    add(document, "人事部")
    assert lines(document) == ["注意： 人事部"]
    document = document_with((how, "公開範囲：", ""))
    add(document, "人事部")
    with pytest.raises(AccessUnclear):
        lines(document)


@pytest.mark.parametrize("mark", ["vanish", "del"])
def test_what_is_hidden_or_deleted_is_not_counted(mark):
    document = document_with(("decimal", "第%1条", ""))
    add(document, "目的")
    add(document, "")
    paragraph = document.paragraphs[-1]._p
    paragraph.get_or_add_pPr().append(parse_xml(f"<w:rPr {nsdecls('w')}><w:{mark}/></w:rPr>"))
    add(document, "適用")
    assert lines(document) == ["第1条 目的", "第2条 適用"]


def test_a_text_box_that_stands_there_twice_is_counted_once():
    document = document_with(("decimal", "第%1条", ""))
    add(document, "目的")
    add(document, "届出")
    boxed = document.paragraphs[-1]._p
    add(document, "雑則")
    inside = f"<w:txbxContent>{etree.tostring(boxed, encoding='unicode')}</w:txbxContent>"
    spaces = (
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
        'xmlns:v="urn:schemas-microsoft-com:vml"'
    )
    choice = f'<mc:Choice Requires="wps"><w:drawing><wps:txbx>{inside}</wps:txbx></w:drawing></mc:Choice>'
    fallback = f"<mc:Fallback><w:pict><v:textbox>{inside}</v:textbox></w:pict></mc:Fallback>"
    both = f"<mc:AlternateContent>{choice}{fallback}</mc:AlternateContent>"
    around = parse_xml(f"<w:p {nsdecls('w')} {spaces}><w:r>{both}</w:r></w:p>")
    boxed.getparent().replace(boxed, around)
    assert lines(document) == ["第1条 目的", "第2条 届出", "第3条 雑則"]


@pytest.mark.parametrize("between", ['br w:type="page"', 'br w:type="column"', "br", "tab", "softHyphen"])
def test_numbers_go_on_behind_a_paragraph_of_a_break_alone(between):
    document = document_with(("decimal", "%1.", ""))
    for text in ("鍵を挿す", "電源を入れる", "", "番号を入れる", "終える"):
        add(document, text, number=90 if text else 0)
    document.paragraphs[2].add_run()._r.append(parse_xml(f"<w:{between} {nsdecls('w')}/>"))
    shown = [line for line in lines(document) if line != "\u00ad"]
    assert shown == ["1. 鍵を挿す", "2. 電源を入れる", "3. 番号を入れる", "4. 終える"]


def made_strict(data):
    old, stream = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for transitional, strict in STRICT.items():
                part = part.replace(transitional.encode(), strict.encode())
            new.writestr(name, part)
    return stream.getvalue()


@pytest.mark.parametrize("text", ["第%1条", "%1."])
@pytest.mark.parametrize("as_saved", [bytes, made_strict])
def test_equations_stay_beside_numbers(text, as_saved):
    document = document_with(("decimal", text, ""))
    add(document, "面積は")
    formula = f'<m:oMath xmlns:m="{MATH}"><m:r><m:t>y=2</m:t></m:r></m:oMath>'
    document.paragraphs[0]._p.append(parse_xml(formula))
    [read] = load("a.docx", as_saved(saved(document)), DocumentsConfig())
    assert read.text.strip().lstrip("# ") == f"{text.replace('%1', '1')} 面積は$y=2$"
