"""What is indexed of a page: an article and the comments on it, or a thread's posts and the replies inside them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

from crawler.frontier.threads import ReadPost, ThreadMemory, Visit
from crawler.model import Article, Document, Kind, PageTask, Post, Precision, Thread, url_id


def document_of(task: PageTask, url: str, found: Article, now: datetime) -> Document:
    """What is indexed for an article at the canonical URL `url`."""
    return Document(
        id=url_id(url),
        url=url,
        kind=Kind.ARTICLE,
        site=urlsplit(url).hostname or "",
        title=found.title,
        text=found.text,
        source_id=task.source_id,
        source=task.source,
        channel=task.channel,
        author=found.author,
        credit=found.source,
        published_at=found.published_at,
        precision=found.precision or "",
        date_origin=found.origins.get("published_at", ""),
        fetched_at=now,
        language=found.language,
        charset=found.charset,
        image=found.image,
        confidence=found.confidence,
    )


def comment_documents(article: Document, comments: Sequence[Post]) -> list[Document]:
    """A document for each comment on an article, in the page's order. They have no title, lest whoever looks for the
    article's finds them all."""
    page = replace(
        article,
        kind=Kind.COMMENT,
        title="",
        credit="",
        image="",
        thread_id=article.id,
        thread_url=article.url,
        thread_title=article.title,
    )
    ids = [url_id(f"{article.url}#comment {key}") for key in _keys(comments)]
    return [
        _of_post(page, id, one, floor, ids[one.parent] if one.parent is not None else article.id)
        for floor, (id, one) in enumerate(zip(ids, comments, strict=True), start=1)
    ]


def post_documents(
    task: PageTask, url: str, found: Thread, visit: Visit, posts: Iterable[ReadPost], now: datetime
) -> list[Document]:
    """A document for each of `posts`, of those of the visit, which stand on the page at `url`, with the thread's title
    and URL."""
    page, ids = _page_of(task, url, found, visit.memory, now), [post_id(visit.memory, one.key) for one in visit.posts]
    documents = []
    for one in posts:
        above = ids[one.post.parent] if one.post.parent is not None else ""
        documents.append(_of_post(page, post_id(visit.memory, one.key), one.post, one.floor, above))
    return documents


def reply_documents(task: PageTask, url: str, found: Thread, visit: Visit, now: datetime) -> list[Document]:
    """A document for each reply inside a post of the visit, on the floor of the post.

    They are not remembered as posts are: their ids tell which are there already."""
    page = _page_of(task, url, found, visit.memory, now)
    return [
        _of_post(page, post_id(visit.memory, f"{one.key} {key}"), reply, one.floor, post_id(visit.memory, one.key))
        for one in visit.posts
        for key, reply in zip(_keys(one.post.children), one.post.children, strict=True)
    ]


def gone_documents(visit: Visit, thread: Sequence[Document]) -> list[str]:
    """Ids of the posts that are gone, and of the replies inside them, which stand on their floors; `thread` is what is
    indexed of it."""
    gone = {post_id(visit.memory, key) for key in visit.gone}
    floors = {(one.id, one.floor) for one in thread if one.id in gone}
    return [*gone, *(one.id for one in thread if (one.parent_id, one.floor) in floors)]


def post_id(memory: ThreadMemory, key: str) -> str:
    """The id of the document of a thread's post."""
    return url_id(f"{memory.task.url}#{key}")


def _page_of(task: PageTask, url: str, found: Thread, memory: ThreadMemory, now: datetime) -> Document:
    """What the documents of a thread's page share."""
    return Document(
        id="",
        url=url,
        kind=Kind.POST,
        site=urlsplit(url).hostname or "",
        title=memory.task.title or found.title,
        text="",
        source_id=task.source_id,
        source=task.source,
        channel=task.channel,
        fetched_at=now,
        language=found.language,
        charset=found.charset,
        thread_id=memory.id,
        thread_url=memory.task.url,
        confidence=found.confidence,
    )


def _of_post(page: Document, id: str, post: Post, floor: int, parent_id: str) -> Document:
    """The document of one post. What it quotes stands apart, lest a word is found once in each post that quotes it;
    whoever only quotes says just that."""
    own = post.own
    return replace(
        page,
        id=id,
        text=own or post.text,
        quoted=post.quoted if own else "",
        author=post.author,
        published_at=post.published_at,
        precision=post.precision or "",
        date_origin=post.origins.get("published_at", ""),
        floor=floor,
        parent_id=parent_id,
    )


def _keys(replies: Sequence[Post]) -> Iterator[str]:
    """A key for each reply, which stays the same when the page is read again: made of author and stated minute, or else
    of author and text; of those that are alike the next one gets a number."""
    counts = Counter[str]()
    for one in replies:
        is_vague = one.precision == Precision.DAY or one.origins.get("published_at") == "relative"
        when = str(one.published_at.timestamp() // 60) if one.published_at and not is_vague else one.text
        key = hashlib.blake2b(f"{one.author}|{when}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        counts[key] += 1
        yield f"{key} {counts[key]}"
