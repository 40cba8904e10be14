"""Logs: one line per event, made to be tailed; or one JSON object per line, for machines."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/?&=%+~#@,;!*()[]{}$'|")


class EventLog:
    """Writes events of one role: `log.info("indexed", source=3, url=…)`. Fields with None or "" are left out."""

    def __init__(self, role: str) -> None:
        self._logger = logging.getLogger(f"crawler.{role}")

    def debug(self, event: str, **fields: Any) -> None:
        self._write(logging.DEBUG, event, fields)

    def info(self, event: str, **fields: Any) -> None:
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, **fields: Any) -> None:
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, **fields: Any) -> None:
        self._write(logging.ERROR, event, fields)

    def exception(self, event: str, **fields: Any) -> None:
        """An error with the traceback of the exception being handled."""
        self._logger.error(event, extra={"fields": _present(fields)}, exc_info=True)

    def _write(self, level: int, event: str, fields: Mapping[str, Any]) -> None:
        if self._logger.isEnabledFor(level):
            self._logger.log(level, event, extra={"fields": _present(fields)})


def _present(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value != ""}


def _quoted(value: Any) -> str:
    """A field's value on a line: bare where it is one plain word, else in quotes; never a line break from a page."""
    if isinstance(value, float):
        return f"{value:.3g}"
    text = str(value)
    if text and (_PLAIN.issuperset(text) or (text.isprintable() and " " not in text and '"' not in text)):
        return text
    return json.dumps(text, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """`2026-11-21 10:03:01 extractor  indexed  source=3 url=… title="…"` (local time; the level when not INFO)."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).strftime("%Y-%m-%d %H:%M:%S")
        role = record.name.rpartition(".")[2]
        level = "" if record.levelno == logging.INFO else f"{record.levelname} "
        fields = getattr(record, "fields", {})
        line = f"{at} {role:<10} {level}{_one_line(record.getMessage())}"
        line += "".join(f" {name}={_quoted(value)}" for name, value in fields.items())
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _one_line(text: str) -> str:
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")


class JsonFormatter(logging.Formatter):
    """{"at": "2026-11-21T02:03:01.123Z", "level": "info", "role": …, "event": …, fields…} (UTC)."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {
            "at": at,
            "level": record.levelname.lower(),
            "role": record.name.rpartition(".")[2],
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _Handler(logging.StreamHandler[Any]):
    """Work goes on when nobody reads the log any more, or its disk is full."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def configure_logging(*, json_lines: bool, level: str, stream: SupportsWrite[str] | None = None) -> None:
    """Send every event to `stream` (standard output if None), in one of the two forms; libraries' from WARNING."""
    handler = _Handler(stream or sys.stdout)
    handler.setFormatter(JsonFormatter() if json_lines else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("crawler").setLevel(level)
    # It logs a warning for each failed request; we log what the failure means, once.
    logging.getLogger("elastic_transport").setLevel(logging.ERROR)
    logging.getLogger("urllib3").setLevel(logging.ERROR)
