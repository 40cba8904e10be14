from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.frontier.schedule import next_visit
from crawler.frontier.threads import (
    MAX_KNOWN,
    Place,
    ReadPost,
    ThreadMemory,
    Visit,
    begin,
    begin_inside,
    read_thread_page,
)
from crawler.model import PageTask, Post, Precision, Thread
from crawler.paging import begins_at, leads_on

NOW = datetime(2024, 3, 10, 12, 0, 0, 123, tzinfo=UTC)
URL = "http://bbs.example.com/t/1"
TASK = PageTask(URL, source_id=3, source="bbs", channel="page", timezone="Asia/Tokyo", priority=7)


def post(number: int, text: str = "", author: str = "", at: datetime | None = None, floor: int | None = None) -> Post:
    stated = NOW.replace(microsecond=0) - timedelta(days=2) + timedelta(minutes=7 * number + 1)
    said, who = text or f"第 {number} 楼说的话", author or f"kite{number % 3}"
    return Post(said, who, at or stated, floor, precision=Precision.MINUTE)


def relative(number: int, text: str = "", author: str = "") -> Post:
    """A post of a site that says "2 hours ago"."""
    return post(number, text, author, NOW - timedelta(hours=50 - number))


def read(memory: ThreadMemory, *posts: Post, url: str = URL, asked: str = "", **values: object) -> Visit:
    return read_thread_page(memory, asked or url, url, Thread(posts, **values), NOW)  # type: ignore[arg-type]


def new(visit: Visit) -> list[str]:
    return [one.post.text for one in visit.posts if one.is_new]


def edited(visit: Visit) -> list[str]:
    return [one.post.text for one in visit.posts if one.is_edited]


def fresh() -> ThreadMemory:
    return begin(TASK, URL)


FIRST = [post(number) for number in range(1, 6)]


def test_everything_is_new_in_a_thread_that_was_never_read() -> None:
    visit = read(fresh(), *FIRST)
    assert len(new(visit)) == 5
    assert [one.floor for one in visit.posts] == [1, 2, 3, 4, 5]
    assert len({one.key for one in visit.posts}) == 5
    assert not visit.goes_on_at


def test_a_page_that_was_read_brings_only_what_was_added() -> None:
    memory = read(fresh(), *FIRST).memory
    visit = read(memory, *FIRST, post(6))
    assert (new(visit), edited(visit)) == ([post(6).text], [])
    assert visit.posts[-1].floor == 6


@pytest.mark.parametrize("make", [post, relative], ids=["stated times", "relative times"])
def test_the_order_of_posts_and_what_was_deleted_change_nothing(make: Callable[..., Post]) -> None:
    posts = [make(number) for number in range(1, 9)]
    memory = read(fresh(), *posts).memory
    shuffled = posts[::-1]
    assert new(read(memory, *shuffled)) == edited(read(memory, *shuffled)) == []
    fewer = [*posts[:2], *posts[3:6], posts[7]]
    assert new(read(memory, *fewer)) == edited(read(memory, *fewer)) == []


@pytest.mark.parametrize("make", [post, relative], ids=["stated times", "relative times"])
def test_an_edited_post_keeps_its_key(make: Callable[..., Post]) -> None:
    posts = [make(number) for number in range(1, 6)]
    before = read(fresh(), *posts)
    posts[2] = make(3, "改过的话")
    visit = read(before.memory, *posts)
    assert (new(visit), edited(visit)) == ([], ["改过的话"])
    assert [one.key for one in visit.posts] == [one.key for one in before.posts]
    assert edited(read(visit.memory, *posts)) == []


def test_an_opening_stays_the_same_whatever_its_text_says_now() -> None:
    opening = relative(1, "云中鹤 2 天前发表，0 人回复\n大家周末都去哪里")
    before = read(fresh(), opening)
    visit = read(before.memory, relative(1, "云中鹤 3 天前发表，1 人回复\n大家周末都去哪里"), relative(4))
    assert (len(new(visit)), len(edited(visit))) == (1, 1)
    assert visit.posts[0].key == before.posts[0].key
    other = read(before.memory, relative(1, "别人写的话", "river"), relative(4))
    assert (len(new(other)), edited(other)) == (2, [])


