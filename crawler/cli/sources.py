"""Sources and keywords: add, list, check, try."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crawler.cli.base import local, main, opened, the_source
from crawler.cli.look import extract_text
from crawler.model import Channel, Source

if TYPE_CHECKING:
    from crawler.roles.services import Services
    from crawler.roles.trial import Trial

F = TypeVar("F", bound=Callable[..., Any])


@main.group()
def source() -> None:
    """Add, list, check and try sources."""


CHANNEL = click.Choice(list(Channel))


def source_options(command: F) -> F:
    """The columns of a source row that a person sets."""
    for option in reversed(
        [
            click.option("--pattern", default="", help="page: RE2 pattern of article URLs, absolute or /relative."),
            click.option("--exclude", default="", help="page: RE2 pattern of URLs to leave out."),
            click.option("--interval", "interval_s", default=600, show_default=True, help="Seconds between checks."),
            click.option("--priority", default=1000, show_default=True, help="Smaller is sooner."),
            click.option("--timezone", default="Asia/Shanghai", show_default=True, help="Zone of dates without one."),
            click.option("--keep-params", default="", help="Query parameters to keep in URLs, comma-separated."),
            click.option("--drop-params", default="", help="Query parameters to remove from URLs, comma-separated."),
        ]
    ):
        command = option(command)
    return command


def source_from(name: str, channel: str, url: str, **columns: Any) -> Source:
    listed: dict[str, Any] = {
        key: tuple(filter(None, columns.pop(key).split(","))) for key in ("keep_params", "drop_params")
    }
    return Source(id=0, name=name, channel=channel, url=url, **columns, **listed)


@source.command("add")
@click.argument("name")
@click.argument("url")
@click.option(
    "--channel", type=CHANNEL, default=Channel.PAGE.value, show_default=True, help="How it announces articles."
)
@source_options
def source_add(name: str, url: str, channel: str, **columns: Any) -> None:
    """Add a source: a feed's or list page's URL, or a search engine's name.

    \b
    crawler source add 早报 https://news.example/rss.xml --channel feed
    crawler source add 要闻 https://news.example/china/ --pattern '/china/\\d{8}/\\w+\\.html'
    crawler source add 百度新闻 baidu_news --channel search
    """
    from crawler.roles.rows import add_source

    row = source_from(name, channel, url, **columns)
    with opened() as services:
        try:
            added = add_source(services, row)
        except ValueError as problem:
            raise click.ClickException(f"Not added: {problem}.") from None
        click.echo(f"Added source {added.id}, {added.name}. It is checked within {services.settings.poll_s:g} s.")
        if channel == Channel.SEARCH and not services.sources.keywords(added.id):
            click.echo("It searches for keywords: add some with `crawler keyword add 词`.")


@source.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per source.")
def source_list(as_json: bool) -> None:
    """List the sources with their state in words."""
    with opened() as services:
        rows = services.sources.all()
    for row in rows:
        if as_json:
            click.echo(json.dumps(asdict(row), ensure_ascii=False, default=str))
        else:
            state = row.state if row.enabled else "disabled"
            click.echo(f"{row.id:5}  {state:<10} {row.channel:<7} {row.name}  {row.url}  {row.state_reason}".rstrip())
    if not rows and not as_json:
        click.echo("There is no source yet. Add one with `crawler source add`.")


@source.command("show")
@click.argument("name_or_id")
def source_show(name_or_id: str) -> None:
    """Show a source's row and its last checks."""
    with opened() as services:
        row = the_source(services, name_or_id)
        for name, value in asdict(row).items():
            click.echo(f"{name:16} {value}")
        for event in services.sources.history(row.id):
            report = event.report
            click.echo(
                f"  {local(event.at)}  {report.state:<10} links {report.links_found}, new {report.links_new}  "
                f"{event.keyword} {report.reason}".rstrip()
            )


@source.command("enable")
@click.argument("name_or_id")
def source_enable(name_or_id: str) -> None:
    """Check a source again, from now on."""
    switch(name_or_id, True)


@source.command("disable")
@click.argument("name_or_id")
def source_disable(name_or_id: str) -> None:
    """Check a source no more; its articles stay."""
    switch(name_or_id, False)


