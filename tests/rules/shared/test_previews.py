"""Sums shown before the dice, where the tests of the protocol do not come."""

import pytest
from msgspec.structs import replace

from engine import duel
from tabuleiro.engine import events as ev
from tabuleiro.engine import msg
from tabuleiro.engine.knowledge import Level
from tabuleiro.module import DiceRow, ValueColumn, ValueTable
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.combat.odds import odds_of, table_of
from tabuleiro.rules.combat.preview import (
    declared,
    journeys,
    missing_for_next_column,
    step_prices,
)
from tabuleiro.rules.combat.reckoning import Reckoning, reckoned_chances, rows_of_band
from tabuleiro.rules.invariants import together_or_crowded
from tabuleiro.seats.previews import sealed_sides
from tabuleiro.testing import action, table


def assault(**more):
    pieces = {"us-349-ri": "1413", "us-337-ri": "1413", "de-211-ri": "1313"}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, **more)
    return t.declare("1313", "us-349-ri")


@pytest.mark.parametrize(("how", "further"), [("attacker-then-defender", False), ("net", True)])
def test_the_next_column_where_shifts_are_cut_off_at_the_edge(how, further):
    """As many columns to the right as there are, and one to the left."""
    t = assault(options={"shifts": how})
    battle = declared(t.s)
    right = len(table_of(t.s, battle, odds_of(t.s, battle)).columns) - 1
    shifts = (Shift("attacker", right, msg("siege")), Shift("defender", 1, msg("mountain")))
    odds = replace(odds_of(t.s, battle), attack=1, defence=20, shifts=shifts, column=right - 1)
    sums = table_of(t.s, battle, odds)
    needed = next(more for more in range(100) if sums.column(1 + more, 20) > 0)
    assert needed > 1
    assert missing_for_next_column(t.s, battle, odds) == (needed if further else None)


def test_the_attacker_does_not_know_the_answer():
    gun = "de-art-li"
    pieces = {"us-349-ri": "1413", "de-211-ri": "1313", gun: "1212"}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20, "air.axis": 5})
    t.attack("1313", "us-349-ri").do(action("join", gun))
    whole, shown = declared(t.s), declared(t.game.belief("allied").s)
    assert whole == declared(t.game.belief("axis").s)
    assert (whole.attackers, whole.defence) == (("us-349-ri",), (gun,))
    assert shown == replace(whole, defence=(), defence_air=0)


def test_where_no_rule_hides_anything_all_is_known():
    game = duel.game()
    belief = game.belief("red")
    assert belief.s is game.situation
    assert belief.level("blue") == Level.ALL
    battle = Battle("assault", "red", "blue", "0403", ("red",), defenders=("blue",))
    assert sealed_sides(belief, battle) == frozenset()


def test_chances_of_a_reckoning_are_those_of_its_column_and_band():
    columns = (ValueColumn("1-12", 1, 12), ValueColumn("13+", 13))
    rows = tuple(DiceRow(f"{band} {n}", (2 * n - 1, 2 * n)) for band in "ab" for n in (1, 2, 3))
    cells = (("x", "x"), ("x", "x"), ("x", "x"), ("0", "1"), ("0", "2"), ("0", "2"))
    found = ValueTable("air", {}, 1, columns, rows, cells, bands=columns)
    sum_ = Reckoning(msg("raid"), "0101", "red", "blue", (), 13, column=1, band=1)
    assert list(rows_of_band(found, 1)) == [3, 4, 5]
    assert list(reckoned_chances(found, sum_).items()) == [("2", 4), ("1", 2)]
    assert reckoned_chances(found, replace(sum_, column=0)) == {"0": 6}


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ({"us-349-ri": "1413", "us-337-ri": "1413"}, []),
        ({"us-349-ri": "1413", "de-211-ri": "1413"}, ["enemies share 1413: us-349-ri, de-211-ri"]),
        (dict.fromkeys(("us-349-ri", "us-337-ri", "us-350-ri", "us-338-ri", "us-141-ri"), "1413"),
         ["1413 holds 5 pieces"]),
    ],
)  # fmt: skip
def test_what_no_match_may_come_to_is_said_in_one_sentence(pieces, told):
    t = table("diadem", "allied-movement", {})
    moves = [ev.Moved(piece, place) for piece, place in pieces.items()]
    t.game.test(moves, {"type": "put"})
    assert together_or_crowded(t.s) == told


@pytest.mark.parametrize(
    ("game", "phase", "piece", "here", "enemy", "there"),
    [
        ("diadem", "allied-movement", "us-349-ri", "0609", "de-191-ri", "0509"),
        ("diadem", "allied-movement", "us-349-ri", "0105", "de-191-ri", "0206"),
        ("leyte", "american-movement", "us-382-ri-1", "2211", "jp-9-ri-1", "2111"),
        ("metz", "us-movement", "us-101-ri", "1112", "de-59-ri", "1212"),
    ],
)
def test_the_price_that_is_shown_is_the_one_that_is_paid(game, phase, piece, here, enemy, there):
    """Of each journey, and of each step of it: breaking contact included, once."""
    turn = 9 if game == "leyte" else 5  # a dry one
    free = table(game, phase, {piece: here}, turn=turn)
    t = table(game, phase, {piece: here, enemy: there}, turn=turn)
    shown = {journey.place: journey for journey in journeys(t.s, piece)}
    alone = {journey.place: journey.cost for journey in journeys(free.s, piece)}
    nearest = min(shown.values(), key=lambda journey: journey.cost)
    assert nearest.cost == alone[nearest.place] + 2
    assert ("exit.west" in shown) == (here == "0105")
    for place, journey in shown.items():
        assert step_prices(t.s, piece, journey.path)[-1] == journey.cost, place
    farthest = max(shown.values(), key=lambda journey: (journey.cost, journey.place))
    t.go(piece, *farthest.path)
    assert t.s.piece(piece).spent == farthest.cost
