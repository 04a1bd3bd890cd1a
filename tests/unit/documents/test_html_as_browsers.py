"""A page of HTML is read as a browser reads it."""

import html
import shutil
import time
from collections.abc import Iterator

import pytest
from pages_of_html import HIDDEN, SHOWN

from yorisoi.documents import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.loaded import LoadedDocument
from yorisoi.errors import AccessUnclear, DocumentError

SEEN, TEXT = "休暇は二十日です。", "申請は人事部へ。"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def read(name: str, text: str) -> LoadedDocument:
    (document,) = load(name, text.encode(), DocumentsConfig())
    return document


def page(body: str) -> str:
    return f"<!doctype html><title>休暇</title><body><p>{SEEN}</p>{body.format(*[TEXT] * body.count('{}'))}"


@pytest.mark.parametrize("body", HIDDEN.values(), ids=HIDDEN)
def test_what_only_a_plain_parser_sees_is_not_read(body: str) -> None:
    found = read("a.html", page(body)).text
    assert SEEN in found
    assert TEXT not in found


@pytest.mark.parametrize("body", SHOWN.values(), ids=SHOWN)
def test_what_a_plain_parser_takes_for_hidden_is_read(body: str) -> None:
    found = read("a.html", page(body)).text
    assert SEEN in found
    assert TEXT in found


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
@pytest.mark.parametrize("body", [*HIDDEN.values(), *SHOWN.values()], ids=[*HIDDEN, *SHOWN])
def test_a_browser_shows_these_pages_so(body: str, chromium: object) -> None:
    chromium.set_content(page(body))
    shown = chromium.inner_text("body")
    assert SEEN in shown
    assert (TEXT in shown) is (body in SHOWN.values())


CLOSED = [
    "<table><meta name=groups content=hr><tr><td>a</table>",
    "<meta/name='groups'/content='hr'>",
    "<p><b><meta name=groups content=hr></p>",
    "<noscript><meta name=groups content=hr></noscript>",
    "<iframe><noscript><meta name=groups content=hr></noscript></iframe>",
    "<template><meta name=groups content=hr></template>",
]
"""Metas wherever a browser, or another reader, might find one."""


@pytest.mark.parametrize("head", CLOSED)
def test_a_meta_says_who_may_read_the_page_wherever_it_stands(head: str) -> None:
    assert read("a.html", page(head)).groups == {"hr"}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<ul><li>a<li>b</ul>", "* a\n* b"),
        ("<p>a<p>b", "a\n\nb"),
        ("<h2>a</h2>b<table><tr><td>c<td>d</table>", "## a\n\nb\n\n| c | d |"),
        ('<a name=x>A </a>b <a href="mailto:a@b">c</a> <a href="javascript:x()">d</a>', "A b c d"),
        ('<a href="https://a/b c?q=(1)" title=\'x"y\'>d</a>', '[d](https://a/b%20c?q=(1) "x\\"y")'),
        ("<code><a href=https://a>b</a></code>", "`b`"),
        ("<p><img src='https://a' alt='a\nb'> <strike>c</strike> <input type=checkbox checked>d", "a b ~~c~~ [x] d"),
        ("<a href='http://['>a</a>", "a"),
        ("<table><tr><th>入力|出力<th>説明<tr><td>a<td><code>b|c</code></table>", "| 入力\\|出力 | 説明 |"),
        ("<table><tr><td>a<td>b</table>", "| a | b |\n|-|-|"),
    ],
)
def test_elements_are_written_as_markdown(body: str, said: str) -> None:
    assert said in read("a.html", page(body)).text


@pytest.mark.parametrize(
    "written",
    [
        "<img src=https://a>",
        "<link href=https://a>",
        "<input type=image src=https://a>",
        "<p style='b:url(https://a)'>",
    ],
)
def test_what_is_written_about_elements_loads_nothing(written: str) -> None:
    text = read("a.html", page(f"<p>{html.escape(written)}</p>")).text
    assert written[:1] + " " + written[1:] in text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<script src="a.js"/><p>{}</p>', True),
        ('<div hidden="hidden"/><p>{}</p>', True),
        ("<p><![CDATA[{}]]>&nbsp;<br/></p>", True),
        ('<p hidden="hidden">a<div>{}</div></p>', False),
        ('<ul><li hidden="hidden">a<li>{}</li></li></ul>', False),
        ("<p><!-- <p> -->a<?x {}?></p>", False),
        ('<p style="display:none" f:style="color:red" xmlns:f="f">{}</p>', False),
        ('<p f:style="display:none" f:hidden="hidden" xmlns:f="f">{}</p>', True),
    ],
)
def test_a_page_of_xhtml_is_read_as_xml(body: str, said: bool) -> None:
    doctype = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
    )
    head = f'<?xml version="1.0"?>{doctype}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>休暇</title></head>'
    found = read("a.xhtml", f"{head}<body><p>{SEEN}</p>{body.format(TEXT)}</body></html>")
    assert found.title == "休暇"
    assert SEEN in found.text
    assert (TEXT in found.text) is said


