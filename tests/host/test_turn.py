"""A whole turn of both sides of Diadem, played in the window with nothing but gestures.

A computer player thinks, hands carry out: every action is done by mouse or by keyboard, and each
time the log must have gained just this action.
"""

from itertools import cycle

import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QPointF, Qt, QThreadPool, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel

from tabuleiro.bots import make_player
from tabuleiro.engine.game import Game
from tabuleiro.host.gestures import path_of
from tabuleiro.store.replay import replay
from tabuleiro.testing import action
from tabuleiro.testing.table import table

MOVES = 13
"""So many moves a side makes; the rest of its units stay where they are."""


class Thinker:
    """Says what to do next: first those who enter, then a few moves, then the attacks."""

    def __init__(self, game):
        self.game = game
        self.bot = make_player("simple", seed="3")
        self.moved = 0
        self.phase = self.fought = None
        self.attacking = False

    def action(self):
        s, decision = self.game.situation, self.game.decision()
        if s.phase is not self.phase:
            self.phase, self.moved = s.phase, 0
        if "move" not in decision.actions:
            return self.attack() or self.bot.choose(self.game)
        self.moved += 1
        entering = [a for a in self.game.legal(kind="move") if not s.on_map(a.piece)]
        if entering and self.moved <= 2:
            return entering[0]
        if self.moved > MOVES and self.game.check(action("end-phase")):
            return action("end-phase")
        return self.bot.choose(self.game)

    def attack(self):
        """One attack in each combat phase, whatever the computer player thinks of it."""
        joins = self.game.legal(kind="join")
        if joins and self.attacking:
            return joins[0]
        self.attacking = False
        found = self.game.legal(kind="assault")
        if found and self.fought is not self.phase:
            self.fought, self.attacking = self.phase, True
            return found[0]
        return None


def fits(game):
    """Whether the log, played again by the rules, leads to the same rows and position."""
    rows = list(game.log.rows.values())
    report = replay(game.module, game.ruleset, game.header, rows)
    again = Game.restore(game.module, game.ruleset, game.header, rows, game.log.head)
    return report.same and again.position.digest() == game.position.digest()


def play(player, thinker, until, ways):
    """Carry out what the thinker wants until something is reached; return the kinds of action."""
    done = []
    game = player.seat.table.game
    while not until(game.situation):
        deed = thinker.action()
        way = next(ways)
        on_board = path_of(deed) and game.situation.on_map(deed.piece)
        drag = way == "drag" and on_board and len(game.legal(piece=deed.piece)) > 1
        player.do(deed, keyboard=way == "keyboard", drag=drag and in_sight(player, deed))
        side = game.log.rows[game.log.head].side
        done.append((side, deed.kind))
    return done


def in_sight(player, deed):
    """Whether the way of a drag lies in the window."""
    player.piece_spot(deed.piece)
    view = player.view
    return view.viewport().rect().contains(view.mapFromScene(view.middle(deed.path[-1])))


def test_a_turn_of_both_sides(open_match, hands, catalogue):
    game = catalogue.new("diadem", seed="62")
    player = hands(open_match(game))
    ways = cycle(["mouse", "keyboard", "mouse", "drag"])
    done = play(player, Thinker(game), lambda s: s.turn == 2 and s.phase is not None, ways)
    for side in ("allied", "axis"):
        for kind in ("place", "move", "assault", "join", "confirm", "end-phase"):
            assert (side, kind) in done, f"{side} never did: {kind}"
    rare = {"retreat", "lose", "advance", "displace", "bombard", "set-air"}
    assert rare - {kind for _side, kind in done} == set()
    assert {row.kind for row in game.log.line()[1:]} == {"action"}
    assert game.log.broken() is None
    assert fits(game)
    turn = player.window.decision.findChild(QLabel, "turn")
    assert turn.text().startswith("Turn 2")


@pytest.mark.slow
def test_a_second_turn_with_what_enters_in_it(open_match, hands, catalogue):
    game = catalogue.new("diadem", seed="2")
    bot = make_player("simple", seed="5")
    while game.situation.turn == 1:
        game.act(bot.choose(game))
    player = hands(open_match(game))
    play(player, Thinker(game), lambda s: s.turn == 3, cycle(["keyboard", "mouse"]))
    assert fits(game)


