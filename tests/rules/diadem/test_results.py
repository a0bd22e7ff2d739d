"""Section 5.1.6: what the result codes do."""

import pytest

from asking import engaged
from battles import at, battle, hurt
from tabuleiro.testing import action

A, B, C = "uk-11-bgda", "us-337-ri", "uk-61-bgda"
"""Attackers of 4, 3 and 5."""
D, E, F = "de-131-ri", "de-191-ri", "de-85-rm"
"""Defenders of 4, 3 and 4."""
GUN = "uk-art-x"


def fight(code, attackers, defenders, odds, dice, **more):
    """A battle in the open that ends with the wanted result."""
    t = battle(attackers, defenders, odds, dice=dice, **more)
    assert t.told()["code"] == code
    return t


def asked(t):
    """Who is asked about which pieces."""
    return t.decision.side, set(t.decision.pieces)


def over(t):
    """Whether the battle is over, so that the phase goes on."""
    return "end-phase" in t.decision.actions


# ------------------------------------------------------------ the defender's codes


@pytest.mark.rule("diadem-5.1.6-2")
@pytest.mark.parametrize("victim", [E, "de-art-xiv", "de-art-li"])
def test_de_eliminates_one_and_drives_the_others_off(victim):
    defenders = hurt("0907", E, "de-art-xiv", "de-art-li")  # 2, 1 and 1
    t = fight("DE AVB", at("1007", A, C), defenders, "7-1", (1, 2))
    assert asked(t) == ("axis", set(defenders))
    assert t.refuses(action("lose", A)) == "diadem-5.1.6-21"
    t.lose(victim)
    assert t.place(victim) == "dead"
    left = set(defenders) - {victim}
    assert asked(t) == ("axis", left)
    assert t.decision.actions == ("retreat",)
    for piece in sorted(left):
        assert t.place(piece) == "0907"
        t.retreat(piece, "0807")
    assert t.at("0907") == set()
    assert asked(t) == ("allied", {A, C})


@pytest.mark.rule("diadem-5.1.6-2", "diadem-5.1.6-7")
def test_de_on_a_single_piece_leaves_nobody_to_retreat():
    t = fight("DE AVI", at("1007", A, B), at("0907", E), "8-1", (1, 2))
    assert t.place(E) == "dead"
    assert asked(t) == ("allied", {A, B})
    t.advance(A, "0907")
    assert t.place(A) == "0907"


@pytest.mark.rule("diadem-5.1.6-3")
@pytest.mark.parametrize(("victim", "other"), [(D, E), (E, D)])
def test_drb_costs_one_loss_and_all_retreat(victim, other):
    t = fight("DRB AVB", at("1007", C, A), at("0907", D, E), "2-1", (1, 1))
    assert asked(t) == ("axis", {D, E})
    t.lose(victim)
    t.retreat(victim, "0807").retreat(other, "0808")
    assert (t.losses(victim), t.losses(other)) == (1, 0)
    assert (t.place(victim), t.place(other)) == ("0807", "0808")


@pytest.mark.rule("diadem-5.1.6-4")
def test_dri_sends_all_defenders_back_unharmed():
    t = fight("DRI AVB", at("1007", C, A), at("0907", D, E), None, (1, 1))
    assert asked(t) == ("axis", {D, E})
    assert t.refuses(action("end-phase")) == "diadem-5.3-1"
    t.retreat(E, "0807").retreat(D, "0807")
    assert t.at("0807") == {D, E}
    assert t.losses(D) == t.losses(E) == 0


