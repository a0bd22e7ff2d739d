"""Retreats: one hex out of all enemy zones, or two under siege, with chains of displacement.

One and the same set of functions says whether a defender is surrounded and where it can go.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine import (
    DEAD,
    Action,
    Decision,
    Step,
    Verdict,
    hex_ref,
    msg,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import piece_ref
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.contact import note_passage
from tabuleiro.mechanics.guerrillas import life
from tabuleiro.mechanics.losses import eliminate, present, take_loss
from tabuleiro.mechanics.objectives import take_path
from tabuleiro.mechanics.offmap import note_exit, retreat_exits
from tabuleiro.mechanics.presence import land_at
from tabuleiro.mechanics.profiles import profile
from tabuleiro.mechanics.stacking import full, limit
from tabuleiro.mechanics.terrain import bridged, features_between
from tabuleiro.mechanics.zones import beside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "Displace",
    "Displacement",
    "Retreat",
    "Retreating",
    "Way",
    "cut_off",
    "fatal_side",
    "surrounded",
    "ways",
]


class Way(msgspec.Struct, frozen=True):
    """A way to retreat: its hexes, and whether it costs a loss (two hexes without shelter)."""

    path: tuple[str, ...]
    loss: bool = False


def ways(s: Situation, piece: str) -> tuple[Way, ...]:
    """Return every way in which a piece can retreat from where it is."""
    return s.memo(("ways", piece), lambda: _ways(s, piece))


def _ways(s: Situation, piece: str) -> tuple[Way, ...]:
    here = s.place(piece)
    if here not in s.board.grid:
        return ()  # back into the sea
    near = tuple(Way((end,)) for end in _ends(s, piece, here, frozenset({here})))
    return near or (tuple(_siege_ways(s, piece, here)) if _zones_block(s) else ())


def _zones_block(s: Situation) -> bool:
    """Return whether a retreat must end out of all enemy zones, in a hex that is not full."""
    return bool(s.parameter("retreat", {}).get("zones_block", True))


def surrounded(s: Situation, place: str, side: str | None = None) -> bool:
    """Return whether none of the pieces (of a side) in a hex has a retreat free of enemy zones."""
    return all(cut_off(s, piece) for piece in land_at(s, place, side))


def cut_off(s: Situation, piece: str) -> bool:
    """Return whether a piece, taken by itself, has no retreat free of enemy zones."""
    here = s.place(piece)
    danger = beside(s, s.enemy(s.side(piece)))
    return all(end in danger for end in _ends(s, piece, here, frozenset({here})))


def _siege_ways(s: Situation, piece: str, here: str) -> Iterator[Way]:
    """Yield the ways of two hexes; a piece that took losses needs the shelter of friends."""
    frail = s.piece(piece).losses + 1 >= life(s, piece)
    for through in s.board.grid.neighbours(here):
        sheltered = bool(s.at(through))
        if not _passable(s, piece, here, through) or (frail and not sheltered):
            continue
        for end in _ends(s, piece, through, frozenset({here, through})):
            yield Way((through, end), loss=not sheltered)


def _ends(s: Situation, piece: str, here: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield the places next to a hex where a retreat of a piece may end."""
    for there in s.board.grid.neighbours(here):
        if there not in seen and _may_end(s, piece, here, there, seen):
            yield there
    yield from retreat_exits(s, s.side(piece), here)


def _may_end(s: Situation, piece: str, here: str, there: str, seen: frozenset[str]) -> bool:
    side = s.side(piece)
    if not _zones_block(s):
        return _passable(s, piece, here, there)
    if there in beside(s, s.enemy(side)) or not _passable(s, piece, here, there):
        return False
    return not full(s, side, there) or _can_make_room(s, piece, there, seen)


def _passable(s: Situation, piece: str, here: str, there: str) -> bool:
    index = s.board.grid.index
    if there in s.occupied(s.enemy(s.side(piece))):
        return False
    closed = profile(s, piece).costs.price(index(here), index(there)) < 0
    if closed and not fatal_side(s, piece, here, there):
        return False
    return not any(s.rules.retreat_objections(s=s, piece=piece, origin=here, to=there))


