"""The hooks of Batalha de Leyte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.board import reachable
from tabuleiro.engine import DEAD, Objection, Step, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.ground.irregulars import IrregularsTerms
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.special_moves import ASSAULT, SpecialMove
from tabuleiro.rules.ground.zones import zone
from tabuleiro.rules.sea.coasts import coast_hexes
from tabuleiro.rules.sea.landings import open_shores
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_leyte.air import GatherAircraft
from tabuleiro_leyte.arriving import PortsLost, entry_hexes
from tabuleiro_leyte.first_wave import FirstWave
from tabuleiro_leyte.parameters import (
    AirBonusTerms,
    AmericanScore,
    FirstWaveTerms,
    NavalSupportTerms,
    ParatroopsTerms,
    PortsTerms,
    ScoringTerms,
    SeaMovesTerms,
    WithdrawalTerms,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Phase

__all__ = ["Leyte"]


class Leyte:
    """What is special to Leyte: beaches and ports, naval guns, Japan's aircraft, the score."""

    sides = 2
    parameters = (
        AirBonusTerms, NavalSupportTerms, SeaMovesTerms, ParatroopsTerms, PortsTerms,
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
        if not s.on_map(piece) or not _encircled(s, piece):
            return []
        message = msg("{piece} is cut off from the beaches.", piece=piece_ref(piece))
        return [object_to(s, message, "cut-off", "movement", pieces=(piece,))]

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Naval guns help those who made an assault landing in this turn."""
        return list(_naval_support(s, battle))

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """Destroyed units of each nation, and Japanese units left intact."""
        points = s.terms(ScoringTerms)
        return [*_destroyed(s, points), _intact(s, points.japanese.intact_on_board)]


def _encircled(s: Situation, piece: str) -> bool:
    """Return whether enemies bar every way of a piece to a beach, or to a coast where it can sail.

    Only they do: where there would be no way without them either, there is water all round.
    """
    enemy = s.enemy(s.side(piece))
    danger = zone(s, enemy).union(s.occupied(enemy))
    regions = (s.board.regions[name] for name in s.terms(WithdrawalTerms).reach)
    beaches = frozenset[str]().union(*(region.hexes for region in regions))
    shores = frozenset(open_shores(s))
    if _leads(s, piece, beaches | (shores - danger), danger - {s.place(piece)}):
        return False
    return _leads(s, piece, beaches | shores, frozenset())


def _leads(s: Situation, piece: str, goals: frozenset[str], closed: frozenset[str]) -> bool:
    """Return whether a way that a piece can go leads from its hex to a goal past closed hexes."""
    index = s.board.grid.index
    here, blocked = index(s.place(piece)), {index(place) for place in closed}
    reached = reachable(profile(s, piece).costs, here, blocked=blocked)
    return any(index(place) in reached for place in goals)


def _naval_support(s: Situation, battle: Battle) -> Iterator[Shift]:
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


_RULES = {"japanese": "leyte-12.2.1-1", "american": "leyte-12.2.2-1", "filipino": "leyte-12.2.2-2"}


def _destroyed(s: Situation, points: ScoringTerms) -> Iterator[ScoreLine]:
    """Yield a line for the destroyed units of each nation."""
    sides: dict[str, AmericanScore] = {"american": points.american, "japanese": points.japanese}
    for side, score in sides.items():
        for nation, each in score.enemy_destroyed.items():
            count = sum(s.counter(piece).nation == nation for piece in s.at(DEAD))
            name = {"key": f"nation.{nation}"}
            label = msg("units destroyed, {nation}: {n}", nation=name, n=count)
            yield ScoreLine(side, each * count, label, _RULES[nation])


def _intact(s: Situation, each: int) -> ScoreLine:
    """Return the line for Japanese units on the board without losses."""
    stacks = s.occupied("japanese").values()
    count = sum(not s.piece(piece).losses for stack in stacks for piece in stack)
    label = msg("Japanese units intact on the board: {n}", n=count)
    return ScoreLine("japanese", each * count, label, "leyte-12.2.2-3")
