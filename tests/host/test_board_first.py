"""The board comes first: it fills the window, opens on the front, and what lies on it is read."""

from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tabuleiro.bots import make_player
from tabuleiro.host.counter import Badge, Face, paint_counter
from tabuleiro.host.counter.outline import outline
from tabuleiro.host.map.art import _glyph
from tabuleiro.host.map.margins import READABLE
from tabuleiro.host.map.stacks import SIDE, Mark
from tabuleiro.host.seat import Seat
from tabuleiro.seats import Table
from tabuleiro.testing import action
from tabuleiro.testing.table import table

FOES = {"us-349-ri": "1213", "us-350-ri": "1213", "us-351-ri": "1211", "de-200-rpzgr": "1112"}
SMALL, LARGE = (1366, 768), (1920, 1080)


def settle():
    for _ in range(6):
        QApplication.processEvents()


@pytest.fixture
def sit(shell, catalogue):
    """A function that opens a game in the program's window, in a size."""

    def show(name, scenario=None, *, landed=False):
        shell.resize(*SMALL)
        shell.show()
        game, bot = catalogue.new(name, scenario, seed="board"), make_player("simple", seed=1)
        while landed and game.situation.phase is None:
            game.act(bot.choose(game))
        window = shell.show_match(Seat(Table(game)))
        window.seat.hand_over()
        settle()
        return window

    return show


def tray_sizes(window):
    """How large the counters beside the board are on the screen."""
    zoom = window.view.zoom
    return [item.scale() * SIDE * zoom for place, item in window.view.stacks.items()
            if place not in window.view.board.grid and not place.startswith("afloat.")]  # fmt: skip


class TestRoom:
    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
    def test_the_map_has_most_of_the_window(self, sit, shell, game):
        window = sit(game)
        assert (shell.width(), shell.height()) == SMALL
        share = window.view.width() * window.view.height() / (shell.width() * shell.height())
        assert share >= 0.6

    def test_a_panel_with_nothing_to_say_is_not_shown(self, at_table):
        window = at_table("allied-combat", FOES)
        dock = window.docks["battle"]
        assert not dock.isVisible()
        assert not dock.toggleViewAction().isEnabled()
        window.seat.act(action("assault", "1112"))
        assert dock.isVisible()
        assert dock.toggleViewAction().isEnabled()
        window.seat.act(action("cancel"))
        assert not dock.isVisible()

    def test_keys_bring_a_panel_to_the_front_that_is_behind_another(self, sit):
        window = sit("diadem")
        hexes, switch = window.docks["hex"], window.commands["dock-hex"]
        assert hexes.visibleRegion().isEmpty(), "it stands behind the log"
        switch.trigger()
        settle()
        assert not hexes.visibleRegion().isEmpty()
        switch.trigger()
        settle()
        assert hexes.isHidden()


class TestSight:
    def test_the_board_is_fitted_again_until_one_zooms(self, sit, shell):
        view = sit("metz").view
        first = view.zoom
        shell.resize(*LARGE)
        settle()
        assert view.zoom > first * 1.1
        view.set_zoom(0.9)
        shell.resize(*SMALL)
        settle()
        assert view.zoom == pytest.approx(0.9)

    def test_a_panel_below_leaves_the_board_in_sight(self, sit):
        window = sit("diadem", landed=True)
        window.commands["dock-charts"].trigger()
        settle()
        view = window.view
        assert view.following
        board = view.mapFromScene(view.picture.size).boundingRect()
        assert board.height() > 0.5 * view.viewport().height()
        assert view.viewport().rect().adjusted(-3, -3, 3, 3).contains(board)

    def test_those_who_wait_are_in_sight_at_once(self, sit):
        window = sit("leyte", landed=True)
        waiting = [spot for spot in window.play.showing.waiting() if spot != "off"]
        assert waiting
        for spot in waiting:
            assert window.view.seen().contains(window.view.beside.spots[spot].area), spot

    def test_what_is_fought_for_is_in_sight_where_the_sides_have_hardly_met(self, sit, shell):
        view = sit("papua").view
        seen = view.seen()
        # Salamaua, Wau, Gona, Buna, Kokoda, Port Moresby; Milne is too far off to be read as well
        for hex in ("0405", "0206", "1213", "1313", "0915", "0518"):
            assert seen.contains(view.middle(hex)), hex
        assert SIDE * view.zoom > 20

    def test_a_scenario_says_where_to_look(self, sit):
        """Enemies stand near each other all over the archipelago: it would be too small."""
        window = sit("filipinas", "a-day")
        view, board = window.view, window.seat.sight.board
        assert view.following
        seen = view.seen()
        for hex in ("1917", "2221", *board.regions["leyte"].hexes, *board.regions["panay"].hexes):
            assert seen.contains(view.middle(hex)), hex
        assert not seen.contains(view.middle("2260"))
        assert view.zoom > 1.5 * view.fitting_of(view.whole)

    def test_where_one_looked_is_remembered_for_the_match(self, sit, shell, catalogue):
        window = sit("diadem")
        seat, view = window.seat, window.view
        view.set_zoom(1.5)
        view.look_at(view.middle("0811"))
        spot = view.seen().center()
        again = shell.show_match(seat)
        settle()
        assert again.view.zoom == pytest.approx(1.5, abs=0.01)
        assert (again.view.seen().center() - spot).manhattanLength() < 8
        other = shell.show_match(Seat(Table(catalogue.new("diadem", seed="another"))))
        settle()
        assert other.view.following, "another match opens on its own front"

    def test_nothing_jumps_while_trays_empty_themselves(self, sit):
        window = sit("leyte", landed=True)
        before = window.view.place()
        window.seat.act(next(a for a in window.seat.legal() if a.kind == "place"))
        settle()
        assert window.view.place() == before


