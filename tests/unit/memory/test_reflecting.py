"""Conclusions: when enough has piled up, with evidence, once."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import MalformedReply
from yorisoi.memory.recollection import Recollection
from yorisoi.memory.reflecting import ReflectionConfig, Reflector
from yorisoi.memory.settling import Settler
from yorisoi.testing.scripted_chat import Answer, ScriptedChat, timed_out
from yorisoi.types import Turn, UserId

HANAKO = UserId("花子")
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
INSIGHTS = json.dumps(
    {"insights": [{"text": "温泉が好き", "because": [1, 2]}, {"text": "根拠なし", "because": [99]}]}, ensure_ascii=False
)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


def settler(store: SqlStore, *answers: Answer, importance: int = 10) -> tuple[Settler, ScriptedChat]:
    chat = ScriptedChat(list(answers))
    memory = Recollection(store.episodes, store.persona)
    config = ReflectionConfig(when="always", importance=importance)
    later = NOON + timedelta(days=1)
    reflector = Reflector(memory, store.persona, chat, config, lambda: later)
    return Settler(store.episodes, store.persona, None, reflector), chat


async def say(store: SqlStore, *texts: str) -> None:
    spoken = [Turn(speaker="user", text=text, at=NOON) for text in texts]
    await store.sessions.append(HANAKO, "s", [*spoken, Turn(speaker="assistant", text="私は寿司が好きです", at=NOON)])


async def test_a_conclusion_names_its_evidence_and_is_drawn_once(store: SqlStore) -> None:
    await say(store, "私は温泉が好きです", "私は来週草津に行くことにしました")
    worker, chat = settler(store, INSIGHTS)
    await worker.settle(HANAKO)
    [reflection] = await store.persona.reflections(HANAKO)
    own = [each.id for each in (await store.episodes.all(HANAKO))[0] if each.speaker == "user"]
    assert (reflection.text, reflection.episodes) == ("温泉が好き", tuple(own))
    assert "寿司" not in chat.requests[0].messages[1].content, "the assistant's words are no evidence"
    await say(store, "私は猫が好きです")
    await worker.settle(HANAKO)
    assert len(chat.requests) == 1, "not enough has happened since"


async def test_nothing_is_concluded_before_enough_has_happened(store: SqlStore) -> None:
    await say(store, "こんにちは")
    worker, chat = settler(store, importance=150)
    await worker.settle(HANAKO)
    assert chat.requests == []


@pytest.mark.parametrize("failure", [timed_out(), '{"insights": 3}', '{"insights": ["x"]}'])
async def test_a_failing_model_keeps_nothing_from_being_settled(store: SqlStore, failure: Answer) -> None:
    await say(store, "私は温泉が好きです", "私は来週草津に行くことにしました")
    worker, _ = settler(store, failure)
    assert await worker.settle(HANAKO) == 3
    assert await store.episodes.waiting() == []
    assert await store.persona.reflections(HANAKO) == []


async def test_what_is_no_conclusion_is_malformed(store: SqlStore) -> None:
    await say(store, "私は温泉が好きです", "私は来週草津に行くことにしました")
    memory = Recollection(store.episodes, store.persona)
    await Settler(store.episodes, store.persona, None).settle(HANAKO)
    config = ReflectionConfig(when="always", importance=1)
    reflector = Reflector(memory, store.persona, ScriptedChat(['{"insights": 3}']), config, lambda: NOON)
    with pytest.raises(MalformedReply):
        await reflector.reflect(HANAKO)
