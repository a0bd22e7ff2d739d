"""The kit asks for lists in several ways and looks whether they agree."""

import pytest

from tabuleiro.engine import events as ev
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.testing import action
from tabuleiro.testing.narrowing import odd_lists
from tabuleiro.testing.table import table

PIECES = ("us-349-ri", "us-350-ri")


class Careless(TakeLoss, frozen=True):
    """Lists the wrong pieces when one is pointed at."""

    how: str = ""

    def legal(self, s, *, piece=None, hex=None):
        for one in self.pieces:
            its, there = piece in {None, one}, hex in {None, s.place(one)}
            listed = {
                "either": its or there,
                "never of a piece": piece is None and there,
                "never of both": its and there and None in {piece, hex},
            }
            if listed[self.how]:
                yield action("lose", one)


def found(step):
    places = dict(zip(PIECES, ("1413", "1313"), strict=True))
    t = table("diadem", "allied-movement", places)
    t.game.test([ev.Pushed((step,))], {"type": "ask"})
    return list(odd_lists(t.game, t.game.legal()))


def test_lists_that_agree():
    assert found(TakeLoss("allied", PIECES, "diadem-5.1.6-2")) == []


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("either", "listed of us-349-ri, but of another piece"),
        ("never of a piece", "listed, but not of us-349-ri"),
        ("never of both", "listed of us-349-ri and of 1413, not of both"),
    ],
)
def test_lists_that_do_not_agree(how, told):
    first, *_ = found(Careless("allied", PIECES, "diadem-5.1.6-2", how=how))
    assert first.startswith(told)
