"""Who may read a page: what a field declares, what closes a page, and what is not promised (decision 195)."""

import io
import time
from collections.abc import Callable
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from document_files import paragraphs, pdf, saved, sheet, slides
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from reportlab.pdfgen.canvas import Canvas

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.documents.field_names import as_compared
from yorisoi.errors import AccessUnclear, DocumentError
from yorisoi.language.packs import packs


def read(name: str, content: str | bytes) -> LoadedDocument:
    document, *_ = load(name, content.encode() if isinstance(content, str) else content, DocumentsConfig())
    return document


def is_open(name: str, content: str | bytes) -> bool:
    try:
        return not read(name, content).groups
    except AccessUnclear:
        return False


def declaring(field: str, value: str) -> dict[str, str]:
    """A page with a field in each of the places for it."""
    return {
        "a.md": f"---\ntitle: 給与\n{field}: {value}\n---\n本文です。\n",
        "a.txt": f"---\n{field}: {value}\n---\n本文です。\n",
        "a.html": f"---\n{field}: {value}\n---\n<p>本文です。</p>",
        "meta.html": f'<meta name="{field}" content="{value}"><p>本文です。</p>',
        "a.csv": f"質問,回答,{field}\n給与は,表の通りです,{value}\n",
    }


# ---------------------------------------------------------------- declared


@pytest.mark.parametrize(
    "field", ["groups", "Groups", "ｇｒｏｕｐｓ", "gro\u2060ups", "閲覧グループ", "閲覧ｸﾞﾙｰﾌﾟ", "公開範囲"]
)
def test_groups_are_declared_in_any_width_and_language(field: str) -> None:
    for name, content in declaring(field, "hr").items():
        assert read(name, content).groups == {"hr"}, name


def test_what_a_page_with_groups_says_further_is_text() -> None:
    assert read("a.md", "---\ngroups: [hr]\ndraft: true\n---\n公開範囲：総務部\n\n本文です。").groups == {"hr"}
    assert read("a.html", '<meta name="groups" content="hr"><!-- groups: it --><p>公開範囲：総務部').groups == {"hr"}
    assert read("a.csv", "質問,回答,groups\n給与は,公開範囲：総務部,hr\n").groups == {"hr"}


@pytest.mark.parametrize(
    "page",
    [
        "---\ngroups: [hr]\nnote: " + "あ" * 70_000 + "\n---\n本文",
        "---\n# 社内\n\ngroups: [hr]\nnote: " + "あ" * 70_000 + "\n---\n本文",
        "---\ngroups: [hr]\n\n本文",
        "\n\n---\ngroups: [hr]\n\n本文",
        "---\ngroups: [hr\n---\n本文",
        "+++\ngroups = [hr\n+++\n本文",
        "---\ngroups: [hr]\ngroups: []\n---\n本文",
        "---\nGroups: [hr]\ngroups: [all]\n---\n本文",
        "---\ngroups: [hr]\n公開範囲: 全員\n---\n本文",
        '---\ngroups: [""]\n---\n本文',
        "---\ngroups: []\n---\n本文",
        "---\ngroups:\n---\n本文",
        '---\ngroups: ";;"\n---\n本文',
        '---\ngroups: [hr, ""]\n---\n本文',
        "---\ngroups:\n  hr: yes\n---\n本文",
        '---\ngroups: "h\\0r"\n---\n本文',
        "---\ntitle: 給与\nextra:\n  groups: [hr]\n---\n本文",
        "---\ntitle: 給与\n# groups: [hr]\n---\n本文",
        "---\nextra: {groups: [hr]}\n---\n本文",
        "---\nextra:\n  ? groups\n  : [hr]\n---\n本文",
        "---\nextra: [{a: {b: [{ 公開範囲: 人事部}]}}]\n---\n本文",
        "---\nextra: {access_groups: [hr]}\n---\n本文",
        "---\nall: &all {groups: [hr]}\n<<: *all\n---\n本文",
        '---\n{"extra": {"groups": ["hr"]}}\n---\n本文',
        "---\nlink: /x # groups: hr\n---\n本文",
        "---\nlink: /x # 人事 # 公開範囲：人事部\n---\n本文",
        '+++\nparams.groups = ["hr"]\n+++\n本文',
        '+++\ntitle = "給与"\n[params.groups]\nread = "hr"\n+++\n本文',
        '+++\nextra = { groups = ["hr"] }\n+++\n本文',
        '+++\n[[params]]\nextra = { groups = ["hr"] }\n+++\n本文',
        '+++\nlink = "/x" # groups = ["hr"]\n+++\n本文',
        '{"title": "給与", "groups": ["hr"]}\n\n本文',
        '\n{"extra": {"groups": ["hr"]}}\n本文',
        "<!-- groups: hr -->\n---\ntitle: 給与\n---\n本文",
        "---\ngruops: [board]\napplies_to: [全社員]\n---\n本文",
    ],
)
@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html"])
def test_a_front_matter_that_cannot_be_understood_closes_its_page(page: str, name: str) -> None:
    with pytest.raises(AccessUnclear):
        read(name, page)


