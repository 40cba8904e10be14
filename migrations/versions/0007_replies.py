"""Which document a reply replies to, and the title of the article that a comment is on. On servers Elasticsearch keeps
them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for name in ("thread_title", "parent_id"):
        op.add_column("document", sa.Column(name, sa.Text, nullable=False, server_default=""))
