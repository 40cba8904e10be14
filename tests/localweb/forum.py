"""A small forum of our own writing, whose threads grow: boards with counts, threads over pages of a few posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.localweb.page import Page, failure
from tests.localweb.web import LocalWeb

HOST = "http://bbs.example"
POSTS_A_PAGE = 4
THREADS_A_PAGE = 5

_TITLES = [
    "周末去爬山的路线有什么推荐",
    "旧键盘换轴以后手感差了不少",
    "怎样给阳台上的番茄搭架子",
    "厨房水槽漏水自己修好了记录一下",
    "求一个安静的自习地方最好靠近河边",
    "读完了那本讲海岛的书来聊聊",
    "单车链条总是掉下来是什么原因",
    "冬天第一次在院子里观星的经过",
]
_SENTENCES = [
    "前几天下过雨，北坡的石阶还很滑，建议从水库那边上去，中午在山脊上吃东西。",
    "我试过三种办法，最后还是把旧的零件拆下来洗干净，再装回去就好了。",
    "照着说明做的时候别急，先量好长度，绳子要留出两指宽的余地。",
    "这个问题我也遇到过，后来发现是天冷的关系，放在屋里一晚上就没事了。",
    "谢谢楼上的回答，我明天带工具去看看，有结果再来说一声。",
    "昨天晚上又去了一次，人比上回少，风有点大，不过天很干净。",
]
_MORE = [
    "回来路上买了两个梨，坐在桥边吃完才走。",
    "手机没电了，所以没有照片，下次补上。",
    "如果有人也在附近，可以约着一起看看。",
    "家里的猫一直在旁边看着，好像比我还懂。",
    "说起来这已经是今年的第三回了，慢慢就熟练了。",
    "旧书店的老板也说是这个道理，他年轻时试过。",
    "等周末天气好一点，我再把剩下的一半做完。",
]
_AUTHORS = ["河边的风筝", "老周", "青石板", "半亩方塘"]


@dataclass
class ForumPost:
    """One post, with the replies inside it; `number` stays with it for ever."""

    number: int
    author: str
    at: datetime
    text: str
    replies: list[ForumPost] = field(default_factory=list)


@dataclass
class ForumThread:
    """A thread with its posts, of which some may be deleted."""

    number: int
    title: str
    posts: list[ForumPost] = field(default_factory=list)

    @property
    def url(self) -> str:
        return page_url(self.number, 1)


@dataclass
class Forum:
    """Threads by number, the one with the newest post first on the board."""

    now: datetime
    threads: list[ForumThread] = field(default_factory=list)
    written: int = 0

    def thread(self, posts: int) -> ForumThread:
        thread = ForumThread(len(self.threads) + 1001, _TITLES[len(self.threads) % len(_TITLES)])
        self.threads.append(thread)
        for _ in range(posts):
            self.reply(thread)
        return thread

    def reply(self, thread: ForumThread) -> ForumPost:
        thread.posts.append(self._write())
        return thread.posts[-1]

    def reply_inside(self, post: ForumPost) -> ForumPost:
        post.replies.append(self._write())
        return post.replies[-1]

    def _write(self) -> ForumPost:
        self.written += 1
        at = self.now - timedelta(hours=20) + timedelta(minutes=3 * self.written + 1)
        text = _SENTENCES[self.written % len(_SENTENCES)] + _MORE[self.written // len(_SENTENCES) % len(_MORE)]
        text += f"这是第 {self.written} 次在这里写字。"
        return ForumPost(
            self.written, _AUTHORS[self.written % len(_AUTHORS)], at.replace(second=0, microsecond=0), text
        )

    def publish(self, web: LocalWeb) -> None:
        """Put every page of the forum as it is now; pages that are no more answer 404."""
        for thread in self.threads:
            pages = thread_pages(thread)
            for number, html in enumerate(pages, 1):
                web.put(page_url(thread.number, number), _page(html))
            web.put(page_url(thread.number, len(pages) + 1), failure(404))
        for number, html in enumerate(self.board_pages(), 1):
            web.put(board_url(number), _page(html))

    def board_pages(self) -> list[str]:
        ordered = sorted(self.threads, key=lambda thread: thread.posts[-1].at, reverse=True)
        parts = [ordered[start : start + THREADS_A_PAGE] for start in range(0, len(ordered), THREADS_A_PAGE)]
        return [
            _layout("园地闲谈", f"<table>{''.join(map(_row, part))}</table>{_pager(number, len(parts), board_url)}")
            for number, part in enumerate(parts, 1)
        ]


def _page(html: str) -> Page:
    return Page(html.encode(), content_type="text/html; charset=utf-8")


def board_url(page: int, board: int = 7) -> str:
    return f"{HOST}/forum-{board}-{page}.html"


def home_page(boards: Sequence[str]) -> Page:
    """A forum's home page: its boards."""
    names = ["山野漫步", "厨房里的事", "旧物修理", "夜空与望远镜", "园艺"]
    rows = "".join(f'<tr><td><a href="{url}">{name}</a></td></tr>' for url, name in zip(boards, names, strict=False))
    return _page(_layout("河湾论坛", f"<table>{rows}</table>"))


