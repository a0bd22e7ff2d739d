"""What the tests of the store have at hand."""

import pytest

from store import tiny
from tabuleiro.store import Library


@pytest.fixture
def module():
    return tiny.module()


@pytest.fixture
def ruleset():
    return tiny.ruleset()


@pytest.fixture
def game():
    return tiny.new_game()


@pytest.fixture
def played():
    """A game with branches, free moves, dice that were set, and a name."""
    game = tiny.play(tiny.new_game(), 120, seed=4)
    game.log.names["before the storm"] = 17
    return game


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.db", wait=0.05) as library:
        yield library
