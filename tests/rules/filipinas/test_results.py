"""Sections 5.1.6 to 5.3 and 13: losses, retreats, advances, and who holds out in Intramuros."""

import pytest

from filipinas_ground import (
    BAND,
    GUN,
    JP_TANK,
    PLAIN,
    RANGERS,
    TANK,
    TANK_2,
    A,
    B,
    C,
    J,
    K,
    L,
    at,
    battle,
    board,
    hurt,
    lost,
    said,
)
from tabuleiro.testing import action

EAST = "2116"
MANILA = "2221"
RELEASE = {"duty": "warn-and-release"}
"""With it those who stand around only to bar the way need not attack."""


def even(*defenders, dice, here=EAST, there=PLAIN, attackers=(A, B), **more):
    """A 2-1 of two regiments against one; by its dice 2 D2 A0, 3 D2 A1, 5 D1 A0, 7 D0 A1."""
    where = [at(here, *attackers), *defenders]
    return battle(there, *where, attackers=attackers, dice=dice, **more)


def ends(t, piece):
    """Where a piece may retreat to."""
    return {a.path[-1] for a in t.legal("retreat", piece=piece)}


# ----------------------------------------------------------------------------------- losses


@pytest.mark.rule("filipinas-5.1.6-1", "filipinas-5.1.6-5")
def test_nothing_for_the_defender():
    """D0 A1: the attacker alone loses, and chooses who."""
    t = even(at(PLAIN, J), dice=(3, 4))
    assert t.told()["code"] == "D0 A1"
    assert t.decision.side == "us"
    assert set(t.decision.pieces) == {A, B}
    t.lose(B)
    assert lost(t, A, B, J) == [0, 1, 0]
    assert t.place(J) == PLAIN


@pytest.mark.rule("filipinas-8.0-1")
def test_a_loss_flips_and_a_second_one_eliminates():
    t = battle(PLAIN, at(EAST, B, C), hurt(EAST, A), at(PLAIN, J), attackers=(A, B, C), dice=(3, 4))
    t.lose(B)
    assert lost(t, A, B, C) == [1, 1, 0]
    assert {t.place(piece) for piece in (A, B, C)} == {EAST}
    t = battle(PLAIN, at(EAST, B, C), hurt(EAST, A), at(PLAIN, J), attackers=(A, B, C), dice=(3, 4))
    t.lose(A)
    assert t.place(A) == "dead"


@pytest.mark.rule("filipinas-5.1.6-1")
def test_nothing_for_the_attacker():
    t = even(at(PLAIN, J), dice=(2, 3))
    assert t.told()["code"] == "D1 A0"
    t.lose(J)
    assert lost(t, A, B, J) == [0, 0, 1]


@pytest.mark.rule("filipinas-5.1.6-2")
def test_one_is_a_loss_or_a_retreat():
    """One of two flips, or both move."""
    four = (A, B, C, "us-132-ri")
    where = [at(EAST, *four), at(PLAIN, L, "jp-10-base-aerea")]
    t = battle(PLAIN, *where, attackers=four, dice=(4, 5))
    assert t.told()["code"] == "D1 A0"
    assert t.decision.side == "jp"
    assert {a.piece for a in t.legal("lose")} == {L, "jp-10-base-aerea"}
    t.lose("jp-10-base-aerea")
    assert lost(t, L, "jp-10-base-aerea") == [0, 1]
    assert t.at(PLAIN) == {L, "jp-10-base-aerea"}
    t = battle(PLAIN, *where, attackers=four, dice=(4, 5))
    t.act("give-way").retreat(L, "2015").retreat("jp-10-base-aerea", "1916")
    assert lost(t, L, "jp-10-base-aerea") == [0, 0]
    assert t.at(PLAIN) == set()


