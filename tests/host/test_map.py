"""The map widget in the real window: looking, layers, measuring, places beside the board."""

import re
import time
from base64 import b64decode
from html import escape
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QAction, QColor, QHelpEvent, QImage, QNativeGestureEvent, QPointingDevice
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QMenu, QToolTip

from asking import zone
from tabuleiro.bots import make_player
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.map import export
from tabuleiro.host.map.art import BucketArt
from tabuleiro.host.map.export import ExportDialog, Extent, export_map, extent_area
from tabuleiro.host.map.layers import HexLayer
from tabuleiro.host.map.names import FAR_NAMES_TO
from tabuleiro.host.map.picture import BoardPicture
from tabuleiro.host.panels.details import tip_lines
from tabuleiro.host.settings import Settings
from tabuleiro.testing.table import table

LEFT = Qt.MouseButton.LeftButton


def place(window, piece):
    return window.seat.table.game.situation.place(piece)


def drag(qtbot, view, start, end):
    """Press, move in steps, release; points of the widget."""
    port = view.viewport()
    qtbot.mouseMove(port, start)
    qtbot.mousePress(port, LEFT, pos=start)
    for part in (0.3, 0.6, 1.0):
        qtbot.mouseMove(port, start + (end - start) * part)
    qtbot.mouseRelease(port, LEFT, pos=end)


def counter_spot(view, piece):
    return view.mapFromScene(view.stack_of(piece).middle_of(piece))


@pytest.fixture
def moving(at_table):
    return at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})


class TestLooking:
    def test_zoom_keeps_what_is_under_the_pointer(self, moving):
        view = moving.view
        spot = QPoint(300, 260)
        before = view.mapToScene(spot)
        view.set_zoom(view.zoom * 2, spot)
        after = view.mapToScene(spot)
        assert abs(after.x() - before.x()) < 2
        assert abs(after.y() - before.y()) < 2

    def test_dragging_the_ground_moves_the_board_with_the_pointer(self, moving, qtbot):
        view = moving.view
        view.set_zoom(2)
        view.look_at(view.middle("0808"))
        spot = view.mapFromScene(view.middle("0708"))
        held = view.mapToScene(spot)
        drag(qtbot, view, spot, spot + QPoint(60, 40))
        now = view.mapToScene(spot + QPoint(60, 40))
        assert abs(now.x() - held.x()) < 3
        assert abs(now.y() - held.y()) < 3

    def test_the_board_cannot_be_pushed_out_of_the_window(self, moving):
        view = moving.view
        view.set_zoom(2)
        for _ in range(60):
            view.pan(500, 500)
        assert view.whole.adjusted(-2, -2, 2, 2).contains(view.seen().center())

    def test_overview_shows_the_frame_and_moves_the_map(self, moving, qtbot):
        panel = moving.docks["overview"].widget()
        moving.docks["overview"].show()
        moving.docks["overview"].raise_()
        qtbot.waitExposed(panel)
        moving.view.set_zoom(2.5)
        board = panel.place()
        for part in (0.3, 0.7):
            spot = board.topLeft() + QPointF(board.width() * part, board.height() * part)
            qtbot.mouseClick(panel, LEFT, pos=spot.toPoint())
            middle = panel.frame().center()
            assert abs(middle.x() - spot.x()) < 3
            assert abs(middle.y() - spot.y()) < 3
        assert panel.frame().width() < board.width() * 0.8

    def test_far_names_never_overlap_and_the_great_ones_come_first(self, moving):
        names = moving.view.names
        zoom = 0.3
        placed = names.placed(zoom)
        assert len(placed) >= 4
        board = moving.view.board
        great = {
            text for p in board.places.values() if p.importance == 4 for text in p.name.values()
        }
        assert placed[0][0] in great
        boxes = []
        for words, middle, corner in placed:
            size = names._pixmap(words, 1.0).deviceIndependentSize()
            at = middle * zoom + corner
            boxes.append((at.x(), at.y(), at.x() + size.width() - 2, at.y() + size.height() - 2))
        for n, one in enumerate(boxes):
            for other in boxes[n + 1 :]:
                apart = one[2] <= other[0] or other[2] <= one[0]
                assert apart or one[3] <= other[1] or other[3] <= one[1]
        assert zoom < FAR_NAMES_TO

    def test_counter_sizes_are_an_eighth_apart(self):
        sizes = {BucketArt.pixels(BucketArt.bucket(side)) for side in range(20, 100)}
        assert len(sizes) < 16
        for side in range(12, 150):
            assert 1 <= BucketArt.pixels(BucketArt.bucket(side)) / side < 1.16

    def test_two_fingers_spread_zoom_in(self, moving):
        view, spot = moving.view, QPoint(300, 260)
        zoom, before = view.zoom, view.mapToScene(spot)
        at, mouse = QPointF(spot), QPointingDevice.primaryPointingDevice()
        spread = QNativeGestureEvent(
            Qt.NativeGestureType.ZoomNativeGesture, mouse, 2, at, at, at, 0.25, QPointF()
        )
        QApplication.sendEvent(view.viewport(), spread)
        assert view.zoom == pytest.approx(zoom * 1.25)
        assert (view.mapToScene(spot) - before).manhattanLength() < 3 / view.zoom


