"""Forgetting for good."""

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from yorisoi.backends.store import revisions
from yorisoi.backends.store.clearing import Clearing, remember_to_clear
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.erased_items import Items, delete_rows
from yorisoi.backends.store.schema import memories, metadata, sessions, turns
from yorisoi.backends.store.words import OtherWords, Search
from yorisoi.errors import StoreError, StoreFailed
from yorisoi.memory_ports import Erased
from yorisoi.types import UserId

_COUNTED = frozenset(("episodes", "facts", "reflections", "turns", "traces", "attributes", "sessions"))
_TRIES = 3


class SqlErasure:
    """See `yorisoi.ports.Erasure`.

    SQLite overwrites what is deleted with zeros (`secure_delete`); the write-ahead log and the gaps of pages, which
    may still hold earlier copies, are cleared before a call returns.
    """

    def __init__(self, database: Database, clearing: Clearing) -> None:
        self._database, self._clearing = database, clearing

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
        """As the port says.

        What goes is looked for before the transaction, while others write, and found anew within it: there what was
        written meanwhile is found too, and nothing else has to be looked through.  Raises StoreError also when the user
        has changed what is looked for, again and again, in the meantime; nothing is erased then.
        """
        asked: dict[str, frozenset[int]] = {
            "episode": frozenset(episodes),
            "fact": frozenset(facts),
            "reflection": frozenset(reflections),
        }
        for _ in range(_TRIES):
            search = Search()
            async with self._database.reading() as connection:
                erased = await Items(connection, user, search).find(**asked)
            if preview:
                return erased
            search.again = True
            with suppress(OtherWords):
                async with self._database.writing() as connection:
                    await revisions.begin(connection, user, rebuilt=True)
                    gone = Items(connection, user, search)
                    erased = await gone.find(**asked)
                    await gone.delete()
                    await remember_to_clear(connection)
                await self._clear_files()
                return erased
        raise StoreError("what was to be erased was changed meanwhile; nothing was erased, try again")

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
        if problem := await self._clearing.clear():
            raise StoreFailed(
                self._database.where,
                f"erased, but the words may still be in the files of the store, which cannot be cleared: {problem}; "
                "it is tried again until it is done, also by the next command that opens the store",
            )


def _counted(count: Counter[str]) -> Erased:
    named: dict[str, Any] = dict(count)
    return Erased(**named)
