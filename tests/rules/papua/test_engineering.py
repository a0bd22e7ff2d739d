"""Sections 6.3, 6.5.1 and 11.0: airfields and fortifications built, interdicted hexes cleared."""

import pytest

from papua_scenes import at, bases, battle, hurt, moving, rules_of_shifts
from tabuleiro.testing import action
from tabuleiro_papua.air.airfields import is_airfield

E, F, G = "us-eng-43-1", "us-eng-43-2", "us-eng-46-1"
J, JENG = "jp-41-1", "jp-eng-14"
OPEN, FOREST, VILLAGE, CITY = "1214", "0919", "1315", "0518"
"""Open ground (Popondetta), forest, a forest village (Oro Bay), Port Moresby."""
NEXT = "1213"


def turns(t, number, *, side="allied"):
    """End the movement phase in progress; begin that of the same side ``number`` turns later."""
    later = t.s.turn + number
    t.end()
    left = {place: list(marks) for place, marks in t.s.position.marks.items()}
    return t.set(f"{side}-movement", {}, keep=True, turn=later, marks=left)


def marks(t, place):
    return set(t.s.position.marks.get(place, ()))


def building(*pieces, what="build-airfield", who=E, **more):
    """Engineers have begun to build in turn 4."""
    t = moving("allied", at(OPEN, E) if not pieces else {}, *pieces, turn=4, **more)
    return t.act(what, who)


# ------------------------------------------------------------------------ building


@pytest.mark.rule("papua-6.5.1-1")
def test_an_airfield_takes_two_turns():
    t = building()
    assert marks(t, OPEN) == {"works"}
    turns(t, 1)
    assert t.s.turn == 5
    assert marks(t, OPEN) == {"works"}
    turns(t, 1)
    assert t.s.turn == 6
    assert marks(t, OPEN) == {"airfield"}


@pytest.mark.rule("papua-6.5.1-1")
@pytest.mark.parametrize(("place", "good"), [(OPEN, True), (VILLAGE, True), (FOREST, False),
                                             (CITY, False), ("0816", False)])  # fmt: skip
def test_airfields_are_built_on_open_ground_and_in_villages(place, good):
    t = moving("allied", at(place, E))
    assert t.allows(action("build-airfield", E)) is good
    assert (action("build-airfield", E) in t.legal("build-airfield")) is good
    if not good:
        assert t.refuses(action("build-airfield", E)) == "papua-6.5.1-1"


@pytest.mark.rule("papua-6.5.1-1")
def test_only_construction_engineers_build_and_nothing_twice():
    t = moving("allied", at(OPEN, "au-39", "us-eng-116"), at("1314", E))
    assert t.refuses(action("build-airfield", "au-39")) == "papua-6.5.1-1"
    assert t.refuses(action("build-airfield", "us-eng-116")) == "papua-6.5.1-1"
    assert t.s.board.terrain_at("1314") == "airfield"
    assert t.refuses(action("build-airfield", E)) == "papua-6.5.1-1"


@pytest.mark.rule("papua-6.5.1-1")
def test_both_sides_build():
    t = moving("japanese", at(OPEN, JENG), control={OPEN: "japanese"}, turn=4)
    t.do(action("build-airfield", JENG))
    turns(t, 1, side="japanese")
    assert marks(turns(t, 1, side="japanese"), OPEN) == {"airfield"}


@pytest.mark.rule("papua-6.5.1-2")
def test_the_new_airfield_takes_aircraft_in_the_turn_in_which_it_is_ready():
    t = building(at(OPEN, E), at("1314", "us-fs-7"), marks=bases("allied", "1313"))
    to = action("transfer", "us-fs-7", OPEN)
    assert not t.allows(to)
    turns(t, 1)
    assert not t.allows(to)
    turns(t, 1)
    assert t.do(to).place("us-fs-7") == OPEN


@pytest.mark.rule("papua-6.5.1-3")
def test_engineers_may_be_relieved_by_others():
    t = building(at(OPEN, E), at(NEXT, F))
    turns(t, 1)
    t.go(E, NEXT).go(F, OPEN)
    assert "airfield" in marks(turns(t, 1), OPEN)


@pytest.mark.rule("papua-6.5.1-3")
@pytest.mark.parametrize("early", [True, False])
def test_the_count_begins_again_when_the_engineers_leave(early):
    t = building()
    if not early:
        turns(t, 1)
    t.go(E, NEXT)
    turns(t, 1)
    assert marks(t, OPEN) == set()
    t.go(E, OPEN).do(action("build-airfield", E))
    assert marks(turns(t, 1), OPEN) == {"works"}
    assert marks(turns(t, 1), OPEN) == {"airfield"}


@pytest.mark.rule("papua-6.5.1-3")
def test_engineers_with_losses_build_nothing():
    t = moving("allied", hurt(OPEN, E))
    assert t.refuses(action("build-airfield", E)) == "papua-6.5.1-1"
    t = building().end()
    t.set("allied-movement", hurt(OPEN, E), keep=True, turn=5, marks={OPEN: ["works"]})
    turns(t, 1)
    assert marks(t, OPEN) == set()


@pytest.mark.rule("papua-6.5.1-3")
def test_intact_engineers_beside_reduced_ones_suffice():
    t = building(at(OPEN, E, F)).end()
    t.set("allied-movement", hurt(OPEN, E), keep=True, turn=5, marks={OPEN: ["works"]})
    assert marks(turns(t, 1), OPEN) == {"airfield"}


# ------------------------------------------------------------------ fortifications


