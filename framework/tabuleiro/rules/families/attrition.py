"""The attrition family: games of losses and retreats, with squadrons, supply and the sea.

Which parts they share, and how those meet in the phases of a half-turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.air_battles import AirBattles
from tabuleiro.rules.air.air_transport import aboard, airlifts
from tabuleiro.rules.air.airfields import (
    DamageFields,
    OpenFields,
    RepairFields,
    fields_taken,
)
from tabuleiro.rules.air.forecast import forecasts
from tabuleiro.rules.air.interception import React
from tabuleiro.rules.air.jumps import ForgetJumps, MeetTroops, jumps, stays
from tabuleiro.rules.air.raids import raid_moves
from tabuleiro.rules.air.sorties import flights, reach
from tabuleiro.rules.air.strikes import Strikes
from tabuleiro.rules.air.transfers import captured, transfers
from tabuleiro.rules.arrivals import setup
from tabuleiro.rules.arrivals.exits import coming_back, exit_steps, return_prices
from tabuleiro.rules.arrivals.reinforcements import Arriving, placement_hexes, withheld
from tabuleiro.rules.arrivals.replacements import Replacements
from tabuleiro.rules.arrivals.withdrawals import Leaving, Withdrawals
from tabuleiro.rules.combat.announced_battles import Battles
from tabuleiro.rules.combat.announcing import Announce
from tabuleiro.rules.families.attrition_combat import GroundCombat
from tabuleiro.rules.families.attrition_invariants import broken_rules
from tabuleiro.rules.families.attrition_notes import hex_notes, piece_states
from tabuleiro.rules.ground.free_moves import free_moves
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro.rules.ground.movement_costs import land_limits, march
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.ground.overstacking import Thin, overfull_objections
from tabuleiro.rules.sea.sea_transport import sails
from tabuleiro.rules.sea.ships import steaming
from tabuleiro.rules.sequence.half_turn import BeginHalfTurn, EndHalfTurn
from tabuleiro.rules.sequence.pools import FillPools, PointsOfTheTurn
from tabuleiro.rules.supply import supply_lines as supply
from tabuleiro.rules.supply.supply_bases import PlaceBases, base_moves
from tabuleiro.rules.victory.control import NoteControl
from tabuleiro.rules.victory.destroyed_units import DestroyedUnits
from tabuleiro.rules.victory.scoring import MostPointsWin
from tabuleiro.rules.works.engineering import FinishWorks, NoteWorks, captures, work_moves

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tabuleiro.engine import Message, Situation, Step
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.hooks import Adviser
    from tabuleiro.rules.air.flights import Flight
    from tabuleiro.rules.combat.reckoning import Reckoning
    from tabuleiro.rules.ground.movement_points import Profile
    from tabuleiro.rules.ground.special_moves import SpecialMove
    from tabuleiro.rules.supply.supply_view import SupplyLine

__all__ = ["Attrition", "parts"]


def parts() -> list[object]:
    """Return the parts that attrition games share; what a game adds or changes comes after them."""
    return [Attrition(), GroundCombat(), MostPointsWin(), DestroyedUnits(), PointsOfTheTurn()]


class Attrition:
    """A part: the phases of a half-turn, and the rules that meet in one hook."""

    model = "tabuleiro.rules.parameters.attrition:AttritionParameters"
    """The model of the parameters that these parts read."""

    # the sequence

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        """Let the sides place their free pieces, note who controls what; then supply bases."""
        places = setup.free_placements(s)
        sides = dict.fromkeys(entry.side for entry in s.scenario.free)
        return [*places, NoteControl(), DamageFields(), *(PlaceBases(side) for side in sides)]

    @hookimpl
    def phase_steps(self, s: Situation, phase: Any) -> list[Step] | None:
        """The phases of a half-turn."""
        del s
        side = phase.side
        steps: dict[str, list[Step]] = {
            "points": [ForgetJumps(), FillPools()],
            "disease": [BeginHalfTurn(side)],
            "recovery": [Replacements(side)],
            "reinforcement": [Withdrawals(side), Arriving(side)],
            "movement": [OpenFields(side), FinishWorks(side), MovementPhase(side), Thin(side),
                         Leaving(side), MeetTroops(side), RepairFields(side), NoteWorks(side)],
            "combat": [Announce(side), React(side), AirBattles(side), Strikes(side),
                       Battles(side), EndHalfTurn(side)],
        }  # fmt: skip
        return steps.get(phase.kind)

    # setting up, arriving, leaving

    @hookimpl
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str]:
        """Hexes of regions, near places, next to regions; airfields there for aircraft."""
        return placement_hexes(s, piece, where)

    @hookimpl
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any]:
        """Nobody walks in over an edge by himself, but for those who come back."""
        return coming_back(s, side)

    @hookimpl
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        """The hexes of the edge by which a piece comes back, at the price of their terrain."""
        return return_prices(s, piece, arrival)

    @hookimpl
    def withdrawal_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Surrounded land units stay."""
        return withheld(s, piece)

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        """What follows when a piece passes hexes, or leaves the board."""
        return [*captures(s, piece, path), *fields_taken(s, piece, path),
                *captured(s, piece, path), *exit_steps(piece, path)]  # fmt: skip

    # moving

    @hookimpl
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        """The printed movement value; contact with the enemy makes steps dearer."""
        return march(s, piece)

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Pieces that wait for a flight, and paratroops that have jumped and are alone."""
        return [*aboard(s, piece), *stays(s, piece)]

    @hookimpl
    def adviser(self, s: Situation, game: Imagined, side: str) -> Adviser | None:
        """Rules of thumb, for whoever has a combat table."""
        from tabuleiro.rules.advice.simple import CampaignAdviser

        return CampaignAdviser(game, side) if "combat" in s.module.odds else None

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        """Voyages, ships, jumps, works; air missions and transfers."""
        return [
            *sails(s, side, piece),
            *steaming(s, side, piece),
            *free_moves(s, side, piece),
            *jumps(s, side, piece),
            *base_moves(s, side, piece),
            *work_moves(s, side, piece),
            *raid_moves(s, side, piece),
            *airlifts(s, side, piece),
            *transfers(s, side, piece),
        ]

    @hookimpl
    def stacking_limits(self, s: Situation, side: str) -> Mapping[str, int]:
        """The greatest limit of terrain, networks and airfields in each hex."""
        return land_limits(s, side)

    @hookimpl
    def end_objections(self, s: Situation, side: str) -> list[Objection]:
        """Pieces that can leave an overfull hex must."""
        return list(overfull_objections(s, side))

    @hookimpl
    def flights(self, s: Situation) -> list[Flight]:
        """The sorties of this half-turn."""
        return flights(s)

    @hookimpl
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        """Aircraft that cannot take off."""
        return list(piece_states(s, piece))

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        """The room of airfields, supply bases, works."""
        return list(hex_notes(s, hex))

    @hookimpl
    def range_hexes(self, s: Situation, piece: str, far: int) -> Collection[str] | None:
        """Flights into displaced areas and out of them count the numbers beside those."""
        return reach(s, s.place(piece), far) if arm(s, piece) == AIR else None

    @hookimpl
    def reckonings(self, s: Situation) -> list[Reckoning]:
        """The raid that is being planned; the air battles to come."""
        return forecasts(s)

    # points, supply, secrecy

    @hookimpl
    def supply_line(self, s: Situation, piece: str) -> SupplyLine | None:
        """The way to the base that supplies a piece."""
        return supply.supply_line(s, piece)

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Nobody is where he must not be."""
        return broken_rules(s)
