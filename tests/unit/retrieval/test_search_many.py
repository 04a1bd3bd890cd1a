"""Several questions at once find what each finds alone, for one catching up and one embedding."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.unit.house import BrokenEmbedder, document, house

from yorisoi.ports import Vectors
from yorisoi.retrieval.config import SearchConfig
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.tracing import Trace
from yorisoi.types import Filter

PAGES = [
    document("leave/annual.md", "年次有給休暇", "年次有給休暇は入社6か月後に10日付与されます。"),
    document("leave/nursing.md", "子の看護休暇", "子が1人の場合は年5日まで取得できます。"),
    document("canteen.md", "社員食堂", "社員食堂は3階です。"),
    document("secret.md", "懲戒の手続き", "懲戒は人事部が行います。", groups=frozenset({"人事部"})),
]
QUESTIONS = [["看護休暇は何日", "看護"], ["社員食堂はどこ"], ["懲戒の手続き"], ["有給休暇の付与", "休暇"]]
EVERYONE = Filter()


class Counting(HashEmbedder):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[list[str]] = []

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        return await super().embed_queries(texts)


@pytest.mark.parametrize("fusion", ["score", "rank"])
async def test_each_question_finds_what_it_finds_alone(tmp_path: Path, fusion: str) -> None:
    config = SearchConfig(fusion=fusion)  # type: ignore[arg-type]
    async with house(tmp_path, PAGES, embedder=HashEmbedder(), search=config) as (_, searcher, _):
        together = await searcher.search_many(QUESTIONS, within=EVERYONE, language="ja")
        alone = [await searcher.search(each, within=EVERYONE, language="ja") for each in QUESTIONS]
    assert [found.hits for found in together] == [found.hits for found in alone]
    assert [bool(found.hits) for found in together] == [True, True, False, True]


async def test_all_queries_are_embedded_at_once_and_each_text_once(tmp_path: Path) -> None:
    embedder = Counting()
    async with house(tmp_path, PAGES, embedder=embedder) as (_, searcher, _):
        await searcher.search_many([["看護休暇", "休暇"], ["休暇"], ["食堂"]], within=EVERYONE, language="ja")
    assert embedder.calls == [["看護休暇", "休暇", "食堂"]]


async def test_a_question_of_nothing_finds_nothing_and_the_others_are_searched(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=HashEmbedder()) as (_, searcher, _):
        nothing, canteen = await searcher.search_many([["　"], ["社員食堂"]], within=EVERYONE, language="ja")
        assert await searcher.search_many([], within=EVERYONE) == []
    assert nothing.hits == ()
    assert nothing.query_vector is None
    assert canteen.hits[0].passage.document.source == "canteen.md"


async def test_what_was_dropped_is_said_of_the_question_that_it_is_about(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        found = await searcher.search_many([["社員食堂"], ["？！"]], within=EVERYONE, language="ja")
    assert [[each.step for each in one.dropped] for one in found] == [[], ["search.lexical"]]


async def test_an_embedder_that_fails_is_named_once_by_each_question(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=BrokenEmbedder()) as (_, searcher, _):
        found = await searcher.search_many(QUESTIONS, within=EVERYONE, language="ja")
    assert [[each.step for each in one.dropped] for one in found] == [["search.vector"]] * len(QUESTIONS)


async def test_restricted_pages_stay_restricted(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        sources = []
        for within in (EVERYONE, Filter(groups=frozenset({"人事部"}))):
            found = await searcher.search_many([["社員食堂"], ["懲戒の手続き"]], within=within, language="ja")
            sources.append({hit.passage.document.source for one in found for hit in one.hits})
    assert sources == [{"canteen.md"}, {"canteen.md", "secret.md"}]


async def test_the_trace_tells_each_question_by_itself_under_one_set_of_steps(tmp_path: Path) -> None:
    trace = Trace()
    async with house(tmp_path, PAGES, embedder=HashEmbedder()) as (_, searcher, _):
        await searcher.search_many(QUESTIONS, within=EVERYONE, language="ja", trace=trace)
    steps = {step["name"]: step for step in trace.as_json()["steps"]}
    assert list(steps) == ["catch_up", "embed", "legs", "fuse", "rerank"]
    assert [list(each["legs"]) for each in steps["legs"]["questions"]] == [
        ["lexical", "lexical/2", "vector", "vector/2"],
        ["lexical", "vector"],
        ["lexical", "vector"],
        ["lexical", "lexical/2", "vector", "vector/2"],
    ]
    assert steps["rerank"]["questions"][1]["hits"][0]["source"] == "canteen.md"
