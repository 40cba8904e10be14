"""Who published a document first, and its lead image. On servers Elasticsearch keeps them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for name in ("credit", "image"):
        op.add_column("document", sa.Column(name, sa.Text, nullable=False, server_default=""))
