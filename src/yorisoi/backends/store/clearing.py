"""The files hold nothing that is deleted: also when the process that deleted it did not live to see to it."""

import asyncio
import secrets
from contextlib import suppress

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import Database
from yorisoi.backends.store.dialects import BUSY_TIMEOUT_S, forget_deleted, insert_or_set
from yorisoi.backends.store.schema import meta
from yorisoi.errors import YorisoiError

_TO_CLEAR = "to_clear"
_EARLIER = "pages_to_clear"
"""What earlier versions left in the store of a page."""
_AGAIN_S, _AT_MOST_S = 5.0, 60.0
"""Before it is tried again, twice as long each time: it holds up those who write."""
_WAIT_AGAIN_S = 0.5
"""For others who read, each time."""


async def remember_to_clear(connection: AsyncConnection) -> None:
    """Within the transaction that erases: whoever opens the store next clears its files, if nobody has before."""
    row = {"key": _TO_CLEAR, "value": secrets.token_hex(8)}
    await connection.execute(insert_or_set(connection.dialect.name, meta, "key", "value").values(row))


class Clearing:
    """Clears the files of one store, once at a time.

    Who asks while they are cleared shares the next time with everybody who asks before it begins, so that many who
    erase at once cost little more than one.  What others keep from being cleared is tried again until it is done, or
    the store is closed; then by whoever opens it next.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._one_at_a_time = asyncio.Lock()
        self._next: asyncio.Task[str | None] | None = None
        self._wait_s = 0.0
        self._again: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def clear(self, wait_s: float = BUSY_TIMEOUT_S) -> str | None:
        """Of what was deleted before this call nothing is left; waits at least so long for others who read.

        Returns what keeps the files from being cleared just now; None: they are.
        """
        problem = await self._cleared(wait_s)
        if problem and (self._again is None or self._again.done()):
            self._again = asyncio.create_task(self._until_cleared())
        return problem

    async def close(self) -> None:
        """What is not cleared yet is tried once more."""
        self._closing.set()
        if self._again:
            await self._again

    async def _until_cleared(self) -> None:
        pause_s, last = _AGAIN_S, False
        while not last:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause_s)
            pause_s, last = min(2 * pause_s, _AT_MOST_S), self._closing.is_set()
            with suppress(YorisoiError, OSError):  # of a store that is busy or full, for now
                if not await self._cleared(_WAIT_AGAIN_S):
                    return

    async def _cleared(self, wait_s: float) -> str | None:
        self._wait_s = max(self._wait_s, wait_s)
        if self._next is None:
            self._next = asyncio.create_task(self._in_turn())
        return await self._next

    async def _in_turn(self) -> str | None:
        async with self._one_at_a_time:
            wait_s, self._wait_s, self._next = self._wait_s, 0.0, None
            return await _clear(self._database, wait_s)


async def clear_what_is_left(database: Database) -> None:
    """What an erasure that was killed, or met a full disk, has left in the files; tried again at the next opening when
    somebody reads just now."""
    if await _due(database):
        await _clear(database, wait_s=0.1)


async def _due(database: Database) -> list[tuple[str, str]]:
    async with database.reading() as connection:
        rows = await connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.in_((_TO_CLEAR, _EARLIER))))
        return [(key, value) for key, value in rows]


async def _clear(database: Database, wait_s: float) -> str | None:
    due = await _due(database)
    if problem := await forget_deleted(database.writer.url, wait_s):
        return problem
    async with database.writing() as connection:
        for key, value in due:  # of another value: something was erased meanwhile, and is to be cleared yet
            await connection.execute(delete(meta).where(meta.c.key == key, meta.c.value == value))
    return None
