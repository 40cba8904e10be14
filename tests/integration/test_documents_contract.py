"""What every store of documents does, on a real Elasticsearch and on SQLite."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from itertools import chain

import pytest

from crawler.embedded import Database
from crawler.model import Document, Kind
from crawler.stores import elastic, sqlite_documents
from crawler.stores.documents import open_documents
from crawler.stores.ports import Documents, Query, Sort, Write
from crawler.stores.results import ALIKE, MAX_RESULTS
from tests.documents import PUBLISHED, document, post
from tests.integration.documents_index import index_settings


@pytest.fixture(params=[pytest.param("elastic", marks=pytest.mark.servers), "sqlite"])
def documents(request: pytest.FixtureRequest) -> Iterator[Documents]:
    """A prepared, empty store."""
    if request.param == "elastic":
        with index_settings(request.getfixturevalue("elasticsearch")) as settings:
            store = open_documents(settings)
            store.prepare()
            yield store
            store.close()
        return
    settings = request.getfixturevalue("embedded_settings")
    database = Database(settings.sqlite_path)
    store = open_documents(settings, database)
    store.prepare()
    yield store
    store.close()
    database.close()


def fill(documents: Documents, *found: Document) -> None:
    assert {written.write for written in documents.add(found)} == {Write.CREATED}
    documents.refresh()


def titles(documents: Documents, text: str = "", sort: Sort = Sort.NEWEST, **filters: object) -> list[str]:
    results = documents.search(Query(text, sort=sort, **filters))  # type: ignore[arg-type]
    assert results.total == len(results.hits)
    return [hit.document.title for hit in results.hits]


def test_what_is_added_is_there_once(documents: Documents) -> None:
    documents.check()
    first = documents.add([document(1), document(2), document(1, title="又一次")])
    assert [written.write for written in first] == [Write.CREATED, Write.CREATED, Write.EXISTS]
    second = documents.add([document(2), document(3)])
    assert [(written.id, written.write) for written in second] == [
        (document(2).id, Write.EXISTS),
        (document(3).id, Write.CREATED),
    ]
    documents.refresh()
    assert documents.count() == 3
    assert documents.get(document(1).id) == document(1)
    assert documents.add([]) == []


def test_it_is_known_at_once_before_any_refresh(documents: Documents) -> None:
    documents.add([document(1)])
    assert documents.exists([document(1).id, document(2).id, ""]) == {document(1).id}
    assert documents.exists([]) == set()
    assert documents.has_page(document(1).url)
    assert not documents.has_page(document(2).url)
    assert documents.get(document(2).id) is None


def test_it_says_when_the_first_and_the_last_came_in(documents: Documents) -> None:
    assert documents.span() is None
    later = PUBLISHED + timedelta(days=3, microseconds=5000)
    fill(documents, document(1), document(2, fetched_at=later), document(3, fetched_at=None))
    assert documents.span() == (PUBLISHED, later)


def test_nothing_is_removed_without_retention(documents: Documents) -> None:
    fill(documents, document(1), document(2, fetched_at=PUBLISHED + timedelta(days=9000)))
    assert documents.maintain(now=PUBLISHED + timedelta(days=9000)) == ""
    assert documents.count() == 2


def test_who_wrote_it_and_several_sites_are_asked_for_in_words_and_in_the_form(documents: Documents) -> None:
    wrote = ["老周", "老周的猫", "Zhou_%*?\\X", "", "记者 李四 王五"]
    fill(
        documents,
        *(
            document(number, title=str(number), author=author, site=f"s{number}.cn", text="图书馆")
            for number, author in enumerate(wrote)
        ),
    )

    def found(text: str = "", **filters: object) -> str:
        return "".join(sorted(titles(documents, text, **filters)))  # type: ignore[arg-type]

    assert found("author:老周") == found(author="老周") == found("作者：老周") == "01"
    assert found('author:"老周"') == found(author="“老周”") == "0"
    assert found("author:老周|李四 -author:猫") == found("author:老周 author:李四 -author:的") == "04"
    assert found(author='李四、"老周"') == "04"
    assert found("author:zhou_%*?\\x") == found("AUTHOR:_%*?\\") == "2"
    assert found("author:%") == found("author:*") == "2"
    assert found("-author:老") == "234"
    assert found("图书馆 site:s1.cn|s3.cn") == found("site:s1.cn 图书馆 site:http://S3.cn:80/x") == "13"
    assert found("图书馆", sites=("s0.cn", "s4.cn")) == "04"
    assert found("site:s0.cn|s1.cn", sites=("s1.cn", "s2.cn"), author="老周") == "1"
    assert found("-site:s0.cn|s1.cn 图书馆") == "234"
    assert found("图书馆 site:none.cn") == found("site:s1.cn 博物馆") == ""
    assert [one.title for part in documents.scan(Query("author:老周")) for one in part] in (["0", "1"], ["1", "0"])


@pytest.fixture
def _in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elastic, "SCANNED_AT_ONCE", 3)
    monkeypatch.setattr(sqlite_documents, "SCANNED_AT_ONCE", 3)
    monkeypatch.setattr(sqlite_documents, "NUMBERS_AT_ONCE", 7)


@pytest.mark.usefixtures("_in_small_parts")
def test_all_that_is_found_is_given_whatever_comes_in_meanwhile(documents: Documents) -> None:
    came = [PUBLISHED + timedelta(seconds=number) for number in range(20)]
    fill(documents, *(document(number, fetched_at=at) for number, at in enumerate(came)))
    fill(documents, document(20, fetched_at=None), document(21, text="别的内容", site="other.example.cn"))
    parts = documents.scan(Query("正文", sort=Sort.NEWEST, offset=5, limit=1))
    first = next(parts)
    assert len(first) == 3
    fill(documents, document(22))
    found = [one.id for one in chain(first, *parts)]
    assert sorted(found) == sorted(document(number).id for number in range(21))
    dated = [id for id in found if id != document(20).id]
    assert dated == [document(number).id for number in reversed(range(20))]


@pytest.mark.usefixtures("_in_small_parts")
def test_all_that_is_found_meets_what_was_asked_for(documents: Documents) -> None:
    numbers = range(30)
    fill(documents, *(document(number, source_id=number % 2, text=f"正文 其{number % 3}") for number in numbers))

    def scanned(text: str, **filters: object) -> set[str]:
        found = [one.id for part in documents.scan(Query(text, **filters)) for one in part]  # type: ignore[arg-type]
        assert len(found) == len(set(found))
        return set(found)

    assert scanned("") == {document(number).id for number in numbers}
    assert scanned("正文 -其1", source_id=1) == {document(n).id for n in numbers if n % 2 and n % 3 != 1}
    assert scanned("其1|其2", since=PUBLISHED) == {document(n).id for n in numbers if n % 3}
    assert scanned("没有这些字") == scanned("。。。") == set()
    with pytest.raises(ValueError, match="1000 characters"):
        documents.scan(Query("词" * 2000))


def test_a_scan_that_broke_off_goes_on_after_any_document(documents: Documents) -> None:
    moments = [timedelta(seconds=n // 7, milliseconds=n % 7 // 2 * 137, microseconds=n) for n in range(25)]
    came = [PUBLISHED + moment for moment in moments]
    made = [document(number, fetched_at=moment, source_id=number % 2) for number, moment in enumerate(came)]
    fill(documents, *made)
    whole = [one.id for part in documents.scan(Query()) for one in part]
    assert sorted(whole) == sorted(one.id for one in made)
    seconds = [came[int(one.url.rpartition("/")[2])].second for one in map(documents.get, whole) if one]
    assert seconds == sorted(seconds, reverse=True), "what came in last first"
    for place, id in enumerate(whole):
        assert [one.id for part in documents.scan(Query(), after=id) for one in part] == whole[place + 1 :]
    fill(documents, document(30, fetched_at=PUBLISHED + timedelta(days=1)))
    assert [one.id for part in documents.scan(Query(), after=whole[3]) for one in part] == whole[4:], "it came in since"
    odd = [one.id for part in documents.scan(Query(source_id=1)) for one in part][1:]
    assert [one.id for part in documents.scan(Query(source_id=1), after=odd[3]) for one in part] == odd[4:]
    with pytest.raises(ValueError, match="There is no document 'none' to go on after"):
        documents.scan(Query(), after="none")


def test_prepare_may_be_called_at_any_time(documents: Documents) -> None:
    fill(documents, document(1))
    documents.prepare()
    assert documents.count() == 1


def test_every_field_comes_back(documents: Documents) -> None:
    beijing = timezone(timedelta(hours=8))
    whole = post(
        "t1",
        3,
        author="网友",
        precision="minute",
        date_origin="time",
        language="zh",
        charset="gb18030",
        published_at=datetime(2024, 3, 5, 14, 3, 1, 123456, tzinfo=beijing),
    )
    fill(documents, whole)
    assert documents.get(whole.id) == whole


def test_poison_does_not_spoil_the_others(documents: Documents) -> None:
    poison = [document(1, confidence=float("nan")), document(2, id=""), document(3, id="长" * 300)]
    written = documents.add([document(4), *poison, document(5), document(6, source_id=2**70)])
    assert [each.write for each in written] == [
        Write.CREATED,
        Write.REFUSED,
        Write.REFUSED,
        Write.REFUSED,
        Write.CREATED,
        Write.REFUSED,
    ]
    assert all(each.detail for each in written if each.write is Write.REFUSED)
    documents.refresh()
    assert documents.count() == 2


def test_no_value_is_too_long_to_be_kept(documents: Documents) -> None:
    huge = document(
        1,
        title="长" * 100_000,
        text="a" * 40_000 + "长词" * 400_000 + "\x00\ud800",
        author="名" * 40_000,
        site="s" * 40_000,
        url="https://example.cn/" + "路" * 15_000,
        thread_id="t" * 40_000,
    )
    fill(documents, huge)
    assert titles(documents, "长词")
    kept = documents.get(huge.id)
    assert kept is not None
    assert huge.text.startswith(kept.text)


def test_an_edited_document_has_its_new_text_only(documents: Documents) -> None:
    first, other = document(1, text="旧的说法"), document(2, text="旧的别的")
    documents.add([first, other])
    revised = replace(first, text="新的说法")
    missing = document(3)
    assert [one.write for one in documents.revise([revised, missing])] == [Write.REVISED, Write.EXISTS]
    documents.refresh()
    assert documents.get(first.id) == revised
    assert documents.get(missing.id) is None
    assert [hit.document.id for hit in documents.search(Query("新的")).hits] == [first.id]
    assert [hit.document.id for hit in documents.search(Query("旧的")).hits] == [other.id]


def test_what_is_gone_is_found_and_known_as_gone(documents: Documents) -> None:
    first, second, other = document(1), document(2), document(3)
    fill(documents, first, second, other)
    documents.mark_gone([first.id, second.id, document(4).id], PUBLISHED)
    documents.mark_gone([first.id], PUBLISHED + timedelta(days=1))
    documents.revise([second])
    documents.refresh()
    assert documents.get(first.id) == replace(first, gone_at=PUBLISHED)
    assert documents.get(second.id) == second, "it is there again"
    assert documents.count() == 3
    assert [hit.document for hit in documents.search(Query("正文", gone=True)).hits] == [
        replace(first, gone_at=PUBLISHED)
    ]


def test_a_source_is_removed_with_all_that_it_brought(documents: Documents) -> None:
    fill(documents, *[document(number, source_id=1 + number % 2) for number in range(500)])
    assert len(set(documents.urls(2))) == 250
    assert documents.remove_source(2) == 250
    assert documents.remove_source(2) == 0
    documents.refresh()
    assert documents.count() == 250
    assert set(documents.urls()) == set(documents.urls(1)) == {document(number).url for number in range(0, 500, 2)}
    assert list(documents.urls(2)) == []
    assert {hit.document.source_id for hit in documents.search(Query("正文")).hits} == {1}
    assert [written.write for written in documents.add([document(1, source_id=2)])] == [Write.CREATED]
    documents.refresh()
    assert documents.search(Query("第1篇")).total == 1


STORY = (
    "老渡口上周重新开了航，渡船是去年冬天修的，换了柴油机，加装了护栏，"
    "一次能载三十六人，六十七岁的船工在这条河上摆渡了四十一年。"
)


def copied(number: int, **fields: object) -> Document:
    """An article with the story, under its own title."""
    return document(number, text=f"{STORY * 3}（第{number}家报道）", fetched_at=PUBLISHED + timedelta(number), **fields)


def test_articles_with_one_text_are_found_by_it(documents: Documents) -> None:
    first, second, other = copied(1), copied(2), document(3, text="大学图书馆昨天宣布，从下个月起全天开放。" * 5)
    fill(documents, first, second, other, post("t1", 1, text=first.text))
    assert ids(documents.alike([copied(4), document(5), other])) == [{first.id, second.id}, set(), {other.id}], (
        "the second is too short to be told"
    )
    assert documents.alike([document(5), post("t1", 1, text=first.text)]) == [[], []]
    assert documents.alike([]) == []
    documents.revise([replace(second, text=other.text)])
    documents.refresh()
    assert ids(documents.alike([copied(4), other])) == [{first.id}, {second.id, other.id}]


def ids(found: Iterable[Iterable[Document]]) -> list[set[str]]:
    return [{one.id for one in some} for some in found]


def test_of_each_text_the_likeliest_are_found_and_not_too_many(documents: Documents) -> None:
    many = [copied(number) for number in range(1, 9)]
    edited = replace(copied(9), text=many[0].text.replace("渡口", "码头"))
    fill(documents, *many)
    found, of_edited = documents.alike([many[0], edited])
    assert len(found) == len(of_edited) == ALIKE
    fill(documents, edited)
    assert documents.alike([many[0], edited])[1][0] == edited


def test_copies_are_found_counted_and_left_out(documents: Documents) -> None:
    first, other = copied(1), document(5)
    copies = [copied(number, duplicate_of=first.id) for number in (2, 3)]
    fill(documents, first, *copies, other)
    assert documents.get(copies[0].id) == copies[0]
    assert documents.copies([first.id, copies[0].id, other.id]) == {first.id: 2}
    assert documents.copies([]) == {}
    assert set(titles(documents, firsts=True)) == {first.title, other.title}
    assert set(titles(documents, copies_of=first.id)) == {one.title for one in copies}
    assert len(titles(documents)) == 4


def test_what_turns_out_to_be_a_copy_says_so_and_stays_as_it_is(documents: Documents) -> None:
    first, second, third = (copied(number) for number in (1, 2, 3))
    fill(documents, first, second, third)
    documents.mark_copies({second.id: first.id, third.id: first.id, "none": first.id})
    documents.mark_copies({})
    documents.refresh()
    assert documents.get(second.id) == replace(second, duplicate_of=first.id)
    assert documents.copies([first.id]) == {first.id: 2}
    assert documents.get("none") is None
    assert len(documents.alike([copied(4)])[0]) == 3


def test_what_stands_around_documents_is_counted(documents: Documents) -> None:
    article, opening = document(1), post("t1", 1)
    comments = [document(number, kind=Kind.COMMENT, thread_id=article.id) for number in (2, 3)]
    fill(documents, article, opening, post("t1", 2), post("t2", 1), *comments)
    assert documents.posts([article.id, opening.thread_id, "none"]) == {article.id: 2, opening.thread_id: 2}
    assert documents.posts([""]) == documents.posts([]) == {}
    assert documents.addresses([article.id, opening.id, "none"]) == {article.id: article.url, opening.id: opening.url}
    assert documents.addresses([]) == {}


def test_a_copy_takes_the_place_of_what_is_removed(documents: Documents) -> None:
    first = copied(1, source_id=2)
    copies = [copied(number, duplicate_of=first.id) for number in (4, 3, 5)]
    fill(documents, first, *copies)
    assert documents.free_copies() == 0
    assert documents.remove_source(2) == 1
    documents.refresh()
    second = copied(3)
    assert titles(documents, firsts=True) == [second.title], "the next that came in"
    assert documents.copies([second.id]) == {second.id: 2}
    assert documents.alike([first])[0][0].id in {one.id for one in copies}
    assert documents.free_copies() == 0


def test_a_thread_by_floor(documents: Documents) -> None:
    posts = [post("t1", floor, title="帖子") for floor in (2, 1, 10)]
    fill(documents, *posts, post("t2", 1), document(1))
    assert [found.floor for found in documents.thread(posts[0].thread_id)] == [1, 2, 10]
    assert documents.thread("") == []
    assert documents.has_page(posts[0].url)


def test_replies_inside_a_post_come_behind_it_by_their_times(documents: Documents) -> None:
    first, second, third = (post("t1", floor) for floor in (1, 2, 3))
    times = {f"inside-{day}": PUBLISHED + timedelta(days=day) for day in (3, 1, 2)}
    inside = [replace(second, id=id, parent_id=second.id, published_at=at) for id, at in times.items()]
    answer = replace(third, parent_id=first.id)
    fill(documents, *inside, answer, second, first)
    found = documents.thread(first.thread_id)
    assert [each.id for each in found] == [first.id, second.id, "inside-1", "inside-2", "inside-3", answer.id]
    assert [each.parent_id for each in found] == ["", "", second.id, second.id, second.id, first.id]


def test_comments_are_found_by_their_own_words_and_shown_by_their_articles_title(documents: Documents) -> None:
    article = document(1, title="桥上的灯修好了")
    about = {"thread_id": article.id, "parent_id": article.id, "thread_title": article.title}
    comment = document(1, id="comment", kind=Kind.COMMENT, title="", text="晚上亮得很。", **about)
    fill(documents, article, comment)
    assert [hit.document for hit in documents.search(Query("桥上的灯")).hits] == [article]
    (hit,) = documents.search(Query("亮得很")).hits
    assert (hit.document, hit.title_marked) == (comment, "桥上的灯修好了")
    assert documents.search(Query(kind="comment")).total == 1
    assert documents.thread(article.id) == [comment]
    assert list(documents.urls()) == [article.url]


def test_every_page_comes_once_among_the_urls(documents: Documents) -> None:
    pages = [document(number) for number in range(30)]
    fill(documents, *pages, *[post("t1", floor) for floor in range(1, 8)])
    assert list(documents.urls()) == sorted({page.url for page in pages} | {post("t1", 1).url})


def test_no_urls(documents: Documents) -> None:
    assert list(documents.urls()) == []


CORPUS = {
    "央行": "中国人民银行宣布，下调存款准备金率0.5个百分点。",
    "球赛": "据NBA官方消息，总决赛第3季将于6月8日开打，T恤衫免费。",
    "祖国": "我们热爱祖国。Don't stop covid-19 tests",
    "国家": "国家队与国人",
    "手机 iPhone": "苹果ＩＰＨＯＮＥ 15发布，售价5,999元；苹果，手机",
    "カタカナ": "日本語のｶﾞﾗｽ，한국 뉴스 😀",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("人民银行", {"央行"}),
        ("银行人民", set()),
        ("国人", {"央行", "国家"}),
        ("nba", {"球赛"}),
        ("NBA 总决赛", {"球赛"}),
        ("NBA 银行", set()),
        ("官方消息，总决赛", {"球赛"}),
        ("iphone", {"手机 iPhone"}),
        ("5,999", {"手机 iPhone"}),
        ("0.5", {"央行"}),
        ('"don\'t stop"', {"祖国"}),
        ('"stop don\'t"', set()),
        ("stop don't", {"祖国"}),
        ("covid-19", {"祖国"}),
        ("苹果手机", set()),
        ("“苹果，手机”", {"手机 iPhone"}),
        ("国", {"央行", "祖国", "国家"}),
        ("国 -人民", {"祖国", "国家"}),
        ("-国", {"球赛", "手机 iPhone", "カタカナ"}),
        ("苹果 -nba", {"手机 iPhone"}),
        ("央行|nba", {"央行", "球赛"}),
        ("不存在 OR 央行 OR 球赛", {"央行", "球赛"}),
        ("央行|nba 总决赛", {"球赛"}),
        ("央行|nba -总决赛", {"央行"}),
        ("T恤|“苹果，手机” 不存在|第3季|苹果", {"球赛", "手机 iPhone"}),
        ("-“准备金率0.5个”", {"球赛", "祖国", "国家", "手机 iPhone", "カタカナ"}),
        ("T恤", {"球赛"}),
        ("第3季", {"球赛"}),
        ("-第3季 NBA", set()),
        ("8日", {"球赛"}),
        ("ガラス", {"カタカナ"}),
        ("한국", {"カタカナ"}),
        ("😀", {"カタカナ"}),
        ("央行", {"央行"}),
        ("球赛 nba", {"球赛"}),
        ("不存在", set()),
        ("！？", set()),
        ("*:* OR (nba) AND title:", set()),
        ("", set(CORPUS)),
    ],
)
def test_a_query_means_the_same_in_both(documents: Documents, text: str, found: set[str]) -> None:
    fill(documents, *[document(place, title=title, text=body) for place, (title, body) in enumerate(CORPUS.items())])
    assert set(titles(documents, text)) == found


def test_what_matched_is_marked(documents: Documents) -> None:
    fill(documents, document(1, title="<央行> 宣布", text="正文提到<央行>宣布了一些事"))
    (hit,) = documents.search(Query("央行 宣布")).hits
    assert hit.title_marked == "&lt;<mark>央行</mark>&gt; <mark>宣布</mark>"
    assert hit.snippets == ("正文提到&lt;<mark>央行</mark>&gt;<mark>宣布</mark>了一些事",)
    assert unescape(re.sub("</?mark>", "", hit.title_marked)) == hit.document.title
    (either,) = documents.search(Query("不存在|央行 正文")).hits
    assert either.title_marked == "&lt;<mark>央行</mark>&gt; 宣布"


def test_the_title_weighs_more_than_the_text(documents: Documents) -> None:
    plain = "与此无关的其他内容" * 3
    fill(
        documents,
        document(1, title="与此无关的标题", text=f"{plain}人民银行{plain}"),
        document(2, title="人民银行的标题", text=plain * 2),
    )
    results = documents.search(Query("人民银行"))
    assert [hit.document.title for hit in results.hits] == ["人民银行的标题", "与此无关的标题"]
    assert results.hits[0].score > results.hits[1].score > 0


def test_newest_first(documents: Documents) -> None:
    days = [PUBLISHED + timedelta(days=day) for day in (1, 3, 2)]
    dated = [document(day.day, title=str(day.day), published_at=day) for day in days]
    fill(documents, *dated, document(99, title="无日期", published_at=None))
    assert titles(documents, "正文") == ["8", "7", "6", "无日期"]
    assert titles(documents, "", Sort.RELEVANCE) == ["8", "7", "6", "无日期"]


def test_what_came_in_last_first(documents: Documents) -> None:
    days = [PUBLISHED + timedelta(days=day) for day in (1, 3, 2)]
    came = [
        document(at.day, title=str(at.day), published_at=at, fetched_at=days[1] + timedelta(hours=n))
        for n, at in enumerate(days)
    ]
    fill(documents, *came)
    assert titles(documents, "", Sort.FOUND) == titles(documents, "正文", Sort.FOUND) == ["7", "8", "6"]


def test_filters(documents: Documents) -> None:
    fill(
        documents,
        document(1, title="甲", site="a.cn", source_id=1, published_at=datetime(2024, 1, 1, tzinfo=UTC)),
        document(2, title="乙", site="b.cn", source_id=2, published_at=datetime(2024, 2, 1, tzinfo=UTC)),
        post("t1", 1, title="丙", source_id=2, published_at=datetime(2024, 3, 1, tzinfo=UTC)),
        document(4, title="丁", published_at=None),
    )
    assert titles(documents, sites=("a.cn",)) == ["甲"]
    assert titles(documents, source_id=2) == ["丙", "乙"]
    assert titles(documents, kind=Kind.POST) == ["丙"]
    assert titles(documents, since=datetime(2024, 2, 1, tzinfo=UTC)) == ["丙", "乙"]
    assert titles(documents, until=datetime(2024, 2, 1, tzinfo=UTC)) == ["甲"]
    assert titles(documents, "正文", since=datetime(2024, 2, 1), until=datetime(2024, 3, 1), source_id=2) == ["乙"]
    assert titles(documents, "正文 -丙", source_id=2) == ["乙"]


def test_the_largest_sites_and_sources_are_counted(documents: Documents) -> None:
    fill(
        documents,
        *[document(number, site="big.cn", source_id=7) for number in range(3)],
        document(10, site="small.cn", source_id=7),
        document(11, site="other.cn", source_id=8, text="无关"),
    )
    results = documents.search(Query("正文", limit=1))
    assert results.total == 4
    assert results.sites == (("big.cn", 3), ("small.cn", 1))
    assert results.sources == ((7, 4),)
    assert len(results.hits) == 1


def test_pages_of_results(documents: Documents) -> None:
    fill(documents, *[document(day, published_at=PUBLISHED + timedelta(days=day)) for day in range(7)])
    pages = [documents.search(Query("正文", offset=offset, limit=3)) for offset in (0, 3, 6, 9)]
    assert [[hit.document.id for hit in page.hits] for page in pages] == [
        [document(day).id for day in days] for days in ((6, 5, 4), (3, 2, 1), (0,), ())
    ]
    assert {page.total for page in pages} == {7}


@pytest.mark.parametrize(("offset", "limit"), [(MAX_RESULTS, 1), (-1, 10), (0, -1), (0, MAX_RESULTS + 1)])
def test_a_page_that_nobody_can_be_given(documents: Documents, offset: int, limit: int) -> None:
    with pytest.raises(ValueError, match=r"narrow the query|0 or more"):
        documents.search(Query("正文", offset=offset, limit=limit))


def test_many_threads_add_the_same(documents: Documents) -> None:
    batch = [document(number) for number in range(50)]
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda _: documents.add(batch), range(6)))
    created = [each.id for written in results for each in written if each.write is Write.CREATED]
    assert sorted(created) == sorted(each.id for each in batch)
    documents.refresh()
    assert documents.count() == 50


def test_a_search_while_others_write(documents: Documents) -> None:
    fill(documents, document(0))
    with ThreadPoolExecutor(2) as pool:
        writes = [pool.submit(documents.add, [document(number)]) for number in range(1, 40)]
        while not all(write.done() for write in writes):
            assert documents.search(Query("正文", limit=5)).total >= 1
        assert {write.result()[0].write for write in writes} == {Write.CREATED}
    documents.refresh()
    assert documents.search(Query("正文")).total == 40
