"""The web behind a SearXNG server: what is asked of it, what is taken of its answers, how it fails."""

import pytest

from yorisoi.backends.web.searxng import SearXNG
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError, MalformedReply
from yorisoi.ports import WebPage
from yorisoi.testing.fake_searxng import Answer, finding, found, saying, serving, silent
from yorisoi.types import Language

PAGE = ("https://example.org/a", "祝日の一覧", "2026年の祝日は16日あります。")


async def searched(answer: Answer, query: str = "祝日", limit: int = 5, language: Language = "ja") -> list[WebPage]:
    with serving(answer) as (url, _):
        web = SearXNG(url, timeout_s=60)
        try:
            return await web.search(query, limit, language)
        finally:
            await web.close()


async def test_the_query_and_its_language_go_out_and_nothing_else() -> None:
    with serving(finding(PAGE)) as (url, seen):
        web = SearXNG(f"{url}/")
        await web.search("祝日は何日ですか", 5, "ja")
        await web.search("x" * 1000, 5, "und")
        await web.close()
    assert seen == [
        {"q": "祝日は何日ですか", "format": "json", "language": "ja"},
        {"q": "x" * 300, "format": "json"},
    ]


async def test_pages_come_in_order_each_once_and_no_more_than_asked_for() -> None:
    other = ("https://example.org/b", "", "別のページ")
    pages = await searched(finding(PAGE, PAGE, other, ("https://example.org/c", "三", "三つ目")), limit=2)
    assert pages == [
        WebPage(url=PAGE[0], title=PAGE[1], text=PAGE[2]),
        WebPage(url=other[0], title=other[0], text=other[2]),
    ]


async def test_what_cannot_be_cited_is_left_out_and_what_is_shown_is_one_line() -> None:
    pages = await searched(
        finding(
            ("javascript:alert(1)", "罠", "本文"),
            ("file:///etc/passwd", "罠", "本文"),
            ("http://[", "壊れた番地", "本文"),
            ("https://example.org/empty", "中身なし", "  "),
            ("https://example.org/long", "題\n名\x1b[2J" + "い" * 600, "あ\n" * 600),
        )
    )
    assert [page.url for page in pages] == ["https://example.org/long"]
    assert pages[0].title.startswith("題 名[2Jい")
    assert (len(pages[0].title), len(pages[0].text)) == (200, 500)
    assert "\n" not in pages[0].text


@pytest.mark.parametrize("behind", [" ![w](http://evil.example/)", "![w](x)", "<img/src=x>", '"', "`", "\n", "\u3000x"])
async def test_an_address_is_nothing_else(behind: str) -> None:
    """It is shown as the source of a page, where Markdown may be read."""
    own = "https://example.org/wiki/祝日_(日本)?a=1&b='2'#c!d"
    assert await searched(finding((f"https://example.org/{behind}a", "題", "本文"))) == []
    assert [page.url for page in await searched(finding((own, "題", "本文")))] == [own]


async def test_nothing_found_is_no_error_and_engines_that_do_not_answer_are() -> None:
    assert await searched(finding()) == []
    with pytest.raises(BackendUnavailable, match="google: timeout"):
        await searched(silent("google", "bing"))


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        (saying(403, "<html>Forbidden"), BackendRefused, "search.formats"),
        (saying(404), BackendRefused, "web.base_url"),
        (saying(429), BackendRefused, "limiter"),
        (saying(302), BackendRefused, "elsewhere"),
        (saying(500), BackendUnavailable, "busy or broken"),
        (saying(200, "<html>a search page"), MalformedReply, "not JSON"),
        (saying(200, {"results": "none"}), MalformedReply, "no list"),
        (saying(200, {**found("x", []), "results": [None, 7, {"url": 3}]}), None, ""),
    ],
)
async def test_a_server_that_fails_is_told_apart(answer: Answer, error: type[Exception] | None, said: str) -> None:
    if error is None:
        assert await searched(answer) == []
        return
    with pytest.raises(error, match=said) as raised:
        await searched(answer)
    assert "\n" not in str(raised.value)


async def test_a_server_that_is_not_there_is_unavailable_and_no_password_is_shown() -> None:
    web = SearXNG("http://user:secret@127.0.0.1:9/", timeout_s=2)
    with pytest.raises(BackendUnavailable, match="cannot be reached") as raised:
        await web.search("祝日", 1, "ja")
    assert "secret" not in str(raised.value)
    await web.close()


@pytest.mark.parametrize("address", ["", "localhost:8080", "ftp://example.org", "http://", "なし"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ConfigError, match=r"web\.base_url"):
        SearXNG(address)
