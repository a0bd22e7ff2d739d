"""Who is restored, rebuilt or made one of two.

Where points that are not used count in the end (15.2.1-3, 15.2.2-5), they are spent on who is worth
them: on nobody who is about to leave, nor on aircraft while the enemy is outnumbered in the air.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.advice.air_threat import bases_seen
from tabuleiro_filipinas.advice.outlook import unused_points_count
from tabuleiro_filipinas.aircraft import aircraft, embarked
from tabuleiro_filipinas.fusion import FuseUnits
from tabuleiro_filipinas.replacements import RebuildUnit, RestoreUnit
from tabuleiro_filipinas.withdrawals import due_to_leave

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["replace_next", "worth_restoring"]

_SOON: Final = 6
"""Who leaves in so many turns is not restored."""
_DECKS: Final = 10
"""With so many enemy aircraft about the groups of carriers are kept whole."""
_STRENGTHS: Final = ("attack", "defense", "land", "air", "combat", "aircraft")


def replace_next(game: Imagined, s: Situation, side: str) -> Action:
    """Return who is restored next: the strongest for its price; then who is rebuilt."""
    legal = game.legal()

    def strength(piece: str) -> float:
        values = s.counter(piece).values
        return float(sum(values.get(name, 0) for name in _STRENGTHS))

    for kind in (RestoreUnit, RebuildUnit):
        able = [a for a in legal if isinstance(a, kind) and not getattr(a, "whole", False)
                and worth_restoring(s, side, a.piece)]  # fmt: skip
        if able:
            return max(able, key=lambda a: (strength(a.piece), a.piece, getattr(a, "to", "")))
    fused = [a for a in legal if isinstance(a, FuseUnits) and arm(s, a.piece) == AIR]
    return min(fused, key=lambda a: (a.piece, a.other)) if fused else EndPhase()


def worth_restoring(s: Situation, side: str, piece: str) -> bool:
    """Return whether a piece is worth points that would count if they were saved."""
    if not unused_points_count(s, side):
        return True
    if s.turn >= s.scenario.last_turn or due_to_leave(s, piece, ahead=_SOON):
        return False
    if arm(s, piece) != AIR:
        return True
    theirs = sum(map(len, bases_seen(s, s.enemy(side)).values()))
    return theirs >= (_DECKS if embarked(s, piece) else len(aircraft(s, side)))
