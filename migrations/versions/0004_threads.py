"""What is remembered of threads between visits, and a thread's URL in its posts. On servers Redis and Elasticsearch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_table(
        "thread",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("memory", sa.LargeBinary, nullable=False),
        sa.Column("due", sa.Float, comment="Unix seconds of the next visit; null: none is planned"),
        sa.Column("kept_until", sa.Float, nullable=False, comment="Unix seconds"),
        sqlite_with_rowid=False,
    )
    op.create_index("thread_due", "thread", ["due"], sqlite_where=sa.text("due IS NOT NULL"))
    op.create_index("thread_kept", "thread", ["kept_until"])
    op.add_column("document", sa.Column("thread_url", sa.Text, nullable=False, server_default=""))
