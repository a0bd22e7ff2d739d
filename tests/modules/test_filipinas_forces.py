"""Aircraft and ships of Libertação das Filipinas are those of its annex and counter sheets.

The lists here were typed from the rulebook, apart from the data. A clause is marked only if it is
about data alone. docs/modules/filipinas.md tells what was printed and what was reconstructed.
"""

from collections import Counter
from string import ascii_lowercase

import pytest

from filipinas_data import annex, beginnings, branch, leavings, listed, printed
from tabuleiro.module import UNLIMITED, find_module, load_module

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


# ------------------------------------------------------------------------------- aircraft

US_AIR = """
us-3-gpo hollandia - BL A-20 1-3-35   us-5-gpo morotai - BP B-24 2-4-71
us-8-gpo morotai - CB P-38 1-4-44     us-18-gpo sansapor - CB P-38 1-4-44
us-22-gpo biak - BP B-24 2-4-71       us-35-gpo-p47 morotai 13 CB P-47 1-5-27
us-35-gpo-p51 15 - C P-51 0-5-57      us-38-gpo morotai - BM B-25 1-3-45
us-42-gpo sansapor - BM B-25 1-3-45   us-43-gpo biak 27 BP B-24 2-4-71
us-49-gpo biak - CB P-38 1-4-44       us-58-gpo noemfoor - CB P-47 1-5-27
us-71-gpo biak - R B-25 0-0-45        us-90-gpo biak - BP B-24 2-4-71
us-307-gpo morotai - BP B-24 2-4-71   us-312-gpo hollandia 24 BL A-20 1-3-35
us-317-gpo hollandia - T C-47 0-2-54  us-345-gpo biak - BM B-25 1-3-45
us-347-gpo sansapor - CB P-38 1-4-44  us-348-gpo-p47 noemfoor 14 CB P-47 1-5-27
us-348-gpo-p51 16 - C P-51 0-5-57     us-374-gpo biak - T C-47 0-2-54
us-380-gpo 13 - BP B-24 2-4-71        us-403-gpo biak - T C-47 0-2-54
us-417-gpo noemfoor - BL A-20 1-3-35  us-433-gpo biak - T C-47 0-2-54
us-475-gpo biak - CB P-38 1-4-44      us-481-gpo biak - IN P-61 0-4-20
us-494-gpo angaur - BP B-24 2-4-71
us-mag-12 5 - C F4U 0-5-34            us-mag-14 10 - C F4U 0-5-34
us-mag-24 10 - BL SBD 1-2-37          us-mag-25 2 - T R4D 0-2-54
us-mag-32 11 - BL SBD 1-2-37          us-vpb-28 25 - H PBM-3 0-3-96
us-vpb-111-pb4y1 9 22 R PB4Y-1 0-0-71 us-vpb-111-pb4y2 22 - R PB4Y-2 0-0-90
mx-201-esq 21 - CB P-47 0-2-27
"""
EMBARKED = {  # group, deck (381: TG 38.1, d26: 26th DPA) or turn, turn of leaving
    "2-5-32": "cvg-3 2 10 cvg-4 2 10 cvg-7 381 10 cvg-8 382 10 cvg-11 381 10 cvg-13 384 10 "
    "cvg-14 381 10 cvg-15 383 10 cvg-18 382 10 cvg-19 383 10 cvg-20 384 10 cvg-80 2 10 cvg-81 3 10",
    "1-4-32": "cvlg-21 384 10 cvlg-22 381 10 cvlg-27 383 10 cvlg-28 381 10 cvlg-29 382 10 "
    "cvlg-44 383 10 cvlg-51 384 10 cveg-26 d23 9 cveg-35 d23 9 cveg-37 d22 12 cveg-60 d22 12",
    "0-4-30": "vc-3 d26 10 vc-4 d26 12 vc-5 d28 4 vc-8 d30 3 vc-10 d24 10 vc-11 d30 13 vc-14 d29 7 "
    "vc-20 d27 9 vc-21 d28 11 vc-27 d33 13 vc-65 d24 10 vc-66 d25 10 vc-75 d27 9 vc-76 d25 10 "
    "vc-77 d31 15 vc-78 d32 15 vc-80 d29 12 vc-81 d31 15 vc-84 3 12 vc-85 d32 15 vc-86 d34 13 "
    "vc-87 d33 12 vc-88 7 12 vc-90 d35 15 vc-91 4 12 vc-92 d34 11 voc-1 d35 15",
}
SENTAI = """
1 1917 Ki-84  2 luzon Ki-46  3 3339 Ki-48  7 3 Ki-67  10 formosa Ki-46  11 formosa Ki-84
14 2222 Ki-21  16 2323 Ki-48  17 1918 Ki-61  18 3 Ki-61  19 2323 Ki-61  20 formosa Ki-43
22 1 Ki-84  24 3538 Ki-43  26 2320 Ki-43  30 1918 Ki-43  31 1918 Ki-43  33 2221 Ki-43
51 2019 Ki-84  52 2019 Ki-84  54 2 Ki-43  55 4 Ki-61  60 formosa Ki-21  62 2222 Ki-49
71 4 Ki-84  72 5 Ki-84  73 7 Ki-84  74 2222 Ki-49  95 2222 Ki-49  98 formosa Ki-67
200 1 Ki-84  204 2221 Ki-43
"""
KOKUTAI = """
132 11 C6N  141 japan D4Y  153 2222 D4Y  201 1916 A6M  203 1916 A6M  221 formosa A6M
252 1916 A6M  254 1 A6M  256 formosa A6M  341 1 N1K1-J  601 in:jp-dpa-5 A6M  634 japan D4Y
653 in:jp-dpa-3 B6N  701 formosa G4M  762 2122 P1Y  763 1917 G4M  1001 2220 L3Y1
1022 2220 G4M
"""
SHEET = {  # Japanese values by aircraft: both sides are printed
    "Ki-84": "C 1-7-45 0-3-45", "Ki-46": "R 0-0-50 0-0-50", "Ki-48": "BL 1-3-50 1-1-50",
    "Ki-67": "BP 3-5-79 2-2-79", "Ki-21": "BM 2-4-56 1-2-56", "Ki-61": "C 1-6-12 0-3-12",
    "Ki-43": "C 1-4-37 0-2-37", "Ki-44": "C 0-5-35 0-2-35", "Ki-49": "BP 2-4-61 1-2-61",
    "Ki-57": "T 0-3-62 0-1-62", "C6N": "R 0-0-53 0-0-53", "D4Y": "R 0-0-30 0-0-30",
    "A6M": "C 0-6-40 0-3-40", "N1K1-J": "C 1-8-50 0-4-50", "B6N": "BN 1-4-63 1-2-63",
    "G4M": "BM 2-4-59 1-2-59", "P1Y": "BM 2-4-112 1-2-112", "L3Y1": "T 0-2-92 0-1-92",
}  # fmt: skip


