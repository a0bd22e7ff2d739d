"""The free table: a module without a plugin is played without a referee.

Its one step lets anybody do anything at any time (`engine.freehand`, `engine.tabletop`); only the
secrets of hands, decks and pieces that lie face down are kept.

Not here: what a free hand may do in any match (`engine.freehand`), rules that can be switched on
(the other packages of `rules`).
"""

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.module.files import FREE_TABLE
from tabuleiro.rules.free_table.table import CloseTable, FreeTable, OpenTable
from tabuleiro.rules.recon.line_of_sight import LineOfSight

__all__ = ["CloseTable", "FreeTable", "OpenTable", "tabuleiro_games"]


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring the rules of modules that name no plugin."""
    return [GamePlugin(FREE_TABLE, [FreeTable(), LineOfSight()], version="1")]
