"""PDF, Word, PowerPoint, Excel and HTML: files written by the usual libraries."""

import html
from collections.abc import Callable
from datetime import date, datetime

import docx
import pptx
import pytest
from document_files import archive, paragraphs, pdf, saved, sheet, slides, word
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.documents.pdf import join_lines
from yorisoi.errors import DocumentError
from yorisoi.types import LONGEST_PERSON

SENTENCE = "従業員は、勤続年数に応じて年次有給休暇を取得することができます。"
ENGLISH = "The annual leave policy applies to employees of all offices."


def read(name: str, content: bytes, **limits: int) -> LoadedDocument:
    (document,) = load(name, content, DocumentsConfig(**limits))
    return document


def refusal(name: str, content: bytes, **limits: int) -> str:
    with pytest.raises(DocumentError) as caught:
        read(name, content, **limits)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_lines_of_a_pdf_are_joined_as_their_language_wants_it():
    text = read(
        "a.pdf", pdf("第1章 休暇", SENTENCE * 6, ENGLISH * 1 + f" {ENGLISH}" * 5, "・半日でも可", "・一時間でも可")
    ).text
    assert SENTENCE * 6 in text
    assert " ".join([ENGLISH] * 6) in text
    assert "第1章 休暇\n" in text
    assert "・半日でも可\n・一時間でも可" in text


def test_a_sentence_goes_on_over_the_page_and_furniture_is_left_out():
    half = "年次有給休暇の取得を希望する従業員は、所定の様式により、あらかじめ所属長に対して"
    pages = [text for _ in range(4) for text in ("\f", SENTENCE * 3)][1:]
    text = read("a.pdf", pdf(*pages, header="就業規則 社外秘")).text
    assert "社外秘" not in text
    assert "- 2 -" not in text
    assert join_lines(f"{half}\n\n- 1 -\n\f{half}\n申請する。") == f"{half}{half}申請する。"


def test_a_pdf_tells_title_owner_and_date():
    document = read("a.pdf", pdf(SENTENCE, title="休暇規程", author="人事部"))
    assert (document.title, document.owner) == ("休暇規程", "人事部")
    assert document.updated is not None


def test_a_title_and_author_that_software_wrote_are_left_out():
    document = read("就業規則.pdf", pdf(SENTENCE))
    assert (document.title, document.owner) == ("就業規則", None)


def test_word_keeps_headings_lists_and_tables():
    document = read("a.docx", word())
    assert (document.title, document.owner) == ("経費の精算", "経理部")
    assert "## 上限\n\n| 種別 | 上限 |\n|-|-|\n| 宿泊 | 10,000円 |" in document.text
    assert "領収書を付ける" in document.text


def test_slides_become_sections():
    document = read("a.pptx", slides())
    assert document.title == "会議システム"
    assert "# 取消\n当日の朝まで" in document.text
    assert "<!--" not in document.text


def test_a_sheet_keeps_numbers_and_dates_as_they_are_seen():
    rows = [
        ["休暇一覧"],
        [],
        ["種別", "日数", "開始"],
        ["年休", 20, datetime(2025, 4, 1)],
        ["慶弔", None, date(2025, 5, 1)],
    ]
    document = read("kyuka.xlsx", sheet(rows, name="2025年度"))
    assert document.title == "2025年度"
    assert read("kyuka.xlsx", sheet(rows, name="Sheet1")).title == "kyuka"
    assert document.owner == "人事部"
    assert document.text == (
        "## 2025年度\n\n休暇一覧\n\n| 種別 | 日数 | 開始 |\n|-|-|-|\n"
        "| 年休 | 20 | 2025-04-01 |\n| 慶弔 |  | 2025-05-01 |"
    )


def test_in_a_sheet_a_blank_row_stays_where_another_table_may_begin_below():
    rows = [[], ["商品", "単価"], ["洗剤", 320], [], [], ["代理店", "手数料"], ["東西商事", "12%"]]
    document = read("商品.xlsx", sheet(rows))
    assert document.text.endswith("|-|-|\n| 洗剤 | 320 |\n|||\n| 代理店 | 手数料 |\n| 東西商事 | 12% |")


def test_a_sheet_beyond_the_limit_is_refused():
    assert "characters" in refusal("a.xlsx", sheet([["種別", "あ" * 600]] * 2), max_characters=1000)


