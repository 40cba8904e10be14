from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crawler.errors import Drop, Reason
from crawler.frontier.canonical import as_sent, canonical
from crawler.model import MAX_URL_CHARS

PLAIN = [
    "https://news.example.com/c/2024-03-05/doc-inampxzv1234567.shtml",
    "http://www.example.cn/news/china/story20240305-1234567",
    "https://xn--fiq228c.xn--fiqs8s/a.html",
    "http://127.0.0.1:8080/a/b?id=1&page=2",
    "https://example.com/~user/a,b;c=1/(d)!'*+$/@:=",
]


@pytest.mark.parametrize("url", PLAIN)
def test_a_plain_address_stays_as_it_is(url: str) -> None:
    assert canonical(url) == url


@pytest.mark.parametrize(
    ("given_url", "expected"),
    [
        # scheme, host, port, path
        ("HTTP://WWW.Example.COM", "http://www.example.com/"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:80?a=1", "http://example.com/?a=1"),
        ("http://example.com:8080/", "http://example.com:8080/"),
        ("https://example.com:80/", "https://example.com:80/"),
        ("http://example.com./a", "http://example.com/a"),
        ("http://例子.测试/路径", "http://xn--fsqu00a.xn--0zwm56d/%E8%B7%AF%E5%BE%84"),
        ("http://例子。测试。/", "http://xn--fsqu00a.xn--0zwm56d/"),
        ("http://ex%61mple.com/", "http://example.com/"),
        ("http://[2001:DB8::0:1]:80/", "http://[2001:db8::1]/"),
        ("http://my_blog.example.com/", "http://my_blog.example.com/"),
        # fragments, also hash-bangs, which are never sent
        ("http://example.com/a#top", "http://example.com/a"),
        ("http://example.com/#!/thread/5", "http://example.com/"),
        # dot segments
        ("http://example.com/a/./b/../c", "http://example.com/a/c"),
        ("http://example.com/../../a/..", "http://example.com/"),
        ("http://example.com/a/%2e%2E/b/.", "http://example.com/b/"),
        ("http://example.com/.well-known/x", "http://example.com/.well-known/x"),
        ("http://example.com/a//b", "http://example.com/a//b"),
        # escapes
        ("http://example.com/%7euser/%e4%b8%ad", "http://example.com/~user/%E4%B8%AD"),
        ("http://example.com/a b?q=中 文", "http://example.com/a%20b?q=%E4%B8%AD%20%E6%96%87"),
        ("http://example.com/%d6%d0?q=%ce%c4", "http://example.com/%D6%D0?q=%CE%C4"),  # GBK bytes are left alone
        ("http://example.com/a%2Fb?c=%26&d=%3D", "http://example.com/a%2Fb?c=%26&d=%3D"),
        ("http://example.com/100%?q=%zz", "http://example.com/100%25?q=%25zz"),
        ("http://example.com/[a]|{b}", "http://example.com/%5Ba%5D%7C%7Bb%7D"),
        # what browsers put right
        ("  http://example.com/a\n", "http://example.com/a"),
        ("\u3000http://example.com/a\u00a0", "http://example.com/a"),
        ("http://exam\tple.com/a\r\nb", "http://example.com/ab"),
        ("http:\\\\example.com\\a?b=\\c", "http://example.com/a?b=%5Cc"),
        # parameters
        ("http://example.com/a?", "http://example.com/a"),
        ("http://example.com/a?&b=1&&a=2&", "http://example.com/a?b=1&a=2"),
        ("http://example.com/a?b=&c", "http://example.com/a?b=&c"),
    ],
)
def test_one_spelling(given_url: str, expected: str) -> None:
    assert canonical(given_url) == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize(
    "tracking",
    [
        "utm_source=weixin&utm_medium=social&UTM_Campaign=x",
        "spm=a2c.1.2&scm=1.2",
        "wfr=spider&for=pc",
        "share_token=1f-2&share_source=qq",
        "from=singlemessage&isappinstalled=0",
        "from=timeline",
        "source=rss",
        "ref=weibo",
        "PHPSESSID=abcdef",
        "sid=0123456789abcdef0123456789abcdef",
        "extra=page%3D1%26filter%3Dlastpost",
        "extra=",
        "_=1709618580123",
        "fbclid=x&gclid=y&%75tm_term=z",
    ],
)
def test_what_tells_of_the_reader_goes(tracking: str) -> None:
    assert canonical(f"http://example.com/a?id=7&{tracking}&p=2") == "http://example.com/a?id=7&p=2"
    assert canonical(f"http://example.com/a?{tracking}") == "http://example.com/a"


@pytest.mark.parametrize(
    "content",
    [
        *("from=2024-01-01", "from=beijing", "source=xinhua", "ref=master", "for=you", "extra=photos"),
        *("id=1", "sid=123456", "session_id=42", "share_id=5", "t=1709618580", "_=5", "type=rss"),
    ],
)
def test_what_may_choose_a_page_stays(content: str) -> None:
    assert canonical(f"http://example.com/a?{content}") == f"http://example.com/a?{content}"


def test_parameters_keep_their_order() -> None:
    assert canonical("http://example.com/?b=2&a=1") == "http://example.com/?b=2&a=1"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a;jsessionid=1A2B.node3?x=1", "/a?x=1"),
        ("/a;JSESSIONID=1A2B/b", "/a/b"),
        ("/a;v=2;jsessionid=1;w=3", "/a;v=2;w=3"),
        ("/a/.;jsessionid=1/b", "/a/b"),
    ],
)
def test_session_ids_in_the_path_go(path: str, expected: str) -> None:
    assert canonical("http://example.com" + path) == "http://example.com" + expected


