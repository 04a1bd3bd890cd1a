"""Feedback, and traces by user."""

import sqlalchemy as sa
from alembic import op

revision = "yorisoi_0002"
down_revision = "yorisoi_0001"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_index("traces_by_user", "traces", ["user_id", "at"], unique=False)
    op.create_table(
        "feedback",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("session", sa.Text(), nullable=True),
        sa.Column("trace_id", sa.Text(), nullable=True),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.Column("need", sa.Float(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("feedback_by_user", "feedback", ["user_id", "id"], unique=False)
