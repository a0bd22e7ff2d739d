"""The scenario, parameters, options and texts of Papua - Nova Guiné are those of its rulebook."""

import json
import re
from collections import Counter
from datetime import date, timedelta
from itertools import combinations, product
from pathlib import Path

import pytest

from legible import contrast
from tabuleiro.module import find_module, load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = find_module("papua")
ORIGINALS = ROOT.parent / "shared" / "seeds"
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "papua.json").read_text("utf-8"))

SPOKEN = ("pt", "en")

ALLIED_LIST = """
au-9 Milne, au-25 2, au-61 3, au-2-1 9, au-2-2 9, au-2-3 9, au-2-9 3, au-2-10 3, au-2-12 3,
au-2-14 4, au-2-16 4, au-2-27 4, au-2-25 5, au-2-31 5, au-2-33 5, au-39 Kokoda, au-49 Moresby,
au-53 Moresby, au-eng-2-1 9, au-art-2-4 3, au-art-2-5 4, au-art-2-6 5, au-cav-2-7 17, au-3 6,
au-art-14 Moresby, au-36 17, au-pib Buna, au-kanga Wau, au-raaf-6 3, au-raaf-22 9, au-raaf-30 4,
au-raaf-31 4, au-raaf-32 Moresby >6, au-raaf-33 Townsville, au-raaf-75 Milne >10,
au-raaf-76 Moresby >7, au-raaf-77 Darwin,
us-eng-43-1 Milne, us-eng-43-2 Australia, us-eng-46-1 Australia, us-eng-46-2 Australia,
us-eng-91-1 15 !, us-eng-91-2 15 !, us-eng-96-1 2 !, us-eng-96-2 2 !,
us-126-1 6 >18, us-126-2 7 >18, us-126-3 7 >18, us-127-1 13 >18, us-127-2 13 >18, us-127-3 13 >18,
us-128-1 7 >18, us-128-2 7 >18, us-128-3 7 >18, us-163-1 16, us-163-2 16, us-163-3 16,
us-eng-116 18, us-bs-2 Australia -, us-ts-6 5, us-fs-7 Australia, us-bs-8 3, us-fs-8 Australia,
us-fs-9 Australia >18, us-bs-13 Australia -, us-bs-19 Moresby, us-ts-21 6, us-ts-22 6,
us-bs-28 Australia - >14, us-bs-30 Australia - >14, us-bs-33 Moresby, us-ts-33 7, us-fs-35 6,
us-fs-36 6, us-fs-39 9, us-fs-40 12, us-fs-41 Moresby, us-bs-63 Australia, us-bs-64 Australia,
us-bs-65 Australia, us-bs-71 Australia, us-fs-80 1, us-bs-89 Australia, us-bs-90 Australia,
us-bs-91 Australia - >14, us-bs-93 Australia - >14, us-bs-320 13, us-bs-321 13,
us-bs-403 Australia, us-bs-405 Australia, us-bs-408 Australia -
"""

