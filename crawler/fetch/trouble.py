"""What went wrong on the way to a site or back, in a few words: the layers below say it in their own. Pure."""

from __future__ import annotations

import http.client
import ssl

from urllib3.exceptions import IncompleteRead, InvalidChunkLength

MAX_CHARS = 200
"""Of what a layer below says: it may quote the site's answer."""


def trouble(problem: BaseException) -> str:
    """A few words on one line for an error of the sockets', the TLS library's, http.client's or urllib3's."""
    match problem:
        case InvalidChunkLength():
            return "a chunk of it has no length"
        case IncompleteRead(partial=got, expected=missing):
            return _cut_short(got, missing)
        case http.client.IncompleteRead(partial=got, expected=int(missing)):
            return _cut_short(len(got), missing)
        case http.client.RemoteDisconnected():
            return "the host hung up without an answer"
        case http.client.BadStatusLine():
            return "it does not begin as HTTP does"
        case http.client.LineTooLong():
            return "a line of its head is too long"
        case ssl.SSLCertVerificationError(verify_message=str(said)):
            return said.removesuffix(".")
        case ssl.SSLError(reason=str(said)):
            return said.lower().replace("_", " ")
    inner = next((one for one in problem.args if isinstance(one, Exception)), None)  # as urllib3 wraps errors
    if inner is not None:
        return trouble(inner)
    said = (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
    return " ".join(said.split())[:MAX_CHARS] or type(problem).__name__


def _cut_short(got: int, missing: int) -> str:
    return f"it ends after {got} bytes, {missing} were to follow"
