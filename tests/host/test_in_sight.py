"""What lies on the map can be read: names, strengths, counters; and the board has the room."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QTabBar

from tabuleiro.host.map import art
from tabuleiro.host.map.board_item import Level
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.stacks import StackItem
from tabuleiro.host.panels.linked import Finder
from tabuleiro.host.theme import _DARK, _LIGHT
from tabuleiro.testing.table import table


def test_an_edge_that_nobody_can_leave_by_takes_no_room(open_match, catalogue):
    window = open_match(catalogue.new("leyte", seed="1"), open_hands=True)
    beside, board = window.view.beside, window.view.picture.size
    assert any(spot.edge == "south" for spot in beside.spots.values())
    assert not [id for id in beside._wanted if id.startswith("exit.")]
    tray = beside.spots["off"]
    assert tray.area.top() - board.bottom() == pytest.approx(0.14 * SCALE * tray.by)
    assert beside.reach().top() == board.top()


@pytest.mark.parametrize(("phase", "leaves"), [("allied-movement", True), ("allied-combat", False)])
def test_an_edge_has_room_as_soon_as_somebody_can_leave_by_it(open_match, phase, leaves):
    window = open_match(table("diadem", phase, {"us-349-ri": "0202"}).game)
    assert ("exit.north" in window.view.beside._wanted) == leaves


def test_names_step_aside_for_markers_and_for_whole_stacks(open_match, catalogue):
    window = open_match(catalogue.new("papua", seed="1"), open_hands=True)
    view = window.view
    markers = [each for each in window.play.layers.markers.laid if each.angle is None]
    assert markers
    for marker in markers:
        shown = {name for name, area in view.places.areas.items() if area.intersects(marker.covers)}
        assert not shown, (marker.id, shown)
    stacks = [item for item in view.stacks.values() if len(item.pieces) > 2]
    assert all(item.covers().width() > item.spots()[-1][2].width() for item in stacks)


def outcome(work):
    """Return what comes of work that is done bit by bit."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


def test_a_name_from_far_away_stands_on_no_other_place(open_match, catalogue):
    window = open_match(catalogue.new("diadem", seed="1"), open_hands=True)
    names, zoom = window.view.names, 0.34
    boxes = {words: box for words, _middle, box in outcome(names._settled(zoom))}
    assert {"Piedimonte", "Monte Cassino", "Cassino"} <= boxes.keys()
    for words, box in boxes.items():
        others = [at for other, at in names._places if other != words]
        assert not [at for at in others if box.contains(at * zoom)], words


def test_who_has_no_room_at_first_chooses_before_the_others(open_match, catalogue):
    names = open_match(catalogue.new("filipinas", "campaign", seed="1"), open_hands=True).view.names
    in_order = outcome(names._in_order(names._places, 0.17))
    assert len(outcome(names._settled(0.17))) > len(in_order)


def test_a_counter_whose_picture_is_not_ready_is_a_square_in_its_colour(open_match, monkeypatch):
    """There was a moment without counters whenever many came to look different at once."""
    window = open_match(table("diadem", "allied-movement", {"us-349-ri": "1412"}).game)
    face = window.play.showing.face("us-349-ri")
    monkeypatch.setattr(art, "_AT_ONCE_MS", -1)
    item = StackItem("1412", art.BucketArt())
    item.show_pieces(["us-349-ri"], [face])
    picture = QImage(60, 60, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter.translate(30, 30)
    item._draw_counters(painter, 40.0)
    painter.end()
    assert picture.pixelColor(41, 41) == QColor(face.ground)


def test_fire_from_afar_is_drawn_below_the_counters(open_match):
    window = open_match(table("diadem", "allied-combat", {}).game)
    arrows = window.limelight.arrows
    assert arrows._fire.zValue() == Level.FIRE < Level.STACKS < arrows._thrusts.zValue()


@pytest.mark.parametrize("colours", [_LIGHT, _DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["Window", "Base"])
def test_quiet_writing_can_be_read(colours, ground):
    def light(colour):
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (
            v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(colours["PlaceholderText"]), light(colours[ground])))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_a_gesture_of_many_takes_a_few_lines_of_the_log(open_match, hands, catalogue):
    """Eleven units placed at one click: the row was as high as the panel, and hid the next."""
    window = open_match(catalogue.new("diadem", seed="1"), players={"axis": "simple"})
    player = hands(window)
    while window.seat.decision() is None or window.seat.decision().side != "allied":
        player.qtbot.wait(20)
    player.answer("place-for-me")
    view = window.docks["log"].widget().view
    model = view.model()
    row = model.index(model.rowCount() - 1, 0)
    assert model.rowCount(row) >= 10
    told = view._lines.document(row, view.line_width(row)).toPlainText()
    assert told.count(" goes to ") == 5
    assert "more" in told


def test_the_tray_is_in_sight_while_units_are_placed(open_match, catalogue, qtbot):
    window = open_match(catalogue.new("diadem", seed="1"), players={"axis": "simple"})
    while window.seat.decision() is None or window.seat.decision().side != "allied":
        qtbot.wait(20)
    view = window.view
    qtbot.waitUntil(lambda: view.seen().contains(view.beside.spots["off"].area))


def test_the_tabs_of_panels_have_whole_words(open_match, catalogue):
    window = open_match(catalogue.new("diadem", seed="1"))
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert any(bar.count() > 2 for bar in bars)
    assert {bar.elideMode() for bar in bars} == {Qt.TextElideMode.ElideNone}


def test_a_link_brings_no_more_desk_into_sight_than_need_be(open_match, catalogue):
    window = open_match(catalogue.new("leyte", seed="1"), open_hands=True)
    view = window.view
    view.fit()
    assert Finder(window.seat, window.play).place("2619")
    seen = view.seen()
    assert seen.contains(view.whole), "the whole board was in sight, and is"
