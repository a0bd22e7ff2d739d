"""Retreats: one hex out of all enemy zones, or two under siege, with chains of displacement."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from tabuleiro.engine import (
    DEAD,
    Action,
    Decision,
    Verdict,
    hex_ref,
    msg,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import HexsideKind, MovementClass, Terms, UnitType
from tabuleiro.rules.arrivals.off_map import note_exit
from tabuleiro.rules.arrivals.out_of_contact import note_passage
from tabuleiro.rules.clauses import clause, enforced, object_to
from tabuleiro.rules.combat.losses import TakeLoss, eliminate, still_in_play, take_loss
from tabuleiro.rules.combat.retreat_ways import (
    Way,
    cut_off,
    ends,
    fatal_side,
    fatal_way,
    no_room,
    no_way,
    surplus_moves_on,
    surrounded,
    way_along,
    ways,
    zones_block,
)
from tabuleiro.rules.combat.terrain import features_between
from tabuleiro.rules.ground.crossings import bridged
from tabuleiro.rules.ground.land_units import land_at
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.recon.covered import UnseenChoice
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Message, Objection, Situation

__all__ = [
    "CostlyCrossings",
    "Displace",
    "Displacement",
    "Retreat",
    "RetreatLossesTerms",
    "Retreating",
    "Way",
    "cut_off",
    "fatal_side",
    "surrounded",
    "way_losses",
    "ways",
]


class RetreatLossesTerms(Terms):
    """Hexsides over which retreats cost a loss."""

    retreat_losses: Mapping[MovementClass, tuple[HexsideKind, ...]] = {}
    """Classes that take a loss in a retreat over such a hexside."""
    retreat_losses_by_type: Mapping[UnitType, tuple[HexsideKind, ...]] = {}
    """The same by unit type, on top of the classes."""


class Retreat(Action, frozen=True):
    """Retreat a piece along a path of one or two hexes, or off the board."""

    piece: str
    path: tuple[str, ...]


class Retreating(UnseenChoice, frozen=True):
    """Pieces of a side must retreat, each on its own; those that cannot are eliminated.

    Clauses: retreat-zone, retreat-full, retreat-terrain, retreat-one-hex, siege-retreat.
    Clauses: retreat-into-{terrain}, retreat-off-{side}.
    """

    pieces: tuple[str, ...]

    def _choices(self, s: Situation) -> list[tuple[str, Way]]:
        return [(p, way) for p in still_in_play(s, self.pieces) for way in ways(s, p)]

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
        for piece in still_in_play(change, self.pieces):
            told = msg("{piece} has nowhere to retreat and is eliminated.", piece=piece_ref(piece))
            eliminate(change, piece, clause(change, "no-retreat"), told)

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
        if action.piece not in still_in_play(s, self.pieces):
            message = msg("{piece} does not have to retreat.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule=clause(s, "retreat"))
        if any(way.path == action.path for way in ways(s, action.piece)):
            return Verdict.yes()
        return Verdict(no_way(s, action.piece, action.path))

    def act(self, change: Change, action: Action) -> None:
        """Retreat the piece."""
        assert isinstance(action, Retreat)  # noqa: S101 - checked
        self._go(change, action.piece, way_along(change, action.piece, action.path))

    def _go(self, change: Change, piece: str, way: Way) -> None:
        left = tuple(p for p in self.pieces if p != piece)
        change.replace(Retreating(self.side, left))
        here = change.place(piece)
        if fatal_way(change, piece, way):
            _lose_at_crossing(change, piece)
            return
        losses = list(_losses(change, piece, (here, *way.path)))
        if way.loss:
            told = msg("{piece} breaks out without shelter: a loss.", piece=piece_ref(piece))
            losses.append((told, clause(change, "siege-retreat")))
        end = way.path[-1]
        change.emit(ev.Moved(piece, end, way.path))
        change.say(
            msg("{piece} retreats to {hex}.", piece=piece_ref(piece), hex=hex_ref(end)),
            clause(change, "retreat"),
        )
        note_passage(change, piece, way.path[:-1])
        for told, rule in losses:
            if change.place(piece) != DEAD:
                take_loss(change, piece, rule, told)
        if change.place(piece) == DEAD:
            return
        take_path(change, piece, way.path, "retreat")
        note_exit(change, piece, (here, *way.path)[-2])
        if _overfull(change, self.side, end) and (zones_block(change) or surplus_moves_on(change)):
            change.push(Displacement(self.side, end, (here, *way.path)))


def _overfull(s: Situation, side: str, place: str) -> bool:
    return place in s.board.grid and len(land_at(s, place)) > limit(s, side, place)


def _losses(s: Situation, piece: str, path: tuple[str, ...]) -> Iterator[tuple[Message, str]]:
    """Yield each loss that the hexsides of a retreat cost: why, and the clause."""
    for here, there in pairwise(path):
        if there in s.board.grid:
            for objection in s.rules.retreat_losses(s=s, piece=piece, origin=here, to=there):
                yield objection.message, objection.rule


def way_losses(s: Situation, piece: str, way: Way) -> Iterator[str]:
    """Yield the clause of each loss that a way to retreat costs."""
    if way.loss:
        yield clause(s, "siege-retreat")
    yield from (rule for _told, rule in _losses(s, piece, (s.place(piece), *way.path)))


def _lose_at_crossing(change: Change, piece: str) -> None:
    """A piece that had no other way than over a hexside that it cannot cross is lost."""
    told = msg("{piece} cannot cross in its retreat and is eliminated.", piece=piece_ref(piece))
    eliminate(change, piece, clause(change, "retreat-destroys"), told)


class Displace(Action, frozen=True):
    """Move a piece on from an overfull hex."""

    piece: str
    to: str


class Displacement(UnseenChoice, frozen=True):
    """A retreat filled a hex beyond its limit: its owner sends one piece on."""

    hex: str
    seen: tuple[str, ...]

    def _choices(self, s: Situation) -> list[tuple[str, str]]:
        seen = frozenset(self.seen)
        mine = land_at(s, self.hex, self.side)
        return [(piece, end) for piece in mine for end in ends(s, piece, self.hex, seen)]

    def _over(self, s: Situation) -> bool:
        return not _overfull(s, self.side, self.hex) or not enforced(s, "stacking")

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
        """Take the only way there is; where there is none, what is too much may be lost."""
        choices, over = self._choices(change), self._over(change)
        if over or not choices:
            change.finish()
            if not over and surplus_moves_on(change):
                self._give_up(change)
        else:
            self._go(change, *choices[0])

    def _give_up(self, change: Change) -> None:
        """Nobody can move on: as many as are too much are lost, its owner chooses which."""
        mine = land_at(change, self.hex, self.side)
        surplus = len(mine) - limit(change, self.side, self.hex)
        rule = clause(change, "chain-retreat")
        change.push(TakeLoss(self.side, mine, rule, kill=True, times=surplus))

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
        if action.piece in land_at(s, self.hex, self.side):
            return Verdict(no_room(s, action.piece, action.to, frozenset(self.seen)))
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
            _lose_at_crossing(change, piece)
            return
        change.emit(ev.Moved(piece, end, (end,)))
        change.say(
            msg("{piece} makes room and goes to {hex}.", piece=piece_ref(piece), hex=hex_ref(end)),
            clause(change, "chain-retreat"),
        )
        if not on_map:
            note_exit(change, piece, self.hex)
            return
        for told, rule in _losses(change, piece, (self.hex, end)):
            take_loss(change, piece, rule, told)
        if change.place(piece) == DEAD:
            return
        take_path(change, piece, (end,), "retreat")
        if _overfull(change, self.side, end):
            change.push(Displacement(self.side, end, (*self.seen, end)))


class CostlyCrossings:
    """A part: classes and types that a hexside hurts in a retreat, unless a bridge crosses it."""

    @hookimpl
    def retreat_losses(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        counter, terms = s.counter(piece), s.terms(RetreatLossesTerms)
        by_class = terms.retreat_losses.get(str(counter.movement_class), ())
        by_type = terms.retreat_losses_by_type.get(counter.type, ())
        crossed = features_between(s, origin, to) - bridged(s, origin, to)
        if not crossed.intersection((*by_class, *by_type)):
            return []
        message = msg("{piece} takes a loss in crossing.", piece=piece_ref(piece))
        return [object_to(s, message, "retreat-loss", "retreat", pieces=(piece,))]
