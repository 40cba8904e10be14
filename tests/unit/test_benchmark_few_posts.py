"""The benchmark of threads of few posts: what is left of a page that is cut."""

from __future__ import annotations

from benchmarks.few_posts import cut, some
from crawler.extract import extract_page
from crawler.extract.table import build
from crawler.extract.threads.evidence import prose
from crawler.extract.threads.marks import Marks
from crawler.extract.threads.pean_plus import find_records

SAID = ("今年的柿子结得很密，要不要疏掉一些？", "疏果要早，现在有点晚了，不过还来得及。", "我家的从来不疏，照样甜。")
POSTS = [
    f'<li><a class=author href="/user/{n}">会员{n}</a> <i>2024-06-0{n} 10:20</i><p>{said} &lt;{n}></p></li>'
    for n, said in enumerate(SAID, 1)
]
TABLE = build(f"<title>柿子</title><h1>柿子</h1><ul>{''.join(POSTS)}</ul><p>共 3 楼<br/>园艺论坛</p><script>1</script>")
RECORDS = find_records(TABLE, Marks(TABLE), prose(TABLE))
ROW = {"file": "a.html", "posts": [{"text": said} for said in SAID]}


def test_a_page_keeps_what_stands_around_the_posts_that_are_left() -> None:
    row, html = cut((ROW, TABLE, RECORDS), [1])
    assert row["posts"] == [{"text": SAID[1]}]
    page = html.decode()
    assert SAID[0] not in page
    assert SAID[2] not in page
    assert "共 3 楼" in page
    assert "园艺论坛" in page
    assert page.count("<li") == page.count("</li>") == 1
    assert "&lt;2&gt;" in page
    found = extract_page(html, "https://bbs.example.net/thread-1-1-1.html")
    assert SAID[1] in found.text


def test_any_posts_are_the_same_each_time_and_in_order() -> None:
    page = (ROW, TABLE, RECORDS)
    assert len(RECORDS) == 3
    assert some(page, 2) == some(page, 2) == sorted(some(page, 2))
    assert some(page, 3) == [0, 1, 2]
