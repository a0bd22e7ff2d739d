"""The order of battle and the scenario of Libertação das Filipinas are those of its annex.

The lists here were typed from the rulebook, apart from the data. A clause is marked only if it is
about data alone. docs/modules/filipinas.md tells what was printed and what was reconstructed.
"""

import re
from collections import Counter

import pytest

from filipinas_data import annex, beginnings, branch, leavings, listed, printed
from tabuleiro.module import find_module, load_module
from tabuleiro.module.places import holder_in

MODULE = find_module("filipinas")


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


@pytest.fixture(scope="module")
def arrivals(campaign):
    return beginnings(campaign)


@pytest.fixture(scope="module")
def leaving(campaign):
    return leavings(campaign)


# ------------------------------------------------------------------------------ 2.2: counts


@pytest.mark.rule("filipinas-2.2-1")
def test_counters_by_nation_and_branch(module):
    """The text counts 467; its lists hold 461: six Japanese land counters stand nowhere."""
    found = Counter((each.nation, branch(each)) for each in annex(module).values())
    assert found == {
        ("american", "land"): 80, ("american", "air"): 88, ("american", "naval"): 102,
        ("japanese", "land"): 63, ("japanese", "air"): 57, ("japanese", "naval"): 48,
        ("filipino", "land"): 21, ("australian", "naval"): 1, ("mexican", "air"): 1,
    }  # fmt: skip
    assert len(annex(module)) == 461 == 467 - (69 - 63)


@pytest.mark.rule("filipinas-2.2-2")
def test_the_allies_of_the_americans(module):
    sides = {nation.id: nation.side for nation in module.nations.values()}
    assert sides == {
        "american": "us", "filipino": "us", "australian": "us", "mexican": "us", "japanese": "jp",
    }  # fmt: skip
    assert all(each.side == sides[each.nation] for each in module.counters.values())


# ---------------------------------------------------------------------------- 15.1: land units

DIVISIONS = """
us-1-dc army-6 - 1 2              us-6-di 7 - 1 20 63               us-7-di army-6 16 17 32 184
us-11-daet 2 26 187 188 511       us-24-di army-6 - 19 21 34        us-25-di 7 - 27 35 161
us-31-di 17 - 124 155 167         us-32-di 2 - 126 127 128          us-33-di 10 - 123 130 136
us-37-di 7 - 129 145 148          us-38-di 6 - 149 151 152          us-40-di 7 - 108 160 185
us-41-di 8 - 162 163 186          us-43-di 6 - 103 169 172          us-77-di 2 12 305 306 307
us-81-di 21 - 321 322 323         us-96-di army-6 16 381 382 383
jp-1-di 1 - 1 49 57               jp-2-dt 2217 - 6 7 10 2           jp-8-di 2221 - 5 17 31
jp-10-di 2 - 10 39 63             jp-16-di leyte - 9 20 33          jp-19-di 5 - 73 75 76
jp-23-di 6 - 64 71 72             jp-26-di 2018 - 11 12 13          jp-30-di mindanao - 41 74 77
jp-100-di mindanao - 75 76        jp-105-di 2320 - 81 82
"""
ALONE = """
us-132-ri 9 -         us-164-ri 9 -         us-182-ri 10 -         us-art-i 9 -
us-art-ix 27 -        us-art-x army-6 -     us-art-xi 3 -          us-art-xiv 9 -
us-art-xxiv army-6 16 us-art-6-ex army-6 -  us-art-8-ex 7 -        us-13-gpo-bldo 9 -
us-20-gpo-bldo army-6 - us-112-rc army-6 -  us-158-ri 8 -          us-503-rpqd 2 -
us-32-bgda-aa army-6 - us-40-bgda-aa 6 -    us-68-bgda-aa 9 -      us-102-bgda-aa 13 -
us-931-eng-av 6 -     us-932-eng-av army-6 - us-934-eng-av 3 -     us-1118-eng-comb army-6 17
us-1122-eng-comb army-6 15 us-1129-eng-comb 8 - us-1138-eng-comb 20 - us-1140-eng-comb army-6 -
us-1164-eng-comb 19 - us-6-rangers army-6 - ph-1-ri 12 -
jp-77-bgda 3339 -     jp-78-bgda 3841 -     jp-79-bgda 1907 -      jp-80-bgda 2004 -
jp-2-rplan 4 -        jp-3-rpqd 2 -         jp-4-rpqd 3 -          jp-54-bgda-mista 2856 -
jp-55-bgda-mista 2260 - jp-57-bgda-mista 3841 - jp-58-bgda-mista 2012 - jp-61-bgda-mista 1920 -
jp-65-bgda-mista 2224 - jp-68-bgda-mista 1 - jp-26-ri 3627 -       jp-31-base-naval 2220 -
jp-32-base-naval 4755 - jp-33-base-naval 3841 - jp-9-bgda-art luzon - jp-10-base-aerea 1917 -
jp-guarnicao-bohol 4044 - jp-guarnicao-cebu 3841 - jp-guarnicao-corregidor 1922 -
jp-guarnicao-leyte 4137 - jp-guarnicao-masbate 3631 - jp-guarnicao-mindanao 4755 -
jp-guarnicao-mindoro 2231 - jp-guarnicao-negros 3339 - jp-guarnicao-palawan 0943 -
jp-guarnicao-panay 3138 - jp-guarnicao-samar 4533 -
"""
GUERRILLAS = {"luzon": 7, "mindanao": 7, "bohol": 1, "cebu": 1, "leyte": 1, "negros": 1,
              "panay": 1, "samar": 1}  # fmt: skip


