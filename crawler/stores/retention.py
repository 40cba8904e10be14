"""How long documents are kept. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta


def expiry(keep_days: float, now: datetime, newest: datetime) -> datetime | None:
    """What came in before this is removed; None where all is kept.

    It counts from when the `newest` document came in, should that be earlier: a clock that runs ahead removes nothing
    as long as what comes in is dated rightly, and an index that nothing comes into any more is kept.
    """
    return min(now, newest) - timedelta(days=keep_days) if keep_days else None
