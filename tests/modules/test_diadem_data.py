"""The order of battle, tables, set-up and texts of Operação Diadem are those of its rulebook.

A clause is marked here only if it is about data alone; what a clause does in play is proven through
the engine. docs/modules/diadem.md tells what was printed and what was reconstructed.
"""

import json
import re
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from legible import contrast
from tabuleiro.module import find_module, load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = find_module("diadem")
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "diadem.json").read_text("utf-8"))

FOOT, MOUNTAIN, MOTORIZED, ARMOUR = "foot", "mountain", "motorized", "armour"
CLASSES = (FOOT, MOUNTAIN, MOTORIZED, ARMOUR)


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


def rules(*clauses):
    """The marker of each clause, for one case of a parametrized test."""
    return [pytest.mark.rule(*clauses)]


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=rules(clause), id=clause)


def numbers(module, units):
    """The identification left of the symbol, sorted."""
    return sorted(module.counters[unit].short.left for unit in units)


def strengths(counter):
    return tuple(counter.values[name] for name in ("attack", "defense", "move"))


def divisions(module):
    """The counters of each division."""
    return {
        name: module.formation_counters(name)
        for name, formation in module.formations.items()
        if formation.size == "division"
    }


# ------------------------------------------------------------------------------ 2.2: counters


@pytest.mark.rule("diadem-2.2-1")
def test_counters_by_nationality(module):
    assert Counter(counter.nation for counter in module.counters.values()) == {
        "german": 33,
        "french": 16,
        "british": 15,
        "american": 12,
        "canadian": 7,
        "polish": 6,
        "indian": 3,
        "new-zealand": 2,
        "south-african": 2,
        "italian": 1,
    }
    assert len(module.counters) == 97


@pytest.mark.rule("diadem-2.2-2")
def test_two_sides(module):
    assert list(module.sides) == ["allied", "axis"]
    sides = Counter(counter.side for counter in module.counters.values())
    assert sides == {"allied": 64, "axis": 33}
    germans = {counter.id for counter in module.counters.values() if counter.nation == "german"}
    assert germans == {counter.id for counter in module.counters.values() if counter.side == "axis"}


@pytest.mark.rule("diadem-2.2.1-1")
def test_every_counter_is_a_regiment_or_a_brigade(module):
    assert {counter.size for counter in module.counters.values()} == {"regiment", "brigade"}


@pytest.mark.rule("diadem-2.2.1-2")
def test_the_number_on_the_right_is_that_of_the_division(module):
    for counter in module.counters.values():
        formation = module.formations.get(counter.formation)
        if formation is None or formation.size != "division":
            assert not counter.short.right
            continue
        assert re.search(rf"\b{counter.short.right}(?!\d)", formation.name["en"])
        assert re.search(rf"\b{counter.short.right}ª", formation.name["pt"])
    assert module.counters["fr-6-rtm-4dmm"].short.right == "4"
    assert module.counters["us-1108-geng"].formation is None


TWO_COUNTERS = {
    "uk-6-db", "ca-5-db", "za-6-db", "pl-3-di", "pl-5-di",
    "de-15-dpzgr", "de-29-dpzgr", "de-90-dpzgr", "de-5-dm",
}  # fmt: skip
WITHOUT_UNITY = {"nz-2-di": 2, "de-114-dl": 1}


@pytest.mark.rule("diadem-2.2.1-3")
def test_a_division_has_three_counters(module):
    others = divisions(module).keys() - TWO_COUNTERS - WITHOUT_UNITY.keys()
    assert len(others) == 18
    assert all(len(divisions(module)[name]) == 3 for name in others)


@pytest.mark.rule("diadem-2.2.1-4")
def test_some_divisions_have_two_counters(module):
    assert {name for name in TWO_COUNTERS if len(divisions(module)[name]) == 2} == TWO_COUNTERS


@pytest.mark.rule("diadem-2.2.1-5")
def test_the_6th_armoured_division(module):
    assert set(module.formation_counters("uk-6-db")) == {"uk-26-bgda-blda", "uk-61-bgda"}
    assert "unity" in module.formations["uk-6-db"].tags
    for guards in ("uk-1-bgda-gds", "uk-24-bgda-gds"):
        assert module.counters[guards].formation is None


def test_unity(module):
    without = {name for name in divisions(module) if "unity" not in module.formations[name].tags}
    assert without == WITHOUT_UNITY.keys()
    for name, size in WITHOUT_UNITY.items():
        assert len(divisions(module)[name]) == size
    higher = [f for f in module.formations.values() if f.size != "division"]
    assert higher
    assert not any(formation.tags for formation in higher)


