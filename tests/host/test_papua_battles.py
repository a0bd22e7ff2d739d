"""Papua - Nova Guiné in the real window: battles are announced first, and fought later."""

import pytest

from papua_scenes import GROUND, NORTH, SOUTH, at, fighting
from tabuleiro.testing import action

BY = pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
OTHER = "1015"


@pytest.fixture
def sit(open_match, hands):
    """A function that opens a window on a scene and returns the hands at it."""

    def open_on(*dice, guns=()):
        attackers = {**at(SOUTH, "au-2-14", "au-2-16"), **at("1114", "au-9")}
        defenders = {**at(GROUND, "jp-kure-3", "jp-kure-5"), **at(OTHER, "jp-41-1")}
        return hands(open_match(fighting("allied", attackers, defenders, at(NORTH, *guns),
                                         dice=dice).game))  # fmt: skip

    return open_on


@BY
def test_announced_then_fought(sit, keyboard):
    player = sit(1, 1)  # 1-1: D2 A2
    player.do(action("assault", GROUND), keyboard=keyboard)
    player.do(action("join", "au-2-14"), keyboard=keyboard)
    player.do(action("join", "au-2-16"), keyboard=keyboard)
    panel = player.window.battle
    assert panel.active
    player.do(action("confirm"), keyboard=keyboard)
    assert not panel.active
    player.do(action("assault", OTHER), keyboard=keyboard)
    player.do(action("join", "au-9"), keyboard=keyboard)
    player.do(action("confirm"), keyboard=keyboard)
    player.do(action("fight-battle", GROUND), keyboard=keyboard)
    assert panel.active
    assert panel.chances.isVisibleTo(panel)
    player.do(action("retreat-first"), keyboard=keyboard)
    player.do(action("retreat", "jp-kure-3", (NORTH,)), keyboard=keyboard)
    player.do(action("retreat", "jp-kure-5", ("1313",)), keyboard=keyboard)
    player.do(action("lose", "jp-kure-5"), keyboard=keyboard)
    player.do(action("lose", "au-2-16"), keyboard=keyboard)
    player.do(action("lose", "au-2-16"), keyboard=keyboard)
    assert player.seat.sight.place("au-2-16") == "dead"


@BY
def test_the_defender_answers_and_gives_way(sit, keyboard):
    player = sit(1, 4, guns=["jp-art-14-1"])  # D1
    player.do(action("assault", GROUND), keyboard=keyboard)
    for piece in ("au-2-14", "au-2-16", "au-9"):
        player.do(action("join", piece), keyboard=keyboard)
    player.do(action("confirm"), keyboard=keyboard)
    while player.seat.decision().kind == "phase":
        player.do(action("end-phase"), keyboard=keyboard)
    player.do(action("join", "jp-art-14-1"), keyboard=keyboard)
    assert player.window.battle.sides["defence"].isVisibleTo(player.window.battle)
    player.do(action("confirm"), keyboard=keyboard)
    player.do(action("give-way"), keyboard=keyboard)
    assert player.seat.decision().actions == ("retreat",)


@BY
def test_guns_fire_at_a_hex(sit, keyboard):
    player = sit(6, 6, guns=["au-art-14"])
    player.do(action("bombard", GROUND), keyboard=keyboard)
    player.do(action("join", "au-art-14"), keyboard=keyboard)
    assert player.window.battle.chances.isVisibleTo(player.window.battle)
    player.do(action("confirm"), keyboard=keyboard)
    player.do(action("end-phase"), keyboard=keyboard)
    player.do(action("lose", "jp-kure-3"), keyboard=keyboard)
    assert player.seat.sight.piece("jp-kure-3").losses == 1
