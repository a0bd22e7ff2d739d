"""Faulty modules: each is refused with sentences that name file, line and column.

Most cases stand in ``fixtures/faults.yaml``; those that cannot be written as a change of text are
functions here. Whatever is wrong, only `ModuleError` is raised and nothing is written.
"""

import contextlib
import os
import sys
import time
import tracemalloc
from datetime import date
from pathlib import Path
from typing import Annotated

import pytest
import yaml
from pydantic import Field, StringConstraints, ValidationError

from tabuleiro.i18n import catalogue, speaking
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.module.error_sentences import problems_of
from tabuleiro.module.errors import MAX_PROBLEMS
from tabuleiro.module.files import read_folder
from tabuleiro.module.loader import MAX_VALUES
from tabuleiro.module.models import Model

FIXTURES = Path(__file__).parent / "fixtures"
FAULTS = yaml.load((FIXTURES / "faults.yaml").read_bytes(), Loader=yaml.CSafeLoader)
YAML_FILES = ["module.yaml", "board.yaml", "counters.yaml", "tables.yaml", "texts.yaml",
              "scenarios/battle.yaml"]  # fmt: skip


def name_of(fault):
    return f"{fault['file']} {fault['new'][:40]!r}"


def break_it(duel, fault):
    """Bring a fault into the module and return the place that the mark stood in."""
    text = duel.read(fault["file"])
    before, old, after = text.partition(fault["old"])
    assert old == fault["old"]
    start, mark, rest = fault["new"].partition("§")
    duel.write(fault["file"], before + start + rest + after)
    lines = (before + start).split("\n")
    return (len(lines), len(lines[-1]) + 1) if mark else None


@pytest.mark.parametrize("fault", FAULTS, ids=name_of)
def test_fault(duel, fault):
    duel.cache = Cache(duel.root.parent / "cache")
    place = break_it(duel, fault)
    tree = duel.tree()

    problems = duel.problems()

    assert [str(problem) for problem in problems] == fault["says"]
    assert place is None or place in {
        (problem.line, problem.column) for problem in problems if problem.file == fault["file"]
    }
    assert duel.tree() == tree, "a refused module leaves no trace"


@pytest.mark.parametrize("fault", FAULTS[::7], ids=name_of)
def test_fault_in_portuguese(duel, fault):
    break_it(duel, fault)
    with speaking("pt"):
        problems = duel.problems()
    assert len(problems) == len(fault["says"])
    for problem, english in zip(problems, fault["says"], strict=True):
        where = f"{problem.file}:{problem.line}:{problem.column}: "
        assert english.startswith(where)
        assert str(problem) != english or "this is not YAML" in english


def test_there_are_many_faults():
    assert len(FAULTS) > 200


def test_all_faults_at_once(duel):
    duel.change("module.yaml", "family: ladder", "family: stairs")
    duel.change("board.yaml", "kind: river", "kind: rivr")
    duel.change("counters.yaml", "type: cars", "type: carts")
    duel.change("counters.yaml", "attack: 4", "attack: four")
    duel.change("tables.yaml", "foot: 2", "foot: -2")
    duel.change("scenarios/battle.yaml", "units: [red-b]", "units: [red-c]")
    problems = duel.problems()
    assert [(p.file, p.where) for p in problems] == [
        ("board.yaml", "hexsides[0].kind"),
        ("counters.yaml", "counters[0].values.attack"),
        ("counters.yaml", "counters[1].type"),
        ("module.yaml", "family"),
        ("scenarios/battle.yaml", "reinforcements[0].units[0]"),
        ("tables.yaml", "terrain[1].cost.foot"),
    ]
    assert list(problems) == sorted(problems)


# ------------------------------------------------------------------------- whole files


