"""The sources, their keywords, their history of checks, and the controller's lease."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.String(23).with_variant(mysql.DATETIME(fsp=3), "mysql")

# The binary collation tells emoji, case and width apart, as SQLite does; the others call many of them equal.
OPTIONS = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}


def upgrade() -> None:
    _create_source()
    _create_keyword()
    _create_check_event()
    _create_lease()


def _create_source() -> None:
    _create_table(
        "source",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(190), nullable=False, comment="What people call it; unique"),
        sa.Column("channel", sa.String(20), nullable=False, comment="feed, search or page"),
        sa.Column("url", sa.String(2000), nullable=False, comment="Of the feed or list page; for search, the engine"),
        _text("pattern", 2000, "page: RE2 expression that article addresses match, from http or from /"),
        _text("exclude", 2000, "RE2 expression of addresses to leave out"),
        _whole("interval_s", 600, "Seconds between two checks"),
        _whole("priority", 1000, "A smaller one is checked first"),
        _text("timezone", 64, "Of dates that name no zone", default="Asia/Shanghai"),
        _text("keep_params", 1000, "Query parameters to keep in addresses, comma-separated"),
        _text("drop_params", 1000, "Query parameters to drop from addresses, comma-separated"),
        sa.Column("enabled", sa.Boolean, nullable=False, server_default=sa.text("1"), comment="0: not checked"),
        sa.Column("checked_as", sa.Text, comment="The columns above when last looked over; else they are looked over"),
        _whole("failures", 0, "Failed checks in a row"),
        sa.Column("next_check_at", INSTANT, comment="UTC; empty: at once"),
        sa.Column("queued_at", INSTANT, comment="UTC; since when a check is under way"),
        _whole("tasks_open", 0, "Tasks of that check that have not reported"),
        _text(
            "state", 20, "new, ok, unchanged, empty, blocked, failed, error (in this row) or disabled", default="new"
        ),
        _text("state_reason", 1000, "Why, in words"),
        sa.Column("last_checked_at", INSTANT, comment="UTC"),
        sa.Column("last_new_at", INSTANT, comment="UTC; when something new was last found"),
        sa.Column("created_at", INSTANT, nullable=False, server_default=_now(), comment="UTC"),
        sa.UniqueConstraint("name", name="source_name"),
        sa.CheckConstraint("name <> ''", name="source_name_is_given"),
        # SQLite takes any value in any column: the upper bounds also refuse text, which it sorts after all numbers.
        sa.CheckConstraint("interval_s BETWEEN 1 AND 31536000", name="source_interval_s_is_up_to_a_year"),
        sa.CheckConstraint("priority BETWEEN 0 AND 1000000000", name="source_priority_is_up_to_a_billion"),
        sa.CheckConstraint("enabled BETWEEN 0 AND 1", name="source_enabled_is_0_or_1"),
        comment="Where new articles are announced. INSERT name, channel and url; the rest has defaults.",
        sqlite_autoincrement=True,
    )
    _create_index("source_due", "source", ["enabled", "next_check_at", "priority"])


def _create_keyword() -> None:
    _create_table(
        "keyword",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("word", sa.String(190), nullable=False, comment="Searched for"),
        _source_id(nullable=True, comment="On this source; empty: on every search source"),
        sa.Column("enabled", sa.Boolean, nullable=False, server_default=sa.text("1"), comment="0: not searched for"),
        sa.UniqueConstraint("word", "source_id", name="keyword_word"),
        sa.CheckConstraint("word <> ''", name="keyword_word_is_given"),
        sa.CheckConstraint("enabled BETWEEN 0 AND 1", name="keyword_enabled_is_0_or_1"),
        comment="What the search sources search for. INSERT word.",
        sqlite_autoincrement=True,
    )
    _create_index("keyword_source_id", "keyword", ["source_id"])


def _create_check_event() -> None:
    _create_table(
        "check_event",
        sa.Column("id", sa.Integer, primary_key=True),
        _source_id(nullable=False, comment="The source"),
        sa.Column("at", INSTANT, nullable=False, comment="UTC"),
        _text("keyword", 190, "Searched for"),
        _text("state", 20, "As in source"),
        _text("reason", 1000, "Why, in words"),
        _whole("status", 0, "HTTP status; 0: no answer"),
        _whole("links_found", 0, "Links that matched"),
        _whole("links_new", 0, "Of them never seen before"),
        _whole("elapsed_ms", 0, "Time it took"),
        comment="The last checks of each source",
        sqlite_autoincrement=True,
    )
    _create_index("check_event_source_id", "check_event", ["source_id"])


def _create_lease() -> None:
    _create_table(
        "lease",
        sa.Column("name", sa.String(64), primary_key=True, comment="Of the role that runs once"),
        _text("holder", 190, "The process that has it"),
        _whole("token", 0, "Grows with each new holder; writes with an older one are refused"),
        sa.Column("expires_at", INSTANT, comment="UTC; then another may take it"),
        comment="Which process is the one controller",
    )


def _text(name: str, length: int, comment: str, *, default: str = "") -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False, server_default=default, comment=comment)


def _whole(name: str, default: int, comment: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default=sa.text(str(default)), comment=comment)


def _source_id(*, nullable: bool, comment: str) -> sa.Column[int]:
    removed_with_it = sa.ForeignKey("source.id", ondelete="CASCADE")
    return sa.Column("source_id", sa.Integer, removed_with_it, nullable=nullable, comment=comment)


def _now() -> sa.TextClause:
    mysql_server = op.get_bind().dialect.name == "mysql"
    return sa.text("(utc_timestamp(3))" if mysql_server else "(strftime('%Y-%m-%d %H:%M:%f', 'now'))")


def _create_table(name: str, *parts: sa.schema.SchemaItem, **options: object) -> None:
    # A migration that was killed on MySQL, where each statement stands for itself, can be run again.
    op.create_table(name, *parts, if_not_exists=True, **OPTIONS, **options)


def _create_index(name: str, table: str, columns: list[str]) -> None:
    if name not in {index["name"] for index in sa.inspect(op.get_bind()).get_indexes(table)}:
        op.create_index(name, table, columns)
