"""Squadrons: which air pieces may fly now, why others may not, and in what role (6.0).

A unit type has the tag ``fighter`` if it decides air battles, ``bomb`` if it bombs, and
``support-attack`` and ``support-defence`` if it supports troops. One with ``fighter`` and ``bomb``
flies as either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro_papua.air.airfields import is_damaged, sea_based
from tabuleiro_papua.air.sorties import TRANSFERRED, in_range
from tabuleiro_papua.supply_lines import supplied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "ATTACK",
    "DEFENCE",
    "Grounded",
    "bombs",
    "carries",
    "fights",
    "flown_objections",
    "grounded",
    "lands",
    "out_of_range",
    "ready",
    "roles",
    "squadrons",
]

ATTACK, DEFENCE = "support-attack", "support-defence"
"""The tags of those that support an attack, and a defence, on the ground."""


def squadrons(s: Situation, side: str) -> tuple[str, ...]:
    """Return the air pieces of a side that are on the board, in the order of their places."""
    return s.cache_by_basis(("squadrons", side), s.occupied(side), lambda: _squadrons(s, side))


def _squadrons(s: Situation, side: str) -> tuple[str, ...]:
    stacks = s.occupied(side).values()
    return tuple(piece for pieces in stacks for piece in pieces if arm(s, piece) == AIR)


def fights(s: Situation, piece: str) -> bool:
    """Return whether an air piece can fly as a fighter."""
    return "fighter" in s.counter(piece).tags


def bombs(s: Situation, piece: str) -> bool:
    """Return whether an air piece can bomb and interdict."""
    return "bomb" in s.counter(piece).tags


def carries(s: Situation, piece: str) -> bool:
    """Return whether an air piece flies troops and supplies."""
    return "air-transport" in s.counter(piece).tags


def lands(s: Situation, piece: str) -> bool:
    """Return whether an air transport can land on airfields."""
    return carries(s, piece) and not sea_based(s, piece)


def roles(s: Situation, piece: str, support: str = "") -> tuple[str, ...]:
    """Return the roles in which a piece may bomb or escort; or support troops, with such a tag.

    Clause: air-classes.
    """
    if support and support not in s.counter(piece).tags:
        return ()
    found = {FIGHTER: fights(s, piece), BOMBER: bombs(s, piece)}
    return tuple(role for role, can in found.items() if can)


def grounded(s: Situation, piece: str) -> list[Objection]:
    """Return reasons why an air piece may fly no mission at all now."""
    return s.cache_here(("grounded", piece), lambda: list(_grounded(s, piece)))


def _grounded(s: Situation, piece: str) -> Iterator[Objection]:
    about = {"pieces": (piece,)}
    place = s.place(piece)
    if arm(s, piece) != AIR or not s.on_map(piece):
        message = msg("{piece} is not an air unit on the board.", piece=piece_ref(piece))
        yield object_to(s, message, "mission", "form", **about)
        return
    yield from flown_objections(s, piece, "one-mission")
    if is_damaged(s, place):
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        yield object_to(s, message, "damaged", "air", **about, hexes=(place,))
    if not supplied(s, piece):
        message = msg("{piece} is out of supply.", piece=piece_ref(piece))
        yield object_to(s, message, "air-supply", "supply", **about)


def flown_objections(s: Situation, piece: str, rule: str) -> Iterator[Objection]:
    """Yield what speaks against another flight of a piece in a half-turn.

    ``rule`` is the word for the clause, if it has flown a mission before.
    """
    if s.marked(piece, FLOWN):
        message = msg("{piece} has flown a mission.", piece=piece_ref(piece))
        yield object_to(s, message, rule, "air", pieces=(piece,))
    if s.marked(piece, TRANSFERRED):
        message = msg("{piece} has changed its base.", piece=piece_ref(piece))
        yield object_to(s, message, "after-transfer", "air", pieces=(piece,))


def ready(s: Situation, side: str) -> tuple[str, ...]:
    """Return the air pieces of a side that may fly a mission now."""
    return s.cache_here(
        ("ready", side), lambda: tuple(p for p in squadrons(s, side) if _can_fly(s, p))
    )


def _can_fly(s: Situation, piece: str) -> bool:
    """Return whether nothing keeps a squadron on the board grounded, without saying what."""
    if s.marked(piece, FLOWN) or s.marked(piece, TRANSFERRED):
        return False
    return not is_damaged(s, s.place(piece)) and supplied(s, piece)


def out_of_range(s: Situation, piece: str, place: str) -> list[Objection]:
    """Return the objection to a flight that is too far for a piece."""
    if in_range(s, piece, place):
        return []
    about: Mapping[str, tuple[str, ...]] = {"pieces": (piece,), "hexes": (place,)}
    message = msg("{hex} is out of the range of {piece}.", hex=hex_ref(place),
                  piece=piece_ref(piece))  # fmt: skip
    return [object_to(s, message, "range", "air", **about)]


class Grounded:
    """A part: aircraft that cannot take off are shown so, but for those that have flown."""

    @hookimpl
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        if arm(s, piece) != AIR or s.marked(piece, FLOWN) or s.marked(piece, TRANSFERRED):
            return []
        return ["grounded"] if grounded(s, piece) else []
