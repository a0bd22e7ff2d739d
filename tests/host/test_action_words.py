"""Whatever a player can do has words in both languages, on buttons and on the text table."""

import pkgutil
from importlib import import_module

import pytest

from tabuleiro import engine, mechanics
from tabuleiro.cli.terminal_words import command, help_lines, known, word_for
from tabuleiro.engine import Action
from tabuleiro.host.words import action_label
from tabuleiro.i18n import catalogue as sentences
from tabuleiro.i18n import speaking
from tabuleiro.testing.table import catalogue

GAMES = sorted(catalogue().games)


def kinds_below(package, without=()):
    """The action classes of the modules in a package, those of some packages left out."""
    found = set()
    names = [package.__name__]
    for entry in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if entry.ispkg and entry.name not in without:
            found |= kinds_below(import_module(entry.name))
        elif not entry.ispkg:
            names.append(entry.name)
    for name in names:
        for value in vars(import_module(name)).values():
            if isinstance(value, type) and issubclass(value, Action) and value.__module__ == name:
                found.add(value)
    return {cls for cls in found if not cls.__subclasses__()}  # others are bases: nobody takes them


def kind(cls):
    return str(cls.__struct_config__.tag)


def actions_of(game):
    """The classes of the actions that a game has: its family's, the common ones and its own."""
    own = import_module(type(game.rules).__module__.partition(".")[0])
    family = type(game.family).__module__.rpartition(".")[0]
    inside = pkgutil.iter_modules(mechanics.__path__, f"{mechanics.__name__}.")
    others = {entry.name for entry in inside if entry.ispkg} - {family}
    return kinds_below(mechanics, others) | kinds_below(own)


def sample(cls):
    """An action of a class about nothing."""
    return cls(**{name: 1 if name == "points" else () if name == "path" else ""
                  for name in cls.__struct_fields__})  # fmt: skip


def test_there_are_actions_to_look_at():
    kinds = {name: {kind(cls) for cls in actions_of(catalogue().games[name])} for name in GAMES}
    assert {"move", "assault", "rail-move", "build-bridge", "pick-formation"} <= kinds["metz"]
    assert "gather-aircraft" in kinds["leyte"] - kinds["metz"]
    assert kinds_below(engine), "the free hand is made of actions too"


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