@pytest.mark.rule("filipinas-ex-5.1.6", "filipinas-5.1.6-3")
def test_three_is_a_retreat_and_two_losses():
    six = (A, B, C, "us-132-ri", "us-123-ri", TANK)
    t = battle(PLAIN, at(EAST, *six), at(PLAIN, L, "jp-10-base-aerea"), attackers=six, dice=(1, 1))
    assert t.told()["code"] == "D3 A1"
    t.act("losses-first").lose("jp-10-base-aerea").lose(L)
    t.retreat("jp-10-base-aerea", "2015").retreat(L, "1916")
    assert lost(t, L, "jp-10-base-aerea") == [1, 1]
    assert t.at(PLAIN) == set()


@pytest.mark.rule("filipinas-5.1.6-4")
def test_the_defender_chooses_who_loses():
    t = battle(PLAIN, at(EAST, A, B, C, TANK), at(PLAIN, L, "jp-10-base-aerea"),
               attackers=(A, B, C, TANK), dice=(5, 6))  # fmt: skip
    assert t.told()["code"] == "D2 A1"
    t.act("losses-first")
    assert (t.top, t.decision.side) == ("take-loss", "jp")
    assert t.refuses(action("lose", A), side="jp") == "filipinas-5.1.6-4"
    t.lose("jp-10-base-aerea")
    assert lost(t, L, "jp-10-base-aerea") == [0, 1]


@pytest.mark.rule("filipinas-5.1.6-5")
def test_two_losses_of_a_lone_attacker_are_its_end():
    """A2 on one intact regiment: flipped, then eliminated; two regiments may both flip."""
    t = battle(PLAIN, at(EAST, A), at(PLAIN, L), attackers=(A,), dice=(3, 4))
    assert t.told()["code"] == "D0 A2"
    assert lost(t, A) == [None]
    t = battle(PLAIN, at(EAST, A, B), at(PLAIN, J, L), attackers=(A, B), dice=(3, 4))
    assert t.told()["code"] == "D0 A2"
    t.lose(A).lose(B)
    assert lost(t, A, B) == [1, 1]
    assert t.place(A) == EAST, "attackers never retreat"


@pytest.mark.rule("filipinas-5.1.6-6")
def test_guns_from_afar_lose_nothing():
    t = battle(PLAIN, at(EAST, A), at("2216", GUN), at(PLAIN, J, L), attackers=(A,), guns=(GUN,),
               dice=(3, 4))  # fmt: skip
    assert t.told()["code"] == "D0 A2"
    assert lost(t, A, GUN) == [None, 0]


@pytest.mark.rule("filipinas-5.1.6-7")
def test_losses_and_retreat_in_either_order():
    """Armour retreats over a river first, and takes its loss there; then D2's on another."""
    four = (A, B, C, TANK)
    where = [at("2216", *four), at("2217", JP_TANK, "jp-guarnicao-cebu")]
    t = battle("2217", *where, attackers=four, dice=(5, 6))
    assert t.told()["code"].startswith("D2")
    assert t.decision.actions == ("losses-first", "retreat-first")
    t.act("retreat-first")
    assert t.top == "retreating"
    t = battle("2217", *where, attackers=four, dice=(5, 6))
    t.act("losses-first")
    assert t.top == "take-loss"


# --------------------------------------------------------------------------------- retreats


@pytest.mark.rule("filipinas-5.3-1")
def test_they_retreat_into_zones_if_need_be():
    t = even(at(PLAIN, J), at("2014", C), dice=(1, 1))
    assert t.told()["code"] == "D2 A0"
    assert ends(t, J) == {"2015", "2115", "2017", "1916", "1915"}
    t.retreat(J, "2015")
    assert lost(t, J) == [1]
    assert t.place(J) == "2015"


@pytest.mark.rule("filipinas-5.3-1")
def test_who_has_no_hex_is_eliminated():
    others = ("us-17-ri", "us-381-ri", "us-129-ri", "us-149-ri", "us-108-ri")
    ring = dict(zip(others, sorted({"2015", "2115", "2017", "1916", "1915"}), strict=True))
    t = even(at(PLAIN, J), ring, dice=(1, 1), options=RELEASE)
    assert lost(t, J) == [None]


