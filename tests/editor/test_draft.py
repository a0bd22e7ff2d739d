"""Drafts of modules: changes, undo, differences, problems and saving."""

import shutil
from pathlib import Path

import pytest

from tabuleiro.editor import Draft, EditError
from tabuleiro.module import Cache, find_module, load_module
from tabuleiro.module.errors import Unreadable

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGN = "scenarios/campaign.yaml"
PACK = """\
format: 1
id: the-hill
kind: scenarios
version: 1.0.0
title: {pt: A colina, en: The hill}
summary: {pt: Dois turnos., en: Two turns.}
publisher: Casa do Exemplo
licence: CC BY 4.0
languages: [pt, en]
extends: diadem
"""


@pytest.fixture
def folder(tmp_path):
    """A module of one's own: a copy of Diadem."""
    place = tmp_path / "mine"
    shutil.copytree(find_module("diadem"), place, ignore=shutil.ignore_patterns("source"))
    return place


@pytest.fixture
def draft(folder):
    return Draft(folder)


@pytest.fixture
def pack(tmp_path, folder):
    place = tmp_path / "pack"
    (place / "variant/scenarios").mkdir(parents=True)
    shutil.copy(folder / CAMPAIGN, place / "variant/scenarios/hill.yaml")
    path = place / "variant/scenarios/hill.yaml"
    path.write_text(path.read_text("utf-8").replace("id: campaign", "id: hill"), "utf-8")
    (place / "pack.yaml").write_text(PACK, "utf-8")
    return place


class TestChanges:
    def test_nothing_is_changed_at_first(self, draft):
        assert not draft.changed
        assert draft.difference() == ""
        assert (draft.undo_label, draft.redo_label) == ("", "")
        assert draft.problems() == ()

    def test_one_step_may_change_several_files_and_is_undone_as_a_whole(self, draft, folder):
        with draft.edit("Two things") as files:
            files[CAMPAIGN]["last_turn"] = 6
            files["counters.yaml"]["counters"][0]["values"] = {"attack": 9, "defense": 9, "move": 6}
        assert draft.undo_label == "Two things"
        after = {name: draft.text(name) for name in draft.names}
        assert draft.undo() == "Two things"
        assert not draft.changed
        assert draft.redo() == "Two things"
        assert {name: draft.text(name) for name in draft.names} == after
        assert draft.module().scenarios["campaign"].last_turn == 6
        assert "7" in (folder / CAMPAIGN).read_text("utf-8")  # not before it is saved

    def test_a_new_change_forgets_what_was_undone(self, draft):
        draft.set(CAMPAIGN, ("last_turn",), 6)
        draft.undo()
        draft.set(CAMPAIGN, ("last_turn",), 4)
        assert draft.redo_label == ""
        assert draft.data(CAMPAIGN)["last_turn"] == 4

    def test_a_step_that_changes_nothing_is_none(self, draft):
        draft.set(CAMPAIGN, ("last_turn",), 7)
        assert (draft.undo_label, draft.changed) == ("", False)

    def test_what_fails_inside_leaves_all_as_it_was(self, draft):
        def fail():
            with draft.edit("Broken") as files:
                files[CAMPAIGN]["last_turn"] = 6
                files["no-such.yaml"]["a"] = 1

        with pytest.raises(KeyError):
            fail()
        assert not draft.changed

    def test_items_are_inserted_appended_and_removed(self, draft):
        before = draft.data(CAMPAIGN)["setup"]
        draft.insert(CAMPAIGN, ("setup",), 1, {"hex": "1503", "units": ["x"]})
        assert draft.data(CAMPAIGN)["setup"][1]["units"] == ["x"]
        draft.append(CAMPAIGN, ("setup", 1, "units"), "y")
        assert draft.data(CAMPAIGN)["setup"][1]["units"] == ["x", "y"]
        draft.remove(CAMPAIGN, ("setup", 1))
        assert draft.data(CAMPAIGN)["setup"] == before
        assert not draft.changed  # the text, too, is what it was

    def test_values_that_were_given_away_do_not_change_the_draft(self, draft):
        draft.data(CAMPAIGN)["last_turn"] = 1
        assert draft.data(CAMPAIGN)["last_turn"] == 7

    def test_files_come_and_go(self, draft):
        new = {**draft.data(CAMPAIGN), "id": "short", "last_turn": 6}
        with draft.edit("A second") as files:
            files["scenarios/short.yaml"] = new
        assert list(draft.module().scenarios) == ["campaign", "short"]
        with draft.edit("Away") as files:
            del files["scenarios/short.yaml"]
        assert list(draft.module().scenarios) == ["campaign"]
        assert not draft.changed

    def test_the_difference_is_of_the_lines_that_were_changed(self, draft):
        draft.set(CAMPAIGN, ("setup", 0, "units"), ["it-1-bda-mtz", "uk-24-bgda-gds"])
        lines = draft.difference().splitlines()
        assert lines[:2] == [f"--- {CAMPAIGN}", f"+++ {CAMPAIGN}"]
        assert [line[0] for line in lines[2:] if line[0] in "+-"] == ["-", "+"]


