"""What a model makes of utterances counts only as far as the utterances bear it out."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import MalformedReply
from yorisoi.memory.importance import importance
from yorisoi.memory.settling import Settler
from yorisoi.memory.weighing import Weigher, WeighingConfig, weigher_for
from yorisoi.testing.scripted_chat import Answer, ScriptedChat, timed_out
from yorisoi.types import Episode, Turn, UserId

HANAKO = UserId("花子")
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


def fact(kind: str, topic: str, quote: str) -> dict[str, str]:
    return {"kind": kind, "topic": topic, "quote": quote}


def weighed(*rows: tuple[str, list[dict[str, str]]]) -> str:
    """The model's answer: (importance, facts) of the first utterance, the second, ..."""
    utterances = [
        {"number": number, "importance": word, "facts": facts} for number, (word, facts) in enumerate(rows, start=1)
    ]
    return json.dumps({"utterances": utterances}, ensure_ascii=False)


async def settled(store: SqlStore, said: list[str], *answers: Answer, **config: Any) -> ScriptedChat:
    chat = ScriptedChat(list(answers))
    spoken = [Turn(speaker="user", text=text, at=NOON) for text in said]
    await store.sessions.append(HANAKO, "s", [*spoken, Turn(speaker="assistant", text="私は寿司が好きです", at=NOON)])
    weigher = Weigher(chat, WeighingConfig(when="always", **config))
    assert await Settler(store.episodes, store.persona, None, weigher=weigher).settle(HANAKO) == len(said) + 1
    return chat


async def test_a_model_finds_facts_that_the_rules_do_not_and_says_what_matters(store: SqlStore) -> None:
    said = ["子どものころから将棋を指していて、今は三段です", "猫を飼っています"]
    answer = weighed(
        ("vital", [fact("hobby", "将棋", "子どものころから将棋を指していて")]),
        ("minor", [fact("pet", "猫", "猫を飼っています")]),
    )
    chat = await settled(store, said, answer)
    facts = await store.persona.facts(HANAKO)
    assert [(each.topic, each.by, each.confirmations) for each in facts] == [
        ("将棋", chat.name, 1),
        ("猫", "rules", 1),  # found by both, kept once
    ]
    assert said[0][slice(*facts[0].span)] == facts[0].text
    assert [each.importance for each in (await store.episodes.all(HANAKO))[0]][:2] == [10, 3]
    assert "寿司" not in chat.requests[0].messages[1].content, "the assistant's words prove nothing"


@pytest.mark.parametrize(
    "proposed",
    [
        fact("likes", "温泉", "温泉が好き"),  # never said
        fact("likes", "お寿司", "将棋を指していて"),  # a topic that is not in the quotation
        fact("secret", "将棋", "将棋を指していて"),
        fact("likes", "将棋", ""),
        fact("hobby", "囲碁", "囲碁は好きですか"),  # a question
    ],
)
async def test_what_the_utterance_does_not_say_is_dropped(store: SqlStore, proposed: dict[str, str]) -> None:
    await settled(store, ["昔は将棋を指していて。囲碁は好きですか？"], weighed(("notable", [proposed])))
    assert await store.persona.facts(HANAKO) == []


@pytest.mark.parametrize("failure", [timed_out(), "{}", '{"utterances": [{"number": 1}]}'])
async def test_when_the_model_fails_the_rules_do_it(store: SqlStore, failure: Answer) -> None:
    await settled(store, ["猫を飼っています"], failure)
    assert [each.topic for each in await store.persona.facts(HANAKO)] == ["猫"]
    assert await store.episodes.waiting() == []


async def test_many_utterances_take_several_calls_and_each_is_asked_about_once(store: SqlStore) -> None:
    said = [f"{number}番目の話です" for number in range(5)]
    answer = weighed(("minor", []), ("minor", []))
    chat = await settled(store, said, answer, answer, answer, utterances=2)
    assert [len(request.messages[1].content.splitlines()) for request in chat.requests] == [2, 2, 1]


async def test_what_is_no_weighing_is_malformed() -> None:
    with pytest.raises(MalformedReply):
        await Weigher(ScriptedChat(["[]"])).weigh([episode()])


def episode() -> Episode:
    return Episode(
        id=1, user=HANAKO, session="s", turn=0, speaker="user", text="はい", at=NOON, last_used=NOON, importance=1
    )


def test_nobody_weighs_unless_told_to() -> None:
    chat = ScriptedChat([])
    assert weigher_for(chat, WeighingConfig()) is None
    assert weigher_for(None, WeighingConfig(when="always")) is None
    assert isinstance(weigher_for(chat, WeighingConfig(when="always")), Weigher)
    with pytest.raises(ValueError, match="utterances"):
        WeighingConfig(utterances=0)


def test_without_a_model_what_is_personal_felt_decided_dated_or_new_weighs_more() -> None:
    plain = importance("経費精算の締め切り")
    assert plain == 1
    for text in ("私の話です", "温泉が好きです", "引っ越します", "来週です"):
        assert importance(text) > plain, text
    assert importance("温泉が好きです", news=True) > importance("温泉が好きです")
    assert importance("私は来年結婚することに決めました、嬉しい", news=True) == 10
