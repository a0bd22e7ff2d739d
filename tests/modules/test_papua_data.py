"""The order of battle, tables, set-up and texts of Papua - Nova Guiné are those of its rulebook.

A clause is marked here only if it is about data alone; what a clause does in play is proven through
the engine. docs/modules/papua.md tells what was printed and what was reconstructed.
"""

import json
import re
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest

from tabuleiro.module import UNLIMITED, find_module, load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = find_module("papua")
ORIGINALS = ROOT.parent / "shared" / "seeds"
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "papua.json").read_text("utf-8"))

LAND, AIR = ("attack", "defense", "move"), ("land", "air", "range")


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=pytest.mark.rule(f"papua-{clause}"), id=clause)


def branch(counter):
    """Land, air or naval."""
    (found,) = {"land", "air", "naval"} & set(counter.tags)
    return found


def strengths(counter, losses=0):
    names = AIR if branch(counter) == "air" else LAND
    return tuple(counter.value(name, losses=losses) for name in names)


# ------------------------------------------------------------------------------ 2.2: counters


@pytest.mark.rule("papua-2.2-1")
def test_counters_by_nation_and_branch(module):
    found = Counter((each.nation, branch(each)) for each in module.counters.values())
    assert found == {
        ("japanese", "land"): 28, ("japanese", "air"): 45, ("japanese", "naval"): 1,
        ("american", "land"): 21, ("american", "air"): 33, ("american", "naval"): 1,
        ("australian", "land"): 28, ("australian", "air"): 9,
    }  # fmt: skip
    assert len(module.counters) == 166


def test_two_sides_and_three_nations(module):
    assert {name: nation.side for name, nation in module.nations.items()} == {
        "japanese": "japanese",
        "american": "allied",
        "australian": "allied",
    }
    assert list(module.sides) == ["japanese", "allied"]  # Japan plays first (3.0-2)


@pytest.mark.rule("papua-2.2-3")
def test_colours(module):
    japanese, american, australian = module.nations.values()
    assert min(rgb(japanese.ground)) > 230
    red, green, blue = rgb(american.ground)
    assert min(red, green) > blue + 80
    red, green, blue = rgb(australian.ground)
    assert red > blue > green
    assert green > 140  # pink is light
    red, green, blue = rgb(australian.band)
    assert green > red + 40
    assert green > blue + 10
    assert (japanese.band, american.band) == (None, None)


def rgb(colour):
    return tuple(int(colour[n : n + 2], 16) for n in (1, 3, 5))


@pytest.mark.rule("papua-2.2.1-1", "papua-2.2.1-2", "papua-ex-2.2.1")
def test_the_sample_battalion(module):
    sample = module.counters["au-9"]
    assert (strengths(sample), strengths(sample, 1)) == ((3, 3, 8), (1, 2, 8))
    assert (sample.short.left, sample.short.right, sample.type) == ("9", "7", "militia")
    assert (sample.nation, sample.reconstructed) == ("australian", {})


@pytest.mark.rule("papua-2.2.2-1", "papua-ex-2.2.2")
def test_the_sample_squadron(module):
    sample = module.counters["us-fs-8"]
    assert (strengths(sample), strengths(sample, 1)) == ((2, 8, 37), (1, 4, 37))
    assert (sample.model, sample.type, sample.short.left) == ("P-40", "fighter-bomber", "8")
    assert sample.reconstructed == {}


