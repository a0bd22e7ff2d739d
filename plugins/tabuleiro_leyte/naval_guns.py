"""Naval guns: columns for those who made an assault landing in this turn (10.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.ground.special_moves import ASSAULT
from tabuleiro_leyte.coasts import coast_hexes
from tabuleiro_leyte.parameters import NavalSupportTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["naval_guns"]


def naval_guns(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the columns for attackers, or defenders, all of whom came from the sea (10.0)."""
    terms = s.terms(NavalSupportTerms)
    if s.turn not in terms.turns:
        return
    attacks = battle.attacker == terms.side
    supported = battle.attackers if attacks else battle.defenders
    targets = {battle.target} if attacks else {s.place(piece) for piece in battle.attackers}
    landed = bool(supported) and all(s.marked(piece, ASSAULT) for piece in supported)
    if landed and targets <= _within_reach(s, terms.inland):
        favours = "attacker" if attacks else "defender"
        yield Shift(favours, terms.shift, msg("naval guns"), clause(s, "naval-support"))


def _within_reach(s: Situation, steps: int) -> frozenset[str]:
    """Return the hexes that are at most so many hexes from the coast."""
    key = ("inland", steps)
    if key not in s.module.memo:
        within = s.board.grid.within
        s.module.memo[key] = frozenset(h for shore in coast_hexes(s) for h in within(shore, steps))
    reach: frozenset[str] = s.module.memo[key]
    return reach
