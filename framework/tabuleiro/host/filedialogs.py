"""Where files are looked for and saved: in the user's documents, then where he was last."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog

from tabuleiro.host.settings import Settings

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

__all__ = ["ask_where_to_save", "begin_in"]

_KEPT: Final = "saved-last-in"
_NO_NAME: Final = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""What no system, or not every one, takes in the name of a file."""


def begin_in(parent: QWidget) -> str:
    """Return the folder in which a question for a file begins: never the program's own."""
    settings = _settings_of(parent)
    last = settings.kept(_KEPT) if settings is not None else ""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    found = (folder for folder in (last, documents) if folder and Path(folder).is_dir())
    return next(found, str(Path.home()))


def ask_where_to_save(parent: QWidget, title: str, name: str, kinds: str) -> Path | None:
    """Ask where to save a file, None if it is not to be; the next question begins there."""
    proposed = Path(begin_in(parent)) / _NO_NAME.sub("-", name)
    chosen, _filter = QFileDialog.getSaveFileName(parent, title, str(proposed), kinds)
    if not chosen:
        return None
    path, settings = Path(chosen), _settings_of(parent)
    if settings is not None:
        settings.set(_KEPT, str(path.parent))
    return path


def _settings_of(parent: QWidget) -> Settings | None:
    """Return the settings of the window in which something stands."""
    widget: QWidget | None = parent
    while widget is not None:
        settings = getattr(widget, "settings", None)
        if isinstance(settings, Settings):
            return settings
        widget = widget.parentWidget()
    return None
