"""Conclusions: when enough has piled up, with evidence, once."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import MalformedReply
from yorisoi.memory.recollection import Recollection
from yorisoi.memory.reflecting import ReflectionConfig, Reflector
from yorisoi.memory.settling import Settler
from yorisoi.ports import ChatRequest, Completion
from yorisoi.testing.scripted_chat import Answer, ScriptedChat, timed_out
from yorisoi.types import Reflection, Turn, UserId

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


async def test_a_conclusion_is_one_line_that_loads_nothing_and_leads_nowhere_else(store: SqlStore) -> None:
    await say(store, "私は温泉が好きです", "私は来週草津に行くことにしました", "宿は https://yu.example/ です")
    text = "![x](//e.example/?d)温泉が\n好き http://e.example/ [宿](http://e.example/) https://yu.example/ "
    worker, _ = settler(store, json.dumps({"insights": [{"text": text, "because": [1]}]}, ensure_ascii=False))
    await worker.settle(HANAKO)
    [reflection] = await store.persona.reflections(HANAKO)
    assert reflection.text == "x温泉が 好き 宿 https://yu.example/"


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


WALKS, ILLNESS = "私は散歩が好きです", "私は鬱病の治療で通院中です"
BOTH = json.dumps(
    {"insights": [{"text": "この人は鬱病の治療で通院中であり、散歩を好む", "because": [1]}]}, ensure_ascii=False
)


async def illness_of(store: SqlStore) -> int:
    return next(each.id for each in (await store.episodes.all(HANAKO))[0] if each.text == ILLNESS)


async def test_a_conclusion_goes_with_what_the_model_was_given_and_did_not_name(store: SqlStore) -> None:
    await say(store, WALKS, ILLNESS)
    worker, _ = settler(store, BOTH, BOTH)
    await worker.settle(HANAKO)
    [reflection] = await store.persona.reflections(HANAKO)
    assert len(reflection.episodes) == 1, "only what was named is shown as evidence"
    erased = await store.erasure.items(HANAKO, episodes=[await illness_of(store)])
    assert (erased.reflections, await store.persona.reflections(HANAKO)) == (1, [])


@pytest.mark.parametrize(("days", "left"), [(-1, 1), (1, 0)], ids=["drawn before it", "drawn after it"])
async def test_of_an_older_conclusion_it_counts_when_it_was_drawn(
    store: SqlStore, tmp_path: Path, days: int, left: int
) -> None:
    """What its model was given was not kept."""
    await say(store, WALKS, ILLNESS)
    walks, illness = (await store.episodes.all(HANAKO))[0][0].id, await illness_of(store)
    at = NOON + timedelta(days=days)
    old = Reflection(id=0, user=HANAKO, text="散歩を好む", episodes=(walks,), by="test", at=at)
    await store.persona.reflect(HANAKO, [old], read=[walks])
    with sqlite3.connect(tmp_path / "yorisoi.db") as database:
        database.execute("update reflections set sources = null")
    database.close()
    await store.erasure.items(HANAKO, episodes=[illness])
    assert len(await store.persona.reflections(HANAKO)) == left


async def test_what_is_erased_while_the_model_is_asked_does_not_come_back(store: SqlStore, tmp_path: Path) -> None:
    class Slow(ScriptedChat):
        async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
            if len(self.requests) == 0:
                async with open_store(tmp_path) as other:
                    await other.erasure.items(HANAKO, episodes=[await illness_of(other)])
            return await super().complete(request, on_text)

    await say(store, WALKS, ILLNESS, "私は来週草津に行くことにしました")
    chat = Slow([BOTH, INSIGHTS])
    config = ReflectionConfig(when="always", importance=5)
    memory = Recollection(store.episodes, store.persona)
    reflector = Reflector(memory, store.persona, chat, config, lambda: NOON + timedelta(days=1))
    worker = Settler(store.episodes, store.persona, None, reflector)
    await worker.settle(HANAKO)
    assert await store.persona.reflections(HANAKO) == []
    await say(store, "私は猫が好きです")
    await worker.settle(HANAKO)
    read = chat.requests[1].messages[1].content
    assert WALKS in read, "what has piled up stays for the next time"
    assert ILLNESS not in read
    assert [each.text for each in await store.persona.reflections(HANAKO)] == ["温泉が好き"]
