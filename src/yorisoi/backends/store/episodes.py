"""EpisodeStore over SQL."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Integer, bindparam, delete, func, insert, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, chunks, uninterrupted
from yorisoi.backends.store.derivation import concluded_from
from yorisoi.backends.store.embedding import bound, comparable, fitting, from_blob, to_blob
from yorisoi.backends.store.learning import Learning, evidence, unlearn
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import Instant, episodes, facts, in_utc, reflections, sessions, turns
from yorisoi.errors import StoreError
from yorisoi.memory_ports import MemoryChanges, Remembered, Settled
from yorisoi.ports import Clock, Vectors
from yorisoi.types import Episode, UserId

_FIELDS = tuple(name for name in Episode.__dataclass_fields__ if name != "user")
# Moments as the driver gives them: all of a user's episodes may be read at once, and a type of ours costs a call each.
_COLUMNS = tuple(
    type_coerce(column, Instant.impl).label(column.name) if isinstance(column.type, Instant) else column
    for column in (episodes.c[name] for name in _FIELDS)
)
_BY_ID = itemgetter(0)
_MINE = episodes.c.user_id == bindparam("user")
_WAITS = (_MINE, episodes.c.settled_at.is_(None))
_ALL = select(*_COLUMNS, episodes.c.terms, comparable(episodes.c.vector)).where(_MINE)
_SINCE = Read(_ALL.where(episodes.c.revision > bindparam("revision")))
_UNSETTLED = Read(
    select(*_COLUMNS).where(*_WAITS).order_by(episodes.c.at, episodes.c.id).limit(bindparam("limit", type_=Integer))
)
_WAITING = select(*_COLUMNS).where(*_WAITS, episodes.c.id.in_(bindparam("ids", expanding=True)))
_WORKED_OUT = ("importance", "terms", "vector", "revision", "settled_at")
_write_settled = (
    update(episodes)
    .where(*_WAITS, episodes.c.id == bindparam("episode"))
    .values({name: bindparam(name) for name in _WORKED_OUT})
)
_insert = insert(episodes)


class _Moved(Exception):
    """The user's memory is no longer what the caller saw."""


