"""Regular expressions that users write: RE2, so that none takes more than linear time, within a limit of memory."""

from __future__ import annotations

from typing import Any

import re2

MAX_CHARS = 1000

_MAX_BYTES = 1 << 20  # of the compiled expression and its automata


def compile_expression(pattern: str, what: str) -> Any:
    """An RE2 expression. Raises ValueError with a sentence on where `pattern`, the `what`, fails and what to do."""
    if len(pattern) > MAX_CHARS:
        raise ValueError(f"the {what} is {len(pattern)} characters long; {MAX_CHARS} are allowed, so split it up")
    options = re2.Options()
    options.max_mem = _MAX_BYTES
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as problem:
        said = problem.args[0] if problem.args else ""
        where = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        raise ValueError(
            f"the {what} {pattern!r} is not a regular expression that RE2 can match ({where}); correct that part, and "
            "use no look-around or back-references"
        ) from None
