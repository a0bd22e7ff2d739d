"""The form for one thing of the board: its names, its id, its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from tabuleiro.board.grid import EDGES
from tabuleiro.editor.boards.kinds import PLACES
from tabuleiro.i18n import N_, _, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.editor.boards.changes import Values
    from tabuleiro.editor.boards.kinds import Kinds

__all__ = ["FIELDS", "ItemForm"]

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "places": ("name", "id", "kind", "importance"),
    "hexsides": ("name", "id", "kind", "faces"),
    "networks": ("name", "id", "kind"),
    "regions": ("name", "id"),
    "edges": ("name", "id", "edge"),
    "boxes": ("name", "id", "kind", "side"),
    "areas": ("name", "id"),
}
"""What can be said of the things of each list."""

_LABELS: Final = {
    "pt": N_("Name (pt)"),
    "en": N_("Name (en)"),
    "id": N_("Id"),
    "kind": N_("Kind"),
    "importance": N_("Importance"),
    "faces": N_("Faces"),
    "edge": N_("Edge"),
    "side": N_("Side"),
}
_BOXES: Final = ("displaced", "reserve", "cup", "hand", "deck", "ordered-deck", "pile")
_FACES: Final = (
    *("", "north", "north-east", "east", "south-east", "south", "south-west", "west"),
    "north-west",
)
_UNNAMED: Final = frozenset({"hexsides", "networks", "areas"})
"""Lists whose things need no name."""


class ItemForm(QWidget):
    """A form for a thing of a list; ``edited`` tells what it is to be."""

    edited = Signal(object)

    def __init__(self, group: str, parent: QWidget | None = None) -> None:
        """Make the fields that things of a list have."""
        super().__init__(parent)
        self.group = group
        self._item: Values = {}
        self._rows = QFormLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.fields: dict[str, Any] = {}
        for field in FIELDS[group]:
            for name in ("pt", "en") if field == "name" else (field,):
                self._add(name)
        self.setEnabled(False)

    def _add(self, name: str) -> None:
        widget: QWidget
        if name in {"pt", "en", "id"}:
            line = QLineEdit()
            line.editingFinished.connect(self._tell)
            widget = line
        elif name == "importance":
            number = QSpinBox()
            number.setRange(1, 4)
            number.editingFinished.connect(self._tell)
            widget = number
        else:
            choice = QComboBox()
            choice.setEditable(name == "kind")
            choice.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            choice.textActivated.connect(self._tell)
            edit = choice.lineEdit()
            if edit is not None:
                edit.editingFinished.connect(self._tell)
            widget = choice
        widget.setObjectName(f"{self.group}-{name}")
        self.fields[name] = widget
        self._rows.addRow(_(_LABELS[name]), widget)

    def offer(self, kinds: Kinds) -> None:
        """Offer what a module has to choose from."""
        words: dict[str, Iterable[tuple[str, str]]] = {
            "faces": ((each, each) for each in _FACES),
            "edge": ((each, each) for each in EDGES),
            "side": (("", "-"), *((id, text(dict(names))) for id, names in kinds.sides.items())),
            "kind": ((each, each) for each in self._kinds(kinds)),
        }
        for name, choices in words.items():
            box = self.fields.get(name)
            if isinstance(box, QComboBox):
                box.blockSignals(True)
                box.clear()
                for id, said in choices:
                    box.addItem(said, id)
                box.blockSignals(False)
        self.show_item(self._item)

    def _kinds(self, kinds: Kinds) -> Iterable[str]:
        if self.group in {"hexsides", "networks"}:
            return getattr(kinds, self.group)  # type: ignore[no-any-return]
        return _BOXES if self.group == "boxes" else PLACES

    def show_item(self, item: Values) -> None:
        """Show a thing; an empty one leaves the form empty."""
        self._item = item
        self.setEnabled(bool(item))
        names = item.get("name")
        both = names if isinstance(names, dict) else {"pt": names or "", "en": names or ""}
        for name, widget in self.fields.items():
            value = both.get(name, "") if name in {"pt", "en"} else item.get(name)
            widget.blockSignals(True)
            if isinstance(widget, QLineEdit):
                widget.setText(str(value or ""))
            elif isinstance(widget, QSpinBox):
                widget.setValue(int(value) if isinstance(value, int) else 3)
            elif isinstance(widget, QComboBox):
                place = widget.findData(value or "")
                widget.setCurrentIndex(place)
                if widget.isEditable():
                    widget.setEditText(str(value or ""))
            widget.blockSignals(False)

    def values(self) -> Values:
        """Return what the thing is to be; a key that is to go is None."""
        found: Values = {}
        for name, widget in self.fields.items():
            if isinstance(widget, QSpinBox):
                found[name] = widget.value()
            elif isinstance(widget, QComboBox):
                data = widget.currentText() if widget.isEditable() else widget.currentData()
                found[name] = str(data or "").strip() or None
            elif name == "id":
                found[name] = widget.text().strip()
        pt, en = (self.fields[name].text().strip() for name in ("pt", "en"))
        found["name"] = self._named(pt, en)
        if "importance" not in self._item and found.get("importance") == 3:
            del found["importance"]
        return found

    def _named(self, pt: str, en: str) -> Any:
        if not pt and not en:
            return None if self.group in _UNNAMED else self._item.get("name")
        if isinstance(self._item.get("name"), str) and pt == en:
            return pt
        return {"pt": pt or en, "en": en or pt}

    def _tell(self) -> None:
        if self._item and self.values().get("id"):
            self.edited.emit(self.values())

    def ask_name(self) -> None:
        """Let the name be typed at once."""
        self.fields["pt"].setFocus()
        self.fields["pt"].selectAll()
