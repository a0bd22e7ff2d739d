"""Terms that only Operação Diadem reads."""

from __future__ import annotations

from tabuleiro.module.terms import Edge, Formation, Points, Terms, Turn
from tabuleiro.rules.victory.scoring import ScoreTerms

__all__ = ["AlliedScore", "AxisScore", "Division36Terms", "ExitFlipTerms", "ScoringTerms"]


class AlliedScore(Terms):
    """Points of the Allies."""

    enemy_destroyed: Points
    """For each German unit destroyed."""
    division_out_west: Points
    """For each complete division that left by `exit_flip_edge`."""
    division_36_out: Points
    """For the 36th Division withdrawn in time."""


class AxisScore(Terms):
    """Points of the Axis."""

    enemy_destroyed: Points
    """For each Allied unit destroyed."""
    remaining_or_out: Points
    """For each German unit on the board; after a break-out, for each that is out."""


class ScoringTerms(ScoreTerms):
    """Points besides those of the scenario's objectives."""

    allied: AlliedScore
    """Points of the Allies."""
    axis: AxisScore
    """Points of the Axis."""


class Division36Terms(Terms):
    """The division that must be withdrawn."""

    key = "division_36"
    required = True

    formation: Formation
    """The division."""
    last_turn: Turn
    """The last turn in which its withdrawal counts."""


class ExitFlipTerms(Terms):
    """What a break-out changes."""

    exit_flip_edge: Edge
    """The stretch of the border where Allied exits make German ones count."""