@pytest.mark.rule("diadem-2.2.1-11")
def test_unit_types_and_their_classes(module):
    types = module.unit_types
    assert {name: kind.movement_class for name, kind in types.items()} == {
        "infantry": FOOT,
        "motorized-infantry": MOTORIZED,
        "mountain": MOUNTAIN,
        "paratroops": FOOT,
        "armour": ARMOUR,
        "artillery": FOOT,
        "mechanized-artillery": MOTORIZED,
        "engineers": FOOT,
    }
    motorized = {name for name, kind in types.items() if "motorized" in kind.tags}
    assert motorized == {"armour", "motorized-infantry", "mechanized-artillery"}
    artillery = {name for name, kind in types.items() if "artillery" in kind.tags}
    assert artillery == {"artillery", "mechanized-artillery"}
    assert {name for name, kind in types.items() if "no-advance" in kind.tags} == {"artillery"}
    classes = {name: module.counters[name].movement_class for name in module.counters}
    assert classes["de-115-rpzgr"] == MOTORIZED
    assert {classes[name] for name in ("de-4-rpqd", "us-1108-geng", "uk-art-xiii")} == {FOOT}


@pytest.mark.rule("diadem-2.2.1-12")
def test_counters_by_type(module):
    by_type: dict[str, set[str]] = {}
    for counter in module.counters.values():
        by_type.setdefault(counter.type, set()).add(counter.id)
    assert {name: len(found) for name, found in by_type.items()} == {
        "infantry": 51,
        "motorized-infantry": 15,
        "armour": 8,
        "mountain": 8,
        "paratroops": 3,
        "engineers": 1,
        "artillery": 11,
    }
    grenadiers = {name for name in module.counters if name.endswith("-rpzgr")}
    assert by_type["motorized-infantry"] == grenadiers | {
        *module.formation_counters("fr-1-dmi"),
        "it-1-bda-mtz",
        "za-12-bgda-mtz",
        "uk-61-bgda",
        "ca-11-bgda",
    }
    tanks = {name for name in module.counters if name.endswith(("-blda", "-tq", "-rpz"))}
    assert by_type["armour"] == tanks
    tabors = {name for name in module.counters if name.endswith("-gtm")}
    mountaineers = (*module.formation_counters("fr-4-dmm"), "de-85-rm", "de-100-rm")
    assert by_type["mountain"] == tabors | set(mountaineers)
    assert by_type["paratroops"] == set(module.formation_counters("de-1-dpqd"))
    assert by_type["engineers"] == {"us-1108-geng"}
    assert by_type["artillery"] == {name for name in module.counters if "-art-" in name}


def test_only_artillery_has_a_range(module):
    for counter in module.counters.values():
        assert ("range" in counter.values) == ("artillery" in counter.tags)
        assert counter.values.keys() - {"range"} == {"attack", "defense", "move"}


@pytest.mark.rule("diadem-ex-2.2.1")
def test_the_sample_counter(module):
    sample = module.counters["fr-6-rtm-4dmm"]
    assert strengths(sample) == (4, 4, 6)
    assert (sample.short.left, sample.short.right) == ("6", "4")
    assert (sample.nation, sample.type, sample.movement_class) == ("french", MOUNTAIN, MOUNTAIN)
    assert "moroccan" in sample.tags


def test_printed_values(module):
    assert strengths(module.counters["uk-61-bgda"]) == (5, 5, 12)
    british = [c for c in module.counters.values() if c.nation == "british"]
    guns = [c for c in british if "artillery" in c.tags and strengths(c) == (3, 2, 6)]
    assert len(guns) >= 2


def test_exactly_the_printed_strengths_bear_no_mark(module):
    printed = {
        counter.id
        for counter in module.counters.values()
        if not {"attack", "defense", "move"} & counter.reconstructed.keys()
    }
    assert printed == {"fr-6-rtm-4dmm", "uk-61-bgda", "uk-art-x", "uk-art-xiii"}
    for counter in module.counters.values():
        if counter.id not in printed:
            assert {"attack", "defense", "move"} <= counter.reconstructed.keys()
        if "artillery" in counter.tags:
            assert counter.reconstructed["range"] == "guns"


