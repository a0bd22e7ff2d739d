"""The sum of a battle adds up line by line: odds, where the table ends, shifts, column."""

import re

import pytest

from tabuleiro.host.panels.odds_sum import odds_lines, shift_lines
from tabuleiro.testing import action
from tabuleiro.testing.table import table

COLUMNS = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1"]


def shift(favours, columns, text):
    return {"favours": favours, "columns": columns, "text": text, "rule": ""}


RIGHT, LEFT = shift("attacker", 1, "siege"), shift("defender", 3, "mountain")


def told(attack, defence, base, column, *shifts):
    return {
        "battle": {"kind": "assault"}, "attack": attack, "defence": defence, "base": base,
        "column": column, "columns": COLUMNS, "shifts": list(shifts),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("battle", "lines"),
    [
        (told(40, 4, "9-1", "6-1", LEFT),
         ["40 to 4 is 10-1; the table ends at 9-1", "◀ <b>3</b> Mountain", "Column <b>6-1</b>"]),
        (told(36, 4, "9-1", "6-1", LEFT, RIGHT),
         ["36 to 4: column 9-1", "▶ <b>1</b> Siege", "· the table ends at 9-1",
          "◀ <b>3</b> Mountain", "Column <b>6-1</b>"]),
        (told(36, 4, "9-1", "7-1", LEFT, RIGHT),  # both sides' shifts set against each other
         ["36 to 4: column 9-1", "◀ <b>3</b> Mountain", "▶ <b>1</b> Siege", "Column <b>7-1</b>"]),
        (told(2, 12, "1-4", "1-4", LEFT),
         ["2 to 12 is 1-6; the table ends at 1-4", "◀ <b>3</b> Mountain",
          "· the table ends at 1-4", "Column <b>1-4</b>"]),
        (told(9, 5, "1-1", "1-1"), ["9 to 5: column 1-1", "Nothing shifts it."]),
    ],
)  # fmt: skip
def test_the_lines_add_up(battle, lines):
    assert odds_lines(battle) == lines


def test_a_table_of_sums_says_where_it_ends():
    assert shift_lines([RIGHT], 11, 11, COLUMNS) == ["▶ <b>1</b> Siege", "· the table ends at 9-1"]
    assert shift_lines([], 11, 11, COLUMNS) == []


def test_the_panel_shows_the_end_of_the_table_before_the_shifts(open_match, hands):
    crowd = {f"us-{n}-ri": "1213" for n in (349, 350, 351)} | {"us-337-ri": "1211"}
    t = table("diadem", "allied-combat", {**crowd, "de-200-rpzgr": "1112"},
              tracks={"air.allied": 60})  # fmt: skip
    player = hands(open_match(t.game, open_hands=True))
    player.click_ground("1112")
    for piece in crowd:
        player.seat.act(action("join", piece))
    player.seat.act(action("set-air", 52))
    told = re.sub(r"<[^>]*>", "", player.window.battle.shifts.text().replace("<br>", "\n"))
    lines = told.splitlines()
    assert lines[0].endswith("; the table ends at 9-1")
    assert [line[0] for line in lines[1:-1]] == ["▶", "·", "◀"]
    assert lines[2] == "· the table ends at 9-1"
    assert lines[-1] == "Column 5-1"
