"""TurnLog over SQL."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, select

from yorisoi.backends.store.database import Database, chunks
from yorisoi.backends.store.schema import feedback, sessions, traces, turns
from yorisoi.backends.store.traces import NEWEST_FIRST
from yorisoi.log_ports import LoggedTurn
from yorisoi.types import Action, Feedback, UserId

_TURNS = (
    select(
        traces.c.id,
        traces.c.session,
        traces.c.turn,
        traces.c.user_id,
        traces.c.at,
        traces.c.utterance,
        traces.c.body[("reply", "rule")].as_string().label("rule"),
        traces.c.body["remembers"].as_boolean().label("remembers"),
        traces.c.body["picked"].label("picked"),
        traces.c.body[("steps", 0, "groups")].label("groups"),  # of `load`, the first one
        turns.c.action,
        turns.c.question,
        turns.c.text,
        turns.c.pages,
        turns.c.choices,
        turns.c.sources,
    )
    .join(sessions, and_(sessions.c.id == traces.c.session, sessions.c.user_id == traces.c.user_id))
    .join(turns, and_(turns.c.session_number == sessions.c.number, turns.c.position == traces.c.turn + 1))
)
"""Traces know the groups, the rule, what was picked and whether memory went in, the turn after the user's what was
said."""


class SqlTurnLog:
    """See `yorisoi.log_ports.TurnLog`.  Of traces the database takes out what is needed: they are long."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turns(self, since: datetime, limit: int) -> Sequence[LoggedTurn]:
        newest = _TURNS.where(traces.c.at >= since).order_by(*NEWEST_FIRST).limit(limit)
        return await self._read(newest)

    async def turn(self, trace_id: str) -> LoggedTurn | None:
        found = await self._read(_TURNS.where(traces.c.id == trace_id))
        return found[0] if found else None

    async def conversation(self, turn: LoggedTurn) -> Sequence[LoggedTurn]:
        same = _TURNS.where(traces.c.user_id == turn.user, traces.c.session == turn.session)
        return await self._read(same.order_by(*NEWEST_FIRST))

    async def _read(self, statement: Select[Any]) -> list[LoggedTurn]:
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).all()
            said: dict[tuple[str, str], list[Feedback]] = {}
            for some in chunks([row.id for row in rows]):
                named = select(feedback).where(feedback.c.trace_id.in_(some)).order_by(feedback.c.id)
                for each in await connection.execute(named):
                    event = Feedback(kind=each.kind, at=each.at, shared=each.shared)
                    said.setdefault((each.user_id, each.trace_id), []).append(event)
        return [_logged(row, said.get((row.user_id, row.id), ())) for row in rows]


def _logged(row: Any, said: Sequence[Feedback]) -> LoggedTurn:
    return LoggedTurn(
        trace_id=row.id,
        session=row.session,
        index=row.turn,
        user=UserId(row.user_id),
        at=row.at,
        groups=None if row.groups is None else frozenset(row.groups),
        utterance=row.utterance or "",
        rule=row.rule or "",
        asked_back=row.action == Action.ASK,
        question=row.question or "",
        text=row.text,
        cited=tuple(row.pages or ()),
        offered=_sources(row.choices),
        feedback=frozenset(event.kind for event in said),
        shared=bool(said) and said[-1].shared,
        picked=tuple(row.picked) if row.picked is not None else ("",) * (row.rule == "choice"),
        made_from=_made_from(row.sources, row.session),
        remembers=row.remembers is not False,
    )


def _made_from(sources: Collection[tuple[str, int]] | None, session: str) -> frozenset[int] | None:
    if sources is None or any(elsewhere != session for elsewhere, _ in sources):
        return None
    return frozenset(index for _, index in sources)


def _sources(choices: Collection[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(choice["source"] for choice in choices if choice.get("source")))