JAPANESE_LIST = """
jp-art-14-1 3, jp-art-14-2 3, jp-art-14-3 3, jp-eng-14 Britain, jp-eng-15 Britain,
jp-eng-29 between, jp-39-1 Lae, jp-39-2 Salamaua, jp-39-3 between, jp-41-1 3, jp-41-2 3, jp-41-3 3,
jp-artm-55-1 Britain, jp-artm-55-2 Britain, jp-artm-55-3 Britain, jp-66-3 17, jp-115-1 5,
jp-115-2 7, jp-115-3 17, jp-144-1 4, jp-144-2 4, jp-144-3 4, jp-229-3 3, jp-para-1 Britain,
jp-kure-3 Britain, jp-kure-5 4, jp-sasebo-5 Britain, jp-sasebo-6 11, jp-2ku-2 2, jp-2ku-3 2,
jp-3ku-1 7, jp-3ku-2 7, jp-3ku-3 7, jp-4ku-1 Britain >6, jp-4ku-2 Britain >6, jp-4ku-3 Britain >6,
jp-4ku-4 Britain >6, jp-4ku-5 Britain >6, jp-4ku-6 Britain >6, jp-6ku-1 6, jp-6ku-2 6, jp-6ku-3 6,
jp-6ku-4 6, jp-6ku-5 6, jp-6ku-6 6, jp-11s-1 13, jp-11s-2 14, jp-11s-3 16, jp-25ku-1 Britain,
jp-25ku-2 Britain, jp-25ku-3 Britain, jp-27s-1 13, jp-27s-2 13, jp-27s-3 13, jp-74s-1 16,
jp-74s-2 16, jp-74s-3 16, jp-75s-1 13, jp-75s-2 13, jp-75s-3 13, jp-90s-1 13, jp-90s-2 13,
jp-90s-3 13, jp-chitose-1 Britain >3, jp-chitose-2 Britain >3, jp-chitose-3 Britain >3,
jp-misawa-1 3, jp-misawa-2 3, jp-misawa-3 4, jp-tainan-1 Lae, jp-tainan-2 Lae,
jp-tainan-3 Britain, jp-yokohama-1 Britain >3
"""
"""In order of the print: place or turn; `-` reduced, `!` not in Australia, `>` when it leaves."""


def rows(text):
    """Unit -> (place or turn, signs, turn of leaving)."""
    found = {}
    for row in re.split(r",\s*", text.strip()):
        unit, start, *signs = row.split()
        leaves = [int(sign[1:]) for sign in signs if sign[0] == ">"]
        found[unit] = (start, {sign for sign in signs if sign[0] != ">"}, (leaves or [None])[0])
    return found


LISTS = rows(ALLIED_LIST) | rows(JAPANESE_LIST)
NAVAL = {"jp-naval": (1, 8), "us-naval": (9, None)}


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


def of_place(entries, places):
    """The units of the lists that start in one of these places."""
    return {unit for unit, (start, *_) in LISTS.items() if start in places} & set(entries)


def rule(*clauses):
    return pytest.mark.rule(*(f"papua-{clause}" for clause in clauses))


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=rule(clause), id=clause)


# ------------------------------------------------------------------- 13.1: set-up and arrivals


def test_the_lists_are_complete(module):
    assert set(LISTS) | set(NAVAL) == set(module.counters)
    assert (len(rows(ALLIED_LIST)), len(rows(JAPANESE_LIST))) == (91, 73)


@rule("13.1-1")
def test_every_unit_starts_or_arrives_as_listed(module, campaign):
    started = {unit for entry in (*campaign.setup, *campaign.free) for unit in entry.units}
    arrives = {unit: entry.turn for entry in campaign.reinforcements for unit in entry.units}
    for unit, (start, *_) in LISTS.items():
        assert (unit in started) == (not start.isdigit())
        assert arrives.get(unit) == (int(start) if start.isdigit() else None)
    assert len(started) + len(arrives) == 166
    for unit, (turn, _) in NAVAL.items():
        assert arrives[unit] == turn


FIXED = {
    "milne": "Milne", "kokoda": "Kokoda", "buna": "Buna", "wau": "Wau", "townsville": "Townsville",
    "darwin": "Darwin", "lae": "Lae", "salamaua": "Salamaua",
}  # fmt: skip


@rule("13.1-1", "13.1-4")
def test_units_that_start_in_a_named_hex(module, campaign):
    found = {entry.hex: set(entry.units) for entry in campaign.setup}
    assert found == {
        module.board.places[place].hex: of_place(LISTS, {name}) for place, name in FIXED.items()
    }
    assert found[module.board.places["milne"].hex] == {"au-9", "us-eng-43-1", "au-raaf-75"}


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("Moresby", {"kind": "near", "place": "port-moresby"}),
        ("Australia", {"kind": "region", "region": "australia"}),
        ("between", {"kind": "near", "places": ["lae", "salamaua"]}),
        ("Britain", {"kind": "region", "region": "new-britain"}),
    ],
)
def test_units_placed_by_their_owner(campaign, name, where):
    entries = [e for e in campaign.free if of_place(e.units, {name})]
    seaplane = [e for e in entries if "jp-yokohama-1" in e.units]
    assert {unit for entry in entries for unit in entry.units} == of_place(LISTS, {name})
    for entry in entries:
        described = json.loads(json.dumps(entry.where, default=list))
        assert described == (where if entry not in seaplane else {**where, "kind": "sea-by"})


