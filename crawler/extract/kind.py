"""Thread or article: told by what the page has and what it says of itself, without knowledge of any site.

Each sign counts some points for a thread or against it, and what has enough of them is one. The points are the
coefficients of a logistic regression in units of 0.72, rounded. It was fitted to 1,770 saved pages of 1,470 sites, each
with its address and without, and to some of our own writing; no site counted more than three pages, all threads half as
much as the articles, and large coefficients were penalised (ridge, 1). Fitted and rounded without a tenth of the sites
at a time, it took none of the 1,500 articles of those for a thread, and 4 % of the 260 threads for articles: most of
these had their posts left to scripts, or were talk about a link like the comments below an article.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawler.extract.instant import is_time
from crawler.extract.label_words import has_letter_head, has_petition, label_words
from crawler.extract.page_address import address_points, names_blog, parted
from crawler.extract.table import Shape, Table, within
from crawler.extract.threads.answers import says_none
from crawler.extract.threads.marks import Marks

MIN_POINTS = 4
"""What makes a thread."""

SAYS_THREAD, HAS_ANSWERS, SAYS_ARTICLE, TAGS_ARTICLE = 4, 1, -2, -1
"""The page says of itself in structured data what it is, or that it has questions or answers, as lists of frequent
questions have too; or in Open Graph tags. Too few saved threads say so to fit the first; no saved article does."""

TITLE, LINKED = 4, 2
"""Its title speaks of a forum; its links lead to parts of one."""

BLOG = -2
"""Its host or its title says that it is a blog. It was not fitted: of the saved pages no thread's host does, and the
titles of two sites with threads and of 58 with articles."""

TALK = 8
"""Its title is that of a talk page of a wiki, which has the labels of the articles around it. It was not fitted: no
saved page is one."""

LETTER = 8
"""Its labels are the fields of a letter's head: who it is from, its subject and its date. So they are in archives of
mailing lists, and on none of 3,600 saved pages besides; letters may be as long as articles."""

PETITION = 8
"""Its labels are of what somebody asks an office, a company or a doctor, and of the answer. It was not fitted: no saved
page is one. They may be as long as letters."""

MAX_LINKED_TIME = 30
"""Characters of a link that says when something was posted, at most."""

_TIME_IN_LINK = re.compile(r"\d(?:[-/.:]\d|[年月日时分天]| ?(?:小时|[smhdwy](?:\b|[eioa])))", re.IGNORECASE)
"""What most short times have: a number beside another, or with what it counts."""

OWN_PAGES = 4
"""Most of its signed posts have a time that is the link to a page of the post's own, as where people talk about links:
the times of comments below an article lead to places in its page. It was not fitted."""

FEED, MIN_FEED_TEXT = 8, 10
"""The page shows no title: its name is who wrote the post that it shows, or the beginning of that, of so many
characters: so it is where people follow each other. It was not fitted."""

MAX_FEED_AUTHORS = 20
"""So many authors may be who the page is named after."""

MAX_FORUM_WORDS, MAX_COMMENT_WORDS = 8, 3
"""Each word of forums in its labels counts a point, each word for comments one against, up to so many."""

SOURCED = -3
"""Its labels say where a text comes from or who edited it: so they do on most of the saved Chinese articles, and on one
of 39 threads."""

COMMENTED = -3
"""All posts but the first stand under a heading that calls them comments, on a page that says nothing of forums. It
was not fitted: few saved articles are shorter than their comments."""

OWN_ARTICLE = -2
"""An <article> with the page's <h1> holds none of the posts, or the first of several, and the others are none. It was
not fitted: of the saved pages it is true of 6 articles and of 4 threads, which are threads all the same."""

SEVERAL, MARKED, EVEN = 2, 2, 2
"""There are several posts, most of them have an author or a time, and none of them has much of the text that they hold.
The second was fitted to authors alone, but old forums, letters to mayors and pages for telephones mark none; with
times it takes 1 of 1,500 saved articles more for a thread. The times of comments do not count."""

LATER, MAX_BEFORE = 2, 0.05
"""A later one of the marked posts is the longest, and no more than that share of the text stands before the first: an
article stands before its comments and is longer than each. Where marked posts hold most of a page, it is true of 79 of
192 threads and of 4 of 59 articles.
"""

ALIKE = 4
"""The opening's text stands in the template of the others' texts, and little before it: an article has a template of
its own. It was not fitted: of pages with several signed posts it is true of 35 of 100 saved threads and of none of 46
articles."""

FELLOWS = 5
"""The profiles of all posts' authors have addresses of one form, that of the opening's too: who writes articles has a
page of another kind than who comments on them. It was not fitted."""

MIN_FELLOWS, MAX_OVER_FELLOWS = 3, 0.5
"""So many may be, on a page that says nothing of forums, with no more than that share of the page's valid characters
over the first: below an article stand those who commented on it. On the saved pages it is 0.1 at most, or 0.6 and
more, and these are articles."""

MIN_ALIKE = 0.6
"""Share of the later posts whose text stands in elements like the opening's."""

