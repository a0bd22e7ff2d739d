"""The free hand: counters, losses and markers put anywhere, as on a table without a referee.

A free action is marked in the log, and the rules go on from what they find.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.actions import Action
from tabuleiro.engine.draws import is_drawn_from, is_held
from tabuleiro.engine.faults import ASIDE
from tabuleiro.engine.inside import can_be_inside
from tabuleiro.engine.messages import hex_ref, msg, piece_ref
from tabuleiro.engine.position import DEAD, GONE, OFF, UNSEEN
from tabuleiro.engine.verdicts import Verdict
from tabuleiro.module.made import FACE_DOWN, template_of
from tabuleiro.module.places import holder_in
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from tabuleiro.engine.change import Change
    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.situation import Situation

__all__ = [
    "FreeAction",
    "FreeControl",
    "FreeDraw",
    "FreeLoss",
    "FreeMake",
    "FreeMark",
    "FreeMove",
    "FreeOrder",
    "FreeState",
    "FreeTrack",
    "SetAside",
    "can_go",
    "is_fixed",
    "is_place",
    "known_piece",
    "no_such_place",
    "put",
    "within_reach",
]


_RULE: Final = re.compile(r"[A-Za-z_][\w.]{0,119}", re.ASCII)
_MOST_RULES: Final = 50


class FreeAction(Action, frozen=True):
    """Base of the actions that a free hand may take at any time, if the match allows it."""

    abstract: ClassVar[bool] = True

    def check(self, s: Situation) -> Verdict:
        """Return whether the match has a free hand and the action makes sense."""
        if not s.option("free-hand"):
            return Verdict.no(msg("This match is played without a free hand."))
        return self.sense(s)

    def sense(self, s: Situation) -> Verdict:
        """Return whether what the action names exists."""
        raise NotImplementedError

    def act(self, change: Change) -> None:
        """Do it."""
        raise NotImplementedError


def known_piece(s: Situation, piece: str) -> Verdict:
    """Return whether there is such a piece as far as it is seen."""
    state = s.position.pieces.get(piece)
    if state is not None and state.place != UNSEEN:
        return Verdict.yes()
    return Verdict.no(msg("There is no piece {piece} in this match.", piece=piece))


def within_reach(s: Situation, piece: str) -> Verdict:
    """Return whether a piece may be taken in hand: not out of the hand of another, nor a deck."""
    known = known_piece(s, piece)
    if known and is_unknown(piece) and is_held(s, s.place(piece)):
        place = hex_ref(s.place(piece))
        return Verdict.no(msg("Nobody sees what lies in {place}: draw from it.", place=place))
    return known


def no_such_place(place: str) -> Verdict:
    """Return the refusal of a place that the board does not have."""
    return Verdict.no(msg("There is no place {place} on this board.", place=place))


def is_place(s: Situation, place: str) -> bool:
    """Return whether a piece can lie somewhere: in a hex or box, off the board, or out of play."""
    board = s.board
    edges = {f"exit.{edge}" for edge in board.edges}
    return place in board.grid or place in board.boxes or place in {OFF, DEAD, GONE} | edges


def is_fixed(s: Situation, piece: str) -> bool:
    """Return whether a piece lies fast on the map: it can be taken off it, but not moved there."""
    return s.counter(piece).lies == "fixed" and s.place(piece) in s.board.grid


def can_go(s: Situation, piece: str, to: str) -> Verdict:
    """Return whether a piece may be taken in hand and put somewhere."""
    reach = within_reach(s, piece)
    if reach and to not in {OFF, DEAD, GONE, s.place(piece)} and is_fixed(s, piece):
        return Verdict.no(msg("{piece} is fixed on the map.", piece=piece_ref(piece)))
    return reach


def put(change: Change, piece: str, to: str) -> None:
    """Put a piece somewhere, outside of the rules where there are any."""
    change.emit(ev.Moved(piece, to, free=not change.module.free_table))


class FreeMove(FreeAction, frozen=True):
    """Put a piece in any hex, box or exit, inside another, off the board, or among the dead."""

    piece: str
    to: str

    def sense(self, s: Situation) -> Verdict:
        """Check that piece and place exist."""
        holder = holder_in(self.to)
        if holder is not None:
            for piece in (self.piece, holder):
                known = within_reach(s, piece)
                if not known:
                    return known
            return can_be_inside(s, self.piece, holder)
        if is_place(s, self.to):
            return can_go(s, self.piece, self.to)
        return no_such_place(self.to)

    def act(self, change: Change) -> None:
        """Put it there."""
        put(change, self.piece, self.to)


class FreeMake(FreeAction, frozen=True):
    """Make a piece from a template of the palette and put it anywhere but inside another."""

    template: str
    to: str

    def told(self, glance: Glance) -> Action | None:
        """Tell it to those who know the piece, which lies on top."""
        top = glance.at(self.to)[-1]
        return self if template_of(top) == self.template and glance.knows(top) else None

    def sense(self, s: Situation) -> Verdict:
        """Check that there are such a template and such a place."""
        if self.template not in s.module.templates:
            return Verdict.no(msg("The palette has no {name}.", name=self.template))
        if not is_place(s, self.to):
            return no_such_place(self.to)
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Make it."""
        change.make(self.template, self.to)