@rule("13.1-2")
def test_units_that_start_reduced(campaign):
    reduced = {u for e in (*campaign.setup, *campaign.free) if e.reduced for u in e.units}
    assert reduced == {f"us-bs-{n}" for n in (2, 13, 28, 30, 91, 93, 408)}
    assert reduced == {unit for unit, (_, signs, _) in LISTS.items() if "-" in signs}
    assert not any(entry.reduced for entry in campaign.reinforcements)


def test_units_that_leave(module, campaign):
    leaves = {unit: entry.turn for entry in campaign.withdrawals for unit in entry.units}
    wanted = {unit: turn for unit, (_, _, turn) in LISTS.items() if turn}
    assert leaves == wanted | {"jp-naval": 8}
    assert {(e.when, e.edges) for e in campaign.withdrawals} == {("must", ())}
    assert Counter(wanted.values()) == {3: 4, 6: 7, 7: 1, 10: 1, 14: 4, 18: 10}


@rule("13.1-11")
def test_the_third_battalion_of_the_mountain_guns(module):
    battalions = module.formation_counters("jp-artm-55")
    assert [module.counters[unit].short.left for unit in battalions] == ["I", "II", "III"]


def test_the_allies_set_up_first(campaign):
    sides = [entry.side for entry in campaign.free]
    assert sides == sorted(sides)  # allied, then japanese
    assert set(sides) == {"allied", "japanese"}


def test_where_reinforcements_enter(module, campaign):
    kinds: dict[str, set[str]] = {}
    for entry in campaign.reinforcements:
        assert entry.when == "may"  # 4.2.1-8
        assert not entry.edges
        for unit in entry.units:
            kinds.setdefault(entry.where["kind"], set()).add(unit)
    air = {u for u in LISTS if "air" in module.counters[u].tags and LISTS[u][0].isdigit()}
    assert kinds.pop("airfields") == air
    assert kinds.pop("sea") == set(NAVAL)
    barred = {unit for unit, (_, signs, _) in LISTS.items() if "!" in signs}
    assert kinds.pop("place") == barred
    never = module.rules["entry"]["never_in"]["australia"]
    assert {u for name in never for u in module.formation_counters(name)} == barred
    assert {module.counters[u].nation for u in kinds.pop("coast")} == {"japanese"}
    assert {module.counters[u].side for u in kinds.pop("any-of")} == {"allied"}
    assert not kinds


@pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the original rulebook is not at hand")
@pytest.mark.parametrize(
    ("heading", "typed"), [("ALIADA", ALLIED_LIST), ("JAPONESA", JAPANESE_LIST)]
)
def test_the_lists_are_those_of_the_print(heading, typed):
    (path,) = ORIGINALS.glob("003_*.txt")
    text = path.read_text("utf-8")
    start = text.index(f"COLOCAÇÃO INICIAL {heading}")
    text = text[start : text.index("\nOBS:", start)]
    names = {
        "Port Moresby": "Moresby", "Austrália": "Australia", "Nova Bretanha": "Britain",
        "Entre Lae e Salamaua": "between",
    }  # fmt: skip
    spots = "|".join([*names, *FIXED.values(), r"(?<!SAI )\b\d+º TURNO"])
    printed = []
    for line in text.replace("NÃO NA AUSTRÁLIA", "!").replace("C/BAIXAS", "-").splitlines():
        found = re.search(rf"(?:{spots})\s*(?:[-!]\s*)?(?:SAI (\d+)º TURNO)?\s*$|({spots}) +", line)
        if found and (spot := re.search(spots, line)):
            start = names.get(spot[0], spot[0].removesuffix("º TURNO"))
            signs = {sign for sign in "-!" if f" {sign}" in line[spot.end() - 1 :]}
            leaves = re.search(r"SAI (\d+)º", line)
            printed.append((start, signs, int(leaves[1]) if leaves else None))
    assert printed == list(rows(typed).values())


