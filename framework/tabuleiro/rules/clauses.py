"""Clause ids: mechanics know rules by what they say, a module by the number in its rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.options import STRICTNESS, strictness_of
from tabuleiro.engine.verdicts import FORM, Objection

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Message, Situation

__all__ = [
    "Obstacle",
    "clause",
    "enforced",
    "object_to",
    "one_a_topic",
    "senseless",
    "told_bar",
]

Obstacle = str | Objection
"""What bars a step: a word for a clause, for which there is a sentence, or a plugin's objection."""


def clause(s: Situation, *names: str) -> str:
    """Return the module's clause for a rule of the mechanics, or an empty text.

    Of several names the first counts that the module has a clause for: from narrow to wide.
    """
    clauses = s.module.rules.get("clauses", {})
    return next((str(clauses[name]) for name in names if name in clauses), "")


def object_to(
    s: Situation,
    message: Message,
    rule: str,
    topic: str,
    *,
    pieces: tuple[str, ...] = (),
    hexes: tuple[str, ...] = (),
) -> Objection:
    """Return an objection with the module's clause for a rule of the mechanics."""
    return Objection(message, clause(s, rule), topic, pieces, hexes)


def enforced(s: Situation, topic: str) -> bool:
    """Return whether this match enforces a topic, for rules that act by themselves later on."""
    return topic == FORM or strictness_of(s.options, topic) == STRICTNESS[0]


def senseless(objections: Iterable[Objection]) -> bool:
    """Return whether an objection is among these that no match can waive."""
    return any(objection.topic == FORM for objection in objections)


def one_a_topic(objections: Iterable[Objection]) -> tuple[Objection, ...]:
    """Return the first objection of each topic.

    More would say the same again; fewer would let pass what a match does not waive.
    """
    found: dict[str, Objection] = {}
    for objection in objections:
        found.setdefault(objection.topic, objection)
    return tuple(found.values())


def told_bar(
    s: Situation,
    bar: Obstacle,
    sentences: Mapping[str, str],
    piece: str,
    place: str,
    *words: str,
    topic: str,
) -> Objection:
    """Return the objection that tells what bars the way of a piece to a place.

    ``sentences`` has one for each word; ``words`` lead to the clause, the narrowest first. What a
    plugin objects has its own topic.
    """
    if isinstance(bar, Objection):
        return bar
    message = msg(sentences[bar], piece=piece_ref(piece), hex=hex_ref(place))
    pieces = (piece,) if piece in s.position.pieces else ()
    hexes = (place,) if place in s.board.grid else ()
    return Objection(message, clause(s, *words), topic, pieces, hexes)
