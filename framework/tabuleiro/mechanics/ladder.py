"""The ladder family: games with a table of results from DE to AE.

:class:`Family` answers every rule hook with what these games have in common; a game's plugin
overrides what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import OFF, msg, piece_ref
from tabuleiro.engine.position import Outcome
from tabuleiro.engine.verdicts import Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.mechanics import scoring, setup, shifts
from tabuleiro.mechanics.advance import Advancing
from tabuleiro.mechanics.battle import Battle, Shift
from tabuleiro.mechanics.clauses import clause, object_to
from tabuleiro.mechanics.combat_phase import CombatPhase
from tabuleiro.mechanics.invariants import broken_rules
from tabuleiro.mechanics.losses import Exchange, TakeLoss
from tabuleiro.mechanics.movement_phase import MovementPhase
from tabuleiro.mechanics.pools import FillPools
from tabuleiro.mechanics.profiles import MOVED, Profile, class_costs
from tabuleiro.mechanics.recovery import Recovery, TurnStart, rested
from tabuleiro.mechanics.retreat import Retreating
from tabuleiro.mechanics.secrecy import visibility
from tabuleiro.mechanics.terrain import features_between
from tabuleiro.mechanics.zones import dominates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation, Step
    from tabuleiro.mechanics.scoring import ScoreLine

__all__ = ["Family", "ladder_steps"]

_TWO_HEXES, _ONE_HEX, _NONE = 2, 1, 0


class Family:
    """The rules that ladder games share, read from their module where they differ in numbers."""

    # the sequence

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        """Let the sides place their free pieces."""
        return setup.free_placements(s)

    @hookimpl
    def phase_steps(self, s: Situation, phase: Any) -> list[Step] | None:
        """Movement and combat phases."""
        del s
        if phase.kind == "movement":
            return [MovementPhase(phase.side)]
        if phase.kind == "combat":
            return [CombatPhase(phase.side)]
        return None

    @hookimpl
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Fill the pools; begin to watch contacts."""
        del s
        return [TurnStart(), FillPools()]

    @hookimpl
    def turn_end_steps(self, s: Situation) -> list[Step]:
        """Let pieces recover."""
        del s
        return [Recovery()]

    @hookimpl
    def match_end_steps(self, s: Situation) -> list[Step]:
        """Eliminate the part of the reduced pieces that the module names."""
        return scoring.final_losses(s)

    @hookimpl
    def outcome(self, s: Situation) -> Outcome:
        """Most points win."""
        return scoring.outcome(s)

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """Points for objectives."""
        return list(scoring.objective_lines(s))

    # arriving and moving

    @hookimpl
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any]:
        """Reinforcements whose turn has come."""
        return {
            piece: arrival
            for arrival in s.scenario.reinforcements
            if arrival.side == side and arrival.turn <= s.turn
            for piece in arrival.units
            if s.place(piece) == OFF
        }

    @hookimpl
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        """The printed movement value on the prices of the piece's class."""
        return Profile(
            points=2 * s.value(piece, "move"),
            costs=class_costs(s.module, str(s.counter(piece).movement_class)),
            break_contact=2 * int(s.parameter("break_contact", 1)),
        )

    @hookimpl
    def stacking_limits(self, s: Situation) -> int:
        """One number for all hexes."""
        return int(s.parameter("stacking"))

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        """Pieces in dominant terrain that did not move."""
        if s.marked(piece, MOVED) or not dominates(s, piece):
            return []
        message = msg("{piece} stands in dominant terrain.", piece=piece_ref(piece))
        return [object_to(s, message, "dominance", "combat", pieces=(piece,))]

    # combat

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Classes that a terrain does not let attack."""
        terrain = s.module.terrain[s.board.terrain_at(target)]
        if s.counter(piece).movement_class not in terrain.no_attack:
            return []
        message = msg("{piece} may not attack that terrain.", piece=piece_ref(piece))
        return [object_to(s, message, "no-attack", "combat", pieces=(piece,), hexes=(target,))]

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Terrain, siege, and complete divisions."""
        return [*shifts.terrain(s, battle), *shifts.siege(s, battle), *shifts.unity(s, battle)]

    @hookimpl
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        """The results of the ladder and of the bombardment table."""
        return ladder_steps(s, battle, code)

    @hookimpl
    def retreat_losses(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        """Classes that a hexside hurts in a retreat, unless a bridge crosses it."""
        hurts = s.parameter("retreat_losses", {}).get(str(s.counter(piece).movement_class), ())
        if not features_between(s, origin, to).intersection(hurts):
            return []
        if any(s.board.road_between(origin, to, network) for network in s.module.networks):
            return []
        message = msg("{piece} takes a loss in crossing.", piece=piece_ref(piece))
        return [object_to(s, message, "retreat-loss", "retreat", pieces=(piece,))]

    @hookimpl
    def advance_reach(self, s: Situation, piece: str) -> int:
        """Motorized pieces two hexes, others one, some none."""
        tags = s.counter(piece).tags
        if "no-advance" in tags:
            return _NONE
        return _TWO_HEXES if "motorized" in tags else _ONE_HEX

    # points, recovery, secrecy

    @hookimpl
    def pool_income(self, s: Situation, pool: Any) -> int | None:
        """The scenario's points of this turn."""
        return int(pool.points(s.turn))

    @hookimpl
    def recovers(self, s: Situation, piece: str) -> bool:
        """Pieces of the sides that recover, if they kept out of contact."""
        sides = s.parameter("recovery", {}).get("sides", ())
        return s.side(piece) in sides and rested(s, piece)

    @hookimpl
    def piece_visibility(self, s: Situation, viewer: str, piece: str) -> str:
        """Enemy strengths stay hidden until an attack on them is announced."""
        return visibility(s, viewer, piece)

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Stacking and separation of enemies."""
        return broken_rules(s)


def ladder_steps(s: Situation, battle: Battle, code: str) -> list[Step] | None:
    """Return the steps of one code: the defender's or the attacker's part of a result."""
    attack, defence = battle.attackers, battle.defenders
    rule = clause(s, f"result-{code.lower()}")

    def loss(*, attacker: bool, kill: bool = False) -> Step:
        if attacker:
            return TakeLoss(battle.attacker, attack, rule, kill)
        return TakeLoss(battle.defender, defence, rule, kill)

    back = Retreating(battle.attacker, attack)
    away = Retreating(battle.defender, defence)
    steps: dict[str, list[Step]] = {
        "DE": [loss(attacker=False, kill=True), away],
        "DRB": [loss(attacker=False), away],
        "DRI": [away],
        "DVB": [loss(attacker=False)],
        "DVI": [],
        "AVI": [Advancing(battle, attack)],
        "AVB": [loss(attacker=True), Advancing(battle, attack)],
        "ARI": [back],
        "ARB": [loss(attacker=True), back],
        "AE": [loss(attacker=True, kill=True), back],
        "EMP": [Exchange(battle.defender, battle.attacker, defence, attack), away],
        "IMP": [],
        "DI": [],
        "DB": [loss(attacker=False)],
    }
    return steps.get(code)
