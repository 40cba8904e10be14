"""Sources and keywords: add, list, check, try."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from crawler.cli.base import TEXT, json_option, main, opened, the_source
from crawler.cli.look import extract_text
from crawler.cli.text import local, printable, table, to_json
from crawler.model import Channel, Keyword, Link, Source, State
from crawler.settings import Settings, Stores, load

if TYPE_CHECKING:
    from crawler.roles.services import Services
    from crawler.roles.trial import Trial
    from crawler.stores import CheckEvent

F = TypeVar("F", bound=Callable[..., Any])

CHANNEL = click.Choice([str(channel) for channel in Channel])

LINKS_SHOWN = 10


@main.group()
def source() -> None:
    """Add, list, check and try sources.

    A source is where new articles are announced: a feed, a list page, or a search engine.
    """


def source_options(command: F) -> F:
    """The columns of a source row that a person may set; None where the default is to hold."""
    for option in reversed(
        [
            click.option("--pattern", type=TEXT, help="page: RE2 pattern of article URLs, absolute or /relative."),
            click.option("--exclude", type=TEXT, help="page: RE2 pattern of URLs to leave out."),
            click.option("--interval", "interval_s", type=int, metavar="S", help="Seconds between checks, or 600."),
            click.option("--priority", type=int, metavar="N", help="Smaller is sooner; 1000 when not given."),
            click.option("--timezone", type=TEXT, metavar="ZONE", help="Of dates without one, or Asia/Shanghai."),
            click.option("--keep-params", metavar="A,B", type=TEXT, help="Query parameters to keep in article URLs."),
            click.option("--drop-params", metavar="A,B", type=TEXT, help="Query parameters to remove from them."),
        ]
    ):
        command = option(command)
    return command


def columns_given(options: dict[str, Any]) -> dict[str, Any]:
    """The columns that were set, with lists as tuples."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given.keys() & {"keep_params", "drop_params"}:
        given[name] = tuple(part.strip() for part in given[name].split(",") if part.strip())
    return given


@source.command("add")
@click.argument("name", type=TEXT)
@click.argument("url", type=TEXT)
@click.option("--channel", type=CHANNEL, default="page", show_default=True, help="How it announces articles.")
@source_options
def source_add(name: str, url: str, channel: str, **options: Any) -> None:
    """Add a source: the URL of a feed or list page, or a search engine.

    `crawler source try URL` shows beforehand what would come of it.

    \b
    crawler source add 早报 https://news.example/rss.xml --channel feed
    crawler source add 要闻 https://news.example/china/ --pattern '/china/\\d{8}/\\w+\\.html'
    crawler source add 百度新闻 baidu_news --channel search
    """
    from crawler.roles.rows import add_source

    settings = load()
    row = Source(id=0, name=name, channel=channel, url=url, **columns_given(options))
    with opened(settings) as services:
        try:
            added = add_source(services, row)
        except ValueError as problem:
            raise click.ClickException(f"Not added: {str(problem).rstrip('.')}.") from None
        click.echo(f"Added source {added.id}, {added.name}. {when_checked(settings)}")
        twins = [one for one in services.sources.all() if one.url == added.url and one.id != added.id]
        if twins and channel != Channel.SEARCH:
            click.echo(
                f"Source {twins[0].id}, {printable(twins[0].name)}, has the same URL: what one finds first is its."
            )
        if channel == Channel.SEARCH and not services.sources.keywords(added.id):
            click.echo("It searches for keywords: add some with `crawler keyword add 词`.")


def when_checked(settings: Settings, what: str = "it") -> str:
    if settings.stores is Stores.EMBEDDED:
        return f"`crawler run` checks {what}; one that is running does so within {settings.poll_s:g} s."
    return f"A running controller queues {what} within {settings.poll_s:g} s."


