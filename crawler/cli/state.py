"""The state of things: status, the seen set, the dead letters, the settings."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import click

from crawler.cli.base import local, main, opened
from crawler.errors import describe
from crawler.settings import Settings, environment_name, load


@main.command()
@click.option("--days", default=1, show_default=True, help="Count outcomes over so many days (UTC).")
def status(days: int) -> None:
    """Show the sources, the queues and what became of every item."""
    from crawler.roles.status import gather

    with opened() as services:
        now = gather(services, days=days)
    for problem in now.problems:
        click.echo(f"! {problem}")
    click.echo(f"Documents {now.documents}, pending pages {now.pending}")
    for name, tube in now.tubes:
        click.echo(
            f"Tube {name}: ready {tube.ready}, delayed {tube.delayed}, reserved {tube.reserved}, buried {tube.buried}"
        )
    for one in now.outcomes:
        reason = describe(one.reason) if one.reason else ""
        click.echo(f"  {one.tube:<5} {one.label:<12} {one.count:7}  {reason}".rstrip())
    for row in now.sources:
        source = row.source
        click.echo(
            f"  {source.state:<10} {source.name}: indexed {row.indexed} of {row.ended}  {source.state_reason}".rstrip()
        )


@main.group()
def seen() -> None:
    """The set of URLs that were queued before."""


@seen.command("status")
def seen_status() -> None:
    """Show its fill and its error rate."""
    with opened() as services:
        now = services.frontier.seen_stats()
    click.echo(f"URLs {now.count:,} of {now.capacity:,}, fill {now.fill:.2%}, generations {now.generations}")
    click.echo(f"estimated false positives {now.error_rate:.2g}, memory {now.bytes:,} bytes")


@seen.command("rebuild")
@click.option("--clear", is_flag=True, help="Empty it first: URLs that came to nothing are then fetched again.")
def seen_rebuild(clear: bool) -> None:
    """Mark every page in the index as seen."""
    from crawler.roles.seen import rebuild_seen

    with opened() as services:
        if clear:
            services.frontier.clear_seen()
        count = rebuild_seen(services.frontier, services.documents)
    click.echo(f"{count} URLs of the index are marked as seen.")


@main.group()
def dead() -> None:
    """Tasks that were set aside: given up, or refused."""


@dead.command("list")
@click.option("--limit", default=50, show_default=True)
def dead_list(limit: int) -> None:
    """List them with their reasons."""
    with opened() as services:
        letters = services.frontier.dead_letters(limit)
    for letter in letters:
        at = local(datetime.fromtimestamp(letter.at, UTC))
        click.echo(f"{at}  {letter.task.url}  {describe(letter.reason)} {letter.detail}".rstrip())
    if not letters:
        click.echo("No task is set aside.")


@dead.command("retry")
@click.argument("urls", nargs=-1, required=True)
def dead_retry(urls: tuple[str, ...]) -> None:
    """Queue tasks again."""
    from crawler.frontier import Tube

    with opened() as services:
        queue = services.queue()
        for url in urls:
            task = services.frontier.revive(url, now=time.time())
            if task is None:
                raise click.ClickException(f"{url} is not among the dead letters. `crawler dead list` shows them.")
            queue.put(Tube.PAGES, task.encode(), priority=task.priority)
            click.echo(f"Queued {url}.")


@dead.command("forget")
@click.argument("urls", nargs=-1, required=True)
def dead_forget(urls: tuple[str, ...]) -> None:
    """Forget tasks for good."""
    with opened() as services:
        for url in urls:
            if not services.frontier.forget_dead(url):
                raise click.ClickException(f"{url} is not among the dead letters. `crawler dead list` shows them.")
            click.echo(f"Forgot {url}.")


@main.command("settings")
def show_settings() -> None:
    """List every setting: its variable, what is in force, and what it is for."""
    settings = load()
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        default = field.get_default()
        note = "" if value == default else f"  (default {default})"
        click.echo(f"{environment_name(name)}={value}{note}\n    {field.description}")
