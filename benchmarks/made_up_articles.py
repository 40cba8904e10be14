"""How articles of made-up templates are read: news sites and blogs that nobody has built, put together at random, with
known texts.

    python -m benchmarks.made_up_articles [--seed 1] [--pages 500] [--worst 5]

A template is a layout of the text (a box, cells of a table, bare paragraphs beside the title, sections, ...), names of
classes that say something, nothing or that are none, what says who wrote when, and what stands around and inside:
further reading, comments, columns, adverts, notes of editors. Each page is of a template of its own. Prints the figures
of `benchmarks.engines` in percent, for all pages and by what their templates chose: what is read worse than the rest
has a cause to look for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.engines.comparison import ZONE, Figures, compare_article
from benchmarks.made_up import Choices, MadeUp, Template, run
from benchmarks.made_up_comments import Comments
from crawler.extract import extract_page
from crawler.model import Article, Rejected

WORDS = Path(__file__).with_suffix(".toml")
NOW = datetime(2024, 3, 6, 12, tzinfo=ZONE)

CHOICES: Choices = {
    "page": (*["article"] * 7, "list"),
    "language": ("zh", "zh", "zh", "tw", "en", "de", "ja", "fr", "ru", "es", "ko"),
    "classes": ("words", "words", "letters", "none"),
    "layout": ("box", "box", "article", "bare", "table", "sections", "deep", "grid", "fonts"),
    "paragraphs": ("p", "p", "p", "div", "br", "brbr", "indent"),
    "length": (1, 1, 2, 2, 3, 5, 8, 20),
    "title": ("h1", "h1", "h2", "div", "strong", ""),
    "name": ("{title} - {site}", "{title}_{section}_{site}", "{site} | {title}", "{title}"),
    "byline": ("line", "spans", "parts", "columns", "below", "over"),
    "author": (True, True, False),
    "time": ("minute", "long", "day", "element", "address", ""),
    "meta": ("", "", "og", "ld"),
    "address": ("/{at:%Y/%m/%d}/{n}.html", "/news/{n}.html", "/a/{n}", "/show.php?id={n}", "/{n}"),
    "column": ("", "left", "right", "right"),
    "beside": ("links", "cards", "dated", "both"),
    "related": ("", "links", "cards", "dated", "pictures"),
    "comments": (0, 0, 0, 1, 4, 15),
    "remark": ("head", "head", "side", "item", "row", "foot", "terms"),
    "remarked": ("minute", "minute", "day", "near", ""),
    "ends": ("inside", "outside", "outside"),
    "wraps": (0, 1, 2, 3),
    "tails": (0, 0, 1, 2, 3),
    **dict.fromkeys(("crumbs", "tools", "share", "pager", "tags", "form", "images"), (True, False)),
    **dict.fromkeys(
        ("heads", "list", "cite", "table", "inset", "advert", "bio", "notice", "consent", "app", "about"),
        (True, False, False),
    ),
}
"""What a template chooses from, each as likely as the next."""

NAMES = {
    "main": ("main", "container", "col-l", "wrapper"),
    "post": ("article", "post", "detail", "news-detail"),
    "text": ("content", "article-content", "post-body", "entry-content", "text", "con_txt"),
    "part": ("section", "block", "part"),
    "title": ("title", "headline", "tit"),
    "byline": ("info", "meta", "byline", "article-info"),
    "author": ("author", "writer", "name"),
    "time": ("time", "date", "pubtime"),
    "origin": ("source", "from"),
    "tools": ("tools", "actions", "fontsize"),
    "share": ("share", "social"),
    "tail": ("editor", "statement", "note", "end"),
    "tags": ("tags", "keywords"),
    "pager": ("pager", "prev-next"),
    "related": ("related", "recommend", "more-news"),
    "card": ("item", "card", "news-item"),
    "excerpt": ("desc", "summary", "intro"),
    "comments": ("comments", "comment-list", "pinglun"),
    "comment": ("comment", "comment-item"),
    "column": ("sidebar", "aside", "col-r"),
    "bio": ("author-card", "bio", "about-author"),
    "advert": ("ad", "gg", "banner"),
    "inset": ("inset", "extra", "more"),
    "box": ("wrap", "inner", "box"),
    "footer": ("footer", "foot", "bottom"),
    "notice": ("notice", "tip", "bar"),
}
"""What parts of a template are called where that says something."""


@dataclass(frozen=True, slots=True)
class Story:
    """What is put in."""

    title: str
    section: str
    author: str
    source: str
    time: datetime
    text: list[tuple[str, str]]
    """Each paragraph behind what it is: "p", "h" (a heading), "li", "quote" or "row" of a table."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another article, as a list shows it. `begins`: the beginning of its text."""

    address: str
    title: str
    time: datetime
    begins: Callable[[], str]


