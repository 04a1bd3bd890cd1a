"""Legs run, are fused, and are dropped with a reason when they cannot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.unit.house import BrokenEmbedder, document, house

from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.change_ports import Position
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import NewDocument, Vectors
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.testing.fake_reranker import FakeReranker, shared_bigrams
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.types import Filter, Language

AXES = ("common", "ja", "en", "zh", "nursing", "other", "noise")


def near(**axes: float) -> np.ndarray:
    """The vector of length 1 that points so far along each axis."""
    vector = np.array([axes.get(axis, 0.0) for axis in AXES], dtype=np.float32)
    return vector / np.linalg.norm(vector)


class Pointing(HashEmbedder):
    """An embedder that knows a few questions by heart."""

    def __init__(self, known: Mapping[str, np.ndarray]) -> None:
        super().__init__(dimension=len(AXES))
        self._known = known

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._known[text] for text in texts])


def page(source: str, text: str, vector: np.ndarray, language: Language = "ja") -> NewDocument:
    """A page of one passage that lies there."""
    bare = document(source, "", text)
    passages = tuple(replace(passage, vector=vector, language=language) for passage in bare.passages)
    return replace(bare, language=language, passages=passages)


def nats(bm25: float, best: float) -> float:
    """What points are worth where the best passage has so many."""
    config = SearchConfig()
    return bm25 / config.bm25_per_nat * (best / 60) ** config.lexical_power


async def sources(searcher: Searcher, question: str) -> list[str]:
    found = await searcher.search([question], within=EVERYONE, language="ja")
    return [hit.passage.document.source for hit in found.hits]


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
        hits = (await searcher.search(["看護休暇の付与は何日"], within=EVERYONE, language="ja")).hits
    points = [hit.legs["lexical"].score for hit in hits]
    assert len(points) == 2
    assert [hit.score for hit in hits] == pytest.approx([nats(each, best=points[0]) for each in points])


async def test_by_score_the_raw_utterance_counts_less(tmp_path: Path) -> None:
    queries = ["看護休暇", "有給休暇の付与"]
    scores = []
    for weight in (0.0, 0.5):
        config = SearchConfig(further_query_weight=weight, coverage=0)
        async with house(tmp_path / str(weight), PAGES, search=config) as (_, searcher, _):
            hits = (await searcher.search(queries, within=EVERYONE, language="ja")).hits
            hit = next(hit for hit in hits if hit.passage.document.title == "年次有給休暇")
            best = max(hit.legs["lexical"].score for hit in hits)
            scores.append(hit.score - nats(hit.legs["lexical"].score, best))
            raw = hit.legs["lexical/2"].score
    assert scores == pytest.approx([0.0, 0.5 * nats(raw, best=raw)])


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


@pytest.mark.parametrize("queries", [[], ["  ", "\u3000"]], ids=["none", "blank"])
async def test_nothing_asked_finds_nothing(tmp_path: Path, queries: list[str]) -> None:
    async with house(tmp_path, PAGES, embedder=HashEmbedder()) as (_, searcher, _):
        found = await searcher.search(queries, within=EVERYONE, language="ja")
    assert found.hits == ()
    assert found.query_vector is None


async def test_a_failing_embedder_drops_the_vector_leg_and_says_so(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=BrokenEmbedder()) as (_, searcher, _):
        found = await searcher.search(["看護休暇"], within=EVERYONE, language="ja")
        assert found.hits[0].passage.document.title == "子の看護休暇"
        assert [(leg.step, leg.reason) for leg in found.dropped] == [
            ("search.vector", "the embedding server does not answer")
        ]


class Narrow(HashEmbedder):
    """An embedder whose model was changed for another one under the same name."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return (await super().embed_queries(texts))[:, :3]


async def test_vectors_of_another_width_than_the_indexs_drop_the_vector_leg_and_say_so(tmp_path: Path) -> None:
    pages = [page("nursing.md", "子の看護休暇", near(nursing=1)), page("other.md", "年次有給休暇", near(other=1))]
    async with house(tmp_path, pages, embedder=HashEmbedder(dimension=len(AXES))) as (_, _, store):
        searcher = Searcher(store.documents, EmbeddedIndex(tmp_path / "index"), Narrow(dimension=len(AXES)))
        found = await searcher.search(["看護休暇", "休暇の日数"], within=EVERYONE, language="ja")
    assert found.hits[0].passage.document.source == "nursing.md"
    assert [leg.step for leg in found.dropped] == ["search.vector"]
    assert "the query has 3" in found.dropped[0].reason
    assert found.query_vector is None


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
        await searcher.index.apply([], [], Position(999))
        assert (await searcher.search(["看護休暇"], within=EVERYONE, language="ja")).hits


