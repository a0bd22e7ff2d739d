"""What a gesture needs is worked out once, and not at all where nobody sees it."""

from functools import partial

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPixmap
from PySide6.QtWidgets import QApplication

from tabuleiro.host import plans
from tabuleiro.host.charts.grid import GridChart
from tabuleiro.host.map import match_on_map
from tabuleiro.host.map.crowd import Crowd, spots_of
from tabuleiro.host.panels import logmodel
from tabuleiro.host.panels.chances import ChanceBars
from tabuleiro.host.panels.phases import PhaseRibbon
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


def test_what_can_be_done_is_priced_only_where_prices_are_wanted(window, monkeypatch):
    """Of a group that goes somewhere nobody asks what each way of each unit costs."""
    priced = counted(monkeypatch, local, "priced")
    moves = window.seat.legal(piece=UNIT)
    assert not priced
    offers = window.seat.offers(piece=UNIT)
    assert [offer.action for offer in offers] == moves
    assert all(offer.price for offer in offers if offer.action.kind == "move")
    assert len(priced) == len(moves)


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


def test_a_group_of_which_a_part_stays_shows_the_map_once(open_match, monkeypatch):
    pieces = {UNIT: "1413", OTHER: "1409", "de-200-rpzgr": "0306"}
    window = open_match(table("diadem", "allied-movement", pieces).game)
    window.seat.select([UNIT, OTHER])
    near = next(
        hex
        for hex, found in window.play.targets.items()
        if [each.piece for each in found] == [OTHER]
    )
    shown = counted(monkeypatch, window.play.showing, "stacks")
    window.play.click(near)
    assert window.seat.selection == (UNIT,)
    assert window.play.targets, "what it can do is lit"
    assert near not in window.play.targets
    assert len(shown) == 1


def test_the_log_is_listed_once_for_each_who_looks(open_match, catalogue, monkeypatch):
    game = catalogue.new("diadem", seed="1")
    for _row in range(30):
        game.act(game.legal()[0])
    window = open_match(game)
    seat, dock = window.seat, window.docks["log"]
    log = dock.widget()
    dock.show()
    dock.raise_()
    mine, other = seat.viewer, next(side for side in seat.humans if side != seat.viewer)
    before = log.model
    told = before.text()
    seat._look_for(other)
    QApplication.processEvents()
    assert log.model is not before
    listed = counted(monkeypatch, logmodel.LogModel, "_taken_in")
    for who in (mine, other, mine):
        seat._look_for(who)
        QApplication.processEvents()
    assert not listed
    assert log.model is before
    assert log.view.model() is log.shown
    assert log.shown.sourceModel() is before
    assert before.text() == told
    assert seat.act(seat.legal()[0])
    dock.show()
    dock.raise_()
    QApplication.processEvents()
    assert len(log.model._shown) == len(seat.rows()), "what is new is shown to whoever looks"


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


@pytest.fixture(params=["plans", "trails"])
def lines(request, window, monkeypatch):
    """What shows so many lines on the map, and which of them were drawn."""
    if request.param == "plans":
        item = window.play.plans._item
        return partial(_plan, item), counted(monkeypatch, plans, "_arrow")
    item = window.following.layer._item
    return partial(_trail, item), counted(monkeypatch, item, "_draw")


def _plan(item, ways):
    item.show_plans(ways, [], [])


def _trail(item, ways):
    item.show_lines([(way, QColor("red")) for way in ways])


