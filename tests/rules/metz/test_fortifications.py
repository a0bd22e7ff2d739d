"""Section 5.1.2: what terrain and fortifications are worth in combat."""

import numpy as np
import pytest

from asking import bombardment_covers, cover, shelters
from lorraine import (
    FOOT,
    GERMAN,
    GROUND,
    TANKS,
    at,
    base,
    battle,
    board,
    column,
    excused,
    shifts,
    step,
)
from tabuleiro.cartography.picture.rivers_and_roads import _rampart
from tabuleiro.testing import table

METZ, EAST_METZ = "0608", "0707"
COLUMNS = {"clear": 0, "woods": 1, "rough": 1, "airfield": 1, "city": 2, "rough-woods": 2}


def attacked(origin, target, attack, piece=FOOT, defender=GERMAN, also=None):
    """An attack whose sum is made up by air points."""
    pieces = {piece: origin, defender: target, **(also or {})}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 99})
    others = [p for p in (also or {}) if p.startswith("us-")]
    own = sum(t.s.value(p, "attack") for p in (piece, *others))
    t.attack(target, piece, *others, air=attack - own)
    if "confirm" in t.decision.actions:
        t.defend()
    return t


@pytest.mark.rule("metz-5.1.2-1", "metz-5.1.2-3", "metz-tables-9")
@pytest.mark.parametrize("terrain", COLUMNS)
def test_columns_of_the_defenders_ground(terrain):
    origin, target = step(terrain, start=None)
    t = attacked(origin, target, 16)
    columns = t.s.module.odds["combat"].columns
    assert base(t) == "4-1"
    assert [s for s in shifts(t) if s[0] == "defender"] == (
        [("defender", COLUMNS[terrain])] if COLUMNS[terrain] else [])  # fmt: skip
    assert columns.index(column(t)) == columns.index("4-1") - COLUMNS[terrain]


@pytest.mark.rule("metz-5.1.2-1")
@pytest.mark.parametrize("terrain", COLUMNS)
def test_the_attackers_ground_changes_nothing(terrain):
    origin, target = step("clear", start=terrain)
    assert shifts(attacked(origin, target, 16)) == []


@pytest.mark.rule("metz-5.1.2-3", "metz-tables-6", "metz-tables-8")
def test_roads_railways_and_bivouacs_give_nothing():
    for kinds in ({"road": True}, {"rail": True}):
        assert shifts(attacked(*step("clear", start=None, **kinds), 16)) == []
    for name in ("bivouac-xx", "bivouac-xii", "bivouac-lxxxii", "bivouac-xiii-ss"):
        for place in board().regions[name].hexes:
            t = table("metz", "us-combat", {FOOT: "0222"}, turn=5)
            assert cover(t.s, place, [], "german") == COLUMNS[board().terrain_at(place)]


@pytest.mark.rule("metz-5.1.2-2", "metz-5.1.2-4", "metz-tables-10")
@pytest.mark.parametrize(
    ("terrain", "columns"), [("clear", 2), ("woods", 2), ("city", 2), ("rough-woods", 2)]
)
def test_a_river_gives_two_and_only_the_best_counts(terrain, columns):
    origin, target = step(terrain, start=None, river=True)
    found = shifts(attacked(origin, target, 16))
    assert [s for s in found if s[0] == "defender"] == [("defender", columns)]


@pytest.mark.rule("metz-5.1.2-4")
def test_all_attackers_must_come_over_the_river():
    sheet = board()
    wet, target, dry = next(
        (a, b, c) for b in sheet.hexes_of("clear") for a in sheet.grid.neighbours(b)
        for c in sheet.grid.neighbours(b)
        if sheet.side_has(a, b, "river") and not sheet.features.get(sheet.grid.side(b, c))
        and not sheet.side_has(a, b, "fortification")
    )  # fmt: skip
    assert ("defender", 2) in shifts(attacked(wet, target, 16))
    both = shifts(attacked(wet, target, 16, also={"us-104-ri": dry}))
    assert ("defender", 2) not in both
    gun = table("metz", "us-combat", {FOOT: wet, GERMAN: target}, turn=5)
    assert cover(gun.s, target, [wet], "german") == 2
    assert cover(gun.s, target, [wet, dry], "german") == 0


