"""Legs run, are fused, and are dropped with a reason when they cannot."""

from pathlib import Path

import pytest
from tests.unit.house import BrokenEmbedder, document, house

from yorisoi.retrieval.config import SearchConfig
from yorisoi.types import Filter

PAGES = [
    document("leave/annual.md", "年次有給休暇", "年次有給休暇は入社6か月後に10日付与されます。"),
    document("leave/nursing.md", "子の看護休暇", "子が1人の場合は年5日まで取得できます。"),
    document("secret.md", "懲戒の手続き", "懲戒は人事部が行います。", groups=frozenset({"人事部"})),
]
EVERYONE = Filter()


async def test_each_hit_keeps_its_rank_and_score_in_every_leg(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, search=SearchConfig(fusion="rank", coverage=0)) as (_, searcher, _):
        found = await searcher.search(["看護休暇は何日"], within=EVERYONE, language="ja")
        assert found.hits[0].passage.document.title == "子の看護休暇"
        assert found.hits[0].legs["lexical"].rank == 1
        assert found.hits[0].score == pytest.approx(1 / 61)


async def test_by_score_a_lexical_leg_counts_with_its_bm25(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, search=SearchConfig(coverage=0)) as (_, searcher, _):
        best = (await searcher.search(["看護休暇は何日"], within=EVERYONE, language="ja")).hits[0]
        assert best.score == pytest.approx(best.legs["lexical"].score / 4.5)


async def test_by_score_the_raw_utterance_counts_less(tmp_path: Path) -> None:
    queries = ["看護休暇", "有給休暇の付与"]
    scores = []
    for weight in (0.0, 0.5):
        config = SearchConfig(further_query_weight=weight, coverage=0)
        async with house(tmp_path / str(weight), PAGES, search=config) as (_, searcher, _):
            hits = (await searcher.search(queries, within=EVERYONE, language="ja")).hits
            hit = next(hit for hit in hits if hit.passage.document.title == "年次有給休暇")
            scores.append(hit.score - sum(leg.score for name, leg in hit.legs.items() if name == "lexical") / 4.5)
            raw = hit.legs["lexical/2"].score
    assert scores == pytest.approx([0.0, 0.5 * raw / 4.5])


async def test_the_raw_utterance_is_a_leg_of_its_own_with_less_weight(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, search=SearchConfig(fusion="rank", further_query_weight=0.5, coverage=0)) as (
        _,
        searcher,
        _,
    ):
        found = await searcher.search(["看護休暇", "有給休暇の付与"], within=EVERYONE, language="ja")
        by_title = {hit.passage.document.title: hit for hit in found.hits}
        assert set(by_title["子の看護休暇"].legs) == {"lexical", "lexical/2"}
        only_raw = by_title["年次有給休暇"]
        assert only_raw.legs["lexical/2"].rank == 1
        assert by_title["子の看護休暇"].score > only_raw.score


async def test_a_query_without_words_drops_the_lexical_leg_and_says_so(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        found = await searcher.search(["？！"], within=EVERYONE, language="ja")
        assert found.hits == ()
        assert [leg.step for leg in found.dropped] == ["search.lexical"]


async def test_a_failing_embedder_drops_the_vector_leg_and_says_so(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=BrokenEmbedder()) as (_, searcher, _):
        found = await searcher.search(["看護休暇"], within=EVERYONE, language="ja")
        assert found.hits[0].passage.document.title == "子の看護休暇"
        assert [(leg.step, leg.reason) for leg in found.dropped] == [
            ("search.vector", "the embedding server does not answer")
        ]


async def test_a_page_of_a_group_is_found_by_its_members_only(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        assert not (await searcher.search(["懲戒"], within=EVERYONE, language="ja")).hits
        member = Filter(groups=frozenset({"人事部"}))
        assert (await searcher.search(["懲戒"], within=member, language="ja")).hits


async def test_the_index_catches_up_with_what_another_process_stored(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, store):
        assert not (await searcher.search(["社員食堂"], within=EVERYONE, language="ja")).hits
        await store.documents.put([document("canteen.md", "社員食堂", "社員食堂は3階です。")])
        found = await searcher.search(["社員食堂"], within=EVERYONE, language="ja")
        assert found.hits[0].passage.document.source == "canteen.md"
        await store.documents.remove(["canteen.md"])
        assert not (await searcher.search(["社員食堂"], within=EVERYONE, language="ja")).hits


async def test_an_index_of_another_store_is_built_again(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        await searcher.index.apply([], [], 999)
        assert (await searcher.search(["看護休暇"], within=EVERYONE, language="ja")).hits


@pytest.mark.parametrize("wrong", [{"k": -1}, {"candidates": 0}, {"limit": 0}, {"vector_weight": -0.5}])
def test_settings_off_their_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="search"):
        SearchConfig(**wrong)  # type: ignore[arg-type]