def slide_by_slide(*texts: str) -> bytes:
    presentation = pptx.Presentation()
    for text in texts:
        presentation.slides.add_slide(presentation.slide_layouts[1]).placeholders[1].text = text
    return saved(presentation)


PACKED: dict[str, Callable[..., bytes]] = {
    "a.docx": paragraphs,
    "a.pptx": slide_by_slide,
    "a.xlsx": lambda *texts: sheet([["項目", "値"], *([text, "可"] for text in texts)]),
    "a.pdf": lambda *texts: pdf(*[each for text in texts for each in (html.escape(text), "\f")][:-1]),
}


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (["注釈の始めは <!-- と書く", "上限は五万円", "終わりは --> と書く"],) * 2,
        (["<script> の行", "上限は五万円", "</script> の行"], ["< script> の行", "上限は五万円", "< /script> の行"]),
        (["要素<select>の説明と</select>の閉じ", "<b>と<table>と</table>と<br>と<u>の表"],) * 2,
        (
            ["p <b かつ q> 80 なら合格", "在庫が x<a または y>b"],
            ["p < b かつ q> 80 なら合格", "在庫が x< a または y>b"],
        ),
        (["空白は &nbsp; と &lt; で", '{{< note title="注" >}} と書く', '{: title="表: 甲"}'],) * 2,
    ],
)
def test_what_looks_like_elements_is_read_as_it_is_written(name, written, kept):
    text = read(name, PACKED[name](*written)).text
    for each in kept:
        assert each in text


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("tag", ["<img src=//evil.example/x.png>", "<svg/onload=x>", "<style>", "<[img](a) src=//b>"])
def test_elements_that_are_written_about_load_nothing(name, tag):
    assert "見本は < " in read(name, PACKED[name](f"見本は {tag} です")).text


def test_a_mark_above_a_number_of_word_is_no_part_of_it():
    document = docx.Document()
    paragraph = document.add_paragraph("有給休暇は20")
    paragraph.add_run("1").font.superscript = True
    paragraph.add_run("日")
    assert read("a.docx", saved(document)).text == "有給休暇は20^1日"


@pytest.mark.parametrize(
    ("heir", "own", "shown"), [(False, "", "20^1日"), (True, "", "20^1日"), (False, "baseline", "201日")]
)
def test_a_style_of_word_sets_a_mark_above_a_number(heir, own, shown):
    document = docx.Document()
    style = document.styles.add_style("指数", WD_STYLE_TYPE.CHARACTER)
    style.font.superscript = True
    if heir:
        style, above = document.styles.add_style("指数の類", WD_STYLE_TYPE.CHARACTER), style
        style.base_style = above
    paragraph = document.add_paragraph("20")
    run = paragraph.add_run("1", style=style)
    if own:
        run._r.rPr.append(OxmlElement("w:vertAlign", {qn("w:val"): own}))
    paragraph.add_run("日")
    assert read("a.docx", saved(document)).text == shown


@pytest.mark.parametrize("ends", ["cr", "page", "column"])
def test_words_do_not_join_over_a_break_of_word(ends):
    document = docx.Document()
    run = document.add_paragraph().add_run("前")
    broken = OxmlElement("w:cr" if ends == "cr" else "w:br")
    if ends != "cr":
        broken.set(qn("w:type"), ends)
    run._r.append(broken)
    run.add_text("後")
    assert [line.strip() for line in read("a.docx", saved(document)).text.splitlines()] == ["前", "後"]


def test_a_table_of_word_keeps_one_within_it_and_strokes_in_cells():
    document = docx.Document()
    table = document.add_table(2, 2)
    inner = table.cell(1, 1).add_table(2, 2)
    for one, texts in (
        (table, ["入力|出力", "説明", "内訳", "次のとおり"]),
        (inner, ["種別", "上限", "宿泊", "一万円"]),
    ):
        for cell, text in zip((cell for row in one.rows for cell in row.cells), texts, strict=True):
            cell.paragraphs[0].text = text
    shown = ["| 入力\\|出力 | 説明 |\n|-|-|", "内訳", "次のとおり", "| 種別 | 上限 |\n|-|-|\n| 宿泊 | 一万円 |"]
    assert read("a.docx", saved(document)).text.split("\n\n") == shown


def test_underlines_of_word_leave_no_element():
    document = docx.Document()
    line = document.add_paragraph("締切は")
    line.add_run("月末").underline = True
    line.add_run("です。<u> は下線です。")
    assert read("a.docx", saved(document)).text == "締切は月末です。<u> は下線です。"


