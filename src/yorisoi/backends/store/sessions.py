"""SessionStore over SQL."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Integer, and_, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, chunks, uninterrupted
from yorisoi.backends.store.dialects import insert_or_set
from yorisoi.backends.store.episodes import insert_episodes
from yorisoi.backends.store.profiles import learn
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import sessions, turns
from yorisoi.errors import StoreError
from yorisoi.types import NOTHING, Action, Choice, Session, Turn, UserId

_TURN = tuple(column for column in turns.c if column.name != "session_number")
"""Of a turn, in the order in which `_to_turn` takes them."""
_BEFORE = and_(
    turns.c.session_number == sessions.c.number, turns.c.position < bindparam("before", type_=Integer, value=2**31 - 1)
)
_LOAD = (
    select(sessions.c.user_id, sessions.c.title, *_TURN)
    .select_from(sessions.outerjoin(turns, _BEFORE))
    .where(sessions.c.id == bindparam("session"))
    .order_by(turns.c.position.desc())
)
"""Newest first; of a session without turns one row."""
_LOAD_LAST = Read(_LOAD.limit(bindparam("last", type_=Integer)))
_LAST = select(func.max(turns.c.position)).where(turns.c.session_number == bindparam("number"))
_insert = insert(turns)


class SqlSessions:
    """Conversations: see `yorisoi.ports.SessionStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, user: UserId, session: str, *, last: int | None = None, before: int | None = None) -> Session:
        """As the port says.  The whole is put together in a thread: a conversation may be of many thousand turns."""
        asked = {"session": session} if before is None else {"session": session, "before": before}
        if last is not None:
            rows = await _LOAD_LAST.rows(self._database, **asked, last=max(last, 1))  # one tells whose it is
            found = _own_session(session, user, rows)
            return found if last else replace(found, turns=())
        async with self._database.reading() as connection:
            whole = await connection.execute(_LOAD, asked)
            return await asyncio.to_thread(lambda: _own_session(session, user, whole.all()))

    async def turns(self, user: UserId, places: Collection[tuple[str, int]]) -> dict[tuple[str, int], Turn]:
        found: dict[tuple[str, int], Turn] = {}
        of_user = select(sessions.c.id, *_TURN).select_from(sessions.join(turns)).where(sessions.c.user_id == user)
        async with self._database.reading() as connection:
            for some in chunks(sorted(places)):
                ids, positions = zip(*some, strict=True)
                near = of_user.where(sessions.c.id.in_(set(ids)), turns.c.position.in_(set(positions)))
                found |= {(row[0], row[1]): _to_turn(row[1:]) for row in await connection.execute(near)}
        return {place: found[place] for place in places if place in found}

    @uninterrupted
    async def append(
        self,
        user: UserId,
        session: str,
        turns: Sequence[Turn],
        *,
        learnt: Mapping[str, str] = NOTHING,
        since: int | None = None,
    ) -> int:
        """As the port says.  Raises StoreError: the session is another user's.  Without turns nothing is stored."""
        if not turns:
            newest = (await self.load(user, session, last=1)).turns
            return 1 + (newest[0].index or 0) if newest else 0
        async with self._database.writing() as connection:
            revision = await revisions.begin(connection, user, since=since)
            number = await _own(connection, user, session, turns[-1])
            first = await _append(connection, number, turns)
            for name, value in learnt.items():
                await learn(connection, user, name, value, (session, first), turns[-1].at)
            spoken = [_episode_row(session, first + i, turn, revision) for i, turn in enumerate(turns)]
            await insert_episodes(connection, user, spoken)
            return first

    async def sessions(self, user: UserId, limit: int = 20, *, begun: bool = False) -> list[Session]:
        """As the port says; newest is the one whose last turn is."""
        newest = (
            select(sessions.c.number, sessions.c.id, sessions.c.title, sessions.c.last_at)
            .where(sessions.c.user_id == user)
            .order_by(sessions.c.last_at.desc(), sessions.c.number.desc())
            .limit(limit)
            .subquery()
        )
        statement = (
            select(newest.c.id, newest.c.title, *_TURN)
            .select_from(newest.join(turns, turns.c.session_number == newest.c.number))
            .order_by(newest.c.last_at.desc(), newest.c.number.desc(), turns.c.position.desc())
        )
        if begun:
            first = select(func.min(turns.c.position)).where(turns.c.session_number == newest.c.number)
            statement = statement.where(turns.c.position == first.correlate(newest).scalar_subquery())
        async with self._database.reading() as connection:
            found = await connection.execute(statement)
            return await asyncio.to_thread(lambda: _to_sessions(user, found.all()))

    @uninterrupted
    async def rename(self, user: UserId, session: str, title: str, *, since: int | None = None) -> None:
        own = (sessions.c.id == session, sessions.c.user_id == user)
        async with self._database.writing() as connection:
            await revisions.check(connection, user, since)
            renamed = await connection.execute(update(sessions).where(*own).values(title=title or None))
            if not renamed.rowcount:
                raise StoreError(f"there is no session {session}")


async def _own(connection: AsyncConnection, user: UserId, session: str, last: Turn) -> int:
    """The session's number, begun now if need be, and locked until the transaction ends."""
    row = {"id": session, "user_id": user, "last_at": last.at}
    number, owner = (await connection.execute(_begin(connection.dialect.name), row)).one()
    if owner != user:
        raise _not_yours(session)  # and nothing is changed: the transaction ends here
    return int(number)


@cache
def _begin(dialect: str) -> ReturningInsert[int, str]:
    return insert_or_set(dialect, sessions, "id", "last_at").returning(sessions.c.number, sessions.c.user_id)


async def _append(connection: AsyncConnection, number: int, new: Sequence[Turn]) -> int:
    last = await connection.scalar(_LAST, {"number": number})
    first = 0 if last is None else last + 1
    await connection.execute(_insert, [_turn_row(number, first + i, turn) for i, turn in enumerate(new)])
    return int(first)


def _turn_row(number: int, position: int, turn: Turn) -> dict[str, Any]:
    return {
        "session_number": number,
        "position": position,
        "speaker": turn.speaker,
        "text": turn.text,
        "at": turn.at,
        "action": turn.action.value if turn.action else None,
        "question": turn.question,
        "choices": [asdict(choice) for choice in turn.choices],
        "sources": None if turn.sources is None else [list(place) for place in turn.sources],
        "pages": list(turn.pages),
        "drawn_from": list(turn.drawn_from) or None,
        "groups": sorted(turn.groups) or None,
    }


def _episode_row(session: str, position: int, turn: Turn, revision: int) -> dict[str, Any]:
    """Of an episode that waits to be settled."""
    return {
        "session": session,
        "turn": position,
        "speaker": turn.speaker,
        "kind": "said",
        "text": turn.text,
        "at": turn.at,
        "last_used": turn.at,
        "importance": 1,
        "revision": revision,
    }


def _own_session(id_: str, user: UserId, rows: Sequence[Sequence[Any]]) -> Session:
    if rows and rows[0][0] != user:
        raise _not_yours(id_)
    return _to_session(id_, user, rows)


def _to_sessions(user: UserId, rows: Sequence[Sequence[Any]]) -> list[Session]:
    return [_to_session(id_, user, list(own)) for id_, own in groupby(rows, key=itemgetter(0))]


def _to_session(id_: str, user: UserId, rows: Sequence[Sequence[Any]]) -> Session:
    """Of rows of (owner or session id, title, *_TURN), newest first; a session without turns is a row of NULLs."""
    turns = tuple(_to_turn(row[2:]) for row in reversed(rows) if row[2] is not None)
    return Session(id=id_, user=user, turns=turns, title=(rows[0][1] or "") if rows else "")


def _to_turn(row: Sequence[Any]) -> Turn:
    position, speaker, text, at, action, question, choices, sources, pages, drawn_from, groups = row
    return Turn(
        speaker=speaker,
        text=text,
        at=at,
        action=Action(action) if action else None,
        question=question,
        choices=tuple(Choice(**choice) for choice in choices),
        sources=None if sources is None else tuple((session, index) for session, index in sources),
        pages=tuple(pages or ()),
        drawn_from=tuple(drawn_from or ()),
        groups=frozenset(groups or ()),
        index=position,
    )


def _not_yours(session: str) -> StoreError:
    return StoreError(f"session {session} is not this user's; choose another id")
