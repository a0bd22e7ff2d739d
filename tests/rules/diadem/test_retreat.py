"""Retreats of one hex and over rivers (5.3, 5.3.2)."""

import pytest

from tabuleiro.testing import action, table

NORMAL = {"us-337-ri": "1108", "de-211-ri": "1008"}


def fought(pieces, target, *attackers, air=0, dice=(1, 1), code, phase="allied-combat"):
    """A battle that was resolved, up to the first choice after it."""
    tracks = {"air.allied": 20 if phase == "allied-combat" else 0}
    t = table("diadem", phase, pieces, tracks=tracks, dice=dice)
    t.attack(target, *attackers, air=air)
    assert t.told()["code"] == code
    return t


def ways(t, piece):
    return {deed.path for deed in t.legal("retreat", piece=piece)}


def ends(t, piece):
    return {path[0] for path in ways(t, piece) if len(path) == 1}


@pytest.mark.rule("diadem-5.3-1")
def test_a_piece_with_enemies_all_round_is_eliminated():
    six = ("us-337-ri", "us-338-ri", "us-349-ri", "us-350-ri", "us-141-ri", "us-142-ri")
    around = ("1007", "1107", "1108", "1009", "0908", "0907")
    pieces = {**dict(zip(six, around, strict=True)), "de-211-ri": "1008"}
    t = fought(pieces, "1008", *six, air=3, dice=(3, 4), code="DRI AVI")
    assert t.place("de-211-ri") == "dead"
    assert t.points()["allied"] == 3


@pytest.mark.rule("diadem-5.3-1")
def test_a_retreat_ends_neither_with_enemies_nor_in_their_zone():
    """1107 and 1009 are next to the attackers in 1108."""
    t = fought(NORMAL, "1008", "us-337-ri", air=6, code="DRI AVI")
    assert ways(t, "de-211-ri") == {("1007",), ("0907",), ("0908",)}
    for hex in ("1107", "1009", "1108"):
        t.refuses(action("retreat", "de-211-ri", (hex,)))
    t.retreat("de-211-ri", "0907")
    assert (t.place("de-211-ri"), t.losses("de-211-ri")) == ("0907", 0)


@pytest.mark.rule("diadem-5.3-2")
def test_each_piece_of_a_stack_retreats_one_hex_where_its_owner_likes():
    pieces = {**NORMAL, "de-194-ri": "1008"}
    t = fought(pieces, "1008", "us-337-ri", air=15, code="DRI AVI")
    assert t.decision.side == "axis"
    for piece in ("de-211-ri", "de-194-ri"):
        assert ways(t, piece) == {("1007",), ("0907",), ("0908",)}
    t.refuses(action("retreat", "de-211-ri", ("0907", "0806")))
    t.refuses(action("retreat", "de-211-ri", ("0806",)))
    t.retreat("de-211-ri", "0907").retreat("de-194-ri", "1007")
    assert (t.place("de-211-ri"), t.place("de-194-ri")) == ("0907", "1007")


@pytest.mark.rule("diadem-5.3-2")
def test_attackers_choose_their_own_retreats_too():
    pieces = {"us-337-ri": "1108", "us-349-ri": "1108", "de-211-ri": "1008"}
    t = fought(pieces, "1008", "us-337-ri", "us-349-ri", dice=(3, 4), code="DVI ARI")
    assert t.decision.side == "allied"
    t.retreat("us-337-ri", "1208").retreat("us-349-ri", "1209")
    assert (t.place("us-337-ri"), t.place("us-349-ri")) == ("1208", "1209")
    assert t.place("de-211-ri") == "1008"


