"""Bodies of requests are bounded, before any login: whoever sends one is read into memory to be understood."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 1_000_000
"""A file with some thousand sources, which is the largest thing that anybody sends us."""


class BodyLimit:
    """ASGI middleware: a request with a larger body is answered with 413 as soon as so much of it has come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        total = 0

        async def receive_bounded() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if total > MAX_BODY_BYTES:
                raise HTTPException(413, f"a request has at most {MAX_BODY_BYTES:,} bytes")
            return message

        await self._app(scope, receive_bounded, send)