class TestMoving:
    def test_a_lasso_moves_a_stack(self, at_table, hands):
        """Shift and the mouse round two units, then a click: both go, one after the other."""
        window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})
        player = hands(window)
        middle = player.spot("1413")
        size = round(0.5 * window.view.zoom * 64)
        player.sweep(middle - QPoint(size, size), middle + QPoint(size, size))
        assert set(window.seat.selection) == {"us-349-ri", "us-350-ri"}
        player.click_ground("1312")
        s = window.seat.sight
        assert s.place("us-349-ri") == s.place("us-350-ri") == "1312"
        assert fits(window.seat.table.game)

    def test_a_double_click_takes_the_whole_stack(self, at_table, hands, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})
        spot = hands(window).spot("1413")
        qtbot.mouseDClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert set(window.seat.selection) == {"us-349-ri", "us-350-ri"}

    def test_a_road_takes_motorized_units_far(self, at_table, hands):
        """Half a point a hex on the road: a click goes where no cross-country move leads."""
        piece = "uk-26-bgda-blda"
        window = at_table("allied-movement", {piece: "1306"})
        player = hands(window)
        s = window.seat.sight
        moves = window.seat.legal(piece=piece)
        far = max(moves, key=lambda move: len(move.path))
        points = s.value(piece, "move")
        assert len(far.path) > points, "roads make more hexes than points"
        player.do(far)
        assert s.place(piece) == "1306"
        assert window.seat.sight.place(piece) == far.path[-1]

    def test_a_unit_is_dragged(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        hands(window).drag("us-349-ri", "1312")
        assert window.seat.sight.place("us-349-ri") == "1312"

    def test_a_drag_to_nowhere_says_why(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        player = hands(window)
        head = window.seat.table.game.log.head
        player.drag("us-349-ri", "1003")
        assert window.seat.table.game.log.head == head
        assert "diadem-" in window.told.text()

    def test_the_clause_of_a_refusal_opens_the_rulebook(self, at_table, hands, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        player = hands(window)
        player.click_piece("us-349-ri")
        player.click("0205")
        rule = window.told.text().split('href="')[1].split('"')[0]
        assert not window.docks["rules"].isVisible()
        window.told.linkActivated.emit(rule)
        assert window.docks["rules"].isVisible()
        assert "diadem-" in rule


class TestEntering:
    def entering(self):
        t = table("diadem", "allied-movement", {"us-349-ri": "1413"})
        waiting = [a.piece for a in t.legal("move") if not t.s.on_map(a.piece)]
        return t, waiting

    @pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
    def test_a_unit_from_off_the_map(self, open_match, hands, keyboard):
        t, waiting = self.entering()
        assert waiting, "nobody enters in the first turn"
        player = hands(open_match(t.game))
        move = t.legal("move", piece=waiting[0])[0]
        player.do(move, keyboard=keyboard)
        assert t.s.place(waiting[0]) == move.path[-1]


def test_a_window_that_is_closed_leaves_nothing_running(open_match, hands, qtbot):
    """Neither clocks nor animations nor a filter on all events go on."""
    t = table("diadem", "allied-combat", {"us-349-ri": "1213", "de-200-rpzgr": "1112"}, dice=(3, 4))
    window = open_match(t.game, players={"axis": "simple"})
    window.battle.dice.animated = True
    window.battle.dice.show()
    player = hands(window)
    player.click("1112")
    player.click_piece("us-349-ri")
    player.answer("confirm")
    qtbot.waitUntil(lambda: bool(window.battle.dice.faces), timeout=5000)
    window.seat.failed.emit("something is being told")
    window.docks["history"].widget().toggle()
    window.close()
    QApplication.processEvents()
    running = [clock for clock in window.findChildren(QTimer) if clock.isActive()]
    assert running == []
    moving = QAbstractAnimation.State.Running
    assert [a for a in window.findChildren(QAbstractAnimation) if a.state() == moving] == []
    assert not window.battle.dice.tumbling
    assert QThreadPool.globalInstance().activeThreadCount() == 0
    assert window.seat.table.game.log.head == max(window.seat.table.game.log.rows)
    head = window.seat.table.game.log.head
    qtbot.wait(60)
    assert window.seat.table.game.log.head == head, "a computer player goes on in a closed window"


def test_a_double_click_beside_the_board_takes_what_waits_in_that_place(open_match):
    """Not all who ever enter, of both sides."""
    window = open_match(table("leyte", "american-movement", {}, turn=2).game)
    stacks = {key: item.pieces for key, item in window.view.stacks.items()}
    _place, waiting = next((k, pieces) for k, pieces in stacks.items() if "red-beach" in k)
    window.play._double_clicked("off", waiting[-1])
    assert set(window.seat.selection) == set(waiting)
    (theirs,) = (pieces for k, pieces in stacks.items() if k.endswith("enter.off"))
    window.seat.select([])
    window.play._double_clicked("off", theirs[0])
    assert not window.seat.selection


def test_a_click_on_words_over_the_map_is_none_on_the_map(at_table, qtbot):
    window = at_table("allied-movement", {"us-349-ri": "1413"})
    window.bubble.setText('Why not. <a href="rule:diadem-4.0-2">4.0-2</a>')
    window.bubble.adjustSize()
    window.bubble.show()
    clicks = []
    window.view.clicked.connect(lambda *_about: clicks.append("map"))
    qtbot.mouseClick(window.bubble, Qt.MouseButton.LeftButton)
    assert window.bubble.isVisible()
    assert window.view._pressed is None
    assert clicks == []


def test_a_release_that_was_lost_does_not_leave_the_map_at_the_pointer(at_table, qtbot):
    window = at_table("allied-movement", {"us-349-ri": "1413"})
    port = window.view.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    before = window.view.mapToScene(QPoint(0, 0))
    none = Qt.MouseButton.NoButton
    for x in (140, 180):
        spot = QPointF(x, x)
        where = QPointF(port.mapToGlobal(spot.toPoint()))
        move = QMouseEvent(
            QEvent.Type.MouseMove, spot, where, none, none, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(port, move)
    assert window.view.mapToScene(QPoint(0, 0)) == before
    assert window.view._pressed is None
