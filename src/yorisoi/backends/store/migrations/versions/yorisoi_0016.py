"""Each reply keeps the pages that it was drawn from, and the groups of the replies that it was made of."""

from itertools import chain, groupby
from operator import attrgetter

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0016"
down_revision = "yorisoi_0015"

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
_MOST = 100

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
        known: dict[tuple[str, int], tuple[list[str], set[str]]] = {}
        changed = []
        for reply in of_user:
            made_of = [known[place] for place in map(tuple, reversed(reply.sources or ())) if place in known]
            offered = (choice["source"] for choice in reply.choices if choice["source"])
            pages = chain(reply.pages or (), offered, *(drawn for drawn, _ in made_of))
            drawn = list(dict.fromkeys(pages))[:_MOST]
            groups = set(reply.groups or ()).union(*(theirs for _, theirs in made_of))
            known[reply.id, reply.position] = drawn, groups
            if drawn or groups:
                place = {"number": reply.session_number, "index": reply.position}
                changed.append({**place, "drawn_from": drawn or None, "groups": sorted(groups) or None})
        if changed:
            connection.execute(here, changed)
