"""Verdicts: the answer to "may I?", with the reason and the rule clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.messages import Message, msg, named

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

__all__ = ["FORM", "Objection", "Verdict", "as_told"]

FORM = "form"
"""The topic of objections that no strictness setting can waive: the action makes no sense."""


class Objection(msgspec.Struct, frozen=True, gc=False):
    """One reason against an action, its clause, its topic and what it is about.

    ``pieces`` and ``hexes`` need not repeat what the sentence names: :meth:`Game.check` adds that.
    """

    message: Message
    rule: str = ""
    topic: str = FORM
    pieces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()

    def naming(self, pieces: Container[str], hexes: Container[str]) -> Objection:
        """Return it with those of these pieces and hexes that its sentence names.

        What it is about already stays, but for pieces that are none: whoever asks may ask nonsense.

        >>> from tabuleiro.engine.messages import hex_ref, msg
        >>> far = Objection(msg("too far: {to}", to=hex_ref("0103")), hexes=("0101",))
        >>> far.naming((), ("0101", "0102", "0103")).hexes
        ('0101', '0103')
        """
        about = (*self.pieces, *named(self.message, "piece"))
        where = (h for h in named(self.message, "place") if h in hexes)
        return msgspec.structs.replace(
            self,
            pieces=tuple(dict.fromkeys(p for p in about if p in pieces)),
            hexes=tuple(dict.fromkeys((*self.hexes, *where))),
        )


def as_told(objections: Iterable[Objection], levels: Mapping[str, Level]) -> tuple[Objection, ...]:
    """Return what was let pass as it is told to those who do not see all, with what they know.

    Of a piece that they do not know nothing; of one whose values they do not know the clause alone.
    """
    found = []
    for objection in objections:
        pieces = {*objection.pieces, *named(objection.message, "piece")}
        known = min((levels.get(piece, Level.ALL) for piece in pieces), default=Level.IDENTITY)
        if known >= Level.STATE:
            found.append(objection)
        elif known >= Level.IDENTITY:
            message = msg("This is left to the players.")
            found.append(msgspec.structs.replace(objection, message=message, hexes=()))
    return tuple(found)


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """Yes, or no with every objection; truthy when yes.

    >>> bool(Verdict.yes())
    True
    >>> from tabuleiro.engine.messages import msg
    >>> bool(Verdict.no(msg("too far"), rule="diadem-4.0-2", topic="movement"))
    False
    """

    objections: tuple[Objection, ...] = ()
    waived: tuple[Objection, ...] = ()

    def __bool__(self) -> bool:
        """Whether the action may be taken."""
        return not self.objections

    @staticmethod
    def yes() -> Verdict:
        """Return the verdict that allows."""
        return _YES

    @staticmethod
    def no(
        message: Message,
        *,
        rule: str = "",
        topic: str = FORM,
        pieces: tuple[str, ...] = (),
        hexes: tuple[str, ...] = (),
    ) -> Verdict:
        """Return a verdict that forbids for one reason."""
        return Verdict((Objection(message, rule, topic, pieces, hexes),))

    @staticmethod
    def of(objections: list[Objection]) -> Verdict:
        """Return yes if the list is empty, else no for all its reasons."""
        return Verdict(tuple(objections)) if objections else _YES

    @property
    def reason(self) -> Message | None:
        """The first reason against, if any."""
        return self.objections[0].message if self.objections else None

    @property
    def rule(self) -> str:
        """The clause of the first reason against."""
        return self.objections[0].rule if self.objections else ""


_YES = Verdict()