class TestLayers:
    def test_switches_are_remembered(self, moving, tmp_path):
        panel = moving.docks["layers"].widget()
        panel.boxes["zones"].setChecked(True)
        panel.boxes["numbers"].setChecked(False)
        panel.regions.item(0).setCheckState(Qt.CheckState.Checked)
        assert "numbers" in moving.view.ground.hidden
        again = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        moving.settings.sync()
        assert again.layer("zones", default=False)
        assert not again.layer("numbers", default=True)
        assert again.regions("diadem") == tuple(list(moving.view.board.regions)[:1])

    def test_a_hidden_layer_is_missing_from_the_picture(self, moving):
        view = moving.view
        view.set_zoom(2)
        view.look_at(view.middle("1506"))
        view.ensure()
        before = moving.view.grab().toImage()
        moving.play.layers.switch("terrain", False)
        view.ensure()
        assert view.grab().toImage() != before

    def test_zones_of_both_sides(self, at_table):
        window = at_table("allied-movement", {"us-349-ri": "1413", "de-71-rpzgr": "1009"})
        layers, s = window.play.layers, window.seat.table.game.situation
        own, enemy = (
            window.view.overlay("own-zones", QColor()),
            window.view.overlay("zones", QColor()),
        )
        assert own.count == enemy.count == 0
        layers.switch("zones", True)
        assert own.count == len(zone(s, "allied"))
        assert enemy.count == len(zone(s, "axis"))

    def test_control_follows_the_match(self, at_table, hands):
        window = at_table(
            "allied-movement", {"us-349-ri": "0707"}, control={"0607": "axis", "0806": "axis"}
        )
        item = window.play.layers._control

        def letter(hex):
            middle = window.view.middle(hex)
            return next(held.letter for held in item.held if held.middle == middle)

        before = letter("0607")
        player = hands(window)
        player.click("0707")
        player.click("0607")
        assert place(window, "us-349-ri") == "0607"
        assert letter("0607") != before
        assert letter("0806") == before

    def test_range_of_a_selected_gun(self, at_table):
        game = table("diadem").game
        gun = next(
            c for c in game.module.counters.values() if c.side == "allied" and "range" in c.values
        )
        window = at_table("allied-movement", {gun.id: "1209"})
        ring = window.view.overlay("range", QColor())
        assert ring._outline.isEmpty()
        window.seat.select([gun.id])
        far, grid = gun.values["range"], window.view.board.grid
        for hex in ("1209", *grid.ring("1209", far)):
            assert ring._outline.contains(window.view.middle(hex))
        for hex in grid.ring("1209", far + 1):
            assert not ring._outline.contains(window.view.middle(hex))

    def test_movement_of_the_unit_pointed_at(self, moving, hands, qtbot):
        moving.play.layers.switch("movement", True)
        hands(moving)
        spot = hands(moving).spot("1413")
        qtbot.mouseMove(moving.view.viewport(), spot)
        shown = moving.view.overlay("movement", QColor()).count
        assert shown > 5
        qtbot.mouseMove(moving.view.viewport(), hands(moving).spot("0808"))
        assert moving.view.overlay("movement", QColor()).count == 0

    def test_regions_are_outlined_with_their_names(self, moving):
        region = moving.view.board.regions["liri-valley"]
        moving.play.layers.choose_regions(("liri-valley", "no-such-region"))
        (area,) = moving.play.layers._areas.areas
        assert area.name in region.name.values()
        for hex in moving.view.board.grid:
            inside = area.outline.contains(moving.view.middle(hex))
            assert inside == (hex in region.hexes)

    def test_a_layer_of_ones_own(self, moving):
        def supplied(s, viewer):
            return dict.fromkeys(s.board.grid.within("0808", 2), "2")

        colour = QColor(20, 120, 90, 90)
        moving.play.layers.add(HexLayer("supply", "Supply", supplied, colour, shown=True))
        assert moving.view.overlay("supply", colour).count == 19
        box = moving.docks["layers"].widget().boxes["supply"]
        box.setChecked(False)
        assert moving.view.overlay("supply", colour).count == 0


