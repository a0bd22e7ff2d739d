"""The simple player in a theatre with aircraft, ships and supply; raids of the random one."""

from collections import Counter

import pytest

from asking import land_units, supplied
from papua_scenes import (
    ALLIED_BASE,
    GASMATA,
    JACKSON,
    JAPANESE_BASE,
    LAE,
    MORESBY,
    airwar,
    announced,
    at,
    raid,
)
from tabuleiro.bots import RandomPlayer, SimplePlayer, make_player
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.rules.advice.sense import Sense, stakes
from tabuleiro.testing import action
from tabuleiro_papua.advice.air import choose_raid, choose_reaction
from tabuleiro_papua.advice.ground import Clash, scarcity
from tabuleiro_papua.advice.theatre import Theatre

ZERO, BETTY = "jp-tainan-1", "jp-4ku-4"
FIGHTER, MEDIUM = "us-fs-39", "us-bs-13"


@pytest.fixture(scope="module")
def opening():
    """A match of the simple player against itself, up to turn 4."""
    game = Catalogue.installed().new("papua", seed="1")
    players = {side: make_player("simple", f"1/{side}") for side in game.module.sides}
    kinds = Counter()
    while game.position.turn < 4:
        decision = game.decision()
        deed = players[decision.side].choose(game)
        kinds[deed.kind] += 1
        game.act(deed, side=decision.side)
    return game, kinds


def sense(t, side):
    return Sense(t.s, side, stakes(t.s, side))


@pytest.mark.slow
def test_the_opening_is_sane(opening):
    """Bases are set up, the Japanese land where their objectives are, and both are fed."""
    game, kinds = opening
    s = game.situation
    assert kinds["place-base"] > 5
    assert kinds["support-attack"] + kinds["bomb-field"] + kinds["bomb-troops"] > 3
    ashore = [
        h
        for h in land_units(s, "japanese")
        if h in s.board.grid
        and min(s.board.grid.distance(h, goal) for goal in ("1313", "1213", "2424")) <= 4
    ]
    assert ashore
    for side in game.module.sides:
        pieces = [p for own in land_units(s, side).values() for p in own if s.on_map(p)]
        assert sum(supplied(s, p) for p in pieces) >= 0.7 * len(pieces)


def test_a_place_without_supply_is_worth_less():
    fed = airwar("allied", at(JACKSON, "au-39"), marks={MORESBY: ALLIED_BASE})
    starving = airwar("allied", at(JACKSON, "au-39"), marks={MORESBY: ()})
    worths = [Theatre(sense(t, "allied")).worth("au-39", JACKSON) for t in (fed, starving)]
    assert worths[0] > worths[1] + 3


def test_an_objective_draws_the_more_the_nearer_and_the_less_the_more_go_there():
    others = {"jp-144-2": "1213", "jp-144-3": "1313", "jp-39-1": "0915"}
    t = airwar("japanese", at("1210", "jp-144-1"), at("2503", *others))
    theatre = Theatre(sense(t, "japanese"))
    assert theatre.worth("jp-144-1", "1113") > theatre.worth("jp-144-1", "0907")
    before = theatre.worth("jp-144-1", "1113")
    for piece, place in others.items():
        theatre.plan(piece, place)
    assert theatre.worth("jp-144-1", "1113") < before


def test_an_objective_in_danger_is_not_left_empty():
    t = airwar("japanese", at("1313", "jp-144-1"), at("1113", "au-39"),
               control={"1313": "japanese"}, marks={"1313": JAPANESE_BASE})  # fmt: skip
    theatre = Theatre(sense(t, "japanese"))
    assert theatre.worth("jp-144-1", "1313") > theatre.worth("jp-144-1", "1314")
    theatre.plan("jp-144-2", "1313")
    assert theatre.worth("jp-144-1", "1313") < theatre.worth("jp-144-1", "1314") + 1


def test_the_weaker_side_pays_more_for_its_losses():
    t = airwar("japanese", at("1114", "jp-144-1"), at("1214", "au-39", "au-49", "au-53"))
    assert scarcity(sense(t, "japanese")) > 1 > scarcity(sense(t, "allied"))


def test_better_odds_promise_more():
    t = airwar("japanese", at("1114", "jp-144-1", "jp-144-2", "jp-144-3"), at("1214", "au-39"))
    clash = Clash(sense(t, "japanese"), "1214")
    assert clash.worth(["jp-144-1"]) < clash.worth(["jp-144-1", "jp-144-2", "jp-144-3"])


def test_support_comes_before_other_raids():
    t = airwar("allied", at("0516", "jp-144-1"), at("0616", "au-39", "au-49"),
               at(JACKSON, MEDIUM), at(LAE, ZERO))  # fmt: skip
    plans = [
        action("bomb-troops", "0516"),
        action("support-attack", "0516"),
        action("bomb-field", LAE),
    ]
    assert choose_raid(sense(t, "allied"), plans) == action("support-attack", "0516")
    assert choose_raid(sense(t, "allied"), plans[::2]) in plans[::2]
    assert choose_raid(sense(t, "allied"), []) is None


def test_interceptors_rise_against_what_they_can_beat():
    t = airwar("japanese", at(LAE, BETTY), at(JACKSON, "us-fs-7", "us-fs-8"))
    raid(t, action("bomb-field", JACKSON), BETTY)
    t = announced(t)
    assert choose_reaction(t.game, sense(t, "allied")).kind == "intercept"
    strong = airwar("japanese", at(LAE, BETTY, ZERO, "jp-tainan-2"), at(JACKSON, "us-fs-8"))
    raid(strong, action("bomb-field", JACKSON), BETTY, fighters=(ZERO, "jp-tainan-2"))
    strong = announced(strong)
    assert choose_reaction(strong.game, sense(strong, "allied")) == action("done-reacting")


def test_random_play_plans_raids():
    """A raid is about a hex and no piece: it must not be passed over for that."""
    t = airwar("allied", at(JACKSON, MEDIUM, FIGHTER), at(LAE, ZERO), at(GASMATA, BETTY))
    kinds = Counter(RandomPlayer(seed).choose(t.game).kind for seed in range(150))
    assert {"transfer", "end-phase"} <= set(kinds)
    assert sum(kinds[kind] for kind in ("bomb-field", "interdict", "bomb-troops")) > 2


def test_the_simple_player_ends_every_phase():
    t = airwar("allied", at(JACKSON, MEDIUM, FIGHTER), at(LAE, ZERO))
    player, steps = SimplePlayer("1"), 0
    while t.s.phase.id == "allied-movement":
        t.do(player.choose(t.game))
        steps += 1
        assert steps < 40