def deck_or_turn(word):
    if word.startswith("38"):
        return f"in:us-tg-38-{word[2]}"
    return f"in:us-dpa-{word[1:]}" if word.startswith("d") else word


@pytest.mark.rule("filipinas-4.2.2-1")
def test_american_aircraft(module, arrivals, leaving):
    for unit, begins, leaves, code, model, reverse in listed(US_AIR):
        counter = module.counters[unit]
        assert (arrivals[unit], str(leaving.get(unit, "-"))) == (begins, leaves), unit
        assert (counter.short.right, counter.model) == (code, model), unit
        assert printed(counter)[1] == reverse, unit
        assert not {"range", "reduced.land", "reduced.air"} & counter.reconstructed.keys()
    assert len(listed(US_AIR)) == 89 - 51


@pytest.mark.rule("filipinas-4.2.2-1")
def test_embarked_groups(module, arrivals, leaving):
    groups = set()
    for reverse, text in EMBARKED.items():
        words = iter(text.split())
        for name, begins, leaves in zip(words, words, words, strict=True):
            unit = f"us-{name}"
            assert (arrivals[unit], leaving[unit]) == (deck_or_turn(begins), int(leaves)), unit
            assert printed(module.counters[unit])[1] == reverse
            kind = "fleet-carrier" if name.startswith(("cvg", "cvlg")) else "escort-carrier"
            assert kind in module.counters[unit].tags
            groups.add(unit)
    assert groups == {u for u, each in module.counters.items() if each.type == "naval-fighter"} - {
        "jp-601-kokutai"
    }