@pytest.mark.parametrize("value", ["attack", "defense"])
def test_reduced_strengths_are_half_rounded_up(module, value):
    for counter in module.counters.values():
        assert counter.reduced[value] == -(-counter.values[value] // 2)


def test_losses_change_strengths_only_and_the_second_one_eliminates(module):
    for counter in module.counters.values():
        assert set(counter.reduced) == {"attack", "defense"}
        assert counter.steps == 2


def test_movement_values(module):
    for counter in module.counters.values():
        assert counter.values["move"] == (12 if "motorized" in counter.tags else 6)


def test_corps_guns_reach_less_far_than_army_guns(module):
    reach: dict[str, set[int]] = {"corps": set(), "army": set()}
    for counter in module.counters.values():
        if "artillery" in counter.tags:
            reach[module.formations[counter.formation].size].add(counter.values["range"])
    assert reach == {"corps": {4}, "army": {6}}


# ------------------------------------------------------------------------ 11.0: formations


def corps(module, formation):
    return {name for name, each in module.formations.items() if each.parent == formation}


@pytest.mark.rule("diadem-11.0-1")
def test_allied_armies(module):
    armies = {
        army: {
            name
            for name in divisions(module)
            if army in module.formations_above(name)
        }
        for army in ("us-5-army", "uk-8-army")
    }  # fmt: skip
    american_army, british_army = armies["us-5-army"], armies["uk-8-army"]
    assert american_army == {
        "us-36-di", "us-85-di", "us-88-di", "fr-1-dmi", "fr-2-dim", "fr-3-dia", "fr-4-dmm",
    }  # fmt: skip
    assert british_army == {
        "uk-4-di", "uk-78-di", "uk-6-db", "in-8-di", "nz-2-di", "pl-3-di", "pl-5-di",
        "ca-1-di", "ca-5-db", "za-6-db",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("us-ii-corps", "us-85-di us-88-di"),
        ("fr-cef", "fr-1-dmi fr-2-dim fr-3-dia fr-4-dmm"),
        ("uk-xiii-corps", "uk-4-di uk-78-di in-8-di uk-6-db"),
        ("pl-ii-corps", "pl-3-di pl-5-di"),
        ("uk-x-corps", "nz-2-di"),
        ("ca-i-corps", "ca-1-di ca-5-db"),
    ],
)
@pytest.mark.rule("diadem-11.0-2")
def test_allied_corps(module, name, members):
    assert corps(module, name) == set(members.split())
    assert module.formations["us-36-di"].parent == "us-5-army"
    assert module.formations["za-6-db"].parent == "uk-8-army"


@pytest.mark.rule("diadem-11.0-3")
def test_german_corps(module):
    assert corps(module, "de-xiv-corps") == {"de-94-di", "de-71-di"}
    assert corps(module, "de-li-corps") == {"de-1-dpqd", "de-44-di", "de-5-dm"}
    both = {"de-xiv-corps", "de-li-corps"}
    assert both <= corps(module, "de-10-army")
    assert not both & set(module.formations_above(module.counters["de-115-rpzgr"].formation))


@pytest.mark.rule("diadem-11.0-5")
def test_the_2nd_moroccan_division_is_infantry_and_the_4th_mountain(module):
    for formation, kind in (("fr-2-dim", "infantry"), ("fr-4-dmm", "mountain")):
        types = {module.counters[name].type for name in module.formation_counters(formation)}
        assert types == {kind}


@pytest.mark.rule("diadem-11.0-7")
def test_german_reserves(module, campaign):
    placed = {unit: entry.hex for entry in campaign.setup for unit in entry.units}
    later = {unit for entry in campaign.reinforcements for unit in entry.units}
    reserves = ("de-15-dpzgr", "de-29-dpzgr", "de-90-dpzgr", "de-26-dpz", "de-114-dl", "de-305-di")
    units = {unit for name in reserves for unit in module.formation_counters(name)}
    there = {unit: placed[unit] for unit in units & placed.keys()}
    assert there == {"de-115-rpzgr": "1108", "de-576-ri": "1008"}
    assert units - there.keys() <= later


@pytest.mark.parametrize(
    ("formation", "elements"),
    [
        ("de-5-dm", "85 100"),
        ("de-44-di", "H.D. 131 132"),
        ("de-1-dpqd", "1 3 4"),
        ("de-71-di", "191 194 211"),
        ("de-94-di", "267 274 276"),
        ("de-305-di", "576 577 578"),
        ("de-15-dpzgr", "104 115"),
        ("de-90-dpzgr", "200 361"),
        ("de-29-dpzgr", "15 71"),
        ("de-26-dpz", "26 9 67"),
        ("de-334-di", "754 755 756"),
        ("de-114-dl", "721"),
    ],
)
@pytest.mark.rule("diadem-5.1.4-9")
def test_german_divisions(module, formation, elements):
    found = numbers(module, module.formation_counters(formation))
    assert found == sorted(elements.split())
    assert ("unity" in module.formations[formation].tags) == (formation != "de-114-dl")