def test_aliases_of_a_front_matter_are_walked_through_once() -> None:
    bomb = "\n".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, 40))
    assert is_open("a.md", f"---\na0: &a0 [x]\n{bomb}\n---\n本文です。\n")
    with pytest.raises(AccessUnclear, match="broken front matter"):
        read("a.md", "---\na: &a [*a]\n---\n本文です。\n")
    assert not is_open("a.md", f"---\na0: &a0 {{groups: hr}}\n{bomb}\n---\n本文です。\n")


def test_other_fields_of_a_front_matter_leave_it_open() -> None:
    assert is_open("a.md", "---\nsidebar: {order: 1, tags: [groups]}\nlink: /x#groups\n---\n本文です。\n")
    assert is_open("a.txt", '{"tags": ["groups"]}\n本文です。\n')
    assert is_open("a.txt", "{" * 100_000)
    assert read("a.md", "---\ngroups: [hr]\nextra: {groups: [all]} # groups: all\n---\n本文です。\n").groups == {"hr"}


def test_a_rule_above_a_text_is_no_front_matter() -> None:
    for page in (
        "---\n\n休暇は二十日です。\n",
        "\n---\n\n休暇は二十日です。\n\n---\n\n以上。",
        "---\n# 休暇\n\n二十日です。\n",
    ):
        assert is_open("a.md", page)


@pytest.mark.parametrize(
    "field",
    [
        *("group", "gruops", "grоups", "閲覧グルプ", "グループ", "公開範囲（部署）"),
        *("readers", "access_groups", "access-groups", "accessGroups", "acl", "permissions", "visibility"),
        *("閲覧権限", "閲覧者", "公開先", "権限", "可见范围", "权限", "權限"),
    ],
)
def test_a_field_that_is_nearly_groups_or_another_name_for_it_closes_its_page(field: str) -> None:
    for name, content in declaring(field, "hr").items():
        with pytest.raises(AccessUnclear, match=r"write (groups|閲覧グループ|公開範囲)"):
            read(name, content)


@pytest.mark.parametrize(
    "field",
    ["tags", "product_group", "background", "groupware", "閲覧数", "アクセス方法", "適用範囲", "role", "audience"],
)
def test_a_field_of_something_else_leaves_its_page_open(field: str) -> None:
    for name, content in declaring(field, "hr").items():
        assert is_open(name, content), name


CLOSING = {"draft": "true", "private": "Yes", "社外秘": "○", "非公開": "はい", "下書き": "有", "草稿": "是"}
OPENING = {"published": "false", "public": "no", "公開": "×", "社内公開": "いいえ", "是否公开": "否"}


