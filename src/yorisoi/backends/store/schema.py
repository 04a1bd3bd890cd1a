"""The tables of the store.  What is here and what the migrations build must be the same; a test compares them."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    false,
)
from sqlalchemy.dialects.postgresql import JSONB

REVISION = "yorisoi_0016"
"""The newest migration.  The prefix tells a store of a newer Yorisoi from another program's Alembic table."""


class Instant(TypeDecorator[datetime]):
    """A moment, kept in UTC.  SQLite forgets time zones, so that a naive time would silently mean something else."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time needs its time zone: {value.isoformat()}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else in_utc(value)


def in_utc(stored: datetime) -> datetime:
    """A moment as a driver gives it: SQLite's has forgotten that it is in UTC."""
    return stored.replace(tzinfo=UTC) if stored.tzinfo is None else stored


# Autoincrement needs exactly INTEGER on SQLite, whose integers have 64 bits anyway.
Key = BigInteger().with_variant(Integer(), "sqlite")
Json = JSON().with_variant(JSONB(), "postgresql")
JsonOrNull = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
"""Where nothing is known there is NULL, and not the JSON null."""

metadata = MetaData()


def _numbered(name: str, *columns: Any) -> Table:
    """A table whose numbers are never given twice, not even after a row is gone."""
    return Table(name, metadata, *columns, sqlite_autoincrement=True)


