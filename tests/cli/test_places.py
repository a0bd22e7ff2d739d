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
from tabuleiro.module import ModuleError, load_module
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


def numbers_of(game):
    """Lines of parameters, tables and scenarios that hold numbers, by a clause that they name.

    Each with all clauses that are named there, and at the head of its list: one has the number.
    """
    module, places = places_of(game)
    files = [module.root / "module.yaml", module.root / "tables.yaml"]
    files += module.root.glob("scenarios/*.yaml")
    named, heads = {}, {}
    for clause in sorted(read_proofs(module.root).tests):
        for place in places.data.get(clause, ()):
            if place.file in files and not place.name.startswith("rules.clauses."):
                section = place.file, place.name.partition(".")[0]
                for line in place.lines:
                    named.setdefault((*section, line), set()).add(clause)
                    heads[section] = min(line, heads.get(section, line))
    found = {}
    for (file, section, line), here in named.items():
        head = named[file, section, heads[file, section]] if section != "rules" else set()
        clauses = here | head
        lines = file.read_text("utf-8").splitlines()
        if NUMBER.search(lines[line - 1].partition("#")[0]):
            for clause in clauses:
                found.setdefault(clause, []).append((game, file, line, sorted(clauses)))
    return found


@pytest.mark.slow
def test_whoever_changes_a_number_breaks_a_proof(tmp_path):
    """A sample, drawn anew when data change: numbers one higher than they are."""
    found = {clause: at for game in GAMES for clause, at in numbers_of(game).items()}
    assert len(found) > 200
    chance = random.Random(13)
    for name in chance.sample(sorted(found), 4):
        game, file, line, clauses = chance.choice(sorted(found[name]))
        module, _ = places_of(game)
        folder = tmp_path / f"{file.stem}-{line}"
        root = shutil.copytree(module.root, folder / game)
        text = file.read_text("utf-8").splitlines(keepends=True)
        data, mark, comment = text[line - 1].partition("#")
        data = NUMBER.sub(lambda number: str(int(number[0]) + 1), data)
        text[line - 1] = data + mark + comment
        (root / file.relative_to(module.root)).write_text("".join(text), "utf-8")
        try:
            load_module(root)
        except ModuleError:  # noticed before it is played
            continue
        proofs = read_proofs(module.root).tests
        tests = sorted({test for clause in clauses for test in proofs[clause]})
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
            cwd=ROOT, env={**os.environ, "TABULEIRO_MODULES": str(folder)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 1, f"{clauses}: {text[line - 1]}\n{ran.stdout[-2000:]}"
