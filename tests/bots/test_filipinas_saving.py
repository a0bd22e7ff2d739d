"""How the simple player plays the Americans of the campaign: what is saved, who rests."""

import pytest

from filipinas_play import in_port, phase, play

DESTROYERS = ("us-ddd-11", "us-ddd-23", "us-ddd-25")
CONVOY = "us-comb-6"
TAKEN = dict.fromkeys(("4437", "leyte", "samar", "biliran", "panaon"), "us")
AIR_FLEET = dict.fromkeys((f"jp-{n}-sentai" for n in (1, 14, 16, 17, 19, 30, 31, 51, 52, 62, 74)),
                          "2222")  # fmt: skip


def test_idle_troops_wait_while_submarines_hunt_who_fetches_them():
    """A convoy with two destroyers sails if no submarine is about; with three it sails anyway."""
    ashore = dict.fromkeys(("us-126-ri", "us-127-ri", "us-128-ri"), "4437")
    fetched = {}
    for number, hunters in ((2, {}), (2, {"jp-dsb-1": "1046"}), (3, {"jp-dsb-1": "1046"})):
        ships = in_port("us", CONVOY, *DESTROYERS[:number])
        t = phase("us-naval-movement", ships, ashore, hunters, turn=10, control=TAKEN)
        fetched[number, bool(hunters)] = "take-aboard" in {deed.kind for deed in play(t, "us")}
    assert fetched == {(2, False): True, (2, True): False, (3, True): True}


# ------------------------------------------------------------------------------ what is saved


def restored(us, jp=(), *, turn=5, **more):
    """Whom the Americans restore as their turn begins, of those in their boxes and on decks."""
    hurt = {piece: {"place": place, "losses": 1} for piece, place in us.items()}
    t = phase("us-reinforcement", hurt, dict(jp), turn=turn,
              tracks={f"us-{kind}.us": 9 for kind in ("land", "air", "naval")}, **more)  # fmt: skip
    return {deed.piece for deed in play(t, "us") if deed.kind == "restore-unit"}


MANY = dict.fromkeys(("us-22-gpo", "us-43-gpo", "us-49-gpo", "us-71-gpo"), "biak")
BOMBERS = {"us-90-gpo": "biak", "us-345-gpo": "biak"}


def test_aircraft_are_restored_while_the_enemy_has_more():
    """Points that are saved count at the end of the campaign; in A-Day they do not."""
    assert not restored(BOMBERS, MANY)
    assert restored(BOMBERS, AIR_FLEET) == {*BOMBERS}
    assert restored(BOMBERS, MANY, scenario="a-day", turn=3) == {*BOMBERS}


def test_who_leaves_soon_is_not_restored():
    """The one division of destroyers stays to turn 24, the other to turn 8."""
    assert restored(dict.fromkeys(("us-ddd-23", "us-ddd-93"), "us-fleet")) == {"us-ddd-23"}


# ------------------------------------------------------------------------------ who marches


def test_a_field_with_aircraft_is_taken_for_the_flag():
    """No troops are left on Mindanao, but the flag stays while aircraft are: to their field."""
    us = dict.fromkeys(("us-126-ri", "us-127-ri"), "4456")
    t = phase("us-movement", us, {"jp-2-sentai": "4755"}, turn=18)
    play(t, "us")
    assert min(t.s.board.grid.distance(t.place(unit), "4755") for unit in us) < 2


# ------------------------------------------------------------------------------ who rests


@pytest.mark.parametrize(("points", "turn", "away"), [(9, 10, 5), (0, 10, 0), (9, 30, 0)])
def test_who_has_losses_leaves_the_line_to_be_restored(points, turn, away):
    """Six reduced regiments before two: they stay if nothing restores them, or all ends."""
    units = [f"us-{n}-ri" for n in (126, 127, 128, 19, 21, 34)]
    us = {unit: {"place": "2015", "losses": 1} for unit in units}
    t = phase("us-movement", us, dict.fromkeys(("jp-5-ri", "jp-17-ri"), "2016"), turn=turn,
              tracks={"us-land.us": points}, control={"2015": "us"})  # fmt: skip
    play(t, "us", kinds=("end-phase",))
    assert sum(t.s.board.grid.distance(t.place(unit), "2016") > 1 for unit in units) == away
