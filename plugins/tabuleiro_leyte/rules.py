"""The hooks of Batalha de Leyte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Objection, Step
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.ground.irregulars import IrregularsTerms
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_leyte.air_bonus import GatherAircraft
from tabuleiro_leyte.cut_off import cut_off_objections
from tabuleiro_leyte.first_wave import FirstWave
from tabuleiro_leyte.naval_guns import naval_guns
from tabuleiro_leyte.parameters import (
    AirBonusTerms,
    FirstWaveTerms,
    NavalSupportTerms,
    PortsTerms,
    ScoringTerms,
    WithdrawalTerms,
)
from tabuleiro_leyte.reinforcements import PortsLost, entry_hexes
from tabuleiro_leyte.scoring import score_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Phase

__all__ = ["Leyte"]


class Leyte:
    """What is special to Leyte: beaches and ports, naval guns, Japan's aircraft, the score."""

    sides = 2
    parameters = (
        AirBonusTerms, NavalSupportTerms, PortsTerms,
        FirstWaveTerms, WithdrawalTerms, ScoringTerms, IrregularsTerms,
    )  # fmt: skip
    words = ("air-bonus", "cut-off", "first-wave", "naval-support", "no-port", "port-barred")

    @hookimpl
    def steps_before(self, phase: Phase) -> list[Step]:
        """Japanese reinforcements whose last port is lost are struck off."""
        return [PortsLost(str(phase.side))] if phase.id == "japanese-movement" else []

    @hookimpl
    def phase_steps(self, phase: Phase) -> list[Step] | None:
        """What begins the American movement is that the first wave lands."""
        if phase.id != "american-movement" or phase.side is None:
            return None
        return [FirstWave(phase.side), MovementPhase(phase.side, begun=True)]

    @hookimpl
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        """Beaches, coasts, ports and fields."""
        return entry_hexes(s, piece, arrival)

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        """Gathering aircraft, besides landings and drops."""
        del s
        return [GatherAircraft()] if piece is None and side == "japanese" else []

    @hookimpl
    def withdrawal_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Units stay while enemies cut them off from the beaches, and from ships."""
        return cut_off_objections(s, piece)

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Naval guns help those who made an assault landing in this turn."""
        return list(naval_guns(s, battle))

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """Destroyed units of each nation, and Japanese units left intact."""
        return score_lines(s)
