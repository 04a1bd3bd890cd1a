"""What is erased is gone from the files, with everything that was derived from it; nothing else goes."""

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import StoreError
from yorisoi.memory_ports import NewFact, Settled
from yorisoi.testing.document_stores import vector_of
from yorisoi.types import Episode, Feedback, Reflection, Turn, UserId

AIKO, BEN = UserId("aiko"), UserId("ben")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECRET = "秘密の温泉は草津の奥にあります"


def held(home: Path, words: str) -> list[str]:
    """Names of the files that hold the words, as UTF-8 or as a vector."""
    marks = [words.encode(), vector_of(words).astype("<f4").tobytes()]
    return [path.name for path in home.rglob("*") if path.is_file() and any(m in path.read_bytes() for m in marks)]


async def tell(store: SqlStore, user: UserId, session: str, *texts: str) -> list[Episode]:
    """Say it, and have it answered and settled, with a fact and a trace for each."""
    for text in texts:
        answer = Turn(speaker="assistant", text="承知しました。", at=NOON, question=f"{text}について")
        await store.sessions.append(user, session, [Turn(speaker="user", text=text, at=NOON), answer])
        await store.traces.save(
            f"{user}-{session}-{text}", user, session, {"utterance": text, "steps": [{"a": [text]}]}
        )
    waiting = await store.episodes.unsettled(user, 1000)
    done = [
        Settled(
            episode=each.id,
            importance=5,
            vector=vector_of(each.text),
            terms=(each.text,),
            facts=(NewFact(kind="likes", topic=each.text, text=each.text, span=(0, len(each.text)), by="rules"),),
        )
        for each in waiting
    ]
    assert await store.episodes.settle(user, done, await store.episodes.revision(user))
    return (await store.episodes.all(user))[0]


async def test_one_episode_goes_with_all_that_repeats_it(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        spoken = await tell(store, AIKO, "s", "猫を二匹飼っています", SECRET)
        secret = next(each for each in spoken if each.text == SECRET)
        await store.profiles.learn(AIKO, "温泉", "草津", session="s", turn=secret.turn)
        await store.persona.reflect(
            AIKO, [Reflection(id=0, user=AIKO, text="温泉に詳しい", episodes=(secret.id,), by="test", at=NOON)]
        )
        await tell(store, BEN, "t", SECRET)
        assert held(tmp_path, SECRET)
        erased = await store.erasure.items(AIKO, episodes=[secret.id])
        assert (erased.facts, erased.reflections, erased.traces, erased.attributes) == (2, 1, 1, 1)
        assert erased.turns == 2, "its own, and the answer that repeats it"
        left, vectors = await store.episodes.all(AIKO)
        assert SECRET not in {each.text for each in left}
        assert vectors is not None
        assert len(vectors) == len(left)
        assert "猫を二匹飼っています" in {fact.text for fact in await store.persona.facts(AIKO)}
        assert await store.profiles.attributes(AIKO) == {}
        assert SECRET in {each.text for each in (await store.episodes.all(BEN))[0]}, "another user's stays"
        await store.erasure.everything(BEN)
        assert held(tmp_path, SECRET) == []


async def test_everything_of_a_user_goes_from_the_files_while_the_store_is_open(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        texts = [f"{SECRET}、その{number}" for number in range(40)]
        for number in range(0, 40, 4):
            await tell(store, AIKO, f"s{number}", *texts[number : number + 4])
        await store.feedback.add(AIKO, Feedback(kind="up", at=NOON, comment=SECRET))
        await tell(store, BEN, "t", "犬を飼っています")
        erased = await store.erasure.everything(AIKO)
        assert (erased.turns, erased.traces, erased.sessions, erased.other) == (80, 40, 10, 1)
        assert held(tmp_path, SECRET) == []
        assert (await store.episodes.all(AIKO), await store.persona.facts(AIKO)) == (([], None), [])
        assert await store.sessions.sessions(AIKO) == []
        assert "犬を飼っています" in {each.text for each in (await store.episodes.all(BEN))[0]}
        assert (await store.episodes.since(AIKO, 3)).whole, "who has read them before is told"


async def test_an_older_fact_holds_again_when_the_newer_one_is_erased(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        spoken = await tell(store, AIKO, "s", "大阪に住んでいます")
        [old] = [fact for fact in await store.persona.facts(AIKO) if fact.episode == spoken[0].id]
        new = await store.persona.correct(AIKO, old.id, "福岡に住んでいます", NOON)
        assert new in await store.persona.facts(AIKO)
        assert old.id not in {fact.id for fact in await store.persona.facts(AIKO)}
        await store.erasure.items(AIKO, facts=[new.id])
        assert old.id in {fact.id for fact in await store.persona.facts(AIKO)}


@pytest.mark.parametrize("what", ["episodes", "facts", "reflections"])
async def test_what_is_not_there_or_not_ones_own_is_refused_and_nothing_goes(tmp_path: Path, what: str) -> None:
    async with open_store(tmp_path) as store:
        spoken = await tell(store, AIKO, "s", SECRET)
        with pytest.raises(StoreError, match="nothing was erased"):
            await store.erasure.items(BEN, **{what: [1]})
        with pytest.raises(StoreError, match="nothing was erased"):
            await store.erasure.items(
                AIKO, episodes=[spoken[0].id], **{what: [10**6]} if what != "episodes" else {}
            ) if (what != "episodes") else await store.erasure.items(AIKO, episodes=[spoken[0].id, 10**6])
        assert (await store.episodes.all(AIKO))[0] == spoken


texts = st.text(alphabet="秘密の温泉犬猫", min_size=9, max_size=60)


@settings(max_examples=8, deadline=None)
@given(st.lists(texts, min_size=1, max_size=12, unique=True), st.randoms(use_true_random=False))
def test_no_random_erasure_leaves_a_trace_in_the_files(told: Sequence[str], chance: object) -> None:
    asyncio.run(_erase_at_random(told, chance))


async def _erase_at_random(told: Sequence[str], chance: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(Path(folder)) as store:
            at = NOON
            for text in told:
                at += timedelta(minutes=1)
                await store.sessions.append(AIKO, "s", [Turn(speaker="user", text=text, at=at)])
            for episode in (await store.episodes.all(AIKO))[0]:
                if chance.random() < 0.5 and episode in (await store.episodes.all(AIKO))[0]:  # type: ignore[attr-defined]
                    await store.erasure.items(AIKO, episodes=[episode.id])
            left = {each.text for each in (await store.episodes.all(AIKO))[0]}
            for text in told:
                if not any(text in other for other in left):
                    assert held(Path(folder), text) == []
