"""Every kind of decision can be answered with the mouse, and with the keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from battles import at
from tabuleiro.testing import action
from tabuleiro.testing.table import table

A, B, C = "uk-11-bgda", "us-337-ri", "uk-61-bgda"
D, E = "de-131-ri", "de-191-ri"
BY = pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])


def combat(pieces, dice=(3, 4), phase="allied-combat", air=20):
    return table("diadem", phase, pieces, tracks={"air.allied": air}, dice=dice)


@pytest.fixture
def sit(open_match, hands):
    """A function that opens a window on a table and returns the hands at it."""
    return lambda t: hands(open_match(t.game))


@pytest.mark.slow
@BY
def test_phase_moving_and_ending(sit, keyboard):
    player = sit(table("diadem", "allied-movement", {"us-349-ri": "1413", "us-350-ri": "1414"}))
    assert player.seat.decision().kind == "phase"
    for piece in ("us-349-ri", "us-350-ri"):
        move = player.seat.legal(piece=piece)[3]
        player.do(move, keyboard=keyboard)
        assert player.seat.sight.place(piece) == move.path[-1]
    player.do(action("end-phase"), keyboard=keyboard)
    assert player.seat.sight.phase.id == "allied-combat"


@pytest.mark.slow
@BY
def test_phase_placing(open_match, hands, catalogue, keyboard):
    player = hands(open_match(catalogue.new("diadem", seed="4")))
    waiting = player.seat.decision().pieces
    for piece in waiting:
        player.do(player.seat.legal(piece=piece)[0], keyboard=keyboard)
    player.do(action("end-phase"), keyboard=keyboard)
    assert player.seat.decision().pieces != waiting


@pytest.mark.slow
@BY
def test_allocate_and_cancel(sit, keyboard):
    player = sit(combat({**at("1007", A, C), **at("0907", D)}))
    player.do(action("assault", "0907"), keyboard=keyboard)
    assert player.seat.decision().kind == "allocate"
    player.do(action("join", A), keyboard=keyboard)
    player.do(action("join", C), keyboard=keyboard)
    player.do(action("withdraw", A), keyboard=keyboard)
    player.do(action("set-air", 7), keyboard=keyboard)
    player.do(action("take-air-back"), keyboard=keyboard)
    assert player.seat.table.game.position.top.committed() == (C,)
    player.do(action("cancel"), keyboard=keyboard)
    assert player.seat.decision().kind == "phase"


@pytest.mark.slow
@BY
@pytest.mark.parametrize("victim", [D, E])
def test_choose(sit, keyboard, victim):
    pieces = {**at("1007", C, A), **at("0907", D, E)}
    player = sit(combat(pieces, dice=(1, 1)).attack("0907", A, C, air=5))
    assert player.seat.decision().kind == "choose"
    player.do(action("lose", victim), keyboard=keyboard)
    assert player.seat.sight.piece(victim).losses == 1


@pytest.mark.slow
@BY
def test_path(sit, keyboard):
    pieces = {**at("1007", C, A), **at("0907", D, E)}
    player = sit(combat(pieces, dice=(1, 1)).attack("0907", A, C))
    assert player.seat.decision().kind == "path"
    player.do(action("retreat", E, ("0807",)), keyboard=keyboard)
    player.do(action("retreat", D, ("0808",)), keyboard=keyboard)
    player.do(action("lose", A), keyboard=keyboard)
    player.do(action("advance", C, ("0907",)), keyboard=keyboard)
    player.do(action("done-advancing"), keyboard=keyboard)
    places = [player.seat.sight.place(piece) for piece in (A, C, D, E)]
    assert places == ["1007", "0907", "0808", "0807"]


@pytest.mark.slow
@BY
def test_path_of_those_who_make_room(sit, keyboard):
    friends = ("de-191-ri", "de-194-ri", "de-267-ri", "de-274-ri")
    front = {"us-337-ri": "1108", "us-349-ri": "1107"}
    pieces = {**front, "de-211-ri": "1008", **dict.fromkeys(friends, "0907")}
    player = sit(combat(pieces, dice=(1, 1)).attack("1008", *front, air=3))
    player.do(action("retreat", "de-211-ri", ("0907",)), keyboard=keyboard)
    player.do(action("displace", "de-194-ri", "0906"), keyboard=keyboard)
    assert player.seat.sight.place("de-194-ri") == "0906"


@pytest.mark.slow
def test_an_attack_is_made_up_in_the_battle_window(sit, qtbot, qapp):
    """Counters there are buttons: one click commits a unit, another takes it back."""
    player = sit(combat({**at("1007", A, C), **at("0907", D)}))
    player.do(action("assault", "0907"))
    battle = player.window.battle

    def press(piece, key=None):
        qapp.processEvents()
        button = battle.sides["attack"].findChildren(QToolButton, piece)[-1]
        if key is None:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            button.setFocus()
            qtbot.keyClick(button, key)

    press(A)
    press(C, Qt.Key.Key_Space)
    assert player.seat.table.game.position.top.committed() == (A, C)
    press(A)
    assert player.seat.table.game.position.top.committed() == (C,)
    player.answer("confirm")  # the other unit must attack too, and is lit
    assert player.seat.selection == (A,)
    assert "diadem-" in player.window.told.text()
    press(A)
    qapp.processEvents()
    buttons = battle.end.findChildren(QPushButton, "confirm")
    qtbot.mouseClick(next(b for b in buttons if b.isVisible()), Qt.MouseButton.LeftButton)
    assert (
        player.seat.table.game.log.rows[player.seat.table.game.log.head].action
        == action("confirm").to_data()
    )


def test_the_button_that_cannot_end_the_phase_says_why(sit):
    """A unit in a zone must attack: the button lights it and tells the clause."""
    player = sit(combat({**at("1007", A), **at("0907", D)}))
    assert not player.seat.check(action("end-phase"))
    player.answer("end-phase")
    assert player.seat.selection == (A,)
    assert "diadem-" in player.window.told.text()
    assert player.seat.sight.phase.id == "allied-combat"
    assert player.window.decision.findChild(QLabel, "duties").isVisible()


@pytest.mark.slow
def test_backspace_goes_back_from_one_unit_to_all(sit, qtbot):
    player = sit(table("diadem", "allied-movement", {"us-349-ri": "1413", "us-350-ri": "1414"}))
    player.pick("us-349-ri")
    assert player.seat.selection == ("us-349-ri",)
    qtbot.keyClick(player.window.decision.choices.list, Qt.Key.Key_Backspace)
    assert player.seat.selection == ()
    assert player.entry("us-350-ri") is not None
