"""The rulebook of Batalha de Metz: both languages alike, complete, and true to the data."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "modules" / "metz"
ORIGINALS = ROOT.parent / "shared" / "seeds"

LANGUAGES = ["pt", "en"]
BOOKS = {each: (MODULE / f"rules.{each}.md").read_text("utf-8") for each in LANGUAGES}
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "metz.json").read_text("utf-8"))

HEADING = re.compile(r"^## (\S+) (.+) \{#(\S+)\}$")
ANCHOR = re.compile(r"\{#(?P<section>\S+)\}|<a id=\"(?P<clause>[^\"]+)\"></a>")
CLAUSE = re.compile(r"<a id=\"(metz-(\S+?)-(\d+))\"></a>\*\*(\d+)\.\*\* (.+)")
SHARED_WORDS = 8

# Words that only the other language has.
FOREIGN = {
    "pt": {"the", "and", "of", "with", "which", "must", "from", "hex", "piece", "enemy", "by"},
    "en": {"não", "que", "uma", "com", "dos", "pelo", "para", "hexágono", "peça", "ou", "são"},
}
EDGES = {
    "north": {"pt": "Norte", "en": "north"},
    "east": {"pt": "Leste", "en": "east"},
    "south": {"pt": "Sul", "en": "south"},
    "west": {"pt": "Oeste", "en": "west"},
}


def data(name):
    return yaml.safe_load((MODULE / name).read_text("utf-8"))


def anchors(book):
    return [found["section"] or found["clause"] for found in ANCHOR.finditer(book)]


def clauses(book):
    """Clause -> its numbered paragraph."""
    return {found[1]: found[0] for found in CLAUSE.finditer(book)}


def section(book, name):
    """The lines under one heading."""
    lines = book.splitlines()
    start = next(n for n, line in enumerate(lines) if line.endswith(f"{{#{name}}}"))
    end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("## ")), len(lines))
    return lines[start + 1 : end]


def tables(book, name):
    """The tables of a section, each as rows of cells without the rule under its head."""
    found, rows = [], []
    for line in [*section(book, name), ""]:
        if line.startswith("|"):
            rows.append([cell.strip(" *") for cell in line.strip("| ").split(" | ")])
        elif rows:
            found.append([rows[0], *rows[2:]])
            rows = []
    return found


def amount(cell):
    """A number of points or columns as the tables print it; None if there is no way in."""
    if cell in {"proibido", "forbidden", "por ponte", "by bridge", "terreno", "terrain"}:
        return None
    if cell == "—":
        return Fraction(0)
    return Fraction(1, 2) if cell == "½" else Fraction(cell.lstrip("+"))


def words(text):
    """The words of a text, in lower case, those cut at the end of a line put together."""
    return re.findall(r"[^\W_]+", re.sub(r"(\w)-\s*\n", r"\1", text).lower())


def prose(book):
    """The words of each paragraph; headings and tables have little choice of words."""
    for line in book.splitlines():
        if not line.lstrip("> ").startswith(("#", "|")):
            yield words(re.sub(r"<[^>]+>|\]\([^)]*\)", "", line))


def counter_names(language):
    return {each["id"]: each["name"][language] for each in data("counters.yaml")["counters"]}


class TestAnchors:
    def test_both_languages_have_the_same(self):
        assert anchors(BOOKS["pt"]) == anchors(BOOKS["en"])

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_each_stands_once(self, language):
        found = anchors(BOOKS[language])
        assert len(found) == len(set(found))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_clause_and_example_is_there(self, language):
        known = set(IDS["clauses"]) | set(IDS["examples"])
        assert {each for each in anchors(BOOKS[language]) if each.startswith("metz-")} == known

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_clause_is_a_numbered_paragraph_in_its_section(self, language):
        current, last, found = "", 0, []
        for line in BOOKS[language].splitlines():
            if line.startswith("## "):
                number, _, anchor = HEADING.fullmatch(line).groups()
                assert number == anchor
                current, last = anchor, 0
            elif clause := CLAUSE.fullmatch(line):
                assert clause[2] == current
                assert int(clause[3]) == int(clause[4]) == last + 1
                last += 1
                found.append(clause[1])
        assert sorted(found) == sorted(IDS["clauses"])

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_links_lead_somewhere(self, language):
        targets = set(re.findall(r"\]\(#([^)]+)\)", BOOKS[language]))
        assert targets
        assert targets - set(anchors(BOOKS[language])) == set()

    def test_disputed_readings_are_the_same_in_both(self):
        marked = [
            {ident for ident, text in clauses(book).items() if "†" in text}
            for book in BOOKS.values()
        ]
        assert marked[0] == marked[1]
        assert "metz-5.1.2-10" in marked[0]
        assert "metz-4.1.1-1" not in marked[0]


class TestWords:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_line_is_in_the_other_language(self, language):
        lines = BOOKS[language].splitlines()
        assert [line for line in lines if FOREIGN[language] & set(words(line))] == []

    @pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the original rulebook is not at hand")
    def test_no_sentence_is_that_of_the_original(self):
        (path,) = ORIGINALS.glob("004_*.txt")
        original = words(path.read_text("utf-8"))
        printed = set(zip(*(original[n:] for n in range(SHARED_WORDS)), strict=False))
        assert len(printed) > len(original) // 2
        for paragraph in prose(BOOKS["pt"]):
            runs = zip(*(paragraph[n:] for n in range(SHARED_WORDS)), strict=False)
            assert [" ".join(run) for run in runs if run in printed] == []


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
        head, *rows = tables(BOOKS[language], "2.3")[0]
        ranges = [[int(number) for number in re.findall(r"\d+", cell)] for cell in head[1:]]
        assert ranges == [
            [column["from"], column["to"]] if "to" in column else [column["from"]]
            for column in bombardment["columns"]
        ]
        assert [row[0] for row in rows] == [row["label"] for row in bombardment["rows"]]
        assert [row[1:] for row in rows] == bombardment["cells"]

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
    def test_options_stand_at_their_clause(self, language):
        word = {"pt": "Opção: ", "en": "Option: "}[language]
        text = clauses(BOOKS[language])
        options = [each for each in data("module.yaml")["options"] if "rule" in each]
        for option in options:
            assert f"{word}*{option['name'][language]}*" in text[option["rule"]]
        named = set(re.findall(rf"{word}\*([^*]+)\*", BOOKS[language]))
        assert named == {option["name"][language] for option in options}

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
