"""Declarations of the simple player: which hex to attack with what, and what to defend with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabuleiro.bots.fight import Fight, Means, combat_table
from tabuleiro.bots.random_player import bare_actions
from tabuleiro.mechanics.artillery import guns_in_range, supports_in_range
from tabuleiro.mechanics.combat_phase import Assault, Bombard, attackers
from tabuleiro.mechanics.draft import Cancel, Confirm, Join, SetAir
from tabuleiro.mechanics.odds import odds_of, shifted
from tabuleiro.mechanics.pools import air_points
from tabuleiro.mechanics.secrecy import battle_in_progress

if TYPE_CHECKING:
    from tabuleiro.bots.sense import Sense
    from tabuleiro.engine import Action, Decision, Game
    from tabuleiro.mechanics.battle import Battle

__all__ = ["Declaring"]

_ENOUGH: Final = 0.2
"""An assault is declared freely if it promises more points than this."""
_AIR_PRICE: Final = 0.12
_LAST_AIR_PRICE: Final = 0.03
_GUN_PRICE: Final = 0.1


class Declaring:
    """The attacks and defences of one phase."""

    def __init__(self) -> None:
        """Begin with nothing given up."""
        self._given_up: set[str] = set()

    def choose(self, game: Game, sense: Sense, decision: Decision) -> Action | None:
        """Return the next action of a combat phase or of a declaration in it."""
        if "assault" in decision.actions:
            return self._attack(game, sense, decision)
        if "cancel" in decision.actions:
            return self._draft(game, sense, decision.data)
        return _defend(sense)

    def _attack(self, game: Game, sense: Sense, decision: Decision) -> Action | None:
        """Attack where it promises most; bombard with what is left; end the phase."""
        legal = [a for a in game.legal() if getattr(a, "target", "") not in self._given_up]
        means = {a: self._means(sense, a.target) for a in legal if isinstance(a, Assault)}
        owed = bool(decision.obligations)
        if means:
            best = max(means, key=lambda a: (means[a].worth, a.target))
            if means[best].worth > _ENOUGH:
                return best
            bound = set(decision.pieces)
            due = [a for a in means if bound.intersection(means[a].attackers)]
            if owed and due:
                return max(due, key=lambda a: (means[a].worth, a.target))
        shots = [a for a in legal if isinstance(a, Bombard)]
        if shots and not owed:
            return max(shots, key=lambda a: (_damage(sense, a.target), a.target))
        return next((a for a in bare_actions(decision) if game.check(a)), None)

    def _means(self, sense: Sense, target: str) -> Means:
        s, side = sense.s, sense.side
        able = sorted(set(attackers(s, side, target)))
        guns = sorted(set(guns_in_range(s, side, target)))
        fight = Fight(sense, target)
        return fight.best(able, guns, air_points(s, side), _AIR_PRICE)

    def _draft(self, game: Game, sense: Sense, data: dict[str, Any]) -> Action:
        """Commit what was thought out, or all guns to a bombardment, then announce it."""
        target = data["target"]
        if data["kind"] == "assault":
            done = {*data["attackers"], *data["support"]}
            means = self._means(sense, target)
            wanted, air = (*means.attackers, *means.guns), means.air
        else:
            done, air = set(data["support"]), 0
            wanted = tuple(guns_in_range(sense.s, sense.side, target))
        joins = [Join(piece) for piece in wanted if piece not in done]
        for action in (*joins, SetAir(air), Confirm()):
            if action != SetAir(data["air"]) and game.check(action):
                return action
        self._given_up.add(target)
        return Cancel()


def _damage(sense: Sense, target: str) -> float:
    """Return the strength times vulnerability of a bombardment of a hex by all guns in range."""
    s = sense.s
    indices = s.module.indices["vulnerability"]
    fire = sense.total(guns_in_range(s, sense.side, target), "attack")
    return fire * sum(indices.value(s.counter(piece).type, "artillery") for piece in s.at(target))


def _defend(sense: Sense) -> Action | None:
    """Commit the guns and air points that change the column most for their price."""
    s, side = sense.s, sense.side
    battle = battle_in_progress(s)
    if battle is None:
        return None
    return _next(battle, _best_defence(sense, battle, side)) or Confirm()


def _next(battle: Battle, wanted: Battle) -> Action | None:
    for piece in wanted.defence:
        if piece not in battle.defence:
            return Join(piece)
    return SetAir(wanted.defence_air) if wanted.defence_air > battle.defence_air else None


def _best_defence(sense: Sense, battle: Battle, side: str) -> Battle:
    """Return the battle with the support that leaves the attacker least for its price."""
    s = sense.s
    more = [p for p in supports_in_range(s, side, battle.target) if p not in battle.defence]
    more.sort(key=lambda gun: (-sense.strength(gun, "attack"), gun))
    left = air_points(s, side) - battle.defence_air
    now = odds_of(s, battle)
    table = combat_table(sense)
    net = s.options.get("shifts") == "net"
    theirs = Fight(sense.mirrored(), battle.target, table)
    best, most = battle, float("-inf")
    for count in range(len(more) + 1):
        fire = round(sense.total(more[:count], "attack"))
        for points in range(max(left, 0) + 1):
            base = table.column(now.attack, now.defence + fire + points)
            column = shifted(base, now.shifts, len(table.columns), net=net)
            worth = -theirs.worth(column, battle.attackers)
            worth -= _GUN_PRICE * count + _LAST_AIR_PRICE * points
            if worth > most:
                defence = (*battle.defence, *more[:count])
                air = battle.defence_air + points
                best, most = replace(battle, defence=defence, defence_air=air), worth
    return best
