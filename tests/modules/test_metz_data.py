"""The order of battle, set-up, parameters and texts of Batalha de Metz are those of its rulebook.

Its tables have a file of their own. A clause is marked here only if it is about data alone; what a
clause does in play is proven through the engine. docs/modules/metz.md tells what was printed and
what was reconstructed.
"""

import json
import re
from collections import Counter
from datetime import date, timedelta
from itertools import combinations, product
from pathlib import Path

import pytest
import yaml

from legible import contrast, luminance
from tabuleiro.module import find_module, load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = find_module("metz")
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "metz.json").read_text("utf-8"))

FOOT, MOTORIZED, ARMOUR = "foot", "motorized", "armour"


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


def strengths(counter):
    return tuple(counter.values[name] for name in ("attack", "defense", "move"))


def divisions(module):
    """The counters of each division."""
    return {
        name: set(module.formation_counters(name))
        for name, formation in module.formations.items()
        if formation.size == "division"
    }


def where_each_starts(campaign):
    """Counter -> its hex, or the region in which its owner places it."""
    placed = {unit: entry.hex for entry in campaign.setup for unit in entry.units}
    for entry in campaign.free:
        placed |= dict.fromkeys(entry.units, entry.where.get("region", entry.where["kind"]))
    return placed


# ------------------------------------------------------------------------------ 2.2: counters


@pytest.mark.rule("metz-2.2-1")
def test_totals_of_each_side(module):
    nations = Counter(counter.nation for counter in module.counters.values())
    assert nations == {"american": 45, "german": 46, "waffen-ss": 3}
    assert Counter(c.side for c in module.counters.values()) == {"us": 45, "german": 49}
    ss = {c.id for c in module.counters.values() if c.nation == "waffen-ss"}
    assert ss == {"de-37-rpzgr-ss", "de-38-rpzgr-ss", "de-art-ss-113"}


@pytest.mark.rule("metz-2.2.1-1", "metz-ex-2.2.1")
def test_the_sample_counter(module):
    sample = module.counters["us-319-ri"]
    assert strengths(sample) == (3, 4, 6)
    assert (sample.short.left, sample.short.right) == ("319", "80")
    assert (sample.nation, sample.type, sample.size) == ("american", "infantry", "regiment")
    assert sample.formation == "us-80-di"
    assert {c.size for c in module.counters.values()} == {"regiment", "brigade"}


def test_the_number_on_the_right_is_that_of_the_division(module):
    for counter in module.counters.values():
        formation = module.formations.get(counter.formation)
        if formation is None or formation.size != "division":
            assert not counter.short.right, counter.id
            continue
        assert re.search(rf"\b{counter.short.right}(?!\d)", formation.name["en"])
        assert re.search(rf"\b{counter.short.right}ª", formation.name["pt"])


DIVISIONS = {
    "us-5-di": "2 10 11", "us-26-di": "101 104 328", "us-35-di": "134 137 320",
    "us-80-di": "317 318 319", "us-87-di": "345 346 347", "us-90-di": "357 358 359",
    "us-95-di": "377 378 379",
    "us-4-db": "CCA CCB CCR", "us-6-db": "CCA CCB CCR", "us-10-db": "CCA CCB CCR",
    "de-11-dpz": "15 110 111", "de-21-dpz": "22 125 192", "de-17-dpzgr-ss": "37 38",
    "de-25-dpzgr": "35", "de-19-di": "59 73 74", "de-36-di": "87 118 165",
    "de-48-di": "126 127 128", "de-347-di": "860 861 880", "de-361-di": "951 952 953",
    "de-416-di": "712 713 714", "de-462-di": "1215 1216 1217",
    "de-559-di": "1125 1126 1127", "de-719-di": "723 743",
}  # fmt: skip


@pytest.mark.rule("metz-2.2.1-3")
def test_divisions_and_their_regiments(module):
    found = {
        name: sorted(module.counters[unit].short.left for unit in units)
        for name, units in divisions(module).items()
    }
    assert found == {name: sorted(numbers.split()) for name, numbers in DIVISIONS.items()}
    sizes = {name: len(units) for name, units in found.items()}
    exceptions = {"de-17-dpzgr-ss": 2, "de-719-di": 2, "de-25-dpzgr": 1}
    assert {name: size for name, size in sizes.items() if size != 3} == exceptions


