"""Retreat under siege (5.3.3): Allies in 1107 and 0908 leave no hex round 1008 free of zones."""

import pytest

from tabuleiro.testing import action, table

PINCERS = {"us-337-ri": "1107", "us-349-ri": "0908"}


def besieged(pieces, *, air, code="DRI AVI", dice=(1, 2), allies=None):
    """An attack by both pincers on 1008, up to the first choice after it."""
    places = PINCERS | (allies or {})
    t = table(
        "diadem", "allied-combat", places | pieces, tracks={"air.allied": 20}, dice=dice
    ).attack("1008", *PINCERS, air=air)
    assert t.told()["code"] == code
    assert "surrounded" in [shift["label"]["text"] for shift in t.told()["odds"]["shifts"]]
    return t


def ways(t, piece):
    return {deed.path for deed in t.legal("retreat", piece=piece)}


@pytest.mark.rule("diadem-5.3.3-1", "diadem-5.3.3-6")
def test_a_surrounded_piece_goes_two_hexes_and_takes_a_loss():
    t = besieged({"de-211-ri": "1008"}, air=3)
    assert t.decision.side == "axis"
    assert t.retreat("de-211-ri", "1007", "1006").place("de-211-ri") == "1006"
    assert t.losses("de-211-ri") == 1


@pytest.mark.rule("diadem-5.3.3-1")
def test_two_surrounded_pieces_of_a_stack_both_take_a_loss():
    t = besieged({"de-211-ri": "1008", "de-194-ri": "1008"}, air=12)
    t.retreat("de-211-ri", "1007", "1006").retreat("de-194-ri", "1009", "1010")
    for piece, end in (("de-211-ri", "1006"), ("de-194-ri", "1010")):
        assert (t.place(piece), t.losses(piece)) == (end, 1)


@pytest.mark.rule("diadem-5.3.3-1")
def test_the_second_hex_is_another_one_out_of_all_zones():
    t = besieged({"de-211-ri": "1008"}, air=3)
    assert ways(t, "de-211-ri") == {
        ("1007", "1006"),
        ("1007", "0906"),
        ("1009", "1109"),
        ("1009", "1010"),
        ("0907", "0906"),
        ("0907", "0807"),
        ("1108", "1209"),
        ("1108", "1109"),
    }
    for path in (("1007",), ("1007", "1008"), ("1007", "0907"), ("1107", "1207"), ("1007", "1106")):
        t.refuses(action("retreat", "de-211-ri", path))


@pytest.mark.rule("diadem-5.3.3-1")
def test_the_second_hex_is_not_the_one_it_started_from():
    """The defender of 1008 dies: 1108 is in no German zone any more, all hexes near it are."""
    germans = dict(zip(
        ("de-191-ri", "de-194-ri", "de-211-ri", "de-267-ri", "de-274-ri"),
        ("1307", "1210", "1106", "0909", "0907"), strict=True,
    ))  # fmt: skip
    pieces = {"us-1108-geng": "1108", "de-131-ri": {"place": "1008", "losses": 1}, **germans}
    t = table("diadem", "allied-combat", pieces, dice=(4, 6)).attack("1008", "us-1108-geng")
    assert (t.told()["code"], t.place("de-131-ri")) == ("DVB ARI", "dead")
    assert t.place("us-1108-geng") == "dead"


@pytest.mark.rule("diadem-5.3.3-1")
def test_the_first_hex_may_not_be_forbidden_to_the_piece():
    """The mountain 0704 next to 0705 is a way for infantry, but not for armour."""
    allies = {"us-337-ri": "0605", "us-349-ri": "0706", "us-350-ri": "0904"}
    for piece, air in (("de-26-rpz", 6), ("de-211-ri", 3)):
        t = table(
            "diadem", "allied-combat", {**allies, piece: "0705"}, tracks={"air.allied": 20},
            dice=(1, 2),
        ).attack("0705", "us-337-ri", "us-349-ri", air=air)  # fmt: skip
        assert t.told()["code"] == "DRI AVI"
        through = {path[0] for path in ways(t, piece)}
        assert through
        assert ("0704" in through) == (piece == "de-211-ri")


