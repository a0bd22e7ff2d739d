"""Sections 5.1.6 and 5.2: what the result codes do, and who advances."""

import pytest

from leyte_scenes import GROUND, asked, at, battle, hurt, over, spent
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

A, B, C, D = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1", "us-184-ri-1"
J, K, L, M = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1", "jp-1-ri-1"
WEAK = "jp-bi-buri"
GUN, TANK = "us-13-bart", "us-44-bt"
THREE = at("2310", A, B, C)


def fight(code, attackers, defenders, odds, dice, **more):
    """A battle in the open that ends with the wanted result."""
    t = battle(attackers, defenders, odds, dice=dice, **more)
    assert t.told()["code"] == code
    return t


# ---------------------------------------------------------------- the defender's codes


@pytest.mark.rule("leyte-5.1.6-1")
@pytest.mark.parametrize("victim", [J, K, L])
def test_de(victim):
    t = fight("DE AVB", THREE, hurt(GROUND, J, K, L), "7-1", (1, 2))
    assert asked(t) == ("japanese", {J, K, L})
    assert t.refuses(action("lose", A)) != ""
    t.lose(victim)
    left = sorted({J, K, L} - {victim})
    assert t.place(victim) == "dead"
    for piece in left:
        t.retreat(piece, "2110")
    assert t.at("2110") == set(left)


@pytest.mark.rule("leyte-5.1.6-1", "leyte-5.1.6-6")
def test_de_on_a_single_unit():
    t = fight("DE AVI", THREE, at(GROUND, J), "8-1", (1, 2))
    assert t.place(J) == "dead"
    assert asked(t) == ("american", {A, B, C})


@pytest.mark.rule("leyte-5.1.6-2", "leyte-5.1.6-7", "leyte-5.1.6-18", "leyte-5.3-4")
@pytest.mark.parametrize(("victim", "price"), [(J, A), (K, B), (L, C)])
def test_drb_avb(victim, price):
    t = fight("DRB AVB", THREE, at(GROUND, J, K, L), "2-1", (1, 1))
    assert asked(t) == ("japanese", {J, K, L})
    t.lose(victim)
    t.retreat(J, "2110").retreat(K, "2111").retreat(L, "2110")
    assert [t.losses(p) for p in (J, K, L)] == [int(p == victim) for p in (J, K, L)]
    assert asked(t) == ("american", {A, B, C})
    t.lose(price)
    assert [t.losses(p) for p in (A, B, C)] == [int(p == price) for p in (A, B, C)]
    assert t.decision.actions == ("advance", "done-advancing")


@pytest.mark.rule("leyte-5.1.6-3", "leyte-5.1.6-6")
def test_dri_avi():
    t = fight("DRI AVI", THREE, at(GROUND, J, K), "3-1", (1, 1))
    t.retreat(J, "2110").retreat(K, "2110")
    assert [t.losses(p) for p in (A, B, C, J, K)] == [0] * 5
    assert asked(t) == ("american", {A, B, C})
    assert t.advance(B, GROUND).place(B) == GROUND


@pytest.mark.rule("leyte-5.1.6-4", "leyte-5.1.6-8", "leyte-5.1.6-11")
@pytest.mark.parametrize("victim", [J, K])
def test_dvb_ari(victim):
    t = fight("DVB ARI", THREE, at(GROUND, J, K), "2-1", (2, 3))
    t.lose(victim)
    assert (t.losses(J), t.losses(K)) == (int(victim == J), int(victim == K))
    assert asked(t) == ("american", {A, B, C})
    for piece in (A, B, C):
        assert {len(m.path) for m in t.legal("retreat", piece=piece)} == {1}
        t.retreat(piece, "2410")
    assert t.at(GROUND) == {J, K}
    assert [t.losses(p) for p in (A, B, C)] == [0, 0, 0]
    assert over(t)


