"""Short reads of a local SQLite file on the caller's own thread.

A turn asks the store a dozen times: for its newest change, the passages found, the session, what is known of the user.
SQLite answers in 0.01 to 0.1 ms; the way through a pool, a driver's thread and the event loop costs 0.3 ms each on an
idle machine and ten times that on a busy one.  So these go to the file directly, on one connection of their own, by
statements compiled once.

What is read is what any other reader would see: in WAL mode a read is neither kept waiting by a writer nor sees half of
a transaction.  Whatever goes wrong is left to the ordinary reader, which may wait and says what is wrong in our words.
"""

import sqlite3
import threading
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from yorisoi.backends.store.opened_file import OpenedFile

_BUSY_TIMEOUT_S = 0.01
"""The event loop waits, so hardly at all: only an exclusive lock, as recovery after a crash takes it, can be met."""

_CACHE = "PRAGMA cache_size = -16000"
"""16 MB of pages instead of 2: 13 passages, which lie far apart, are read in .058 ms instead of .066."""


class AtOnce:
    """Reads one SQLite file; safe to use from several threads.  Opens it at the first read."""

    def __init__(self, file: OpenedFile) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._closed = False

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]] | None:
        """What the statement finds, as SQLite keeps it (JSON as text); None when it cannot be told at once."""
        with self._lock:
            try:
                connection = self._open()
                if connection is None or self._file.is_replaced():
                    return None
                return connection.execute(statement, parameters).fetchall()
            except sqlite3.Error:
                self._drop()
                return None

    def _open(self) -> sqlite3.Connection | None:
        if self._connection is None and not self._closed and self._file.path.exists():
            self._connection = sqlite3.connect(
                self._file.path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
            )
            self._file.remember()
            self._connection.execute("PRAGMA query_only = ON")
            self._connection.execute(_CACHE)
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._drop()


def compiled(statement: Select[Any]) -> str:
    """A statement of the schema in SQLite's words, its parameters as question marks."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="qmark")))
