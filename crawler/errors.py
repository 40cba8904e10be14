"""What can go wrong, as a tree. The class says what the caller is to do; the reason says why, in words.

CrawlerError
├── Retry         the same task may work later: try again after a while, a limited number of times
├── Drop          this item will never work: count it, with its reason, and go on
├── Quarantine    somebody should look at this item: keep it among the dead letters
├── Unavailable   one of our own servers does not answer: keep the task, wait, do not count an attempt
└── Fatal         this process cannot go on: say what to do and stop
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why an item ended as it did: the label it is counted under. `describe` gives the sentence for people."""

    # The address
    BAD_URL = "bad_url"
    FORBIDDEN_ADDRESS = "forbidden_address"
    ROBOTS = "robots"
    # The fetch
    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    BROKEN_RESPONSE = "broken_response"
    TOO_LARGE = "too_large"
    REDIRECT_LOOP = "redirect_loop"
    CONTENT_TYPE = "content_type"
    NOT_FOUND = "not_found"
    CLIENT_ERROR = "client_error"
    FORBIDDEN = "forbidden"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    HOST_DOWN = "host_down"
    BANNED = "banned"
    # The page
    EMPTY_PAGE = "empty_page"
    LIST_PAGE = "list_page"
    LOGIN_PAGE = "login_page"
    MISSING_PAGE = "missing_page"
    NEEDS_SCRIPT = "needs_script"
    TOO_MANY_NODES = "too_many_nodes"
    NO_CONTENT = "no_content"
    NO_TITLE = "no_title"
    NO_DATE = "no_date"
    TOO_SHORT = "too_short"
    EXPIRED = "expired"
    # The list
    NO_LINKS = "no_links"
    FEED_ERROR = "feed_error"
    CHALLENGE = "challenge"
    LAYOUT_CHANGED = "layout_changed"
    # The source row
    BAD_SOURCE = "bad_source"
    # The work itself
    CRASHES = "crashes"
    INDEX_REFUSED = "index_refused"
    BAD_TASK = "bad_task"
    EXTRACTION_ERROR = "extraction_error"


