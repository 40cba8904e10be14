"""What makes a source row workable: the same rules for the controller, the command line and the web."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from crawler.channels import Engine, Listed, compile_rule
from crawler.errors import Drop
from crawler.fetch.address import parse
from crawler.frontier.canonical import canonical
from crawler.model import MAX_URL_CHARS, Channel, Source
from crawler.roles.services import Services

MIN_INTERVAL_S = 10

URLS_AT_ONCE = 1000


def row_error(source: Source, engines: Mapping[str, Engine]) -> str:
    """ "" when the row can work, else what is wrong and what to do, in words."""
    for rule in (_channel_error, _url_error, _pattern_error, _schedule_error):
        if error := rule(source, engines):
            return error
    return ""


def _channel_error(source: Source, engines: Mapping[str, Engine]) -> str:
    known = ", ".join(Channel)
    return "" if source.channel in list(Channel) else f"there is no channel {source.channel!r}; use one of {known}"


def _url_error(source: Source, engines: Mapping[str, Engine]) -> str:
    if source.channel == Channel.SEARCH:
        known = ", ".join(sorted(engines))
        return "" if source.url in engines else f"there is no search engine {source.url!r}; set url to one of {known}"
    if len(source.url) > MAX_URL_CHARS:
        return f"the url has {len(source.url)} characters; at most {MAX_URL_CHARS} fit"
    try:
        parse(canonical(source.url))
    except Drop as problem:
        return f"the url {source.url!r} does not work ({problem.detail or problem}); give a complete http or https URL"
    return ""


def _pattern_error(source: Source, engines: Mapping[str, Engine]) -> str:
    try:
        compile_rule(source.pattern, source.exclude)
    except ValueError as problem:
        return str(problem)
    return ""


def _schedule_error(source: Source, engines: Mapping[str, Engine]) -> str:
    if source.interval_s < MIN_INTERVAL_S:
        return f"interval_s is {source.interval_s}; give at least {MIN_INTERVAL_S} seconds"
    try:
        ZoneInfo(source.timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return f"there is no time zone {source.timezone!r}; use a name such as Asia/Shanghai"
    return ""


def add_source(services: Services, source: Source) -> Source:
    """Insert a row that can work; returned with its id. Raises ValueError with a sentence."""
    _refuse_unworkable(services, source)
    return services.sources.add(source)


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file's sources: rows that were added, how many were there already, and of the others the line
    and what is wrong with it, in words."""

    added: tuple[Source, ...]
    known: int
    problems: tuple[tuple[int, str], ...]


def import_sources(services: Services, listed: Sequence[Listed], *, dry_run: bool = False) -> Imported:
    """Add the sources of a file that are not there yet, by their channel, URL and pattern: doing it twice changes
    nothing. A bad one holds up no other. With `dry_run` nothing is added."""
    rows = services.sources.all()
    names, known = {row.name.casefold() for row in rows}, {_announced(row) for row in rows}
    added: list[Source] = []
    problems: list[tuple[int, str]] = []
    for one in listed:
        if one.source is None or _announced(one.source) in known:
            problems += [(one.line, one.problem)] if one.problem else []
            continue
        row = _with_free_name(one.source, names)
        try:
            _refuse_unworkable(services, row)
            added.append(row if dry_run else services.sources.add(row))
        except ValueError as problem:
            problems.append((one.line, str(problem)))
            continue
        names.add(row.name.casefold())
        known.add(_announced(row))
    return Imported(tuple(added), len(listed) - len(added) - len(problems), tuple(problems))


def _announced(row: Source) -> tuple[str, str, str]:
    return row.channel, row.url, row.pattern


def _with_free_name(row: Source, names: set[str]) -> Source:
    """Feeds of many sites have one title: their hosts tell them apart."""
    host = urlsplit(row.url).netloc
    return replace(row, name=f"{row.name} ({host})") if host and row.name.casefold() in names else row


def change_source(services: Services, source: Source, columns: Mapping[str, Any]) -> Source:
    """Set columns of a row that can work with them; returned as it is then. Raises ValueError with a sentence."""
    changed = replace(source, **columns)
    if columns.keys() - {"enabled"}:  # a row that cannot work can still be disabled
        _refuse_unworkable(services, changed)
    if columns:
        services.sources.update(source.id, **columns)
    return changed


def check_now(services: Services, source: Source) -> None:
    """Let a source be checked as soon as possible: one that kept failing waits for up to a day otherwise."""
    services.sources.update(source.id, next_check_at=None)


def _refuse_unworkable(services: Services, source: Source) -> None:
    if not source.name.strip():
        raise ValueError("the source needs a name")
    if error := row_error(source, services.engines):
        raise ValueError(error)


def remove_source(services: Services, source: Source, *, with_documents: bool = False) -> int:
    """Remove a source's row and what was to be fetched or visited next, and if so asked its documents.

    Returns how many documents were removed. A page that a worker reads at this moment may still come in.

    The row goes last, so that this can be done again where it failed half-way.
    """
    services.sources.update(source.id, enabled=False)
    if with_documents:
        _let_fetch_again(services, source.id)
    services.frontier.forget_source(source.id)
    removed = services.documents.remove_source(source.id) if with_documents else 0
    services.sources.remove(source.id)
    return removed


def _let_fetch_again(services: Services, source_id: int) -> None:
    """A source that is added again brings its articles again, where the seen set can forget; but for those that were
    announced at another address than they stand at, which nobody has kept."""
    urls = services.documents.urls(source_id)
    while batch := list(islice(urls, URLS_AT_ONCE)):
        if not services.frontier.forget_seen(batch):
            return
