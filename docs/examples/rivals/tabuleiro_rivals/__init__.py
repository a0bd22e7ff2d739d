"""Three Rivals: three sides each for itself, cards in hidden hands, a board of areas."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.families import plain
from tabuleiro_rivals.rules import Rules

__all__ = ["tabuleiro_games", "tabuleiro_module_folders"]

_HERE = Path(__file__).parent

add_catalogues(_HERE / "locale")


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring the rules: what any game has, and our own for all that happens in it."""
    return [GamePlugin("rivals", [*plain.parts(), Rules()], version="0.1.0")]


@hookimpl
def tabuleiro_module_folders() -> list[str]:
    """Bring the data."""
    return [str(_HERE / "modules")]
