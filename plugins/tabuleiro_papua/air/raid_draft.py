"""Drafts of raids: squadrons are assigned in their roles and taken back, by day or by night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Verdict
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import hex_ref, msg, piece_ref, side_ref
from tabuleiro.rules.air.mission_plan import FIGHTER, MissionPlan, errand_ref
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.recon.covered import covered, reveal_plan
from tabuleiro_papua.air.errands import (
    BOMBINGS,
    ESCORT,
    SUPPORT,
    errand_clause,
    errand_roles,
    sending_objections,
)
from tabuleiro_papua.air.sorties import (
    Sortie,
    in_range,
    launch,
    sorties_over,
)
from tabuleiro_papua.air.squadrons import ready

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Objection, Situation, Step

__all__ = ["RaidDraft", "raiders"]


def raiders(s: Situation, side: str, errand: str, place: str) -> tuple[Sortie, ...]:
    """Return the sorties of a side that make one attack: one errand, one hex."""
    return tuple(order for order in sorties_over(s, place, side) if order.kind == errand)


class RaidDraft(MissionPlan, frozen=True):
    """A side assigns squadrons to a raid; those assigned to it before fly in the same attack."""

    orders: tuple[Sortie, ...] = ()

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Nobody else knows of a raid before it is announced."""
        return None if viewer != self.side and covered(s, viewer) else self

    def rule(self, s: Situation) -> str:
        """Return the clause of the errand."""
        return clause(s, errand_clause(self.errand))

    def ready(self, s: Situation) -> Iterable[str]:
        """Return the squadrons that can fly now."""
        return ready(s, self.side)

    def roles(self, s: Situation, piece: str) -> Iterable[str]:
        """Return the roles in which a squadron could fly: none where it does not reach the hex."""
        return errand_roles(s, piece, self.errand) if in_range(s, piece, self.hex) else ()

    def objections(self, s: Situation, piece: str, role: str) -> list[Objection]:
        """Return reasons why a squadron cannot fly in a role."""
        return sending_objections(s, piece, self.errand, self.hex, role, night=self.night)

    def before(self, s: Situation) -> tuple[Sortie, ...]:
        """Return what was assigned to the same attack before."""
        return raiders(s, self.side, self.errand, self.hex)

    def night_rule(self, s: Situation) -> str:
        """Return the clause on raids by night."""
        return clause(s, "night")

    def night_verdict(self, s: Situation) -> Verdict:
        """By night one bombs, and no fighters fly."""
        if self.errand not in BOMBINGS:
            message = msg("At night one may only bomb, drop supplies or jump.")
            return Verdict.of([object_to(s, message, "night-limits", "air")])
        if any(order.role == FIGHTER for order in self.orders):
            message = msg("Fighters do not fly at night: nobody can intercept there.")
            return Verdict.of([object_to(s, message, "night", "air")])
        return Verdict.yes()

    def leads(self, order: Sortie) -> bool:
        """Return whether one does more than escort the others."""
        return order.kind == self.errand

    def order(self, piece: str, role: str) -> Sortie:
        """Fighters escort, but for those that support troops."""
        escorts = role == FIGHTER and self.errand != SUPPORT
        return Sortie(piece, self.hex, ESCORT if escorts else self.errand, role, self.night)

    def send(self, change: Change) -> None:
        """Send the squadrons off."""
        orders = sorted(self.orders, key=lambda order: order.piece)  # not as they joined
        launch(change, *orders)
        reveal_plan(change, self.side)
        pieces = [piece_ref(order.piece) for order in orders]
        values = {"side": side_ref(self.side), "hex": hex_ref(self.hex), "pieces": pieces,
                  "errand": errand_ref(self.errand)}  # fmt: skip
        message = (
            msg("{side}: {errand} over {hex} by night ({pieces}).", **values)
            if self.night
            else msg("{side}: {errand} over {hex} ({pieces}).", **values)
        )
        flights = [plain(order) for order in orders]
        change.say(message, clause(change, "mission"), flights=flights)
