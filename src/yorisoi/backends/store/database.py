"""One SQL database: connections for reading and for writing, and its errors in our words."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.disk import with_its_cause
from yorisoi.backends.store.at_once import AtOnce
from yorisoi.backends.store.dialects import BUSY_TIMEOUT_S, engines, holds_no_text, lost, unreachable
from yorisoi.backends.store.opened_file import OpenedFile, local_file
from yorisoi.errors import BackendUnavailable, BrokenText, StoreFailed
from yorisoi.unheard import tell_failure

T = TypeVar("T")
P = ParamSpec("P")

MAX_PARAMETERS = 10_000
"""Values in one statement; SQLite and PostgreSQL's drivers stop at 32,766."""


class Database:
    """Where the stores get their connections.  Construction opens nothing; `close` closes what was opened since."""

    def __init__(self, url: URL, where: str) -> None:
        """`where` names the database in errors."""
        self.where = where
        self.reader, self.writer = engines(url)
        file = local_file(url)
        self._file = OpenedFile(file) if file else None
        self.at_once = AtOnce(self._file) if self._file else None
        """For reads that are shorter than the way to a thread; None where the database is no local file."""
        self._unfinished: set[asyncio.Task[Any]] = set()
        self._reads = 0
        self._nobody_reads = asyncio.Event()
        self._nobody_reads.set()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose every statement sees one state of the store; two statements may see two states.

        Raises StoreFailed where the file was replaced: a connection that was opened before would go on with the old
        one, in which keys that are revoked by now are good, and one that is opened now with the new one."""
        self._refuse_replaced()
        self._reads += 1
        self._nobody_reads.clear()
        try:
            with _our_errors(self.where):
                async with self.reader.connect() as connection:
                    if self._file:
                        self._file.remember()
                    self._refuse_replaced()  # while it was opened, or waited for
                    yield connection
        finally:
            self._reads -= 1
            if not self._reads:
                self._nobody_reads.set()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end and rolled back by any error.  Not to be nested: writers are one.

        Raises StoreFailed where the file was replaced, by a backup perhaps: what is written would be lost."""
        self._refuse_replaced()
        with _our_errors(self.where):
            async with self.writer.begin() as connection:
                if self._file:
                    self._file.remember()
                self._refuse_replaced()  # while others wrote, perhaps
                yield connection

    def _refuse_replaced(self) -> None:
        if self._file and self._file.is_replaced():
            reason = (
                "the file was replaced or removed while it was open, so it is neither read nor written: start Yorisoi "
                "anew"
            )
            raise StoreFailed(self.where, reason)

    async def to_the_end(self, call: Coroutine[Any, Any, T]) -> T:
        """The call's result.  When whoever waits for it is cancelled, it still runs to its end, or to `close`."""
        task = asyncio.create_task(call)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError:
            task.add_done_callback(tell_failure)
            raise
        return task.result()

    async def close(self) -> None:
        """Waits for the writes and reads under way: a connection given back to a closed pool would stay open."""
        await asyncio.gather(*self._unfinished, return_exceptions=True)
        await self._nobody_reads.wait()
        if self.at_once:
            self.at_once.close()
        await self.reader.dispose()
        await self.writer.dispose()


class _HasDatabase(Protocol):
    _database: Database


S = TypeVar("S", bound=_HasDatabase)


def uninterrupted(
    call: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """For the writing methods of a store: cancelling one does not tear its transaction.

    A task that is cancelled while the driver's thread executes a statement leaves a connection behind that may hold
    SQLite's one write lock for good (seen with SQLAlchemy 2.1 and aiosqlite 0.22, one cancelled write in five).
    Writes take milliseconds, so they are simply not cancelled.
    """

    @wraps(call)
    async def to_the_end(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.to_the_end(call(self, *args, **kwargs))

    return to_the_end


@contextmanager
def _our_errors(where: str) -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError as error:
        raise BrokenText(f"a text cannot be stored, it holds a broken character: {error.reason}") from error
    except OSError as error:
        if not unreachable(error):
            raise
        raise BackendUnavailable("the store's database cannot be reached; try again") from error
    except SQLAlchemyError as error:
        if lost(error):
            raise BackendUnavailable("the connection to the store's database was lost; try again") from error
        if holds_no_text(error):
            raise BrokenText("a text cannot be stored, it holds a character that the database does not take") from error
        raise StoreFailed(where, with_its_cause(_reason(error), Path(where))) from error


def _reason(error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, StatementError) and error.orig is not None else error
    lines = str(cause).splitlines()
    reason = lines[0] if lines else type(cause).__name__
    if "database is locked" in reason or "QueuePool limit" in reason:
        return f"the store is busy: others have been writing for more than {BUSY_TIMEOUT_S} s; try again"
    if "file is not a database" in reason:
        return "this is not a Yorisoi store; name another folder with --home"
    if "malformed" in reason or "Could not decode" in reason:
        return f"the store is damaged ({reason}); restore a backup, or ingest into a new folder with --home"
    return reason


def chunks(items: Sequence[T], size: int = MAX_PARAMETERS) -> Iterator[Sequence[T]]:
    """The items in order, in pieces that one statement can carry."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
