"""A page of HTML is read as a browser reads it."""

import html
import shutil
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
    "head",
    [
        "<p><b hidden>a</p><p>閲覧権限: 人事部</b></p>",
        "<noscript>閲覧権限: 人事部</noscript>",
        "<iframe><p>閲覧権限: 人事部</p></iframe>",
        "<video>readers: hr</video>",
        "<!-- readers: hr -->",
        "<?x readers: hr>",
        "<![CDATA[readers: hr]]>",
        "</ readers: hr>",
    ],
)
def test_readers_named_in_what_only_a_plain_parser_sees_close_the_page(head: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.html", page(head))


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


@pytest.mark.parametrize("name", ["groups", "GROUPS"])
def test_a_meta_in_place_of_a_header_says_who_may_read_a_page(name: str) -> None:
    page = f"<html><head><meta http-equiv={name} content=hr></head><body>b</body></html>"
    assert read("a.html", page).groups == {"hr"}
    xml = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><meta NAME="{name}" CONTENT="hr"/></head></html>'
    assert read("a.xhtml", xml.replace("</html>", "<body>b</body></html>")).groups == {"hr"}


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
@pytest.mark.parametrize("tag", ["<div>", "<b>", "<p><i>", "<ul><li>", "<table><tr><td>", "<x-a>"])
def test_a_page_of_tags_without_end_is_read_soon(tag: str) -> None:
    assert TEXT in read("a.html", tag * 10_000 + TEXT).text


@pytest.mark.parametrize("tag", ["<span hidden>", "<iframe>", "<noscript>", "<template>", "<form hidden><a>", "<!-- "])
def test_a_page_that_hides_its_text_behind_tags_without_end_holds_none(tag: str) -> None:
    with pytest.raises(DocumentError, match="holds no text"):
        read("a.html", tag * 10_000 + TEXT)
