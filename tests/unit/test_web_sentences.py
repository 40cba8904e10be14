"""What errors say, in Chinese: every sentence of ours has its Chinese, and nothing English stands between."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import crawler
from crawler.channels import compile_rule, read_feed
from crawler.channels.headlines import _ARTICLES, _NOT_ARTICLES
from crawler.errors import Drop, Reason, describe
from crawler.fetch.guard import _NOT_PUBLIC
from crawler.frontier.canonical import canonical
from crawler.web.sentences import MAX_DEPTH, UNTOLD, in_language

PACKAGE = Path(crawler.__file__).parent

ERRORS = {
    *(
        "ValueError",
        "CheckReport",
        "Drop",
        "Quarantine",
        "Reading",
        "Rejected",
        "Retry",
        "Results",
        "Unavailable",
        "Verdict",
    )
}

TOLD_ELSEWHERE = {
    "cli": "the command line is in English",
    "demo": "ends with the process",
    "settings.py": "stops the process at its start",
    "model.py": "tells a worker that a task is of no use",
    "channels/search.py": "stops the process at its start",
    "stores/documents.py": "is for who writes the code",
    "stores/tables.py": "is for who writes the code",
}

SAYING = (
    "roles/empty_list.py",
    "roles/room.py",
    "roles/rows.py",
    "roles/seen.py",
    "roles/status.py",
    "stores/elastic_client.py",
    "stores/engine.py",
    "stores/schema.py",
)
"""Modules whose functions return sentences that pages show."""

NO_SENTENCES = re.compile(r"(?:BEGIN|SET|PRAGMA) |blocked by$|^\S* ?\S* (?:is up to date|was brought)")

ENGLISH = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")


def sentences() -> Iterator[tuple[str, str]]:
    """(where, text) of each literal that an error is made with, or that one of these functions returns."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = str(path.relative_to(PACKAGE))
        if {module, module.split("/")[0]} & TOLD_ELSEWHERE.keys():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS:
                yield from ((f"{module}:{node.lineno}", text) for part in node.args for text in literals(part))
            elif isinstance(node, ast.Return) and node.value and module in SAYING:
                yield from ((f"{module}:{node.lineno}", text) for text in literals(node.value))


def literals(node: ast.AST) -> Iterator[str]:
    """The texts of an expression, with 9 in each gap."""
    if isinstance(node, ast.JoinedStr):
        pieces = [part.value if isinstance(part, ast.Constant) else "9" for part in node.values]
        yield "".join(map(str, pieces))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from literals(child)


OURS = [(where, text) for where, text in sentences() if ENGLISH.search(text) and not NO_SENTENCES.search(text)]


def test_there_are_sentences_to_look_at() -> None:
    assert len(OURS) > 60


@pytest.mark.parametrize(("where", "text"), OURS)
def test_every_sentence_of_ours_is_told_in_chinese(where: str, text: str) -> None:
    told = in_language(text, "zh")
    assert UNTOLD.strip("（）") not in told, where
    assert not ENGLISH.search(re.sub(r"`[^`]*`", "", told)), where


@pytest.mark.parametrize("reason", list(Reason))
def test_a_reason_is_told_with_its_particulars(reason: Reason) -> None:
    assert in_language(f"{describe(reason)}: HTTP 404", "zh") == f"{describe(reason, 'zh')}：HTTP 404"
    assert in_language(describe(reason), "zh") == describe(reason, "zh")


@pytest.mark.parametrize(
    ("reason", "detail", "told"),
    [
        (Reason.BAD_SOURCE, "the answer is a feed; use the channel feed", "响应是订阅源，请把通道改为“订阅源”"),
        (
            Reason.FEED_ERROR,
            "the answer is an HTML page; give the feed's address, or use the channel page",
            "响应是网页，请填写订阅源的地址，或把通道改为“列表页”",
        ),
    ],
)
def test_particulars_of_two_parts_are_told_behind_their_reason(reason: Reason, detail: str, told: str) -> None:
    assert in_language(f"{describe(reason)}: {detail}", "zh") == f"{describe(reason, 'zh')}：{told}"


