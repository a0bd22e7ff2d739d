"""The switches of the map's layers, and which regions are outlined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.scrolled import scrolled
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.board import Region
    from tabuleiro.host.map.layers import MapLayers

__all__ = ["LayersPanel"]

_ROWS = 7


class LayersPanel(QWidget):
    """A box to tick for each layer, and a list of regions."""

    def __init__(
        self, layers: MapLayers, regions: Mapping[str, Region], parent: QWidget | None = None
    ) -> None:
        """Switch these layers."""
        super().__init__(parent)
        self._layers = layers
        self.boxes: dict[str, QCheckBox] = {}
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setSpacing(4)
        self._last = 0
        self._add_boxes()
        self.regions = QListWidget()
        self.regions.setAccessibleName(_("Outlines of regions"))
        for region in regions.values():
            item = QListWidgetItem(text(region.name) or region.id)
            item.setData(Qt.ItemDataRole.UserRole, region.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            chosen = region.id in layers.regions
            item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
            self.regions.addItem(item)
        title = QLabel(_("Outlines of regions"))
        title.setStyleSheet("font-weight: 600; margin-top: 6px;")
        self._column.addWidget(title)
        self._column.addWidget(self.regions, 1)
        self.regions.setMinimumHeight(_ROWS * self.regions.fontMetrics().height())
        for widget in (title, self.regions):
            widget.setVisible(bool(regions))
        self._column.addStretch(0)
        scroll = scrolled(inner, keys=True)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self.regions.itemChanged.connect(self._choose)
        layers.switched.connect(self._switched)

    def _add_boxes(self) -> None:
        for id, title in self._layers.titles().items():
            if id not in self.boxes:
                box = QCheckBox(_(title))
                box.setObjectName(id)
                box.setChecked(self._layers.is_on(id))
                box.toggled.connect(lambda on, id=id: self._layers.switch(id, on))
                self._column.insertWidget(self._last, box)
                self._last += 1
                self.boxes[id] = box

    def _switched(self, id: str) -> None:
        self._add_boxes()
        self.boxes[id].setChecked(self._layers.is_on(id))
        if id in self._layers.broken:
            self.boxes[id].setEnabled(False)
            self.boxes[id].setToolTip(self._layers.broken[id])

    def _choose(self) -> None:
        items = [self.regions.item(row) for row in range(self.regions.count())]
        self._layers.choose_regions(
            tuple(
                item.data(Qt.ItemDataRole.UserRole)
                for item in items
                if item.checkState() == Qt.CheckState.Checked
            )
        )
