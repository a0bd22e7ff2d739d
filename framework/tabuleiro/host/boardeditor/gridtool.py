"""The grid itself: how many columns and rows, how they are shifted and numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from tabuleiro.editor.beginning import own_packs
from tabuleiro.editor.boards.changes import Put, at
from tabuleiro.editor.boards.grids import regridded
from tabuleiro.editor.boards.left_named import named_in_draft, named_in_packs
from tabuleiro.editor.boards.scenario_places import outer_names
from tabuleiro.host.boardeditor.tool import Tool
from tabuleiro.host.buttons import question
from tabuleiro.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.editor.boards.changes import Path, Values

__all__ = ["GridTool"]

_TOLD: Final = 12
"""So many places of files are told."""
_LABELS: Final = {
    "columns": N_("Columns"),
    "rows": N_("Rows"),
    "orientation": N_("Hexes"),
    "shift": N_("Half a hex further"),
    "numbering": N_("Numbering"),
    "first_column": N_("First column"),
    "first_row": N_("First row"),
    "diagonals": N_("Corners touch"),
    "km": N_("Kilometres a place"),
    "unit": N_("Pixels a hex"),
    "width": N_("Width in pixels"),
    "height": N_("Height in pixels"),
}
_OF: Final = {
    "hexes": (
        *("columns", "rows", "orientation", "shift", "numbering", "first_column", "first_row"),
        "km",
    ),
    "squares": ("columns", "rows", "diagonals", "numbering", "first_column", "first_row", "km"),
    "areas": ("unit", "km"),
    "plain": ("width", "height", "unit", "km"),
}
_CHOICES: Final = {
    "orientation": (("flat", N_("in columns (flat top)")), ("pointy", N_("in rows (pointed top)"))),
    "shift": (("odd", N_("odd columns or rows")), ("even", N_("even columns or rows"))),
}
_USUAL: Final = {
    "orientation": "flat", "shift": "odd", "numbering": "CCRR", "first_column": 1, "first_row": 1,
    "diagonals": False, "unit": 100,
}  # fmt: skip


class GridTool(Tool):
    """The form for the grid of a map."""

    id = "grid"
    label = N_("Grid")
    keys = "Ctrl+G"
    hint = N_("Size, offset and numbering of the places. The upper left one stays where it is.")

    def build(self) -> None:
        """Offer the maps, and a form for the one that is chosen."""
        self.loc: Path = ()
        self._maps = QComboBox()
        self._maps.activated.connect(self._other_map)
        self.column.addWidget(self._maps)
        self._form = QWidget()
        self.column.addWidget(self._form)
        self.fields: dict[str, Any] = {}
        self._note = QLabel()
        self._note.setWordWrap(True)
        self.column.addWidget(self._note)
        self.apply = QPushButton(_("Apply"))
        self.apply.setObjectName("grid-apply")
        self.apply.clicked.connect(self.take)
        self.column.addWidget(self.apply)
        self.column.addStretch(1)

    def _other_map(self, number: int) -> None:
        self.loc = ("maps", number)
        self.refresh()

    @property
    def grid(self) -> Values:
        """What the file says of the grid."""
        found: Values = at(self.board.values, (*self.loc, "grid"), {})
        return found

    def refresh(self) -> None:
        """Show the grid as it is now."""
        maps = at(self.board.values, ("maps",), [])
        self._maps.setVisible(bool(maps))
        if [self._maps.itemText(n) for n in range(self._maps.count())] != [
            m.get("id") for m in maps
        ]:
            self._maps.clear()
            self._maps.addItems([str(one.get("id")) for one in maps])
            self.loc = ("maps", 0) if maps else ()
        self._build_form(str(self.grid.get("kind", "hexes")))

    def _build_form(self, kind: str) -> None:
        old, self._form = self._form, QWidget()
        rows = QFormLayout(self._form)
        rows.setContentsMargins(0, 0, 0, 0)
        self.fields = {}
        for name in _OF.get(kind, ()):
            value = self.grid.get(name, _USUAL.get(name))
            self.fields[name] = widget = _field(name, value)
            widget.setObjectName(f"grid-{name}")
            rows.addRow(_(_LABELS[name]), widget)
        self.column.replaceWidget(old, self._form)
        old.deleteLater()
        self._note.setText("")

    def values(self) -> Values:
        """Return what the form says."""
        found: Values = {}
        for name, widget in self.fields.items():
            if isinstance(widget, QComboBox):
                found[name] = widget.currentData()
            elif isinstance(widget, QLineEdit):
                found[name] = widget.text().strip()
            elif isinstance(widget, QCheckBox):
                found[name] = widget.isChecked()
            elif isinstance(widget, QDoubleSpinBox):
                found[name] = _short(widget.value()) or None
            else:
                found[name] = widget.value() or None
        return found

    def take(self) -> None:
        """Give the map another grid; what would be lost is asked first."""
        wanted = {
            name: value
            for name, value in self.values().items()
            if value != self.grid.get(name, _USUAL.get(name))
        }
        if not wanted:
            return
        if "columns" not in self.fields:
            path = (*self.loc, "grid")
            some = {name: value for name, value in wanted.items() if value is not None}
            self.do(_("Grid"), [Put((*path, name), value) for name, value in some.items()])
            return
        try:
            found = regridded(self.board, self.loc, wanted)
        except ValueError as fault:
            self._note.setText(str(fault))
            return
        lost = self._lost(found.gone)
        sentence = ngettext(
            "{n} thing stands where no place would be, and would be lost.",
            "{n} things stand where no place would be, and would be lost.",
            lost,
        ).format(n=lost)
        if lost and not question(self.panel, _("Grid"), sentence, _("Go on"), _("Cancel")):
            return
        renamed = outer_names(self.board.values, found.names, self.loc)
        if self.do(_("Grid"), found.changes, renamed) and (found.names or found.gone):
            note = _("Scenarios call them so, too. What they and the rules miss stands below.")
            self._note.setText(" ".join([note, *self._left_named(frozenset(renamed))]))

    def _left_named(self, names: frozenset[str]) -> Iterator[str]:
        """Say where places are named as before that no editor renames."""
        draft = self.desk.session.draft
        game = str(draft.data("module.yaml").get("id", ""))
        found = [*named_in_draft(draft, names), *named_in_packs(own_packs(), game, names)]
        if found:
            sentence = _("They are still called as before in: {places}.")
            told = [*found[:_TOLD], "…"] if len(found) > _TOLD else found
            yield sentence.format(places=", ".join(told))

    def _lost(self, gone: frozenset[str]) -> int:
        from tabuleiro.editor.boards.references import forgotten

        return len(forgotten(self.board.values, gone, self.loc))


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _field(name: str, value: Any) -> QWidget:
    if name in _CHOICES:
        choice = QComboBox()
        for id, label in _CHOICES[name]:
            choice.addItem(_(label), id)
        choice.setCurrentIndex(max(choice.findData(value), 0))
        return choice
    if name == "numbering":
        return QLineEdit(str(value))
    if name == "diagonals":
        box = QCheckBox()
        box.setChecked(bool(value))
        return box
    if name in {"km", "unit"}:
        part = QDoubleSpinBox()
        part.setRange(0 if name == "km" else 1, 1000 if name == "km" else 10_000)
        part.setDecimals(2)
        part.setValue(float(value or 0))
        return part
    number = QSpinBox()
    low, high = {"first_column": (0, 99), "first_row": (0, 99), "width": (0, 32_000),
                 "height": (0, 32_000)}.get(name, (1, 400))  # fmt: skip
    number.setRange(low, high)
    number.setValue(int(value or 0))
    return number
