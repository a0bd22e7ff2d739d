"""The hooks of Operação Diadem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Step
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_diadem.mountains import armour_and_mountains
from tabuleiro_diadem.parameters import Division36Terms, ExitFlipTerms, ScoringTerms
from tabuleiro_diadem.placement import hexes_behind
from tabuleiro_diadem.scoring import Withdrawal, score_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["Diadem"]


class Diadem:
    """What is special to Diadem: guns placed behind the lines, and its score."""

    sides = 2
    parameters = (ScoringTerms, Division36Terms, ExitFlipTerms)

    @hookimpl
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
        """Guns stand behind the formations that they belong to."""
        return hexes_behind(s, piece, where)

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        """With options, no road leads armour into mountains, and it keeps off enemies there."""
        return armour_and_mountains(s, piece)

    @hookimpl
    def pool_income(self, s: Situation) -> int | None:
        """With the option of points for the whole match, only the first turn brings any."""
        whole = s.option("air-points") == "whole-match"
        started = s.turn > s.scenario.first_turn
        return s.position.tracks.get("air.allied", 0) if whole and started else None

    @hookimpl
    def turn_end_steps(self, s: Situation) -> list[Step]:
        """Note at the end of its last turn whether the 36th Division was withdrawn in time."""
        return [Withdrawal()] if s.turn == s.terms(Division36Terms).last_turn else []

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """Destroyed units, divisions out, the 36th Division, and German units kept or saved."""
        return score_lines(s)