@pytest.mark.rule("diadem-5.1.6-5", "diadem-5.1.6-9")
@pytest.mark.parametrize(("victim", "other"), [(D, E), (E, D)])
def test_dvb_ari(victim, other):
    attackers = {**at("1007", A), **at("1008", C)}
    t = fight("DVB ARI", attackers, at("0907", D, E), "2-1", (2, 3))
    assert asked(t) == ("axis", {D, E})
    t.lose(victim)
    assert (t.losses(victim), t.losses(other)) == (1, 0)
    assert asked(t) == ("allied", {A, C})
    t.retreat(A, "1107").retreat(C, "1108")
    assert over(t)
    assert t.at("0907") == {D, E}
    assert (t.place(A), t.place(C)) == ("1107", "1108")
    assert t.losses(A) == t.losses(C) == 0


@pytest.mark.rule("diadem-5.1.6-6", "diadem-5.1.6-10", "diadem-5.1.6-18")
@pytest.mark.parametrize(("victim", "other"), [(A, C), (C, A)])
def test_dvi_arb(victim, other):
    t = fight("DVI ARB", at("1007", A, C), at("0907", D, "de-104-rpzgr"), "1-1", (3, 4))
    assert asked(t) == ("allied", {A, C})
    t.lose(victim)
    assert (t.losses(victim), t.losses(other)) == (1, 0)
    assert all(len(deed.path) == 1 for deed in t.legal("retreat"))
    t.retreat(victim, "1107").retreat(other, "1106")
    assert over(t)  # one hex, once, although both codes speak of it
    assert (t.place(victim), t.place(other)) == ("1107", "1106")
    assert t.at("0907") == {D, "de-104-rpzgr"}
    assert t.losses(D) == t.losses("de-104-rpzgr") == 0


# ------------------------------------------------------------ the attacker's codes


@pytest.mark.rule("diadem-5.1.6-7")
@pytest.mark.parametrize("advances", [True, False])
def test_avi_lets_the_attacker_take_the_hex(advances):
    t = fight("DRI AVI", at("1007", A, B), at("0907", D), "3-1", (1, 1))
    t.retreat(D, "0807")
    assert asked(t) == ("allied", {A, B})
    assert {action("advance", A, ("0907",)), action("done-advancing")} <= set(t.legal())
    if advances:
        t.advance(A, "0907")
    t.stay()
    assert over(t)
    assert t.at("0907") == ({A} if advances else set())
    assert t.losses(A) == t.losses(B) == 0


@pytest.mark.rule("diadem-5.1.6-8", "diadem-5.1.6-21")
@pytest.mark.parametrize("victim", [A, C])
def test_avb_costs_one_attacker_a_loss(victim):
    attackers = {**at("1007", A), **hurt("1007", C)}
    t = fight("DRI AVB", attackers, at("0907", "de-1-rpqd"), "2-1", (1, 2))
    t.retreat("de-1-rpqd", "0807")
    assert asked(t) == ("allied", {A, C})
    assert t.decision.actions == ("lose",)
    t.lose(victim)
    if victim == C:
        assert t.place(C) == "dead"
        assert t.losses(A) == 0
        assert asked(t) == ("allied", {A})
    else:
        assert (t.losses(A), t.losses(C)) == (1, 1)
        assert asked(t) == ("allied", {A, C})
    t.advance(A, "0907")
    assert t.place(A) == "0907"


@pytest.mark.rule("diadem-5.1.6-11")
@pytest.mark.parametrize("victim", [A, B, "us-1108-geng"])
def test_ae_eliminates_one_and_all_others_retreat(victim):
    attackers = {**hurt("1007", A, B), **at("1007", "us-1108-geng")}  # 2 each
    strong = at("0907", "de-1-rpqd", "de-3-rpqd", "de-104-rpzgr", "de-200-rpzgr")
    t = fight("DVI AE", attackers, strong, None, (3, 4))
    assert asked(t) == ("allied", set(attackers))
    losses = {piece: t.losses(piece) for piece in attackers}
    t.lose(victim)
    assert t.place(victim) == "dead"
    others = set(attackers) - {victim}
    assert asked(t) == ("allied", others)
    for piece in sorted(others):
        t.retreat(piece, "1107")
    assert over(t)
    assert t.at("1107") == others
    assert t.at("0907") == set(strong)
    assert all(t.losses(piece) == losses[piece] for piece in others)