# ---------------------------------------------------------------- fusion by score


async def test_what_only_one_leg_found_is_scored_by_the_other_leg_too(tmp_path: Path) -> None:
    """So that its score does not depend on how far down the other leg was read."""
    pages = [
        page("words.md", "看護休暇の日数", near(other=1)),
        page("meaning.md", "子が病気のときの休み", near(nursing=1)),
        *(page(f"{number}.md", f"食堂の献立{number}", near(other=1, noise=number / 9)) for number in range(8)),
    ]
    embedder = Pointing({"看護休暇の日数は": near(nursing=1)})
    found = {}
    for candidates in (1, 100):
        config = SearchConfig(candidates=candidates, coverage=0)
        async with house(tmp_path / str(candidates), pages, embedder=embedder, search=config) as (_, searcher, _):
            hits = (await searcher.search(["看護休暇の日数は"], within=EVERYONE, language="ja")).hits
            found[candidates] = {hit.passage.document.source: hit for hit in hits}
    few, many = found[1], found[100]
    assert set(few) == {"words.md", "meaning.md"}
    assert set(few["words.md"].legs) == {"lexical"}
    assert set(few["meaning.md"].legs) == {"vector"}
    assert set(many["words.md"].legs) == {"lexical", "vector"}
    assert {source: hit.score for source, hit in few.items()} == pytest.approx(
        {source: many[source].score for source in few}
    )


async def test_by_score_a_page_that_both_legs_find_beats_those_of_one_leg(tmp_path: Path) -> None:
    pages = [
        page("words.md", "看護休暇の日数", near(other=1)),
        page("meaning.md", "子が病気のときの休み", near(nursing=1)),
        page("both.md", "看護休暇の日数について", near(nursing=1)),
        *(page(f"{number}.md", f"食堂の献立{number}", near(other=1, noise=number / 9)) for number in range(8)),
    ]
    embedder = Pointing({"看護休暇の日数": near(nursing=1)})
    async with house(tmp_path, pages, embedder=embedder, search=SearchConfig(coverage=0)) as (_, searcher, _):
        assert (await sources(searcher, "看護休暇の日数"))[0] == "both.md"


async def test_of_two_passages_as_near_the_one_that_is_near_to_everything_comes_second(tmp_path: Path) -> None:
    question = near(nursing=1, other=1)
    pages = [
        page("hub.md", "食堂の案内", near(other=1)),
        page("own.md", "子が病気のときの休み", near(nursing=1)),
        *(page(f"{number}.md", f"食堂の献立{number}", near(other=1, noise=1 + number / 9)) for number in range(8)),
    ]
    found = {}
    for hubness in (0.0, 0.4):
        config = SearchConfig(hubness=hubness, lexical_weight=0, coverage=0)
        embedder = Pointing({"休み": question})
        async with house(tmp_path / str(hubness), pages, embedder=embedder, search=config) as (_, searcher, _):
            hits = (await searcher.search(["休み"], within=EVERYONE, language="ja")).hits
            found[hubness] = {hit.passage.document.source: hit.score for hit in hits}
    assert found[0.0]["own.md"] == pytest.approx(found[0.0]["hub.md"])
    assert found[0.4]["own.md"] > found[0.4]["hub.md"]


# ---------------------------------------------------------------- many languages


def about(language: Language, **topics: float) -> np.ndarray:
    """As models have it: most is common to all texts, and the language a little more telling than the topic."""
    return near(common=3, **{language: 1.1}, **topics)


def babel() -> list[NewDocument]:
    """Pages of three languages, the embedder's first concern; one of each is about leave for nursing."""
    texts: dict[Language, str] = {"ja": "子の看護休暇", "en": "Leave for nursing", "zh": "照顾子女的假期"}
    pages = [page(f"nursing.{code}", text, about(code, nursing=1), code) for code, text in texts.items()]
    for code in texts:
        for number in range(60):  # enough to outweigh what the languages have in common
            vector = about(code, other=0.2, noise=number / 60)
            pages.append(page(f"{number}.{code}", f"{code} {number}", vector, code))
    return pages


