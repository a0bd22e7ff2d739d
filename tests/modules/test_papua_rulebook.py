"""The rulebook of Papua - Nova Guiné: both languages alike, complete, and true to the data."""

import re
from functools import partial

import pytest

from rulebooks import LANGUAGES, books, clauses, linked_clause, read, tables

BOOKS = books("papua")
data = partial(read, "papua")


def last_column(label, language):
    word = {"pt": "ou mais", "en": "or more"}[language]
    return f"{label.removesuffix('+')} {word}" if label.endswith("+") else label


@pytest.mark.parametrize("language", LANGUAGES)
class TestTables:
    def test_combat(self, language):
        (combat,) = data("tables.yaml")["odds"]
        ((head, *rows),) = tables(BOOKS[language], "tab.crt")
        assert head[1:] == combat["columns"]
        assert [row[0] for row in rows] == [row["label"] for row in combat["rows"]]
        assert [row[1:] for row in rows] == combat["cells"]

    def test_bombardment(self, language):
        bombardment = data("tables.yaml")["values"][0]
        ((head, *rows),) = tables(BOOKS[language], "tab.bomb")
        labels = [last_column(column["label"], language) for column in bombardment["columns"]]
        assert head[1:] == labels
        assert [row[0] for row in rows] == [row["label"] for row in bombardment["rows"]]
        assert [row[1:] for row in rows] == bombardment["cells"]

    def test_air_combat(self, language):
        air = data("tables.yaml")["values"][1]
        ((head, *rows),) = tables(BOOKS[language], "tab.air")
        labels = [last_column(column["label"], language) for column in air["columns"]]
        assert head[2:] == labels
        lines = [(band, row["label"]) for band in labels for row in air["rows"]]
        assert [(row[0], row[1]) for row in rows] == lines
        assert [row[2:] for row in rows] == air["cells"]

    def test_terrain(self, language):
        every = data("tables.yaml")
        known = {"forbidden": None, "proibido": None, "—": 0}
        ((_, *rows),) = tables(BOOKS[language], "tab.terrain")
        shown = {}
        for row in rows:
            cells = [known.get(cell, cell) for cell in row[2:]]
            shown[linked_clause(row[0]), row[1]] = [c and int(c.lstrip("+")) for c in cells]
        wanted = {}
        for kind in ("terrain", "hexsides", "networks", "sites"):
            for row in every[kind]:
                cost, limits = row.get("cost", {}), row.get("limits", {})
                wanted[row["rule"], row["name"][language]] = [
                    *(cost.get(name, 0) for name in ("foot", "guns")),
                    *(limits.get(name, 0) for name in ("stacking", "air")),
                    row.get("columns", 0),
                ]
        strait = {"pt": "Estreito", "en": "Strait"}[language]  # of the board, not of the print
        del wanted["papua-tab.terrain-14", strait]
        assert shown == wanted

    def test_vulnerability(self, language):
        (vulnerability,) = data("tables.yaml")["indices"]
        names = {
            each["name"][language].lower(): each["id"] for each in data("module.yaml")["unit_types"]
        }
        ((_, *rows),) = tables(BOOKS[language], "tab.vuln")
        shown = {names.get(row[1].lower()): row[2:] for row in rows[:-2]}
        found = {name: [int(cell) for cell in cells] for name, cells in shown.items()}
        assert found == {name: row for name, row in vulnerability["rows"].items() if row}
        assert rows[-1][2] == str(data("module.yaml")["rules"]["supply_base"]["vulnerability"])

    def test_replacements(self, language):
        pools = {pool["rule"]: pool for pool in data("scenarios/campaign.yaml")["pools"]}
        ((_, *rows),) = tables(BOOKS[language], "tab.repl")
        for row in rows:
            points = []
            for first, last, each in re.findall(r"(\d+)(?:-(\d+))?: (\d+)", row[2]):
                points += [int(each)] * (int(last or first) - int(first) + 1)
            pool = pools.pop(linked_clause(row[0]), None)
            assert points == (pool["per_turn"] if pool else [0] * 18)
            assert pool is None or pool["name"][language] == row[1]
        assert not pools

    def test_results(self, language):
        text = clauses(BOOKS[language])
        for result in data("tables.yaml")["results"]:
            assert result["id"] in text[result["rule"]]


def names(cell, language):
    """The counters that a cell of the lists names, one by one."""
    found = []
    for item in cell.split("; "):
        several = {
            "pt": r"(.+?) (Batalhão|Batalhões|Daitai|Chutai) (d[oa] .+)",
            "en": r"(.+?) (Battalions?|Daitai|Chutai), (.+)",
        }[language]
        group = re.fullmatch(several, item)
        if not group:
            found.append(item)
            continue
        word = group[2].replace("Batalhões", "Batalhão").replace("Battalions", "Battalion")
        joint = {"pt": f" {word} ", "en": f" {word}, "}[language]
        numbers = re.split(r", | e | and ", group[1])
        found += [f"{number}{joint}{group[3]}" for number in numbers]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
class TestData:
    def test_lists_of_set_up_and_reinforcements(self, language):
        campaign, listed = data("scenarios/campaign.yaml"), data("counters.yaml")["counters"]
        called = {each["id"]: each["name"][language] for each in listed}
        shown = {kind: [] for kind in ("start", "arrive", "leave")}
        for head, *rows in tables(BOOKS[language], "13.1"):
            kind = {3: "arrive"}.get(len(head)) or ("leave" if rows[0][0].isdigit() else "start")
            for row in rows:
                turn = int(row[0]) if kind != "start" else 0
                shown[kind] += [(turn, name) for name in names(row[-1], language)]
        keys = {
            "start": ("setup", "free"),
            "arrive": ("reinforcements",),
            "leave": ("withdrawals",),
        }
        for kind, parts in keys.items():
            entries = [entry for part in parts for entry in campaign[part]]
            wanted = [(e.get("turn", 0), called[unit]) for e in entries for unit in e["units"]]
            assert sorted(shown[kind]) == sorted(wanted)

    def test_objectives(self, language):
        text = clauses(BOOKS[language])
        for goal in data("scenarios/campaign.yaml")["objectives"]:
            for side, points in goal["points"].items():
                place = "milne" if goal["place"] == "milne" else goal["place"].replace("-", " ")
                chapter = {"japanese": "papua-13.2.1-", "allied": "papua-13.2.2-"}[side]
                said = [t for ident, t in text.items() if ident.startswith(chapter)]
                assert any(place in t.lower() and f": {points} p" in t for t in said)
