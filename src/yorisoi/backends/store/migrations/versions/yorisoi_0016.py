"""Each reply keeps the pages that it was drawn from, and the groups of the replies that it was made of."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, groupby, zip_longest
from operator import attrgetter, itemgetter
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0016"
down_revision = "yorisoi_0015"

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
_MOST = 200

sessions = sa.table("sessions", sa.column("number"), sa.column("id"), sa.column("user_id"))
turns = sa.table(
    "turns",
    sa.column("session_number"),
    sa.column("position"),
    sa.column("speaker"),
    sa.column("at"),
    *(sa.column(name, JSON) for name in ("choices", "sources", "pages", "drawn_from", "groups")),
)


def upgrade() -> None:
    op.add_column("turns", sa.Column("drawn_from", JSON))
    connection = op.get_bind()
    replies = (
        sa.select(sessions.c.user_id, sessions.c.id, turns)
        .join_from(sessions, turns, sessions.c.number == turns.c.session_number)
        .where(turns.c.speaker == "assistant")
        .order_by(sessions.c.user_id, sessions.c.number, turns.c.position)
    )
    here = sa.update(turns).where(
        turns.c.session_number == sa.bindparam("number"), turns.c.position == sa.bindparam("index")
    )
    for _, of_user in groupby(connection.execute(replies).all(), attrgetter("user_id")):
        kept = _made_of(_in_order(of_user))
        if changed := [values for values in kept if values["drawn_from"] or values["groups"]]:
            connection.execute(here, changed)


def _in_order(replies: Iterable[sa.Row[Any]]) -> list[sa.Row[Any]]:
    """By their time, but none before what stands above it in its session, where a clock was set back."""
    timed: list[tuple[Any, sa.Row[Any]]] = []
    for _, own in groupby(replies, attrgetter("session_number")):
        spoken = list(own)
        timed += zip(accumulate((reply.at for reply in spoken), max), spoken, strict=True)
    return [reply for _, reply in sorted(timed, key=itemgetter(0))]


def _made_of(replies: Iterable[sa.Row[Any]]) -> Iterator[dict[str, Any]]:
    known: dict[tuple[str, int], tuple[list[str], set[str]]] = {}
    for reply in replies:
        made_of = [known[place] for place in map(tuple, reversed(reply.sources or ())) if place in known]
        offered = (choice["source"] for choice in reply.choices)
        of_these = chain.from_iterable(zip_longest(*(drawn for drawn, _ in made_of)))
        pages = list(dict.fromkeys(filter(None, (*(reply.pages or ()), *offered, *of_these))))[:_MOST]
        groups = set(reply.groups or ()).union(*(theirs for _, theirs in made_of))
        known[reply.id, reply.position] = pages, groups
        place = {"number": reply.session_number, "index": reply.position}
        yield {**place, "drawn_from": pages or None, "groups": sorted(groups) or None}
