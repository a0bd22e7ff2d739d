"""What a free hand does is told to each side as far as it sees: two leaks that the kit found."""

import pytest

from tabuleiro.engine import OFF
from tabuleiro.engine import events as ev
from tabuleiro.engine.freehand import FreeMove, FreeOrder
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro.seats import Table as Seats
from tabuleiro.testing.table import catalogue

HIDDEN = "de-4-rpqd"
OWN = ("us-349-ri", "us-350-ri")


class Hide:
    def __init__(self, level):
        self.level = level

    @hookimpl
    def knowledge(self, viewer):
        return [Knowledge({HIDDEN: self.level})] if viewer == "allied" else []


def begin(level):
    found = catalogue()
    found.house_rules["hide"] = Hide(level)
    game = found.new("diadem", seed="1", options={"free-hand": True}, house_rules=["hide"])
    game.act(FreeMove(HIDDEN, "0505"))
    for piece in (HIDDEN, *OWN):
        game.act(FreeMove(piece, OFF))
    return game


def told(game, kind):
    row = Seats(game).seat("allied").line()[-1]
    return [event for event in row.events if isinstance(event, kind)]


@pytest.mark.parametrize("level", [Level.KIND, Level.PRESENCE])
def test_an_unknown_piece_put_where_it_is_stays_unknown(level):
    game = begin(level)
    game.act(FreeMove(HIDDEN, "0505"))
    game.act(FreeMove(HIDDEN, "0505"))
    (moved,) = told(game, ev.Moved)
    assert moved.piece.startswith("~")
    assert (moved.to, moved.was, moved.cost) == ("0505", "", 0)


@pytest.mark.parametrize("level", [Level.NOTHING, Level.ALL])
def test_the_order_of_own_pieces_tells_not_who_lies_there_unseen(level):
    game = begin(level)
    if level == Level.ALL:
        game.act(FreeMove(HIDDEN, "0505"))
    order = [piece for piece in game.belief("allied").s.at(OFF) if piece in OWN]
    others = [piece for piece in game.belief("allied").s.at(OFF) if piece not in OWN]
    for piece in others:
        game.act(FreeMove(piece, "dead"))
    game.act(FreeOrder(OFF, tuple(reversed(order))), side="allied")
    (event,) = told(game, ev.Reordered)
    assert event.order == tuple(reversed(order))
