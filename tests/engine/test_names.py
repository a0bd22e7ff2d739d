"""Bookmarks and branches: names of rows of the log."""

import pytest

from engine import duel
from tabuleiro.engine import GameError


class Names:
    """A sink that keeps the names that it is told."""

    def __init__(self):
        self.told = []

    def append(self, row):
        """Rows are not looked at."""

    def moved_to(self, head):
        """Neither is the head."""

    def named(self, name, row):
        self.told.append((name, row))


@pytest.fixture
def game():
    game = duel.game()
    game.sink = Names()
    game.act(duel.Hop("red", "0102"))
    game.act(duel.Pass())
    return game


def test_a_row_is_named_the_head_if_none_is_said(game):
    game.name("now")
    game.name("hop", 1)
    game.name("start", 0)
    assert game.log.names == {"now": 2, "hop": 1, "start": 0}
    assert game.sink.told == [("now", 2), ("hop", 1), ("start", 0)]


def test_a_row_that_is_not_there_gets_no_name(game):
    with pytest.raises(GameError) as error:
        game.name("later", 3)
    assert str(error.value) == "There is no row 3 in the log."
    assert game.log.names == {}
    assert game.sink.told == []