class TestBeside:
    @pytest.mark.parametrize("zoom", [0.2, 0.4, 0.8, 1.6])
    def test_trays_are_read_at_any_zoom(self, at_table, zoom):
        window = at_table("axis-movement", {"us-349-ri": "1413"}, turn=2)
        window.view.fit()
        window.view.resetTransform()
        window.view.scale(zoom, zoom)
        window.view.zoomed.emit(zoom)
        assert tray_sizes(window)
        assert min(tray_sizes(window)) >= min(SIDE * READABLE, SIDE * max(zoom, READABLE)) - 0.01

    def test_titles_are_whole_and_off_the_counters(self, at_table):
        window = at_table("axis-movement", {"us-349-ri": "1413"}, turn=2)
        view = window.view
        for zoom in (0.1, 0.3, 1.0):
            spots = view.beside.laid(zoom)
            strip = spots["exit.west"]
            assert strip.area.height() > 8 * len(strip.title) * strip.by
            assert strip.area.contains(strip.waiting)

    def test_the_whole_board_is_in_sight_with_what_lies_beside(self, sit):
        view = sit("leyte").view
        view.fit()
        assert view.seen().adjusted(-1, -1, 1, 1).contains(view.whole)
        assert view.picture.size.height() * view.zoom > 0.5 * view.height()

    def test_a_tall_board_is_shown_as_wide_as_the_window_by_a_command(self, sit):
        window = sit("diadem", landed=True)
        view = window.view
        view.fit()
        middle = view.seen().center().y()
        assert view.whole.width() * view.zoom < 0.8 * view.viewport().width(), "a desk at its sides"
        window.commands["fit-width"].trigger()
        assert view.whole.width() * view.zoom > 0.95 * view.viewport().width()
        assert not view.following, "it is what the player wants: no window fits it anew"
        assert abs(view.seen().center().y() - middle) < 0.25 * view.whole.height()
        assert view.whole.adjusted(-9, -9, 9, 9).contains(view.seen().center())


class TestNames:
    @pytest.mark.parametrize("game", ["diadem", "papua", "metz", "leyte"])
    def test_they_keep_off_rings_and_counters(self, sit, game):
        view = sit(game).view
        covered = [words for words, area in view.places.areas.items()
                   if view.places.covered(area) > 0.25 * area.width() * area.height()]  # fmt: skip
        assert len(covered) <= 0.05 * len(view.places.areas), covered

    def test_arce_and_itri_are_read_whole(self, sit):
        view = sit("diadem").view
        for words in ("ARCE", "ITRI"):
            area = view.places.areas[words]
            assert view.places.covered(area) == 0
            assert view.picture.size.contains(area)

    def test_they_make_room_for_a_counter_that_comes(self, at_table):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        name = window.view.places
        words, before = next((w, a) for w, a in name.areas.items() if w == "Ausonia")
        name.avoid([before])
        assert not name.areas[words].intersects(before)

    def test_far_names_are_not_cut_at_the_edge(self, sit):
        view = sit("leyte").view
        zoom = 0.2
        for words, middle, corner in view.names.placed(zoom):
            wide = view.names._pixmap(words, 1.0).deviceIndependentSize().width() - 2
            left = middle.x() * zoom + corner.x()
            assert left >= -1, words
            assert left + wide <= view.picture.size.width() * zoom + 3, words


