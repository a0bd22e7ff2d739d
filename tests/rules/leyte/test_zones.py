"""Section 4.1: stacking, zones of engagement, dominance and the duty to attack."""

import pytest

from asking import dominates, zone
from leyte_scenes import (
    at,
    battle,
    blamed,
    moving,
    over,
    price,
    scene,
    spent,
)
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

A, B, C, D, E = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1", "us-184-ri-1", "us-383-ri-1"
J, K, L, M, N = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1", "jp-1-ri-1", "jp-49-ri-1"
GUERRILLA = "ph-92-1"

# ----------------------------------------------------------------------------- stacking


@pytest.mark.rule("leyte-4.1.1-1")
@pytest.mark.parametrize(("side", "five"), [("american", [A, B, C, D, E]),
                                            ("japanese", [J, K, L, M, N])])  # fmt: skip
def test_four_units_fill_a_hex(side, five):
    t = moving(side, at("2211", *five[:3]), at("2310", *five[3:]))
    t.go(five[3], "2211")
    assert t.refuses(t.move(five[4], "2211")) == "leyte-4.1.1-1"


@pytest.mark.rule("leyte-4.1.1-2")
def test_one_may_pass_a_full_hex_but_not_in_a_zone():
    t = moving("american", at("2211", A, B, C, D), at("2310", E))
    assert t.go(E, "2211", "2111").place(E) == "2111"
    t = moving("american", at("2211", A, B, C, D), at("2310", E), at("2110", J))
    assert not t.allows(t.move(E, "2211"))
    assert t.refuses(t.move(E, "2211", "2212")) == "leyte-4.1.2-2"


@pytest.mark.rule("leyte-4.1.1-3")
def test_filipinos_count_with_americans():
    t = moving("american", at("2211", A, B, GUERRILLA), at("2310", C, D))
    t.go(C, "2211")
    assert t.refuses(t.move(D, "2211")) == "leyte-4.1.1-1"


# -------------------------------------------------------------------------------- zones


@pytest.mark.rule("leyte-4.1.2-1")
def test_a_zone_is_the_six_hexes_around():
    t = scene("american-movement", at("2211", J), at("2510", K), at("2101", L))
    near = t.s.board.grid.neighbours
    assert len(near("2211")) == 6
    assert zone(t.s, "japanese") == {*near("2211"), *near("2510"), *near("2101")}
    assert "2610" in zone(t.s, "japanese")  # sea
    assert len(near("2101")) < 6


@pytest.mark.rule("leyte-4.1.2-2")
def test_a_unit_stops_in_a_zone():
    t = moving("american", at("2312", A), at("2210", J))
    assert t.refuses(t.move(A, "2311", "2211", "2111")) == "leyte-4.1.2-2"
    t.go(A, "2311", "2211")
    assert (spent(t, A), t.reach(A)) == (2, set())


@pytest.mark.rule("leyte-4.1.2-3")
def test_friends_do_not_cancel_a_zone():
    t = moving("american", at("2312", A), at("2211", B), at("2210", J))
    assert t.refuses(t.move(A, "2311", "2211", "2212")) == "leyte-4.1.2-2"
    assert t.go(A, "2311", "2211").reach(A) == set()


@pytest.mark.rule("leyte-4.1.2-4", "leyte-4.1.2-17")
def test_an_engaged_unit_leaves_or_attacks():
    t = moving("japanese", at("2211", J), at("2311", A)).end()
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
    t = moving("japanese", at("2211", J), at("2311", A)).go(J, "2110").end()
    assert t.allows(action("end-phase"))
    t = moving("japanese", at("2211", J), at("2311", A), dice=(3, 4)).end().attack("2311", J)
    while t.phase == "japanese-combat" and not t.allows(action("end-phase")):
        t.do(t.legal()[0])
    assert t.allows(action("end-phase"))


@pytest.mark.rule("leyte-4.1.2-5")
def test_breaking_contact_costs_one_point_once():
    t = moving("american", at("2211", A), at("2110", J))
    assert price(t, A, "2311") == 1 + 1
    assert price(t, A, "2312") == 1


@pytest.mark.rule("leyte-4.1.2-6")
def test_from_zone_to_zone():
    t = moving("american", at("2211", A), at("2110", J), at("2312", K))
    assert price(t, A, "2212") == 2
    assert t.reach(A) == set()
    t.end()
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
    assert t.decision.pieces == (A,)


# ---------------------------------------------------------------------------- dominance