@pytest.mark.rule("leyte-5.1.6-5", "leyte-5.1.6-8", "leyte-5.2-8", "leyte-5.3-5")
def test_dvi_ari():
    t = fight("DVI ARI", THREE, at(GROUND, J, K), "2-1", (3, 4))
    for piece in (A, B, C):
        t.retreat(piece, "2410")
    assert t.at(GROUND) == {J, K}
    assert t.losses(J) == t.losses(K) == 0
    assert over(t)  # the defender is not asked to advance


@pytest.mark.rule("leyte-5.1.6-9", "leyte-5.1.6-11")
@pytest.mark.parametrize("victim", [A, B])
def test_dvb_arb_and_dvi_arb(victim):
    t = fight("DVB ARB", at("2310", A, B), at(GROUND, J), None, (3, 3))
    assert t.losses(J) == 1
    t.lose(victim)
    t.retreat(A, "2410").retreat(B, "2410")
    assert (t.losses(A), t.losses(B)) == (int(victim == A), int(victim == B))
    t = fight("DVI ARB", at("2310", A), at(GROUND, J), None, (3, 4))
    assert (t.losses(A), t.losses(J)) == (1, 0)


@pytest.mark.rule("leyte-5.1.6-10", "leyte-5.1.6-16")
@pytest.mark.parametrize("victim", [A, B, C])
def test_ae_eliminates_one_and_guns_stand_aside(victim):
    mountain = at("1512", M, "jp-49-ri-1", "jp-57-ri-1")
    t = fight("DVI AE", at("1612", A, B, C), mountain, None, (3, 4), target="1512",
              guns=at("1712", GUN))  # fmt: skip
    assert asked(t) == ("american", {A, B, C})
    assert t.refuses(action("lose", GUN)) != ""
    t.lose(victim)
    assert t.place(victim) == "dead"
    for piece in sorted({A, B, C} - {victim}):
        t.do(t.legal("retreat", piece=piece)[0])
    assert (t.place(GUN), t.losses(GUN)) == ("1712", 0)
    assert over(t)


@pytest.mark.rule("leyte-5.1.6-10")
def test_ae_on_a_single_attacker():
    t = fight("DVI AE", at("2310", "us-eng-1"), at(GROUND, J, K, L), None, (3, 4))
    assert t.place("us-eng-1") == "dead"
    assert over(t)


# ----------------------------------------------------------------------- EMP and IMP


def emp(defenders=None, attackers=None):
    t = battle(attackers or THREE, defenders or at(GROUND, M, WEAK), "9-1", dice=(6, 6))
    assert t.told()["code"] == "EMP"
    return t


@pytest.mark.rule("leyte-5.1.6-12")
def test_the_attacker_pays_what_the_defender_gives():
    t = emp()
    assert asked(t) == ("japanese", {M, WEAK})
    assert not t.allows(action("done-losing"))
    t.lose(M).do(action("done-losing"))
    assert asked(t) == ("american", {A, B, C})
    t.lose(A).lose(C)  # 3 is less than 4, 6 is enough
    assert (t.place(A), t.place(C), t.place(B)) == ("dead", "dead", "2310")


@pytest.mark.rule("leyte-5.1.6-12")
def test_both_may_give_more_and_losses_count_as_they_are():
    t = emp().lose(M).lose(WEAK)  # 4 + 2
    assert asked(t) == ("american", {A, B, C})
    t.lose(A).lose(B)
    assert t.place(C) == "2310"
    t = emp(hurt(GROUND, M, WEAK)).lose(M).do(action("done-losing"))  # 2
    t.lose(B)
    assert (t.place(A), t.place(C)) == ("2310", "2310")
    t = emp(at(GROUND, M), at("2310", A))  # 4 against 3: all that there are
    assert t.place(A) == "dead"


@pytest.mark.rule("leyte-5.1.6-13", "leyte-5.1.6-14")
def test_after_an_exchange_defenders_retreat_and_nobody_advances():
    t = emp().lose(WEAK).do(action("done-losing"))
    t.lose(A)
    t.retreat(M, "2110")
    assert t.place(M) == "2110"
    assert (t.at(GROUND), t.at("2310")) == (set(), {B, C})
    assert over(t)


