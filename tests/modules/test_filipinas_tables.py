"""Tables, parameters, options and texts of Libertação das Filipinas are those of its rulebook.

The tables were typed here from the rulebook, apart from the data; patterns within them are checked
besides. docs/modules/filipinas.md tells what was printed and what was reconstructed.
"""

import json
import re
from collections import Counter
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest

from tabuleiro.module import find_module, load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = find_module("filipinas")
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "filipinas.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=pytest.mark.rule(clause), id=f"{clause}-{values[1]}")


# ------------------------------------------------------------------------------ 2.3: tables


@pytest.mark.rule("filipinas-2.3-1")
def test_nine_tables(module):
    """Terrain and replacements are told otherwise; the sheet of submarines has two tables."""
    assert list(module.odds) == ["combat"]
    assert list(module.values) == [
        "bombardment", "air-combat", "naval-combat", "submarine-attacks", "submarine-firepower",
        "weather",
    ]  # fmt: skip
    assert list(module.indices) == ["vulnerability"]
    assert list(module.charts) == ["ground-reconnaissance", "patrol-area"]
    tables = (*module.odds.values(), *module.values.values())
    assert {table.id for table in tables if table.reconstructed} == {"weather"}


LADDER = [
    "D0 A3", "D1 A3", "D0 A2", "D1 A2", "D0 A1", "D1 A1", "D1 A0", "D1 A0", "D2 A1", "D2 A0",
    "D2 A0", "D3 A1", "D3 A0", "D3 A0", "D4 A1", "D4 A0", "D4 A0",
]  # fmt: skip
"""The results from the worst to the best for the attacker: each line is a window on them."""
LINES = {"2-12": (2, 12), "3-11": (3, 11), "4-10": (4, 10), "5-9": (5, 9), "6-8": (6, 8), "7": (7,)}


@pytest.mark.rule("filipinas-T.crt-1")
def test_combat_table(module):
    table = module.odds["combat"]
    columns = ["1-3", "1-2", "1-1", "3-2", *(f"{n}-1" for n in range(2, 9)), "9-1+"]
    assert list(table.columns) == columns
    assert {row.label: row.sums for row in table.rows} == LINES
    for line, cells in enumerate(table.cells):
        assert list(cells) == LADDER[5 - line : 17 - line]
    facts = {("3-1", 7): "D1 A1", ("9-1+", 7): "D3 A1", ("1-3", 2): "D1 A1", ("9-1+", 12): "D4 A0"}
    for (odds, total), result in facts.items():
        assert table.cell(table.index(odds), total) == result


@pytest.mark.rule("filipinas-5.1.5-1")
def test_lines_of_two_dice(module):
    for table in (module.odds["combat"], module.values["naval-combat"]):
        assert table.dice == 2
        assert {row.label: row.sums for row in table.rows} == LINES
    assert module.odds["combat"].rows[3].label == "5-9"
    assert 2 + 3 in module.odds["combat"].rows[3].sums


BOMBARDMENT = """
0* 0* 0* 0* 0* 1**
0  0  0  0* 1* 1*
0  0  0* 1* 1* 2*
0  0  1  1  2* 2*
0  1* 1* 2* 2* 3*
1  1  2  2  3  3
"""


def grid(text):
    return [line.split() for line in text.split("\n") if line.strip()]


@pytest.mark.rule("filipinas-T.bomb-1")
def test_bombardment(module):
    table = module.values["bombardment"]
    assert table.dice == 1
    assert [(c.low, c.high) for c in table.columns] == [
        (0, 6), (7, 12), (13, 18), (19, 24), (25, 30), (31, None),
    ]  # fmt: skip
    assert [list(row) for row in table.cells] == grid(BOMBARDMENT)
    assert [row.sums for row in table.rows] == [(n,) for n in range(1, 7)]
    assert table.cell(table.column(18), 5) == "1*"  # example 6.3.2
    losses = [[int(cell.rstrip("*")) for cell in row] for row in table.cells]
    assert all(row == sorted(row) for row in losses), "more points do no less harm"
    columns = [list(column) for column in zip(*losses[1:], strict=True)]
    assert all(column == sorted(column) for column in columns), "nor do higher dice, from 2 on"


