"""What only PostgreSQL does; `YORISOI_TEST_POSTGRES` names its database (see `test_stores.py`)."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.contract.test_stores import POSTGRES, POSTGRES_URL, _empty

from yorisoi.backends.store import SqlStore, open_store, revisions
from yorisoi.errors import BackendUnavailable, BrokenText, ErasedMeanwhile, StoreError
from yorisoi.memory.mind import Mind
from yorisoi.types import Episode, Turn, UserId

AIKO, BEN, NOON = UserId("aiko"), UserId("ben"), datetime(2026, 5, 1, 12, tzinfo=UTC)
T = TypeVar("T")

pytestmark = pytest.mark.skipif(not POSTGRES_URL, reason=f"{POSTGRES} is not set")


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[list[SqlStore]]:
    """As two processes would have them."""
    assert POSTGRES_URL
    await _empty(POSTGRES_URL)
    async with open_store(tmp_path, url=POSTGRES_URL) as one, open_store(tmp_path, url=POSTGRES_URL) as other:
        yield [one, other]


@pytest.mark.parametrize("broken", ["休\0暇", "休\ud800暇"])
async def test_what_is_no_text_is_refused_without_being_told(two: list[SqlStore], broken: str) -> None:
    for write in (
        two[0].sessions.append(AIKO, "s", [Turn(speaker="user", text=broken, at=NOON)]),
        two[0].sessions.append(AIKO, "s", [Turn(speaker="user", text="a", at=NOON, pages=(broken,))]),
    ):
        with pytest.raises(BrokenText) as refused:
            await write
        assert "休" not in str(refused.value)
        assert "postgresql" not in str(refused.value)


async def test_connections_that_were_cut_are_made_anew_and_what_was_under_way_may_be_tried_again(
    two: list[SqlStore],
) -> None:
    assert POSTGRES_URL
    store = two[0]
    await store.sessions.append(AIKO, "s", [Turn(speaker="user", text="犬", at=NOON)])
    engine = create_async_engine(POSTGRES_URL, isolation_level="AUTOCOMMIT")
    cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    async with engine.connect() as admin:
        await admin.execute(cut)
        assert await store.sessions.append(AIKO, "s", [Turn(speaker="user", text="猫", at=NOON)]) == 1

        async def cut_while_it_writes() -> None:
            async with store.sessions._database.writing() as connection:
                await connection.execute(text("SELECT 1"))
                await admin.execute(cut)
                await connection.execute(text("SELECT 1"))

        with pytest.raises(BackendUnavailable, match="try again"):
            await cut_while_it_writes()
    await engine.dispose()


async def test_two_processes_hear_the_same_while_it_is_erased(two: list[SqlStore]) -> None:
    spoken = [Turn(speaker="user", text=f"犬{number}", at=NOON) for number in range(20)]
    for _ in range(10):
        await two[0].sessions.append(AIKO, "s", spoken)
        found = {each.id: (each.text, []) for each in await two[0].episodes.unsettled(AIKO, 100)}
        hearing = [store.graph.hear(AIKO, found) for store in two * 4]
        await asyncio.gather(*hearing, two[1].erasure.everything(AIKO))


def event(words: str) -> tuple[Episode, None]:
    happened = Episode(
        id=0,
        user=AIKO,
        session="e",
        turn=0,
        speaker="user",
        kind="event",
        text=words,
        at=NOON,
        last_used=NOON,
        importance=1,
    )
    return happened, None


async def while_all_is_erased(store: SqlStore, call: Coroutine[Any, Any, T], monkeypatch: pytest.MonkeyPatch) -> T:
    """What comes of a call that finds the user's row locked by an erasure, which then is finished."""
    held, go, forget = asyncio.Event(), asyncio.Event(), revisions.forget

    async def slowly(*given: Any) -> None:
        held.set()
        await go.wait()
        await forget(*given)

    monkeypatch.setattr(revisions, "forget", slowly)
    erasing = asyncio.create_task(store.erasure.everything(AIKO))
    await held.wait()
    calling = asyncio.create_task(call)
    await asyncio.sleep(0.3)
    assert not calling.done()
    go.set()
    await erasing
    return await calling


async def test_what_is_kept_while_all_is_erased_begins_above_it_and_other_processes_forget(
    two: list[SqlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    for words in ("合言葉はムクドリ", "犬を飼った"):
        await one.episodes.add(AIKO, [event(words)])
    mind = Mind(AIKO)
    mind.follow(await other.episodes.since(AIKO, mind.revision))
    assert len(mind) == 2
    await while_all_is_erased(one, other.episodes.add(AIKO, [event("猫を飼った")]), monkeypatch)
    for words in ("引っ越した", "転職した"):  # as many as the other process had seen
        await one.episodes.add(AIKO, [event(words)])
    mind.follow(await other.episodes.since(AIKO, mind.revision))
    assert [each.text for each in mind.episodes] == ["猫を飼った", "引っ越した", "転職した"]


async def test_a_first_turn_that_began_before_all_was_erased_is_not_kept(
    two: list[SqlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    spoken, began = [Turn(speaker="user", text="犬", at=NOON)], await other.episodes.revision(AIKO)
    await one.sessions.append(AIKO, "b", spoken)
    with pytest.raises(ErasedMeanwhile):
        await while_all_is_erased(one, other.sessions.append(AIKO, "a", spoken, since=began), monkeypatch)
    assert await other.sessions.append(AIKO, "a", spoken, since=await other.episodes.revision(AIKO)) == 0


async def test_erasing_all_of_one_voids_no_turn_of_another(two: list[SqlStore]) -> None:
    one, other = two
    spoken = [Turn(speaker="user", text="犬", at=NOON)]
    await one.sessions.append(BEN, "b", spoken)
    began = await one.episodes.revision(BEN)
    for _ in range(3):
        await one.sessions.append(AIKO, "a", spoken)
    await other.erasure.everything(AIKO)
    await other.sessions.append(BEN, "b", spoken, since=began)


@pytest.mark.parametrize("server", ["no-such-host.invalid", "localhost:1", "/yori?host=/no/such/folder"])
async def test_a_server_that_is_not_there_is_told_as_that(tmp_path: Path, server: str) -> None:
    with pytest.raises(BackendUnavailable, match="cannot be reached; try again"):
        async with open_store(tmp_path, url=f"postgresql+asyncpg://{server}"):
            pass


async def test_no_error_tells_the_password(tmp_path: Path) -> None:
    assert POSTGRES_URL
    there = make_url(POSTGRES_URL).set(database="no_such_database")
    for url in (there.set(password="ムクドリ"), there.update_query_dict({"password": "ムクドリ"})):
        with pytest.raises(StoreError, match='/no_such_database: database "no_such_database" does not exist') as raised:
            async with open_store(tmp_path, url=url.render_as_string(hide_password=False)):
                pass
        assert "ムク" not in unquote(str(raised.value))
