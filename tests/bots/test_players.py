"""Computer players: always legal, always to the end, alike for a seed, and fair."""

from collections import Counter
from dataclasses import replace as remade
from types import MappingProxyType

import pytest

from tabuleiro.bots import PLAYERS, RandomPlayer, SimplePlayer, Stuck, make_player, play_match
from tabuleiro.engine import GameError
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.rules.advice.fight import Fight, chances, combat_table
from tabuleiro.rules.advice.sense import CHASED, HEALS, HIT, Sense, margin, stakes
from tabuleiro.rules.advice.simple import LadderAdviser
from tabuleiro.testing import table


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue.installed()


def match(catalogue, seed, **players):
    game = catalogue.new("diadem", seed=seed)
    result = play_match(
        game, {side: make_player(name, f"{seed}/{side}") for side, name in players.items()}
    )
    return game, result


@pytest.mark.slow
@pytest.mark.no_cover  # long, and other matches of these players are watched
@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_plays_alike(catalogue, name):
    games = [match(catalogue, "3", allied=name, axis=name)[0] for _ in range(2)]
    assert games[0].position.digest() == games[1].position.digest()
    assert games[0].over


@pytest.mark.slow
def test_random_play_does_everything(catalogue):
    kinds = Counter()
    for seed in range(3):
        game, result = match(catalogue, str(seed), allied="random", axis="random")
        kinds.update(row.action["type"] for row in game.log.line()[1:])
        assert 300 < result.steps < 3_000
        assert result.rate > 0
    assert {"move", "assault", "bombard", "join", "set-air", "confirm", "retreat"} <= set(kinds)
    assert not {"cancel", "take-up", "take-air-back"} & set(kinds)


@pytest.mark.slow
def test_the_simple_player_beats_the_random_one(catalogue):
    for seed in ("1", "2"):
        assert match(catalogue, seed, allied="simple", axis="random")[1].winner == "allied"
        assert match(catalogue, seed, allied="random", axis="simple")[1].winner == "axis"


def test_players_do_not_change_the_game(catalogue):
    game = catalogue.new("diadem", seed="1")
    before = game.position
    for name in PLAYERS:
        assert game.check(make_player(name, "x").choose(game))
    assert game.position is before


def test_a_match_that_goes_on_for_ever_is_stopped(catalogue):
    game = catalogue.new("diadem", seed="1")
    players = {side: RandomPlayer(side) for side in game.module.sides}
    with pytest.raises(Stuck, match="after 5 actions"):
        play_match(game, players, limit=5)


@pytest.mark.slow
def test_when_the_match_is_over_there_is_nothing_to_decide(catalogue):
    game, _result = match(catalogue, "2", allied="random", axis="random")
    for player in (RandomPlayer(), SimplePlayer()):
        with pytest.raises(GameError):
            player.choose(game)


def sense(t, side):
    return Sense(t.s, side, stakes(t.s, side))


def test_stakes_come_from_the_score():
    t = table("diadem", "allied-combat", {"us-349-ri": "1413", "de-274-ri": "0101"})
    found = stakes(t.s, "allied")
    assert (found.kill, found.die) == (4, 10)  # 3 and one German less on the board; 10
    assert found.goals["1006"] == 20
    assert margin(t.s, "allied") == -margin(t.s, "axis")


def test_hidden_strengths_are_guessed_and_open_ones_known():
    pieces = {"us-349-ri": "1413", "de-3-rpqd": "1006"}
    hidden = sense(table("diadem", "allied-combat", pieces), "allied")
    open_ = table("diadem", "allied-combat", pieces, options={"sealing": "open"})
    types = [c for c in hidden.s.module.counters.values() if c.type == "paratroops"]
    usual = sum(c.values["defense"] for c in types) / len(types)
    assert hidden.strength("de-3-rpqd", "defense") == usual
    assert sense(open_, "allied").strength("de-3-rpqd", "defense") == 6
    assert hidden.strength("us-349-ri", "attack") == 3
    assert hidden.mirrored().side == "axis"


def test_what_it_sees_does_not_depend_on_what_is_hidden():
    """Two enemies of one type, strong and weak, look alike before the attack is announced."""
    choices = []
    for german in ("de-267-ri", "de-hd"):  # 2-3 and 3-4, both infantry
        pieces = {"us-349-ri": "1007", "us-350-ri": "1007", german: "0907"}
        t = table("diadem", "allied-combat", pieces)
        choices.append(SimplePlayer("1").choose(t.game))
    assert choices[0] == choices[1]


def test_chances_add_up():
    assert sum(chances(2).values()) == pytest.approx(1)
    assert chances(1)[3] == pytest.approx(1 / 6)


def test_better_odds_are_worth_more():
    pieces = {"us-349-ri": "1007", "us-350-ri": "1007", "de-267-ri": "0907"}
    t = table("diadem", "allied-combat", pieces)
    fight = Fight(sense(t, "allied"), "0907")
    worths = [fight.worth(column, ["us-349-ri"]) for column in range(12)]
    assert worths[0] < worths[5] < worths[10]
    assert combat_table(fight.sense).id == "combat"
    alone = fight.best(["us-349-ri"], [], 0, 0.1)
    helped = fight.best(["us-349-ri"], [], 10, 0.01)
    assert helped.worth > alone.worth
    assert helped.air > 0


def test_net_shifts_are_known():
    pieces = {"us-349-ri": "1007", "de-267-ri": "0907"}
    t = table("diadem", "allied-combat", pieces, options={"shifts": "net"})
    fight = Fight(sense(t, "allied"), "0907")
    assert 0 <= fight.column(30, ["1007"], ["us-349-ri"]) < 12


def test_a_game_without_odds_is_played_at_random(catalogue, monkeypatch):
    class Advised(Exception):
        pass

    def advise(*_args):
        raise Advised

    monkeypatch.setattr(LadderAdviser, "advise", advise)
    module = catalogue.module("diadem")
    with pytest.raises(Advised):
        SimplePlayer("1").choose(catalogue.new(module, seed="1"))
    bare = catalogue.new(remade(module, odds=MappingProxyType({}), memo={}), seed="1")
    assert SimplePlayer("1").choose(bare).kind == "place"


@pytest.mark.slow
def test_a_retreat_beside_the_map_is_weighed_like_any_other(catalogue):
    """In Metz a piece may be thrown back over the border: into a box, not onto a hex."""
    game = catalogue.new("metz", seed="1")
    players = {side: make_player("simple", f"1/{side}") for side in game.module.sides}
    beside = 0
    while beside == 0 and not game.over:
        decision = game.decision()
        listed = game.legal() if "retreat" in decision.actions else []
        ends = {action.path[-1] for action in listed if action.kind == "retreat"}
        beside += not ends.isdisjoint(game.module.board.boxes)
        assert game.act(players[decision.side].choose(game))
    assert beside


@pytest.mark.parametrize(
    ("game", "side", "hit", "hurt"),
    [
        ("diadem", "allied", HIT, HEALS),
        ("diadem", "axis", CHASED, HIT),
        ("metz", "us", HIT, HEALS),
        ("metz", "german", CHASED, HIT),  # one piece a turn recovers: too few to count on
    ],
)
def test_what_a_first_loss_is_worth_depends_on_who_heals(game, side, hit, hurt):
    at_stake = stakes(table(game).s, side)
    assert (at_stake.hit, at_stake.hurt) == (hit, hurt)
