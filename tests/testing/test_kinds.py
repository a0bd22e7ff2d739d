"""Actions by their kind, and what is said when there is none such."""

import subprocess
import sys

import pytest

from tabuleiro.engine.data import DataError
from tabuleiro.testing import action, table


def test_values_go_to_fields_in_order_or_by_name():
    made = action("retreat", "us-349-ri", ["1312", "1311"])
    assert made.to_data() == {
        "type": "retreat",
        "piece": "us-349-ri",
        "path": ("1312", "1311"),
    }
    assert made == action("retreat", path=("1312", "1311"), piece="us-349-ri")


@pytest.mark.parametrize(
    ("values", "fields", "says"),
    [
        (("joyn", "us-349-ri"), {}, 'unknown action "joyn": did you mean "join"?'),
        (("qqqqq",), {}, 'unknown action "qqqqq"'),
        (("join", "a", "b"), {}, 'action "join" has the fields piece, but 2 values are given'),
        (("confirm", 5), {}, 'action "confirm" has no fields, but 1 value is given'),
        (("join", "a"), {"piece": "b"}, 'action "join": the field "piece" is given twice'),
        (("join",), {}, 'action "join": Object missing required field `piece`'),
        (("join",), {"hex": "0101"}, 'action "join": Object contains unknown field `hex`'),
        (("join", 7), {}, 'action "join": Expected `str`, got `int` - at `$.piece`'),
    ],
)
def test_what_is_wrong_is_said(values, fields, says):
    with pytest.raises(DataError) as told:
        action(*values, **fields)
    assert str(told.value) == says


def test_actions_of_a_plugin_are_known_before_any_game_was_made():
    program = "from tabuleiro.testing import action; print(action('gather-aircraft').kind)"
    told = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert told.strip() == "gather-aircraft"


def test_a_table_takes_actions_by_kind_and_names_the_step_that_asks():
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"})
    assert t.top == "movement-phase"
    assert t.act("move", "us-349-ri", path=["1313"]).place("us-349-ri") == "1313"
