"""The rulebook of Batalha de Leyte: both languages alike, complete, and true to the data."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "modules" / "leyte"
ORIGINALS = ROOT.parent / "shared" / "seeds"

LANGUAGES = ["pt", "en"]
BOOKS = {each: (MODULE / f"rules.{each}.md").read_text("utf-8") for each in LANGUAGES}
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "leyte.json").read_text("utf-8"))

HEADING = re.compile(r"^## (\S+) (.+) \{#(\S+)\}$")
ANCHOR = re.compile(r"\{#(?P<section>\S+)\}|<a id=\"(?P<clause>[^\"]+)\"></a>")
CLAUSE = re.compile(r"<a id=\"(leyte-(\S+?)-(\d+))\"></a>\*\*(\d+)\.\*\* (.+)")
SHARED_WORDS = 8
BEACHES = [
    "white-beach",
    "red-beach",
    "orange-beach",
    "blue-beach",
    "yellow-beach",
]

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
    whole, half, _ = cell.lstrip("+").partition("½")
    return Fraction(whole or 0) + (Fraction(1, 2) if half else 0)


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


def everything():
    """The rows of the terrain table; a strait is sea and has none of its own."""
    tables = data("tables.yaml")
    rows = tables["terrain"] + tables["hexsides"] + tables["networks"]
    return [each for each in rows if each["id"] != "strait"]


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
        assert {each for each in anchors(BOOKS[language]) if each.startswith("leyte-")} == known

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

    def test_both_languages_give_the_same_numbers(self):
        found = [
            {ident: sorted(re.findall(r"\d+|½", text)) for ident, text in clauses(book).items()}
            for book in BOOKS.values()
        ]
        assert [ident for ident in found[0] if found[0][ident] != found[1][ident]] == []

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

    def test_disputed_readings_are_the_same_in_both(self):
        marked = [
            {ident for ident, text in clauses(book).items() if "†" in text}
            for book in BOOKS.values()
        ]
        assert marked[0] == marked[1] != set()


class TestWords:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_line_is_in_the_other_language(self, language):
        lines = BOOKS[language].splitlines()
        assert [line for line in lines if FOREIGN[language] & set(words(line))] == []

    @pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the original rulebook is not at hand")
    def test_no_sentence_is_that_of_the_original(self):
        (path,) = ORIGINALS.glob("000_*.txt")
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
        head, *rows = table(BOOKS[language], "T-crt")
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
            for row in table(BOOKS[language], "T-terrain")[1:]
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
            row[0]: [amount(cell) for cell in row[1:]] for row in table(BOOKS[language], "9.0")[1:]
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
        for turns, *points in table(BOOKS[language], "6.0")[1:]:
            first, _, last = turns.partition("-")
            shown += [[int(cell) for cell in points]] * (int(last or first) - int(first) + 1)
        assert shown == [list(pair) for pair in zip(american, japanese, strict=True)]

    def test_bombardment(self, language):
        bombardment, _ = data("tables.yaml")["values"]
        head, *rows = table(BOOKS[language], "T-bomb")
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
        _, *rows = table(BOOKS[language], "T-vuln")
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
