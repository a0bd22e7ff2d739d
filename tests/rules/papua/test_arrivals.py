"""Section 4.2.1 and what belongs to it: who arrives when and where, and who waits."""

import pytest

from asking import beachhead, slots_left
from papua_scenes import at, firsts, moving, on_to, region, scene, spent
from tabuleiro.engine import DEAD, OFF
from tabuleiro.testing import action

JP, JP2, GUNS = "jp-41-1", "jp-41-2", "jp-art-14-1"
AU = "au-2-14"
TURN_3 = ["au-61", "au-2-9", "au-2-10", "au-2-12", "au-art-2-4"]
LANDINGS = {"0506", "0608", "1110", "1213", "1313", "2424", "2425"}
"""Some hexes of the north coast where ships can land, two of them in Milne Bay."""


def arriving(side, *pieces, turn, **more):
    """The reinforcement phase of a side."""
    return scene(f"{side}-reinforcement", *pieces, turn=turn, **more)


def place(t, *pairs):
    """Place pieces."""
    return t.do(*(action("place", piece, hex) for piece, hex in pairs))


# --------------------------------------------------------------------------------- Japan


@pytest.mark.rule("papua-4.2.1-1")
def test_japanese_land_units_arrive_on_the_north_coast_or_new_britain():
    t = arriving("japanese", turn=3, waiting=[JP])
    allowed = firsts(t, JP)
    assert allowed > LANDINGS
    assert region(t, "new-britain") < allowed
    assert allowed < region(t, "new-britain", "north-coast")
    assert "1716" in region(t, "north-coast") - allowed  # a mountain: no ship can land there
    assert t.refuses(action("place", JP, "1716")) == "papua-4.2.4-2"
    assert t.refuses(action("place", JP, "0518")) == "papua-4.2.1-1"
    assert t.refuses(action("place", JP, "0915")) == "papua-4.2.1-1"
    assert t.refuses(action("place", JP, "2626")) == "papua-4.2.1-1"  # an island


@pytest.mark.rule("papua-4.2.1-1", "papua-4.2.1-2", "papua-4.2.1-7")
def test_a_shore_of_ones_own_is_a_plain_placement():
    t = arriving("japanese", turn=3, waiting=[JP, GUNS], control={"1313": "japanese"})
    place(t, (GUNS, "1313"), (JP, "1313"))
    assert t.at("1313") == {JP, GUNS}
    assert t.phase == "japanese-movement"
    t.go(JP, "1214", "1314", "1315", "1416", "1516")
    assert spent(t, JP) == 8  # all of its points


@pytest.mark.rule("papua-4.2.1-2", "papua-4.2.5-2", "papua-4.2.5-4")
def test_an_assault_landing_on_an_empty_shore():
    t = arriving("japanese", at("1314", AU), turn=3, waiting=[JP, GUNS])
    assert t.refuses(action("place", GUNS, "1313")) == "papua-4.2.5-5"
    place(t, (JP, "1313")).end()
    assert t.place(JP) == "1313"
    assert t.s.position.control["1313"] == "japanese"
    walk = ("1213", "1113", "1112")  # swamps: 3 with the contact broken, 2, and 3 over a river
    assert t.refuses(t.move(JP, *walk)) == "papua-4.0-2"
    assert spent(t.go(JP, *walk[:2]), JP) == 5
    t = arriving("japanese", at("1314", AU), turn=3, waiting=[JP], control={"1313": "japanese"})
    assert spent(place(t, (JP, "1313")).go(JP, *walk), JP) == 8


@pytest.mark.rule("papua-4.2.1-2", "papua-4.2.5-3")
def test_an_assault_landing_on_the_enemy_waits_afloat():
    t = arriving("japanese", at("1313", AU), turn=4, waiting=["jp-144-1"])
    place(t, ("jp-144-1", "1313"))
    assert (t.place("jp-144-1"), beachhead(t.s, "jp-144-1")) == (OFF, "1313")
    assert t.at("1313") == {AU}
    assert t.reach("jp-144-1") == set()


@pytest.mark.rule("papua-4.2.5-1")
def test_arrivals_by_assault_use_no_naval_transport():
    seven = ["jp-41-1", "jp-41-2", "jp-41-3", "jp-229-3"]
    t = arriving("japanese", turn=3, waiting=seven)
    place(t, *((piece, "1111") for piece in seven[:3]), (seven[3], "1112"))
    assert slots_left(t.s, "japanese") == 4


@pytest.mark.rule("papua-4.1.1-1", "papua-4.2.1-1")
def test_arrivals_keep_to_the_limit_of_the_shore():
    t = arriving("japanese", turn=4, waiting=["jp-144-1", "jp-144-2", "jp-144-3", "jp-kure-5"])
    place(t, *((f"jp-144-{n}", "1313") for n in (1, 2, 3)))  # swamp holds three
    assert t.refuses(action("place", "jp-kure-5", "1313")) == "papua-4.1.1-1"