def test_unity_is_for_every_division_but_one(module):
    tagged = {name for name, each in module.formations.items() if "unity" in each.tags}
    assert tagged == divisions(module).keys() - {"de-25-dpzgr"}


@pytest.mark.rule("metz-2.2.1-4")
def test_ten_types_each_with_its_vulnerability(module):
    types = {
        "infantry", "armoured-infantry", "fortress-infantry", "security", "engineers",
        "construction-engineers", "armour", "tank-destroyers", "mechanized-cavalry", "artillery",
    }  # fmt: skip
    assert set(module.unit_types) == types
    assert set(module.indices["vulnerability"].rows) == types
    assert {counter.type for counter in module.counters.values()} == types


@pytest.mark.rule("metz-2.2.1-5")
def test_who_pays_as_motorized(module):
    classes = {name: kind.movement_class for name, kind in module.unit_types.items()}
    armoured = {"armour", "tank-destroyers", "mechanized-cavalry"}
    motorized = armoured | {"armoured-infantry"}
    for name, kind in module.unit_types.items():
        wanted = ARMOUR if name in armoured else MOTORIZED if name in motorized else FOOT
        assert classes[name] == wanted
        assert ("motorized" in kind.tags) == (name in motorized)
        assert ("armour" in kind.tags) == (name in armoured)
    open_ground = module.terrain["clear"].cost
    assert open_ground[classes["tank-destroyers"]] == 2 * 3
    assert open_ground[classes["artillery"]] == 2 * 1


def test_counters_by_type(module):
    found = Counter((c.side, c.type) for c in module.counters.values())
    assert found == {
        ("us", "infantry"): 21, ("us", "armour"): 11, ("us", "tank-destroyers"): 2,
        ("us", "mechanized-cavalry"): 3, ("us", "engineers"): 4,
        ("us", "construction-engineers"): 1, ("us", "artillery"): 3,
        ("german", "infantry"): 26, ("german", "fortress-infantry"): 2, ("german", "security"): 1,
        ("german", "armour"): 3, ("german", "armoured-infantry"): 7, ("german", "artillery"): 10,
    }  # fmt: skip
    builders = {c.id for c in module.counters.values() if "bridge-builder" in c.tags}
    assert builders == {f"us-{n}-geng" for n in (1103, 1117, 1135, 1139, 1306)}
    assert {c.id for c in module.counters.values() if "no-advance" in c.tags} == {
        c.id for c in module.counters.values() if c.type == "artillery"
    }


def test_every_name_of_the_lists_is_a_counter(module):
    listed = """
        2º RI, 10º RI, 11º RI, 101º RI, 104º RI, 328º RI, 134º RI, 137º RI, 320º RI, 317º
        RI, 318º RI, 319º RI, 377º RI, 378º RI, 379º RI, 2º GCav, 3º GCav, 6º GCav, 8º GB,
        17º GB, 4º GTD, 9º GTD, 1103º GEng, 1117º GEng, 1135º GEng, 1139º GEng, 1306º GEng
        Construção, RArt XII Corpo, RArt XX Corpo, RArt 3º Exército, 15º RPz, 110º RPzGr,
        111º RPzGr, 59º RI, 73º RI, 74º RI, 126º RI, 127º RI, 128º RI, 951º RI, 952º RI,
        953º RI, 712º RI, 713º RI, 714º RI, 1215º RI, 1216º RI, 1217º RI, 1125º RI, 1126º
        RI, 1127º RI, 22º RIF, 25º RIF, 1010º RS, 37º RPzGr SS, 38º RPzGr SS, RArt Arko 482,
        RArt Arko 489, RArt SS-AK113, RArt Metz, RArt Saarbrücken, RArt Saarpfalz, RArt
        Sarre, RArt Trier, 401º Corpo de Artilharia, 404º Corpo de Artilharia, 87º RI, 118º
        RI, 165º RI, 106ª Bg Panzer, 35º RPzGr, CCA (4ª DB), CCB (4ª DB), CCR (4ª DB)
    """
    printed = {re.sub(r"\s+", " ", name).strip() for name in listed.split(",")}
    by_name = {counter.name["pt"]: counter for counter in module.counters.values()}
    assert printed <= by_name.keys()
    for name, counter in by_name.items():
        assert ("name" in counter.reconstructed) == (name not in printed)
        assert counter.reconstructed.get("name", "history") == "history"


