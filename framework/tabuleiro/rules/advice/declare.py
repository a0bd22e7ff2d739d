"""Declarations of the simple player: which hex to attack with what, and what to defend with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabuleiro.engine.actions import bare_actions
from tabuleiro.rules.advice.fight import Fight, Means, combat_table
from tabuleiro.rules.advice.fire import best_salvo, best_sortie
from tabuleiro.rules.air.air_points import air_points
from tabuleiro.rules.combat.artillery import guns_in_range, supports_in_range
from tabuleiro.rules.combat.combat_phase import AirStrike, Assault, Bombard, attackers
from tabuleiro.rules.combat.draft import Cancel, Confirm, Join, SetAir
from tabuleiro.rules.combat.odds import odds_of
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.recon.secrecy import battle_in_progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.engine import Action, Question
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.rules.advice.sense import Sense
    from tabuleiro.rules.combat.battle import Battle

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
        self._misfits: set[tuple[str, str]] = set()
        self._bare: set[str] = set()
        self._prices: dict[str, float] = {}

    def choose(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        """Return the next action of a combat phase or of a declaration in it."""
        if "assault" in decision.actions:
            return self._attack(game, sense, decision)
        if "cancel" in decision.actions:
            return self._draft(game, sense, decision.data)
        return _defend(sense)

    def _attack(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        """Attack where it promises most; bombard with what is left; end the phase."""
        legal = [a for a in game.legal() if getattr(a, "target", "") not in self._given_up]
        assaults = [a for a in legal if isinstance(a, Assault)]
        self._price_air(sense, [a.target for a in assaults])
        means = {a: self._means(sense, a.target) for a in assaults}
        owed = bool(decision.obligations)
        if means:
            best = max(means, key=lambda a: (means[a].worth, a.target))
            if means[best].worth > _ENOUGH:
                return best
            bound = set(decision.pieces)
            due = [a for a in means if bound.intersection(means[a].attackers)]
            if owed and due:
                return max(due, key=lambda a: (means[a].worth, a.target))
        shot = None if owed else _best_shot(sense, legal)
        if shot is not None:
            return shot
        return next((a for a in bare_actions(decision) if game.check(a)), None)

    def _price_air(self, sense: Sense, targets: Sequence[str]) -> None:
        """Find out what an air point would be worth in each of the other assaults."""
        s, side = sense.s, sense.side
        air = air_points(s, side)
        gains: dict[str, float] = {}
        for target in targets if air and len(targets) > 1 else ():
            able, fight = (
                sorted(set(attackers(s, side, target))),
                Fight(sense, target, in_place=True),
            )
            alone = fight.best(able, (), 0, 0.0).worth
            helped = fight.best(able, (), air, _AIR_PRICE / 10)
            if helped.air:
                gains[target] = (helped.worth - alone) / helped.air
        self._prices = {
            target: max((gain for other, gain in gains.items() if other != target), default=0.0)
            for target in targets
        }

    def _means(self, sense: Sense, target: str) -> Means:
        s, side = sense.s, sense.side
        able = sorted(set(attackers(s, side, target)))
        fight = Fight(sense, target, in_place=True)
        fit = [piece for piece in able if (piece, target) not in self._misfits]
        if target in self._bare or not fit:  # as a last resort nobody fires for them
            self._bare.add(target)
            return fight.best(able, (), 0, 0.0)
        guns = sorted(set(guns_in_range(s, side, target)))
        price = max(_AIR_PRICE, self._prices.get(target, 0.0))
        return fight.best(fit, guns, air_points(s, side), price)

    def _draft(self, game: Imagined, sense: Sense, data: dict[str, Any]) -> Action:
        """Commit what was thought out, or all guns to a bombardment, then announce it."""
        target = data["target"]
        if data["kind"] == "assault":
            done = {*data["attackers"], *data["support"]}
            means = self._means(sense, target)
            wanted, air = (*means.attackers, *means.guns), means.air
        else:
            done = set(data["support"])
            fire = (best_salvo if data["kind"] == "bombardment" else best_sortie)(sense, target)
            wanted, air = fire.guns, fire.air
        joins = [Join(piece) for piece in wanted if piece not in done]
        for action in (*joins, SetAir(air), Confirm()):
            if action != SetAir(data["air"]) and game.check(action):
                return action
        if target not in self._bare:
            for action in game.legal():  # somebody who must attack would be left out
                if isinstance(action, Join) and (action.piece, target) not in self._misfits:
                    return action
        self._think_again(game, target, done)
        return Cancel()

    def _think_again(self, game: Imagined, target: str, done: set[str]) -> None:
        """Leave out whom the referee objects to, then all support, then give the attack up."""
        named = {piece for why in game.check(Confirm()).objections for piece in why.pieces}
        misfits = {(piece, target) for piece in named & done}
        if target in self._bare:
            self._given_up.add(target)
        elif misfits <= self._misfits:
            self._bare.add(target)
        self._misfits |= misfits


def _best_shot(sense: Sense, legal: Iterable[Action]) -> Action | None:
    """Return the bombardment or attack from the air that promises most, if any pays."""
    found: dict[Bombard | AirStrike, float] = {}
    for action in legal:
        if isinstance(action, Bombard):
            found[action] = best_salvo(sense, action.target).worth
        elif isinstance(action, AirStrike):
            found[action] = best_sortie(sense, action.target).worth
    best = max(found, key=lambda a: (found[a], a.kind, a.target), default=None)
    return best if best is not None and found[best] > 0 else None


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
    theirs = Fight(sense.mirrored(battle.attacker), battle.target, table)
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
