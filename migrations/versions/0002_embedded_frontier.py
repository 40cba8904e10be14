"""The frontier and the queue of the embedded stores. On servers Redis and Beanstalkd keep these."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    _create_job()
    _create_pending()
    _create_rest()


def _create_job() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tube", sa.Text, nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False, comment="ready, delayed, reserved or buried"),
        sa.Column("due", sa.Float, comment="Unix seconds: when a delayed job is ready, or a lease ends"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_autoincrement=True,  # an id is never used again: a lease that has ended cannot delete a later job
    )
    op.create_index("job_next", "job", ["tube", "state", "priority", "id"])
    op.create_index("job_due", "job", ["tube", "state", "due"], sqlite_where=sa.text("due IS NOT NULL"))


def _create_pending() -> None:
    op.create_table(
        "pending",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("copy", sa.Integer, nullable=False),
        sa.Column("starts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due", sa.Float, nullable=False, comment="Unix seconds"),
        sqlite_with_rowid=False,
    )
    op.create_index("pending_due", "pending", ["due"])
    op.create_table(
        "dead_letter",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
        sqlite_with_rowid=False,
    )
    op.create_index("dead_letter_at", "dead_letter", ["at"])
    op.create_table(
        "outcome",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("label", sa.Text, primary_key=True),
        sa.Column("source_id", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_rest() -> None:
    op.create_table("seen", sa.Column("hash", sa.Integer, primary_key=True), sqlite_with_rowid=False)
    op.create_table(
        "host",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("next", sa.Float, nullable=False, comment="Unix seconds: the next slot of the host's line"),
        sa.Column("gate", sa.Float, nullable=False, comment="Unix seconds: when it may be asked next"),
        sa.Column("interval", sa.Float, nullable=False, comment="Seconds; 0: the setting's"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cache",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False, comment="Unix seconds"),
    )
    op.create_index("cache_expires_at", "cache", ["expires_at"])
