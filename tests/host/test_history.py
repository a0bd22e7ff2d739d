"""Looking back, replay, bookmarks and branches in the window."""

import pytest

from tabuleiro.testing.table import table


@pytest.fixture
def played(open_match):
    """A match in which one unit moved twice and another once."""
    t = table("diadem", "allied-movement", {"us-349-ri": "1413", "us-350-ri": "1414"})
    t.go("us-349-ri", "1313").go("us-349-ri", "1312").go("us-350-ri", "1413")
    window = open_match(t.game)
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
    window.commands["consent"].trigger()
    assert window.seat.table.game.log.head < before