def test_who_may_read_a_page_of_xhtml_is_said_by_no_attribute_of_another_namespace() -> None:
    meta = '<meta name="groups" content="hr" f:name="viewport" xmlns:f="f"/>'
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title>{meta}</head><body>b</body></html>'
    assert read("a.xhtml", page).groups == {"hr"}


@pytest.mark.parametrize(
    "beside",
    [
        "<footer>閲覧グループ: 人事</footer>",
        "<aside><p>閲覧グループ: 人事</aside>",
        "<svg><metadata>groups: hr</metadata></svg>",
        "<svg><desc>閲覧グループ: 人事</desc></svg>",
    ],
)
def test_who_may_read_a_page_is_looked_for_beside_it_too(beside: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.html", page(f"<p>{SEEN}</p>{beside}"))


@pytest.mark.parametrize("around", ["noscript", "svg", "template", "math"])
def test_a_title_within_something_else_is_none_of_the_pages(around: str) -> None:
    said = f"<html><head><{around}><title>秘密</title></{around}><title>休暇</title></head><body>b</body></html>"
    assert read("a.html", said).title == "休暇"


def test_of_several_articles_none_is_the_page() -> None:
    text = read("a.html", page(f"<h1>質問</h1><article>{SEEN}</article><article>{TEXT}</article>")).text
    assert "質問" in text
    assert SEEN in text
    assert TEXT in text
    assert "前書き" not in read("a.html", page(f"<p>前書き</p><article>{SEEN}<article>{TEXT}</article></article>")).text


@pytest.mark.parametrize(
    "text",
    [
        "<html><p>a</html>",
        '<!DOCTYPE html [<!ENTITY a "b">]><html>&a;</html>',
        '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html>&a;</html>',
    ],
)
def test_xhtml_that_is_no_xml_is_refused(text: str) -> None:
    with pytest.raises(DocumentError, match="is no XML"):
        read("a.xhtml", text)


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["<div>", "<b>", "<p><i>", "<ul><li>", "<x-a>"])
def test_a_page_of_tags_without_end_is_read_soon(tag: str) -> None:
    assert TEXT in read("a.html", tag * 10_000 + TEXT).text


def test_a_page_of_tables_within_tables_is_read() -> None:
    """What it takes grows with their number's square; the box that documents are read in bounds it."""
    assert TEXT in read("a.html", "<table><tr><td>" * 500 + TEXT).text


@pytest.mark.parametrize("tag", ["<span hidden>", "<iframe>", "<noscript>", "<template>", "<form hidden><a>", "<!-- "])
def test_a_page_that_hides_its_text_behind_tags_without_end_holds_none(tag: str) -> None:
    with pytest.raises(DocumentError, match="holds no text"):
        read("a.html", tag * 10_000 + TEXT)


APART = [
    *(
        f"<{name}>甲</{name}>乙"
        for name in ("address", "center", "details", "fieldset", "figure", "header", "hgroup", "search")
    ),
    "<fieldset><legend>甲</legend>乙</fieldset>",
    "<details><summary>甲</summary>乙</details>",
    "<dialog open>甲</dialog>乙",
    '<span style="display:block">甲</span>乙',
    '<b style="display:block">甲</b>乙',
    "甲<nav>目次</nav>乙",
    "<label>甲</label><label>乙</label>",
    "<button>甲</button><button>乙</button>",
    "<select><option>甲<option>乙</select>",
]


@pytest.mark.parametrize("body", APART)
def test_words_do_not_join_over_the_end_of_a_block(body: str) -> None:
    text = read("a.html", f"<!doctype html><body><p>休暇</p>{body}").text
    assert "甲" in text
    assert "乙" in text
    assert "甲乙" not in text.replace("*", "")