def fatal_side(s: Situation, piece: str, here: str, there: str) -> bool:
    """Return whether a hexside destroys a piece that retreats over it: armour without a bridge.

    Such a way is open to it, at that price, as ``rules: retreat_destroys`` says.
    """
    movement_class = str(s.counter(piece).movement_class)
    kinds = s.parameter("retreat_destroys", {}).get(movement_class, ())
    if s.module.terrain[s.board.terrain_at(there)].cost[movement_class] is None:
        return False
    return bool(features_between(s, here, there).intersection(kinds) - bridged(s, here, there))


def _can_make_room(s: Situation, piece: str, place: str, seen: frozenset[str]) -> bool:
    """Return whether one of the pieces in a full hex, the newcomer included, can move on."""
    return any(
        next(_ends(s, other, place, seen | {place}), None) for other in (*s.at(place), piece)
    )


class Retreat(Action, frozen=True):
    """Retreat a piece along a path of one or two hexes, or off the board."""

    piece: str
    path: tuple[str, ...]


class Retreating(Step, frozen=True):
    """Pieces of a side must retreat, each on its own; those that cannot are eliminated."""

    side: str
    pieces: tuple[str, ...]

    def _choices(self, s: Situation) -> list[tuple[str, Way]]:
        return [(p, way) for p in present(s, self.pieces) for way in ways(s, p)]

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner for the next retreat, if there is a choice."""
        choices = self._choices(s)
        if len(choices) <= 1:
            return None
        return Decision(
            self.side,
            msg("Retreat your units."),
            clause(s, "retreat"),
            "path",
            pieces=tuple(dict.fromkeys(piece for piece, _ in choices)),
            hexes=tuple(dict.fromkeys(way.path[-1] for _, way in choices)),
            actions=("retreat",),
        )

    def run(self, change: Change) -> None:
        """Take the only way there is; where there is none, the pieces are lost."""
        for piece, way in self._choices(change):
            self._go(change, piece, way)
            return
        change.finish()
        for piece in present(change, self.pieces):
            eliminate(change, piece, clause(change, "no-retreat"))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List every way of every piece."""
        for one, way in self._choices(s):
            if piece in {None, one} and hex in {None, *way.path}:
                yield Retreat(one, way.path)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the way is one of those."""
        if not isinstance(action, Retreat):
            return super().check(s, action)
        if action.piece not in present(s, self.pieces):
            message = msg("{piece} does not have to retreat.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule=clause(s, "retreat"))
        if any(way.path == action.path for way in ways(s, action.piece)):
            return Verdict.yes()
        message = msg(
            "{piece} cannot retreat by {hexes}.",
            piece=piece_ref(action.piece),
            hexes=[hex_ref(place) for place in action.path],
        )
        return Verdict.no(message, rule=clause(s, "retreat"))

    def act(self, change: Change, action: Action) -> None:
        """Retreat the piece."""
        assert isinstance(action, Retreat)  # noqa: S101 - checked
        way = next(way for way in ways(change, action.piece) if way.path == action.path)
        self._go(change, action.piece, way)

    def _go(self, change: Change, piece: str, way: Way) -> None:
        left = tuple(p for p in self.pieces if p != piece)
        change.replace(Retreating(self.side, left))
        here = change.place(piece)
        steps = pairwise((here, *way.path))
        on_map = ((a, b) for a, b in steps if b in change.board.grid)
        if any(fatal_side(change, piece, a, b) for a, b in on_map):
            eliminate(change, piece, clause(change, "retreat-destroys"))
            return
        losses = list(_losses(change, piece, (here, *way.path)))
        if way.loss:
            losses.append(clause(change, "siege-retreat"))
        end = way.path[-1]
        change.emit(ev.Moved(piece, end, way.path))
        change.say(
            msg("{piece} retreats to {hex}.", piece=piece_ref(piece), hex=hex_ref(end)),
            clause(change, "retreat"),
        )
        note_passage(change, self.side, way.path[:-1])
        for rule in losses:
            if change.place(piece) != DEAD:
                take_loss(change, piece, rule)
        if change.place(piece) == DEAD:
            return
        take_path(change, piece, way.path)
        note_exit(change, piece, (here, *way.path)[-2])
        crowded = end in change.board.grid and len(change.at(end)) > limit(change, self.side, end)
        if crowded and _zones_block(change):
            change.push(Displacement(self.side, end, (here, *way.path)))


def _losses(s: Situation, piece: str, path: tuple[str, ...]) -> Iterator[str]:
    """Yield the clause of each loss that the hexsides of a retreat cost."""
    for here, there in pairwise(path):
        if there in s.board.grid:
            for objection in s.rules.retreat_losses(s=s, piece=piece, origin=here, to=there):
                yield objection.rule


class Displace(Action, frozen=True):
    """Move a piece on from an overfull hex."""

    piece: str
    to: str


class Displacement(Step, frozen=True):
    """A retreat filled a hex beyond its limit: its owner sends one piece on."""

    side: str
    hex: str
    seen: tuple[str, ...]

    def _choices(self, s: Situation) -> list[tuple[str, str]]:
        seen = frozenset(self.seen)
        return [(p, end) for p in s.at(self.hex) for end in _ends(s, p, self.hex, seen)]

    def _over(self, s: Situation) -> bool:
        return len(s.at(self.hex)) <= limit(s, self.side, self.hex)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner which piece moves on, if there is a choice."""
        choices = self._choices(s)
        if self._over(s) or len(choices) <= 1:
            return None
        return Decision(
            self.side,
            msg("Too many units in {hex}: one must move on.", hex=hex_ref(self.hex)),
            clause(s, "chain-retreat"),
            "path",
            pieces=tuple(dict.fromkeys(piece for piece, _ in choices)),
            hexes=tuple(dict.fromkeys(end for _, end in choices)),
            actions=("displace",),
        )

    def run(self, change: Change) -> None:
        """Take the only way there is."""
        choices = self._choices(change)
        if self._over(change) or not choices:
            change.finish()
        else:
            self._go(change, *choices[0])

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the pieces and where each can go."""
        for one, end in self._choices(s):
            if piece in {None, one} and hex in {None, end}:
                yield Displace(one, end)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the displacement is one of those."""
        if not isinstance(action, Displace):
            return super().check(s, action)
        if (action.piece, action.to) in self._choices(s):
            return Verdict.yes()
        message = msg(
            "{piece} cannot move on to {hex}.",
            piece=piece_ref(action.piece),
            hex=hex_ref(action.to),
        )
        return Verdict.no(message, rule=clause(s, "chain-retreat"))

    def act(self, change: Change, action: Action) -> None:
        """Send the piece on."""
        assert isinstance(action, Displace)  # noqa: S101 - checked
        self._go(change, action.piece, action.to)

    def _go(self, change: Change, piece: str, end: str) -> None:
        change.finish()
        on_map = end in change.board.grid
        if on_map and fatal_side(change, piece, self.hex, end):
            eliminate(change, piece, clause(change, "retreat-destroys"))
            return
        change.emit(ev.Moved(piece, end, (end,)))
        change.say(
            msg("{piece} makes room and goes to {hex}.", piece=piece_ref(piece), hex=hex_ref(end)),
            clause(change, "chain-retreat"),
        )
        if not on_map:
            note_exit(change, piece, self.hex)
            return
        for rule in _losses(change, piece, (self.hex, end)):
            take_loss(change, piece, rule)
        if change.place(piece) == DEAD:
            return
        take_path(change, piece, (end,))
        if len(change.at(end)) > limit(change, self.side, end):
            change.push(Displacement(self.side, end, (*self.seen, end)))
