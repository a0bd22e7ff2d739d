"""Charges and routs, on top of the ladder family, and the data.

Not here: rules that other games have as well (`tabuleiro.rules`), and proofs (`tests/`).
"""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.families import ladder
from tabuleiro_charge.charge import Charge
from tabuleiro_charge.rout import Rout

__all__ = ["tabuleiro_games", "tabuleiro_module_folders"]

_HERE = Path(__file__).parent

add_catalogues(_HERE / "locale")


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring the rules; the id is the `plugin:` of module.yaml."""
    return [
        GamePlugin(
            "charge",
            [*ladder.parts(), Charge(), Rout()],
            version="0.1.0",
        )
    ]


@hookimpl
def tabuleiro_module_folders() -> list[str]:
    """Bring the data."""
    return [str(_HERE / "modules")]