class TestMeasuring:
    def test_the_ruler_counts_hexes_and_kilometres(self, moving, hands, qtbot):
        player = hands(moving)
        moving.commands["ruler"].trigger()
        ruler = moving.play.ruler
        player.click("0808")
        player.click("1208")
        assert (ruler.start, ruler.end) == ("0808", "1208")
        assert ruler.words.startswith("4 hex")
        assert "11" in ruler.words  # four times 2.9 km are 11.6
        assert moving.seat.selection == ()
        moving.commands["nothing"].trigger()
        assert not ruler.active
        assert not moving.commands["ruler"].isChecked()

    def test_rings_about_a_hex(self, moving):
        ruler = moving.play.ruler
        ruler.rings("0808")
        rings = ruler._item._rings
        assert len(rings) == 6
        assert rings[1][0].contains(moving.view.middle("0810"))
        assert not rings[1][0].contains(moving.view.middle("0811"))
        ruler.rings("0808")
        assert ruler._item._rings == []


class TestBesideTheBoard:
    @pytest.fixture
    def arriving(self, at_table):
        return at_table("axis-movement", {"us-349-ri": "1413"}, turn=2)

    def test_reinforcements_stand_beside_their_edge(self, arriving):
        waiting = arriving.play.showing.waiting()
        assert "de-104-rpzgr" in waiting["exit.west"]
        spot = arriving.view.stack_of("de-104-rpzgr").middle_of("de-104-rpzgr")
        assert spot.x() < 0
        assert arriving.view.beside.spots["exit.west"].area.contains(spot)

    def test_a_reinforcement_is_dragged_in(self, arriving, qtbot):
        view = arriving.view
        view.fit()
        start = counter_spot(view, "de-577-ri")
        assert view.viewport().rect().contains(start)
        assert view.piece_at(start) == "de-577-ri"
        drag(qtbot, view, start, view.mapFromScene(view.middle("0104")))
        assert place(arriving, "de-577-ri") == "0104"
        assert "de-577-ri" not in arriving.play.showing.waiting()["exit.west"]

    def test_a_reinforcement_is_clicked_in(self, arriving, qtbot):
        view = arriving.view
        view.fit()
        spot = counter_spot(view, "de-721-ri")
        qtbot.mouseMove(view.viewport(), spot)
        qtbot.mouseClick(view.viewport(), LEFT, pos=spot)
        assert arriving.seat.selection == ("de-721-ri",)
        qtbot.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(view.middle("0106")))
        assert place(arriving, "de-721-ri") == "0106"

    def test_a_unit_leaves_by_the_west_edge(self, at_table, hands, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "0108"})
        view = window.view
        view.fit()
        assert "exit.west" not in view.beside.lit
        hands(window).click("0108")
        assert "exit.west" in view.beside.lit
        strip = view.beside.spots["exit.west"].area
        qtbot.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(strip.center()))
        assert place(window, "us-349-ri") == "exit.west"
        assert strip.contains(view.stack_of("us-349-ri").middle_of("us-349-ri"))

    def test_an_edge_where_one_may_not_leave_says_why(self, at_table, hands, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "0808"})
        hands(window).click("0808")
        verdict = window.seat.why("us-349-ri", "exit.west")
        assert verdict is not None
        assert verdict.objections[0].rule.startswith("diadem-")

    def test_free_pieces_of_a_set_up_stand_on_a_tray(self, open_match, monkeypatch):
        window = open_match(table("diadem", "allied-movement", {"us-349-ri": "1413"}).game)
        monkeypatch.setattr(
            window.play.showing, "waiting", lambda: {"off": ("us-350-ri", "us-351-ri")}
        )
        window.play.refresh()
        tray = window.view.beside.spots["off"].area
        for piece in ("us-350-ri", "us-351-ri"):
            assert tray.contains(window.view.stack_of(piece).middle_of(piece))

    def test_boxes_take_pieces_of_a_free_hand(self, open_match, qtbot):
        t = table("diadem", "allied-movement", {"us-349-ri": "1413"}, options={"free-hand": True})
        window = open_match(t.game)
        window.seat.free_hand = True
        window.play.refresh()
        view = window.view
        view.fit()
        box = view.beside.spots["allied-reserve"].area.center()
        drag(qtbot, view, counter_spot(view, "us-349-ri"), view.mapFromScene(box))
        assert place(window, "us-349-ri") == "allied-reserve"
        assert view.stack_of("us-349-ri").place == "allied-reserve"


