"""PersonaStore over SQL: facts with their evidence, reflections."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.episodes import add_event
from yorisoi.backends.store.learning import evidence, insert_fact, supersede
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import episodes, facts, reflections
from yorisoi.errors import StoreError
from yorisoi.ports import Clock
from yorisoi.types import Episode, Fact, Reflection, UserId

_MINE = facts.c.user_id == bindparam("user")
_ALL = select(facts).where(_MINE).order_by(facts.c.id)
_EVER, _HOLDING = Read(_ALL), Read(_ALL.where(facts.c.superseded_by.is_(None)))
_any_superseded = select(facts.c.id).where(_MINE, facts.c.superseded_by.is_not(None)).correlate(None).exists()
_SUCCESSORS = Read(
    select(facts.c.id, facts.c.episode_id, facts.c.confirmed_by, facts.c.superseded_by).where(_MINE, _any_superseded)
)
"""Of a user with any fact that has one: most have none, and then nothing is read."""


class SqlPersona:
    """What was concluded about users: see `yorisoi.ports.PersonaStore`.  Every statement names its user."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def facts(self, user: UserId, *, superseded: bool = False) -> list[Fact]:
        asked = _EVER if superseded else _HOLDING
        return [_to_fact(row) for row in await asked.mappings(self._database, user=user)]

    async def stale(self, user: UserId) -> dict[int, int]:
        rows = await _SUCCESSORS.rows(self._database, user=user)
        return _stale({id_: ((episode, *again), successor) for id_, episode, again, successor in rows})

    @uninterrupted
    async def correct(self, user: UserId, fact: int, event: Episode) -> Fact:
        async with self._database.writing() as connection:
            revision = await revisions.begin(connection, user)
            old = await _holding(connection, user, fact)
            if old is None:
                raise StoreError(f"{user} has no fact f{fact}")
            said = await add_event(connection, user, event, revision)
            row = {
                **{name: value for name, value in old.items() if name != "id"},
                **evidence(said),
                "by": "user",
                "valid_from": said.at,
                "last_confirmed": said.at,
                "confirmations": 1,
                "confirmed_by": [],
                "superseded_by": None,
                "superseded_at": None,
            }
            given = await insert_fact(connection, row)
            await supersede(connection, user, [old["id"]], given, said.at)
            new = (await connection.execute(select(facts).where(facts.c.id == given))).mappings().one()
        return _to_fact(new)

    async def reflections(self, user: UserId) -> list[Reflection]:
        statement = select(reflections).where(reflections.c.user_id == user).order_by(reflections.c.id)
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).mappings().all()
        return [
            Reflection(
                id=row["id"],
                user=user,
                text=row["text"],
                episodes=tuple(row["episodes"]),
                by=row["by"],
                at=row["at"],
            )
            for row in rows
        ]

    @uninterrupted
    async def reflect(
        self, user: UserId, reflections: Sequence[Reflection], *, read: Collection[int], since: int | None = None
    ) -> None:
        if not reflections:
            return
        sources = {*read, *(episode for each in reflections for episode in each.episodes)}
        async with self._database.writing() as connection:
            await revisions.begin(connection, user, since=since)
            theirs = select(func.count()).where(episodes.c.user_id == user, episodes.c.id.in_(sources))
            if await connection.scalar(theirs) != len(sources):
                raise StoreError("a reflection rests on an episode that is not there, or not this user's")
            rows = [_reflection_row(user, each, sorted(sources)) for each in reflections]
            await connection.execute(insert(_reflections), rows)


_reflections = reflections  # methods have parameters of this name


async def _holding(connection: AsyncConnection, user: UserId, fact: int) -> Mapping[str, Any] | None:
    """The row of a fact, or of the one that has taken its place."""
    while True:
        asked = select(facts).where(facts.c.user_id == user, facts.c.id == fact)
        row = (await connection.execute(asked)).mappings().one_or_none()
        if row is None or row["superseded_by"] is None:
            return dict(row) if row else None
        fact = row["superseded_by"]


_Known = Mapping[int, tuple[tuple[int, ...], int | None]]
"""Fact -> the episodes that say it, the first one first; its successor."""


def _stale(known: _Known) -> dict[int, int]:
    """Episodes without a fact that holds -> the one where theirs lives on."""
    holding = {episode for said, successor in known.values() if successor is None for episode in said}
    return {
        episode: known[_last(known, successor)][0][0]
        for said, successor in known.values()
        if successor is not None
        for episode in said
        if episode not in holding
    }


def _last(known: _Known, fact: int) -> int:
    """The end of a chain of successors, each newer than the one before."""
    while (successor := known[fact][1]) is not None:
        fact = successor
    return fact


def _reflection_row(user: UserId, reflection: Reflection, sources: Sequence[int]) -> dict[str, Any]:
    return {
        "user_id": user,
        "text": reflection.text,
        "episodes": list(reflection.episodes),
        "by": reflection.by,
        "at": reflection.at,
        "sources": sources,
    }


def _to_fact(row: Any) -> Fact:
    return Fact(
        id=row["id"],
        user=UserId(row["user_id"]),
        kind=row["kind"],
        topic=row["topic"],
        text=row["text"],
        episode=row["episode_id"],
        session=row["session"],
        turn=row["turn"],
        span=(row["span_from"], row["span_to"]),
        by=row["by"],
        valid_from=row["valid_from"],
        last_confirmed=row["last_confirmed"],
        confirmations=row["confirmations"],
        confirmed_by=tuple(row["confirmed_by"]),
        superseded_by=row["superseded_by"],
        superseded_at=row["superseded_at"],
    )