def test_a_block_that_is_a_link_stays_one() -> None:
    text = read("a.html", page('<a href="https://a" style="display:block">甲</a>乙')).text
    assert text.endswith("[甲](https://a)\n\n乙")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("20<sup>1</sup>日", "20^1日"),
        ("<b>20</b><sup><a href='#f'>1</a></sup>日", "**20**^1日"),
        ("20<a href='#f'><sup>1</sup></a>日", "20^1日"),
        ("10<sup>-3</sup>", "10^-3"),
        ("20.<sup>1</sup>", "20.^1"),
        ("注<sup>1</sup>20日", "注1 20日"),
        ("101<sub>2</sub>", "101\\_2"),
        ("<div>20</div><sup>1</sup>日", "20\n\n1日"),
        ("H<sub>2</sub>O 1<sup>st</sup> m<sup>2</sup>", "H2O 1st m2"),
    ],
)
def test_a_mark_above_or_below_a_number_is_no_part_of_it(written: str, said: str) -> None:
    assert read("a.html", page(f"<p>{written}")).text.endswith(f"\n\n{said}")


@pytest.mark.parametrize(
    ("sheet", "written", "said"),
    [
        (".c3 { vertical-align: super; font-size: 7pt }", "10<span class=c3>3</span>倍", "10^3倍"),
        (".c3 { vertical-align: super } .c4 { display: inline-block }", "10<b class='c3 c4'>3</b>", "10**^3**"),
        ("a { font-variant-position: super }", "2<a href='#n'>1</a>錠", "2^1錠"),
        ("", "10<span style='vertical-align:super'>2</span>", "10^2"),
        ("", "101<span style='vertical-align:SUB'>2</span>", "101\\_2"),
        ("", "m<font style='vertical-align:super'>2</font>10", "m2 10"),
        ("", "10<sup style='vertical-align:super'>3</sup>", "10^3"),
        ("sup { vertical-align: baseline; top: -.5em }", "10<sup>3</sup>", "10^3"),
        (".a { vertical-align: super } span { vertical-align: baseline }", "10<span class=a>3</span>", "10^3"),
        (".a { vertical-align: super } span.a { vertical-align: baseline }", "10<span class=a>3</span>", "103"),
        (".a { vertical-align: super }", "10<span class=a style='vertical-align:baseline'>3</span>", "103"),
        ("span { vertical-align: middle }", "10<span>3</span>", "103"),
    ],
)
def test_a_style_sets_a_mark_above_or_below(sheet: str, written: str, said: str) -> None:
    sheet = sheet.replace("{", "{{").replace("}", "}}")
    assert read("a.html", page(f"<style>{sheet}</style><p>{written}")).text.endswith(f"\n\n{said}")


def test_a_style_of_a_cell_sets_nothing_above_a_line() -> None:
    row = "<tr><td>10<td style='vertical-align:super'>3"
    assert read("a.html", page(f"<table>{row}</table>")).text.endswith("| 10 | 3 |\n|-|-|")


@pytest.mark.slow
@pytest.mark.parametrize("each", ["1<sup>2</sup>", "<a style='display:block'>a</a>", "<label>a</label>"])
def test_many_that_are_set_apart_are_found_soon(each: str) -> None:
    begun = time.process_time()
    assert read("a.html", page(each * 20_000)).text
    assert time.process_time() - begun < 20


def test_a_table_within_another_keeps_its_rows() -> None:
    inner = "<table><tr><th>勤続<th>日数<tr><td>1年<td>10日</table>"
    text = read("a.html", page(f"<table><tr><td>目次<td><h2>休暇</h2><p>{TEXT}</p>{inner}後書き</table>")).text
    shown = f"目次\n\n## 休暇\n\n{TEXT}\n\n| 勤続 | 日数 |\n|-|-|\n| 1年 | 10日 |\n\n後書き"
    assert text.endswith(shown)


def test_rows_above_and_below_a_table_within_another_stay_tables() -> None:
    inner = "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>"
    rows = f"<tr><th>氏名<td>山田<tr><th>内訳<td>{inner}<tr><th>備考<td>無し"
    text = read("a.html", page(f"<table><caption>届</caption>{rows}</table>")).text
    shown = ["届", "| 氏名 | 山田 |\n|-|-|", "内訳", "a", "| b | c |\n|-|-|", "| 備考 | 無し |\n|-|-|"]
    assert text.split("\n\n")[-6:] == shown


def test_a_page_nested_without_end_keeps_the_rows_of_its_tables() -> None:
    table = "<table><tr><td>{}</td><td>人事|部</td></tr></table>" + "<div>" * 400 + "x"
    assert read("a.html", page(table.format("担当"))).text.endswith("\n| 担当 | 人事/部 |\nx")
    with pytest.raises(AccessUnclear):
        read("a.html", page(table.format("公開範囲")))


def test_what_slants_bears_no_marks() -> None:
    found = read("a.html", page("<p>LANを抜き、<em>電源は切らずに</em><i>すぐに</i>連絡します。</p>")).text
    assert "LANを抜き、電源は切らずにすぐに連絡します。" in found