class TestStacks:
    def test_a_drag_within_the_fan_changes_the_order(self, moving, qtbot):
        view, game = moving.view, moving.seat.table.game
        view.set_zoom(1.2)
        view.show_hex("1413")
        first, second = game.situation.at("1413")
        qtbot.mouseMove(view.viewport(), view.mapFromScene(view.middle("1413")))
        view.fan_out("1413")
        assert view.stack("1413").fanned
        drag(qtbot, view, counter_spot(view, first), counter_spot(view, second))
        assert game.situation.at("1413") == (second, first)
        assert place(moving, first) == "1413"

    def test_no_fan_while_hexes_are_lit(self, moving, hands, qtbot):
        player = hands(moving)
        moving.seat.select(["us-349-ri"])
        qtbot.mouseMove(moving.view.viewport(), player.spot("0808"))
        qtbot.mouseMove(moving.view.viewport(), player.spot("1413"))
        assert not moving.play._fan_clock.isActive()
        moving.seat.select(())
        assert moving.play._fan_clock.isActive()

    def test_a_fan_belongs_to_its_hex(self, moving):
        view = moving.view
        view.fan_out("1413")
        outer = view.stack("1413").spots()[0][2]
        corner = view.mapFromScene(view.middle("1413") + outer.topLeft() + QPointF(1, 1))
        assert view.hex_at(corner) == "1413"

    def test_moves_travel_and_a_key_ends_that(self, moving, hands, qtbot):
        moving.play.travel.animated = True
        player = hands(moving)
        moving.seat.select(["us-349-ri"])
        player.click("1313")
        assert moving.play.travel.away == {"us-349-ri"}
        assert place(moving, "us-349-ri") == "1313"
        qtbot.keyClick(moving.view, Qt.Key.Key_Shift)
        assert moving.play.travel.away == frozenset()
        assert moving.view.stack_of("us-349-ri").place == "1313"

    def test_the_journey_ends_by_itself(self, moving, hands, qtbot):
        moving.play.travel.animated = True
        moving.seat.pace_ms = 40
        moving.seat.select(["us-349-ri"])
        with qtbot.waitSignal(moving.play.travel.ended, timeout=2000):
            hands(moving).click("1313")
        assert moving.play.travel.away == frozenset()


