"""Artillery: fire from a distance, in attack, in defence, or alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.mechanics.clauses import object_to
from tabuleiro.mechanics.duties import ACTED, attack_ban, is_bound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["fire_objections", "guns_in_range", "supports_in_range"]

_ADJACENT = 1


def guns_in_range(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of the attacking side that may fire at a hex from a distance now."""
    for piece in _guns(s, side):
        if not fire_objections(s, piece, target):
            yield piece


def supports_in_range(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of the defending side that may support the defence of a hex now."""
    for piece in _guns(s, side):
        if not fire_objections(s, piece, target, defending=True):
            yield piece


def _guns(s: Situation, side: str) -> tuple[str, ...]:
    return s.memo(("guns", side), lambda: _find_guns(s, side))


def _find_guns(s: Situation, side: str) -> tuple[str, ...]:
    counters = s.module.counters
    pieces = (p for stack in s.occupied(side).values() for p in stack)
    return tuple(p for p in pieces if counters[p].values.get("range"))


def fire_objections(
    s: Situation, piece: str, target: str, *, defending: bool = False
) -> list[Objection]:
    """Return reasons why a piece may not fire at a hex (for a defence: of a friend) from afar.

    Artillery next to its target is engaged and attacks as other pieces do.
    """
    found = []
    place = s.place(piece)
    reach = s.value(piece, "range")
    far = place not in s.board.grid or s.board.grid.distance(place, target) > reach
    if far:
        message = msg(
            "{piece} cannot reach {hex}: its range is {n}.",
            piece=piece_ref(piece),
            hex=hex_ref(target),
            n=reach,
        )
        found.append(object_to(s, message, "range", "form", pieces=(piece,)))
    elif place == target:
        message = msg("{piece} defends with its own hex.", piece=piece_ref(piece))
        found.append(object_to(s, message, "defence-support", "form", pieces=(piece,)))
    elif not defending and s.board.grid.distance(place, target) == _ADJACENT:
        message = msg("{piece} is next to {hex} and attacks as other units do.",
                      piece=piece_ref(piece), hex=hex_ref(target))  # fmt: skip
        found.append(object_to(s, message, "engaged-artillery", "form", pieces=(piece,)))
    if not defending:
        found += attack_ban(s, piece)
    if s.marked(piece, ACTED):
        message = msg("{piece} has already fought in this phase.", piece=piece_ref(piece))
        found.append(object_to(s, message, "once-a-phase", "combat", pieces=(piece,)))
    elif not defending and is_bound(s, piece):
        message = msg("{piece} is engaged and must attack next to it.", piece=piece_ref(piece))
        found.append(object_to(s, message, "engaged-artillery", "combat", pieces=(piece,)))
    return found
