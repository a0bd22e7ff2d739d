"""What the simple player makes of air power, naval guns, recovery and guerrillas."""

import pytest

from asking import ASSAULT
from leyte_scenes import GROUND, at, hurt, marked, moving, scene
from tabuleiro.bots import SimplePlayer
from tabuleiro.rules.advice.declare import Declaring
from tabuleiro.rules.advice.fight import Fight
from tabuleiro.rules.advice.fire import best_salvo, best_sortie, harm
from tabuleiro.rules.advice.march import March
from tabuleiro.rules.advice.sense import CHASED, HEALS, HIT, Sense, stakes
from tabuleiro.testing import action

A, B, C, GUERRILLA = "us-21-ri-1", "us-21-ri-2", "us-34-ri-1", "ph-92-1"
GUN, HOWITZER = "us-13-bart", "us-gun-1"
J, K, L, M = "jp-20-ri-1", "jp-33-ri-1", "jp-33-ri-2", "jp-33-ri-3"


def sense(t, side):
    return Sense(t.s, side, stakes(t.s, side))


def play(t, side, limit=60):
    """Let the simple player act for a side as long as it is asked; return what it did."""
    player, done = SimplePlayer("1"), []
    while not t.game.over and len(done) < limit:
        decision = t.game.decision()
        if decision.side != side or t.s.phase.side != side:
            break
        done.append(player.choose(t.game))
        t.do(done[-1])
    return done


def test_a_loss_that_heals_hurts_less():
    t = scene("american-combat", at("2310", A), at(GROUND, J))
    mine, theirs = stakes(t.s, "american"), stakes(t.s, "japanese")
    assert (mine.hurt, mine.hit) == (HEALS, HIT)
    assert (theirs.hurt, theirs.hit) == (HIT, CHASED)
    assert sense(t, "american").mirrored().stakes.hurt == HIT
    assert sense(t, "american").loss([A], mine=True) == pytest.approx(mine.die * HEALS)
    tired = scene("american-combat", hurt("2310", A), at(GROUND, J))
    assert sense(tired, "american").loss([A], mine=True) == mine.die


def test_who_is_tired_keeps_away_from_the_enemy():
    """Two hexes off a line that it could hold, a whole battalion stays and a reduced one goes."""
    march = [March(sense(moving("american", pieces, at("2311", J)), "american"), [A])
             for pieces in (at("2309", A), hurt("2309", A))]  # fmt: skip
    fresh, tired = (one.value(A, "2309") for one in march)
    assert tired < fresh - 1
    assert march[1].value(A, "2307") > tired


def test_more_fire_at_more_targets_is_worth_more():
    few = sense(scene("american-combat", at("2209", GUN), at(GROUND, J)), "american")
    many = sense(scene("american-combat", at("2209", GUN), at(GROUND, J, K, L, M)), "american")
    assert 0 < harm(few, GROUND, 5, "air") < harm(many, GROUND, 5, "air")
    assert harm(many, GROUND, 10, "air") < harm(many, GROUND, 10, "artillery")
    assert best_salvo(many, GROUND).guns == (GUN,)


def test_idle_aircraft_attack_on_their_own():
    t = scene("american-combat", at("2005", A), at(GROUND, J, K, L, M),
              tracks={"air.american": 25})  # fmt: skip
    assert 3 <= best_sortie(sense(t, "american"), GROUND).air <= 10
    done = play(t, "american")
    assert action("air-strike", GROUND) in done
    assert t.s.position.tracks["air.american"] < 25


def test_naval_guns_are_reckoned_with_where_the_pieces_stand():
    """Pieces that landed by assault gain two columns near the coast in turn 1 (10.0)."""
    columns = []
    for marks in ((), (ASSAULT,)):
        t = scene("american-combat", marked("2513", A, B, marks=marks), at("2413", J), turn=1)
        fight = Fight(sense(t, "american"), "2413", in_place=True)
        columns.append(fight.column(6, ["2513"], [A, B]))
    assert columns[1] == columns[0] + 2


def test_an_air_point_costs_what_another_attack_would_make_of_it():
    two = scene("american-combat", at("2310", A), at(GROUND, J), at("1612", B), at("1712", K),
                tracks={"air.american": 12})  # fmt: skip
    declaring = Declaring()
    declaring._price_air(sense(two, "american"), [GROUND, "1712"])
    assert max(declaring._prices.values()) > 0
    declaring._price_air(sense(two, "american"), [GROUND])
    assert set(declaring._prices.values()) == {0.0}


def test_no_air_points_are_planned_for_guns_alone():
    """By 8.0 they get none; with infantry beside them they pay."""
    t = scene("american-combat", at("2310", GUN, A), at(GROUND, J), tracks={"air.american": 9})
    fight = Fight(sense(t, "american"), GROUND, in_place=True)
    assert fight.best([GUN], [], 9, 0.0).air == 0
    assert fight.best([GUN, A], [], 9, 0.0).air > 0


def test_guerrillas_do_not_hold_up_an_attack_with_guns():
    """By 11.0 nobody fires for a hex of guerrillas alone: the attack goes on without them."""
    t = scene("american-combat", at("2310", GUERRILLA), at("2311", A, B, C), at(GROUND, J),
              at("2209", GUN, HOWITZER), tracks={"air.american": 10})  # fmt: skip
    done = play(t, "american")
    kinds = [deed.kind for deed in done]
    assert kinds.count("assault") <= 3
    assert "confirm" in kinds