@pytest.mark.rule("filipinas-5.3-1")
def test_dormant_guerrillas_bar_no_retreat():
    hidden = {BAND: {"place": "2015", "marks": ["dormant"]}}
    t = even(at(PLAIN, J), hidden, dice=(1, 1))
    assert "2015" in ends(t, J)
    t = even(at(PLAIN, J), at("2015", BAND), dice=(1, 1))
    assert "2015" not in ends(t, J)


@pytest.mark.rule("filipinas-5.3.1-1")
def test_a_full_hex_sends_one_on():
    six = ("jp-20-ri", "jp-33-ri", "jp-11-ri", "jp-12-ri", "jp-13-ri", "jp-10-ri")
    t = even(at(PLAIN, J), at("2015", *six), dice=(1, 1))
    t.retreat(J, "2015")
    assert (t.top, t.decision.side) == ("displacement", "jp")
    assert {a.piece for a in t.legal("displace")} == {J, *six}
    t.act("displace", "jp-20-ri", "2014")
    assert t.at("2015") == {J, *six[1:]}
    assert t.place("jp-20-ri") == "2014"


@pytest.mark.rule("filipinas-5.3.1-1")
def test_who_cannot_be_sent_on_is_lost():
    """Enemies stand around both hexes: of seven in the second one is eliminated."""
    six = ("jp-20-ri", "jp-33-ri", "jp-11-ri", "jp-12-ri", "jp-13-ri", "jp-10-ri")
    foes = ("us-17-ri", "us-381-ri", "us-129-ri", "us-149-ri", "us-108-ri", "us-162-ri",
            "us-103-ri", "us-305-ri", "us-321-ri", "us-27-ri")  # fmt: skip
    b = board()
    around = {n for h in (PLAIN, "2015") for n in b.grid.neighbours(h)} - {PLAIN, "2015", EAST}
    ring = dict(zip(foes, sorted(around), strict=False))
    t = even(at(PLAIN, J), at("2015", *six), ring, dice=(2, 3), options=RELEASE)
    t.act("give-way")
    assert (t.top, t.decision.side) == ("take-loss", "jp")
    t.lose("jp-33-ri")
    assert lost(t, "jp-33-ri") == [None]
    assert len(t.at("2015")) == 6


def over(kind, piece, *, dice, target, out, foes=(A, B)):
    """A retreat that must lead over a kind of hexside, for lack of other ways."""
    b = board()
    assert kind is None or b.side_has(target, out, kind)
    spare = ("us-17-ri", "us-381-ri", "us-129-ri", "us-149-ri", "us-108-ri")
    land = [n for n in b.grid.neighbours(target) if b.terrain_at(n) != "sea" and n != out]
    where = [at(target, piece), dict(zip(spare, land, strict=False)), at(land[0], *foes)]
    return battle(target, *where, attackers=foes, dice=dice, options=RELEASE)


@pytest.mark.rule("filipinas-5.3.2-1")
def test_armour_loses_by_a_retreat_over_a_river():
    """An intact 6 RT, D1 and a retreat: flipped; with the loss of D2 on it: eliminated."""
    hexes = {"target": "2219", "out": "2118"}
    t = over("river", JP_TANK, dice=(2, 3), **hexes)
    assert t.told()["code"].startswith("D1"), t.told()["code"]
    t.act("give-way")
    assert (t.place(JP_TANK), lost(t, JP_TANK)) == ("2118", [1])
    t = over("river", JP_TANK, dice=(1, 1), **hexes)
    assert t.told()["code"].startswith("D2")
    assert lost(t, JP_TANK) == [None]
    t = over("river", J, dice=(2, 3), **hexes)
    t.act("give-way")
    assert (t.place(J), lost(t, J)) == ("2118", [0]), "others are not affected"


@pytest.mark.rule("filipinas-5.3.2-1")
def test_a_road_over_the_river_is_a_bridge():
    assert board().side_has("2710", "2611", "river")
    assert board().road_between("2710", "2611")
    t = over("river", JP_TANK, dice=(2, 3), target="2710", out="2611",
             foes=(A, B, C, "us-123-ri"))  # fmt: skip
    assert t.told()["code"].startswith("D1"), t.told()["code"]
    t.act("give-way")
    assert (t.place(JP_TANK), lost(t, JP_TANK)) == ("2611", [0])