async def test_a_question_finds_candidates_of_every_language(tmp_path: Path) -> None:
    embedder = Pointing({"how long may I stay at home": about("en", nursing=1)})
    config = SearchConfig(candidates=3, limit=9)
    async with house(tmp_path, babel(), embedder=embedder, search=config) as (_, searcher, _):
        found = await searcher.search(["how long may I stay at home"], within=EVERYONE)
    assert {hit.passage.document.source for hit in found.hits[:3]} == {"nursing.ja", "nursing.en", "nursing.zh"}
    assert all("vector" in hit.legs for hit in found.hits)
    assert len(found.hits) == 3 * 3, "three candidates of each language"
    ranked = sorted(found.hits, key=lambda hit: hit.legs["vector"].rank)
    assert [hit.legs["vector"].rank for hit in ranked] == list(range(1, 10)), "one ranking of all languages"
    cosines = [hit.legs["vector"].score for hit in ranked]
    assert cosines == sorted(cosines, reverse=True)


async def test_of_pages_that_say_the_same_the_one_in_the_questions_language_comes_first(tmp_path: Path) -> None:
    embedder = Pointing({"家にいられる日数": about("ja", nursing=1)})
    scores: list[dict[str, float]] = []
    for nats_ in (0.0, 2.0):
        config = SearchConfig(other_language=nats_, coverage=0, limit=200)
        async with house(tmp_path / str(nats_), babel(), embedder=embedder, search=config) as (_, searcher, _):
            hits = (await searcher.search(["家にいられる日数"], within=EVERYONE, language="ja")).hits
        scores.append({hit.passage.document.source: hit.score for hit in hits})
    fair, own_first = scores
    assert next(iter(own_first)) == "nursing.ja"
    assert own_first["nursing.ja"] == pytest.approx(fair["nursing.ja"])
    assert own_first["nursing.en"] == pytest.approx(fair["nursing.en"] - 2)


async def test_by_rank_alone_the_questions_own_language_takes_all_the_places(tmp_path: Path) -> None:
    """Why fusion by score asks for each language: the test above would not hold without."""
    embedder = Pointing({"how long may I stay at home": about("en", nursing=1)})
    config = SearchConfig(candidates=3, fusion="rank")
    async with house(tmp_path, babel(), embedder=embedder, search=config) as (_, searcher, _):
        assert all(source.endswith(".en") for source in await sources(searcher, "how long may I stay at home"))


@pytest.mark.parametrize("languages", [("ja",), ("en",), ("ja", "zh"), ("und",)])
async def test_languages_that_are_filtered_out_stay_out(tmp_path: Path, languages: tuple[Language, ...]) -> None:
    embedder = Pointing({"nursing leave": about("en", nursing=1)})
    async with house(tmp_path, babel(), embedder=embedder) as (_, searcher, _):
        found = await searcher.search(["nursing leave"], within=Filter(languages=languages))
    assert {hit.passage.language for hit in found.hits} == set(languages) - {"und"}


async def test_every_language_keeps_to_the_readers_groups(tmp_path: Path) -> None:
    embedder = Pointing({"nursing leave": about("en", nursing=1)})
    for_some = [replace(each, groups=frozenset({"人事部"})) for each in babel() if each.source.startswith("nursing")]
    others = [each for each in babel() if not each.source.startswith("nursing")]
    async with house(tmp_path, [*for_some, *others], embedder=embedder) as (_, searcher, _):
        assert not [source for source in await sources(searcher, "nursing leave") if source.startswith("nursing")]


@pytest.mark.parametrize("others", [{"ja", "en"}, {"ja"}], ids=["beside two languages", "beside one"])
async def test_the_only_page_of_its_language_is_found_by_meaning(tmp_path: Path, others: set[Language]) -> None:
    """One vector has no moments; it must not take the page out of the search, nor break it."""
    embedder = Pointing({"子が病気のときは": about("ja", nursing=1)})
    pages = [each for each in babel() if each.language in others and not each.source.startswith("nursing")]
    pages.append(page("nursing.zh", "照顾子女的假期", about("zh", nursing=1), "zh"))
    async with house(tmp_path, pages, embedder=embedder, search=SearchConfig(candidates=3)) as (_, searcher, _):
        found = await searcher.search(["子が病気のときは"], within=EVERYONE, language="ja")
    assert "nursing.zh" in {hit.passage.document.source for hit in found.hits}
    assert len({hit.passage.id for hit in found.hits}) == len(found.hits)
    assert found.dropped == ()