def test_a_time_at_the_full_hour_is_one_where_others_have_minutes() -> None:
    at = [NOW.replace(hour=hour, minute=minute, microsecond=0) for hour, minute in ((8, 0), (9, 0), (9, 7))]
    posts = [post(number, author="a", at=one) for number, one in enumerate(at)]
    memory = read(fresh(), *posts).memory
    assert edited(read(memory, post(7, "改过的话", "a", at[0]), *posts[1:])) == ["改过的话"]
    days = [
        replace(post(number, author="a", at=NOW.replace(day=day, hour=0, microsecond=0)), precision=Precision.DAY)
        for number, day in ((1, 1), (2, 2))
    ]
    memory = read(fresh(), *days).memory
    other = replace(days[1], text="别的话")
    assert new(read(memory, days[0], other)) == ["别的话"]


def test_an_edited_post_at_a_full_hour_is_known_where_it_stands_alone() -> None:
    hour = post(1, at=NOW.replace(microsecond=0))
    visit = read(read(fresh(), hour).memory, replace(hour, text="改过了"))
    assert [(one.is_new, one.is_edited) for one in visit.posts] == [(False, True)]


def test_a_post_in_the_place_of_a_deleted_one_is_new() -> None:
    posts = [relative(number) for number in range(1, 4)]
    memory = read(fresh(), *posts).memory
    visit = read(memory, *posts[:2], relative(4, author=posts[2].author))
    assert (len(new(visit)), edited(visit)) == (1, [])


def test_posts_alike_in_everything_are_as_many_as_they_are() -> None:
    twice = [post(1, "顶"), post(1, "顶"), post(2)]
    visit = read(fresh(), *twice)
    assert len({one.key for one in visit.posts}) == 3
    assert new(read(visit.memory, *twice)) == []


def test_keys_need_no_memory() -> None:
    first, again = read(fresh(), *FIRST), read(fresh(), *FIRST)
    assert [one.key for one in first.posts] == [one.key for one in again.posts]


def test_pages_are_followed_to_the_end_and_the_next_visit_begins_at_the_last() -> None:
    first = read(fresh(), *FIRST, next_page=URL + "?page=2")
    assert first.goes_on_at
    last = read(first.memory, post(6), post(7), url=URL + "?page=2")
    assert [one.floor for one in last.posts] == [6, 7]
    assert not last.goes_on_at
    task = last.memory.visit()
    assert (task.url, task.thread, task.source, task.timezone) == (URL + "?page=2", URL, "bbs", "Asia/Tokyo")
    grown = read(last.memory, post(6), post(7), post(8), url=task.url, next_page=URL + "?page=3")
    assert [one.floor for one in grown.posts] == [6, 7, 8]
    assert grown.goes_on_at
    assert [one.floor for one in read(grown.memory, post(9), url=URL + "?page=3").posts] == [9]


def test_floors_that_the_page_shows_are_kept() -> None:
    memory = read(fresh(), *FIRST, next_page=URL + "?page=2").memory
    visit = read(memory, post(6, floor=16), post(7, floor=17), url=URL + "?page=2")
    assert [one.floor for one in visit.posts] == [16, 17]


def test_a_site_that_shows_one_page_under_every_number_is_left() -> None:
    first = read(fresh(), *FIRST, next_page=URL + "?page=2")
    second = read(first.memory, *FIRST, url=URL + "?page=2", next_page=URL + "?page=3")
    assert (second.new, second.goes_on_at) == (0, "")
    assert second.memory.start.url == URL


@pytest.mark.parametrize("next_page", [URL, URL + "?page=2", None])
def test_a_page_that_names_itself_or_the_first_as_the_next_is_the_last(next_page: str | None) -> None:
    memory = read(fresh(), *FIRST, next_page=URL + "?page=2").memory
    assert not read(memory, post(6), url=URL + "?page=2", next_page=next_page).goes_on_at


def test_a_visit_goes_on_from_a_last_page_that_is_as_it_was() -> None:
    memory = read(fresh(), *FIRST).memory
    visit = read(memory, *FIRST, next_page=URL + "?page=2")
    assert (visit.new, visit.goes_on_at) == (0, URL + "?page=2")


def test_a_last_page_that_is_gone_leads_to_the_one_before() -> None:
    memory = read(read(fresh(), *FIRST, next_page=URL + "?page=2").memory, post(6), url=URL + "?page=2").memory
    visit = read(memory, *FIRST, asked=URL + "?page=2", url=URL + "?page=1", page=1)
    assert (visit.new, visit.memory.start.url, visit.memory.start.page) == (0, URL + "?page=1", 1)


