"""Where a rule stands: what is listed is there, and carries the clause."""

import os
import random
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tabuleiro.cli.code_reached import source_of
from tabuleiro.cli.data_places import notes_in
from tabuleiro.cli.place_leads import Found, follow
from tabuleiro.cli.places import find_places
from tabuleiro.cli.rulebook import read_rulebook
from tabuleiro.cli.rules import clauses_by_section
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import load_module
from tabuleiro.proofs import read_proofs

GAMES = ("diadem", "leyte", "metz", "papua", "filipinas")
ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"(?<=[ \[:])(\d+)(?=[,}\]\s]|$)")

TABLES = """\
values: # (4.0-5)
  - {id: combat, dice: 2}
terrain:
  - {id: swamp, no_attack: [armour], tags: [wet]}
"""
HERE = """\
from duel_there import Flood, is_wet

class Part:
    "A part (4.0-2).\\n\\n    It floods."
    def steps(self):
        return [Flood()]

def check(s, place):
    if is_wet(s, place):
        return "duel-4.0-1"
    return s.module.values["combat"]

def blank(s):
    return "duel-4.0-3"
"""
THERE = """\
from enum import Enum

class Flood:
    def run(self, change): ...

def is_wet(s, place):
    return "wet" in s.module.terrain[place].tags or s.module.terrain[place].no_attack

class Moment(Enum):
    FLOOD = "flood"

def is_time(moment):
    return moment is Moment.FLOOD
"""


@cache
def places_of(game):
    module = Catalogue.installed().module(game)
    return module, find_places(module, clauses_by_section(read_rulebook(module)))


class TestWhereTheyLead:
    """A clause that one place names stands as well in others."""

    @pytest.fixture
    def lead(self, tmp_path, monkeypatch):
        (tmp_path / "tables.yaml").write_text(TABLES)
        (tmp_path / "duel_here.py").write_text(HERE)
        (tmp_path / "duel_there.py").write_text(THERE)
        monkeypatch.syspath_prepend(tmp_path)
        source_of.cache_clear()
        sources = {
            tmp_path / "duel_here.py": {"Part", "check", "blank"},
            tmp_path / "duel_there.py": {"Flood", "is_wet", "Moment", "is_time"},
        }

        def lead(kind, file, name, line):
            found = {"data": Found(), "code": Found()}
            found[kind].add("x", tmp_path / file, name, line)
            led = follow(sources, [tmp_path / "tables.yaml"], **found).lines.get("x", {})
            return {(path.name, there): lines for (path, there), lines in led.items()}

        return lead

    def test_to_whom_code_asks_first_and_what_it_looks_up(self, lead):
        assert lead("code", "duel_here.py", "check", 10) == {
            ("duel_there.py", "is_wet"): {6},
            ("tables.yaml", "values.combat"): {2},
        }
        assert lead("code", "duel_here.py", "blank", 14) == {}

    def test_to_the_steps_of_a_part(self, lead):
        assert lead("code", "duel_here.py", "Part", 4) == {("duel_there.py", "Flood"): {3}}

    def test_to_what_reads_an_entry_of_the_data(self, lead):
        assert lead("data", "tables.yaml", "values.combat", 2) == {("duel_here.py", "check"): {11}}

    def test_to_what_asks_for_a_tag_or_a_field(self, lead):
        assert ("duel_there.py", "is_wet") in lead("data", "tables.yaml", "terrain.swamp", 4)

    def test_what_data_hold(self, tmp_path):
        (tmp_path / "tables.yaml").write_text(TABLES)
        notes = {(note.section, note.word) for note in notes_in([tmp_path / "tables.yaml"])}
        assert notes >= {("values", ""), ("values", "combat"), ("tags", "wet"),
                         ("fields", "no_attack")}  # fmt: skip
        assert ("fields", "id") not in notes


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_stands_somewhere_in_a_few_files(game):
    module, places = places_of(game)
    for section in read_rulebook(module):
        for clause in section.clauses:
            found = places.of(clause.id)
            assert 1 <= len({place.file for place in found}) <= 6, clause.id
            for place in found:
                length = len(place.file.read_text("utf-8").splitlines())
                assert all(1 <= line <= length for line in place.lines)


@pytest.mark.slow
def test_whoever_changes_a_parameter_breaks_a_proof(tmp_path):
    """A sample, drawn anew when data change: numbers of `rules:` one higher than they are."""
    found = []
    for game in GAMES:
        module, places = places_of(game)
        for clause in sorted(read_proofs(module.root).tests):
            for place in places.data.get(clause, ()):
                if place.name.startswith("rules.") and not place.name.startswith("rules.clauses."):
                    lines = place.file.read_text("utf-8").splitlines()
                    found += [(game, clause, place.file, line) for line in place.lines
                              if NUMBER.search(lines[line - 1].partition("#")[0])]  # fmt: skip
    assert len(found) > 60
    for game, clause, file, line in random.Random(13).sample(found, 4):
        module, _ = places_of(game)
        folder = tmp_path / clause
        root = shutil.copytree(module.root, folder / game)
        text = file.read_text("utf-8").splitlines(keepends=True)
        data, mark, comment = text[line - 1].partition("#")
        data = NUMBER.sub(lambda number: str(int(number[0]) + 1), data)
        text[line - 1] = data + mark + comment
        (root / file.relative_to(module.root)).write_text("".join(text), "utf-8")
        load_module(root)  # it is as good a module as before
        tests = read_proofs(module.root).tests[clause]
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
            cwd=ROOT, env={**os.environ, "TABULEIRO_MODULES": str(folder)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 1, f"{clause}: {text[line - 1]}\n{ran.stdout[-2000:]}"