@pytest.mark.rule("filipinas-2.2.1-1", "filipinas-4.2.2-1")
def test_divisions(module, arrivals, leaving):
    of_divisions = set()
    for name, begins, leaves, *numbers in listed(DIVISIONS):
        units = module.formation_counters(name)
        assert sorted(module.counters[u].short.left for u in units) == sorted(numbers), name
        number = re.search(r"\d+", name)[0]
        assert {module.counters[u].short.right for u in units} == {number}
        assert {arrivals[u] for u in units} == {begins}, name
        assert {str(leaving.get(u, "-")) for u in units} == {leaves}, name
        of_divisions |= set(units)
    others = {unit for unit, *_rest in listed(ALONE)}
    guerrillas = {u for u, each in module.counters.items() if each.type == "guerrillas"}
    land = {u for u, each in module.counters.items() if branch(each) == "land"}
    assert land == of_divisions | others | guerrillas
    single = {u for u in others if not module.counters[u].short.right}
    assert {module.counters[u].formation for u in others - single} == {
        "us-americal", "jp-102-di", "jp-103-di", "jp-1-gpo-aet"
    }  # fmt: skip


@pytest.mark.rule("filipinas-4.2.2-1")
def test_land_units_one_by_one(module, arrivals, leaving):
    found = [[u, arrivals[u], str(leaving.get(u, "-"))] for u, *_rest in listed(ALONE)]
    assert found == listed(ALONE)


@pytest.mark.rule("filipinas-5.1.4-3")
def test_who_fights_as_a_division(module):
    sizes = {
        name: len(module.formation_counters(name))
        for name, each in module.formations.items()
        if "unity" in each.tags
    }
    pairs = {"us-1-dc", "jp-100-di", "jp-102-di", "jp-103-di", "jp-105-di"}
    assert {name for name, size in sizes.items() if size == 2} == pairs
    assert {name for name, size in sizes.items() if size == 4} == {"jp-2-dt"}
    assert all(size == 3 for name, size in sizes.items() if name not in {*pairs, "jp-2-dt"})
    assert len(sizes) == 18 + 13
    assert "jp-1-gpo-aet" not in sizes


@pytest.mark.rule("filipinas-15.1-2")
def test_units_placed_freely(campaign):
    free = {u: e.where["region"] for e in campaign.free for u in e.units if e.side == "jp"}
    assert free == {
        **dict.fromkeys(("jp-9-ri", "jp-20-ri", "jp-33-ri"), "leyte"),
        **dict.fromkeys(("jp-41-ri", "jp-74-ri", "jp-77-ri"), "mindanao"),
        **dict.fromkeys(("jp-75-bgda", "jp-76-bgda"), "mindanao"),
        **dict.fromkeys(("jp-9-bgda-art", "jp-2-sentai"), "luzon"),
    }
    kinds = {unit: e.where["kind"] for e in campaign.free for unit in e.units if e.side == "jp"}
    assert {unit for unit, kind in kinds.items() if kind != "region"} == {"jp-2-sentai"}