class SqlEpisodes:
    """What users said, with vectors: see `yorisoi.ports.EpisodeStore`.  Every statement names its user.

    A vector of another width than the store's model has is none: it is not kept, and not given where it was.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @uninterrupted
    async def add(self, user: UserId, episodes: Sequence[tuple[Episode, NDArray[np.float32] | None]]) -> list[int]:
        """As the port says.  Raises StoreError: an episode is another user's."""
        if any(episode.user != user for episode, _ in episodes):
            raise StoreError("an episode belongs to another user than the one it was to be stored for")
        if not episodes:
            return []
        now = self._clock()
        async with self._database.writing() as connection:
            revision = await revisions.begin(connection, user)
            model = await bound(connection)
            rows = [_to_row(episode, fitting(vector, model), revision, now) for episode, vector in episodes]
            await _number_events(connection, user, [row for row in rows if row["kind"] == "event"])
            await insert_episodes(connection, user, rows)
            return await _of_revision(connection, user, revision)

    async def all(self, user: UserId) -> tuple[list[Episode], Vectors | None]:
        """As the port says; an episode without a vector, among others that have one, has a row of zeros.  In a thread:
        there may be many thousands."""
        statement = _ALL.order_by(episodes.c.at, episodes.c.id)
        async with self._database.reading() as connection:
            found = await connection.execute(statement, {"user": user})
            return await asyncio.to_thread(lambda: _to_episodes(user, found.all()))

    async def revision(self, user: UserId) -> int:
        return (await revisions.newest(self._database, user))[0]

    async def since(self, user: UserId, revision: int) -> MemoryChanges:
        newest, rebuilt = await revisions.newest(self._database, user)
        if newest == revision:
            return MemoryChanges(revision=revision, whole=False, episodes=())
        whole = rebuilt > revision or newest < revision  # the second: the user was erased
        if revision and not whole:
            rows: Sequence[Sequence[Any]] = await _SINCE.rows(self._database, user=user, revision=revision)
        else:
            async with self._database.reading() as connection:
                rows = (await connection.execute(_ALL, {"user": user})).all()
        # Sorted here: SQLite would carry every vector through its sorter, which takes as long as reading them.
        rows = sorted(rows, key=_BY_ID)
        # Rows are read after the revision: what was written in between is read now, and once more the next time.
        return MemoryChanges(revision=newest, whole=whole, episodes=tuple(_to_remembered(user, row) for row in rows))

    @uninterrupted
    async def touch(self, user: UserId, ids: Collection[int], at: datetime, *, since: int | None = None) -> None:
        if ids:
            async with self._database.writing() as connection:
                revision = await revisions.begin(connection, user, since=since)
                used = update(episodes).where(episodes.c.user_id == user).values(last_used=at, revision=revision)
                for some in chunks(list(ids)):
                    await connection.execute(used.where(episodes.c.id.in_(some)))

    async def waiting(self) -> list[UserId]:
        first = func.min(episodes.c.id)
        statement = (
            select(episodes.c.user_id)
            .where(episodes.c.settled_at.is_(None))
            .group_by(episodes.c.user_id)
            .order_by(first)
        )
        async with self._database.reading() as connection:
            return [UserId(user) for user in (await connection.execute(statement)).scalars()]

    async def unsettled(self, user: UserId, limit: int) -> list[Episode]:
        return [_to_episode(user, row) for row in await _UNSETTLED.rows(self._database, user=user, limit=limit)]

    @uninterrupted
    async def settle(self, user: UserId, settled: Sequence[Settled], revision: int) -> bool:
        try:
            async with self._database.writing() as connection:
                now, after = self._clock(), await revisions.begin(connection, user)
                if after != revision + 1:
                    raise _Moved
                waited = await _settle(connection, user, settled, after, now)
                learning = Learning(connection, user, now)
                for each in settled:
                    await learning.keep(each, waited.get(each.episode))
        except _Moved:
            return False
        return True

    @uninterrupted
    async def correct(self, user: UserId, episode: int, text: str) -> None:
        """As the port says; the turn that was spoken changes with it."""
        async with self._database.writing() as connection:
            revision = await revisions.begin(connection, user, rebuilt=True)
            mine = (episodes.c.user_id == user, episodes.c.id == episode)
            row = (await connection.execute(select(*_COLUMNS).where(*mine))).one_or_none()
            if row is None:
                raise StoreError(f"{user} has no episode e{episode}")
            await unlearn(connection, user, episode)
            put_right = evidence(replace(_to_episode(user, row), text=text))
            of_it = (facts.c.user_id == user, facts.c.episode_id == episode)
            await connection.execute(update(facts).where(*of_it).values(**put_right))
            concluded = (await connection.execute(select(reflections).where(reflections.c.user_id == user))).all()
            outdated = [each.id for each in concluded if concluded_from(each, [row])]
            await connection.execute(
                delete(reflections).where(reflections.c.user_id == user, reflections.c.id.in_(outdated))
            )
            anew = {"text": text, "vector": None, "terms": None, "settled_at": None, "revision": revision}
            await connection.execute(update(episodes).where(*mine).values(**anew))
            old = _to_episode(user, row)
            number = (
                select(sessions.c.number)
                .where(sessions.c.user_id == user, sessions.c.id == old.session)
                .scalar_subquery()
            )
            spoken = (turns.c.session_number == number, turns.c.position == old.turn, turns.c.text == old.text)
            await connection.execute(update(turns).where(*spoken).values(text=text))


async def add_event(connection: AsyncConnection, user: UserId, event: Episode, revision: int) -> Episode:
    """The event as it is kept, with its number and its place; within the caller's transaction."""
    row = {**_to_row(event, None, revision, event.at), "user_id": user}
    await _number_events(connection, user, [row])
    given = (await connection.execute(_insert.returning(episodes.c.id), row)).scalar_one()
    return replace(event, id=int(given), turn=row["turn"])