@source.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Add nothing, and say what would be.")
def source_import(file: BinaryIO, dry_run: bool) -> None:
    """Add the sources of a file: OPML, or a table (CSV).

    OPML is what feed readers export. A table's first line names the columns of the row, name and url at least;
    `crawler source export` shows them all. What is there already is left as it is, so that a file can be imported
    again. The exit code is 1 when any source could not be added.

    \b
    crawler source import feeds.opml --dry-run
    """
    from crawler.channels import read_source_list
    from crawler.roles.rows import import_sources

    try:
        listed = read_source_list(file.read())
    except ValueError as error:
        raise click.ClickException(f"{printable(file.name)}: {str(error).rstrip('.')}.") from None
    settings = load()
    with opened(settings) as services:
        done = import_sources(services, listed, dry_run=dry_run)
    if dry_run:
        click.echo(table([(row.channel, row.name, row.url) for row in done.added]))
    many = len(done.added) != 1
    said = f"{'Would add' if dry_run else 'Added'} {len(done.added):,} source{'s' if many else ''}"
    click.echo(f"{said}; {done.known:,} were there already, {len(done.problems):,} cannot work.")
    if done.added and not dry_run:
        click.echo(when_checked(settings, "them" if many else "it"))
    for line, problem in done.problems:
        click.echo(f"Not added: line {line}: {printable(problem.rstrip('.'))}.", err=True)
    if done.problems:
        raise SystemExit(1)


@source.command("export")
def source_export() -> None:
    """Write all sources as a table (CSV) that can be imported.

    \b
    crawler source export > sources.csv
    """
    from crawler.channels import source_table

    with opened() as services:
        click.echo(source_table(services.sources.all()), nl=False)


@source.command("list")
@json_option("One JSON object per source.")
def source_list(as_json: bool) -> None:
    """List the sources with their state in words."""
    with opened() as services:
        rows = services.sources.all()
    if as_json:
        print_json(rows)
    elif rows:
        click.echo(table([(row.id, row.state_shown, row.channel, row.name, row.url, row.state_reason) for row in rows]))
    else:
        click.echo("There is no source yet. Add one with `crawler source add`.")


def print_json(things: list[Any]) -> None:
    for thing in things:
        click.echo(to_json(thing))


@source.command("show")
@click.argument("name_or_id", type=TEXT)
@json_option("The row with its history, as JSON.")
def source_show(name_or_id: str, as_json: bool) -> None:
    """Show a source's row and its last checks."""
    with opened() as services:
        row = the_source(services, name_or_id)
        history = services.sources.history(row.id)
    if as_json:
        print_json([{**asdict(row), "history": [asdict(event) for event in history]}])
        return
    click.echo(table([(name, column_text(value)) for name, value in asdict(row).items()]))
    if history:
        click.echo("\nLast checks, newest first:")
        click.echo(table([history_cells(event) for event in history]))


def column_text(value: object) -> str:
    """A column's value, for reading."""
    if isinstance(value, tuple):
        return ",".join(value)
    if isinstance(value, datetime):
        return local(value)
    return "" if value is None else str(value)


def history_cells(event: CheckEvent) -> tuple[str, ...]:
    report = event.report
    links = f"links {report.links_found}, new {report.links_new}"
    return (local(event.at), str(report.state), links, event.keyword, report.reason)


@source.command("set")
@click.argument("name_or_id", type=TEXT)
@click.option("--name", type=TEXT, help="Another name.")
@click.option("--url", type=TEXT, help="Another URL, or search engine.")
@click.option("--channel", type=CHANNEL, help="How it announces articles.")
@source_options
def source_set(name_or_id: str, **options: Any) -> None:
    """Change columns of a source; it is checked anew at once.

    What it brought stays, and is not fetched again. An empty text empties a column.

    \b
    crawler source set 要闻 --interval 300 --pattern ''
    """
    from crawler.roles.rows import change_source

    settings = load()
    given = columns_given(options)
    if not given:
        raise click.UsageError("Say what to change: --interval, --pattern, --url …")
    with opened(settings) as services:
        row = the_source(services, name_or_id)
        try:
            changed = change_source(services, row, given)
        except ValueError as problem:
            raise click.ClickException(f"Not changed: {str(problem).rstrip('.')}.") from None
    click.echo(f"Changed source {changed.id}, {printable(changed.name)}. {when_checked(settings)}")


@source.command("enable")
@click.argument("name_or_id", type=TEXT)
def source_enable(name_or_id: str) -> None:
    """Check a source again, from now on."""
    switch(name_or_id, True)


@source.command("disable")
@click.argument("name_or_id", type=TEXT)
def source_disable(name_or_id: str) -> None:
    """Check a source no more; its articles stay.

    What it has announced already is still fetched.
    """
    switch(name_or_id, False)