def test_one_artillery_for_each_corps_and_army_of_the_lists(module):
    guns = Counter(c.formation for c in module.counters.values() if "artillery" in c.tags)
    higher = {name for name, each in module.formations.items() if each.size != "division"}
    assert guns == dict.fromkeys(higher, 1)


# -------------------------------------------------------------------------- 11.1: set-up


@pytest.mark.rule("diadem-11.1-1")
def test_every_counter_starts_once_and_no_hex_is_too_full(module, campaign):
    entries = (*campaign.setup, *campaign.free, *campaign.reinforcements)
    assert sorted(unit for entry in entries for unit in entry.units) == sorted(module.counters)
    full = Counter(entry.hex for entry in campaign.setup for _unit in entry.units)
    assert len(full) == 35
    assert max(full.values()) == module.rules["stacking"] == 4
    assert not any(entry.reduced for entry in entries)


SET_UP = [
    ("11.1.1-1", "1503", "1", "italian"),
    ("11.1.1-2", "1404", "24", "british"),
    ("11.1.1-3", "1304", "5 6", "new-zealand"),
    ("11.1.1-4", "1205", "2", "polish"),
    ("11.1.1-5", "1104", "5 6", "polish"),
    ("11.1.1-6", "1105", "1 2", "polish"),
    ("11.1.1-7", "1306", "1", "british"),
    ("11.1.1-8", "1307", "10 12 28", "british"),
    ("11.1.1-9", "1307", "26", "british"),
    ("11.1.1-10", "1408", "11 36 38", "british"),
    ("11.1.1-11", "1408", "61", "british"),
    ("11.1.1-12", "1308", "17 19 21", "indian"),
    ("11.1.1-13", "1308", "1", "canadian"),
    ("11.1.1-14", "1508", "1 2 3", "canadian"),
    ("11.1.1-15", "1509", "5 11", "canadian"),
    ("11.1.1-16", "1411", "1 2 4", "french"),
    ("11.1.1-17", "1412", "4 5 8", "french"),
    ("11.1.1-18", "1313", "1 2 6", "french"),
    ("11.1.1-19", "1214", "3 4 7", "french"),
    ("11.1.1-20", "1014", "349 350 351", "american"),
    ("11.1.1-21", "0914", "337 338 339", "american"),
    ("11.1.1-22", "1015", "1108", "american"),
    ("11.1.1-23", "1415", "141 142 143", "american"),
    ("11.1.2-1", "1402", "85", "german"),
    ("11.1.2-2", "1203", "H.D.", "german"),
    ("11.1.2-3", "1003", "132", "german"),
    ("11.1.2-4", "0904", "131", "german"),
    ("11.1.2-5", "0904", "100", "german"),
    ("11.1.2-6", "1006", "4", "german"),
    ("11.1.2-7", "1106", "3", "german"),
    ("11.1.2-8", "1007", "1", "german"),
    ("11.1.2-9", "1008", "576", "german"),
    ("11.1.2-10", "1108", "115", "german"),
    ("11.1.2-11", "1210", "211", "german"),
    ("11.1.2-12", "1212", "194", "german"),
    ("11.1.2-13", "1112", "191", "german"),
    ("11.1.2-14", "1013", "276", "german"),
    ("11.1.2-15", "0813", "274", "german"),
    ("11.1.2-16", "0714", "267", "german"),
]
WHOLE_DIVISIONS = {
    "11.1.1-3": "nz-2-di",
    "11.1.1-5": "pl-5-di",
    "11.1.1-6": "pl-3-di",
    "11.1.1-8": "uk-4-di",
    "11.1.1-10": "uk-78-di",
    "11.1.1-12": "in-8-di",
    "11.1.1-14": "ca-1-di",
    "11.1.1-15": "ca-5-db",
    "11.1.1-16": "fr-1-dmi",
    "11.1.1-17": "fr-2-dim",
    "11.1.1-18": "fr-4-dmm",
    "11.1.1-19": "fr-3-dia",
    "11.1.1-20": "us-88-di",
    "11.1.1-21": "us-85-di",
    "11.1.1-23": "us-36-di",
}
SINGLE = {
    "11.1.1-1": "it-1-bda-mtz",
    "11.1.1-2": "uk-24-bgda-gds",
    "11.1.1-4": "pl-2-bgda-blda",
    "11.1.1-7": "uk-1-bgda-gds",
    "11.1.1-9": "uk-26-bgda-blda",
    "11.1.1-11": "uk-61-bgda",
    "11.1.1-13": "ca-1-bgda-blda",
    "11.1.1-22": "us-1108-geng",
}