@pytest.mark.rule("filipinas-11.0-9")
def test_guerrillas(module, campaign):
    entries = [entry for entry in campaign.free if entry.side == "us"]
    assert {entry.where["region"]: len(entry.units) for entry in entries} == GUERRILLAS
    assert {entry.where["kind"] for entry in entries} == {"mountains"}
    last_japanese = max(n for n, entry in enumerate(campaign.free) if entry.side == "jp")
    assert campaign.free.index(entries[0]) > last_japanese, "the Japanese place theirs first"
    for entry in entries:
        assert {module.counters[u].type for u in entry.units} == {"guerrillas"}
        assert {module.counters[u].steps for u in entry.units} == {1}


def test_set_up_keeps_the_limits(module, campaign):
    stacks = {}
    for entry in campaign.setup:
        stacks.setdefault(entry.hex, []).extend(module.counters[u] for u in entry.units)
    for hex, units in stacks.items():
        found = Counter(branch(each) for each in units)
        if hex not in module.board.grid:
            continue
        assert found["land"] <= 6, hex
        assert found["air"] <= (6 if hex == "2222" else 3), hex
    for place, units in stacks.items():
        if holder_in(place):
            ship = module.counters[holder_in(place)]
            assert len(units) <= ship.value("aircraft"), place
            own = {"fleet-carrier", "escort-carrier"} & set(ship.tags)
            if ship.side == "us":
                assert all(own <= set(each.tags) for each in units), place


@pytest.mark.rule("filipinas-2.2.1-3", "filipinas-ex-2.2.1")
def test_reduced_land_units(module):
    assert printed(module.counters["us-19-ri"]) == ("3-4-8", "2-2-8")
    assert module.counters["us-19-ri"].reconstructed == {}
    whole = {c.id for c in module.counters.values() if branch(c) == "land" and c.steps == 1}
    assert whole == {c.id for c in module.counters.values() if c.type == "guerrillas"}
    rangers = module.counters["us-6-rangers"]
    assert printed(rangers) == ("2-2-8", "1-1-8")
    assert rangers.reconstructed["reduced"] == "steps"
    terms = module.rules["rangers"]
    assert (terms["type"], module.options[terms["steps"]].default) == (rangers.type, 1)
    for counter in module.counters.values():
        if branch(counter) == "land" and counter.steps == 2:
            for name in ("attack", "defense"):
                assert counter.value(name, losses=1) == (counter.value(name) + 1) // 2
            assert counter.value("move", losses=1) == counter.value("move")


BASES = {  # what is not in this list has the base of its type, docs/modules/filipinas.md
    ("american", "infantry", "regiment"): "3-4-8",
    ("american", "cavalry", "brigade"): "4-5-8",
    ("american", "cavalry", "regiment"): "2-3-8",
    ("american", "glider", "regiment"): "2-3-8",
    ("american", "paratroops", "regiment"): "3-3-8",
    ("american", "armour", "regiment"): "5-4-12",
    ("american", "rangers", "battalion"): "2-2-8",
    ("american", "artillery", "corps"): "3-1-6",
    ("american", "artillery", "army"): "4-1-6",
    ("american", "anti-aircraft", "brigade"): "1-3-6",
    ("american", "engineers", "regiment"): "2-3-8",
    ("american", "construction-engineers", "regiment"): "1-2-8",
    ("filipino", "infantry", "regiment"): "2-3-8",
    ("filipino", "guerrillas", "regiment"): "1-2-8",
    ("japanese", "infantry", "regiment"): "2-3-6",
    ("japanese", "infantry", "brigade"): "2-4-6",
    ("japanese", "naval-infantry", "regiment"): "1-3-6",
    ("japanese", "aerodrome-troops", "regiment"): "1-2-6",
    ("japanese", "armour", "regiment"): "3-2-10",
    ("japanese", "motorised-infantry", "regiment"): "2-3-10",
    ("japanese", "paratroops", "regiment"): "3-3-6",
    ("japanese", "glider", "regiment"): "3-3-6",
    ("japanese", "artillery", "brigade"): "2-1-5",
}
QUALITY = {
    "us-511-rplan": "3-3-8",
    **dict.fromkeys(("jp-1-ri", "jp-49-ri", "jp-57-ri"), "3-4-6"),
    "jp-26-ri": "1-3-6",
    "jp-68-bgda-mista": "3-4-6",
    **{f"jp-{n}-bgda": "2-3-6" for n in (*range(75, 81), 81, 82)},
}


