"""Questions that a passage answers, and what it is embedded with beside them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0014"
down_revision = "yorisoi_0013"

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.add_column("passages", sa.Column("asked", JSON))
    op.add_column("passages", sa.Column("searched_hash", sa.Text))
