"""Aircraft of the simple player: what to raid, with whom, whom to intercept, where to base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.advice.fire import harm
from tabuleiro.rules.air.aircraft_orders import (
    DefendAsBomber,
    DoneReacting,
    FlyAsBomber,
    FlyAsFighter,
    Intercept,
)
from tabuleiro.rules.air.mission_plan import BOMBER
from tabuleiro.rules.combat.draft import Cancel, Confirm
from tabuleiro.rules.ground.land_units import land_at, land_units
from tabuleiro.rules.victory.control import controller
from tabuleiro_papua.air.airfields import sea_based
from tabuleiro_papua.air.raids import (
    BombBase,
    BombField,
    BombShip,
    BombTroops,
    PlanRaid,
    SupportAttack,
)
from tabuleiro_papua.air.sorties import sorties_over
from tabuleiro_papua.air.transfers import Transfer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Action, Question
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.rules.advice.sense import Sense

__all__ = ["choose_raid", "choose_reaction", "choose_squadron", "choose_transfer"]

_BOMBERS: Final = 3
"""So many squadrons fly on one raid, and as many support one defence."""
_ESCORTS: Final = 2
_SUPPORT: Final = 3.0
"""What it is worth to support an attack; the rest is compared with it."""
_FIELD: Final = 0.5
_AIRCRAFT: Final = 0.3
_SHIP: Final = 1.2
_BASE: Final = 0.8
_ODDS: Final = 0.8
"""Interceptors rise if they have so many times the strength of the raiders."""
_FAR: Final = 48
"""Ranges beyond this are all alike."""
_RISK: Final = 0.5
"""What an enemy land piece close to a field takes from its worth."""


def choose_raid(sense: Sense, plans: Sequence[PlanRaid]) -> PlanRaid | None:
    """Return the raid that promises most; what flies already is raided no more."""
    s = sense.s
    open_ = [plan for plan in plans if not sorties_over(s, plan.hex, sense.side)]
    worths = {plan: _worth(sense, plan) for plan in open_}
    best = max(open_, key=lambda plan: (worths[plan], plan.kind, plan.hex), default=None)
    return best if best is not None and worths[best] > 0 else None


def _worth(sense: Sense, plan: PlanRaid) -> float:
    """Return what a raid promises, whoever flies it."""
    s, place = sense.s, plan.hex
    match plan:
        case SupportAttack():
            near = (place, *s.board.grid.neighbours(place))
            mine = sense.total((p for h in near for p in land_at(s, h, sense.side)), "attack")
            theirs = sense.total(land_at(s, place, sense.enemy), "defense")
            return _SUPPORT + sense.wanted().get(place, 0.0) / 10 if 2 * mine >= theirs else 0.0
        case BombTroops():
            return harm(sense, place, 4.0 * _BOMBERS, "air")
        case BombField():
            return _FIELD + _AIRCRAFT * sum(s.side(p) == sense.enemy for p in s.at(place))
        case BombShip():
            return _SHIP
        case BombBase():
            return _BASE
    return 0.0


def choose_squadron(game: Imagined, sense: Sense, decision: Question) -> Action:
    """Return who joins a raid next: a few bombers, then escorts; then send them off."""
    orders = decision.data["orders"]
    bombers = [order for order in orders if order.get("role", BOMBER) == BOMBER]
    escorts = len(orders) - len(bombers)
    legal = game.legal()
    value = "land" if decision.data["errand"] in {"support", "troops"} else "attack"

    def strength(action: FlyAsBomber | FlyAsFighter, name: str) -> tuple[float, str]:
        values = sense.s.counter(action.piece).values
        return float(values.get(name, values.get("land", 0))), action.piece

    join = [a for a in legal if isinstance(a, FlyAsBomber)]
    if join and len(bombers) < _BOMBERS:
        return max(join, key=lambda a: strength(a, value))
    cover = [a for a in legal if isinstance(a, FlyAsFighter)]
    if cover and bombers and escorts < _ESCORTS:
        return max(cover, key=lambda a: strength(a, "air"))
    return Confirm() if game.check(Confirm()) else Cancel()


def choose_reaction(game: Imagined, sense: Sense) -> Action:
    """Return who rises against raiders, or supports troops under attack; or that nobody does."""
    s = sense.s
    legal = game.legal()
    meets = [a for a in legal if isinstance(a, Intercept)]
    for place in sorted({a.hex for a in meets}):
        able = {a.piece: a for a in meets if a.hex == place}
        flying = [order.piece for order in sorties_over(s, place, sense.side)]
        theirs = sum(s.value(o.piece, "air") for o in sorties_over(s, place, sense.enemy))
        mine = sum(s.value(piece, "air") for piece in (*flying, *able))
        met = sum(s.value(piece, "air") for piece in flying)
        if mine >= _ODDS * theirs and met < 1.5 * theirs:
            return able[max(able, key=lambda piece: (s.value(piece, "air"), piece))]
    helps = [
        a for a in legal
        if isinstance(a, DefendAsBomber)
        and len(sorties_over(s, a.hex, sense.side)) < _BOMBERS
    ]  # fmt: skip
    if helps:
        return max(helps, key=lambda a: (s.value(a.piece, "land"), a.piece, a.hex))
    return DoneReacting()


def choose_transfer(sense: Sense, moves: Sequence[Transfer]) -> Transfer | None:
    """Return the move of a squadron that brings it nearer to the fighting, if that helps."""
    s = sense.s
    fronts = [h for h in land_units(s, sense.enemy) if h in s.board.grid]
    fronts += [h for h, worth in sense.stakes.goals.items() if worth > 0]
    grid = s.board.grid

    def reached(piece: str, place: str) -> int:
        far = min(s.value(piece, "range") or _FAR, _FAR)
        return sum(grid.distance(place, front) <= far for front in fronts)

    def gain(move: Transfer) -> float:
        piece, there = move.piece, move.hex
        here = s.place(piece)
        if here not in grid or there not in grid:
            return 0.0
        return reached(piece, there) - reached(piece, here) - _RISK * _risk(sense, there)

    fed = [move for move in moves if not sea_based(s, move.piece) or _beside_own(sense, move.hex)]
    best = max(fed, key=lambda move: (gain(move), move.piece, move.hex), default=None)
    return best if best is not None and gain(best) >= 1 else None


def _beside_own(sense: Sense, place: str) -> bool:
    """Return whether own land is next to a hex, from which a flying boat may be supplied."""
    s = sense.s
    return any(controller(s, hex) == sense.side for hex in s.board.grid.neighbours(place))


def _risk(sense: Sense, place: str) -> int:
    """Return how many enemy land pieces are close to a field."""
    s = sense.s
    near = s.board.grid.within(place, 2)
    return sum(len(land_at(s, hex, sense.enemy)) for hex in near)