def test_one_method_for_land_values(module):
    for counter in module.counters.values():
        if branch(counter) != "land":
            continue
        base = BASES[counter.nation, counter.type, counter.size]
        if "garrison" in counter.tags:
            base = "1-2-6"
        assert printed(counter)[0] == QUALITY.get(counter.id, base), counter.id
        if counter.id != "us-19-ri":
            marks = {counter.reconstructed[name] for name in ("attack", "defense")}
            assert marks == ({"guns"} if counter.type == "artillery" else {"land"})
    guns = [c for c in module.counters.values() if c.type == "artillery"]
    assert {c.value("range") for c in guns} == {2}


# ------------------------------------------------------------------ the board and the set-up


US_BOXES = {"army-6", "army-8", "us-fleet"} | {
    "biak", "angaur", "morotai", "sansapor", "noemfoor", "hollandia",
}  # fmt: skip


def kinds_at(module, hex):
    return {place.kind for place in module.board.places.values() if place.hex == hex}


AIRFIELDS = "1916 1917 1918 2019 2122 2220 2221 2222 2320 2323 3339 3538"


def test_aircraft_start_on_airfields(module, campaign):
    based = {
        entry.hex
        for entry in campaign.setup
        if entry.hex in module.board.grid
        and any("air" in module.counters[unit].tags for unit in entry.units)
    }
    assert based == set(AIRFIELDS.split())
    for hex in based:
        wanted = "air-base" if hex == "2222" else "airfield"
        assert wanted in kinds_at(module, hex), hex


def test_garrisons_start_on_their_islands(module, arrivals):
    regions = module.board.regions
    for unit, island in module.rules["garrisons"].items():
        assert unit == f"jp-guarnicao-{island}"
        assert arrivals[unit] in regions[island].hexes, unit


def test_guerrillas_find_mountains(module, campaign):
    terrain = {"mountain", "mountain-forest"}
    for entry in campaign.free:
        if entry.side == "us":
            hexes = module.board.regions[entry.where["region"]].hexes
            mountains = [hex for hex in hexes if module.board.terrain_at(hex) in terrain]
            assert len(mountains) >= len(entry.units), entry.where


def test_japan_holds_everything_at_the_start(module, campaign):
    control = module.rules["control"]
    assert control == {"default": "jp", "held": {"jp": {"regions": ["borneo"]}}}
    assert {goal.owner for goal in campaign.objectives} == {"jp"}
    assert module.rules["landing"]["barred_regions"] == ["borneo"]
    for box in module.board.boxes.values():
        assert box.side == ("us" if box.id in US_BOXES else "jp"), box.id


def test_what_holds_what(module):
    """Letters hold ships, carriers their groups, convoys and destroyers troops: nobody else."""
    holding = {each.type: each.holds for each in module.counters.values() if each.holds}
    assert holding.keys() == {"task-force", "carriers", "convoys", "destroyers"}
    assert set(holding["task-force"].types) == {
        "carriers", "battleships", "cruisers", "destroyers", "convoys",
    }  # fmt: skip
    assert (holding["carriers"].tags, holding["carriers"].limit) == (
        ("naval-air", "ferry"), "aircraft",
    )  # fmt: skip
    assert holding["convoys"].tags == holding["destroyers"].tags == ("land",)
    secret = {name for name, holds in holding.items() if holds.secret}
    assert secret == {"convoys", "destroyers"}, "decks are opened by an option"


