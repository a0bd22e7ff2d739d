"""The rulebook of Batalha de Metz: both languages alike, complete, and true to the data."""

import re
from functools import partial

import pytest

from rulebooks import LANGUAGES, amount, books, clauses, prints_the_bombardment, read, tables

BOOKS = books("metz")
data = partial(read, "metz")

EDGES = {
    "north": {"pt": "Norte", "en": "north"},
    "east": {"pt": "Leste", "en": "east"},
    "south": {"pt": "Sul", "en": "south"},
    "west": {"pt": "Oeste", "en": "west"},
}


def counter_names(language):
    return {each["id"]: each["name"][language] for each in data("counters.yaml")["counters"]}


@pytest.mark.parametrize("language", LANGUAGES)
class TestTables:
    def test_combat(self, language):
        (combat,) = data("tables.yaml")["odds"]
        ((head, *rows),) = tables(BOOKS[language], "5.1.5")
        assert head[1:] == combat["columns"]
        assert [row[0] for row in rows] == [row["label"] for row in combat["rows"]]
        assert [row[1:] for row in rows] == combat["cells"]

    def test_terrain(self, language):
        shipped = data("tables.yaml")
        everything = shipped["terrain"] + shipped["hexsides"] + shipped["networks"]
        classes = data("module.yaml")["movement_classes"]
        ((_, *rows),) = tables(BOOKS[language], "tables")
        shown = {row[1]: (row[0], *(amount(cell) for cell in row[2:])) for row in rows}
        assert shown == {
            each["name"][language]: (
                f"[{each['rule'].rpartition('-')[2]}](#{each['rule']})",
                *(each["cost"][name] for name in classes),
                each.get("columns", 0),
            )
            for each in everything
        }
        signed = {row[1] for row in rows if row[-1].startswith("+")}
        assert signed == {each["name"][language] for each in everything if each.get("adds")}

    def test_bombardment(self, language):
        bombardment, _ = data("tables.yaml")["values"]
        assert prints_the_bombardment(tables(BOOKS[language], "2.3")[0], bombardment)

    def test_vulnerability(self, language):
        (vulnerability,) = data("tables.yaml")["indices"]
        names = {
            each["name"][language].lower(): each["id"] for each in data("module.yaml")["unit_types"]
        }
        _, *rows = tables(BOOKS[language], "2.3")[1]
        shown = {names[row[0].lower()]: [int(cell) for cell in row[1:]] for row in rows}
        assert vulnerability["columns"] == ["air", "artillery"]
        assert shown == vulnerability["rows"]

    def test_air_die(self, language):
        _, die = data("tables.yaml")["values"]
        ((_, *rows),) = tables(BOOKS[language], "6.0")
        labels = [row["label"] for row in die["rows"]]
        assert rows == [[label, *cells] for label, cells in zip(labels, die["cells"], strict=True)]

    def test_results(self, language):
        text = clauses(BOOKS[language])
        for result in data("tables.yaml")["results"]:
            paragraph = text[result["rule"]].lower()
            name = result["name"][language].lower().partition(" (")[0]
            assert paragraph.partition("** ")[2].startswith(result["id"].lower())
            assert name in paragraph or result["id"] in {"DI", "DB"}


@pytest.mark.parametrize("language", LANGUAGES)
class TestData:
    @pytest.mark.parametrize(("side", "where"), [("us", "11.1.1"), ("german", "11.1.2")])
    def test_set_up(self, language, side, where):
        names, scenario = counter_names(language), data("scenarios/campaign.yaml")
        ((_, *rows),) = tables(BOOKS[language], where)
        shown = [(row[0], row[1].split(", ")) for row in rows]
        prefix = {"us": "us-", "german": "de-"}[side]
        placed = [each for each in scenario["setup"] if each["units"][0].startswith(prefix)]
        free = [each for each in scenario["free"] if each["side"] == side]
        assert shown[: len(placed)] == [
            (each["hex"], [names[unit] for unit in each["units"]]) for each in placed
        ]
        assert [units for _, units in shown[len(placed) :]] == [
            [names[unit] for unit in each["units"]] for each in free
        ]

    @pytest.mark.parametrize(("side", "where"), [("us", "11.1.3"), ("german", "11.1.4")])
    def test_reinforcements(self, language, side, where):
        names, scenario = counter_names(language), data("scenarios/campaign.yaml")
        ((_, *rows),) = tables(BOOKS[language], where)
        wanted = {
            (str(each["turn"]), EDGES[each["edges"][0]][language],
             ", ".join(names[unit] for unit in each["units"]))
            for each in scenario["reinforcements"] if each["side"] == side
        }  # fmt: skip
        assert len(rows) == len(wanted) + (side == "us")
        others = {tuple(row) for row in rows} - wanted
        assert {row[:2] for row in others} == (
            {("12", EDGES["south"][language])} if side == "us" else set()
        )

    @pytest.mark.parametrize(
        ("clause", "side", "points"),
        [("11.2.1-2", "german", 20), ("11.2.1-3", "german", 10), ("11.2.2-1", "us", 20)],
    )
    def test_objectives(self, language, clause, side, points):
        paragraph = clauses(BOOKS[language])[f"metz-{clause}"]
        assert re.search(r"\*\* (\d+) ", paragraph)[1] == str(points)
        places = {each["id"]: each["name"][language] for each in data("board.yaml")["places"]}
        goals = [
            each
            for each in data("scenarios/campaign.yaml")["objectives"]
            if each["points"].get(side) == points
        ]
        listed = re.findall(r"([^\W\d][^,:()]*) \((\d{4})\)", paragraph.partition(": ")[2])
        names = {name.removeprefix("and ").removeprefix("e "): place for name, place in listed}
        assert names == {places[each["place"]]: each["hex"] for each in goals}
