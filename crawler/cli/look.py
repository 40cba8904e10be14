"""What was found: search the index, extract a page."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from crawler.cli.base import TEXT, json_option, main, opened, the_source
from crawler.cli.text import local, marked, printable, printable_lines, shortened, table, to_json, utc
from crawler.errors import describe
from crawler.model import Article, Document, Kind, Post, Rejected, Thread
from crawler.settings import environment_name, load

if TYPE_CHECKING:
    from crawler.extract import Compared
    from crawler.roles.services import Services
    from crawler.stores import Hit, Query

F = TypeVar("F", bound=Callable[..., Any])

MAX_LINE = 36
"""Characters of a text's first line in a comparison: two columns each in Chinese."""

DAY = click.DateTime(["%Y-%m-%d"])


class Asking(click.Command):
    """A command whose words may begin with a hyphen, to leave out what has them: the options are long, but for -h."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            return super().parse_args(context, args)
        with_value = {
            name for one in self.params if isinstance(one, click.Option) and not one.is_flag for name in one.opts
        }
        without = [
            place
            for place, (before, arg) in enumerate(pairwise(["", *args]))
            if re.match(r"-[^-]", arg) and arg != "-h" and before not in with_value
        ]
        others = [arg for place, arg in enumerate(args) if place not in without]
        return super().parse_args(context, [*others, "--", *(args[place] for place in without)])


def which_documents(command: F) -> F:
    """What a search and an export can be asked for."""
    for option in (
        click.option("--source", "name_or_id", type=TEXT, help="Only what this source brought."),
        click.option("--firsts", is_flag=True, help="Of articles with one text only the one that came in first."),
        click.option("--gone", is_flag=True, help="Only what its site has removed since it was read."),
        click.option("--kind", type=click.Choice([str(kind) for kind in Kind]), help="Only this kind."),
        click.option("--until", type=DAY, help="Published on this day or earlier."),
        click.option("--since", type=DAY, help="Published on this day or later, by this machine's clock."),
        click.option("--author", default="", type=TEXT, help='Only by these: NAME is a part, "NAME" the whole; a|b.'),
        click.option("--site", "hosts", multiple=True, type=TEXT, help="Only this host. Repeatable."),
        click.argument("words", nargs=-1, type=TEXT),
    ):
        command = option(command)
    return command


@main.command(cls=Asking)
@which_documents
@click.option("--newest", is_flag=True, help="Newest first, instead of best first.")
@click.option("--collected", is_flag=True, help="What came in last first.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 10_000), help="So many at most.")
@json_option("One JSON object per document.")
def search(newest: bool, collected: bool, limit: int, as_json: bool, **asked: Any) -> None:
    """Search the documents.

    Words are all required; "a phrase" in quotes; of one|other either is enough; -word leaves out; without a word,
    everything is found. site:HOST and author:NAME among the words do what the options do.

    \b
    crawler search 图书馆 开放
    crawler search '图书馆|博物馆' 开放
    crawler search --since 2026-11-01 --newest 图书馆 -改造
    crawler search 图书馆 'site:news.example|bbs.example' author:老周
    """
    from crawler.roles.counts import counted
    from crawler.stores import Sort

    with opened() as services:
        query = query_of(services, **asked)
        sort = Sort.FOUND if collected else Sort.NEWEST if newest or not query.text else Sort.RELEVANCE
        try:
            results = services.documents.search(replace(query, sort=sort, limit=limit))
        except ValueError as problem:
            raise click.UsageError(str(problem)) from None
        if as_json:
            print_documents(counted(services.documents, [hit.document for hit in results.hits]))
            return
        for hit in results.hits:
            click.echo(hit_text(hit) + "\n")
        click.echo(f"{results.total} found, {len(results.hits)} shown, in {results.took_ms:.0f} ms.")
        if not results.total:
            say_why_nothing(services)


@main.command(cls=Asking)
@which_documents
@click.option("--csv", "as_csv", is_flag=True, help="A table for a spreadsheet, instead of one JSON object per line.")
@click.option("--after", default="", type=TEXT, metavar="ID", help="Only what follows this document: a file goes on.")
def export(as_csv: bool, after: str, **asked: Any) -> None:
    """Write all documents that a search finds.

    However many there are: what came in last first. A file that was cut goes on after the last document that is whole
    in it: its id is the first thing in a line of JSON, and the last in a row of a table. What came in since the file
    was begun is not in it.

    \b
    crawler export --source 要闻 > 要闻.jsonl
    crawler export --csv --since 2026-11-01 图书馆 > 图书馆.csv
    crawler export --source 要闻 --after 0f343b0931126a20 >> 要闻.jsonl
    """
    from crawler.roles.counts import all_counted

    with opened() as services:
        try:
            found = services.documents.scan(query_of(services, **asked), after=after)
        except ValueError as problem:
            raise click.UsageError(str(problem)) from None
        parts = all_counted(services.documents, found)
        if not as_csv:
            print_documents(chain.from_iterable(parts))
            return
        from crawler.web.csv_table import csv_lines
        from crawler.web.words import WORDS

        for text in csv_lines(parts, WORDS["en"], with_head=not after):
            click.echo(text, nl=False)


def query_of(
    services: Services,
    words: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    kind: str | None,
    name_or_id: str | None,
    hosts: tuple[str, ...],
    **filters: Any,
) -> Query:
    """What was asked for on the command line."""
    from crawler.stores import Query, sites

    return Query(
        text=" ".join(words),
        since=since and day_start(since, "--since"),
        until=until and day_start(until, "--until", later=1),
        kind=kind or "",
        sites=sites(" ".join(hosts)),
        source_id=None if name_or_id is None else the_source(services, name_or_id).id,
        **filters,
    )


def day_start(day: datetime, option: str, later: int = 0) -> datetime:
    """Midnight at this machine, so many days later."""
    try:
        return (day + timedelta(days=later)).astimezone()
    except (OverflowError, ValueError):
        raise click.BadParameter(f"the year {day.year} is beyond what can be searched", param_hint=option) from None


def say_why_nothing(services: Services) -> None:
    if not services.documents.count():
        click.echo("The index is empty: `crawler run` fills it.")


def print_documents(documents: Iterable[Document]) -> None:
    for document in documents:
        click.echo(to_json(document))


def hit_text(hit: Hit) -> str:
    """A result on some lines: title, address, where and when, and two snippets at most."""
    document = hit.document
    parts = [document.site, local(document.published_at, document.precision) if document.published_at else "no date"]
    if document.kind == Kind.POST:
        parts.append(f"{document.floor} 楼 {printable(document.author)}".rstrip())
    elif document.kind == Kind.COMMENT:
        parts.append(f"评论 {printable(document.author)}".rstrip())
    if document.duplicate_of:
        parts.append("copy")
    if document.gone_at:
        parts.append(f"gone since {local(document.gone_at)}")
    lines = [
        marked(hit.title_marked, emphasised) or "(no title)",
        f"  {printable(document.url)}",
        f"  {' · '.join(parts)}",
    ]
    return "\n".join(lines + [f"  {marked(snippet, emphasised)}" for snippet in hit.snippets[:2]])


def emphasised(word: str) -> str:
    """What matched: in colour on a terminal, in 【】 elsewhere."""
    return click.style(word, fg="yellow", bold=True) if sys.stdout.isatty() else f"【{word}】"


@main.command()
@click.argument("file_or_url")
@click.option("--algorithm", metavar="NAME", help="A published algorithm (cevc, pean, …) instead of the default.")
@click.option(
    "--beside",
    multiple=True,
    metavar="FILE|URL",
    help="Another page of the site, for --algorithm template. Repeatable.",
)
@click.option("--compare", is_flag=True, help="Show the default and all published algorithms side by side.")
@click.option("--url", default="", type=TEXT, help="The page's address, when a file is given.")
@click.option(
    "--keywords", "keyword_count", default=0, type=click.IntRange(0, 100), help="Add so many keywords (TextRank)."
)
@click.option(
    "--summary", "sentence_count", default=0, type=click.IntRange(0, 100), help="Add so many sentences (TextRank)."
)
@json_option("Everything that was extracted, as JSON; articles as safe HTML too.")
def extract(
    file_or_url: str,
    algorithm: str | None,
    beside: tuple[str, ...],
    compare: bool,
    url: str,
    as_json: bool,
    keyword_count: int,
    sentence_count: int,
) -> None:
    """Extract the content of one page. Needs no server.

    The page is a file, - for standard input, or a URL. The exit code is 1 when there is nothing to extract.
    """
    from crawler.extract import ALGORITHMS, extract_page, template_beside

    if algorithm and algorithm not in ALGORITHMS:
        raise click.BadParameter(
            f"there is no {algorithm!r}; there are: {', '.join(ALGORITHMS)}.", param_hint="--algorithm"
        )
    if compare and (algorithm or keyword_count or sentence_count):
        raise click.UsageError("--compare shows all algorithms: leave --algorithm, --keywords and --summary out.")
    if beside and algorithm != "template":
        raise click.UsageError("--beside needs --algorithm template: no other algorithm looks at other pages.")
    body, url, content_type = read_input(file_or_url, url)
    if compare:
        print_compared(body, url, content_type, as_json=as_json)
        return
    call = ALGORITHMS[algorithm] if algorithm else partial(extract_page, with_html=as_json)
    if beside:
        call = template_beside([read_input(other, "")[0] for other in beside])
    result = call(body, url, content_type=content_type)
    print_extracted(result, ranked(result.text, keyword_count, sentence_count), as_json_object=as_json)
    if isinstance(result, Rejected):
        raise SystemExit(1)


def print_compared(body: bytes, url: str, content_type: str | None, *, as_json: bool) -> None:
    from crawler.extract import compare

    compared = list(compare(body, url, content_type=content_type))
    if as_json:
        for one in compared:
            click.echo(to_json(one))
        return
    rows = [
        (one.algorithm, one.kind, one.characters, f"{one.agreement:.0%}".rjust(len("agrees")), first_line(one))
        for one in compared
    ]
    click.echo(table([("ALGORITHM", "KIND", "CHARS", "AGREES", "FIRST LINE"), *rows]))


def first_line(one: Compared) -> str:
    """The text's first line, cut to what fits, and how many posts there are; or why there is no text."""
    if one.reason and not one.characters:
        return describe(one.reason)
    posts = f"({one.posts} post{'s' if one.posts > 1 else ''}) " if one.posts else ""
    return posts + one.first_line[:MAX_LINE]


