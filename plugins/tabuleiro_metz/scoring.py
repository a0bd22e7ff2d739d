"""The score besides objectives: the fortress, destroyed units, a foothold (11.2.1, 11.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.victory.scoring import ScoreLine, destroyed
from tabuleiro_metz.parameters import (
    Foothold,
    FortressScore,
    ScoringTerms,
)

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["score_lines"]


def score_lines(s: Situation) -> list[ScoreLine]:
    """Return the fortress, destroyed units, and a foothold east of the Siegfried Line."""
    points = s.terms(ScoringTerms)
    dead_germans, dead_americans = destroyed(s, "german"), destroyed(s, "us")
    return [
        _fortress(s, points.german.fortress),
        ScoreLine("german", points.german.enemy_destroyed * dead_americans,
                  msg("American units destroyed: {n}", n=dead_americans),
                  clause(s, "score-us-destroyed")),
        ScoreLine("us", points.us.enemy_destroyed * dead_germans,
                  msg("German units destroyed: {n}", n=dead_germans),
                  clause(s, "score-german-destroyed")),
        _foothold(s, points.us.east_of_siegfried),
    ]  # fmt: skip


def _fortress(s: Situation, points: FortressScore) -> ScoreLine:
    """Return the line for the hexes of Metz: for both together, or by the option for each."""
    hexes = s.board.regions[points.region].hexes
    held = sum(s.position.control.get(place) == "german" for place in hexes)
    whole = points.all if held == len(hexes) else 0
    worth = points.each * held if s.option("metz-points") == "each" else whole
    return ScoreLine("german", worth, msg("hexes of Metz: {n}", n=held), clause(s, "score-metz"))


def _foothold(s: Situation, points: Foothold) -> ScoreLine:
    beyond = s.board.regions[points.region].hexes & set(s.occupied("us"))
    label = msg("American units east of the Siegfried Line")
    worth = points.points if beyond else 0
    return ScoreLine("us", worth, label, clause(s, "score-siegfried"))
