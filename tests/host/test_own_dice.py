"""Players who roll their own dice: a dialog asks for the faces, by mouse and by keyboard."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QPushButton, QToolButton

from tabuleiro.engine import DiceWanted, msg
from tabuleiro.engine import events as ev
from tabuleiro.host import owndice
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.owndice import OwnDice
from tabuleiro.i18n import speaking
from tabuleiro.testing import action, table

FIELD = {"us-349-ri": "1413", "us-350-ri": "1413", "de-85-rm": "1313"}
CONFIRM = action("confirm")


class Confirms:
    """A computer player that confirms."""

    def choose(self, _seat):
        return CONFIRM


@pytest.fixture
def ready(open_match):
    """A function that shows an attack as far as its dice; who plays which side may be said."""

    def show(**how):
        t = table("diadem", "allied-combat", FIELD, options={"dice": "own"})
        window = open_match(t.game, **how)
        t.game.act(action("assault", "1313"))
        t.game.act(action("join", "us-349-ri"))
        window.seat.changed.emit()
        return window

    return show


@pytest.fixture
def answer(qtbot):
    """A function that answers the next dialog as soon as it is up; it tells what went wrong."""
    found = []

    def later(deed):
        def now():
            dialog = QApplication.activeModalWidget()
            if dialog is None:
                QTimer.singleShot(0, now)
                return
            try:
                assert isinstance(dialog, OwnDice)
                deed(dialog)
            except BaseException as error:  # else the dialog would stay, and the test with it
                found.append(error)
                raise
            finally:
                if dialog.isVisible():
                    dialog.done(0)

        QTimer.singleShot(0, now)

    yield later
    assert not found


@pytest.fixture
def dialog(qtbot, catalogue):
    """A function that shows the dialog for a throw by itself."""

    def show(number=2, **how):
        wanted = DiceWanted(number, "allied", msg("attack on the mill"), "diadem-5.1.5-2")
        made = OwnDice(catalogue.module("diadem"), wanted, **how)
        qtbot.addWidget(made)
        made.show()
        qtbot.waitExposed(made)
        return made

    return show


def click(qtbot, dialog, face):
    qtbot.mouseClick(dialog.findChild(QToolButton, f"face-{face}"), Qt.MouseButton.LeftButton)


def ok(dialog):
    return next(b for b in dialog.findChildren(QPushButton) if b.isDefault())


def thrown(game):
    return [e.faces for row in game.log.line() for e in row.events if isinstance(e, ev.Rolled)]


class TestDialog:
    def test_it_says_who_rolls_how_many_dice_and_why(self, dialog):
        shown = [label.text() for label in dialog().findChildren(QLabel)]
        assert {"Allies: roll 2 dice", "attack on the mill", "2 dice are missing"} <= {*shown}

    def test_it_speaks_portuguese(self, dialog):
        with speaking("pt"):
            shown = [label.text() for label in dialog(1).findChildren(QLabel)]
        assert {"Aliados: role 1 dado", "falta 1 dado"} <= {*shown}

    def test_dice_are_clicked(self, dialog, qtbot):
        it = dialog()
        assert not ok(it).isEnabled()
        click(qtbot, it, 3)
        assert not ok(it).isEnabled()
        click(qtbot, it, 6)
        click(qtbot, it, 1)
        assert it.faces == (3, 6), "more dice than are wanted do not count"
        qtbot.mouseClick(ok(it), Qt.MouseButton.LeftButton)
        assert it.result() == OwnDice.DialogCode.Accepted

    def test_dice_are_typed(self, dialog, qtbot):
        it = dialog()
        for key in (Qt.Key.Key_5, Qt.Key.Key_7, Qt.Key.Key_2):
            qtbot.keyClick(it, key)
        assert it.faces == (5, 2)
        qtbot.keyClick(it, Qt.Key.Key_Backspace)
        qtbot.keyClick(it, Qt.Key.Key_4)
        assert it.faces == (5, 4)
        qtbot.keyClick(it, Qt.Key.Key_Return)
        assert it.result() == OwnDice.DialogCode.Accepted

    def test_the_program_throws_what_is_lacking(self, dialog, qtbot, monkeypatch):
        monkeypatch.setattr(owndice, "by_chance", lambda number, die: (die,) * number)
        it = dialog(3)
        click(qtbot, it, 1)
        qtbot.mouseClick(it.findChild(QPushButton, "throw"), Qt.MouseButton.LeftButton)
        assert it.faces == (1, 6, 6)
        assert it.isVisible(), "one sees them before they count"

    def test_every_die_has_a_picture_and_a_name(self, dialog):
        it = dialog()
        pictures = []
        for face in range(1, 7):
            button = it.findChild(QToolButton, f"face-{face}")
            assert button.accessibleName() == str(face)
            pictures.append(bytes(button.icon().pixmap(52, 52).toImage().constBits()))
        assert len(set(pictures)) == 6

    @pytest.mark.parametrize("must", [False, True])
    def test_there_is_a_way_back_only_from_ones_own_action(self, dialog, qtbot, must):
        it = dialog(must=must)
        buttons = it.findChild(QDialogButtonBox)
        roles = {buttons.buttonRole(button) for button in buttons.buttons()}
        assert (QDialogButtonBox.ButtonRole.RejectRole not in roles) is must
        qtbot.keyClick(it, Qt.Key.Key_Escape)
        assert it.isVisible() is must


class TestMatch:
    def test_an_attack_is_fought_with_what_was_rolled(self, ready, hands, answer, qtbot):
        window = ready()
        answer(lambda it: [qtbot.keyClick(it, key) for key in "34\r"])
        hands(window).answer("confirm")
        assert thrown(window.seat.table.game) == [(3, 4)]
        assert window.battle.dice.faces == (3, 4)

    def test_who_does_not_roll_does_not_act(self, ready, answer, qtbot):
        window = ready()
        told = []
        window.seat.failed.connect(told.append)
        before, rows = window.seat.table.game.position, len(window.seat.table.game.log)
        answer(lambda it: qtbot.keyClick(it, Qt.Key.Key_Escape))
        assert not window.seat.act(CONFIRM)
        assert window.seat.table.game.position is before
        assert len(window.seat.table.game.log) == rows
        assert told == ["The players roll their own dice: the faces of 2 dice are wanted."]

    def test_more_dice_are_asked_for_until_there_are_enough(self, ready):
        seat = ready().seat
        asked = []

        def one(wanted):
            asked.append(wanted.number)
            return (6,)

        seat.roll = one
        assert seat.act(CONFIRM)
        assert asked == [2, 1]
        assert thrown(seat.table.game) == [(6, 6)]

    def test_a_computer_has_its_dice_thrown_by_the_program(self, ready):
        seat = ready(players={"allied": "simple"}).seat
        seat.rest()
        seat.roll = lambda _wanted: pytest.fail("nobody is asked")
        seat._bots["allied"] = Confirms()
        seat._computer_acts()
        (faces,) = thrown(seat.table.game)
        assert sum(seat.table.game.position.dice.streams.values()) == len(faces) == 2

    def test_undo_and_redo_keep_them(self, ready):
        seat = ready().seat
        seat.roll = lambda _wanted: (2, 5)
        seat.act(CONFIRM)
        after = seat.table.game.position.digest()
        assert seat.undo(consent=True)
        assert thrown(seat.table.game) == []
        assert seat.redo()
        assert seat.table.game.position.digest() == after


def test_a_new_match_offers_both_kinds(qtbot, catalogue):
    dialog = NewMatch(catalogue.module("diadem"))
    qtbot.addWidget(dialog)
    assert "dice" not in dialog.options
    before = dialog.options
    box = dialog.choices.advanced.dice
    assert box.count() == 2
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert dialog.options == {**before, "dice": "own"}
    game = catalogue.new("diadem", options=dialog.options)
    assert game.own_dice
