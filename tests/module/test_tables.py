"""Tables as the rules ask them."""

import pytest

from tabuleiro.module import DiceRow, IndexTable, OddsTable, ValueColumn, ValueTable

ODDS = ("1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")
ROWS = (DiceRow("2-12", (2, 12)), DiceRow("rest", tuple(range(3, 12))))


@pytest.fixture
def odds():
    cells = tuple(tuple(f"{row}{column}" for column in ODDS) for row in "ab")
    return OddsTable("combat", {}, 2, ODDS, ROWS, cells, {"mild": {"2-12/2-1": "X"}})


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (11, 4, "2-1"),  # 2.75
        (12, 4, "3-1"),
        (7, 7, "1-1"),
        (5, 8, "1-1"),  # 1.6 against
        (5, 11, "1-2"),  # 2.2 against
        (5, 15, "1-3"),
        (2, 12, "1-4"),  # beyond the table
        (40, 4, "5-1"),
        (3, 2, "1-1"),  # 3-2 is for shifts only
        (1, 0, "5-1"),
        (0, 1, "1-4"),
        (0, 0, "5-1"),
    ],
)
def test_column_of_odds(odds, attack, defence, column):
    assert odds.columns[odds.column(attack, defence)] == column


def test_odds_with_gaps():
    table = OddsTable("x", {}, 2, ("1-5", "1-2", "2-1", "4-1+"), ROWS, ())
    read = [table.columns[table.column(*sums)] for sums in [(1, 4), (1, 9), (3, 3), (3, 1), (9, 1)]]
    assert read == ["1-2", "1-5", "1-2", "2-1", "4-1+"]
    only_above = OddsTable("x", {}, 2, ("2-1", "3-1"), ROWS, ())
    assert only_above.column(1, 3) == 0
    only_below = OddsTable("x", {}, 2, ("1-3", "1-2"), ROWS, ())
    assert (only_below.column(9, 1), only_below.column(2, 3)) == (1, 1)


def test_cells_and_shifts(odds):
    assert odds.cell(odds.index("2-1"), 12) == "a2-1"
    assert odds.cell(0, 7) == "b1-4"
    assert odds.shifted(1, -5) == 0
    assert odds.shifted(1, 50) == len(ODDS) - 1
    assert odds.shifted(1, 1) == 2
    with pytest.raises(ValueError, match="no row is there for these sums of the dice: 13"):
        odds.cell(0, 13)
    with pytest.raises(ValueError, match="not in tuple"):
        odds.index("9-1")


def test_variants(odds):
    mild = odds.variant("mild")
    assert mild.cell(odds.index("2-1"), 2) == "X"
    assert mild.cell(odds.index("3-1"), 2) == "a3-1"
    assert odds.cell(odds.index("2-1"), 2) == "a2-1", "the table itself is as it was"
    with pytest.raises(KeyError):
        odds.variant("wild")


@pytest.mark.parametrize(("value", "place"), [(-99, 0), (-3, 0), (-2, 1), (0, 1), (3, 2), (999, 2)])
def test_column_of_values(value, place):
    columns = (ValueColumn("low", None, -3), ValueColumn("mid", -2, 2), ValueColumn("3+", 3))
    table = ValueTable("x", {}, 2, columns, ROWS, (("a", "b", "c"), ("d", "e", "f")))
    assert table.column(value) == place
    assert table.index("mid") == 1
    assert table.shifted(2, 1) == 2
    assert table.cell(place, 7) == "def"[place]


def test_values_that_end():
    table = ValueTable("x", {}, 1, (ValueColumn("1-2", 1, 2), ValueColumn("3-4", 3, 4)), (), ())
    assert [table.column(value) for value in (0, 1, 4, 5)] == [0, 0, 1, 1]


def test_indices():
    table = IndexTable("x", {}, ("air", "guns"), {"infantry": (1, 2), "ship": None})
    assert table.value("infantry", "guns") == 2
    assert table.value("ship", "guns") == 0
    with pytest.raises(KeyError):
        table.value("tank", "air")