def drawn(face, side=64):
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_counter(painter, face, side)
    painter.end()
    return image


FACE = Face("#e8c84a", "#111111", "infantry", "regiment", "1", "2", "3-4-6", "8")


class TestCounters:
    @pytest.mark.parametrize("side", [16, 24, 64])
    def test_up_to_six_sides_are_told_apart_by_shape(self, side):
        pictures = [drawn(replace(FACE, outline=number), side) for number in range(6)]
        reach = max(4, round(0.2 * side))
        near, far = range(reach), range(side - reach, side)
        corners = [(x, y) for xs in (near, far) for ys in (near, far) for x in xs for y in ys]
        for one, two in combinations(pictures, 2):
            assert sum(one.pixel(*at) != two.pixel(*at) for at in corners) >= 4

    def test_from_far_away_six_sides_have_signs_of_their_own(self):
        pictures = []
        for number in range(6):
            image = QImage(10, 10, QImage.Format.Format_ARGB32)
            image.fill(0)
            painter = QPainter(image)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor("#000000"))
            _glyph(painter, number, QRectF(0, 0, 10, 10))
            painter.end()
            pictures.append(image)
        for one, two in combinations(pictures, 2):
            assert sum(one.pixel(x, y) != two.pixel(x, y) for x in range(10) for y in range(10)) > 8

    def test_figures_stay_inside_every_outline(self):
        for number in range(6):
            inside = outline(number, QRectF(3, 2, 93, 93), 15)
            assert inside.contains(QRectF(24, 62, 51, 29))

    def test_far_away_the_symbol_takes_the_room_of_the_figures(self):
        guns = Face("#e8c84a", "#111111", "artillery", "regiment", "1", "2", "3-4-6")
        foot, gun = drawn(FACE, 16), drawn(guns, 16)
        differing = sum(foot.pixel(x, y) != gun.pixel(x, y) for x in range(16) for y in range(16))
        assert differing >= 20

    def test_who_has_done_his_part_is_grey_and_still_read(self):
        done = Face("#e8c84a", "#111111", "infantry", "regiment", "1", "2", "3-4-6", "8",
                    badges=(Badge.SPENT,))  # fmt: skip
        fresh, spent = drawn(FACE).pixelColor(8, 40), drawn(done).pixelColor(8, 40)
        assert spent.saturationF() < 0.7 * fresh.saturationF()

    def test_signs_cover_no_figures(self):
        marked = Face("#e8c84a", "#111111", "infantry", "regiment", "1", "2", "3-4-6", "8",
                      badges=(Badge.HIDDEN, Badge.STUCK, Badge.UNSUPPLIED))  # fmt: skip
        one, other = drawn(FACE, 100), drawn(marked, 100)
        for area in (QRectF(5, 60, 88, 34), QRectF(75, 8, 18, 18)):
            points = [(x, y) for x in range(int(area.left()), int(area.right()))
                      for y in range(int(area.top()), int(area.bottom()))]  # fmt: skip
            assert all(one.pixel(*at) == other.pixel(*at) for at in points)

    def test_frames_say_who_may_join_who_has_and_who_must(self, at_table):
        window = at_table("allied-combat", FOES)
        view, seat = window.view, window.seat
        marks = {p: m for item in view.stacks.values() for p, m in item._framed.items()}
        assert Mark.MUST in marks["us-349-ri"]
        seat.act(action("assault", "1112"))
        seat.act(action("join", "us-349-ri"))
        marks = {p: m for item in view.stacks.values() for p, m in item._framed.items()}
        assert Mark.JOINED in marks["us-349-ri"]
        assert marks["us-350-ri"] == {Mark.CANDIDATE}

    def test_counters_grow_from_far_away(self, at_table):
        view = at_table("allied-movement", {"us-349-ri": "1413"}).view
        item = view.stacks["1413"]
        view.set_zoom(2.0)
        assert item.scale() == 1.0
        view.fit()
        view.resetTransform()
        view.scale(0.25, 0.25)
        view.zoomed.emit(0.25)
        assert item.scale() == 1.5
        assert view.piece_at(view.mapFromScene(item.pos() + QPointF(0.7 * SIDE, 0))) == "us-349-ri"


def test_hexes_that_can_be_attacked_are_lit(open_match):
    t = table("diadem", "allied-combat", FOES)
    window = open_match(t.game)
    targets = window.view._overlays["targets"]
    assert targets.count == len(window.seat.decision().hexes) > 0
