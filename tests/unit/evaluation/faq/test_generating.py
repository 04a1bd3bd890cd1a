"""A model asked for queries: what it is told, what becomes of its replies, what it costs."""

from pathlib import Path

import pytest

from yorisoi.evaluation.faq import generating
from yorisoi.evaluation.faq.asking import cost, shown
from yorisoi.evaluation.faq.drafts import queries_of
from yorisoi.evaluation.faq.pairs import by_rules, pairs
from yorisoi.evaluation.faq.sets import Faq
from yorisoi.evaluation.recorded_chat import RecordedChat
from yorisoi.testing.scripted_chat import ScriptedChat, refused, timed_out

CARD = Faq("card", "カードを落とした", "紛失デスクに電話して、カードを止めてください。")
LEAVE = Faq("leave", "How do I book leave?", "Open the portal and choose the days.")
USER = ("user",)


async def made(model: ScriptedChat, *faqs: Faq, n: int = 2) -> tuple[list[generating.Draft], dict[str, str]]:
    todo = generating.tasks(faqs, USER, model, n=n, seed=1)
    drafts, failed = await generating.generate(model, todo)
    return drafts, dict(failed)


async def test_each_faq_is_asked_about_in_its_own_language_with_the_six_rules() -> None:
    model = ScriptedChat(["カードなくした", "book days off"])
    await made(model, CARD, LEAVE)
    japanese, english = (request.messages[0].content for request in model.requests)
    assert CARD.body in japanese
    assert LEAVE.body in english
    for told in (japanese, english):
        assert [f"\n{number}. " in told for number in range(1, 8)] == [True] * 6 + [False]
    assert "検索欄" in japanese
    assert "search box" in english


async def test_phrases_of_ones_own_users_are_shown_and_the_seed_draws_them() -> None:
    own = [f"言い方{n}" for n in range(20)]
    one, again, other = (generating.instruction(CARD, "user", 3, seed, own) for seed in (1, 1, 2))
    assert one == again != other
    assert one.count("言い方") == 3


async def test_a_reply_without_a_list_is_asked_for_once_more() -> None:
    model = ScriptedChat(["。", "カードなくした\nカードを止めたい"])
    [draft], failed = await made(model, CARD)
    assert draft.texts == ("カードなくした", "カードを止めたい")
    assert [message.role for message in model.requests[1].messages] == ["user", "assistant", "user"]
    assert failed == {}


async def test_a_failure_is_told_and_the_other_faqs_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yorisoi.evaluation.faq.asking._WAITS_S", (0.0, 0.0))
    drafts, failed = await made(ScriptedChat([refused(), "book days off"]), CARD, LEAVE)
    assert [draft.faqs for draft in drafts] == [("leave",)]
    assert list(failed) == ["card user"]
    drafts, failed = await made(ScriptedChat([timed_out(), timed_out(), "カードなくした"]), CARD)
    assert (len(drafts), failed) == (1, {})


async def test_the_cost_is_foretold_and_what_is_recorded_costs_nothing(tmp_path: Path) -> None:
    model = RecordedChat(tmp_path / "replies.jsonl", ScriptedChat(["カードなくした", "book days off"]))
    todo = generating.tasks([CARD, LEAVE], USER, model, n=2, seed=1)
    requests = [task.request for task in todo]
    before = cost(model, requests)
    assert (before.calls, before.known) == (2, 0)
    read = sum(len(request.messages[0].content) for request in requests)
    assert 0.4 * read <= before.prompt_tokens <= read
    await generating.generate(model, todo[:1])
    after = cost(model, requests)
    assert (after.calls, after.known) == (1, 1)
    assert after.prompt_tokens < before.prompt_tokens


def test_a_body_is_cut_after_a_sentence_where_the_model_cannot_read_more() -> None:
    long = Faq("long", "長い", "一つ目の文です。" * 100)
    told = shown(long, ScriptedChat([], context_tokens=50))
    assert told.endswith("一つ目の文です。")
    assert len(told) < 100


def test_the_same_wording_of_two_ways_counts_once() -> None:
    drafts = [
        generating.Draft(faqs=("card",), way=way, texts=("カード 紛失", "停止"), made_by=("m", "m"))
        for way in ("title", "user")
    ]
    found = queries_of(drafts, {"card": CARD})
    assert [(query.id, query.text, query.way) for query in found] == [
        ("q0001", "カード 紛失", "title"),
        ("q0002", "停止", "title"),
    ]


async def test_pairs_have_a_subject_in_common_and_are_not_the_same_faq() -> None:
    faqs = {
        faq.id: faq
        for faq in (
            CARD,
            Faq("again", "カードを落としたとき", "電話してください。"),
            Faq(
                "abroad",
                "海外出張の準備",
                "出発の前に、法人カードの限度額を確かめてください。紛失デスクの番号も控えます。",
            ),
            Faq("lunch", "食堂の時間", "昼は11時から14時までです。"),
            Faq("desk", "紛失デスクの受付時間", "24時間です。"),
        )
    }
    found = await pairs(faqs, None, 10)
    joined = {frozenset((pair.one.id, pair.other.id)) for pair in found}
    assert frozenset(("card", "desk")) in joined
    assert frozenset(("card", "again")) not in joined
    assert not [pair for pair in joined if "lunch" in pair]
    assert all(draft.way == "two" and len(draft.faqs) == 2 for draft in by_rules(found, 1))