@pytest.mark.rule("papua-10.0-5")
def test_no_arrivals_at_a_base_that_enemy_ships_close():
    marks = {"1313": ["supply-base-japanese"]}
    held = {"1313": "japanese", "1213": "japanese"}
    t = arriving("japanese", at("1413", "us-naval"), turn=11, waiting=["jp-sasebo-6"],
                 marks=marks, control=held)  # fmt: skip
    assert t.refuses(action("place", "jp-sasebo-6", "1313")) == "papua-10.0-5"
    assert t.allows(action("place", "jp-sasebo-6", "1213"))
    t = arriving("japanese", at("1613", "us-naval"), turn=11, waiting=["jp-sasebo-6"],
                 marks=marks, control=held)  # fmt: skip
    assert t.allows(action("place", "jp-sasebo-6", "1313"))
    t = arriving("japanese", at("1413", "us-naval"), turn=11, waiting=["jp-sasebo-6"], control=held)
    assert t.allows(action("place", "jp-sasebo-6", "1313"))  # no base, nothing to close


# -------------------------------------------------------------------------------- Allies


@pytest.mark.rule("papua-4.2.1-3")
def test_allied_land_units_arrive_in_australia_or_port_moresby():
    t = arriving("allied", turn=4, waiting=[AU])
    assert firsts(t, AU) == region(t, "australia") | {"0518"}
    assert t.refuses(action("place", AU, "2424")) == "papua-4.2.1-3"
    assert t.refuses(action("place", AU, "0618")) == "papua-4.2.1-3"
    t = arriving("allied", turn=4, waiting=[AU], control={"0518": "japanese"})
    assert firsts(t, AU) == region(t, "australia")
    assert t.refuses(action("place", AU, "0518")) == "papua-4.2.1-3"
    t = arriving("allied", at("0518", JP), turn=4, waiting=[AU])
    assert "0518" not in firsts(t, AU)


@pytest.mark.rule("papua-4.2.1-7")
def test_they_may_move_in_the_same_turn():
    t = arriving("allied", turn=5, waiting=["au-2-25"])
    place(t, ("au-2-25", "0518"))
    t.go("au-2-25", "0618", "0717", "0817", "0916")
    assert spent(t, "au-2-25") == 7


@pytest.mark.rule("papua-4.2.1-6")
def test_two_regiments_of_engineers_are_never_in_australia():
    t = arriving("allied", turn=2, waiting=["us-eng-96-1"])
    assert firsts(t, "us-eng-96-1") == {"0518"}
    assert t.refuses(action("place", "us-eng-96-1", "0928")) == "papua-4.2.1-6"
    t = moving("allied", at("0518", "us-eng-96-1", AU))
    assert t.refuses(action("sail", "us-eng-96-1", "0928")) == "papua-4.2.1-6"
    assert action("sail", "us-eng-96-1", "0928") not in t.legal("sail", piece="us-eng-96-1")
    assert t.allows(action("sail", AU, "0928"))


@pytest.mark.rule("papua-4.2.4-6", "papua-4.2.4-1")
def test_australians_who_arrive_in_new_guinea_use_naval_transport():
    t = arriving("allied", at("2424", AU), turn=3, waiting=TURN_3)
    place(t, *((piece, "0518") for piece in TURN_3[1:4]))
    assert slots_left(t.s, "allied") == 1
    place(t, (TURN_3[0], "0518"))
    assert t.refuses(action("place", TURN_3[4], "0518")) == "papua-4.2.4-6"
    place(t, (TURN_3[4], "0928"))
    assert t.phase == "allied-movement"
    assert t.refuses(action("sail", AU, "0518")) == "papua-4.2.4-1"
    assert t.legal("sail") == []


@pytest.mark.rule("papua-4.2.4-6")
@pytest.mark.parametrize(("count", "left"), [("australians", 4), ("all-allies", 3)])
def test_americans_use_it_only_as_an_option(count, left):
    t = arriving("allied", turn=6, waiting=["us-126-1"], options={"transport-count": count})
    place(t, ("us-126-1", "0518"))
    assert slots_left(t.s, "allied") == left
    t = arriving("allied", turn=6, waiting=["us-126-1"], options={"transport-count": count})
    assert slots_left(place(t, ("us-126-1", "0126")).s, "allied") == 4


@pytest.mark.rule("papua-4.2.4-6")
def test_japanese_arrivals_use_none():
    t = arriving("japanese", turn=3, waiting=[JP], control={"1313": "japanese"})
    assert slots_left(place(t, (JP, "1313")).s, "japanese") == 4


# ------------------------------------------------------------------------------ aircraft


