"""Pools: points that a side has each turn, such as air power and replacements."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.editor.errors import EditError
from tabuleiro.editor.pools import drop_pool, new_pool, points_in, points_told, set_pool
from tabuleiro.editor.scenarios import entries
from tabuleiro.host.scenarioeditor.adding_row import AddingRow
from tabuleiro.host.steady import steady
from tabuleiro.i18n import LANGUAGES, _, text

if TYPE_CHECKING:
    from tabuleiro.host.scenarioeditor.session import Session

__all__ = ["PoolsPage"]


class PoolsPage(QWidget):
    """The pools in a list, and whose the chosen one is, its name and its points."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """Show the pools of a scenario."""
        super().__init__(parent)
        self.session = session
        self.list = QListWidget()
        self.list.setAccessibleName(_("Pools"))
        self.list.currentRowChanged.connect(lambda _row: self._show())
        self.known = {
            pool.id: dict(pool.name)
            for scenario in session.module.scenarios.values()
            for pool in scenario.pools
        }
        """The ids that the game's own scenarios have: those that its rules read."""
        self.ids = steady(QComboBox())
        self.ids.setAccessibleName(_("Pool"))
        self.ids.setEditable(True)
        self.ids.addItems(sorted(self.known))
        row = AddingRow(self.ids, self._add, self._delete)
        self.delete = row.delete
        self.side = steady(QComboBox())
        for side in session.module.sides.values():
            self.side.addItem(text(side.name), side.id)
        self.side.activated.connect(lambda _n: self._take("side", self.side.currentData()))
        spoken = {"pt": _("Portuguese"), "en": _("English")}
        form = QFormLayout()
        form.addRow(_("Side"), self.side)
        self.names: dict[str, QLineEdit] = {}
        for lang in LANGUAGES:
            line = self.names[lang] = QLineEdit()
            line.editingFinished.connect(partial(self._take_name, lang))
            form.addRow(_("Name, {language}").format(language=spoken[lang]), line)
        self.points = QLineEdit()
        self.points.setPlaceholderText(_("20, or for each turn 4, 4, 6"))
        self.points.editingFinished.connect(self._take_points)
        form.addRow(_("Points each turn"), self.points)
        hint = QLabel(_("Points that a side has each turn. Rules read them by the pool's id."))
        hint.setWordWrap(True)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(hint)
        box.addWidget(self.list, 1)
        box.addLayout(row)
        box.addLayout(form)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the pools."""
        chosen = self.list.currentRow()
        sides = self.session.module.sides
        with QSignalBlocker(self.list):
            self.list.clear()
            for pool in entries(self.session.values, "pools"):
                side = sides.get(str(pool.get("side")))
                whose = text(side.name) if side else "?"
                self.list.addItem(f"{_name(pool)} · {whose} · {points_told(pool)}")
            self.list.setCurrentRow(min(max(chosen, 0), self.list.count() - 1))
        self._show()

    @property
    def chosen(self) -> dict[str, Any] | None:
        """The chosen pool."""
        pools, row = entries(self.session.values, "pools"), self.list.currentRow()
        return pools[row] if 0 <= row < len(pools) else None

    def _show(self) -> None:
        pool = self.chosen
        for widget in (self.delete, self.side, self.points, *self.names.values()):
            widget.setEnabled(pool is not None)
        with QSignalBlocker(self.side):
            self.side.setCurrentIndex(self.side.findData((pool or {}).get("side")))
        self.points.setText(points_told(pool or {}))
        said = (pool or {}).get("name")
        for lang, line in self.names.items():
            line.setText(str(said.get(lang, "") if isinstance(said, dict) else said or ""))

    def _add(self) -> None:
        id, side = self.ids.currentText().strip(), self.side.itemData(0)
        name = self.known.get(id) or dict.fromkeys(LANGUAGES, id)
        if not id:
            return
        before = self.list.count()
        self.session.edit(_("New pool"), lambda values: new_pool(values, id, side, name))
        if self.list.count() > before:
            self.list.setCurrentRow(self.list.count() - 1)

    def _delete(self) -> None:
        number = self.list.currentRow()
        self.session.edit(_("Delete pool"), lambda values: drop_pool(values, number))

    def _take(self, key: str, value: Any) -> None:
        number, pool = self.list.currentRow(), self.chosen
        if pool is not None and pool.get(key) != value:
            self.session.edit(_("Pools"), lambda values: set_pool(values, number, key, value))

    def _take_name(self, lang: str) -> None:
        pool, words = self.chosen, self.names[lang].text().strip()
        said = (pool or {}).get("name")
        both = dict(said) if isinstance(said, dict) else dict.fromkeys(LANGUAGES, said or "")
        if words:
            self._take("name", {**both, lang: words})

    def _take_points(self) -> None:
        try:
            points = points_in(self.points.text())
        except EditError as error:
            self._show()
            self.session.refused.emit(str(error))
            return
        self._take("per_turn", points)


def _name(pool: dict[str, Any]) -> str:
    said = pool.get("name")
    return text(said) if isinstance(said, dict) else str(said or pool.get("id", "?"))
