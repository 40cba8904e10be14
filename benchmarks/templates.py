"""How extraction grows with how often a page repeats something: made-up templates, of any elements in any order.

    python -m benchmarks.templates [--seed 1] [--templates 60]

Each template is repeated 800 and 3,200 times; in linear time four times as many take four times as long. The slowest to
grow are printed, with what the larger page took (seconds of CPU) and the template: what takes eight times as long and
seconds has something that is looked for once for each of all repetitions.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from heapq import nlargest
from time import process_time

from crawler.extract import extract_page

FEW, MANY = 800, 3_200
SHOWN = 6
MAX_SHOWN_CHARS = 240
NOW = datetime(2024, 3, 6, tzinfo=UTC)
URL = "https://bbs.example.net/thread-1-1-1.html"

WORDS = (
    "<a class=author href=/user/{i}>读者{i}</a>",
    "<a href=/user/{i}>ann{i}</a>",
    "<a href=#>回复</a> <a href=#>举报</a>",
    "<i>2024-01-{d} 10:{m}</i>",
    "发表于 2024-1-{d}",
    "<time datetime=2024-01-{d}T10:{m}:00Z>1天前</time>",
    "12 回答",
    "注册时间 2010-1-{d}",
    "最后编辑于 2024-01-{d}",
    "<b>{i}楼</b>",
    "<p>河边的{i}号图书馆是去年秋天建成的，人很多。</p>",
    "<blockquote>引用：ann 发表于 2024-01-{d} 10:00 好的好的</blockquote>",
    "Originally posted by ann",
    "<span>In reply to ann</span>",
    "最佳答案",
    "<h3><a href=/t/{i}>河边的{i}号图书馆</a></h3>",
    "<hr>",
    "<br>",
    "来自 江城",
    "<img src=/a{i}.gif>",
    "跟帖",
    "评论",
    "<span class=sign>签名{i}</span>",
    "<p>回复内容</p>",
    "<dt>来信时间</dt><dd>2024-01-{d}</dd>",
    "※※※※※※",
    "责任编辑：李华",
    "<div class=comment><a href=/user/{i}>bo</a>: 好的 10:{m}</div>",
    "您需要登录后才可以回帖",
    "作者：王小明",
    "记者 王小明",
    "<code>x{i}</code>",
    "<pre>a{i}\nb</pre>",
    "<li>好{i}</li>",
    "<textarea>写点什么</textarea>",
    "版权所有 未经授权不得转载",
)
TAGS = ("div", "li", "tr", "td", "article", "table", "p", "section", "dl", "dd", "span", "ul", "blockquote", "h2")
NAMES = ("", " class=post", " class=item", " id=p{i}", ' class="reply r{i}"', " class=comment", " style='display:none'")
PAGES = (
    "<title>河边 - 读者论坛</title><h1>河边</h1>{}",
    "<title>河边</title><table>{}</table>",
    "<title>河边</title><ul>{}</ul>",
)


@dataclass(frozen=True, slots=True, order=True)
class Growth:
    """How many times as long the larger page took, its seconds of CPU, and the template."""

    times: float
    seconds: float
    template: str


def element(dice: random.Random, depth: int) -> str:
    """A template of up to so many elements in one another; one in ten is never closed."""
    if depth == 0 or dice.random() < 0.35:
        return dice.choice(WORDS)
    tag, name = dice.choice(TAGS), dice.choice(NAMES)
    inside = "".join(element(dice, depth - 1) for _ in range(dice.randint(1, 4)))
    return f"<{tag}{name}>{inside}</{tag}>" if dice.random() < 0.9 else f"<{tag}{name}>{inside}"


def page(template: str, frame: str, count: int) -> bytes:
    """The page that repeats a template so often, each time with other numbers."""
    parts = (
        template.replace("{i}", f"{n}").replace("{d}", f"{n % 28 + 1:02}").replace("{m}", f"{n % 60:02}")
        for n in range(count)
    )
    return frame.format("".join(parts)).encode()


def growth(template: str, frame: str, *, from_board: bool) -> Growth:
    """What a template's two pages take."""
    taken = []
    for count in (FEW, MANY):
        html = page(template, frame, count)
        started = process_time()
        extract_page(html, URL, now=NOW, from_board=from_board)
        taken.append(process_time() - started)
    return Growth(taken[1] / taken[0], taken[1], template)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--templates", type=int, default=60)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    made = [(element(dice, 4), dice.choice(PAGES)) for _ in range(options.templates)]
    found = [growth(template, frame, from_board=bool(n % 2)) for n, (template, frame) in enumerate(made)]
    for one in nlargest(SHOWN, found):
        print(f"{one.times:5.1f} times  {one.seconds:6.2f} s  {one.template[:MAX_SHOWN_CHARS]!r}")


if __name__ == "__main__":
    main()
