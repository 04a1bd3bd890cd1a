"""SQLite's driver with one way to its thread for a statement instead of four.

SQLAlchemy's adapter of aiosqlite asks the connection's thread for a cursor, to execute, to fetch and to close, one
after the other, and the event loop wakes up for each: 0.1 ms of processor time, of which a turn of a conversation had a
hundred.  Here the thread does all four at once.
"""

import sqlite3
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

import aiosqlite
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_connection
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
)
from sqlalchemy.util import EMPTY_DICT
from sqlalchemy.util.concurrency import await_

_Execute: TypeAlias = Callable[[sqlite3.Cursor, str, Any], object]


class Driver(AsyncAdapt_aiosqlite_dbapi):
    """The DB-API module of an engine: `create_async_engine(..., module=Driver())`."""

    def __init__(self) -> None:
        super().__init__(aiosqlite, sqlite3)

    def connect(self, *given: Any, **named: Any) -> "_Connection":
        return _Connection(self, super().connect(*given, **named)._connection)


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor whose rows are all there, and whose own of SQLite is closed, once it has executed."""

    __slots__ = ()

    def __init__(self, adapt_connection: AsyncAdapt_dbapi_connection) -> None:
        self._adapt_connection, self._connection = adapt_connection, adapt_connection._connection
        self._rows = deque()
        self._soft_closed_memoized = EMPTY_DICT

    def execute(self, operation: str, parameters: Any = None) -> None:
        self._do(sqlite3.Cursor.execute, operation, parameters or ())

    def executemany(self, operation: str, seq_of_parameters: Any) -> None:
        self._do(sqlite3.Cursor.executemany, operation, seq_of_parameters)

    def _do(self, how: _Execute, operation: str, parameters: Any) -> None:
        connection = self._connection
        try:
            done = await_(connection._execute(_done, connection._conn, how, operation, parameters))
        except (sqlite3.Error, ValueError) as error:  # the second: the connection is closed
            self._adapt_connection._handle_exception(error)
        self._cursor, self._rows = done

    def setinputsizes(self, *_: Any) -> None:
        """SQLite takes values as they are."""

    def close(self) -> None:
        self._rows.clear()

    async def _async_soft_close(self) -> None:
        """There is nothing to close."""


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ()
    _cursor_cls = _Cursor


def _done(connection: sqlite3.Connection, how: _Execute, operation: str, parameters: Any) -> tuple[Any, deque[Any]]:
    """On the connection's thread: the cursor after the statement, which still tells about it, and the rows."""
    cursor = connection.cursor()
    try:
        how(cursor, operation, parameters)
        return cursor, deque(cursor.fetchall() if cursor.description else ())
    finally:
        cursor.close()