@pytest.mark.rule("metz-5.1.2-4")
def test_a_bridge_does_not_cancel_the_river():
    origin, target = step("clear", start=None, river=True, road=True)
    assert ("defender", 2) in shifts(attacked(origin, target, 16))


# ---------------------------------------------------------------------- fortifications

ONE = "{what} ({sides}): it helps a defender here against {hexes}."
OTHER = "{what} ({sides}): it helps nobody here against {hexes}."


def lines():
    """Each one-sided line as hex before it and hex behind it."""
    t = table("metz", "us-combat", {FOOT: "0222"}, turn=5)
    for a, b in sorted(board().sides_of("fortification")):
        ways = [(x, y) for x, y in ((a, b), (b, a)) if "fortification" in shelters(t.s, x, y)]
        yield ways


@pytest.mark.rule("metz-5.1.2-6", "metz-5.1.2-10")
def test_lines_protect_one_side_and_metz_all_sides():
    both = [ways for ways in lines() if len(ways) == 2]
    assert both == [[(METZ, EAST_METZ), (EAST_METZ, METZ)]]
    assert all(len(ways) == 1 for ways in lines() if ways not in both)
    t = table("metz", "us-combat", {FOOT: "0222"}, turn=5)
    for place in (METZ, EAST_METZ):
        for near in board().grid.neighbours(place):
            assert "fortification" in shelters(t.s, near, place)


@pytest.mark.rule("metz-5.1.2-11")
def test_a_hex_tells_on_which_side_of_a_line_it_lies():
    """What is told is what counts: the columns of an attack that comes over that hexside."""
    t = table("metz", "us-combat", {FOOT: "0222"}, turn=5)
    told = {ONE: {}, OTHER: {}}
    for place in board().grid:
        for message in t.s.rules.hex_notes(s=t.s, hex=place):
            for ref in message.values["hexes"]:
                told[message.text].setdefault((ref["place"], place), message)
    ways = {(a, b) for side in board().sides_of("fortification") for a, b in (side, side[::-1])}
    assert set(told[ONE]) | set(told[OTHER]) == ways
    assert set(told[ONE]) == {way for some in lines() for way in some}
    assert not set(told[ONE]) & set(told[OTHER])
    before, behind = line_on("clear", COLUMNS)
    sentence = t.say(told[ONE][before, behind])
    assert sentence.startswith("Fortification (Germans): it helps a defender here")
    sentence = t.say(told[OTHER][behind, before])
    assert sentence.startswith("Fortification (Germans): it helps nobody here")


@pytest.mark.rule("metz-5.1.2-11")
def test_the_map_draws_each_line_on_the_side_that_it_protects():
    """The rampart lies a little behind its hexsides, and its teeth point away from there."""
    t = table("metz", "us-combat", {FOOT: "0222"}, turn=5)
    centre = {h: np.array(board().geometry.centre(h)) for h in board().grid}
    drawn = set()
    for line in board().feature_names.values():
        for path in board().geometry.side_paths(sorted(line.sides)) if line.faces else ():
            ends = np.array(path)
            lies, _teeth = _rampart(ends, line.faces)
            for number, middle in enumerate((ends[:-1] + ends[1:]) / 2):
                a, b = min(line.sides, key=lambda side: np.hypot(
                    *((centre[side[0]] + centre[side[1]]) / 2 - middle)))  # fmt: skip
                off = (lies[number] + lies[number + 1]) / 2 - middle
                before, behind = (a, b) if (centre[b] - centre[a]) @ off > 0 else (b, a)
                assert "fortification" in shelters(t.s, before, behind)
                assert "fortification" not in shelters(t.s, behind, before)
                drawn.add(board().grid.side(a, b))
    faced = (line for line in board().feature_names.values() if line.faces)
    assert drawn == {side for line in faced for side in line.sides}


def line_on(terrain, ground):
    """A line with that terrain behind it and that before it, without a river."""
    sheet = board()
    for ways in lines():
        for before, behind in ways[:1]:
            kinds = sheet.features[sheet.grid.side(before, behind)]
            found = sheet.terrain_at(behind), sheet.terrain_at(before)
            if kinds == {"fortification"} and found[0] == terrain and found[1] in ground:
                return before, behind
    raise AssertionError("no such line")


