"""Documents for the tests of the stores."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from crawler.model import Document, Kind, url_id

PUBLISHED = datetime(2024, 3, 5, 6, 3, tzinfo=UTC)


def document(number: int = 1, **fields: Any) -> Document:
    """An article of its own for each number; `fields` replace what it has."""
    url = fields.get("url", f"https://news.example.cn/a/{number}")
    values: dict[str, Any] = {
        "id": url_id(url),
        "url": url,
        "kind": Kind.ARTICLE,
        "site": "news.example.cn",
        "title": f"标题第{number}号",
        "text": f"正文第{number}篇，内容相同。",
        "source_id": 1,
        "source": "示例新闻",
        "channel": "feed",
        "published_at": PUBLISHED,
        "fetched_at": PUBLISHED,
        "confidence": 0.5,
    }
    return Document(**{**values, **fields})


def post(thread: str, floor: int, **fields: Any) -> Document:
    """A post of a thread, on the thread's page."""
    url = f"https://bbs.example.cn/{thread}"
    return document(
        url=url,
        id=f"{url_id(url)}-{floor}",
        kind=Kind.POST,
        site="bbs.example.cn",
        thread_id=url_id(url),
        floor=floor,
        **fields,
    )
