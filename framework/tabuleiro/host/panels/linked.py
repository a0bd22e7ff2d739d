"""Sentences with links: units, hexes and rules that a message names can be clicked."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from tabuleiro.engine import Message
from tabuleiro.module.rulebook import clause_of
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["Finder", "clause_link", "clause_words", "linked", "rule_link"]

_OPEN: Final = "⟦"
_MARK: Final = re.compile(r"⟦(?P<kind>[a-z]+):(?P<id>[^⟧]*)⟧(?P<name>.*?)⟦/⟧")
_KINDS: Final = ("piece", "place")


def linked(message: Message, module: Module) -> str:
    """Return a message as HTML: pieces and places in it are links, ``piece:id``, ``place:id``."""
    values = {name: _marked(value, module) for name, value in message.values.items()}
    words = escape(say(Message(message.text, values), module), quote=False)
    return _MARK.sub(r'<a href="\g<kind>:\g<id>">\g<name></a>', words)


def _marked(value: Any, module: Module) -> Any:
    if isinstance(value, list):
        return [_marked(each, module) for each in value]
    if not isinstance(value, dict):
        return value
    for kind in _KINDS:
        if kind in value:
            name = say(Message("{it}", {"it": value}), module)
            return f"{_OPEN}{kind}:{value[kind]}⟧{name}{_OPEN}/⟧"
    if "message" in value:
        inner = value["message"]
        values = {name: _marked(each, module) for name, each in inner["values"].items()}
        return {"message": {"text": inner["text"], "values": values}}
    return value


def rule_link(rule: str, words: str = "§") -> str:
    """Return a link to a clause."""
    return f'<a href="rule:{rule}">{escape(words)}</a>'


def clause_words(rule: str, module: Module) -> str:
    """Return what a clause is called: its number, or the name of its table and the line in it."""
    number = rule.removeprefix(f"{module.id}-")
    if number[:1].isdigit():
        return number
    found = clause_of(module, rule)
    if found is None:
        return number
    anchor, line = found[0].anchor, number.rpartition("-")[2]
    name = found[0].heading.removeprefix(anchor).strip() or anchor
    return f"{name}, {line}" if number != anchor else name


def clause_link(rule: str, module: Module) -> str:
    """Return a link to a clause that shows what it is called."""
    return f'<a href="{rule}">{escape(clause_words(rule, module))}</a>'


class Finder(QObject):
    """Finds pieces and places on the map: brings them to its middle and marks them.

    The mark goes when something happens in the match.
    """

    def __init__(self, seat: Seat, play: MapPlay, parent: QObject | None = None) -> None:
        """Find on the map of a match."""
        super().__init__(parent)
        self._seat = seat
        self._play = play
        self._marked = False
        seat.changed.connect(self._clear)

    def place(self, place: str) -> bool:
        """Find a place; return whether it is on the map."""
        view = self._play.view
        if place not in view.board.grid:
            return False
        view.turn_to(place)
        self._seat.point(place)
        view.light("marked", {place: ""})
        self._marked = True
        return True

    def piece(self, piece: str) -> bool:
        """Find a piece; return whether it is seen on the map."""
        seen = self._seat.seen(piece) if piece in self._seat.sight.position.pieces else None
        return seen is not None and self.place(str(seen["place"]))

    def follow(self, link: str) -> bool:
        """Follow a link ``piece:id`` or ``place:id``; return whether it led anywhere."""
        kind, _colon, name = link.partition(":")
        if kind == "piece":
            return self.piece(name)
        return kind == "place" and self.place(name)

    def _clear(self) -> None:
        if self._marked:
            self._marked = False
            self._play.view.light("marked", {})
