"""Which episodes confirmed a fact."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0005"
down_revision = "yorisoi_0004"

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("facts", sa.Column("confirmed_by", JSON, nullable=False, server_default="[]"))
