"""The rulebook of Operação Diadem: both languages alike, complete, and true to the data."""

import re
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

BOOKS = books("diadem")
data = partial(read, "diadem")


@pytest.mark.parametrize("language", LANGUAGES)
class TestTables:
    def test_combat(self, language):
        (combat,) = data("tables.yaml")["odds"]
        head, *rows = tables(BOOKS[language], "T-CRT")[0]
        assert head[1:] == combat["columns"]
        assert [row[0] for row in rows] == [row["label"] for row in combat["rows"]]
        assert [row[1:] for row in rows] == combat["cells"]
        for cell, result in combat["variants"]["metz"].items():
            text = clauses(BOOKS[language])[combat["rule"]]
            assert cell.replace("/", " / ") in text
            assert result in text

    def test_terrain(self, language):
        every = data("tables.yaml")
        everything = every["terrain"] + every["hexsides"] + every["networks"]
        classes = data("module.yaml")["movement_classes"]
        _, *rows = tables(BOOKS[language], "T-TERRAIN")[0]
        shown = {
            linked_clause(row[0]): (row[1], *(amount(cell) for cell in row[2:])) for row in rows
        }
        assert shown == {
            each["rule"]: (
                each["name"][language],
                *(each["cost"][name] for name in classes),
                each.get("columns", 0),
            )
            for each in everything
        }

    def test_bombardment(self, language):
        (bombardment,) = data("tables.yaml")["values"]
        assert prints_the_bombardment(tables(BOOKS[language], "T-BOMB")[0], bombardment)

    def test_vulnerability(self, language):
        (vulnerability,) = data("tables.yaml")["indices"]
        names = {
            each["name"][language].lower(): each["id"] for each in data("module.yaml")["unit_types"]
        }
        _, *rows = tables(BOOKS[language], "T-VULN")[0]
        shown = {names[row[1].lower()]: [int(cell) for cell in row[2:]] for row in rows}
        assert vulnerability["columns"] == ["air", "artillery"]
        assert shown == vulnerability["rows"]

    def test_results(self, language):
        text = clauses(BOOKS[language])
        for result in data("tables.yaml")["results"]:
            paragraph = text[result["rule"]].lower()
            name = result["name"][language].lower().partition(" (")[0]
            assert result["id"].lower() in paragraph
            assert name in paragraph or result["rule"].startswith("diadem-T-BOMB")


@pytest.mark.parametrize("language", LANGUAGES)
class TestData:
    def test_set_up(self, language):
        text = clauses(BOOKS[language])
        for entry in data("scenarios/campaign.yaml")["setup"]:
            paragraph = text[entry["rule"]]
            assert re.search(rf": {entry['hex']}\b", paragraph), paragraph
            if entry["rule"].startswith("diadem-11.1.1-"):
                assert f"({len(entry['units'])} " in paragraph

    def test_reinforcements(self, language):
        text = clauses(BOOKS[language])
        for entry in data("scenarios/campaign.yaml")["reinforcements"]:
            if entry["side"] == "axis":
                turn = {"pt": f"{entry['turn']}º turno:", "en": f"Turn {entry['turn']}:"}
                assert turn[language] in text[entry["rule"]]
                assert f"({len(entry['units'])} " in text[entry["rule"]]
