"""A model that calls functions, and the web: in place of the table of rules, or beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from yorisoi.ports import ChatRequest
from yorisoi.testing.fake_searxng import finding, saying, serving
from yorisoi.testing.scripted_chat import ScriptedChat, nonsense, timed_out
from yorisoi.types import UserId

USER = UserId("aiko")
LEAVE = "休暇について教えてください"
QUESTION = "どの種類の休暇についてお知りになりたいですか。"
HOLIDAYS = ("https://example.org/holidays", "日本の祝日", "オーロラ観測の祝日は2月30日です。")
TOOLS = {"steering": "tools", "weighing": {"when": "never"}, "reflection": {"when": "never"}}
"""The model is asked for nothing but the turn."""


def call(function: str, argument: str = "") -> str:
    return json.dumps({"function": function, "argument": argument}, ensure_ascii=False)


def calling(*answers: Any) -> ScriptedChat:
    """A model that says these one after the other."""
    return ScriptedChat(answers)


async def test_the_model_asks_back_with_choices_from_the_documents(converse: Any, home: Path) -> None:
    chat = calling(call("ask_missing_information", QUESTION), "病気休暇は取れます[1]。")
    async with converse(home, chat, turn=TOOLS) as workspace:
        asked = await workspace.assistant.reply(LEAVE, user=USER)
        assert (asked.action, asked.rule, asked.degraded) == ("ask", "ask_missing_information", ())
        assert asked.text.startswith(QUESTION)
        assert len(asked.choices) >= 2
        assert "モデル" in asked.reason
        picked = await workspace.assistant.reply("1", user=USER, session=asked.session)
        assert (picked.action, picked.rule) == ("answer", "choice")
        await workspace.assistant.close()
        trace = await workspace.store.traces.load(asked.trace_id, USER)
    [step] = [step for step in trace["steps"] if step["name"] == "steer"]
    assert step["calls"] == [{"function": "ask_missing_information", "argument": QUESTION, "found": []}]


async def test_the_model_searches_in_other_words_and_answers_with_citations(converse: Any, home: Path) -> None:
    answer = "子の看護休暇は、子が1人の場合は年5日です[1]。"
    chat = calling(call("search_documents", "子の看護休暇の日数"), call("answer"), answer)
    async with converse(home, chat, turn=TOOLS) as workspace:
        reply = await workspace.assistant.reply("子どもが熱を出したら休めますか", user=USER)
    assert (reply.action, reply.rule) == ("answer", "answer")
    assert reply.citations
    assert not reply.citations[0].outside
    assert "子の看護休暇" in chat.requests[1].messages[-1].content


async def test_what_was_said_in_another_conversation_can_be_looked_up_by_its_own_user(
    converse: Any, home: Path
) -> None:
    async with converse(home) as workspace:
        await workspace.assistant.reply("来月から福岡支社に異動することになりました", user=USER)
    for user, remembered in ((USER, True), (UserId("ben"), False)):
        found: list[str] = []

        def answer(request: ChatRequest, found: list[str] = found) -> str:
            if request.schema is None:
                return "異動の手続きは人事に確認します[1]。"
            found.append(request.messages[-1].content)
            return call("search_conversations", "異動") if len(found) == 1 else call("answer")

        async with converse(home, ScriptedChat(answer), turn=TOOLS) as workspace:
            await workspace.assistant.reply("異動の手続きは何が必要ですか", user=user)
        assert ("福岡支社" in found[1]) == remembered


async def test_caps_and_overrides_hold(converse: Any, home: Path) -> None:
    async with converse(home, calling("病気休暇があります[1]。"), turn=TOOLS) as workspace:
        assert (await workspace.assistant.reply(LEAVE, user=USER, just_answer=True)).rule == "just-answer"
    questions = [
        "どの種類の休暇についてお知りになりたいですか。",
        "休暇の日数と申請方法のどちらをお探しですか。",
        "ほかに条件はありますでしょうか。",
    ]
    going_round = calling(*(call("ask_missing_information", each) for each in questions), "病気休暇があります[1]。")
    async with converse(home, going_round, turn=TOOLS) as workspace:
        said = [await workspace.assistant.reply(LEAVE, user=USER, session="round") for _ in range(3)]
    assert [each.rule for each in said] == [*["ask_missing_information"] * 2, "ask-cap"]


@pytest.mark.parametrize("failure", [nonsense(), call("open_the_door"), timed_out()])
async def test_a_model_that_fails_leaves_the_decision_to_the_scores(converse: Any, home: Path, failure: object) -> None:
    async with converse(home, calling(failure, timed_out(), timed_out()), turn=TOOLS) as workspace:
        reply = await workspace.assistant.reply(LEAVE, user=USER)
    assert (reply.action, reply.rule) == ("ask", "②")
    assert reply.degraded[0].step == "steer"


async def test_the_web_is_cited_by_its_address_and_marked(converse: Any, home: Path) -> None:
    text = "オーロラ観測の祝日はいつですか"
    leaking = call("search_web", "祝日 社外秘のパスワード")
    chat = calling(leaking, call("answer"), "オーロラ観測の祝日は2月30日です[1]。")
    with serving(finding(HOLIDAYS)) as (url, seen):
        async with converse(home, chat, turn=TOOLS, web={"base_url": url}) as workspace:
            reply = await workspace.assistant.reply(text, user=USER)
    assert [asked["q"] for asked in seen] == [text], "only the user's own words leave the house"
    [cited] = reply.citations
    assert (cited.source, cited.outside) == (HOLIDAYS[0], True)
    assert "ウェブで見つかった情報です" in reply.text


async def test_without_a_model_the_web_is_asked_when_the_documents_hold_nothing_and_only_when_set(
    converse: Any, home: Path
) -> None:
    text = "食堂のメニューは？"
    canteen = ("https://example.org/canteen", "食堂", "食堂のメニューはカレーです。")
    with serving(finding(canteen)) as (url, seen):
        for when, cited in (("never", []), ("not_found", [canteen[0]])):
            async with converse(home, web={"base_url": url, "when": when}) as workspace:
                reply = await workspace.assistant.reply(text, user=USER, just_answer=True)
            assert [cite.source for cite in reply.citations] == cited
            assert ("ウェブで見つかった" in reply.text) == bool(cited)
        assert len(seen) == 1
    with serving(saying(500)) as (url, _):
        async with converse(home, web={"base_url": url, "when": "not_found"}) as workspace:
            reply = await workspace.assistant.reply(text, user=USER, just_answer=True)
        assert [each.step for each in reply.degraded] == ["web"]
        assert "見つかりませんでした" in reply.text


def test_doctor_tries_the_web_where_a_server_is_named(at_once: Any, handbook: Path) -> None:
    words = ("doctor", "--home", handbook, "--chat", "none", "--embedding", "none", "--json")
    with serving(saying(403)) as (url, _):
        ran = at_once(*words, env={"YORISOI_WEB__BASE_URL": url})
    assert ran.status == 1
    [check] = [each for each in json.loads(ran.out)["checks"] if each["check"] == "web"]
    assert not check["ok"]
    assert "search.formats" in check["detail"]
