"""The themes of a broad question, and the legs that follow them."""

from pathlib import Path

import pytest
from tests.unit.house import document

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.store import open_store
from yorisoi.graph_ports import Community
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.retrieval.themes import themes
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import Filter


def community(number: int, *passages: int, level: int = 0) -> Community:
    return Community(id=number, level=level, parent=None, passages=passages, names=(f"name {number}",))


EVERY = [community(0, 1, 2, 3), community(1, 4, 5), community(2, 6), community(3, 1, 2, level=1)]


def test_without_a_search_a_theme_is_as_large_as_its_community() -> None:
    found = themes(EVERY, None)
    assert [(each.community.id, each.share, each.passages) for each in found] == [
        (0, pytest.approx(3 / 6), (1, 2, 3)),
        (1, pytest.approx(2 / 6), (4, 5)),
        (2, pytest.approx(1 / 6), (6,)),
    ]


def test_a_theme_is_as_large_as_what_was_found_of_it_and_the_best_speaks_first() -> None:
    found = themes(EVERY, {5: 10.0, 4: 7.0, 1: 10.0})
    assert [(each.community.id, each.passages) for each in found] == [(1, (5, 4)), (0, (1,))]
    assert sum(each.share for each in found) == pytest.approx(1)


def test_nothing_found_is_no_theme() -> None:
    assert themes(EVERY, {}) == []
    assert themes([], None) == []


PAGES = [
    document("trip.md", "国内出張", "国内出張の決まりです。", "「国内出張」の宿泊費です。", "「国内出張」の日当です。"),
    document("abroad.md", "海外出張", "「国内出張」と違い、海外出張には保険が要ります。", "「海外出張」の承認です。"),
    document("pay.md", "給与", "給与の支払日です。", "「給与」の明細です。", "「給与」の口座です。"),
    document("secret.md", "早期退職", "早期退職の募集です。", "「早期退職」の割増金です。", groups=frozenset({"役員"})),
]


async def find(home: Path, question: str, *, groups: frozenset[str] = frozenset(), strategy: str = "global") -> Found:
    async with open_store(home) as store:
        await store.documents.put(PAGES)
        config = SearchConfig(strategy=strategy)  # type: ignore[arg-type]
        searcher = Searcher(store.documents, MemoryIndex(), None, config, graph=EmbeddedNames(home / "names.db"))
        return await searcher.search([question], within=Filter(groups=groups), language="ja")


def first_titles(found: Found, most: int) -> set[str]:
    return {hit.passage.document.title for hit in found.hits[:most]}


async def test_a_question_about_everything_brings_every_theme_whatever_its_words_are_near_to(tmp_path: Path) -> None:
    found = await find(tmp_path, "どんな内容の資料がありますか")
    assert {"国内出張", "海外出張", "給与"} <= {hit.passage.document.title for hit in found.hits}
    assert any(hit.path[-1:] == (hit.passage.document.title,) for hit in found.hits)
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)


async def test_themes_hold_nothing_that_the_reader_may_not_read(tmp_path: Path) -> None:
    question = "どんな内容の資料がありますか。出張や退職や給与の主なものを教えて"
    everyone = await find(tmp_path / "everyone", question)
    board = await find(tmp_path / "board", question, groups=frozenset({"役員"}))
    assert "早期退職" in {hit.passage.document.title for hit in board.hits}
    told = " ".join(str(hit) for hit in everyone.hits)
    assert everyone.hits
    assert "早期退職" not in told


async def test_auto_surveys_broad_questions_and_walks_or_searches_for_others(tmp_path: Path) -> None:
    broad = await find(tmp_path / "broad", "出張や給与の主な決まりを教えて", strategy="auto")
    assert any("themes" in hit.legs for hit in broad.hits)
    narrow = await find(tmp_path / "narrow", "国内出張の日当はいくらですか", strategy="auto")
    assert narrow.hits
    assert not any("themes" in hit.legs for hit in narrow.hits)


async def test_the_neighbourhood_keeps_the_walks_best_and_adds_what_belongs_to_it(tmp_path: Path) -> None:
    walked = await find(tmp_path / "walk", "国内出張の日当", strategy="walk")
    local = await find(tmp_path / "local", "国内出張の日当", strategy="local")
    best = [hit.passage.id for hit in walked.hits[:3]]
    assert [hit.passage.id for hit in local.hits[:3]] == best
    assert len(local.hits) >= len(walked.hits)
