"""The button that ends things: where it is, what it asks, and which clicks it does not eat."""

import random

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget

from battles import at
from papua_scenes import scene
from tabuleiro.engine import Action
from tabuleiro.host.panels.undone import left_undone
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.rules.combat.combat_phase import Assault
from tabuleiro.rules.combat.draft import Cancel, Confirm, Join
from tabuleiro.rules.ground.movement import Move
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.testing.table import table

LEFT = Qt.MouseButton.LeftButton
OURS, THEIRS = "us-349-ri", "de-200-rpzgr"
ENTERED = {"za-11-bgda-blda": "dead", "za-12-bgda-mtz": "dead", "uk-9-bgda-blda": "dead",
           "uk-25-bgda-tq": "dead", THEIRS: "0303"}  # fmt: skip
A, C, D = "uk-11-bgda", "uk-61-bgda", "de-131-ri"


@pytest.fixture
def marching(at_table):
    """A movement phase with two units of ours, one of theirs far away."""
    return at_table("allied-movement", {OURS: "1413", "us-350-ri": "1414", THEIRS: "0303"})


def phase(window):
    return window.seat.table.game.situation.phase.id


def area(widget, window):
    """Where a widget is in its window."""
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def click(qtbot, widget):
    QApplication.processEvents()
    qtbot.mouseClick(widget, LEFT)


class TestASecondClick:
    def test_at_the_same_spot_does_not_end_the_next_phase(self, marching, qtbot):
        slot = marching.decision.end
        slot.asks_first = False
        click(qtbot, slot.end)
        assert phase(marching) == "allied-combat"
        click(qtbot, slot.end)
        qtbot.mouseDClick(slot.end, LEFT)
        assert phase(marching) == "allied-combat"
        qtbot.waitUntil(lambda: not slot.resting, timeout=3000)
        click(qtbot, slot.end)
        assert phase(marching) != "allied-combat"

    def test_is_not_eaten_by_a_question(self, marching, qtbot):
        slot = marching.decision.end
        click(qtbot, slot.end)
        assert slot.question.isVisible()
        click(qtbot, slot.end)
        assert phase(marching) == "allied-movement"
        assert not area(slot.question, marching).intersects(area(slot.end, marching))

    def test_after_the_last_reinforcement_does_not_end_the_movement(self, open_match, hands, qtbot):
        t = scene("allied-reinforcement", turn=8, waiting=["au-2-14"])
        window = open_match(t.game)
        slot = window.decision.end
        player = hands(window)
        slot.rest_ms = 400
        player.take("au-2-14")
        player.click_ground("0518")
        assert t.place("au-2-14") == "0518"
        assert phase(window) == "allied-movement"
        click(qtbot, slot.end)
        assert phase(window) == "allied-movement"
        assert not slot.question.isVisible()


class TestAPhaseThatEndsByItself:
    @pytest.fixture
    def window(self, open_match):
        t = scene("allied-reinforcement", turn=8, waiting=["au-2-14"])
        window = open_match(t.game)
        assert not window.decision.notice.isVisible()
        window.seat.act(Place("au-2-14", "0518"))
        return window

    def test_says_so(self, window):
        assert window.decision.notice.isVisible()
        assert "Allied reinforcements" in window.decision.notice.text()

    def test_until_something_else_is_done(self, window):
        seat = window.seat
        move = next(a for a in seat.legal(piece="au-2-14") if isinstance(a, Move))
        assert seat.act(move)
        assert not window.decision.notice.isVisible()

    def test_or_taken_back(self, window):
        assert window.seat.undo()
        assert phase(window) == "allied-reinforcement"
        assert not window.decision.notice.isVisible()

    def test_the_line_that_says_so_takes_it_back(self, window):
        assert '<a href="undo:">' in window.decision.notice.text()
        window.decision.notice.linkActivated.emit("undo:")
        assert phase(window) == "allied-reinforcement"
        assert not window.decision.notice.isVisible()

    def test_others_wait_a_moment(self, open_match, qtbot):
        """The last reinforcement ends the phase: what happened is seen before anybody goes on."""
        t = scene("allied-reinforcement", turn=8, waiting=["au-2-14"])
        window = open_match(t.game)
        window.theatre.waits = True
        window.seat.act(Place("au-2-14", "0518"))
        assert window.seat.rests
        qtbot.waitUntil(lambda: not window.seat.rests, timeout=5000)

    def test_one_that_was_ended_says_nothing(self, marching):
        marching.seat.act(EndPhase())
        assert not marching.decision.notice.isVisible()