class FreeDraw(FreeAction, frozen=True):
    """Draw a piece at random out of a cup, or the top one of a deck."""

    cup: str
    to: str

    def sense(self, s: Situation) -> Verdict:
        """Check that there is such a cup, that something is in it, and where it goes."""
        if not is_drawn_from(s, self.cup):
            return Verdict.no(msg("Nothing is drawn out of {place}.", place=self.cup))
        if not s.at(self.cup):
            return Verdict.no(msg("Nothing is left to draw."))
        if self.to not in s.board.boxes and self.to not in s.board.grid:
            return no_such_place(self.to)
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Draw it."""
        change.draw(self.cup, self.to)


class FreeLoss(FreeAction, frozen=True):
    """Set the losses of a piece: 0 intact, 1 reduced, more for one of many steps."""

    piece: str
    losses: int

    def sense(self, s: Situation) -> Verdict:
        """Check the piece and the number."""
        known = known_piece(s, self.piece)
        most = max(s.counter(self.piece).steps - 1, 1) if known else 1
        if not 0 <= self.losses <= most:
            return Verdict.no(
                msg(
                    "Losses are 0 to {most}; to eliminate a unit, put it among the eliminated.",
                    most=most,
                )
            )
        return known

    def act(self, change: Change) -> None:
        """Turn it over."""
        change.emit(ev.Lost(self.piece, self.losses))


class FreeState(FreeAction, frozen=True):
    """Give a state of a piece another value: turn it, change its formation."""

    piece: str
    state: str
    value: str

    def sense(self, s: Situation) -> Verdict:
        """Check the piece, the state and its value."""
        known = known_piece(s, self.piece)
        if not known:
            return known
        state = s.module.states.get(self.state)
        if state is None or not state.suits(s.counter(self.piece)):
            return Verdict.no(msg("{piece} has no such state.", piece=piece_ref(self.piece)))
        if state.value(self.value) is None:
            return Verdict.no(msg("The state has no such value."))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Turn it."""
        change.emit(ev.StateSet(self.piece, self.state, self.value))