@pytest.mark.parametrize(
    ("place", "elements", "nation", "clause"),
    [
        case(f"diadem-{clause}", place, elements, nation, clause)
        for clause, place, elements, nation in SET_UP
    ],
)
def test_set_up(module, campaign, place, elements, nation, clause):
    (entry,) = (each for each in campaign.setup if each.rule == f"diadem-{clause}")
    assert entry.hex == place
    assert numbers(module, entry.units) == sorted(elements.split())
    assert {module.counters[unit].nation for unit in entry.units} == {nation}
    if clause in WHOLE_DIVISIONS:
        assert set(entry.units) == set(module.formation_counters(WHOLE_DIVISIONS[clause]))
    elif nation != "german":
        assert entry.units == (SINGLE[clause],)


@pytest.mark.rule("diadem-11.1-2")
def test_the_axis_places_its_free_counters_first(campaign):
    sides = [entry.side for entry in campaign.free]
    assert sides == ["axis"] * 3 + ["allied"] * 9
    assert sum(len(entry.units) for entry in campaign.free if entry.side == "axis") == 3


def test_where_free_counters_start(module, campaign):
    where = {unit: dict(entry.where) for entry in campaign.free for unit in entry.units}
    south = {"kind": "behind-army", "army": "us-5-army", "region": "south-of-liri"}
    north = {"kind": "behind-army", "army": "uk-8-army", "region": "north-of-liri"}
    assert where.pop("de-art-10-ex") == {"kind": "behind-line"}
    assert where.pop("us-art-5-ex") == south
    assert where.pop("uk-art-8-ex") == north
    canadians = where.pop("ca-art-i")
    own = {"kind": "behind-corps", "corps": "ca-i-corps"}
    assert (canadians["kind"], list(canadians["of"])) == ("any-of", [own, north])
    french = {name for name, each in module.formations.items() if each.parent == "fr-cef"}
    for tabor in ("fr-1-gtm", "fr-3-gtm", "fr-4-gtm"):
        described = where.pop(tabor)
        assert (described["kind"], set(described["of"])) == ("with-formation", french)
    for unit, described in where.items():
        formation = module.counters[unit].formation
        assert described == {"kind": "behind-corps", "corps": formation}
    assert len(where) == 7


REINFORCEMENTS = [
    ("11.1.4-1", 1, "200 361", "de-90-dpzgr"),
    ("11.1.4-2", 2, "104", None),
    ("11.1.4-3", 2, "577", None),
    ("11.1.4-4", 2, "721", None),
    ("11.1.4-5", 3, "578", None),
    ("11.1.4-6", 4, "26 9 67", "de-26-dpz"),
    ("11.1.4-7", 5, "15 71", "de-29-dpzgr"),
    ("11.1.4-8", 6, "754 755 756", "de-334-di"),
]


@pytest.mark.parametrize(("clause", "turn", "elements", "formation"), REINFORCEMENTS)
def test_axis_reinforcements(module, campaign, clause, turn, elements, formation):
    (entry,) = (each for each in campaign.reinforcements if each.rule == f"diadem-{clause}")
    assert (entry.side, entry.turn, entry.edges, entry.when) == ("axis", turn, ("west",), "must")
    assert numbers(module, entry.units) == sorted(elements.split())
    if formation:
        assert set(entry.units) == set(module.formation_counters(formation))


def test_allied_reinforcements(module, campaign):
    entries = [each for each in campaign.reinforcements if each.side == "allied"]
    units = {unit for entry in entries for unit in entry.units}
    south_africans = set(module.formation_counters("za-6-db"))
    assert units == south_africans | {"uk-9-bgda-blda", "uk-25-bgda-tq"}
    assert {(e.turn, e.edges, e.when) for e in entries} == {(1, ("east",), "may")}


def test_objectives(module, campaign):
    wanted = ["monte-cassino", "arce", "piedimonte", "itri", "pontecorvo"]
    assert [goal.place for goal in campaign.objectives] == wanted
    for goal in campaign.objectives:
        assert (goal.owner, goal.points) == ("axis", {"allied": 10, "axis": 10})
        assert module.board.places[goal.place].hex == goal.hex


def test_air_points(campaign):
    (pool,) = campaign.pools
    assert (pool.id, pool.side) == ("air", "allied")
    assert [pool.points(turn) for turn in range(9)] == [0, *[20] * 7, 0]