MAX_NAMED = 2
"""So many elements with a class around a text tell its template."""

LENGTHS = (100, 300, 1_000, 3_000)
LONG = -2
"""For each of these numbers of valid characters that the longest post has: people say less than articles do. Where the
posts hold little of the page's text, the rest of it counts as one of them: it may be an article above comments."""

MIN_PAGE_POINTS, MIN_SIGNED_POINTS = 2, 0
"""A page with fewer points is no thread, whatever posts it has: with fewer than the first, where these have no authors;
with fewer than the second, where they have. Of the saved articles 9 % have as many as the first."""

ANNOUNCED = MIN_POINTS - LONG * len(LENGTHS)
"""The points of a page that a board announced: any posts make a thread there."""

MAX_ALONE = 0.8
"""An only post with a larger share of the page's nodes is the page."""

MIN_POSTS = 2
MIN_SHARE = 0.5
"""So many posts are several, and such a share of the page's valid characters is most."""

MIN_MARKED_POSTS = 3
MOST_MARKED = 0.8
MAX_EVEN = 0.25
"""So many posts, of which that share has a time and an author, and none more of the page than that: in an article with
comments the article has more."""

MIN_FORUM_LINKS = 0.05
"""Share of the links whose address names a forum, a thread, a board: in threads 0.3 at the median, in articles 0."""

MAX_LABEL = 30
"""A text with more characters, white space left out, is no label: in texts people speak of threads and replies too."""

_FORUM = re.compile(
    r"(?<![a-z])(?:threads?|topics?|forums?|foren|bbs|discussions?|questions?|communit(?:y|ies)|boards?"
    r"|foros?|f[oó]runs?|fórum|foorumi?|keskustelu(?:palsta)?|forumu|diễn đàn)(?![a-z])"
    r"|(?<!\w)(?:форум[аы]?|φόρουμ|منتدى|منتديات|انجمن|פורום)(?!\w)"
    r"|(?:论坛|論壇|社区|社區|貼吧|贴吧|股吧|问答|問答|留言[板本簿]|掲示板|フォーラム|게시판|커뮤니티|เว็บบอร์ด)(?=\W|_|$)",
    re.IGNORECASE,
)
"""In Chinese at the end of a name: a forum may be where statesmen meet, and 社区 is a part of a town."""

_CIRCLE = re.compile(r"圈子(?=\W|_|$)")
"""What some sites call their boards, and people what they belong to: no headline with it speaks of a forum."""

_OF_FORUM = re.compile(r"[^\W\d_]{3,20}for(?:um|en)(?:\.[a-z]{2,3})?", re.IGNORECASE)
"""The name of a forum in a language that writes it in one word: Gartenforum."""

_TALK = re.compile(
    r"(?:\w{1,20} ?)?(?:talk|diskussion|discussione?|discusión|discussão|overleg|обсуждение|讨论|討論|ノート|토론):\S",
    re.IGNORECASE,
)
"""How the titles of pages begin on which those who write a wiki discuss its other pages."""

_BLOG = re.compile(r"(?:博客|部落格|ブログ|블로그|(?<![a-z])blog)(?=\W|_|$)", re.IGNORECASE)
"""In Chinese at the end of a name."""

