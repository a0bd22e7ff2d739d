"""Operação Diadem: the rules that only this game has, on top of the ladder family.

Here: guns that start behind the line, a division to be withdrawn in time, the score.

Not here: its data and rulebook (`modules/diadem`), its proofs (`tests/rules/diadem`), and rules
that another game has as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.families import ladder
from tabuleiro_diadem.rules import Diadem

__all__ = ["tabuleiro_games"]

add_catalogues(Path(__file__).parent / "locale")


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Operação Diadem."""
    return [
        GamePlugin(
            "diadem",
            [*ladder.parts(), Diadem()],
            version="2.1.0",
        )
    ]
