"""The order of battle, parameters and texts of Batalha de Leyte are those of its rulebook.

A clause is marked here only if it is about data alone; what a clause does in play is proven through
the engine. docs/modules/leyte.md tells what was printed and what was reconstructed.
"""

import json
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tabuleiro.module import find_module, load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = find_module("leyte")
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "leyte.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


def strengths(counter):
    return "-".join(str(counter.values[name]) for name in ("attack", "defense", "move"))


def parsed(text):
    """`2 us-8-rc, 4 us-1-dc artillery` as a count."""
    pairs = (item.strip().split(" ", 1) for item in text.split(","))
    return Counter({name: int(number) for number, name in pairs})


# ------------------------------------------------------------------------------------ 2.2: counters


@pytest.mark.rule("leyte-2.2-1")
def test_counters_by_nationality(module):
    nations = Counter(counter.nation for counter in module.counters.values())
    assert nations == {"american": 121, "japanese": 70, "filipino": 2}
    sides = Counter(counter.side for counter in module.counters.values())
    assert sides == {"american": 123, "japanese": 70}


@pytest.mark.parametrize(
    ("nation", "branches"),
    [
        (
            "american",
            (
                "48 infantry, 10 cavalry, 6 paratroops, 4 airborne, 40 artillery, 8 engineers, "
                "4 armour, 1 tank-destroyers"
            ),
        ),
        (
            "japanese",
            (
                "46 infantry, 4 naval-infantry, 1 marines, 2 paratroops, 3 cavalry, 8 artillery, "
                "5 engineers, 1 armour"
            ),
        ),
        ("filipino", "2 guerrillas"),
    ],
)
def test_counters_by_branch(module, nation, branches):
    types = Counter(c.type for c in module.counters.values() if c.nation == nation)
    assert types == parsed(branches)


@pytest.mark.rule("leyte-2.2.1-1")
def test_every_counter_is_a_battalion(module):
    assert {counter.size for counter in module.counters.values()} == {"battalion"}
    sizes = {formation.size for formation in module.formations.values()}
    assert sizes == {"regiment", "brigade", "division", "corps", "army"}


def number_of(module, name, sizes):
    """The number in the name of the lowest formation of such a size, above a formation."""
    for above in module.formations_above(name):
        if module.formations[above].size in sizes:
            return re.search(r"\d+", module.formations[above].name["en"])[0]
    return ""


@pytest.mark.rule("leyte-2.2.1-2")
def test_numbers_are_those_of_regiment_and_division(module):
    for counter in module.counters.values():
        division = number_of(module, counter.formation, {"division"})
        assert counter.short.right == division, counter.id
        if counter.type == "artillery" and counter.nation == "american":
            named = re.match(r"(\d+)(st|nd|rd|th) ", counter.name["en"])
            shown = named[1] if named else ""  # 155 mm is no number of a battalion
            assert counter.short.left == shown
        elif number := number_of(module, counter.formation, {"regiment"}):
            assert counter.short.left == number
    sample = module.counters["jp-22-rart-1"]
    assert (sample.short.left, sample.short.right) == ("22", "16")


@pytest.mark.rule("leyte-ex-2.2.1")
def test_the_sample_counter(module):
    sample = module.counters["jp-22-rart-1"]
    assert (sample.nation, sample.type, strengths(sample)) == ("japanese", "artillery", "1-1-6")
    assert sample.value("range") == 3
    assert module.formations[sample.formation].parent == "jp-16-di"
    assert set(sample.reconstructed) == {"reduced"}


PRINTED = {
    "us-465-bart": "5-1-5",
    "us-462-bart": "1-1-7",
    "us-howitzer-105": "2-1-6",
    **{f"us-howitzer-{n}": "3-1-5" for n in range(1, 7)},
    **{f"us-gun-{n}": "4-1-5" for n in range(1, 5)},
    "jp-22-rart-1": "1-1-6",
    "jp-22-rart-2": "2-1-5",
    "jp-bi-bayug": "1-2-6",
}
PRINTED_RANGES = {"us-howitzer-": 4, "us-gun-": 6, "jp-22-rart-1": 3}