@pytest.mark.parametrize(("field", "value"), [*CLOSING.items(), *OPENING.items(), ("公開", "非公開")])
def test_a_field_that_says_by_yes_or_no_that_a_page_is_not_for_everyone_closes_it(field: str, value: str) -> None:
    for name, content in declaring(field, value).items():
        with pytest.raises(AccessUnclear, match="write groups"):
            read(name, content)
    with pytest.raises(AccessUnclear):
        read("a.xlsx", sheet([["質問", "回答", field], ["休暇は", "二十日です", ""], ["給与は", "表です", value]]))
    with pytest.raises(AccessUnclear):
        read("a.xlsx", sheet([["質\n問", "回答", f"{field[:1]}\n{field[1:]}"], ["給与は", "表です", value]]))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((field, "no") for field in CLOSING),
        *((field, "はい") for field in OPENING),
        *(("private", "学生課"), ("公開", "2026-04-01"), ("published", "Oxford University"), ("女性限定", "はい")),
    ],
)
def test_such_a_field_with_any_other_value_leaves_its_page_open(field: str, value: str) -> None:
    for name, content in declaring(field, value).items():
        assert is_open(name, content), name


@pytest.mark.parametrize(
    "page",
    [
        "<meta name=groups content=''><p>本文",
        "<meta name=groups content=hr><meta name=groups content=all><p>本文",
        "<meta name=groups content=hr><meta name=公開範囲 content=hr><p>本文",
        "---\ngroups: [all]\n---\n<meta name=groups content=hr><p>本文",
    ],
)
def test_a_meta_that_cannot_be_understood_closes_its_page(page: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.html", page)


@pytest.mark.parametrize(
    "rows",
    [
        "質問,回答,groups\n給与は,表です,;;",
        "質問,回答,groups,groups\n給与は,表です,hr,all",
        "質問,回答,groups,公開範囲\n給与は,表です,hr,hr",
        "質問,回答,groups\n給与は,甲、乙,丙,,hr",
        '質問,回答,groups\n給与は,"表です,hr"',
        "質問,回答,group\n給与は,表です,",
        '質問,回答,"閲覧\nグループ"\n給与は,表です,hr',
        "sep=,\n質問,回答,閲覧権限\n給与は,表です,hr",
        "社内FAQ（2026年版）,,\n質問,回答,非公開\n給与は,表です,はい",
        "公開範囲：hr\n質問,回答\n給与は,表です",
        "質問,閲覧グループ\n給与は,hr",
    ],
)
def test_a_table_of_which_it_is_in_doubt_who_may_read_its_rows_closes(rows: str) -> None:
    with pytest.raises(AccessUnclear):
        read("faq.csv", rows)


@pytest.mark.parametrize("above", ["社内FAQ一覧\n", "社内FAQ一覧,,\n", "sep=,\n\n"])
def test_a_faq_may_have_lines_above_its_header(above: str) -> None:
    [row] = load("faq.csv", f"{above}質問,回答,閲覧グループ\n給与は,表です,hr\n".encode(), DocumentsConfig())
    assert (row.title, row.groups) == ("給与は", {"hr"})


def test_an_empty_cell_of_a_faq_is_for_everyone() -> None:
    rows = load("faq.csv", "質問,回答,groups\n給与は,表です,hr\n休暇は,二十日です,\n".encode(), DocumentsConfig())
    assert [row.groups for row in rows] == [{"hr"}, frozenset()]


# ---------------------------------------------------------------- the net


LINES = [
    "公開範囲：人事部",
    "**閲覧グループ**: 人事",
    "a. 閲覧グループ：人事部",
    "xiv. groups: hr",
    "- [x] 閲覧グループ：人事部",
    "■公開範囲：人事部",
    "【公開範囲】人事部",
    "**【公開範囲】**：人事部",
    "groups: [hr]",
    "Groups = hr",
    '"groups": ["hr"]',
    ":groups: hr",
    "1. 公開範囲：人事",
    "（２）公開範囲：人事",
    "①公開範囲：人事",
    *(f"{sign}公開範囲：人事部" for sign in ("〇", "Ⅰ．", "㊙", "❶", "➀", "㊀", "ⓐ", "㈱", "½ ", "__")),
    "〔公開範囲〕：人事部",
    "[[公開範囲]]　（：人事部）",
    "- ＧＲＯＵＰＳ ： hr",
    "> 閲覧ｸﾞﾙｰﾌﾟ：人事",
]


NOT_IN_THE_FONT = ["🈲公開範囲：人事部", "〖公開範囲〗人事部", "公開範囲∶人事部"]


def files_with(line: str) -> dict[str, str | bytes]:
    """A line at the head of a page in each format."""
    return {
        "a.txt": f"給与\n\n{line}\n\n本文です。\n",
        "a.md": f"# 給与\n\n{line}\n\n本文です。\n",
        "below.md": f"---\ntitle: 給与\n---\n{line}\n\n本文です。\n",
        "a.html": f"<h1>給与</h1><p>{line}</p><p>本文です。</p>",
        "a.csv": '項目,値\n"{}",\n'.format(line.replace('"', '""')),
        "faq.csv": '質問,回答\n給与は,"{}\n本文です。"\n'.format(line.replace('"', '""')),
        "a.docx": paragraphs("給与", line, "本文です。"),
        "a.pptx": slides(f"{line}\n予約は前日まで"),
        "a.xlsx": sheet([["給与"], [line, "値"]]),
        "a.pdf": pdf("給与", line, "本文です。"),
    }


@pytest.mark.parametrize("line", LINES)
def test_a_line_at_the_head_that_begins_as_the_field_does_closes_the_page(line: str) -> None:
    for name, content in files_with(line).items():
        with pytest.raises(AccessUnclear, match=r"declare groups"):
            read(name, content)


@pytest.mark.parametrize("line", NOT_IN_THE_FONT)
def test_signs_that_our_font_cannot_draw_change_nothing(line: str) -> None:
    assert not is_open("a.txt", f"給与\n{line}\n")
    assert not is_open("a.html", f"<p>給与<p>{line.replace('公', '<b>公')}")


def unseen_in_word(change: Callable[[Any], None]) -> bytes:
    document = docx.Document()
    document.add_paragraph("本文です。")
    change(document)
    return saved(document)


def with_part(name: str, xml: str, encoding: str = "utf-8") -> bytes:
    def add(document: Any) -> None:
        part = Part(PackURI(name), "application/xml", xml.encode(encoding))
        document.part.package.relate_to(part, "custom")

    return unseen_in_word(add)


def with_hidden_sheet() -> bytes:
    workbook = openpyxl.Workbook()
    workbook.active.append(["給与", 10])
    hidden = workbook.create_sheet("about")
    hidden.append(["掲載", "公開範囲"])
    hidden.sheet_state = "hidden"
    return saved(workbook)


def with_head(head: str) -> bytes:
    workbook = openpyxl.Workbook()
    for at in range(40):
        workbook.active.append(["給与", at])
    workbook.active.oddHeader.center.text = head
    return saved(workbook)


def add_table(document: Any, where: Any, *, hidden: bool = False) -> None:
    table = where.add_table(1, 2, docx.shared.Inches(6)) if where is not document else document.add_table(1, 2)
    for cell, text in zip(table.rows[0].cells, ("公開\n範囲", "人事部"), strict=True):
        cell.paragraphs[0].add_run(text).font.hidden = hidden


def with_notes() -> bytes:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "給与"
    slide.notes_slide.notes_text_frame.text = "公開範囲：人事"
    return saved(presentation)


def drawn(draw: Callable[[Canvas], None], info: str = "") -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pageCompression=0)
    canvas.drawString(72, 760, "The pay of last year, for all who work here.")
    draw(canvas)
    canvas.save()
    return stream.getvalue().replace(b"/Trapped /False", f"/Trapped /False {info}".encode())


