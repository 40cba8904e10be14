"""What every command begins with: the group, the settings, the services, and sentences instead of tracebacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from crawler import __version__
from crawler.errors import CrawlerError, Fatal, Unavailable
from crawler.model import Source
from crawler.observe import configure_logging
from crawler.settings import LogFormat, Settings, Stores, load

if TYPE_CHECKING:
    from crawler.roles.services import Services


class SentenceGroup(click.Group):
    """Known failures end the command with a sentence on standard error and exit code 1, never a traceback."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except (Fatal, Unavailable, CrawlerError) as problem:
            raise click.ClickException(str(problem)) from None


@click.group(cls=SentenceGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="crawler")
def main() -> None:
    """A multi-channel crawler service for Chinese news, blogs and forums.

    On a laptop, `crawler run` does everything in one process over one SQLite file. On servers, the roles run by
    themselves: `crawler migrate` once, then any number of `controller`, `lister`, `extractor` and `web`.

    Settings are read from the environment (CRAWLER_…) and from .env; `crawler settings` lists them.
    """


@contextmanager
def opened(settings: Settings | None = None, *, migrate_embedded: bool = True) -> Iterator[Services]:
    """The services of this process. The embedded stores are made when they are not there yet."""
    # Imported here and in the commands, so that `--help` and `extract` do not wait for the servers' clients to load.
    from crawler.roles.services import Services
    from crawler.stores import migrate

    settings = settings or load()
    if settings.stores is Stores.EMBEDDED and migrate_embedded:
        migrate(settings)
    services = Services(settings)
    try:
        yield services
    finally:
        services.close()


def start_logging(settings: Settings) -> None:
    configure_logging(json_lines=settings.log_format is LogFormat.JSON, level=settings.log_level)


def the_source(services: Services, name_or_id: str) -> Source:
    """A source's row by name or number, or the sentence that there is none."""
    row = services.sources.find(name_or_id)
    if row is None:
        raise click.ClickException(f"There is no source {name_or_id!r}. `crawler source list` shows them all.")
    return row


def local(moment: datetime) -> str:
    """An instant as the person at this machine reads it."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")
