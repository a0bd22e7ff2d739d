"""Recovery (7.0): reduced Allied pieces that no enemy was next to for a whole turn."""

import pytest

from tabuleiro.testing import table

REINFORCEMENTS = (
    "de-200-rpzgr", "de-361-rpzgr", "de-104-rpzgr", "de-577-ri", "de-721-ri", "de-578-ri",
    "de-26-rpz", "de-9-rpzgr", "de-67-rpzgr",
)  # fmt: skip
QUIET = dict.fromkeys(REINFORCEMENTS, "exit.west")
"""Nothing has to enter."""


def reduced(place):
    return {"place": place, "losses": 1}


def at_turn(number, pieces, phase="allied-movement", dice=()):
    tracks = {"air.allied": 0}
    return table("diadem", phase, QUIET | pieces, turn=number, tracks=tracks, dice=dice)


def rest(t, turns=1):
    """End all phases until that many turns are over."""
    last = t.s.turn + turns
    while t.s.turn < last:
        t.end()
    return t


@pytest.mark.rule("diadem-7.0-6")
def test_germans_never_recover():
    t = rest(at_turn(1, {"de-211-ri": reduced("0808"), "us-337-ri": reduced("1508")}), 3)
    assert t.s.turn == 4
    assert t.losses("de-211-ri") == 1
    assert t.losses("us-337-ri") == 0


@pytest.mark.rule("diadem-7.0-7")
def test_an_allied_piece_out_of_contact_for_a_turn_recovers_at_its_end():
    t = at_turn(3, {"us-337-ri": reduced("1508"), "de-211-ri": "0808"})
    t.end().end().end()
    assert (t.s.turn, t.phase, t.losses("us-337-ri")) == (3, "axis-combat", 1)
    t.end()
    assert (t.s.turn, t.phase, t.losses("us-337-ri")) == (4, "allied-movement", 0)


@pytest.mark.rule("diadem-7.0-7")
def test_moving_and_firing_from_afar_do_not_hinder_it():
    pieces = {"us-art-ii": reduced("1012"), "us-337-ri": reduced("1508"), "de-211-ri": "1008"}
    t = at_turn(3, pieces)
    t.go("us-337-ri", "1408").end()
    t.dice(3, 4).attack("1008", "us-art-ii", kind="bombardment")
    rest(t)
    assert (t.losses("us-337-ri"), t.losses("us-art-ii")) == (0, 0)


@pytest.mark.rule("diadem-7.0-7")
def test_whoever_began_the_turn_in_contact_does_not_recover_in_it():
    """The Germans on the mountain 1006 need not attack 1007; then the Allies withdraw."""
    t = at_turn(2, {"us-337-ri": reduced("1007"), "de-211-ri": "1006"}, "axis-combat").end()
    assert (t.s.turn, t.losses("us-337-ri")) == (3, 1)
    rest(t.go("us-337-ri", "1107", "1108"))
    assert (t.s.turn, t.losses("us-337-ri")) == (4, 1)
    assert rest(t).losses("us-337-ri") == 0


@pytest.mark.rule("diadem-7.0-7")
def test_contact_at_any_moment_of_the_turn_hinders_it():
    """The Germans come, attack in vain, and are gone again at the end of the turn."""
    t = at_turn(3, {"us-337-ri": reduced("1108"), "de-9-rpzgr": "0807"}).end().end()
    t.go("de-9-rpzgr", "0907", "1008").end()
    t.dice(3, 4).attack("1108", "de-9-rpzgr")
    assert t.told()["code"] == "DVI ARI"
    t.retreat("de-9-rpzgr", "0907")
    t.end()
    assert (t.s.turn, t.losses("us-337-ri")) == (4, 1)
    assert rest(t).losses("us-337-ri") == 0


@pytest.mark.rule("diadem-7.0-7")
def test_going_next_to_the_enemy_hinders_it_though_he_withdraws():
    """An attack brings nothing; the Germans leave in their own phase."""
    pieces = {"us-337-ri": reduced("1110"), "uk-24-bgda-gds": "1208", "de-211-ri": "1008"}
    t = at_turn(3, pieces).go("us-337-ri", "1109", "1108").go("uk-24-bgda-gds", "1108").end()
    t.dice(4, 6).attack("1008", "us-337-ri", "uk-24-bgda-gds")
    assert t.told()["code"] == "IMP"
    t.end().go("de-211-ri", "0907")
    rest(t)
    assert (t.s.turn, t.losses("us-337-ri")) == (4, 1)
    assert rest(t).losses("us-337-ri") == 0


@pytest.mark.rule("diadem-7.0-7")
def test_an_enemy_who_only_passes_by_under_siege_hinders_it_too():
    """From 1008 the Germans flee by 1007 or 1009; the guns in 1106 are next to 1007."""
    for way, losses in ((("1007", "0906"), 1), (("1009", "1109"), 0)):
        pieces = {"uk-1-bgda-gds": "1107", "uk-24-bgda-gds": "0908", "us-art-ii": reduced("1106")}
        t = at_turn(3, pieces | {"de-211-ri": "1008"}).end()
        t.dice(1, 1).attack("1008", "uk-1-bgda-gds", "uk-24-bgda-gds")
        assert t.told()["code"] == "DRI AVI"
        t.retreat("de-211-ri", *way).stay()
        rest(t)
        assert t.losses("us-art-ii") == losses


@pytest.mark.rule("diadem-7.0-7")
def test_whoever_took_a_loss_in_a_turn_recovers_in_the_next_at_the_earliest():
    pieces = {"us-337-ri": "1108", "de-art-10-ex": "0809"}
    t = at_turn(3, pieces, "axis-combat", dice=(1, 1))
    t.attack("1108", "de-art-10-ex", kind="bombardment")
    assert (t.told()["code"], t.losses("us-337-ri")) == ("DB", 1)
    t.end()
    assert (t.s.turn, t.losses("us-337-ri")) == (4, 1)
    assert rest(t).losses("us-337-ri") == 0


@pytest.mark.rule("diadem-7.0-8")
def test_all_that_are_eligible_recover_wherever_they_are():
    places = {
        "us-337-ri": "1508", "uk-art-x": "0105", "fr-6-rtm-4dmm": "0604", "uk-61-bgda": "1106",
        "uk-26-bgda-blda": "1516",
    }  # fmt: skip
    t = at_turn(3, {piece: reduced(place) for piece, place in places.items()})
    rest(t)
    assert [t.losses(piece) for piece in places] == [0] * 5
