"""What a model was given when it drew a conclusion, so that what is erased takes the conclusion along."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "yorisoi_0009"
down_revision = "yorisoi_0008"

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("reflections", sa.Column("sources", JSON, nullable=True))