@pytest.mark.rule("filipinas-5.3.3-1")
def test_a_retreat_over_an_arm_of_the_sea_costs_more():
    """Infantry takes a loss, and with one of this combat on it is eliminated; armour is lost."""
    hexes = {"target": "4235", "out": "4135"}
    t = over("sea-arm", J, dice=(2, 3), **hexes)
    assert t.told()["code"].startswith("D1"), t.told()["code"]
    t.act("give-way")
    assert (t.place(J), lost(t, J)) == ("4135", [1])
    t = over("sea-arm", J, dice=(1, 1), foes=(A, B, C, "us-123-ri"), **hexes)
    assert t.told()["code"].startswith("D2"), t.told()["code"]
    assert lost(t, J) == [None]
    t = over("sea-arm", JP_TANK, dice=(1, 1), **hexes)
    assert t.told()["code"] == "D1 A0"
    t.act("give-way")
    assert lost(t, JP_TANK) == [None]


@pytest.mark.rule("filipinas-5.3.3-2")
def test_the_sea_is_no_way_out():
    """A lone coastal hex with nothing but sea behind: eliminated."""
    t = over(None, J, dice=(1, 1), target="4439", out="4440")
    assert t.told()["code"].startswith("D2")
    assert (t.place(J), lost(t, J)) == ("4440", [1])
    t = over(None, J, dice=(1, 1), target="4439", out="4539")
    assert board().terrain_at("4539") == "sea"
    assert lost(t, J) == [None]


# --------------------------------------------------------------------------------- advances


@pytest.mark.rule("filipinas-5.2-1", "filipinas-5.2-6")
def test_victors_may_take_the_hex_that_was_left():
    t = even(at(PLAIN, J), dice=(1, 1)).retreat(J, "1916")
    assert (t.top, t.decision.side) == ("advancing", "us")
    assert {(a.piece, a.path) for a in t.legal("advance")} == {(A, (PLAIN,)), (B, (PLAIN,))}
    assert t.refuses(action("advance", A, (PLAIN, "2015"))) == "filipinas-5.2-1"
    t.act("advance", A, (PLAIN,))
    t.act("done-advancing")
    assert (t.place(A), t.place(B)) == (PLAIN, EAST), "one of two"


@pytest.mark.rule("filipinas-5.2-6")
def test_nobody_must_advance():
    t = even(at(PLAIN, J), dice=(1, 1)).retreat(J, "1916").act("done-advancing")
    assert t.at(PLAIN) == set()


@pytest.mark.rule("filipinas-5.2-2")
def test_guns_never_advance():
    where = [at(EAST, A, B, GUN), at(PLAIN, J)]
    t = battle(PLAIN, *where, attackers=(A, B, GUN), dice=(1, 1)).retreat(J, "1916")
    assert {a.piece for a in t.legal("advance")} == {A, B}
    assert t.refuses(action("advance", GUN, (PLAIN,))) == "filipinas-5.2-2"


@pytest.mark.rule("filipinas-5.2-3", "filipinas-5.2-5")
def test_armour_goes_one_hex_further_past_all_zones():
    """The hex that was left is the first of the two; zones stop nobody, and no combat follows."""
    where = [at(EAST, TANK, A), at(PLAIN, J), at("1914", K), at("1916", L)]
    t = battle(PLAIN, *where, attackers=(TANK, A), dice=(1, 1)).retreat(J, "1915")
    paths = {a.path for a in t.legal("advance", piece=TANK)}
    assert (PLAIN,) in paths
    assert (PLAIN, "2015") in paths, "next to K, and past the zone of L"
    assert {a.path for a in t.legal("advance", piece=A)} == {(PLAIN,)}
    t.act("advance", TANK, (PLAIN, "2015")).act("done-advancing")
    assert t.place(TANK) == "2015"
    assert t.phase != "us-combat"
    assert lost(t, K) == [0]


