"""Dialogs speak one language, and writing has the size that the player has set."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QInputDialog,
    QLabel,
    QMessageBox,
)

from tabuleiro import host
from tabuleiro.engine import DiceWanted, msg
from tabuleiro.host.about import AboutDialog
from tabuleiro.host.buttons import Usual, ask_text, button_box, input_dialog, warn
from tabuleiro.host.guide import Guide
from tabuleiro.host.handover import HandOver
from tabuleiro.host.lesson import load_guide
from tabuleiro.host.map.export import ExportDialog
from tabuleiro.host.matchcommands import match_commands
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.owndice import OwnDice
from tabuleiro.host.settingsdialog import SettingsDialog
from tabuleiro.host.theme import dress
from tabuleiro.i18n import catalogue as sentences
from tabuleiro.i18n import speaking
from tabuleiro.testing.table import table

SOURCES = sorted(Path(host.__file__).parent.rglob("*.py"))


def standard_words():
    """What Qt writes on its buttons in English."""
    box = QDialogButtonBox()
    made = [box.addButton(each) for each in Usual if each != Usual.NoButton]
    return {plain(button.text()) for button in made}


def plain(words):
    return words.replace("&", "")


def labels(widget):
    """What stands on the buttons of a dialog."""
    found = {plain(button.text()) for button in widget.findChildren(QAbstractButton)}
    return {words for words in found if words}


DIALOGS = {
    "new match": lambda shell, _play: NewMatch(shell.catalogue.module("metz"), shell),
    "settings": lambda shell, _play: SettingsDialog(shell.settings, shell),
    "about": lambda shell, _play: AboutDialog(shell.catalogue, shell),
    "export": lambda shell, play: ExportDialog(play, shell),
    "a name": lambda shell, _play: input_dialog(shell, "x", "y", "z"),
    "own dice": lambda shell, play: OwnDice(
        play.seat.table.game.module, DiceWanted(2, "allied", msg("why"), "diadem-5.0-1"),
        parent=shell),
}  # fmt: skip


@pytest.mark.parametrize("name", DIALOGS)
def test_no_button_is_left_in_english(shell, open_match, name):
    english = standard_words()
    play = open_match(table("diadem", "allied-movement", {"us-349-ri": "1413"}).game).play
    known = sentences("pt").sentences
    with speaking("pt"):
        dialog = DIALOGS[name](shell, play)
        dialog.show()
        QApplication.processEvents()
        found = labels(dialog)
        dialog.close()
    assert found, "a dialog has buttons"
    assert found & (english - {"OK"}) == set()
    assert {words for words in found if known.get(words, words) != words} == set()


@pytest.mark.parametrize(("usual", "words"), [
    (Usual.Ok, "OK"), (Usual.Cancel, "Cancelar"), (Usual.Close, "Fechar"), (Usual.Save, "Salvar"),
])  # fmt: skip
def test_usual_buttons_in_portuguese(qtbot, usual, words):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    with speaking("pt"):
        box = button_box(usual, of=dialog)
    assert box.button(usual).text() == words
    with qtbot.waitSignal(dialog.finished) as closed:
        box.button(usual).click()
    yes = usual in {Usual.Ok, Usual.Save}
    assert closed.args == [QDialog.DialogCode.Accepted if yes else QDialog.DialogCode.Rejected]


def pressed(kind, words):
    """Press a button of the dialog that comes up, and note all its buttons."""
    seen = set()

    def press():
        box = next(w for w in QApplication.topLevelWidgets() if isinstance(w, kind))
        seen.update(labels(box))
        next(b for b in box.findChildren(QAbstractButton) if plain(b.text()) == words).click()

    QTimer.singleShot(0, press)
    return seen


def test_a_question_for_a_name(shell):
    with speaking("pt"):
        seen = pressed(QInputDialog, "Cancelar")
        assert ask_text(shell, "Marca", "Nome") is None
        assert seen == {"OK", "Cancelar"}
        pressed(QInputDialog, "OK")
        assert ask_text(shell, "Marca", "Nome") == ""


def test_a_warning(shell):
    with speaking("pt"):
        seen = pressed(QMessageBox, "OK")
        warn(shell, "Tabuleiro", "Não deu.")
    assert seen == {"OK"}


def test_dialogs_with_buttons_of_qt_are_made_in_one_place():
    """Elsewhere a button would have Qt's words, which may be missing in the player's language."""
    own = re.compile(r"StandardButton|QInputDialog\(|QInputDialog\.get|QMessageBox\.(warning|"
                     r"information|critical|question)\(")  # fmt: skip
    elsewhere = [
        path.name for path in SOURCES
        if path.name != "buttons.py" and own.search(path.read_text("utf-8"))
    ]  # fmt: skip
    assert elsewhere == []


# ------------------------------------------------------------------------------ writing


@pytest.fixture
def writing(qapp):
    """A function that sets the size of writing; afterwards it is as it was."""
    size = qapp.property("system-font-size") or qapp.font().pointSizeF()
    yield lambda points: dress(qapp, SimpleNamespace(theme="light", font_size=points))
    dress(qapp, SimpleNamespace(theme="light", font_size=size))


def test_no_size_of_writing_is_fixed():
    fixed = re.compile(r"font-size:\s*[\d.]+p[tx]")
    found = [p.name for p in SOURCES if fixed.search(p.read_text("utf-8"))]
    assert found == []


@pytest.fixture
def pages(qtbot, shell, catalogue, open_match):
    """The pages with large words."""
    page = HandOver()
    qtbot.addWidget(page)
    page.ask("Axis", "Turn 1 · Set-up")
    page.show()
    lesson = load_guide()
    guide = Guide(lesson, open_match(lesson.sit_down(catalogue).table.game))
    yield {"page": page, "start": shell.start, "guide": guide.panel}
    guide.leave()


def headings(pages):
    """The first large words of each page."""
    big = {
        name: [label for label in widget.findChildren(QLabel)
               if label.property("display") or label.property("headline")]
        for name, widget in pages.items()
    }  # fmt: skip
    assert all(big.values())
    return {name: some[0] for name, some in big.items()}


def test_headings_grow_with_the_writing(pages, writing):
    heights = {}
    for points in (9, 18):
        writing(points)
        QApplication.processEvents()
        for name, label in headings(pages).items():
            label.ensurePolished()
            heights.setdefault(name, []).append(label.fontMetrics().height())
    for name, (small, large) in heights.items():
        assert large == pytest.approx(2 * small, rel=0.15), name


def test_a_page_in_large_writing_fits_the_screen(shell, writing):
    shell.resize(1366, 768)
    writing(18)
    QApplication.processEvents()
    assert shell.minimumSizeHint().height() <= 768
    assert shell.minimumSizeHint().width() <= 1366


# ---------------------------------------------------------------------------- shortcuts


def test_all_commands_of_a_match_can_be_set_while_none_is_open(shell, settings):
    assert shell.match is None
    editor = SettingsDialog(settings, shell).shortcuts
    editor.select("undo")
    editor.set_keys("undo", "Ctrl+U")
    editor.set_keys("dock-log", "Ctrl+L")
    editor.save()
    assert settings.shortcut("undo", "Ctrl+Z") == "Ctrl+U"
    listed = set(editor._commands)
    assert {"quit", "undo", "ruler", "layer-zones", "dock-rules", "export-map"} <= listed


def test_the_list_of_commands_is_what_a_match_has(open_match, settings):
    """In a game whose rules answer every hook that a panel needs; others lack just that panel."""
    diadem = open_match(table("diadem", "allied-movement", {"us-349-ri": "1413"}).game)
    lacking = {kind.id for kind in match_commands()} - {command.id for command in diadem.commands}
    free = {id for id in lacking if id.startswith("free-")}  # deeds on a table without a referee
    panels = {"dock-flights", "dock-hands", "dock-pieces"}
    other_maps = {"map-next", "map-previous", "map-list"}
    assert lacking - free == panels | other_maps, "Diadem has none of them, and one map"
    window = open_match(table("papua").game)
    there = {command.id: command for command in window.commands}
    for kind in match_commands():
        if kind.id in free | other_maps | {"dock-hands", "dock-pieces"}:
            continue  # no game here has cards, two maps, or does without a referee
        command = there.pop(kind.id)
        assert (command.label, command.keys, command.menu) == (kind.label, kind.keys, kind.menu)
    assert there == {}


def test_keys_that_clash_with_a_match_are_told_without_one(shell, settings):
    editor = SettingsDialog(settings, shell).shortcuts
    assert editor.conflicts() == []
    editor.set_keys("undo", "Ctrl+Q")
    assert any("Ctrl+Q" in sentence for sentence in editor.conflicts())
