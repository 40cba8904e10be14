"""Since when a forum shows a post no more. On servers Elasticsearch keeps them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.add_column("document", sa.Column("gone_at", sa.Text, comment="UTC in ISO 8601, with microseconds"))
