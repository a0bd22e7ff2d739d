"""Many widgets put into a panel at once."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QLayout

__all__ = ["laid_out_at_once"]


@contextmanager
def laid_out_at_once(layout: QLayout) -> Iterator[None]:
    """Lay out what is put into a layout, and shown, only at the end.

    Qt lays out all up to the window for each widget that is shown.
    """
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()