@pytest.mark.rule("leyte-5.1.6-15")
def test_imp():
    t = fight("IMP", THREE, at(GROUND, J, K), "2-1", (2, 2))
    assert over(t)
    assert (t.at("2310"), t.at(GROUND)) == ({A, B, C}, {J, K})
    assert {t.losses(p) for p in (A, B, C, J, K)} == {0}
    t.end()
    t.go(J, "2111")
    assert spent(t, J) == 2  # it was engaged still


@pytest.mark.rule("leyte-5.1.6-17", "leyte-7.0-2")
def test_a_second_loss_eliminates_and_may_empty_the_hex():
    t = fight("DVB ARI", at("2310", A, B), hurt(GROUND, J), "3-1", (3, 3))
    assert t.place(J) == "dead"
    t.retreat(A, "2410").retreat(B, "2410")
    assert t.at(GROUND) == set()
    assert over(t)


# ----------------------------------------------------------------------------- advance


def won(attackers, defenders=None, **more):
    """A victory without losses: 3-1 or better, the defender gone to 2110."""
    t = battle(attackers, defenders or at(GROUND, WEAK), "3-1", dice=(1, 1), **more)
    assert t.told()["code"] == "DRI AVI"
    t.retreat(WEAK, "2110")
    return t


@pytest.mark.rule("leyte-5.2-1", "leyte-5.2-2")
def test_infantry_may_take_the_hex_or_stay():
    t = won(at("2310", A))
    assert t.legal() == [action("advance", A, (GROUND,)), action("done-advancing")]
    assert t.stay().at(GROUND) == set()
    t = won(at("2310", "us-eng-1")).advance("us-eng-1", GROUND)
    assert t.place("us-eng-1") == GROUND


@pytest.mark.rule("leyte-5.2-3", "leyte-5.2-6", "leyte-9.0-5")
@pytest.mark.parametrize("tank", [TANK, "us-632-btd"])
@pytest.mark.parametrize(
    ("turn", "far"), [(10, True), (9, True), (5, False), (2, False), (8, False)]
)
def test_armour_goes_one_hex_further_in_dry_weather(tank, turn, far):
    # two tanks strike from the east; the defender ends out of reach of the second hex
    t = battle(at("2310", tank), at(GROUND, WEAK), "9-1", dice=(2, 1), turn=turn)
    assert t.told()["code"] == "DE AVI"
    ends = {a.path for a in t.legal("advance")}
    assert (GROUND,) in ends
    assert any(len(path) == 2 for path in ends) is far
    if far:
        assert {path[1] for path in ends if len(path) == 2} == {
            "2210",
            "2311",
            "2212",
            "2111",
            "2110",
        }
        assert t.advance(tank, GROUND, "2110").place(tank) == "2110"


@pytest.mark.rule("leyte-5.2-6", "leyte-5.2-7")
def test_armour_stops_in_a_zone_and_mountains_stay_closed():
    t = battle(at("2310", TANK), at(GROUND, WEAK), "9-1", dice=(2, 1), also={J: "2010"})
    assert {a.path for a in t.legal("advance") if len(a.path) == 2} >= {(GROUND, "2110")}
    t.advance(TANK, GROUND, "2110")
    assert t.legal("assault") == []
    t = battle(at("2310", TANK), at(GROUND, WEAK), "9-1", dice=(2, 1), also={J: "2011"})
    assert (GROUND, "2110") in {a.path for a in t.legal("advance")}
    t = battle(at("2310", TANK), at(GROUND, WEAK), "9-1", dice=(2, 1), also={J: "2111"},
               options={"duty": "warn-and-release"})  # fmt: skip
    assert {a.path for a in t.legal("advance")} == {(GROUND,)}
    t = battle(at("2515", TANK, A), at("2516", WEAK), "9-1", target="2516", dice=(3, 4))
    while "advance" not in t.decision.actions and not over(t):
        t.do(t.legal()[0])
    assert {a.piece for a in t.legal("advance")} == {A}