def test_exactly_the_printed_strengths_bear_no_mark(module):
    unmarked = {
        counter.id: strengths(counter)
        for counter in module.counters.values()
        if not {"attack", "defense", "move"} & counter.reconstructed.keys()
    }
    assert unmarked == PRINTED
    for counter in module.counters.values():
        if counter.id not in PRINTED:
            assert {"attack", "defense", "move"} <= counter.reconstructed.keys()
        if "artillery" in counter.tags and "range" not in counter.reconstructed:
            stem = next(stem for stem in PRINTED_RANGES if counter.id.startswith(stem))
            assert counter.value("range") == PRINTED_RANGES[stem]
    # printed on counters that the text does not name (4.0, 8.0)
    samples = {
        (counter.type, strengths(counter))
        for counter in module.counters.values()
        if counter.reconstructed.get("attack") == "sample"
    }
    assert samples == {("infantry", "3-4-8"), ("artillery", "2-1-6")}


def test_names_and_formations_that_are_not_printed(module):
    """Units that the text leaves without a number bear labels; none is made up for them."""
    marked: dict[tuple[str, str], set[str]] = {}
    for counter in module.counters.values():
        for part in ("name", "formation", "short", "type"):
            if part in counter.reconstructed:
                marked.setdefault((part, counter.reconstructed[part]), set()).add(counter.id)
    garrisons = {f"jp-bi-{place}" for place in ("dulag", "buri", "san-pablo", "valencia")}
    labels = {name for name in PRINTED if name.startswith(("us-howitzer-", "us-gun-", "jp-bi-"))}
    labels |= {f"us-eng-{n}" for n in range(1, 9)} | {"ph-92-1", "ph-92-2", "jp-bt"}
    labels |= {name for name in module.counters if name.startswith("jp-bin-")}
    assert marked.pop(("name", "label")) == labels
    assert marked.pop(("name", "remainder")) == marked.pop(("type", "remainder")) == garrisons
    regiments = {34, 382, 383, 32, 184, 126, 127, 128, 511}  # the lists never name them
    historical = {
        name
        for name, counter in module.counters.items()
        if counter.nation == "american"
        and (name.endswith(("-bart", "-bt", "-btd")) or counter.short.left in map(str, regiments))
    }
    assert marked.pop(("name", "history")) == historical | {"jp-3-rpqd", "jp-4-rpqd"}
    shorts = {name for name in module.counters if re.fullmatch(r"jp-\d+-(rc|reng|bart)", name)}
    assert marked.pop(("short", "history")) == shorts
    printed = {"us-19-ri", "us-305-ri", "us-306-ri", "us-307-ri", "us-149-ri", "us-503-rpqd",
               "us-112-rc", "us-5-rc", "us-7-rc", "us-8-rc", "us-12-rc", "jp-22-rart", "jp-57-ri",
               "jp-11-ri", "jp-12-ri", "jp-77-ri"}  # fmt: skip
    unsure = {
        counter.id
        for counter in module.counters.values()
        if counter.formation in module.formations.keys() - printed
        and module.formations[counter.formation].size == "regiment"
    }
    assert marked.pop(("formation", "history")) == unsure
    assert not marked