@pytest.mark.rule("diadem-5.3.3-2")
def test_without_a_second_hex_free_of_zones_all_are_eliminated():
    ring = ("1206", "1209", "1010", "0905", "0806")
    far = ("in-17-bgda", "in-19-bgda", "ca-1-bgda", "uk-10-bgda", "uk-12-bgda")
    allies = dict(zip(far, ring, strict=True))
    t = besieged({"de-211-ri": "1008", "de-194-ri": "1008"}, air=12, allies=allies)
    assert t.place("de-211-ri") == t.place("de-194-ri") == "dead"
    del allies["uk-12-bgda"]
    t = besieged({"de-211-ri": "1008", "de-194-ri": "1008"}, air=12, allies=allies)
    assert "dead" not in {t.place("de-211-ri"), t.place("de-194-ri")}


@pytest.mark.rule("diadem-5.3.3-3")
def test_a_surrounded_piece_hurt_in_the_battle_is_eliminated():
    t = besieged({"de-211-ri": "1008"}, air=6, code="DRB AVI")
    assert t.place("de-211-ri") == "dead"


@pytest.mark.rule("diadem-5.3.3-4")
def test_a_hurt_piece_passes_through_friends_without_a_further_loss():
    pieces = {"de-211-ri": "1008", "de-194-ri": "1007"}
    t = besieged(pieces, air=6, code="DRB AVI")
    assert ways(t, "de-211-ri") == {("1007", "1006"), ("1007", "0906")}
    t.refuses(action("retreat", "de-211-ri", ("1009", "1010")))
    t.retreat("de-211-ri", "1007", "1006")
    assert (t.place("de-211-ri"), t.losses("de-211-ri")) == ("1006", 1)
    assert (t.place("de-194-ri"), t.losses("de-194-ri")) == ("1007", 0)


@pytest.mark.rule("diadem-5.3.3-4")
def test_one_of_two_is_hurt_and_needs_the_friends_the_other_does_not():
    pieces = {"de-211-ri": "1008", "de-194-ri": "1008", "de-191-ri": "1007"}
    t = besieged(pieces, air=18, code="DRB AVI").lose("de-211-ri")
    assert {path[0] for path in ways(t, "de-211-ri")} == {"1007"}
    assert ("1009", "1010") in ways(t, "de-194-ri")


@pytest.mark.rule("diadem-5.3.3-5")
def test_an_unhurt_piece_passes_through_friends_intact():
    t = besieged({"de-211-ri": "1008", "de-194-ri": "1007"}, air=3)
    t.retreat("de-211-ri", "1007", "1006")
    assert (t.place("de-211-ri"), t.losses("de-211-ri")) == ("1006", 0)
    t = besieged({"de-211-ri": "1008", "de-194-ri": "1007"}, air=3)
    assert t.retreat("de-211-ri", "1009", "1010").losses("de-211-ri") == 1


@pytest.mark.rule("diadem-5.3.3-5")
def test_a_stack_of_four_gives_shelter_as_well():
    four = dict.fromkeys(("de-191-ri", "de-194-ri", "de-267-ri", "de-274-ri"), "1007")
    t = besieged({"de-211-ri": "1008", **four}, air=3)
    t.retreat("de-211-ri", "1007", "1006")
    assert (t.place("de-211-ri"), t.losses("de-211-ri")) == ("1006", 0)
    assert t.at("1007") == set(four)


@pytest.mark.rule("diadem-5.3.3-7")
def test_a_reduced_piece_does_not_survive_the_second_move():
    pieces = {"de-131-ri": {"place": "1008", "losses": 1}}
    t = besieged(pieces, air=0)
    assert t.place("de-131-ri") == "dead"
    t = besieged(pieces | {"de-194-ri": "1007"}, air=0)
    t.retreat("de-131-ri", "1007", "1006")
    assert (t.place("de-131-ri"), t.losses("de-131-ri")) == ("1006", 1)
