"""FeedbackStore over SQL."""

import asyncio
from dataclasses import asdict, fields

from sqlalchemy import bindparam, delete, insert, select

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import feedback
from yorisoi.types import Feedback, UserId

_EVENTS = (
    select(*(feedback.c[field.name].label(field.name) for field in fields(Feedback)))
    .where(feedback.c.user_id == bindparam("user"))
    .order_by(feedback.c.id.desc())
)
"""Newest first."""
_MOST_AT_ONCE = 100
_NEWEST = Read(_EVENTS.limit(_MOST_AT_ONCE))


class SqlFeedback:
    """What users made of their turns: see `yorisoi.ports.FeedbackStore`.  Every statement names its user."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @uninterrupted
    async def add(self, user: UserId, event: Feedback, *, since: int | None = None) -> None:
        async with self._database.writing() as connection:
            await revisions.check(connection, user, since)
            await connection.execute(insert(feedback), {"user_id": user, **asdict(event)})

    async def events(self, user: UserId) -> list[Feedback]:
        """As the port says.  A long log is put together in a thread: every turn asks for it."""
        newest = await _NEWEST.mappings(self._database, user=user)
        if len(newest) < _MOST_AT_ONCE:
            return [Feedback(**row) for row in reversed(newest)]
        async with self._database.reading() as connection:
            whole = await connection.execute(_EVENTS, {"user": user})
            return await asyncio.to_thread(lambda: [Feedback(**row) for row in reversed(whole.mappings().all())])

    @uninterrupted
    async def erase(self, user: UserId) -> int:
        async with self._database.writing() as connection:
            return (await connection.execute(delete(feedback).where(feedback.c.user_id == user))).rowcount
