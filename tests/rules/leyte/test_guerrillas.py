"""Section 11.0: the Filipino guerrillas."""

import pytest

from asking import zone
from leyte_scenes import (
    GROUND,
    at,
    battle,
    hurt,
    moving,
    price,
    rules_against,
    scene,
    sums,
)
from tabuleiro.testing import action

G, H = "ph-92-1", "ph-92-2"
A, B, GUN = "us-21-ri-1", "us-34-ri-1", "us-13-bart"
J, K = "jp-20-ri-1", "jp-33-ri-1"
AIR = {"air.american": 30, "air.japanese": 5}


@pytest.mark.rule("leyte-11.0-1")
@pytest.mark.parametrize(
    ("start", "end", "turn", "cost"),
    [("1712", "1612", 9, 3), ("1712", "1612", 3, 3.5), ("1812", "1912", 9, 2),
     ("2211", "2212", 9, 1), ("2012", "1912", 3, 4)],
)  # fmt: skip
def test_they_march_like_infantry(start, end, turn, cost):
    assert price(moving("american", at(start, G), turn=turn), G, end) == cost


@pytest.mark.rule("leyte-11.0-2")
def test_they_have_no_zone():
    t = moving("japanese", at(GROUND, G), at("2309", J))
    assert zone(t.s, "american") == frozenset()
    t.go(J, "2310", "2311", "2212", "2112")
    assert t.place(J) == "2112"
    both = moving("japanese", at(GROUND, G, A), at("2309", J))
    assert both.refuses(both.move(J, "2310", "2311")) == "leyte-4.1.2-2"


@pytest.mark.rule("leyte-11.0-3", "leyte-11.0-4")
def test_they_heed_no_zone():
    t = moving("american", at("2309", G), at(GROUND, J))
    t.go(G, "2310", "2311", "2212", "2112", "2012")
    assert t.s.piece(G).spent == 10  # no point for breaking contact
    t = moving("american", at("2309", G), at(GROUND, J))
    t.go(G, "2310").go(G, "2311").go(G, "2312")
    assert t.place(G) == "2312"
    infantry = moving("american", at("2309", A), at(GROUND, J))
    assert infantry.refuses(infantry.move(A, "2310", "2311")) == "leyte-4.1.2-2"


@pytest.mark.rule("leyte-11.0-4")
def test_nobody_must_fight_but_both_may():
    where = [at("2310", G), at(GROUND, J)]
    for phase, target in (("american-combat", GROUND), ("japanese-combat", "2310")):
        t = scene(phase, *where)
        assert t.decision.pieces == ()
        assert t.allows(action("end-phase"))
        assert t.allows(action("assault", target))
    t = moving("american", *where).go(G, "2210").end()
    assert t.allows(action("end-phase"))
    t = moving("japanese", *where).go(J, "2311").end()
    assert t.allows(action("end-phase"))


@pytest.mark.rule("leyte-11.0-5")
def test_retreats_end_away_from_them():
    t = battle(at("2310", A, B), at(GROUND, J, K), "3-1", dice=(1, 1), also={G: "2109"})
    ends = {a.path[-1] for a in t.legal("retreat")}
    assert "2110" not in ends
    assert "2111" in ends
    t = battle(at("2310", J, K), at(GROUND, G), "4-1", side="japanese", dice=(1, 2),
               also={"jp-9-ri-1": "2312"})  # fmt: skip
    assert t.told()["code"] == "DRI AVI"
    ends = {a.path[-1] for a in t.legal("retreat", piece=G)}
    assert ends <= {"2111", "2110"}


@pytest.mark.rule("leyte-11.0-6")
def test_no_support_for_guerrillas_alone():
    guns = at("2209", GUN)
    t = scene("japanese-combat", at("2310", J), at(GROUND, G), guns, tracks=AIR, dice=(1, 2))
    t.attack(GROUND, J)
    assert t.told()["odds"]["defence"] == 1  # nobody was asked
    t = scene("japanese-combat", at("2310", J), at(GROUND, G, A), guns, tracks=AIR, dice=(1, 2))
    t.attack(GROUND, J).defend(GUN, air=2)
    assert sums(t)[1] == 1 + 4 + 2 + 2


@pytest.mark.rule("leyte-11.0-6")
def test_no_support_for_attacks_with_guerrillas_alone_in_a_hex():
    where = [at("2310", G), at("2311", A), at(GROUND, J), at("2209", GUN)]
    t = scene("american-combat", *where, tracks=AIR).declare(GROUND, A, G).do(action("join", GUN))
    assert rules_against(t, action("confirm")) == {"11.0-6"}
    t = scene("american-combat", *where, tracks=AIR).declare(GROUND, A, G).do(action("set-air", 3))
    assert rules_against(t, action("confirm")) == {"11.0-6"}
    t = scene("american-combat", *where, dice=(1, 2)).attack(GROUND, A, G)
    assert sums(t)[0] == 4
    t = scene("american-combat", at("2310", G, A), at(GROUND, J), at("2209", GUN), tracks=AIR,
              dice=(1, 2))  # fmt: skip
    t.declare(GROUND, A, G, air=3).do(action("join", GUN), action("confirm"))
    assert t.decision.side == "japanese"
    assert t.odds().attack == 1 + 3 + 2 + 3


@pytest.mark.rule("leyte-11.0-7", "leyte-7.0-1")
def test_two_steps_or_one():
    t = battle(at("2310", J, K), at(GROUND, G), "4-1", side="japanese", dice=(1, 1))
    assert t.told()["code"] == "DRB AVI"
    assert t.losses(G) == 1
    t = battle(at("2310", J, K), at(GROUND, G), "4-1", side="japanese", dice=(1, 1),
               options={"guerrilla-losses": "one-step"})  # fmt: skip
    assert t.place(G) == "dead"
    t = battle(at("2310", J, K), hurt(GROUND, G), "4-1", side="japanese", dice=(1, 1))
    assert t.place(G) == "dead"
    assert not t.allows(action("lose", G))


@pytest.mark.rule("leyte-11.0-4", "leyte-4.1.2-9")
def test_their_terrain_counts_for_nothing_in_dominance():
    where = [at("2517", J), at("2617", A)]  # forest over clear
    t = scene("japanese-combat", *where, at("2516", G))  # the guerrilla on a mountain
    assert t.allows(action("end-phase"))
    t = scene("japanese-combat", *where, at("2516", B))
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