def test_a_thread_with_its_newest_posts_first_is_begun_at_its_first_page() -> None:
    posts = [post(number) for number in range(9, 0, -1)]
    first = read(fresh(), *posts[:5], next_page=URL + "?page=2")
    second = read(first.memory, *posts[5:], url=URL + "?page=2")
    assert first.goes_on_at
    assert second.memory.visit().url == URL
    grown = read(second.memory, post(10), *posts[:4], next_page=URL + "?page=2")
    assert (new(grown), grown.goes_on_at) == ([post(10).text], URL + "?page=2")
    assert not read(grown.memory, *posts[4:], url=URL + "?page=2", next_page=URL + "?page=3").goes_on_at


@pytest.mark.parametrize("last", [1, 2, 4])
def test_so_is_one_whose_opening_stands_above_its_newest_posts_whatever_its_last_page_holds(last: int) -> None:
    replies = [post(number) for number in range(5 + last, 1, -1)]
    first = read(fresh(), post(1), *replies[:4], next_page=URL + "?page=2")
    second = read(first.memory, *replies[4:], url=URL + "?page=2")
    assert second.memory.visit().url == URL
    grown = read(second.memory, post(1), post(30), *replies[:3], next_page=URL + "?page=2")
    assert (new(grown), grown.goes_on_at) == ([post(30).text], URL + "?page=2")


@pytest.mark.parametrize(("text", "is_same"), [("长" * 40, True), ("顶", False)])
def test_a_long_text_is_known_whatever_time_its_page_says_now(text: str, is_same: bool) -> None:
    long_ago = NOW.replace(microsecond=0) - timedelta(days=90)
    before = read(fresh(), post(1, text, at=long_ago)).memory
    visit = read(before, post(1, text), post(2), post(4, text))
    assert new(visit) == [*([] if is_same else [text]), post(2).text, text]
    assert edited(visit) == ([text] if is_same else [])


def test_quiet_visits_are_counted_until_something_comes() -> None:
    memory = read(fresh(), *FIRST).memory
    for quiet in (1, 2):
        memory = read(memory, *FIRST).memory
        assert memory.quiet == quiet
    assert read(memory, *FIRST, post(6)).memory.quiet == 0


def test_a_memory_is_small_and_comes_back() -> None:
    memory = read(fresh(), *(post(number) for number in range(300)), next_page=URL + "?page=2").memory
    assert len(memory.posts) == MAX_KNOWN
    assert len(memory.encode()) < 8000
    assert ThreadMemory.decode(memory.encode()) == memory


def test_a_page_without_posts_is_read() -> None:
    assert read(read(fresh(), *FIRST).memory).new == 0


def test_a_visit_steps_back_where_deleted_posts_drew_new_ones_to_an_earlier_page() -> None:
    memory = read(fresh(), *FIRST, next_page=URL + "?page=2").memory
    memory = read(memory, post(6), url=URL + "?page=2").memory
    stepped = read(memory, post(8), url=URL + "?page=2")
    assert (stepped.posts, stepped.goes_on_at, stepped.memory.posts) == ((), URL, memory.posts)
    back = read(stepped.memory, *FIRST[1:], post(7), next_page=URL + "?page=2")
    assert (new(back), back.goes_on_at) == ([post(7).text], URL + "?page=2")
    assert new(read(back.memory, post(8), url=URL + "?page=2")) == [post(8).text]


# --- Posts that are gone


def gone(visit: Visit, before: ThreadMemory) -> list[int]:
    """Floors of the posts that are gone."""
    floors = {one.key: one.floor for one in before.posts}
    return [floors[key] for key in visit.gone]


def pages(*counts: int) -> ThreadMemory:
    """What is known of a thread whose pages, of so many posts, were all read."""
    memory, number = fresh(), 0
    for page, count in enumerate(counts, 1):
        here = [post(number + place) for place in range(1, count + 1)]
        url, after = (f"{URL}?page={one}" if one > 1 else URL for one in (page, page + 1))
        memory = read(memory, *here, url=url, next_page=after if page < len(counts) else None).memory
        number += count
    return memory


def test_what_a_page_that_is_read_again_lacks_is_gone() -> None:
    memory = pages(5)
    visit = read(memory, *(post(number) for number in (2, 3, 5)))
    assert (gone(visit, memory), new(visit)) == ([1, 4], [])
    assert read(visit.memory, post(2), post(3), post(5)).gone == ()
    last = read(visit.memory, post(2), post(3))
    assert gone(last, memory) == [5]
    assert ThreadMemory.decode(last.memory.encode()) == last.memory


def test_a_post_that_stands_there_again_is_back() -> None:
    memory = pages(5)
    visit = read(memory, *(post(number) for number in (1, 2, 4, 5)))
    assert gone(visit, memory) == [3]
    back = read(visit.memory, *FIRST)
    assert [one.floor for one in back.posts if one.is_back] == [3]
    assert not any(one.is_back for one in read(back.memory, *FIRST).posts)