@pytest.mark.parametrize(
    ("text", "kind", "tag"), [(SENTAI, "sentai", "army"), (KOKUTAI, "kokutai", "navy")]
)
@pytest.mark.rule("filipinas-2.2.2-12")
def test_japanese_aircraft(module, arrivals, text, kind, tag):
    words = iter(text.split())
    special = {
        "601": "CN 0-6-40 0-3-40",
        "634": "BN 1-3-30 1-1-30",
        "1022": "T 0-3-59 0-1-59",
    }
    for number, begins, model in zip(words, words, words, strict=True):
        unit = f"jp-{number}-{kind}"
        counter = module.counters[unit]
        assert arrivals[unit] == begins, unit
        assert counter.model == model
        assert tag in counter.tags
        assert model.startswith("Ki-") == (kind == "sentai"), "all Ki aircraft are of the Army"
        wanted = special.get(number) if kind == "kokutai" else None
        assert " ".join((counter.short.right, *printed(counter))) == (wanted or SHEET[model]), unit
        assert counter.reconstructed == {}


@pytest.mark.rule("filipinas-15.1-4", "filipinas-4.2.2-1")
def test_groups_that_change_aircraft_are_two_counters(module, arrivals, leaving):
    pairs = {
        "us-35-gpo": ("p47 morotai 13", "p51 15 -"),
        "us-348-gpo": ("p47 noemfoor 14", "p51 16 -"),
        "us-vpb-111": ("pb4y1 9 22", "pb4y2 22 -"),
        "jp-29-sentai": ("ki44 2 5", "ki84 6 -"),
        "jp-246-sentai": ("ki44 2 8", "ki84 9 -"),
    }
    for name, both in pairs.items():
        for entry in both:
            model, begins, leaves = entry.split()
            unit = f"{name}-{model}"
            assert (arrivals[unit], str(leaving.get(unit, "-"))) == (begins, leaves)
    ki44, ki84 = (module.counters[f"jp-246-sentai-{m}"] for m in ("ki44", "ki84"))
    assert printed(ki44) == tuple(SHEET["Ki-44"].split()[1:])
    assert printed(ki84) == tuple(SHEET["Ki-84"].split()[1:])


@pytest.mark.rule("filipinas-ex-2.2.2")
def test_the_aircraft_of_the_example(module):
    counter = module.counters["jp-17-sentai"]
    assert (counter.short.left, counter.short.right, counter.model) == ("17", "C", "Ki-61")
    assert printed(counter) == ("1-6-12", "0-3-12")


@pytest.mark.rule("filipinas-4.2.2-1")
def test_the_other_japanese_aircraft(module, arrivals, leaving):
    teisin, old = module.counters["jp-sentai-teisin"], "jp-13-sentai"
    assert (arrivals[teisin.id], teisin.model, teisin.short.right) == ("1917", "Ki-57", "T")
    assert printed(teisin) == ("0-3-62", "0-1-62")
    assert (arrivals[old], leaving[old], module.counters[old].model) == ("5", 9, "Ki-43")
    air = [each for each in module.counters.values() if each.side == "jp" and "air" in each.tags]
    assert {each.id: leaving[each.id] for each in air if each.id in leaving} == {
        "jp-601-kokutai": 11, "jp-634-kokutai": 11, "jp-653-kokutai": 11,
        "jp-29-sentai-ki44": 5, "jp-246-sentai-ki44": 8, old: 9,
    }  # fmt: skip
    assert len(air) == 32 + 18 + 4 + 3  # Sentai, Kokutai, two pairs, Teisin, 13 and Saiki


