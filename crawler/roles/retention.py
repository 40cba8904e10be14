"""What is not taken in since it would have been removed by now: so nothing that was removed comes back as new.

A document is removed some days after it came in, and it was published before that. Whatever is published before those
days is left out at the door. That holds whatever is forgotten of what was removed: the seen set forgets after a while,
and so do the memories of threads; when either is lost it is made anew of an index that has no trace of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from crawler.frontier.threads import Visit
from crawler.model import Document
from crawler.roles.documents import post_id


def is_expired(published_at: datetime | None, keep_days: float, now: datetime) -> bool:
    """Whether what was published then is older than what is kept. What states no time is not."""
    if not keep_days or published_at is None:
        return False
    moment = published_at if published_at.tzinfo else published_at.replace(tzinfo=UTC)
    return moment < now - timedelta(days=keep_days)


def without_expired(documents: Sequence[Document], visit: Visit, keep_days: float, now: datetime) -> list[Document]:
    """The documents of a thread's page that are kept. A reply that states no time goes by that of its post, and a post
    by that of the one before it."""
    times: dict[str, datetime | None] = {}
    last = next((one.post.published_at for one in visit.posts if one.post.published_at), None)
    for one in visit.posts:
        last = one.post.published_at or last
        times[post_id(visit.memory, one.key)] = last
    return [
        one
        for one in documents
        if not is_expired(one.published_at or times.get(one.id) or times.get(one.parent_id), keep_days, now)
    ]
