"""What games of attrition need of a module besides: two-way tables, charts, sites, markers."""

from pathlib import Path

import pytest
import yaml

from tabuleiro.i18n import speaking, text
from tabuleiro.module import UNLIMITED, Cache

FIXTURES = Path(__file__).parent / "fixtures"
ADDED = yaml.safe_load((FIXTURES / "attrition.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def parts(duel):
    where = ADDED["where"].strip()
    duel.write("tables.yaml", duel.read("tables.yaml") + ADDED["tables"])
    duel.change("tables.yaml", "indices:\n", ADDED["values"])
    duel.change("tables.yaml", "bridges: [river]", "bridges: [river], limits: {stacking: 2}")
    duel.write("counters.yaml", duel.read("counters.yaml") + ADDED["markers"])
    duel.change("counters.yaml", "land: 2, air: 3, range: 9}", "land: 2, range: unlimited}")
    duel.change("counters.yaml", "type: planes", "type: planes\n    model: P-38")
    duel.change("scenarios/battle.yaml", "objectives:\n", ADDED["placed"])
    duel.change(
        "scenarios/battle.yaml",
        "per_turn: 3}",
        "types: [planes], roll: bombardment, saved: true, per_turn: 3}",
    )
    duel.change("scenarios/battle.yaml", "edges: [west], when: must", f"where: {where}, when: must")
    leaves = "turn: 3, units: [red-a], "
    duel.change("scenarios/battle.yaml", leaves + "edges: [west]", leaves + ADDED["leaves"].strip())
    return duel


@pytest.fixture(params=["checked", "cached"])
def module(parts, request):
    if request.param == "cached":
        parts.cache = Cache(parts.root.parent / "cache")
        parts.load()
    return parts.load()


def test_a_table_by_two_numbers(module):
    table = module.values["air-combat"]
    assert len(table.rows) == len(table.cells) == 6
    assert [row.label for row in table.rows][1:4] == ["1-10/4-6", "11-20/1-3", "11-20/4-6"]
    got = {
        (attack, defence, die): table.cell(table.column(attack), die, band=table.band(defence))
        for attack in (0, 10, 11)
        for defence in (0, 10, 11, 20, 21, 99)
        for die in (3, 4)
    }
    wanted = {0: ("0-0", "0-1"), 10: ("0-0", "0-1"), 11: ("1-1", "1-2"), 20: ("1-1", "1-2"),
              21: ("2-2", "2-3"), 99: ("2-2", "2-3")}  # fmt: skip
    for defence, (low, high) in wanted.items():
        assert (got[0, defence, 3], got[10, defence, 4]) == (low, high)
    assert [got[11, defence, 4] for defence in (0, 11, 21)] == ["2-0", "4-0", "6-0"]
    assert [table.shifted_band(1, by) for by in (-5, -1, 1, 2)] == [0, 0, 2, 2]
    harsh = table.variant("harsh")
    assert (harsh.cell(1, 5, band=1), harsh.cell(1, 5, band=2)) == ("9-9", "6-0")
    assert module.values["bombardment"].band(7) == 0, "a table without bands has one"


def test_columns_with_names(module):
    table = module.values["weather"]
    assert [table.cell(table.index(where), 1) for where in ("north", "south")] == ["AE", "IMP"]
    assert text(table.columns[1].name) == "South"
    assert module.values["bombardment"].columns[0].name is None


def test_charts(module):
    chart = module.charts["scouting"]
    assert chart.cell("open", "good") == "2"
    assert chart.cell("open", "monsoon") is None
    assert chart.cell("woods", "monsoon") == "IMP"
    assert chart.reconstructed == {"cells": "guess"}
    assert text(module.text("table.scouting")) == "Scouting"
    with pytest.raises(ValueError, match="not in list"):
        chart.cell("sea", "good")


def test_sites_and_limits_of_roads(module):
    assert list(module.sites) == ["village", "airfield", "fort"]
    assert module.sites["village"].cost == {}
    assert module.sites["airfield"].cost == {"foot": 2, "wheels": 1}, "in half points"
    assert module.sites["airfield"].limits == {"air": 3}
    fort = module.sites["fort"]
    assert (fort.columns, fort.adds, fort.bombardment, fort.tags) == (3, True, False, ("fort",))
    assert text(module.text("site.fort")) == text(module.text("terrain.fort")) == "Fort"
    assert module.networks["road"].limits == {"stacking": 2}


def test_unlimited_values_and_models(module):
    plane = module.counters["blue-p"]
    assert plane.value("range") == UNLIMITED > 1000
    assert plane.model == "P-38"
    assert module.counters["red-a"].model is None


def test_markers(module):
    unknown, damaged = module.markers.values()
    letters = {"pt": "?", "en": "?"}
    assert (unknown.short, unknown.side, unknown.count) == (letters, "blue", 20)
    assert (damaged.short, damaged.side, damaged.count) == (None, None, None)
    assert (unknown.reconstructed, unknown.tags) == ({"count": "guess"}, ("cover",))
    assert text(module.text("marker.unknown")) == "Unknown"
    placed = module.scenarios["battle"].markers
    assert [(entry.marker, entry.hex) for entry in placed] == [
        ("damaged", "0202"),
        ("unknown", "camp"),
    ]
    assert placed[0].rule == "duel-1.0-1"


def test_withdrawals_with_a_condition(module):
    (leaving,) = module.scenarios["battle"].withdrawals
    assert leaving.where == {"kind": "reached", "place": "inn"}
    assert leaving.edges == ()


def test_both_sides_may_have_a_pool_of_one_name(parts):
    parts.change("scenarios/battle.yaml", "{id: supply, side: red", "{id: air, side: red")
    pools = parts.load().scenarios["battle"].pools
    assert [(pool.id, pool.side) for pool in pools] == [("air", "blue"), ("air", "red")]


def test_regions_worth_points_and_points_that_stay(module):
    battle = module.scenarios["battle"]
    valley, inn = battle.objectives
    assert (valley.place, valley.hex, valley.region, valley.when) == (
        "valley", "valley", "valley", "each-turn",
    )  # fmt: skip
    assert (inn.place, inn.hex, inn.region, inn.when) == ("inn", "0202", None, "end")
    air, supply = battle.pools
    assert (air.roll, supply.roll) == ("bombardment", None)
    assert (air.types, air.saved, supply.types, supply.saved) == (("planes",), True, (), False)


@pytest.mark.parametrize("fault", ADDED["faults"], ids=lambda fault: fault["new"][:40])
def test_faults(parts, fault):
    """Each fault gets one sentence, at the line where it stands."""
    text = parts.read(fault["file"])
    first = text[: text.index(fault["old"])].count("\n") + 1
    parts.change(fault["file"], fault["old"], fault["new"])
    (problem,) = parts.problems()
    place, _colon, sentence = str(problem).partition(": ")
    assert sentence == fault["says"]
    name, line, column = place.split(":")
    assert name == fault["file"]
    assert first - 7 <= int(line) <= first + 2
    assert 0 < int(column) <= len(parts.read(name).split("\n")[int(line) - 1])


def test_faults_in_portuguese(parts):
    parts.change("scenarios/battle.yaml", "{marker: damaged,", "{marker: damage,")
    parts.change("scenarios/battle.yaml", "{region: valley, owner", "{owner")
    with speaking("pt"):
        said = " ".join(str(problem) for problem in parts.problems())
    assert "marcador desconhecido" in said
    assert "diga ou um lugar e seu hexágono, ou uma região" in said
