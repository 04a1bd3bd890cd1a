"""A backend that fails costs its own step only, and the reply says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from yorisoi.documents import ingest
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import ChatRequest, Embedder, Vectors
from yorisoi.settings import load_settings
from yorisoi.testing.fake_openai import refused as said_no
from yorisoi.testing.fake_openai import serving
from yorisoi.testing.scripted_chat import Answer, ScriptedChat, nonsense, refused, timed_out
from yorisoi.types import Filter, UserId
from yorisoi.wiring import open_workspace

QUESTION = "Google共有ドライブにメンバーを追加する方法を教えて"
SCALES = {"clarity": 1, "is_question": 1, "is_consultation": 5, "in_internal_docs": 1, "ask_person": 5}
GOOD = json.dumps({"question": QUESTION, "action": "answer", "say": "", "choices": [], **SCALES}, ensure_ascii=False)
ANSWER = "メンバーを追加できるのは、そのドライブの「管理者」だけです。[1]"
FAILURES = {"times out": timed_out, "refuses": refused}


def model(judge: Answer, answer: Answer) -> ScriptedChat:
    def speak(request: ChatRequest) -> Answer:
        return judge if request.schema is not None else answer

    return ScriptedChat(speak)


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_model_that_fails_costs_its_step_only(converse: Any, home: Path, failure: str) -> None:
    """One that could not be had rests: it is not asked for the answer either."""
    fail = FAILURES[failure]
    for chat, steps in (
        (model(fail(), ANSWER), {"judge"} if failure == "refuses" else {"judge", "answer"}),
        (model(GOOD, fail()), {"answer"}),
        (model(fail(), fail()), {"judge", "answer"}),
    ):
        async with converse(home, chat) as workspace:
            said = await workspace.assistant.reply(QUESTION, user=UserId("degraded"))
            pages = await workspace.store.documents.passages([said.citations[0].passage_id], Filter())
        assert said.action == "answer"
        assert {each.step for each in said.degraded} == steps
        assert all(each.reason for each in said.degraded)
        assert said.citations[0].source.endswith("it/google-drive.md")
        if "answer" in steps:
            assert said.citations[0].quote in said.text
        assert squeezed(said.citations[0].quote) in squeezed(pages[0].text)


async def test_a_model_that_talks_nonsense_instead_of_a_judgement_is_overruled_and_its_answer_still_comes(
    converse: Any, home: Path
) -> None:
    async with converse(home, model(nonsense(), ANSWER)) as workspace:
        said = await workspace.assistant.reply(QUESTION, user=UserId("degraded"))
    assert (said.action, said.rule) == ("answer", "⑥")
    assert [each.step for each in said.degraded] == ["judge"]
    assert "管理者" in said.text
    assert said.citations[0].source.endswith("it/google-drive.md")


async def test_an_answer_that_no_passage_supports_is_marked_as_doubtful(converse: Any, home: Path) -> None:
    made_up = "社員食堂では毎週金曜日にカレーを無料で出しています。"
    async with converse(home, model(GOOD, made_up)) as workspace:
        said = await workspace.assistant.reply(QUESTION, user=UserId("degraded"))
    assert [each.step for each in said.degraded] == ["answer"]
    assert said.text != made_up


def squeezed(text: str) -> str:
    return "".join(text.split())


class Failing:
    """An embedder that knows its name only."""

    def __init__(self, real: Embedder) -> None:
        self.name, self.dimension = real.name, real.dimension

    async def embed_queries(self, texts: list[str]) -> Vectors:
        raise BackendUnavailable(f"the embedding endpoint did not answer ({len(texts)} texts)")

    embed_passages = embed_queries


async def test_an_embedder_that_fails_leaves_the_words(converse: Any, home: Path) -> None:
    async with converse(home, embedder=Failing) as workspace:
        said = await workspace.assistant.reply(QUESTION, user=UserId("wordy"))
    assert said.action == "answer"
    assert [each.step for each in said.degraded] == ["search.vector"]
    assert "did not answer" in said.degraded[0].reason
    assert said.citations[0].source.endswith("it/google-drive.md")


async def test_a_server_that_answers_vectors_of_another_width_costs_the_vectors_of_that_time_only(
    tmp_path: Path,
) -> None:
    width, user = 4, UserId("kei")

    def answer(body: dict[str, Any]) -> Any:
        data = [{"object": "embedding", "index": n, "embedding": [0.5] * width} for n in range(len(body["input"]))]
        return 200, {"object": "list", "data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}

    (tmp_path / "summer.md").write_text("# 夏季休暇\n\n夏季休暇は有給で4日です。\n", encoding="utf-8")
    with serving(answer) as (url, _):
        openai = {"base_url": url, "api_key": "any"}
        chosen = load_settings(home=tmp_path / "home", chat="none", embedding="openai:m", openai=openai)
        async with open_workspace(chosen) as workspace:
            await ingest([tmp_path / "summer.md"], store=workspace.store.documents, embedder=workspace.embedder)
        degraded = []
        async with open_workspace(chosen) as workspace:
            for width in (3, 4):
                said = await workspace.assistant.reply(
                    "夏季休暇は何日ですか", user=user, session=str(width), just_answer=True
                )
                assert "4日" in said.text
                degraded.append([(each.step, each.reason) for each in said.degraded])
                await workspace.assistant.settle(user)
        async with open_workspace(chosen) as workspace:
            said = await workspace.assistant.reply("夏季休暇は何日ですか", user=user, session="new")
            remembered = (await workspace.store.episodes.since(user, 0)).episodes
    assert degraded == [[("search.vector", "openai:m gave vectors of [3] numbers, expected 4")], []]
    assert said.degraded == ()
    assert {(each.episode.session, each.vector is not None) for each in remembered} >= {("3", False), ("4", True)}


async def test_without_embeddings_the_search_is_by_words_and_nothing_is_amiss(converse: Any, home: Path) -> None:
    async with converse(home, embedding="none") as workspace:
        said = await workspace.assistant.reply(QUESTION, user=UserId("wordy"))
        await workspace.assistant.close()  # the trace is written after the reply
        trace = await workspace.store.traces.load(said.trace_id, UserId("wordy"))
    legs = next(step for step in trace["steps"] if step["name"] == "legs")["legs"]
    assert list(legs) == ["lexical"]
    assert said.degraded == ()
    assert said.citations[0].source.endswith("it/google-drive.md")


async def test_a_server_that_failed_is_not_asked_again_in_the_turn(home: Path) -> None:
    with serving(lambda _: said_no(503, "busy")) as (url, seen):
        chosen = load_settings(home=home, chat="openai:m", openai={"base_url": url, "api_key": "any"})
        async with open_workspace(chosen) as workspace:
            said = await workspace.assistant.reply(QUESTION, user=UserId("degraded"))
    assert {each.step for each in said.degraded} == {"judge", "answer"}
    assert "asked again in" in next(each.reason for each in said.degraded if each.step == "answer")
    assert seen
    assert all("response_format" in body for body in seen)
    assert said.citations[0].quote in said.text