def board_page(threads: Sequence[ForumThread], page: int = 1) -> Page:
    """A board of one page, which leads to that page of each of its threads."""
    return _page(_layout("版块", f"<table>{''.join(_row(thread, page) for thread in threads)}</table>"))


def page_url(thread: int, page: int) -> str:
    return f"{HOST}/thread-{thread}-{page}.html"


def thread_pages(thread: ForumThread) -> list[str]:
    parts = [thread.posts[start : start + POSTS_A_PAGE] for start in range(0, len(thread.posts), POSTS_A_PAGE)]

    def address(page: int) -> str:
        return page_url(thread.number, page)

    return [
        _layout(thread.title, f"<h1>{thread.title}</h1>{''.join(map(_post, part))}{_pager(page, len(parts), address)}")
        for page, part in enumerate(parts, 1)
    ]


def _row(thread: ForumThread, page: int = 1) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return (
        f'<tr><td><a href="{page_url(thread.number, page)}">{thread.title}</a></td>'
        f'<td><a href="/user-{first.author}">{first.author}</a></td>'
        f"<td>{len(thread.posts) - 1}</td><td>{40 + 9 * thread.number}</td><td>{last.author} {_time(last)}</td></tr>"
    )


def _post(post: ForumPost) -> str:
    return (
        f'<div class="entry"><div class="who"><a href="/user-{post.author}">{post.author}</a></div>'
        f'<div class="when">发表于 {_time(post)}</div><div class="words"><p>{post.text}</p></div>{_inside(post)}</div>'
    )


def _inside(post: ForumPost) -> str:
    rows = [
        f'<li><a href="/user-{reply.author}">{reply.author}</a>：<span>{reply.text}</span><i>{_time(reply)}</i></li>'
        for reply in post.replies
    ]
    return f'<ul class="comments">{"".join(rows)}</ul>' if rows else ""


def _time(post: ForumPost) -> str:
    return f"{post.at + timedelta(hours=8):%Y-%m-%d %H:%M}"


def _pager(page: int, pages: int, address: Callable[[int], str]) -> str:
    if pages < 2:
        return ""
    numbers = "".join(
        f"<strong>{number}</strong>" if number == page else f'<a href="{address(number)}">{number}</a>'
        for number in range(1, pages + 1)
    )
    following = f'<a href="{address(page + 1)}">下一页</a>' if page < pages else ""
    return f'<div class="pager">{numbers}{following}</div>'


def _layout(title: str, body: str) -> str:
    return (
        f"<!doctype html><html><head><title>{title} - 河湾论坛</title></head><body>"
        '<div class="top"><a href="/">首页</a> <a href="/help">帮助</a> <a href="/login">登录</a></div>'
        f'<div class="main">{body}</div><div class="foot">河湾论坛，写给住在河边的人</div></body></html>'
    )
