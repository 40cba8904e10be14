"""Since when a host has been failing, and when its state was written. On servers Redis keeps these."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for column in (
        sa.Column("failing", sa.Float, nullable=False, server_default="0", comment="Unix seconds; 0: it answers"),
        sa.Column("trouble", sa.Text, nullable=False, server_default="", comment="why it fails"),
        sa.Column("clock", sa.Float, nullable=False, server_default="0", comment="Unix seconds: when this was so"),
    ):
        op.add_column("host", column)
