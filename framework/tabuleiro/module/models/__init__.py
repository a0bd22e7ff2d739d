"""Pydantic models of the files of a module, one for each kind of file.

Not here: what files say about each other (`module.checks`), and what the game is played with: that
is the plain `module.Module`.

They are imported only when a module is checked; a module from the cache does without them.
"""

from tabuleiro.module.models.base import Model
from tabuleiro.module.models.board import BoardFile
from tabuleiro.module.models.counters import CountersFile
from tabuleiro.module.models.game import GameFile
from tabuleiro.module.models.scenario import ScenarioFile, TextsFile
from tabuleiro.module.models.tables import TablesFile

__all__ = [
    "KINDS",
    "BoardFile",
    "CountersFile",
    "GameFile",
    "Model",
    "ScenarioFile",
    "TablesFile",
    "TextsFile",
]

KINDS: dict[str, type[Model]] = {
    "module": GameFile,
    "board": BoardFile,
    "counters": CountersFile,
    "tables": TablesFile,
    "scenario": ScenarioFile,
    "texts": TextsFile,
}
"""The kinds of files and their models."""