def white(canvas: Canvas) -> None:
    canvas.setFillColorRGB(1, 1, 1)
    canvas.drawString(72, 700, "groups: hr")


UNSEEN: list[tuple[str, str | bytes]] = [
    ("a.md", "<!-- groups: hr -->\n\n# 給与\n\n本文です。"),
    ("a.md", "# 給与\n\n本文です。\n\n<!--\n掲載: 四月\n@groups: hr\n-->"),
    ("a.md", "<div hidden>\n\n**閲覧グループ**: 人事\n\n</div>\n\n# 給与\n\n本文です。"),
    ("a.md", "[//]: # (groups: hr)\n\n# 給与\n\n本文です。"),
    ("a.txt", "<!-- groups: hr -->\n給与の表です。"),
    ("a.html", "<!-- groups: hr --><p>本文です。"),
    ("a.html", "<p hidden><b>公開範囲</b>：人事部</p><p>本文です。"),
    ("a.html", "<div hidden><table><tr><th>公開範囲<td>人事部</table></div><p>本文です。"),
    ("a.html", "<style>.x{display:none}</style><div class=x>groups: hr</div><p>本文です。"),
    ("a.html", "<header><p>公開範囲：人事部</p></header><main><p>本文です。</p></main>"),
    ("a.html", "<form><p>公開範囲：人事部</p></form><p>本文です。</p><p>長い文が続きます。</p>"),
    ("a.docx", unseen_in_word(lambda document: setattr(document.core_properties, "keywords", "groups: hr"))),
    ("a.docx", unseen_in_word(lambda document: document.add_comment(document.paragraphs[0].runs, "公開範囲：人事部"))),
    (
        "a.docx",
        unseen_in_word(lambda document: setattr(document.sections[0].header.paragraphs[0], "text", "公開範囲：人事部")),
    ),
    (
        "a.docx",
        unseen_in_word(lambda document: setattr(document.add_paragraph("").add_run("groups: hr").font, "hidden", True)),
    ),
    ("a.docx", with_part("/docProps/custom.xml", '<P><property name="公開範囲"><v>人事部</v></property></P>')),
    ("a.docx", with_part("/customXml/item9.xml", "<a><b>groups: hr</b></a>")),
    ("a.docx", with_part("/customXml/item9.xml", "<a><b>groups: hr</b></a>", "utf-16")),
    ("a.docx", unseen_in_word(lambda document: add_table(document, document.sections[0].header))),
    ("a.docx", unseen_in_word(lambda document: add_table(document, document, hidden=True))),
    ("a.xlsx", with_hidden_sheet()),
    ("a.xlsx", with_head("公開範囲：人事部")),
    ("a.xlsx", with_head('&"-,Bold"&12&K01+000■公開範囲&B：人事部')),
    ("a.pptx", with_notes()),
    ("a.pdf", drawn(white)),
    ("a.pdf", drawn(lambda canvas: canvas.setSubject("groups: hr"))),
    ("a.pdf", drawn(lambda _: None, "/groups (hr)")),
    ("a.pdf", drawn(lambda canvas: canvas.textAnnotation("Groups: hr", Rect=(72, 700, 90, 720)))),
]


