"""Strikes at ships: what was found where, and who can reach it, before a mission is planned."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from tabuleiro.engine.messages import place_name
from tabuleiro.i18n import _
from tabuleiro_filipinas.air_missions import SHIP
from tabuleiro_filipinas.air_planning import StrikeShips
from tabuleiro_filipinas.forces import enemy_forces, forces
from tabuleiro_filipinas.ready_forces import ships_by_sort
from tabuleiro_filipinas.window.parts import Board, button, figures, sort_name
from tabuleiro_filipinas.window.squadrons import in_reach

if TYPE_CHECKING:
    from tabuleiro.engine import Decision
    from tabuleiro.host.seat import Seat

__all__ = ["StrikeBoard"]


class StrikeBoard(Board):
    """A card for each place with ships that were found, those first which the most can reach."""

    def __init__(self, seat: Seat, decision: Decision) -> None:
        """Show what a side may strike that is asked."""
        super().__init__(seat)
        self.side, self.s = decision.side, seat.sight
        plans = {a.hex: a for a in seat.legal() if isinstance(a, StrikeShips)}
        reach = {hex: [len(some) for some in in_reach(self.s, self.side, SHIP, hex)]
                 for hex in plans}  # fmt: skip
        for hex in sorted(plans, key=lambda hex: (-reach[hex][0], hex)):
            card = QFrame()
            card.setFrameShape(QFrame.Shape.StyledPanel)
            with self.within(card):
                plan = button(f"strike-{hex}", _("Plan"), _("Then say who flies."),
                              partial(seat.act, plans[hex]))  # fmt: skip
                bombers, fighters = reach[hex]
                words = _("bombers {n}, fighters {m}").format(n=bombers, m=fighters)
                self.line(f"<b>{place_name(hex, seat.module)}</b> · {words}", plan)
                self._found(hex)
        self.close_up()

    def _found(self, hex: str) -> None:
        """Name the ships in a place by sorts, as far as they were found."""
        s, module = self.s, self.seat.module
        known = {force for enemy in s.enemies(self.side)
                 for force, seen in forces(s, enemy).items() if seen.detected}  # fmt: skip
        here = [f for f, place in enemy_forces(s, self.side) if place == hex and f in known]
        ships = [ship for force in here for ship in s.inside(force)]
        told = [f"{len(some)} {sort_name(module, some)} {figures(module, some[0])}"
                for some in ships_by_sort(s, ships).values()]  # fmt: skip
        self.note("<br>".join(told), f"found-{hex}")
