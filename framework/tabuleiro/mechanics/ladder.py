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
from tabuleiro.mechanics import offmap, rail, scoring, setup, shifts, withdrawal, works
from tabuleiro.mechanics.advance import Advancing, stays_behind
from tabuleiro.mechanics.afloat import beachhead
from tabuleiro.mechanics.battle import Battle, Shift
from tabuleiro.mechanics.clauses import clause, object_to
from tabuleiro.mechanics.combat_phase import CombatPhase
from tabuleiro.mechanics.declaration import AttackDraft, DefenceDraft
from tabuleiro.mechanics.drops import drops, lost, steps_before
from tabuleiro.mechanics.guerrillas import guerrillas, is_guerrilla
from tabuleiro.mechanics.invariants import broken_rules
from tabuleiro.mechanics.landings import Ashore, landings, sea_points
from tabuleiro.mechanics.losses import Exchange, TakeLoss
from tabuleiro.mechanics.movement_phase import MovementPhase
from tabuleiro.mechanics.pools import FillPools
from tabuleiro.mechanics.profiles import MOVED, Profile, step_costs
from tabuleiro.mechanics.recovery import Recovery, TurnStart, may_recover
from tabuleiro.mechanics.retreat import Retreating
from tabuleiro.mechanics.secrecy import sealing
from tabuleiro.mechanics.terrain import bridged, features_between, line_notes
from tabuleiro.mechanics.weather import rain, surcharge
from tabuleiro.mechanics.where import hexes_where
from tabuleiro.mechanics.zones import dominates, zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Message, Situation, Step
    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser
    from tabuleiro.mechanics.draft import Draft
    from tabuleiro.mechanics.scoring import ScoreLine
    from tabuleiro.mechanics.special import SpecialMove

__all__ = ["Family", "ladder_steps"]

_TWO_HEXES, _ONE_HEX = 2, 1


