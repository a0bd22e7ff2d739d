"""The boards of Libertação das Filipinas tell nobody what the enemy hides.

Each thing that is hidden is changed so that the Japanese cannot tell; then all that their window
holds is the same: fleet, naval, target and supply boards, the ribbon, the log, and all layers.
"""

import pytest

from filipinas_hidden import COVERED, IN_POOL, ROWS, B, made, war
from filipinas_war import scene
from tabuleiro.testing.secrecy import at
from tabuleiro_filipinas.window.fleet_board import FleetBoard
from tabuleiro_filipinas.window.naval_board import NavalBoard
from window_contents import first_difference, look_about

AT_ONCE = {"groups on decks", "what lies under an unknown piece"}
"""Those that each test run looks at; the others are slow."""
HEXES, WORDS = ("5530", "4438"), ("38", "?")


@pytest.fixture
def shown(open_match):
    """A function that shows a match to the Japanese, all layers switched on."""

    def show(game, **how):
        window = open_match(game, hand_over=False, **({"players": {"us": "simple"}} | how))
        window.seat.rest()
        layers = window.play.layers
        for id in layers.titles():
            layers.switch(id, on=True)
        return window

    return show


def twins(row, phase="jp-movement", also=()):
    """A war, and one that the Japanese cannot tell from it: the same thing is hidden otherwise."""
    game = war(phase, also)
    twin = made(game, *ROWS[row][:2])
    return at(game, twin.base or game.position), at(game, twin.position)


def between(one, other):
    """The first thing that two windows do not hold alike."""
    return first_difference(one, other) or (len(one) - len(other) or None)


def difference(windows):
    """The first thing that two windows do not show alike."""
    return between(*(look_about(window, HEXES, WORDS) for window in windows))


@pytest.fixture(scope="module")
def told():
    """What a window holds, by position: the same war stands beside most of its twins."""
    return {}


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[] if row in AT_ONCE else pytest.mark.slow) for row in ROWS]
)
def test_no_board_tells_what_is_hidden(shown, told, row):
    contents = []
    for game in twins(row):
        position = game.position.digest()
        if position not in told:
            window = shown(game)
            assert window.seat.viewer == "jp"
            told[position] = look_about(window, HEXES, WORDS)
        contents.append(told[position])
    assert contents[0] is not contents[1]
    assert between(*contents) is None


def test_open_hands_tell_it(shown):
    """The comparison itself: who may see all sees the difference."""
    windows = [shown(game, open_hands=True) for game in twins("groups on decks")]
    assert difference(windows) is not None


@pytest.mark.slow
def test_the_naval_board_tells_of_ones_own_forces_alone(shown):
    port = dict.fromkeys(("jp-ddd-2", "jp-task-force-a"), "jp-fleet")
    games = twins("ships between forces", "jp-naval-movement", port)
    windows = [shown(game) for game in games]
    assert all(window.findChild(NavalBoard) is not None for window in windows)
    assert difference(windows) is None


def test_nobody_sees_of_what_the_enemy_forms_a_force(shown):
    """While it is formed, and when it has sailed, until somebody finds it."""
    windows = []
    for ship in (IN_POOL, "us-ddd-48"):
        t = scene("us-naval-movement", {**dict.fromkeys((IN_POOL, "us-ddd-48", B), "us-fleet"),
                                        "jp-9-ri": "1917"}, options=COVERED)  # fmt: skip
        t.act("form-force").act("join-force", ship)
        windows.append(shown(t.game))
    assert all(window.findChild(FleetBoard) is None for window in windows)
    assert difference(windows) is None