@pytest.mark.parametrize(
    "feed",
    [
        "<rss><tit", "<rss><a></b></rss>", "<rss>&nbsp;</rss>", "<rss><a b='' b=''/></rss>", "<rss><a:b/></rss>",
        "<rss><<</rss>", "hello", "<rss>", "<rss/><x/>", "<rss><![CDATA[</rss>",
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_xml_of_a_feed_is_told(feed: str) -> None:
    with pytest.raises(Drop) as problem:
        read_feed(feed.encode(), "http://a.example/")
    told = in_language(str(problem.value), "zh")
    assert told.startswith("订阅源无法解析：无法读取任何条目，其 XML 有误：")
    assert UNTOLD.strip("（）") not in told
    assert not re.search("[a-z]{4}", told)


@pytest.mark.parametrize("feed", ['{"a":1', '{"a"', "{a", '{"a":"', '{"a":1}}', '{"a":"\\x"}'])
def test_what_is_wrong_with_the_json_of_a_feed_is_told(feed: str) -> None:
    with pytest.raises(Drop) as problem:
        read_feed(feed.encode(), "http://a.example/")
    assert re.search(r"：响应是残缺的 JSON：第 \d+ 行第 \d+ 列有误$", in_language(str(problem.value), "zh"))


def test_what_nobody_has_translated_is_said_once() -> None:
    told = in_language(f"{describe(Reason.BROKEN_RESPONSE)}: a.example: some thing, an other thing; yet another", "zh")
    assert told == f"{describe(Reason.BROKEN_RESPONSE, 'zh')}：a.example{UNTOLD}"


def test_where_a_redirect_led_is_told() -> None:
    english = f"{describe(Reason.FORBIDDEN_ADDRESS)}: 10.1.2.3: 10.1.2.3 is private (redirected to http://10.1.2.3/)"
    assert in_language(english, "zh").endswith("：10.1.2.3：10.1.2.3 是内网地址（重定向到 http://10.1.2.3/）")


@pytest.mark.parametrize("word", sorted({word for _, word in _NOT_PUBLIC}))
def test_networks_that_are_not_public_are_named_in_chinese(word: str) -> None:
    assert not ENGLISH.search(in_language(f"10.0.0.1 is {word}", "zh"))


@pytest.mark.parametrize(
    "pattern",
    ["/(", "/[a", "/a)", "/(*)", "/a{2000}", "/(?=a)", "/\\", "/[z-a]", "/a**", "/[[:foo:]]", "/(?P<", "x", "/" * 2000],
)
def test_what_is_wrong_with_a_pattern_is_told(pattern: str) -> None:
    with pytest.raises(ValueError, match="pattern") as problem:
        compile_rule(pattern, "")
    told = in_language(str(problem.value), "zh")
    assert UNTOLD.strip("（）") not in told
    assert not ENGLISH.search(told)


@pytest.mark.parametrize(
    "url",
    ["", "a b", "ftp://a/", "http://", "http://a b/", "http://[::1", "http://a:99999/", "http://a:xx/", "http://u@a/",
     "http://中..国/", "http://[zz]/", "http://😀/", "http://" + "a" * 300 + ".cn/", "javascript:1"],
)  # fmt: skip
def test_what_is_wrong_with_an_address_is_told(url: str) -> None:
    with pytest.raises(Drop) as problem:
        canonical(url)
    told = in_language(str(problem.value), "zh")
    assert UNTOLD.strip("（）") not in told, told
    assert not ENGLISH.search(told.replace(url, ""))


def test_values_of_people_stay_as_they_were_typed() -> None:
    told = in_language(f"A source named {'a: b is; no port 8: x'!r} exists already; choose another name.", "zh")
    assert told == "已有名为 “a: b is; no port 8: x” 的来源，请换一个名称"
    assert in_language("网址不对", "zh") == "网址不对"
    assert in_language("anything at all", "en") == "anything at all"


def test_what_another_program_says_in_english_is_left_to_the_english_page() -> None:
    told = in_language("mysql is not available: Access denied for user: run `crawler migrate`", "zh")
    assert told == f"mysql 暂不可用{UNTOLD}：请运行 `crawler migrate`"
    assert in_language("a thing that nobody knows", "zh") == UNTOLD.strip("（）")


@pytest.mark.parametrize("separator", [": ", "; ", ", ", " is not "])
def test_a_site_cannot_make_us_look_for_long(separator: str) -> None:
    assert in_language(separator.join(["the words"] * 400), "zh")
    assert MAX_DEPTH < 50


@pytest.mark.parametrize("kind", [kind for kind, _ in (*_NOT_ARTICLES, *_ARTICLES)])
def test_what_an_address_looks_like_is_told_in_chinese(kind: str) -> None:
    for rule in (f"the address looks like {kind}", f"looks like an article: {kind}"):
        assert UNTOLD.strip("（）") not in in_language(rule, "zh")
