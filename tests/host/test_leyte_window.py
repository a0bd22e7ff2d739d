"""Batalha de Leyte in the real window: beaches, from the ships to the battle behind them."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QLabel

from leyte_scenes import at, land, moving
from tabuleiro.engine import OFF
from tabuleiro.host.gestures import aim
from tabuleiro.host.together import place_for_me
from tabuleiro.testing import action

FIRST, SECOND = "us-5-rc-1", "us-5-rc-2"
"""Of the first wave on White Beach, which is 2611 and 2612."""
A, B, C = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1"
FROM, WEST = "2620", "1419"
"""Clear coast hexes of the east, and of the west south of Ormoc."""
PALO, WATCH, BURI = "2512", "jp-33-ri-1", "jp-bi-buri"


@pytest.fixture
def first_day(open_match, hands):
    """The first wave before White Beach, the enemy in the town behind it."""
    t = moving("american", at(PALO, WATCH), turn=1, waiting=[FIRST, SECOND], dice=(1, 2))
    return t, hands(open_match(t.game))


@pytest.fixture
def off_ormoc(open_match, hands):
    """Three battalions on the east coast that may sail to a beach that the enemy holds."""
    t = moving("american", at(FROM, A, B, C), at(WEST, BURI), turn=11,
               control={FROM: "american"}, dice=(3, 4))  # fmt: skip
    return t, hands(open_match(t.game))


def by_drag(player, deed):
    """Drag a piece that waits beside the board to its hex, in a view that shows both."""
    player.view.fit()
    player.view.ensure()
    begin = player.view.mapFromScene(player.view.stack_of(deed.piece).middle_of(deed.piece))
    player.sweep(begin, player.view.mapFromScene(player.view.middle(aim(deed))),
                 Qt.KeyboardModifier.NoModifier)  # fmt: skip
    assert player.seat.table.game.log.rows[player.seat.table.game.log.head].action == deed.to_data()


# ------------------------------------------------------------------------ the first day


def test_a_wave_waits_opposite_its_beach(first_day):
    t, player = first_day
    view = player.view
    assert view.stack_of(FIRST).pieces == view.stack_of(SECOND).pieces == (FIRST, SECOND)
    tray = view.beside.spots["off.white-beach"]
    beach = [view.middle(hex) for hex in ("2611", "2612")]
    assert tray.title == "White Beach"
    assert tray.area.left() > max(spot.x() for spot in beach)
    assert tray.area.top() < sum(spot.y() for spot in beach) / 2 < tray.area.bottom()
    assert tray.area.contains(view.stack_of(FIRST).middle_of(FIRST))
    others = [spot.area for id, spot in view.beside.spots.items() if id != tray.id]
    assert not any(area.intersects(tray.area) for area in others)
    assert t.place(FIRST) == OFF


def test_a_free_hand_puts_pieces_back_into_the_tray(open_match, hands):
    """A tray is not a place of its own: whoever lies there is off the board."""
    t = moving("american", at("2612", FIRST), turn=1, waiting=[SECOND],
               options={"free-hand": True})  # fmt: skip
    player = hands(open_match(t.game))
    player.window.commands["free-hand"].setChecked(True)
    player.view.fit()
    begin = player.piece_spot(FIRST)
    tray = player.view.beside.spots["off.white-beach"].area
    player.sweep(begin, player.view.mapFromScene(tray.topLeft() + QPointF(6, 6)),
                 Qt.KeyboardModifier.NoModifier)  # fmt: skip
    assert t.place(FIRST) == OFF
    assert set(player.view.stack_of(FIRST).pieces) == {FIRST, SECOND}


def test_the_first_day_on_white_beach(first_day):
    """One is dragged ashore, one clicked; both owe an attack, which they win."""
    t, player = first_day
    player.take(FIRST)
    assert set(player.window.play.targets) >= {"2611", "2612"}
    assert PALO not in player.window.play.targets
    by_drag(player, action("place", FIRST, "2612"))
    player.do(action("place", SECOND, "2612"))
    assert t.at("2612") == {FIRST, SECOND}
    player.do(action("end-phase"))
    player.answer("end-phase")
    assert t.phase == "american-combat", "who landed beside the enemy must attack"
    assert set(player.seat.selection) == {FIRST, SECOND}
    assert "leyte-4.1.2-17" in player.window.told.text()
    player.let_go()
    player.do(action("assault", PALO))
    player.do(action("join", FIRST))
    player.do(action("join", SECOND))
    player.do(action("confirm"))
    panel = player.window.battle
    assert "Naval guns" in panel.shifts.text()
    assert panel.dice.faces == (1, 2)
    assert t.told()["code"].replace(" ", "&nbsp;") in panel.banner.text()
    while t.decision.kind != "phase":
        over = t.legal("done-advancing")
        player.do(action("done-advancing") if over else t.legal()[0])
    assert t.game.log.broken() is None


# ------------------------------------------------------------------ a beach that is held


def test_who_lies_off_a_beach_is_seen_there(off_ormoc):
    t, player = off_ormoc
    player.do(action("land", A, WEST))
    player.do(action("land", B, WEST))
    assert {t.place(A), t.place(B)} == {OFF}
    item = player.view.stack_of(A)
    assert item.pieces == (A, B)
    sea = player.view.hex_under(item.pos())
    assert t.s.board.terrain_at(sea) == "sea"
    assert sea in t.s.board.grid.neighbours(WEST)
    spots = [player.view.mapFromScene(item.middle_of(piece)) for piece in (A, B)]
    assert [player.view.piece_at(spot) for spot in spots] == [A, B]
    player.window.seat.undo()
    assert player.view.stack_of(A).pieces == (A,)
    assert player.view.stack_of(B).place == FROM


def test_a_beach_is_taken_from_the_sea(off_ormoc):
    """Sail, owe an attack, fight it, let the defender go back, take a loss, and land."""
    t, player = off_ormoc
    for piece, keyboard in ((A, False), (B, True), (C, False)):
        player.do(action("land", piece, WEST), keyboard=keyboard)
    player.do(action("end-phase"))
    owed = player.window.decision.findChild(QLabel, "duties")
    assert "1419" in owed.text()
    player.do(action("assault", WEST))
    for piece in (A, B, C):
        player.do(action("join", piece))
    while t.decision.kind == "allocate":
        player.do(action("confirm"))
    assert t.told()["code"] == "DRI AVB"
    assert player.window.battle.chart.lit_column == t.told()["odds"]["column"]
    player.do(action("retreat", BURI, ("1418",)))
    player.do(action("lose", B))
    assert t.at(WEST) == {A, B, C}
    assert player.view.stack_of(A).place == WEST
    assert t.decision.kind == "phase"


def test_two_parties_off_neighbouring_beaches_lie_apart(open_match):
    t = moving("american", at(FROM, A, B), at("2615", BURI), at("2616", WATCH), turn=11,
               control={FROM: "american"})  # fmt: skip
    land(land(t, A, "2615"), B, "2616")
    view = open_match(t.game).view
    spots = {view.hex_under(view.stack_of(piece).pos()) for piece in (A, B)}
    assert len(spots) == 2
    assert {t.s.board.terrain_at(spot) for spot in spots} == {"sea"}


def test_who_was_proposed_for_landing_is_not_in_hand_for_a_move(first_day):
    """One is landed by a click, and the next is proposed; the button lands it instead."""
    _t, player = first_day
    player.seat.select([FIRST])
    player.click("2612")
    assert player.seat.selection == (SECOND,)
    assert place_for_me(player.seat)
    assert player.seat.sight.on_map(SECOND)
    assert player.seat.selection == ()
