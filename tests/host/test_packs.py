"""Packs in the window: dropped on it, looked at, installed; consent to code when a match begins."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog

from publish.conftest import CODE, Home, duel_module, module_pack, plugin_pack, signed, write
from tabuleiro.engine import strangers
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host import packs, shell
from tabuleiro.host.packs import PackDialog
from tabuleiro.host.settings import Settings
from tabuleiro.publish.keys import make_key
from tabuleiro.publish.trust import Trust
from tabuleiro.store import Library

INI = QSettings.Format.IniFormat


@pytest.fixture
def home(tmp_path, monkeypatch):
    yield Home(tmp_path / "home", monkeypatch)
    for code in list(strangers._known.values()):
        code._forget()


@pytest.fixture
def window(qtbot, home, tmp_path, warned):
    with Library(":memory:") as library:
        window = shell.Shell(
            Catalogue.installed(), library, Settings(QSettings(str(tmp_path / "settings.ini"), INI))
        )
        qtbot.addWidget(window)
        window.show()
        yield window
        window.start.pictures.stop()


@pytest.fixture
def answers(monkeypatch):
    """What the dialog is answered with, and what it said."""
    told = SimpleNamespace(tick=True, code=True, said=[], enabled=[])

    def exec_(dialog):
        told.said.append(dialog.trust.text())
        told.enabled.append(dialog.install.isEnabled())
        for box in dialog.boxes:
            box.setChecked(told.tick)
        told.enabled.append(dialog.install.isEnabled())
        if dialog.code is not None:
            dialog.code.setChecked(told.code)
        return QDialog.DialogCode.Accepted if dialog.install.isEnabled() else 0

    monkeypatch.setattr(PackDialog, "exec", exec_)
    return told


@pytest.fixture
def key(tmp_path):
    return make_key(tmp_path / "key.pem")


def drop(window, path):
    """Drop a file on the window as a file manager does; return whether it was taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    about = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0))
    enter = QDragEnterEvent(QPoint(5, 5), *about)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), *about))
        QApplication.processEvents()
    return enter.isAccepted()


def test_a_pack_that_is_dropped_is_asked_about_and_installed(window, home, tmp_path, key, answers):
    path = write(signed(module_pack(tmp_path / "author"), key), tmp_path / "a.tabuleiro")
    assert drop(window, path)
    assert home.installed() == ["duel/1.0.0"]
    assert answers.enabled == [False, True]
    assert "with a key that was never met here" in answers.said[0]
    assert "duel" in window.catalogue.module_ids()


def test_other_files_are_not_taken(window, tmp_path):
    (tmp_path / "a.txt").write_text("a")
    assert not drop(window, tmp_path / "a.txt")


def test_what_is_not_ticked_is_not_installed(window, home, tmp_path, key, answers):
    answers.tick = False
    path = write(signed(module_pack(tmp_path / "author"), key), tmp_path / "a.tabuleiro")
    assert drop(window, path)
    assert home.installed() == []


def test_a_pack_that_was_altered_is_told(window, home, tmp_path, key, answers, warned):
    path = write(signed(module_pack(tmp_path / "author"), key), tmp_path / "a.tabuleiro")
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)
    assert drop(window, path)
    assert len(warned) == 1
    assert (answers.said, home.installed()) == ([], [])


def test_a_known_key_needs_no_tick(home, qtbot, tmp_path, key):
    pack = signed(module_pack(tmp_path / "author"), key)
    trust = Trust()
    trust.meet(pack)
    dialog = PackDialog(pack, trust)
    qtbot.addWidget(dialog)
    assert dialog.install.isEnabled()
    assert dialog.code is None


@pytest.mark.parametrize("agrees", [True, False])
def test_code_is_agreed_to_or_not(window, home, tmp_path, key, answers, agrees):
    answers.code = agrees
    path = write(signed(plugin_pack(tmp_path / "author"), key), tmp_path / "a.tabuleiro")
    window.open_file(path)
    assert home.installed() == ["duel/1.0.0"]
    found = window.catalogue.strangers["duel"]
    assert window.catalogue.allowed(found) is agrees
    assert home.runs() == []


@pytest.mark.parametrize("agrees", [True, False])
def test_a_match_asks_for_the_code_that_it_needs(home, window, warned, monkeypatch, agrees):
    package = home.data / "plugins" / "tabuleiro_duel"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(CODE.format(id="duel", version="0"), "utf-8")
    duel_module(package / "modules" / "duel")
    window.catalogue = Catalogue.installed()
    window.retell()
    assert "duel" in window.start.posters
    assert home.runs() == []
    asked = []

    def question(_parent, _title, sentence, *_words):
        asked.append(sentence)
        return agrees

    monkeypatch.setattr(packs, "question", question)
    games = []
    window._try(lambda: games.append(window.catalogue.new("duel", seed="1")))
    assert (len(asked), warned) == (1, [])
    assert "everything that you may" in asked[0]
    assert home.runs() == (["duel 0"] if agrees else [])
    assert bool(games) is agrees
