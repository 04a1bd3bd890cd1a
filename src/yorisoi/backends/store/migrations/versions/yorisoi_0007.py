"""Which pages a reply cited: a topic that goes on stays near them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0007"
down_revision = "yorisoi_0006"

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("turns", sa.Column("pages", JSON, nullable=True))
