"""Whatever a player can do has words in both languages, on buttons and on the text table."""

import ast
import sys
from pathlib import Path

import pytest

from tabuleiro.cli.code_reached import source_of
from tabuleiro.cli.terminal_words import command, help_lines, known, word_for
from tabuleiro.engine import Action, freehand
from tabuleiro.host.words import action_label
from tabuleiro.i18n import catalogue as sentences
from tabuleiro.i18n import speaking
from tabuleiro.testing.table import catalogue

GAMES = sorted(catalogue().games)


def kinds_in(modules):
    """The action classes of some modules; of bases, whom nobody takes, none."""
    found = {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Action)
        if value.__module__ == module.__name__
    }
    return {cls for cls in found if not cls.__subclasses__()}


def kind(cls):
    return str(cls.__struct_config__.tag)


def actions_of(game):
    """The classes of the actions that a game has: those of its parts and of what these import.

    Not of what those import in turn: there they ask about rules that may be in other games only.
    """
    starts = {type(part).__module__ for part in game.parts}
    own = tuple(name.partition(".")[0] for name in starts if not name.startswith("tabuleiro."))
    files = {path for start in starts for path in _with_imports(start, own)}
    loaded = [module for module in sys.modules.values() if getattr(module, "__file__", None)]
    return kinds_in(module for module in loaded if Path(module.__file__) in files)


def _with_imports(start, own):
    near = {start}
    for node in ast.walk(ast.parse(source_of(start).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.module.startswith(
            "tabuleiro.rules.advice"
        ):
            names = [alias.name for alias in node.names if not alias.name.endswith("Terms")]
            near |= {node.module, *(f"{node.module}.{name}" for name in names)} if names else set()
    inside = {name for name in near if name.startswith(("tabuleiro.rules", *own))}
    return {path for name in inside if (path := source_of(name)) is not None}


def sample(cls):
    """An action of a class about nothing."""
    return cls(**{name: 1 if name == "points" else () if name == "path" else ""
                  for name in cls.__struct_fields__})  # fmt: skip


def test_there_are_actions_to_look_at():
    kinds = {name: {kind(cls) for cls in actions_of(catalogue().games[name])} for name in GAMES}
    assert {"assault", "rail-move", "build-bridge", "pick-formation"} <= kinds["metz"]
    assert "gather-aircraft" in kinds["leyte"] - kinds["metz"]
    assert kinds_in([freehand]), "the free hand is made of actions too"


@pytest.mark.parametrize("name", GAMES)
def test_every_button_has_words_in_both_languages(name):
    module = catalogue().module(name)
    for cls in actions_of(catalogue().games[name]):
        own = module.text(f"action.{kind(cls)}")
        english = action_label(module, sample(cls)).partition(":")[0]
        assert english != kind(cls).replace("-", " "), f"no words for {kind(cls)}"
        if own:
            assert own["pt"]
            assert own["en"]
        else:
            assert english in sentences("pt").sentences, f"not in Portuguese: {english}"
        assert english[0].isupper()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spoken", ["en", "pt"])
def test_every_action_can_be_typed_in_both_languages(name, spoken):
    """The word that a list of legal actions shows is understood, and stands in the help."""
    module = catalogue().module(name)
    with speaking(spoken):
        told = "\n".join(help_lines(module))
        for cls in actions_of(catalogue().games[name]):
            word = word_for(kind(cls), module)
            meant = command(word, module)
            assert known(kind(cls)) or meant == kind(cls), f"no word for {kind(cls)}"
            assert f"  {word} " in told
            assert command(word_for(kind(cls), module).upper(), module) == meant
