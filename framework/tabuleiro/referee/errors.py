"""What can go wrong in a conversation, each told as a code, one sentence and data."""

from __future__ import annotations

import json
from typing import Any, Final

from tabuleiro.i18n import _
from tabuleiro.module.errors import did_you_mean

__all__ = [
    "KINDS",
    "RefereeError",
    "bug",
    "clean",
    "in_short",
    "shown",
    "unknown_method",
    "with_hint",
    "wrong_parameter",
]

KINDS: Final = {
    "parse": -32700,
    "request": -32600,
    "method": -32601,
    "parameters": -32602,
    "bug": -32603,
    "refused": 1,
    "no-game": 2,
    "game": 3,
    "module": 4,
    "store": 5,
    "sealed": 6,
    "dice": 7,
    "stale": 8,
}
"""The code of each kind of error: those of JSON-RPC, and positive ones of our own."""

_LONGEST: Final = 60


class RefereeError(Exception):
    """An answer that is an error.

    >>> RefereeError("game", "There is nothing to undo.").to_data()
    {'code': 3, 'message': 'There is nothing to undo.', 'data': {'kind': 'game'}}
    """

    def __init__(self, kind: str, sentence: str, **data: Any) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.data = data

    def to_data(self) -> dict[str, Any]:
        """Return the error object of JSON-RPC."""
        data = {"kind": self.kind, **self.data}
        return {"code": KINDS[self.kind], "message": self.sentence, "data": data}


def shown(value: object) -> str:
    """Return something that was sent as it may stand in a sentence.

    >>> shown("one"), shown([1, None, True])
    ('"one"', '[1, null, true]')
    >>> len(shown("x" * 1000))
    60
    """
    if isinstance(value, str):
        return f'"{clean(value, _LONGEST - 2)}"'
    if isinstance(value, list | dict) and len(value) > _LONGEST:
        return "[…]" if isinstance(value, list) else "{…}"
    return clean(json.dumps(value, ensure_ascii=False))


def clean(text: str, longest: int = _LONGEST) -> str:
    r"""Return a text on one line, cut where it is too long.

    >>> clean("one\ntwo"), clean("x" * 9, 5)
    ('one?two', 'xxxx…')
    """
    line = "".join(c if c.isprintable() else "?" for c in text[: longest + 1])
    return line if len(line) <= longest else line[: longest - 1] + "…"


def in_short(error: Exception) -> str:
    """Return an exception as it may stand in a sentence.

    >>> in_short(KeyError("a hole."))
    "KeyError: 'a hole.'"
    """
    return clean(f"{type(error).__name__}: {error}").rstrip(".")


def unknown_method(name: str, known: list[str]) -> RefereeError:
    """Return the fault of a method that does not exist."""
    sentence = _("There is no method {name}.").format(name=shown(name))
    text = with_hint(sentence, did_you_mean(name, known))
    return RefereeError("method", text, found=shown(name), allowed=known)


def wrong_parameter(
    method: str, key: str, found: object, allowed: str, known: list[str] | None = None
) -> RefereeError:
    """Return the fault of a parameter that may not have this value.

    ``allowed`` says in words what it may be; ``known`` are the values, if they can be listed.

    >>> print(wrong_parameter("view", "side", "alied", "a side", ["allied", "axis"]))
    "side" of "view" must be a side, not "alied"; did you mean "allied"?
    """
    sentence = _('"{key}" of "{method}" must be {allowed}, not {found}.').format(
        key=clean(key), method=method, allowed=allowed, found=shown(found)
    )
    hint = did_you_mean(found, known) if isinstance(found, str) and known else ""
    data = {"key": clean(key), "found": shown(found), "allowed": known or allowed}
    return RefereeError("parameters", with_hint(sentence, hint), **data)


def bug(error: Exception, method: str) -> RefereeError:
    """Return the fault of an exception that nobody foresaw."""
    what = clean(str(error))
    name = f"{type(error).__name__}: {what}" if what else type(error).__name__
    sentence = _('"{method}" failed by a bug of the program: {bug}.')
    return RefereeError("bug", sentence.format(method=method, bug=name.rstrip(".")))


def with_hint(sentence: str, hint: str) -> str:
    """Return a sentence with a hint at its end, if there is one.

    >>> with_hint("There is no piece.", 'did you mean "rook"?')
    'There is no piece; did you mean "rook"?'
    """
    return f"{sentence[:-1]}; {hint}" if hint else sentence