def test_a_source_overrules_the_list() -> None:
    url = "http://example.com/a?id=7&from=rss&Page=2&utm_source=x"
    assert canonical(url, keep=("from",)) == "http://example.com/a?id=7&from=rss&Page=2"
    assert canonical(url, drop=("page",)) == "http://example.com/a?id=7"
    assert canonical(url, keep=("utm_*",), drop=("*",)) == "http://example.com/a?utm_source=x"
    assert canonical(url, keep=("id",), drop=("*",)) == "http://example.com/a?id=7"


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("b.html", "https://example.com/a/b.html"),
        ("/b.html?utm_source=x", "https://example.com/b.html"),
        ("//cdn.example.com/b", "https://cdn.example.com/b"),
        ("?page=2", "https://example.com/a/list.html?page=2"),
        ("http://other.example.com", "http://other.example.com/"),
        ("", "https://example.com/a/list.html"),
    ],
)
def test_relative_to_a_base(href: str, expected: str) -> None:
    assert canonical(href, "https://example.com/a/list.html") == expected


@pytest.mark.parametrize(
    "url",
    [
        *("", "a/b", "//example.com/a", "javascript:void(0)", "mailto:a@example.com", "ftp://example.com/", "data:,x"),
        *("http://", "http:///a", "http://a..b/", "http://.a/", "http://a b.com/", "http://-a.com/", "http://a,b.com/"),
        *("http://user@example.com/", "http://user:secret@example.com/", "http://@example.com/"),
        *("http://example.com:99999/", "http://example.com:x/", "http://[::1/", "http://[zz]/", "http://ex%00.com/"),
        *("http://" + "a" * 64 + ".com/", "http://" + "a." * 130 + "com/", "http://\u2603\udc80.com/", "http://例子%/"),
        "http://example.com/" + "a" * MAX_URL_CHARS,
        "http://example.com/" + "中" * (MAX_URL_CHARS // 2),
        "http://example.com/?" + "&" * 10 * MAX_URL_CHARS,
    ],
)
def test_what_cannot_be_fetched_is_refused(url: str) -> None:
    with pytest.raises(Drop) as refused:
        canonical(url)
    assert refused.value.reason is Reason.BAD_URL
    assert len(refused.value.detail) < 500


def test_a_long_address_is_allowed_where_only_its_tracking_is_long() -> None:
    assert canonical("http://example.com/a?utm_term=" + "x" * MAX_URL_CHARS) == "http://example.com/a"


addresses = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["http://", "https://", "HTTP://", "http:\\\\"]),
    st.sampled_from(["example.com", "EXAMPLE.com.", "例子.测试", "a.b:80", "[::1]:8080", "1.2.3.4:443"]),
    st.sampled_from(["", "/", "/../", "/%2e/", "?", "#", "/;jsessionid=", "/a?sid="]),
    st.text(st.sampled_from("%25eE4./?&=;#\\ \t中é[]|{}'\"<>utm_sidjsessionid0123") | st.characters(), max_size=60),
)


@given(addresses, st.sampled_from([(), ("id",), ("*",)]))
@example("http://a.b/%%41", ())
@example("http://a.b/%2%35", ())
@example("http://a.b/;jsess;jsessionid=x;ionid=y/..;", ())
@example("http://a.b/?%2526=%u4e2d", ())
def test_idempotent_and_plain(url: str, drop: tuple[str, ...]) -> None:
    try:
        once = canonical(url, drop=drop)
    except Drop:
        return
    assert canonical(once, drop=drop) == once
    assert once.isascii()
    assert once.isprintable()
    assert " " not in once
    assert "#" not in once
    assert len(once) <= MAX_URL_CHARS


@given(st.text(), st.text())
def test_any_text_is_an_address_or_refused(url: str, base: str) -> None:
    with suppress(Drop):
        assert canonical(url, base).startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("url", "charset", "sent"),
    [
        ("http://a.cn/?k=中文&n=1", "gb18030", "http://a.cn/?k=%D6%D0%CE%C4&n=1"),
        ("http://a.cn/?k=中文", "big5", "http://a.cn/?k=%A4%A4%A4%E5"),
        ("http://a.cn/中/?k=丂", "gb18030", "http://a.cn/%E4%B8%AD/?k=%81%40"),
        ("http://a.cn/?k=中文", "utf-8", "http://a.cn/?k=%E4%B8%AD%E6%96%87"),
        ("http://a.cn/?k=中文", "utf-16-le", "http://a.cn/?k=%E4%B8%AD%E6%96%87"),
        ("http://a.cn/?k=中文", "", "http://a.cn/?k=%E4%B8%AD%E6%96%87"),
        ("http://a.cn/?k=%D6%D0中", "gb18030", "http://a.cn/?k=%D6%D0%D6%D0"),
        ("http://a.cn/?k=中", "cp1252", "http://a.cn/?k=%26%2320013%3B"),
        ("http://a.cn/", "gb18030", "http://a.cn/"),
    ],
)
def test_a_query_is_escaped_in_the_charset_of_its_page_as_browsers_do(url: str, charset: str, sent: str) -> None:
    assert canonical(as_sent(url, charset)) == sent
