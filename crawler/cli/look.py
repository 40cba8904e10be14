"""What was found: search the index, extract a page."""

from __future__ import annotations

import html
import json
import re
import sys
from dataclasses import asdict
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crawler.cli.base import local, main, opened
from crawler.errors import describe
from crawler.model import Article, Kind, Post, Rejected, Thread
from crawler.settings import load

if TYPE_CHECKING:
    from crawler.stores import Hit


@main.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--site", default="", help="Only this host.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Published on this day (UTC) or later.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="Published before this day (UTC).")
@click.option("--kind", type=click.Choice(list(Kind)), help="Only articles, or only posts.")
@click.option("--newest", is_flag=True, help="Newest first, instead of best first.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 100))
@click.option("--json", "as_json", is_flag=True, help="One JSON object per document.")
def search(words: tuple[str, ...], as_json: bool, **filters: Any) -> None:
    """Search the documents. Words are all required; "a phrase" in quotes; -word leaves out."""
    from crawler.stores import Query, Sort

    newest = filters.pop("newest")
    moments = {name: filters.pop(name) for name in ("since", "until")}
    query = Query(
        text=" ".join(words),
        sort=Sort.NEWEST if newest else Sort.RELEVANCE,
        **{name: moment and moment.replace(tzinfo=UTC) for name, moment in moments.items()},
        **{**filters, "kind": filters["kind"] or ""},
    )
    with opened() as services:
        try:
            results = services.documents.search(query)
        except ValueError as problem:
            raise click.ClickException(str(problem)) from None
    for hit in results.hits:
        click.echo(json.dumps(asdict(hit.document), ensure_ascii=False, default=str) if as_json else hit_text(hit))
    if not as_json:
        click.echo(f"{results.total} found, {len(results.hits)} shown, in {results.took_ms:.0f} ms.")


def hit_text(hit: Hit) -> str:
    document = hit.document
    at = local(document.published_at) if document.published_at else "no date"
    floor = f" · {document.floor} 楼 {document.author}".rstrip() if document.kind == Kind.POST else ""
    lines = [marked(hit.title_marked), f"  {document.url}", f"  {document.site} · {at}{floor}"]
    return "\n".join(lines + [f"  … {marked(snippet)} …" for snippet in hit.snippets[:2]]) + "\n"


def marked(text: str) -> str:
    """A snippet for the terminal: what matched stands out in colour, or in 【】 where there is none."""

    def emphasise(match: re.Match[str]) -> str:
        word = html.unescape(match[1])
        return click.style(word, fg="yellow", bold=True) if sys.stdout.isatty() else f"【{word}】"

    parts = re.split(r"(<mark>.*?</mark>)", text.replace("\n", " "), flags=re.S)
    return "".join(
        re.sub(r"<mark>(.*?)</mark>", emphasise, part) if part.startswith("<mark>") else html.unescape(part)
        for part in parts
    )


@main.command()
@click.argument("file_or_url")
@click.option("--algorithm", help="A published algorithm (cevc, pean) instead of the default.")
@click.option("--url", default="", help="The page's address, when a file is given.")
@click.option("--json", "as_json", is_flag=True, help="Everything that was extracted, as JSON.")
@click.option("--keywords", "keyword_count", default=0, help="Add so many keywords (TextRank).")
def extract(file_or_url: str, algorithm: str | None, url: str, as_json: bool, keyword_count: int) -> None:
    """Extract the content of one page: a file, - for standard input, or a URL. Needs no server and no setting."""
    from crawler.extract import ALGORITHMS, extract_page
    from crawler.extract.keywords import keywords

    if algorithm and algorithm not in ALGORITHMS:
        raise click.BadParameter(
            f"there is no {algorithm!r}; there are: {', '.join(ALGORITHMS)}", param_hint="--algorithm"
        )
    body, url, content_type = read_input(file_or_url, url)
    call = ALGORITHMS[algorithm] if algorithm else extract_page
    result = call(body, url, content_type=content_type)
    words = keywords(result.text, keyword_count) if keyword_count else []
    if as_json:
        thing = {"kind": result.kind, **asdict(result)} | ({"keywords": words} if words else {})
        click.echo(json.dumps(thing, ensure_ascii=False, indent=2, default=str))
    else:
        click.echo(extract_text(result))
        if words:
            click.echo(f"\n  keywords: {' '.join(words)}")
    if isinstance(result, Rejected):
        raise SystemExit(1)


def read_input(file_or_url: str, url: str) -> tuple[bytes, str, str | None]:
    """(bytes, URL, content type or None) of a page."""
    if re.match(r"(?i)https?://", file_or_url):
        from crawler.fetch import Accept, Client

        fetched = Client(load()).get(file_or_url, accept=Accept.PAGE)
        return fetched.body, fetched.url, fetched.content_type or None
    if file_or_url == "-":
        return sys.stdin.buffer.read(), url, None
    try:
        return Path(file_or_url).read_bytes(), url, None
    except OSError as problem:
        raise click.ClickException(f"{file_or_url} cannot be read: {problem.strerror}.") from None


def extract_text(result: Article | Thread | Rejected, limit: int | None = None) -> str:
    if isinstance(result, Rejected):
        return f"Nothing to extract: {describe(result.reason)}. {result.detail}".rstrip()
    at = result.published_at.astimezone(UTC).isoformat(" ", "minutes") if result.published_at else "-"
    lines = [f"  {result.kind}: {result.title}", f"  author: {result.author or '-'}, published: {at}"]
    if isinstance(result, Thread):
        posts = result.posts if limit is None else result.posts[:3]
        lines += [post_text(post, limit) for post in posts]
        lines.append(f"  ({len(result.posts)} posts)")
    else:
        lines.append(shortened(result.text, limit))
    return "\n".join(lines)


def post_text(post: Post, limit: int | None) -> str:
    at = post.published_at.astimezone(UTC).isoformat(" ", "minutes") if post.published_at else "-"
    return f"\n  #{post.floor} {post.author or '-'} {at}\n{shortened(post.text, limit)}"


def shortened(text: str, limit: int | None) -> str:
    return text if limit is None or len(text) <= limit else f"{text[:limit]} … ({len(text)} characters)"