HTML = """<html><head><title>会議 | 社内サイト</title><meta name="author" content="総務部">
<meta property="article:modified_time" content="2025-06-01T10:00:00"></head>
<body><nav>メニュー</nav><script>alert(1)</script><main><h1>会議室</h1><p>予約は<b>前日</b>までです。</p>
<ul><li>大会議室</li></ul></main><footer>著作権</footer></body></html>"""


def test_html_keeps_the_main_part_and_what_its_head_says():
    document = read("a.html", HTML.encode())
    assert (document.title, document.owner, document.updated) == ("会議室", "総務部", date(2025, 6, 1))
    assert "予約は**前日**までです。" in document.text
    for gone in ("メニュー", "alert", "著作権"):
        assert gone not in document.text


def test_an_author_without_end_is_cut():
    long = "総" * 5000
    assert read("a.html", HTML.replace("総務部", long).encode()).owner == long[:LONGEST_PERSON]
    assert read("a.pdf", pdf(SENTENCE, author=long)).owner == long[:LONGEST_PERSON]


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp"])
def test_html_is_read_in_the_encoding_that_it_declares_or_has(encoding):
    text = "<p>予約は、前日までにおねがいします。カタカナもあります。</p>"
    declared = f'<html><head><meta charset="{encoding}"></head><body>{text}</body></html>'
    assert "おねがいします" in read("a.html", declared.encode(encoding)).text
    assert "おねがいします" in read("a.html", text.encode(encoding)).text


@pytest.mark.parametrize(
    "declaring",
    [
        '<meta charset="unicode_escape">',
        '<meta charset="utf-7">',
        '<meta charset="hz-gb-2312">',
        '<!-- <meta charset="shift_jis"> --><meta charset="utf-8">',
        '<meta title="<meta charset=shift_jis>"><meta charset="utf-8">',
        '<meta name="description" content="charset=shift_jis"><meta charset="utf-8">',
        '<meta charset="utf-16">',
        '\ufeff<meta charset="shift_jis">',
    ],
)
def test_html_is_read_in_no_encoding_that_browsers_would_not_take(declaring):
    hiding = "<p title='\\x27\\x3eまる\\x3cb' lang='+AD4'>ご覧</p>"
    found = read("a.html", f"{declaring}{hiding}<p>+ADw-i ~{{<:Ky~}}".encode()).text
    assert found == "ご覧\n\n+ADw-i ~{<:Ky~}"


def test_html_is_read_in_the_encoding_that_its_content_type_tells():
    meta = '<META content="text/html; charset=Shift_JIS" http-equiv=Content-Type>'
    assert read("a.html", f"{meta}<p>ﾖﾔｸ 予約".encode("cp932")).text == "ﾖﾔｸ 予約"


def test_html_nested_beyond_reason_is_read_as_text():
    assert read("a.html", b"<div>a" * 5000 + "深い".encode()).text == "a\n" * 4999 + "a深い"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", pdf(SENTENCE)[:400], "broken"),
        ("a.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 20, "broken"),
        ("a.pdf", pdf(SENTENCE, password="secret"), "encrypted"),
        ("a.pdf", b"no pdf at all", "not a PDF"),
        ("a.pdf", pdf(), "OCR"),
        ("a.docx", archive(hello=b"there"), "not a DOCX"),
        ("a.docx", slides(), "not a DOCX"),
        ("a.docx", word()[:3000], "not a DOCX"),
        ("a.docx", archive(**{"word/document.xml": b"<broken"}), "DOCX"),
        ("a.pptx", b"garbage", "not a PPTX"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "without a password"),
        ("a.xlsx", archive(**{"xl/workbook.xml": b"<broken"}), "XLSX"),
    ],
)
def test_a_broken_file_is_refused_with_one_clear_reason(name, content, reason):
    assert reason in refusal(name, content)


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = archive(**{"word/document.xml": b" " * 5_000_000})
    assert len(bomb) < 10_000
    assert "unpacks to" in refusal("a.docx", bomb, max_unpacked_bytes=1_000_000)


@pytest.mark.parametrize("name", ["groups", "閲覧グループ"])
def test_a_meta_of_html_says_who_may_read_the_page(name):
    page = f'<html><head><meta name="{name}" content="hr, legal"></head><body><p>本文です。</p></body></html>'
    assert read("a.html", page.encode()).groups == {"hr", "legal"}