async def test_a_page_in_another_language_is_not_beaten_by_words_that_it_cannot_hold(tmp_path: Path) -> None:
    embedder = Pointing({"How long is the leave?": about("en", nursing=1)})
    answer = page("nursing.ja", "子の看護休暇は年5日です。", about("ja", nursing=1))
    parts = [
        page(f"{number}.ja", f"第{number}号の部品", about("ja", other=0.2, noise=number / 60)) for number in range(60)
    ]
    leaves = [
        page(f"{number}.en", f"Leave the key at desk {number}.", about("en", other=1, noise=number / 60), "en")
        for number in range(60)
    ]
    config = SearchConfig(lexical_weight=10)
    async with house(tmp_path, [answer, *parts, *leaves], embedder=embedder, search=config) as (_, searcher, _):
        assert (await sources(searcher, "How long is the leave?"))[0] == "nursing.ja"


async def test_a_store_of_one_vector_is_searched_by_it(tmp_path: Path) -> None:
    embedder = Pointing({"休み": near(nursing=1)})
    only = page("nursing.md", "子の看護", near(nursing=1))
    async with house(tmp_path, [only], embedder=embedder) as (_, searcher, _):
        found = await searcher.search(["休み"], within=EVERYONE, language="ja")
    assert [hit.passage.document.source for hit in found.hits] == ["nursing.md"]
    assert found.hits[0].score == pytest.approx(1.0), "the cosine itself"


@pytest.mark.parametrize("many", [3, 12], ids=["as many as are spared", "more than are looked at in one go"])
async def test_passages_that_are_folded_make_room_for_others(tmp_path: Path, many: int) -> None:
    copies = [document(f"copy{number}.md", "看護休暇", "看護休暇の日数は年5日です。") for number in range(many)]
    others = [document(f"{number}.md", f"第{number}号", f"看護休暇の第{number}話です。") for number in range(3)]
    config = SearchConfig(rerank_candidates=3, limit=3)
    async with house(tmp_path, [*copies, *others], search=config) as (_, searcher, _):
        hits = (await searcher.search(["看護休暇の日数"], within=EVERYONE, language="ja")).hits
    assert [len(hit.also) for hit in hits] == [many - 1, 0, 0]


async def test_as_many_passages_as_are_asked_for_are_looked_for(tmp_path: Path) -> None:
    pages = [document(f"{number}.md", f"第{number}号", "看護休暇の話です。") for number in range(12)]
    async with house(tmp_path, pages, search=SearchConfig(candidates=3, duplicates=0)) as (_, searcher, _):
        assert len((await searcher.search(["看護休暇"], within=EVERYONE, language="ja", limit=12)).hits) == 12


# ---------------------------------------------------------------- reranking

MEETINGS = [
    document("record.md", "記録", "録画と会議。"),
    document("zoom.md", "機材", "Zoomの画面。"),
    document("room.md", "部屋", "会議の部屋。"),
    document("film.md", "映画", "録画した映画。"),
    document("minutes.md", "文書", "会議。"),
]
MEETING = "Zoom会議の録画"


async def test_a_reranker_decides_the_order_of_the_best(tmp_path: Path) -> None:
    async with house(tmp_path / "without", MEETINGS, search=SearchConfig(coverage=0)) as (_, searcher, _):
        before = await sources(searcher, MEETING)
    reranker = FakeReranker()
    async with house(tmp_path / "with", MEETINGS, reranker=reranker) as (_, searcher, _):
        hits = (await searcher.search([MEETING, "映画"], within=EVERYONE, language="ja")).hits
    after = [hit.passage.document.source for hit in hits]
    assert sorted(after) == sorted(before)
    assert after != before
    judged = [shared_bigrams(MEETING, hit.passage.in_context) for hit in hits]
    assert [hit.score for hit in hits] == judged == sorted(judged, reverse=True)
    assert [(hit.legs["reranker"].rank, hit.legs["reranker"].score) for hit in hits] == list(enumerate(judged, start=1))
    assert all("coverage" in hit.legs for hit in hits), "what was seen before stays on record"
    ((question, passages),) = reranker.calls
    assert question == MEETING, "the first query alone"
    assert sorted(passages) == sorted(hit.passage.in_context for hit in hits), "under their headings"


async def test_a_model_judges_by_the_question_and_not_by_its_key_words(tmp_path: Path) -> None:
    reranker = FakeReranker()
    async with house(tmp_path, MEETINGS, reranker=reranker, search=SearchConfig(keywords="rules")) as (_, searcher, _):
        await searcher.search(["会議の録画を教えてください"], within=EVERYONE, language="ja")
    assert [question for question, _ in reranker.calls] == ["会議の録画を教えてください"]


