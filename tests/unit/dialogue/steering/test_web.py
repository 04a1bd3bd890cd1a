"""What goes out to the web, and what its pages become."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from tests.unit.dialogue.conversations import ja

from yorisoi.dialogue.steering.web import Web, in_the_users_words
from yorisoi.ports import WebPage
from yorisoi.types import Language, Turn

AT = datetime(2026, 5, 1, tzinfo=UTC)
TEXT = "2026年の祝日は何日ありますか"


class Found:
    """A web that has these pages for every query."""

    name = "fake:web"

    def __init__(self, *pages: WebPage) -> None:
        self.pages = pages

    async def search(self, query: str, limit: int, language: Language) -> Sequence[WebPage]:  # noqa: ARG002
        return self.pages[:limit]


def said(text: str, speaker: str = "user") -> Turn:
    return Turn(speaker=speaker, text=text, at=AT)  # type: ignore[arg-type]


@pytest.mark.parametrize("query", ["2026年 祝日", "祝日"])
def test_a_query_in_the_users_words_is_sent(query: str) -> None:
    assert in_the_users_words(query, ja(TEXT), ()) == query


def test_what_the_user_said_before_counts_and_what_the_assistant_said_does_not() -> None:
    query = "大阪の祝日"
    assert in_the_users_words(query, ja(TEXT), (said("大阪に住んでいます"),)) == "大阪 祝日"
    assert in_the_users_words(query, ja(TEXT), (said("大阪ですか", "assistant"),)) == TEXT


@pytest.mark.parametrize("behind", ["の は が を", "🍣🍣", "これ それ", "!!", "\u200b\u200c", "です。ました。"])
def test_what_is_no_key_word_goes_nowhere(behind: str) -> None:
    """It could be a code for what a page wants to know."""
    assert in_the_users_words(f"祝日 {behind}", ja(TEXT), ()) == "祝日"


@pytest.mark.parametrize("query", ["祝日 パスワード hunter2", "社外秘の売上", "", "?"])
def test_a_query_with_other_words_gives_way_to_the_utterance(query: str) -> None:
    assert in_the_users_words(query, ja(TEXT), ()) == TEXT


async def test_pages_become_passages_from_outside_that_no_store_has() -> None:
    pages = [WebPage(url=f"https://example.org/{n}", title="祝日", text="祝日は16日です。") for n in range(3)]
    web = Web(search=Found(*pages), results=2)  # type: ignore[arg-type]
    hits = await web.hits(TEXT, "ja")
    assert [hit.passage.document.source for hit in hits] == ["https://example.org/0", "https://example.org/1"]
    assert all(hit.passage.document.outside for hit in hits)
    assert all(hit.passage.id < 0 for hit in hits)
    assert [hit.legs["web"].rank for hit in hits] == [1, 2]
    assert hits[0].passage.language == "ja"


async def test_a_snippet_loads_nothing_and_leads_nowhere() -> None:
    page = WebPage(
        url="https://example.org/",
        title="![t](//e.example)",
        text='休み ![x](//e.example "t") https://e.example/?d です',
    )
    [hit] = await Web(search=Found(page)).hits(TEXT, "ja")  # type: ignore[arg-type]
    assert "![" not in hit.passage.document.title + hit.passage.text
    assert "e.example/?d" not in hit.passage.text
