"""Between engagements: staying or withdrawing, reserves, pursuit (7.1.2-13 to -19).

First the attacker chooses, then the defender. Who stays may bring forces up; who sees the other
leave may follow. After the second engagement the action is over.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Verdict,
    hex_ref,
    msg,
    narrowed,
    piece_ref,
    side_ref,
)
from tabuleiro.rules.clauses import clause
from tabuleiro_filipinas.forces import force_at, forces
from tabuleiro_filipinas.naval_contact import foes_in_reach
from tabuleiro_filipinas.naval_engagement import Engage
from tabuleiro_filipinas.naval_moves import Steam, escapes, near_forces, short_ways
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.strikes_in_action import strike_in_action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "AfterEngagement",
    "AttackAgain",
    "BreakOff",
    "ComeUp",
    "DoneAtSea",
    "FightOn",
    "Pursue",
    "WithdrawTo",
    "begin_engagement",
]


def begin_engagement(
    change: Change, side: str, attackers: tuple[str, ...], defenders: tuple[str, ...], number: int
) -> None:
    """Let forces fight, and both sides choose what to do then."""
    change.push(Engage(side, attackers, defenders),
                AfterEngagement(side, attackers, defenders, number))  # fmt: skip


def _left(s: Situation, some: Iterable[str]) -> tuple[str, ...]:
    return tuple(force for force in some if s.on_map(force))


class FightOn(Action, frozen=True):
    """Go on with the naval combat, after whoever withdrew if the enemy did."""


class BreakOff(Action, frozen=True):
    """Break the naval combat off."""


class AfterEngagement(AskingStep, frozen=True):
    """First the attacker, then the defender goes on or withdraws (7.1.2-13)."""

    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    number: int
    answering: bool = False
    """Whether the attacker has chosen."""
    withdrew: bool = False
    """What he chose."""

    def _over(self, s: Situation) -> bool:
        last = self.number >= s.terms(NavalTerms).engagements
        return last or not _left(s, self.attackers)

    def question(self, s: Situation) -> Question | None:
        """Ask whose turn it is to choose, if there is a choice."""
        if self._over(s) or not _left(s, self.defenders) or not self._can_withdraw(s):
            return None
        side = s.enemy(self.side) if self.answering else self.side
        words = (
            msg("The {side} withdraw. Pursue?", side=side_ref(self.side))
            if self.withdrew
            else msg("Go on with the naval combat, or withdraw?")
        )
        return Question(
            Decision(side, words, clause(s, "naval-stay"), "choose",
                     actions=("fight-on", "break-off"))
        )  # fmt: skip

    def _can_withdraw(self, s: Situation) -> bool:
        """Return whether all forces of whoever chooses can get away."""
        if self.withdrew:
            return True
        some = self.defenders if self.answering else self.attackers
        return all(escapes(s, force) for force in _left(s, some))

    def run(self, change: Change) -> None:
        """Nobody has a choice: go on to whoever has."""
        if self._over(change):
            change.finish()
        elif not _left(change, self.defenders):
            change.replace(Pursuit(self.side, _left(change, self.attackers), self.number))
        elif not self.answering:
            change.replace(replace(self, answering=True))
        else:
            self._reserves(change)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List both."""
        if piece is None and hex is None:
            yield from (FightOn(), BreakOff())

    def check(self, s: Situation, action: Action) -> Verdict:
        """Allow both: where there is no way out nobody is asked."""
        if isinstance(action, FightOn | BreakOff):
            return Verdict.yes()
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Note it, and let the other side answer or the forces move."""
        leaves = isinstance(action, BreakOff)
        side = change.enemy(self.side) if self.answering else self.side
        self._tell(change, side, leaves=leaves)
        if not self.answering:
            change.replace(replace(self, answering=True, withdrew=leaves))
            if leaves:
                change.push(*(MoveAside(f) for f in _left(change, self.attackers)))
        elif not leaves:
            self._reserves(change)
        elif self.withdrew:
            change.finish()
        else:
            change.replace(Pursuit(self.side, _left(change, self.attackers), self.number))
            change.push(*(MoveAside(force) for force in _left(change, self.defenders)))

    def _tell(self, change: Change, side: str, *, leaves: bool) -> None:
        rule = clause(change, "naval-withdraw" if leaves else "naval-stay")
        words = (
            msg("The {side} withdraw.", side=side_ref(side))
            if leaves
            else msg("The {side} go on.", side=side_ref(side))
        )
        change.say(words, rule)

    def _reserves(self, change: Change) -> None:
        attackers, defenders = (_left(change, f) for f in (self.attackers, self.defenders))
        moved = () if self.withdrew else defenders
        change.replace(Reserves(self.side, attackers, defenders, self.number, moved))


class WithdrawTo(Action, frozen=True):
    """Where a force goes that withdraws."""

    piece: str
    hex: str


class MoveAside(AskingStep, frozen=True):
    """A force withdraws to a hex next to it, out of all enemy zones (7.1.2-14)."""

    force: str

    def question(self, s: Situation) -> Question | None:
        """Ask where to, if there is a choice."""
        hexes = self._hexes(s)
        if len(hexes) <= 1:
            return None
        words = msg("Choose where {piece} withdraws to.", piece=piece_ref(self.force))
        return Question(
            Decision(s.side(self.force), words, clause(s, "naval-withdraw"), "choose",
                     pieces=(self.force,), hexes=hexes, actions=("withdraw-to",))
        )  # fmt: skip

    def _hexes(self, s: Situation) -> tuple[str, ...]:
        if self.force not in s.position.pieces:  # it was sunk, and who asks sees it no more
            return ()
        return escapes(s, self.force) if s.on_map(self.force) else ()

    def run(self, change: Change) -> None:
        """There is one way, or none any more."""
        hexes = self._hexes(change)
        change.finish()
        change.push(*(Steam(self.force, (hex,)) for hex in hexes))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the hexes."""
        if piece in {None, self.force}:
            yield from (WithdrawTo(self.force, h) for h in self._hexes(s) if hex in {None, h})

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the hex."""
        if not isinstance(action, WithdrawTo):
            return super().check(s, action)
        if action.piece == self.force and action.hex in self._hexes(s):
            return Verdict.yes()
        message = msg("Nobody withdraws to {hex}.", hex=hex_ref(action.hex))
        return Verdict.no(message, rule=clause(s, "naval-withdraw"))

    def act(self, change: Change, action: Action) -> None:
        """Go there."""
        assert isinstance(action, WithdrawTo)  # noqa: S101 - checked
        change.replace(Steam(self.force, (action.hex,)))


class ComeUp(Action, frozen=True):
    """A force of the defender comes up to the attackers."""

    piece: str
    path: tuple[str, ...]


class DoneAtSea(Action, frozen=True):
    """No more forces move."""


class Reserves(AskingStep, frozen=True):
    """The defender brings up forces that are near, or follows who withdrew (7.1.2-15, -16)."""

    side: str
    """The attacker."""
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    number: int
    moved: tuple[str, ...] = ()
    """The forces of the defender that are where they fight."""

    def question(self, s: Situation) -> Question | None:
        """Ask the defender, if any force of his can come up."""
        able = tuple(dict.fromkeys(action.piece for action in self._ways(s)))
        if not able:
            return None
        words = msg("Bring up forces that are at most {n} hexes away.",
                    n=s.terms(NavalTerms).pursuit)  # fmt: skip
        return Question(
            Decision(s.enemy(self.side), words, clause(s, "naval-reserve"), "choose", pieces=able,
                     actions=("come-up", "done-at-sea"))
        )  # fmt: skip

    def _ways(self, s: Situation) -> Iterator[ComeUp]:
        far, grid = s.terms(NavalTerms).pursuit, s.board.grid
        foes = [s.place(force) for force in _left(s, self.attackers)]
        near = {hex for place in foes for hex in grid.neighbours(place)}
        for force in forces(s, s.enemy(self.side)):
            here = s.place(force)
            if force in self.moved or not s.on_map(force) or here in near:
                continue
            if any(grid.distance(here, place) <= far for place in foes):
                ways = short_ways(s, force, far).items()
                yield from (ComeUp(force, way) for hex, way in ways if hex in near)

    def run(self, change: Change) -> None:
        """Nobody else comes: fight again, if anybody is near enough."""
        self._fight(change)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the ways, and the end of it."""
        return narrowed(self._ways(s), piece, hex, (DoneAtSea(),))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the way."""
        if isinstance(action, DoneAtSea):
            return Verdict.yes()
        if not isinstance(action, ComeUp):
            return super().check(s, action)
        if any(action.piece == one.piece and _leads_as(s, action, one) for one in self._ways(s)):
            return Verdict.yes()
        message = msg("That force cannot come up by that way.")
        far = len(action.path) > s.terms(NavalTerms).pursuit
        return Verdict.no(message, rule=clause(s, "naval-reserve" if far else "action-move"))

    def act(self, change: Change, action: Action) -> None:
        """Let it come, or fight."""
        if isinstance(action, ComeUp):
            change.replace(replace(self, moved=(*self.moved, action.piece)))
            change.push(Steam(action.piece, action.path))
        else:
            self._fight(change)

    def _fight(self, change: Change) -> None:
        change.finish()
        attackers = _left(change, self.attackers)
        some = dict.fromkeys((*self.defenders, *self.moved))
        near = {f for one in attackers for f in near_forces(change, one, some)}
        defenders = tuple(force for force in some if force in near)
        if not attackers or not defenders:
            return
        begin_engagement(change, self.side, attackers, defenders, self.number + 1)
        places = tuple(dict.fromkeys(change.place(force) for force in attackers))
        change.push(*strike_in_action(change, change.enemy(self.side), places))


def _leads_as(s: Situation, action: ComeUp | Pursue, listed: ComeUp | Pursue) -> bool:
    """Return whether a way leads where a listed one does, and could be gone like that."""
    if action.path == listed.path:
        return True
    if action.path[-1:] != listed.path[-1:]:
        return False
    ways = short_ways(s, action.piece, len(action.path))
    grid, here = s.board.grid, s.place(action.piece)
    for hex in action.path:
        if hex not in ways or not grid.are_neighbours(here, hex):
            return False
        here = hex
    return len(action.path) == len(listed.path)


class Pursue(Action, frozen=True):
    """A force of the attacker follows, or seeks other enemies."""

    piece: str
    path: tuple[str, ...]


class AttackAgain(Action, frozen=True):
    """The attackers next to a hex fight the enemy ships there."""

    hex: str


class Pursuit(AskingStep, frozen=True):
    """The attacker, left alone, goes after who withdrew, or after others (7.1.2-17)."""

    side: str
    forces: tuple[str, ...]
    number: int
    moved: tuple[str, ...] = ()

    def question(self, s: Situation) -> Question | None:
        """Ask him, as long as he can go or fight."""
        ways, hexes = list(self._ways(s)), tuple(self._targets(s))
        if not ways and not hexes:
            return None
        words = msg("Pursue with forces, {n} hexes at most, and attack again.",
                    n=s.terms(NavalTerms).pursuit)  # fmt: skip
        pieces = tuple(dict.fromkeys(action.piece for action in ways))
        return Question(
            Decision(self.side, words, clause(s, "naval-pursuit"), "choose", pieces=pieces,
                     hexes=hexes, actions=("pursue", "attack-again", "done-at-sea"))
        )  # fmt: skip

    def _ways(self, s: Situation) -> Iterator[Pursue]:
        """Yield the ways next to enemy forces."""
        far, grid = s.terms(NavalTerms).pursuit, s.board.grid
        enemies = [f for f in forces(s, s.enemy(self.side)) if s.on_map(f)]
        near = {hex for force in enemies for hex in grid.neighbours(s.place(force))}
        for force in _left(s, self.forces):
            if force not in self.moved:
                ways = short_ways(s, force, far).items()
                yield from (Pursue(force, way) for hex, way in ways if hex in near)

    def _targets(self, s: Situation) -> tuple[str, ...]:
        others = [f for f in forces(s, self.side) if f not in self.forces]
        return tuple(foes_in_reach(s, self.side, others))

    def run(self, change: Change) -> None:
        """There is nobody to fight."""
        change.finish()

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the ways, the targets, and the end of it."""
        again = (AttackAgain(place) for place in self._targets(s))
        return narrowed(chain(self._ways(s), again), piece, hex, (DoneAtSea(),))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the way or the target."""
        if isinstance(action, DoneAtSea):
            return Verdict.yes()
        if isinstance(action, AttackAgain):
            if action.hex in self._targets(s):
                return Verdict.yes()
            message = msg("No force of yours that fought is next to enemy ships in {hex}.",
                          hex=hex_ref(action.hex))  # fmt: skip
            return Verdict.no(message, rule=clause(s, "naval-pursuit"))
        if not isinstance(action, Pursue):
            return super().check(s, action)
        if any(action.piece == one.piece and _leads_as(s, action, one) for one in self._ways(s)):
            return Verdict.yes()
        message = msg("That force cannot pursue by that way.")
        return Verdict.no(message, rule=clause(s, "naval-pursuit"))

    def act(self, change: Change, action: Action) -> None:
        """Go on, fight, or let them go."""
        if isinstance(action, Pursue):
            change.replace(replace(self, moved=(*self.moved, action.piece)))
            change.push(Steam(action.piece, action.path))
            return
        change.finish()
        if isinstance(action, AttackAgain):
            others = [f for f in forces(change, self.side) if f not in self.forces]
            attackers = foes_in_reach(change, self.side, others)[action.hex]
            defenders = force_at(change, change.enemy(self.side), action.hex)
            begin_engagement(change, self.side, attackers, defenders, self.number + 1)
