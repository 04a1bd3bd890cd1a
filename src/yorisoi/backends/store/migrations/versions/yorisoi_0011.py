"""A recorded event had the place of a turn of the conversation whose name it was recorded under: events now count down
from -1.  Traces told what no longer held in its own words: these are taken out.

A source that named the place of an event names its new one; where a turn has that place as well, both.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0011"
down_revision = "yorisoi_0010"

_REPLACED = "in place of: "
_Place = tuple[str, int]

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
meta = sa.table("meta", sa.column("key"), sa.column("value"))
sessions = sa.table("sessions", sa.column("number"), sa.column("id"), sa.column("user_id"))
turns = sa.table("turns", sa.column("session_number"), sa.column("position"), sa.column("sources", JSON))
facts = sa.table("facts", sa.column("episode_id"), sa.column("turn"))
episodes = sa.table("episodes", *(sa.column(name) for name in ("id", "user_id", "session", "turn", "kind")))
traces = sa.table(
    "traces", sa.column("number"), sa.column("user_id"), sa.column("sources", JSON), sa.column("body", sa.JSON())
)


def upgrade() -> None:
    connection = op.get_bind()
    _number_events(connection)
    _take_out_what_was_replaced(connection)


def _number_events(connection: sa.Connection) -> None:
    recorded = episodes.c.kind == "event"
    places = sa.select(episodes.c.user_id, episodes.c.session, episodes.c.turn)
    rows = connection.execute(places.where(recorded).order_by(episodes.c.user_id)).all()
    for user, own in itertools.groupby(rows, key=lambda row: row.user_id):
        said = connection.execute(places.where(episodes.c.user_id == user, ~recorded)).all()
        _name_anew(connection, user, {(row.session, row.turn) for row in own}, {(row[1], row[2]) for row in said})
    of_events = facts.c.episode_id.in_(sa.select(episodes.c.id).where(recorded))
    connection.execute(sa.update(facts).where(of_events).values(turn=-1 - facts.c.turn))
    connection.execute(sa.update(episodes).where(recorded).values(turn=-1 - episodes.c.turn))


def _name_anew(connection: sa.Connection, user: str, events: Collection[_Place], said: Collection[_Place]) -> None:
    """In what was made of the user's turns and events."""
    number, position = turns.c.session_number, turns.c.position
    replies = sa.select(number, position, turns.c.sources).join_from(turns, sessions, sessions.c.number == number)
    for row in connection.execute(replies.where(sessions.c.user_id == user, turns.c.sources.is_not(None))).all():
        if (named := _named(row.sources, events, said)) != row.sources:
            this = (number == row.session_number, position == row.position)
            connection.execute(sa.update(turns).where(*this).values(sources=named))
    kept = sa.select(traces.c.number, traces.c.sources)
    for trace, sources in connection.execute(kept.where(traces.c.user_id == user, traces.c.sources.is_not(None))).all():
        if (named := _named(sources, events, said)) != sources:
            connection.execute(sa.update(traces).where(traces.c.number == trace).values(sources=named))


def _named(sources: Sequence[list[Any]], events: Collection[_Place], said: Collection[_Place]) -> list[list[Any]]:
    named = []
    for session, index in sources:
        is_event = (session, index) in events
        if not is_event or (session, index) in said:
            named.append([session, index])
        if is_event:
            named.append([session, -1 - index])
    return named


def _take_out_what_was_replaced(connection: sa.Connection) -> None:
    held = sa.cast(traces.c.body, sa.Text).contains(f'"{_REPLACED}')
    for number in connection.execute(sa.select(traces.c.number).where(held)).scalars().all():
        body = connection.execute(sa.select(traces.c.body).where(traces.c.number == number)).scalar_one()
        for memory in _recalled(body):
            memory["why"] = [each for each in memory["why"] if not each.startswith(_REPLACED)]
        connection.execute(sa.update(traces).where(traces.c.number == number).values(body=body))
        if connection.scalar(sa.select(meta.c.key).where(meta.c.key == "to_clear")) is None:
            # Who opens the store takes them out of its log as well.
            connection.execute(sa.insert(meta).values(key="to_clear", value="the log"))


def _recalled(body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for step in body.get("steps", ()):
        if step.get("name") == "recall":
            yield from step.get("recalled", ())
