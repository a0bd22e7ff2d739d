"""Raids: missions against a hex, one for each target and errand (6.3, 6.4).

What flies on a raid is drafted by `raid_draft.RaidDraft`; until the phase ends it can be called
back. Missions are public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.air.mission_plan import errand_ref
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_papua.air import errands
from tabuleiro_papua.air.errands import (
    DROP,
    ESCORT,
    SUPPORT,
    errand_clause,
    guns_alone,
    suitable,
    targets,
)
from tabuleiro_papua.air.raid_draft import RaidDraft, raiders
from tabuleiro_papua.air.sorties import in_range, reach, recall, sorties, sorties_over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "BombBase",
    "BombField",
    "BombShip",
    "BombTroops",
    "CallBack",
    "EscortTransports",
    "Interdict",
    "PlanRaid",
    "Raids",
    "SupportAttack",
    "raid_moves",
    "support_of",
]


class PlanRaid(SpecialMove, frozen=True):
    """Plan a raid on a hex: opens the draft in which squadrons are assigned."""

    abstract: ClassVar[bool] = True
    needs: ClassVar[str] = "air"
    errand: ClassVar[str]
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether there is something to attack, and somebody who could."""
        rule = errand_clause(self.errand)
        if self.hex not in targets(s, side, self.errand):
            if self.errand == SUPPORT and guns_alone(s, self.hex, side):
                return Verdict.of(guns_alone(s, self.hex, side))
            message = msg("There is no target for this in {hex}: {errand}.", hex=hex_ref(self.hex),
                          errand=errand_ref(self.errand))  # fmt: skip
            return Verdict.of([object_to(s, message, rule, "air")])
        able = suitable(s, side, self.errand)
        if any(in_range(s, piece, self.hex) for piece in able):
            return Verdict.yes()
        message = msg("No squadron of yours can fly there now on this errand.")
        return Verdict.of([object_to(s, message, "range" if able else rule, "air")])

    def carry_out(self, change: Change) -> None:
        """Open the draft; a raid planned before keeps its hour."""
        phase = change.position.top
        side: str = getattr(phase, "side", "")
        before = raiders(change, side, self.errand, self.hex)
        night = any(order.night for order in before)
        change.push(RaidDraft(side, self.errand, self.hex, night=night))


class SupportAttack(PlanRaid, frozen=True):
    """Support an attack of one's troops on a hex."""

    errand = SUPPORT


class Interdict(PlanRaid, frozen=True):
    """Interdict a hex: bomb what moves through it."""

    errand = errands.INTERDICT


class BombField(PlanRaid, frozen=True):
    """Bomb an airfield and the aircraft based there."""

    errand = errands.FIELD


class BombTroops(PlanRaid, frozen=True):
    """Bomb the land pieces of a hex."""

    errand = errands.TROOPS


class BombShip(PlanRaid, frozen=True):
    """Bomb a naval piece."""

    errand = errands.SHIP


class BombBase(PlanRaid, frozen=True):
    """Bomb a supply base."""

    errand = errands.BASE


class EscortTransports(PlanRaid, frozen=True):
    """Send fighters over a hex to which transports fly."""

    errand = ESCORT


_PLANS = (
    SupportAttack, BombTroops, BombField, BombShip, BombBase, Interdict, EscortTransports,
)  # fmt: skip


class CallBack(SpecialMove, frozen=True):
    """Call a squadron back from a mission planned in this phase; it may be given another."""

    needs: ClassVar[str] = "air"
    retracts = True
    piece: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece is on a mission."""
        if self.piece in sorties(s) and s.side(self.piece) == side:
            return Verdict.yes()
        message = msg("{piece} is on no mission.", piece=piece_ref(self.piece))
        return Verdict.no(message, rule=clause(s, "mission"))

    def carry_out(self, change: Change) -> None:
        """Take it back; escorts with nobody left to escort come back, too."""
        side, place = change.side(self.piece), sorties(change)[self.piece].hex
        recall(change, self.piece)
        left = sorties_over(change, place, side)
        idle = () if any(o.kind != ESCORT for o in left) else tuple(o.piece for o in left)
        recall(change, *idle)
        for piece in (self.piece, *idle):
            change.emit(ev.Marked(piece, remove=(FLOWN,)))


def raid_moves(s: Situation, side: str, piece: str | None) -> Iterator[SpecialMove]:
    """Yield the raids that a side might plan, or that a squadron could fly; whom it calls back."""
    flying = (p for p in sorties(s) if s.side(p) == side and piece in {None, p})
    yield from (CallBack(one) for one in flying)
    for plan in _PLANS:
        able = suitable(s, side, plan.errand)
        if piece in able or (piece is None and able):
            hexes = targets(s, side, plan.errand)
            if piece is not None:
                near = reach(s, s.place(piece), s.value(piece, "range"))
                hexes = [hex for hex in hexes if hex in near]
            yield from (plan(hex) for hex in sorted(hexes))


def support_of(s: Situation, place: str, side: str) -> tuple[str, ...]:
    """Return the air pieces of a side that support its troops in a ground combat for a hex.

    What was shot down before does not; nor does anybody where paratroops jumped on the enemy.
    """
    flying = sorties_over(s, place)
    if any(order.kind == DROP for order in flying):
        return ()
    return tuple(o.piece for o in flying if o.kind == SUPPORT and s.side(o.piece) == side)


class Raids:
    """A part: missions against a hex, planned as land pieces move."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(raid_moves(s, side, piece))
