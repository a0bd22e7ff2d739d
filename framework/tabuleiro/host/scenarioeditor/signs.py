"""Markers that lie on the map at the start, and where the markers of tracks stand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.editor.scenarios import entries
from tabuleiro.editor.signs import drop_marker, put_marker, set_track
from tabuleiro.host.steady import steady
from tabuleiro.host.words import place_words
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.host.scenarioeditor.session import Session

__all__ = ["SignsPage"]

_TURNS = "turns"


class SignsPage(QWidget):
    """The markers in a list, one more by its kind and place, and a number for each track."""

    shown = Signal(str)
    """The place of a marker shall be looked at."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """Show the markers and tracks of a scenario."""
        super().__init__(parent)
        self.session = session
        self.list = QListWidget()
        self.list.setAccessibleName(_("Markers"))
        self.list.currentRowChanged.connect(self._look)
        self.marker = steady(QComboBox())
        self.marker.setAccessibleName(_("Marker"))
        for marker in session.module.markers.values():
            self.marker.addItem(text(marker.name), marker.id)
        self.place = QLineEdit()
        self.place.setAccessibleName(_("Place"))
        self.place.setPlaceholderText(_("click on the map, or type a hex or box"))
        self.place.returnPressed.connect(self._add)
        self.add = QPushButton(_("Add"))
        self.add.clicked.connect(self._add)
        self.add.setEnabled(self.marker.count() > 0)
        self.delete = QPushButton(_("Delete"))
        self.delete.clicked.connect(self._delete)
        row = QHBoxLayout()
        row.addWidget(self.place, 1)
        row.addWidget(self.add)
        row.addWidget(self.delete)
        form = QFormLayout()
        self.tracks: dict[str, QSpinBox] = {}
        for track in session.module.board.tracks.values():
            spaces = [space for space in track.spaces if isinstance(space, int)]
            if spaces and track.id != _TURNS:
                spin = self.tracks[track.id] = steady(QSpinBox())
                spin.setRange(min(0, *spaces), max(spaces))
                spin.setKeyboardTracking(False)
                spin.valueChanged.connect(partial(self._take, track.id))
                form.addRow(text(track.name), spin)
        hint = QLabel(_("Markers that lie in a hex or box at the start, and where tracks stand."))
        hint.setWordWrap(True)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(hint)
        box.addWidget(self.list, 1)
        box.addWidget(self.marker)
        box.addLayout(row)
        box.addLayout(form)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the markers and tell where the tracks stand."""
        module, chosen = self.session.module, self.list.currentRow()
        with QSignalBlocker(self.list):
            self.list.clear()
            for entry in entries(self.session.values, "markers"):
                known = module.markers.get(str(entry.get("marker")))
                name = text(known.name) if known else str(entry.get("marker", "?"))
                self.list.addItem(f"{name} · {place_words(module, _place(entry))}")
            self.list.setCurrentRow(min(max(chosen, 0), self.list.count() - 1))
        self.delete.setEnabled(self.list.count() > 0)
        tracks = self.session.values.get("tracks")
        for id, spin in self.tracks.items():
            with QSignalBlocker(spin):
                space = tracks.get(id, 0) if isinstance(tracks, dict) else 0
                spin.setValue(space if isinstance(space, int) else 0)

    def lying(self) -> dict[str, str]:
        """Return what is printed on the markers that lie in each place."""
        found: dict[str, str] = {}
        for entry in entries(self.session.values, "markers"):
            known, place = self.session.module.markers.get(str(entry.get("marker"))), _place(entry)
            word = text(known.short or known.name) if known else "?"
            found[place] = f"{found[place]} {word}" if place in found else word
        return found

    def point_at(self, place: str | None) -> None:
        """Take over a place that was clicked on the map."""
        if place is not None:
            self.place.setText(place)

    def _look(self, row: int) -> None:
        listed = entries(self.session.values, "markers")
        if 0 <= row < len(listed):
            self.shown.emit(_place(listed[row]))

    def _add(self) -> None:
        marker, place = self.marker.currentData(), self.place.text().strip()
        board = self.session.module.board
        if marker is not None and place:
            change = partial(
                put_marker, marker=marker, place=place, boxes=board.boxes, hexes=board.grid
            )
            self.session.edit(_("New marker"), change)
            self.list.setCurrentRow(self.list.count() - 1)

    def _delete(self) -> None:
        number = self.list.currentRow()
        if number >= 0:
            self.session.edit(_("Delete marker"), partial(drop_marker, number=number))

    def _take(self, track: str, space: int) -> None:
        self.session.edit(_("Tracks"), partial(set_track, track=track, space=space))


def _place(entry: dict[str, object]) -> str:
    return str(entry.get("hex") or entry.get("box") or "?")