MAX_LEFT_OUT = 60
_LEFT_OUT = re.compile(
    r"\d\s?[篇条條个個]?(?:回[应應复覆])?.{0,6}省略|省略.{0,6}\d|\d\s?(?:posts?|repl(?:y|ies)|images?)\b.{0,40}omitted",
    re.IGNORECASE,
)
"""How boards say, in so many characters, how many replies they leave out."""

_OF_WHOM = re.compile(
    r"(\S.{0,40}?)(?:的(?:微博|[动動][态態]|想法|[说說]{2}|[状狀][态態]|[广廣]播|帖子|分享)$|[:：]\s?[“\"「『])"
)
"""How a page is named after whose post it shows."""

_OF_SITE = re.compile(r"\s?(?:[-_|｜–—]|(?:\.{3}|…))\s")
"""What stands in the name of a page between its own and the site's."""

TITLE_PARTS = re.compile(r"\s?[-|｜–—»·•]\s|[_|]")
"""What stands between the parts of a title."""

_LATIN_WORD = re.compile(r"[^\W\d_\u2e80-\uffff]{2,}")
MIN_WORDS_OF_HEADLINE = 4
"""So many words in letters are a headline, no name."""

_BEFORE_WHOSE = "/=:~"
"""What stands in the address of a profile before whose it is."""

_THREAD_TYPE = re.compile(r'"(?:DiscussionForumPosting|QAPage)"')
_THREAD_ITEM = re.compile(r"/(?:DiscussionForumPosting|QAPage)$")
_ANSWER_ITEM = re.compile(r"/(?:Question|Answer)$")
_ARTICLE_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:News|Blog)?(?:Article|Posting)"')


def page_points(table: Table, *addresses: str) -> int:
    """The points of all signs but the posts': what the page says of itself. `addresses` are the one that it was fetched
    from and the one that it states; "" if unknown."""
    points = _stated_points(table) + address_points(addresses)
    titles = table.titles
    points += TITLE * any(_speaks_of_forum(table, title) for title in titles) + TALK * any(map(_TALK.match, titles))
    points += BLOG * _is_blog(addresses, titles)
    points += LINKED * (_share_linked(table) >= MIN_FORUM_LINKS)
    labels = _labels(table, table.leaves)
    points += LETTER * has_letter_head(labels) + PETITION * has_petition(labels)
    return points + _label_points(labels)


def _speaks_of_forum(table: Table, title: str) -> bool:
    """True if a part of a title names a forum: any but a headline, which may ask who pays for a community's kitchen. It
    is the part that the page shows over its text, or the longest."""
    parts = TITLE_PARTS.split(title)
    if any(_OF_FORUM.fullmatch(part) for part in parts):
        return True
    has_circle = _CIRCLE.search(title) is not None
    if not (has_circle or _FORUM.search(title)):
        return False
    shown = {table.text_of(heading) for tag in ("h1", "h2") for heading in table.find(tag)}
    if has_circle and any(_CIRCLE.search(part) for part in parts if part not in shown):
        return True
    headline = next((part for part in parts if part in shown), max(parts, key=len))
    is_headline = len(_LATIN_WORD.findall(headline)) >= MIN_WORDS_OF_HEADLINE
    return any(_FORUM.search(part) for part in parts if not (is_headline and part is headline))


def points_of_comments(table: Table, comments: Sequence[range]) -> int:
    """The points of those of a page's labels that only stand in its comments: there they say nothing of a forum."""
    inside = {leaf for comment in comments for leaf in table.leaves_in(comment)}
    outside = [leaf for leaf in table.leaves if leaf not in inside]
    return _label_points(_labels(table, table.leaves)) - _label_points(_labels(table, outside))


def _label_points(labels: str) -> int:
    of_forums, of_comments, of_articles = label_words(labels)
    return min(of_forums, MAX_FORUM_WORDS) - min(of_comments, MAX_COMMENT_WORDS) + SOURCED * (of_articles > 0)


def _is_blog(addresses: Sequence[str], titles: Sequence[str]) -> bool:
    return any(map(_BLOG.search, titles)) or any(map(names_blog, addresses))


def _labels(table: Table, leaves: Sequence[int]) -> str:
    """The short ones of some texts, each once, in no order."""
    texts, characters = table.texts, table.characters
    return "\n".join({texts[leaf] for leaf in leaves if characters[leaf] <= MAX_LABEL})


