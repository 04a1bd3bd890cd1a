"""Facts as they are learnt from episodes, within the transaction that settles these."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.schema import episodes, facts
from yorisoi.language import normal_form
from yorisoi.memory.persona.kinds import ONE_AT_A_TIME
from yorisoi.memory_ports import NewFact, Settled
from yorisoi.types import Episode, UserId

_confirm_less = (
    update(facts)
    .where(facts.c.user_id == bindparam("user"), facts.c.id == bindparam("fact"))
    .values(confirmed_by=bindparam("left"), confirmations=bindparam("times"))
)
_HOLDS = {"superseded_by": None, "superseded_at": None}


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
            given = await insert_fact(self._connection, self._row(episode, fact))
            await supersede(self._connection, self._user, self._real(fact.supersedes), given, self._now)
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


async def insert_fact(connection: AsyncConnection, row: dict[str, Any]) -> int:
    given = (await connection.execute(insert(facts).returning(facts.c.id), row)).scalar_one()
    return int(given)


async def supersede(connection: AsyncConnection, user: UserId, old: Sequence[int], new: int, at: datetime) -> None:
    if old:
        mine = (facts.c.user_id == user, facts.c.id.in_(old), facts.c.id != new)
        await connection.execute(update(facts).where(*mine).values(superseded_by=new, superseded_at=at))


async def hand_over(connection: AsyncConnection, user: UserId, going: Collection[int]) -> None:
    """What facts that are going to be deleted had taken the place of, by what has taken theirs.

    Where nothing has it holds again, of kinds of which a person has one at a time the newest alone.
    """
    columns = (facts.c.id, facts.c.kind, facts.c.valid_from, facts.c.superseded_by)
    rows = (await connection.execute(select(*columns).where(facts.c.user_id == user))).all()
    successors = {row.id: row.superseded_by for row in rows}
    left = sorted((row for row in rows if row.id not in going), key=lambda row: (row.valid_from, row.id))
    holding = {row.kind: row.id for row in left if row.superseded_by is None}
    for row in reversed(left):
        successor = row.superseded_by
        if successor not in going:
            continue
        while successor in going:
            successor = successors.get(successor)
        if successor is None and row.kind in ONE_AT_A_TIME:
            successor = holding.setdefault(row.kind, row.id)
        taken = {"superseded_by": successor} if successor not in (None, row.id) else _HOLDS
        await connection.execute(update(facts).where(facts.c.user_id == user, facts.c.id == row.id).values(**taken))


async def unlearn(connection: AsyncConnection, user: UserId, episode: int) -> None:
    """Delete what was learnt from an episode, but for what the user put right: what else said the same is looked at
    anew, and what the episode had said once more was said once less."""
    mine = facts.c.user_id == user
    rows = (await connection.execute(select(facts).where(mine))).all()
    going = {row.id: row for row in rows if row.episode_id == episode and row.by != "user"}
    await hand_over(connection, user, going)
    await connection.execute(delete(facts).where(mine, facts.c.id.in_(going)))
    again = {each for row in going.values() for each in row.confirmed_by}
    anew = update(episodes).where(episodes.c.user_id == user, episodes.c.id.in_(again))
    await connection.execute(anew.values(settled_at=None))
    await confirm_less(connection, said_less(user, rows, {episode}))


def said_less(user: UserId, known: Sequence[Any], gone: Collection[int]) -> list[dict[str, Any]]:
    """What is left of the confirmations of facts of which some episodes are gone, for `confirm_less`."""
    return [
        {"user": user, "fact": row.id, "left": left, "times": 1 + len(left)}
        for row in known
        if len(left := [each for each in row.confirmed_by if each not in gone]) < len(row.confirmed_by)
    ]


async def confirm_less(connection: AsyncConnection, fewer: Sequence[dict[str, Any]]) -> None:
    if fewer:
        await connection.execute(_confirm_less, fewer)


def evidence(episode: Episode) -> dict[str, Any]:
    """Of a fact that is all that an episode says: its words, what it is about, and where they stand."""
    return {
        "text": episode.text,
        "topic": normal_form(episode.text),
        "episode_id": episode.id,
        "session": episode.session,
        "turn": episode.turn,
        "span_from": 0,
        "span_to": len(episode.text),
    }
