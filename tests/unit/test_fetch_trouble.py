"""What is said of a connection that fails: our words or the system's, and none of a library's insides."""

from __future__ import annotations

import http.client
import re
import ssl

import pytest
from urllib3.exceptions import IncompleteRead, InvalidChunkLength, ProtocolError, SSLError
from urllib3.response import HTTPResponse

from crawler.fetch.trouble import MAX_CHARS, trouble
from crawler.web.sentences import UNTOLD, in_language


def unverified(said: str) -> ssl.SSLError:
    problem = ssl.SSLCertVerificationError(1, f"[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: {said}")
    problem.reason, problem.verify_message = "CERTIFICATE_VERIFY_FAILED", said
    return problem


def broken_tls(reason: str) -> ssl.SSLError:
    problem = ssl.SSLError(1, f"[SSL: {reason}] {reason} (_ssl.c:992)")
    problem.reason = reason
    return problem


SHORT = IncompleteRead(3475, 1000)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (SHORT, "it ends after 3475 bytes, 1000 were to follow"),
        (ProtocolError(f"Connection broken: {SHORT!r}", SHORT), "it ends after 3475 bytes, 1000 were to follow"),
        (http.client.IncompleteRead(b"abc", 7), "it ends after 3 bytes, 7 were to follow"),
        (InvalidChunkLength(HTTPResponse(), b"not a number"), "a chunk of it has no length"),
        (http.client.RemoteDisconnected("Remote end closed"), "the host hung up without an answer"),
        (http.client.BadStatusLine("220 mail ESMTP"), "it does not begin as HTTP does"),
        (http.client.LineTooLong("header line"), "a line of its head is too long"),
        (http.client.HTTPException("got more than 100 headers"), "got more than 100 headers"),
        (ConnectionResetError(104, "Connection reset by peer"), "Connection reset by peer"),
        (ProtocolError("Connection broken", ConnectionResetError(104, "Connection reset by peer")),
         "Connection reset by peer"),
        (unverified("certificate has expired"), "certificate has expired"),
        (SSLError(unverified("self-signed certificate")), "self-signed certificate"),
        (unverified("Hostname mismatch, certificate is not valid for 'a.example'."),
         "Hostname mismatch, certificate is not valid for 'a.example'"),
        (broken_tls("WRONG_VERSION_NUMBER"), "wrong version number"),
    ],
)  # fmt: skip
def test_a_failure_is_said_in_a_few_words_of_either_language(problem: Exception, said: str) -> None:
    assert trouble(problem) == said
    assert UNTOLD not in in_language(said, "zh")
    assert not re.search("[a-z]{4,} [a-z]{4,}", in_language(said, "zh"))


def test_what_nobody_knows_is_said_on_one_line_that_ends() -> None:
    assert trouble(ValueError("a\r\nb\tc")) == "a b c"
    assert trouble(ValueError()) == "ValueError"
    assert len(trouble(ValueError("x" * 9999))) == MAX_CHARS