class TestProblems:
    def test_they_are_told_with_file_and_line_before_anything_is_saved(self, draft):
        with draft.edit("Nobody") as files:
            files[CAMPAIGN]["setup"][0]["units"] = ["nobody"]
        (problem,) = draft.problems()
        line = draft.text(CAMPAIGN).splitlines()[problem.line - 1]
        assert problem.file == CAMPAIGN
        assert "nobody" in line
        assert draft.module() is None
        draft.undo()
        assert draft.problems() == ()

    def test_they_are_those_of_validate(self, draft, folder):
        with draft.edit("Much") as files:
            files[CAMPAIGN]["last_turn"] = 99
            files["counters.yaml"]["counters"][3]["type"] = "infantri"
            del files["texts.yaml"]
        told = draft.problems()
        draft.save()
        again = Draft(folder)
        assert again.problems() == told
        assert len(told) >= 2

    def test_a_file_that_must_be_there_is_missed(self, draft):
        with draft.edit("Away") as files:
            del files["tables.yaml"]
        assert "tables.yaml:1:1: the file is missing" in map(str, draft.problems())

    def test_what_cannot_be_read_can_be_mended_as_text(self, draft):
        good = draft.text(CAMPAIGN)
        draft.write(CAMPAIGN, good + "last_turn: 8\n", "Twice")
        assert "twice" in str(draft.problems()[0])
        with pytest.raises(Unreadable):
            draft.data(CAMPAIGN)
        draft.write(CAMPAIGN, good, "Mended")
        assert draft.problems() == ()


class TestSaving:
    def test_what_is_saved_is_what_is_loaded(self, draft, folder):
        draft.set(CAMPAIGN, ("last_turn",), 6)
        assert draft.save() == [CAMPAIGN]
        assert not draft.changed
        module = load_module(folder, cache=Cache(None))
        assert module.scenarios["campaign"].last_turn == 6
        assert module.content_hash == draft.module().content_hash
        assert not list(folder.rglob(".*"))
        draft.undo()
        assert draft.save() == [CAMPAIGN]
        assert load_module(folder, cache=Cache(None)).scenarios["campaign"].last_turn == 7

    def test_a_file_that_others_changed_meanwhile_is_not_written_over(self, draft, folder):
        draft.set(CAMPAIGN, ("last_turn",), 6)
        draft.set("counters.yaml", ("counters", 0, "name", "en"), "Other")
        (folder / CAMPAIGN).write_text("theirs", "utf-8")
        before = (folder / "counters.yaml").read_bytes()
        with pytest.raises(EditError, match="changed by something else"):
            draft.save()
        assert (folder / CAMPAIGN).read_text("utf-8") == "theirs"
        assert (folder / "counters.yaml").read_bytes() == before
        assert draft.changed

    def test_all_files_or_none(self, draft, folder, monkeypatch):
        draft.set(CAMPAIGN, ("last_turn",), 6)
        draft.set("counters.yaml", ("counters", 0, "name", "en"), "Other")
        before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
        put = Path.replace

        def fails(self, target):
            if Path(target).name == "campaign.yaml" and self.name.startswith("."):
                raise OSError(28, "No space left on device")
            return put(self, target)

        monkeypatch.setattr(Path, "replace", fails)
        with pytest.raises(EditError, match="No space left"):
            draft.save()
        monkeypatch.undo()
        assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
        assert draft.save() == ["counters.yaml", CAMPAIGN]

    def test_a_game_of_the_program_is_not_written_over(self):
        draft = Draft(find_module("diadem"))
        draft.set(CAMPAIGN, ("last_turn",), 6)
        with pytest.raises(EditError, match="make a copy"):
            draft.save()


class TestPacks:
    def test_a_pack_is_checked_as_the_game_that_it_makes(self, pack):
        draft = Draft(pack)
        assert draft.problems() == ()
        assert list(draft.module().scenarios) == ["hill"]
        name = draft.path("scenarios/hill.yaml")
        with draft.edit("Nobody") as files:
            files[name]["setup"][0]["units"] = ["nobody"]
        (problem,) = draft.problems()
        assert (problem.file, draft.module()) == (name, None)
        draft.undo()
        draft.set(name, ("last_turn",), 6)
        assert draft.save() == [name]
        assert Draft(pack).module().scenarios["hill"].last_turn == 6

    def test_only_packs_with_scenarios(self, pack):
        said = PACK.replace("scenarios", "module").replace("extends: diadem\n", "")
        (pack / "pack.yaml").write_text(said, "utf-8")
        with pytest.raises(EditError, match="scenarios"):
            Draft(pack)
