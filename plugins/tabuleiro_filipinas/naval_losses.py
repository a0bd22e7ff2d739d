"""Losses of ships: the shooter gives out points of firepower, ship by ship (7.1.2-10, 7.5.2-5).

Not here: what a hit does to a ship and to whom it carries (`ship_losses`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Action, Decision, PickingStep, Verdict, msg, nmsg, piece_ref
from tabuleiro.rules.clauses import clause
from tabuleiro_filipinas.naval_reckoning import cost_of_hit, targets
from tabuleiro_filipinas.ship_losses import hit_ship

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["HitShip", "NavalLosses"]


class HitShip(Action, frozen=True):
    """Spend points on a ship: it is reduced, or sunk if it is reduced already."""

    piece: str


class NavalLosses(PickingStep, frozen=True):
    """A side gives out points of firepower among enemy ships; what is left over is lost."""

    pick = HitShip
    side: str
    ships: tuple[str, ...]
    points: int
    rule: str

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return the ships that can be hit now."""
        left = (ship for ship in self.ships if s.alive(ship))
        return targets(s, left, self.points)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the shooter, if there is a choice."""
        ships = self.pickable(s)
        if len(ships) <= 1:
            return None
        return Decision(
            self.side,
            nmsg(
                "Give out {points} point of fire among the ships.",
                "Give out {points} points of fire among the ships.",
                self.points,
                points=self.points,
            ),
            self.rule,
            "choose",
            pieces=ships,
            actions=("hit-ship",),
            data={"points": self.points, "costs": {ship: cost_of_hit(s, ship) for ship in ships}},
        )

    def run(self, change: Change) -> None:
        """Nobody has a choice: the only one is hit, or nothing more can be done."""
        ships = self.pickable(change)
        if ships:
            self._hit(change, ships[0])
        else:
            change.finish()

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say why the ship cannot be hit with what is left."""
        if piece not in self.ships or not s.alive(piece):
            return Verdict.no(msg("That is no target here."), rule=self.rule)
        if cost_of_hit(s, piece) > self.points:
            message = nmsg("{points} point is not enough for {piece}.",
                           "{points} points are not enough for {piece}.", self.points,
                           points=self.points, piece=piece_ref(piece))  # fmt: skip
            return Verdict.no(message, rule=clause(s, "naval-points"), pieces=(piece,))
        message = msg("Others must be hit before {piece}.", piece=piece_ref(piece))
        word = "convoy-losses" if s.counter(piece).type == "convoys" else "intact-first"
        return Verdict.no(message, rule=clause(s, word), pieces=(piece,))

    def act(self, change: Change, action: Action) -> None:
        """Hit the ship."""
        assert isinstance(action, HitShip)  # noqa: S101 - checked
        self._hit(change, action.piece)

    def _hit(self, change: Change, ship: str) -> None:
        left = self.points - cost_of_hit(change, ship)
        change.replace(replace(self, points=left))
        hit_ship(change, ship, self.rule)
