"""Where files are saved: in the user's documents, then where he saved last."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QStandardPaths
from PySide6.QtWidgets import QFileDialog

from tabuleiro.host.filedialogs import ask_where_to_save, begin_in
from tabuleiro.host.settings import Settings
from tabuleiro.testing.table import table


@pytest.fixture
def documents(tmp_path, monkeypatch):
    folder = tmp_path / "My documents"
    folder.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(folder))
    return folder


@pytest.fixture
def asked(monkeypatch):
    """What was proposed, and a function that says where to save from then on."""
    proposed, answers = [], [""]

    def ask(_parent, _title, name, _kinds):
        proposed.append(Path(name))
        return answers[-1], ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return proposed, lambda path: answers.append(str(path))


def test_a_copy_is_saved_in_the_documents_and_then_where_it_was_last(
    open_program, documents, asked, tmp_path
):
    proposed, save_to = asked
    shell = open_program(table("diadem").game, (1024, 700), title="Liri 1/2").window()
    shell.save_copy()
    assert proposed == [documents / "Liri 1-2.partida"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    save_to(elsewhere / "one")
    shell.save_copy()
    assert (elsewhere / "one.partida").is_file()
    shell.save_copy()
    assert proposed[-1].parent == elsewhere
    kept = Settings(QSettings(str(tmp_path / "program.ini"), QSettings.Format.IniFormat))
    assert kept.kept("saved-last-in") == str(elsewhere), "the next start knows it"


def test_a_folder_that_is_gone_is_not_proposed(open_program, documents, asked, tmp_path):
    match = open_program(table("diadem").game, (1024, 700))
    match.settings.set("saved-last-in", str(tmp_path / "gone"))
    assert begin_in(match.docks["log"].widget()) == str(documents)
    assert ask_where_to_save(match, "Save", "a.txt", "*") is None
    assert asked[0] == [documents / "a.txt"]