@pytest.mark.parametrize(("name", "content"), UNSEEN)
def test_such_a_line_in_what_a_file_holds_and_does_not_show_closes_it(name: str, content: str | bytes) -> None:
    with pytest.raises(AccessUnclear):
        read(name, content)


def table_of_word(*cells: str) -> bytes:
    document = docx.Document()
    for cell, text in zip(document.add_table(rows=1, cols=2).rows[0].cells, cells, strict=True):
        cell.text = text
    return saved(document)


@pytest.mark.parametrize("cell", ["公開範囲", "**閲覧グループ**", "1. 公開範囲：", "Groups", "㊙公開範囲（部署）"])
def test_a_cell_that_is_such_a_name_closes_the_page(cell: str) -> None:
    for name, content in {
        "a.md": f"# 給与\n\n| 番号 | {cell} |\n|-|-|\n| 1 | 人事部 |\n",
        "b.md": f"給与\n\n<table><tr><th>{cell}</th><td>人事部</td></tr></table>\n",
        "a.html": f"<table><tr><th>番号<th>{cell}<tr><td>1<td>人事部</table>",
        "a.csv": f"番号,{cell}\n1,人事部\n",
        "a.docx": table_of_word(cell, "人事部"),
        "a.xlsx": sheet([["番号", cell], [1, "人事部"]]),
        "b.xlsx": sheet([["番号", f"{cell[:-1]}\n{cell[-1:]}"], [1, "人事部"]]),
        "b.docx": table_of_word(f"{cell[:-1]}\n{cell[-1:]}", "人事部"),
    }.items():
        with pytest.raises(AccessUnclear, match="declare groups"):
            read(name, content)


