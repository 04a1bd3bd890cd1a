"""The driver between SQLAlchemy and SQLite: one way to the thread for a statement, and all that a cursor tells."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from yorisoi.backends.store.driver import Driver


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[AsyncConnection]:
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'some.db'}", module=Driver())
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE said (number INTEGER PRIMARY KEY, word TEXT UNIQUE)"))
        await connection.execute(text("INSERT INTO said (word) VALUES (:word)"), [{"word": "木"}, {"word": "森"}])
        yield connection
    await engine.dispose()


async def test_a_statement_goes_to_the_thread_once(
    connection: AsyncConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: list[Any] = []
    execute = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, work: Any, *given: Any) -> Any:
        ways.append(given)
        return await execute(self, work, *given)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    found = (await connection.execute(text("SELECT word FROM said WHERE number > :least"), {"least": 0})).all()
    assert [row.word for row in found] == ["木", "森"]
    assert len(ways) == 1


async def test_a_cursor_tells_what_was_changed_and_what_came_of_it(connection: AsyncConnection) -> None:
    changed = await connection.execute(text("UPDATE said SET word = word || '林'"))
    assert changed.rowcount == 2
    added = await connection.execute(text("INSERT INTO said (word) VALUES ('林') RETURNING number, word"))
    assert added.mappings().one() == {"number": 3, "word": "林"}
    assert (await connection.execute(text("SELECT word FROM said WHERE number > 9"))).all() == []


async def test_rows_that_are_not_wanted_at_once_come_one_after_the_other(connection: AsyncConnection) -> None:
    rows = await connection.stream(text("SELECT number FROM said ORDER BY number"))
    assert [row.number async for row in rows] == [1, 2]


async def test_what_sqlite_refuses_is_an_error_of_sqlalchemys(connection: AsyncConnection) -> None:
    with pytest.raises(OperationalError, match="no such table"):
        await connection.execute(text("SELECT 1 FROM nowhere"))
    with pytest.raises(IntegrityError, match="UNIQUE"):
        await connection.execute(text("INSERT INTO said (word) VALUES ('木')"))
    assert (await connection.execute(text("SELECT count(*) FROM said"))).scalar_one() == 2