@pytest.mark.rule("diadem-2.4.1-1")
def test_seven_turns_of_two_days(module, campaign):
    for number, turn in enumerate(module.turns, start=1):
        day = 10 + 2 * number
        assert turn.turn == number
        assert turn.label == {
            "pt": f"{day}-{day + 1} mai. 1944",
            "en": f"{day}-{day + 1} May 1944",
        }
    assert (campaign.first_turn, campaign.last_turn, len(module.turns)) == (1, 7, 7)
    assert module.turns[3].label["en"] == "18-19 May 1944"


def test_four_phases(module):
    phases = [(phase.side, phase.kind) for phase in module.sequence]
    assert phases == list(product(("allied", "axis"), ("movement", "combat")))


# ------------------------------------------------------------------------------- 2.3: tables


@pytest.mark.rule("diadem-2.3-1")
def test_four_tables(module):
    assert list(module.odds) == ["combat"]
    assert list(module.values) == ["bombardment"]
    assert list(module.indices) == ["vulnerability"]
    assert list(module.terrain) == ["clear", "city", "mountain", "mountain-city", "sea"]
    assert (list(module.hexsides), list(module.networks)) == (["river", "fortification"], ["road"])


def in_points(cost):
    """Costs by class, in whole points; the module has them in half points."""
    return tuple(None if cost[name] is None else cost[name] / 2 for name in CLASSES)


@pytest.mark.parametrize(
    ("kind", "name", "cost", "columns"),
    [
        case("diadem-T-TERRAIN-1", "terrain", "clear", (1, 1, 1, 1), 0),
        case("diadem-T-TERRAIN-2", "terrain", "city", (1, 1, 1, 1), 2),
        case("diadem-T-TERRAIN-3", "hexsides", "river", (1, 1, 2, 2), 2),
        case("diadem-T-TERRAIN-4", "terrain", "mountain", (3, 2, 3, None), 3),
        case("diadem-T-TERRAIN-5", "terrain", "mountain-city", (3, 2, 3, 3), 3),
        case("diadem-T-TERRAIN-6", "hexsides", "fortification", (0, 0, 0, 0), 4),
        case("diadem-T-TERRAIN-7", "networks", "road", (1, 1, 0.5, 0.5), 0),
        case("diadem-T-TERRAIN-8", "terrain", "sea", (None,) * 4, 0),
    ],
)
def test_terrain_table(module, kind, name, cost, columns):
    row = getattr(module, kind)[name]
    assert in_points(row.cost) == cost
    assert getattr(row, "columns", 0) == columns
    assert not getattr(row, "adds", False)  # the best single value counts (5.1.2-6, 5.1.2-9)
    if kind == "hexsides":
        assert row.sides == (("axis",) if name == "fortification" else ())
        assert not row.bombardment


def test_who_may_not_attack_where_and_what_a_road_bridges(module):
    assert {name: row.no_attack for name, row in module.terrain.items() if row.no_attack} == {
        "mountain": (ARMOUR,)
    }
    assert module.networks["road"].bridges == ("river",)
    assert all(row.bombardment for row in module.terrain.values())


LADDER = [
    "DVI AE", "DVI AE", "DVB AE", "DVI ARB", "DVI ARI", "DVB ARB", "DVB ARI", "IMP",
    "DRI AVB", "DRB AVB", "DRI AVI", "DRB AVI", "EMP", "DE AVB", "DE AVI", "DE AVI",
]  # fmt: skip
"""The results from the worst to the best for the attacker: each line is a window on them."""

ODDS = ["1-4", "1-3", "1-2", "1-1", *(f"{n}-1" for n in range(2, 10))]
LINES = [(2, 12), (3, 11), (4, 10), (5, 9), (6, 8), (7,)]
LABELS = ["2-12", "3-11", "4-10", "5-9", "6-8", "7"]


def on_the_ladder(line, column):
    """Each line is the one below moved one column; only 2-12 ends in EMP from 5-1 on."""
    rung = column + len(LINES) - 1 - line
    return "EMP" if line == 0 and rung >= LADDER.index("EMP") else LADDER[rung]


