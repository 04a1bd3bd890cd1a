"""Everything in which SQLite and PostgreSQL differ; no other file of the store knows which one it talks to."""

import asyncio
import errno
import json
import socket
import sqlite3
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Insert, Table, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from yorisoi.backends.disk import with_its_cause
from yorisoi.backends.sqlite_file import OVERWRITING
from yorisoi.backends.store import gaps
from yorisoi.backends.store.driver import Driver
from yorisoi.own_python import own_python

BUSY_TIMEOUT_S = 30
_AGAIN_S = 0.02
SYNCHRONOUS = "FULL"
"""FULL: an acknowledged write survives loss of power; NORMAL would survive only the death of the process."""
READERS = 4
"""SQLite connections that read at a time; each is a thread."""

_AWAY = ("08", "53300", "57P01", "57P02", "57P03")
"""How PostgreSQL's codes begin: trouble with connections, too many of them, shutting down, crashed, starting up."""
_NO_WAY = (errno.EHOSTUNREACH, errno.EHOSTDOWN, errno.ENETUNREACH, errno.ENETDOWN, errno.ENOENT)
"""The last one: the socket of a server on this machine, which is not running."""

_WRITERS_LOCK = 0x796F7269  # "yori": the number of PostgreSQL's advisory lock


def engines(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    """(reader, writer).  Nothing is opened yet.

    Readers run in autocommit, every read being one statement: that saves BEGIN and ROLLBACK, half of a read's time.
    Errors tell no parameters: those are what people said, and errors come into logs.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite_engines(url)
    writer = create_async_engine(
        url, json_serializer=_readable_json, pool_timeout=BUSY_TIMEOUT_S, pool_pre_ping=True, hide_parameters=True
    )
    return writer.execution_options(isolation_level="AUTOCOMMIT"), writer


def _sqlite_engines(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    shared: dict[str, Any] = {
        "module": Driver(),
        "json_serializer": _readable_json,
        "pool_timeout": BUSY_TIMEOUT_S,
        "max_overflow": 0,
        "hide_parameters": True,
    }
    reader = create_async_engine(
        url,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_reset_on_return=None,
        pool_size=READERS,
        **shared,
    )
    # One writing connection: writers of this process queue in order instead of polling SQLite's lock.
    writer = create_async_engine(url, pool_size=1, **shared)
    event.listen(reader.sync_engine, "connect", _prepare_reader)
    event.listen(writer.sync_engine, "connect", _prepare_writer)
    event.listen(writer.sync_engine, "begin", _begin_immediate)
    return reader, writer


def _prepare_reader(connection: Any, _record: object) -> None:
    _pragmas(connection, f"busy_timeout = {BUSY_TIMEOUT_S * 1000}", "query_only = ON")


def _prepare_writer(connection: Any, _record: object) -> None:
    # The driver would open transactions by itself, and late: only at the first INSERT.
    connection.isolation_level = None
    _pragmas(connection, f"busy_timeout = {BUSY_TIMEOUT_S * 1000}")
    _write_ahead(connection)
    _pragmas(connection, f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON", OVERWRITING)


def _write_ahead(connection: Any) -> None:
    """Where another process makes the same new file so at this moment SQLite fails at once, whatever the timeout."""
    until = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            _pragmas(connection, "journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(_AGAIN_S)


def _pragmas(connection: Any, *pragmas: str) -> None:
    cursor = connection.cursor()
    try:
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def _begin_immediate(connection: Connection) -> None:
    # A transaction that reads first and then writes would fail at once when another process wrote in between,
    # whatever the busy timeout says; taking the lock at the start waits instead.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def lost(error: SQLAlchemyError) -> bool:
    """The database went away or takes nobody in now, and is asked anew by whoever tries again."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or str(getattr(error.orig, "sqlstate", None)).startswith(_AWAY)


def unreachable(error: OSError) -> bool:
    """It is of the way to the database, and of no file: those name the file, or have other numbers (a full disk)."""
    if isinstance(error, ConnectionError | TimeoutError | socket.gaierror | ssl.SSLError):
        return True
    # A host with several addresses, none of which answers (localhost often has two), is told without a number.
    of_several = type(error) is OSError and error.errno is None
    return error.filename is None and (of_several or error.errno in _NO_WAY)


def holds_no_text(error: SQLAlchemyError) -> bool:
    """What was to be stored is no text to PostgreSQL, which takes neither a NUL nor half a surrogate pair.

    The driver tells the second with the text, and with Python's error as the cause of the cause."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if getattr(cause, "sqlstate", None) in ("22021", "22P05"):  # character_not_in_repertoire, untranslatable_character
        return True
    return cause is not None and isinstance(getattr(cause.__cause__, "__cause__", None), UnicodeEncodeError)


async def one_writer(connection: AsyncConnection) -> None:
    """From here to the end of the transaction no other one that called this runs.

    SQLite has one writer anyway.  On PostgreSQL it keeps the change log in the order of its commits: a reader that has
    seen number 8 must never find a 7 later.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _WRITERS_LOCK})


def insert_missing(dialect: str, table: Table) -> Insert:
    """An INSERT that leaves rows alone whose key is there already."""
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


def insert_or_add(dialect: str, table: Table, key: str, added: dict[str, int]) -> Insert:
    """An INSERT that, where the key is there already, adds to the row's numbers instead."""
    sums = {name: table.c[name] + number for name, number in added.items()}
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_update(index_elements=[key], set_=sums)
    return sqlite.insert(table).on_conflict_do_update(index_elements=[key], set_=sums)


def insert_or_set(dialect: str, table: Table, key: str, name: str) -> Insert:
    """An INSERT that, where the key is there already, sets the row's value of this name instead."""
    if dialect == "postgresql":
        there = postgresql.insert(table)
        return there.on_conflict_do_update(index_elements=[key], set_={name: there.excluded[name]})
    new = sqlite.insert(table)
    return new.on_conflict_do_update(index_elements=[key], set_={name: new.excluded[name]})


async def forget_deleted(url: URL, wait_s: float = BUSY_TIMEOUT_S) -> str | None:
    """Nothing deleted is left in the files: neither in the log nor between the rows that stay (see `gaps.py`).

    Returns what kept it from that: another process that reads the log for longer than `wait_s`, a full disk.
    PostgreSQL has no such switch: there the space is cleared by its own vacuum.
    """
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return await asyncio.to_thread(_forget, url.database, wait_s)


def _forget(file: str, wait_s: float) -> str | None:
    command = own_python("-I", "-S", gaps.__file__, file, str(wait_s))
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"no process can be started for it: {error.strerror}"
    if done.returncode:
        return f"the process that does it ended with {done.returncode}"
    return with_its_cause(done.stdout.strip(), Path(file)) or None


def _readable_json(value: object) -> str:
    # Japanese stays Japanese: half the bytes of \\uXXXX, and legible in the file.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
