"""A model that calls functions, and the web: in place of the table of rules, or beside it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from yorisoi.assistant import Assistant
from yorisoi.backends.web.searxng import SearXNG
from yorisoi.dialogue.steering.web import Web
from yorisoi.ports import ChatRequest
from yorisoi.testing.fake_searxng import finding, saying, serving
from yorisoi.testing.scripted_chat import ScriptedChat, nonsense, timed_out
from yorisoi.types import UserId
from yorisoi.wiring import Workspace

USER = UserId("aiko")
LEAVE = "休暇について教えてください"
QUESTION = "どの種類の休暇についてお知りになりたいですか。"
HOLIDAYS = ("https://example.org/holidays", "日本の祝日", "オーロラ観測の祝日は2月30日です。")


def call(function: str, argument: str = "") -> str:
    return json.dumps({"function": function, "argument": argument}, ensure_ascii=False)


def tools(workspace: Workspace, *answers: Any, web: Web | None = None) -> Assistant:
    config = replace(workspace.assistant.config, steering="tools")
    return Assistant(workspace.store, workspace.searcher, ScriptedChat(answers), config, web=web)


async def test_the_model_asks_back_with_choices_from_the_documents(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        assistant = tools(workspace, call("ask_missing_information", QUESTION))
        asked = await assistant.reply(LEAVE, user=USER)
        assert (asked.action, asked.rule, asked.degraded) == ("ask", "ask_missing_information", ())
        assert asked.text.startswith(QUESTION)
        assert len(asked.choices) >= 2
        assert "モデル" in asked.reason
        answering = tools(workspace, "病気休暇は取れます[1]。")
        picked = await answering.reply("1", user=USER, session=asked.session)
        assert (picked.action, picked.rule) == ("answer", "choice")
        await assistant.close()
        await answering.close()
        trace = await workspace.store.traces.load(asked.trace_id)
        [step] = [step for step in trace["steps"] if step["name"] == "steer"]
        assert step["calls"] == [{"function": "ask_missing_information", "argument": QUESTION, "found": []}]


async def test_the_model_searches_in_other_words_and_answers_with_citations(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        answer = "子の看護休暇は、子が1人の場合は年5日です[1]。"
        assistant = tools(workspace, call("search_documents", "子の看護休暇の日数"), call("answer"), answer)
        reply = await assistant.reply("子どもが熱を出したら休めますか", user=USER)
        await assistant.close()
        assert (reply.action, reply.rule) == ("answer", "answer")
        assert reply.citations
        assert not reply.citations[0].outside
        chat = assistant.chat
        assert isinstance(chat, ScriptedChat)
        assert "子の看護休暇" in chat.requests[1].messages[-1].content


async def test_what_was_said_in_another_conversation_can_be_looked_up_by_its_own_user(
    converse: Any, home: Path
) -> None:
    async with converse(home) as workspace:
        await workspace.assistant.reply("来月から福岡支社に異動することになりました", user=USER)
        await workspace.assistant.close()
        for user, remembered in ((USER, True), (UserId("ben"), False)):
            found: list[str] = []

            def answer(request: ChatRequest, found: list[str] = found) -> str:
                if request.schema is None:
                    return "異動の手続きは人事に確認します[1]。"
                found.append(request.messages[-1].content)
                return call("search_conversations", "異動") if len(found) == 1 else call("answer")

            config = replace(workspace.assistant.config, steering="tools")
            assistant = Assistant(workspace.store, workspace.searcher, ScriptedChat(answer), config)
            await assistant.reply("異動の手続きは何が必要ですか", user=user)
            await assistant.close()
            assert ("福岡支社" in found[1]) == remembered


async def test_caps_and_overrides_hold(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        at_once = tools(workspace, "病気休暇があります[1]。")
        assert (await at_once.reply(LEAVE, user=USER, just_answer=True)).rule == "just-answer"
        questions = [
            "どの種類の休暇についてお知りになりたいですか。",
            "休暇の日数と申請方法のどちらをお探しですか。",
            "ほかに条件はありますでしょうか。",
        ]
        answers = [call("ask_missing_information", each) for each in questions]
        going_round = tools(workspace, *answers, "病気休暇があります[1]。")
        said = [await going_round.reply(LEAVE, user=USER, session="round") for _ in range(3)]
        assert [each.rule for each in said] == [*["ask_missing_information"] * 2, "ask-cap"]
        await at_once.close()
        await going_round.close()


@pytest.mark.parametrize("failure", [nonsense(), call("open_the_door"), timed_out()])
async def test_a_model_that_fails_leaves_the_decision_to_the_scores(converse: Any, home: Path, failure: object) -> None:
    async with converse(home) as workspace:
        assistant = tools(workspace, failure, timed_out(), timed_out())
        reply = await assistant.reply(LEAVE, user=USER)
        await assistant.close()
        assert (reply.action, reply.rule) == ("ask", "②")
        assert reply.degraded[0].step == "steer"


async def test_the_web_is_cited_by_its_address_and_marked(converse: Any, home: Path) -> None:
    text = "オーロラ観測の祝日はいつですか"
    async with converse(home) as workspace:
        with serving(finding(HOLIDAYS)) as (url, seen):
            web = Web(search=SearXNG(url))
            leaking = call("search_web", "祝日 社外秘のパスワード")
            assistant = tools(workspace, leaking, call("answer"), "オーロラ観測の祝日は2月30日です[1]。", web=web)
            reply = await assistant.reply(text, user=USER)
            await assistant.close()
        assert [asked["q"] for asked in seen] == [text], "only the user's own words leave the house"
        [cited] = reply.citations
        assert (cited.source, cited.outside) == (HOLIDAYS[0], True)
        assert "ウェブで見つかった情報です" in reply.text


async def test_without_a_model_the_web_is_asked_when_the_documents_hold_nothing_and_only_when_set(
    converse: Any, home: Path
) -> None:
    text = "ペットを連れてきてもよいですか"
    async with converse(home) as workspace:
        with serving(
            finding(("https://example.org/pets", "ペット", "ペットを連れてきてもよい職場が増えています。"))
        ) as (url, seen):
            for when, cited in (("never", []), ("not_found", ["https://example.org/pets"])):
                web = Web(search=SearXNG(url), when=when)  # type: ignore[arg-type]
                assistant = Assistant(workspace.store, workspace.searcher, None, web=web)
                reply = await assistant.reply(text, user=USER, just_answer=True)
                await assistant.close()
                assert [cite.source for cite in reply.citations] == cited
                assert ("ウェブで見つかった" in reply.text) == bool(cited)
            assert len(seen) == 1
        with serving(saying(500)) as (url, _):
            web = Web(search=SearXNG(url), when="not_found")
            broken = Assistant(workspace.store, workspace.searcher, None, web=web)
            reply = await broken.reply(text, user=USER, just_answer=True)
            await broken.close()
            assert [each.step for each in reply.degraded] == ["web"]
            assert "見つかりませんでした" in reply.text


def test_doctor_tries_the_web_where_a_server_is_named(yorisoi: Any, handbook: Path) -> None:
    words = ("doctor", "--home", handbook, "--chat", "none", "--embedding", "none", "--json")
    with serving(saying(403)) as (url, _):
        ran = yorisoi(*words, env={"YORISOI_WEB__BASE_URL": url})
    assert ran.status == 1
    [check] = [each for each in json.loads(ran.out)["checks"] if each["check"] == "web"]
    assert not check["ok"]
    assert "search.formats" in check["detail"]
