"""The simple player in a campaign with aircraft, ships and supply (the attrition family)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import OFF
from tabuleiro.engine.actions import bare_actions
from tabuleiro.rules.advice.choices import choose_after_battle, choose_loss
from tabuleiro.rules.advice.fire import harm
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.rules.combat.artillery import guns_near
from tabuleiro.rules.combat.combat_phase import Assault, Bombard
from tabuleiro.rules.combat.declaring_all_at_once import attackers
from tabuleiro.rules.combat.draft import Cancel, Confirm, Join
from tabuleiro.rules.combat.losses import Lose
from tabuleiro.rules.combat.results_d1_to_a1 import GiveWay, LossesFirst
from tabuleiro.rules.ground.land_units import LAND, arm, holds_ground, land_at
from tabuleiro_papua.advice.air import (
    choose_raid,
    choose_reaction,
    choose_squadron,
    choose_transfer,
)
from tabuleiro_papua.advice.ground import Clash
from tabuleiro_papua.advice.theatre import Theatre
from tabuleiro_papua.air.raids import PlanRaid
from tabuleiro_papua.air.transfers import Transfer
from tabuleiro_papua.placing_supply_bases import PlaceBase
from tabuleiro_papua.replacements import Rebuild, Restore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Action, Question
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.rules.advice.sense import Sense

__all__ = ["Campaign"]

_PROMISE: Final = 0.5
"""An attack is announced if it promises so many points."""
_BETTER: Final = 0.25
"""A piece moves if another place is worth so much more."""
_SUPPLIES: Final = 8
"""A supply base is set up if a piece or a goal is so near."""


class Campaign:
    """One phase of a side: what was decided stays decided."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self._theatre: Theatre | None = None
        self._settled: set[str] = set()
        self._refused: set[Action] = set()

    def choose(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        """Return the next action, or None where nothing is thought out."""
        asked = set(decision.actions)
        if "move" in asked:
            return self._move(game, sense, decision)
        if {"assault", "bombard"} & asked:
            return self._announce(game, sense, decision)
        if "fly-as-bomber" in asked:
            return choose_squadron(game, sense, decision)
        if "done-reacting" in asked:
            return choose_reaction(game, sense)
        return self._small(game, sense, decision, asked)

    def _small(
        self, game: Imagined, sense: Sense, decision: Question, asked: set[str]
    ) -> Action | None:
        """Choose where no plan is needed: drafts, places, replacements, losses, retreats."""
        actions = [action for action in game.legal() if not action.retracts]
        if "join" in asked:
            return _draft(game, decision, actions)
        if asked & {"place", "place-base", "restore", "rebuild"}:
            found = self._place(sense, actions) or _base(sense, actions)
            return found or _restored(sense, actions) or _end(game, decision)
        return _bear(sense, decision, actions, asked)

    # placing and moving

    def _place(self, sense: Sense, actions: Sequence[Action]) -> Action | None:
        """Place the next piece where it does most good; squadrons nearest to the fighting."""
        places = [action for action in actions if isinstance(action, Place)]
        if not places:
            return None
        s = sense.s
        piece = min(action.piece for action in places)
        hexes = [action.hex for action in places if action.piece == piece]
        theatre = Theatre(sense)
        if arm(s, piece) == LAND:
            found = theatre.best(piece, hexes)
            return Place(piece, found[1]) if found else None
        fronts = [h for h, worth in sense.stakes.goals.items() if worth > 0]
        near = {h: min((s.board.grid.distance(h, f) for f in fronts), default=0) for h in hexes}
        return Place(piece, min(hexes, key=lambda h: (near[h], h)))

    def _move(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        """Set up bases, send the land pieces, then the aircraft; then end the phase."""
        base = _base(sense, [a for a in game.legal() if isinstance(a, PlaceBase)])
        if base is not None:
            return base
        return self._march(game, sense, decision) or self._fly(game, sense, decision)

    def _march(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        s = sense.s
        if self._theatre is None:
            self._theatre = Theatre(sense)
        theatre = self._theatre
        theatre.sense = sense
        for piece in decision.pieces:
            if piece in self._settled or not holds_ground(s, piece):
                continue
            self._settled.add(piece)
            ways = _ways(game, piece)
            found = theatre.best(piece, ways)
            if found is None:
                continue
            here = s.place(piece)
            if here == OFF or found[0] > theatre.worth(piece, here) + _BETTER:
                theatre.plan(piece, found[1])
                return ways[found[1]]
        return None

    def _fly(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        legal = [action for action in game.legal() if action not in self._refused]
        raid = choose_raid(sense, [a for a in legal if isinstance(a, PlanRaid)])
        if raid is not None:
            self._refused.add(raid)  # planned once; if nobody flies, not again
            return raid
        move = choose_transfer(sense, [a for a in legal if isinstance(a, Transfer)])
        return move or _end(game, decision)

    # combat

    def _announce(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
        """Announce what promises points, and what must be attacked; bombard with the rest."""
        s, side = sense.s, sense.side
        legal = [action for action in game.legal() if action not in self._refused]
        found: dict[Action, float] = {}
        for action in legal:
            if isinstance(action, Assault):
                able = tuple(dict.fromkeys(attackers(s, side, action.target)))
                found[action] = Clash(sense, action.target).worth(able)
        best = max(found, key=lambda a: (found[a], str(a)), default=None)
        if best is not None and (found[best] > _PROMISE or decision.obligations):
            self._refused.add(best)
            return best
        shots = [action for action in legal if isinstance(action, Bombard)]
        if shots and not decision.obligations:
            shot = max(shots, key=lambda a: (_fire(sense, a.target), a.target))
            self._refused.add(shot)
            return shot
        return _end(game, decision)


def _draft(game: Imagined, decision: Question, actions: Sequence[Action]) -> Action | None:
    """Commit everybody to an attack or a defence, then announce it."""
    join = next((action for action in actions if isinstance(action, Join)), None)
    if join is not None:
        return join
    if game.check(Confirm()):
        return Confirm()
    return Cancel() if "cancel" in decision.actions else None


def _bear(
    sense: Sense, decision: Question, actions: Sequence[Action], asked: set[str]
) -> Action | None:
    """Choose who takes losses, where to retreat, and who goes forward."""
    if "give-way" in asked:
        return _hold(sense, decision, actions)
    if "losses-first" in asked:
        return LossesFirst()
    if not any(isinstance(action, Lose) for action in actions):
        asked = asked - {"lose"}
    return choose_after_battle(sense, asked, actions)


def _ways(game: Imagined, piece: str) -> dict[str, Action]:
    """Return the places to which a land piece can go now, each with the action that does it."""
    ways: dict[str, Action] = {}
    for action in game.legal(piece=piece):
        kind = action.kind
        if kind in {"move", "sail", "relocate"}:
            path = getattr(action, "path", ())
            ways.setdefault(path[-1] if path else getattr(action, "hex", ""), action)
    return ways


def _base(sense: Sense, actions: Sequence[Action]) -> Action | None:
    """Return a supply base that would be of use: near pieces of the side or its goals."""
    s = sense.s
    grid = s.board.grid
    own = [h for h in s.occupied(sense.side) if h in grid]

    def gap(place: str) -> int:
        return min((grid.distance(place, h) for h in own), default=99)

    bases = [a for a in actions if isinstance(a, PlaceBase) and gap(a.hex) <= _SUPPLIES]
    return min(bases, key=lambda a: (gap(a.hex), a.hex), default=None)


def _restored(sense: Sense, actions: Sequence[Action]) -> Action | None:
    """Return who is made whole: land pieces first, then squadrons, then those that come back."""
    s = sense.s
    whole = [a for a in actions if isinstance(a, Restore)]
    if whole:
        return max(whole, key=lambda a: (arm(s, a.piece) == LAND, a.piece))
    return next((a for a in actions if isinstance(a, Rebuild)), None)


def _hold(sense: Sense, decision: Question, actions: Sequence[Action]) -> Action:
    """Return whether to take a loss and hold, or to give way: objectives are held."""
    losses = [action for action in actions if isinstance(action, Lose)]
    place = decision.hexes[0]
    stand = land_at(sense.s, place, sense.side)
    spare = any(not sense.last_step(piece) for piece in stand)
    if losses and (spare or len(stand) > 1) and sense.stakes.goals.get(place, 0) > 0:
        return choose_loss(sense, losses)
    return next((a for a in actions if isinstance(a, GiveWay)), losses[0])


def _fire(sense: Sense, target: str) -> float:
    """Return what a bombardment of a hex by all guns near is worth."""
    guns = tuple(dict.fromkeys(guns_near(sense.s, sense.side, target)))
    return harm(sense, target, sense.total(guns, "attack"), "artillery")


def _end(game: Imagined, decision: Question) -> Action | None:
    return next((action for action in bare_actions(decision) if game.check(action)), None)
