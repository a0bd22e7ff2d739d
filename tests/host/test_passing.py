"""What answers more than one question: passing, standing orders; and the ribbon of phases."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from filipinas_war import action, at, at_sea, fleet, scene
from guests import bring, guest_game
from tabuleiro.host.passing import Until

SEA = "1023"
"""Sea west of Luzon, in the range of Formosa."""
WAIT_MS = 10**6
"""A computer player that waits so long does what the test lets it do."""


@pytest.fixture
def against(open_match, hands):
    """A function that shows a table on which others are played by the test itself."""

    def show(t, others="jp"):
        window = open_match(t.game, players={others: "simple"})
        window.seat.pace_ms = WAIT_MS
        player = hands(window)

        def theirs(deed):
            seat = window.seat
            assert seat._try(lambda: seat._commit(seat.place(others), deed))

        return window, player, theirs

    return show


def switch(window, until):
    """The button beside the ribbon that passes."""
    return window.bar.widgetForAction(window.commands[f"pass-{until}"])


def told(window):
    """What the panel says beside what is asked."""
    notice = window.decision.notice
    return notice.text() if notice.isVisible() else ""


class TestNothingMore:
    def test_all_that_a_phase_asks_ends_at_one_click(self, against, qtbot):
        t = scene("us-movement", at("4437", "us-19-ri"), at("4136", "jp-5-ri"), turn=3)
        window, _player, _theirs = against(t)
        switch(window, Until.PHASE).click()
        qtbot.waitUntil(lambda: t.phase != "us-movement")
        qtbot.waitUntil(lambda: window.passing.until is None)
        assert not switch(window, Until.PHASE).isChecked()

    def test_who_must_attack_is_asked(self, at_table, qtbot):
        window = at_table("allied-combat", {"us-349-ri": "1213", "de-131-ri": "1112"})
        switch(window, Until.PHASE).click()
        qtbot.waitUntil(lambda: bool(told(window)))
        assert "This is for you to decide." in told(window)
        assert window.seat.sight.phase.id == "allied-combat"
        assert window.passing.until is None


class TestPassingUntil:
    @pytest.fixture
    def searched(self, against):
        """The Americans pass while Japan searches for their force; the die says what it finds."""

        def show(die, *, tumbling=False):
            one = fleet("us-a", SEA, "us-ddd-23", "us-comb-6", detected=False)
            t = at_sea("us-turn-jp-reconnaissance", one, turn=1, dice=(die,),
                       pieces={"jp-10-sentai": "formosa", "us-19-ri": "4437"})  # fmt: skip
            window, _player, theirs = against(t)
            window.passing.until, window.passing._side = Until.EVENT, "us"
            window.passing._since = window.passing._when()
            window.passing._public = window.passing._known()
            window.passing._whole = window.passing._unhurt()
            window.battle.dice.animated = window.theatre.waits = tumbling
            theirs(action("search-at-sea", "jp-10-sentai", SEA))
            return window

        return show

    def test_it_ends_when_something_of_mine_is_found(self, searched):
        window = searched(6)
        QApplication.processEvents()
        assert window.passing.until is None
        QApplication.processEvents()
        assert "Something of yours was found." in told(window)

    def test_it_goes_on_when_nothing_is(self, searched):
        window = searched(1)
        QApplication.processEvents()
        assert window.passing.until is Until.EVENT
        assert not told(window)

    def test_nothing_is_said_before_the_dice_rest(self, searched):
        window = searched(6, tumbling=True)
        assert window.seat.held
        for _round in range(3):
            QApplication.processEvents()
        assert not told(window)
        window.battle.dice.skip()
        window.theatre.go_on()
        for _round in range(3):
            QApplication.processEvents()
        assert "Something of yours was found." in told(window)

    def test_aircraft_that_fly_against_me_end_it(self, against, qtbot):
        t = scene("us-movement", at("4537", "us-19-ri"), at("1917", "jp-10-sentai"), turn=3,
                  control={"4537": "us"})  # fmt: skip
        window, _player, _theirs = against(t)
        switch(window, Until.EVENT).click()
        qtbot.waitUntil(lambda: t.decision.side == "jp")
        assert window.passing.until is Until.EVENT
        assert switch(window, Until.EVENT).isChecked()

    def test_it_lasts_no_longer_than_a_turn(self, open_match, qtbot):
        t = scene("jp-movement", at("4437", "us-19-ri"), at("1917", "jp-5-ri"), turn=3)
        window = open_match(t.game, players={"us": "simple"})
        window.seat.pace_ms = 1
        switch(window, Until.EVENT).click()
        qtbot.waitUntil(lambda: window.passing.until is None, timeout=20_000)
        assert (t.s.turn, told(window)) == (4, "")


ORDER = """
def forward(seat):
    for piece in seat.decision().pieces:
        yield from seat.legal(piece=piece)[:1]

@hookimpl
def standing_orders(seat, decision):
    return [OrderEntry("forward", "Forward", forward)] if "move" in decision.actions else []
"""


class TestOrders:
    def test_what_stands_is_done_by_itself_once_and_can_be_taken_back(
        self, monkeypatch, open_match, qtbot, hands
    ):
        bring(monkeypatch, ORDER)
        window = open_match(guest_game(), players={"axis": "simple"})
        window.seat.pace_ms = WAIT_MS
        stands = window.decision.findChild(QPushButton, "stands-forward")
        stands.click()
        qtbot.waitUntil(lambda: window.seat.sight.place("us-349-ri") != "0907")
        rows = len(window.seat.rows())
        while window.seat.sight.place("us-349-ri") != "0907":
            window.commands["undo"].trigger()
        qtbot.wait(20)
        assert window.seat.sight.place("us-349-ri") == "0907", "it is not done again"
        hands(window).answer("order-forward")
        assert len(window.seat.rows()) == rows

    def test_an_order_that_fails_is_switched_off_and_the_match_goes_on(
        self, monkeypatch, open_match, hands
    ):
        bring(monkeypatch, ORDER.replace("for piece in", "1 / 0\n    for piece in"))
        window = open_match(guest_game(), players={"axis": "simple"})
        window.seat.pace_ms = WAIT_MS
        hands(window).answer("order-forward")
        QApplication.processEvents()
        assert "its orders" in window.told.text()
        assert window.seat.sight.place("us-349-ri") == "0907"


class TestRibbon:
    def test_each_phase_has_a_box_that_tells_what_it_is(self, against):
        port = dict.fromkeys(("us-comb-6", "us-ddd-23", "us-task-force-a"), "us-fleet")
        t = scene("us-naval-movement", port, turn=3)
        window, _player, _theirs = against(t)
        window.ribbon.tell()
        boxes = window.ribbon.boxes
        assert len(boxes) == 16
        assert "is played now" in boxes["us-naval-movement"].toolTip()
        assert "is to come" in boxes["jp-combat"].toolTip()

    def test_a_box_that_is_over_shows_how_it_ended(self, against):
        port = dict.fromkeys(("us-comb-6", "us-ddd-23", "us-task-force-a"), "us-fleet")
        t = scene("us-naval-movement", port, at("4437", "us-19-ri"), turn=3)
        window, player, _theirs = against(t)
        while t.phase != "us-movement":
            player.answer("end-phase")
        window.ribbon.tell()
        window.ribbon.boxes["us-naval-movement"].click()
        assert window.seat.looking_back
        window.ribbon.boxes["us-movement"].click()
        assert not window.seat.looking_back
        window.ribbon.boxes["jp-combat"].click()
        assert window.docks["rules"].isVisible()