class TestThingsUndone:
    def test_are_asked_about_once(self, marching, hands, qtbot):
        slot = marching.decision.end
        hands(marching).answer("end-phase", anyway=False)
        assert slot.question.isVisible()
        assert "2 units have not moved" in slot._undone.text()
        click(qtbot, slot.play_on)
        assert not slot.question.isVisible()
        assert phase(marching) == "allied-movement"
        marching.seat.act(Move(OURS, ("1313",)))
        hands(marching).answer("end-phase", anyway=False)
        assert "1 unit has not moved" in slot._undone.text()
        click(qtbot, slot.anyway)
        assert phase(marching) == "allied-combat"

    def test_the_question_goes_when_something_is_done(self, marching, hands):
        slot = marching.decision.end
        hands(marching).answer("end-phase", anyway=False)
        marching.seat.act(Move(OURS, ("1313",)))
        assert not slot.question.isVisible()
        assert not slot.resting

    def test_those_who_wait(self, open_match):
        t = scene("allied-reinforcement", turn=8, waiting=["au-2-14", "au-2-16"])
        assert left_undone(open_match(t.game).seat) == "2 wait to enter"

    def test_attacks_if_nobody_attacked(self, open_match):
        pieces = {**at("1007", A, C), **at("0907", D)}
        window = open_match(table("diadem", "allied-combat", pieces).game)
        assert left_undone(window.seat) == "still possible: Attack (1 hex)"
        window.seat.act(Assault("0907"))
        window.seat.act(Cancel())
        assert left_undone(window.seat) == ""

    def test_attacks_from_the_air_if_there_was_none(self, open_match):
        pieces = {**at("1007", A, C), **at("0907", D), "de-200-rpzgr": "0405"}
        t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20})
        window = open_match(t.game)
        assert left_undone(window.seat) == (
            "still possible: Attack from the air (1 hex), Attack (1 hex)"
        )
        window.seat.act(Assault("0907"))
        window.seat.act(Cancel())
        assert left_undone(window.seat) == "still possible: Attack from the air (1 hex)"

    def test_nobody_asks_again_in_a_match_where_that_is_not_wanted(self, marching, hands, qtbot):
        slot = marching.decision.end
        hands(marching).answer("end-phase", anyway=False)
        click(qtbot, slot.no_more)
        click(qtbot, slot.play_on)
        assert phase(marching) == "allied-movement"
        hands(marching).answer("end-phase", anyway=False)
        assert phase(marching) == "allied-combat"
        marching.take_settings()
        assert not marching.decision.end.asks_first, "it is kept with the match"
        marching.settings.forget("own-notes")
        marching.take_settings()
        assert marching.decision.end.asks_first, "other matches are asked"

    def test_if_there_are_none_nothing_is_asked(self, at_table, hands):
        window = at_table("allied-movement", {OURS: "1413", **ENTERED})
        assert left_undone(window.seat) == "1 unit has not moved"
        assert window.seat.act(Move(OURS, ("1313",)))
        assert left_undone(window.seat) == ""
        hands(window).answer("end-phase", anyway=False)
        assert phase(window) == "allied-combat"

    def test_nor_if_one_does_not_want_it(self, marching, hands):
        marching.settings.set("ask-before-end", value=False)
        marching.take_settings()
        hands(marching).answer("end-phase", anyway=False)
        assert phase(marching) == "allied-combat"