class TestTips:
    def rest(self, view, spot):
        QToolTip.hideText()
        over = view.viewport().mapToGlobal(spot)
        QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, spot, over))
        return QToolTip.text() if QToolTip.isVisible() else ""

    def test_a_counter_is_shown_enlarged_with_four_lines_at_most(self, moving):
        view = moving.view
        view.show_hex("1413")
        words = self.rest(view, counter_spot(view, "us-350-ri"))
        lines = tip_lines(moving.seat, "us-350-ri")
        assert 3 <= len(lines) <= 4
        assert all(escape(line) in words for line in lines)
        assert "350" in lines[0]
        assert "Attack 3 · Defense 4 · Movement 6" in lines
        assert "reconstructed" not in words, "where values come from is told in the panel"
        data = b64decode(words.partition("base64,")[2].partition('"')[0])
        assert QImage.fromData(data).width() >= 80

    def test_what_is_hidden_stays_hidden(self, open_match, catalogue):
        window = open_match(catalogue.new("diadem", seed="1"))
        s, view = window.seat.table.game.situation, window.view
        enemy = next(p for p in s.position.pieces if s.side(p) != window.seat.viewer
                     and s.place(p) in s.board.grid)  # fmt: skip
        view.show_hex(s.place(enemy))
        assert "Strengths and losses are covered" in self.rest(view, counter_spot(view, enemy))

    def test_bare_ground_has_none(self, moving):
        moving.view.show_hex("0907")
        assert self.rest(moving.view, moving.view.mapFromScene(moving.view.middle("0907"))) == ""


class TestKeyboard:
    def test_a_unit_is_moved_by_keys_alone(self, moving, hands, qtbot):
        player = hands(moving)
        moving.view.setFocus()
        player.press(Qt.Key.Key_Tab)
        (piece,) = moving.seat.selection
        assert moving.view.cursor_hex == "1413"
        assert moving.view._cursor.strong
        player.press(Qt.Key.Key_Left)
        assert moving.view.cursor_hex == "1313"
        player.press(Qt.Key.Key_Return)
        assert place(moving, piece) == "1313"

    def test_tab_goes_through_all_that_can_act(self, moving, hands):
        player = hands(moving)
        moving.view.setFocus()
        seen = set()
        for _ in range(2):
            player.press(Qt.Key.Key_Tab)
            seen.update(moving.seat.selection)
        assert seen == {"us-349-ri", "us-350-ri"}
        player.press(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        assert len(moving.seat.selection) == 1

    def test_left_and_right_lead_back(self, moving, hands):
        player = hands(moving)
        moving.view.point("0808", by_keys=True)
        for key in (Qt.Key.Key_Right,) * 3 + (Qt.Key.Key_Left,) * 3:
            player.press(key)
        assert moving.view.cursor_hex == "0808"

    def test_a_unit_leaves_by_keys_alone(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "0108"})
        player = hands(window)
        window.view.setFocus()
        player.press(Qt.Key.Key_Tab)
        player.press(Qt.Key.Key_Left)
        assert window.view.cursor_hex == "exit.west"
        player.press(Qt.Key.Key_Right)
        assert window.view.cursor_hex in {"0107", "0108"}
        player.press(Qt.Key.Key_Left)
        player.press(Qt.Key.Key_Return)
        assert place(window, "us-349-ri") == "exit.west"

    def test_the_cursor_stops_at_the_edge(self, moving, hands):
        moving.view.point("0116", by_keys=True)
        player = hands(moving)
        player.press(Qt.Key.Key_Down)
        player.press(Qt.Key.Key_Down)
        assert moving.view.cursor_hex == "0116"