class Family:
    """The rules that ladder games share, read from their module where they differ in numbers."""

    parameters = "tabuleiro.mechanics.parameters.ladder:LadderParameters"
    """The model of the parameters that the family reads."""

    # the sequence

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        """Let the sides place their free pieces."""
        return setup.free_placements(s)

    @hookimpl
    def phase_steps(self, s: Situation, phase: Any) -> list[Step] | None:
        """Movement and combat phases; withdrawals and works before and after the movement."""
        if phase.kind == "movement":
            side = phase.side
            before = [
                *withdrawal.withdrawal_steps(s, side),
                *works.steps_before(s, side),
                *steps_before(s, side),
            ]
            return [*before, MovementPhase(side), *works.steps_after(s, side)]
        if phase.kind == "combat":
            return [CombatPhase(phase.side)]
        return None

    @hookimpl
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Begin to watch contacts; note who stands ready for the railway; fill the pools."""
        return [TurnStart(), *rail.turn_start_steps(s), FillPools()]

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
    def setup_hexes(self, s: Situation, where: Mapping[str, Any]) -> list[str] | None:
        """Hexes of regions, with a terrain if one is named."""
        return hexes_where(s, where)

    @hookimpl
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any]:
        """Reinforcements whose turn has come, and pieces that come back."""
        pieces = s.position.pieces
        due = s.keep(("due", side), s.turn, lambda: _due(s, side))
        waiting = s.keep(
            ("waiting", side), (due, s.at(OFF)),
            lambda: [(piece, arrival) for piece, arrival in due if pieces[piece].place == OFF],
        )  # fmt: skip
        coming = {p: arrival for p, arrival in waiting if beachhead(s, p) is None}
        return {**coming, **offmap.returning(s, side), **withdrawal.coming_back(s, side)}

    @hookimpl
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        """Pieces that retreated off the board come back near by."""
        return offmap.return_hexes(s, piece, arrival)

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        """Moves by rail, landings and drops."""
        return [
            *rail.rail_moves(s, side, piece),
            *landings(s, side, piece),
            *drops(s, side, piece),
        ]

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Paratroops that have not met friends."""
        return lost(s, piece)

    @hookimpl
    def pieces_without_zone(self, s: Situation, side: str) -> list[str]:
        """Guerrillas."""
        return guerrillas(s, side)

    @hookimpl
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        """The printed movement value on the prices of the piece's class."""
        free = is_guerrilla(s, piece)
        return Profile(
            points=sea_points(s, piece, 2 * s.value(piece, "move")),
            costs=step_costs(s, str(s.counter(piece).movement_class)),
            break_contact=0 if free else 2 * int(s.parameter("break_contact", 1)),
            ignores_zones=free,
            surcharge=surcharge(s),
        )

    @hookimpl
    def stacking_limits(self, s: Situation) -> int:
        """One number for all hexes."""
        return int(s.parameter("stacking"))

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        """Guerrillas, and pieces in dominant terrain that did not move."""
        if is_guerrilla(s, piece):
            message = msg("{piece} does not have to attack.", piece=piece_ref(piece))
            return [object_to(s, message, "guerrilla-duty", "combat", pieces=(piece,))]
        if s.marked(piece, MOVED) or not s.on_map(piece) or not dominates(s, piece):
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
    def declaration(self, s: Situation, battle: Battle, side: str) -> Draft:
        """Drafts of the attack and of the answer to it."""
        del s
        if side == battle.attacker:
            return AttackDraft(side, battle.kind, battle.target)
        return DefenceDraft(battle)

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
        counter = s.counter(piece)
        by_class = s.parameter("retreat_losses", {}).get(str(counter.movement_class), ())
        by_type = s.parameter("retreat_losses_by_type", {}).get(counter.type, ())
        crossed = features_between(s, origin, to) - bridged(s, origin, to)
        if not crossed.intersection((*by_class, *by_type)):
            return []
        message = msg("{piece} takes a loss in crossing.", piece=piece_ref(piece))
        return [object_to(s, message, "retreat-loss", "retreat", pieces=(piece,))]

    @hookimpl
    def advance_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Artillery stays where it is."""
        return stays_behind(s, piece)

    @hookimpl
    def advance_reach(self, s: Situation, piece: str) -> int:
        """Motorized pieces two hexes, others one."""
        reach = _TWO_HEXES if "motorized" in s.counter(piece).tags else _ONE_HEX
        return min(reach, int(rain(s).get("advance", reach)))

    # points, recovery, secrecy

    @hookimpl
    def pool_income(self, s: Situation, pool: Any) -> int | None:
        """The scenario's points of this turn."""
        return int(pool.points(s.turn))

    @hookimpl
    def recovers(self, s: Situation, piece: str) -> bool:
        """Pieces that kept out of contact, as far as the module lets them."""
        return may_recover(s, piece)

    @hookimpl
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        """Whether it stands in an enemy zone."""
        return ["engaged"] if s.place(piece) in zone(s, s.enemy(s.side(piece))) else []

    @hookimpl
    def adviser(self, s: Situation, game: Imagined, side: str) -> Adviser | None:
        """Rules of thumb, for whoever has a combat table."""
        from tabuleiro.mechanics.advice.simple import LadderAdviser

        return LadderAdviser(game, side) if "combat" in s.module.odds else None

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        """What is sealed, and whose builders prepare bridges."""
        return [*sealing(s, viewer), *works.builders_sealed(s, viewer)]

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        """On which side of a fortified line it lies, where lines help on one side only."""
        return list(line_notes(s, hex))

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Stacking and separation of enemies."""
        return broken_rules(s)


def _due(s: Situation, side: str) -> tuple[tuple[str, Any], ...]:
    """Return the reinforcements of a side whose turn has come, arrived or not, by piece."""
    return tuple(
        (piece, arrival)
        for arrival in s.scenario.reinforcements
        if arrival.side == side and arrival.turn <= s.turn
        for piece in arrival.units
    )


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
    ashore: list[Step] = []
    if any(beachhead(s, piece) for piece in attack):
        ashore = [Ashore(battle)]
    steps: dict[str, list[Step]] = {
        "DE": [loss(attacker=False, kill=True), away],
        "DRB": [loss(attacker=False), away],
        "DRI": [away],
        "DVB": [loss(attacker=False)],
        "DVI": [],
        "AVI": [*ashore, Advancing(battle, attack)],
        "AVB": [loss(attacker=True), *ashore, Advancing(battle, attack)],
        "ARI": [back],
        "ARB": [loss(attacker=True), back],
        "AE": [loss(attacker=True, kill=True), back],
        "EMP": [Exchange(battle.defender, battle.attacker, defence, attack), away, *ashore],
        "IMP": ashore,
        "DI": [],
        "DB": [loss(attacker=False)],
    }
    return steps.get(code)