_SENTENCES: dict[Reason, tuple[str, str]] = {
    Reason.BAD_URL: ("the address is not a complete http or https URL", "网址不是完整的 http 或 https 地址"),
    Reason.FORBIDDEN_ADDRESS: (
        "the host resolves to a private or reserved address; CRAWLER_ALLOW_NETWORKS may allow its network",
        "主机解析到内网或保留地址；可以用 CRAWLER_ALLOW_NETWORKS 放行该网段",
    ),
    Reason.ROBOTS: ("the site's robots.txt does not allow this address", "网站的 robots.txt 不允许抓取该地址"),
    Reason.DNS: ("the host name does not resolve", "主机名无法解析"),
    Reason.CONNECT: ("no connection to the host", "无法连接主机"),
    Reason.TLS: ("the host's certificate or its TLS could not be verified", "主机的证书或 TLS 校验失败"),
    Reason.TIMEOUT: ("the answer did not come within the time allowed", "未在规定时间内收到完整响应"),
    Reason.BROKEN_RESPONSE: ("the answer breaks off or is not HTTP", "响应中断或不符合 HTTP"),
    Reason.TOO_LARGE: ("the answer is larger than allowed after decompression", "响应解压后超过允许的大小"),
    Reason.REDIRECT_LOOP: ("too many redirects", "重定向次数过多"),
    Reason.CONTENT_TYPE: ("the answer is not a web page or feed", "响应不是网页或订阅源"),
    Reason.NOT_FOUND: ("the page is not there (404 or 410)", "页面不存在（404 或 410）"),
    Reason.CLIENT_ERROR: ("the site refuses the request (4xx)", "网站拒绝请求（4xx）"),
    Reason.FORBIDDEN: ("the site refuses this page (401, 403 or another 4xx)", "网站拒绝访问该页面（401、403 等 4xx）"),
    Reason.RATE_LIMITED: ("the site asks for fewer requests (429)", "网站要求降低频率（429）"),
    Reason.SERVER_ERROR: ("the site has an error of its own (5xx)", "网站自身出错（5xx）"),
    Reason.HOST_DOWN: ("the site was down for as long as its pages wait for it", "网站持续无法访问，超过等待时限"),
    Reason.BANNED: (
        "the site refuses whatever we ask it for; ask it less often (CRAWLER_HOST_INTERVAL_S), say who you are "
        "(CRAWLER_CONTACT, CRAWLER_USER_AGENT), or come to terms with its owner",
        "网站拒绝我们的一切请求；可放慢抓取（CRAWLER_HOST_INTERVAL_S）、表明身份（CRAWLER_CONTACT、CRAWLER_USER_AGENT），"
        "或与站方协商",
    ),
    Reason.EMPTY_PAGE: ("the page is empty", "页面为空"),
    Reason.LIST_PAGE: ("the page is a list of links, as boards and home pages are", "页面是链接列表，不是文章"),
    Reason.LOGIN_PAGE: ("the page is shown to those who log in only", "页面需要登录后才能查看"),
    Reason.MISSING_PAGE: ("the page says that its content is missing or has moved", "页面提示内容不存在或已删除"),
    Reason.NEEDS_SCRIPT: ("the page shows its content with JavaScript only", "页面内容需要 JavaScript 才能显示"),
    Reason.TOO_MANY_NODES: ("the page has more nodes than allowed", "页面节点数超过上限"),
    Reason.NO_CONTENT: ("no main content was found on the page", "页面中没有找到正文"),
    Reason.NO_TITLE: ("the title is missing or too short", "标题缺失或过短"),
    Reason.NO_DATE: ("no publish date was found", "没有找到发布日期"),
    Reason.TOO_SHORT: ("the text is too short for an article", "正文过短，不像文章"),
    Reason.EXPIRED: (
        "it was published longer ago than documents are kept (CRAWLER_KEEP_DAYS)",
        "发布时间早于文档的保留期限（CRAWLER_KEEP_DAYS）",
    ),
    Reason.NO_LINKS: ("the list page has no matching links", "列表页没有符合规则的链接"),
    Reason.FEED_ERROR: ("the feed cannot be read", "订阅源无法解析"),
    Reason.CHALLENGE: ("the site answers with a challenge page, such as a captcha", "网站返回验证页面（如验证码）"),
    Reason.LAYOUT_CHANGED: (
        "the result page has a new layout; its selectors under config/search/ need a look",
        "结果页版式已变，需检查 config/search/ 中的选择器",
    ),
    Reason.BAD_SOURCE: ("the source's row cannot work as it stands", "来源配置有误"),
    Reason.CRASHES: ("set aside because workers kept dying on it", "处理时工作进程多次中断，已搁置"),
    Reason.INDEX_REFUSED: ("the index refused the document", "索引拒绝了该文档"),
    Reason.BAD_TASK: ("the task in the queue cannot be read", "队列中的任务无法解析"),
    Reason.EXTRACTION_ERROR: ("the extractor failed on this page", "抽取器处理该页面时出错"),
}


PASSING = frozenset([Reason.CHALLENGE, Reason.SERVER_ERROR])
"""Why a page was not what was asked for this time: the same address may give it later."""


def describe(reason: Reason | str, language: str = "en") -> str:
    """The sentence for a reason, in `en` or `zh`; a label that is not one of ours stands for itself."""
    try:
        english, chinese = _SENTENCES[Reason(reason)]
    except ValueError:
        return str(reason)
    return chinese if language == "zh" else english


class CrawlerError(Exception):
    """Any failure that we know of. `reason` is the label it is counted under, `detail` the particulars for people.

    `asked` is set by a fetch that failed: the URLs that it asked, each redirected to the next; the last one failed.
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail
        self.asked: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{describe(self.reason)}: {self.detail}" if self.detail else describe(self.reason)


class Retry(CrawlerError):
    """The same task may work later. `after_s` is the wait that the site asked for, in seconds, if it did."""

    def __init__(self, reason: Reason, detail: str = "", *, after_s: float | None = None) -> None:
        super().__init__(reason, detail)
        self.after_s = after_s


class Drop(CrawlerError):
    """This item will never work as it is: it is counted with its reason and forgotten."""


class Quarantine(CrawlerError):
    """This item needs a person's look: it is kept among the dead letters."""


class Unavailable(Exception):
    """One of our own servers is away or takes no writes: keep what is held, try again after `after_s`."""

    def __init__(self, service: str, detail: str, *, after_s: float = 5.0) -> None:
        super().__init__(f"{service} is not available: {detail}")
        self.service = service
        self.detail = detail
        self.after_s = after_s


class Fatal(Exception):
    """This process cannot go on. The message is a sentence that says what happened and what to do."""
