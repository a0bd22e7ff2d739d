"""Reading the rulebooks of `modules/`: anchors, clauses, sections and tables, in both languages."""

import json
import re
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
GAMES = ["diadem", "leyte", "metz", "papua", "filipinas"]
LANGUAGES = ["pt", "en"]

ANCHOR = re.compile(r"\{#(?P<section>\S+)\}|<a id=\"(?P<clause>[^\"]+)\"></a>")
EXAMPLE = re.compile(r"> <a id=\"(\S+-ex-\S+)\"></a>\*\*(?:Exemplo|Example)\.\*\* (.+)")
FORBIDDEN = {"proibido", "forbidden", "por ponte", "by bridge", "terreno", "terrain"}


@lru_cache
def books(game):
    """The text of a game's rulebook in each language."""
    folder = ROOT / "modules" / game
    return {each: (folder / f"rules.{each}.md").read_text("utf-8") for each in LANGUAGES}


@lru_cache
def read(game, name):
    """A YAML file of a module."""
    text = (ROOT / "modules" / game / name).read_text("utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)


@lru_cache
def ids(game):
    """The clauses and examples that there are."""
    return json.loads((ROOT / "tests" / "rules" / "ids" / f"{game}.json").read_text("utf-8"))


def anchors(book):
    return [found["section"] or found["clause"] for found in ANCHOR.finditer(book)]


def clause_line(game):
    return re.compile(rf"<a id=\"({game}-(\S+?)-(\d+))\"></a>\*\*(\d+)\.\*\* (.+)")


def clauses(book):
    """Clause -> its numbered paragraph."""
    return {found[1]: found[0] for found in clause_line(r"[a-z]+").finditer(book)}


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
            cells = line.removeprefix("| ").removesuffix(" |").split(" | ")
            rows.append([re.sub(r"\\\*", "★", c).strip(" *|").replace("★", "*") for c in cells])
        elif rows:
            found.append([rows[0], *rows[2:]])
            rows = []
    return found


def amount(cell):
    """A number of points or columns as the tables print it; None if there is no way in."""
    if cell in FORBIDDEN:
        return None
    if cell == "—":
        return Fraction(0)
    whole, half, _ = cell.lstrip("+").partition("½")
    return Fraction(whole or 0) + (Fraction(1, 2) if half else 0)


def linked_clause(cell):
    return re.fullmatch(r"\[\d+\]\(#(\S+)\)", cell)[1]


def plain(line):
    """A line without anchors and the targets of its links."""
    return re.sub(r"<[^>]+>|\]\([^)]*\)", "", line)


def words(text):
    """The words of a text, in lower case, those cut at the end of a line put together."""
    return re.findall(r"[^\W_]+", re.sub(r"(\w)-\s*\n", r"\1", text).lower())


def prose(book):
    """The words of each paragraph; headings and tables have little choice of words."""
    for line in book.splitlines():
        if not line.lstrip("> ").startswith(("#", "|")):
            yield words(plain(line))


def prints_the_bombardment(table, bombardment):
    """Whether a table of a rulebook is that of the data: ranges, rows and cells."""
    head, *rows = table
    ranges = [[int(number) for number in re.findall(r"\d+", cell)] for cell in head[1:]]
    columns = bombardment["columns"]
    return (
        ranges == [[c["from"], c["to"]] if "to" in c else [c["from"]] for c in columns]
        and [row[0] for row in rows] == [row["label"] for row in bombardment["rows"]]
        and [row[1:] for row in rows] == bombardment["cells"]
    )
