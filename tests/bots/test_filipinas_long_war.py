"""How the simple player plays the Americans where many turns are left, as in the campaign."""

import pytest

from filipinas_play import in_port, phase, play
from tabuleiro_filipinas.islands import island_of, islands

DESTROYERS = tuple(f"us-ddd-{n}" for n in (11, 23, 25, 26, 47, 48, 49, 50, 91, 92, 93, 94))
GUNS = tuple(f"us-den-{n}" for n in (1, 2, 5, 6, 7, 8))
CONVOYS = ("us-comb-6", "us-comb-7", "us-comb-8", "us-comb-10", "us-comb-12", "us-comb-14")
SIX = ("us-17-ri", "us-32-ri", "us-184-ri", "us-19-ri", "us-21-ri", "us-34-ri")
ARMY = (*SIX, *(f"us-{n}-ri" for n in (126, 127, 128, 381, 382, 383)))
BIG = tuple(unit for unit in ARMY if unit != "us-126-ri")
SAMAR, MINDORO = {"jp-guarnicao-samar": "4533"}, {"jp-guarnicao-mindoro": "2231"}
LEYTE = {"us-126-ri": "4437"}
TAKEN = dict.fromkeys(("4437", "leyte", "samar", "biliran", "panaon"), "us")
AIR_FLEET = dict.fromkeys((f"jp-{n}-sentai" for n in (1, 14, 16, 17, 19, 30, 31, 51, 52, 62, 74)),
                          "2222")  # fmt: skip


def landed(*pieces, troops=SIX, turn=1, **more):
    """Where the Americans go ashore in a naval phase, with troops in the box of the 6th Army."""
    ships = in_port("us", *CONVOYS, *DESTROYERS, *GUNS)
    box = dict.fromkeys(troops, "army-6")
    t = phase("us-naval-movement", ships, box, *pieces, turn=turn, **more)
    return [deed.hex for deed in play(t, "us") if deed.kind == "put-down"], t


def islands_landed_on(*pieces, **more):
    hexes, t = landed(*pieces, **more)
    return {island_of(t.s, place) for place in hexes}


# ------------------------------------------------------------------------------ where first


def test_the_first_landings_lie_close_together():
    """Aircraft near Manila: Samar, for Mindoro lies before them. Later that is no hindrance."""
    first = islands_landed_on(SAMAR, MINDORO, AIR_FLEET)
    then = islands_landed_on(SAMAR, MINDORO, AIR_FLEET, LEYTE, turn=2)
    assert ("samar" in first, "mindoro" in first) == (True, False)
    assert "mindoro" in then


PANAY, CITY = dict.fromkeys(("jp-guarnicao-panay", "jp-9-ri"), "3138"), "3138"


def to_the_city(*pieces, turn=2):
    """How far from the garrison of Panay the regiments go ashore on its island."""
    hexes, t = landed(PANAY, LEYTE, *pieces, turn=turn, troops=BIG)
    return min(t.s.board.grid.distance(h, CITY) for h in hexes if island_of(t.s, h) == "panay")


def test_a_garrison_that_stands_together_is_attacked_at_once():
    """The regiments land beside it; not if more stand elsewhere, nor when few turns are left."""
    assert to_the_city() == 1
    assert to_the_city({"jp-20-ri": "3035"}) > 1
    assert to_the_city(turn=25) > 1


GREAT_ARMY = (*BIG, *(f"us-{n}-ri" for n in (1, 20, 63)))
LUZON = dict.fromkeys((*(f"jp-{n}-ri" for n in (5, 17, 31, 9, 20, 33, 41, 74, 77, 1, 49, 57)),
                       *(f"jp-{n}-bgda-mista" for n in (54, 55, 58, 61, 65))), "2221")  # fmt: skip


@pytest.mark.parametrize(("turn", "troops", "lands"), [(9, 14, True), (9, 10, False),
                                                       (25, 10, True)])  # fmt: skip
def test_a_great_island_waits_for_an_army(turn, troops, lands):
    """Ten regiments would do for a beach of Luzon, but not for its seventeen units."""
    everywhere = dict.fromkeys(islands(phase("us-movement").s), "us") | {"luzon": "jp"}
    where = islands_landed_on(LUZON, turn=turn, troops=GREAT_ARMY[:troops], control=everywhere)
    assert ("luzon" in where) is lands


def test_flags_are_raised_before_a_fight_is_fed_with_troops():
    """A foothold on Mindoro wants all six regiments; three go where nobody stands."""
    jp = dict.fromkeys(("jp-guarnicao-mindoro", "jp-9-ri", "jp-5-ri", "jp-17-ri"), "2231")
    ashore = {"us-126-ri": "2331"}
    found = {}
    for turn in (15, 25):
        hexes, t = landed(jp, ashore, turn=turn, control=TAKEN | {"2331": "us"})
        found[turn] = len({island_of(t.s, place) for place in hexes} - {"mindoro"})
    assert found == {15: 3, 25: 0}


def test_idle_troops_wait_while_submarines_hunt_who_fetches_them():
    """A convoy with two destroyers sails if no submarine is about; with three it sails anyway."""
    ashore = dict.fromkeys(("us-126-ri", "us-127-ri", "us-128-ri"), "4437")
    fetched = {}
    for number, hunters in ((2, {}), (2, {"jp-dsb-1": "1046"}), (3, {"jp-dsb-1": "1046"})):
        ships = in_port("us", CONVOYS[0], *DESTROYERS[:number])
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
