"""Where one looked in a match is found again by whoever looked there, and by nobody else."""

import pytest
from PySide6.QtWidgets import QApplication

from tabuleiro.host.seat import Seat
from tabuleiro.seats import Table


@pytest.fixture
def opened(shell, catalogue):
    """A function that opens the same match anew, the screen handed over if that is asked for."""
    game = catalogue.new("diadem", seed="board")

    def show():
        window = shell.show_match(Seat(Table(game)), hidden=True)
        QApplication.processEvents()
        return window

    return show


def take(shell):
    shell.handover.button.click()
    QApplication.processEvents()


def test_one_looks_again_where_one_looked(opened, shell):
    window = opened()
    assert shell.covered
    take(shell)
    window.view.set_zoom(1.5)
    window.view.look_at(window.view.middle("0811"))
    zoom, middle = window.view.place()
    again = opened()
    assert shell.covered
    assert again.view.following, "nobody knows yet who sits down"
    take(shell)
    assert again.view.place()[0] == pytest.approx(zoom, abs=0.01)
    assert (again.view.place()[1] - middle).manhattanLength() < 8


def test_another_one_does_not(opened, shell, settings):
    window = opened()
    key = f"sight/{window.seat.table.game.header.match}"
    take(shell)
    window.view.set_zoom(1.5)
    opened()
    *place, viewer = settings.kept(key).split()
    other = next(side for side in window.seat.humans if side != viewer)
    for said in (f"{' '.join(place)} {other}", " ".join(place)):  # the second as it was once kept
        shell.show_start()
        settings.set(key, said)
        again = opened()
        take(shell)
        assert again.view.following
