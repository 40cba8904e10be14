"""Instants as pages and tables show them. Pure."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from crawler.model import Precision, stated_day

ZONE = ZoneInfo("Asia/Shanghai")


def shown(moment: datetime | None, precision: str | None = None) -> str:
    """An instant in the pages' zone; only its day, where no more was stated."""
    if moment and precision == Precision.DAY:
        return stated_day(moment).isoformat()
    return moment.astimezone(ZONE).strftime("%Y-%m-%d %H:%M") if moment else ""
