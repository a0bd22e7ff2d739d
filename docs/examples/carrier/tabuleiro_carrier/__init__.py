"""Carriers with air groups inside of them: an example of a game without a family."""

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro_carrier.rules import Rules

_HERE = Path(__file__).parent
add_catalogues(_HERE / "locale")


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    return [GamePlugin("carrier", [Rules()])]


@hookimpl
def tabuleiro_module_folders() -> list[str]:
    return [str(_HERE / "modules")]
