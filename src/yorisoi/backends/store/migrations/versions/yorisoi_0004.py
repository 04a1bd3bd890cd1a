"""The graph: triples with their origins, focus words of episodes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0004"
down_revision = "yorisoi_0003"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "origins",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("passage_id", KEY, nullable=True),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["passage_id"], ["passages.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("origins_by_name", "origins", ["name"], unique=False)
    op.create_index("origins_by_passage", "origins", ["passage_id"], unique=False)
    op.create_table(
        "triples",
        sa.Column("id", KEY, nullable=False),
        sa.Column("origin_id", KEY, nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("tail", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["origin_id"], ["origins.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("triples_by_origin", "triples", ["origin_id"], unique=False)
    op.create_table(
        "focus",
        sa.Column("episode_id", KEY, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("words", JSON, nullable=False),
        sa.ForeignKeyConstraint(["episode_id"], ["episodes.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("episode_id"),
    )
    op.create_index("focus_by_user", "focus", ["user_id"], unique=False)