@pytest.mark.rule("leyte-4.1.2-7", "leyte-4.1.2-10", "leyte-ex-4.1.2", "leyte-4.1.2-12")
def test_example_of_the_rulebook():
    t = moving("american", at("2516", A), at("2514", B), at("2416", J)).end()
    assert (t.s.board.terrain_at("2516"), t.s.board.terrain_at("2416")) == ("mountain", "clear")
    assert t.decision.pieces == ()
    assert t.allows(action("end-phase"))
    assert t.allows(action("assault", "2416"))
    t = moving("american", at("2516", A), at("2514", B), at("2416", J))
    t.go(B, "2515").end()
    assert t.decision.pieces == (B,)
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"


@pytest.mark.rule("leyte-4.1.2-8")
@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        ("2516", "2515", True),  # mountain over clear
        ("2515", "2516", False),
        ("2516", "2517", True),  # mountain over forest
        ("2517", "2617", True),  # forest over clear
        ("1812", "1912", False),  # city against forest: equal
        ("1912", "1812", False),
        ("2611", "2612", True),  # airfield over clear
        ("2612", "2611", False),
        ("1009", "0908", True),  # mountain over clear
        ("2217", "2116", False),  # river between clear and forest: two and two
        ("2116", "2217", False),
        ("1919", "1920", False),  # two mountains with a river between
        ("1415", "1314", False),
        ("1109", "1010", True),  # mountain 3, forest across a river 2
        ("2014", "2015", False),
    ],
)
def test_more_columns_dominate(mine, theirs, result):
    t = scene("american-combat", at(mine, A), at(theirs, J))
    assert dominates(t.s, A) is result
    assert (
        (t.refuses(action("end-phase")) == "leyte-4.1.2-17")
        if not result
        else t.allows(action("end-phase"))
    )


@pytest.mark.rule("leyte-4.1.2-9")
def test_all_engaging_enemies_must_be_dominated():
    t = moving("american", at("2517", A), at("2617", J)).end()
    assert t.allows(action("end-phase"))
    t = moving("american", at("2517", A), at("2617", J), at("2516", K)).end()
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"


# --------------------------------------------------------------------------------- duty


@pytest.mark.rule("leyte-4.1.2-11")
def test_who_cannot_leave_must_attack():
    slow = "jp-22-rart-2"
    ring = {A: "2015", B: "2016", C: "1814", D: "1816"}
    t = moving("japanese", at("1915", slow), ring, turn=3)
    assert t.reach(slow) <= zone(t.s, "american")
    t.end()
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
    assert t.decision.pieces == (slow,)


@pytest.mark.rule("leyte-4.1.2-12")
def test_the_newcomer_must_attack_whatever_its_terrain():
    t = moving("american", at("2617", A), at("2515", J)).go(A, "2516").end()
    assert t.s.board.terrain_at("2516") == "mountain"
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"


@pytest.mark.rule("leyte-4.1.2-13")
def test_one_attack_on_any_neighbour_is_enough():
    t = scene("american-combat", at("2211", A), at("2111", J), at("2210", K), dice=(3, 4),
              tracks={"air.american": 40})  # fmt: skip
    t.attack("2111", A, air=24)
    assert t.told()["code"] == "DRB AVI"
    while not t.allows(action("end-phase")):
        t.do(t.legal()[0])
    assert t.place(K) == "2210"


@pytest.mark.rule("leyte-4.1.2-14")
def test_duty_ends_with_the_last_target():
    where = [at("2310", A), at("2311", B), at("2211", J)]
    # driven off by another: it was obliged, so both attack; then the phase closes
    t = scene("american-combat", *where, dice=(1, 1), tracks={"air.american": 30})
    t.attack("2211", A, B)
    while not t.allows(action("end-phase")):
        t.do(t.legal()[0])
    # already attacked in this phase
    t = scene("american-combat", *where)
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
    t.game.test([_attacked("2211")], {"type": "mark"})
    assert t.allows(action("end-phase"))
    # another one not attacked yet
    t = scene("american-combat", at("2310", A), at("2211", J), at("2309", K))
    t.game.test([_attacked("2211")], {"type": "mark"})
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
    t.game.test([_attacked("2309")], {"type": "mark"})
    assert t.allows(action("end-phase"))


def _attacked(place):
    return ev.PlaceMarked(place, ("attacked",))