meta = Table("meta", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

documents = _numbered(
    "documents",
    Column("id", Key, primary_key=True),
    Column("source", Text, nullable=False, unique=True),
    Column("content_hash", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("owner", Text),
    Column("contact", Text),
    Column("updated", Date),
    Column("applies_to", Json, nullable=False),
    Column("groups", Json, nullable=False),
)

passages = _numbered(
    "passages",
    Column("id", Key, primary_key=True),
    Column("document_id", Key, ForeignKey("documents.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("section", Json, nullable=False),
    Column("text", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("context_hash", Text, nullable=False),
    # Questions that it answers; NULL: none were asked for.  What it is embedded with once there are some.
    Column("asked", JsonOrNull),
    Column("searched_hash", Text),
    # Not unique: while a document is replaced, passages swap their positions row by row.
    Index("passages_by_document", "document_id", "position"),
    Index("passages_by_context", "context_hash"),
    Index("passages_by_language", "language"),
)

vectors = Table(
    "vectors",
    metadata,
    Column("context_hash", Text, primary_key=True),
    Column("model", Text, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)

# One row per passage ever stored: a new change takes the old one's place and a new number.
changes = _numbered(
    "changes",
    Column("seq", Key, primary_key=True),
    Column("passage_id", Key, nullable=False, unique=True),
    Column("op", Text, nullable=False),
)

# Of each call that changed passages its last change, and what was drawn for it: two histories of a store, such as the
# one that a backup was taken of and the one that went on from the backup, give the same numbers, but no mark twice.
marks = _numbered(
    "marks",
    Column("number", Key, primary_key=True),
    Column("seq", Key, nullable=False, unique=True),
    Column("mark", Text, nullable=False),
)

sessions = _numbered(
    "sessions",
    Column("number", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("user_id", Text, nullable=False),
    Column("last_at", Instant, nullable=False),
    Column("title", Text),
    Index("sessions_by_user", "user_id", "last_at"),
)

turns = Table(
    "turns",
    metadata,
    Column("session_number", Key, ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("speaker", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("action", Text),
    Column("question", Text),
    Column("choices", Json, nullable=False),
    Column("sources", JsonOrNull),
    Column("pages", JsonOrNull),
    Column("drawn_from", JsonOrNull),
    Column("groups", JsonOrNull),
)

attributes = _numbered(
    "attributes",
    Column("id", Key, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("learned_at", Instant, nullable=False),
    Column("superseded_at", Instant),
    Index("attributes_by_user", "user_id", "name"),
)
Index(
    "attributes_current",
    attributes.c.user_id,
    attributes.c.name,
    unique=True,
    sqlite_where=attributes.c.superseded_at.is_(None),
    postgresql_where=attributes.c.superseded_at.is_(None),
)

# One row per user; every change of the user's memory counts `revision` up.  Readers keep what they have read and ask
# for what came after; when `rebuilt` is newer than what they have, something vanished and they start anew.
memories = Table(
    "memories",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("rebuilt", BigInteger, nullable=False),
)

episodes = _numbered(
    "episodes",
    Column("id", Key, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("speaker", Text, nullable=False),
    Column("kind", Text, nullable=False, server_default="said"),
    Column("text", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("last_used", Instant, nullable=False),
    Column("importance", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="1"),
    Column("settled_at", Instant),
    Column("terms", Text),
    Column("vector", LargeBinary),
    Index("episodes_by_user", "user_id", "at"),
    Index("episodes_by_revision", "user_id", "revision"),
)
Index(
    "episodes_unsettled",
    episodes.c.user_id,
    episodes.c.id,
    sqlite_where=episodes.c.settled_at.is_(None),
    postgresql_where=episodes.c.settled_at.is_(None),
)

facts = _numbered(
    "facts",
    Column("id", Key, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("episode_id", Key, ForeignKey("episodes.id", ondelete="CASCADE"), nullable=False),
    Column("session", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("span_from", Integer, nullable=False),
    Column("span_to", Integer, nullable=False),
    Column("by", Text, nullable=False),
    Column("valid_from", Instant, nullable=False),
    Column("last_confirmed", Instant, nullable=False),
    Column("confirmations", Integer, nullable=False),
    Column("confirmed_by", Json, nullable=False, server_default="[]"),
    Column("superseded_by", Key, ForeignKey("facts.id", ondelete="SET NULL")),
    Column("superseded_at", Instant),
    Index("facts_by_user", "user_id", "id"),
    Index("facts_by_episode", "episode_id"),
    Index("facts_by_successor", "superseded_by"),
)

reflections = _numbered(
    "reflections",
    Column("id", Key, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("episodes", Json, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("sources", JsonOrNull),
    Index("reflections_by_user", "user_id", "id"),
)

traces = _numbered(
    "traces",
    Column("number", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("user_id", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("utterance", Text),
    Column("action", Text),
    Column("body", JSON, nullable=False),
    Column("turn", Integer),
    Column("sources", JsonOrNull),
    Index("traces_by_time", "at"),
    Index("traces_by_user", "user_id", "at"),
)

feedback = _numbered(
    "feedback",
    Column("id", Key, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("session", Text),
    Column("trace_id", Text),
    Column("rule", Text),
    Column("need", Float, key="clarification_probability"),
    Column("comment", Text),
    Column("shared", Boolean, nullable=False, server_default=false()),
    Index("feedback_by_user", "user_id", "id"),
)

# Where triples come from: a file that was imported, or a passage.  What goes takes its triples along.  `mark` is drawn
# at random, below 2^40, so that the sum tells the origins that there are from those of any other history of the store.
origins = _numbered(
    "origins",
    Column("id", Key, primary_key=True),
    Column("name", Text, nullable=False),
    Column("passage_id", Key, ForeignKey("passages.id", ondelete="CASCADE")),
    Column("method", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("mark", BigInteger, nullable=False, server_default="0"),
    Index("origins_by_name", "name"),
    Index("origins_by_passage", "passage_id"),
    Index("origins_by_mark", "mark"),
)

triples = _numbered(
    "triples",
    Column("id", Key, primary_key=True),
    Column("origin_id", Key, ForeignKey("origins.id", ondelete="CASCADE"), nullable=False),
    Column("head", Text, nullable=False),
    Column("relation", Text, nullable=False),
    Column("tail", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Index("triples_by_origin", "origin_id"),
)

# The focus words of an episode; a memory that goes takes them along.
focus = Table(
    "focus",
    metadata,
    Column("episode_id", Key, ForeignKey("episodes.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("words", Json, nullable=False),
    Index("focus_by_user", "user_id"),
)