@pytest.mark.rule("filipinas-2.2.2-14")
def test_saiki_reaches_everything(module, arrivals):
    unlimited = {u for u, each in module.counters.items() if each.value("range") == UNLIMITED}
    assert unlimited == {"jp-kokutai-saiki"}
    saiki = module.counters["jp-kokutai-saiki"]
    assert (saiki.type, saiki.model, arrivals[saiki.id]) == ("flying-boat", "H8K", "formosa")
    assert [(saiki.value("land", losses=n), saiki.value("air", losses=n)) for n in (0, 1)] == [
        (0, 4), (0, 2),
    ]  # fmt: skip


@pytest.mark.rule("filipinas-15.1-3")
def test_the_group_that_waits_for_a_carrier(module, campaign):
    (entry,) = (each for each in campaign.setup if "jp-634-kokutai" in each.units)
    assert (entry.hex, entry.units, entry.reduced) == ("japan", ("jp-634-kokutai",), True)
    assert [each.units for each in campaign.setup if each.reduced] == [entry.units]
    assert "carrier-only" in module.counters["jp-634-kokutai"].tags


@pytest.mark.rule("filipinas-2.2.2-16")
def test_aircraft_lose_power_and_keep_their_range(module):
    for counter in module.counters.values():
        if "air" not in counter.tags:
            continue
        assert "range" not in counter.reduced
        for name in ("land", "air"):
            full, half = counter.value(name), counter.value(name, losses=1)
            assert half in {full // 2, (full + 1) // 2}, counter.id


def test_fronts_known_from_the_examples(module):
    """Examples 6.1, 6.2 and 14.1 print the fronts of four aircraft; they carry no mark."""
    fronts = {"B-25": "2-6-45", "P-47": "2-9-27", "P-51": "1-10-57", "B-24": "4-7-71"}
    american = [c for c in module.counters.values() if c.nation == "american" and c.model in fronts]
    for counter in american:
        if counter.type != "reconnaissance":
            assert printed(counter)[0] == fronts[counter.model]
            assert counter.reconstructed == {}
    marked = {c.id for c in module.counters.values() if "front" in c.reconstructed.values()}
    allied = {c.id for c in module.counters.values() if c.side == "us" and "air" in c.tags}
    assert len(allied) == 89
    unmarked = Counter(module.counters[u].model for u in allied - marked)
    assert unmarked == {"B-24": 7, "B-25": 3, "P-47": 3, "P-51": 2}


# ---------------------------------------------------------------------------------- ships


@pytest.mark.rule("filipinas-2.2.3-1")
def test_types_of_ships(module):
    ships = Counter(
        (each.side, each.type) for each in annex(module).values() if branch(each) == "naval"
    )
    assert ships == {
        ("us", "carriers"): 18, ("us", "battleships"): 8, ("us", "cruisers"): 16,
        ("us", "destroyers"): 37, ("us", "submarines"): 8, ("us", "convoys"): 16,
        ("jp", "carriers"): 6, ("jp", "battleships"): 4, ("jp", "cruisers"): 11,
        ("jp", "destroyers"): 17, ("jp", "submarines"): 2, ("jp", "convoys"): 8,
    }  # fmt: skip


US_SHIPS = {  # values: number:first turn-last turn
    "tg 3-4-0": "38-2:1-10 38-3:1-10 38-4:1-10",
    "tg 3-5-0": "38-1:1-10",
    "dpa 1-2-0": "22:1-12 23:1-9 24:1-10 25:1-10 26:1-10 27:1-9 28:1-11 29:1-12 30:1-13 31:1-15 "
    "32:1-14 33:1-13 34:3-12 35:8-11",
    "den 8-0-0": "1:1-10 2:1-5 3:2-6 4:6-12 5:1-9 6:1-12 7:1-10 8:1-13",
    "dcr 6-0-0": "2:3-10 3:1-8 4:1-14 5:1-4 6:1-13 7:1-10",
    "dcr 5-0-0": "8:1-15 9:1-10 10:1-14 11:4-12 12:1-26 13:1-10 14:1-11 15:4-19 16:8-27",
    "ddd 2-0-10": "11:1-12 23:1-24 25:1-10 26:1-13 27:7-28 28:3-17 38:6-13 43:4- 44:4- 45:2-21 "
    "46:3-22 47:1-2 48:1-5 49:1-7 50:1-14 91:1-12 92:1-10 93:1-8 94:1-12 95:1-11 96:1-11 97:1-19 "
    "98:1-16 99:1-12 100:1-11 101:1-10 102:1-10 103:1-12 104:1-13 105:1-10 106:1-10 107:1-9 "
    "108:1-9 109:1-11 110:1-10 111:1-12 112:1-15",
    "dsb 1-0-0": "1:1- 2:1- 3:1- 4:1- 5:1- 6:1- 7:1- 8:1-",
    "comb 0-0-90": "6:1- 7:1- 8:1- 10:1-",
    "comb 0-0-70": "12:1- 14:1- 16:1- 18:1-",
    "comb 0-0-50": "20:1- 22:1- 24:1- 26:1-",
    "comb 0-0-30": "28:1- 30:1- 32:1- 38:1-",
}
JP_SHIPS = {
    "den": "1:1-11 2:1-11 3:1-11 4:1-11",
    "dpa": "1:2-11 2:2-11 3:1-11 4:1-11 5:1-11 6:2-11",
    "dcr": "4:1-12 5:1-12 6:1-12 7:1-12 8:1-12 21:1-12 31:1-13 41:1-13 51:1-13 61:1-13 71:1-13",
    "ddd": "2:1-4 4:1-2 7:1-13 10:1-7 11:7-13 16:7-13 17:1-13 18:1-13 21:1-2 31:1-7 32:1-5 41:1-11 "
    "43:1-13 51:11-13 52:9-13 61:1-2 72:1-9",
    "dsb": "1:1-13 2:1-13",
    "comb": "1:1- 2:1- 3:1- 4:1- 5:1- 6:1- 7:1- 8:1-",
}


def ships(side, text, kind):
    for entry in text.split():
        number, turns = entry.split(":")
        first, last = turns.split("-")
        yield f"{side}-{kind}-{number}", first, last or "-"


@pytest.mark.rule("filipinas-2.2.3-2", "filipinas-4.2.2-1", "filipinas-7.0-10")
def test_american_ships(module, arrivals, leaving):
    seen = set()
    for what, text in US_SHIPS.items():
        kind, values = what.split()
        for unit, first, last in ships("us", text, kind):
            assert (arrivals[unit], str(leaving.get(unit, "-"))) == (first, last), unit
            assert printed(module.counters[unit])[0] == values, unit
            marks = module.counters[unit].reconstructed
            assert not {"combat", "aircraft", "transport"} & marks.keys()
            assert ("anti-air-only" in module.counters[unit].tags) == (kind in {"tg", "dpa"})
            seen.add(unit)
    american = {u for u, c in annex(module).items() if c.nation == "american"}
    assert seen == {u for u in american if branch(module.counters[u]) == "naval"}
    assert printed(module.counters["au-dcr"])[0] == "6-0-0"
    assert (arrivals["au-dcr"], leaving["au-dcr"]) == ("1", 14)


@pytest.mark.rule("filipinas-4.2.2-1", "filipinas-7.0-10")
def test_japanese_ships(module, arrivals, leaving):
    seen = set()
    for kind, text in JP_SHIPS.items():
        for unit, first, last in ships("jp", text, kind):
            assert (arrivals[unit], str(leaving.get(unit, "-"))) == (first, last), unit
            seen.add(unit)
    assert seen == {u for u, c in annex(module).items() if c.side == "jp" and branch(c) == "naval"}
    fleet = [printed(module.counters[u]) for u in seen]
    example = [("9-0-0", "5-0-0"), ("8-2-0", None), ("6-0-0", "3-0-0"), ("4-0-0", "2-0-0")]
    for full, reduced in example:  # the force of 7.5.2
        assert any(full == a and reduced in {None, b} for a, b in fleet), full
    assert ("2-0-0", "1-0-0") in fleet
    marks = {u: module.counters[u].reconstructed for u in seen}
    assert all(mark["combat"] == "fleet" for mark in marks.values())


@pytest.mark.rule("filipinas-2.2.3-7", "filipinas-ex-2.2.3")
def test_reduced_ships(module):
    assert printed(module.counters["us-tg-38-3"]) == ("3-4-0", "1-2-0")
    assert module.counters["us-tg-38-3"].reconstructed == {}
    for counter in annex(module).values():
        if branch(counter) != "naval":
            continue
        for name, full in counter.values.items():
            down = name == "combat" and "anti-air-only" in counter.tags
            assert counter.value(name, losses=1) == (full // 2 if down else (full + 1) // 2)


def test_one_dummy_a_side_is_a_submarine_like_the_others(module, campaign, arrivals, leaving):
    """Blank, in no total; it comes and goes with the others, so that no list tells it apart."""
    for side, real in (("us", 8), ("jp", 2)):
        pieces = {
            u: c for u, c in module.counters.items() if c.type == "submarines" and c.side == side
        }
        assert set(pieces) == {f"{side}-dsb-{n}" for n in range(1, real + 2)}
        dummies = [u for u, c in pieces.items() if "dummy" in c.tags]
        assert dummies == [f"{side}-dsb-{real + 1}"]
        (dummy,) = dummies
        assert not any(pieces[dummy].values.values())
        assert {(c.nation, c.size) for c in pieces.values()} == {
            (pieces[dummy].nation, pieces[dummy].size)
        }
        assert {arrivals[u] for u in pieces} == {"1"}
        assert len({leaving.get(u) for u in pieces}) == 1
    assert not any("submarine" in name for name in module.markers)


def test_each_side_has_a_letter_for_every_force(module, campaign):
    pools = module.rules["forces"]["pools"]
    for side, nation in (("us", "american"), ("jp", "japanese")):
        wanted = {f"{side}-task-force-{letter}": letter.upper() for letter in ascii_lowercase}
        forces = {u: c for u, c in module.counters.items() if branch(c) == "force"}
        own = {u: c.short.left for u, c in forces.items() if c.side == side}
        assert own == wanted
        assert {forces[u].nation for u in own} == {nation}
        assert {forces[u].value("move") for u in own} == {UNLIMITED}
        (entry,) = (e for e in campaign.setup if set(e.units) & own.keys())
        assert (entry.hex, set(entry.units)) == (pools[side], own.keys())
        assert module.board.boxes[pools[side]].side == side


def test_who_flies_from_which_deck(module):
    """CVG and CVLG from fleet carriers, CVEG, VC and VOC from escort carriers; Japan's anywhere."""
    kinds = set(module.rules["carriers"]["kinds"])

    def decks(group):
        needed = kinds & {*group.tags}
        ships = (c for c in module.counters.values() if c.type == "carriers")
        return {c.id for c in ships if c.side == group.side and needed <= {*c.tags}}

    groups = {u: c for u, c in module.counters.items() if "naval-air" in c.tags}
    fleet = {f"us-tg-38-{n}" for n in range(1, 5)}
    escort = {f"us-dpa-{n}" for n in range(22, 36)}
    own = {f"jp-dpa-{n}" for n in range(1, 7)}
    for unit, group in groups.items():
        if unit.startswith("jp-"):
            assert decks(group) == own
        else:
            assert decks(group) == (fleet if unit.startswith(("us-cvg", "us-cvlg")) else escort)
    assert {u for u in groups if u.startswith("jp-")} == {
        "jp-601-kokutai", "jp-634-kokutai", "jp-653-kokutai",
    }  # fmt: skip
    assert module.rules["carriers"]["only_embarked"] == ["jp-634-kokutai"]