def _stated_points(table: Table) -> int:
    """The points of what the page says of itself for machines."""
    points, items = 0, _items(table)
    if any(map(_THREAD_TYPE.search, table.json_ld)) or any(map(_THREAD_ITEM.search, items)):
        points += SAYS_THREAD
    elif any(map(_ANSWER_ITEM.search, items)):
        points += HAS_ANSWERS
    if any(_ARTICLE_TYPE.search(script) for script in table.json_ld):
        points += SAYS_ARTICLE
    return points + TAGS_ARTICLE * _has_article_tags(table)


def may_be_thread(table: Table, marks: Marks, points: int) -> bool:
    """False if hardly any posts could make a thread of a page with so many points: they need not be looked for. With
    few points these have authors, and so several marks of one shape; with fewer, times that lead to their pages."""
    if points < MIN_SIGNED_POINTS <= points + FELLOWS and _may_be_fellows(table, marks):
        return True
    if points < MIN_SIGNED_POINTS <= points + OWN_PAGES:
        if not _may_link_times(table) or len(marks.authors) < MIN_POSTS:
            return False
        return len({own_page(table, mark) for mark in marks.times} - {""}) >= MIN_POSTS
    if MIN_SIGNED_POINTS <= points < MIN_PAGE_POINTS:
        return len({table.shape(mark) for mark in marks.authors}) < len(marks.authors)
    return points >= MIN_PAGE_POINTS


def of_feed(table: Table, marks: Marks) -> list[int]:
    """Where a page without a title shows who its post is by, or how that begins, after which it is named; mostly
    nowhere."""
    elements = table.elements
    if "h1" in elements or "h2" in elements:
        return []
    name = _OF_SITE.split(table.page_title, maxsplit=1)[0].strip()
    if not name:
        return []
    said = table.leaves_with(name, range(table.body, len(table))) if len(name) >= MIN_FEED_TEXT else ()
    begun = [leaf for leaf in said if not table.links[leaf] and _goes_on(table.texts[leaf].strip(), name)]
    whose = _OF_WHOM.match(name)
    names = (name, whose[1]) if whose else (name,)
    named = [mark for mark in marks.authors[:MAX_FEED_AUTHORS] if table.text_of(mark) in names] + begun
    return named if named and marks.authors and marks.times else []


def _goes_on(text: str, name: str) -> bool:
    return text.startswith(name) and len(text) > len(name)


def is_feed(marks: Marks, records: Sequence[range], named: Sequence[int]) -> bool:
    """True if a page is named after its first post, which has an author and a time, and after no other. `named` is
    where it shows what it is named after."""
    if not records or not named or not within(named, records[0]):
        return False
    others = any(within(named, record) for record in records[1:])
    return not others and bool(within(marks.authors, records[0])) and bool(within(marks.times, records[0]))


def is_thread(
    marks: Marks, points: int, records: Sequence[range], valid: Sequence[int], *, below: bool = False
) -> bool:
    """True if the page is a forum thread. `points` are the page's, `records` the posts that were found (slices of node
    numbers), `valid` the valid characters of each node; `below` says that they stand under a heading for comments. An
    only post has an author or a time: forums have notices."""
    if len(records) < MIN_POSTS and not _marked(records, marks.authors, marks.times):
        return False
    marked = _marked(records, marks.authors) if below else _marked(records, marks.authors, marks.times)
    points += SEVERAL * (len(records) >= MIN_POSTS) + MARKED * (marked >= MOST_MARKED * len(records))
    return points + _text_points(marks, records, valid) >= MIN_POINTS


def leave_out_replies(table: Table) -> bool:
    """True if a page says of several threads that it leaves out replies: boards of pictures show how each begins."""
    everywhere = range(table.body, len(table))
    having = (leaf for word in ("省略", "omitted") for leaf in table.leaves_with(word, everywhere))
    short = (table.texts[leaf] for leaf in having if table.characters[leaf] <= MAX_LEFT_OUT)
    return sum(_LEFT_OUT.search(text) is not None for text in short) >= MIN_POSTS


