"""The groups by which a reply's reader could read then; of earlier replies it is not known."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0015"
down_revision = "yorisoi_0014"

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.add_column("turns", sa.Column("groups", JSON))
