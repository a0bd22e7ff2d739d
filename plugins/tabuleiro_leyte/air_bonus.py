"""The one time that Japan gathers ten more air points (6.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Verdict, msg, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.air.air_points import AIR, air_points
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.sequence.pools import track
from tabuleiro_leyte.parameters import AirBonusTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["GatherAircraft"]

_USED = "air-bonus"


class GatherAircraft(SpecialMove, frozen=True):
    """Add the extra air points, once in the match."""

    needs: ClassVar[str] = "air_bonus"

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the side may add them now."""
        terms = s.terms(AirBonusTerms)
        rule = clause(s, "air-bonus")
        if side != terms.side:
            return Verdict.no(msg("There are no more aircraft to gather."), rule=rule)
        if s.turn < terms.first_turn:
            message = msg("Aircraft can be gathered from turn {n} on.", n=terms.first_turn)
            return Verdict.no(message, rule=rule, topic="air")
        if _USED in s.position.facts:
            message = msg("Aircraft were gathered in turn {n}.", n=s.position.facts[_USED])
            return Verdict.no(message, rule=rule, topic="air")
        return Verdict.yes()

    def carry_out(self, change: Change) -> None:
        """Add them."""
        terms = change.terms(AirBonusTerms)
        side = terms.side
        points = air_points(change, side) + terms.points
        change.emit(ev.TrackSet(track(AIR, side), points))
        change.emit(ev.FactSet(_USED, change.turn))
        message = msg("{side}: aircraft gathered, {n} air points.",
                      side=side_ref(side), n=points)  # fmt: skip
        change.say(message, clause(change, "air-bonus"))