@pytest.mark.parametrize("encoding", ["shift_jis", "utf-7"])
def test_a_part_of_an_office_file_that_no_parser_of_ours_reads_skips_it(encoding: str) -> None:
    xml = f'<?xml version="1.0" encoding="{encoding}"?><a>閲覧グループ: 人事</a>'
    with pytest.raises(DocumentError, match="is broken"):
        read("a.docx", with_part("/customXml/item9.xml", xml, encoding))


def test_entities_in_a_part_of_an_office_file_close_it() -> None:
    with pytest.raises(AccessUnclear, match="entities"):
        read("a.docx", with_part("/customXml/item9.xml", '<!DOCTYPE a [<!ENTITY r "groups: hr">]><a>&r;</a>'))


@pytest.mark.parametrize(
    "line",
    [
        "There are three groups: a, b and c.",
        "`groups`: names of those who may read",
        "公開範囲を選びます：人事など",
        "「公開範囲」は総務が決めます。",
        "公開範囲は総務が決めます。",
        "See users/groups: readers and writers",
        "図: 閲覧グループ",
        "Groupware: how to begin",
    ],
)
def test_a_text_that_speaks_of_readers_is_open(line: str) -> None:
    for name, content in files_with(line).items():
        assert is_open(name, content), name


def test_the_net_ends_with_the_head_and_passes_over_code() -> None:
    assert is_open("a.md", "本文です。\n\n" * 30 + "groups: a\n\n| 公開範囲 |\n|-|\n")
    assert is_open("a.md", "設定\n\n```yaml\ngroups: [a]\n```\n")
    assert is_open("a.html", "<h1>設定</h1><pre>users: [a]\ngroups: [a]</pre>")
    assert is_open("a.xlsx", sheet([["番号", "額"], *([at, 10] for at in range(29)), ["公開範囲", "人事部"]]))


@pytest.mark.parametrize("line", ["1" + "()" * 200_000, "-" * 400_000, "<a " * 100_000, "groups" + " *" * 200_000])
def test_a_long_line_is_looked_at_at_once(line: str) -> None:
    began = time.process_time()
    read("a.txt", f"{line}\n\n本文です。\n")
    assert time.process_time() - began < 5


# ---------------------------------------------------------------- not promised


@pytest.mark.parametrize(
    "page",
    [
        "社外秘\n\n給与の表です。",
        "この文書の公開範囲は人事部です。",
        "給与の表（公開範囲：人事部）",
        "文書番号：A-1　公開範囲：人事部",
        "公開範囲　人事部",
        "閲覧権限：人事部",
        "Visible to: HR",
        "---\nclassification: confidential\n---\n本文",
        "---\n状態: 下書き\n---\n本文",
        "---\naudience: hr\n---\n本文",
        "---\n公開日: 2999-04-01\n---\n本文",
        "---\nembargo: 2999-04-01\n---\n本文",
        "---\n公開期限: 2020-03-31\n---\n本文",
        "---\nextra: {draft: true}\n---\n本文",
    ],
)
def test_what_is_not_promised_leaves_a_page_open(page: str) -> None:
    assert is_open("a.md", f"{page}\n")


def test_names_in_the_language_packs_are_written_as_they_are_compared() -> None:
    of_fields = [pack.documents for pack in packs().values()]
    names = [
        each for pack in of_fields for each in (*pack.instead_of_groups, *pack.closing_by_yes, *pack.closing_by_no)
    ]
    names += [each for pack in of_fields for each in (*pack.yes, *pack.no)]
    assert names == list(map(as_compared, names))
    assert not {each for pack in of_fields for each in pack.yes} & {each for pack in of_fields for each in pack.no}