def switch(name_or_id: str, enabled: bool) -> None:
    with opened() as services:
        row = the_source(services, name_or_id)
        services.sources.update(row.id, enabled=enabled)
    click.echo(f"Source {row.id}, {printable(row.name)}, is {'enabled' if enabled else 'disabled'}.")


@source.command("remove")
@click.argument("name_or_id", type=TEXT)
@click.option("--with-documents", is_flag=True, help="Remove what it brought, too.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def source_remove(name_or_id: str, with_documents: bool, yes: bool) -> None:
    """Remove a source, alone or with its documents.

    Its row, its history and its own keywords are gone for good, and what it announced last is fetched no more; but a
    page that is being read at this moment may still come in. On servers, what was removed is not fetched again before
    `crawler seen rebuild --clear`.
    """
    from crawler.roles.rows import remove_source
    from crawler.stores import Query

    with opened() as services:
        row = the_source(services, name_or_id)
        if not yes:
            question = f"Remove source {row.id}, {printable(row.name)}? Its documents stay"
            if with_documents:
                count = services.documents.search(Query(source_id=row.id, limit=0)).total
                question = f"Remove source {row.id}, {printable(row.name)}, and its {count:,} documents for good?"
            click.confirm(question, abort=True)
        removed = remove_source(services, row, with_documents=with_documents)
    what = f", and {removed:,} documents with it" if with_documents else ""
    click.echo(f"Source {row.id}, {printable(row.name)}, is removed{what}.")


@source.command("check")
@click.argument("name_or_id", required=False, type=TEXT)
@click.option("--now", is_flag=True, help="Have them fetched as soon as possible, too.")
def source_check(name_or_id: str | None, now: bool) -> None:
    """Check that rows can work: all of them, or one.

    It looks at the URL, the channel, the patterns and the rest of the row, and fetches nothing. The exit code is 1
    when any of them cannot. With --now `crawler run` then does not wait for their next check, which for one that kept
    failing may be a day away.
    """
    from crawler.roles.rows import check_now, row_error

    with opened() as services:
        rows = [the_source(services, name_or_id)] if name_or_id is not None else services.sources.all()
        errors = [row_error(row, services.engines) for row in rows]
        if now:
            for row in rows:
                check_now(services, row)
    if not rows:
        click.echo("There is no source yet. Add one with `crawler source add`.")
        return
    click.echo(table([(row.id, row.name, error or "ok") for row, error in zip(rows, errors, strict=True)]))
    if any(errors):
        raise SystemExit(1)


@source.command("try")
@click.argument("url", type=TEXT)
@click.option("--channel", type=CHANNEL, help="Guessed from the URL when not given.")
@click.option("--keyword", default="新闻", show_default=True, type=TEXT, help="search: what to search for.")
@click.option("--all", "show_all", is_flag=True, help="Show every link, not the first ten of each kind.")
@json_option("Everything that was found, as JSON.")
@source_options
def source_try(url: str, channel: str | None, keyword: str, show_all: bool, as_json: bool, **options: Any) -> None:
    """Fetch a source now and show what would come of it.

    That is: status, charset, links matched and rejected with the rule that did it, and three extracted articles. It
    goes the way of production, and stores nothing.

    URL may also be the name or number of a source that is there already; options then stand in for its columns. The
    exit code is 1 when nothing would come of it.
    """
    from crawler.roles.services import Services
    from crawler.roles.trial import try_source

    given = columns_given(options | {"channel": channel})
    services = Services(load())
    try:
        row = replace(source_meant(url, services), **given)
        trial = try_source(services, row, keyword)
    finally:
        services.close()
    if as_json:
        print_json([trial])
    else:
        print_trial(trial, None if show_all else LINKS_SHOWN)
    if trial.state is not State.OK:
        raise SystemExit(1)


def source_meant(name: str, services: Services) -> Source:
    """The row by that name or number, or one made up for a URL or an engine's name. Only the first asks a store."""
    if name in services.engines or "://" in name:
        return Source(id=0, name="trial", channel=guessed_channel(name), url=name)
    with opened(services.settings) as stores:
        row = stores.sources.find(name)
    if row is None:
        engines = ", ".join(sorted(services.engines))
        raise click.ClickException(
            f"{name!r} is neither a complete URL (https://…) nor a source's name or number, nor a search engine "
            f"({engines})."
        )
    return row


def guessed_channel(url: str) -> str:
    """How a source is probably read, by nothing but its address."""
    if "://" not in url:
        return Channel.SEARCH.value
    return Channel.FEED.value if re.search(r"(?i)\b(rss|feed|atom)\b|\.(xml|rdf|rss)$", url) else Channel.PAGE.value


def print_trial(trial: Trial, limit: int | None) -> None:
    head = f"status {trial.status or '-'}, charset {trial.charset or '-'}, {trial.elapsed_s:.1f} s"
    problem = f": {printable(trial.problem)}" if trial.problem else ""
    click.echo(f"{printable(trial.url)}\n  {head}\n  {trial.state}{problem}")
    if not trial.status:
        return
    rules = trial.rules or ("",) * len(trial.links)
    matched = [matched_line(link, rule) for link, rule in zip(trial.links, rules, strict=True)]
    rejected = [f"  - {printable(link.url)}  ({printable(link.rule)})" for link in trial.rejected]
    print_some("Links matched", matched, limit)
    print_some("Links rejected", rejected, limit)
    if trial.lists:
        print_some(
            "Lists that are read with it, some in each check", [f"  {printable(one)}" for one in trial.lists], limit
        )
    if trial.feeds:
        click.echo("Feeds that the page announces; as sources they give dates, too, and need no pattern:")
    for feed in trial.feeds:
        click.echo(f"  crawler source try {shlex.quote(printable(feed))} --channel feed")
    for page in trial.pages:
        found = extract_text(page.found, limit=300) if page.found else f"  not indexed: {printable(page.problem)}"
        click.echo(f"\n{printable(page.url)}\n{found}")


def matched_line(link: Link, rule: str) -> str:
    parts = (printable(link.url), printable(link.title), f"({printable(rule)})" if rule else "")
    return "  + " + "  ".join(filter(None, parts))


def print_some(title: str, lines: list[str], limit: int | None) -> None:
    click.echo(f"{title}: {len(lines)}")
    for line in lines[:limit]:
        click.echo(line)
    if limit is not None and len(lines) > limit:
        click.echo(f"  … and {len(lines) - limit} more; --all shows them")


@main.group()
def keyword() -> None:
    """What the search sources search for."""


@keyword.command("add")
@click.argument("word", type=TEXT)
@click.option("--source", "name_or_id", type=TEXT, help="Only on this source; on all search sources when not given.")
def keyword_add(word: str, name_or_id: str | None) -> None:
    """Add a keyword."""
    with opened() as services:
        row = the_source(services, name_or_id) if name_or_id is not None else None
        if row and row.channel != Channel.SEARCH:
            raise click.ClickException(
                f"{row.name} is no search source: keywords do nothing for channel {row.channel}."
            )
        try:
            services.sources.add_keyword(word, row.id if row else None)
        except ValueError as problem:
            raise click.ClickException(f"Not added: {problem}") from None
    click.echo(f"Added the keyword {word}{f' for {row.name}' if row else ''}.")


@keyword.command("list")
@json_option("One JSON object per keyword.")
def keyword_list(as_json: bool) -> None:
    """List the keywords."""
    with opened() as services:
        words = services.sources.keywords()
        names = {row.id: row.name for row in services.sources.all()}
    if as_json:
        print_json(words)
    elif words:
        click.echo(table([(one.word, keyword_note(one, names)) for one in words]))
    else:
        click.echo("There is no keyword yet. Add one with `crawler keyword add 词`.")


def keyword_note(one: Keyword, names: Mapping[int, str]) -> str:
    """Where it is searched for, and whether."""
    where = "all search sources" if one.source_id is None else names.get(one.source_id, f"source {one.source_id}")
    return where if one.enabled else f"{where} (disabled)"


@keyword.command("remove")
@click.argument("word", type=TEXT)
def keyword_remove(word: str) -> None:
    """Remove a keyword, from every source."""
    with opened() as services:
        if not services.sources.remove_keyword(word):
            raise click.ClickException(f"There is no keyword {word!r}. `crawler keyword list` shows them all.")
    click.echo(f"Removed the keyword {word}.")