@pytest.mark.rule("diadem-T-CRT-1")
def test_combat_table_cell_by_cell(module):
    table = module.odds["combat"]
    assert list(table.columns) == ODDS
    assert [row.label for row in table.rows] == LABELS
    cells = {
        (line, column): table.cells[line][column]
        for line, column in product(range(len(LINES)), range(len(ODDS)))
    }
    assert len(cells) == 72 == sum(map(len, table.cells))
    assert cells == {spot: on_the_ladder(*spot) for spot in cells}
    facts = {("2-1", 7): "DVI ARI", ("4-1", 8): "IMP", ("9-1", 7): "DRB AVI", ("6-1", 2): "EMP"}
    for (odds, total), result in facts.items():
        assert table.cell(table.index(odds), total) == result
    assert table.reconstructed == {"cells": "sibling"}


def test_the_ladder_is_its_own_mirror_around_imp():
    rungs = [rung for rung in LADDER if rung != "EMP"]
    middle = rungs.index("IMP")
    assert len(rungs) == 2 * middle + 1
    for step in range(1, middle + 1):
        assert rungs[middle + step] == mirrored(rungs[middle - step])


def mirrored(result):
    """What happens to each side happens to the other."""
    defence, attack = result.split()
    losses = {"AE": "E", "ARB": "B", "ARI": "I", "DVB": "B", "DVI": "I"}
    lost = "DE" if losses[attack] == "E" else f"DR{losses[attack]}"
    return f"{lost} AV{losses[defence]}"


@pytest.mark.rule("diadem-T-CRT-1")
def test_the_table_of_metz_differs_in_two_cells(module):
    leyte = module.odds["combat"]
    metz = leyte.variant("metz")
    other = {
        (LABELS[line], ODDS[column]): (leyte.cells[line][column], metz.cells[line][column])
        for line, column in product(range(6), range(12))
        if leyte.cells[line][column] != metz.cells[line][column]
    }
    assert other == {
        ("3-11", "8-1"): ("DE AVI", "DE AVB"),
        ("4-10", "9-1"): ("DE AVI", "DE AVB"),
    }
    assert list(leyte.variants) == ["metz"]


@pytest.mark.rule("diadem-5.1.6-1")
def test_cells_hold_a_pair_of_codes_or_one_alone(module):
    defence, attack = {"DE", "DRB", "DRI", "DVB", "DVI"}, {"AVI", "AVB", "ARI", "ARB", "AE"}
    pairs = {f"{first} {second}" for first, second in product(defence, attack)}
    table = module.odds["combat"]
    cells = {cell for line in (*table.cells, *table.variant("metz").cells) for cell in line}
    assert cells <= pairs | {"EMP", "IMP"}
    used = {code for cell in cells for code in cell.split()}
    assert used == defence | attack | {"EMP", "IMP"}
    bombardment = {cell for line in module.values["bombardment"].cells for cell in line}
    assert set(module.results) == used | bombardment


@pytest.mark.rule("diadem-5.1.5-3")
@pytest.mark.parametrize(("kind", "name"), [("odds", "combat"), ("values", "bombardment")])
def test_lines_of_the_dice(module, kind, name):
    table = getattr(module, kind)[name]
    assert table.dice == 2
    assert [row.sums for row in table.rows] == LINES
    throws = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert [sum(throws[total] for total in sums) for sums in LINES] == [2, 4, 6, 8, 10, 6]
    for column, total in product(range(len(table.columns)), range(2, 13)):
        assert table.cell(column, total) == table.cell(column, 14 - total)


@pytest.mark.rule("diadem-T-BOMB-1")
def test_bombardment_columns(module):
    table = module.values["bombardment"]
    assert [(c.low, c.high) for c in table.columns] == [
        (1, 12), (13, 24), (25, 36), (37, 48), (49, None),
    ]  # fmt: skip
    for value, column in {1: 0, 12: 0, 13: 1, 24: 1, 25: 2, 48: 3, 49: 4, 200: 4}.items():
        assert table.column(value) == column


@pytest.mark.rule("diadem-T-BOMB-2")
def test_bombardment_results(module):
    table = module.values["bombardment"]
    first_loss = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5}
    for column, total in product(range(5), range(2, 13)):
        hit = column >= first_loss[min(total, 14 - total)]
        assert table.cell(column, total) == ("DB" if hit else "DI")


@pytest.mark.parametrize(
    ("types", "air", "artillery"),
    [
        case(
            "diadem-T-VULN-1",
            ["infantry", "motorized-infantry", "mountain", "paratroops", "engineers"],
            1,
            2,
        ),
        case("diadem-T-VULN-2", ["armour"], 2, 1),
        case("diadem-T-VULN-3", ["artillery", "mechanized-artillery"], 2, 2),
    ],
)
def test_vulnerability(module, types, air, artillery):
    table = module.indices["vulnerability"]
    for name in types:
        assert table.value(name, "air") == air
        assert table.value(name, "artillery") == artillery
    assert set(table.rows) == set(module.unit_types)


