"""When documents came in, in order: those that expire are found by it. On servers Elasticsearch keeps them."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_index("document_fetched_at", "document", ["fetched_at"])
