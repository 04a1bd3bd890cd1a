"""Forgetting for good."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from sqlalchemy import select

from yorisoi.backends.store import revisions
from yorisoi.backends.store.clearing import clear_files, remember_to_clear
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.erased_items import Items, delete_rows
from yorisoi.backends.store.schema import memories, metadata, sessions, turns
from yorisoi.errors import StoreError
from yorisoi.memory_ports import Erased
from yorisoi.types import UserId

_COUNTED = frozenset(("episodes", "facts", "reflections", "turns", "traces", "attributes", "sessions"))


class SqlErasure:
    """See `yorisoi.ports.Erasure`.

    SQLite overwrites what is deleted with zeros (`secure_delete`); the write-ahead log, which may still hold earlier
    copies, is emptied before a call returns.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @uninterrupted
    async def items(
        self,
        user: UserId,
        *,
        episodes: Collection[int] = (),
        facts: Collection[int] = (),
        reflections: Collection[int] = (),
        preview: bool = False,
    ) -> Erased:
        """As the port says.  A preview is the erasure itself, not committed: it cannot tell anything else."""
        try:
            async with self._database.writing() as connection:
                await revisions.begin(connection, user, rebuilt=True)
                gone = Items(connection, user)
                await gone.episodes(sorted(set(episodes)))
                await gone.facts(sorted(set(facts)))
                await gone.reflections(sorted(set(reflections)))
                erased = await gone.erased()
                if preview:
                    raise _Previewed
                await remember_to_clear(connection)
        except _Previewed:
            return erased
        await self._clear_files()
        return erased

    @uninterrupted
    async def everything(self, user: UserId) -> Erased:
        """As the port says: rows of every table that has a `user_id`, whichever room added it."""
        count: Counter[str] = Counter()
        async with self._database.writing() as connection:
            revision = await revisions.begin(connection, user, rebuilt=True)
            mine = select(sessions.c.number).where(sessions.c.user_id == user)
            count["turns"] = await delete_rows(connection, turns, turns.c.session_number.in_(mine))
            for table in reversed(metadata.sorted_tables):
                if "user_id" in table.c and table is not memories:
                    kind = table.name if table.name in _COUNTED else "other"
                    count[kind] += await delete_rows(connection, table, table.c.user_id == user)
            await revisions.forget(connection, user, revision)
            await remember_to_clear(connection)
        await self._clear_files()
        return _counted(count)

    async def _clear_files(self) -> None:
        if problem := await clear_files(self._database):
            raise StoreError(
                f"erased, but the words may still be in the store's log, which cannot be emptied: {problem}; the next "
                "command that opens the store tries again"
            )


def _counted(count: Counter[str]) -> Erased:
    named: dict[str, Any] = dict(count)
    return Erased(**named)


class _Previewed(Exception):
    """Nothing is to be committed."""
