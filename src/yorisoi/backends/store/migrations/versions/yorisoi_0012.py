"""A session of which no turn was left stayed under its name, in feedback too: it goes, and no feedback names it."""

import sqlalchemy as sa
from alembic import op

revision = "yorisoi_0012"
down_revision = "yorisoi_0011"

meta = sa.table("meta", sa.column("key"), sa.column("value"))
sessions = sa.table("sessions", sa.column("number"), sa.column("id"), sa.column("user_id"))
turns = sa.table("turns", sa.column("session_number"))
feedback = sa.table("feedback", sa.column("user_id"), sa.column("session"))


def upgrade() -> None:
    connection = op.get_bind()
    spoken = sa.exists().where(turns.c.session_number == sessions.c.number)
    begun = sa.exists().where(sessions.c.id == feedback.c.session, sessions.c.user_id == feedback.c.user_id)
    ended = connection.execute(sa.delete(sessions).where(~spoken)).rowcount
    of_ended = sa.update(feedback).where(feedback.c.session.is_not(None), ~begun).values(session=None)
    named = connection.execute(of_ended).rowcount
    if ended + named and connection.scalar(sa.select(meta.c.key).where(meta.c.key == "to_clear")) is None:
        # Who opens the store takes them out of its log as well.
        connection.execute(sa.insert(meta).values(key="to_clear", value="the log"))