@pytest.mark.rule("metz-5.1.2-6")
@pytest.mark.parametrize("terrain", ["clear", "rough"])
def test_behind_a_line_germans_always_dominate(terrain):
    before, behind = line_on(terrain, COLUMNS)
    assert excused({GERMAN: behind, FOOT: before}, GERMAN)
    assert not excused({GERMAN: behind, FOOT: before}, FOOT)


@pytest.mark.rule("metz-5.1.2-6")
def test_a_line_dominates_a_town():
    town = next(
        ((before, behind) for ways in lines() for before, behind in ways
         if board().terrain_at(before) in {"city", "rough-woods"}
         and behind not in {METZ, EAST_METZ}),
    )  # fmt: skip
    assert excused({GERMAN: town[1], FOOT: town[0]}, GERMAN)
    assert not excused({GERMAN: town[1], FOOT: town[0]}, FOOT)


@pytest.mark.rule("metz-5.1.2-8", "metz-ex-5.1.2")
def test_one_hex_of_metz_taken():
    assert EAST_METZ in board().grid.neighbours(METZ)
    pieces = {FOOT: METZ, "de-1215-ri": EAST_METZ}
    assert excused(pieces, "de-1215-ri")
    assert not excused(pieces, FOOT)


@pytest.mark.rule("metz-5.1.2-9")
def test_americans_have_no_use_for_fortifications():
    for place in (METZ, EAST_METZ):
        near = next(h for h in board().grid.neighbours(place)
                    if board().terrain_at(h) == "clear"
                    and not board().side_has(h, place, "river"))  # fmt: skip
        t = battle({GERMAN: near}, {FOOT: place}, side="german", target=place)
        assert shifts(t) == [("defender", 2)]
        assert not excused({FOOT: place, GERMAN: EAST_METZ if place == METZ else METZ}, FOOT)


@pytest.mark.rule("metz-5.1.2-10", "metz-5.1.2-7")
def test_fortifications_add_two_columns():
    for place in (METZ, EAST_METZ):
        near = next(h for h in board().grid.neighbours(place) if board().terrain_at(h) == "clear")
        t = attacked(near, place, 20)
        assert (base(t), shifts(t), column(t)) == (
            "5-1", [("defender", 2), ("defender", 2)], "1-1")  # fmt: skip
    before, behind = line_on("clear", COLUMNS)
    t = attacked(before, behind, 20)
    assert (base(t), shifts(t), column(t)) == ("5-1", [("defender", 2)], "3-1")


@pytest.mark.rule("metz-5.1.2-11")
def test_all_attackers_must_come_through_the_line():
    before, behind = line_on("clear", COLUMNS)
    sheet = board()
    rear = next(h for h in sheet.grid.neighbours(behind)
                if not sheet.features.get(sheet.grid.side(h, behind)))  # fmt: skip
    assert ("defender", 2) in shifts(attacked(before, behind, 20))
    assert shifts(attacked(before, behind, 20, also={"us-104-ri": rear})) in (
        [], [("attacker", 1)])  # fmt: skip


@pytest.mark.rule("metz-5.1.2-11", "metz-5.1.2-6")
def test_a_line_helps_nobody_in_front_of_it():
    before, behind = line_on("clear", ["clear"])
    assert shifts(attacked(before, behind, 20)) == [("defender", 2)]
    assert shifts(attacked(behind, before, 20)) == []
    assert not excused({GERMAN: before, FOOT: behind}, GERMAN)


@pytest.mark.rule("metz-6.2-3")
def test_metz_is_fortified_against_bombardment_and_lines_are_not():
    t = table("metz", "us-combat", {"de-22-rif": METZ, FOOT: GROUND, TANKS: EAST_METZ}, turn=5)
    assert sum(s.columns for s in bombardment_covers(t.s, METZ)) == 4
    assert sum(s.columns for s in bombardment_covers(t.s, EAST_METZ)) == 2
    _, behind = line_on("clear", COLUMNS)
    t = table("metz", "us-combat", {GERMAN: behind, FOOT: GROUND}, turn=5)
    assert bombardment_covers(t.s, behind) == []
    assert at(GROUND, FOOT)
