"""The orders that can be given for what is asked: a button each, and a switch to let it stand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
)

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.host.hooks import OrderEntry
    from tabuleiro.host.orders import Orders

__all__ = ["OrdersStrip"]

_SWITCH: Final = 30


class OrdersStrip(QFrame):
    """A line for each order; nothing where none can be given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show the orders of nobody yet."""
        super().__init__(parent)
        self._orders: Orders | None = None
        self._shown: tuple[tuple[str, str, bool], ...] = ()
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(3)
        self.hide()

    def show_orders(self, orders: Orders) -> None:
        """Show these orders from now on."""
        self._orders = orders
        orders.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what can be ordered now; lines that are still right stay as they are."""
        orders = self._orders
        if orders is None:
            return
        now = tuple((entry.id, entry.title, orders.stands(entry)) for entry in orders.now)
        if now == self._shown:
            return
        self._shown = now
        while (item := self._box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for entry in orders.now:
            self._box.addWidget(self._line(orders, entry))
        self.setVisible(bool(now))

    def _line(self, orders: Orders, entry: OrderEntry) -> QWidget:
        line = QFrame()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3)
        give = QPushButton(entry.title)
        give.setObjectName(f"order-{entry.id}")
        give.setToolTip(entry.hint)
        give.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        give.clicked.connect(lambda _on=False: orders.give(self._current(entry)))
        stands = QPushButton("↻")
        stands.setObjectName(f"stands-{entry.id}")
        stands.setCheckable(True)
        stands.setProperty("choice", True)
        stands.setFixedWidth(_SWITCH)
        stands.setStyleSheet("padding: 2px 0")
        stands.setChecked(orders.stands(entry))
        stands.setToolTip(_("By itself, whenever it can be done"))
        stands.setAccessibleName(_("{order}: by itself").format(order=entry.title))
        stands.toggled.connect(partial(self._let_stand, entry))
        row.addWidget(give, 1)
        row.addWidget(stands)
        return line

    def _current(self, entry: OrderEntry) -> OrderEntry:
        """Return the order as it is offered now: its line may be older."""
        now = self._orders.now if self._orders is not None else ()
        return next((each for each in now if each.id == entry.id), entry)

    def _let_stand(self, entry: OrderEntry, on: bool) -> None:  # noqa: FBT001 - a signal tells it
        if self._orders is not None:
            self._orders.let_stand(self._current(entry), stands=on)
