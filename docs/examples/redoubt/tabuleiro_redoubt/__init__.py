"""The Redoubt: a game of squares, with nothing but the rules of the ladder family."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.rules.families import ladder

__all__ = ["tabuleiro_games", "tabuleiro_module_folders"]


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring the rules: those of the ladder family, as they are."""
    return [GamePlugin("redoubt", ladder.parts(), version="0.1.0")]


@hookimpl
def tabuleiro_module_folders() -> list[str]:
    """Bring the data."""
    return [str(Path(__file__).parent / "modules")]
