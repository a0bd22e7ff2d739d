"""The rulebook of the Philippines: both languages alike, complete, and true to the data."""

import re
from functools import partial

import pytest

from rulebooks import LANGUAGES, books, clauses, plain, read, tables

BOOKS = books("filipinas")
data = partial(read, "filipinas")

TABLES, CAMPAIGN, RULES = data("tables.yaml"), data("scenarios/campaign.yaml"), data("module.yaml")
COUNTERS = {each["id"]: each for each in data("counters.yaml")["counters"]}
VALUES = {each["id"]: each for each in TABLES["values"]}


def label(text, language):
    """How a head of the tables writes the open ends of its columns."""
    more, less = {"pt": (" ou mais", " ou menos"), "en": (" or more", " or less")}[language]
    if text.endswith("+") and "-" not in text:
        return text.removesuffix("+") + more
    return text.removeprefix("≤") + less if text.startswith("≤") else text


def labels(table, language):
    return [label(column["label"], language) for column in table["columns"]]


@pytest.mark.parametrize("language", LANGUAGES)
class TestTables:
    def test_combat(self, language):
        (combat,) = TABLES["odds"]
        ((head, *rows),) = tables(BOOKS[language], "T.crt")
        assert head[1:] == combat["columns"]
        assert [row[0] for row in rows] == [row["label"] for row in combat["rows"]]
        assert [row[1:] for row in rows] == combat["cells"]

    @pytest.mark.parametrize(
        ("name", "place", "number"),
        [
            ("bombardment", "T.bomb", 0),
            ("naval-combat", "T.naval", 0),
            ("submarine-attacks", "T.sub", 0),
        ],
    )
    def test_values(self, language, name, place, number):
        table = VALUES[name]
        head, *rows = tables(BOOKS[language], place)[number]
        assert head[1:] == labels(table, language)
        assert [row[0] for row in rows] == [row["label"] for row in table["rows"]]
        shown = [[cell.replace(",", ".") for cell in row[1:]] for row in rows]
        assert shown == [[str(cell) for cell in row] for row in table["cells"]]

    def test_firepower_of_submarines(self, language):
        _, *rows = tables(BOOKS[language], "T.sub")[1]
        assert [int(row[1]) for row in rows] == [
            cell for (cell,) in VALUES["submarine-firepower"]["cells"]
        ]

    def test_air_combat(self, language):
        air = VALUES["air-combat"]
        ((head, *rows),) = tables(BOOKS[language], "T.air")
        heads = labels(air, language)
        assert head[2:] == heads
        lines = [(band, row["label"]) for band in heads for row in air["rows"]]
        assert [(row[0], row[1]) for row in rows] == lines
        assert [row[2:] for row in rows] == air["cells"]

    def test_weather(self, language):
        said = {
            "pt": {"bom": "good", "ruim": "bad", "monção": "monsoon"},
            "en": {each: each for each in ("good", "bad", "monsoon")},
        }[language]
        ((_, *rows),) = tables(BOOKS[language], "T.weather")
        assert [row[0] for row in rows] == [row["label"] for row in VALUES["weather"]["rows"]]
        shown = [[said[cell] for cell in row[1:]] for row in rows]
        assert shown == VALUES["weather"]["cells"]

    def test_reconnaissance(self, language):
        chart = TABLES["charts"][0]
        ((_, *rows),) = tables(BOOKS[language], "6.6.2")
        shown = {row[0]: [None if c == "—" else int(c[0]) for c in row[1:]] for row in rows}
        villages = [cells for row, cells in zip(chart["rows"], chart["cells"], strict=True)
                    if row["id"].startswith("village")]  # fmt: skip
        assert all(cells == villages[0] for cells in villages)
        for row, cells in zip(chart["rows"], chart["cells"], strict=True):
            if not row["id"].startswith("village-"):
                assert shown.pop(row["name"][language]) == cells
        assert not shown

    def test_terrain(self, language):
        known = {"forbidden": None, "proibido": None, "½": 0.5}
        ((_, *rows),) = tables(BOOKS[language], "T.terrain")
        shown = {}
        for name, *cells in rows:
            costs = [known[c] if c in known else int(c) for c in cells[:2]]
            found = re.fullmatch(r"\+?(\d+)", cells[2])
            shown[name] = [*costs, int(found[1]) if found else 0]
        wanted = {}
        for row in (*TABLES["terrain"], *TABLES["hexsides"], *TABLES["networks"]):
            if row["id"].startswith("village-") or row["id"] in {"sea", "strait"}:
                continue
            cost = row["cost"]
            wanted[row["name"][language]] = [cost["foot"], cost["armour"], row.get("columns", 0)]
        assert shown == wanted

    def test_vulnerability(self, language):
        names = {each["name"][language]: each["id"] for each in RULES["unit_types"]}
        ((_, *rows),) = tables(BOOKS[language], "T.vuln")
        shown = {names[row[0]]: [int(cell) for cell in row[1:]] for row in rows}
        assert shown == {name: row for name, row in TABLES["indices"][0]["rows"].items() if row}

    def test_replacements(self, language):
        pools = {pool["name"][language]: pool["per_turn"] for pool in CAMPAIGN["pools"]}
        ((_, *rows),) = tables(BOOKS[language], "T.replacement")
        for name, spans in rows:
            points = []
            for first, last, each in re.findall(r"(\d+)-(\d+): (\d+)", spans):
                points += [int(each)] * (int(last) - int(first) + 1)
            assert points == pools.pop(name)
        assert not pools

    def test_results(self, language):
        text = clauses(BOOKS[language])
        named = [result for result in TABLES["results"] if result["rule"].startswith("filipinas-5")]
        assert len(named) == 9
        for result in named:
            assert result["id"] in text[result["rule"]]


