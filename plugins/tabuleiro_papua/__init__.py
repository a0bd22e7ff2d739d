"""Papua - Nova Guiné: the rules that only this game has, on top of the attrition family.

Here: what no other game has asked for.

Not here: its data and rulebook (`modules/papua`), its proofs (`tests/rules/papua`), and rules that
another game has as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.rules.families.attrition import Family
from tabuleiro_papua.rules import Papua

__all__ = ["tabuleiro_games"]


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Papua - Nova Guiné."""
    return [GamePlugin("papua", Papua(), family=Family(), version="2.0.0")]
