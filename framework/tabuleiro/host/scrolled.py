"""Scrolled: a widget without a frame that can be longer than its panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

__all__ = ["scrolled"]


def scrolled(widget: QWidget, *, sideways: bool = True, keys: bool = False) -> QScrollArea:
    """Return a widget in a scroll area: ``sideways`` too, and by ``keys`` where nothing in it is.

    Without ``keys`` Tab goes on to what is inside.
    """
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    if not sideways:
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not keys:
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(widget)
    return scroll
