"""The question in other words, and what the search makes of them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.house import document, house

from yorisoi.errors import BackendError
from yorisoi.ports import ChatRequest
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.wording import Query, worded
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.testing.scripted_chat import Answer, ScriptedChat, nonsense, refused, timed_out
from yorisoi.types import Degraded, Filter, Language

QUESTION = "経費精算の方法を教えてください"
BY_RULES = "経費精算 方法"
KEYWORDS, VARIANTS = SearchConfig(keywords="model"), SearchConfig(variants=3)

PAGES = [
    document("nursing.md", "子の看護休暇", "子が1人の場合は年5日まで取得できます。"),
    document("expense.md", "経費精算", "領収書を添えて月末までに申請します。"),
    document("travel.md", "出張旅費", "旅費は実費を支給します。"),
]
EVERYONE = Filter()


def says(**given: object) -> str:
    return json.dumps({"keywords": [], "variants": [], **given}, ensure_ascii=False)


async def ask(
    answer: Answer | None, config: SearchConfig, *questions: str, language: Language = "ja"
) -> tuple[list[Query], list[Degraded], list[ChatRequest]]:
    """What was asked, what was dropped, and what the model was asked."""
    chat = None if answer is None else ScriptedChat(lambda _: answer)
    dropped: list[Degraded] = []
    asked = await worded(questions or (QUESTION,), config, chat, language, dropped)
    return asked, dropped, chat.requests if chat else []


# ---------------------------------------------------------------- key words


async def test_as_it_is_a_query_is_the_same_for_both_legs_and_no_model_is_asked() -> None:
    asked, dropped, requests = await ask(says(variants=["x"]), SearchConfig(), QUESTION, "精算")
    assert asked == [Query(text=QUESTION, words=QUESTION), Query(text="精算", words="精算")]
    assert dropped == requests == []


async def test_years_are_asked_for_in_both_calendars() -> None:
    asked, _, _ = await ask(None, SearchConfig(), "令和7年度の授業料")
    assert asked == [Query(text="令和7年度（2025年度）の授業料", words="令和7年度（2025年度）の授業料")]
    asked, _, _ = await ask(None, SearchConfig(), "2026年度的学费", language="zh")
    assert asked == [Query(text="2026年度的学费", words="2026年度的学费")]


async def test_by_rules_the_lexical_leg_is_asked_the_key_words_of_every_query_and_no_model_is_needed() -> None:
    asked, dropped, _ = await ask(None, SearchConfig(keywords="rules"), QUESTION, "請问VPNはどこですか")
    assert asked[0] == Query(text=QUESTION, words=BY_RULES)
    assert "vpn" in asked[1].words
    assert "どこ" not in asked[1].words
    assert dropped == []


async def test_a_query_of_requests_alone_keeps_its_words() -> None:
    asked, _, _ = await ask(None, SearchConfig(keywords="rules"), "教えてください")
    assert asked == [Query(text="教えてください", words="教えてください")]


async def test_by_model_the_lexical_leg_of_the_question_is_asked_what_the_model_named() -> None:
    asked, dropped, requests = await ask(says(keywords=["立替金", "経費精算"]), KEYWORDS, QUESTION, "経費の話です")
    assert asked[0] == Query(text=QUESTION, words="立替金 経費精算")
    assert asked[1].words == "経費 話", "further queries by rules"
    assert dropped == []
    assert len(requests) == 1
    assert requests[0].messages[-1].content == QUESTION


async def test_a_model_that_names_no_key_word_leaves_those_of_the_rules() -> None:
    asked, dropped, _ = await ask(says(keywords=[" ", ""]), KEYWORDS)
    assert asked == [Query(text=QUESTION, words=BY_RULES)]
    assert dropped == []


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        (QUESTION, "zh", "質問には答えず"),
        ("报销需要哪些材料？", "ja", "不要回答"),
        ("How do I claim it?", "ja", "Do not"),
    ],
)
async def test_the_model_is_spoken_to_in_the_questions_language(question: str, language: Language, said: str) -> None:
    _, _, requests = await ask(says(), KEYWORDS, question, language=language)
    assert said in requests[0].messages[0].content


# ---------------------------------------------------------------- variants


async def test_variants_follow_all_other_queries_for_both_legs() -> None:
    asked, dropped, _ = await ask(says(variants=["立替金の払い戻し", "旅費の申請"]), VARIANTS, QUESTION, "精算")
    assert [query.text for query in asked] == [QUESTION, "精算", "立替金の払い戻し", "旅費の申請"]
    assert [query.words for query in asked] == [query.text for query in asked]
    assert dropped == []


async def test_with_variants_alone_the_key_words_of_the_model_are_not_used() -> None:
    asked, _, _ = await ask(says(keywords=["立替金"], variants=["払い戻し"]), VARIANTS)
    assert asked[0].words == QUESTION


async def test_with_key_words_alone_the_variants_of_the_model_are_not_used() -> None:
    asked, _, requests = await ask(says(keywords=["立替金"], variants=["払い戻し"]), KEYWORDS)
    assert [query.text for query in asked] == [QUESTION]
    assert requests[0].schema is not None
    assert "variants" not in requests[0].schema["properties"]


async def test_a_variant_that_is_a_query_already_is_dropped() -> None:
    same = [QUESTION, f" {QUESTION}\n", "ＶＰＮの設定", "ｖｐｎの設定", "払い戻し", "払い戻し"]
    asked, _, _ = await ask(says(variants=same), SearchConfig(variants=8), QUESTION, "VPNの設定")
    assert [query.text for query in asked] == [QUESTION, "VPNの設定", "払い戻し"]


async def test_two_variants_that_differ_in_width_only_are_one() -> None:
    asked, _, _ = await ask(says(variants=["ＶＰＮの設定", "払い戻し", "VPNの設定"]), VARIANTS)
    assert [query.text for query in asked] == [QUESTION, "ＶＰＮの設定", "払い戻し"]


@given(
    st.lists(st.text(alphabet="経費 \n精", max_size=250), max_size=12),
    st.lists(st.text(alphabet="旅費 \n", max_size=60), max_size=20),
    st.integers(1, 8),
)
async def test_whatever_a_model_says_queries_stay_few_short_and_different(
    variants: list[str], named: list[str], most: int
) -> None:
    answer = says(keywords=named, variants=variants)
    chat = ScriptedChat([answer])
    config = SearchConfig(keywords="model", variants=most)
    dropped: list[Degraded] = []
    asked = await worded([QUESTION], config, chat, "ja", dropped)
    if dropped:  # the answer was cut off at the tokens that it may have
        assert len(answer) > chat.requests[0].max_tokens
        assert asked == [Query(text=QUESTION, words=BY_RULES)]
        return
    assert len(asked) <= 1 + most
    assert len({query.text for query in asked}) == len(asked)
    assert all(query.text.strip() and len(query.text) <= 200 for query in asked)
    words = [each for each in asked[0].words.split(" ") if each]
    assert len(asked[0].words) <= 8 * 40 + 7
    assert asked[0].words == BY_RULES or all(any(word in each.split() for each in named) for word in words)


async def test_of_too_many_key_words_the_first_are_taken_and_long_ones_left_out() -> None:
    named = ["長い" * 30, *(f"語{number}" for number in range(12))]
    asked, _, _ = await ask(says(keywords=named), SearchConfig(keywords="model", variants=8))
    assert asked[0].words.split() == [f"語{number}" for number in range(8)]


async def test_of_too_many_variants_the_first_are_taken_and_long_ones_left_out() -> None:
    given = ["長い" * 101, "一つ目", "二つ目", "三つ目"]
    asked, _, _ = await ask(says(variants=given), SearchConfig(variants=8))
    assert [query.text for query in asked][1:] == given[1:]
    asked, _, _ = await ask(says(variants=given[1:]), SearchConfig(variants=2))
    assert [query.text for query in asked][1:] == given[1:3]


# ---------------------------------------------------------------- failing


@pytest.mark.parametrize(
    "answer",
    [None, timed_out(), refused(), nonsense(), "[]", '{"keywords": "立替金"}', '{"variants": [1, 2]}', "{", ""],
    ids=repr,
)
@pytest.mark.parametrize("config", [KEYWORDS, VARIANTS, SearchConfig(keywords="model", variants=2)], ids=str)
async def test_without_a_usable_answer_key_words_come_by_rules_and_the_reply_says_so(
    answer: str | BackendError | None, config: SearchConfig
) -> None:
    asked, dropped, _ = await ask(answer, config, QUESTION, "精算")
    words = BY_RULES if config.keywords == "model" else QUESTION
    assert asked == [Query(text=QUESTION, words=words), Query(text="精算", words="精算")]
    assert [each.step for each in dropped] == ["search.wording"]
    assert dropped[0].reason


async def test_no_question_asks_no_model() -> None:
    chat = ScriptedChat([])
    dropped: list[Degraded] = []
    assert await worded([], SearchConfig(keywords="model", variants=8), chat, "ja", dropped) == []
    assert chat.requests == dropped == []


# ---------------------------------------------------------------- through the search


async def test_variants_are_searched_as_legs_of_their_own_with_less_weight(tmp_path: Path) -> None:
    scores = {}
    for weight in (0.0, 0.5):
        chat = ScriptedChat([says(variants=["経費精算の領収書", "出張旅費"])])
        config = SearchConfig(variants=2, further_query_weight=weight, coverage=0)
        async with house(tmp_path / str(weight), PAGES, chat=chat, search=config) as (_, searcher, _):
            found = await searcher.search(["子の看護休暇"], within=EVERYONE, language="ja")
        by_source = {hit.passage.document.source: hit for hit in found.hits}
        assert found.dropped == ()
        assert set(by_source["nursing.md"].legs) == {"lexical"}
        assert set(by_source["expense.md"].legs) == {"lexical/2"}
        assert set(by_source["travel.md"].legs) == {"lexical/3"}
        assert found.hits[0].passage.document.source == "nursing.md"
        scores[weight] = {source: hit.score for source, hit in by_source.items()}
        bm25 = by_source["travel.md"].legs["lexical/3"].score
    assert scores[0.0]["expense.md"] == scores[0.0]["travel.md"] == 0
    worth = bm25 / config.bm25_per_nat * (bm25 / 60) ** config.lexical_power
    assert scores[0.5]["travel.md"] == pytest.approx(0.5 * worth)


async def test_variants_have_vectors_too(tmp_path: Path) -> None:
    chat = ScriptedChat([says(variants=["経費精算"])])
    async with house(
        tmp_path, PAGES, chat=chat, embedder=HashEmbedder(), search=SearchConfig(variants=2, fusion="rank")
    ) as (_, searcher, _):
        found = await searcher.search(["看護休暇"], within=EVERYONE, language="ja")
        assert found.query_vector is not None
        assert found.query_vector.tolist() == (await HashEmbedder().embed_queries(["看護休暇"]))[0].tolist()
    assert len(chat.requests) == 1


async def test_what_the_model_names_is_what_the_words_are_searched_by(tmp_path: Path) -> None:
    chat = ScriptedChat([says(keywords=["出張旅費"])])
    async with house(tmp_path, PAGES, chat=chat, search=KEYWORDS) as (_, searcher, _):
        found = await searcher.search(["電車代はどうなりますか"], within=EVERYONE, language="ja")
    assert [hit.passage.document.source for hit in found.hits] == ["travel.md"]


@pytest.mark.parametrize("answer", [None, timed_out(), nonsense()], ids=repr)
async def test_a_search_whose_model_fails_finds_what_it_finds_without_and_says_so(
    tmp_path: Path, answer: Answer | None
) -> None:
    async with house(tmp_path / "rules", PAGES, search=SearchConfig(keywords="rules")) as (_, searcher, _):
        usual = await searcher.search([QUESTION], within=EVERYONE, language="ja")
    chat = None if answer is None else ScriptedChat(lambda _: answer)
    config = SearchConfig(keywords="model", variants=3)
    async with house(tmp_path / "model", PAGES, chat=chat, search=config) as (_, searcher, _):
        found = await searcher.search([QUESTION], within=EVERYONE, language="ja")
    assert found.hits[0].passage.document.source == "expense.md"
    assert [(hit.passage.id, hit.score, hit.legs) for hit in found.hits] == [
        (hit.passage.id, hit.score, hit.legs) for hit in usual.hits
    ]
    assert [each.step for each in found.dropped] == ["search.wording"]
