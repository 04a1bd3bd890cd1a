"""Forgetting for good."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Table, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.dialects import forget_deleted
from yorisoi.backends.store.schema import attributes, episodes, facts, metadata, reflections, sessions, traces, turns
from yorisoi.errors import StoreError
from yorisoi.memory_ports import Erased
from yorisoi.types import UserId

_COUNTED = frozenset(Erased.__dataclass_fields__) - {"other"}
_STATE = frozenset({"memories"})
"""Holds no word of the user's, and has to outlive them: readers learn from it that everything is gone."""


_ENOUGH_TO_TELL = 8
"""Characters from which on a text is somebody's, wherever it stands."""


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
    ) -> Erased:
        async with self._database.writing() as connection:
            await revisions.begin(connection, user, rebuilt=True)
            gone = _Items(connection, user)
            await gone.episodes(sorted(set(episodes)))
            await gone.facts(sorted(set(facts)))
            await gone.reflections(sorted(set(reflections)))
        await self._clear_files()
        return Erased(**gone.count)

    @uninterrupted
    async def everything(self, user: UserId) -> Erased:
        """As the port says: rows of every table that has a `user_id`, whichever room added it."""
        count: Counter[str] = Counter()
        async with self._database.writing() as connection:
            await revisions.begin(connection, user, rebuilt=True)
            mine = select(sessions.c.number).where(sessions.c.user_id == user)
            count["turns"] = await _delete(connection, turns, turns.c.session_number.in_(mine))
            for table in reversed(metadata.sorted_tables):
                if "user_id" in table.c and table.name not in _STATE:
                    kind = table.name if table.name in _COUNTED else "other"
                    count[kind] += await _delete(connection, table, table.c.user_id == user)
        await self._clear_files()
        return Erased(**count)

    async def _clear_files(self) -> None:
        if not await forget_deleted(self._database.writer.url):
            raise StoreError(
                "erased, but another process keeps the store's log open, which may still hold the words: "
                "end it and erase again"
            )


class _Items:
    """Single things of one user, erased within one transaction."""

    def __init__(self, connection: AsyncConnection, user: UserId) -> None:
        self._connection, self._user = connection, user
        self.count: Counter[str] = Counter()

    async def episodes(self, ids: Sequence[int]) -> None:
        rows = await self._own(episodes, ids, "episode e")
        await self.facts(await self._ids(facts, facts.c.episode_id.in_(ids)))
        await self._resting_reflections(set(ids))
        self.count["episodes"] += await self._delete(episodes, episodes.c.id.in_(ids))
        for row in rows:
            await self._attribute_of(row.session, row.turn)
            await self._words(row)

    async def facts(self, ids: Sequence[int]) -> None:
        await self._own(facts, ids, "fact f")
        revived = (facts.c.user_id == self._user, facts.c.superseded_by.in_(ids))
        await self._connection.execute(update(facts).where(*revived).values(superseded_by=None, superseded_at=None))
        self.count["facts"] += await self._delete(facts, facts.c.id.in_(ids))

    async def reflections(self, ids: Sequence[int]) -> None:
        await self._own(reflections, ids, "reflection r")
        self.count["reflections"] += await self._delete(reflections, reflections.c.id.in_(ids))

    async def _own(self, table: Table, ids: Sequence[int], name: str) -> Sequence[Any]:
        statement = select(table).where(table.c.user_id == self._user, table.c.id.in_(ids))
        rows = (await self._connection.execute(statement)).all()
        if missing := sorted(set(ids) - {row.id for row in rows}):
            raise StoreError(f"{self._user} has no {name}{missing[0]}; nothing was erased")
        return rows

    async def _ids(self, table: Table, *conditions: Any) -> list[int]:
        statement = select(table.c.id).where(table.c.user_id == self._user, *conditions)
        return list((await self._connection.execute(statement)).scalars())

    async def _delete(self, table: Table, *conditions: Any) -> int:
        return await _delete(self._connection, table, table.c.user_id == self._user, *conditions)

    async def _resting_reflections(self, gone: set[int]) -> None:
        statement = select(reflections.c.id, reflections.c.episodes).where(reflections.c.user_id == self._user)
        rows = (await self._connection.execute(statement)).all()
        await self.reflections([row.id for row in rows if gone & set(row.episodes)])

    async def _attribute_of(self, session: str, turn: int) -> None:
        """An attribute learnt from the turn goes; the value before it holds again."""
        learnt = (attributes.c.session == session, attributes.c.turn == turn)
        statement = select(attributes.c.name).where(attributes.c.user_id == self._user, *learnt)
        names = set((await self._connection.execute(statement)).scalars())
        self.count["attributes"] += await self._delete(attributes, *learnt)
        for name in names:
            of_name = (attributes.c.user_id == self._user, attributes.c.name == name)
            newest = select(attributes.c.id).where(*of_name).order_by(attributes.c.id.desc()).limit(1).scalar_subquery()
            revived = update(attributes).where(*of_name, attributes.c.id == newest).values(superseded_at=None)
            await self._connection.execute(revived)

    async def _words(self, episode: Any) -> None:
        """The turn itself, and every turn and trace of the user that holds its words; with a turn goes its episode."""
        held = await self._connection.execute(
            select(turns.c.session_number, turns.c.position, turns.c.text, turns.c.question, sessions.c.id)
            .join(sessions, sessions.c.number == turns.c.session_number)
            .where(sessions.c.user_id == self._user)
        )
        for number, position, said, question, session in held.all():
            itself = (session, position) == (episode.session, episode.turn) and said == episode.text
            if itself or _repeats(said, episode.text) or _repeats(question or "", episode.text):
                spoken = (turns.c.session_number == number, turns.c.position == position)
                self.count["turns"] += await _delete(self._connection, turns, *spoken)
                of_turn = (episodes.c.session == session, episodes.c.turn == position)
                await self.facts(await self._ids(facts, facts.c.session == session, facts.c.turn == position))
                self.count["episodes"] += await self._delete(episodes, *of_turn)
        await self._traces(episode.text)

    async def _traces(self, text: str) -> None:
        rows = await self._connection.execute(select(traces.c.id, traces.c.body).where(traces.c.user_id == self._user))
        holding = [id_ for id_, body in rows.all() if any(_repeats(value, text) for value in _texts(body))]
        self.count["traces"] += await self._delete(traces, traces.c.id.in_(holding))


def _repeats(text: str, erased: str) -> bool:
    """Whether a text holds the erased words; a word or two (はい) is a repetition only by itself."""
    return erased in text if len(erased) >= _ENOUGH_TO_TELL else erased == text


async def _delete(connection: AsyncConnection, table: Table, *conditions: Any) -> int:
    return (await connection.execute(delete(table).where(*conditions))).rowcount


def _texts(value: Any) -> Iterable[str]:
    """Every string in a JSON value; a string that is JSON itself (a prompt's schema, a tool's call) as its strings."""
    if isinstance(value, str):
        yield value
        if value.startswith(("{", "[")):
            try:
                yield from _texts(json.loads(value))
            except ValueError:
                return
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
