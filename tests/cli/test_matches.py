"""``new``, ``games``, ``playout``, ``replay``, ``check``, ``validate``, ``referee``."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.cli.common import catalogue
from tabuleiro.engine import Game
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.module import find_module
from tabuleiro.store import Library, read_partida, write_partida
from tabuleiro.testing import table

ROOT = Path(__file__).resolve().parents[2]


def test_new_matches_are_in_the_library(tabuleiro):
    assert "The library is empty" in tabuleiro("games").out
    said = tabuleiro("new", "diadem", "--seed", "7", "--title", "Cassino")
    assert 'Match 1, "Cassino", is in the library.' in said.lines
    made = tabuleiro("new", "diadem", "--seed", "8", "--option", "duty=warn-and-release", "--json")
    assert made.json == {"id": 2, "title": "Operation Diadem", "seed": "8"}
    entries = tabuleiro("games", "--json").json["games"]
    assert [entry["id"] for entry in entries] == [2, 1]
    assert "Cassino" in tabuleiro("games").out
    with Library() as library:
        assert library.open(2).header.options == {"duty": "warn-and-release"}


def test_a_new_match_says_who_plays(tabuleiro):
    tabuleiro("new", "diadem", "--players", "axis=simple")
    with Library() as library:
        assert library.seats(1).players == {"allied": "human", "axis": "simple"}
    assert "There is no side" in tabuleiro("new", "diadem", "--players", "x=simple").err
    wrong = tabuleiro("new", "diadem", "--players", "wise").err
    assert 'There is no computer player "wise"' in wrong


@pytest.mark.slow
def test_a_playout_can_be_repeated(tabuleiro):
    one, again = (tabuleiro("playout", "diadem", "--seed", "5", "--json").json for _ in range(2))
    for found in (one, again):
        (played,) = found["played"]
        assert played["over"]
        assert played["turn"] == 7
    assert one["played"][0]["points"] == again["played"][0]["points"]
    assert one["played"][0]["steps"] == again["played"][0]["steps"]


@pytest.mark.slow
def test_playouts_in_text(tabuleiro):
    said = tabuleiro("playout", "diadem", "--games", "2", "--players", "allied=simple,axis=random")
    assert said.code == 0
    assert re.search(r"^seed +Allies +Axis +winner", said.out)
    assert "2 matches, 0 draws;" in said.out
    assert (
        "2 partidas, 0 empate" in tabuleiro("playout", "diadem", "--games", "2", "--lang", "pt").out
    )


@pytest.mark.slow
def test_checked_and_kept(tabuleiro, tmp_path):
    folder = tmp_path / "kept"
    said = tabuleiro("playout", "diadem", "--seed", "a b", "--check", "--save", folder)
    assert said.code == 0
    file = folder / "diadem-a_b.partida"
    assert str(file) in said.lines
    replayed = tabuleiro("replay", file)
    assert replayed.code == 0
    assert "All rows come out the same by the rules of today." in replayed.lines
    found = tabuleiro("replay", file, "--json").json
    assert (found["same"], found["over"], found["branches"]) == (True, True, 1)
    assert found["replayed"] == found["rows"] == len(read_partida(file).rows)
    assert sum(found["kinds"].values()) == found["rows"]


def test_findings_make_it_fail(tabuleiro, monkeypatch):
    from tabuleiro.bots import series

    def broken(*_args, **_more):
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(series, "play_match", broken)
    said = tabuleiro("playout", "diadem", "--seed", "3")
    assert said.code == 1
    assert "seed 3, action 1: ZeroDivisionError: by nought" in said.lines


def test_replaying_what_is_not_over(tabuleiro, tmp_path):
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"})
    t.go("us-349-ri", "1313")
    path = tmp_path / "a.partida"
    write_partida(path, t.game, "Half", viewer=EVERYTHING)
    said = tabuleiro("replay", path)
    assert said.code == 0
    assert "The match is not over; these points are those of now." in said.lines
    assert tabuleiro("replay", path, "--json").json["kinds"] == {"action": 1, "start": 1, "test": 1}


def test_a_file_that_the_rules_do_not_lead_to(tabuleiro, tmp_path, monkeypatch):
    from tabuleiro.store import ReplayReport

    module = sys.modules["tabuleiro.store.replay"]

    path = tmp_path / "a.partida"
    write_partida(path, table("diadem").game, "Odd", viewer=EVERYTHING)
    other = ReplayReport(0, 0, "Row 0 comes out otherwise by these rules.")
    monkeypatch.setattr(module, "replay", lambda *_args: other)
    said = tabuleiro("replay", path)
    assert said.code == 1
    assert "Row 0 comes out otherwise by these rules." in said.lines


def test_a_file_that_is_for_one_side(tabuleiro, tmp_path):
    t = table("diadem", "allied-combat", {"us-349-ri": "1413", "de-85-rm": "1313"})
    t.act("assault", "1313").act("join", "us-349-ri")
    whole, axis = tmp_path / "all.partida", tmp_path / "axis.partida"
    write_partida(whole, t.game, "Half", viewer=EVERYTHING)
    write_partida(axis, t.game, "Half", viewer="axis")
    said = tabuleiro("replay", axis)
    assert said.code == 0
    assert "For Axis: what this side was told." in said.lines
    assert "The rows are sound in themselves; --against proves them." in said.lines
    said = tabuleiro("replay", axis, "--against", whole)
    assert said.code == 0
    assert "All of it is true by the file with everything." in said.lines
    found = tabuleiro("replay", axis, "--against", whole, "--json").json
    assert (found["for"], found["true"], found["proved"]) == ("axis", True, found["rows"])
    assert "seed" not in found
    assert (
        "Para Eixo: o que foi contado a este lado."
        in tabuleiro("replay", axis, "--lang", "pt").lines
    )
    other = tmp_path / "other.partida"
    write_partida(other, table("diadem").game, "Other", viewer=EVERYTHING)
    said = tabuleiro("replay", axis, "--against", other)
    assert said.code == 1
    assert "The two files are not of the same match." in said.lines
    begun = Game(t.game.module, t.game.ruleset, t.game.header)
    write_partida(other, begun, "Half", viewer=EVERYTHING)
    said = tabuleiro("replay", axis, "--against", other)
    assert said.code == 1
    assert "The file of the arbiter has no row 1 of this side." in said.lines
    said = tabuleiro("replay", whole, "--against", axis)
    assert said.failed(2) == "--against is for files that are for one side."


def test_a_file_that_is_none(tabuleiro, tmp_path):
    path = tmp_path / "a.partida"
    path.write_text("nothing")
    assert tabuleiro("replay", path).failed() == "This is not a .partida file."


@pytest.mark.slow
def test_check(tabuleiro):
    said = tabuleiro("check", "diadem", "--matches", "1", "--probes", "1")
    assert said.code == 0
    assert re.fullmatch(r"diadem: 0 findings in 1 match with \d+ actions\.\n", said.out)


def test_check_with_findings(tabuleiro, monkeypatch):
    from tabuleiro.testing import conformance

    bad = conformance.Report("diadem", findings=["seed 1: it fell off"])
    monkeypatch.setattr(conformance, "check_game", lambda *_args, **_more: bad)
    said = tabuleiro("check", "diadem")
    assert (said.code, said.lines[0]) == (1, "seed 1: it fell off")
    assert tabuleiro("check", "diadem", "--json").json["findings"] == ["seed 1: it fell off"]


@pytest.fixture
def copy(tmp_path):
    folder = tmp_path / "diadem"
    shutil.copytree(find_module("diadem"), folder)
    return folder


def test_validate(tabuleiro, copy):
    said = tabuleiro("validate", copy)
    assert said.code == 0
    assert "in order (240 hexes, 97 counters, 1 scenario)" in said.out
    assert tabuleiro("validate", "diadem", "--json").json["ok"]


@pytest.mark.slow
def test_validate_tells_every_problem(tabuleiro, copy):
    counters = copy / "counters.yaml"
    text = counters.read_text("utf-8")
    counters.write_text(text.replace("type: infantry", "type: infantri", 2), "utf-8")
    said = tabuleiro("validate", copy)
    assert said.code == 1
    problems = [line for line in said.lines if "infantri" in line]
    assert len(problems) == 2
    assert re.match(re.escape(str(counters)) + r":\d+:\d+: ", problems[0])
    assert said.lines[-1].endswith("problems.")
    found = tabuleiro("validate", copy, "--json")
    assert found.code == 1
    assert len(found.json["problems"]) == int(said.lines[-1].split()[0])


def test_validate_knows_when_the_plugin_is_missing(tabuleiro, copy):
    head = copy / "module.yaml"
    head.write_text(head.read_text("utf-8").replace("plugin: diadem", "plugin: other"), "utf-8")
    said = tabuleiro("validate", copy)
    assert said.code == 0
    assert said.lines[-1] == (
        'The plugin "other", which knows its rules, is not installed here; of `rules` only what '
        "all families share was checked."
    )
    head.write_text(head.read_text("utf-8").replace("  stacking: 4 ", "  stacking: four "), "utf-8")
    said = tabuleiro("validate", copy)
    assert said.code == 1
    assert said.lines[0] == (
        f'{head}:63:3: rules.stacking: a whole number is wanted here, not "four"'
    )


@pytest.mark.slow
def test_referee_ends_with_its_input():
    done = subprocess.run(
        [sys.executable, "-m", "tabuleiro.cli", "referee"],
        input='{"jsonrpc": "2.0", "id": 1, "method": "catalog"}\n',
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["id"] == 1


@pytest.mark.slow
def test_series_in_processes(tabuleiro):
    words = ("playout", "diadem", "--games", "2", "--json")
    alone, together = tabuleiro(*words).json, tabuleiro(*words, "--jobs", "2").json
    for found in (alone, together):
        assert [(one["seed"], one["over"]) for one in found["played"]] == [("1", True), ("2", True)]


def test_list_reads_heads_alone(tabuleiro, monkeypatch, tmp_path):
    """A module whose other files are broken, or endless, is listed all the same."""
    shutil.copytree(find_module("diadem"), tmp_path / "shelf" / "diadem")
    broken = tmp_path / "shelf" / "diadem"
    (broken / "counters.yaml").write_text("counters:\n" + "-\n" * 2_000_000)
    (broken / "tables.yaml").unlink()
    (tmp_path / "shelf" / "odd").mkdir()
    (tmp_path / "shelf" / "odd" / "module.yaml").write_text("\x1b[2J")
    monkeypatch.setenv("TABULEIRO_MODULES", str(tmp_path / "shelf"))
    data = tabuleiro("list", "--json").json
    assert "campaign" in next(game for game in data["games"] if game["id"] == "diadem")["scenarios"]
    (fault,) = data["faults"]
    assert fault.startswith(
        'The module "odd" cannot be used: module.yaml:1:1: the character U+001B'
    )


def test_very_many_modules_that_cannot_be_used(tabuleiro, monkeypatch, tmp_path):
    for number in range(25):
        (tmp_path / f"m{number}").mkdir()
        (tmp_path / f"m{number}" / "module.yaml").touch()
    monkeypatch.setenv("TABULEIRO_MODULES", str(tmp_path))
    faults = tabuleiro("list", "--json").json["faults"]
    assert len(faults) == 21
    assert faults[-1] == "5 other modules cannot be used."


def test_validate_says_that_there_are_more(tabuleiro, tmp_path):
    folder = shutil.copytree(find_module("diadem"), tmp_path / "diadem")
    counters = folder / "counters.yaml"
    counters.write_text(counters.read_text("utf-8").replace("size: ", "sise: "), "utf-8")
    said = tabuleiro("validate", folder)
    assert said.code == 1
    assert said.lines[-2:] == ["100 problems.", "There are more: nothing further was looked for."]
    found = tabuleiro("validate", folder, "--json").json
    assert (found["stopped"], len(found["problems"])) == (True, 100)


def test_a_game_in_the_place_of_another_is_told_of_by_each_command(
    tabuleiro, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "tabuleiro" / "modules" / "diadem"
    shutil.copytree(find_module("diadem"), own)
    catalogue.cache_clear()
    for words in (("show", "diadem"), ("new", "diadem"), ("validate", "diadem")):
        said = tabuleiro(*words)
        assert said.code == 0
        assert f"is left out: one in {own} is called so too." in said.err
    said = tabuleiro("list")
    assert (said.out + said.err).count("is called so too") == 1
    catalogue.cache_clear()


def test_a_match_of_a_folder_is_found_again_with_its_pictures(tabuleiro, tmp_path):
    folder = tmp_path / "anywhere" / "my-table"
    shutil.copytree(ROOT / "docs" / "examples" / "free-table", folder)
    (folder / "images").mkdir()
    dot = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    (folder / "images" / "dot.svg").write_bytes(dot)
    number = tabuleiro("new", folder, "--json").json["id"]
    shutil.rmtree(folder)
    said = tabuleiro("terminal", number, stdin="quit\n")
    assert (said.code, said.err) == (0, "")
    (picture,) = (tmp_path / "versions").glob("free-table-example-*/*/images/dot.svg")
    assert picture.read_bytes() == dot
