"""JSON-RPC 2.0 as the referee speaks it: one message a line, read with suspicion."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from tabuleiro.i18n import _
from tabuleiro.module.errors import did_you_mean
from tabuleiro.referee.errors import RefereeError, shown, with_hint

__all__ = ["MAX_BATCH", "MAX_BYTES", "MAX_DEPTH", "Request", "answer", "encode", "parse", "request"]

MAX_BYTES: Final = 10_000_000
"""Longest message."""
MAX_BATCH: Final = 100
"""Most requests in one message."""
MAX_DEPTH: Final = 64
"""How deep lists and objects may lie in each other."""

_LARGEST: Final = 2**63 - 1
_DIGITS: Final = 100
_KEYS: Final = ("jsonrpc", "method", "params", "id")

Id = str | int | None


class Request(NamedTuple):
    """A request that is well formed."""

    method: str
    params: dict[str, Any]
    id: Id
    answered: bool
    """False for a notification, which nobody answers."""


# ----------------------------------------------------------------------------------- reading


def parse(line: str | bytes) -> Any:
    """Return the JSON value of a line, or raise a `RefereeError`.

    >>> parse('{"a": [1, 2]}')
    {'a': [1, 2]}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    tabuleiro.referee.errors.RefereeError: The key "a" stands twice in an object.
    """
    text = _decoded(line)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        sentence = _("This is not JSON: it goes wrong at character {n}.")
        raise RefereeError("parse", sentence.format(n=error.pos + 1)) from None
    except RecursionError:
        raise _too_deep() from None
    _inspect(value)
    return value


def _decoded(line: str | bytes) -> str:
    try:
        raw = line.encode() if isinstance(line, str) else line
    except UnicodeEncodeError:
        raise _half() from None
    if len(raw) > MAX_BYTES:
        sentence = _("The message is too long: {limit} MB is the limit.")
        raise RefereeError("request", sentence.format(limit=MAX_BYTES // 10**6))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = _("The message is not UTF-8 text: byte {n} is wrong.")
        raise RefereeError("parse", sentence.format(n=error.start + 1)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        ((twice, _times),) = Counter(key for key, _value in pairs).most_common(1)
        sentence = _("The key {key} stands twice in an object.")
        raise RefereeError("parse", sentence.format(key=shown(_whole_text(twice))))
    return found


def _whole(digits: str) -> int:
    if len(digits) <= _DIGITS and abs(int(digits)) <= _LARGEST:
        return int(digits)
    raise _too_large(digits)


def _fraction(digits: str) -> float:
    if len(digits) <= _DIGITS and math.isfinite(float(digits)):
        return float(digits)
    raise _too_large(digits)


def _constant(name: str) -> NoReturn:
    raise RefereeError("parse", _("{name} is not a number that JSON knows.").format(name=name))


def _too_large(digits: str) -> RefereeError:
    sentence = _("The number {number} is too large.")
    number = digits if len(digits) <= 24 else digits[:23] + "…"
    return RefereeError("parse", sentence.format(number=number))


def _too_deep() -> RefereeError:
    sentence = _("Lists and objects lie too deep in each other: {n} is the limit.")
    return RefereeError("parse", sentence.format(n=MAX_DEPTH))


def _half() -> RefereeError:
    return RefereeError("parse", _("A text has half a character in it (a lone surrogate)."))


def _whole_text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _half() from None
    return text


def _inspect(value: object) -> None:
    """Refuse what lies too deep, and texts that no UTF-8 can hold."""
    todo: list[tuple[object, int]] = [(value, 0)]
    while todo:
        here, depth = todo.pop()
        if isinstance(here, str):
            _whole_text(here)
        elif isinstance(here, dict | list):
            if depth == MAX_DEPTH:
                raise _too_deep()
            inside = [*here, *here.values()] if isinstance(here, dict) else here
            todo.extend((item, depth + 1) for item in inside if isinstance(item, str | dict | list))


# ---------------------------------------------------------------------------------- requests


def request(value: object) -> Request:
    """Return the request that a JSON value describes, or raise a `RefereeError`.

    >>> request({"jsonrpc": "2.0", "id": 1, "method": "hello"}).method
    'hello'
    """
    if not isinstance(value, dict):
        sentence = _("A request must be an object, not {found}.")
        raise RefereeError("request", sentence.format(found=shown(value)))
    for key in value:
        if key not in _KEYS:
            sentence = _("A request has no {key}; it has: {known}.")
            hint = did_you_mean(key, _KEYS)
            text = sentence.format(key=shown(key), known=", ".join(_KEYS))
            raise RefereeError("request", with_hint(text, hint))
    if value.get("jsonrpc") != "2.0":
        raise RefereeError("request", _('A request must say "jsonrpc": "2.0".'))
    if not isinstance(value.get("method"), str):
        raise RefereeError("request", _('A request must name a method: "method" must be a text.'))
    if "id" in value and not is_id(value["id"]):
        sentence = _('"id" must be a text, a whole number or null, not {found}.')
        raise RefereeError("request", sentence.format(found=shown(value["id"])))
    params = value.get("params", {})
    if not isinstance(params, dict):
        sentence = _('"params" must be an object with a key for each parameter, not {found}.')
        kind = "parameters" if isinstance(params, list) else "request"
        raise RefereeError(kind, sentence.format(found=shown(params)))
    return Request(value["method"], params, value.get("id"), "id" in value)


def is_id(value: object) -> bool:
    """Return whether a value may be the id of a request.

    >>> is_id("a"), is_id(1), is_id(None), is_id(True), is_id(1.5)
    (True, True, True, False, False)
    """
    return value is None or isinstance(value, str) or type(value) is int


# ----------------------------------------------------------------------------------- answers


def answer(id: Id, *, result: Any = None, fault: RefereeError | None = None) -> dict[str, Any]:
    """Return the answer to a request."""
    if fault is not None:
        return {"jsonrpc": "2.0", "id": id, "error": fault.to_data()}
    return {"jsonrpc": "2.0", "id": id, "result": result}


def encode(value: Any) -> str:
    """Return a value as one line of JSON."""
    return msgspec.json.encode(value).decode()
