"""Batalha de Leyte: the rules that only this game has, on top of the ladder family.

Here: ports, beaches and the first wave, naval guns, Japan's aircraft, the score.

Not here: its data and rulebook (`modules/leyte`), its proofs (`tests/rules/leyte`), and rules that
another game has as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.families import ladder
from tabuleiro.rules.ground.irregulars import Irregulars
from tabuleiro_leyte.landings import Landings
from tabuleiro_leyte.paratroops import Drops
from tabuleiro_leyte.rain import Rain
from tabuleiro_leyte.rules import Leyte

__all__ = ["tabuleiro_games"]

add_catalogues(Path(__file__).parent / "locale")


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Batalha de Leyte."""
    return [
        GamePlugin(
            "leyte",
            [*ladder.parts(), Landings(), Drops(), Rain(), Irregulars(), Leyte()],
            version="2.1.0",
        )
    ]