class FreeMark(FreeAction, frozen=True):
    """Put a marker on a hex or a hexside (``0507/0508``), or a mark on a piece; or take it off.

    Marks of pieces are those that the module names (``state.moved`` in its texts).
    """

    on: str
    mark: str
    off: bool = False

    def sense(self, s: Situation) -> Verdict:
        """Check the place or piece, and that there is such a marker or mark."""
        if self._is_place(s):
            if self.mark in s.module.markers:
                return Verdict.yes()
            return Verdict.no(msg("There is no marker {mark} in this match.", mark=self.mark))
        known = known_piece(s, self.on)
        if self.mark == FACE_DOWN:  # who sees what of it changes: that is another deed
            return Verdict.no(msg("{piece} has no such state.", piece=piece_ref(self.on)))
        if known and s.module.text(f"state.{self.mark}") is None:
            return Verdict.no(msg("{piece} has no such state.", piece=piece_ref(self.on)))
        return known

    def _is_place(self, s: Situation) -> bool:
        """Return whether it is about a hex or a hexside."""
        ends, grid = self.on.split("/"), s.board.grid
        if not all(end in grid for end in ends):
            return False
        return len(ends) == 1 or (len(ends) == 2 and ends[1] in grid.neighbours(ends[0]))

    def act(self, change: Change) -> None:
        """Put it there, or take it off."""
        marks = (self.mark,)
        add, remove = ((), marks) if self.off else (marks, ())
        if self._is_place(change):
            change.emit(ev.PlaceMarked(self.on, add, remove))
        else:
            change.emit(ev.Marked(self.on, add, remove))


class FreeTrack(FreeAction, frozen=True):
    """Set a track or a pool of points that the match has."""

    track: str
    value: int

    def sense(self, s: Situation) -> Verdict:
        """Check the track and the number."""
        if self.track not in s.position.tracks:
            return Verdict.no(msg("There is no track {track} in this match.", track=self.track))
        if not 0 <= self.value <= 1000:
            return Verdict.no(msg("A track holds numbers from 0 to 1000."))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Set it."""
        change.emit(ev.TrackSet(self.track, self.value))


class FreeControl(FreeAction, frozen=True):
    """Give a hex into the power of a side."""

    place: str
    side: str

    def sense(self, s: Situation) -> Verdict:
        """Check the hex and the side."""
        if self.place not in s.board.grid or self.side not in s.module.sides:
            return Verdict.no(msg("There is no such hex or side."))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Set the owner."""
        change.emit(ev.Controlled(self.place, self.side))


class FreeOrder(FreeAction, frozen=True):
    """Put the pieces of a place in another order, bottom first."""

    place: str
    order: tuple[str, ...]

    def told(self, glance: Glance) -> Action | None:
        """Tell that the stack was put in order; in which order only where that is seen."""
        found = glance.renamed(self)
        if found is None or ev.Reordered(self.place, self.order).told(glance) is not None:
            return found
        return replace(found, order=tuple(sorted(found.order)))

    def check(self, s: Situation) -> Verdict:
        """The order of a stack has no meaning in the rules: always free."""
        return self.sense(s)

    def sense(self, s: Situation) -> Verdict:
        """Check that it is the same pieces."""
        there = () if self.place == UNSEEN else s.at(self.place)
        if sorted(self.order) != sorted(there) or not there:
            return Verdict.no(msg("The order must name each piece of the stack once."))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Set the order; pieces that who did it does not see stay below."""
        there = change.at(self.place)
        unseen = tuple(piece for piece in there if piece not in self.order)
        seen = tuple(piece for piece in self.order if piece in there)
        if there:
            change.emit(ev.Reordered(self.place, (*unseen, *seen)))


class SetAside(FreeAction, frozen=True):
    """Go on without a rule that fails: from now on it is silent where it would fail.

    A rule that works is not touched by it; so anybody may do it, in any match.
    """

    rule: str

    def check(self, s: Situation) -> Verdict:
        """No free hand is needed for it."""
        return self.sense(s)

    def sense(self, s: Situation) -> Verdict:
        """Check that it can be the name of a rule, and is not set aside yet."""
        known = s.position.facts.get(ASIDE, ())
        if not _RULE.fullmatch(self.rule) or self.rule in known or len(known) >= _MOST_RULES:
            return Verdict.no(msg("There is no such rule to be set aside."))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Keep that it is set aside, for all to see."""
        known = change.position.facts.get(ASIDE, ())
        change.emit(ev.FactSet(ASIDE, sorted({*known, self.rule})))
        change.say(msg("Where the rule {rule} fails the match goes on without it.", rule=self.rule))