# ------------------------------------------------------- values: what is printed, what is not

PLAIN = {"attack", "defense", "move"}


def test_exactly_one_counter_has_all_its_values_from_the_text(module):
    for counter in module.counters.values():
        marks = PLAIN & counter.reconstructed.keys()
        assert marks == (set() if counter.id == "us-319-ri" else PLAIN), counter.id
        assert counter.reconstructed["reduced"] == "halves"
        if "artillery" in counter.tags:
            assert counter.reconstructed["range"] == "guns"


def test_the_values_of_the_examples(module):
    shown = {
        c.id: strengths(c)
        for c in module.counters.values()
        if c.reconstructed.get("attack") == "example"
    }
    commands = divisions(module)["us-4-db"] | divisions(module)["us-6-db"]
    guns = {"us-art-xii", "us-art-xx"}
    assert shown == dict.fromkeys(commands, (7, 5, 10)) | dict.fromkeys(guns, (4, 1, 4))


QUALITY = { # base of the type, quality and size as docs/modules/metz.md lists them
    "infantry": (3, 4), "armoured-infantry": (4, 5), "mechanized-cavalry": (3, 3),
    "tank-destroyers": (3, 4), "fortress-infantry": (2, 4), "security": (2, 3),
    "engineers": (2, 3), "construction-engineers": (1, 2), "armour": (6, 4),
}  # fmt: skip
VETERAN = {"us-5-di", "us-90-di", "de-11-dpz"}
WORN_OR_RAW = {
    "us-87-di", "us-95-di", "us-10-db", "de-17-dpzgr-ss", "de-21-dpz", "de-25-dpzgr",
    "de-48-di", "de-347-di", "de-361-di", "de-416-di", "de-462-di", "de-719-di", "de-106-bg",
}  # fmt: skip
SMALL = {"us-8-gb", "us-17-gb", "de-106-bg"}


def test_reconstructed_strengths_follow_the_method(module):
    counted = 0
    for counter in module.counters.values():
        if counter.reconstructed.get("attack") != "quality":
            continue
        command = counter.short.left in {"CCA", "CCB", "CCR"}
        attack, defence = (7, 5) if command else QUALITY[counter.type]
        who = {counter.id, counter.formation}
        if who & VETERAN:
            attack, defence = attack + (counter.side == "us"), defence + (counter.side == "german")
        if who & WORN_OR_RAW:
            attack, defence = attack - 1, defence - 1
        if counter.id in SMALL:
            attack, defence = attack - 1, defence - 1
        assert strengths(counter)[:2] == (attack, defence), counter.id
        counted += 1
    assert counted == 94 - 1 - 6 - 13


def test_movement_by_kind(module):
    slow = {"artillery", "fortress-infantry"}
    for counter in module.counters.values():
        wanted = 10 if "motorized" in counter.tags else 4 if counter.type in slow else 6
        assert counter.values["move"] == wanted, counter.id


GUNS = {
    "us-art-xii": (4, 1, 4), "us-art-xx": (4, 1, 4), "us-art-3-ex": (5, 1, 5),
    "de-art-482": (3, 1, 4), "de-art-489": (3, 1, 4), "de-art-ss-113": (3, 1, 4),
    "de-art-metz": (2, 1, 3), "de-art-saarbrucken": (2, 1, 3), "de-art-saarpfalz": (2, 1, 3),
    "de-art-saar": (2, 1, 3), "de-art-trier": (2, 1, 3),
    "de-art-401": (4, 1, 5), "de-art-404": (4, 1, 5),
}  # fmt: skip


def test_guns_and_their_ranges(module):
    found = {
        c.id: tuple(c.values[name] for name in ("attack", "defense", "range"))
        for c in module.counters.values()
        if "range" in c.values
    }
    assert found == GUNS
    assert {c.id for c in module.counters.values() if "artillery" in c.tags} == found.keys()


