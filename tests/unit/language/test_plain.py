"""What is told of documents loads nothing where it is shown, and reads as it did."""

import time
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from yorisoi.dialogue.answer.rows import named
from yorisoi.documents.markup import as_shown, readable, tidied
from yorisoi.language.plain import as_line, loading_nothing, plain, without_images

AT = "//evil.example/x.png"
TAGS = {
    "a stroke for a blank": f"<fieldset\n><input/src={AT}\ntype=image>",
    "a sign in a value": f'図 <input alt="<"\ntype=image src={AT}> です',
    "a long value": f'図 <input alt="{"a" * 1001}" type=image src={AT}> です',
    "another page": f'図 <meta http-equiv=refresh\ncontent="0;url={AT}"> です',
    "another base": f"図 <base\nhref={AT}> です",
    "a name of any signs": f"<fieldset\n><b.c<d\nstyle=background:url({AT})>",
    "an address that is a tag": f"<fieldset\n><https:{AT}/style=background:url({AT})>",
}


class Tags(HTMLParser):
    """The elements with attributes that a browser sees."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(MarkdownIt("commonmark").render(text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag] if attrs else []


@pytest.mark.parametrize("text", TAGS.values(), ids=TAGS)
def test_no_tag_of_a_page_a_faq_or_a_title_is_one_where_it_is_shown(text: str) -> None:
    assert Tags(text).found
    for taken_in in (readable(text, bool), without_images(text)):
        assert not Tags(plain(as_shown(taken_in))).found
    assert not Tags(as_line(text)).found


def test_a_link_within_the_site_parts_no_tag() -> None:
    text = f"図 <[input](a.md) type=image src={AT}> です"
    for taken_in in (readable(text, bool), tidied(text)):
        assert "input" in taken_in
        assert not Tags(taken_in).found


def test_names_of_columns_and_cells_make_no_tag() -> None:
    said = ["| 品 | <input a | B< |\n", f"| 凧 | type=image src={AT}> | img src={AT}> |\n"]
    assert not Tags(named(said, 1)).found


@pytest.mark.parametrize(
    "text",
    [
        "`<input>` と <video> は Borrow<Q> や <stdio.h> と同じく",
        "<your-name>、<taro@example.com>、<https://example.jp/a?b=c> まで",
        "a < b、x<1、</div>、<!-- と、すごい! [1]",
    ],
)
def test_what_is_written_about_elements_stays(text: str) -> None:
    assert loading_nothing(text) == text


def test_what_may_go_on_as_a_tag_is_parted_and_stays_readable() -> None:
    assert loading_nothing("a<b、List<String, X>、<b。>") == "a< b、List< String, X>、< b。>"


@pytest.mark.parametrize("part", ["<a", "<a<", "<a:", "<https:/", "<a b", "<https://a/style", '<a "'])
def test_it_takes_time_in_proportion(part: str) -> None:
    text, begun = part * 200_000, time.process_time()
    loading_nothing(text)
    assert time.process_time() - begun < 2
