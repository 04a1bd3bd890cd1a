"""What its user calls a conversation; which turns editors may see."""

import sqlalchemy as sa
from alembic import op

revision = "yorisoi_0008"
down_revision = "yorisoi_0007"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("title", sa.Text, nullable=True))
    op.add_column("feedback", sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()))
