"""Each reply keeps the pages that it was drawn from, and the groups of the replies that it was made of."""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0016"
down_revision = "yorisoi_0015"

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
_MOST, _ROUNDS = 100, 20

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
        .order_by(sessions.c.user_id, turns.c.at, sessions.c.id, turns.c.position)
    )
    here = sa.update(turns).where(
        turns.c.session_number == sa.bindparam("number"), turns.c.position == sa.bindparam("index")
    )
    for _, of_user in groupby(connection.execute(replies).all(), attrgetter("user_id")):
        kept = _made_of(list(of_user))
        if changed := [values for values in kept if values["drawn_from"] or values["groups"]]:
            connection.execute(here, changed)


def _made_of(replies: Sequence[sa.Row[Any]]) -> list[dict[str, Any]]:
    """Of one user's replies by their time: again until nothing changes, where a clock was set back between two."""
    known: dict[tuple[str, int], tuple[list[str], set[str]]] = {}
    for _ in range(_ROUNDS):
        before = dict(known)
        for reply in replies:
            made_of = [known[place] for place in map(tuple, reversed(reply.sources or ())) if place in known]
            offered = (choice["source"] for choice in reply.choices if choice["source"])
            pages = chain(reply.pages or (), offered, *(drawn for drawn, _ in made_of))
            groups = set(reply.groups or ()).union(*(theirs for _, theirs in made_of))
            known[reply.id, reply.position] = list(dict.fromkeys(pages))[:_MOST], groups
        if known == before:
            break
    return [
        {
            "number": reply.session_number,
            "index": reply.position,
            "drawn_from": known[reply.id, reply.position][0] or None,
            "groups": sorted(known[reply.id, reply.position][1]) or None,
        }
        for reply in replies
    ]