class TestPlaces:
    def test_the_slot_stays_and_nothing_else_is_ever_there(self, open_match, qtbot):
        t = table("diadem", "allied-movement", {**at("1007", A, C), **at("0907", D)}, dice=(6, 5))
        window = open_match(t.game)
        slot, chance = window.decision.end, random.Random(3)
        for _round in range(10):
            QApplication.processEvents()
        first = area(slot.end, window)
        seen = set()
        for _step in range(60):
            actions = window.seat.legal()
            if not actions:
                break
            window.seat.act(chance.choice(actions))
            QApplication.processEvents()
            ends = [each.end for each in (slot, window.battle.end)]
            for end in (each for each in ends if not each.visibleRegion().isEmpty()):
                seen.add(end.objectName())
                assert area(end, window).top() == first.top()
                assert area(end, window).contains(first)  # that of a battle is wider
            clickable = [*window.findChildren(QAbstractButton), *window.findChildren(QListWidget)]
            others = [w for w in clickable if w.isVisible() and w not in ends]
            assert not [w for w in others if area(w, window).intersects(first)]
        assert {"end-phase", "confirm"} <= seen

    @pytest.mark.parametrize("panel", ["decision", "battle"])
    def test_announce_and_give_up_keep_theirs(self, open_match, panel):
        pieces = {**at("1007", A, C), **at("0907", D)}
        window = open_match(table("diadem", "allied-combat", pieces).game)
        slot = getattr(window, panel).end
        places = []
        for action in (Assault("0907"), Join(A), Join(C)):
            window.seat.act(action)
            for _round in range(5):
                QApplication.processEvents()
            blocked = Confirm() not in window.seat.legal()
            places.append((blocked, area(slot.end, window), area(slot.cancel, window)))
        assert {blocked for blocked, *_places in places} == {True, False}
        assert len({(end.topLeft().toTuple(), cancel.topLeft().toTuple())
                    for _blocked, end, cancel in places}) == 1  # fmt: skip


class TestUndo:
    @pytest.fixture
    def against(self, open_match):
        t = table("diadem", "allied-movement", {OURS: "1413", THEIRS: "0505"})
        window = open_match(t.game, players={"axis": "simple"})
        window.seat.pace_ms = 1
        return t, window

    def test_goes_back_to_ones_own_last_decision(self, against, qtbot):
        t, window = against
        seat = window.seat
        while t.phase != "allied-combat":
            seat.act(EndPhase())
        mine = t.game.log.head
        seat.act(EndPhase())
        qtbot.waitUntil(lambda: t.decision.side == "allied", timeout=10_000)
        assert t.game.log.head > mine + 1, "the computer has played"
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert t.game.log.head == mine
        assert t.phase == "allied-combat"
        qtbot.wait(50)
        assert t.game.log.head == mine, "the computer does not play it again by itself"

    def test_over_dice_of_the_computer_only_with_consent(self, open_match, qtbot):
        pieces = {OURS: "1212", "us-350-ri": "1413", "de-200-rpzgr": "1112", "de-131-ri": "1211"}
        t = table("diadem", "allied-movement", pieces)
        window = open_match(t.game, players={"axis": "simple"})
        seat = window.seat
        seat.pace_ms = 1
        mine = t.game.log.head
        t.game.act(Action.from_data(Move("us-350-ri", ("1313",)).to_data()))
        row = t.game.log.rows[t.game.log.head]
        thrown = row.__class__(**{f: getattr(row, f) for f in row.__struct_fields__}
                               | {"id": row.id + 1, "parent": row.id, "side": "axis",
                                  "reveals": True, "events": ()})  # fmt: skip
        t.game.log.rows[thrown.id] = thrown
        t.game.log.head = thrown.id
        assert not seat.can_undo()
        told = []
        seat.failed.connect(told.append)
        assert not seat.undo()
        assert told == ["Dice were rolled or something hidden was shown since then."]
        assert t.game.log.head == thrown.id, "not half of the way either"
        window._refresh()
        assert not window.commands["undo"].isEnabled()
        window.commands["consent"].trigger()
        assert t.game.log.head == mine

    def test_what_only_the_computer_did_cannot_be_taken_back(self, open_match, qtbot):
        t = table("diadem", "axis-movement", {OURS: "1413", THEIRS: "0505"})
        window = open_match(t.game, players={"axis": "simple"})
        window.seat.pace_ms = 1
        window.seat.wake()
        qtbot.waitUntil(lambda: t.decision.side == "allied", timeout=10_000)
        assert window.seat.to_take_back() == []
        assert not window.commands["undo"].isEnabled()
        assert not window.commands["consent"].isEnabled()
