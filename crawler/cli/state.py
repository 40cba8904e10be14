"""The state of things: status, the seen set, the dead letters, the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click
from pydantic import SecretStr

from crawler.cli.base import TEXT, json_option, main, opened
from crawler.cli.text import local, printable, table, to_json
from crawler.errors import Fatal, describe
from crawler.settings import Settings, environment_name, load, without_passwords

if TYPE_CHECKING:
    from crawler.roles.services import Services
    from crawler.roles.status import Status

F = TypeVar("F", bound=Callable[..., Any])


@main.command()
@click.option(
    "--days", default=1, show_default=True, type=click.IntRange(1, 40), help="Count outcomes over so many days (UTC)."
)
@json_option("Everything, as one JSON object.")
def status(days: int, as_json: bool) -> None:
    """Show the sources, the queues and what became of every item.

    The exit code is 1 when a server does not answer, and what the others say is shown all the same; when the set of
    URLs seen has outgrown its capacity; or when no source is checked, for want of room.
    """
    from crawler.roles.status import gather

    with opened() as services:
        now = gather(services, days=days)
    print_status(now, as_json_object=as_json)
    for problem in now.problems:
        click.echo(f"Error: {problem}", err=True)
    if now.problems:
        raise SystemExit(1)


def print_status(now: Status, *, as_json_object: bool) -> None:
    if as_json_object:
        click.echo(to_json(now))
        return
    click.echo(f"Documents in the index: {number(now.documents)}. Pages pending: {number(now.pending)}.")
    if now.at_rest:
        click.echo(f"{now.at_rest[0].upper()}{now.at_rest[1:]}.")
    if now.oldest:
        kept = f" Documents are removed {now.keep_days:g} days after they came in." if now.keep_days else ""
        click.echo(f"The oldest document came in {local(now.oldest)}.{kept}")
    tubes = [(name, tube.ready, tube.delayed, tube.reserved, tube.buried) for name, tube in now.tubes]
    print_part("Queues", ("tube", "ready", "delayed", "reserved", "buried"), tubes)
    outcomes = [(one.tube, one.label, one.count, one.reason and describe(one.reason)) for one in now.outcomes]
    print_part("Outcomes", ("what", "outcome", "count", "why"), outcomes)
    hosts = [(one.host, local(one.since), local(one.until), describe(one.reason)) for one in now.hosts]
    print_part("Sites that are left alone", ("host", "since", "until", "why"), hosts)
    sources = [
        (row.source.id, row.source.name, row.source.state_shown, row.indexed, row.ended, row.source.state_reason)
        for row in now.sources
    ]
    print_part("Sources", ("id", "name", "state", "new", "of pages", "why"), sources)


def print_part(title: str, names: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    if rows:
        click.echo(f"\n{title}:\n{table([names, *rows])}")


def number(count: int | None) -> str:
    return "unknown" if count is None else f"{count:,}"


@main.group()
def seen() -> None:
    """The set of URLs that were queued before."""


@seen.command("status")
def seen_status() -> None:
    """Show its fill and its error rate.

    The exit code is 1 when it has outgrown its capacity.
    """
    from crawler.roles.seen import overfull

    settings = load()
    with opened(settings) as services:
        now = services.frontier.seen_stats()
    click.echo(f"URLs {now.count:,} of {now.capacity:,}, fill {now.fill:.2%}, generations {now.generations}")
    click.echo(f"estimated false positives {now.error_rate:.2g}, memory {now.bytes:,} bytes")
    if problem := overfull(now, settings.seen_error_rate):
        raise click.ClickException(problem)


@seen.command("rebuild")
@click.option("--clear", is_flag=True, help="Empty it first: URLs that came to nothing are then fetched again.")
def seen_rebuild(clear: bool) -> None:
    """Mark every page in the index as seen.

    The controller does this by itself when Redis was wiped.
    """
    from crawler.roles.seen import rebuild_seen

    with opened() as services:
        services.documents.check()  # before anything is emptied
        if clear:
            services.frontier.clear_seen()
        count = rebuild_seen(services.frontier, services.documents)
    click.echo(f"{count} URLs of the index are marked as seen.")


@main.group()
def dead() -> None:
    """Tasks that were set aside: given up, or refused."""


@dead.command("list")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100_000), help="So many at most.")
@json_option("One JSON object per task.")
def dead_list(limit: int, as_json: bool) -> None:
    """List them with their reasons, the latest first."""
    with opened() as services:
        letters = services.frontier.dead_letters(limit)
    for letter in letters:
        at = datetime.fromtimestamp(letter.at, UTC)
        if as_json:
            task = {name: getattr(letter.task, name) for name in ("url", "source_id", "source", "attempt")}
            click.echo(to_json({**task, "reason": letter.reason, "detail": letter.detail, "at": at}))
        else:
            why = f"{describe(letter.reason)}. {letter.detail}"
            click.echo(printable(f"{local(at)}  {letter.task.url}  {why}".rstrip()))
    if not letters and not as_json:
        click.echo("No task is set aside.")


def which_dead(command: F) -> F:
    """What `retry` and `forget` are to be done with."""
    for option in (
        click.option("--reason", default="", type=TEXT, help="Those set aside for it, as --json of the list names it."),
        click.option("--all", "every", is_flag=True, help="Every one."),
        click.argument("urls", nargs=-1, type=TEXT),
    ):
        command = option(command)
    return command


@dead.command("retry")
@which_dead
def dead_retry(urls: tuple[str, ...], every: bool, reason: str) -> None:
    """Queue tasks again: those named, or many at once.

    \b
    crawler dead retry --reason host_down    after a site was away for more than a day
    crawler dead retry --reason banned       once a site that banned us lets us in again
    """
    from crawler.roles.dead import retry_dead

    with opened() as services:
        retry = partial(retry_dead, services.frontier, services.queue())
        for_each(chosen(services, urls, every, reason), retry, "Queued")


@dead.command("forget")
@which_dead
def dead_forget(urls: tuple[str, ...], every: bool, reason: str) -> None:
    """Forget tasks for good: those named, or many at once."""
    with opened() as services:
        for_each(chosen(services, urls, every, reason), services.frontier.forget_dead, "Forgot")


def chosen(services: Services, urls: Sequence[str], every: bool, reason: str) -> Sequence[str]:
    """The URLs given, or those of all that was set aside, or that was for a reason."""
    from crawler.frontier.outcomes import DEAD_LETTERS

    if bool(urls) + every + bool(reason) != 1:
        raise click.UsageError("Give URLs, or --all, or --reason.")
    if urls:
        return urls
    letters = services.frontier.dead_letters(DEAD_LETTERS)
    found = [letter.task.url for letter in letters if every or letter.reason == reason]
    if not found:
        reasons = ", ".join(sorted({letter.reason for letter in letters}))
        known = f" for {reason!r}; the reasons are: {reasons}" if reasons else ""
        raise click.ClickException(f"No task is set aside{known}.")
    return found


def for_each(urls: Sequence[str], do: Callable[[str], bool], done: str) -> None:
    """Do it for every URL, those after an unknown one too."""
    unknown = 0
    for url in urls:
        if do(url):
            click.echo(f"{done} {url}")
        else:
            unknown += 1
            click.echo(f"Error: {url!r} is not among the dead letters. `crawler dead list` shows them.", err=True)
    if unknown:
        raise SystemExit(1)


@main.command("settings")
@click.option("--changed", is_flag=True, help="Only those that differ from their defaults.")
def show_settings(changed: bool) -> None:
    """List every setting, what is in force, and what it is for.

    Passwords are not shown. A variable goes into the environment or, one on a line, into a file named .env in the
    working folder.
    """
    problem = None
    try:
        settings = load()
    except Fatal as error:
        problem, settings = error, Settings.model_construct()
    for name, field in Settings.model_fields.items():
        value, default = shown(getattr(settings, name)), shown(field.get_default())
        if value != default or not changed:
            note = "" if value == default else f"    (default: {default or 'empty'})"
            click.echo(f"{environment_name(name)}={value}{note}\n    {field.description}")
    if problem:
        raise click.ClickException(f"{problem}\nThese are the defaults.")


def shown(value: object) -> str:
    """A setting's value as it is written, but for the passwords in it."""
    if isinstance(value, SecretStr):
        return "(set)" if value.get_secret_value() else ""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, float):
        return f"{value:g}"  # a default of 30 and a given 30.0 are the same
    return "" if value is None else without_passwords(str(value))