@pytest.mark.rule("papua-4.2.1-4")
def test_aircraft_arrive_on_airfields_with_room():
    crew = at("0618", "us-fs-7", "us-fs-8")
    t = arriving("allied", crew, turn=9, waiting=["us-fs-39"])
    fields = firsts(t, "us-fs-39")
    assert {"0618", "0517", "0417", "2424", "0928", "0126"} < fields
    assert "0518" not in fields  # a city, no airfield
    assert not {"0403", "2603"} & fields  # Japanese ones
    place(t, ("us-fs-39", "0618"))
    t = arriving("allied", crew, at("0618", "us-fs-9"), turn=9, waiting=["us-fs-39"])
    assert t.refuses(action("place", "us-fs-39", "0618")) == "papua-4.1.1-5"
    crowd = at("0928", "us-fs-7", "us-fs-8", "us-fs-9", "us-fs-80")
    t = arriving("allied", crowd, turn=9, waiting=["us-fs-39"])
    assert t.allows(action("place", "us-fs-39", "0928"))  # Australia has no limit


@pytest.mark.rule("papua-4.2.1-4", "papua-6.5.2-1")
def test_no_aircraft_arrive_on_a_damaged_airfield():
    damaged = {"0618": ["airfield-damaged"]}
    t = arriving("allied", turn=9, waiting=["us-fs-39"], marks=damaged)
    assert "0618" not in firsts(t, "us-fs-39")
    assert t.refuses(action("place", "us-fs-39", "0618")) == "papua-6.5.2-1"
    place(t, ("us-fs-39", "0517"))


@pytest.mark.rule("papua-4.2.1-4", "papua-6.5-3")
def test_aircraft_arrive_on_a_captured_airfield_once_a_movement_phase_of_its_captor_has_begun():
    t = moving("japanese", at("1617", "jp-39-1"), turn=3, waiting=["jp-misawa-3"])
    t.go("jp-39-1", "1717")
    assert t.s.position.control["1717"] == "japanese"
    on_to(t, "japanese-reinforcement")
    assert t.s.turn == 4
    assert "1717" not in firsts(t, "jp-misawa-3")
    assert t.refuses(action("place", "jp-misawa-3", "1717")) == "papua-6.5-3"
    on_to(t.end(), "japanese-reinforcement")
    assert t.s.turn == 5
    place(t, ("jp-misawa-3", "1717"))


@pytest.mark.rule("papua-4.2.1-4")
def test_both_sides_place_them_so():
    t = arriving("japanese", turn=4, waiting=["jp-misawa-3"])
    assert firsts(t, "jp-misawa-3") == {"0403", "2603", "2305"}
    t = arriving("japanese", turn=4, waiting=["jp-misawa-3"], control={"1717": "japanese"})
    assert "1717" in firsts(t, "jp-misawa-3")


@pytest.mark.rule("papua-4.2.1-5")
def test_they_fly_in_the_turn_in_which_they_arrive():
    t = arriving("allied", at("0915", JP), at("0916", AU), turn=6, waiting=["us-fs-35"],
                 marks={"0518": ["supply-base-allied"]})  # fmt: skip
    place(t, ("us-fs-35", "0618"))
    assert t.legal("transfer", piece="us-fs-35")
    raids = [a for a in t.legal("support-attack") if a.hex == "0915"]
    assert raids
    t.do(raids[0])
    assert "us-fs-35" in t.decision.pieces


# --------------------------------------------------------------------------------- waiting


@pytest.mark.rule("papua-4.2.1-8")
def test_reinforcements_may_wait():
    t = arriving("allied", turn=4, waiting=[AU])
    assert t.allows(action("end-phase"))
    t.end()
    assert t.place(AU) == OFF
    assert t.phase == "allied-movement"
    t = arriving("allied", turn=8, waiting=[AU])
    assert "0518" in firsts(t, AU)
    t = arriving("allied", turn=3, waiting=[AU])
    assert t.phase == "allied-movement"  # not before its turn


@pytest.mark.rule("papua-4.2.1-8")
def test_those_who_cannot_enter_wait_until_they_can():
    engineers = ["us-eng-91-1", "us-eng-91-2"]
    lost = {"0518": "japanese"}
    t = arriving("allied", turn=15, waiting=engineers, control=lost)
    assert t.phase == "allied-movement"  # nothing to decide
    assert {t.place(piece) for piece in engineers} == {OFF}
    assert t.s.at(DEAD) == ()
    t = arriving("allied", turn=17, waiting=engineers)
    assert firsts(t, engineers[0]) == {"0518"}


@pytest.mark.rule("papua-10.0-9", "papua-10.0-11")
def test_naval_units_arrive_at_sea():
    t = arriving("japanese", turn=1, waiting=["jp-naval"])
    seas = firsts(t, "jp-naval")
    assert seas == region(t, "north-sea")
    assert region(t, "milne-bay") < seas
    assert t.refuses(action("place", "jp-naval", "0519")) == "papua-10.0-9"
    assert t.refuses(action("place", "jp-naval", "1313")) == "papua-10.0-9"
    t = arriving("allied", turn=9, waiting=["us-naval"])
    assert firsts(t, "us-naval") == region(t, "north-sea", "south-sea")
    t = arriving("allied", turn=8, waiting=["us-naval"])
    assert t.phase == "allied-movement"
