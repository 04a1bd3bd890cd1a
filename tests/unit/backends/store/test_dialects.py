"""A database that several processes open at once."""

import sqlite3

import pytest

from yorisoi.backends.store.dialects import _write_ahead


class _Busy:
    """A connection to a new file that another process is about to prepare."""

    def __init__(self, message: str) -> None:
        self._message, self._left, self.done = message, 2, list[str]()

    def cursor(self) -> "_Busy":
        return self

    def execute(self, statement: str) -> None:
        if self._left:
            self._left -= 1
            raise sqlite3.OperationalError(self._message)
        self.done.append(statement)

    def close(self) -> None:
        pass


def test_a_new_file_that_another_process_prepares_is_waited_for() -> None:
    connection = _Busy("database is locked")
    _write_ahead(connection)
    assert connection.done == ["PRAGMA journal_mode = WAL"]
    with pytest.raises(sqlite3.OperationalError):
        _write_ahead(_Busy("disk I/O error"))