# ---------------------------------------------------------------- parameters, options, texts


def test_parameters(module):
    numbers = {
        "stacking": 4,
        "break_contact": 1,
        "encirclement_shift": 1,
        "unity_shift": 1,
        "air_attack": {"min": 3, "max": 10},
        "recovery": {"sides": ["allied"]},
        "final_elimination": {"sides": ["allied", "axis"], "one_in": 3},
        "division_36": {"formation": "us-36-di", "last_turn": 3},
        "scoring": {
            "allied": {"enemy_destroyed": 3, "division_out_west": 10, "division_36_out": 10},
            "axis": {"enemy_destroyed": 10, "remaining_or_out": 1},
        },
    }
    assert {name: module.rules[name] for name in numbers} == numbers
    assert module.rules["exits"] == {
        "allied": ["north", "west", "east", "south-east"],
        "axis": ["west", "north"],
    }
    assert all(set(exits) <= module.board.edges.keys() for exits in module.rules["exits"].values())
    advance = module.rules["advance"]
    assert {*advance["first"], *advance["second"]} <= module.terrain.keys()
    assert set(advance["barred"]) <= module.hexsides.keys()


def test_options(module):
    assert {name: option.default for name, option in module.options.items()} == {
        "sealing": "covered",
        "shifts": "attacker-then-defender",
        "air-points": "per-turn",
        "combat-table": "leyte",
        "duty": "refuse",
        "armour-beside-mountains": True,
        "mountain-roads": True,
        "advance-zones": "others",
        "exit-flip": "any-unit",
        "division-36": "any-edge",
        "free-hand": False,
    }
    for option in module.options.values():
        for spoken, choice in product(("pt", "en"), option.choices):
            name = module.texts.get(f"option.{option.id}.{choice}", {}).get(spoken, choice)
            said = option.text[spoken]  # what each choice means, by its id or its name
            assert f"{choice}:" in said or f"{name}:" in said


def test_every_clause_that_the_data_name_is_in_the_rulebook():
    text = "".join(path.read_text("utf-8") for path in sorted(MODULE.rglob("*.yaml")))
    named = set(re.findall(r"\bdiadem-[0-9T][\w.-]*\d\b", text))
    assert len(named) > 100
    assert named <= set(IDS["clauses"])


def test_the_module_loads_without_a_warning(module):
    assert not module.warnings


@pytest.mark.rule("diadem-11.1-3")
def test_abbreviations_are_explained(module):
    names = [each.name["pt"] for each in (*module.counters.values(), *module.formations.values())]
    words = {word.replace(".", "") for name in names for word in re.findall(r"[\w.]+", name)}
    short = {word for word in words if re.search("[A-Z].*[A-Z]", word) and not roman(word)}
    short |= words & {"Bgda", "Blda", "Mtz", "DPz"}
    listed = {"DI", "DM", "DPz", "DPzGr", "RI", "RM", "RPQD", "RPzGr", "Bgda", "Blda", "Mtz", "DB"}
    assert listed <= short
    for word in short:
        assert set(module.texts[f"abbreviation.{word.lower()}"]) == {"pt", "en"}


def roman(word):
    return set(word) <= set("IVXL")


def test_texts(module):
    for key, words in module.texts.items():
        holes = [sorted(re.findall(r"\{(\w+)\}", words[spoken])) for spoken in ("pt", "en")]
        assert holes[0] == holes[1], key
    shadowed = [key for key in module.texts if key.startswith(("phase.", "result.", "track."))]
    assert not shadowed  # these keys find the names of phases, results and tracks


@pytest.mark.parametrize("spoken", ["pt", "en"])
def test_no_two_counters_have_the_same_name(module, spoken):
    names = Counter(counter.name[spoken] for counter in module.counters.values())
    assert names.most_common(1)[0][1] == 1


def test_ink_can_be_read_and_nations_told_apart(module):
    for nation in module.nations.values():
        assert contrast(nation.ground, nation.ink) >= 4.5, nation.id
    for one, other in combinations(module.nations.values(), 2):
        pairs = (
            (int(one.ground[n : n + 2], 16), int(other.ground[n : n + 2], 16)) for n in (1, 3, 5)
        )
        assert sum((a - b) ** 2 for a, b in pairs) > 40**2, (one.id, other.id)


def test_the_french_are_blue(module):
    red, green, blue = (int(module.nations["french"].ground[n : n + 2], 16) for n in (1, 3, 5))
    assert blue > red + 60
    assert blue > green + 60