def test_many_lines_are_drawn_once_while_the_map_rests(window, lines):
    view = window.view
    show, drawn = lines
    hexes = view.board.grid.hexes
    ways = [[view.middle(hexes[n]), view.middle(hexes[-n - 1])] for n in range(40)]
    show(ways)

    def picture():
        return view.viewport().grab().toImage()

    before = [picture(), picture()][0]
    assert drawn
    drawn.clear()
    after = picture()
    assert not drawn
    size = before.size()
    for x in range(0, size.width(), 9):
        for y in range(0, size.height(), 9):
            one, other = before.pixelColor(x, y).getRgb(), after.pixelColor(x, y).getRgb()
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 4, (x, y)
    view.set_zoom(view.zoom * 1.1)
    picture()
    assert drawn, "anew where the map moved"
    picture()
    drawn.clear()
    show(ways[1:])
    picture()
    assert len(drawn) <= len(ways) - 1
    assert drawn, "anew where they are others"


def test_plans_that_stay_are_not_drawn_anew_with_each_action(window, monkeypatch):
    view, item = window.view, window.play.plans._item
    hexes = view.board.grid.hexes
    ways = [[view.middle(hexes[n]), view.middle(hexes[-n - 1])] for n in range(40)]
    for _again in range(2):
        item.show_plans(ways, [], [])
        view.viewport().grab()
    drawn = counted(monkeypatch, plans, "_arrow")
    item.show_plans([list(way) for way in ways], [], [])
    view.viewport().grab()
    assert not drawn
    item.show_plans(ways, [(ways[0][-1], QPixmap(9, 9))], [])
    view.viewport().grab()
    assert drawn, "an arrow ends before its ghost"


def test_plans_of_two_at_one_screen_are_drawn_once_each(window, monkeypatch):
    view, item = window.view, window.play.plans._item
    hexes = view.board.grid.hexes
    ways = [[view.middle(hexes[n]), view.middle(hexes[-n - 1])] for n in range(60)]
    view.viewport().grab()
    drawn = counted(monkeypatch, plans, "_arrow")
    for turn in range(6):
        if turn == 3:
            assert drawn
            drawn.clear()
        item.show_plans(ways[:40] if turn % 2 else ways[20:], [], [])
        view.viewport().grab()
    assert not drawn


def test_the_boxes_of_phases_are_measured_once(window, monkeypatch):
    ribbon = window.findChildren(PhaseRibbon)[0]
    wide = ribbon.minimumSizeHint().width()
    box = next(iter(ribbon.boxes.values()))
    measured = counted(monkeypatch, box, "sizeHint")
    assert ribbon.minimumSizeHint().width() == wide
    assert not measured
    window.setStyleSheet("QToolButton { font-size: 30pt; }")
    QApplication.processEvents()
    assert ribbon.minimumSizeHint().width() > wide
    assert measured


def test_spots_are_reckoned_together_what_covers_each():
    wide, small = QRectF(0, 0, 300, 20), QRectF(100, 0, 10, 10)
    crowd = Crowd(spots_of([wide, small]))
    spots = spots_of([
        QRectF(0, 0, 300, 10),
        QRectF(0, 20, 300, 10),  # edges that touch cover nothing
        QRectF(-50, -50, 40, 40),
        QRectF(105, 5, 10, 10),
    ])  # fmt: skip
    assert crowd.covered(spots).tolist() == [3000 + 100, 0, 0, 100 + 25]
    assert crowd.covered(spots, but=0).tolist() == [100, 0, 0, 25]
    assert Crowd().covered(spots).tolist() == [0, 0, 0, 0]


def test_of_what_is_lit_offers_are_looked_through_once(window, monkeypatch):
    """Each lit hex asks what is left there: of a fleet they are many hundreds."""
    seat = window.seat

    class Read(tuple):
        """Offers that count how often all of them are read."""

        __slots__ = ()
        times = 0

        def __iter__(self):
            Read.times += 1
            return super().__iter__()

        def __reversed__(self):
            return reversed(list(self))

    offers = seat.offers(piece=UNIT)
    asked = Read(offers)
    monkeypatch.setattr(seat, "offers", lambda **_about: asked)
    assert [seat.offer(offer.action) for offer in offers] == list(offers)
    assert len(offers) > 5
    assert Read.times == 1
    assert seat.offer(action("end-phase")).price is None