@pytest.mark.rule("leyte-4.1.2-15")
@pytest.mark.parametrize("enemy", [A, GUERRILLA])
def test_enemies_never_share_a_hex(enemy):
    t = moving("japanese", at("2211", J), at("2111", enemy))
    assert t.refuses(t.move(J, "2111")) == "leyte-4.1.2-15"
    assert "2111" not in t.reach(J)


@pytest.mark.rule("leyte-4.1.2-16", "leyte-5.0-1")
def test_only_the_side_to_move_owes_anything():
    where = [at("2211", A), at("2111", J)]
    t = moving("japanese", *where)
    assert t.decision.pieces == (J,)
    t.go(J, "2011").end()
    assert t.decision.side == "japanese"
    assert t.allows(action("end-phase"))
    t = moving("american", *where).end()
    assert (t.decision.side, t.decision.pieces) == ("american", (A,))
    assert t.refuses(action("assault", "2211")) != ""


@pytest.mark.rule("leyte-5.0-3")
def test_nobody_bound_is_left_out():
    t = scene("american-combat", at("2310", A), at("2311", B), at("2211", J))
    t.declare("2211", A)
    assert t.refuses(action("confirm")) == "leyte-5.0-3"
    assert blamed(t.check(action("confirm"))) == {B}
    t = scene("american-combat", at("2310", A), at("2311", B), at("2211", J), at("2412", K),
              dice=(1, 2))  # fmt: skip
    t.attack("2211", A)
    assert t.told()["code"] == "IMP"
    t.declare("2412")
    assert blamed(t.check(action("confirm"))) == {B}
    assert t.refuses(action("end-phase")) != ""


@pytest.mark.rule("leyte-5.0-3")
def test_option_to_warn_and_release():
    t = scene("american-combat", at("2310", A), at("2311", B), at("2211", J),
              options={"duty": "warn-and-release"}, dice=(1, 2))  # fmt: skip
    t.declare("2211", A)
    assert blamed(t.check(action("confirm"))) == {B}
    t.do(action("confirm"))
    assert t.told()["battle"]["attackers"] == (A,)


@pytest.mark.rule("leyte-5.0-2")
def test_attacks_one_by_one_in_any_order():
    t = scene("american-combat", at("2310", A), at("2311", B), at("2309", J), at("2312", K),
              dice=(1, 2, 1, 2))  # fmt: skip
    assert {a.target for a in t.legal("assault")} == {"2309", "2312"}
    t.attack("2312", B)
    assert t.refuses(action("assault", "2312")) == "leyte-8.0-14"
    t.attack("2309", A)
    assert t.allows(action("end-phase"))


@pytest.mark.rule("leyte-5.0-2")
def test_units_of_one_hex_may_attack_different_hexes_once_each():
    t = scene("american-combat", at("2211", A, B), at("2110", J, K), at("2212", L),
              dice=(1, 2), tracks={"air.american": 3})  # fmt: skip
    t.attack("2110", A, air=3)
    assert t.told()["odds"]["defence"] == 6  # all in the hex defend
    assert A not in {a.piece for a in t.declare("2212").legal("join")}
    assert B in {a.piece for a in t.legal("join")}


@pytest.mark.rule("leyte-3.0-3", "leyte-3.0-4")
def test_who_may_attack_whom():
    where = [at("2310", A), at("2211", J), at("1808", GUERRILLA), at("1809", K), at("0407", L)]
    t = scene("american-combat", *where)
    assert {a.target for a in t.legal("assault")} == {"2211", "1809"}
    assert t.refuses(action("assault", "0407")) == "leyte-5.0-2"
    assert t.refuses(action("assault", "2310")) == "leyte-5.0-2"
    t = scene("japanese-combat", *where)
    assert {a.target for a in t.legal("assault")} == {"2310", "1808"}


@pytest.mark.rule("leyte-5.0-4")
def test_armour_attacks_mountains_but_does_not_enter():
    tank = "us-44-bt"
    t = battle(at("2515", tank), at("2516", J), "5-1", target="2516", dice=(1, 1))
    assert t.told()["odds"]["column_label"] == "2-1"
    t = battle(at("2515", tank), at("2516", J), "9-1", target="2516", dice=(4, 4))
    assert t.told()["code"].endswith("AVB")
    t = battle(at("2515", tank), at("2516", J), "6-1", target="2516", dice=(1, 1))
    assert t.told()["code"] == "DRI AVI"
    t.do(t.legal("retreat")[0])
    assert t.at("2516") == set()
    assert over(t)  # no advance is offered
