import asyncio
import random
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yorisoi.backends.store import dialects, open_store
from yorisoi.backends.store.open import FILE
from yorisoi.errors import StoreError
from yorisoi.testing.document_stores import new_document_without_vectors
from yorisoi.types import Episode, UserId


async def test_readers_and_writers_run_side_by_side(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        writes = (store.documents.put([new_document_without_vectors(f"{number}.md")]) for number in range(30))
        reads = (store.documents.overview() for _ in range(60))
        await asyncio.gather(*writes, *reads)
        assert len(await store.documents.hashes()) == 30


async def test_a_cancelled_write_is_whole_or_absent_and_the_next_one_works(tmp_path: Path) -> None:
    rng = random.Random(7)
    async with open_store(tmp_path) as store:
        for round_ in range(20):
            batch = [new_document_without_vectors(f"{round_}/{number}.md") for number in range(50)]
            write = asyncio.create_task(store.documents.put(batch))
            await asyncio.sleep(rng.uniform(0, 0.01))
            write.cancel()
            await asyncio.gather(write, return_exceptions=True)
            assert len(await store.documents.hashes(f"{round_}/")) in (0, 50)
        await store.documents.put([new_document_without_vectors("last.md")])
        assert "last.md" in await store.documents.hashes()


async def test_closing_waits_for_the_reads_under_way(tmp_path: Path) -> None:
    """Whose connections would otherwise go back to a pool that nobody closes any more."""
    async with open_store(tmp_path) as store:
        reads = [asyncio.create_task(store.episodes.waiting()) for _ in range(dialects.READERS)]
        await asyncio.sleep(0)  # now they have begun
    assert all(read.done() for read in reads)
    assert [await read for read in reads] == [[]] * dialects.READERS


async def test_a_store_that_stays_busy_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialects, "BUSY_TIMEOUT_S", 0.05)
    async with open_store(tmp_path) as store:
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="busy"):
            await store.documents.put([new_document_without_vectors("a.md")])
        other.execute("ROLLBACK")
        other.close()
        await store.documents.put([new_document_without_vectors("a.md")])
        assert await store.documents.hashes() == {"a.md": "a.md"}


async def test_writes_are_on_the_disk_before_they_are_acknowledged(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store, store.documents._database.writing() as connection:
        values = {
            pragma: (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    full = 2
    assert values == {"journal_mode": "wal", "synchronous": full, "foreign_keys": 1, "busy_timeout": 30_000}


async def test_events_recorded_at_once_have_numbers_of_their_own(tmp_path: Path) -> None:
    async with open_store(tmp_path) as one, open_store(tmp_path) as other:
        user, at = UserId("aiko"), datetime(2026, 5, 1, tzinfo=UTC)
        event = Episode(
            id=0,
            user=user,
            session="events",
            turn=0,
            speaker="user",
            kind="event",
            text="旅行",
            at=at,
            last_used=at,
            importance=1,
        )
        await asyncio.gather(*(store.episodes.add(user, [(event, None)]) for store in (one, other) * 4))
        assert sorted(each.turn for each in (await one.episodes.all(user))[0]) == list(range(-8, 0))
