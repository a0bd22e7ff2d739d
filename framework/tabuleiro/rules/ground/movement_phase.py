"""The movement phase: an open phase in which a side moves as many pieces as it wants."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import (
    OFF,
    Action,
    AskingStep,
    Decision,
    Message,
    Question,
    Verdict,
    hex_ref,
    is_exit,
    msg,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.board_edges import arrivals, entry_prices
from tabuleiro.rules.ground.facing import carry_on, faced_after
from tabuleiro.rules.ground.land_units import aircraft_and_ships, holds_ground, land_units
from tabuleiro.rules.ground.movement import Move, destinations, move_verdict, path_price
from tabuleiro.rules.ground.movement_points import (
    MOVED,
    march_over,
    points_left,
    profile,
)
from tabuleiro.rules.ground.special_moves import SpecialMove, special_kinds, special_moves
from tabuleiro.rules.ground.stacking import full_hexes
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["EndPhase", "MovementPhase", "move_marks"]


def move_marks(s: Situation) -> tuple[str, ...]:
    """Return the marks that go, and points spent with them, as a movement phase begins."""
    return (MOVED, *sorted(march_over(s)))


class EndPhase(Action, frozen=True):
    """End the phase in progress."""


class MovementPhase(AskingStep, frozen=True):
    """A side moves its pieces, brings in those that arrive, and takes others off by the edges."""

    asks_alike: ClassVar[bool] = True

    side: str
    begun: bool = False

    def question(self, s: Situation) -> Question | None:
        """Ask the side for moves, once the marks of the last movement phase are gone."""
        if not self.begun:
            return None
        rule = (s.phase.rule if s.phase else None) or ""
        return Question(
            Decision(self.side, msg("Move your units."), rule),
            pieces=lambda: self._movable(s),
            actions=lambda: ("move", *special_kinds(s, self.side), "end-phase"),
            obligations=lambda: (o.message for o in _owed(s, self.side)),
        )

    def _movable(self, s: Situation) -> list[str]:
        """Return the pieces that did not move into an enemy zone, and those that may enter."""
        danger = enemy_zone(s, self.side)
        occupied, marching = s.occupied(self.side), land_units(s, self.side)
        found: list[str] = []
        for place, pieces in marching.items():
            if place not in danger:
                found += pieces
                continue
            for piece in pieces:
                if MOVED not in s.piece(piece).marks or profile(s, piece).ignores_zones:
                    found.append(piece)
        if marching is not occupied:
            found += aircraft_and_ships(s, self.side)
        found += arrivals(s, self.side)
        return found

    def run(self, change: Change) -> None:
        """Begin: points and marks of the last movement phase go."""
        change.emit(ev.Cleared(move_marks(change)))
        change.replace(replace(self, begun=True))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> list[Action]:
        """List the cheapest move to each place, and the end of the phase."""
        pieces = self._movable(s) if piece is None else [piece] if self._may_move(s, piece) else []
        found: list[Action] = []
        for one in pieces:
            ways = destinations(s, one)
            if hex is None:
                found += [Move(one, path) for path, _price in ways.values()]
            elif hex in ways:
                found.append(Move(one, ways[hex][0]))
        found += special_moves(s, self.side, piece, hex)
        if piece is None and hex is None and not _owed(s, self.side):
            found.append(EndPhase())
        return found

    def iter_legal(self, s: Situation) -> Iterator[Action]:
        """Yield the end of the phase before all moves of all pieces."""
        if not _owed(s, self.side):
            yield EndPhase()
        yield from self.legal(s)

    def _may_move(self, s: Situation, piece: str) -> bool:
        return piece in s.position.pieces and s.side(piece) == self.side

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a move or the end of the phase."""
        if isinstance(action, EndPhase):
            return Verdict.of(_owed(s, self.side))
        if not isinstance(action, Move | SpecialMove):
            return super().check(s, action)
        if isinstance(action, SpecialMove) and not action.in_game(s):
            return super().check(s, action)
        about = action.piece if isinstance(action, Move) else action.mover()
        verdict = Verdict.yes() if about is None else self._check_piece(s, about, action)
        if not verdict:
            return verdict
        if isinstance(action, Move):
            return move_verdict(s, action.piece, action.path)
        return action.verdict(s, self.side)

    def _check_piece(self, s: Situation, piece: str, action: Action) -> Verdict:
        """Check that a piece is one that the side may move at all."""
        if piece not in s.position.pieces:
            return Verdict.no(msg("There is no piece {piece} in this match.", piece=piece))
        if s.side(piece) != self.side:
            return Verdict.no(
                msg("{piece} is not yours to move now.", piece=piece_ref(piece)),
                rule=clause(s, "own-phase"),
            )
        marches = isinstance(action, Move)
        if marches and not holds_ground(s, piece):
            message = msg("{piece} does not march.", piece=piece_ref(piece))
            return Verdict.no(message, rule=clause(s, "no-march"))
        beside = isinstance(action, SpecialMove) and action.off_board and s.alive(piece)
        elsewhere = not s.on_map(piece) and s.place(piece) != OFF and not beside
        abroad = is_exit(s.place(piece)) or s.within(piece) is not None
        back = piece in arrivals(s, self.side) or (not marches and abroad)
        if elsewhere and not back:
            return Verdict.no(
                msg("{piece} is no longer in play.", piece=piece_ref(piece)),
                rule=clause(s, "never-returns"),
            )
        return Verdict.yes()

    def act(self, change: Change, action: Action) -> None:
        """Carry out a move, or end the phase."""
        if isinstance(action, Move):
            carry_out(change, action)
        elif isinstance(action, SpecialMove):
            action.carry_out(change)
        else:
            change.finish()