@pytest.mark.rule("papua-2.2.1-2")
def test_reduced_sides(module):
    for counter in module.counters.values():
        assert counter.steps == 2
        for name in set(counter.values) & {"attack", "defense", "land", "air"}:
            printed = {("au-9", "attack"): 1}.get((counter.id, name))
            half = -(-counter.values[name] // 2)
            assert counter.reduced[name] == (half if printed is None else printed)
        assert not {"move", "range"} & set(counter.reduced)


@pytest.mark.rule("papua-2.2.1-3")
def test_the_number_on_the_right_is_that_of_the_formation(module):
    for counter in module.counters.values():
        if branch(counter) != "land":
            continue
        formation = module.formations.get(counter.formation)
        if formation is None:
            assert not counter.short.right or counter.type == "marines"
        elif counter.short.right != "BAA":
            assert re.search(rf"\b{counter.short.right}(?!\d)", formation.name["en"])
    assert module.counters["au-36"].formation is None


@pytest.mark.rule("papua-2.2.1-4")
def test_some_battalions_bear_the_sign_of_a_regiment(module):
    sizes = Counter(c.size for c in module.counters.values() if branch(c) == "land")
    assert sizes == {"battalion": 69, "regiment": 8}
    regiments = {c.id for c in module.counters.values() if c.size == "regiment"}
    assert regiments == {
        "jp-eng-14", "jp-eng-15", "jp-eng-29", "au-cav-2-7",
        "au-art-2-4", "au-art-2-5", "au-art-2-6", "au-art-14",
    }  # fmt: skip


UNITY = {
    "jp-39": 3, "jp-41": 3, "jp-115": 3, "jp-144": 3, "jp-art-14": 3, "jp-artm-55": 3,
    "us-126": 3, "us-127": 3, "us-128": 3, "us-163": 3,
    "us-eng-43": 2, "us-eng-46": 2, "us-eng-91": 2, "us-eng-96": 2,
    "au-7-bde": 3, "au-16-bde": 3, "au-18-bde": 3, "au-21-bde": 3, "au-25-bde": 3, "au-30-bde": 3,
}  # fmt: skip
"""The brigades and regiments that can be complete (5.1.4), with their counters."""


@pytest.mark.rule("papua-2.2.1-5", "papua-2.2.2-4")
def test_only_brigades_and_regiments_of_several_counters_have_unity(module):
    with_unity = {f.id for f in module.formations.values() if "unity" in f.tags}
    assert {name: len(module.formation_counters(name)) for name in with_unity} == UNITY
    kinds = {f.size for f in module.formations.values() if f.id not in UNITY}
    assert {"division", "air-group"} <= kinds
    assert {f: len(module.formation_counters(f)) for f in ("jp-66", "jp-229", "jp-baa")} == {
        "jp-66": 1,
        "jp-229": 1,
        "jp-baa": 1,
    }


def test_the_landing_forces_are_independent(module):
    marines = [c for c in module.counters.values() if c.type == "marines"]
    assert sorted((c.short.left, c.short.right) for c in marines) == [
        ("3", "Kure"), ("5", "Kure"), ("5", "Sasebo"), ("6", "Sasebo"),
    ]  # fmt: skip
    assert {c.formation for c in marines} == {None}


DIVISIONS = {
    "au-6-div": {"au-16-bde"}, "au-7-div": {"au-18-bde", "au-21-bde", "au-25-bde"},
    "us-32-div": {"us-126", "us-127", "us-128"}, "us-41-div": {"us-163"},
    "jp-10-div": {"jp-39"}, "jp-30-div": {"jp-41"}, "jp-38-div": {"jp-229"},
    "jp-51-div": {"jp-66", "jp-115"},
}  # fmt: skip

GROUPS = {
    "us-bg-3": "8 13 89 90", "us-fg-8": "35 36 80", "us-bg-19": "28 30 91 93",
    "us-bg-22": "2 19 33 408", "us-fg-35": "39 40 41", "us-bg-38": "71 405",
    "us-bg-43": "63 64 65 403", "us-fg-49": "7 8 9", "us-bg-90": "320 321",
    "us-tg-374": "6 21 22 33",
}  # fmt: skip


def test_divisions_and_air_groups_of_the_text(module):
    parents = {
        name: {f.id for f in module.formations.values() if f.parent == name} for name in DIVISIONS
    }
    assert parents == DIVISIONS
    for name, squadrons in GROUPS.items():
        members = [module.counters[unit].short.left for unit in module.formation_counters(name)]
        assert sorted(members, key=int) == squadrons.split()
    assert sum(len(each.split()) for each in GROUPS.values()) == 33


TYPES = {
    "infantry": 40, "militia": 8, "paratroops": 1, "marines": 4, "cavalry": 1,
    "combat-engineers": 3, "construction-engineers": 10, "artillery": 7, "mountain-artillery": 3,
    "fighter": 20, "fighter-bomber": 13, "light-bomber": 15, "medium-bomber": 20,
    "heavy-bomber": 10, "transport": 8, "seaplane": 1, "naval-support": 2,
}  # fmt: skip


def test_counters_by_type(module):
    assert Counter(c.type for c in module.counters.values()) == TYPES
    assert sum(TYPES.values()) == 166
    jumps = [c.id for c in module.counters.values() if "drop" in c.tags]
    assert jumps == ["jp-para-1"]
    engineers = {c.id for c in module.counters.values() if "builds-airfield" in c.tags}
    assert {module.counters[name].side for name in engineers} == {"japanese", "allied"}  # 6.5.1


def test_what_each_type_may_do(module):
    def tagged(tag):
        return {name for name, kind in module.unit_types.items() if tag in kind.tags}

    infantry = {"infantry", "militia", "paratroops", "marines", "cavalry", "combat-engineers"}
    assert tagged("assault") == infantry  # 4.2.5-5
    assert tagged("air-lift") == infantry | {"construction-engineers"}  # 4.2.6-2
    bombers = {"fighter-bomber", "light-bomber", "medium-bomber", "heavy-bomber", "seaplane"}
    assert tagged("bomb") == bombers  # 6.0
    assert tagged("support-attack") == bombers - {"heavy-bomber"} | {"fighter"}  # 6.2-3
    assert tagged("support-defence") == {"fighter", "fighter-bomber", "light-bomber"}  # 6.2-4
    assert tagged("air-transport") == {"transport", "seaplane"}
    assert tagged("no-advance") == {"artillery", "mountain-artillery", "naval-support"}  # 5.2-2
    guns = {name for name, kind in module.unit_types.items() if kind.movement_class == "guns"}
    assert guns == {"artillery"}


# ------------------------------------------------------------------------------------ values

AIRCRAFT = {
    "A6M2": ("fighter", 1, 10, UNLIMITED, 12), "A6M3": ("fighter", 1, 10, 79, 4),
    "Ki-43": ("fighter", 1, 8, 66, 3), "P-38": ("fighter", 1, 9, 46, 1),
    "P-39": ("fighter-bomber", 2, 7, 29, 5), "P-40": ("fighter-bomber", 2, 8, 37, 6),
    "Beaufighter": ("fighter-bomber", 3, 6, 63, 2), "D3A": ("light-bomber", 3, 2, 49, 1),
    "Ki-48": ("light-bomber", 2, 3, 66, 6), "Ki-51": ("light-bomber", 2, 2, 35, 3),
    "A-20": ("light-bomber", 3, 4, 36, 1), "A-24": ("light-bomber", 2, 2, 51, 1),
    "Boston": ("light-bomber", 3, 4, 36, 1), "Hudson": ("light-bomber", 2, 3, 72, 2),
    "B-25": ("medium-bomber", 4, 5, 49, 4), "B-26": ("medium-bomber", 4, 5, 49, 4),
    "G3M": ("medium-bomber", 4, 3, UNLIMITED, 3), "G4M": ("medium-bomber", 5, 4, UNLIMITED, 6),
    "Ki-21": ("medium-bomber", 4, 3, 90, 3), "B-17": ("heavy-bomber", 6, 6, UNLIMITED, 8),
    "B-24": ("heavy-bomber", 7, 6, UNLIMITED, 2), "H6K": ("seaplane", 4, 4, UNLIMITED, 1),
    "C-47": ("transport", 0, 1, 80, 4), "L3Y": ("transport", 0, 1, UNLIMITED, 3),
    "Anson": ("transport", 0, 1, 42, 1),
}  # fmt: skip
"""Class, land, air, range and number of counters of each aircraft."""


def test_one_aircraft_has_one_set_of_values(module):
    found = Counter()
    for counter in module.counters.values():
        if branch(counter) == "air":
            found[(counter.model, counter.type, *strengths(counter))] += 1
    assert found == {(name, *row[:4]): row[4] for name, row in AIRCRAFT.items()}


def test_printed_aircraft(module):
    printed = {"A6M2": (1, 10, UNLIMITED), "G4M": (5, 4, UNLIMITED), "P-40": (2, 8, 37)}
    printed |= {"P-39": (2, 7, 29), "B-25": (4, 5, 49), "B-26": (4, 5, 49)}
    assert {name: AIRCRAFT[name][1:4] for name in printed} == printed
    models = [module.counters[unit].model for unit in module.formation_counters("jp-4ku")]
    assert Counter(models) == {"A6M2": 3, "G4M": 3}  # papua-ex-6.1
    assert module.counters["us-bs-8"].model == "A-24"  # 7.1-15
    fighters = {c.type for c in module.counters.values() if c.id.startswith("us-fs-")}
    assert fighters == {"fighter", "fighter-bomber"}


@pytest.mark.rule("papua-12.2-2")
def test_only_the_first_zero_has_no_limit(module):
    zeros = [c for c in module.counters.values() if (c.model or "").startswith("A6M")]
    unlimited = {c.model: c.values["range"] == UNLIMITED for c in zeros}
    assert unlimited == {"A6M2": True, "A6M3": False}


def test_ranges_of_the_map(module):
    """00 is for both sides, and every other range is less than the one that 00 begins at."""
    sides = {c.side for c in module.counters.values() if c.values.get("range") == UNLIMITED}
    assert sides == {"japanese", "allied"}
    limited = {row[3] for row in AIRCRAFT.values()} - {UNLIMITED}
    assert max(limited) < 95


LAND_VALUES = {
    "au-9": (3, 3, 8), "au-25": (3, 3, 8), "au-39": (3, 3, 8), "au-53": (2, 3, 8),
    "au-2-14": (4, 4, 8), "au-2-9": (4, 4, 8), "us-126-1": (2, 3, 8), "us-163-3": (3, 3, 8),
    "jp-144-1": (4, 5, 8), "jp-41-2": (4, 5, 8), "jp-229-3": (4, 5, 8), "jp-39-1": (3, 5, 8),
    "jp-115-1": (3, 5, 8), "jp-66-3": (3, 5, 8), "jp-eng-14": (1, 2, 6), "jp-eng-15": (3, 4, 8),
    "jp-art-14-1": (2, 1, 6), "jp-artm-55-3": (2, 1, 6), "au-art-2-4": (3, 1, 6),
    "jp-para-1": (4, 4, 8), "jp-kure-5": (3, 4, 8), "us-eng-96-1": (1, 2, 6),
    "us-eng-116": (2, 2, 8), "au-eng-2-1": (3, 3, 8), "au-cav-2-7": (3, 3, 8),
    "au-pib": (2, 2, 8), "au-kanga": (2, 2, 8),
}  # fmt: skip


def test_land_values(module):
    assert {name: strengths(module.counters[name]) for name in LAND_VALUES} == LAND_VALUES
    for counter in module.counters.values():
        if branch(counter) == "land":  # movement by kind, as in the examples
            slow = counter.type in {"artillery", "mountain-artillery", "construction-engineers"}
            assert counter.values["move"] == (6 if slow else 8)
            assert counter.values.get("range") == (1 if "artillery" in counter.tags else None)
    for name in UNITY:  # battalions of one formation differ only where quality is said to
        values = {strengths(module.counters[unit]) for unit in module.formation_counters(name)}
        assert len(values) == (2 if name == "au-30-bde" else 1)


@pytest.mark.rule("papua-tab.vuln-3")
def test_naval_units(module):
    for name, attack in (("jp-naval", 4), ("us-naval", 3)):
        counter = module.counters[name]
        assert [counter.value("defense", losses=n) for n in (0, 1)] == [2, 1]
        assert (counter.value("attack"), counter.value("range")) == (attack, 1)
        assert counter.values["move"] == UNLIMITED
    assert module.indices["vulnerability"].rows["naval-support"] is None


def test_exactly_the_printed_values_bear_no_mark(module):
    for counter in module.counters.values():
        names = {"attack", "defense", "move"} if branch(counter) == "land" else set(AIR)
        marked = names & counter.reconstructed.keys()
        if branch(counter) == "naval":
            assert counter.reconstructed.keys() == {"attack", "move", "reduced.attack"}
        elif counter.id in {"au-9", "us-fs-8"} or counter.formation == "jp-4ku":
            assert not marked
        else:
            assert marked == names
        printed_back = counter.id in {"au-9", "us-fs-8"} or branch(counter) == "naval"
        assert ("reduced" in counter.reconstructed) != printed_back


# ------------------------------------------------------------------------------- 2.3: tables


@pytest.mark.rule("papua-2.3-1")
def test_six_tables(module, campaign):
    assert list(module.odds) == ["combat"]
    assert list(module.values) == ["bombardment", "air-combat"]
    assert list(module.indices) == ["vulnerability"]
    assert not module.charts
    assert len(module.terrain) + len(module.sites) + len(module.hexsides) == 12
    assert len(campaign.pools) == 8  # the table of replacements


COSTS = ("foot", "guns", "naval")


@pytest.mark.parametrize(
    ("kind", "name", "cost", "columns", "stacking"),
    [
        case("tab.terrain-1", "terrain", "open", (1, 1, None), 0, 6),
        case("tab.terrain-3", "terrain", "city", (1, 1, None), 2, 6),
        case("tab.terrain-4", "terrain", "swamp", (2, 2, None), 1, 3),
        case("tab.terrain-5", "terrain", "forest", (3, 3, None), 2, 4),
        case("tab.terrain-6", "terrain", "mountain", (4, None, None), 3, 1),
        case("tab.terrain-12", "terrain", "airfield", (1, 1, None), 0, 6),
        case("tab.terrain-14", "terrain", "sea", (None, None, 1), 0, None),
        case("tab.terrain-2", "sites", "village", None, 0, None),
        case("tab.terrain-12", "sites", "airfield", (1, 1, None), 0, 6),
        case("tab.terrain-13", "sites", "fortification", None, 2, None),
        case("tab.terrain-8", "hexsides", "river", (1, 1, None), 2, None),
        case("tab.terrain-9", "networks", "road", (1, 1, None), 0, 6),
        case("tab.terrain-10", "networks", "trail", (2, 4, None), 0, 2),
        case("tab.terrain-11", "networks", "trail", (2, 4, None), 0, 2),
    ],
)
def test_terrain_table(module, kind, name, cost, columns, stacking):
    row = getattr(module, kind)[name]
    found = tuple(half and half / 2 for half in (row.cost.get(each) for each in COSTS))
    assert found == (cost or (None,) * 3)  # a site without costs has those below it
    assert bool(row.cost) == (cost is not None)
    assert getattr(row, "columns", 0) == columns
    assert not getattr(row, "adds", False)  # the best single value counts (5.1.2-2)
    assert getattr(row, "limits", {}).get("stacking") == stacking
    air = getattr(row, "limits", {}).get("air")
    assert air == (3 if name == "airfield" else None)


@pytest.mark.rule("papua-tab.terrain-7")
def test_plain_artillery_is_barred_from_mountains_off_the_trails(module):
    assert module.terrain["mountain"].cost["guns"] is None
    assert all(module.networks[name].cost["guns"] for name in ("road", "trail"))
    assert module.unit_types["mountain-artillery"].movement_class == "foot"


def test_rivers_and_bridges(module):
    assert not module.hexsides["river"].bombardment  # rivers excepted (6.4.2-2, 8.0-7)
    assert all(row.bombardment for row in (*module.terrain.values(), *module.sites.values()))
    bridges = {name: row.bridges for name, row in module.networks.items()}
    assert bridges == {"road": ("river",), "trail": ()}
    assert set(module.hexsides["strait"].cost.values()) == {None}


LADDER = [
    "D0 A3", "D1 A3", "D0 A2", "D1 A2", "D0 A1", "D1 A1", "D0 A0", "D1 A0", "D2 A2",
    "D2 A1", "D2 A0", "D3 A2", "D3 A1", "D3 A0", "D4 A2", "D4 A1", "D4 A0", "D4 A0",
]  # fmt: skip
"""The results from the worst to the best for the attacker: each row is a window on them."""

ODDS = ["1-4", "1-3", "1-2", "1-1", "3-2", *(f"{n}-1" for n in range(2, 9)), "9-1+"]
LINES = [(2, 12), (3, 11), (4, 10), (5, 9), (6, 8), (7,)]


@pytest.mark.parametrize("line", [case(f"tab.crt-{number}", number - 1) for number in range(1, 7)])
def test_combat_table_is_one_ladder(module, line):
    table = module.odds["combat"]
    assert list(table.columns) == ODDS
    assert [row.sums for row in table.rows] == LINES
    rung = len(LINES) - 1 - line
    assert list(table.cells[line]) == LADDER[rung : rung + len(ODDS)]


@pytest.mark.parametrize(
    ("clause", "total", "odds", "result"),
    [
        ("1", 12, "4-1", "D3 A1"), ("1", 2, "9-1+", "D4 A0"), ("2", 3, "1-1", "D1 A0"),
        ("2", 11, "7-1", "D4 A2"), ("3", 10, "2-1", "D2 A2"), ("4", 9, "1-1", "D1 A1"),
        ("4", 5, "3-1", "D2 A2"), ("5", 8, "1-4", "D1 A3"), ("6", 7, "3-1", "D0 A0"),
        ("6", 7, "9-1+", "D3 A1"),
    ],
)  # fmt: skip
def test_single_cells_of_the_combat_table(module, clause, total, odds, result):
    table = module.odds["combat"]
    assert table.cell(table.index(odds), total) == result, clause


@pytest.mark.rule("papua-5.1.5-1")
def test_rows_of_the_dice(module):
    for table in (module.odds["combat"], module.values["bombardment"]):
        assert table.dice == 2
        assert [row.sums for row in table.rows] == LINES
        for column, total in product(range(len(table.columns)), range(2, 13)):
            assert table.cell(column, total) == table.cell(column, 14 - total)


def test_no_odds_lead_to_three_to_two(module):
    table = module.odds["combat"]
    places = {table.column(attack, defence) for attack in range(1, 60) for defence in range(1, 60)}
    assert places == set(range(13)) - {table.index("3-2")}
    facts = {
        (15, 7): "2-1", (20, 7): "2-1", (15, 10): "1-1", (8, 8): "1-1",
        (7, 14): "1-2", (7, 13): "1-1", (3, 20): "1-4", (40, 4): "9-1+",
    }  # fmt: skip
    assert {pair: table.columns[table.column(*pair)] for pair in facts} == facts


BOMBARDMENT = {
    6: "DB DB DI DI DI DI*", 7: "DB DB* DB DI DI DI*", 8: "D2B DB* DB DB* DI DI*",
    9: "D2B D2B* DB DB* DB DI**", 10: "D2B D2B** D2B DB* DB DB**",
}  # fmt: skip


@pytest.mark.parametrize(
    ("place", "cells"),
    [case(f"tab.bomb-{n}", n - 6, cells.split()) for n, cells in BOMBARDMENT.items()],
)
def test_bombardment_columns(module, place, cells):
    table = module.values["bombardment"]
    assert [row[place] for row in table.cells] == cells


@pytest.mark.rule("papua-tab.bomb-1")
def test_bombardment_table(module):
    table = module.values["bombardment"]
    bounds = [(c.low, c.high) for c in table.columns]
    assert bounds == [(1, 12), (13, 24), (25, 36), (37, 48), (49, None)]
    assert [row.sums for row in table.rows] == LINES


def test_more_bombs_never_do_less(module):
    order = ["DI", "DB", "D2B"]
    cells = module.values["bombardment"].cells
    damage = [[order.index(cell.rstrip("*")) for cell in row] for row in cells]
    assert all(row == sorted(row) for row in damage)
    assert damage[0] == [max(column) for column in zip(*damage, strict=True)]


AIR_COMBAT = """
0-0 0-0 0-0 1-0 1-0 2-0 3-0 | 0-0 1-1 1-0 2-1 2-0 3-0 4-0 | 1-1 1-0 2-1 2-0 3-1 4-1 5-0
1-1 0-0 1-0 2-1 2-0 3-0 4-1 | 0-1 1-1 2-1 3-2 3-1 4-1 4-0 | 1-2 1-1 2-0 3-1 3-0 4-0 5-1
0-1 0-1 1-1 2-2 2-1 3-1 3-0 | 1-2 1-1 1-1 3-2 3-1 3-1 4-1 | 1-2 1-2 2-2 3-2 3-1 4-2 5-2
1-2 0-2 2-2 2-2 2-2 3-2 3-2 | 0-2 1-3 1-2 2-2 3-2 3-2 4-2 | 1-3 1-3 2-3 3-3 3-2 4-2 5-3
0-2 1-3 1-2 2-2 2-2 3-2 3-2 | 1-3 0-3 2-3 2-3 3-3 4-3 4-3 | 1-3 1-4 2-3 3-3 3-3 4-2 5-4
1-3 1-3 1-3 1-3 3-3 3-3 4-3 | 1-3 1-4 1-3 2-3 3-4 4-4 5-4 | 0-3 0-4 2-4 2-4 3-4 5-5 6-5
0-3 1-4 1-3 1-3 3-4 4-5 4-4 | 1-4 0-4 2-4 2-4 3-5 4-5 5-5 | 0-4 1-4 1-4 2-4 4-6 5-6 6-6
""".strip().splitlines()
"""A line for each band of the defender: the rows of the die, in them the attacker's columns."""


@pytest.mark.parametrize(
    ("band", "lines"), [case(f"tab.air-{n + 2}", n, row) for n, row in enumerate(AIR_COMBAT)]
)
def test_air_combat_cell_by_cell(module, band, lines):
    table = module.values["air-combat"]
    for die, row in enumerate(lines.split(" | ")):
        for throw in (2 * die + 1, 2 * die + 2):
            found = [table.cell(column, throw, band=band) for column in range(7)]
            assert found == row.split()


@pytest.mark.rule("papua-tab.air-1")
def test_air_combat_columns_and_bands(module):
    table = module.values["air-combat"]
    tens = [(n + 1, n + 10) for n in range(0, 60, 10)] + [(61, None)]
    assert [(c.low, c.high) for c in table.columns] == tens
    assert [(c.low, c.high) for c in table.bands] == tens
    assert table.dice == 1
    facts = {
        (65, 61, 6): "6-6", (10, 70, 5): "0-4", (25, 15, 3): "2-1",
        (42, 22, 4): "3-1", (0, 0, 1): "0-0",
    }  # fmt: skip
    for (attack, defence, die), result in facts.items():
        assert table.cell(table.column(attack), die, band=table.band(defence)) == result


def test_equal_air_forces_lose_alike(module):
    table = module.values["air-combat"]
    for band, column in product(range(7), repeat=2):
        throws = [table.cell(column, die, band=band).split("-") for die in (1, 3, 5)]
        defender, attacker = (sum(int(each[n]) for each in throws) for n in (0, 1))
        balance = (defender > attacker) - (defender < attacker)
        assert balance == (column > band) - (column < band) or abs(column - band) == 1
        assert balance * (column - band) >= 0
    for band in range(7):
        losses = [
            sum(int(table.cell(column, die, band=band)[0]) for die in (1, 3, 5))
            for column in range(7)
        ]
        assert all(few <= many for few, many in pairwise(losses))


@pytest.mark.parametrize(
    ("types", "air", "artillery"),
    [
        case(
            "tab.vuln-1",
            ["infantry", "militia", "paratroops", "marines", "cavalry", "combat-engineers",
             "construction-engineers"],
            1,
            2,
        ),
        case(
            "tab.vuln-2",
            ["artillery", "mountain-artillery", "fighter", "fighter-bomber", "light-bomber",
             "medium-bomber", "heavy-bomber", "transport", "seaplane"],
            2,
            2,
        ),
    ],
)  # fmt: skip
def test_vulnerability(module, types, air, artillery):
    table = module.indices["vulnerability"]
    for name in types:
        assert (table.value(name, "air"), table.value(name, "artillery")) == (air, artillery)
    assert set(table.rows) == set(module.unit_types)