def test_the_first_post_of_a_page_is_looked_for_on_the_page_before() -> None:
    memory, last = pages(4, 4), URL + "?page=2"
    stepped = read(memory, *(post(number) for number in (6, 7, 8)), url=last)
    assert (stepped.gone, stepped.goes_on_at) == ((), URL)
    same = read(stepped.memory, *(post(number) for number in (1, 2, 3, 4)), next_page=last)
    assert (same.gone, same.goes_on_at) == ((), last)
    deleted = read(same.memory, *(post(number) for number in (6, 7, 8)), url=last)
    assert gone(deleted, memory) == [5]
    moved = read(stepped.memory, *(post(number) for number in (1, 2, 4, 5)), next_page=last)
    assert (gone(moved, memory), moved.goes_on_at) == ([3], last)
    after = read(moved.memory, *(post(number) for number in (6, 7, 8, 9)), url=last)
    assert (after.gone, new(after), after.memory.start.url) == ((), [post(9).text], last)
    assert after.posts[-1].floor == 9


def test_a_first_post_that_every_page_repeats_says_nothing_of_those_between() -> None:
    memory, last = pages(4, 4, 4), URL + "?page=3"
    visit = read(memory, *(post(number) for number in (1, 9, 10, 12)), url=last)
    assert gone(visit, memory) == [11]


def test_a_page_where_nobody_is_known_again_says_nothing() -> None:
    memory = pages(5)
    assert read(memory, post(8), post(9)).gone == ()
    assert read(memory).gone == ()


def test_pages_that_show_another_order_say_nothing_unless_all_is_there() -> None:
    memory = pages(5)
    best_first = [post(number) for number in (1, 5, 2, 3)]
    assert read(memory, *best_first, next_page=URL + "?page=2").gone == ()
    assert gone(read(memory, *best_first), memory) == [4]


def test_a_visit_that_begins_at_the_first_page_again_goes_on_to_the_last() -> None:
    memory = replace(pages(4, 4, 4), start=Place(URL), earlier=(), read_to=0)
    for page, numbers in ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8))):
        url = f"{URL}?page={page}" if page > 1 else URL
        visit = read(memory, *map(post, numbers), url=url, next_page=f"{URL}?page={page + 1}")
        assert visit.goes_on_at
        memory = visit.memory
    visit = read(memory, *map(post, (9, 10, 11, 12, 13)), url=URL + "?page=3")
    assert (new(visit), visit.gone) == ([post(13).text], ())


@pytest.mark.parametrize(
    ("here", "following", "page", "expected"),
    [
        ("/thread-1003-1-1.html", "/thread-1003-2-1.html", 1, True),
        ("/thread-1003-2-1.html", "/thread-1003-3-1.html", 2, True),
        ("/threads/tea.77/", "/threads/tea.77/page-2", 1, True),
        ("/39815-rear-cab.html", "/39815-rear-cab-2.html", 1, True),
        ("/viewtopic.php?t=123", "/viewtopic.php?t=123&start=25", 1, True),
        ("/viewtopic.php?t=123&start=25", "/viewtopic.php?t=123&start=50", 2, True),
        ("/index.php?topic=123.0", "/index.php?topic=123.15", 1, True),
        ("/?tid=9", "/?page=2&tid=9", 1, True),
        ("/t/5", "/t/6", 1, False),
        ("/t/5", "/t/5", 1, False),
        ("/story/24/01/12/1726223/warm-year", "/story/24/01/12/0310249/new-game", 1, False),
        ("/t/tea-time", "/t/tea-house", 1, False),
    ],
)
def test_the_next_page_is_one_of_the_same_thread(here: str, following: str, page: int, expected: bool) -> None:
    assert leads_on(f"http://a.example{here}", f"http://a.example{following}", page) is expected


@pytest.mark.parametrize(
    ("first", "here", "expected"),
    [
        ("/thread-7-1-1.html", "/thread-7-3-1.html", True),
        ("/t/7", "/t/7?page=4", True),
        ("/t/7", "/t/7", False),
        ("/t/8", "/u/7?page=4", False),
        ("/login?from=7", "/t/7?page=4", False),
        ("/t/7?start=0", "/t/7?start=40", True),
    ],
)
def test_a_thread_begins_at_another_number_or_where_its_address_does(first: str, here: str, expected: bool) -> None:
    assert begins_at(f"http://a.example{first}", f"http://a.example{here}") is expected