def have_own_pages(table: Table, marks: Marks, records: Sequence[range]) -> bool:
    """True if most of several posts have an author, and a time that leads to a page of their own."""
    signed = (record for record in records if within(marks.authors, record))
    pages = {next(filter(None, (own_page(table, mark) for mark in within(marks.times, one))), "") for one in signed}
    return len(records) >= MIN_POSTS and len(pages - {""}) >= max(MIN_POSTS, MOST_MARKED * len(records))


def opens_with_article(table: Table, records: Sequence[range]) -> bool:
    """True if the page's <h1> stands in an <article> that holds none of several posts, or the first, and none of the
    others is one."""
    articles, headings = table.elements.get("article", ()), table.elements.get("h1", ())
    if len(records) < MIN_POSTS or within(articles, range(records[1].start, records[-1].stop)):
        return False
    own = (node for node in articles if table.ends[node] <= records[1].start)
    return any(within(headings, range(node, table.ends[node])) for node in own)


def are_fellows(table: Table, marks: Marks, records: Sequence[range]) -> bool:
    """True if the authors of most of several posts, and of the opening, have profiles with addresses of one form. An
    opening in an element with the class of the others' is no more than the first comment."""
    if len(records) < MIN_POSTS or (table.class_names[records[0].start] and _are_alike(table, records[:2])):
        return False
    paths = [_path_of_profile(table, marks, record) for record in records]
    forms = [_form(path) for path in paths]
    alike = forms.count(forms[0]) if forms and forms[0] else 0
    return len(set(paths)) >= MIN_POSTS and alike >= max(MIN_POSTS, MOST_MARKED * len(records))


def _path_of_profile(table: Table, marks: Marks, record: range) -> str:
    """The path of the profile to which the first mark of its author in a post leads; "" for none."""
    inside = (node for mark in within(marks.authors, record)[:1] for node in range(mark, table.ends[mark]))
    link = next((node for node in inside if node in marks.profiles), -1)
    return parted(table.attributes.value(link, "href"))[1] if link >= 0 else ""


def _may_be_fellows(table: Table, marks: Marks) -> bool:
    """True if the first author's mark that is a link leads to one of several profiles with addresses of one form, and
    has not most of the page's text over it."""
    if len(marks.profiles) < MIN_FELLOWS:
        return False
    sums = table.valid_sums
    most = sums[table.body] + MAX_OVER_FELLOWS * sums[-1]
    if sums[min(marks.profiles)] > most:  # which is seen before it is known which of them are authors' marks
        return False
    links = [mark for mark in marks.authors if mark in marks.profiles]
    if len(links) < MIN_FELLOWS or sums[links[0]] > most:
        return False
    paths = dict.fromkeys(parted(table.attributes.value(link, "href"))[1] for link in links)
    forms = [_form(path) for path in paths]
    return forms.count(forms[0]) >= MIN_FELLOWS


def _form(path: str) -> str:
    """The path of a profile without whose it is."""
    end = len(path) - path.endswith("/")
    return path[: max(path.rfind(sign, 0, end) for sign in _BEFORE_WHOSE) + 1]


def _may_link_times(table: Table) -> bool:
    """True if several short links say a time: a quick test for times that lead to pages of their own."""
    texts, links = table.texts, table.links
    short = [text for leaf in table.timely if links[leaf] and len(text := texts[leaf]) <= MAX_LINKED_TIME]
    may_be = [text for text in short if _TIME_IN_LINK.search(text)]
    return sum(map(is_time, may_be)) >= MIN_POSTS


def own_page(table: Table, mark: int) -> str:
    """The address of the page that a time leads to which is all that its link says; "" for none, or a place in a
    page."""
    node = (
        mark
        if table.links[mark]
        else next(iter(within(table.elements.get("a", ()), range(mark, table.ends[mark]))), -1)
    )
    if node < 0:
        return ""
    link = table.link_around(node)
    address = table.attributes.value(link, "href")
    return address if table.span(link) == table.span(mark) and "#" not in address else ""