QUALITY = [  # (what, strengths): docs/modules/leyte.md
    ({"nation": "american", "type": "cavalry"}, "3-4-8"),
    ({"nation": "american", "type": "airborne"}, "3-3-8"),
    ({"nation": "american", "type": "paratroops"}, "3-3-8"),
    ({"nation": "american", "type": "engineers"}, "2-3-8"),
    ({"nation": "american", "type": "armour"}, "6-4-12"),
    ({"nation": "american", "type": "tank-destroyers"}, "4-3-12"),
    ({"nation": "filipino", "type": "guerrillas"}, "1-1-8"),
    ({"division": "jp-1-di", "type": "infantry"}, "3-4-6"),
    *(({"division": f"jp-{n}-di", "type": "infantry"}, "2-3-6") for n in (8, 16, 26, 30)),
    ({"division": "jp-102-di", "type": "infantry"}, "1-2-6"),
    ({"formation": "jp-55-bg"}, "1-2-6"),
    ({"formation": "jp-57-bg"}, "1-2-6"),
    ({"formation": "jp-68-bg"}, "2-3-6"),
    ({"nation": "japanese", "type": "naval-infantry"}, "1-2-6"),
    ({"nation": "japanese", "type": "marines"}, "2-3-6"),
    ({"nation": "japanese", "type": "paratroops"}, "2-2-6"),
    ({"nation": "japanese", "type": "cavalry"}, "1-2-6"),
    ({"nation": "japanese", "type": "engineers"}, "1-2-6"),
    ({"nation": "japanese", "type": "armour"}, "3-2-12"),
    ({"nation": "japanese", "type": "infantry", "formation": None}, "1-2-6"),
]


def test_reconstructed_strengths_follow_the_method(module):
    seen = set()
    for wanted, values in QUALITY:
        for counter in module.counters.values():
            above = module.formations_above(counter.formation)
            facts = {
                "nation": counter.nation,
                "type": counter.type,
                "formation": counter.formation,
                "division": next((f for f in above if f.endswith("-di")), None),
            }
            if counter.reconstructed.get("attack") == "quality" and wanted.items() <= facts.items():
                assert strengths(counter) == values, counter.id
                seen.add(counter.id)
    by_quality = {
        c.id for c in module.counters.values() if c.reconstructed.get("attack") == "quality"
    }
    assert seen == by_quality


GUNS = {"1-1-7": 2, "2-1-6": 3, "3-1-5": 4, "4-1-5": 6, "5-1-5": 4}
"""American artillery: strengths and range, 75 mm to 8 inch."""


def test_artillery(module):
    for counter in module.counters.values():
        assert ("range" in counter.values) == ("artillery" in counter.tags)
        if "artillery" in counter.tags and counter.nation == "american":
            assert counter.value("range") == GUNS[strengths(counter)]
        elif "artillery" in counter.tags:
            assert (strengths(counter), counter.value("range")) in {("1-1-6", 3), ("2-1-5", 3)}
    for division in ("us-7-di", "us-24-di", "us-32-di", "us-77-di", "us-96-di"):
        guns = [module.counters[unit] for unit in module.formation_counters(division)]
        assert Counter(map(strengths, guns)) == {"2-1-6": 3, "3-1-5": 1}


