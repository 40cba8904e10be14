"""What every command begins with: the group, the settings, the services, and sentences instead of tracebacks."""

from __future__ import annotations

import io
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crawler import __version__
from crawler.errors import CrawlerError, Fatal, Unavailable
from crawler.model import Source
from crawler.observe import configure_logging
from crawler.settings import LogFormat, Settings, Stores, load, unknown_variables

if TYPE_CHECKING:
    from crawler.roles.services import Services

F = TypeVar("F", bound=Callable[..., Any])

NOT_OURS = (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError)
"""What click itself turns into an exit code."""


class SentenceGroup(click.Group):
    """A failure ends the command with a sentence on standard error and exit code 1, never with a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            # What the terminal's encoding lacks is shown escaped.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        return super().main(*args, **kwargs)

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except NOT_OURS:
            raise
        except (Fatal, Unavailable, CrawlerError) as problem:
            raise click.ClickException(str(problem)) from None
        except OSError as problem:
            raise click.ClickException(f"The operating system refuses: {problem}.") from None
        except Exception as problem:
            if os.environ.get("CRAWLER_LOG_LEVEL") == "DEBUG":
                raise
            raise click.ClickException(
                f"This is a fault of the crawler's own: {type(problem).__name__}: {problem}. "
                "With CRAWLER_LOG_LEVEL=DEBUG it says where; please report that."
            ) from None


def one_line(value: str) -> str:
    """The type of an argument that is text on one line."""
    kinds = {unicodedata.category(character) for character in value}
    shown = repr(value if len(value) <= 60 else f"{value[:60]}…")
    if "Cs" in kinds:  # how Python passes on bytes that are not in the terminal's encoding
        raise click.BadParameter(f"{shown} is not valid text: is the terminal set to UTF-8?")
    if "Cc" in kinds:
        raise click.BadParameter(f"{shown} has a line break or another control character in it.")
    return value.strip()


TEXT = click.types.FuncParamType(one_line)
TEXT.name = "text"


def json_option(help_text: str) -> Callable[[F], F]:
    """--json, which the command gets as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=help_text)


@click.group(cls=SentenceGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="crawler")
def main() -> None:
    """A multi-channel crawler service for Chinese news, blogs and forums.

    On a laptop, `crawler run` does everything in one process over one SQLite file. On servers, the roles run by
    themselves: `crawler migrate` once, then any number of `controller`, `lister`, `extractor` and `web`.

    Settings are read from the environment (CRAWLER_…) and from .env; `crawler settings` lists them.

    Exit codes: 0 done; 1 it could not be done, and standard error says why; 2 the command was not understood.
    """
    for sentence in unknown_variables(os.environ):
        click.echo(f"Warning: {sentence}", err=True)


@contextmanager
def opened(settings: Settings | None = None, *, migrate_embedded: bool = True) -> Iterator[Services]:
    """The services of this process. The embedded stores are made when they are not there yet."""
    # Imported here and in the commands, so that `--help` and `extract` do not wait for the servers' clients to load.
    from crawler.embedded import is_current
    from crawler.roles.services import Services

    settings = settings or load()
    if settings.stores is Stores.EMBEDDED and migrate_embedded and not is_current(settings.sqlite_path):
        from crawler.stores.schema import migrate

        migrate(settings)
    services = Services(settings)
    try:
        yield services
    finally:
        services.close()


def start_logging(settings: Settings) -> None:
    """Log to standard output, as the settings say."""
    configure_logging(json_lines=settings.log_format is LogFormat.JSON, level=settings.log_level)


def the_source(services: Services, name_or_id: str) -> Source:
    """A source's row by name or number, or the sentence that there is none."""
    row = services.sources.find(name_or_id)
    if row is None:
        raise click.ClickException(f"There is no source {name_or_id!r}. `crawler source list` shows them all.")
    return row
