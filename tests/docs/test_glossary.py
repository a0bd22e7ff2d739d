"""The glossary names what is there: keys of the data, modules and classes of the code."""

import importlib
import json
import re

import pytest

from tabuleiro.engine.catalogue import Catalogue

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| (?:`([^|]+)`|–) \| `([\w.]+)` \| (.+) · \*(.+)\* \|$")
GAMES = ("diadem", "filipinas", "leyte", "metz", "papua")


@pytest.fixture(scope="module")
def rows(request):
    text = (request.config.rootpath / "docs" / "glossary.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ") and "`" in line]
    found = [ROW.match(line) for line in lines]
    assert all(found), lines[found.index(None)]
    return [row.groups() for row in found]


def test_every_word_stands_there_once(rows):
    assert len(rows) > 90
    for column in (0, 1):
        words = [word for row in rows for word in row[column].split(", ")]
        assert {word for word in words if words.count(word) > 1} == set()


def is_there(name):
    """Whether a name below `tabuleiro`, or of a plugin, is that of a module or of a part of it."""
    parts = name.split(".") if name.startswith("tabuleiro_") else ["tabuleiro", *name.split(".")]
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found is not None
    return False


def test_what_is_in_code_is_there(rows):
    assert not is_there("engine.situation.Nothing")
    assert [row[3] for row in rows if not is_there(row[3])] == []


def test_what_is_in_data_is_there(rows, request):
    schemas = request.config.rootpath / "framework" / "tabuleiro" / "schema"
    rules = {key for game in GAMES for key in Catalogue.installed().module(game).rules}
    wrong = []
    for name in filter(None, (row[2] for row in rows)):
        file, _, path = name.partition(": ")
        first, *more = path.split(".")
        schema = json.loads((schemas / f"{file.removesuffix('.yaml')}.schema.json").read_text())
        inside = {key for model in schema["$defs"].values() for key in model.get("properties", ())}
        known = rules if first == "rules" else inside
        if first not in schema["properties"] or not known.issuperset(more):
            wrong.append(name)
    assert wrong == []
