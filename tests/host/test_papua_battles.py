"""Papua - Nova Guiné in the real window: battles are announced first, and fought later."""

import pytest

from papua_scenes import GROUND, NORTH, SOUTH, at, fighting
from tabuleiro.mechanics.attrition.battles import FightBattle
from tabuleiro.mechanics.attrition.outcomes import GiveWay, RetreatFirst
from tabuleiro.mechanics.combat_phase import Assault, Bombard
from tabuleiro.mechanics.draft import Confirm, Join
from tabuleiro.mechanics.losses import Lose
from tabuleiro.mechanics.movement_phase import EndPhase
from tabuleiro.mechanics.retreat import Retreat

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
    player.do(Assault(GROUND), keyboard=keyboard)
    player.do(Join("au-2-14"), keyboard=keyboard)
    player.do(Join("au-2-16"), keyboard=keyboard)
    panel = player.window.battle
    assert panel.active
    player.do(Confirm(), keyboard=keyboard)
    assert not panel.active
    player.do(Assault(OTHER), keyboard=keyboard)
    player.do(Join("au-9"), keyboard=keyboard)
    player.do(Confirm(), keyboard=keyboard)
    player.do(FightBattle(GROUND), keyboard=keyboard)
    assert panel.active
    assert panel.chances.isVisibleTo(panel)
    player.do(RetreatFirst(), keyboard=keyboard)
    player.do(Retreat("jp-kure-3", (NORTH,)), keyboard=keyboard)
    player.do(Retreat("jp-kure-5", ("1313",)), keyboard=keyboard)
    player.do(Lose("jp-kure-5"), keyboard=keyboard)
    player.do(Lose("au-2-16"), keyboard=keyboard)
    player.do(Lose("au-2-16"), keyboard=keyboard)
    assert player.seat.situation.place("au-2-16") == "dead"


@BY
def test_the_defender_answers_and_gives_way(sit, keyboard):
    player = sit(1, 4, guns=["jp-art-14-1"])  # D1
    player.do(Assault(GROUND), keyboard=keyboard)
    for piece in ("au-2-14", "au-2-16", "au-9"):
        player.do(Join(piece), keyboard=keyboard)
    player.do(Confirm(), keyboard=keyboard)
    while player.seat.decision().kind == "phase":
        player.do(EndPhase(), keyboard=keyboard)
    player.do(Join("jp-art-14-1"), keyboard=keyboard)
    assert player.window.battle.sides["defence"].isVisibleTo(player.window.battle)
    player.do(Confirm(), keyboard=keyboard)
    player.do(GiveWay(), keyboard=keyboard)
    assert player.seat.decision().actions == ("retreat",)


@BY
def test_guns_fire_at_a_hex(sit, keyboard):
    player = sit(6, 6, guns=["au-art-14"])
    player.do(Bombard(GROUND), keyboard=keyboard)
    player.do(Join("au-art-14"), keyboard=keyboard)
    assert player.window.battle.chances.isVisibleTo(player.window.battle)
    player.do(Confirm(), keyboard=keyboard)
    player.do(EndPhase(), keyboard=keyboard)
    player.do(Lose("jp-kure-3"), keyboard=keyboard)
    assert player.seat.situation.piece("jp-kure-3").losses == 1
