"""TraceStore over SQL."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.schema import traces
from yorisoi.errors import StoreError
from yorisoi.ports import Clock
from yorisoi.types import UserId

NEWEST_FIRST = (traces.c.at.desc(), traces.c.number.desc())
_insert = insert(traces)
_delete = delete(traces).where(traces.c.id == bindparam("trace"), traces.c.user_id == bindparam("user"))


class SqlTraces:
    """One JSON document per turn: see `yorisoi.ports.TraceStore`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @uninterrupted
    async def save(
        self,
        trace_id: str,
        user: UserId,
        session: str,
        body: Mapping[str, Any],
        *,
        turn: int | None = None,
        sources: Sequence[tuple[str, int]] | None = None,
        since: int | None = None,
    ) -> None:
        """Keep the trace, in place of the user's own one of the same id.

        `utterance` and `action` of the body are what `recent` shows.  Raises StoreError: the body cannot be written as
        JSON, or another user has a trace of that id.
        """
        row = {
            "id": trace_id,
            "user_id": user,
            "session": session,
            "at": self._clock(),
            "utterance": body.get("utterance"),
            "action": body.get("action"),
            "body": dict(body),
            "turn": turn,
            "sources": None if sources is None else [list(place) for place in sources],
        }
        async with self._database.writing() as connection:
            await revisions.check(connection, user, since)
            await connection.execute(_delete, {"trace": trace_id, "user": user})
            await connection.execute(_insert, row)

    async def load(self, trace_id: str, user: UserId) -> dict[str, Any]:
        statement = select(traces.c.body).where(traces.c.id == trace_id, traces.c.user_id == user)
        async with self._database.reading() as connection:
            body = await connection.scalar(statement)
        if body is None:
            raise StoreError(f"there is no trace {trace_id} of the user {user}")
        return dict(body)

    async def newest(
        self, user: UserId, *, session: str | None = None, before: int | None = None, limit: int = 20
    ) -> list[dict[str, Any]]:
        """As the port says.  In a thread: a trace has some ten thousand characters of JSON."""
        statement = (
            select(traces.c.id, traces.c.session, traces.c.body)
            .where(traces.c.user_id == user)
            .order_by(*NEWEST_FIRST)
            .limit(limit)
        )
        if session is not None:
            statement = statement.where(traces.c.session == session)
        if before is not None:
            statement = statement.where(traces.c.turn < before)
        async with self._database.reading() as connection:
            found = await connection.execute(statement)
            return await asyncio.to_thread(lambda: [_whole(row) for row in found])

    async def recent(self, user: UserId, limit: int = 20) -> list[dict[str, Any]]:
        """As the port says; `at` is ISO text in UTC, as JSON would have it."""
        statement = (
            select(traces.c.id, traces.c.session, traces.c.at, traces.c.utterance, traces.c.action)
            .where(traces.c.user_id == user)
            .order_by(*NEWEST_FIRST)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).all()
        return [
            {
                "trace_id": row.id,
                "session": row.session,
                "at": row.at.isoformat(),
                "utterance": row.utterance,
                "action": row.action,
            }
            for row in rows
        ]


def _whole(row: Any) -> dict[str, Any]:
    return {**row.body, "trace_id": row.id, "session": row.session}
