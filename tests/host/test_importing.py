"""Modules of VASSAL in the window: imported, told about, and on the table."""

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QDialog

from publish.conftest import Home
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host import importing, shell
from tabuleiro.host.importing import ImportDialog
from tabuleiro.host.settings import Settings
from tabuleiro.store import Library
from vassal.sets import build


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch, warned):
    Home(tmp_path / "home", monkeypatch)
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    with Library(":memory:") as library:
        window = shell.Shell(Catalogue.installed(), library, Settings(settings))
        qtbot.addWidget(window)
        window.show()
        yield window
        window.start.pictures.stop()


@pytest.fixture
def shown(monkeypatch):
    """The texts of the dialogs after an import, which are closed at once."""
    told = []

    def exec_(dialog):
        told.append((dialog.summary.text(), dialog.report.toPlainText()))
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(ImportDialog, "exec", exec_)
    return told


def test_a_module_of_vassal_is_opened(window, shown, warned, tmp_path):
    window.open_file(build("with-a-save", tmp_path / "Battle.vmod"))
    ((summary, report),) = shown
    assert "elements of the build file" in summary
    assert "Imported from VASSAL: Test" in report
    assert not warned
    assert "battle" in window.catalogue.module_ids()
    window.show_first("battle")
    board = window.match.seat.module.board
    assert set(board.boxes) == {"events"}


def test_the_same_module_twice_is_two_modules(window, shown, tmp_path):
    for _time in range(2):
        window.open_file(build("of-hexes", tmp_path / "A.vmod"))
    assert {"a", "a-2"} <= set(window.catalogue.module_ids())
    assert len(shown) == 2


def test_what_is_no_module_is_told_in_a_sentence(window, shown, warned, tmp_path):
    (tmp_path / "bad.vmod").write_bytes(b"nothing")
    window.open_file(tmp_path / "bad.vmod")
    assert (warned, shown) == (['"bad.vmod" is no zip file.'], [])
    assert "bad" not in window.catalogue.module_ids()


def test_it_is_asked_for_by_the_menu(window, shown, monkeypatch, tmp_path):
    path = build("of-squares", tmp_path / "Squares.vmod")
    asked = []
    monkeypatch.setattr(
        importing.QFileDialog,
        "getOpenFileName",
        lambda *about: (asked.append(about), (str(path), ""))[1],
    )
    window.commands["import"].trigger()
    assert len(asked) == len(shown) == 1
