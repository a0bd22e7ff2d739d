"""Objectives: the places that are worth points, to whom, and whose they are at the start."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.editor.scenarios import entries, set_goal
from tabuleiro.host.scenarioeditor.adding_row import AddingRow
from tabuleiro.host.steady import steady
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.host.scenarioeditor.session import Session

__all__ = ["GoalsPage"]

_PLACE = Qt.ItemDataRole.UserRole
_MOST = 999


class GoalsPage(QWidget):
    """The objectives in a list, and what the chosen one is worth."""

    shown = Signal(str)
    """The hex of an objective shall be looked at."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """Show the objectives of a scenario."""
        super().__init__(parent)
        self.session = session
        module = session.module
        self.list = QListWidget()
        self.list.setAccessibleName(_("Objectives"))
        self.list.currentRowChanged.connect(lambda _row: self._show())
        self.places = steady(QComboBox())
        self.places.setAccessibleName(_("Place"))
        row = AddingRow(self.places, self._add, self._delete)
        self.delete = row.delete
        self.owner = steady(QComboBox())
        self.owner.addItem(_("nobody's"), None)
        for side in module.sides.values():
            self.owner.addItem(text(side.name), side.id)
        self.owner.activated.connect(lambda _number: self._take())
        form = QFormLayout()
        form.addRow(_("Whose at the start"), self.owner)
        self.points: dict[str, QSpinBox] = {}
        for side in module.sides.values():
            spin = self.points[side.id] = steady(QSpinBox())
            spin.setRange(-_MOST, _MOST)
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(lambda _value: self._take())
            form.addRow(_("Points for {side}").format(side=text(side.name)), spin)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(self.list, 1)
        box.addLayout(row)
        box.addLayout(form)
        session.changed.connect(self.refresh)
        self.refresh()

    def _goals(self) -> list[dict[str, Any]]:
        return [goal for goal in entries(self.session.values, "objectives") if goal.get("place")]

    def refresh(self) -> None:
        """List the objectives, and the places that could be one."""
        board = self.session.module.board
        chosen = self.chosen
        goals = {str(goal["place"]): goal for goal in self._goals()}
        with QSignalBlocker(self.list):
            self.list.clear()
            for place, goal in goals.items():
                known = board.places.get(place)
                points = goal.get("points")
                worth = "/".join(map(str, points.values())) if isinstance(points, dict) else ""
                item = QListWidgetItem(f"{text(known.name) if known else place}  {worth}")
                item.setData(_PLACE, place)
                self.list.addItem(item)
                if place == chosen:
                    self.list.setCurrentItem(item)
        self.places.clear()
        for other in sorted(board.places.values(), key=lambda each: text(each.name)):
            if other.id not in goals:
                self.places.addItem(text(other.name), other.id)
        self._show()

    @property
    def chosen(self) -> str | None:
        """The place of the chosen objective."""
        item: QListWidgetItem | None = self.list.currentItem()
        return None if item is None else str(item.data(_PLACE))

    def _goal(self) -> dict[str, Any] | None:
        return next((goal for goal in self._goals() if goal["place"] == self.chosen), None)

    def _show(self) -> None:
        goal = self._goal()
        for widget in (self.owner, self.delete, *self.points.values()):
            widget.setEnabled(goal is not None)
        if goal is None:
            return
        with QSignalBlocker(self.owner):
            self.owner.setCurrentIndex(max(0, self.owner.findData(goal.get("owner"))))
        points = goal.get("points")
        for side, spin in self.points.items():
            with QSignalBlocker(spin):
                worth = points.get(side, 0) if isinstance(points, dict) else 0
                spin.setValue(worth if isinstance(worth, int) else 0)
        if self.list.hasFocus():
            self.shown.emit(str(goal.get("hex")))

    def _add(self) -> None:
        place = self.places.currentData()
        if place is None:
            return
        self._set(place, dict.fromkeys(self.points, 1), None)
        for row in range(self.list.count()):
            if self.list.item(row).data(_PLACE) == place:
                self.list.setCurrentRow(row)

    def _delete(self) -> None:
        if self.chosen is not None:
            self._set(self.chosen, None, None)

    def _take(self) -> None:
        goal = self._goal()
        if goal is not None:
            points = goal.get("points")
            before = points if isinstance(points, dict) else {}
            worth = {
                side: spin.value()
                for side, spin in self.points.items()
                if spin.value() or side in before
            }
            self._set(str(goal["place"]), worth or dict(before), self.owner.currentData())

    def _set(self, place: str, points: dict[str, int] | None, owner: str | None) -> None:
        change = partial(
            set_goal, module=self.session.module, place=place, points=points, owner=owner
        )
        self.session.edit(_("Objectives"), change)
