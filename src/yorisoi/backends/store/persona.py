"""PersonaStore over SQL: facts with their evidence, reflections."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import episodes, facts, reflections
from yorisoi.errors import StoreError
from yorisoi.memory_ports import NewFact, Settled
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
    async def correct(self, user: UserId, fact: int, told: int, at: datetime) -> Fact:
        mine = facts.c.user_id == user
        says = select(episodes.c.text, episodes.c.session, episodes.c.turn).where(
            episodes.c.user_id == user, episodes.c.id == told
        )
        async with self._database.writing() as connection:
            await revisions.begin(connection, user)
            old = (await connection.execute(select(facts).where(mine, facts.c.id == fact))).mappings().one_or_none()
            said = (await connection.execute(says)).one_or_none()
            if old is None or said is None:
                raise StoreError(f"{user} has no fact f{fact}" if old is None else f"{user} has no episode e{told}")
            row = {
                **{name: value for name, value in old.items() if name != "id"},
                "text": said.text,
                "episode_id": told,
                "session": said.session,
                "turn": said.turn,
                "span_from": 0,
                "span_to": len(said.text),
                "by": "user",
                "valid_from": at,
                "last_confirmed": at,
                "confirmations": 1,
                "confirmed_by": [],
                "superseded_by": None,
                "superseded_at": None,
            }
            given = await _insert(connection, row)
            await _supersede(connection, user, [fact], given, at)
            new = (await connection.execute(select(facts).where(mine, facts.c.id == given))).mappings().one()
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


class Learning:
    """The facts of one call of `settle`, kept within its transaction."""

    def __init__(self, connection: AsyncConnection, user: UserId, now: datetime) -> None:
        self._connection, self._user, self._now = connection, user, now
        self._ids: list[int | None] = []
        """Of the new facts in the order of the call; None for one that was not kept."""

    async def keep(self, settled: Settled, episode: Episode | None) -> None:
        """Write the facts of an episode; None when its facts are not to be kept: it was settled by somebody else."""
        if episode is None:
            self._ids += [None] * len(settled.facts)
            return
        for fact in settled.facts:
            given = await _insert(self._connection, self._row(episode, fact))
            await _supersede(self._connection, self._user, self._real(fact.supersedes), given, self._now)
            self._ids.append(given)
        for confirmed in self._real(settled.confirmed):
            await self._confirm(confirmed, episode)

    async def _confirm(self, fact: int, episode: Episode) -> None:
        mine = (facts.c.user_id == self._user, facts.c.id == fact)
        before = (await self._connection.execute(select(facts).where(*mine))).mappings().one()
        said_again = {
            "confirmations": before["confirmations"] + 1,
            "confirmed_by": [*before["confirmed_by"], episode.id],
            "last_confirmed": max(before["last_confirmed"], episode.at),
        }
        await self._connection.execute(update(facts).where(*mine).values(**said_again))

    def _row(self, episode: Episode, fact: NewFact) -> dict[str, Any]:
        successor = self._real([fact.superseded_by] if fact.superseded_by is not None else [])
        return {
            "user_id": self._user,
            "kind": fact.kind,
            "topic": fact.topic,
            "text": fact.text,
            "episode_id": episode.id,
            "session": episode.session,
            "turn": episode.turn,
            "span_from": fact.span[0],
            "span_to": fact.span[1],
            "by": fact.by,
            "valid_from": episode.at,
            "last_confirmed": episode.at,
            "confirmations": 1,
            "confirmed_by": [],
            "superseded_by": successor[0] if successor else None,
            "superseded_at": self._now if successor else None,
        }

    def _real(self, references: Sequence[int]) -> list[int]:
        """Ids as the store gave them, for ids and for -n: the n-th new fact."""
        found = [number if number > 0 else self._ids[-number - 1] for number in references]
        return [id_ for id_ in found if id_ is not None]


_reflections = reflections  # methods have parameters of this name


async def _insert(connection: AsyncConnection, row: dict[str, Any]) -> int:
    given = (await connection.execute(insert(facts).returning(facts.c.id), row)).scalar_one()
    return int(given)


async def _supersede(connection: AsyncConnection, user: UserId, old: Sequence[int], new: int, at: datetime) -> None:
    if old:
        mine = (facts.c.user_id == user, facts.c.id.in_(old), facts.c.id != new)
        await connection.execute(update(facts).where(*mine).values(superseded_by=new, superseded_at=at))


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