@pytest.mark.parametrize("coverage", [0.0, 6.0])
@pytest.mark.parametrize("reranker", [None, FakeReranker()], ids=["no model", "a model"])
async def test_hits_beyond_the_reranked_follow_in_their_order_with_lower_scores(
    tmp_path: Path, coverage: float, reranker: FakeReranker | None
) -> None:
    async with house(tmp_path / "all", MEETINGS, search=SearchConfig(coverage=0)) as (_, searcher, _):
        before = await sources(searcher, MEETING)
    config = SearchConfig(coverage=coverage, rerank_candidates=2)
    async with house(tmp_path / "two", MEETINGS, reranker=reranker, search=config) as (_, searcher, _):
        hits = (await searcher.search([MEETING], within=EVERYONE, language="ja")).hits
    after = [hit.passage.document.source for hit in hits]
    assert len(after) == 5
    assert sorted(after[:2]) == sorted(before[:2])
    assert after[2:] == before[2:]
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    looked_at = {leg for hit in hits[2:] for leg in hit.legs}
    assert looked_at == {"lexical"}
    assert {leg for hit in hits[:2] for leg in hit.legs} == {
        "lexical",
        *(["coverage"] if coverage else []),
        *(["reranker"] if reranker else []),
    }


async def test_a_failing_reranker_is_named_and_leaves_the_order_as_it_was(tmp_path: Path) -> None:
    async with house(tmp_path / "without", MEETINGS) as (_, searcher, _):
        before = (await searcher.search([MEETING], within=EVERYONE, language="ja")).hits
    failing = FakeReranker(failing=BackendUnavailable("the rerank server does not answer"))
    async with house(tmp_path / "failing", MEETINGS, reranker=failing) as (_, searcher, _):
        found = await searcher.search([MEETING], within=EVERYONE, language="ja")
    assert len(failing.calls) == 1
    assert [(leg.step, leg.reason) for leg in found.dropped] == [("search.rerank", "the rerank server does not answer")]
    assert found.hits == before


async def test_without_hits_no_reranker_is_asked(tmp_path: Path) -> None:
    reranker = FakeReranker()
    async with house(tmp_path, MEETINGS, reranker=reranker) as (_, searcher, _):
        assert not (await searcher.search(["鯨"], within=EVERYONE, language="ja")).hits
    assert reranker.calls == []


SCATTERED = [
    document("scattered.md", "規程", "看護休暇は人事部へ申請します。年次休暇の日数は10日です。"),
    document("together.md", "規程", "看護休暇の日数は5日です。申請は人事部へ。"),
    document("other.md", "規程", "食堂は3階です。休暇の届けは2階です。"),
]


async def test_a_sentence_that_holds_the_question_together_goes_before_scattered_words(tmp_path: Path) -> None:
    async with house(tmp_path / "without", SCATTERED, search=SearchConfig(coverage=0)) as (_, searcher, _):
        assert (await sources(searcher, "看護休暇の日数"))[0] == "scattered.md", "BM25 sees no difference"
    async with house(tmp_path / "with", SCATTERED) as (_, searcher, _):
        hits = (await searcher.search(["看護休暇の日数"], within=EVERYONE, language="ja")).hits
    assert [hit.passage.document.source for hit in hits] == ["together.md", "scattered.md", "other.md"]
    assert [hit.legs["coverage"].rank for hit in hits] == [1, 2, 3]
    assert hits[0].legs["coverage"].score == pytest.approx(1.0)
    best = max(hit.legs["lexical"].score for hit in hits)
    for hit in hits:
        covered = hit.legs["coverage"].score
        assert hit.score == pytest.approx(nats(hit.legs["lexical"].score, best) * (1 + 6 * covered) / (1 + 6 / 3))


async def test_by_rank_coverage_is_one_more_ranking(tmp_path: Path) -> None:
    async with house(tmp_path, SCATTERED, search=SearchConfig(fusion="rank", k=10)) as (_, searcher, _):
        hits = (await searcher.search(["看護休暇の日数"], within=EVERYONE, language="ja")).hits
    by_source = {hit.passage.document.source: hit for hit in hits}
    assert by_source["together.md"].legs["coverage"].rank == 1
    for hit in hits:
        assert hit.score == pytest.approx(sum(1 / (10 + leg.rank) for leg in hit.legs.values()))
        assert set(hit.legs) == {"lexical", "coverage"}


# ---------------------------------------------------------------- duplicates, and what is shown