@pytest.mark.rule("diadem-5.3-3")
def test_armour_does_not_retreat_into_mountains_without_a_road():
    """Round 0705 only the mountain 0805 is free of the zones of 0706 and 0605."""
    pieces = {"us-337-ri": "0706", "us-338-ri": "0605"}
    t = fought({**pieces, "de-211-ri": "0705"}, "0705", *pieces, air=3, code="DRI AVI")
    assert t.place("de-211-ri") == "0805"
    t = fought({**pieces, "de-26-rpz": "0705"}, "0705", *pieces, air=6, dice=(1, 2), code="DRI AVI")
    t.refuses(action("retreat", "de-26-rpz", ("0805",)))
    assert t.place("de-26-rpz") != "0805"
    assert all("0805" not in path for path in ways(t, "de-26-rpz"))
    assert ways(t, "de-26-rpz")


@pytest.mark.rule("diadem-5.3-3")
def test_nobody_retreats_into_the_sea():
    """0714 borders the sea at 0715, which is in no zone."""
    pieces = {"de-26-rpz": "0814", "de-115-rpzgr": "0814", "us-1108-geng": "0714"}
    t = fought(pieces, "0714", "de-26-rpz", "de-115-rpzgr", code="DRI AVI", phase="axis-combat")
    assert ends(t, "us-1108-geng") == {"0615", "0614"}
    t.refuses(action("retreat", "us-1108-geng", ("0715",)))


@pytest.mark.rule("diadem-5.3-3")
def test_a_retreat_costs_no_points():
    pieces = {"us-337-ri": {"place": "1108", "spent": 12}, "de-211-ri": "1008"}
    t = fought(pieces, "1008", "us-337-ri", air=3, dice=(3, 4), code="DVI ARI")
    t.retreat("us-337-ri", "1209")
    assert (t.place("us-337-ri"), t.s.piece("us-337-ri").spent) == ("1209", 12)


@pytest.mark.rule("diadem-5.3-4")
def test_attackers_retreat_by_the_same_rules():
    """First there is room behind 1108, then all hexes round it are in German zones."""
    pieces = {"us-337-ri": "1108", "de-211-ri": "1008"}
    t = fought(pieces, "1008", "us-337-ri", air=3, dice=(3, 4), code="DVI ARI")
    assert ways(t, "us-337-ri") == {("1208",), ("1209",), ("1109",)}
    t.refuses(action("retreat", "us-337-ri", ("1107",)))
    pieces |= {"de-194-ri": "1307", "de-191-ri": "1210"}
    t = fought(pieces, "1008", "us-337-ri", air=3, dice=(3, 4), code="DVI ARI")
    assert ("1107", "1106") in ways(t, "us-337-ri")
    assert all(len(path) == 2 for path in ways(t, "us-337-ri"))
    t.retreat("us-337-ri", "1107", "1106")
    assert (t.place("us-337-ri"), t.losses("us-337-ri")) == ("1106", 1)


@pytest.mark.rule("diadem-5.3-5")
def test_friends_do_not_cancel_an_enemy_zone():
    pieces = {"us-337-ri": "1108", "us-349-ri": "1107", "de-211-ri": "1008", "de-194-ri": "1007"}
    t = fought(pieces, "1008", "us-337-ri", "us-349-ri", air=3, code="DRI AVI")
    assert ways(t, "de-211-ri") == {("0907",), ("0908",)}
    t.refuses(action("retreat", "de-211-ri", ("1007",)))
    away = {"us-337-ri": "1108", "de-211-ri": "1008", "de-194-ri": "1007"}
    t = fought(away, "1008", "us-337-ri", air=6, code="DRI AVI")
    assert t.retreat("de-211-ri", "1007").at("1007") == {"de-211-ri", "de-194-ri"}


# 5.3.2: the Liri parts 1009 from 1010, with a bridge it parts 1009 from 0909


def pushed_over(piece, to, *, air, losses=0, code="DRI AVI"):
    pieces = {"uk-26-bgda-blda": "1008", piece: {"place": "1009", "losses": losses}}
    t = fought(pieces, "1009", "uk-26-bgda-blda", air=air, code=code)
    return t.retreat(piece, to)