@pytest.mark.rule("filipinas-5.2-3")
def test_motorised_infantry_does_too():
    mobile, other = "jp-2-reg-movel", "jp-1-ri"
    t = battle(PLAIN, at(EAST, mobile, other, "jp-49-ri"), at(PLAIN, "us-112-rc"), side="jp",
               attackers=(mobile, other, "jp-49-ri"), dice=(1, 1))  # fmt: skip
    t.retreat("us-112-rc", "1916")
    assert any(len(a.path) == 2 for a in t.legal("advance", piece=mobile))
    assert not any(len(a.path) == 2 for a in t.legal("advance", piece=other))


@pytest.mark.rule("filipinas-5.2-7")
def test_cavalry_goes_one_hex():
    pair = ("us-1-bgda-cav", "us-112-rc")
    t = battle(PLAIN, at(EAST, *pair), at(PLAIN, J), attackers=pair, dice=(1, 1))
    t.retreat(J, "1916")
    assert {a.path for a in t.legal("advance")} == {(PLAIN,)}
    assert t.refuses(action("advance", pair[1], (PLAIN, "2015"))) == "filipinas-5.2-1"


@pytest.mark.rule("filipinas-5.2-4")
@pytest.mark.parametrize(
    ("here", "first", "second", "clause"),
    [("2116", "2016", "2015", None), ("2116", "2016", "1915", None),
     ("2014", "1914", "1815", "filipinas-5.2-4"), ("2015", "2114", "2115", "filipinas-5.2-4"),
     ("2017", "1918", "2018", None), ("2215", "2216", "2316", "filipinas-5.2-4"),
     ("2115", "2116", "2217", None), ("2016", "2014", "2013", "filipinas-5.2-4")],
)  # fmt: skip
def test_where_two_hexes_are_possible(here, first, second, clause):
    """From open ground into open, rough, village or city, with no river unless bridged."""
    b = board()
    if not b.grid.are_neighbours(here, first):
        here = next(n for n in b.grid.neighbours(first) if b.terrain_at(n) == "open")
    three = (TANK, A, B)
    t = battle(first, at(here, *three), at(first, L), attackers=three, dice=(1, 1))
    away = next(a for a in t.legal("retreat") if a.path[-1] != second)
    t.do(away)
    step = action("advance", TANK, (first, second))
    assert t.allows(step) if clause is None else t.refuses(step) == clause


@pytest.mark.rule("filipinas-5.2-8")
@pytest.mark.parametrize("weather", ["bad", "monsoon"])
def test_two_hexes_want_good_weather(weather):
    facts = {"weather": dict.fromkeys(("north", "central", "south"), weather)}
    four = (TANK, A, B, C)
    t = battle(PLAIN, at(EAST, *four), at(PLAIN, L), attackers=four, dice=(1, 1), facts=facts)
    t.retreat(L, "1916")
    assert {a.path for a in t.legal("advance")} == {(PLAIN,)}
    assert t.refuses(action("advance", TANK, (PLAIN, "2015"))) == "filipinas-5.2-8"


@pytest.mark.rule("filipinas-5.2-9")
def test_a_hex_whose_last_defender_fell_may_be_entered():
    """D1, the lone reduced defender takes the loss and dies."""
    t = even(hurt(PLAIN, "jp-1-ri"), dice=(1, 1), attackers=(A,))
    assert t.told()["code"] == "D1 A0"
    t.lose("jp-1-ri")
    assert lost(t, "jp-1-ri") == [None]
    assert t.legal("advance")
    t.act("advance", A, (PLAIN,))
    assert t.place(A) == PLAIN


# ------------------------------------------------------------------------------- irregulars


@pytest.mark.rule("filipinas-11.0-8")
def test_guerrillas_die_of_one_loss():
    t = battle(PLAIN, at(EAST, BAND), at(PLAIN, "jp-guarnicao-cebu"), attackers=(BAND,),
               dice=(4, 6))  # fmt: skip
    assert t.told()["code"] == "D0 A1"
    assert lost(t, BAND) == [None]


