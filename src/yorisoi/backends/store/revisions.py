"""The revision of a user's memory: what readers hold theirs against."""

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.at_once import compiled
from yorisoi.backends.store.database import Database
from yorisoi.backends.store.dialects import insert_or_add
from yorisoi.backends.store.schema import memories
from yorisoi.types import UserId

_FOR = select(memories.c.revision, memories.c.rebuilt).where(memories.c.user_id == bindparam("user"))
_AT_ONCE = compiled(_FOR)


async def newest(database: Database, user: UserId) -> tuple[int, int]:
    """(revision, revision at which something vanished last); zeros for a user of whom nothing was ever kept."""
    if database.at_once and (rows := database.at_once.rows(_AT_ONCE, (user,))) is not None:
        return (rows[0][0], rows[0][1]) if rows else (0, 0)
    async with database.reading() as connection:
        return await _read(connection, user)


async def begin(connection: AsyncConnection, user: UserId, *, rebuilt: bool = False) -> int:
    """Count the user's revision up, within the caller's transaction, and lock it until the end.

    Returns the new one, which the rows that change carry.  With `rebuilt` readers start anew.
    """
    row = {"user_id": user, "revision": 1, "rebuilt": 0}
    await connection.execute(insert_or_add(connection, memories, "user_id", {"revision": 1}), row)
    revision, _ = await _read(connection, user)
    if rebuilt:
        holds = memories.c.user_id == user
        await connection.execute(update(memories).where(holds).values(rebuilt=revision))
    return revision


async def _read(connection: AsyncConnection, user: UserId) -> tuple[int, int]:
    row = (await connection.execute(_FOR, {"user": user})).one_or_none()
    return (row.revision, row.rebuilt) if row else (0, 0)