def ranked(text: str, keyword_count: int, sentence_count: int) -> dict[str, str | list[str]]:
    """What was asked for of a text's keywords and summary."""
    from crawler.extract import keywords, summary

    found: dict[str, str | list[str]] = {}
    if keyword_count:
        found["keywords"] = keywords(text, keyword_count)
    if sentence_count:
        found["summary"] = summary(text, sentence_count)
    return found


def print_extracted(
    result: Article | Thread | Rejected, ranked: Mapping[str, str | list[str]], *, as_json_object: bool
) -> None:
    if as_json_object:
        click.echo(to_json({**record_of(result), **ranked}, indent=2))
        return
    click.echo(extract_text(result))
    for name, found in ranked.items():
        click.echo(f"\n  {name}: {printable(found if isinstance(found, str) else ' '.join(found))}")


def record_of(result: Article | Thread | Rejected) -> dict[str, Any]:
    """What was extracted, for JSON. A thread's posts are its main post, if the page begins with it, and replies; to
    which post one replies is told by its floor."""
    record = {"kind": result.kind, **asdict(result)}
    if isinstance(result, Thread):
        posts = record.pop("posts")
        for post in posts:
            parent = post.pop("parent")
            post["parent_floor"] = posts[parent]["floor"] if parent is not None else None
        begins = result.page in (None, 1)
        record |= {"reply_count": record.pop("replies"), "view_count": record.pop("views")}
        record |= {"main_post": posts[0] if begins else None, "replies": posts[1:] if begins else posts}
    return record


