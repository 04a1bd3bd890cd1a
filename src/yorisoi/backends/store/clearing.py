"""The files hold nothing that is deleted: also when the process that deleted it did not live to see to it."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import Database
from yorisoi.backends.store.dialects import BUSY_TIMEOUT_S, forget_deleted, insert_missing
from yorisoi.backends.store.schema import meta, metadata, turns

_TO_CLEAR, _PAGES_TO_CLEAR = "to_clear", "pages_to_clear"
_PERSONAL = tuple(table.name for table in metadata.sorted_tables if "user_id" in table.c or table is turns)
"""Tables of what people said and what was made of it."""


async def remember_to_clear(connection: AsyncConnection, *, personal: bool = True) -> None:
    """Within the transaction that erases: whoever opens the store next clears its files, if nobody has before."""
    row = {"key": _TO_CLEAR if personal else _PAGES_TO_CLEAR, "value": "the log"}
    await connection.execute(insert_missing(connection.dialect.name, meta), row)


async def clear_files(database: Database, wait_s: float = BUSY_TIMEOUT_S, *, personal: bool = True) -> str | None:
    """Clear them, waiting so long for others who read; what is `personal` also between the rows that stay.

    Returns what keeps them from being cleared; None: nothing deleted is left in them."""
    if problem := await forget_deleted(database.writer.url, wait_s, _PERSONAL if personal else ()):
        return problem
    cleared = (_TO_CLEAR, _PAGES_TO_CLEAR) if personal else (_PAGES_TO_CLEAR,)
    async with database.writing() as connection:
        await connection.execute(delete(meta).where(meta.c.key.in_(cleared)))
    return None


async def clear_what_is_left(database: Database) -> None:
    """What an erasure that was killed, or met a full disk, has left in the files; tried again at the next opening when
    somebody reads just now."""
    async with database.reading() as connection:
        due = await connection.scalars(select(meta.c.key).where(meta.c.key.in_((_TO_CLEAR, _PAGES_TO_CLEAR))))
    if keys := due.all():
        await clear_files(database, wait_s=0.1, personal=_TO_CLEAR in keys)
