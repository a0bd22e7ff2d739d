"""Losses of ships: the shooter gives out points of firepower, ship by ship (7.1.2-10, 7.5.2-5).

Here also what a loss of a ship brings about, whoever inflicts it: who is aboard suffers with it, and a
force without ships is no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import DEAD, Action, Decision, Step, Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.inside import capacity
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import life
from tabuleiro_filipinas.cargo import aboard
from tabuleiro_filipinas.forces import force_of, note_force
from tabuleiro_filipinas.naval_reckoning import cost_of_hit, targets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Situation

__all__ = ["HitShip", "NavalLosses", "hurt_ship"]


class HitShip(Action, frozen=True):
    """Spend points on a ship: it is reduced, or sunk if it is reduced already."""

    piece: str


class NavalLosses(Step, frozen=True):
    """A side gives out points of firepower among enemy ships; what is left over is lost."""

    side: str
    ships: tuple[str, ...]
    points: int
    rule: str

    def targets(self, s: Situation) -> tuple[str, ...]:
        """Return the ships that can be hit now."""
        left = (ship for ship in self.ships if s.place(ship) != DEAD)
        return targets(s, left, self.points)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the shooter, if there is a choice."""
        ships = self.targets(s)
        if len(ships) <= 1:
            return None
        return Decision(
            self.side,
            msg("Give out {points} points of fire among the ships.", points=self.points),
            self.rule,
            "choose",
            pieces=ships,
            actions=("hit-ship",),
            data={"points": self.points, "costs": {ship: cost_of_hit(s, ship) for ship in ships}},
        )

    def run(self, change: Change) -> None:
        """Nobody has a choice: the only one is hit, or nothing more can be done."""
        ships = self.targets(change)
        if ships:
            self._hit(change, ships[0])
        else:
            change.finish()

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the ships."""
        for ship in self.targets(s):
            if piece in {None, ship} and hex in {None, s.whereabouts(ship)}:
                yield HitShip(ship)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the ship can be hit with what is left."""
        if not isinstance(action, HitShip):
            return super().check(s, action)
        if action.piece in self.targets(s):
            return Verdict.yes()
        if action.piece not in self.ships or s.place(action.piece) == DEAD:
            return Verdict.no(msg("That is no target here."), rule=self.rule)
        if cost_of_hit(s, action.piece) > self.points:
            message = msg("{points} points are not enough for {piece}.", points=self.points,
                          piece=piece_ref(action.piece))  # fmt: skip
            return Verdict.no(message, rule=clause(s, "naval-points"), pieces=(action.piece,))
        message = msg("Others must be hit before {piece}.", piece=piece_ref(action.piece))
        word = "convoy-order" if s.counter(action.piece).type == "convoys" else "intact-first"
        return Verdict.no(message, rule=clause(s, word), pieces=(action.piece,))

    def act(self, change: Change, action: Action) -> None:
        """Hit the ship."""
        assert isinstance(action, HitShip)  # noqa: S101 - checked
        self._hit(change, action.piece)

    def _hit(self, change: Change, ship: str) -> None:
        left = self.points - cost_of_hit(change, ship)
        change.replace(replace(self, points=left))
        hurt_ship(change, ship, self.rule)


def hurt_ship(change: Change, ship: str, rule: str) -> None:
    """Let a ship take a loss, and all that is aboard with it (7.2-3, 7.2.1-3)."""
    force = force_of(change, ship)
    passengers = aboard(change, ship)
    ferried = tuple(p for p in change.inside(ship) if change.marked(p, "ferried"))
    if change.piece(ship).losses + 1 >= change.counter(ship).steps:
        change.emit(ev.Moved(ship, DEAD))
        change.say(msg("{piece} is sunk.", piece=piece_ref(ship)), rule)
        if force is not None and not change.inside(force):
            _disband(change, force)
        return
    change.emit(ev.Lost(ship, change.piece(ship).losses + 1))
    change.say(msg("{piece} takes a loss.", piece=piece_ref(ship)), rule, state=(ship,))
    for piece in (*passengers, *ferried):
        _hurt_aboard(change, piece)


def _hurt_aboard(change: Change, piece: str) -> None:
    """Let who is aboard share the loss: the enemy learns of it only if it dies."""
    rule = clause(change, "passenger-losses")
    if change.piece(piece).losses + 1 >= life(change, piece):
        change.emit(ev.Moved(piece, DEAD))
        change.say(msg("{piece} is lost at sea.", piece=piece_ref(piece)), rule)
        return
    change.emit(ev.Lost(piece, change.piece(piece).losses + 1))
    side = change.side(piece)
    change.say(msg("{piece} takes a loss aboard.", piece=piece_ref(piece)), rule, to=(side,))


def _disband(change: Change, force: str) -> None:
    """A force without ships leaves the table."""
    note_force(change, force, None)
    panel = change.terms(ForceTerms).panels[change.side(force)]
    change.emit(ev.Moved(force, panel))
