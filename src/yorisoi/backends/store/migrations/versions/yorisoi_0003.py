"""Episodes by revision, settled after the turn; facts and reflections."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0003"
down_revision = "yorisoi_0002"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "memories",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("rebuilt", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.execute("INSERT INTO memories (user_id, revision, rebuilt) SELECT DISTINCT user_id, 1, 0 FROM episodes")
    _extend_episodes()
    _create_facts()
    op.create_table(
        "reflections",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("episodes", JSON, nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("reflections_by_user", "reflections", ["user_id", "id"], unique=False)


def _extend_episodes() -> None:
    """What is there waits to be settled anew: its facts were never looked for.  The vectors stay."""
    op.add_column("episodes", sa.Column("kind", sa.Text(), nullable=False, server_default="said"))
    op.add_column("episodes", sa.Column("revision", sa.BigInteger(), nullable=False, server_default="1"))
    op.add_column("episodes", sa.Column("settled_at", INSTANT, nullable=True))
    op.add_column("episodes", sa.Column("terms", sa.Text(), nullable=True))
    op.create_index("episodes_by_revision", "episodes", ["user_id", "revision"], unique=False)
    waiting = sa.text("settled_at IS NULL")
    op.create_index(
        "episodes_unsettled",
        "episodes",
        ["user_id", "id"],
        unique=False,
        sqlite_where=waiting,
        postgresql_where=waiting,
    )


def _create_facts() -> None:
    op.create_table(
        "facts",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("episode_id", KEY, nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("span_from", sa.Integer(), nullable=False),
        sa.Column("span_to", sa.Integer(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("valid_from", INSTANT, nullable=False),
        sa.Column("last_confirmed", INSTANT, nullable=False),
        sa.Column("confirmations", sa.Integer(), nullable=False),
        sa.Column("superseded_by", KEY, nullable=True),
        sa.Column("superseded_at", INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["episode_id"], ["episodes.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["superseded_by"], ["facts.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("facts_by_user", "facts", ["user_id", "id"], unique=False)
    op.create_index("facts_by_episode", "facts", ["episode_id"], unique=False)
    op.create_index("facts_by_successor", "facts", ["superseded_by"], unique=False)
