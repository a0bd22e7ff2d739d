"""Submarines: stations at sea, patrol areas, and the dummy among them (7.5).

They are pieces of their own at sea, never in a force. Face down all of them look alike, the dummy
too (7.5.2-10); who sails into their area finds out which it is. Not here: their attacks
(`submarine_attacks`).
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Step, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.verdicts import FORM, Verdict
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import NAVAL, arm
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_filipinas.forces import enemy_forces, forces
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.naval_phase_moves import NavalMove
from tabuleiro_filipinas.parameters.course import ForceTerms
from tabuleiro_filipinas.sea_lanes import chart, entry_hexes, off_enemy_ports, search
from tabuleiro_filipinas.submarine_attacks import (
    DETECTED,
    Patrolled,
    TurnedOver,
    forget_attacks,
    show_submarines,
)
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["StationSubmarine", "Submarines", "patrol_area", "patrols_over"]

STATIONED: Final = "stationed"
"""The mark of submarines that have moved in this turn of their side."""
_CHART: Final = "patrol-area"


# ------------------------------------------------------------------------------ where they are


def at_sea(s: Situation, side: str) -> tuple[str, ...]:
    """Return the submarines of a side at sea, the dummy among them, by place.

    An enemy sees ships that are in no force, and knows them by that.
    """
    stacks, known = s.occupied(side), forces(s, side)

    def find() -> tuple[str, ...]:
        water = chart(s).near
        return tuple(
            piece for place, pieces in stacks.items() if place in water
            for piece in sorted(pieces) if piece not in known and arm(s, piece) == NAVAL
        )  # fmt: skip

    return s.cache_by_basis(("submarines", side), (stacks, known), find)


def patrol_area(s: Situation, submarine: str) -> frozenset[str]:
    """Return the hexes that a submarine watches, by the weather where it is (7.5-1).

    Clauses: 12.2-7, 12.3-7.
    """
    place = s.place(submarine)
    found = s.module.charts[_CHART].cell(weather_at(s, place), "radius")
    return frozenset(s.board.grid.within(place, int(found or 0)))


def patrols_over(s: Situation, side: str, hexes: Collection[str]) -> tuple[str, ...]:
    """Return the enemies' submarines, dummy or not, whose area covers any of some hexes.

    Clauses: 7.5.2-7.
    """
    return tuple(
        piece
        for enemy in s.enemies(side)
        for piece in at_sea(s, enemy)
        if not patrol_area(s, piece).isdisjoint(hexes)
    )


# ------------------------------------------------------------------------------ moving


class StationSubmarine(NavalMove, frozen=True):
    """Send a submarine to a hex, from off the map by an edge or from where it is."""

    needs = "forces"
    listed_if_allowed = True

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it can go there."""
        return Verdict.of(list(_objections(s, side, self.piece, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Go there, under water: nothing finds it."""
        change.emit(ev.Moved(self.piece, self.hex))
        change.emit(ev.Marked(self.piece, (STATIONED,)))


def _fleet(s: Situation, side: str) -> Iterator[str]:
    """Yield the submarines of a side that may move now."""
    pool = s.terms(ForceTerms).pools[side]
    ready = (p for p in s.at(pool) if "submarine" in s.counter(p).tags and not s.piece(p).losses)
    yield from (piece for piece in (*ready, *at_sea(s, side)) if not s.marked(piece, STATIONED))


def _goals(s: Situation, side: str, piece: str) -> frozenset[str]:
    """Return where a submarine can go: not through enemy forces, and past no enemy port."""
    here = s.place(piece)
    starts = {here: 0} if here in s.board.grid else dict.fromkeys(entry_hexes(s, side), 1)
    closed = frozenset(place for _force, place in enemy_forces(s, side))
    stop = off_enemy_ports(s, side)
    basis = (tuple(starts), closed, stop)
    return s.cache_by_basis(
        ("stations", side, here), basis, partial(_reach, s, starts, stop, closed)
    )


def _stations(s: Situation, side: str, piece: str) -> tuple[StationSubmarine, ...]:
    """Return the moves of a submarine, made once for as long as the same hexes are open to it."""
    here, goals = s.place(piece), _goals(s, side, piece)
    return s.cache_by_basis(
        ("station-moves", piece),
        (here, goals),
        lambda: tuple(StationSubmarine(piece, hex) for hex in sorted(goals) if hex != here),
    )


def _reach(
    s: Situation, starts: dict[str, int], stop: frozenset[str], closed: frozenset[str]
) -> frozenset[str]:
    open_ = {hex: paid for hex, paid in starts.items() if hex not in closed}
    return frozenset(search(s, open_, None, stop, closed).cost) & chart(s).sea


def _objections(s: Situation, side: str, piece: str, place: str) -> Iterator[Objection]:
    if piece not in s.position.pieces or "submarine" not in s.counter(piece).tags:
        yield object_to(s, msg("Name a submarine."), "submarine-moves", FORM)
        return
    about = {"pieces": (piece,)}
    sailing = s.phase is not None and s.phase.kind == "naval-movement"
    if not sailing or piece not in _fleet(s, side):
        message = msg("{piece} does not sail now.", piece=piece_ref(piece))
        yield object_to(s, message, "submarine-moves", FORM, **about)
    elif place not in _goals(s, side, piece) or place == s.place(piece):
        message = msg("{piece} cannot go to {hex}.", piece=piece_ref(piece), hex=hex_ref(place))
        yield object_to(s, message, "submarine-moves", FORM, **about)


# ------------------------------------------------------------------------------ the part


class TurnDown(Step, frozen=True):
    """The turn of a side ends: submarines that were turned up lie face down again (7.5-2)."""

    def run(self, change: Change) -> None:
        """Turn them."""
        change.finish()
        for side in change.module.sides:
            for piece in at_sea(change, side):
                if change.marked(piece, DETECTED):
                    change.emit(TurnedOver(piece, remove=(DETECTED,)))


class Restation(Step, frozen=True):
    """The turn of a side begins: its submarines may move again."""

    side: str

    def run(self, change: Change) -> None:
        """Take their marks off."""
        change.finish()
        for piece in sorted(change.position.pieces):
            if change.side(piece) == self.side and change.marked(piece, STATIONED):
                change.emit(ev.Marked(piece, remove=(STATIONED,)))
        forget_attacks(change)


class Submarines:
    """A part: submarines take stations, and watch the waters around; they lie face down (7.5-3)."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        found = tuple([at_sea(s, side) for side in s.module.sides if side != viewer])
        under = s.cache_by_basis(
            ("submarines-under", viewer), found, lambda: sorted(chain.from_iterable(found))
        )
        if not under:
            return []
        basis = (under, [s.marked(piece, DETECTED) for piece in under])
        return [s.cache_by_basis(("submarines-seen", viewer), basis, lambda: Knowledge({
            piece: Level.STATE if turned else Level.KIND
            for piece, turned in zip(*basis, strict=True)
        }))]  # fmt: skip

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.HALF_TURN:
            return [Restation(side)]
        return [TurnDown()] if moment is Moment.HALF_TURN_ENDS else []

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        if s.phase is None or s.phase.kind != "naval-movement":
            return []
        fleet = (one for one in _fleet(s, side) if piece in {None, one})
        return [move for one in fleet for move in _stations(s, side, one)]

    @hookimpl
    def watched_waters(self, s: Situation, side: str) -> list[Collection[str]]:
        return [patrol_area(s, piece) for enemy in s.enemies(side) for piece in at_sea(s, enemy)]

    @hookimpl
    def barge_stops(self, change: Change, piece: str, path: tuple[str, ...]) -> list[bool]:
        """A barge finds out what lies on its way; a real submarine sends it back (4.2.4-2)."""
        side = change.side(piece)
        watching = patrols_over(change, side, path)
        return [True for _real in show_submarines(change, change.enemy(side), watching)]

    @hookimpl
    def steps_in_waters(self, s: Situation, force: str) -> list[Step]:
        watching = patrols_over(s, s.side(force), (s.place(force),))
        return [Patrolled(s.enemy(s.side(force)), force, watching)] if watching else []