@pytest.mark.parametrize("name", YAML_FILES)
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", ":1:1: the file is empty"),
        (b"# nothing\n\n", ":3:1: the file is empty"),
        (b"- format: 1\n", ":1:1: the file must be a mapping of keys to values"),
        (b"format\n", ":1:1: the file must be a mapping of keys to values"),
        (b"a: 1\nb: \xff\n", ":2:4: this is not UTF-8 text (save the file in the encoding UTF-8)"),
        (
            "a: 1\n".encode("utf-16"),
            ":1:1: this is not UTF-8 text (save the file in the encoding UTF-8)",
        ),
        (
            "á: 1\n".encode("latin-1"),
            ":1:1: this is not UTF-8 text (save the file in the encoding UTF-8)",
        ),
        (
            b"\x89PNG\r\n\x1a\n",
            ":1:1: this is not UTF-8 text (save the file in the encoding UTF-8)",
        ),
        (b"a: \x00", ":1:4: the character U+0000 may not stand in a file"),
        ("a: \ufffe".encode(), ":1:4: the character U+FFFE may not stand in a file"),
        (b"a: " + b"[" * 2_000_000, ":1:53: lists and mappings are nested too deep: 51"),
        (b"{" * 2_000_000, ":1:2: a key must be a plain text"),
        (b"- " * 2_000_000, ":1:101: lists and mappings are nested too deep: 51"),
        (b"a: " + b"x" * 1_000_001, ":1:4: a text is too long: 1000000 characters is the limit"),
        (b"x" * 3_000_000 + b": 1", ":1:1: a text is too long: 1000000 characters is the limit"),
    ],
)
def test_file_that_is_none(duel, name, content, sentence):
    duel.write(name, content)
    (problem,) = [problem for problem in duel.problems() if problem.file == name]
    assert str(problem) == f"{name}{sentence}"


ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize("name", YAML_FILES)
def test_alias_bomb(duel, name):
    duel.write(name, ALIASES)
    begin = time.perf_counter()
    problems = [problem for problem in duel.problems() if problem.file == name]
    assert time.perf_counter() - begin < 5
    assert f"{name}:1:4: a: anchors (&) are not part of the module format" in map(str, problems)
    assert any("aliases (*)" in problem.message for problem in problems)


def test_huge_file_is_not_read(duel):
    with duel.path("counters.yaml").open("r+b") as file:
        file.truncate(100_000_000)
    duel.path("rules.pt.md").write_bytes(b"x" * 5_000_001)
    tracemalloc.start()
    try:
        problems = duel.problems()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [str(problem) for problem in problems] == [
        "counters.yaml:1:1: the file is too large: 5 MB is the limit",
        "rules.pt.md:1:1: the file is too large: 5 MB is the limit",
    ]
    assert peak < 20_000_000


def test_file_that_grows_while_it_is_read(duel, monkeypatch):
    stat = Path.stat
    path = duel.path("texts.yaml")
    path.write_bytes(b"x" * 6_000_000)

    def small(self, **kwargs):
        state = stat(self, **kwargs)
        return os.stat_result((*state[:6], 10, *state[7:10]))

    monkeypatch.setattr(Path, "stat", small)
    assert "texts.yaml:1:1: the file is too large: 5 MB is the limit" in map(str, duel.problems())


@pytest.mark.parametrize("name", ["module.yaml", "board.yaml", "counters.yaml", "tables.yaml",
                                  "rules.pt.md", "rules.en.md"])  # fmt: skip
def test_missing_file(duel, name):
    duel.path(name).unlink()
    assert [str(p) for p in duel.problems()] == [f"{name}:1:1: the file is missing"]


def test_no_scenario(duel):
    duel.path("scenarios/battle.yaml").unlink()
    sentence = "scenarios/*.yaml:1:1: there is no scenario: at least one file is wanted"
    assert [str(p) for p in duel.problems()] == [sentence]


