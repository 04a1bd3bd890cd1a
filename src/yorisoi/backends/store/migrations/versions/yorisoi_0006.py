"""Of which turns a turn and a trace were made, so that what is erased takes along what derives from it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0006"
down_revision = "yorisoi_0005"

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("turns", sa.Column("sources", JSON, nullable=True))
    op.add_column("traces", sa.Column("turn", sa.Integer(), nullable=True))
    op.add_column("traces", sa.Column("sources", JSON, nullable=True))