def test_losses_halve_the_strengths_rounded_up(module):
    for counter in module.counters.values():
        assert set(counter.reduced) == {"attack", "defense"}
        assert counter.reconstructed["reduced"] == "half"
        for value, left in counter.reduced.items():
            assert left == -(-counter.values[value] // 2)


@pytest.mark.rule("leyte-4.0-11")
def test_tanks_and_tank_destroyers_alone_are_motorized(module):
    motorized = {c.id for c in module.counters.values() if c.movement_class == "motorized"}
    tanks = {"us-44-bt", "us-763-bt", "us-767-bt", "us-706-bt", "us-632-btd", "jp-bt"}
    assert motorized == tanks
    assert {c.movement_class for c in module.counters.values()} == {"foot", "motorized"}
    for name in ("us-361-bart", "us-eng-1", "jp-16-rc", "ph-92-1", "us-5-rc-1"):
        assert module.counters[name].movement_class == "foot"
    tagged = {name for name, each in module.unit_types.items() if "armour" in each.tags}
    assert tagged == {"armour", "tank-destroyers"}


# --------------------------------------------------------------------------------------- formations


def parts(module, formation):
    return {name for name, each in module.formations.items() if each.parent == formation}


def test_armies_and_corps(module):
    assert parts(module, "us-x-corps") == {"us-1-dc", "us-24-di"}
    assert parts(module, "us-xxiv-corps") == {"us-7-di", "us-96-di"}
    assert {"us-x-corps", "us-xxiv-corps", "us-32-di", "us-77-di"} <= parts(module, "us-6-army")
    assert parts(module, "jp-14-area-army") == {"jp-35-army"}
    divisions = {f"jp-{n}-di" for n in (1, 8, 16, 26, 30, 102)}
    assert divisions <= parts(module, "jp-35-army")


DIVISIONS = {
    "us-24-di": "19 21 34",
    "us-7-di": "17 32 184",
    "us-96-di": "381 382 383",
    "us-32-di": "126 127 128",
    "us-77-di": "305 306 307",
    "us-11-daet": "187 188 511",
    "jp-16-di": "9 20 33",
    "jp-1-di": "1 49 57",
    "jp-8-di": "5",
    "jp-26-di": "11 12 13",
    "jp-30-di": "41 77",
    "jp-102-di": "77 78",
}


@pytest.mark.parametrize(("division", "numbers"), DIVISIONS.items())
def test_regiments_of_divisions(module, division, numbers):
    found = {name for name in parts(module, division) if not name.endswith("-rart")}
    assert {name.split("-")[1] for name in found} == set(numbers.split())


TWO_BATTALIONS = {
    "us-187-rplan", "us-188-rplan", "us-112-rc", "jp-77-bg", "jp-78-bg",
    "us-5-rc", "us-7-rc", "us-8-rc", "us-12-rc",
}  # fmt: skip
ONE_BATTALION = {"jp-11-ri", "jp-12-ri", "jp-55-bg", "jp-57-bg"}


@pytest.mark.rule("leyte-5.1.4-6")
def test_a_regiment_has_three_battalions_and_a_division_three_regiments(module):
    sizes = {
        name: len(module.formation_counters(name))
        for name, formation in module.formations.items()
        if formation.size in {"regiment", "brigade"} and module.formation_counters(name)
    }
    others = {name: size for name, size in sizes.items() if size != 3}
    assert others == dict.fromkeys(TWO_BATTALIONS, 2) | dict.fromkeys(ONE_BATTALION, 1)
    threes = [len(numbers.split()) == 3 for name, numbers in DIVISIONS.items() if "us" in name]
    assert threes
    assert all(threes)


@pytest.mark.rule("leyte-5.1.4-7")
def test_the_1st_cavalry_division(module):
    assert parts(module, "us-1-dc") == {"us-1-bg-cav", "us-2-bg-cav"}
    assert parts(module, "us-1-bg-cav") == {"us-5-rc", "us-12-rc"}
    assert parts(module, "us-2-bg-cav") == {"us-7-rc", "us-8-rc"}
    squadrons = [
        module.formation_counters(regiment)
        for brigade in parts(module, "us-1-dc")
        for regiment in parts(module, brigade)
    ]
    assert [len(each) for each in squadrons] == [2, 2, 2, 2]


def test_who_earns_columns(module):
    """5.1.4: complete regiments, the brigades of the cavalry, and divisions that came whole."""
    tagged = {name for name, each in module.formations.items() if "unity" in each.tags}
    american = {f"us-{n}-ri" for name in DIVISIONS if "us" in name for n in DIVISIONS[name].split()}
    american -= {"us-187-ri", "us-188-ri", "us-511-ri"}
    american |= {"us-187-rplan", "us-188-rplan", "us-511-rpqd", "us-1-bg-cav", "us-2-bg-cav"}
    american |= {"us-149-ri", "us-503-rpqd"}
    japanese = {f"jp-{n}-ri" for n in (1, 5, 9, 13, 20, 33, 41, 49, 57, 77)} | {"jp-68-bg"}
    assert tagged == american | japanese
    bonus = {name for name, each in module.formations.items() if "division-bonus" in each.tags}
    whole = {f"us-{n}-di" for n in (7, 24, 32, 77, 96)} | {"us-1-dc", "us-11-daet"}
    assert bonus == whole | {"jp-1-di", "jp-16-di"}


@pytest.mark.rule("leyte-12.1.2-13")
def test_numbers_that_occur_twice(module):
    assert module.formations["jp-57-ri"].parent == "jp-1-di"
    assert module.formations["jp-77-ri"].parent == "jp-30-di"
    assert module.formations["jp-77-bg"].parent == "jp-102-di"
    assert module.formations["jp-57-bg"].parent == "jp-35-army"
    names = ("jp-57-ri", "jp-57-bg", "jp-77-ri", "jp-77-bg")
    members = [set(module.formation_counters(name)) for name in names]
    assert [len(each) for each in members] == [3, 1, 3, 2]
    assert len(set().union(*members)) == 9


# ----------------------------------------------------------------------- parameters, options, texts


def test_parameters(module):
    numbers = {
        "stacking": 4,
        "break_contact": 1,
        "encirclement_shift": 1,
        "encirclement_cancelled": ["japanese"],
        "unity_shift": 1,
        "division_shift": 1,
        "retreat_losses": {"motorized": ["river"]},
        "air_attack": {"min": 3, "max": 10},
        "recovery": {"sides": ["american"], "nations": ["american"]},
        "rain": {"turns": [2, 3, 4, 5, 6, 7, 8], "surcharge": 0.5, "advance": 1},
        "naval_support": {"turns": [1, 11], "side": "american", "shift": 2, "inland": 2},
        "exits": {"american": [], "japanese": ["south-leyte", "north-samar"]},
        "occupation": {"without": ["filipino"]},
        "first_wave": {"turn": 1},
        "guerrillas": {"types": ["guerrillas"], "support_beside": ["american"]},
        "scoring": {
            "american": {"enemy_destroyed": {"japanese": 1}},
            "japanese": {"enemy_destroyed": {"american": 10, "filipino": 2}, "intact_on_board": 2},
        },
    }
    assert {name: module.rules[name] for name in numbers} == numbers
    assert module.rules["air_bonus"] == {"side": "japanese", "points": 10, "first_turn": 5}
    sea = module.rules["sea_moves"]
    assert (sea["units"], sea["last_limited_turn"], sea["move"]["divided_by"]) == (3, 10, 2)
    drop = module.rules["paratroops"]
    assert (drop["per_turn"], drop["last_turn"]) == (1, 14)


def test_parameters_name_what_exists(module):
    sea, drop = module.rules["sea_moves"], module.rules["paratroops"]
    assert {*sea["coasts"], *sea["opened"]["coasts"]} <= module.board.regions.keys()
    assert sea["opened"]["place"] in module.board.places
    tagged = {name for name, each in module.unit_types.items() if "assault" in each.tags}
    assert set(sea["assault"]) == tagged
    assert drop["table"] in module.values
    assert {*drop["terrain"], *drop["landing"]} <= module.terrain.keys()
    ports = {p.id for p in module.board.places.values() if p.kind == "port"}
    assert set(module.rules["ports"]) == ports
    land = module.terrain.keys() - {"sea"}
    assert set(module.rules["advance"]["first"]) == set(module.rules["advance"]["second"]) == land
    assert set(module.rules["exits"]["japanese"]) == module.board.edges.keys()


def test_every_mechanic_finds_its_clause(module):
    """Diadem names what the shared mechanics ask for, and some that are its own."""
    shared = load_module(find_module("diadem")).rules["clauses"].keys()
    own = {"final-elimination", "retreat-off-axis", "retreat-off-allied", "advance-barred",
           "no-stop"}  # fmt: skip
    assert shared - own <= module.rules["clauses"].keys()
    assert "final_elimination" not in module.rules
    assert set(module.rules["clauses"].values()) <= set(IDS["clauses"])
    for code in module.results.keys() - {"SI", "SB"}:
        assert module.rules["clauses"][f"result-{code.lower()}"] == module.results[code].rule


def test_options(module):
    assert {name: option.default for name, option in module.options.items()} == {
        "sealing": "covered",
        "shifts": "attacker-then-defender",
        "duty": "refuse",
        "advance-zones": "others",
        "occupation": "last-occupier",
        "incomplete-divisions": "division-only",
        "first-wave": "pays",
        "guerrilla-losses": "two-steps",
        "free-hand": False,
    }
    for option in module.options.values():
        for spoken, choice in product(("pt", "en"), option.choices):
            name = module.texts.get(f"option.{option.id}.{choice}", {}).get(spoken, choice)
            said = option.text[spoken]  # what each choice means, by its id or its name
            assert re.search(rf"(^|\W)({choice}|{re.escape(name)}): ", said)


def test_every_clause_that_the_data_name_is_in_the_rulebook():
    text = "".join(path.read_text("utf-8") for path in sorted(MODULE.rglob("*.yaml")))
    named = set(re.findall(r"\bleyte-[0-9T][\w.-]*\d\b", text))
    assert len(named) > 100
    assert named <= set(IDS["clauses"])


def test_the_module_loads_without_a_warning(module):
    assert not module.warnings


ABBREVIATIONS = "DI RI BI BIN DC RC BCMec Bg RArt BArt REng BEng DAet RPQD RPlan FED BT BTD"
"""As 12.1 lists them; no counter is a BCMec."""


@pytest.mark.rule("leyte-12.1-2")
def test_abbreviations_are_explained(module):
    names = [each.name["pt"] for each in (*module.counters.values(), *module.formations.values())]
    used = {word for name in names for word in re.findall(r"[A-Z]\w*[A-Z]\w*|Bg|Esqd", name)}
    used -= {word for word in used if set(word) <= set("IVXL")}  # corps
    listed = set(ABBREVIATIONS.split())
    assert listed - used == {"BCMec"}
    for word in used | listed:
        assert set(module.texts[f"abbreviation.{word.lower()}"]) == {"pt", "en"}


def test_texts(module):
    for key, words in module.texts.items():
        holes = [sorted(re.findall(r"\{(\w+)\}", words[spoken])) for spoken in ("pt", "en")]
        assert holes[0] == holes[1], key
    shadowed = [key for key in module.texts if key.startswith(("phase.", "result.", "track."))]
    assert not shadowed  # these keys find the names of phases, results and tracks
    for side in module.sides:
        assert f"marker.{side}-control" in module.texts


@pytest.mark.parametrize("spoken", ["pt", "en"])
def test_no_two_counters_have_the_same_name(module, spoken):
    names = Counter(counter.name[spoken] for counter in module.counters.values())
    assert names.most_common(1)[0][1] == 1
    above = Counter(formation.name[spoken] for formation in module.formations.values())
    assert above.most_common(1)[0][1] == 1


def test_both_languages_and_the_counter_give_the_same_numbers(module):
    formations = [each for each in module.formations.values() if each.size != "army"]
    for thing in (*module.counters.values(), *formations):
        numbers = [sorted(re.findall(r"\d+", thing.name[spoken])) for spoken in ("pt", "en")]
        assert numbers[0] == numbers[1], thing.id
    for counter in module.counters.values():
        if counter.short.left:
            assert re.search(rf"\b{counter.short.left}(º|ª|\b)", counter.name["pt"]), counter.id


def test_each_type_has_its_symbol(module):
    assert {name: each.symbol for name, each in module.unit_types.items()} == {
        name: name for name in module.unit_types
    }


def test_colours(module):
    """Americans yellow, Japanese white, Filipinos blue (2.2)."""
    shades = {
        name: [int(nation.ground[n : n + 2], 16) for n in (1, 3, 5)]
        for name, nation in module.nations.items()
    }
    red, green, blue = shades["american"]
    assert min(red, green) > blue + 100
    assert min(shades["japanese"]) > 230
    red, green, blue = shades["filipino"]
    assert blue > max(red, green) + 60
    inks = {name: int(nation.ink[1:], 16) for name, nation in module.nations.items()}
    assert inks["filipino"] == 0xFFFFFF
    assert max(inks["american"], inks["japanese"]) < 0x222222
