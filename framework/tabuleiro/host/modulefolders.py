"""Modules in folders that the player opens: they stand among the games from then on."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QFileDialog

from tabuleiro.host.filedialogs import begin_in
from tabuleiro.i18n import _
from tabuleiro.module import ModuleError

if TYPE_CHECKING:
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.settings import Settings
    from tabuleiro.host.shell import Shell
    from tabuleiro.module import Module

__all__ = ["choose_module", "is_module", "open_module", "take_module", "take_remembered"]

_KEY: Final = "modules"
_MOST: Final = 50


def is_module(path: Path) -> bool:
    """Return whether a path is a folder with a module, or the first file of one."""
    return (path / "module.yaml").is_file() or path.name == "module.yaml"


def take_remembered(catalogue: Catalogue, settings: Settings) -> None:
    """Let the modules that were opened before stand among the games, as far as they are there."""
    for path in _remembered(settings):
        with suppress(ModuleError, OSError):
            catalogue.take(path)


def choose_module(shell: Shell) -> None:
    """Ask for the folder of a module and open it."""
    title = _("Open the folder of a module")
    name = QFileDialog.getExistingDirectory(shell, title, begin_in(shell))
    if name:
        shell.open_file(Path(name))


def open_module(shell: Shell, path: Path) -> None:
    """Take a module in, and ask for a match of it."""
    module = take_module(shell, path)
    shell.start.show_games()
    shell.new_match(module.id)


def take_module(shell: Shell, path: Path) -> Module:
    """Take a module in, and keep in mind where it is."""
    folder = (path.parent if path.name == "module.yaml" else path).resolve()
    module = shell.catalogue.take(folder)
    others = [one for one in _remembered(shell.settings) if one != folder]
    kept = [str(one) for one in (folder, *others)][:_MOST]
    shell.settings.set(_KEY, json.dumps(kept))
    return module


def _remembered(settings: Settings) -> list[Path]:
    try:
        found = json.loads(settings.kept(_KEY) or "[]")
    except ValueError:
        return []
    names = found if isinstance(found, list) else []
    return [Path(name) for name in names[:_MOST] if isinstance(name, str)]
