"""The rulebook of Operação Diadem: both languages alike, complete, and true to the data."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "modules" / "diadem"
ORIGINALS = ROOT.parent / "shared" / "seeds"

LANGUAGES = ["pt", "en"]
BOOKS = {each: (MODULE / f"rules.{each}.md").read_text("utf-8") for each in LANGUAGES}
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "diadem.json").read_text("utf-8"))

HEADING = re.compile(r"^## (\S+) (.+) \{#(\S+)\}$")
ANCHOR = re.compile(r"\{#(?P<section>\S+)\}|<a id=\"(?P<clause>[^\"]+)\"></a>")
CLAUSE = re.compile(r"<a id=\"(diadem-(\S+?)-(\d+))\"></a>\*\*(\d+)\.\*\* (.+)")
SHARED_WORDS = 8

# Words that only the other language has.
FOREIGN = {
    "pt": {"the", "and", "of", "with", "which", "must", "from", "hex", "piece", "enemy", "by"},
    "en": {"não", "que", "uma", "com", "dos", "pelo", "para", "hexágono", "peça", "ou", "são"},
}


def data(name):
    return yaml.safe_load((MODULE / name).read_text("utf-8"))


def anchors(book):
    return [found["section"] or found["clause"] for found in ANCHOR.finditer(book)]


def clauses(book):
    """Clause -> its numbered paragraph."""
    return {found[1]: found[0] for found in CLAUSE.finditer(book)}


def clause_number(ident):
    return int(ident.rpartition("-")[2])


def section(book, name):
    """The lines under one heading."""
    lines = book.splitlines()
    start = next(n for n, line in enumerate(lines) if line.endswith(f"{{#{name}}}"))
    end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("## ")), len(lines))
    return lines[start + 1 : end]


def table(book, name):
    """The cells of the first table of a section, without its rule."""
    rows = [line.strip("| ").split(" | ") for line in section(book, name) if line.startswith("|")]
    return [[cell.strip(" *") for cell in row] for row in (rows[0], *rows[2:])]


def amount(cell):
    """A number of points or columns as the tables print it; None if forbidden."""
    if cell in {"proibido", "forbidden"}:
        return None
    if cell == "—":
        return Fraction(0)
    return Fraction(1, 2) if cell == "½" else Fraction(cell.lstrip("+"))


def linked_clause(cell):
    return re.fullmatch(r"\[\d+\]\(#(\S+)\)", cell)[1]


def words(text):
    """The words of a text, in lower case, those cut at the end of a line put together."""
    return re.findall(r"[^\W_]+", re.sub(r"(\w)-\s*\n", r"\1", text).lower())


def prose(book):
    """The words of each paragraph; headings and tables have little choice of words."""
    for line in book.splitlines():
        if not line.lstrip("> ").startswith(("#", "|")):
            yield words(re.sub(r"<[^>]+>|\]\([^)]*\)", "", line))


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
        assert {each for each in anchors(BOOKS[language]) if each.startswith("diadem-")} == known

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
                assert int(clause[3]) == int(clause[4]) > last
                last = int(clause[4])
                found.append(clause[1])
        assert sorted(found) == sorted(IDS["clauses"])

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_links_lead_somewhere(self, language):
        targets = set(re.findall(r"\]\(#([^)]+)\)", BOOKS[language]))
        assert targets - set(anchors(BOOKS[language])) == set()

    def test_disputed_readings_are_the_same_in_both(self):
        marked = [
            {ident for ident, text in clauses(book).items() if "†" in text}
            for book in BOOKS.values()
        ]
        assert marked[0] == marked[1] != set()


class TestWords:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_line_is_in_the_other_language(self, language):
        lines = [line for line in BOOKS[language].splitlines() if "Bgda" not in line]
        assert [line for line in lines if FOREIGN[language] & set(words(line))] == []

    @pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the original rulebook is not at hand")
    def test_no_sentence_is_that_of_the_original(self):
        (path,) = ORIGINALS.glob("001_*.txt")
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
        head, *rows = table(BOOKS[language], "T-CRT")
        assert head[1:] == combat["columns"]
        assert [row[0] for row in rows] == [row["label"] for row in combat["rows"]]
        assert [row[1:] for row in rows] == combat["cells"]
        for cell, result in combat["variants"]["metz"].items():
            text = clauses(BOOKS[language])[combat["rule"]]
            assert cell.replace("/", " / ") in text
            assert result in text

    def test_terrain(self, language):
        tables = data("tables.yaml")
        everything = tables["terrain"] + tables["hexsides"] + tables["networks"]
        classes = data("module.yaml")["movement_classes"]
        _, *rows = table(BOOKS[language], "T-TERRAIN")
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
        head, *rows = table(BOOKS[language], "T-BOMB")
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
        _, *rows = table(BOOKS[language], "T-VULN")
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
    def test_options_stand_at_their_clause(self, language):
        word = {"pt": "Opção: ", "en": "Option: "}[language]
        text = clauses(BOOKS[language])
        options = [each for each in data("module.yaml")["options"] if "rule" in each]
        for option in options:
            assert f"{word}*{option['name'][language]}*" in text[option["rule"]]
        named = set(re.findall(rf"{word}\*([^*]+)\*", BOOKS[language]))
        assert named == {option["name"][language] for option in options}

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
