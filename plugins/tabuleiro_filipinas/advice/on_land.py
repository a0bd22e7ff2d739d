"""Land: where troops march, what they attack and with whom, how they bear what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.advice.choices import choose_after_battle, choose_loss
from tabuleiro.rules.advice.fight import Fight, combat_table
from tabuleiro.rules.advice.march import March
from tabuleiro.rules.combat.carrying_out_attacks import FightBattle, FireGuns
from tabuleiro.rules.combat.combat_phase import Assault, Bombard
from tabuleiro.rules.combat.declaring_all_at_once import attackers
from tabuleiro.rules.combat.draft import Cancel, Confirm, Join
from tabuleiro.rules.combat.duty_to_attack import bound_pieces, is_bound, owed_targets
from tabuleiro.rules.combat.losses import Lose
from tabuleiro.rules.combat.results_d1_to_a1 import GiveWay, HoldOut, LossesFirst
from tabuleiro.rules.ground.land_units import holds_ground, is_gun, land_at
from tabuleiro.rules.ground.movement import Move, destinations
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.advice.help_for_troops import (
    air_over,
    air_ready,
    flying_over,
    guns_off,
    jumps_from,
)
from tabuleiro_filipinas.advice.outlook import (
    IslandFight,
    cover_of,
    look,
    place_worths,
    replaced,
    strength_of,
    unused_points_count,
)
from tabuleiro_filipinas.advice.replacing import worth_restoring
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.landing_rules import own_shore
from tabuleiro_filipinas.sea_lanes import landing_ground
from tabuleiro_filipinas.unknown_pieces import is_unknown_piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined
    from tabuleiro_filipinas.advice.outlook import Ground

__all__ = ["Announcing", "Marching", "bear", "next_battle", "support_defence"]

_PROMISE: Final = 0.3
"""An attack is announced freely if it promises so many points."""
_ALARM: Final = 9
"""Hexes to the nearest enemy beyond which the defender stays where he is."""
_COVER: Final = 0.9
_CROWD: Final = 0.9
_TOGETHER: Final = 2
"""So many stand together gladly; more find that others guard the place."""
_SHELTER: Final = 3
"""Hexes to strong ground that is still thought of."""
_COUNTS: Final = 2.0
"""How much more a place that counts itself is guarded than one that only feeds: no redoubt then."""
_FADES: Final = 0.6
"""What is left of the worth of a post a hex away."""
_EXPOSED: Final = 8.0
"""Who goes where an enemy stands beside must attack, whatever the odds."""
_REDOUBT: Final = 0.5
"""What each companion on strong ground is worth: an island is held while somebody is left."""
_NOWHERE: Final = 10
"""So many turns of marching lead to no goal: there is none on the island."""
_HOMEWARD: Final = 0.5
_GATHER: Final = 0.3
_BOARDS: Final = 4.0
"""What it is worth to who is airborne and idle to stand beside a transport."""
_MOST_TOGETHER: Final = 4
"""Who has nothing left to do on an island waits on a beach with others, to be fetched together."""
_SHARED: Final = 2.0
"""By how much more a hopeless attack must promise for those to join it who need not."""
_FAR: Final = 8
_STRONG: Final = 2
"""Columns of cover from which troops hold on, though they may choose to give way."""


class IslandMarch(March):
    """Marches on islands: the defender stays where no enemy is near, else where he can hold."""

    def __init__(
        self, sense: Ground, pieces: Sequence[str], fight: type[Fight] = IslandFight
    ) -> None:
        """Think out the phase for the pieces that may move."""
        self._shelters: dict[str, float] = {}
        super().__init__(sense, pieces, fight)

    def _able(self, target: str, guns: Iterable[str]) -> list[tuple[str, list[str]]]:
        found = super()._able(target, guns)
        return [one for one in found if not fights_alone(self.sense.s, one[0])]

    def _find_tired(self) -> set[str]:
        """The invader rests his losses in the campaign, while points are left to restore them."""
        s, side = self.sense.s, self.sense.side
        if not (self.sense.attacks() and unused_points_count(s, side) and replaced(s, side)):
            return set()
        return {p for p in self.pieces if s.piece(p).losses and worth_restoring(s, side, p)}

    def _air(self) -> int:
        return air_ready(self.sense.s, self.sense.side) if self._attacks else 0

    def _air_over(self, target: str, left: int) -> int:
        return min(left, air_over(self.sense.s, self.sense.side, target))

    def _ships(self, target: str, pieces: Sequence[str]) -> float:
        return guns_off(self.sense.s, self.sense.side, target, pieces)

    def _go_on(self) -> None:
        if not self._attacks:
            for piece in sorted(self._free):
                here = self.sense.s.place(piece)
                if here in self.sense.s.board.grid and self._to_enemy(here) > _ALARM:
                    self._send(piece, here)
        super()._go_on()

    def _find_posts(self) -> dict[str, float]:
        """Return what is to be guarded, the more urgent the nearer the enemy is."""
        goals, s = self.sense.stakes.goals.items(), self.sense.s
        counts = place_worths(s)
        held = {h: w + _COUNTS * counts.get(h, 0.0) for h, w in goals
                if w > 0 and controller(s, h) == self.sense.side}  # fmt: skip
        return {h: worth / (2 + self._to_enemy(h)) for h, worth in held.items()}

    def _guard(self, place: str) -> float:
        distance = self.sense.s.board.grid.distance
        return sum(2 * worth * _FADES ** distance(place, h) for h, worth in self._posts.items())

    def value(self, piece: str, place: str) -> float:
        """Return how good it is for a piece to stand in a hex without attacking from it."""
        s = self.sense.s
        if self._attacks:
            worth = super().value(piece, place)
            if self._progress(piece, place) < _NOWHERE:
                return worth
            together = self._planned.get(place, 0) - (s.place(piece) == place)
            worth += _GATHER * min(together, _MOST_TOGETHER)
            worth += _BOARDS * jumps_from(s, piece, place)
            return worth - _HOMEWARD * _to_beach(s, self.sense.side, place)
        crowd = self._planned.get(place, 0) - (s.place(piece) == place)
        cover = cover_of(s, place)
        worth = self._guard(place) + _COVER * self._shelter(place)
        worth += _REDOUBT * crowd if cover > _STRONG else -_CROWD * max(crowd - _TOGETHER, 0)
        if place in self.danger:
            worth -= _EXPOSED
        wanted = self.sense.wanted().get(place, 0.0)
        return worth + wanted / 2

    def _shelter(self, place: str) -> float:
        """Return how strong the best ground about a hex is, the less the farther it lies."""
        if place not in self._shelters:
            s, distance = self.sense.s, self.sense.s.board.grid.distance
            self._shelters[place] = max(
                strength_of(s, h) * _FADES ** distance(place, h)
                for h in s.board.grid.within(place, _SHELTER)
                if h not in self.enemies and island_of(s, h) == island_of(s, place)
            )
        return self._shelters[place]


def _to_beach(s: Situation, side: str, place: str) -> int:
    """Return how far the nearest coast is where ships could fetch somebody."""
    near = s.board.grid.within
    for far in range(_FAR):
        for hex in near(place, far):
            if landing_ground(s, hex) and own_shore(s, side, hex):
                return far
    return _FAR


def fights_alone(s: Situation, piece: str) -> bool:
    """Return whether a piece spoils the help of guns for whoever attacks with it."""
    return bool(s.rules.support_objections(s=s, pieces=(piece,)))


class Marching:
    """The marches of one phase, thought out once."""

    def __init__(self) -> None:
        """Begin with nothing thought out."""
        self._orders: dict[str, str] | None = None

    def next(self, s: Situation, side: str, pieces: Sequence[str]) -> Action | None:
        """Return the next march, None if all have marched."""
        if self._orders is None:
            able = [p for p in pieces if holds_ground(s, p) and not is_unknown_piece(s, p)]
            moving = [piece for piece in able if destinations(s, piece)]
            self._orders = IslandMarch(look(s, side), moving).orders
        for piece, place in list(self._orders.items()):
            del self._orders[piece]
            found = destinations(s, piece).get(place)
            if found is not None:
                return Move(piece, found[0])
        return None

    def targets(self, s: Situation, side: str) -> tuple[str, ...]:
        """Return the hexes that troops where they stand now could attack with profit."""
        sense = look(s, side)
        found = {}
        for target in sense.gaps():
            if sense.gaps()[target] == 0:
                able = tuple(dict.fromkeys(attackers(s, side, target)))
                if able:
                    found[target] = _promise(sense, target, able, air_over(s, side, target))
        good = [target for target, worth in found.items() if worth > -1.0]
        return tuple(sorted(good, key=lambda target: (-found[target], target)))


def _promise(sense: Ground, target: str, able: Sequence[str], air: int) -> float:
    """Return what an assault by pieces in place promises, with the help that it gets."""
    fight = IslandFight(sense, target, in_place=True)
    origins = {sense.s.place(piece) for piece in able}
    helped = air + guns_off(sense.s, sense.side, target, able)
    column = fight.column(sense.total(able, "attack") + helped, origins, able)
    return fight.worth(column, able)


class Announcing:
    """The attacks of one phase."""

    def __init__(self) -> None:
        """Begin with nothing announced or given up."""
        self._given_up: set[str] = set()
        self._failed: set[str] = set()
        """Hexes for which a plan came to nothing: the next one is as small as may be."""

    def choose(self, game: Imagined, s: Situation, decision: Question) -> Action | None:
        """Return the next attack: what promises points, then what is owed; guns fire at the end."""
        sense, side = look(s, decision.side), decision.side
        legal = [a for a in game.legal() if getattr(a, "target", "") not in self._given_up]
        found: dict[Assault, float] = {}
        for action in legal:
            if isinstance(action, Assault):
                able = tuple(dict.fromkeys(attackers(s, side, action.target)))
                flying = flying_over(s, side, action.target)
                found[action] = _promise(sense, action.target, able, flying)
        best = max(found, key=lambda a: (found[a], a.target), default=None)
        if best is not None and found[best] <= _PROMISE and not game.check(EndPhase()):
            owed = {h for piece in bound_pieces(s, side) for h in owed_targets(s, piece)}
            due = [a for a in found if a.target in owed] or list(found)
            best = max(due, key=lambda a: (found[a], a.target))
            self._given_up.add(best.target)
            return best
        if best is not None and found[best] > _PROMISE:
            self._given_up.add(best.target)
            return best
        shots = [action for action in legal if isinstance(action, Bombard)]
        for shot in sorted(shots, key=lambda a: a.target):
            self._given_up.add(shot.target)
            return shot
        return EndPhase()

    def plan(self, game: Imagined, s: Situation, decision: Question) -> Action:
        """Return who joins an attack next: as many as help, the strongest first.

        Who fights alone comes only if he must, or if nobody else does; then no gun fires.
        """
        data, side = decision.data, decision.side
        sense, target = look(s, side), data["target"]
        done = (*data["attackers"], *data["support"])
        joins = [a for a in game.legal() if isinstance(a, Join)]
        joins.sort(key=lambda a: (is_gun(s, a.piece), -s.value(a.piece, "attack"), a.piece))
        ready = bool(done) and bool(game.check(Confirm()))
        if ready and target in self._failed:
            return Confirm()
        if data["kind"] == "assault" and _only_owed(sense, target, joins, done):
            joins = [a for a in joins if is_bound(s, a.piece)] or joins
            if ready:
                return Confirm()
        lone = [a for a in joins if fights_alone(s, a.piece)]
        others = [a for a in joins if a not in lone]
        if any(fights_alone(s, p) for p in data["attackers"]) or (lone and done and not ready):
            joins = [a for a in joins if not is_gun(s, a.piece)]
            others = [a for a in others if a in joins]
        enough = bool(done) and data["kind"] == "assault" and self._overwhelms(sense, target, done)
        if others and not (enough and ready):
            return others[0]
        if ready:
            return Confirm()
        self._failed.add(target)
        return lone[0] if lone else Cancel()

    def _overwhelms(self, sense: Ground, target: str, pieces: Sequence[str]) -> bool:
        """Return whether more attackers would find no better column."""
        fight = IslandFight(sense, target, in_place=True)
        origins = {sense.s.place(piece) for piece in pieces}
        flying = flying_over(sense.s, sense.side, target)
        column = fight.column(sense.total(pieces, "attack") + flying, origins, pieces)
        return column >= len(combat_table(sense).columns) - 1


def _only_owed(sense: Ground, target: str, joins: Sequence[Join], done: Sequence[str]) -> bool:
    """Return whether an attack is hopeless, and best made by those alone who owe it."""
    s = sense.s
    able = (*done, *(a.piece for a in joins if not is_gun(s, a.piece)))
    bound = [p for p in able if is_bound(s, p)]
    if not bound or len(bound) == len(able):
        return False
    air = flying_over(s, sense.side, target)
    all_in = _promise(sense, target, able, air)
    return all_in < 0 and _promise(sense, target, bound, air) + _SHARED >= all_in


def support_defence(game: Imagined) -> Action:
    """Return who supports a defence next: every gun in range."""
    join = next((a for a in game.legal() if isinstance(a, Join)), None)
    return join or Confirm()


def next_battle(game: Imagined, s: Situation, side: str) -> Action:
    """Return which attack is carried out next: the surest first, for it may close ways out."""
    sense = look(s, side)

    def strength(action: Action) -> tuple[float, str]:
        target = str(action.target)  # type: ignore[attr-defined]
        if isinstance(action, FireGuns):
            return 99.0, target
        return -sense.total(land_at(s, target, sense.enemy), "defense"), target

    able = [a for a in game.legal() if isinstance(a, FightBattle | FireGuns)]
    return max(able, key=strength)


def bear(game: Imagined, s: Situation, decision: Question) -> Action | None:
    """Choose who takes losses, who gives way and whereto, and who goes forward."""
    sense, asked = look(s, decision.side), set(decision.actions)
    actions = [action for action in game.legal() if not action.retracts]
    if "give-way" in asked:
        return _hold(sense, decision, actions)
    if "hold-out" in asked:
        return _hold_out(sense, decision)
    if "losses-first" in asked:
        return LossesFirst()
    return choose_after_battle(sense, asked, actions)


def _hold(sense: Ground, decision: Question, actions: Sequence[Action]) -> Action:
    """Return whether to take a loss and hold: in good ground, and where it matters."""
    losses = [action for action in actions if isinstance(action, Lose)]
    s, place = sense.s, decision.hexes[0]
    stand = land_at(s, place, sense.side)
    spare = any(not sense.last_step(piece) for piece in stand)
    matters = sense.stakes.goals.get(place, 0) > 0 or cover_of(s, place) >= _STRONG
    if losses and spare and matters:
        return choose_loss(sense, losses)
    return next((a for a in actions if isinstance(a, GiveWay)), losses[0] if losses else actions[0])


def _hold_out(sense: Ground, decision: Question) -> Action:
    """Return whether a fortress is held whatever it costs: as long as somebody is left in it."""
    steps = sum(1 if sense.last_step(piece) else 2 for piece in decision.pieces)
    owed = int(decision.data.get("losses", 0)) + 1
    return HoldOut() if steps > owed else LossesFirst()