@pytest.mark.rule("diadem-5.1.6-17")
def test_imp_changes_nothing():
    t = fight("IMP", at("1007", A), hurt("0907", "de-1-rpqd", D), "1-1", (1, 2))
    assert over(t)
    assert t.at("1007") == {A}
    assert t.at("0907") == {"de-1-rpqd", D}
    assert (t.losses(A), t.losses(D)) == (0, 1)
    assert engaged(t.s, A)
    assert engaged(t.s, D)


@pytest.mark.rule("diadem-5.1.6-19")
def test_defender_first_then_attacker_then_advance():
    t = fight("DRB AVB", at("1007", C, A), at("0907", D, E), "2-1", (1, 1))
    for side, deed, too_early in (
        ("axis", action("lose", D), action("retreat", E, ("0807",))),
        ("axis", action("retreat", D, ("0807",)), action("lose", A)),
        ("axis", action("retreat", E, ("0807",)), action("lose", A)),
        ("allied", action("lose", A), action("advance", C, ("0907",))),
        ("allied", action("advance", C, ("0907",)), action("end-phase")),
        ("allied", action("done-advancing"), action("end-phase")),
    ):
        assert t.decision.side == side
        t.refuses(too_early)
        t.do(deed)
    assert over(t)


@pytest.mark.rule("diadem-5.1.6-20")
def test_guns_from_afar_and_bystanders_are_untouched():
    attackers = hurt("1007", "it-1-bda-mtz")
    guns = hurt("1206", GUN, "uk-art-xiii")  # 2 each, from three hexes
    bystander = {**at("1008", A), **at("1009", F)}  # A can attack 1009 as well
    defenders = at("0907", "de-1-rpqd", "de-3-rpqd", "de-104-rpzgr")
    t = fight("DVI AE", attackers, defenders, None, (3, 4), guns=guns, also=bystander)
    assert t.s.board.grid.distance("1206", "0907") == 3
    assert t.told()["odds"]["attack"] == 1 + 2 + 2
    assert t.place("it-1-bda-mtz") == "dead"
    assert over(t)
    assert t.at("1206") == set(guns)
    assert t.place(A) == "1008"


@pytest.mark.rule("diadem-5.1.6-20")
def test_guns_of_the_defence_are_untouched():
    gun = at("0806", "de-art-xiv")
    t = battle(at("1007", A, C), at("0907", E, "de-211-ri"), "2-1", also=gun, dice=(1, 1))
    t.defend("de-art-xiv")
    assert t.told()["code"] == "DRI AVB"  # 12 against 8
    assert asked(t) == ("axis", {E, "de-211-ri"})


@pytest.mark.rule("diadem-5.1.6-21", "diadem-5.1.6-3")
@pytest.mark.parametrize("victim", [D, E])
def test_owner_chooses_between_reduced_and_intact(victim):
    defenders = {**at("0907", D), **hurt("0907", E)}
    t = fight("DRB AVB", at("1007", C, A), defenders, "2-1", (1, 1))
    assert asked(t) == ("axis", {D, E})
    t.lose(victim)
    if victim == E:
        assert t.place(E) == "dead"
        t.retreat(D, "0807")
        assert t.losses(D) == 0
    else:
        t.retreat(D, "0807").retreat(E, "0807")
        assert t.losses(D) == t.losses(E) == 1


@pytest.mark.rule("diadem-5.1.6-21")
def test_reduced_piece_alone_is_eliminated_by_a_loss():
    t = fight("DRB AVB", at("1007", A), hurt("0907", D), "2-1", (1, 1))
    assert t.place(D) == "dead"


# ------------------------------------------------------------------------ exchange