def test_a_thread_that_is_met_in_its_midst_is_begun_at_its_first_page_or_visited_as_it_would_be_next() -> None:
    task = replace(TASK, url=f"{URL}?page=3")
    visit = begin_inside(task, URL, None)
    assert (visit.posts, visit.goes_on_at, visit.memory.start.url, visit.memory.task.url) == ((), URL, URL, URL)
    known = replace(begin(TASK, URL), start=Place(f"{URL}?page=2", 2, 21))
    assert begin_inside(task, URL, known).goes_on_at == f"{URL}?page=2"
    assert begin_inside(task, URL, replace(known, open_at=f"{URL}?page=4")).goes_on_at == f"{URL}?page=4"


# --- A forum that changes between visits


@dataclass
class Forum:
    """One thread over pages of three posts, and what a crawler that visits it has indexed."""

    posts: list[Post] = field(default_factory=list)
    memory: ThreadMemory = field(default_factory=fresh)
    documents: dict[str, ReadPost] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    said: int = 0

    def page(self, url: str) -> tuple[Thread, str]:
        pages = max(1, -(-len(self.posts) // 3))
        number = min(int(url.partition("=")[2] or 1), pages)
        shown = self.posts[3 * number - 3 : 3 * number]
        after = f"{URL}?page={number + 1}" if number < pages else None
        return Thread(tuple(shown), next_page=after), f"{URL}?page={number}" if number > 1 else URL

    def visit(self) -> None:
        asked = self.memory.visit().url
        while asked:
            found, url = self.page(asked)
            visit = read_thread_page(self.memory, asked, url, found, NOW)
            for one in visit.posts:
                if one.is_new:
                    assert one.key not in self.documents
                if one.is_new or one.is_edited:
                    self.documents[one.key] = one
            self.gone |= {*visit.gone}
            self.gone -= {one.key for one in visit.posts if one.is_back}
            self.memory = ThreadMemory.decode(visit.memory.encode())
            asked = visit.goes_on_at
        gone = {self.documents[key].post.published_at for key in self.gone}
        assert not gone & {one.published_at for one in self.posts}

    def change(self, chance: random.Random, what: str) -> None:
        if what == "write":
            self.said += 1
            self.posts.append(post(self.said, author=chance.choice("ab")))
        elif self.posts and what == "delete":
            self.posts.pop(chance.randrange(len(self.posts)))
        elif self.posts and what == "edit":
            self.posts[-1] = replace(self.posts[-1], text=self.posts[-1].text + "!")
        elif what == "visit":
            self.visit()


def test_a_thread_that_shrank_to_its_first_page_is_read_from_there_when_it_grows() -> None:
    forum = Forum([post(number) for number in range(1, 8)])
    forum.visit()
    del forum.posts[1:5]
    forum.visit()
    forum.posts = [post(number) for number in range(8, 18)]
    forum.visit()
    assert {one.post.text for one in forum.documents.values()} >= {one.text for one in forum.posts}


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["write", "write", "write", "delete", "edit", "visit"]), max_size=60), st.integers())
def test_each_post_is_indexed_once_whatever_happens_to_the_thread(steps: list[str], seed: int) -> None:
    forum, chance = Forum(), random.Random(seed)
    for step in ["write", *steps, "visit"]:
        forum.change(chance, step)
    indexed = [one.post.published_at for one in forum.documents.values()]
    assert len(indexed) == len(set(indexed))
    assert set(indexed) >= {post.published_at for post in forum.posts}
    if forum.posts:
        assert forum.posts[-1].text in {one.post.text for one in forum.documents.values()}


# --- When a thread is visited again


def waits(silent_s: float, quiet: int = 0) -> float | None:
    return next_visit(silent_s, quiet, least_s=900, cold_s=30 * 86_400, jitter=0.5)


def test_visits_become_rare_as_a_thread_cools() -> None:
    assert [waits(silent) for silent in (0, 3600, 7200, 86_400)] == [900, 1800, 3600, 43_200]
    assert waits(31 * 86_400) is None


def test_a_thread_that_states_no_times_cools_by_its_quiet_visits() -> None:
    assert [waits(0, quiet) for quiet in range(4)] == [900, 1800, 3600, 7200]
    assert waits(0, 10_000) is None


def test_each_visit_begins_with_all_its_attempts_before_it() -> None:
    worn = replace(TASK, attempt=3, copy=2, waiting_since=9.0, refused=True)
    assert begin(worn, URL) == begin(TASK, URL)
