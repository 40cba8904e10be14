"""The values that the scripts of a page are written with: JSON, and the literals of JavaScript.

No script is run. What is no literal is left out, but for the names of a function's arguments where it is called at
once: builders write values so that occur twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import unquote

MIN_CHARS = 100
"""A shorter script holds no text."""

MAX_SCRIPTS = 100
MAX_CHARS = 2_000_000
"""Of all scripts of a page that are read, and of one of them."""

MAX_DEPTH = 100
"""Values inside more others are not read."""

MAX_SUM = 2_000
"""So many texts are added up to one."""

_SCRIPT = re.compile(r"<script\b[^<>]{0,2000}>", re.IGNORECASE)
_END = re.compile(r"</script\s{0,9}>", re.IGNORECASE)

_TOKEN = re.compile(
    r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'"
    r"|`[^`\\]*+(?:\\.[^`\\]*+)*+`"
    r"|//[^\n]*+|/\*|[A-Za-z_$][\w$]*+|-?\d++(?:\.\d++)?|[=!<>]?={1,2}>?|[\[\](){},;:+]",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(\r?\n|.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "", "\n": "", "\r\n": ""}
_OPENING = {"}": "{", "]": "[", ")": "("}
_BLOCKS = ("{", "")
"""What objects and blocks of statements begin with, and scripts."""
_ENCODED = ("%7B%22", "%7b%22", "%5B%7B", "%5b%7b")
_DECODER = json.JSONDecoder(strict=False)


class Name(str):
    """A name in a script, of a variable, a function or a key: no text."""

    __slots__ = ()


def values(html: str) -> Iterator[Any]:
    """What each script of a page holds: an object or a list as `json` reads them, or an object of its variables."""
    left = MAX_CHARS
    for script in islice(_scripts(html), MAX_SCRIPTS):
        left -= len(script)
        if left < 0:
            return
        yield parsed(script) or _variables(script)


def parsed(text: str) -> Any:
    """The object or list that a text is written as; None for any other text."""
    text = unquote(text) if text.startswith(_ENCODED) else text.strip()
    if not (text.startswith(("{", "[")) and text.endswith(("}", "]"))):
        return None
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _scripts(html: str) -> Iterator[str]:
    at = 0
    while (start := _SCRIPT.search(html, at)) and (end := _END.search(html, start.end())):
        at = end.end()
        if end.start() - start.end() >= MIN_CHARS:
            yield html[start.end() : end.start()].strip()


def _variables(script: str) -> dict[str, Any]:
    """What a script assigns, and the keys of the objects in it. Takes linear time."""
    stack = [_Frame("")]
    at = tried = 0
    while match := _TOKEN.search(script, at):
        token, at = match[0], match.end()
        if token == "/*":
            at = script.find("*/", at) % (len(script) + 1)  # up to the end, if there is none
        elif token in ("{", "[", "("):
            if token == "{" and at > tried:
                value, end = _json_at(script, match.start())
                if value is not None:
                    stack[-1].take(value)
                    at = end
                    continue
                tried = end
            if len(stack) == MAX_DEPTH:
                break
            stack.append(_Frame(token))
        elif token in _OPENING:
            if any(frame.sign == _OPENING[token] for frame in stack):
                while (inner := stack.pop()).sign != _OPENING[token]:
                    stack[-1].take(inner.closed())
                stack[-1].call(inner.closed()) if token == ")" else stack[-1].take(inner.closed())
        else:
            stack[-1].read(token)
    while len(stack) > 1:
        inner = stack.pop()
        stack[-1].take(inner.closed())
    return dict(stack[0].closed())


def _json_at(script: str, at: int) -> tuple[Any, int]:
    """The object at a place of a script that is written as JSON, and where it ends; None, and where it is no more."""
    try:
        return _DECODER.raw_decode(script, at)
    except json.JSONDecodeError as error:
        return None, error.pos
    except RecursionError:
        return None, len(script)


class _Frame:
    """What stands between two brackets, read so far: an object or a block of statements, a list, or arguments."""

    def __init__(self, sign: str) -> None:
        self.sign = sign
        self._keyed: dict[str, Any] = {}
        self._listed: list[Any] = []
        self._key = ""
        self._name = Name("")
        self._value: Any = None
        self._parameters: list[Any] = []
        self._adds = False
        self._sums = 0

    def read(self, token: str) -> None:
        """Read a sign, a word, a number or a string."""
        if token[0] in "\"'`":
            self.take(_text(token))
        elif token in (",", ";"):
            self._end()
        elif token in (":", "="):
            self._begin()
        elif token == "+":
            self._sums += 1
            self._adds = isinstance(self._value, str) and self._sums < MAX_SUM
        elif token[0] in "-0123456789":
            self.take(_number(token))
        elif token[0] not in "/=!<>":
            self._name = Name(token)
            if self._value is None or isinstance(self._value, Name):
                self._value = self._name

    def take(self, value: Any) -> None:
        """Take a value: the next of a sum of texts, or the last of what stands between two signs."""
        is_sum = self._adds and isinstance(value, str) and isinstance(self._value, str)
        self._value = self._value + value if is_sum else value
        self._adds = False

    def call(self, arguments: list[Any]) -> None:
        """Take the arguments of a call: what is made of one text or object is that; a method leaves what it is of."""
        if isinstance(self._value, dict | list) and self._parameters:
            names = dict(zip(self._parameters, arguments, strict=False))
            self._value = _named(self._value, names, MAX_DEPTH)
        elif self._value == "function":
            self._parameters = arguments
        elif (self._value is None or isinstance(self._value, Name)) and len(arguments) == 1:
            self._value = arguments[0]

    def closed(self) -> Any:
        """The object, the list or the arguments; of a block of statements the object that it ends with."""
        last = self._value
        if self.sign == "{" and isinstance(last, dict) and not (self._key or self._keyed):
            return last
        self._end()
        return self._keyed if self.sign in _BLOCKS else self._listed

    def _begin(self) -> None:
        """What stands before an equals sign or a colon is read: the key of what follows."""
        key = (
            self._value[0] if isinstance(self._value, list) and len(self._value) == 1 else self._value
        )  # window["key"]
        if not isinstance(key, str):  # the end of a statement, with no sign between it and the next
            self._end()
            key = self._name
        self._key, self._value = key, None

    def _end(self) -> None:
        """What stands between two signs is read."""
        value, key = self._value, self._key
        self._value, self._key, self._adds, self._sums = None, "", False, 0
        if self.sign not in _BLOCKS:
            self._listed.append(value)
        elif key:
            self._keyed.setdefault(key, value)
        elif isinstance(value, dict | list):
            self._keyed[f"#{len(self._keyed)}"] = value


def _text(token: str) -> str:
    """What a string says, without its quotes."""
    text = token[1:-1]
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(_unescaped, text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # pairs of surrogates are one character


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        return chr(min(int(code, 16), 0x10FFFF))
    return _ESCAPED.get(match[4], match[4])


def _number(token: str) -> float | int:
    return float(token) if "." in token else int(token[:20])


def _named(value: Any, names: Mapping[str, Any], depth: int) -> Any:
    """A value with what names stand for in their place."""
    if isinstance(value, Name):
        return names.get(value)
    if depth and isinstance(value, dict):
        return {key: _named(inner, names, depth - 1) for key, inner in value.items()}
    if depth and isinstance(value, list):
        return [_named(inner, names, depth - 1) for inner in value]
    return value