class TestWhyNot:
    def test_pointing_says_why_and_costs_little(self, moving, hands, qtbot):
        player = hands(moving)
        moving.seat.select(["us-349-ri"])
        qtbot.mouseMove(moving.view.viewport(), player.spot("0303"))
        assert "diadem-4.0-2" in moving.told.text()
        qtbot.mouseMove(moving.view.viewport(), player.spot("1313"))
        assert moving.told.text() == ""
        dear = []
        for hex in moving.view.board.grid.hexes[::9]:
            start = time.perf_counter()
            moving.seat.why("us-349-ri", hex)
            dear.append(time.perf_counter() - start)
        assert sorted(dear)[len(dear) // 2] < 0.005

    @pytest.mark.parametrize(
        ("pieces", "target", "rule"),
        [
            ({"us-349-ri": "1413", "de-71-rpzgr": "1210"}, "1210", "diadem-4.1.2-15"),
            ({"us-349-ri": "1413", "de-71-rpzgr": "1212"}, "0909", "diadem-4.0-2"),
            (
                dict.fromkeys(("us-350-ri", "us-351-ri", "us-337-ri", "us-338-ri"), "1414")
                | {"us-349-ri": "1413"},
                "1414",
                "diadem-4.1.1-1",
            ),
        ],
    )
    def test_the_best_reason_comes_first(self, at_table, pieces, target, rule):
        window = at_table("allied-movement", pieces)
        verdict = window.seat.why("us-349-ri", target)
        assert verdict.objections[0].rule == rule

    def test_a_piece_that_waits(self, at_table):
        window = at_table("axis-movement", {"us-349-ri": "1413"}, turn=2)
        verdict = window.seat.why("de-577-ri", "1308")
        assert verdict.objections[0].rule == "diadem-4.0-2"


class TestChoosingAPath:
    @pytest.fixture
    def window(self, at_table):
        """Two ways to one hex are offered for a selected unit."""
        window = at_table("allied-movement", {"us-349-ri": "1409"})
        window.seat.select(["us-349-ri"])
        (model,) = window.play.targets["1209"]
        ways = [("1309", "1209"), ("1308", "1209")]
        choices = [type(model)("us-349-ri", way) for way in ways]
        window.play.targets["1209"] = [c for c in choices if window.seat.check(c)]
        assert len(window.play.targets["1209"]) == 2
        return window

    @pytest.mark.parametrize("via", ["1309", "1308"])
    def test_both_are_drawn_and_the_near_one_is_taken(self, window, qtbot, via):
        view = window.view
        view.set_zoom(2)
        view.look_at(view.middle("1309"))
        end = view.middle("1209")
        spot = view.mapFromScene(end + (view.middle(via) - end) * 0.42)
        assert view.hex_at(spot) == "1209"
        qtbot.mouseMove(view.viewport(), spot)
        assert view.path.count == 2
        qtbot.mouseClick(view.viewport(), LEFT, pos=spot)
        log = window.seat.table.game.log
        assert tuple(log.rows[log.head].action["path"]) == (via, "1209")

    def test_between_them_a_menu_names_them(self, window, qtbot):
        view = window.view
        view.pointer = view.middle("1209")
        window.play.aim_at("1209")
        (menu,) = view.findChildren(QMenu)
        words = [action.text() for action in menu.findChildren(QAction) if action.text()]
        menu.close()
        assert any("1309" in each for each in words)
        assert any("1308" in each for each in words)


class TestRetreats:
    @pytest.fixture
    def retreating(self):
        """A match in which a side must choose how its units retreat."""
        game = Catalogue.installed().new("diadem", seed="1")
        bot = make_player("simple", seed=3)
        for _ in range(900):
            decision = game.decision()
            if decision.kind == "path" and "retreat" in decision.actions:
                break
            game.act(bot.choose(game))
        return game

    def test_the_map_moves_to_where_something_is_asked(self, retreating, open_match):
        """Far from there at first; then back and forth as the player likes."""
        window = open_match(retreating)
        view, decision = window.view, window.seat.decision()
        spots = [view.middle(hex) for hex in decision.hexes if view.knows(hex)]
        view.set_zoom(2.0)
        far = max((view.middle(h) for h in view.board.grid.hexes),
                  key=lambda spot: (spot - spots[0]).manhattanLength())  # fmt: skip
        window.play.showing._asked = None
        view.look_at(far)
        assert not any(view.seen().contains(spot) for spot in spots)
        window.play.refresh()
        assert any(view.seen().contains(spot) for spot in spots)
        view.look_at(far)
        window.play.refresh()
        assert not any(view.seen().contains(spot) for spot in spots)

    def test_pieces_and_hexes_are_lit_and_clicked(self, retreating, open_match, hands, qtbot):
        game = retreating
        window = open_match(game)
        QApplication.processEvents()  # the battle opens below the map, which fits itself anew
        view, decision = window.view, window.seat.decision()
        assert decision.kind == "path"
        legal = view.overlay("legal", QColor())
        on_board = [hex for hex in decision.hexes if hex in view.board.grid]
        piece = decision.pieces[0]
        assert view.stack_of(piece)._framed.keys() >= {piece}
        window.seat.select(())
        assert legal.count == len(on_board)
        window.play.click(game.situation.place(piece), piece)
        assert window.seat.selection == (piece,)
        there = next(iter(window.play.targets))
        assert there in decision.hexes
        spot = view.mapFromScene(view.middle(there))
        qtbot.mouseMove(view.viewport(), spot)
        assert view.path.count == len(window.play.targets[there])
        window.play.aim_at(there)
        assert place(window, piece) == there or game.situation.piece(piece).place == "dead"


def choose(qtbot, box, row):
    """Go to an entry of a combo box by its keys."""
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _step in range(row):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.currentIndex() == row


class TestExport:
    @pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
    def test_the_whole_board(self, moving, tmp_path, ending):
        view, file = moving.view, tmp_path / f"map.{ending}"
        export_map(view, file, extent_area(view, Extent.WHOLE), pixels=0.5)
        data = file.read_bytes()
        assert len(data) > 20_000
        if ending == "png":
            image = QImage(str(file))
            assert abs(image.width() - view.whole.width() / 2) <= 1
            by = image.width() / view.whole.width()
            spot = (view.middle("1413") + QPointF(-15, 8) - view.whole.topLeft()) * by
            colour = image.pixelColor(spot.toPoint())
            yellow = QColor(moving.seat.sight.module.nations["american"].ground)
            assert abs(colour.hue() - yellow.hue()) < 12  # the counter is on it
        elif ending == "svg":
            assert QSvgRenderer(str(file)).isValid()
        else:
            assert data.startswith(b"%PDF")

    def test_parts(self, moving):
        view = moving.view
        view.set_zoom(2.5)
        assert view.whole.contains(extent_area(view, Extent.SEEN))
        assert extent_area(view, Extent.SELECTED).isEmpty()
        near = extent_area(view, Extent.SELECTED, ("us-349-ri",))
        assert near.contains(view.middle("1413"))
        assert near.width() < view.whole.width() / 2

    @pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
    @pytest.mark.parametrize("extent", Extent)
    def test_the_dialog_writes_what_was_chosen(
        self, moving, qtbot, tmp_path, monkeypatch, extent, ending
    ):
        moving.seat.select(["us-349-ri"])
        moving.view.set_zoom(2.5)
        file = tmp_path / f"part.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
        problems_of = []
        monkeypatch.setattr(export, "warn", lambda *told: problems_of.append(told[-1]))
        dialog = ExportDialog(moving.play)
        qtbot.addWidget(dialog)
        dialog.show()
        choose(qtbot, dialog.extent, list(Extent).index(extent))
        choose(qtbot, dialog.kind, ("png", "svg", "pdf").index(ending))
        save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
        qtbot.mouseClick(save, Qt.MouseButton.LeftButton)
        assert problems_of == []
        assert not dialog.isVisible()
        if ending == "png":
            area = extent_area(moving.view, extent, moving.seat.selection)
            assert abs(QImage(str(file)).width() - 2 * area.width()) <= 1
        else:
            assert file.stat().st_size > 5_000

    def test_the_parts_are_different_ones(self, moving):
        moving.view.set_zoom(2.5)
        areas = [extent_area(moving.view, extent, ("us-349-ri",)) for extent in Extent]
        assert not any(area.isEmpty() for area in areas)
        assert len({area.width() for area in areas}) == len(areas)

    def test_other_endings_are_refused(self, moving, tmp_path):
        with pytest.raises(ValueError, match="png"):
            export_map(moving.view, tmp_path / "map.gif", moving.view.whole)


def test_the_hex_pointed_at_is_not_on_paper(moving, tmp_path):
    view = moving.view
    area = extent_area(view, Extent.WHOLE)
    export_map(view, tmp_path / "plain.png", area, pixels=0.5)
    view.point("1413", by_keys=True)
    export_map(view, tmp_path / "pointed.png", area, pixels=0.5)
    assert QImage(str(tmp_path / "plain.png")) == QImage(str(tmp_path / "pointed.png"))
    moving.seat.select(["us-349-ri"])
    export_map(view, tmp_path / "lit.png", area, pixels=0.5)
    assert QImage(str(tmp_path / "plain.png")) != QImage(str(tmp_path / "lit.png"))


def test_the_map_stops_with_its_window(open_match):
    window = open_match(table("diadem", "allied-movement", {"us-349-ri": "1413"}).game)
    window.play.travel.animated = True
    window.close()
    assert not window.view.ground._idle.isActive()
    assert not window.view.counters.busy


def test_the_example_of_the_documentation(moving):
    """The layer of docs/widgets-map.md, run as it stands there."""
    page = Path(__file__).parents[2] / "docs" / "widgets-map.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    example = next(block for block in blocks if "HexLayer(" in block)
    exec(example, {"window": moving})
    grid, goals = moving.view.board.grid, moving.seat.sight.scenario.objectives
    near = {hex for goal in goals for hex in grid.within(goal.hex, 2)}
    assert moving.view.overlay("near-goals", QColor()).count == len(near)
    assert moving.docks["layers"].widget().boxes["near-goals"].isChecked()


def test_the_first_example_of_the_documentation(qtbot, monkeypatch):
    page = Path(__file__).parents[2] / "docs" / "widgets-map.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(page.parents[1])
    names = {}
    exec(blocks[0], names)
    view = names["view"]
    qtbot.addWidget(view)
    assert view.isVisible()
    view.stop()


def test_two_programs_keep_the_same_picture_at_once(tmp_path):
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    picture = SimpleNamespace(_kept=tmp_path / "board.png")

    class Slow:
        """A picture that is still being written when another program has kept its own."""

        def save(self, path, *how):
            saved = image.save(path, *how)
            BoardPicture.keep_image(picture, image)
            return saved

    BoardPicture.keep_image(picture, Slow())
    assert [path.name for path in tmp_path.iterdir()] == ["board.png"]
    assert BoardPicture.kept_image(picture).size() == image.size()


def test_a_small_picture_that_another_version_clears_away_costs_nothing_else(tmp_path):
    picture = SimpleNamespace(_kept=tmp_path / "board.png")
    cleared = SimpleNamespace(save=lambda *_where: True)  # and the file is gone again
    BoardPicture.keep_image(picture, cleared)
    assert BoardPicture.kept_image(picture) is None
