"""Artillery: which guns may fire at a hex, or into its defence, and why others may not.

There are two ways. *From afar* a gun fires at hexes within its range; next to the enemy it is
engaged, and attacks as other pieces do (`guns_in_range`, `supports_in_range`). *Near* it fires at
its neighbours, too, once in a phase, and naval pieces with the tag ``artillery`` are guns as well
(`guns_near`); ``rules: naval: no_fire`` names, for each ship, the regions at which it may not fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.duty_to_attack import ACTED, is_bound
from tabuleiro.rules.ground.land_units import GUN, NAVAL, arm, is_gun
from tabuleiro.rules.recon.line_of_sight import LineOfSightTerms, sight_objections
from tabuleiro.rules.sea.waters import closed_to_fire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import Module

__all__ = [
    "distant_fire_objections",
    "fire_objections",
    "guns_in_range",
    "guns_near",
    "spent_objections",
    "supports_in_range",
]

_ADJACENT: Final = 1


# ---------------------------------------------------------------------------------- from afar


def guns_in_range(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of the attacking side that may fire at a hex from a distance now."""
    for piece, covered in _guns(s, side):
        if target in covered and not distant_fire_objections(s, piece, target):
            yield piece


def supports_in_range(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of the defending side that may support the defence of a hex now."""
    for piece, covered in _guns(s, side):
        if target in covered and not distant_fire_objections(s, piece, target, defending=True):
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


def distant_fire_objections(
    s: Situation, piece: str, target: str, *, defending: bool = False
) -> list[Objection]:
    """Return reasons why a piece may not fire at a hex (for a defence: of a friend) from afar.

    Artillery next to its target is engaged and attacks as other pieces do. A module that has the
    terms of line of sight wants it to see what it fires at.
    """
    found = []
    place = s.place(piece)
    reach = s.value(piece, "range")
    if place not in s.board.grid or target not in _within(s, place, reach):
        found.append(_too_far(s, piece, target, "range"))
    elif place == target:
        found.append(_own_hex(s, piece))
    elif not defending and s.board.grid.distance(place, target) == _ADJACENT:
        message = msg("{piece} is next to {hex} and attacks as other units do.",
                      piece=piece_ref(piece), hex=hex_ref(target))  # fmt: skip
        found.append(object_to(s, message, "engaged-artillery", "combat", pieces=(piece,)))
    if s.terms_if_any(LineOfSightTerms) is not None:
        found += sight_objections(s, piece, target)
    if not defending:
        found += s.rules.attack_bans(s=s, piece=piece)
    if s.marked(piece, ACTED):
        found.append(_spent(s, piece, "once-a-phase"))
    elif not defending and is_bound(s, piece):
        message = msg("{piece} is engaged and must attack next to it.", piece=piece_ref(piece))
        found.append(object_to(s, message, "engaged-artillery", "combat", pieces=(piece,)))
    return found


# ---------------------------------------------------------------------------------- near


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
        yield _too_far(s, piece, target, "artillery-range")
    elif defending and place == target:
        yield _own_hex(s, piece)


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
        yield _spent(s, piece, "once-a-phase" if is_gun(s, piece) else "once")


# ---------------------------------------------------------------------------------- both


def _too_far(s: Situation, piece: str, target: str, rule: str) -> Objection:
    message = msg("{piece} cannot reach {hex}: its range is {n}.", piece=piece_ref(piece),
                  hex=hex_ref(target), n=s.value(piece, "range"))  # fmt: skip
    topic = "combat" if s.on_map(piece) else FORM
    return object_to(s, message, rule, topic, pieces=(piece,))


def _own_hex(s: Situation, piece: str) -> Objection:
    message = msg("{piece} defends with its own hex.", piece=piece_ref(piece))
    return object_to(s, message, "defence-support", "form", pieces=(piece,))


def _spent(s: Situation, piece: str, rule: str) -> Objection:
    message = msg("{piece} has already fought in this phase.", piece=piece_ref(piece))
    return object_to(s, message, rule, "combat", pieces=(piece,))