AIR = """
0-0 0-0 0-0 1-0 1-0 2-0 3-0 4-0
0-0 1-1 1-0 2-1 2-0 3-0 4-0 5-0
0-1 1-0 2-1 2-0 3-1 4-1 5-0 6-0
0-1 0-0 1-0 2-1 2-0 3-0 3-0 4-1
1-1 1-1 2-1 3-2 3-1 4-1 4-0 5-0
1-2 1-1 2-0 3-1 3-0 4-0 5-1 6-0
0-1 1-1 1-1 2-2 2-1 3-1 3-0 4-1
1-2 1-1 1-1 3-2 3-1 3-1 4-1 5-2
1-2 1-2 2-2 3-2 3-1 4-2 5-2 6-3
1-2 1-2 1-2 2-2 2-2 3-2 3-1 4-1
1-2 1-3 2-2 2-2 2-2 3-2 4-2 5-2
1-3 1-3 2-3 3-3 3-3 4-3 5-3 6-3
1-2 1-2 1-2 2-2 2-2 3-2 3-1 4-2
1-3 1-3 2-3 3-3 3-3 4-3 4-2 5-3
1-3 1-3 2-3 3-3 3-3 4-3 5-3 6-4
0-2 1-2 1-3 2-3 3-3 4-4 3-2 4-3
0-3 1-3 1-3 1-3 3-4 5-5 4-3 5-4
1-3 1-3 2-4 2-4 3-4 6-6 5-4 6-5
0-2 1-2 1-3 1-3 3-4 4-5 5-5 5-5
1-4 1-3 2-4 2-4 3-5 4-5 5-5 5-4
0-4 1-4 1-4 2-4 4-6 5-6 6-6 6-5
0-3 0-2 1-2 1-3 2-4 3-4 4-5 5-5
0-4 0-3 1-3 1-4 3-5 4-6 5-6 6-6
0-5 0-4 1-4 2-5 3-6 4-6 6-7 7-7
"""