def test_dobodura_starts_damaged(module, campaign):
    (marker,) = campaign.markers
    assert (marker.marker, marker.rule) == ("airfield-damaged", "papua-13.1-7")
    assert marker.hex == module.board.places["dobodura"].hex
    assert module.rules["damaged_at_start"] == "dobodura"
    assert "airfield-damaged" in module.markers


# ---------------------------------------------------------------------- 2.4 and 3.0: the turn


@pytest.mark.rule("papua-2.4.1-1")
def test_eighteen_turns(module, campaign):
    assert (campaign.first_turn, campaign.last_turn, len(module.turns)) == (1, 18, 18)
    assert module.board.tracks["turns"].spaces == tuple(range(1, 19))


@pytest.mark.rule("papua-2.4.1-2")
def test_turns_of_ten_days(module):
    for number, turn in enumerate(module.turns):
        begin = date(1942, 7, 21) + timedelta(days=10 * number)
        end = begin + timedelta(days=9 if number < 17 else 15)
        assert written(begin, end, "en") == turn.label["en"]
        assert written(begin, end, "pt") == turn.label["pt"]
    assert end == date(1943, 1, 22)


MONTHS = {
    "en": {1: "Jan", 7: "Jul", 8: "Aug", 9: "Sep", 10: "Oct", 11: "Nov", 12: "Dec"},
    "pt": {1: "jan.", 7: "jul.", 8: "ago.", 9: "set.", 10: "out.", 11: "nov.", 12: "dez."},
}


def written(begin, end, spoken):
    """10-19 Aug 1942; 31 Jul-9 Aug 1942; 28 Dec 1942-6 Jan 1943."""
    first = [str(begin.day)]
    if begin.month != end.month:
        first.append(MONTHS[spoken][begin.month])
    if begin.year != end.year:
        first.append(str(begin.year))
    return f"{' '.join(first)}-{end.day} {MONTHS[spoken][end.month]} {end.year}"


def test_the_steps_of_a_half_turn(module):
    steps = ["disease", "recovery", "reinforcement", "movement", "combat"]
    assert [(phase.side, phase.kind) for phase in module.sequence] == [
        (None, "points"),
        *product(("japanese", "allied"), steps),
    ]


# ---------------------------------------------------------------------------- 7.1: replacements

REPLACEMENTS = [
    case("tab.repl-1", "australian", "infantry", [4] + 7 * [2] + 10 * [1]),
    case("tab.repl-2", "australian", "artillery", [0, 0, 0, 1, 0, 0, 0, 0, 0, 1] + 8 * [0]),
    case("tab.repl-3", "australian", "air", [4] + 17 * [3]),
    case("tab.repl-4", "american", "infantry", 6 * [0] + 12 * [1]),
    case("tab.repl-5", "american", "artillery", 18 * [0]),
    case("tab.repl-6", "american", "air", [6] + 7 * [3] + 10 * [4]),
    case("tab.repl-7", "japanese", "infantry", 18 * [1]),
    case("tab.repl-8", "japanese", "artillery", [0, 0, 0, 0, 0, 1, 0, 0, 0, 1] + 8 * [0]),
    case("tab.repl-9", "japanese", "air", 2 * [5] + 8 * [3] + 8 * [2]),
]


@pytest.mark.parametrize(("nation", "kind", "points"), REPLACEMENTS)
def test_replacement_points(module, campaign, nation, kind, points):
    prefix = {"australian": "au", "american": "us", "japanese": "jp"}[nation]
    pools = [pool for pool in campaign.pools if pool.id == f"{prefix}-{kind}"]
    assert [sum(pool.points(turn) for pool in pools) for turn in range(1, 19)] == points
    assert len(pools) == (0 if (nation, kind) == ("american", "artillery") else 1)
    for pool in pools:
        assert (pool.nation, pool.side) == (nation, module.nations[nation].side)
        assert pool.saved
        tag = {"air": "air", "infantry": "assault", "artillery": "artillery"}[kind]
        assert all(tag in module.unit_types[name].tags for name in pool.types if name[:4] != "cons")


