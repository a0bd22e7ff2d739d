"""A rule of one's own moves a unit with all that a move owes."""

import pytest

from tabuleiro.engine import Game
from tabuleiro.engine import events as ev
from tabuleiro.engine.change import Change
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.moving import move_piece
from tabuleiro.testing.kinds import catalogue
from tabuleiro.testing.places import odd_control
from tabuleiro.testing.table import table

ABBEY = "1006"
MINE = "us-349-ri"


class Heard:
    """A house rule that hears of captures."""

    def __init__(self):
        self.told = []

    @hookimpl
    def capture_steps(self, piece, path, origin, manner):
        self.told.append((piece, path, origin, manner))
        return []


def changing(pieces):
    t = table("diadem", "allied-movement", pieces)
    return Change(t.s, Dice("x"))


def test_what_a_mover_passes_and_reaches_is_taken_and_paid_for():
    change = changing({MINE: "1007"})
    move_piece(change, MINE, ABBEY, "1005", cost=4)
    assert change.place(MINE) == "1005"
    assert change.piece(MINE).spent == 4
    assert change.position.control[ABBEY] == "allied"
    assert [type(event).__name__ for event in change.events][:2] == ["Moved", "Controlled"]


def test_other_parts_hear_where_it_came_from_and_how():
    heard = Heard()
    ruleset = Ruleset(catalogue().games["diadem"], {"heard": heard})
    game = Game(catalogue().module("diadem"), ruleset, Header("diadem", "campaign", "x"))
    change = Change(game.situation, Dice("x"))
    piece = next(p for p in change.position.pieces if change.on_map(p))
    there = change.place(piece)
    near = change.board.grid.neighbours(there)[0]
    move_piece(change, piece, near, manner="charge")
    assert heard.told == [(piece, (near,), there, "charge")]


def test_nothing_is_owed_for_a_way_off_the_map():
    change = changing({MINE: "1007"})
    move_piece(change, MINE, "off")
    assert [type(event).__name__ for event in change.events] == ["Moved"]


@pytest.mark.parametrize("alone", [True, False])
def test_a_unit_on_an_objective_of_the_enemy_is_told(alone):
    change = changing({MINE: "1007"})
    if alone:
        change.emit(ev.Moved(MINE, ABBEY, (ABBEY,)))
    else:
        move_piece(change, MINE, ABBEY)
    found = list(odd_control(change))
    assert bool(found) == alone
    assert not alone or (MINE in found[0] and ABBEY in found[0])
