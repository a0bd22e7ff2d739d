"""Artillery that fires from a distance, in attack, in defence, or alone.

A module that has the terms of line of sight wants it to see what it fires at.

Next to the enemy it is engaged, and attacks as other pieces do; where it fires at its neighbours,
too, and ships with it, rules take `artillery_and_ships`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.duty_to_attack import ACTED, is_bound
from tabuleiro.rules.ground.land_units import is_gun
from tabuleiro.rules.recon.line_of_sight import LineOfSightTerms, sight_objections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["fire_objections", "guns_in_range", "supports_in_range"]

_ADJACENT = 1


def guns_in_range(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of the attacking side that may fire at a hex from a distance now."""
    for piece, covered in _guns(s, side):
        if target in covered and not fire_objections(s, piece, target):
            yield piece


def supports_in_range(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of the defending side that may support the defence of a hex now."""
    for piece, covered in _guns(s, side):
        if target in covered and not fire_objections(s, piece, target, defending=True):
            yield piece


def _guns(s: Situation, side: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the artillery of a side on the board, each with the hexes within its range."""
    return s.cache_here(("guns", side), lambda: tuple(_find_guns(s, side)))


def _find_guns(s: Situation, side: str) -> Iterator[tuple[str, frozenset[str]]]:
    for place, pieces in s.occupied(side).items():
        for piece in pieces:
            if is_gun(s, piece):
                yield piece, _within(s, place, s.value(piece, "range"))


def _within(s: Situation, place: str, reach: int) -> frozenset[str]:
    """Return the hexes at most so far away, which no match changes."""
    key = ("within", place, reach)
    if key not in s.module.memo:
        s.module.memo[key] = frozenset(s.board.grid.within(place, reach))
    found: frozenset[str] = s.module.memo[key]
    return found


def fire_objections(
    s: Situation, piece: str, target: str, *, defending: bool = False
) -> list[Objection]:
    """Return reasons why a piece may not fire at a hex (for a defence: of a friend) from afar.

    Artillery next to its target is engaged and attacks as other pieces do.
    """
    found = []
    place = s.place(piece)
    reach = s.value(piece, "range")
    if place not in s.board.grid or target not in _within(s, place, reach):
        message = msg(
            "{piece} cannot reach {hex}: its range is {n}.",
            piece=piece_ref(piece),
            hex=hex_ref(target),
            n=reach,
        )
        topic = "combat" if s.on_map(piece) else FORM
        found.append(object_to(s, message, "range", topic, pieces=(piece,)))
    elif place == target:
        message = msg("{piece} defends with its own hex.", piece=piece_ref(piece))
        found.append(object_to(s, message, "defence-support", "form", pieces=(piece,)))
    elif not defending and s.board.grid.distance(place, target) == _ADJACENT:
        message = msg("{piece} is next to {hex} and attacks as other units do.",
                      piece=piece_ref(piece), hex=hex_ref(target))  # fmt: skip
        found.append(object_to(s, message, "engaged-artillery", "combat", pieces=(piece,)))
    if s.terms_if_any(LineOfSightTerms) is not None:
        found += sight_objections(s, piece, target)
    if not defending:
        found += s.rules.attack_bans(s=s, piece=piece)
    if s.marked(piece, ACTED):
        message = msg("{piece} has already fought in this phase.", piece=piece_ref(piece))
        found.append(object_to(s, message, "once-a-phase", "combat", pieces=(piece,)))
    elif not defending and is_bound(s, piece):
        message = msg("{piece} is engaged and must attack next to it.", piece=piece_ref(piece))
        found.append(object_to(s, message, "engaged-artillery", "combat", pieces=(piece,)))
    return found
