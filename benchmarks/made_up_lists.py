"""Which links of made-up list pages are taken for articles: sections, blogs and front pages that nobody has built, put
together at random, with known links, read as a source without a pattern is.

    python -m benchmarks.made_up_lists [--seed 1] [--pages 500] [--worst 5]

A template is a form of rows (links, rows with a time, cards, links around whole cards, entries of blogs, tables, ...),
a form of addresses and of titles, and what stands around the rows and in them: pictures that lead there too, "read
more", authors, sections, counts of comments; menus, tags, archives, other sites, pages. Each page is of a template of
its own. Prints, in percent, for all pages and by what their templates chose: how many of the articles are `found`, how
many links that were found are `right`, how many of the found have their whole `title`, and whether the page is `told`
from a board of a forum.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from urllib.parse import urljoin

from benchmarks.engines.comparison import Figures
from benchmarks.made_up import Choices, MadeUp, run
from benchmarks.made_up_articles import Site
from crawler.channels import compile_rule, read_board, read_page

CHOICES: Choices = {
    "language": ("zh", "zh", "zh", "tw", "en", "de", "ja", "fr", "ru", "es", "ko"),
    "classes": ("words", "words", "letters", "none"),
    "form": (
        *("links", "dated", "dated-first", "cards", "linked-cards", "blog", "table", "pictures", "lines", "terms"),
        *("sections", "headings"),
    ),
    "count": (3, 5, 8, 15, 30),
    "titles": ("long", "long", "mixed", "short"),
    "whole": ("text", "text", "text", "attribute"),
    "address": (
        *("/{at:%Y/%m/%d}/{n}.html", "/news/{n}.html", "/a/{n}", "/show.php?id={n}", "/{n}", "/{n}.htm"),
        *(
            "/{section}/{at:%Y%m%d}/t{n}.shtml",
            "./{at:%Y%m}/t{at:%Y%m%d}_{n}.html",
            "/{at:%Y-%m}/{at:%d}/content_{n}.htm",
        ),
        *("/{slug}/", "/{at:%Y/%m}/{slug}/", "/posts/{slug}", "/{section}/{slug}-{n}", "/article/{code}", "/p/{code}"),
        *("/?p={small}", "/archives/{small}", "/index.php?m=content&a=show&id={small}", "/blog/{small}"),
    ),
    "host": ("", "", "", "https://www.example.net", "//www.example.net", "http://news.example.net"),
    "time": ("{at:%Y-%m-%d}", "{at:%m-%d}", "{at:%Y-%m-%d %H:%M}", "long", "element", "ago", ""),
    "column": ("", "left", "right"),
    "beside": ("hot", "tags", "archives", "sections", "friends", "all"),
    "pager": ("", "numbers", "words", "both"),
    "lead": ("", "", "picture", "slides"),
    "wraps": (0, 1, 2, 3),
    **dict.fromkeys(
        ("picture", "excerpt", "author", "section", "count-comments", "more", "crumbs", "heading", "tabs", "source"),
        (True, False),
    ),
    **dict.fromkeys(("advert", "notice", "consent", "app", "about", "topics", "new-window"), (True, False, False)),
}
"""What a template chooses from, each as likely as the next."""

NAMES = {
    "main": ("main", "container", "col-l", "wrapper"),
    "list": ("list", "news-list", "items", "posts", "ul"),
    "row": ("item", "news-item", "post", "card", "row", "li"),
    "title": ("title", "tit", "headline", "entry-title"),
    "time": ("time", "date", "pubtime", "fr"),
    "meta": ("meta", "info", "post-meta"),
    "author": ("author", "by"),
    "excerpt": ("desc", "summary", "intro", "excerpt"),
    "picture": ("pic", "img", "thumb"),
    "more": ("more", "read-more", "btn"),
    "column": ("sidebar", "aside", "col-r"),
    "widget": ("widget", "box", "block"),
    "pager": ("pager", "pagination", "pages"),
    "lead": ("focus", "banner", "slider"),
    "tabs": ("tabs", "nav2", "sub"),
    "advert": ("ad", "gg", "banner"),
    "box": ("wrap", "inner", "box"),
    "footer": ("footer", "foot", "bottom"),
    "notice": ("notice", "tip", "bar"),
}
"""What parts of a template are called where that says something."""

FOLDERS, PAGES = ("/", "/local/", "/channel/12/", "/blog/"), ("/c/1", "/list_3.html", "/index.php?cat=3", "/tag/river")
SLUGS = ("ten-years-of-a-library", "who-pays-for-the-kitchen", "rain", "thoughts", "a-day-with-a-team", "moving-house")
MAX_SHOWN = 14
"""Characters of a title that is cut where its whole stands in an attribute."""


def made_up(seed: int) -> MadeUp:
    """The list page of a template, the same for the same seed."""
    return ListPage(seed).page()


class ListPage(Site):
    def __init__(self, seed: int, choices: Choices = CHOICES) -> None:
        super().__init__(seed, choices, NAMES)
        self._titles: list[str] = []
        self._own: dict[str, str] = {}
        self._beside: dict[str, str] = {}
        is_relative = self.chosen["address"].startswith(".")
        self.url = "https://www.example.net" + self.dice.choice(FOLDERS if is_relative else (*FOLDERS, *PAGES))

    def page(self) -> MadeUp:
        chosen, language = self.chosen, self.language
        section = self.dice.choice(language["sections"])
        heading = f"<h1>{section}</h1>" if chosen["heading"] else ""
        main = self.crumbs(section) + heading + self._tabs() + self._lead() + self._rows() + self._pager()
        for _ in range(chosen["wraps"]):
            main = self.element("div", "box", main)
        main = self.element("div", "main", main)
        column = self.element("div", "column", self._column()) if chosen["column"] else ""
        body = column + main if chosen["column"] == "left" else main + column
        html = (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{section} - {language["site"]}</title></head>'
            f"<body>{self.top()}{body}{self.bottom()}</body></html>"
        )
        notice = {urljoin(self.url, "/notice/9"): ""} if chosen["notice"] else {}
        return MadeUp(html, self.url, chosen, {"own": self._own, "beside": self._beside | notice})

    # The articles.

    def _article(self, gold: dict[str, str]) -> tuple[str, str, datetime]:
        """The address, the title and the time of another article, which is noted."""
        n = len(self._titles)
        at = self.now - timedelta(days=n // 2, hours=3 * n % 24)
        numbers = {"n": 880000 + 37 * n + self.dice.randint(0, 36), "small": 400 + n}
        slug = f"{self.dice.choice(SLUGS)}-{n}" if n >= len(SLUGS) else SLUGS[n]
        code = "".join(self.dice.choices("0123456789abcdefghkmnp", k=12)) + "7k"
        path = self.chosen["address"].format(at=at, slug=slug, code=code, section="local", **numbers)
        address = path if path.startswith(".") else self.chosen["host"] + path
        title = self._title()
        gold[urljoin(self.url, address)] = title
        return address, title, at

    def _title(self) -> str:
        kind = self.chosen["titles"]
        kind = self.dice.choice(("long", "short")) if kind == "mixed" else kind
        title = ""
        while not title or title in self._titles:
            sentence = "".join(map(self.dice.choice, self.language["sentences"][: 3 if kind == "long" else 2]))
            title = re.sub(r"[\s，。,.]+$", "", sentence)
            if kind == "short":
                title = re.sub(r"[\s，,]+$", "", self.dice.choice(self.language["sentences"][1]))
                title = title[:1].upper() + title[1:]
                title = (
                    title
                    if len(self._titles) < len(self.language["sentences"][1]) // 2
                    else f"{title} {len(self._titles)}"
                )
        self._titles.append(title)
        return title

    def _link(self, address: str, title: str, inside: str = "") -> str:
        window = ' target="_blank"' if self.chosen["new-window"] else ""
        if inside:
            return f'<a href="{address}"{window}>{inside}</a>'
        if self.chosen["whole"] == "attribute" and len(title) > MAX_SHOWN:
            return f'<a href="{address}" title="{title}"{window}>{title[:MAX_SHOWN]}...</a>'
        return f'<a href="{address}"{window}>{title}</a>'

    def _when(self, at: datetime) -> str:
        form = self.chosen["time"]
        if form == "element":
            return f'<time datetime="{at:%Y-%m-%dT%H:%M:%S}+08:00">{self.language["day"].format(at)}</time>'
        said = {"long": self.language["date"], "ago": self.language["ago"]}.get(form, form)
        return self.element("span", "time", said.format(at, at=at)) if said else ""

    # The rows.

    def _rows(self) -> str:
        form, count = self.chosen["form"], self.chosen["count"]
        if form == "sections":
            groups = [
                f'<h2><a href="/c/{n}">{name}</a></h2><ul>{"".join(self._row("links") for _ in range(count))}</ul>'
                for n, name in enumerate(self.language["sections"][:3])
            ]
            return "".join(self.element("div", "list", group) for group in groups)
        rows = "".join(self._row(form) for _ in range(count))
        if form == "table":
            return f"<table>{rows}</table>"
        if form == "terms":
            return f"<dl>{rows}</dl>"
        if form in ("links", "dated", "dated-first"):
            return self.element("ul", "list", rows)
        return self.element("div", "list", rows)

    def _row(self, form: str) -> str:
        address, title, at = self._article(self._own)
        link, when = self._link(address, title), self._when(at)
        match form:
            case "links":
                return f"<li>{link}</li>"
            case "dated":
                return f"<li>{link}{when}</li>"
            case "dated-first":
                return f"<li>{when}{link}</li>"
            case "lines":
                return f"· {link} {when}<br>"
            case "terms":
                return f"<dt>{link}</dt><dd>{self._excerpt()}{when}</dd>"
            case "table":
                source = f"<td>{self.dice.choice(self.language['sources'])}</td>" if self.chosen["source"] else ""
                return f"<tr><td>{link}</td>{source}<td>{when}</td></tr>"
            case "pictures":
                picture = self._link(address, title, '<img src="/p/1.jpg">')
                return self.element("div", "row", f"{picture}<p>{link}</p>")
            case "headings":
                return f"<h3>{link}</h3>{self._excerpt()}"
            case "linked-cards":
                inside = f'<img src="/p/2.jpg">{self.element("h3", "title", title)}{self._excerpt()}{when}'
                return self.element("div", "row", self._link(address, title, inside))
        picture = self.element("div", "picture", self._link(address, title, '<img src="/p/3.jpg">'))
        more = self.element("div", "more", self._link(address, title, self.language["more"]))
        heading = self.element("h2" if form == "blog" else "h4", "title", link)
        parts = [heading, self._meta(address, when), self._excerpt()]
        if form == "cards":
            parts = [heading, self._excerpt(), self._meta(address, when)]
        inside = picture * self.chosen["picture"] + "".join(parts) + more * self.chosen["more"]
        return self.element("article" if form == "blog" else "div", "row", inside)

    def _excerpt(self) -> str:
        return self.element("p", "excerpt", f"{self.sentence()[:80]}…") if self.chosen["excerpt"] else ""

    def _meta(self, address: str, when: str) -> str:
        """Who wrote when, where it stands, and how many commented."""
        chosen, dice, parts = self.chosen, self.dice, [when]
        if chosen["author"]:
            name = dice.choice(self.language["names"])
            parts.append(self.element("span", "author", f'<a href="/author/{dice.randint(1, 9)}">{name}</a>'))
        if chosen["section"]:
            parts.append(f'<a href="/c/{dice.randint(0, 4)}">{dice.choice(self.language["sections"])}</a>')
        if chosen["count-comments"]:
            counted = self.words["count"].format(dice.randint(0, 30))
            parts.append(f'<a href="{address}#comments">{counted}</a>')
        return self.element("div", "meta", " ".join(filter(None, parts)))

    # What stands around them.

    def _tabs(self) -> str:
        tabs = "".join(f'<a href="/c/1/{n}">{name}</a> ' for n, name in enumerate(self.language["sections"]))
        return self.element("div", "tabs", tabs) if self.chosen["tabs"] else ""

    def _lead(self) -> str:
        """One article with a picture over the list, or several to slide through."""
        count = {"picture": 1, "slides": 3}.get(self.chosen["lead"], 0)
        slides: list[str] = []
        for _ in range(count):
            address, title, _at = self._article(self._own)
            slides.append(self._link(address, title, f'<img src="/p/9.jpg" alt="{title}"><span>{title}</span>'))
        return self.element("div", "lead", "".join(slides)) if slides else ""

    def _pager(self) -> str:
        kind, word = self.chosen["pager"], self.language["next"]
        at = "&" if "?" in self.url else "?"
        numbers = "<b>1</b> " + " ".join(f'<a href="{at}page={n}">{n}</a>' for n in range(2, 6))
        step = f'<a href="{at}page=2">{word}</a>'
        inside = {"numbers": numbers, "words": step, "both": f"{numbers} {step}"}.get(kind, "")
        return self.element("div", "pager", inside) if inside else ""

    def _column(self) -> str:
        kind, words, sections = self.chosen["beside"], self.words, self.language["sections"]
        widgets = {
            "hot": (words["hot"], [self._link(*self._article(self._beside)[:2]) for _ in range(5)]),
            "tags": (words["tags"], [f'<a href="/tag/{n}">{name}</a>' for n, name in enumerate(sections)]),
            "archives": ("2024", [f'<a href="/2024/{n:02}/">2024-{n:02} ({n})</a>' for n in range(1, 4)]),
            "sections": (words["home"], [f'<a href="/c/{n}">{name} ({n + 3})</a>' for n, name in enumerate(sections)]),
            "friends": ("Links", [f'<a href="https://site{n}.example/">{self.sentence()[:18]}</a>' for n in range(4)]),
        }
        chosen = list(widgets.values()) if kind == "all" else [widgets[kind]]
        if kind not in ("all", "hot"):
            self._beside.clear()
        column = "".join(
            self.element("div", "widget", f"<h3>{head}</h3><ul>{''.join(f'<li>{one}</li>' for one in links)}</ul>")
            for head, links in chosen
        )
        if self.chosen["advert"]:
            column += self.element(
                "div", "advert", f'<a href="https://ads.example/c?id=88231">{self.sentence()[:30]}</a>'
            )
        if self.chosen["topics"]:
            column += self.element("div", "widget", f'<a href="/zt/river/">{self.sentence()[:12]}</a>')
        return column


def read(page: MadeUp) -> Figures:
    """What the default rule takes of a page's links, and whether the page is no board."""
    found = {link.url: link.title for link in read_page(page.html, page.url, compile_rule("")).links}
    own, beside = page.gold["own"], page.gold["beside"]
    got = [url for url in own if url in found]
    return {
        "found": len(got) / len(own),
        "right": sum(url in own or url in beside for url in found) / len(found) if found else 1.0,
        **({"title": sum(found[url] == own[url] for url in got) / len(got)} if got else {}),
        "told": float(not read_board(page.html, page.url).is_forum),
    }


def main() -> None:
    """The command."""
    run("made-up lists", __doc__, made_up, read, "found right title told")


if __name__ == "__main__":
    main()
