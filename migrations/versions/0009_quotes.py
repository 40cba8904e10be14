"""What a post quotes, apart from its text. On servers Elasticsearch keeps it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.add_column("document", sa.Column("quoted", sa.Text, nullable=False, server_default=""))
