"""What a gesture needs is worked out once, and not at all where nobody sees it."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from tabuleiro.host.charts.grid import GridChart
from tabuleiro.host.map import match_on_map
from tabuleiro.host.map.crowd import Crowd
from tabuleiro.host.panels.chances import ChanceBars
from tabuleiro.host.together import go_together
from tabuleiro.seats import local
from tabuleiro.testing.kinds import action
from tabuleiro.testing.table import table

UNIT, OTHER = "us-349-ri", "us-350-ri"


@pytest.fixture
def window(open_match):
    """Two units of one stack, and an enemy far away."""
    pieces = {UNIT: "1413", OTHER: "1413", "de-200-rpzgr": "0306"}
    return open_match(table("diadem", "allied-movement", pieces).game)


def counted(monkeypatch, owner, name):
    """With what a function is called from now on."""
    calls, deed = [], getattr(owner, name)

    def told(*args, **named):
        calls.append(args)
        return deed(*args, **named)

    monkeypatch.setattr(owner, name, told)
    return calls


def test_a_selection_makes_no_faces_anew(window, monkeypatch):
    made = counted(monkeypatch, match_on_map, "face_of")
    window.seat.select([UNIT])
    window.seat.select(())
    assert not made
    assert window.seat.act(action("move", UNIT, ("1313",)))
    ids = [counter.id for _module, counter, *_more in made]
    assert UNIT in ids
    assert len(ids) == len(set(ids)), "each once, whoever asks"


def test_a_face_has_the_signs_that_it_is_given_now(window):
    showing, given = window.play.showing, []
    showing._signs = lambda _piece: tuple(given)
    before = showing.face(UNIT)
    given.append(match_on_map.signs)
    assert showing.face(UNIT).badges == (*before.badges, match_on_map.signs)


def test_who_go_together_have_no_prices_worked_out(window, monkeypatch):
    priced = counted(monkeypatch, local, "priced")
    window.seat.select([UNIT, OTHER])
    assert go_together(window.seat, window.seat.selection, "1313") == []
    assert window.seat.stack("1313") == (UNIT, OTHER)
    assert not priced
    window.seat.select([UNIT])
    assert priced, "one alone is told what is left to it"


def test_a_change_that_selects_somebody_shows_the_map_once(open_match, catalogue, monkeypatch):
    window = open_match(catalogue.new("diadem", seed="1"), open_hands=True)
    seat = window.seat
    waits = [p for p in seat.decision().pieces if not seat.sight.on_map(p)]
    seat.select(waits[:1])
    shown = counted(monkeypatch, window.play.showing, "stacks")
    assert seat.act(seat.legal(piece=waits[0])[0])
    assert seat.selection, "the next one is selected by itself"
    assert seat.selection != (waits[0],)
    assert len(shown) == 1


def test_a_table_measures_its_words_once_however_narrow_it_gets(qtbot, monkeypatch):
    chart = GridChart()
    qtbot.addWidget(chart)
    measured = counted(monkeypatch, chart, "_measure_words")
    chart.show_table(["1-1", "2-1"], ["6", "7"], [["DE", "AE"], ["EX", "IMP"]])
    usual = chart.sizeHint().width()
    chart.fit_into(usual - 6)
    assert chart.sizeHint().width() < usual
    chart.fit_into(usual)
    assert chart.sizeHint().width() == usual
    assert len(measured) == 1
    chart.setFont(QFont(chart.font().family(), 24))
    assert chart.sizeHint().width() > usual


def test_chances_take_the_room_of_their_writing(qtbot):
    bars = ChanceBars()
    qtbot.addWidget(bars)
    bars.show_chances([{"code": "DE", "ways": 6}], {}, words=lambda _code: "a result " * 4)
    narrow, wide = bars.heightForWidth(90), bars.heightForWidth(900)
    assert narrow > wide
    bars.show_chances([{"code": "DE", "ways": 6}], {}, words=lambda _code: "short")
    assert bars.heightForWidth(140) == wide
    bars.setFont(QFont(bars.font().family(), 30))
    assert bars.heightForWidth(900) > wide


def test_what_is_covered_counts_each_rectangle_once():
    wide = QRectF(0, 0, 300, 20)  # in several cells
    crowd = Crowd([wide, QRectF(100, 0, 10, 10), wide], cell=64)
    assert crowd.covered(QRectF(0, 0, 300, 10)) == 3000 + 100
    assert crowd.covered(QRectF(0, 0, 300, 10), wide) == 100
    assert crowd.covered(QRectF(0, 20, 300, 10)) == 0, "edges that touch cover nothing"
    assert crowd.covered(QRectF(-50, -50, 40, 40)) == 0
