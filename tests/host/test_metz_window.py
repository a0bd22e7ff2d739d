"""Batalha de Metz in the real window: trains, a bridge and who crosses it, the assault on Metz."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from lorraine import FOOT, GERMAN, GRENADIERS, TANKS, at, march
from tabuleiro.host.map.markers import laid_markers, markers_in
from tabuleiro.host.panels.details import hex_lines
from tabuleiro.i18n import set_language, text
from tabuleiro.module.records import Marker
from tabuleiro.testing import action, table

STATION, FAR = "0820", "1203"
"""Two hexes of the railway from Château-Salins by Metz to Thionville, thirty hexes apart."""
ENGINEERS, HERE, THERE = "us-1117-geng", "0509", "0508"
"""Engineers on the Seille, with a clear hex on either bank and no road between them."""
SIDE = "0508/0509"
METZ = "0608"


# ------------------------------------------------------------------------------- trains


def test_a_train_goes_along_its_line(open_match, hands, qtbot):
    t = march({FOOT: STATION})
    player = hands(open_match(t.game))
    view = player.view
    train = next(a for a in t.legal("rail-move", piece=FOOT) if a.path[-1] == FAR)
    player.take(FOOT)
    qtbot.mouseMove(view.viewport(), player.spot(FAR))
    line = [view.middle(hex) for hex in (STATION, *train.path)]
    assert view.path._points == line
    player.window.play.travel.animated = True
    seen = []
    started = player.window.play.travel.start
    player.window.play.travel.start = lambda ways, ms: (seen.append(ways), started(ways, ms))
    player.do(train)
    assert [points for _face, points in (seen[-1][FOOT],)] == [line]
    assert FOOT in player.window.play.travel.away
    qtbot.keyClick(view, " ")
    assert player.window.play.travel.away == frozenset()
    assert view.stack_of(FOOT).place == FAR


def test_by_rail_or_on_foot_is_asked(open_match, hands):
    """A hex that can be reached in both ways: a menu with both, in the player's words."""
    t = march({FOOT: STATION})
    player = hands(open_match(t.game))
    ways = {kind: {a.path[-1]: a for a in t.legal(kind, piece=FOOT)}
            for kind in ("move", "rail-move")}  # fmt: skip
    place = min(ways["move"].keys() & ways["rail-move"].keys())
    player.take(FOOT)
    player.click_ground(place)
    menu = QApplication.activePopupWidget()
    words = [entry.text() for entry in menu.actions()]
    assert any(label.startswith("Go by rail · ") for label in words)
    assert any(label.startswith("Move · ") for label in words)
    player.choose(ways["rail-move"][place])
    assert t.game.log.rows[t.game.log.head].action["type"] == "rail-move"
    assert t.place(FOOT) == place


# ------------------------------------------------------------------------------ bridges


@pytest.fixture
def on_the_seille(open_match, hands):
    """The engineers have stood by the river since last turn, with tanks behind them."""
    pieces = {ENGINEERS: HERE, TANKS: HERE, GERMAN: "0606"}
    t = table("metz", "us-movement", pieces, turn=5, control={HERE: "us", THERE: "us"},
              facts={"works": {ENGINEERS: HERE}})  # fmt: skip
    return t, hands(open_match(t.game))


def shown(player):
    return [(each.id, each.middle, each.broken) for each in player.window.play.layers.markers.laid]


def test_a_bridge_is_built_and_crossed_by_armour(on_the_seille, qtbot):
    t, player = on_the_seille
    view = player.view
    middle = (view.middle(HERE) + view.middle(THERE)) / 2
    assert shown(player) == []
    assert not t.allows(t.move(TANKS, THERE))
    player.do(action("build-bridge", ENGINEERS, THERE))
    if "done-building" in t.decision.actions:
        player.do(action("done-building"))
    assert shown(player) == [("bridge", middle, False)]
    assert "Bridge: north" in hex_lines(player.seat, HERE)
    lines = hex_lines(player.seat, THERE)
    assert "Bridge: south" in lines
    assert "River Moselle: north" in lines  # not "River River Moselle"
    crossing = t.legal("move", piece=TANKS, hex=THERE)[0]
    player.take(TANKS)
    assert THERE in player.window.play.targets
    player.do(crossing)
    assert t.place(TANKS) == THERE
    assert player.view.stack_of(TANKS).place == THERE
    player.seat.look_back(1)
    assert shown(player) == []
    player.seat.look_back(None)
    assert shown(player) != []


def test_a_bridge_that_is_gone_is_no_longer_drawn(open_match, hands):
    t = march({GERMAN: "0408"}, marks={SIDE: ["bridge"]})
    player = hands(open_match(t.game))
    assert len(shown(player)) == 1
    player.do(t.legal("move", piece=GERMAN, hex=THERE)[0])
    assert shown(player) == []


