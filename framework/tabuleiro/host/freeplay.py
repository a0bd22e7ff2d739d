"""Playing on a free table: whatever lies there is dragged, turned and drawn by anybody at any time.

One gesture is one row of the log. What is dragged out of a stack that is not laid out is the whole
stack; out of a fan, or out of a box, it is the piece; out of a deck what lies on top of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from tabuleiro.engine import events as ev
from tabuleiro.engine.draws import is_deck, is_drawn_from, is_held
from tabuleiro.engine.freehand import (
    FreeAction,
    FreeDraw,
    FreeLoss,
    FreeMake,
    FreeMove,
    FreeOrder,
    FreeState,
    FreeTrack,
    is_fixed,
)
from tabuleiro.engine.messages import place_name
from tabuleiro.engine.position import GONE
from tabuleiro.engine.tabletop import (
    NOTE,
    FreeCover,
    FreeDeal,
    FreeLook,
    FreeNote,
    FreeRoll,
    FreeSeveral,
    FreeUnder,
    hands_of,
)
from tabuleiro.host.buttons import ask_text, input_dialog
from tabuleiro.host.byhand import track_words
from tabuleiro.host.freemenu import fill_free_menu, fill_marks
from tabuleiro.host.panels.pieces import MIME, deed_of
from tabuleiro.host.play import MapPlay
from tabuleiro.i18n import _
from tabuleiro.module.made import FACE_DOWN, template_of
from tabuleiro.module.places import inside_of
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Action
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow

__all__ = ["FreePlay"]

_SIGHT: Final = "line_of_sight"
"""What a module says under `rules` if more than heights stops the eye."""
_PAN: Final = 80
_DICE: Final = re.compile(r"(\d{0,3})[dD](\d{1,4})([+-]\d{1,3})?")


class FreePlay(MapPlay):
    """Ties a seat at a free table to a map."""

    _carried: tuple[str, ...] = ()
    """What is being dragged, bottom first."""

    def __init__(self, seat: Seat, view: BoardView, parent: QObject | None = None) -> None:
        """Show a free table on a map, and let it be played there."""
        self.keys: dict[str, str] = {}
        """The keys of commands, by their ids: menus tell them."""
        self._pointed: tuple[str, QPointF, tuple[str, ...]] | None = None
        """The piece that a key was about last, where the pointer was, and its stack."""
        seat.free_hand = True
        super().__init__(seat, view, parent)
        if seat.module.heights or _SIGHT in seat.module.rules:
            self.ruler.sight_of = lambda here, there: seat.ask("thread", here=here, there=there)
        view.may_grab = self._moves
        view.setAcceptDrops(True)
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)

    def _note(self, row: ToldRow) -> None:
        """Say at the pointer what dice gave."""
        super()._note(row)
        if any(isinstance(event, ev.Rolled) for event in row.events):
            said = (event.message for event in row.events if isinstance(event, ev.Said))
            self.told.emit(" ".join(say(message, self.seat.module) for message in said), "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is dragged from the list of pieces."""
        if isinstance(event, QDropEvent) and event.mimeData().hasFormat(MIME):
            if event.type() == QEvent.Type.Drop:
                place = self.view.hex_at(event.position().toPoint())
                entries = bytes(event.mimeData().data(MIME).data()).decode().split("\n")
                if place is not None:
                    self.do(deed_of(entry, place) for entry in entries)
            event.acceptProposedAction()
            return True
        return super().eventFilter(watched, event)

    # what one points at

    def _own(self, piece: str) -> bool:
        return piece in self.seat.sight.position.pieces and not self.seat.over

    def _found(self) -> dict[str, list[Action]]:
        return {}  # everything can go everywhere

    def _is_choice(self, piece: str) -> bool:
        return False

    def click(self, hex: str | None, piece: str | None = None, *, add: bool = False) -> None:
        """Select the piece under the pointer; a click beside all pieces lets go of them."""
        if piece is not None and self._own(piece):
            self._select(piece, add=add)
        elif not add:
            self.seat.select(())

    def _wait_to_fan(self, place: str | None) -> None:
        """Fan no deck out of which nothing is seen: its cards would only cover what is beside."""
        s = self.seat.sight
        if place is not None and is_drawn_from(s, place) and all(map(is_unknown, s.at(place))):
            self._fan_clock.stop()
        else:
            super()._wait_to_fan(place)

    def _double_clicked(self, hex: str | None, piece: str | None) -> None:
        """Draw from a deck to the own hand; lay a stack out, or put it together and select it."""
        s = self.seat.sight
        if self.plans.active or hex is None:
            return
        if is_drawn_from(s, hex):
            hand = hands_of(s).get(self.side)
            if hand is not None:
                self.seat.act(FreeDraw(hex, hand))
        elif piece is not None:
            laid_out = hex in self.view.laid_out
            (self.view.laid_out.discard if laid_out else self.view.laid_out.add)(hex)
            self.view.fan_out(None)
            self.seat.select(self._stack_with(piece) if laid_out else (piece,))

    @property
    def side(self) -> str:
        """The side for which one acts: that whose eyes one looks through, else who is asked."""
        return self.seat.viewer or self.seat.table.asked or next(iter(self.seat.module.sides))

    def targets_of(self, piece: str | None) -> tuple[str, ...]:
        """Return the pieces that a deed is about: those selected, if the piece is one of them."""
        selected = tuple(p for p in self.seat.selection if self._own(p))
        if piece is None or piece in selected:
            return self._as_they_lie(selected)
        return (piece,)

    def _as_they_lie(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """Return pieces with the lower ones of a stack first, so that they keep their order."""
        s = self.seat.sight
        ranks = {p: n for place in {s.place(p) for p in pieces} for n, p in enumerate(s.at(place))}
        return tuple(sorted(pieces, key=lambda piece: ranks.get(piece, 0)))

    def _stack_with(self, piece: str) -> tuple[str, ...]:
        item = self.view.stack_of(piece)
        stacked = item.stacked if item is not None else ()
        return stacked if piece in stacked else (piece,)

    def select_stack(self) -> None:
        """Select the stack of the piece that is meant."""
        for piece in self.meant()[-1:]:
            self.seat.select(self._stack_with(piece))

    # dragging

    def _dragged(self, piece: str, hex: str | None) -> None:
        if self.plans.active or piece in self._carried:
            return
        self._carried = self._taken_up(piece)
        self.view.carried = self._carried

    def _moves(self, piece: str) -> bool:
        """Return whether a piece can be moved about the map: it is not fixed there."""
        s = self.seat.sight
        return piece in s.position.pieces and not is_fixed(s, piece)

    def _taken_up(self, piece: str) -> tuple[str, ...]:
        """Return what is taken up with a piece."""
        if piece in self.seat.selection and len(self.seat.selection) > 1:
            return tuple(p for p in self._as_they_lie(self.seat.selection) if self._moves(p))
        on_map = self.seat.sight.whereabouts(piece) in self.view.board.grid
        return (piece,) if self.view.grabbed_apart or not on_map else self._stack_with(piece)

    def _dropped(self, piece: str, hex: str | None) -> None:
        carried, self._carried = self._carried or (piece,), ()
        self.view.carried = ()
        item = self.view.stacks.get(hex or "")
        if hex is None:
            return
        if self.plans.active:
            self.plans.drop(piece, hex)
            return
        holder = self._holder_under(piece)
        if holder is not None:
            self.do(FreeMove(one, inside_of(holder)) for one in carried)
        elif QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier:
            self.clone(carried, hex)
        elif item is not None and item.fanned and piece in item.pieces:
            self._reorder(hex, piece, item.rank_at(item.mapFromScene(self.view.pointer)))
        else:
            self.put(carried, hex)

    def put(self, pieces: Iterable[str], place: str) -> bool:
        """Put pieces somewhere; with Shift face down, so that nobody else sees what they are."""
        s = self.seat.sight
        shift = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        moving = [piece for piece in pieces if s.place(piece) != place and self._moves(piece)]
        return self.do(self._put(piece, place, down=bool(shift)) for piece in moving)

    def _put(self, piece: str, place: str, *, down: bool) -> FreeAction:
        s = self.seat.sight
        here = s.place(piece)
        if is_drawn_from(s, here) and is_unknown(piece):
            return FreeDraw(here, place)
        if down and not is_held(s, place):
            return FreeCover(piece, to=place)
        return FreeMove(piece, place)

    def _lassoed(self, pieces: tuple[str, ...]) -> None:
        if not self.plans.active:
            self.seat.select([p for p in pieces if self._own(p)])

    def _menu(self, hex: str | None, piece: str | None, at: QPoint) -> None:
        """Offer everything that can be done with a piece, or in a place."""
        menu = QMenu(self.view)
        fill_free_menu(self, menu, hex, piece)
        self._pop_up(menu, at)

    def offers_all(self, place: str, piece: str | None, at: QPoint) -> bool:
        """Offer everything that can be done with a card of a hand."""
        self._menu(place, piece, at)
        return True

    def _clicked(self, place: str | None, piece: str | None, event: QMouseEvent | None) -> None:
        if self.ruler.active or self.plans.active:
            super()._clicked(place, piece, event)
            return
        keys = Qt.KeyboardModifier.ControlModifier
        self.click(place, piece, add=event is not None and bool(event.modifiers() & keys))

    # what is done with pieces

    def do(self, deeds: Iterable[FreeAction]) -> bool:
        """Do several things as one; return whether it was done."""
        found = list(deeds)
        return bool(found) and self.seat.act(FreeSeveral.of(*found))

    def meant(self) -> tuple[str, ...]:
        """Return the pieces that a key is about: those selected, or that under the pointer."""
        if self.seat.selection:
            return self.targets_of(None)
        view = self.view
        piece = view.piece_at(view.mapFromScene(view.pointer)) if view.underMouse() else None
        if self._pointed is not None and piece is not None and self._at(*self._pointed):
            piece = self._pointed[0]  # the stack fanned out: another one slid under the pointer
        if piece is None or not self._own(piece):
            return ()
        self._pointed = piece, QPointF(view.pointer), self.seat.stack(self.seat.sight.place(piece))
        return (piece,)

    def _at(self, piece: str, pointer: QPointF, stack: tuple[str, ...]) -> bool:
        """Return whether the pointer rests where it was, on a stack as it was."""
        s = self.seat.sight
        there = piece in s.position.pieces and self.seat.stack(s.place(piece)) == stack
        return there and pointer == self.view.pointer

    def flip(self, pieces: Iterable[str]) -> bool:
        """Turn pieces to their next face; those that have one face only lie face down, or up."""
        return self.do(self._flipped(piece) for piece in pieces)

    def _flipped(self, piece: str) -> FreeAction:
        s = self.seat.sight
        steps = 1 if is_unknown(piece) else s.counter(piece).steps
        if steps < 2:
            return self._covered(piece)
        return FreeLoss(piece, (s.piece(piece).losses + 1) % steps)

    def cover(self, pieces: Iterable[str]) -> bool:
        """Turn pieces face down, or up if they lie so."""
        return self.do(self._covered(piece) for piece in pieces)

    def _covered(self, piece: str) -> FreeAction:
        return FreeCover(piece, up=FACE_DOWN in self.seat.sight.piece(piece).marks)

    def turn(self, pieces: Iterable[str], by: int) -> bool:
        """Turn pieces about, each by one of the steps in which it can be turned."""
        return self.do(deed for piece in pieces if (deed := self._turned(piece, by)) is not None)

    def _turned(self, piece: str, by: int) -> FreeAction | None:
        s, module = self.seat.sight, self.seat.module
        if is_unknown(piece):
            return None
        counter = s.counter(piece)
        suits = [one for one in module.states.values() if one.suits(counter)]
        for state in sorted(suits, key=lambda one: one.drawn != "turned")[:1]:
            names = [value.id for value in state.values]
            now = names.index(s.piece(piece).states.get(state.id, names[0]))
            return FreeState(piece, state.id, names[(now + by) % len(names)])
        return None

    def clone(self, pieces: Iterable[str], to: str | None = None) -> bool:
        """Make pieces once more, where they lie or elsewhere; what is face down is not betrayed."""
        s = self.seat.sight
        open_ = [p for p in pieces if not is_unknown(p) and FACE_DOWN not in s.piece(p).marks]
        return self.do(FreeMake(template_of(p) or p, to or s.whereabouts(p)) for p in open_)

    def delete(self, pieces: Iterable[str]) -> bool:
        """Take pieces out of the match."""
        return self.do(FreeMove(piece, GONE) for piece in pieces)

    def sink(self, pieces: Iterable[str]) -> bool:
        """Put pieces at the bottom of their stacks."""
        s = self.seat.sight
        return self.do(FreeUnder(piece, s.place(piece)) for piece in reversed(list(pieces)))

    def shift(self, by: int) -> bool:
        """Put the selected pieces one higher or lower in their stacks; without any, pan."""
        s, chosen = self.seat.sight, self.targets_of(None)
        if not chosen:
            self.view.pan(0, -_PAN * by)
        deeds = []
        for place in dict.fromkeys(s.place(piece) for piece in chosen):
            order = list(s.at(place))
            mine = [piece for piece in order if piece in chosen]
            for piece in mine[::-by]:
                here = order.index(piece)
                there = here + by
                if 0 <= there < len(order) and order[there] not in chosen:
                    order[here], order[there] = order[there], order[here]
            if tuple(order) != s.at(place):
                deeds.append(FreeOrder(place, tuple(order)))
        return self.do(deeds)

    def look(self, at: str, count: int = 0) -> bool:
        """Look at what lies face down, or on top of a deck, for one's own eyes."""
        return self.do([FreeLook(self.side, at, count)])

    # what has to be asked

    def ask_marks(self) -> None:
        """Offer marks for the pieces that are meant."""
        pieces = self.meant()
        if pieces:
            menu = QMenu(self.view)
            fill_marks(self, menu, pieces)
            self._pop_up(menu, None)

    def ask_dice(self) -> None:
        """Ask which dice are thrown: 3d6+1."""
        words = _("Which dice? For example 2d6, d20 or 3d10+2.")
        told = ask_text(self.view.window(), _("Roll dice"), words)
        found = _DICE.fullmatch((told or "").replace(" ", ""))
        if found is not None:
            number, faces, plus = (int(part or usual) for part, usual in zip(
                found.groups(), ("1", "6", "0"), strict=True))  # fmt: skip
            self.do([FreeRoll(self.side, "", number, faces, plus)])
        elif told:
            self.seat.failed.emit(_("These are no dice: {words}").format(words=told[:40]))

    def ask_note(self, place: str | None) -> None:
        """Ask for the note on a place."""
        if place is None:
            return
        now = str(self.seat.sight.position.facts.get(NOTE + place, "")).strip()
        where = place_name(place, self.seat.module)
        words = _("Note on {place}, for all to read").format(place=where)
        dialog = input_dialog(self.view.window(), _("Note"), words, now)
        if dialog.exec():
            self.write_note(place, dialog.textValue())
        dialog.deleteLater()

    def write_note(self, place: str, words: str) -> bool:
        """Write a note on a place, or take it away with none."""
        return self.do([FreeNote(place, words)])

    def ask_track(self, track: str) -> None:
        """Ask what a track is to be set to."""
        now = self.seat.sight.position.tracks.get(track, 0)
        name = track_words(self.seat.module, track)
        number = self._ask_number(_("Set a track or a pool"), name, now, 0, 1000)
        if number is not None:
            self.do([FreeTrack(track, number)])

    def ask_deal(self, deck: str, to: tuple[str, ...]) -> None:
        """Ask how many cards are drawn, or dealt to each hand."""
        most = len(self.seat.sight.at(deck))
        number = self._ask_number(_("Cards"), _("How many?"), 1, 1, max(most, 1))
        if number is not None:
            self.do([FreeDeal(deck, to, number)])

    def _ask_number(self, title: str, words: str, now: int, least: int, most: int) -> int | None:
        dialog = input_dialog(self.view.window(), title, words)
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(least, most)
        dialog.setIntValue(now)
        good, number = dialog.exec(), dialog.intValue()
        dialog.deleteLater()
        return number if good else None

    def is_deck(self, place: str) -> bool:
        """Return whether cards are drawn from the top of a place."""
        return is_deck(self.seat.sight, place)