SHIP = re.compile(r"(?:us|jp)-(tg|dpa|den|dcr|ddd|dsb|comb)-(.+)")
PLURALS = {
    "pt": {"Brigadas Mistas": "Brigada Mista", "Brigadas": "Brigada", "Grupos": "Grupo"},
    "en": {"Regiments": "Regiment", "Brigades": "Brigade", "Groups": "Group"},
}
JOINT = {
    "pt": re.compile(r"((?:\d+[ºª], )*\d+[ºª] e \d+[ºª]) (.+)"),
    "en": re.compile(r"((?:\d+[a-z]{2}, )*\d+[a-z]{2} and \d+[a-z]{2}) (.+)"),
}
SERIES = re.compile(r"(.+?[ -])(\d[\d.]*(?:, \d[\d.]*)+)")


def called(unit, language):
    """How the lists call a counter: ships by the letters on the piece."""
    ship = SHIP.fullmatch(unit)
    if ship:
        return f"{ship[1].upper()} {ship[2].replace('-', '.')}"
    return COUNTERS[unit]["name"][language]


def names(cell, language):
    """The counters that a cell of the lists names, one by one."""
    found = []
    for item in cell.split("; "):
        if joint := JOINT[language].fullmatch(item):
            kind = joint[2]
            for plural, single in PLURALS[language].items():
                kind = re.sub(rf"\b{plural}\b", single, kind)
            found += [f"{number} {kind}" for number in re.split(r", | e | and ", joint[1])]
        elif series := SERIES.fullmatch(item):
            found += [series[1] + number for number in series[2].split(", ")]
        else:
            found.append(item)
    return found


def in_no_list(unit):
    """Dummies and letters of forces: their clauses name them, not the lists."""
    return COUNTERS[unit]["type"] == "task-force" or "dummy" in COUNTERS[unit].get("tags", [])


def side(unit):
    return "jp" if unit.startswith("jp-") else "us"


