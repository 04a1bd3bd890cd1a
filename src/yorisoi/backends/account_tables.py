"""The tables of `accounts.db`."""

from sqlalchemy import Boolean, Column, Index, Integer, MetaData, String, Table, Text

tables = MetaData()
people = Table(
    "people",
    tables,
    Column("name", String, primary_key=True),
    Column("password", Text),
    Column("role", Integer, nullable=False),
    Column("groups", Text, nullable=False),
    Column("disabled", Boolean, nullable=False),
)
keys = Table(
    "keys",
    tables,
    Column("id", String, primary_key=True),
    Column("hash", String, nullable=False),
    Column("label", Text, nullable=False),
    Column("user", String, nullable=False),
    Column("role", Integer, nullable=False),
    Column("groups", Text, nullable=False),
    Column("expires", String),
    Column("revoked", Boolean, nullable=False),
)
logins = Table(
    "logins",
    tables,
    Column("hash", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("expires", String, nullable=False),
)
provided = Table(
    "provided",
    tables,
    Column("hash", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("role", Integer, nullable=False),
    Column("groups", Text, nullable=False),
    Column("expires", String, nullable=False),
)
"""Logins that a provider vouches for."""
under_way = Table(
    "under_way",
    tables,
    Column("hash", String, primary_key=True),
    Column("kept", Text, nullable=False),
    Column("expires", String, nullable=False),
)
"""Logins for which somebody is at the provider now."""
by_expiry = Index("under_way_by_expiry", under_way.c.expires)
audit = Table(
    "audit",
    tables,
    Column("number", Integer, primary_key=True),
    Column("at", String, nullable=False),
    Column("by", String, nullable=False),
    Column("did", String, nullable=False),
    Column("what", Text, nullable=False),
)