@pytest.mark.rule("papua-11.0-1")
def test_a_fortification_takes_two_turns_like_an_airfield():
    t = building(what="build-fortification")
    assert marks(t, OPEN) == {"works"}
    assert marks(turns(t, 1), OPEN) == {"works"}
    assert marks(turns(t, 1), OPEN) == {"fortification"}


@pytest.mark.rule("papua-11.0-1")
def test_one_work_per_engineer_at_a_time():
    t = building()
    assert t.refuses(action("build-fortification", E)) == "papua-11.0-1"
    t = building(at(OPEN, E, F))
    t.do(action("build-fortification", F))
    turns(t, 1)
    assert marks(turns(t, 1), OPEN) == {"airfield", "fortification"}


@pytest.mark.rule("papua-11.0-1")
def test_of_two_works_one_engineer_goes_on_with_one():
    t = building(at(OPEN, E, F)).do(action("build-fortification", F)).go(F, NEXT)
    turns(t, 1)
    assert marks(turns(t, 1), OPEN) == {"airfield"}


@pytest.mark.rule("papua-11.0-3")
@pytest.mark.parametrize(("place", "good"), [(OPEN, True), (VILLAGE, True), (FOREST, False),
                                             (CITY, False), ("1314", True)])  # fmt: skip
def test_fortifications_are_built_on_open_ground_and_in_villages(place, good):
    # 1314 is Dobodura, an airfield: it has the terrain on which it stands.
    t = moving("allied", at(place, E))
    assert t.allows(action("build-fortification", E)) is good
    if not good:
        assert t.refuses(action("build-fortification", E)) == "papua-11.0-3"


@pytest.mark.rule("papua-11.0-3", "papua-11.0-2")
def test_an_airfield_in_the_open_is_fortified_and_stays_one():
    t = building(at("1314", E), what="build-fortification")
    assert "fortification" not in marks(turns(t, 1), "1314")
    assert "fortification" in marks(turns(t, 1), "1314")
    assert is_airfield(t.s, "1314")
    assert t.refuses(action("build-airfield", E)) == "papua-6.5.1-1"
    t = battle("japanese", at(OPEN, J), at("1314", "au-39"), target="1314",
               marks={"1314": ["fortification"]}, dice=(4, 4))  # fmt: skip
    assert "papua-tab.terrain-13" in rules_of_shifts(t)


@pytest.mark.rule("papua-11.0-4")
def test_a_captured_fortification_is_destroyed():
    t = moving("japanese", at(NEXT, J), marks={OPEN: ["fortification"]})
    assert t.go(J, OPEN).s.position.marks == {}
    own = moving("allied", at(NEXT, "au-39"), marks={OPEN: ["fortification"]})
    assert marks(own.go("au-39", OPEN), OPEN) == {"fortification"}


@pytest.mark.rule("papua-11.0-4", "papua-6.5-3")
def test_works_are_lost_by_capture_and_airfields_are_not():
    t = building(at(OPEN, E), at("0915", J)).go(E, NEXT)
    t.set("japanese-movement", {**at(NEXT, J), **at("1315", E)}, keep=True, turn=5,
          marks={OPEN: ["works", "airfield"]})  # fmt: skip
    assert marks(t.go(J, OPEN), OPEN) == {"airfield", "airfield-taken"}


# --------------------------------------------------------------------- interdiction


@pytest.mark.rule("papua-6.3-4")
def test_engineers_clear_a_hex_in_the_turn_after_their_arrival():
    t = moving("allied", hurt(NEXT, E), turn=6, marks={OPEN: ["interdicted-lasting"]})
    t.go(E, OPEN)
    assert marks(t, OPEN) == {"interdicted-lasting"}
    assert marks(turns(t, 1), OPEN) == set()


@pytest.mark.rule("papua-6.3-4")
def test_without_engineers_the_hex_stays_interdicted():
    t = moving("allied", at(NEXT, "au-39", E), turn=6, marks={OPEN: ["interdicted-lasting"]})
    t.go("au-39", OPEN)
    assert marks(turns(t, 3), OPEN) == {"interdicted-lasting"}


@pytest.mark.rule("papua-6.3-4")
def test_engineers_who_were_driven_off_clear_nothing():
    t = moving("allied", at(NEXT, E), turn=6, marks={OPEN: ["interdicted-lasting"]}).go(E, OPEN)
    t.end()
    t.set("allied-movement", at(NEXT, E), keep=True, turn=7, marks={OPEN: ["interdicted-lasting"]})
    assert marks(t, OPEN) == {"interdicted-lasting"}


@pytest.mark.rule("papua-6.3-4")
def test_engineers_who_came_after_the_movement_clear_it_a_turn_later():
    lasting = {OPEN: ["interdicted-lasting"]}
    t = moving("allied", at(NEXT, E), turn=6, marks=lasting).end()
    t.set("allied-movement", at(OPEN, E), keep=True, turn=7, marks=lasting)  # by a retreat
    assert marks(t, OPEN) == {"interdicted-lasting"}
    assert marks(turns(t, 1), OPEN) == set()


@pytest.mark.rule("papua-6.3-6")
@pytest.mark.parametrize("side", ["allied", "japanese"])
@pytest.mark.parametrize("mark", ["interdicted", "interdicted-lasting"])
def test_an_interdicted_hex_costs_a_point_more_for_both_sides(side, mark):
    piece = {"allied": "au-39", "japanese": J}[side]
    free = moving(side, at("0915", piece)).go(piece, "0916")
    hit = moving(side, at("0915", piece), marks={"0916": [mark]}).go(piece, "0916")
    assert (free.s.piece(piece).spent, hit.s.piece(piece).spent) == (2 * 2, 2 * 3)