def test_the_emergency_airfield(module):
    assert module.board.places[module.rules["air"]["emergency_airfield"]["jp"]].kind == "airfield"


# ------------------------------------------------------------------- turns, points, boxes


@pytest.mark.rule("filipinas-2.4.1-2")
def test_turns_of_withdrawals(leaving):
    assert sorted(set(leaving.values())) == [*range(2, 18), 19, 21, 22, 24, 26, 27, 28]


def test_where_reinforcements_are_put(module, campaign):
    for entry in campaign.reinforcements:
        kinds = {branch(module.counters[u]) for u in entry.units}
        boxes = set(entry.where["boxes"])
        assert len(kinds) == 1
        if kinds == {"naval"}:
            assert boxes == {f"{entry.side}-fleet"}
        elif entry.side == "jp":
            assert boxes == ({"japan"} if kinds == {"land"} else {"japan", "formosa"})
        else:
            assert {"army-6", "army-8"} <= boxes


EACH_TURN = {"luzon": 3, "mindanao": 2} | dict.fromkeys(
    ["leyte", "negros", "panay", "cebu", "mindoro", "palawan", "samar"], 1
)
MINOR = """
balabac biliran bugsuk burias busuanga camotes culion dinagat dumaran guimaras linapacan lubang
panaon siargao sibuyan siquijor tablas tawitawi
"""
AT_THE_END = (
    dict.fromkeys(["bohol", "corregidor", "masbate"], 10)
    | dict.fromkeys(["basilan", "catanduanes", "jolo", "marinduque", "polillo"], 5)
    | dict.fromkeys(MINOR.split(), 2)
)


@pytest.mark.parametrize(
    ("when", "points"),
    [
        pytest.param("each-turn", EACH_TURN, marks=pytest.mark.rule("filipinas-15.2-1")),
        pytest.param("end", AT_THE_END, marks=pytest.mark.rule("filipinas-15.2-2")),
    ],
)
def test_islands(campaign, when, points):
    islands = [goal for goal in campaign.objectives if goal.when == when]
    assert {goal.region: goal.points for goal in islands} == {
        name: {"us": number, "jp": number} for name, number in points.items()
    }
    assert {goal.owner for goal in islands} == {"jp"}
    assert len(campaign.objectives) == 35


def test_each_reserve_has_a_track_and_no_ceiling(module, campaign):
    """The most that a reserve can gather lies on its ten boxes, with chits for tens and ones."""
    most = {pool.id: sum(pool.points(turn) for turn in range(1, 31)) for pool in campaign.pools}
    assert most == {
        "us-land": 48, "us-air": 88, "us-naval": 20, "jp-land": 18, "jp-air": 24, "jp-naval": 6,
    }  # fmt: skip
    assert all(divmod(points, 10) <= (10, 9) for points in most.values())
    assert {len(module.board.tracks[name].spaces) for name in most} == {10}
    for worth in ("x1", "x10"):
        chits = module.markers[f"replacements-{worth}"]
        assert (chits.count, set(chits.reconstructed.values())) == (len(most), {"chits"})


@pytest.mark.rule("filipinas-T.replacement-1")
def test_replacements(campaign):
    spans = {
        "us-land": "1 6 2 7 12 3 13 30 1", "us-air": "1 12 6 13 20 2 21 30 0",
        "us-naval": "1 20 1 21 30 0", "jp-land": "1 6 2 7 12 1 13 30 0",
        "jp-air": "1 6 3 7 12 1 13 30 0", "jp-naval": "1 6 1 7 30 0",
    }  # fmt: skip
    pools = {pool.id: pool for pool in campaign.pools}
    assert pools.keys() == spans.keys()
    for name, text in spans.items():
        numbers = iter(map(int, text.split()))
        for first, last, points in zip(numbers, numbers, numbers, strict=True):
            assert {pools[name].points(turn) for turn in range(first, last + 1)} == {points}, name
        assert pools[name].saved
        assert pools[name].side == name[:2]


def test_every_counter_is_used_once(module, campaign):
    assert set(campaign.pieces(module)) == set(module.counters)
    assert (campaign.first_turn, campaign.last_turn) == (1, 30)
