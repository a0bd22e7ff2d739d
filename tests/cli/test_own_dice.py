"""The text table where the players roll their own dice: it asks for them on a line."""

import io

import pytest

from tabuleiro.cli.terminal_session import Session
from tabuleiro.engine import events as ev
from tabuleiro.i18n import speaking
from tabuleiro.seats import Table
from tabuleiro.testing import table

FIELD = {"us-349-ri": "1413", "us-350-ri": "1413", "de-85-rm": "1313"}
DECLARED = ("assault 1313", "join us-349", "confirm")


@pytest.fixture
def sit(monkeypatch, capsys):
    """Declare an attack, answer what is asked; return the game and what was printed."""

    def sit(*lines):
        t = table("diadem", "allied-combat", FIELD, options={"dice": "own"})
        typed = "".join(f"{line}\n" for line in (*DECLARED, *lines))
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert Session(Table(t.game), "Test").loop() == 0
        return t.game, capsys.readouterr().out

    return sit


def thrown(game):
    return [e.faces for row in game.log.line() for e in row.events if isinstance(e, ev.Rolled)]


@pytest.mark.parametrize("typed", ["3 4", "34", "3, 4"])
def test_what_fell_is_typed(sit, typed):
    game, said = sit(typed)
    assert "Allies, 2 dice: attack on 1313. Type what fell" in said
    assert thrown(game) == [(3, 4)]


def test_an_empty_line_has_them_thrown(sit, monkeypatch):
    monkeypatch.setattr(
        "tabuleiro.cli.terminal_session.by_chance", lambda number, die: (die,) * number
    )
    game, _said = sit("")
    assert thrown(game) == [(6, 6)]


@pytest.mark.parametrize("typed", ["3", "3 4 5", "3 7", "no"])
def test_anything_else_leaves_the_action_be(sit, typed):
    game, said = sit(typed)
    assert "These are not the faces that were asked for; nothing was done." in said
    assert thrown(game) == []


def test_the_end_of_the_input_leaves_it_be_too(sit):
    game, said = sit()
    assert "the faces of 2 dice are wanted" in said
    assert thrown(game) == []


def test_it_asks_in_portuguese(sit):
    with speaking("pt"):
        game, said = sit("1 1")
    assert "2 dados" in said
    assert thrown(game) == [(1, 1)]