@pytest.mark.rule("papua-2.4.3-1")
def test_every_restorable_counter_has_one_pool(module, campaign):
    served = Counter()
    for counter in module.counters.values():
        if "naval" not in counter.tags:
            own = [pool for pool in campaign.pools if pool.nation == counter.nation]
            (pool,) = (pool for pool in own if counter.type in pool.types)
            served[pool.id] += 1
    assert len(served) == 8
    assert (served["au-artillery"], served["jp-artillery"], served["jp-air"]) == (4, 6, 45)
    assert "replacements" in module.board.tracks


# ------------------------------------------------------------------------------ 13.2: points

OBJECTIVES = {
    "port-moresby": ({"japanese": 60}, "allied"), "kokoda": ({"japanese": 30}, "allied"),
    "buna": ({"japanese": 20, "allied": 20}, "allied"),
    "gona": ({"japanese": 20, "allied": 20}, "allied"), "milne": ({"japanese": 20}, "allied"),
    "wau": ({"japanese": 10, "allied": 10}, "allied"), "salamaua": ({"allied": 20}, "japanese"),
}  # fmt: skip


def test_objectives(module, campaign):
    found = {goal.place: (goal.points, goal.owner) for goal in campaign.objectives}
    assert found == OBJECTIVES
    for goal in campaign.objectives:
        assert goal.hex == module.board.places[goal.place].hex
        assert goal.when == "end"


# ------------------------------------------------------------------------ parameters and texts


def test_parameters(module):
    numbers = {
        "stacking": 6,
        "break_contact": 1,
        "encirclement_shift": {"side": "japanese", "columns": 1},
        "unity_shift": 1,
        "overstack_shift": 1,
        "unsupplied_shift": 1,
        "interdiction": {"cost": 1},
        "scoring": {
            "japanese": {"enemy_destroyed": 5, "rule": "papua-13.2.1-7"},
            "allied": {"enemy_destroyed": 3, "rule": "papua-13.2.2-5"},
        },
    }
    assert {name: module.rules[name] for name in numbers} == numbers
    assert module.rules["naval_transport"]["units"] == 4
    assert module.rules["landings"]["first_turn"] == {"allied": {"north-coast": 9}}
    assert module.rules["jump"]["intact_at_night"] == [2, 4, 6]
    assert module.rules["airfields"]["build"] == module.rules["fortifications"]["build"] == 2
    assert module.rules["exits"]["allied"]["after_turns"] == 2
    disease = module.rules["disease"]
    assert (disease["loss_on"], disease["unsupplied_on"]) == ([1], [1, 2])
    tagged = {name for name, row in module.terrain.items() if "disease" in row.tags}
    assert set(disease["terrain"]) == tagged == {"forest", "swamp", "mountain"}
    air = module.rules["air"]
    assert (air["stacking"]["airfield"], air["transfer_range"]) == (3, 2)
    assert air["night"] == {"attack_divided_by": 2, "supply": [5, 6]}
    assert module.rules["replacements"]["never"] == ["us-bs-8"]


@rule("tab.vuln-4")
def test_vulnerability_of_a_supply_base(module):
    assert module.rules["supply_base"]["vulnerability"] == 3


def words_in(value):
    """All texts in a parameter, keys included."""
    if isinstance(value, str):
        yield value
    elif hasattr(value, "items"):
        for key, each in value.items():
            yield from (str(key), *words_in(each))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from words_in(each)


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ({"australia", "new-britain", "new-guinea", "south-coast", "north-coast", "japanese-supply",
          "milne-bay", "milne-bay-coast", "north-sea", "south-sea"}, "regions"),
        ({"wau", "lae", "salamaua", "dobodura"}, "places"),
        ({"north", "west", "south", "east"}, "edges"),
    ],
)  # fmt: skip
def test_parameters_name_what_the_board_has(module, names, kind):
    rules = {key: each for key, each in module.rules.items() if key != "clauses"}
    assert names <= set(words_in(rules)) & set(getattr(module.board, kind))