def made_up(seed: int) -> MadeUp:
    """The page of a template, the same for the same seed."""
    return ArticlePage(seed, CHOICES, NAMES).page()


class Site(Template):
    """A site of news or a blog: what stands on all of its pages."""

    def __init__(self, seed: int, choices: Choices, names: Mapping[str, Sequence[str]]) -> None:
        super().__init__(seed, choices, names, WORDS)
        self.words: dict[str, str] = self.language["words"]
        self.now = NOW

    def top(self) -> str:
        words, language = self.words, self.language
        menu = "".join(f'<li><a href="/c/{n}">{name}</a></li>' for n, name in enumerate(language["sections"]))
        top = (
            f'<div><a href="/"><img src="/logo.png" alt="{language["site"]}"></a>'
            f'<input placeholder="{words["search"]}"><a href="/login">{words["login"]}</a> '
            f'<a href="/register">{words["register"]}</a></div>'
            f'<ul><li><a href="/">{words["home"]}</a></li>{menu}</ul>'
        )
        if self.chosen["notice"]:
            top += self.element("div", "notice", f'<a href="/notice/9">{self.sentence()}</a>')
        return top

    def bottom(self) -> str:
        words, chosen, language = self.words, self.chosen, self.language
        foot = f'<a href="/about">{words["about"]}</a> | <a href="/contact">{words["contact"]}</a>'
        if chosen["about"]:
            foot += "".join(f"<p>{line}</p>" for line in language["about"])
        foot = self.element("div", "footer", f"{foot}<p>© 2024 {language['site']} {words['rights']}</p>")
        if chosen["consent"]:
            foot += self.element("div", "notice", f"<p>{words['cookies']}</p><button>{words['agree']}</button>")
        if chosen["app"]:
            foot += f'<div><a href="/app">{words["app"]}</a></div>'
        return foot

    def crumbs(self, section: str) -> str:
        if not self.chosen["crumbs"]:
            return ""
        words = self.words
        return f'<div>{words["here"]}<a href="/">{words["home"]}</a> &gt; <a href="/c/1">{section}</a></div>'