@pytest.mark.parametrize("value", ["attack", "defense"])
def test_reduced_strengths_are_half_rounded_up(module, value):
    for counter in module.counters.values():
        assert counter.reduced[value] == -(-counter.values[value] // 2)
        assert set(counter.reduced) == {"attack", "defense"}
        assert counter.steps == 2


# --------------------------------------------------------------------------- 11.0: corps


@pytest.mark.rule("metz-11.0-2")
def test_corps(module, campaign):
    def members(name):
        return {each.id for each in module.formations.values() if each.parent == name}

    assert members("us-xx-corps") == {"us-5-di", "us-90-di", "us-95-di", "us-10-db"}
    assert members("us-xii-corps") == {"us-26-di", "us-35-di", "us-80-di", "us-4-db", "us-6-db"}
    assert members("de-lxxxii-corps") == {"de-19-di", "de-416-di", "de-462-di"}
    assert members("de-xiii-ss-corps") == {"de-17-dpzgr-ss", "de-48-di", "de-559-di"}
    assert members("de-lxxxix-corps") == {"de-361-di"}
    assert module.formations["de-11-dpz"].parent == "de-1-army"
    for unit, place in where_each_starts(campaign).items():
        corps = re.fullmatch(r"bivouac-(.+)", place)
        if corps:
            prefix = unit.split("-")[0]
            assert module.counters[unit].formation == f"{prefix}-{corps[1]}-corps"


# -------------------------------------------------------------------------- 11.1: set-up

SET_UP = {
    "0523": "us-4-db-cca", "0418": "us-4-db-ccb", "0320": "us-4-db-ccr", "0211": "us-2-ri",
    "0310": "us-10-ri", "0309": "us-11-ri", "0207": "us-10-db-cca us-10-db-ccb us-10-db-ccr",
    "0520": "us-101-ri", "0522": "us-104-ri", "0623": "us-328-ri us-2-gcav",
    "0517": "us-134-ri", "0416": "us-137-ri", "0417": "us-320-ri", "0113": "us-317-ri",
    "0114": "us-318-ri", "0216": "us-319-ri", "1201": "us-357-ri us-358-ri us-359-ri",
    "0902": "us-377-ri", "0805": "us-378-ri", "0505": "us-379-ri", "1401": "us-3-gcav",
    "bivouac-xx": "us-8-gb us-4-gtd us-1103-geng us-1139-geng us-1306-geng us-art-xx",
    "bivouac-xii": "us-17-gb us-9-gtd us-1117-geng us-1135-geng us-art-xii",
    "behind-line": "us-art-3-ex",
    "1111": "de-15-rpz", "1011": "de-110-rpzgr", "1212": "de-111-rpzgr",
    "0509": "de-37-rpzgr-ss", "0412": "de-38-rpzgr-ss", "1204": "de-59-ri", "1004": "de-73-ri",
    "1103": "de-74-ri", "0314": "de-126-ri", "0312": "de-127-ri", "0615": "de-128-ri",
    "0823": "de-951-ri", "0922": "de-952-ri", "0721": "de-953-ri", "1502": "de-712-ri",
    "1302": "de-713-ri", "1602": "de-714-ri", "0707": "de-1215-ri de-art-metz",
    "0906": "de-1216-ri", "0507": "de-1217-ri", "0717": "de-1125-ri", "0616": "de-1126-ri",
    "0719": "de-1127-ri", "0608": "de-22-rif de-25-rif", "0607": "de-1010-rs",
    "2514": "de-art-saarbrucken", "2418": "de-art-saarpfalz", "2210": "de-art-saar",
    "2205": "de-art-trier", "bivouac-lxxxii": "de-art-482", "bivouac-lxxxix": "de-art-489",
    "bivouac-xiii-ss": "de-art-ss-113",
}  # fmt: skip


@pytest.mark.rule("metz-11.1-1")
def test_set_up(module, campaign):
    found: dict[str, set[str]] = {}
    for unit, place in where_each_starts(campaign).items():
        found.setdefault(place, set()).add(unit)
    assert found == {place: set(units.split()) for place, units in SET_UP.items()}
    sides = Counter(module.counters[unit].side for units in found.values() for unit in units)
    assert sides == {"us": 38, "german": 34}
    entries = (*campaign.setup, *campaign.free, *campaign.reinforcements)
    assert sorted(unit for entry in entries for unit in entry.units) == sorted(module.counters)


@pytest.mark.rule("metz-11.1-3")
def test_nobody_starts_next_to_an_enemy(module, campaign):
    hexes: dict[str, set[str]] = {"us": set(), "german": set()}
    for entry in campaign.setup:
        hexes[module.counters[entry.units[0]].side].add(entry.hex)
    distance = module.board.grid.distance
    assert min(distance(a, b) for a, b in product(hexes["us"], hexes["german"])) == 2


def test_there_is_room_and_ground_for_everybody(module, campaign):
    full = Counter(entry.hex for entry in campaign.setup for _unit in entry.units)
    assert max(full.values()) <= module.rules["stacking"] == 4
    for entry in campaign.setup:
        terrain = module.terrain[module.board.terrain_at(entry.hex)]
        for unit in entry.units:
            closed = terrain.cost[module.counters[unit].movement_class] is None
            assert not closed or any(entry.hex in n.chain for n in module.board.networks.values())
    for entry in campaign.free:
        if "region" in entry.where:
            hexes = module.board.regions[entry.where["region"]].hexes
            room = sum(4 - full[place] for place in hexes)
            assert room >= len(entry.units)
            grounds = {module.board.terrain_at(place) for place in hexes}
            assert "rough-woods" not in grounds


def test_the_americans_place_first(campaign):
    assert [entry.side for entry in campaign.free] == ["us"] * 3 + ["german"] * 3


REINFORCEMENTS = {
    ("us", 2, "west"): "us-6-db-cca us-6-db-ccb us-6-db-ccr",
    ("us", 12, "west"): "us-6-gcav",
    ("us", 16, "west"): "us-345-ri us-346-ri us-347-ri",
    ("german", 1, "east"): "de-art-401",
    ("german", 3, "south"): "de-22-rpz de-125-rpzgr de-192-rpzgr de-87-ri de-106-bg",
    ("german", 3, "north"): "de-35-rpzgr",
    ("german", 4, "south"): "de-118-ri",
    ("german", 5, "south"): "de-165-ri",
    ("german", 5, "north"): "de-860-ri de-861-ri de-880-ri",
    ("german", 13, "east"): "de-723-ri de-743-ri",
    ("german", 13, "north"): "de-art-404",
}


def test_reinforcements(module, campaign):
    found = {(e.side, e.turn, e.edges[0]): set(e.units) for e in campaign.reinforcements}
    assert found == {key: set(units.split()) for key, units in REINFORCEMENTS.items()}
    for entry in campaign.reinforcements:
        assert entry.when == "may"
        assert entry.rule == f"metz-11.1.{3 if entry.side == 'us' else 4}-1"
        assert entry.edges[1:] == (("west-top",) if entry.edges[0] == "west" else ())
    assert dict(module.rules["returns"][0]) == {
        "formation": "us-4-db", "turn": 12, "edges": ["south"], "rule": "metz-4.2.2-7",
    }  # fmt: skip


def test_withdrawals_and_who_may_go_instead(module, campaign):
    fourth = divisions(module)["us-4-db"]
    assert [(e.side, e.turn, set(e.units), e.rule) for e in campaign.withdrawals] == [
        ("us", 8, fourth, "metz-4.2.2-6"),
        ("german", 8, {"de-106-bg"}, "metz-4.2.2-8"),
        ("german", 14, {"de-art-401"}, "metz-4.2.2-9"),
        ("us", 15, fourth, "metz-4.2.2-10"),
        ("us", 17, {"us-101-ri", "us-104-ri"}, "metz-4.2.2-12"),
        ("us", 18, {"us-328-ri"}, "metz-4.2.2-13"),
    ]
    assert all(entry.when == "must" and not entry.edges for entry in campaign.withdrawals)
    armour, infantry = module.rules["substitutions"]
    american = {name for name in divisions(module) if name.startswith("us-")}
    assert (armour["formation"], armour["turns"]) == ("us-4-db", [15])
    assert set(armour["among"]) == {name for name in american if name.endswith("-db")}
    assert (infantry["formation"], infantry["turns"]) == ("us-26-di", [17, 18])
    assert set(infantry["among"]) == {name for name in american if name.endswith("-di")}


OBJECTIVES = [
    ("metz", "0608", {"german": 0}), ("metz-east", "0707", {"german": 0}),
    ("faulquemont", "1314", {"german": 20}), ("sierck-les-bains", "1702", {"german": 20}),
    ("bouzonville", "1708", {"german": 20}), ("saint-avold", "1714", {"german": 20}),
    ("saarlautern", "2210", {"german": 20}), ("puttelange", "2018", {"german": 20}),
    ("sarreguemines", "2418", {"german": 20}), ("merzig", "2205", {"german": 10, "us": 20}),
    ("orscholz", "2102", {"german": 10}), ("mettlach", "2403", {"german": 10}),
    ("saarbrucken", "2514", {"german": 10, "us": 20}), ("saarlautern-roden", "2309", {"us": 20}),
]  # fmt: skip


def test_objectives(module, campaign):
    assert [(g.place, g.hex, dict(g.points)) for g in campaign.objectives] == OBJECTIVES
    assert {goal.owner for goal in campaign.objectives} == {"german"}
    for goal in campaign.objectives:
        assert module.board.places[goal.place].hex == goal.hex
    fortress = module.rules["scoring"]["german"]["fortress"]
    assert (fortress["all"], fortress["each"]) == (100, 50)
    assert set(module.board.regions[fortress["region"]].hexes) == {"0608", "0707"}
    single = sum(goal.points.get("german", 0) for goal in campaign.objectives)
    assert single + fortress["all"] == 280
    assert sum(goal.points.get("us", 0) for goal in campaign.objectives) == 60


# ------------------------------------------------------------------------- turns and phases


@pytest.mark.rule("metz-2.4.1-2", "metz-11.0-1")
def test_twenty_turns_of_two_days(module, campaign):
    months = {"pt": {11: "nov.", 12: "dez."}, "en": {11: "Nov", 12: "Dec"}}
    for number, turn in enumerate(module.turns, start=1):
        first = date(1944, 11, 8) + timedelta(days=2 * (number - 1))
        last = first + timedelta(days=1)
        for spoken, names in months.items():
            day = "1º" if spoken == "pt" and last.day == 1 else str(last.day)
            month = f" {names[first.month]}" if first.month != last.month else ""
            wanted = f"{first.day}{month}-{day} {names[last.month]} 1944"
            assert turn.label[spoken] == wanted
    assert (campaign.first_turn, campaign.last_turn, len(module.turns)) == (1, 20, 20)
    assert module.turns[0].label["en"] == "8-9 Nov 1944"
    assert module.turns[-1].label["en"] == "16-17 Dec 1944"


def test_four_phases(module):
    phases = [(phase.side, phase.kind) for phase in module.sequence]
    assert phases == list(product(("us", "german"), ("movement", "combat")))


# ---------------------------------------------------------------- parameters, options, texts


def test_parameters(module):
    rules = module.rules
    numbers = {
        "stacking": 4,
        "break_contact": 1,
        "exits": {},
        "encirclement_shift": 1,
        "unity_shift": 1,
        "air_attack": {"min": 3, "max": 10},
        "railway": {"network": "railway", "hexes": 30},
        "final_elimination": {"sides": ["german"], "one_in": 3},
        "retreat_destroys": {"armour": ["river"]},
        "retreat_losses": {"motorized": ["river"]},
        "retreat_losses_by_type": {"artillery": ["river"]},
    }
    assert {name: rules[name] for name in numbers} == numbers
    assert [(e["formation"], e["first_turn"]) for e in rules["may_not_move"]] == [
        ("us-4-db", 2), ("us-10-db", 3),
    ]  # fmt: skip
    assert {e["unit"]: e["hex"] for e in rules["pinned"]} == {
        "de-1217-ri": "0507", "de-1010-rs": "0607",
    }  # fmt: skip
    recovery = rules["recovery"]
    assert (recovery["last_turn"], recovery["per_turn"]) == ({"us": 15}, {"german": 1})
    assert recovery["barred"] == {"german": ["armour", "artillery"]}
    assert (rules["bridges"]["first_turn"], rules["bridges"]["destroyed_by"]) == (3, "german")
    assert (module.markers["bridge"].count, module.markers["bridge"].side) == (5, "us")
    us, german = rules["scoring"]["us"], rules["scoring"]["german"]
    assert (us["enemy_destroyed"], german["enemy_destroyed"]) == (2, 5)
    assert us["east_of_siegfried"]["points"] == 20


def test_parameters_name_what_exists(module):
    rules, board = module.rules, module.board
    edges = [*rules["retreat_off"]["destroyed"].values(), *rules["recovery"]["line_to"].values()]
    assert {name for names in edges for name in names} <= board.edges.keys()
    advance = rules["advance"]
    assert {*advance["first"], *advance["second"]} <= module.terrain.keys()
    assert set(advance["barred"]) <= module.hexsides.keys()
    assert {advance["by"], rules["railway"]["network"]} <= module.networks.keys()
    regions = {rules["fortress"]["region"], rules["scoring"]["us"]["east_of_siegfried"]["region"]}
    assert regions <= board.regions.keys()
    formations = {e["formation"] for e in (*rules["may_not_move"], *rules["returns"])}
    assert formations <= module.formations.keys()
    assert {e["unit"] for e in rules["pinned"]} <= module.counters.keys()


def test_the_mechanics_find_the_clauses_that_they_know_from_the_first_game(module):
    first = yaml.safe_load((find_module("diadem") / "module.yaml").read_text("utf-8"))
    there = module.rules["clauses"]
    missing = first["rules"]["clauses"].keys() - there.keys()
    # Entry is free here, and no option keeps armour off hexes.
    assert missing == {"must-enter", "retreat-off-allied", "retreat-off-axis", "no-stop"}
    assert set(there.values()) <= set(IDS["clauses"])


def test_options(module):
    assert {name: option.default for name, option in module.options.items()} == {
        "sealing": "covered",
        "shifts": "attacker-then-defender",
        "duty": "refuse",
        "advance-zones": "others",
        "rough-woods-roads": True,
        "rail-start": "turn",
        "metz-points": "both",
        "recovery": "automatic",
        "german-recovery": "panzergrenadiers",
        "final-losses": "count",
        "free-hand": False,
    }
    for option in module.options.values():
        for spoken, choice in product(("pt", "en"), option.choices):
            name = module.texts.get(f"option.{option.id}.{choice}", {}).get(spoken, choice)
            said = option.text[spoken]  # what each choice means, by its id or its name
            assert f"{choice}:" in said or f"{name}:" in said


def test_every_clause_that_the_data_name_is_in_the_rulebook():
    files = [MODULE / name for name in ("module.yaml", "tables.yaml", "counters.yaml")]
    text = "".join(p.read_text("utf-8") for p in (*files, *MODULE.glob("scenarios/*.yaml")))
    named = set(re.findall(r"\bmetz-(?:\d[\d.]*|tables)-\d+\b", text))
    assert len(named) > 90
    assert named <= set(IDS["clauses"])


def test_the_module_loads_without_a_warning(module):
    assert not module.warnings


def test_abbreviations_are_explained(module):
    names = [each.name["pt"] for each in (*module.counters.values(), *module.formations.values())]
    words = {word for name in names for word in re.findall(r"\w+", name)}
    short = {word for word in words if re.search("[A-Z].*[A-Z]", word) and set(word) - set("IVXL")}
    assert {"DI", "DB", "DPz", "DPzGr", "RPzGr", "RIF", "RS", "GCav", "GTD", "CCR"} <= short
    for word in short | {"Bg", "Arko"}:
        assert set(module.texts[f"abbreviation.{word.lower()}"]) == {"pt", "en"}


def test_texts(module):
    for key, words in module.texts.items():
        holes = [sorted(re.findall(r"\{(\w+)\}", words[spoken])) for spoken in ("pt", "en")]
        assert holes[0] == holes[1], key
    found_elsewhere = ("phase.", "result.", "track.", "pool.", "place.", "marker.bridge")
    assert not [key for key in module.texts if key.startswith(found_elsewhere)]


@pytest.mark.parametrize("spoken", ["pt", "en"])
def test_no_two_counters_have_the_same_name(module, spoken):
    names = Counter(counter.name[spoken] for counter in module.counters.values())
    assert names.most_common(1)[0][1] == 1


def test_colours(module):
    for nation in module.nations.values():
        assert contrast(nation.ground, nation.ink) >= 4.5, nation.id
    for one, other in combinations(module.nations.values(), 2):
        assert abs(luminance(one.ground) - luminance(other.ground)) > 0.1
    red, green, blue = (int(module.nations["american"].ground[n : n + 2], 16) for n in (1, 3, 5))
    assert min(red, green) > blue + 80  # yellow
    assert luminance(module.nations["waffen-ss"].ground) < 0.02  # black