def test_lae_lies_in_the_region_of_supply(module):
    supply = module.board.regions["japanese-supply"].hexes
    hexes = {name: module.board.places[name].hex for name in ("lae", "salamaua", "wau")}
    assert [hexes[name] in supply for name in hexes] == [True, True, False]  # 9.0-18


OPTIONS = {
    "sealing": "covered", "shifts": "attacker-then-defender", "formation-bonus": "all",
    "south-coast": "closed", "milne-bay": "open", "transport-count": "australians",
    "air-missions": "each-half-turn", "air-supply": "next-turn", "sick-villages": "roll",
    "dobodura": "until-occupied", "free-hand": False,
}  # fmt: skip


def test_options(module):
    assert {name: option.default for name, option in module.options.items()} == OPTIONS
    for option in module.options.values():
        for spoken, choice in product(SPOKEN, option.choices):
            name = module.texts.get(f"option.{option.id}.{choice}", {}).get(spoken, choice)
            said = option.text[spoken]  # what each choice means, by its id or its name
            assert f"{choice}:" in said or f"{name}:" in said


def test_every_clause_that_the_data_name_is_in_the_rulebook():
    names = ["module.yaml", "counters.yaml", "tables.yaml", "scenarios/campaign.yaml"]
    text = "".join((MODULE / name).read_text("utf-8") for name in names)
    named = set(re.findall(r"\bpapua-(?:\d[\d.]*|tab\.\w+)-\d+\b", text))
    assert len(named) > 120
    assert named <= set(IDS["clauses"])


def test_the_module_loads_without_a_warning(module):
    assert not module.warnings


def test_texts(module):
    for key, words in module.texts.items():
        holes = [sorted(re.findall(r"\{(\w+)\}", words[spoken])) for spoken in SPOKEN]
        assert holes[0] == holes[1], key
    shadowed = ("phase.", "result.", "track.", "terrain.", "place.", "type.", "pool.")
    assert not [key for key in module.texts if key.startswith(shadowed)]
    assert not {f"marker.{name}" for name in module.markers} & module.texts.keys()


def test_every_aircraft_class_and_phase_has_its_words(module):
    models = {c.model.lower() for c in module.counters.values() if c.model}
    assert {f"aircraft.{name}" for name in models} == keys(module, "aircraft.")
    classes = {name for name, kind in module.unit_types.items() if "air" in kind.tags}
    ways_to_move = {f"class.{name}" for name in module.movement_classes}
    assert {f"class.{name}" for name in classes} == keys(module, "class.") - ways_to_move
    letters = [module.texts[f"class.{name}"]["pt"] for name in module.unit_types if name in classes]
    assert letters == ["C", "CB", "BL", "BM", "BP", "T", "H"]
    for phase in module.sequence:
        assert f"hint.{phase.kind}" in module.texts


def keys(module, start):
    return {key for key in module.texts if key.startswith(start)}


def test_abbreviations_are_explained(module):
    named = " ".join(
        f"{c.name['pt']} {c.name['en']} {c.short.left} {c.short.right}"
        for c in module.counters.values()
    )
    short = set(re.findall(r"\b[A-Z]{2,4}\b", named)) - {"II", "III"}
    assert short == {"RI", "FEDN", "SNLF", "RAAF", "BAA", "PIB", "AN"}
    for word in short | {"BS", "Ku", "S"}:
        assert f"abbreviation.{word.lower()}" in module.texts


@pytest.mark.parametrize("spoken", SPOKEN)
def test_no_two_counters_have_the_same_name(module, spoken):
    names = Counter((c.name[spoken], c.nation) for c in module.counters.values())
    assert names.most_common(1)[0][1] == 1


def test_what_is_printed_tells_counters_apart(module):
    for one, other in combinations(module.counters.values(), 2):
        if (one.nation, one.short) == (other.nation, other.short):
            assert (one.type, one.model) != (other.type, other.model), (one.id, other.id)


def test_ink_can_be_read(module):
    for nation in module.nations.values():
        assert contrast(nation.ground, nation.ink) >= 4.5, nation.id