def read_input(file_or_url: str, url: str) -> tuple[bytes, str, str | None]:
    """(bytes, URL, content type or None) of a page."""
    if re.match(r"(?i)[a-z][a-z0-9+.-]*://", file_or_url):
        from crawler.fetch import Accept, Client

        with closing(Client(load())) as client:
            fetched = client.get(file_or_url, accept=Accept.PAGE)
        return fetched.body, fetched.url, fetched.content_type or None
    if file_or_url == "-":
        return read_bounded(sys.stdin.buffer, "standard input"), url, None
    if not file_or_url:
        raise click.UsageError("Give a file, a complete URL, or - for standard input.")
    name = click.format_filename(file_or_url)
    try:
        with Path(file_or_url).open("rb") as file:
            return read_bounded(file, name), url, None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else problem
        raise click.ClickException(
            f"The file {name!r} cannot be read: {reason}. Give a file, a complete URL, or - for standard input."
        ) from None


def read_bounded(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file that is no larger than what is fetched at most, and is text."""
    from crawler.media import is_binary

    most = load().max_body_bytes
    body = file.read(most + 1)
    if len(body) > most:
        setting = environment_name("max_body_bytes")
        raise click.ClickException(f"{name} has more than {most:,} bytes, which {setting} allows: raise it.")
    if is_binary(body):
        raise click.ClickException(f"{name} is no web page: it is binary data, such as a picture or a PDF.")
    return body


def extract_text(result: Article | Thread | Rejected, limit: int | None = None) -> str:
    """What was extracted, for reading; `limit` shortens each text to so many characters, and a thread to 3 posts."""
    if isinstance(result, Rejected):
        return f"Nothing to extract: {describe(result.reason)}. {printable(result.detail)}".rstrip()
    byline = f"  author: {printable(result.author) or '-'}, published: {utc(result.published_at, result.precision)}"
    if isinstance(result, Article) and result.source:
        byline += f", source: {printable(result.source)}"
    lines = [f"  {result.kind}: {printable(result.title)}", byline]
    if isinstance(result, Thread):
        posts = result.posts if limit is None else result.posts[:3]
        lines += [post_text(post, result.posts, limit) for post in posts]
        lines.append(f"  ({len(result.posts)} posts)")
    else:
        lines.append(printable_lines(shortened(result.text, limit)))
        comments = result.comments if limit is None else result.comments[:3]
        lines += [f"\n  ({len(result.comments)} comments)"] if comments else []
        lines += [f"    ↳ {reply_text(one, limit)}" for one in comments]
    return "\n".join(lines)


def post_text(post: Post, posts: Sequence[Post], limit: int | None) -> str:
    head = f"  #{post.floor} {printable(post.author) or '-'} {utc(post.published_at, post.precision)}"
    if post.parent is not None:
        head += f" ↳ #{posts[post.parent].floor}"
    lines = [f"\n{head}\n{printable_lines(shortened(post.text, limit))}"]
    return "\n".join(lines + [f"    ↳ {reply_text(reply, limit)}" for reply in post.children])


def reply_text(reply: Post, limit: int | None) -> str:
    """A reply inside a post, or a comment on an article, on one line."""
    said = printable(shortened(reply.text, limit))
    return f"{printable(reply.author) or '-'} {utc(reply.published_at, reply.precision)}: {said}"