@pytest.mark.rule("diadem-5.3.2-1")
def test_armour_that_retreats_over_a_river_takes_a_loss():
    t = pushed_over("de-26-rpz", "1010", air=5)
    assert (t.place("de-26-rpz"), t.losses("de-26-rpz")) == ("1010", 1)


@pytest.mark.rule("diadem-5.3.2-2")
def test_armour_hurt_in_the_battle_does_not_survive_the_river():
    t = pushed_over("de-26-rpz", "1010", air=9, code="DRB AVI")
    assert t.place("de-26-rpz") == "dead"
    t = pushed_over("de-26-rpz", "0909", air=9, code="DRB AVI")
    assert (t.place("de-26-rpz"), t.losses("de-26-rpz")) == ("0909", 1)


@pytest.mark.rule("diadem-5.3.2-3")
def test_reduced_armour_does_not_survive_the_river():
    t = pushed_over("de-26-rpz", "1010", air=0, losses=1)
    assert t.place("de-26-rpz") == "dead"
    t = pushed_over("de-26-rpz", "0909", air=0, losses=1)
    assert (t.place("de-26-rpz"), t.losses("de-26-rpz")) == ("0909", 1)


@pytest.mark.rule("diadem-5.3.2-4")
@pytest.mark.parametrize(
    ("piece", "air"),
    [("de-211-ri", 2), ("de-115-rpzgr", 8), ("de-art-li", 0), ("de-85-rm", 5), ("de-1-rpqd", 11)],
)
def test_all_others_retreat_over_rivers_unhurt(piece, air):
    t = pushed_over(piece, "1010", air=air)
    assert (t.place(piece), t.losses(piece)) == ("1010", 0)


@pytest.mark.rule("diadem-5.3.2-5")
def test_armour_on_the_bridge_takes_no_loss():
    t = pushed_over("de-26-rpz", "0909", air=5)
    assert (t.place("de-26-rpz"), t.losses("de-26-rpz")) == ("0909", 0)


@pytest.mark.rule("diadem-5.3.2-1", "diadem-5.3-4")
def test_attacking_armour_pays_for_the_river_too():
    pieces = {"uk-26-bgda-blda": "1009", "de-211-ri": "1008", "de-194-ri": "0908"}
    t = fought(pieces, "1008", "uk-26-bgda-blda", dice=(3, 4), code="DVI ARI")
    t.retreat("uk-26-bgda-blda", "1010")
    assert (t.place("uk-26-bgda-blda"), t.losses("uk-26-bgda-blda")) == ("1010", 1)


@pytest.mark.rule("diadem-5.3.2-1")
@pytest.mark.parametrize(
    ("path", "place"),
    [(("0908", "0808"), "0808"), (("1108", "1209"), "dead")],  # the Gari parts 1108 from 1209
)
def test_armour_loses_twice_under_siege_and_over_a_river(path, place):
    besiegers = {"uk-26-bgda-blda": "1008", "us-337-ri": "0909"}
    pieces = besiegers | {"us-338-ri": "1110", "de-26-rpz": "1009"}
    t = fought(pieces, "1009", *besiegers, air=2, dice=(1, 2), code="DRI AVI")
    t.retreat("de-26-rpz", *path)
    assert (t.place("de-26-rpz"), t.losses("de-26-rpz")) == (place, 1)


@pytest.mark.rule("diadem-5.3.2-3")
def test_reduced_armour_does_not_survive_a_river_on_its_way_off_the_board():
    """The Liri parts 0205 from 0105, whose infantry shelters the retreat by the west edge."""
    besiegers = {"us-337-ri": "0204", "us-349-ri": "0206"}
    for piece, place in (("de-26-rpz", "dead"), ("de-9-rpzgr", "exit.west")):
        pieces = {piece: {"place": "0205", "losses": 1}, "de-211-ri": "0105"}
        t = fought(
            besiegers | pieces, "0205", *besiegers, air=0 if place == "dead" else 3,
            dice=(1, 2), code="DRI AVI",
        )  # fmt: skip
        assert t.place(piece) == place
        assert t.place("de-211-ri") == "0105"
