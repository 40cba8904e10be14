"""The connection to Redis: time limits, scripts from lua/, and every failure as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from crawler.errors import Unavailable
from crawler.settings import Settings

TIMEOUT_S = 5.0
"""For a connection and for each answer. The longest script takes a few milliseconds."""

SCRIPTS = Path(__file__).parent / "lua"

# What an error says → what to do. Some errors come from within a script, where only the text tells them apart.
_ADVICE = (
    (("NOAUTH", "Authentication required"), "it asks for a password: set CRAWLER_REDIS_PASSWORD"),
    (("WRONGPASS", "invalid password", "invalid username-password"), "it refuses CRAWLER_REDIS_PASSWORD: correct it"),
    (("without any password configured",), "it has no password: leave CRAWLER_REDIS_PASSWORD empty"),
    (("NOPERM", "no permissions", "has no permissions"), "this user may not do that: give it all commands on our keys"),
    (("OOM ", "maxmemory"), "its memory is full: raise its maxmemory, or lower CRAWLER_SEEN_CAPACITY"),
    (("READONLY", "read only replica"), "it is a replica: point CRAWLER_REDIS_URL at the primary"),
    (("MISCONF",), "it cannot write to its disk: make room, its own log says why"),
    (("loading the dataset",), "it is reading its data from disk: wait"),
)


def connect(settings: Settings) -> redis.Redis:
    """A client whose pool serves all threads. It connects at the first command."""
    options: dict[str, Any] = {}
    if password := settings.redis_password.get_secret_value():
        options["password"] = password
    return redis.Redis.from_url(
        settings.redis_url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        socket_keepalive=True,
        protocol=2,  # RESP3 greets with HELLO, and a missing password is then told in other words
        # A pooled connection that died with the server is replaced at once. A command sent twice does no harm: what
        # counts or gives something away knows the call by its name (RedisFrontier._call).
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        **options,
    )


@contextmanager
def answering() -> Iterator[None]:
    """Redis's errors within become Unavailable."""
    try:
        yield
    except redis.RedisError as error:
        raise Unavailable("redis", explain(error)) from error


def explain(error: redis.RedisError) -> str:
    """What happened and what to do, in a sentence."""
    text = str(error)
    for marks, advice in _ADVICE:
        if any(mark in text for mark in marks):
            return f"{advice} ({text})"
    if isinstance(error, redis.TimeoutError):
        return f"no answer within {TIMEOUT_S:.0f} s: see whether it hangs or the network does ({text})"
    if isinstance(error, redis.ConnectionError):
        return f"start it, or correct CRAWLER_REDIS_URL ({text})"
    return text


class Script:
    """One of lua/*.lua. It is sent by its hash, and whole when the server does not know it (new, restarted, wiped)."""

    def __init__(self, client: redis.Redis, *names: str) -> None:
        """The last of `names`, after the functions of the others, which it uses."""
        parts = [(SCRIPTS / f"{name}.lua").read_text(encoding="utf-8") for name in names]
        self._script = client.register_script("\n".join(parts))

    def __call__(self, keys: Sequence[str], *args: str | bytes | float) -> Any:
        with answering():
            return self._script(keys=keys, args=args)
