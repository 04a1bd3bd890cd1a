"""Marks, by which what was derived from another history of the store is told from what belongs to this one.

The change log and the origins that there are get theirs now, so that what an older version has derived is made anew.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "yorisoi_0013"
down_revision = "yorisoi_0012"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
changes = sa.table("changes", sa.column("seq"))
origins = sa.table("origins", sa.column("mark"))


def upgrade() -> None:
    marks = op.create_table(
        "marks",
        sa.Column("number", KEY, primary_key=True),
        sa.Column("seq", KEY, nullable=False, unique=True),
        sa.Column("mark", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    connection = op.get_bind()
    last = connection.scalar(sa.select(sa.func.max(changes.c.seq)))
    if last is not None:
        connection.execute(sa.insert(marks).values(seq=last, mark=secrets.token_hex(16)))
    op.add_column("origins", sa.Column("mark", sa.BigInteger(), nullable=False, server_default="0"))
    drawn = "random() & 1099511627775" if connection.dialect.name == "sqlite" else "floor(random() * 1099511627776)"
    connection.execute(sa.update(origins).values(mark=sa.literal_column(drawn)))
    op.create_index("origins_by_mark", "origins", ["mark"])