def listed(language):
    """(side, list, row) for every row of the lists of 15.1."""
    found = tables(BOOKS[language], "15.1")
    assert len(found) == 6
    kinds = [(owner, kind) for owner in ("us", "jp") for kind in ("start", "arrive", "leave")]
    return [(*kind, row) for kind, (_, *rows) in zip(kinds, found, strict=True) for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
class TestLists:
    def test_every_counter_where_and_when(self, language):
        keys = {
            "start": ("setup", "free"),
            "arrive": ("reinforcements",),
            "leave": ("withdrawals",),
        }
        shown = {kind: [] for kind in keys}
        for owner, kind, row in listed(language):
            turn = 0 if kind == "start" else int(row[0])
            shown[kind] += [(owner, turn, name) for name in names(row[-1], language)]
        for kind, parts in keys.items():
            wanted = [
                (side(unit), entry.get("turn", 0), called(unit, language))
                for part in parts
                for entry in CAMPAIGN[part]
                for unit in entry["units"]
                if not in_no_list(unit)
            ]
            assert sorted(shown[kind]) == sorted(wanted)

    def test_hexes_of_the_set_up(self, language):
        shown = {}
        for _, kind, row in listed(language):
            found = re.search(r"\((\d{4})\)$", row[0])
            if kind == "start" and found:
                shown[found[1]] = sorted(names(row[1], language))
        assert shown == {
            entry["hex"]: sorted(called(unit, language) for unit in entry["units"])
            for entry in CAMPAIGN["setup"]
            if "hex" in entry
        }

    def test_boxes_of_the_set_up(self, language):
        boxes = {each["id"]: each["name"][language] for each in data("board.yaml")["boxes"]}
        deck = {"pt": r"convés d[oa] ", "en": "deck of "}[language]
        reduced = {"pt": " (com baixas)", "en": " (with losses)"}[language]
        rows = [(row[0], row[1]) for _, kind, row in listed(language) if kind == "start"]
        for entry in CAMPAIGN["setup"]:
            if "hex" in entry or in_no_list(entry["units"][0]):
                continue
            if "in" in entry:
                place = called(entry["in"], language)
            else:
                place = boxes[entry["box"]] + (reduced if entry.get("reduced") else "")
            matching = [row for row in rows if re.sub(f"^{deck}", "", row[0]) == place]
            wanted = sorted(called(unit, language) for unit in entry["units"])
            assert [sorted(names(row[1], language)) for row in matching] == [wanted]

    def test_places_of_arrival(self, language):
        """Troops to the boxes, ships to the fleet, aircraft also to displaced aerodromes."""
        boxes = {each["id"]: each["name"][language] for each in data("board.yaml")["boxes"]}
        shown = {
            (owner, row[0], name): row[1]
            for owner, kind, row in listed(language)
            if kind == "arrive"
            for name in names(row[2], language)
        }
        words_for = {
            "pt": ["quadro de Exército", "quadro do Japão", "aeródromo deslocado", "porta-aviões"],
            "en": ["army box", "Japan box", "displaced aerodrome", "carrier"],
        }[language]
        for entry in CAMPAIGN["reinforcements"]:
            where = entry["where"]
            into = where["boxes"]
            for unit in entry["units"]:
                if in_no_list(unit):
                    continue
                told = shown[entry["side"], str(entry["turn"]), called(unit, language)]
                assert (words_for[0] in told) == ("army-6" in into)
                assert (words_for[1] in told) == ("japan" in into)
                assert (words_for[2] in told) == ("biak" in into)
                assert (words_for[3] in told) == (where["kind"] == "deck")
                assert (boxes["formosa"] in told) == ("formosa" in into)
                assert (told == boxes[f"{entry['side']}-fleet"]) == into[0].endswith("-fleet")


@pytest.mark.parametrize("language", LANGUAGES)
class TestData:
    def test_points_of_the_islands(self, language):
        text = clauses(BOOKS[language])
        for goal in CAMPAIGN["objectives"]:
            said = plain(text[goal["rule"]])
            name = re.escape(goal["region"].capitalize())
            first = re.search(rf"\b{name}\b[^\d]*?(\d+)", said)
            assert first, goal
            assert {int(first[1])} == set(goal["points"].values())

    def test_points_for_losses(self, language):
        text = clauses(BOOKS[language])
        score = RULES["rules"]["scoring"]
        places = {
            "us": {
                "15.2.1-1": ["land_destroyed"],
                "15.2.1-2": ["carriers", "cruisers"],
                "15.2.1-3": ["unused_replacement"],
            },
            "jp": {
                "15.2.2-1": ["land_destroyed"],
                "15.2.2-2": ["carriers", "battleships", "cruisers"],
                "15.2.2-3": ["guerrillas"],
                "15.2.2-4": ["land_left"],
                "15.2.2-5": ["unused_replacement"],
            },
        }
        for owner, chapters in places.items():
            for clause, keys in chapters.items():
                numbers = re.findall(r": (\d+)", text[f"filipinas-{clause}"])
                assert [int(each) for each in numbers] == [score[owner][key] for key in keys]
        assert score["us"]["carriers"] == score["us"]["battleships"]
        assert score["us"]["cruisers"] == score["us"]["destroyers"]
        assert score["jp"]["cruisers"] == score["jp"]["destroyers"] == score["jp"]["convoys"]

    def test_distances_of_displaced_aerodromes(self, language):
        said = clauses(BOOKS[language])["filipinas-14.1-2"]
        boxes = [each for each in data("board.yaml")["boxes"] if each["kind"] == "displaced"]
        assert len(boxes) == 7
        for box in boxes:
            (count,) = box["distances"].values()
            assert f"{box['name'][language]} {count}" in said
