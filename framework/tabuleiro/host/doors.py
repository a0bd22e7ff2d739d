"""Doors from the window to what is seldom wanted. What lies behind one is loaded when it is opened.

The editors alone need libraries that take as long to load as all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tabuleiro.host.shell import Shell

__all__ = [
    "choose_vassal",
    "edit_board",
    "edit_scenario",
    "import_vassal",
    "new_board",
    "new_scenario",
    "open_settings",
    "write_out",
]


def new_scenario(shell: Shell, game: str | None = None) -> None:
    """Ask for a new scenario, of this game at first, and edit it."""
    from tabuleiro.host.scenarioeditor import opening

    opening.new_scenario(shell, game)


def edit_scenario(shell: Shell) -> None:
    """Ask which scenario of one's own is to be edited, and edit it."""
    from tabuleiro.host.scenarioeditor import opening

    opening.edit_scenario(shell)


def write_out(shell: Shell) -> None:
    """Write the position that is seen out as a scenario, and edit that."""
    from tabuleiro.host.scenarioeditor import opening

    opening.write_out(shell)


def new_board(shell: Shell) -> None:
    """Ask for a new board, write a module for it, and open it."""
    from tabuleiro.host.boardeditor import opening

    opening.new_board(shell)


def edit_board(shell: Shell) -> None:
    """Open the board of the match that is shown, or of a module that is asked for."""
    from tabuleiro.host.boardeditor import opening

    opening.edit_board(shell)


def choose_vassal(shell: Shell) -> None:
    """Ask for a module of VASSAL and import it."""
    from tabuleiro.host import importing

    importing.choose_vassal(shell)


def import_vassal(shell: Shell, path: Path) -> None:
    """Import a module of VASSAL; raises `VassalError` if it cannot be."""
    from tabuleiro.host import importing

    importing.import_vassal(shell, path)


def open_settings(shell: Shell) -> None:
    """Let the player change the settings of the program."""
    from tabuleiro.host import settingsdialog

    settingsdialog.open_settings(shell)
