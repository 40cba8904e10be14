"""How far a run is: one line that is written over itself on a terminal, a line per change elsewhere."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from crawler.observe import configure_logging
from crawler.settings import LogFormat, Settings

if TYPE_CHECKING:
    from crawler.roles.run import Tally

CLEAR = "\r\x1b[2K"


class Progress:
    """Where the output of a run goes: the log, and how far it is. On a terminal the log is warnings only, unless a
    level was asked for, and stands above the progress line."""

    def __init__(self, settings: Settings) -> None:
        self._live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._line = ""
        self.closed = False
        """Whether nobody reads it any more, as after `crawler run | head`."""
        quiet = self._live and "log_level" not in settings.model_fields_set
        configure_logging(
            json_lines=settings.log_format is LogFormat.JSON,
            level="WARNING" if quiet else settings.log_level,
            stream=self if self._live else None,
        )

    def show(self, tally: Tally) -> None:
        """Say how far it is, where that has changed."""
        counts = counted(tally)
        line = f"[{tally.elapsed_s:5.0f} s] {counts}"
        try:
            if self._live:
                self._line = line[: get_terminal_size().columns - 1]
                self.write("")
                self.flush()
            elif counts != self._line:
                self._line = counts
                click.echo(line)
        except BrokenPipeError:
            self.closed = True

    def write(self, text: str) -> None:
        """A piece of the log, above the progress line."""
        sys.stdout.write(f"{CLEAR}{text}{self._line}")

    def flush(self) -> None:
        sys.stdout.flush()

    def end(self) -> None:
        """Leave the last progress line as it is; what follows begins on a line of its own."""
        if self._live and self._line:
            self._line = ""
            click.echo()


def counted(tally: Tally) -> str:
    """The figures of the progress line."""
    skipped = sum(one.count for one in tally.skipped())
    lists = f" ({tally.lists_waiting} waiting)" if tally.lists_waiting else ""
    return (
        f"lists checked {tally.count('list')}{lists}, pages with something new {tally.count('page', 'indexed')}, "
        f"skipped {skipped}, waiting {tally.waiting}"
    )