def test_a_bridge_is_seen_on_the_map(open_match):
    """At any zoom its deck lies over the river between the two hexes."""
    bare, built = (
        open_match(march({FOOT: "1112"}, marks=marks).game).view
        for marks in ({}, {SIDE: ["bridge"]})
    )
    for zoom in (0.3, 1.0, 2.0):
        colours = []
        for view in (bare, built):
            view.set_zoom(zoom)
            middle = (view.middle(HERE) + view.middle(THERE)) / 2
            view.look_at(middle)
            view.ensure()
            image = view.viewport().grab().toImage()
            spot = view.mapFromScene(middle)
            colours.append([image.pixelColor(spot.x(), spot.y() + n).name() for n in range(-2, 3)])
        assert colours[0] != colours[1], f"no bridge at zoom {zoom}"


def test_other_markers_lie_in_their_hexes():
    """What is printed on it, in the colours of its side; broken bridges; notes are no markers."""
    markers = [
        Marker("base", {"en": "base"}, {"en": "BS"}, "us"),
        Marker("wreck", {"en": "wreck"}, tags=("bridge", "destroyed")),
        Marker("mines", {"en": "minefield"}),
    ]
    t = march({FOOT: "1112"}, marks={"0509": ["base", "attacked"], SIDE: ["wreck"],
                                     "0607/0608": ["mines"]})  # fmt: skip
    module = t.s.module
    s = SimpleNamespace(position=t.s.position, module=SimpleNamespace(
        markers={m.id: m for m in markers}, sides=module.sides))  # fmt: skip
    assert [m.id for m in markers_in(s, "0509")] == ["base"]

    class View:
        board = t.s.board

        @staticmethod
        def middle(hex):
            return QPointF(*t.s.board.geometry.centre(hex))

    laid = {each.id: each for each in laid_markers(s, View)}
    assert laid.keys() == {"base", "wreck", "mines"}
    assert laid["base"].words == "BS"
    assert laid["base"].colour.name() == module.sides["us"].colour.lower()
    assert laid["base"].middle.y() > View.middle("0509").y()
    assert laid["wreck"].broken
    assert laid["wreck"].angle is not None
    assert (laid["mines"].angle, laid["mines"].words) == (None, "Min")


# ------------------------------------------------------------------------------ battles


def test_the_assault_on_metz(open_match, hands):
    """A fortress by a click, three regiments and air points, and what comes of it."""
    pieces = {**at(METZ, GERMAN, GRENADIERS), **at("0508", FOOT, TANKS), "us-104-ri": "0609"}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 20}, dice=(1, 1))
    player = hands(open_match(t.game))
    panel = player.window.battle
    player.do(action("assault", METZ))
    for piece in (FOOT, "us-104-ri", TANKS):
        player.do(action("join", piece))
    player.do(action("set-air", 5))
    assert "Fortification" in panel.shifts.text()
    while t.decision.kind == "allocate":
        player.do(action("confirm"))
    odds = t.told()["odds"]
    assert f">{odds['attack']}<" in panel.sides["attack"].findChildren(QLabel, "sum")[-1].text()
    assert panel.chart.lit_column == odds["column"]
    assert t.told()["code"].replace(" ", "&nbsp;") in panel.banner.text()
    losses = 0
    while t.decision.kind != "phase":
        deed = t.legal()[0]
        losses += deed.kind == "lose"
        player.do(deed)
    assert losses
    assert player.window.play.showing.face(FOOT).reduced == bool(t.losses(FOOT))
    player.do(action("end-phase"))
    assert t.phase == "german-movement"


# -------------------------------------------------------------------------- withdrawals


@pytest.fixture
def equally_weak(open_match, hands):
    """Turn 15: of two weak armoured divisions one leaves, by the choice of the player."""
    divisions = {
        name: [f"us-{name}-cc{letter}" for letter in "abr"] for name in ("4-db", "6-db", "10-db")
    }
    pieces = {**at("0222", *divisions["4-db"]), **at("1112", *divisions["6-db"][:2]),
              **at("0611", *divisions["10-db"][:2])}  # fmt: skip
    gone = at("dead", divisions["6-db"][2], divisions["10-db"][2])
    t = march({**pieces, **gone}, "us", turn=15)
    assert t.decision.actions == ("pick-formation",)
    return t, hands(open_match(t.game)), divisions


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Withdraw this division"), ("pt", "Retirar esta divisão")]
)
def test_the_divisions_are_named_on_their_buttons(equally_weak, language, words):
    t, player, divisions = equally_weak
    set_language(language)
    try:
        player.window.decision.refresh()
        names = {text(t.s.module.formations[f"us-{name}"].name) for name in ("6-db", "10-db")}
        buttons = player.window.decision.findChildren(QPushButton, "pick-formation")
        labels = {button.text() for button in buttons if button.isVisible()}
        assert labels == {f"{words}: {name}" for name in names}
    finally:
        set_language("en")
    button = next(b for b in buttons if b.isVisible() and "10" in b.text())
    player.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert {t.place(piece) for piece in divisions["10-db"][:2]} == {"gone"}


def test_a_click_on_a_unit_chooses_its_division(equally_weak):
    t, player, divisions = equally_weak
    player.click_piece(divisions["6-db"][0])
    assert {t.place(piece) for piece in divisions["6-db"][:2]} == {"gone"}
    assert t.decision.kind == "phase"
