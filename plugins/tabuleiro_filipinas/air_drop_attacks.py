"""Attacks of those who drop on enemies: who joins them, and who is thrown back (4.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, narrowed, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.combat.declared_attacks import announce, attacks
from tabuleiro.rules.combat.losses import eliminate, take_loss
from tabuleiro.rules.ground.land_units import land_at, land_units
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.special_moves import DROPPED
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_filipinas.own_business import OwnBusiness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = [
    "DropBack",
    "DropHeld",
    "JoinAttack",
    "MayJoin",
    "StandAside",
    "dropped_in_target",
    "only_dropped",
]

_BACK: Final = 2
_REPULSED: Final = "repulsed"
"""The mark of a dropped unit that took its loss and is about to fall back."""


def only_dropped(s: Situation, battle: Battle) -> bool:
    """Return whether all who attack a hex came down in it: then terrain helps nobody (4.2.3-18).

    Clauses: 4.2.3-6.
    """
    return bool(battle.attackers) and all(
        s.place(piece) == battle.target for piece in battle.attackers
    )


def dropped_in_target(s: Situation, battle: Battle) -> tuple[str, ...]:
    """Return the attackers that came down in the very hex."""
    return tuple(
        p for p in battle.attackers
        if s.alive(p) and s.place(p) == battle.target and s.marked(p, DROPPED)
    )  # fmt: skip


class DropBack(Action, frozen=True):
    """Choose where a unit retreats that dropped among enemies and could not drive them away."""

    piece: str
    hex: str


class DropHeld(OwnBusiness, Step, frozen=True):
    """Enemies hold the hex where units dropped: those take a loss each and fall back two hexes.

    Clauses: 4.2.3-12.
    """

    side: str
    hex: str
    pieces: tuple[str, ...]

    def _left(self, s: Situation) -> tuple[str, ...]:
        there = (p for p in self.pieces if s.alive(p) and s.place(p) == self.hex)
        return tuple(there) if land_at(s, self.hex, s.enemy(self.side)) else ()

    def decision(self, s: Situation) -> Decision | None:
        """Ask where the next one goes, if there are several ways."""
        left = self._left(s)
        ways = _ways_back(s, left[0], self.hex) if left and _hurt(s, left[0]) else ()
        if len(ways) <= 1:
            return None
        return Decision(
            self.side,
            msg("{piece} must retreat two hexes towards its friends.", piece=piece_ref(left[0])),
            "filipinas-4.2.3-13",
            "choose",
            pieces=left[:1],
            hexes=ways,
            actions=("drop-back",),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the ways of the next one."""
        for one in self._left(s)[:1]:
            if piece in {None, one}:
                ways = _ways_back(s, one, self.hex)
                yield from (DropBack(one, to) for to in ways if hex in {None, to})

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the way."""
        if not isinstance(action, DropBack):
            return super().check(s, action)
        left = self._left(s)
        if left and action.piece == left[0] and action.hex in _ways_back(s, left[0], self.hex):
            return Verdict.yes()
        message = msg("{piece} cannot retreat there.", piece=piece_ref(action.piece))
        return Verdict.no(message, rule="filipinas-4.2.3-13")

    def act(self, change: Change, action: Action) -> None:
        """Go there."""
        assert isinstance(action, DropBack)  # noqa: S101 - checked
        _go_back(change, action.piece, self.hex, action.hex)

    def run(self, change: Change) -> None:
        """Take the loss, then the only way; who has none is destroyed."""
        left = self._left(change)
        if not left:
            change.finish()
            return
        piece = left[0]
        if not _hurt(change, piece):
            change.emit(ev.Marked(piece, (_REPULSED,)))
            take_loss(change, piece, "filipinas-4.2.3-13")
            return
        ways = _ways_back(change, piece, self.hex)
        if ways:
            _go_back(change, piece, self.hex, ways[0])
        else:
            eliminate(change, piece, "filipinas-4.2.3-13")


def _hurt(s: Situation, piece: str) -> bool:
    return s.marked(piece, _REPULSED)


def _go_back(change: Change, piece: str, origin: str, to: str) -> None:
    between = next(h for h in _between(change, piece, origin, to))
    change.emit(ev.Moved(piece, to, (between, to)))
    change.emit(ev.Marked(piece, remove=(_REPULSED,)))
    words = {"piece": piece_ref(piece), "hex": hex_ref(to)}
    change.say(msg("{piece} falls back to {hex}.", **words), "filipinas-4.2.3-13")
    take_path(change, piece, (between, to))


def _ways_back(s: Situation, piece: str, origin: str) -> tuple[str, ...]:
    """Return the hexes two away, nearer to the nearest friends, where a unit ends disengaged."""
    side, grid = s.side(piece), s.board.grid
    friends = [h for h in land_units(s, side) if any(p != piece for p in land_at(s, h, side))]
    friends = [h for h in friends if h != origin]
    if not friends:
        return ()
    danger, foes = enemy_zone(s, side), land_units(s, s.enemy(side))
    here = min(grid.distance(origin, friend) for friend in friends)
    found = []
    for place in grid.within(origin, _BACK):
        away = grid.distance(origin, place) == _BACK
        if not away or place in danger or place in foes:
            continue
        nearer = min(grid.distance(place, friend) for friend in friends) < here
        room = len(land_at(s, place, side)) < limit(s, side, place)
        if nearer and room and any(_between(s, piece, origin, place)):
            found.append(place)
    return tuple(found)


def _between(s: Situation, piece: str, origin: str, to: str) -> Iterator[str]:
    """Yield the hexes over which a unit can go from one hex to another two away."""
    grid, foes = s.board.grid, land_units(s, s.enemy(s.side(piece)))
    costs, index = profile(s, piece).costs, s.board.grid.index
    for middle in grid.neighbours(origin):
        if middle in foes or to not in grid.neighbours(middle):
            continue
        legs = ((origin, middle), (middle, to))
        if all(costs.price(index(a), index(b)) >= 0 for a, b in legs):
            yield middle


class JoinAttack(Action, frozen=True):
    """Let a unit that dropped beside enemies take part in an attack that was announced."""

    piece: str
    hex: str


class StandAside(Action, frozen=True):
    """Let nobody else of those who dropped take part."""


class MayJoin(Step, frozen=True):
    """Units that dropped beside enemies may take part in announced attacks on them (4.2.3-19)."""

    side: str

    def _joins(self, s: Situation) -> list[JoinAttack]:
        fit = []
        for battle in attacks(s):
            for place in s.board.grid.neighbours(battle.target):
                for piece in land_at(s, place, self.side):
                    able = s.marked(piece, DROPPED) and battle.kind == "assault"
                    if able and piece not in battle.attackers and not _attacks(s, piece):
                        bars = s.rules.attack_objections(s=s, piece=piece, target=battle.target)
                        fit += [] if bars else [JoinAttack(piece, battle.target)]
        return fit

    def decision(self, s: Situation) -> Decision | None:
        """Ask, if somebody could."""
        joins = self._joins(s)
        if not joins:
            return None
        return Decision(
            self.side,
            msg("Units that dropped may take part in announced attacks."),
            "filipinas-4.2.3-19",
            pieces=tuple(dict.fromkeys(join.piece for join in joins)),
            hexes=tuple(dict.fromkeys(join.hex for join in joins)),
            actions=("join-attack", "stand-aside"),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List who can join which attack, and the end of it."""
        return narrowed(self._joins(s), piece, hex, (StandAside(),))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that it may."""
        if isinstance(action, StandAside) or action in self._joins(s):
            return Verdict.yes()
        if isinstance(action, JoinAttack):
            message = msg("{piece} cannot take part in that.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule="filipinas-4.2.3-19")
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Let it join, or end."""
        if not isinstance(action, JoinAttack):
            change.finish()
            return
        battle = next(b for b in attacks(change) if b.target == action.hex)
        announce(change, replace(battle, attackers=(*battle.attackers, action.piece)))


def _attacks(s: Situation, piece: str) -> bool:
    return any(piece in battle.attackers for battle in attacks(s))
