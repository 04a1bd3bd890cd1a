"""The store ports' contracts, held against every database."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.testing import stores as contract
from yorisoi.testing.fact_stores import FACT_STORE_CONTRACT
from yorisoi.testing.graph_stores import GRAPH_STORE_CONTRACT

POSTGRES = "YORISOI_TEST_POSTGRES"
"""Environment variable: an SQLAlchemy URL of a database whose tables may be destroyed, such as
postgresql+asyncpg://user@localhost/yorisoi_test; the driver has to be installed too."""
POSTGRES_URL = os.environ.get(POSTGRES)  # read now: each test runs without the developer's own variables


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqlStore]:
    url = POSTGRES_URL if request.param == "postgresql" else None
    if request.param == "postgresql":
        if not url:
            pytest.skip(f"{POSTGRES} is not set")
        await _empty(url)
    async with open_store(tmp_path, url=url) as opened:
        yield opened


async def _empty(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()


def every(checks: tuple) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("check", checks, ids=lambda check: check.__name__)


@every(contract.DOCUMENT_STORE_CONTRACT)
async def test_documents_keep_their_contract(store, check):
    await check(store.documents)


@every(contract.SESSION_STORE_CONTRACT)
async def test_sessions_keep_their_contract(store, check):
    await check(store.sessions)


@every(contract.PROFILE_STORE_CONTRACT)
async def test_profiles_keep_their_contract(store, check):
    await check(store.profiles)


@every(contract.EPISODE_STORE_CONTRACT)
async def test_episodes_keep_their_contract(store, check):
    await check(store.episodes)


@every(contract.TRACE_STORE_CONTRACT)
async def test_traces_keep_their_contract(store, check):
    await check(store.traces)


@every(FACT_STORE_CONTRACT)
async def test_facts_keep_their_contract(store, check):
    await check(store)


@every(GRAPH_STORE_CONTRACT)
async def test_graphs_keep_their_contract(store, check):
    await check(store)


@every(contract.FEEDBACK_STORE_CONTRACT)
async def test_feedback_keeps_its_contract(store, check):
    await check(store.feedback)


@every(contract.LOG_CONTRACT)
async def test_the_log_keeps_its_contract(store, check):
    await check(store)