async def test_a_copied_page_is_one_hit_that_names_the_other_and_takes_one_place(tmp_path: Path) -> None:
    text = "年次有給休暇は入社6か月後に10日付与されます。"
    pages = [
        document("annual.md", "年次有給休暇", text),
        document("copy.md", "年次有給休暇", text + "\n（総務）"),
        document("later.md", "年次有給休暇の繰越", "残った年次有給休暇は翌年に限り使えます。"),
    ]
    async with house(tmp_path / "folded", pages) as (_, searcher, _):
        best, other = (await searcher.search(["年次有給休暇"], within=EVERYONE, language="ja", limit=2)).hits
    assert {best.passage.document.source, *(each.document.source for each in best.also)} == {"annual.md", "copy.md"}
    assert other.passage.document.source == "later.md"
    async with house(tmp_path / "all", pages, search=SearchConfig(duplicates=0)) as (_, searcher, _):
        assert sorted(await sources(searcher, "年次有給休暇")) == ["annual.md", "copy.md", "later.md"]


STEPS = document(
    "vpn.md", "VPNの手順", *(f"手順{number}、{what}します。" for number, what in enumerate("申請設定接続"))
)


async def test_a_hit_is_shown_with_its_neighbours_and_each_passage_once(tmp_path: Path) -> None:
    config = SearchConfig(neighbours_before=1, neighbours_after=2)
    async with house(tmp_path, [STEPS, *PAGES], search=config) as (_, searcher, _):
        found = await searcher.search(["手順2"], within=EVERYONE, language="ja", limit=1)
        (shown,) = await searcher.shown(found.hits)
        assert shown.passage.text.split("\n\n") == [passage.text for passage in STEPS.passages[1:5]]
        assert (shown.passage.id, shown.score, shown.legs) == (
            found.hits[0].passage.id,
            found.hits[0].score,
            found.hits[0].legs,
        )
        everything = await searcher.search(["手順"], within=EVERYONE, language="ja")
        stretches = await searcher.shown(everything.hits)
        own = {passage.id: passage.text for passage in (hit.passage for hit in everything.hits)}
        assert all(own[hit.passage.id] in hit.passage.text for hit in stretches), "no hit without its own passage"
        lines = [line for hit in stretches for line in hit.passage.text.split("\n\n")]
        assert sorted(lines) == sorted(passage.text for passage in STEPS.passages)


async def test_hits_are_found_best_first_and_shown_in_the_order_that_is_set(tmp_path: Path) -> None:
    pages = [
        document("old.md", "看護休暇", "看護休暇は年5日です。", updated="2020-04-01"),
        document("undated.md", "看護", "看護の休み。"),
        document("new.md", "休暇", "休暇の届け。", updated="2026-04-01"),
    ]
    async with house(tmp_path, pages, search=SearchConfig(order="newest")) as (_, searcher, _):
        found = await searcher.search(["看護休暇"], within=EVERYONE, language="ja")
        assert found.hits[0].passage.document.source == "old.md"
        scores = [hit.score for hit in found.hits]
        assert scores == sorted(scores, reverse=True)
        shown = [hit.passage.document.source for hit in await searcher.shown(found.hits)]
        assert shown == ["new.md", "old.md", "undated.md"]


async def test_unless_something_is_set_hits_are_shown_as_they_were_found(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        found = await searcher.search(["休暇"], within=EVERYONE, language="ja")
        assert await searcher.shown(found.hits) == list(found.hits)


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    "wrong",
    [
        {"k": -1},
        {"candidates": 0},
        {"limit": 0},
        {"rerank_candidates": 0},
        {"vector_weight": -0.5},
        {"lexical_weight": -0.1},
        {"further_query_weight": -1},
        {"coverage": -0.1},
        {"bm25_per_nat": 0},
        {"bm25_per_nat": -1},
        {"lexical_power": -0.1},
        {"hubness": -0.1},
        {"duplicates": -0.1},
        {"duplicates": 1.1},
        {"variants": -1},
        {"variants": 9},
        {"neighbours_before": -1},
        {"neighbours_after": -1},
        {"conversations": -1},
    ],
    ids=str,
)
def test_settings_off_their_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        SearchConfig(**wrong)  # type: ignore[arg-type]


def test_the_ends_of_the_ranges_are_allowed() -> None:
    SearchConfig(k=0, vector_weight=0, lexical_weight=0, further_query_weight=0, coverage=0, duplicates=0, variants=0)
    SearchConfig(candidates=1, limit=1, rerank_candidates=1, duplicates=1, variants=8, bm25_per_nat=0.01)
