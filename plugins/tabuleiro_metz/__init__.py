"""Batalha de Metz: the rules that only this game has, on top of the ladder family.

Here: railways, bridges that engineers build, regiments tied to their posts, divisions that wait, a
few options, the score.

Not here: its data and rulebook (`modules/metz`), its proofs (`tests/rules/metz`), and rules that
another game has as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.families import ladder
from tabuleiro_metz.bridges import Bridges
from tabuleiro_metz.rail import Rail
from tabuleiro_metz.rules import Metz

__all__ = ["tabuleiro_games"]

add_catalogues(Path(__file__).parent / "locale")


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Batalha de Metz."""
    return [
        GamePlugin(
            "metz",
            [*ladder.parts(), Rail(), Bridges(), Metz()],
            version="2.1.0",
        )
    ]
