"""Looking back, replay, bookmarks and branches in the window."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from tabuleiro.testing.kinds import action
from tabuleiro.testing.table import table


@pytest.fixture
def played(open_match):
    """A match in which one unit moved twice and another once."""
    t = table("diadem", "allied-movement", {"us-349-ri": "1413", "us-350-ri": "1414"})
    t.go("us-349-ri", "1313").go("us-349-ri", "1312").go("us-350-ri", "1413")
    window = open_match(t.game)
    window.docks["history"].raise_()
    return window, window.docks["history"].widget()


def where(window, piece="us-349-ri"):
    return window.seat.sight.place(piece)


def test_the_slider_shows_the_past_without_changing_it(played):
    window, history = played
    head = window.seat.table.game.log.head
    history.step(-2)
    assert where(window) == "1313"
    assert window.seat.looking_back
    assert window.seat.table.game.log.head == head
    assert window.seat.decision() is None
    history.to_present()
    assert where(window) == "1312"


def test_the_past_cannot_be_played_on_by_accident(played, qtbot):
    window, history = played
    action = window.seat.legal(piece="us-349-ri")[0]
    history.step(-1)
    with qtbot.waitSignal(window.seat.failed):
        assert not window.seat.act(action)


def test_playing_on_from_the_past_makes_a_branch(played):
    window, history = played
    old = window.seat.table.game.log.head
    history.step(-2)
    history._play_on()
    window.seat.select(["us-349-ri"])
    window.play.aim_at("1413")
    assert where(window) == "1413"
    assert old in set(window.seat.table.game.log.tips())
    assert any(str(old) in history.marks.item(n).text() for n in range(history.marks.count()))


def test_a_bookmark_is_found_again(played):
    window, history = played
    history.step(-2)
    history.bookmark("before the river")
    history.to_present()
    history._visit(history.marks.item(0))
    assert where(window) == "1313"
    assert window.seat.table.game.log.names["before the river"] == window.seat.shown_row


def test_the_pace_of_a_replay_is_changed_while_it_runs(played, qtbot):
    window, history = played
    history._jump(0)
    history.toggle()
    slow, fast = (history.pace.findData(pace) for pace in ("slow", "fast"))
    for row, pause in ((slow, 900), (fast, 60)):
        history.pace.setCurrentIndex(row)
        history.pace.activated.emit(row)
        assert history._clock.isActive()
        assert history._clock.interval() == window.seat.pace_ms == pause
    assert window.settings.pace == "fast"
    qtbot.waitUntil(lambda: not window.seat.looking_back, timeout=5000)
    window.settings.set("pace", "normal")
    window.take_settings()
    assert history.pace.currentData() == "normal"


def test_replay_runs_to_the_present_and_stops(played, qtbot):
    window, history = played
    window.settings.set("pace", "none")
    history._jump(0)
    history.toggle()
    qtbot.waitUntil(lambda: not window.seat.looking_back, timeout=5000)
    qtbot.waitUntil(lambda: not history._clock.isActive(), timeout=5000)
    assert where(window) == "1312"


def test_undo_past_dice_needs_consent(open_match, qtbot):
    t = table("diadem", "allied-combat", {"us-349-ri": "1213", "de-200-rpzgr": "1112"}, dice=(3, 4))
    t.attack("1112", "us-349-ri")
    window = open_match(t.game)
    assert not window.commands["undo"].isEnabled()
    assert window.commands["consent"].isEnabled()
    before = window.seat.table.game.log.head
    asked = answering("Do not agree")
    window.commands["consent"].trigger()
    assert window.seat.table.game.log.head == before
    answering("Agree")
    window.commands["consent"].trigger()
    assert window.seat.table.game.log.head < before
    (side,) = {"Axis", "Allies"} & set(asked[0].split())
    assert window.seat.module.sides[window.seat.table.asked].name["en"] != side


def answering(words):
    """Press a button of the question that comes up, and note what was asked."""
    asked = []

    def press():
        box = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox))
        asked.append(box.text())
        next(b for b in box.buttons() if b.text().replace("&", "") == words).click()

    QTimer.singleShot(0, press)
    return asked


def test_the_screen_goes_to_the_other_side_in_one_change(open_match):
    """What all panels show is worked out once, for whoever is asked now."""
    window = open_match(table("diadem", "allied-combat", {"us-349-ri": "1413"}).game)
    seat, seen = window.seat, []
    seat.changed.connect(lambda: seen.append(seat.viewer))
    while seat.viewer == "allied":
        seen.clear()
        assert seat.act(action("end-phase"))
    assert seen == ["axis"]


class TestTwoAtOneScreen:
    """What one of them did the other takes back with his consent alone, revealed or not."""

    @pytest.fixture
    def window(self, open_match):
        t = table("diadem", "allied-movement", {"us-349-ri": "1213", "de-200-rpzgr": "0505"})
        window = open_match(t.game)
        while window.seat.table.asked == "allied":
            assert window.seat.act(action("end-phase"))
        window.seat.hand_over()
        assert window.seat.viewer == "axis"
        return window

    def test_the_other_is_asked(self, window):
        seat, head = window.seat, window.seat.table.game.log.head
        assert not seat.last().reveals, "it is not the dice that need consent"
        assert seat.must_agree(seat.last().parent) == ("allied",)
        assert not window.commands["undo"].isEnabled()
        assert not seat.undo()
        asked = answering("Do not agree")
        window.commands["consent"].trigger()
        assert seat.table.game.log.head == head
        assert "Allies" in asked[0]
        answering("Agree")
        window.commands["consent"].trigger()
        assert seat.table.game.log.head < head
        assert seat.table.asked == "allied"

    def test_playing_on_from_a_row_asks_too(self, window):
        seat, head = window.seat, window.seat.table.game.log.head
        history = window.docks["history"].widget()
        seat.look_back(0)
        asked = answering("Do not agree")
        history._play_on()
        assert asked
        assert seat.table.game.log.head == head
        answering("Agree")
        history._play_on()
        assert seat.table.game.log.head == 0

    def test_ones_own_is_taken_back_freely(self, window):
        seat = window.seat
        head = seat.table.game.log.head
        mine = next(a for a in seat.legal() if seat.check(a))
        assert seat.act(mine)
        assert window.commands["undo"].isEnabled()
        assert seat.undo()
        assert seat.table.game.log.head == head
