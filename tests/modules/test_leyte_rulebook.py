"""The rulebook of Batalha de Leyte: both languages alike, complete, and true to the data."""

import re
from fractions import Fraction
from functools import partial

import pytest

from rulebooks import (
    LANGUAGES,
    amount,
    books,
    clauses,
    linked_clause,
    prints_the_bombardment,
    read,
    tables,
)

BOOKS = books("leyte")
data = partial(read, "leyte")

BEACHES = [
    "white-beach",
    "red-beach",
    "orange-beach",
    "blue-beach",
    "yellow-beach",
]


def everything():
    """The rows of the terrain table; a strait is sea and has none of its own."""
    tables = data("tables.yaml")
    rows = tables["terrain"] + tables["hexsides"] + tables["networks"]
    return [each for each in rows if each["id"] != "strait"]


class TestAnchors:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_places_stand_in_their_hexes(self, language):
        places = data("board.yaml")["places"]
        said = re.findall(r"([A-ZÀ-Ý][\w-]+(?: [A-Z][\w-]+)?) \((\d{4})\)", BOOKS[language])
        named = {each["name"][language] for each in places} | {"Tacloban", "Dulag"}
        known = [(name, hex) for name, hex in said if name in named]
        assert len(known) > 20
        for name, hex in known:
            there = [p["name"]["en"] for p in places if p["hex"] == hex]
            assert any(name in each for each in there), (name, hex)


@pytest.mark.parametrize("language", LANGUAGES)
class TestTables:
    def test_combat(self, language):
        (combat,) = data("tables.yaml")["odds"]
        head, *rows = tables(BOOKS[language], "T-crt")[0]
        assert head[1:] == combat["columns"]
        assert [row[0] for row in rows] == [row["label"] for row in combat["rows"]]
        assert [row[1:] for row in rows] == combat["cells"]

    def test_what_is_said_of_each_line(self, language):
        """`EMP at 6-1`, `IMP em 3-1`: the words about a line agree with its cells."""
        (combat,) = data("tables.yaml")["odds"]
        text = clauses(BOOKS[language])
        said = 0
        for number, (row, cells) in enumerate(zip(combat["rows"], combat["cells"], strict=True), 1):
            paragraph = text[f"leyte-T-crt-{number}"]
            assert row["label"] in paragraph
            facts = re.findall(r"((?:D[EV]\w? A\w+)|EMP|IMP),? (?:em|at) (\d-\d)", paragraph)
            for result, odds in facts:
                assert cells[combat["columns"].index(odds)] == result
            said += len(facts)
        assert said >= 12

    def test_terrain(self, language):
        shown = {
            linked_clause(row[0]): (row[1], *(amount(cell) for cell in row[2:]))
            for row in tables(BOOKS[language], "T-terrain")[0][1:]
        }
        assert shown == {
            each["rule"]: (
                each["name"][language],
                each["cost"]["foot"],
                each["cost"]["motorized"],
                each.get("columns", 0),
            )
            for each in everything()
        }

    def test_rain(self, language):
        surcharge = Fraction(data("module.yaml")["rules"]["rain"]["surcharge"])
        shown = {
            row[0]: [amount(cell) for cell in row[1:]]
            for row in tables(BOOKS[language], "9.0")[0][1:]
        }
        assert shown == {
            each["name"][language]: [
                None if price is None else price + more
                for price in each["cost"].values()
                for more in (0, surcharge)
            ]
            for each in everything()
            if each["id"] != "sea"
        }

    def test_air_power(self, language):
        american, japanese = (p["per_turn"] for p in data("scenarios/campaign.yaml")["pools"])
        shown = []
        for turns, *points in tables(BOOKS[language], "6.0")[0][1:]:
            first, _, last = turns.partition("-")
            shown += [[int(cell) for cell in points]] * (int(last or first) - int(first) + 1)
        assert shown == [list(pair) for pair in zip(american, japanese, strict=True)]

    def test_bombardment(self, language):
        bombardment, _ = data("tables.yaml")["values"]
        assert prints_the_bombardment(tables(BOOKS[language], "T-bomb")[0], bombardment)

    def test_vulnerability(self, language):
        (vulnerability,) = data("tables.yaml")["indices"]
        names = {
            each["name"][language].lower(): each["id"] for each in data("module.yaml")["unit_types"]
        }
        _, *rows = tables(BOOKS[language], "T-vuln")[0]
        shown = {names[row[1].lower()]: [int(cell) for cell in row[2:]] for row in rows}
        assert vulnerability["columns"] == ["air", "artillery"]
        assert shown == vulnerability["rows"]
        text = clauses(BOOKS[language])
        for row in rows:
            assert row[1].lower() in text[linked_clause(row[0])].lower()

    def test_results(self, language):
        text = clauses(BOOKS[language])
        for result in data("tables.yaml")["results"]:
            if result["rule"] == "leyte-4.4-5":
                continue
            paragraph = text[result["rule"]].lower()
            name = result["name"][language].lower().partition(" (")[0]
            assert result["id"].lower() in paragraph
            assert name in paragraph


@pytest.mark.parametrize("language", LANGUAGES)
class TestData:
    def test_set_up(self, language):
        text = clauses(BOOKS[language])
        shown = {
            rule: set(re.findall(r"\b\d{4}\b", text[rule]))
            for rule in ("leyte-12.1.1-1", "leyte-12.1.1-2")
        }
        hexes: dict[str, set[str]] = {rule: set() for rule in shown}
        for entry in data("scenarios/campaign.yaml")["setup"]:
            hexes[entry["rule"]].add(entry["hex"])
        assert shown == hexes

    def test_reinforcements(self, language):
        text = clauses(BOOKS[language])
        number: dict[tuple[str, int], int] = {}
        for entry in data("scenarios/campaign.yaml")["reinforcements"]:
            key = (entry["rule"], entry["turn"])
            number[key] = number.get(key, 0) + len(entry["units"])
        assert len(number) == 25
        for (rule, turn), units in number.items():
            when = {"pt": f"{turn}º turno", "en": f"[Tt]urn {turn}"}[language]
            wanted = rf"{units} " if rule == "leyte-12.1.3-1" else rf"{when}[^;]*\({units} "
            assert re.search(wanted, text[rule]), (rule, turn, units)

    def test_first_wave(self, language):
        paragraph = clauses(BOOKS[language])["leyte-12.1.3-1"]
        colours = {
            "pt": ("Branca", "Vermelha", "Laranja", "Azul", "Amarela"),
            "en": ("White", "Red", "Orange", "Blue", "Yellow"),
        }[language]
        said: dict[str, set[str]] = {}
        regiments: set[str] = set()
        ordinal = r"(\d+)(?:º|st|nd|rd|th)"
        for number, colour in re.findall(rf"{ordinal}|({'|'.join(colours)})", paragraph):
            if colour:
                said[colour], regiments = regiments, set()
            else:
                regiments.add(number)
        first = [e for e in data("scenarios/campaign.yaml")["reinforcements"] if e["turn"] == 1]
        assert said == {
            colour: {unit.split("-")[1] for unit in entry["units"]}
            for entry in first
            for colour, word in zip(colours, BEACHES, strict=True)
            if entry["where"].get("regions") == [word]
        }

    def test_objectives(self, language):
        paragraph = clauses(BOOKS[language])["leyte-12.2-1"]
        for goal in data("scenarios/campaign.yaml")["objectives"]:
            points = goal["points"]["american"]
            if points == 5:
                assert f"({goal['hex']})" in paragraph
            else:
                assert f"({goal['hex']}) {points}" in paragraph
