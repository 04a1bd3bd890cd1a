"""The tables of Yorisoi 0.1."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0001"
down_revision = None

# Spelled out here, not taken from the schema: a migration stays what it was when the schema moves on.
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "attributes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("learned_at", INSTANT, nullable=False),
        sa.Column("superseded_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("attributes_by_user", "attributes", ["user_id", "name"], unique=False)
    op.create_index(
        "attributes_current",
        "attributes",
        ["user_id", "name"],
        unique=True,
        sqlite_where=sa.text("superseded_at IS NULL"),
        postgresql_where=sa.text("superseded_at IS NULL"),
    )
    op.create_table(
        "changes",
        sa.Column("seq", KEY, nullable=False),
        sa.Column("passage_id", KEY, nullable=False),
        sa.Column("op", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("passage_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "documents",
        sa.Column("id", KEY, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("contact", sa.Text(), nullable=True),
        sa.Column("updated", sa.Date(), nullable=True),
        sa.Column("applies_to", JSON, nullable=False),
        sa.Column("groups", JSON, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("source"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "episodes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("last_used", INSTANT, nullable=False),
        sa.Column("importance", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("episodes_by_user", "episodes", ["user_id", "at"], unique=False)
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "sessions",
        sa.Column("number", KEY, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("last_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("sessions_by_user", "sessions", ["user_id", "last_at"], unique=False)
    op.create_table(
        "traces",
        sa.Column("number", KEY, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("utterance", sa.Text(), nullable=True),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("traces_by_time", "traces", ["at"], unique=False)
    op.create_table(
        "vectors",
        sa.Column("context_hash", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("context_hash", "model"),
    )
    op.create_table(
        "passages",
        sa.Column("id", KEY, nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("section", JSON, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("context_hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("passages_by_context", "passages", ["context_hash"], unique=False)
    op.create_index("passages_by_document", "passages", ["document_id", "position"], unique=False)
    op.create_index("passages_by_language", "passages", ["language"], unique=False)
    op.create_table(
        "turns",
        sa.Column("session_number", KEY, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("question", sa.Text(), nullable=True),
        sa.Column("choices", JSON, nullable=False),
        sa.ForeignKeyConstraint(["session_number"], ["sessions.number"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("session_number", "position"),
    )