def barred(t):
    """The clauses by which it was told that nobody can advance."""
    told = (e for row in t.game.log.line() for e in row.events if isinstance(e, ev.Said))
    return [e.rule for e in told if e.message.text.startswith("Nobody can advance")]


@pytest.mark.rule("leyte-5.2-6")
def test_nobody_advances_over_a_strait_and_all_are_told_why():
    t = battle(at("2611", A, B), at("2510", WEAK), "9-1", target="2510", dice=(2, 1))
    assert t.told()["code"] == "DE AVB"
    t.lose(A)
    assert over(t)
    assert barred(t) == ["leyte-5.2-6"]


def test_where_somebody_can_advance_nothing_is_told():
    t = battle(at("2310", A, B), at(GROUND, WEAK), "9-1", dice=(2, 1))
    t.advance(A, GROUND).stay()
    assert over(t)
    t.game.act(action("end-phase"))
    assert barred(t) == []


@pytest.mark.rule("leyte-5.2-4")
def test_that_artillery_stays_is_told_where_nobody_else_attacks():
    t = battle(at("2310", GUN), at(GROUND, WEAK), dice=(1, 1))
    assert t.told()["code"] == "DRI AVB"
    t.retreat(WEAK, "2110")
    assert (over(t), barred(t)) == (True, ["leyte-5.2-4"])


@pytest.mark.rule("leyte-5.2-6", "leyte-5.2-3")
def test_the_zone_of_who_was_driven_out_stops_nobody():
    def further(**more):
        return {a.path[1] for a in won(at("2310", TANK), **more).legal("advance") if a.path[1:]}

    assert further() == {"2210", "2311", "2212", "2111"}
    assert further(also={J: "2110"}) == set()
    assert further(also={J: "2111"}) == set()
    assert further(also={J: "2010"}) == {"2210", "2311", "2212", "2111"}
    assert further(options={"advance-zones": "any"}) == set()


@pytest.mark.rule("leyte-5.2-4")
def test_artillery_stays():
    t = battle(at("2310", A, GUN), at(GROUND, WEAK), "9-1", dice=(2, 1))
    assert {a.piece for a in t.legal("advance")} == {A}


@pytest.mark.rule("leyte-5.2-5")
def test_who_fought_beside_the_hex_may_advance_even_with_losses():
    t = battle(at("2310", A, B), at(GROUND, WEAK), "7-1", dice=(1, 2), also={C: "2311"},
               options={"duty": "warn-and-release"})  # fmt: skip
    assert t.told()["code"] == "DE AVB"
    t.lose(A)
    assert {a.piece for a in t.legal("advance")} == {A, B}
    assert t.advance(A, GROUND).losses(A) == 1


@pytest.mark.rule("leyte-5.2-6")
def test_four_units_and_no_more_advance():
    five = {A: "2310", B: "2310", C: "2311", D: "2311", "us-383-ri-1": "2310"}
    t = battle(five, at(GROUND, J), "8-1", dice=(1, 2))
    for piece in (A, B, C, D):
        t.advance(piece, GROUND)
    assert t.at(GROUND) == {A, B, C, D}
    assert over(t)


@pytest.mark.rule("leyte-5.2-7")
def test_no_second_attack_after_an_advance():
    t = battle(at("2310", A), at(GROUND, WEAK), "8-1", dice=(1, 2), also={J: "2110"})
    t.advance(A, GROUND)
    while not over(t):
        t.do(t.legal()[0])
    assert t.refuses(action("assault", "2110")) != ""
    t.end()
    assert t.decision.side == "japanese"
    assert J in t.decision.pieces


def test_retreats_are_no_choice_of_the_enemy():
    t = fight("DRI AVI", THREE, at(GROUND, J, K), "3-1", (1, 1))
    assert not t.check(action("retreat", J, ("2110",)), side="american")
