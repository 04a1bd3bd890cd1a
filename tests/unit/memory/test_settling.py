"""What is worked out after the turn: all of it, once, whatever happens in between."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yorisoi.backends.store import open_store
from yorisoi.memory import settling
from yorisoi.memory.settling import Settler
from yorisoi.ports import Vectors
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.types import Turn, UserId

HANAKO, TARO = UserId("花子"), UserId("太郎")
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
WORKER = """
import asyncio, sys
from pathlib import Path
from yorisoi.backends.store import open_store
from yorisoi.memory import settling
from yorisoi.testing.hash_embedder import HashEmbedder

settling._BATCH = 5

async def main():
    async with open_store(Path(sys.argv[1])) as store:
        print("working", flush=True)
        await settling.Settler(store.episodes, store.persona, HashEmbedder()).run()

asyncio.run(main())
"""


class Counting(HashEmbedder):
    """Knows what it embedded."""

    def __init__(self) -> None:
        super().__init__()
        self.embedded: list[str] = []

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        return await super().embed_passages(texts)


def spoken(*texts: str) -> list[Turn]:
    return [Turn(speaker="user", text=text, at=NOON) for text in texts]


def started(home: Path) -> "subprocess.Popen[bytes]":
    """A worker that has opened the store."""
    worker = subprocess.Popen([sys.executable, "-c", WORKER, home], stdout=subprocess.PIPE)
    assert worker.stdout is not None
    worker.stdout.readline()
    return worker


async def test_everything_that_waits_is_settled(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        embedder = HashEmbedder()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです", "こんにちは"))
        await store.sessions.append(TARO, "t", spoken("犬を飼っています"))
        assert await store.episodes.waiting() == [HANAKO, TARO]
        settler = Settler(store.episodes, store.persona, embedder)
        assert await settler.run() == 3
        assert await store.episodes.waiting() == []
        said, vectors = await store.episodes.all(HANAKO)
        assert vectors is not None
        assert vectors.any(axis=1).all()
        assert [each.importance > 1 for each in said] == [True, False]
        assert [each.topic for each in await store.persona.facts(TARO)] == ["犬"]
        assert await settler.run() == 0


async def test_without_a_working_embedder_words_and_facts_are_kept(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです"))
        await Settler(store.episodes, store.persona, None).run()
        assert (await store.episodes.all(HANAKO))[1] is None
        assert len(await store.persona.facts(HANAKO)) == 1


async def test_who_settles_what_has_changed_meanwhile_looks_again(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです"))
        seen = await store.episodes.revision(HANAKO)
        await store.sessions.append(HANAKO, "s", spoken("犬を飼っています"))
        assert not await store.episodes.settle(HANAKO, [], seen)
        assert await store.episodes.settle(HANAKO, [], await store.episodes.revision(HANAKO))


async def test_a_user_who_speaks_faster_than_is_settled_costs_no_work_twice(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        embedder = Counting()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        settler = Settler(store.episodes, store.persona, embedder)
        said = [f"{number}番目の話" for number in range(5)]
        await store.sessions.append(HANAKO, "s", spoken(*said))
        assert sum(await asyncio.gather(*(settler.settle(HANAKO) for _ in said))) == 5  # as after each of five turns
    assert len(embedder.embedded) == 5


async def test_what_many_are_told_is_embedded_once_and_what_they_say_each_time(tmp_path: Path) -> None:
    told = Turn(speaker="assistant", text="看護休暇は年5日です。", at=NOON)
    async with open_store(tmp_path) as store:
        embedder = Counting()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        settler = Settler(store.episodes, store.persona, embedder)
        for user in (HANAKO, TARO):
            await store.sessions.append(user, f"of {user}", [*spoken("看護休暇は何日ですか"), told])
            await settler.settle(user)
        (_, hanakos), (_, taros) = [await store.episodes.all(user) for user in (HANAKO, TARO)]
    assert sorted(embedder.embedded) == ["看護休暇は何日ですか"] * 2 + ["看護休暇は年5日です。"]
    assert hanakos is not None
    assert taros is not None
    assert hanakos.any(axis=1).all()
    assert (hanakos == taros).all()


async def test_what_nobody_waits_for_waits_for_a_lull(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです"))
        settler = Settler(store.episodes, store.persona, None)
        with settler.lull.broken():
            afterwards = asyncio.create_task(settler.settle_in_a_lull(HANAKO))
            await asyncio.sleep(0.05)
            assert not afterwards.done()
            assert await store.episodes.waiting() == [HANAKO]
        await afterwards
        assert await store.episodes.waiting() == []


async def test_without_any_lull_it_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "_PATIENCE_S", 0)
    async with open_store(tmp_path) as store:
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです"))
        settler = Settler(store.episodes, store.persona, None)
        with settler.lull.broken():
            await settler.settle_in_a_lull(HANAKO)
        assert await store.episodes.waiting() == []


async def test_who_is_told_to_stop_leaves_the_rest_to_the_next(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです"))
        stopping = Settler(store.episodes, store.persona, None)
        stopping.leaving = True
        assert await stopping.settle(HANAKO) == 0
        assert await Settler(store.episodes, store.persona, None).run() == 1


async def test_who_waits_for_others_when_the_server_is_told_to_stop_is_left_to_the_next(tmp_path: Path) -> None:
    class Stopping(Counting):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            await asyncio.sleep(0.01)  # until the other one waits
            settler.leaving = True
            return await super().embed_passages(texts)

    async with open_store(tmp_path) as store:
        embedder = Stopping()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        for user in (HANAKO, TARO):
            await store.sessions.append(user, f"s-{user}", spoken("私は温泉が好きです"))
        settler = Settler(store.episodes, store.persona, embedder)
        assert await asyncio.gather(settler.settle(HANAKO), settler.settle(TARO)) == [1, 0]


async def test_a_user_who_never_stops_talking_is_settled_all_the_same(tmp_path: Path) -> None:
    class Slow(Counting):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            if len(self.embedded) < 20:
                await store.sessions.append(HANAKO, "s", spoken(f"{len(self.embedded)}つ言ったあとの話"))
            return await super().embed_passages(texts)

    async with open_store(tmp_path) as store:
        embedder = Slow()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        await store.sessions.append(HANAKO, "s", spoken("私は温泉が好きです"))
        settler = Settler(store.episodes, store.persona, embedder)
        assert await settler.settle(HANAKO) == 1
        assert [each.text for each in await store.episodes.unsettled(HANAKO, 9)] == ["0つ言ったあとの話"]
    assert embedder.embedded == ["私は温泉が好きです"]


async def test_who_said_much_does_not_keep_others_waiting(tmp_path: Path) -> None:
    """What waits is worked on in small parts, and between two of them it is another's turn."""
    order: list[str] = []
    began = asyncio.Event()

    class Noting(HashEmbedder):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            order.extend("much" if "長い話" in text else "little" for text in texts)
            began.set()
            await asyncio.sleep(0)
            return await super().embed_passages(texts)

    async with open_store(tmp_path) as store:
        embedder = Noting()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        settler = Settler(store.episodes, store.persona, embedder)
        await store.sessions.append(HANAKO, "s", spoken(*(f"{number}番の" + "長い話。" * 900 for number in range(8))))
        await store.sessions.append(TARO, "t", spoken("犬を飼っています"))
        much = asyncio.create_task(settler.settle(HANAKO))
        await began.wait()
        await asyncio.gather(much, settler.settle(TARO))
        assert await store.episodes.waiting() == []
    assert order.count("much") == 8
    assert order.index("little") < 4


@pytest.mark.slow
async def test_a_killed_worker_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    topics = [f"第{number}温泉" for number in range(60)]
    async with open_store(tmp_path) as store:
        embedder = HashEmbedder()
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        for topic in topics:
            await store.sessions.append(HANAKO, "s", spoken(f"{topic}が好きです"))
    for _ in range(2):
        worker = started(tmp_path)
        async with open_store(tmp_path) as store:
            before = len(await store.episodes.unsettled(HANAKO, 100))
            while len(await store.episodes.unsettled(HANAKO, 100)) == before and worker.poll() is None:
                pass
        worker.kill()  # unless the machine was quick, and all is settled already
        worker.communicate()
    async with open_store(tmp_path) as store:
        await Settler(store.episodes, store.persona, HashEmbedder()).run()
        assert await store.episodes.waiting() == []
        facts = await store.persona.facts(HANAKO, superseded=True)
        assert sorted(each.topic for each in facts) == sorted(topics)
        assert {each.confirmations for each in facts} == {1}