def carry_out(change: Change, move: Move) -> None:
    """Move a piece along its path, pay, take what it passes."""
    cost = path_price(change, move.piece, move.path)
    marks = (MOVED, *_entering(change, move))
    steering = profile(change, move.piece).steering
    faces = "" if steering is None else faced_after(change, move.piece, steering, move.path)
    change.emit(ev.Moved(move.piece, move.path[-1], move.path, cost))
    if steering is not None:
        carry_on(change, move.piece, steering, faces)
    if not set(marks) <= set(change.piece(move.piece).marks):
        change.emit(ev.Marked(move.piece, marks))
    take_path(change, move.piece, move.path)
    if not is_exit(move.path[-1]):
        note_contact(change, move.piece)


def _entering(s: Situation, move: Move) -> list[str]:
    """Return the marks that a piece gets besides if it enters by this move."""
    if s.place(move.piece) != OFF:
        return []
    return s.rules.entering_marks(s=s, piece=move.piece, place=move.path[0])


def _owed(s: Situation, side: str) -> list[Objection]:
    """Return what a side must still do before it may end the phase."""
    return s.cache_here(("owed", side), lambda: [*_overdue(s, side),
                                           *s.rules.end_objections(s=s, side=side)])  # fmt: skip


def _overdue(s: Situation, side: str) -> list[Objection]:
    """Return an objection for each piece that must enter now and can, outside of enemy zones."""
    due = [piece for piece, arrival in arrivals(s, side).items() if arrival.when == "must"]
    if not due:
        return []
    found = []
    danger, crowded = enemy_zone(s, side), full_hexes(s, side)
    for piece in due:
        if s.rules.move_objections(s=s, piece=piece):
            continue
        left = points_left(s, piece)
        ways = [
            place
            for place, price in entry_prices(s, piece).items()
            if price <= left and place not in danger and place not in crowded
        ]
        if ways:
            found.append(object_to(s, _must_enter(piece, ways[0]), "must-enter", "reinforcement",
                                   pieces=(piece,), hexes=tuple(ways)))  # fmt: skip
    return found


def _must_enter(piece: str, place: str) -> Message:
    return msg(
        "{piece} must enter the board, for example in {hex}.",
        piece=piece_ref(piece),
        hex=hex_ref(place),
    )