def open_alike(
    table: Table, marks: Marks, records: Sequence[range], counts: Sequence[int], valid: Sequence[int]
) -> bool:
    """True if several posts, of which the later are signed, hold most of the page's text, and hardly any stands before
    the first, whose own stands in the template of the others'. `counts` are the characters of each node that may be
    prose, `valid` its valid ones."""
    if len(records) < MIN_POSTS or not are_signed(marks, records[1:]):
        return False
    before = sum(valid[table.body : records[0].start])
    if share_in(records, valid) < MIN_SHARE or before > MAX_BEFORE * sum(valid):
        return False
    first, *others = (_template(table, record, counts) for record in records)
    return len(first) == MAX_NAMED and others.count(first) >= MIN_ALIKE * len(others)


def _are_alike(table: Table, records: Sequence[range]) -> bool:
    return len({table.shape(record.start) for record in records}) == 1


def _template(table: Table, record: range, counts: Sequence[int]) -> list[Shape]:
    """The nearest elements with a class around the longest text of a post."""
    longest = max(table.leaves_in(record), key=counts.__getitem__, default=record.start)
    node, shapes = table.parents[longest] if counts[longest] else table.body, list[Shape]()
    while node > table.body and len(shapes) < MAX_NAMED:
        if table.class_names[node]:
            shapes.append(table.shape(node))
        node = table.parents[node]
    return shapes


def are_signed(marks: Marks, records: Sequence[range]) -> bool:
    """True if most of the posts have a mark of their author."""
    return _marked(records, marks.authors) >= MOST_MARKED * len(records)


def _marked(records: Sequence[range], *kinds: Sequence[int]) -> int:
    """How many of the posts have a mark of one of some kinds."""
    return sum(any(within(marks, record) for marks in kinds) for record in records)


def _text_points(marks: Marks, records: Sequence[range], valid: Sequence[int]) -> int:
    """The points of how much text the posts have."""
    together = sum(valid)
    sizes = [sum(valid[record.start : record.stop]) for record in records]
    holding = 0 < MIN_SHARE * together <= sum(sizes)
    told = holding and are_marked(marks, records)
    even = told and max(sizes) < MAX_EVEN * together
    later = told and sizes[0] < max(sizes) and sum(valid[: records[0].start]) <= MAX_BEFORE * together
    longest = max(sizes) if holding else max(*sizes, together - sum(sizes))
    return EVEN * even + LATER * later + LONG * sum(longest >= length for length in LENGTHS)


def are_marked(marks: Marks, records: Sequence[range]) -> bool:
    """True for some posts most of which have a time and an author."""
    marked = sum(bool(within(marks.authors, one)) and bool(within(marks.times, one)) for one in records)
    return len(records) >= MIN_MARKED_POSTS and marked >= MOST_MARKED * len(records)


def told_apart(table: Table, marks: Marks, records: Sequence[range]) -> bool:
    """True if posts are several, or one with an author and less than the page, or a petition, or a question up to where
    the page says that nobody answered: another may not have been told from the page."""
    if len(records) >= MIN_POSTS:
        return True
    if any(len(record) >= MAX_ALONE * len(table) for record in records):
        return False
    if all(within(marks.authors, record) for record in records) or has_petition(_labels(table, table.leaves)):
        return True
    behind = table.leaves_in(range(records[-1].stop, len(table)))[:1]
    return any(says_none(table.texts[leaf]) for leaf in behind)


def _items(table: Table) -> list[str]:
    """The types of the items in the page's microdata; without properties it has none."""
    nodes = table.marked.get("itemtype", ()) if "itemprop" in table.marked else ()
    return [table.attributes[node]["itemtype"] for node in nodes]


def _has_article_tags(table: Table) -> bool:
    """True if the page's Open Graph tags call it an article."""
    tags = (table.attributes[node] for node in table.find("meta"))
    return any(
        tag.get("property", "").startswith("article:")
        or (tag.get("property"), tag.get("content")) == ("og:type", "article")
        for tag in tags
    )


def share_in(records: Sequence[range], valid: Sequence[int]) -> float:
    """Share (0–1) of the page's valid characters that the posts hold."""
    together = sum(valid)
    return sum(sum(valid[record.start : record.stop]) for record in records) / together if together else 0.0


def _share_linked(table: Table) -> float:
    """Share of the page's links whose address names a forum or a part of one; a lone one may be of anything."""
    return len(table.forum_links) / len(table.elements["a"]) if len(table.forum_links) > 1 else 0.0