def test_folder_in_place_of_a_file(duel):
    duel.path("tables.yaml").unlink()
    duel.path("tables.yaml").mkdir()
    assert [str(p) for p in duel.problems()] == ["tables.yaml:1:1: this is not a file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_pipe_in_place_of_a_file(duel):
    duel.path("tables.yaml").unlink()
    os.mkfifo(duel.path("tables.yaml"))
    assert [str(p) for p in duel.problems()] == ["tables.yaml:1:1: this is not a file"]


def test_no_folder(duel):
    with pytest.raises(ModuleError) as caught:
        load_module(duel.root / "nowhere", cache=duel.cache)
    assert str(caught.value) == "nowhere:1:1: there is no such folder"


def test_unreadable_folder(duel, monkeypatch):
    def refuse(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    (problem,) = duel.problems()
    assert str(problem) == "duel:1:1: it cannot be read: Permission denied"


# ------------------------------------------------------------------ out of the folder


def link(path, target):
    try:
        path.symlink_to(target)
    except OSError:  # pragma: no cover
        pytest.skip("links cannot be made here")


@pytest.mark.parametrize("name", [*YAML_FILES, "rules.en.md", "shapes.json"])
def test_link_out_of_the_folder(duel, name):
    outside = duel.root.parent / "outside"
    duel.path(name).rename(outside)
    link(duel.path(name), outside)
    sentence = f"{name}:1:1: the file lies outside the folder of the module"
    assert [str(p) for p in duel.problems()] == [sentence]


def test_linked_folder_of_scenarios(duel):
    outside = duel.root.parent / "outside"
    duel.path("scenarios").rename(outside)
    link(duel.path("scenarios"), outside)
    sentence = "scenarios/battle.yaml:1:1: the file lies outside the folder of the module"
    assert [str(p) for p in duel.problems()] == [sentence]


def test_link_to_nothing_and_to_itself(duel):
    duel.path("tables.yaml").unlink()
    link(duel.path("tables.yaml"), duel.path("gone.yaml"))
    duel.path("texts.yaml").unlink()
    link(duel.path("texts.yaml"), duel.path("texts.yaml"))
    first, second = duel.problems()
    assert str(first) == "tables.yaml:1:1: the file is missing"
    assert str(second).startswith("texts.yaml:1:1: ")


def test_links_inside_are_fine(duel):
    duel.path("tables.yaml").rename(duel.path("effects.txt"))
    link(duel.path("tables.yaml"), duel.path("effects.txt"))
    elsewhere = duel.root.parent / "elsewhere"
    link(elsewhere, duel.root)
    assert load_module(elsewhere, cache=duel.cache).id == "duel"


def test_too_many_scenarios(duel):
    for number in range(201):
        duel.write(f"scenarios/a{number:03}.yaml", "format: 1")
    folder = read_folder(duel.root)
    assert len(folder.scenarios) == 200
    assert [p.file for p in folder.warnings] == ["scenarios/a200.yaml", "scenarios/battle.yaml"]


# --------------------------------------------------------------------------- in general


def test_json_nested_too_deep(duel):
    duel.write("shapes.json", "[" * 200_000)
    assert 'the file "shapes.json" is not JSON' in duel.problems()[0].message


def test_error_of_many_lines(duel):
    duel.change("module.yaml", "family: ladder", "family: stairs")
    duel.change("module.yaml", "api: 1", "api: 0")
    with pytest.raises(ModuleError) as caught:
        duel.load()
    assert caught.value.module == "duel"
    assert len(str(caught.value).splitlines()) == 2


def test_module_without_a_name(duel):
    duel.write("module.yaml", "")
    with pytest.raises(ModuleError) as caught:
        duel.load()
    assert caught.value.module == "duel", "the name of the folder stands in"
    assert len(caught.value.problems) == 1, "what depends on a lost file is not complained of"


@pytest.mark.slow
@pytest.mark.parametrize("name", YAML_FILES)
def test_every_cut_of_a_file(duel, name):
    """Wherever a file breaks off, it is refused with sentences or read."""
    whole = duel.read(name).encode()
    step = max(1, len(whole) // (60 if sys.gettrace() is None else 10))
    for length in range(0, len(whole), step):
        duel.write(name, whole[:length])
        with contextlib.suppress(ModuleError):
            duel.load()


def test_sentences_are_translated():
    assert len(catalogue("pt").sentences) > 100


def test_no_folder_of_scenarios(duel):
    duel.path("scenarios/battle.yaml").unlink()
    duel.path("scenarios").rmdir()
    assert "there is no scenario" in duel.problems()[0].message


def test_faulty_entry_may_have_named_any_counter(duel):
    """A set-up that cannot be read does not make its counters unused."""
    duel.change("scenarios/battle.yaml", "units: [red-a], rule", "unit: [red-a], rule")
    assert [problem.where for problem in duel.problems()] == ["setup[0]", "setup[0].unit"]


def test_complaints_that_have_no_sentence_of_their_own():
    """Whatever pydantic finds is told, if need be in its own words."""

    class Odd(Model):
        day: date
        code: Annotated[str, StringConstraints(pattern="^x$")] = "x"
        few: Annotated[list[int], Field(max_length=1)]

    with pytest.raises(ValidationError) as caught:
        Odd.model_validate({"day": "tomorrow", "code": "y", "few": [1, 2]})
    assert problems_of(caught.value, Odd, {}) == [
        (("day",), 'Input should be a valid date: "tomorrow"', ""),
        (("code",), '"y" does not fit here', ""),
        (("few",), "no more than 1 item is wanted here", ""),
    ]


# ------------------------------------------------------------------------------- bounds


def test_a_hundred_faults_are_enough(duel):
    units = ", ".join(f"x-{number}" for number in range(500))
    duel.change("scenarios/battle.yaml", "units: [red-a], rule", f"units: [{units}], rule")
    with pytest.raises(ModuleError) as caught:
        duel.load()
    assert len(caught.value.problems) == MAX_PROBLEMS
    assert caught.value.stopped
    assert caught.value.module == "duel"


def test_fewer_faults_are_all(duel):
    duel.change("module.yaml", "family: ladder", "family: stairs")
    with pytest.raises(ModuleError) as caught:
        duel.load()
    assert not caught.value.stopped


def test_very_many_errors_of_one_file(duel):
    """The first of them are told, with their places, and no object is made for each."""
    items = "".join(f"  t.{number}: {{pt: a}}\n" for number in range(2_000))
    duel.write("texts.yaml", f"format: 1\ntexts:\n  t: {{pt: a, en: b}}\n{items}")
    problems = duel.problems()
    assert len(problems) == MAX_PROBLEMS
    assert [p.line for p in problems] == [*range(4, 4 + MAX_PROBLEMS)]


def test_too_many_values(duel):
    duel.change("module.yaml", "rules:\n", f"rules:\n  a: [{'1,' * MAX_VALUES}]\n")
    sentence = f"there is too much in it: {MAX_VALUES} values is the limit"
    assert [(p.file, p.message) for p in duel.problems()] == [("module.yaml", sentence)]


def test_too_many_values_of_all_files(duel, monkeypatch):
    monkeypatch.setattr("tabuleiro.module.draft.MAX_VALUES_OF_ALL", 430)
    told = [problem for problem in duel.problems() if "there is too much in it" in problem.message]
    assert [problem.file for problem in told] == ["board.yaml", "counters.yaml", "tables.yaml"]


def test_files_too_large_together(duel, monkeypatch):
    monkeypatch.setattr("tabuleiro.module.files.MAX_FOLDER", 1_000)
    (problem,) = duel.problems()
    assert "are too large together" in problem.message


@pytest.mark.parametrize("name", [b"caf\xe9.yaml", b"\x1b[2J.yaml", "\u202e.yml".encode()])
@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
def test_names_that_are_no_text(duel, name):
    for folder in ("", "scenarios/"):
        Path(os.fsdecode(bytes(duel.root) + b"/" + folder.encode() + name)).write_text("x")
    module = duel.load()
    assert len(module.warnings) == 2
    assert all("its name is no text" in str(warning) for warning in module.warnings)
    assert all(str(warning).isprintable() for warning in module.warnings)


@pytest.mark.parametrize("sign", ["\\e", "\\u202e", "\\x9b", "\\u2066", "\\0"])
def test_harmful_signs_behind_escapes(duel, sign):
    duel.change("module.yaml", "pt: Duelo", f'pt: "Du{sign}elo"')
    (problem,) = duel.problems()
    assert problem.where == "title.pt"
    assert "may not stand in a text" in problem.message


def test_harmful_signs_in_keys(duel):
    duel.change("texts.yaml", "phase.red-movement", '"phase\\e[2J"')
    assert any("may not stand in a text" in p.message for p in duel.problems())
    assert all(str(problem).isprintable() for problem in duel.problems())


@pytest.mark.parametrize("name", ["module.yaml", "rules.pt.md", "shapes.json"])
def test_signs_that_turn_the_direction(duel, name):
    duel.write(name, duel.read(name) + "\n# \u202e")
    assert any("the character U+202E may not stand" in p.message for p in duel.problems())


def test_levels_of_formations(duel):
    chain = "".join(
        f"  - {{id: f{n}, name: {{pt: a, en: a}}, side: red, nation: redland, size: a,"
        f" parent: f{n + 1}}}\n"
        for n in range(30)
    )
    last = "  - {id: f30, name: {pt: a, en: a}, side: red, nation: redland, size: a}\n"
    duel.change("counters.yaml", "formations:\n", f"formations:\n{chain}{last}")
    messages = {problem.message for problem in duel.problems()}
    assert messages == {"more than 20 formations stand above this one"}
    assert len(duel.problems()) == 10


def test_two_faults_of_one_entry_leave_the_others(duel):
    duel.change("board.yaml", "guess: {pt: Adivinhado., en: Guessed.}", "guess: {pt: 1, en: 2}")
    assert {problem.where for problem in duel.problems()} == {
        "methods.guess.pt",
        "methods.guess.en",
    }


@pytest.mark.parametrize(
    "line", ["## 5.9 " + "{#" * 90_000, "# " + " " * 90_000 + "{#9}", "#" * 999]
)
def test_headings_that_patterns_would_search_for_ever(duel, line):
    duel.write("rules.pt.md", f"{duel.read('rules.pt.md')}\n{line}\n")
    begin = time.process_time()
    sentence = "a heading has one anchor, 300 characters at most, and no gaps"
    assert sentence in {problem.message for problem in duel.problems()}
    assert time.process_time() - begin < 2


def test_what_is_between_fences_is_no_heading(duel):
    duel.write("rules.pt.md", f"{duel.read('rules.pt.md')}\n```\n# {'{#' * 900}\n```\n")
    assert duel.load().id == "duel"


def test_a_scenario_looks_at_places_that_there_are(duel):
    """The window opens on the hexes and regions of `view`."""
    duel.change("scenarios/battle.yaml", "last_turn:", "view: [nowhere]\nlast_turn:")
    (problem,) = duel.problems()
    assert (problem.where, problem.message) == ("view[0]", 'no region and no hex "nowhere"')
