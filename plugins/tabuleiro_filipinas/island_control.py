"""Flags: who holds each island, and how one changes hands at the end of a turn (15.1-7, 15.1-8).

The holder is kept as control of the region: the island's hexes follow its flag, but for those where
enemies stand, so that coasts which nobody has walked on are not the enemy's for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from tabuleiro.engine import Step, hex_ref, msg, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import AIR, arm, land_units
from tabuleiro.rules.victory.control import ControlTerms, controller
from tabuleiro.rules.victory.objectives import OccupationTerms
from tabuleiro_filipinas.islands import island_of, islands
from tabuleiro_filipinas.moments import Moment, MomentHooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["Conquest", "Flags", "RaiseFlags", "flag_of"]

_FLAG: Final = "-flag"


def flag_of(s: Situation, island: str) -> str:
    """Return the side whose flag an island bears."""
    return s.position.control.get(island) or s.terms(ControlTerms).default


class RaiseFlags(Step, frozen=True):
    """The set-up is over: every island has a flag, that of the defender if no other lies there."""

    def run(self, change: Change) -> None:
        """Raise them."""
        change.finish()
        default = change.terms(ControlTerms).default
        for island, hexes in islands(change).items():
            lies = [(h, side) for h in sorted(hexes) for side in change.module.sides
                    if side + _FLAG in change.position.marks.get(h, ())]  # fmt: skip
            where, side = lies[0] if lies else (sorted(hexes)[len(hexes) // 2], default)
            if not lies:
                change.emit(ev.PlaceMarked(where, add=(side + _FLAG,)))
            if side != default or change.position.control.get(island) != side:
                _hand_over(change, island, side)


class Conquest(Step, frozen=True):
    """The turn ends: islands that were conquered get another flag."""

    def run(self, change: Change) -> None:
        """Look at each island; at those where nobody stands who could take them, not twice."""
        change.finish()
        steps: list[Step] = []
        for island in islands(change):
            before = flag_of(change, island)
            winner = _winner(change, island, before)
            if winner != before:
                self._swap(change, island, before, winner)
                hooks = cast("MomentHooks", change.rules)
                steps += hooks.conquest_steps(s=change, island=island, side=winner)
        change.push(*steps)

    def _swap(self, change: Change, island: str, before: str, winner: str) -> None:
        _hand_over(change, island, winner)
        for hex in sorted(islands(change)[island]):
            if before + _FLAG in change.position.marks.get(hex, ()):
                flags = {"add": (winner + _FLAG,), "remove": (before + _FLAG,)}
                change.emit(ev.PlaceMarked(hex, **flags))
        taken = msg("{side}: {island} taken.", side=side_ref(winner), island=hex_ref(island))
        change.say(taken, clause(change, "conquest"))


def _hand_over(change: Change, island: str, side: str) -> None:
    """Let an island be a side's, with all its hexes where no enemy stands."""
    change.emit(ev.Controlled(island, side))
    held = land_units(change, change.enemy(side))
    for hex in sorted(islands(change)[island]):
        if controller(change, hex) != side and not _takers(change, held.get(hex, ())):
            change.emit(ev.Controlled(hex, side))


def _winner(s: Situation, island: str, before: str) -> str:
    """Return whose an island is now.

    It falls to who has landed there when nothing of its holder is left; of its first holder
    aircraft on a field of his are something, of a conqueror nothing but troops.
    """
    other, default = s.enemy(before), s.terms(ControlTerms).default
    landed = _landed(s, other)
    if island not in landed:
        return before
    if before == default:
        left = island in _islands_of(s, before) or island in _islands_of_aircraft(s, before)
        return before if left else other
    stand = island in _islands_of(s, other) and island not in _islands_of(s, before)
    return other if stand else before


def _landed(s: Situation, side: str) -> frozenset[str]:
    """Return the islands where a side stands, or once was and nobody came after it."""

    def found() -> frozenset[str]:
        held = (hex for hex, owner in s.position.control.items() if owner == side)
        return frozenset({*filter(None, (island_of(s, hex) for hex in held))}
                         | _islands_of(s, side))  # fmt: skip

    return s.cache_here(("landed", side), found)


def _islands_of(s: Situation, side: str) -> frozenset[str]:
    """Return the islands where land units of a side stand that take hexes for it."""
    return s.cache_here(("stands", side), lambda: frozenset(
        island
        for hex, pieces in land_units(s, side).items()
        if (island := island_of(s, hex)) and _takers(s, pieces)
    ))  # fmt: skip


def _islands_of_aircraft(s: Situation, side: str) -> frozenset[str]:
    """Return the islands where aircraft of a side lie on fields that it holds."""
    return s.cache_here(("flies-from", side), lambda: frozenset(_with_aircraft(s, side)))


def _with_aircraft(s: Situation, side: str) -> Iterator[str]:
    for hex, pieces in s.occupied(side).items():
        island = island_of(s, hex)
        if island and controller(s, hex) == side and any(arm(s, p) == AIR for p in pieces):
            yield island


def _takers(s: Situation, pieces: Iterable[str]) -> list[str]:
    without = s.terms(OccupationTerms).without_types
    return [piece for piece in pieces if s.counter(piece).type not in without]


class Flags:
    """A part: flags on islands, and their conquest at the end of the turn."""

    @hookimpl
    def steps_at(self, moment: Moment) -> list[Step]:
        return [Conquest()] if moment is Moment.ISLANDS else []
