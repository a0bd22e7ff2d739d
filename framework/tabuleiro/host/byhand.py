"""What a free hand may do by the menu of the map: losses, marks, tracks, control, and where to.

Moving is a drag; all else is here. Each deed is an action of `tabuleiro.engine.freehand`, goes
into the log with a mark, and can be taken back like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QMenu, QSpinBox, QWidget

from tabuleiro.engine import DEAD, OFF, freehand
from tabuleiro.engine.messages import place_name
from tabuleiro.engine.position import GONE
from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.steady import steady
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import N_, _, text
from tabuleiro.module.made import FACE_DOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine.freehand import FreeAction
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["TrackDialog", "can_by_hand", "hand_entries", "marks_named", "track_words"]

_TO: Final = {
    OFF: N_("Take off the board"),
    DEAD: N_("Put among the eliminated"),
    GONE: N_("Take out of the match"),
}
_CUP: Final = "cup"
_MOST: Final = 1000


def can_by_hand(seat: Seat) -> bool:
    """Return whether the match is played with a free hand, by whoever sits here."""
    return "free-hand" in seat.at.can and bool(seat.at.sides)


def hand_entries(seat: Seat, menu: QMenu, hex: str | None, piece: str | None) -> None:
    """Add all that a free hand may do with a piece and in a place to a menu, below a heading."""
    sub = menu.addMenu(_("By hand"))
    sub.setObjectName("by-hand")
    if piece is not None and piece in seat.sight.position.pieces:
        _about_piece(seat, sub, piece)
    if hex is not None and hex in seat.sight.board.grid:
        sub.addSection(hex)
        _about_hex(seat, sub, hex)
    sub.addSeparator()
    if seat.sight.position.tracks:
        entry = QAction(_("Set a track or a pool …"), sub)
        entry.triggered.connect(lambda _on=False: _ask_track(seat, menu.parentWidget()))
        sub.addAction(entry)


def _about_piece(seat: Seat, menu: QMenu, piece: str) -> None:
    s, module = seat.sight, seat.module
    counter, now = s.counter(piece), s.piece(piece)
    menu.addSection(piece_name(module, piece))
    losses = menu.addMenu(_("Losses"))
    for number in range(max(counter.steps - 1, 1) + 1):
        words = _("intact") if not number else str(number)
        _choice(seat, losses, words, freehand.FreeLoss(piece, number), now.losses == number)
    for state in module.states.values():
        if state.suits(counter):
            values = menu.addMenu(text(state.name))
            for value in state.values:
                deed = freehand.FreeState(piece, state.id, value.id)
                on = now.states.get(state.id, state.values[0].id) == value.id
                _choice(seat, values, text(value.name), deed, on)
    marks = menu.addMenu(_("Marks"))
    for mark, name in marks_named(module):
        on = mark in now.marks
        _choice(seat, marks, name, freehand.FreeMark(piece, mark, off=on), on)
    marks.setEnabled(not marks.isEmpty())
    for place, words in _TO.items():
        if now.place != place:
            _entry(seat, menu, _(words), freehand.FreeMove(piece, place))


def marks_named(module: Module) -> Iterable[tuple[str, str]]:
    """Yield the marks of pieces that a module names, each with its name."""
    for key, words in module.texts.items():
        kind, _dot, name = key.partition(".")
        if kind == "state" and name != FACE_DOWN:
            yield name, text(words)


def _about_hex(seat: Seat, menu: QMenu, hex: str) -> None:
    s, module = seat.sight, seat.module
    control = menu.addMenu(_("Control"))
    for side in module.sides.values():
        deed = freehand.FreeControl(hex, side.id)
        _choice(seat, control, text(side.name), deed, s.position.control.get(hex) == side.id)
    lying = s.position.marks.get(hex, ())
    markers = menu.addMenu(_("Markers"))
    for marker in module.markers.values():
        on = marker.id in lying
        _choice(seat, markers, text(marker.name), freehand.FreeMark(hex, marker.id, off=on), on)
    markers.setEnabled(not markers.isEmpty())
    _about_sides(seat, menu, hex)
    back = menu.addMenu(_("Bring back here"))
    for piece in s.at(DEAD):
        _entry(seat, back, piece_name(module, piece), freehand.FreeMove(piece, hex))
    back.setEnabled(not back.isEmpty())
    for box in s.board.boxes.values():
        if box.kind == _CUP:
            words = _("Draw out of {place} to here").format(place=text(box.name))
            _entry(seat, menu, words, freehand.FreeDraw(box.id, hex))


def _about_sides(seat: Seat, menu: QMenu, hex: str) -> None:
    """Offer the markers that may lie on a side of a hex, by the hex beyond it."""
    s, module = seat.sight, seat.module
    sides = menu.addMenu(_("Markers on hexsides"))
    sides.setEnabled(bool(module.markers))
    for beyond in s.board.grid.neighbours(hex) if module.markers else ():
        place = "/".join(s.board.grid.side(hex, beyond))
        towards = sides.addMenu(_("To {place}").format(place=place_name(beyond, module)))
        lying = s.position.marks.get(place, ())
        for marker in module.markers.values():
            on = marker.id in lying
            deed = freehand.FreeMark(place, marker.id, off=on)
            _choice(seat, towards, text(marker.name), deed, on)


def _entry(seat: Seat, menu: QMenu, words: str, deed: FreeAction) -> QAction:
    entry = QAction(words.replace("&", "&&"), menu)
    entry.triggered.connect(lambda _on=False: seat.act(deed))
    menu.addAction(entry)
    return entry


def _choice(seat: Seat, menu: QMenu, words: str, deed: FreeAction, on: bool) -> None:  # noqa: FBT001 - as it is
    """Add one of several values; a tick says which it has."""
    entry = _entry(seat, menu, words, deed)
    entry.setCheckable(True)
    entry.setChecked(on)


# ------------------------------------------------------------------------------- tracks


def track_words(module: Module, track: str) -> str:
    """Return what a track, or a side's pool of points, is called."""
    name, _dot, side = track.rpartition(".")
    pool = module.text(f"pool.{name}") if side in module.sides else None
    if pool is not None:
        return f"{text(pool)} · {text(module.sides[side].name)}"
    known = module.text(f"track.{track}")
    return text(known) if known is not None else track


class TrackDialog(QDialog):
    """Asks for a track and the number that it is to be set to."""

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        """Ask about the tracks of a seat's match."""
        super().__init__(parent)
        self._seat = seat
        self.setWindowTitle(_("Set a track or a pool"))
        self.track = steady(QComboBox())
        for track in sorted(seat.sight.position.tracks):
            self.track.addItem(track_words(seat.module, track), track)
        self.value = steady(QSpinBox())
        self.value.setRange(0, _MOST)
        self.track.currentIndexChanged.connect(lambda _row: self._show())
        form = QFormLayout(self)
        form.addRow(_("Track or pool"), self.track)
        form.addRow(_("Number"), self.value)
        buttons = button_box(Usual.Ok, Usual.Cancel, of=self, yes=self._set)
        form.addRow(buttons)
        self._show()

    def _show(self) -> None:
        tracks = self._seat.sight.position.tracks
        self.value.setValue(tracks.get(str(self.track.currentData()), 0))

    def _set(self) -> None:
        track = str(self.track.currentData())
        if self._seat.act(freehand.FreeTrack(track, self.value.value())):
            self.accept()


def _ask_track(seat: Seat, parent: QWidget | None) -> None:
    dialog = TrackDialog(seat, parent)
    dialog.exec()
    dialog.deleteLater()
