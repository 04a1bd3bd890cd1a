"""What only PostgreSQL does; `YORISOI_TEST_POSTGRES` names its database (see `test_stores.py`)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.contract.test_stores import POSTGRES, POSTGRES_URL, _empty

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import BackendUnavailable, BrokenText
from yorisoi.types import Turn, UserId

AIKO, NOON = UserId("aiko"), datetime(2026, 5, 1, 12, tzinfo=UTC)

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
