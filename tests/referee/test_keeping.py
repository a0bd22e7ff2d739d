"""Saving and loading."""

import dataclasses
import json
import zipfile
from pathlib import Path

import pytest

from referee.talk import Talk
from tabuleiro.referee.desk import MAX_GAMES, MAX_MODULES
from tabuleiro.store import prove, read_told

ALL = {"for": "everything"}


def save(talk, path, **about):
    return talk.call("save", path=path, **{**ALL, **about})


@pytest.fixture
def played(match):
    """A match with a branch, a name, and dice that were set."""
    match.call(
        "set_position",
        position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}},
    )
    match.act("move", piece="us-349-ri", path=["1412"])
    match.call("name_branch", name="north")
    match.call("undo")
    match.act("move", piece="us-349-ri", path=["1414"])
    match.call("set_dice", faces=[1, 2])
    return match


def test_there_and_back(played, tmp_path):
    path = str(tmp_path / "cassino.partida")
    assert save(played, path, title="Cassino") == {
        "path": path, "title": "Cassino", "for": "everything", "rows": 5,
    }  # fmt: skip
    told = played.call("load", path=path)
    assert told["game"] == "g2"
    assert told["title"] == "Cassino"
    assert (told["module"], told["scenario"]) == ("diadem", "campaign")
    assert told["warnings"] == []
    assert told["row"] == 4
    for method in ("position", "branches", "log", "score", "view", "legal"):
        assert played.call(method, game="g1") == played.call(method, game="g2")
    assert played.call("goto", row=2)["row"] == 2
    assert played.call("decision", game="g1")["row"] == 4


def test_the_title_stays(played, tmp_path):
    path = str(tmp_path / "a.partida")
    assert save(played, path)["title"] == "Operation Diadem (campaign)"
    save(played, path, title="Mine")
    assert save(played, path)["title"] == "Mine"
    played.fault("parameters", "save", path=path, title="two\nlines", **ALL)


def test_loaded_by_another_conversation(played, tmp_path):
    path = str(tmp_path / "a.partida")
    save(played, path)
    other = Talk(language="pt")
    assert other.call("load", path=path, verify=False)["row"] == 4
    assert other.call("position") == played.call("position")


def test_what_has_changed_since_is_told(played, tmp_path):
    path = str(tmp_path / "a.partida")
    save(played, path)
    other = Talk()
    module = other.referee.desk.module("diadem")
    other.referee.desk.modules["diadem"] = dataclasses.replace(module, content_hash="other")
    (warning,) = other.call("load", path=path)["warnings"]
    assert warning.startswith('The data of the module "diadem" have changed')


@pytest.mark.parametrize("name", ["nowhere/a.partida", "", "x" * 5000, "a\0b", "."])
def test_paths_that_lead_nowhere(played, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    kind = "store" if 0 < len(name) < 4000 else "parameters"
    played.fault(kind, "load", path=name)
    played.fault(kind, "save", path=name, **ALL)
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_none(played, tmp_path):
    path = tmp_path / "a.partida"
    path.write_bytes(b"not a zip")
    assert played.fault("store", "load", path=str(path)) == "This is not a .partida file."
    save(played, str(path))
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    played.fault("store", "load", path=str(path))


def rewritten(path, change):
    """Write the file again with another header in the manifest."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["manifest.json"])
    change(manifest["game"])
    files["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


@pytest.mark.parametrize("module", ["leyte-which-is-not-here", "../../somewhere", "."])
def test_a_module_that_is_not_here(played, tmp_path, module):
    path = tmp_path / "a.partida"
    save(played, str(path))
    rewritten(path, lambda game: game.update(module=module))
    assert played.fault("module", "load", path=str(path)) == (
        f'The game of the file needs the module "{module}", which is not here.'
    )


def test_a_house_rule_that_is_not_here(played, tmp_path):
    path = tmp_path / "a.partida"
    save(played, str(path))
    rewritten(path, lambda game: game.update(house_rules=["no-zones"]))
    assert played.fault("module", "load", path=str(path)) == 'There is no house rule "no-zones".'


def test_paths_are_taken_as_given(played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save(played, "Ação.partida")
    assert [path.name for path in Path().iterdir()] == ["Ação.partida"]
    assert played.call("load", path="Ação.partida")["row"] == 4


class TestForOneSide:
    def test_it_is_written_and_not_played_on(self, played, tmp_path):
        path = str(tmp_path / "axis.partida")
        told = save(played, path, **{"for": "axis"})
        assert (told["for"], told["rows"]) == ("axis", 5)
        partida = read_told(path)
        assert partida.side == "axis"
        assert [row.hash for row in partida.rows][-1] == played.call("decision", side="axis")[
            "hash"
        ]
        assert played.fault("store", "load", path=path) == (
            "This file is for one side, axis: it holds what that side was told and cannot be played"
            " on; that takes the file with everything."
        )

    def test_the_arbiter_proves_it(self, played, tmp_path):
        path = str(tmp_path / "axis.partida")
        save(played, path, **{"for": "axis"})
        assert prove(read_told(path), played.referee.desk.find(None).game).holds

    def test_it_counts_only_rows_that_were_told(self, field, tmp_path):
        field.act("assault", target="1313", side="allied")
        field.act("join", piece="us-349-ri", side="allied")
        path = str(tmp_path / "x.partida")
        rows = {side: save(field, path, **{"for": side})["rows"] for side in ("allied", "axis")}
        assert rows["axis"] < rows["allied"]

    @pytest.mark.parametrize("whom", [None, "", "nobody", "german", 5, ["axis"]])
    def test_for_somebody_else(self, played, tmp_path, whom):
        played.fault("parameters", "save", path=str(tmp_path / "x.partida"), **{"for": whom})
        assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_so_many_games_may_be_open(talk, tmp_path):
    talk.new()
    save(talk, str(tmp_path / "x.partida"))
    for _game in range(MAX_GAMES - 1):
        talk.call("load", path=str(tmp_path / "x.partida"), verify=False)
    sentence = "There are 32 games open, and no more may be: close one first."
    assert talk.fault("game", "load", path=str(tmp_path / "x.partida")) == sentence
    assert talk.fault("game", "new", module="diadem") == sentence
    talk.call("close", game="g3")
    talk.new()


def test_so_many_modules_are_kept(talk):
    """Paths of one folder are many names."""
    root = str(talk.referee.desk.catalogue.module("diadem").root)
    for number in range(MAX_MODULES + 5):
        talk.call("catalog", module=root + "/." * number)
    assert len(talk.referee.desk.modules) <= MAX_MODULES