@pytest.mark.rule("filipinas-11.1-2")
def test_rangers_die_of_one_loss_or_by_the_option_of_two():
    def fought(**options):
        return battle(PLAIN, at(EAST, RANGERS, A), at(PLAIN, J), attackers=(RANGERS, A),
                      dice=(3, 4), options=options).lose(RANGERS)  # fmt: skip

    assert lost(fought(), RANGERS) == [None]
    t = fought(**{"ranger-steps": 2})
    assert lost(t, RANGERS) == [1]
    assert t.s.value(RANGERS, "attack") == 1


# ------------------------------------------------------------------------------- Intramuros


@pytest.mark.rule("filipinas-13.0-1")
def test_intramuros_is_worth_three_columns():
    assert board().hexes_of("fortress") == (MANILA,)
    five = (A, B, C, "us-123-ri", "us-132-ri")
    t = battle(MANILA, at("2220", *five), at(MANILA, L), attackers=five, dice=(3, 4))
    assert t.told()["odds"]["base_label"] == "5-1"
    assert t.told()["odds"]["column_label"] == "2-1"


@pytest.mark.rule("filipinas-13.0-2")
def test_there_the_japanese_may_stay_and_take_it_all():
    """D3: three losses and no retreat, or the retreat and two losses."""
    six = (A, B, C, "us-123-ri", "us-132-ri", TANK)

    def fought():
        # 20 against 2, 9-1+, three to the left: 6-1
        where = [at("2220", *six), at(MANILA, "jp-guarnicao-cebu")]
        return battle(MANILA, *where, attackers=six, dice=(1, 1))

    t = fought()
    assert t.told()["code"] == "D3 A0"
    assert t.decision.side == "jp"
    assert t.decision.actions[-1] == "hold-out"
    t.act("hold-out")
    assert lost(t, "jp-guarnicao-cebu") == [None]
    assert any("fortress is held" in line for line in said(t))
    t = battle(MANILA, at("2220", *six), at(MANILA, L), attackers=six, dice=(1, 1))
    assert t.told()["code"] == "D2 A0"
    t.act("losses-first")
    assert (t.top, lost(t, L)) == ("retreating", [1])


@pytest.mark.rule("filipinas-13.0-2")
def test_holding_out_costs_as_many_losses_as_the_result_says():
    """D2 on two units: two losses and both stay; by retreating it would have been one."""
    ten = [at("2220", A, B, C, "us-123-ri", "us-132-ri", TANK), at("2222", TANK_2, "us-124-ri")]
    all_of_them = tuple(piece for some in ten for piece in some)
    t = battle(MANILA, *ten, at(MANILA, L, "jp-10-base-aerea"), attackers=all_of_them, dice=(1, 1))
    assert t.told()["code"] == "D2 A1"
    t.act("hold-out")
    t.lose(L).lose("jp-10-base-aerea")
    assert lost(t, L, "jp-10-base-aerea") == [1, 1]
    assert t.at(MANILA) == {L, "jp-10-base-aerea"}


@pytest.mark.rule("filipinas-13.0-2")
def test_americans_there_and_japanese_elsewhere_may_not():
    six = ("jp-1-ri", "jp-49-ri", "jp-57-ri", "jp-68-bgda-mista", "jp-2-rplan", "jp-3-rpqd")
    t = battle(MANILA, at("2220", *six), at(MANILA, "us-112-rc"), attackers=six, side="jp",
               dice=(1, 1))  # fmt: skip
    assert t.told()["code"].startswith(("D2", "D3"))
    assert "hold-out" not in t.decision.actions
    t = battle(PLAIN, at(EAST, A, B, C, TANK), at(PLAIN, L, "jp-10-base-aerea"),
               attackers=(A, B, C, TANK), dice=(5, 6))  # fmt: skip
    assert t.refuses(action("hold-out")) == "filipinas-5.1.6-3"


@pytest.mark.rule("filipinas-13.0-3")
def test_intramuros_dominates_all_ground_around():
    from filipinas_ground import announcing, bound

    t = announcing("jp", at(MANILA, J), at("2220", A), at("2222", B))
    assert bound(t) == set()
    t = announcing("us", at(MANILA, A), at("2220", J))
    assert bound(t) == set(), "whoever stands there"
    t = announcing("us", at("2220", A), at(MANILA, J))
    assert bound(t) == {A}
