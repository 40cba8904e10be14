"""Which document an article is a copy of, and the terms by which copies are found: on servers in Elasticsearch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.add_column("document", sa.Column("duplicate_of", sa.Text, nullable=False, server_default=""))
    op.create_index("document_copy", "document", ["duplicate_of"], sqlite_where=sa.text("duplicate_of <> ''"))
    # Its key is all there is of a row: so it has no other order.
    op.execute(
        "CREATE TABLE document_sketch (term INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (term, number))"
        " WITHOUT ROWID"
    )
