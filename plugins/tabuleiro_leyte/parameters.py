"""Parameters that only Batalha de Leyte reads."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from tabuleiro.module.models.base import Model
from tabuleiro.module.models.references import Nation, Place, Region, Side, Terrain, UnitType
from tabuleiro.rules.parameters import ladder
from tabuleiro.rules.parameters.shared import Columns, Number, Points, Turn
from tabuleiro.rules.parameters.words import SHARED

__all__ = ["Guerrillas", "LeyteParameters"]


class Guerrillas(Model):
    """Units that exert no zone, heed none, owe no attack, and fight without support."""

    types: list[UnitType] = Field(description="Their types.")
    support_beside: list[Nation] = Field(
        default=[], description="Nations in whose company they get air points and artillery."
    )


class AirBonus(Model):
    """Air points that a side may gather once in the match."""

    side: Side = Field(description="The side.")
    points: Number = Field(description="The points.")
    first_turn: Turn = Field(description="The first turn in which it may.")


class NavalSupport(Model):
    """Naval guns, for units that made an assault landing in this turn."""

    turns: list[Turn] = Field(description="The turns in which ships fire.")
    side: Side = Field(description="The side that has them.")
    shift: Columns = Field(description="Columns that they are worth.")
    inland: Number = Field(description="Hexes from the coast that they reach.")


class FirstWave(Model):
    """Landings that begin the match: all arrivals of a turn that make an assault landing."""

    turn: Turn = Field(description="The turn.")


class Paratroops(ladder.Paratroops):
    """Units that drop from the air, or come by air to fields of their side."""

    landing: list[Terrain] = Field(description="Terrain of hexes in their hands where they land.")


class Withdrawal(ladder.Withdrawal):
    """Units leave the match when the scenario says so."""

    reach: list[Region] = Field(
        description="Regions. A unit stays while enemies bar all its ways to them and to ships."
    )


class AmericanScore(Model):
    """Points of the Americans."""

    enemy_destroyed: dict[Nation, Points] = Field(description="For each unit, by its nation.")


class JapaneseScore(AmericanScore):
    """Points of the Japanese."""

    intact_on_board: Points = Field(description="For each Japanese unit left without losses.")


class Scoring(Model):
    """Points besides those of the scenario's objectives."""

    american: AmericanScore = Field(description="Points of the Americans.")
    japanese: JapaneseScore = Field(description="Points of the Japanese.")


class LeyteParameters(ladder.LadderParameters):
    """The parameters of Batalha de Leyte."""

    sides: ClassVar[int | None] = 2
    words: ClassVar[tuple[str, ...] | None] = (
        *SHARED, "air-bonus", "cut-off", "first-wave", "naval-support", "no-port", "port-barred",
    )  # fmt: skip

    air_bonus: AirBonus = Field(description="Air points that a side may gather once.")
    naval_support: NavalSupport = Field(description="Naval guns in support of landings.")
    sea_moves: ladder.SeaMoves = Field(description="Moves by sea.")
    paratroops: Paratroops = Field(description="Units that drop from the air.")
    ports: list[Place] = Field(description="Ports of Japanese reinforcements.")
    first_wave: FirstWave = Field(description="The landings that begin the match.")
    withdrawal: Withdrawal = Field(description="Units that leave when the scenario says so.")
    scoring: Scoring = Field(description="Points besides those of the scenario's objectives.")
