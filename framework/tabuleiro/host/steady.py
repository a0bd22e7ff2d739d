"""Boxes and sliders whose value the wheel changes only while they have the keyboard.

Whoever scrolls a panel rolls over them without meaning them.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

__all__ = ["steady"]

Control = TypeVar("Control", bound=QWidget)


class _WheelGuard(QObject):
    """Leaves the wheel to what lies around its widget, unless the widget has the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass over the wheel."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget):
            if watched.hasFocus():
                return False
            event.ignore()
            return True
        return False


def steady(control: Control) -> Control:
    """Return a combo box, spin box or slider that the wheel passes over, now that it does so."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel would bring the focus, too
    control.installEventFilter(_WheelGuard(control))
    return control
