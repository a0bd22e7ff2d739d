"""A match that was left is forgotten: it takes no memory from the next one."""

import weakref

import pytest

from tabuleiro.host.seat import Seat
from tabuleiro.seats import Table


@pytest.mark.parametrize("game", ["diadem", "filipinas", "leyte", "metz", "papua"])
def test_nothing_is_left_of_a_match(shell, catalogue, qtbot, game):
    shell.show_match(Seat(Table(catalogue.new(game, seed="1")), open_hands=True))
    qtbot.wait(50)
    gone = weakref.ref(shell.match), weakref.ref(shell.match.seat), weakref.ref(shell.match.play)
    shell.show_start()
    qtbot.waitUntil(lambda: not any(one() for one in gone))


def test_nor_if_another_one_is_opened_at_once(shell, catalogue, qtbot):
    shell.show_match(Seat(Table(catalogue.new("diadem", seed="1")), open_hands=True))
    gone = weakref.ref(shell.match)
    shell.show_match(Seat(Table(catalogue.new("metz", seed="1")), open_hands=True))
    qtbot.waitUntil(lambda: gone() is None)