def switch(name_or_id: str, enabled: bool) -> None:
    with opened() as services:
        row = the_source(services, name_or_id)
        services.sources.update(row.id, enabled=enabled)
        click.echo(f"Source {row.id}, {row.name}, is {'enabled' if enabled else 'disabled'}.")


@source.command("remove")
@click.argument("name_or_id")
@click.confirmation_option(prompt="Remove the row? Articles that were indexed stay")
def source_remove(name_or_id: str) -> None:
    """Remove a source's row; its articles stay."""
    with opened() as services:
        row = the_source(services, name_or_id)
        services.sources.remove(row.id)
        click.echo(f"Source {row.id}, {row.name}, is removed.")


@source.command("check")
@click.argument("name_or_id", required=False)
def source_check(name_or_id: str | None) -> None:
    """Check that rows can work (all of them, or one): the URL, the channel, the patterns. Fetches nothing."""
    from crawler.roles.rows import row_error

    with opened() as services:
        rows = [the_source(services, name_or_id)] if name_or_id else services.sources.all()
        errors = [(row, row_error(row, services.engines)) for row in rows]
    for row, error in errors:
        click.echo(f"{row.id:5}  {row.name}  {error or 'ok'}")
    if any(error for _, error in errors):
        raise SystemExit(1)


@source.command("try")
@click.argument("url")
@click.option("--channel", type=CHANNEL, help="Guessed from the answer when not given.")
@click.option("--keyword", default="", help="search: what to search for.")
@click.option("--all", "show_all", is_flag=True, help="Show every link, not the first ten of each kind.")
@source_options
def source_try(url: str, channel: str | None, keyword: str, show_all: bool, **columns: Any) -> None:
    """Fetch a source now and show what would come of it: status, charset, links matched and rejected with the rule
    that did it, and three extracted articles. The production path; nothing is stored.

    URL may also be the name or number of a source that is there already.
    """
    from crawler.roles.trial import try_source

    with opened() as services:
        row = services.sources.find(url)
        if row is None or channel:
            row = source_from("trial", channel or guess_channel(url, services), url, **columns)
        print_trial(try_source(services, row, keyword or "新闻"), show_all)


def guess_channel(url: str, services: Services) -> str:
    if url in services.engines:
        return Channel.SEARCH.value
    return Channel.FEED.value if re.search(r"(?i)\b(rss|feed|atom)\b|\.(xml|rdf|rss)$", url) else Channel.PAGE.value


def print_trial(trial: Trial, show_all: bool) -> None:
    click.echo(f"{trial.url}\n  status {trial.status or '-'}, charset {trial.charset or '-'}, {trial.elapsed_s:.1f} s")
    click.echo(f"  {trial.state}{': ' + trial.problem if trial.problem else ''}")
    limit = None if show_all else 10
    click.echo(f"Links matched: {len(trial.links)}")
    for link in trial.links[:limit]:
        click.echo(f"  + {link.url}  {link.title}".rstrip())
    click.echo(f"Links rejected: {len(trial.rejected)}")
    for rejected in trial.rejected[:limit]:
        click.echo(f"  - {rejected.url}  ({rejected.rule})")
    for page in trial.pages:
        click.echo(f"\n{page.url}")
        if page.found is None:
            click.echo(f"  not indexed: {page.problem}")
        else:
            click.echo(extract_text(page.found, limit=300))


@main.group()
def keyword() -> None:
    """What the search sources search for."""


@keyword.command("add")
@click.argument("word")
@click.option("--source", "name_or_id", help="Only on this source; on all search sources when not given.")
def keyword_add(word: str, name_or_id: str | None) -> None:
    """Add a keyword."""
    with opened() as services:
        source_id = the_source(services, name_or_id).id if name_or_id else None
        services.sources.add_keyword(word, source_id)
        click.echo(f"Added the keyword {word}.")


@keyword.command("list")
def keyword_list() -> None:
    """List the keywords."""
    with opened() as services:
        for one in services.sources.keywords():
            click.echo(f"{one.word}  {'' if one.source_id is None else f'(source {one.source_id})'}".rstrip())


@keyword.command("remove")
@click.argument("word")
def keyword_remove(word: str) -> None:
    """Remove a keyword."""
    with opened() as services:
        if not services.sources.remove_keyword(word):
            raise click.ClickException(f"There is no keyword {word!r}. `crawler keyword list` shows them all.")
        click.echo(f"Removed the keyword {word}.")