GUNS = {
    **at("1107", "us-art-5-ex", "uk-art-8-ex", "us-art-ii", "fr-art-cef"),
    **at("1108", "uk-art-x", "uk-art-xiii", "ca-art-i", "pl-art-ii"),
}


def exchange(attackers, defenders, guns=3):
    """An exchange on 5-1, to which guns and air points bring the attack."""
    firing = dict(list(GUNS.items())[:guns])
    return fight("EMP", attackers, defenders, "5-1", (1, 1), guns=firing)


THREE = at("1007", C, B, "us-1108-geng")
"""Attackers of 5, 3 and 2."""


@pytest.mark.rule("diadem-5.1.6-12")
@pytest.mark.parametrize(("given", "lost"), [([E], 3), ([D], 4), ([D, E], 7)])
def test_emp_defender_gives_up_what_he_likes(given, lost):
    t = exchange(THREE, at("0907", D, E))
    assert asked(t) == ("axis", {D, E})
    assert t.refuses(action("done-losing")) == "diadem-5.1.6-12"
    assert action("done-losing") not in t.legal()
    t.lose(*given)
    if len(given) == 1:
        t.do(action("done-losing"))
    assert t.at("dead") == set(given)
    assert t.decision.side == "allied"
    assert t.decision.data["owed"] == lost


@pytest.mark.rule("diadem-5.1.6-13")
@pytest.mark.parametrize(
    ("paid", "enough"),
    [([C], True), ([B, "us-1108-geng"], True), ([B], False), (["us-1108-geng"], False)],
)
def test_emp_attacker_pays_at_least_as_much(paid, enough):
    t = exchange(THREE, at("0907", D, E)).lose(D).do(action("done-losing"))  # 4 lost
    assert asked(t) == ("allied", set(THREE))
    t.lose(*paid)
    if enough:
        t.retreat(E, "0807")
        assert over(t)
        assert t.at("dead") == {D, *paid}
    else:
        assert asked(t) == ("allied", set(THREE) - set(paid))
        t.refuses(action("done-losing"))


@pytest.mark.rule("diadem-5.1.6-14")
def test_emp_surviving_defenders_retreat():
    t = exchange(THREE, at("0907", D, E)).lose(E).do(action("done-losing")).lose(C)
    assert asked(t) == ("axis", {D})
    assert t.decision.actions == ("retreat",)
    t.retreat(D, "0807")
    assert (t.place(D), t.losses(D)) == ("0807", 0)


@pytest.mark.rule("diadem-5.1.6-15", "diadem-5.1.6-20")
def test_emp_attackers_pay_no_more_than_they_have():
    t = exchange(at("1007", A, B), at("0907", "de-104-rpzgr", D), guns=8)
    t.lose("de-104-rpzgr", D)  # 5 and 4
    assert over(t)
    assert t.at("dead") == {"de-104-rpzgr", D, A, B}
    assert t.at("1107") | t.at("1108") == set(GUNS)


@pytest.mark.rule("diadem-5.1.6-15")
def test_emp_counts_present_strengths():
    t = (
        exchange({**hurt("1007", A), **at("1007", B)}, at("0907", D, E))
        .lose(E)
        .do(action("done-losing"))
    )
    t.lose(A)  # 2 of the 3 that are owed
    assert t.place(A) == "dead"
    assert t.place(B) == "dead"
    t = exchange({**hurt("1007", A), **at("1007", B)}, {**hurt("0907", D), **at("0907", E)})
    t.lose(D).do(action("done-losing"))
    assert t.decision.data["owed"] == 2
    t.lose(A)
    assert t.place(B) == "1007"


@pytest.mark.rule("diadem-5.1.6-16")
def test_emp_survivors_stay_where_they_are():
    t = exchange(THREE, at("0907", D), guns=0).lose(C)
    assert over(t)
    assert t.at("0907") == set()
    assert t.at("1007") == {B, "us-1108-geng"}
    t.refuses(action("advance", B, ("0907",)))
