"""The air combat table: every band, column and line, read by a battle."""

import pytest

from papua_scenes import JACKSON, RABAUL, at, hurt, scene, told_air
from tabuleiro.testing import action

# By the defence total: the columns of the attack from 1-10 to 61+, a row for each pair of faces.
BANDS = {
    5: (
        "0-0 0-0 0-0 1-0 1-0 2-0 3-0",
        "0-0 1-1 1-0 2-1 2-0 3-0 4-0",
        "1-1 1-0 2-1 2-0 3-1 4-1 5-0",
    ),
    15: (
        "1-1 0-0 1-0 2-1 2-0 3-0 4-1",
        "0-1 1-1 2-1 3-2 3-1 4-1 4-0",
        "1-2 1-1 2-0 3-1 3-0 4-0 5-1",
    ),
    25: (
        "0-1 0-1 1-1 2-2 2-1 3-1 3-0",
        "1-2 1-1 1-1 3-2 3-1 3-1 4-1",
        "1-2 1-2 2-2 3-2 3-1 4-2 5-2",
    ),
    35: (
        "1-2 0-2 2-2 2-2 2-2 3-2 3-2",
        "0-2 1-3 1-2 2-2 3-2 3-2 4-2",
        "1-3 1-3 2-3 3-3 3-2 4-2 5-3",
    ),
    45: (
        "0-2 1-3 1-2 2-2 2-2 3-2 3-2",
        "1-3 0-3 2-3 2-3 3-3 4-3 4-3",
        "1-3 1-4 2-3 3-3 3-3 4-2 5-4",
    ),
    55: (
        "1-3 1-3 1-3 1-3 3-3 3-3 4-3",
        "1-3 1-4 1-3 2-3 3-4 4-4 5-4",
        "0-3 0-4 2-4 2-4 3-4 5-5 6-5",
    ),
    65: (
        "0-3 1-4 1-3 1-3 3-4 4-5 4-4",
        "1-4 0-4 2-4 2-4 3-5 4-5 5-5",
        "0-4 1-4 1-4 2-4 4-6 5-6 6-6",
    ),
}
ZEROS = tuple(f"jp-{name}-{n}" for name in ("4ku", "6ku") for n in (1, 2, 3))
HALF_A_ZERO, HALF_A_P38 = "jp-tainan-1", "us-fs-39"
FIVES = tuple(f"us-bs-{n}" for n in (2, 13, 19, 33, 71, 90, 405, 408))
SIXES = tuple(f"us-bs-{n}" for n in (28, 30, 63))
OVER = "0717"


def fought(attack, defence, die):
    """What the log tells of an air battle with these totals: each ends with a reduced fighter."""
    zeros = ZEROS[: attack // 10]
    bombers = (*FIVES, *SIXES)[: _bombers(defence)]
    order = {"hex": OVER, "kind": "escort", "role": "fighter"}
    flying = (HALF_A_ZERO, HALF_A_P38, *zeros, *bombers)
    t = scene(
        "japanese-combat",
        at(RABAUL, *zeros),
        hurt(RABAUL, HALF_A_ZERO),
        at(JACKSON, *bombers),
        hurt(JACKSON, HALF_A_P38),
        facts={"sorties": {piece: {"piece": piece, **order} for piece in flying}},
        dice=(die,),
    )
    told = told_air(t.do(action("done-reacting")))
    battle = told["air_battle"]
    assert battle["attack"] == attack
    assert (battle["defence"] - 1) // 10 == (defence - 1) // 10 or battle["defence"] > 60 < defence
    return told["code"]


def _bombers(defence):
    """How many bombers bring a reduced P-38 (5) near a total."""
    return {5: 0, 15: 2, 25: 4, 35: 6, 45: 8, 55: 10, 65: 11}[defence]


@pytest.mark.slow
@pytest.mark.rule("papua-6.1-5", "papua-6.1-7", "papua-tab.air-1")
@pytest.mark.parametrize(
    "defence",
    [
        pytest.param(total, marks=pytest.mark.rule(f"papua-tab.air-{number}"), id=str(total))
        for number, total in zip(range(2, 9), BANDS, strict=True)
    ],
)
def test_every_cell(defence):
    for line, cells in enumerate(BANDS[defence]):
        for column, cell in enumerate(cells.split()):
            for die in (2 * line + 1, 2 * line + 2):
                assert fought(10 * column + 5, defence, die) == cell, (column, die)