def test_air_combat(module):
    table = module.values["air-combat"]
    assert table.dice == 1
    ranges = [(low, low + 9) for low in range(1, 71, 10)] + [(71, None)]
    assert [(c.low, c.high) for c in table.columns] == ranges
    assert [(c.low, c.high) for c in table.bands] == ranges
    assert [list(row) for row in table.cells] == grid(AIR)
    assert {row.sums for row in table.rows} == {(1, 2), (3, 4), (5, 6)}
    example = table.cell(table.column(56), 4, band=table.band(22))
    assert example == "3-1"  # 6.1
    falls = {
        (table.bands[line // 3].label, column)
        for line, row in enumerate(table.cells)
        for column in range(7)
        if int(row[column][0]) > int(row[column + 1][0])
    }
    assert falls == {("51-60", 5)}, "more attackers take no less from the defender but in one spot"


NAVAL = """
0.4/1.2 0.4/0.8 0.8/0.8 0.4/0.4 1.2/1.2 1.6/0.4 1.6/0   2/0.4   2/0
0.8/1.6 0.4/1.2 0.4/0.8 0.8/0.8 1/1     1.6/0.8 1.6/0.4 1.6/0   2/0.4
0.4/1.6 0.8/1.6 0.4/1.2 0.4/0.8 0.8/0.4 1.2/0.4 1.6/0.8 1.6/0.4 1.6/0
0/1.6   0.4/1.6 0.8/1.6 0.4/1.2 0.4/0.8 0.8/0.4 1.2/0.4 1.6/0.8 1.6/0.4
0.4/2   0/1.6   0.4/1.6 0.8/1.6 0.4/0.4 0.8/0.8 0.8/0.4 1.2/0.4 1.6/0.8
0/2     0.4/2   0/1.6   0.4/1.6 0.8/0.8 0.4/0.4 0.8/0.8 0.8/0.4 1.2/0.4
"""


@pytest.mark.rule("filipinas-T.naval-1")
def test_naval_combat(module):
    table = module.values["naval-combat"]
    assert [(c.low, c.high) for c in table.columns] == [
        (None, -16), (-15, -11), (-10, -6), (-5, -1), (0, 0), (1, 5), (6, 10), (11, 15), (16, None),
    ]  # fmt: skip
    assert [list(row) for row in table.cells] == grid(NAVAL)
    for line, column in product(range(6), range(9)):
        attacker, defender = table.cells[line][column].split("/")
        if column != 4 or line in {2, 3}:
            assert table.cells[5 - line][8 - column] == f"{defender}/{attacker}"
    assert table.column(-40) == 0
    assert table.column(0) == 4
    assert table.column(16) == 8


SUBMARINES = """
0 0 0* 0* 0*
1 0 0  0* 0*
1 1 0  0  0*
1 1 1  0  0
2 1 1  1  0
2 2 1  1  1
"""


@pytest.mark.rule("filipinas-T.sub-1", "filipinas-7.5.2-3", "filipinas-7.5.2-4")
def test_submarine_attacks(module):
    table = module.values["submarine-attacks"]
    assert [(c.low, c.high) for c in table.columns] == [
        (None, -2), (-1, -1), (0, 0), (1, 1), (2, None),
    ]  # fmt: skip
    assert [list(row) for row in table.cells] == grid(SUBMARINES)
    for die, column in product(range(1, 6), range(1, 5)):
        assert table.cells[die][column] == table.cells[die - 1][column - 1]
    assert table.cell(table.column(2 - 4), 4) == "1"  # the text of 7.5.2 says two by mistake
    power = module.values["submarine-firepower"]
    assert [power.cell(0, die) for die in range(1, 7)] == ["1", "1", "2", "2", "3", "4"]


@pytest.mark.rule("filipinas-7.5-1")
def test_patrol_area(module):
    chart = module.charts["patrol-area"]
    assert {row.id: chart.cell(row.id, "radius") for row in chart.rows} == {
        "good": "3", "bad": "2", "monsoon": "1",
    }  # fmt: skip


@pytest.mark.rule("filipinas-6.6.2-2")
def test_ground_reconnaissance(module):
    chart = module.charts["ground-reconnaissance"]
    least = {
        2: ["open", "village"], 3: ["rough", "swamp"], 4: ["city", "forest"],
        5: ["mountain", "fortress"], 6: ["mountain-forest"],
    }  # fmt: skip
    for good, kinds in least.items():
        for kind in kinds:
            assert chart.cell(kind, "good") == str(good)
            assert chart.cell(kind, "bad") == str(min(6, good + 1))
            assert chart.cell(kind, "monsoon") is None
    rows = {row.id for row in chart.rows}
    assert rows == module.terrain.keys() - {"sea", "lake"}
    villages = {kind for kind in rows if kind.startswith("village")}
    assert {(chart.cell(v, "good"), chart.cell(v, "bad")) for v in villages} == {("2", "3")}


def test_weather(module):
    """The table is lost; this one is marked, and good weather is the rule in every region."""
    table = module.values["weather"]
    assert table.reconstructed == {"cells": "weather"}
    assert [column.label for column in table.columns] == ["north", "central", "south"]
    throws = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    good = {
        column.label: sum(n for total, n in throws.items() if table.cell(place, total) == "good")
        for place, column in enumerate(table.columns)
    }
    assert good == {"north": 23, "central": 20, "south": 27}
    assert [table.cell(place, 2) for place in range(3)] == ["monsoon", "monsoon", "bad"]
    assert [table.cell(place, 12) for place in range(3)] == ["monsoon"] * 3
    for total in (6, 7, 8):
        assert {table.cell(place, total) for place in range(3)} == {"good"}
    said = module.methods["tables.weather"]
    for percent in (64, 56, 75):
        assert f"{percent} %" in said["en"]
        assert f"{percent} %" in said["pt"]


def is_land(kind):
    """Whether it is a type of land unit; a piece that only covers a hex weighs nothing (14.3)."""
    return "land" in kind.tags and "weightless" not in kind.tags


@pytest.mark.rule("filipinas-T.vuln-1")
def test_vulnerability(module):
    table = module.indices["vulnerability"]
    wanted = {"armour": (2, 1), "artillery": (2, 2), "anti-aircraft": (2, 2)}
    for name, kind in module.unit_types.items():
        found = (table.value(name, "air"), table.value(name, "artillery"))
        assert found == (wanted.get(name, (1, 2)) if is_land(kind) else (0, 0)), name


@pytest.mark.rule("filipinas-2.2.1-4")
def test_land_types(module):
    land = {name for name, kind in module.unit_types.items() if is_land(kind)}
    assert land == set(
        """infantry motorised-infantry naval-infantry paratroops glider cavalry rangers engineers
        construction-engineers guerrillas aerodrome-troops armour artillery anti-aircraft""".split()  # noqa: SIM905
    )
    assert all(module.indices["vulnerability"].rows[name] for name in land)
    used = {each.type for each in (*module.counters.values(), *module.palette.values())}
    assert used == module.unit_types.keys()
    assert {name for name in land if module.unit_types[name].movement_class == "armour"} == {
        "armour"
    }


# -------------------------------------------------------------------------------- terrain


def points(cost):
    """Costs on foot and of armour in whole points; the module has them in half points."""
    return tuple(None if cost[name] is None else cost[name] / 2 for name in ("foot", "armour"))


@pytest.mark.parametrize(
    ("kind", "name", "cost", "columns"),
    [
        case("filipinas-T.terrain-1", "terrain", "open", (1, 1), 0),
        case("filipinas-T.terrain-1", "terrain", "village", (1, 1), 0),
        case("filipinas-T.terrain-1", "terrain", "city", (1, 1), 2),
        case("filipinas-T.terrain-1", "terrain", "rough", (2, 2), 1),
        case("filipinas-T.terrain-1", "terrain", "swamp", (2, None), 1),
        case("filipinas-T.terrain-1", "terrain", "forest", (2, 3), 2),
        case("filipinas-T.terrain-1", "terrain", "mountain", (3, None), 3),
        case("filipinas-T.terrain-1", "terrain", "mountain-forest", (4, None), 4),
        case("filipinas-T.terrain-4", "terrain", "fortress", (1, 1), 3),
        case("filipinas-T.terrain-1", "terrain", "lake", (None, None), 0),
        case("filipinas-T.terrain-1", "terrain", "sea", (None, None), 0),
        case("filipinas-T.terrain-2", "hexsides", "river", (1, 2), 1),
        case("filipinas-T.terrain-2", "hexsides", "sea-arm", (2, None), 2),
        case("filipinas-T.terrain-1", "networks", "road", (1, 0.5), 0),
    ],
)
def test_terrain_table(module, kind, name, cost, columns):
    row = getattr(module, kind)[name]
    assert points(row.cost) == cost
    assert getattr(row, "columns", 0) == columns


@pytest.mark.rule("filipinas-T.terrain-3")
def test_columns_of_the_defence(module):
    for name in ("rough", "swamp", "forest", "mountain", "mountain-forest"):
        assert module.terrain[f"village-{name}"].columns == module.terrain[name].columns
    assert {name for name, row in module.hexsides.items() if row.adds} == {"river", "sea-arm"}
    assert not any(row.adds for row in module.terrain.values())
    assert all(row.bombardment for row in module.terrain.values())
    assert not any(row.bombardment for row in module.hexsides.values())
    mountains = {name for name, row in module.terrain.items() if row.no_attack == ("armour",)}
    assert mountains == {name for name in module.terrain if "mountain" in name}
    assert module.networks["road"].bridges == ("river",)


def test_where_ships_and_aircraft_are(module):
    sea = {name for name, row in module.terrain.items() if row.cost["naval"] is not None}
    assert sea == {"sea"}
    assert module.terrain["sea"].cost["naval"] == 2, "one point a hex, the measure of capacity"
    limits = {name: dict(row.limits) for name, row in module.sites.items()}
    assert limits == {"airfield": {"air": 3}, "air-base": {"air": 6}, "port": {}}
    landing = {name for name, row in module.terrain.items() if "landing" in row.tags}
    no_villages = {name for name in landing if not name.startswith("village-")}
    assert no_villages == {"open", "village", "city", "fortress", "rough", "forest"}
    drop = {name for name, row in module.terrain.items() if "drop" in row.tags}
    assert landing - drop == {"forest"}


# --------------------------------------------------- turns, sequence, parameters, options, texts


@pytest.mark.rule("filipinas-2.4.1-1")
def test_thirty_turns_of_ten_days(module):
    assert len(module.turns) == 30
    for number, turn in enumerate(module.turns):
        first = date(1944, 10, 20) + timedelta(10 * number)
        last = first + timedelta(9)
        days = re.findall(r"\b\d{1,2}\b", turn.label["en"])
        assert [int(day) for day in days] == [first.day, last.day], turn
        assert str(last.year) in turn.label["pt"]
        assert last.strftime("%b") in turn.label["en"]
    assert module.turns[-1].label["en"].endswith("15 Aug 1945")


def test_sequence(module):
    kinds = [
        ("reinforcement", 0), ("naval-movement", 0), ("reconnaissance", 1),
        ("air-naval-interception", 1), ("movement", 0), ("air-interception", 1), ("combat", 0),
    ]  # fmt: skip
    turns = [(kind, sides[who]) for sides in (("us", "jp"), ("jp", "us")) for kind, who in kinds]
    found = [(phase.kind, phase.side) for phase in module.sequence]
    assert found == [("preparation", None), *turns, ("end", None)]


def test_parameters(module):
    numbers = {
        "stacking": 6, "region_stacking": {"corregidor": 2}, "break_contact": 1,
        "army_8_from": 7, "islands_at_once": 3, "unity_shift": 1,
        "encirclement_shift": {"side": "jp", "columns": 1},
        "unsupplied_shift": 1, "entry": {"us": ["east", "south"], "jp": ["west", "north"]},
        "weather_shift": {"good": 0, "bad": 1, "monsoon": 2},
        "scoring": {
            "us": {"land_destroyed": 2, "carriers": 10, "battleships": 10, "cruisers": 3,
                   "destroyers": 3, "unused_replacement": 1},
            "jp": {"land_destroyed": 10, "carriers": 25, "battleships": 10, "cruisers": 5,
                   "destroyers": 5, "convoys": 5, "guerrillas": 1, "land_left": 2,
                   "unused_replacement": 1},
        },
    }  # fmt: skip
    assert {name: module.rules[name] for name in numbers} == numbers
    garrisons = {c.id for c in module.counters.values() if "garrison" in c.tags}
    assert module.rules["garrisons"].keys() == garrisons
    assert set(module.rules["garrisons"].values()) <= module.board.regions.keys()
    advance = module.rules["advance"]
    assert {*advance["first"], *advance["second"]} <= module.terrain.keys()
    assert set(advance["barred"]) <= module.hexsides.keys()
    assert module.rules["naval"]["passages"] in module.board.regions
    assert set(module.rules["landing"]["barred_regions"]) <= module.board.regions.keys()
    assert set(module.rules["clauses"].values()) <= set(IDS["clauses"])
    weather = module.rules["weather"]
    assert weather["boxes"].keys() <= module.board.boxes.keys()
    assert set(weather["regions"].values()) <= module.board.regions.keys()
    for name in ("never", "by_rest"):
        assert set(module.rules["replacements"][name]) <= module.counters.keys()


def test_options(module):
    assert {name: option.default for name, option in module.options.items()} == {
        "sealing": "covered",
        "shifts": "attacker-then-defender",
        "duty": "refuse",
        "submarine-attacks": "every-hex",
        "submarine-losses": "destroyers",
        "ranger-steps": 1,
        "open-boxes": False,
        "bluffs": "anywhere",
        "homeless-aircraft": "may-stay",
        "strike-points": "roll-by-roll",
        "monsoon-escape": "allowed",
        "free-hand": False,
        "counted": "campaign",
        "weather": "thrown",
        "opening": "first-phase",
        "land-war": "fought",
        "supply": "needed",
    }
    named = {key for key in module.texts if key.startswith("option.")}
    assert named == {
        f"option.{option.id}.{choice}"
        for option in module.options.values()
        for choice in option.choices
    }


def test_markers(module):
    letters = Counter(m.short["en"] for m in module.markers.values() if "air-action" in m.id)
    assert letters == dict.fromkeys("ABCDEFGHI", 2)
    unknown = [module.markers[f"{side}-unknown"] for side in ("us", "jp")]
    assert [(m.count, dict(m.reconstructed)) for m in unknown] == [(20, {"count": "supply"})] * 2
    assert {f"weather-{kind}" for kind in ("good", "bad", "monsoon")} <= module.markers.keys()


def test_every_clause_that_the_data_name_is_in_the_rulebook():
    text = "".join(path.read_text("utf-8") for path in sorted(MODULE.rglob("*.yaml")))
    named = set(re.findall(r"\bfilipinas-[0-9T][\w.-]*\d\b", text))
    assert len(named) > 60
    assert named <= set(IDS["clauses"])


def test_codes_of_the_tables_have_a_meaning(module):
    cells = {cell for row in module.odds["combat"].cells for cell in row}
    codes = {code for cell in cells for code in cell.split()}
    weather = {cell for row in module.values["weather"].cells for cell in row}
    bombs = {cell.rstrip("*") for row in module.values["bombardment"].cells for cell in row}
    assert set(module.results) == codes | weather | bombs


@pytest.mark.parametrize("spoken", ["pt", "en"])
def test_no_two_counters_have_the_same_name(module, spoken):
    names = Counter(counter.name[spoken] for counter in module.counters.values())
    assert names.most_common(1)[0][1] == 1


def test_texts(module):
    for key, words in module.texts.items():
        holes = [sorted(re.findall(r"\{(\w+)\}", words[spoken])) for spoken in ("pt", "en")]
        assert holes[0] == holes[1], key
    for counter in module.counters.values():
        if counter.model:
            assert module.text(f"model.{counter.model.lower()}"), counter.id
        if "air" in counter.tags:
            assert module.text(f"abbreviation.{counter.short.right.lower()}")
        big = counter.type in {"carriers", "battleships", "cruisers"}
        destroyer = counter.type == "destroyers" and counter.side == "jp"
        assert (module.text(f"ships.{counter.id}") is not None) == (big or destroyer), counter.id
    names = " ".join(each.name["pt"] for each in module.counters.values())
    short = {word for word in re.findall(r"\b[A-Z]+[A-Za-z]*[A-Z]\b", names) if len(word) < 6}
    for word in short - {"II", "XI", "IX", "XIV", "XXIV"}:
        assert word in {"FM", "VPB"} or module.text(f"abbreviation.{word.lower()}"), word


def test_the_module_loads_without_a_warning(module):
    assert not module.warnings


def test_each_phase_says_what_it_asks(module):
    for phase in module.sequence:
        assert module.text(f"hint.{phase.kind}"), phase.id


def test_letters_of_aircraft_are_those_of_the_counters(module):
    for counter in module.counters.values():
        if "air" in counter.tags:
            assert module.text(f"class.{counter.type}")["en"] == counter.short.right