async def insert_episodes(connection: AsyncConnection, user: UserId, rows: Sequence[dict[str, Any]]) -> None:
    """Within the caller's transaction."""
    await connection.execute(_insert, [{**row, "user_id": user} for row in rows])


async def _number_events(connection: AsyncConnection, user: UserId, rows: Sequence[dict[str, Any]]) -> None:
    """Give events their numbers, down from -1 in each session: here, as two processes may record at once."""
    for session in {row["session"] for row in rows}:
        there = select(func.min(episodes.c.turn)).where(episodes.c.user_id == user, episodes.c.session == session)
        last = min(0, await connection.scalar(there) or 0)  # turns of a conversation of that name count up from 0
        for number, row in enumerate((row for row in rows if row["session"] == session), start=1):
            row["turn"] = last - number


async def _of_revision(connection: AsyncConnection, user: UserId, revision: int) -> list[int]:
    """Ids of the episodes that the user's memory took in with this revision, in order."""
    given = select(episodes.c.id).where(episodes.c.user_id == user, episodes.c.revision == revision)
    return sorted((await connection.execute(given)).scalars())


async def _settle(
    connection: AsyncConnection, user: UserId, settled: Sequence[Settled], revision: int, now: datetime
) -> dict[int, Episode]:
    """Write what was worked out; returns by id the episodes that waited for it: others are settled already, or gone."""
    asked = {"user": user, "ids": [each.episode for each in settled]}
    waited = {row[0]: _to_episode(user, row) for row in await connection.execute(_WAITING, asked)}
    model = await bound(connection)
    rows = [
        {
            "user": user,
            "episode": each.episode,
            "importance": each.importance,
            "terms": " ".join(each.terms),
            "vector": _blob(fitting(each.vector, model)),
            "revision": revision,
            "settled_at": now,
        }
        for each in settled
        if each.episode in waited
    ]
    if rows:
        await connection.execute(_write_settled, rows)
    return waited


def _to_row(episode: Episode, vector: NDArray[np.float32] | None, revision: int, now: datetime) -> dict[str, Any]:
    return {
        **{name: getattr(episode, name) for name in _FIELDS if name != "id"},
        "revision": revision,
        "vector": _blob(vector),
        "settled_at": None if vector is None else now,
        "terms": None,
    }


def _blob(vector: NDArray[np.float32] | None) -> bytes | None:
    return None if vector is None else to_blob(vector)


def _to_episode(user: UserId, row: Sequence[Any]) -> Episode:
    # All of a user's episodes may pass here at once: by position, which is several times faster than by name.
    id_, session, turn, speaker, kind, text, at, last_used, importance, *_ = row
    return Episode(
        id=id_,
        user=user,
        session=session,
        turn=turn,
        speaker=speaker,
        kind=kind,
        text=text,
        at=in_utc(at),
        last_used=in_utc(last_used),
        importance=importance,
    )


def _to_episodes(user: UserId, rows: Sequence[Sequence[Any]]) -> tuple[list[Episode], Vectors | None]:
    return [_to_episode(user, row) for row in rows], _matrix([row[-1] for row in rows])


def _to_remembered(user: UserId, row: Sequence[Any]) -> Remembered:
    terms, vector = row[-2:]
    return Remembered(
        episode=_to_episode(user, row),
        vector=None if vector is None else from_blob(vector),
        terms=None if terms is None else tuple(terms.split()),
    )


def _matrix(blobs: Sequence[bytes | None]) -> Vectors | None:
    """Those of the width that most have: a store that is bound to no model takes any."""
    sizes = Counter(len(blob) for blob in blobs if blob is not None)
    if not sizes:
        return None
    [(size, _)] = sizes.most_common(1)
    joined = b"".join(blob if blob is not None and len(blob) == size else bytes(size) for blob in blobs)
    return np.frombuffer(joined, dtype="<f4").astype(np.float32, copy=False).reshape(len(blobs), -1)
