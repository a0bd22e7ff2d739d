"""Papua - Nova Guiné: the rules that only this game has, on top of the attrition family.

Here: disease on unhealthy ground.

Not here: its data and rulebook (`modules/papua`), its proofs (`tests/rules/papua`), and rules that
another game has as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.rules.families import attrition
from tabuleiro_papua.disease import Disease

__all__ = ["tabuleiro_games"]


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Papua - Nova Guiné."""
    return [GamePlugin("papua", [*attrition.parts(), Disease()], version="2.1.0")]
