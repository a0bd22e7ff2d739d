"""The fight at sea: whom to attack, when to break off, whom to hit, what ships fire at ashore.

Who is outgunned withdraws; but not if convoys lie behind it that could not get away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.combat.declared_attacks import ASSAULT, announced, planned
from tabuleiro.rules.combat.draft import Confirm
from tabuleiro.rules.ground.land_units import AIR, arm, land_at
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.advice.outlook import look
from tabuleiro_filipinas.forces import force_at, forces
from tabuleiro_filipinas.leaving_sea import LeaveSea
from tabuleiro_filipinas.naval_actions import GiveBattle, JoinBattle
from tabuleiro_filipinas.naval_choices import (
    AttackAgain,
    BreakOff,
    ComeUp,
    DoneAtSea,
    FightOn,
    Pursue,
    WithdrawTo,
)
from tabuleiro_filipinas.naval_losses import HitShip
from tabuleiro_filipinas.naval_reckoning import cost_of_hit, engagement, is_line, power
from tabuleiro_filipinas.parameters.course import ScoringTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.shore_fire import SHORE, BombardShore, SupportAshore
from tabuleiro_filipinas.submarine_attacks import LetPass, TorpedoForce, escort_value
from tabuleiro_filipinas.withdrawals import due_to_leave

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["at_sea", "leave_or_stay", "menaced", "shore_fire", "worth_of_ship"]

_HUNTED: Final = 2
"""A submarine lets a force pass whose escort is so strong: it would be hurt before it hits."""
_MENACE: Final = 24
"""With so many points of enemy ships of the line afloat no force sails without guns of its own."""
_EDGE: Final = 5
_PLEDGE: Final = 0.5
"""Convoys worth this part of their guard are not left alone, however strong the enemy is."""
_SHELLS: Final = 7
"""Points with which ships bombard troops, where nobody needs their support."""


def worth_of_ship(s: Situation, ship: str) -> float:
    """Return what a ship is worth to who sinks it."""
    worth = s.terms(ScoringTerms).scoring[s.enemy(s.side(ship))]
    return float(getattr(worth, s.counter(ship).type, 0)) + 1.0


def _edge(s: Situation, side: str, mine: Sequence[str], place: str) -> int:
    """Return by how much some forces are stronger than the enemy ships of a hex, as seen."""
    own = [ship for force in mine for ship in s.inside(force)]
    theirs = [p for f in force_at(s, s.enemy(side), place) for p in s.inside(f)]
    if not own:
        return -99
    return engagement(s, place, own, theirs).difference if theirs else 0


def at_sea(game: Imagined, s: Situation, side: str, decision: Question) -> Action | None:
    """Return what is done at sea now."""
    asked = set(decision.actions)
    if "hit-ship" in asked:
        return _hit(s, decision)
    if "torpedo-force" in asked:
        return _torpedo(s, side, decision)
    legal = [action for action in game.legal() if not action.retracts]
    if "join-battle" in asked:
        joins = (a for a in legal if isinstance(a, JoinBattle) and _armed(s, a.piece))
        return next(joins, Confirm())
    return _battle(s, side, asked, legal)


def _battle(s: Situation, side: str, asked: set[str], legal: Sequence[Action]) -> Action | None:
    if "give-battle" in asked:
        return _give_battle(s, side, legal)
    if "fight-on" in asked:
        return _stay(s, side)
    if "withdraw-to" in asked:
        return _away(s, side, legal)
    if "come-up" in asked:
        return _reserve(s, legal)
    return _pursue(s, side, legal) if asked & {"pursue", "attack-again"} else None


def _armed(s: Situation, force: str) -> bool:
    return any(is_line(s, ship) for ship in s.inside(force))


def _give_battle(s: Situation, side: str, legal: Sequence[Action]) -> Action | None:
    fights = [a for a in legal if isinstance(a, GiveBattle)]
    return max(fights, default=None, key=lambda a: (
        _armed(s, a.piece), _edge(s, side, (a.piece,), a.hex), a.hex, a.piece,
    ))  # fmt: skip


def _stay(s: Situation, side: str) -> Action:
    """Return whether to go on: if one is stronger, or has convoys there to defend."""
    top = s.position.top
    mine, theirs = getattr(top, "attackers", ()), getattr(top, "defenders", ())
    if mine and s.side(mine[0]) != side:
        mine, theirs = theirs, mine
    own = [p for f in mine if s.on_map(f) for p in s.inside(f)]
    foes = [p for f in theirs if s.on_map(f) for p in s.inside(f)]
    if not own or not foes:
        return FightOn()
    place = s.whereabouts(foes[0])
    guards = any(s.counter(p).type == "convoys" for p in own) and any(is_line(s, p) for p in own)
    return FightOn() if guards or engagement(s, place, own, foes).difference >= 0 else BreakOff()


def _away(s: Situation, side: str, legal: Sequence[Action]) -> Action | None:
    """Return the hex that is farthest from all enemy forces."""
    distance = s.board.grid.distance
    foes = [s.place(f) for f in forces(s, s.enemy(side)) if s.on_map(f)]
    ways = [a for a in legal if isinstance(a, WithdrawTo)]
    return max(ways, default=None, key=lambda a: (sum(distance(a.hex, f) for f in foes), a.hex))


def _reserve(s: Situation, legal: Sequence[Action]) -> Action:
    """Return which force with guns, and without anything to lose, comes up."""
    for action in legal:
        if isinstance(action, ComeUp) and all(is_line(s, p) for p in s.inside(action.piece)):
            return action
    return DoneAtSea()


def _pursue(s: Situation, side: str, legal: Sequence[Action]) -> Action:
    top = s.position.top
    mine = [f for f in getattr(top, "forces", ()) if s.on_map(f)]
    again = [a for a in legal if isinstance(a, AttackAgain)]
    good = [a for a in again if _edge(s, side, mine, a.hex) > 0]
    if good:
        return max(good, key=lambda a: (_edge(s, side, mine, a.hex), a.hex))
    for action in legal:
        if isinstance(action, Pursue) and not again:
            near = s.board.grid.neighbours(action.path[-1])
            if any(force_at(s, s.enemy(side), h) and _edge(s, side, (action.piece,), h) > 0
                   for h in near):  # fmt: skip
                return action
    return DoneAtSea()


def _hit(s: Situation, decision: Question) -> Action:
    """Return the ship whose loss is worth most for its price; one that sinks counts whole."""

    def value(ship: str) -> tuple[float, str]:
        sinks = s.piece(ship).losses + 1 >= s.counter(ship).steps
        return worth_of_ship(s, ship) * (1.0 if sinks else 0.5) / cost_of_hit(s, ship), ship

    return HitShip(max(decision.pieces, key=value))


def _torpedo(s: Situation, side: str, decision: Question) -> Action:
    submarine = decision.pieces[0]
    force = str(getattr(s.position.top, "force", ""))
    known = force in s.position.pieces and s.inside(force)
    strong = known and escort_value(s, s.enemy(side), s.place(force)) >= _HUNTED
    return LetPass(submarine) if strong else TorpedoForce(submarine)


def shore_fire(game: Imagined, s: Situation, side: str) -> Action:
    """Return which ship fires at what: for attacks and defences that its points still help."""
    legal = [a for a in game.legal() if isinstance(a, SupportAshore | BombardShore)]
    helped = _helped(s, side)
    for action in legal:
        if isinstance(action, SupportAshore):
            attack = _announced_strength(s, side, action.hex)
            if helped.get(action.hex, 0) < attack:
                return action
    shots = [a for a in legal if isinstance(a, BombardShore) and a.aim == "troops"]
    shots = [a for a in shots if a.hex not in announced(s)]
    fields = [a for a in legal if isinstance(a, BombardShore) and a.aim == "field"
              and any(arm(s, p) == AIR for p in s.at(a.hex))]  # fmt: skip
    for action in (*fields, *shots):
        able = [a for a in (*fields, *shots) if a.hex == action.hex and a.aim == action.aim]
        points = sum(s.value(a.piece, "combat") for a in able)
        if points + helped.get(action.hex, 0) >= _SHELLS:
            return action
    return EndPhase()


def _helped(s: Situation, side: str) -> dict[str, int]:
    """Return the points of ships that fire at each hex already."""
    found: dict[str, int] = {}
    for ship, order in s.position.facts.get(SHORE + side, {}).items():
        if ship in s.position.pieces:
            found[order["hex"]] = found.get(order["hex"], 0) + s.value(ship, "combat")
    return found


def _announced_strength(s: Situation, side: str, place: str) -> float:
    """Return what an announced attack, or the defence against it, counts on land."""
    battle = planned(s, ASSAULT, place)
    if battle is None or battle.attacker != side:
        return look(s, side).total(land_at(s, place, side), "defense")
    return float(sum(s.value(p, "attack") for p in battle.attackers))


def leave_or_stay(s: Situation, side: str, decision: Question) -> Action:
    """Return which idle ship goes home: who waits for an enemy fleet lies under many guns.

    Warships stay with carriers and convoys that cannot leave.
    """
    danger = menaced(s, side)
    for ship in decision.pieces:
        waits = danger and s.counter(ship).type != "convoys" and _guarded(s, side, ship)
        if not waits and not (is_line(s, ship) and _guards(s, side, ship, decision.pieces)):
            return LeaveSea(ship)
    return EndPhase()


def _guards(s: Situation, side: str, ship: str, free: Collection[str]) -> bool:
    """Return whether a warship lies with ships that have to stay and need it.

    With carriers it stays whatever comes; with convoys if no battle fleet is much stronger, or if
    they are worth so much that those who guard them must dare it.
    """
    here = [p for force in force_at(s, side, s.whereabouts(ship)) for p in s.inside(force)]
    bound = [p for p in here if not is_line(s, p) and p not in free]
    if not bound or any(s.counter(p).type == "carriers" for p in bound):
        return bool(bound)
    risked = sum(worth_of_ship(s, p) for p in here if is_line(s, p))
    dear = sum(worth_of_ship(s, p) for p in bound) >= _PLEDGE * risked
    return dear or _guarded(s, side, ship)


def _guarded(s: Situation, side: str, ship: str) -> bool:
    """Return whether a ship lies with so many guns that no battle fleet is much stronger."""
    here = [p for force in force_at(s, side, s.whereabouts(ship)) for p in s.inside(force)]
    guns = sum(power(s, p, attacks=False) for p in here)
    return guns >= min(s.terms(NavalTerms).limit, _guns_left(s, s.enemy(side))) - _EDGE


def menaced(s: Situation, side: str) -> bool:
    """Return whether the enemy has a fleet left."""
    return _guns_left(s, s.enemy(side)) >= _MENACE


def _guns_left(s: Situation, side: str) -> int:
    """Return the points of the line that a side has left, by what was sunk and by the lists."""
    known = s.position.pieces
    takes_part = s.cache_by_basis("takes-part", (), lambda: s.scenario.pieces(s.module))
    counters = (s.module.counters[p] for p in takes_part)
    line = [c for c in counters if c.side == side and "line" in c.tags]
    left = [c for c in line if not due_to_leave(s, c.id) and (c.id not in known or s.alive(c.id))]
    return sum(c.value("combat", losses=0) for c in left)