class ArticlePage(Site):
    def __init__(self, seed: int, choices: Choices, names: Mapping[str, Sequence[str]]) -> None:
        super().__init__(seed, choices, names)
        self._headlines: set[str] = set()
        self._comments = Comments(seed, self.chosen, WORDS)
        self.chosen |= self._comments.chosen

    def page(self) -> MadeUp:
        if self.chosen["page"] == "list":
            return self._list_page()
        story = self._story()
        path = self.chosen["address"].format(at=story.time, n=880000 + self.dice.randint(1000, 99999))
        return self.page_of(story, f"https://www.example.net{path}")

    def page_of(self, story: Story, url: str) -> MadeUp:
        """The page that a story stands on."""
        chosen, site = self.chosen, self.language["site"]
        name = chosen["name"].format(title=story.title, section=story.section, site=site)
        html = (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{name}</title>{self._meta(story)}</head><body>'
            f"{self.top()}{self._beside(self._article(story), story)}{self.bottom()}</body></html>"
        )
        gold = {
            "title": story.title,
            "text": "\n".join(text for _, text in story.text),
            "author": story.author if chosen["author"] or chosen["meta"] == "ld" else "",
            "time": f"{story.time:%Y-%m-%dT%H:%M}" if self._says_when() else "",
            "comments": self._comments.gold,
        }
        return MadeUp(html, url, chosen, gold)

    def _list_page(self) -> MadeUp:
        story = self._story()
        html = self._section(story)
        path = self.dice.choice(("/c/1", "/local/", "/list_3.html", "/index.php?cat=3", "/channel/12/"))
        return MadeUp(html, f"https://www.example.net{path}", self.chosen, {})

    def _section(self, story: Story) -> str:
        """A section of the site, which leads to its articles, with a few words about it at times."""
        dice, chosen, site, words = self.dice, self.chosen, self.language["site"], self.words
        name = chosen["name"].format(title=story.section, section=words["home"], site=site)
        heading = f"<{chosen['title']}>{story.section}</{chosen['title']}>" if chosen["title"] else ""
        about = f"<p>{self.sentence()}</p>" * (chosen["length"] == 1)
        rows = "".join(
            f"<h2>{head}</h2>{self._listed(chosen['related'] or 'links', dice.choice((4, 8, 12)))}"
            if chosen["heads"]
            else self._listed(chosen["related"] or "links", dice.choice((8, 15, 30)))
            for head in self.language["sections"][: 3 if chosen["heads"] else 1]
        )
        pages = "".join(f'<a href="?page={n}">{n}</a> ' for n in range(1, 6)) if chosen["pager"] else ""
        main = self.crumbs(story.section) + heading + about + rows + self.element("div", "pager", pages)
        return (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{name}</title></head><body>'
            f"{self.top()}{self._beside(main, story)}{self.bottom()}</body></html>"
        )

    def _says_when(self) -> bool:
        in_address = self.chosen["address"].startswith("/{at")
        return self.chosen["time"] not in ("", "address") or self.chosen["meta"] in ("og", "ld") or in_address

    # What is put in.

    def _story(self) -> Story:
        dice, chosen, language = self.dice, self.chosen, self.language
        text = [("p", self._paragraph()) for _ in range(chosen["length"])]
        if chosen["heads"] and len(text) > 2:
            for place, head in zip(range(len(text) - 1, 0, -3), dice.sample(language["heads"], 3), strict=False):
                text.insert(place, ("h", head))
        for part, kind, rows in (("list", "li", 3), ("cite", "quote", 1)):
            if chosen[part] and chosen["length"] > 2:
                text[2:2] = [(kind, self.sentence().strip()) for _ in range(rows)]
        if chosen["table"] and chosen["length"] > 2:
            cells = [(name, str(dice.randint(100, 9999))) for name in dice.sample(language["sources"], 3)]
            text[-1:-1] = [("row", f"{name} {number}") for name, number in cells]
        time = self.now - timedelta(days=dice.choice((0, 1, 5, 40, 700)), minutes=dice.randint(10, 600))
        return Story(
            dice.choice(language["titles"]),
            dice.choice(language["sections"]),
            dice.choice(language["names"]),
            dice.choice(language["sources"]),
            time,
            text,
        )

    def _paragraph(self) -> str:
        return "".join(self.sentence() for _ in range(self.dice.choice((1, 2, 2, 3, 4)))).strip()

    # The page around it.

    def _beside(self, main: str, story: Story) -> str:
        """The page's main part beside its column."""
        if self.chosen["layout"] == "table":
            main = f'<table width="100%"><tr><td>{main}</td></tr></table>'
        for _ in range(self.chosen["wraps"]):
            main = self.element("div", "box", main)
        main = self.element("div", "main", main)
        if not self.chosen["column"]:
            return main
        column = self._column(story)
        if self.chosen["layout"] == "table":
            cells = [f"<td valign=top>{main}</td>", f"<td width=220 valign=top>{column}</td>"]
            cells = cells[::-1] if self.chosen["column"] == "left" else cells
            return f"<table width=960><tr>{''.join(cells)}</tr></table>"
        column = self.element("div", "column", column)
        return column + main if self.chosen["column"] == "left" else main + column

    def _column(self, story: Story) -> str:
        words, kind = self.words, self.chosen["beside"]
        bio = self._bio(story) if self.chosen["bio"] and self.chosen["ends"] == "inside" else ""
        first = self._listed("cards" if kind == "cards" else "dated" if kind == "dated" else "links", 6)
        more = f"<h3>{words['recommended']}</h3>{self._listed('cards', 4)}" if kind == "both" else ""
        said = self._comments.latest(lambda: self._other(6).address)
        return f"{bio}<h3>{words['hot']}</h3>{first}{more}{said}"

    def _bio(self, story: Story) -> str:
        said = self.words["bio"].format(story.author, self.language["site"])
        return self.element("div", "bio", f'<img src="/face.jpg"><b>{story.author}</b><p>{said}</p>')

    def _listed(self, kind: str, count: int) -> str:
        """Other articles, as a list shows them."""
        rows = [self._row(kind, n) for n in range(count)]
        if kind in ("links", "dated"):
            return f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"
        return "".join(self.element("div", "card", row) for row in rows)

    def _other(self, n: int) -> Other:
        """An article that a row leads to."""
        time = self.now - timedelta(days=n * 3 + 1, hours=n)
        address = self.chosen["address"].format(at=time, n=870000 + self.dice.randint(1000, 99999))
        return Other(address, self._headline(), time, self._paragraph)

    def _row(self, kind: str, n: int) -> str:
        other = self._other(n)
        address, time = other.address, other.time
        link = f'<a href="{address}">{other.title}</a>'
        match kind:
            case "dated":
                return f"{link}<span>{time:%Y-%m-%d}</span>"
            case "pictures":
                return f'<a href="{address}"><img src="/p/{n}.jpg"></a>{link}'
            case "cards":
                excerpt = self.element("p", "excerpt", f"{other.begins()[:90]}…")
                return (
                    f'<a href="{address}"><img src="/p/{n}.jpg"></a><h4>{link}</h4>{excerpt}<span>{time:%m-%d}</span>'
                )
        return link

    def _headline(self) -> str:
        """The beginning of a sentence, which the page does not have twice."""
        headline = self.sentence().strip()[:60]
        while headline in self._headlines:
            headline = self.sentence().strip()[:60]
        self._headlines.add(headline)
        return headline

    # The article.

    def _article(self, story: Story) -> str:
        chosen = self.chosen
        title, byline = self._title(story), self._byline(story)
        byline += self._tools() if chosen["tools"] else ""
        over, under, below = {"over": (byline, "", ""), "below": ("", "", byline)}.get(
            chosen["byline"], ("", byline, "")
        )
        before = self.crumbs(story.section) + over + title + under
        paragraphs = self._paragraphs(story)
        inside, after = below + self._tails(), self._after(story)
        if chosen["ends"] == "inside":
            inside, after = inside + after, ""
        comments = self._comments.below(story.title, story.author, chosen["comments"], self.now)
        match chosen["layout"]:
            case "article":
                return f"<article><header>{before}</header>{paragraphs}{inside}</article>{after}{comments}"
            case "bare":
                return f"{before}{paragraphs}{inside}{after}{comments}"
            case "table":
                rows = "".join(f"<tr><td>{part}</td></tr>" for part in (before, paragraphs + inside, after) if part)
                return f"<table width=700>{rows}</table>{comments}"
            case "grid":
                text = self.element("div", "text", paragraphs)
                parts = (before, text, inside, after, comments)
                return "".join(self.element("div", "box", part) for part in parts if part)
            case "sections":
                return self.element("div", "post", before + paragraphs + inside) + after + comments
        text = self.element("div", "text", paragraphs + inside)
        return self.element("div", "post", before + text + after) + comments

    def _title(self, story: Story) -> str:
        form = self.chosen["title"]
        return self.element(form, "title", story.title) if form else ""

    def _byline(self, story: Story) -> str:
        """Who wrote when, and what else stands there."""
        chosen, words, language, dice = self.chosen, self.words, self.language, self.dice
        author = dice.choice(language["authors"]).format(story.author) if chosen["author"] else ""
        origin = dice.choice(language["origins"]).format(story.source) if dice.random() < 0.5 else ""
        views = dice.choice((words["views"].format(1234), words["count"].format(5), words["minutes"].format(4), ""))
        pieces = [self._when(story), origin, author, views]
        if dice.random() < 0.3:
            pieces = [author, self._when(story), origin, views]
        names = ["time", "origin", "author", "tools"] if pieces[0] != author else ["author", "time", "origin", "tools"]
        match chosen["byline"]:
            case "line":
                return self.element("div", "byline", "　".join(filter(None, pieces)))
            case "parts":
                return "".join(
                    self.element("div", name, piece) for name, piece in zip(names, pieces, strict=True) if piece
                )
            case "columns":
                face = f'<img src="/face.jpg"><div>{author}</div>' if author else ""
                rest = " | ".join(filter(None, (self._when(story), origin, views)))
                return self.element("div", "byline", f"{face}<div>{rest}</div>")
        spans = " ".join(self.element("span", name, piece) for name, piece in zip(names, pieces, strict=True) if piece)
        return self.element("div", "byline", spans)

    def _when(self, story: Story) -> str:
        time, language = story.time, self.language
        shown = {
            "minute": f"{time:%Y-%m-%d %H:%M}",
            "long": language["date"].format(time),
            "day": language["day"].format(time),
            "element": f'<time datetime="{time:%Y-%m-%dT%H:%M:%S}+08:00">{language["day"].format(time)}</time>',
        }.get(self.chosen["time"], "")
        return f"{language['labels'][self.chosen['wraps'] % len(language['labels'])]}{shown}" if shown else ""

    def _tools(self) -> str:
        words = self.words
        return self.element("div", "tools", f'{words["size"]} <a href="javascript:print()">{words["print"]}</a>')

    def _paragraphs(self, story: Story) -> str:
        chosen = self.chosen
        parts = self._blocks(story)
        if chosen["images"]:
            image = f'<img src="/p/{self.dice.randint(1, 99)}.jpg">'
            parts.insert(min(1, len(parts)), f"{image}<br>" if chosen["paragraphs"].startswith("br") else image)
        middle = len(parts) // 2
        if chosen["advert"] and middle:
            parts.insert(middle, self.element("div", "advert", f'<a href="//ads.example/">{self.words["advert"]}</a>'))
        if chosen["inset"] and middle > 1:
            inset = f"<b>{self.words['related']}</b>{self._listed('links', 3)}"
            parts.insert(middle, self.element("div", "inset", inset))
        if chosen["layout"] == "sections" and len(parts) > 2:
            cuts = [parts[: len(parts) // 2], parts[len(parts) // 2 :]]
            return "".join(self.element("div", "part", "".join(some)) for some in cuts)
        return "".join(parts)

    def _blocks(self, story: Story) -> list[str]:
        """The markup of each paragraph, and of what stands between them."""
        parts: list[str] = []
        kinds = [kind for kind, _ in story.text]
        for place, (kind, said) in enumerate(story.text):
            first, last = kind not in kinds[place - 1 : place], kind not in kinds[place + 1 : place + 2]
            match kind:
                case "h":
                    parts.append(f"<h3>{said}</h3>" if self.chosen["wraps"] % 2 else f"<p><strong>{said}</strong></p>")
                case "li":
                    parts.append(f"{'<ul>' * first}<li>{said}</li>{'</ul>' * last}")
                case "quote":
                    parts.append(f"<blockquote><p>{said}</p></blockquote>")
                case "row":
                    name, _, number = said.rpartition(" ")
                    row = f"<tr><td>{name}</td><td>{number}</td></tr>"
                    parts.append(f"{'<table border=1>' * first}{row}{'</table>' * last}")
                case _:
                    parts.append(self._block(said))
        return parts

    def _block(self, said: str) -> str:
        layout, form = self.chosen["layout"], self.chosen["paragraphs"]
        if layout == "fonts":
            said = f'<span style="font-size:16px"><font face="Arial">{said}</font></span>'
        if layout == "deep":
            return self.element("div", "part", f"<div><p>{said}</p></div>")
        match form:
            case "br" | "brbr":
                return said + "<br>" * (len(form) // 2)
            case "indent":
                return f"　　{said}<br>"
        return f"<{form}>{said}</{form}>"

    def _tails(self) -> str:
        language, tag = self.language, self.dice.choice(("p", "div"))
        lines = self.dice.sample(language["tails"], min(self.chosen["tails"], len(language["tails"])))
        name = language["names"][-1]
        return "".join(self.element(tag, "tail", line.format(name=name, site=language["site"])) for line in lines)

    def _after(self, story: Story) -> str:
        """What stands behind the text and is none of it."""
        chosen, words = self.chosen, self.words
        parts: list[str] = []
        if chosen["tags"]:
            tags = " ".join(f'<a href="/tag/{n}">{tag}</a>' for n, tag in enumerate(self.language["sections"][1:4]))
            parts.append(self.element("div", "tags", words["tags"] + tags))
        if chosen["share"]:
            to = f'<a href="#w">{words["weibo"]}</a> <a href="#x">{words["wechat"]}</a>'
            parts.append(self.element("div", "share", f"{words['share']} {to} <a href='#l'>{words['like']} (12)</a>"))
        if chosen["bio"] and chosen["ends"] != "inside":
            parts.append(self._bio(story))
        if chosen["pager"]:
            parts.append(
                self.element(
                    "div",
                    "pager",
                    f"<p>{words['previous']}{self._row('links', 1)}</p><p>{words['next']}{self._row('links', 2)}</p>",
                )
            )
        if chosen["related"]:
            listed = f"<h3>{words['related']}</h3>{self._listed(chosen['related'], 5)}"
            parts.append(self.element("div", "related", listed))
        return "".join(parts)

    def _meta(self, story: Story) -> str:
        match self.chosen["meta"]:
            case "og":
                return (
                    f'<meta property="og:title" content="{story.title}"><meta property="og:type" content="article">'
                    f'<meta property="article:published_time" content="{story.time:%Y-%m-%dT%H:%M:%S}+08:00">'
                )
            case "ld":
                stated = {
                    "@context": "https://schema.org",
                    "@type": "NewsArticle",
                    "headline": story.title,
                    "datePublished": f"{story.time:%Y-%m-%dT%H:%M:%S}+08:00",
                    "author": {"@type": "Person", "name": story.author},
                }
                return f'<script type="application/ld+json">{json.dumps(stated, ensure_ascii=False)}</script>'
        return ""


def read(page: MadeUp) -> Figures:
    """What is found on a page beside what was put in; `told` is whether it was told what the page is."""
    found = extract_page(page.html.encode(), page.url, now=NOW)
    if not page.gold:
        return {"told": isinstance(found, Rejected)}
    return {"told": isinstance(found, Article), **compare_article(page.gold, found)}


if __name__ == "__main__":
    run("pages", __doc__, made_up, read, worst_by="told F1")
