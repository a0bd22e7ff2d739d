"""The strike from the air that the defender may make between two engagements (7.1.2-15, 7.1.2-25).

It is flown and answered as in the phase itself, by those who have not flown in it, against the
ships of the attackers alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, Verdict, hex_ref, msg
from tabuleiro.rules.clauses import clause
from tabuleiro_filipinas.air_combat import FightAirCombats
from tabuleiro_filipinas.air_missions import forget_missions
from tabuleiro_filipinas.air_planning import PlanMission, StrikeShips
from tabuleiro_filipinas.air_reaction import AirAnswer
from tabuleiro_filipinas.air_ships import PlanStrikes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Change, Situation

__all__ = ["StrikeInAction", "strike_in_action"]


class StrikeInAction(PlanStrikes, frozen=True):
    """The defender plans missions against the ships that attack him."""

    hexes: tuple[str, ...]

    def _plans(self, s: Situation, piece: str | None = None) -> Iterator[PlanMission]:
        return (plan for plan in super()._plans(s, piece) if plan.hex in self.hexes)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that it is against them."""
        if isinstance(action, StrikeShips) and action.hex not in self.hexes:
            message = msg("No attacker is in {hex}.", hex=hex_ref(action.hex))
            return Verdict.no(message, rule=clause(s, "naval-strike"))
        return super().check(s, action)


class MissionsOver(Step, frozen=True):
    """Those who struck before are home."""

    def run(self, change: Change) -> None:
        """Forget their missions; that they have flown stays."""
        change.finish()
        forget_missions(change)


def strike_in_action(s: Situation, side: str, hexes: tuple[str, ...]) -> list[Step]:
    """Return the steps of a strike on the ships in some hexes, the answer, and what comes of it."""
    enemy = s.enemy(side)
    return [
        MissionsOver(), StrikeInAction(side, hexes), AirAnswer(enemy, "strike"),
        FightAirCombats(side),
    ]  # fmt: skip
