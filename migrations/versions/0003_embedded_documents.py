"""The documents of the embedded stores, with their full-text index. On servers Elasticsearch keeps these."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LABELS = ("site", "source", "channel", "author", "precision", "date_origin", "language", "charset", "thread_id")


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    _create_document()
    # The index alone (content=''): what is put in are the terms, and the text stands in `document`. The terms hold no
    # ASCII punctuation but what the tokenizer leaves within words and emoji. `endings`: the characters that end a run.
    op.execute(
        "CREATE VIRTUAL TABLE document_text USING fts5(title, text, endings, content = '', "
        """tokenize = "ascii tokenchars '_.:,;#*'''")"""
    )
    # 16 pieces of the index instead of 4 are merged at a time: a fifth less CPU for each document.
    op.execute("INSERT INTO document_text (document_text, rank) VALUES ('automerge', 16)")


def _create_document() -> None:
    op.create_table(
        "document",
        sa.Column("number", sa.Integer, primary_key=True, comment="the row in document_text"),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("source_id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in LABELS),
        sa.Column("published_at", sa.Text, comment="UTC in ISO 8601, with microseconds"),
        sa.Column("fetched_at", sa.Text, comment="likewise"),
        sa.Column("floor", sa.Integer, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),  # last: what comes before is read without it
    )
    op.create_index("document_url", "document", ["url"])
    op.create_index("document_published_at", "document", ["published_at"])
    op.create_index("document_site", "document", ["site"])
    op.create_index("document_thread", "document", ["thread_id"], sqlite_where=sa.text("thread_id <> ''"))
