"""The rulebook of Papua - Nova Guiné: both languages alike, complete, and true to the data."""

import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "modules" / "papua"
ORIGINALS = ROOT.parent / "shared" / "seeds"

LANGUAGES = ["pt", "en"]
BOOKS = {each: (MODULE / f"rules.{each}.md").read_text("utf-8") for each in LANGUAGES}
IDS = json.loads((ROOT / "tests" / "rules" / "ids" / "papua.json").read_text("utf-8"))

HEADING = re.compile(r"^## (\S+) (.+) \{#(\S+)\}$")
ANCHOR = re.compile(r"\{#(?P<section>\S+)\}|<a id=\"(?P<clause>[^\"]+)\"></a>")
CLAUSE = re.compile(r"<a id=\"(papua-(\S+?)-(\d+))\"></a>\*\*(\d+)\.\*\* (.+)")
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


def section(book, name):
    """The lines under one heading."""
    lines = book.splitlines()
    start = next(n for n, line in enumerate(lines) if line.endswith(f"{{#{name}}}"))
    end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("## ")), len(lines))
    return lines[start + 1 : end]


def tables(book, name):
    """The cells of each table of a section, without its rule."""
    found, last = [], ""
    for line in section(book, name):
        if line.startswith("|"):
            if not last.startswith("|"):
                found.append([])
            cells = line.removeprefix("| ").removesuffix(" |").split(" | ")
            found[-1].append([re.sub(r"\\\*", "★", cell).strip(" *") for cell in cells])
        last = line
    return [[[c.replace("★", "*") for c in row] for row in (each[0], *each[2:])] for each in found]


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
        assert {each for each in anchors(BOOKS[language]) if each.startswith("papua-")} == known

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
        assert marked[0] == marked[1]
        assert len(marked[0]) > 90


class TestWords:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_line_is_in_the_other_language(self, language):
        lines = [re.sub(r"“[^”]*”", "", line) for line in BOOKS[language].splitlines()]
        assert [line for line in lines if FOREIGN[language] & set(words(line))] == []

    def test_numbers_are_the_same_in_both(self):
        """A slip in one language would show as another number."""
        numbers = []
        for book in BOOKS.values():
            lines = [re.sub(r"<[^>]+>|\]\([^)]*\)", "", text) for text in clauses(book).values()]
            numbers.append([sorted(re.findall(r"\d+(?:-\d+)+|D2B", line)) for line in lines])
        assert numbers[0] == numbers[1]

    @pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the original rulebook is not at hand")
    def test_no_sentence_is_that_of_the_original(self):
        (path,) = ORIGINALS.glob("003_*.txt")
        original = words(path.read_text("utf-8"))
        printed = set(zip(*(original[n:] for n in range(SHARED_WORDS)), strict=False))
        assert len(printed) > len(original) // 2
        for paragraph in prose(BOOKS["pt"]):
            runs = zip(*(paragraph[n:] for n in range(SHARED_WORDS)), strict=False)
            assert [" ".join(run) for run in runs if run in printed] == []


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
    def test_options_stand_at_their_clause(self, language):
        word = {"pt": "Opção: ", "en": "Option: "}[language]
        text = clauses(BOOKS[language])
        options = [each for each in data("module.yaml")["options"] if "rule" in each]
        for option in options:
            assert f"{word}*{option['name'][language]}*" in text[option["rule"]]
        named = set(re.findall(rf"{word}\*([^*]+)\*", BOOKS[language]))
        assert named == {option["name"][language] for option in options}

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
