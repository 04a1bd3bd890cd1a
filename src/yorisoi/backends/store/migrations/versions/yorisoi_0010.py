"""After an erasure turns were counted by what was left of their session, so that too early ones were named as sources.

Where a session has gaps, what names turns of it within it and stands behind the first gap derives from all before it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0010"
down_revision = "yorisoi_0009"

_LOOKED_BACK = 1_000
"""Turns that one looks back at, at most (`turn.history`)."""

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
sessions = sa.table("sessions", sa.column("number"), sa.column("id"))
turns = sa.table("turns", sa.column("session_number"), sa.column("position"), sa.column("sources", JSON))
traces = sa.table("traces", sa.column("number"), sa.column("session"), sa.column("turn"), sa.column("sources", JSON))


def upgrade() -> None:
    connection = op.get_bind()
    gaps = sa.func.count() <= sa.func.max(turns.c.position)
    of_session = sessions.join(turns, turns.c.session_number == sessions.c.number)
    with_gaps = sa.select(sessions.c.number, sessions.c.id).select_from(of_session)
    for number, session in connection.execute(with_gaps.group_by(sessions.c.number, sessions.c.id).having(gaps)).all():
        said = sa.select(turns.c.position, turns.c.position, turns.c.sources).where(turns.c.session_number == number)
        spoken = connection.execute(said.order_by(turns.c.position)).all()
        places = [row[0] for row in spoken]
        for position, sources in _mended(session, spoken, places):
            this = (turns.c.session_number == number, turns.c.position == position)
            connection.execute(sa.update(turns).where(*this).values(sources=sources))
        kept = sa.select(traces.c.number, traces.c.turn, traces.c.sources)
        of_turns = connection.execute(kept.where(traces.c.session == session, traces.c.turn.is_not(None))).all()
        for trace, sources in _mended(session, of_turns, places):
            connection.execute(sa.update(traces).where(traces.c.number == trace).values(sources=sources))


def _mended(session: str, rows: Sequence[Any], places: Sequence[int]) -> list[tuple[Any, list[list[Any]] | None]]:
    """Of rows of (key, index of the turn, sources) the keys of those whose sources are not sure, and what they are now:
    not known, which is all before it in its session, or where they name other sessions, which stay, these turns."""
    mended: list[tuple[Any, list[list[Any]] | None]] = []
    for key, turn, sources in rows:
        before = bisect_left(places, turn)
        named = {place[0] for place in sources or ()}
        if session not in named or before == turn:
            continue
        all_before = [[session, place] for place in places[max(0, before - _LOOKED_BACK) : before]]
        mended.append((key, None if named == {session} else [*sources, *all_before]))
    return mended
