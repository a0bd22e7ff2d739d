"""Artillery on land, and ships as floating artillery: they fire at what is near, neighbours too.

Unit types with the tag ``artillery`` are guns, naval ones too. A gun fires once in a phase: in an
attack, in a defence, or in a bombardment. ``rules: naval: no_fire`` names, for each ship, the
regions at which it may not fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.duty_to_attack import ACTED
from tabuleiro.rules.ground.land_units import GUN, NAVAL, arm, is_gun
from tabuleiro.rules.sea.waters import closed_to_fire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import Module

__all__ = ["fire_objections", "guns_near", "spent_objections"]


def guns_near(s: Situation, side: str, target: str, *, defending: bool = False) -> Iterator[str]:
    """Yield the guns of a side that may fire at a hex now, or into the defence of it."""
    for place in (target, *s.board.grid.neighbours(target), *_further(s, side, target)):
        for piece in s.at(place):
            if (
                s.side(piece) == side
                and is_gun(s, piece)
                and not fire_objections(s, piece, target, defending=defending)
            ):
                yield piece


def _further(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the hexes with guns of a side that are not next to a hex but reach it, the near first.

    Few games have guns that reach further than the next hex.
    """
    reach = _longest_range(s.module)
    if reach > 1:
        distance = s.board.grid.distance
        near = sorted((distance(hex, target), hex) for hex in _with_guns(s, side))
        yield from (hex for away, hex in near if 1 < away <= reach)


def _with_guns(s: Situation, side: str) -> tuple[str, ...]:
    """Return the hexes where a side has guns."""
    mine = s.occupied(side)

    def find() -> tuple[str, ...]:
        return tuple(h for h, pieces in mine.items() if any(is_gun(s, piece) for piece in pieces))

    return s.cache_by_basis(("with-guns", side), mine, find)


def _longest_range(module: Module) -> int:
    if "longest-range" not in module.memo:
        ranges = (c.values.get("range", 0) for c in module.counters.values() if GUN in c.tags)
        module.memo["longest-range"] = max(ranges, default=0)
    found: int = module.memo["longest-range"]
    return found


def fire_objections(
    s: Situation, piece: str, target: str, *, defending: bool = False
) -> list[Objection]:
    """Return reasons why a piece may not fire at a hex, or into the defence of it."""
    if not is_gun(s, piece):
        message = msg("{piece} is not artillery.", piece=piece_ref(piece))
        return [object_to(s, message, "bombardment", "form", pieces=(piece,))]
    return [*_out_of_reach(s, piece, target, defending=defending),
            *_not_allowed(s, piece, target, defending=defending)]  # fmt: skip


def _out_of_reach(s: Situation, piece: str, target: str, *, defending: bool) -> Iterator[Objection]:
    place, reach = s.place(piece), s.value(piece, "range")
    if place not in s.board.grid or s.board.grid.distance(place, target) > reach:
        message = msg("{piece} cannot reach {hex}: its range is {n}.", piece=piece_ref(piece),
                      hex=hex_ref(target), n=reach)  # fmt: skip
        topic = "combat" if s.on_map(piece) else FORM
        yield object_to(s, message, "artillery-range", topic, pieces=(piece,))
    elif defending and place == target:
        message = msg("{piece} defends with its own hex.", piece=piece_ref(piece))
        yield object_to(s, message, "defence-support", "form", pieces=(piece,))


def _not_allowed(s: Situation, piece: str, target: str, *, defending: bool) -> Iterator[Objection]:
    yield from spent_objections(s, piece)
    if not defending:
        yield from s.rules.attack_objections(s=s, piece=piece, target=target)
    if arm(s, piece) == NAVAL and target in closed_to_fire(s, piece):
        message = msg("{piece} may not be used against {hex}.", piece=piece_ref(piece),
                      hex=hex_ref(target))  # fmt: skip
        yield object_to(s, message, "no-fire", "combat", pieces=(piece,), hexes=(target,))


def spent_objections(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield the objection to a second use of a piece in a phase."""
    if s.marked(piece, ACTED):
        message = msg("{piece} has already fought in this phase.", piece=piece_ref(piece))
        rule = "once-a-phase" if is_gun(s, piece) else "once"
        yield object_to(s, message, rule, "combat", pieces=(piece,))
