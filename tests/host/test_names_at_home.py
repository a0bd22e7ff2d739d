"""Names of places stand still: only who is covered steps aside, and comes back alone."""

from unittest.mock import Mock

import pytest
from PySide6.QtCore import QRectF

from papua_scenes import JACKSON
from tabuleiro.host.map.markers import laid_markers
from tabuleiro.host.map.names import FarNames
from tabuleiro.i18n import set_language
from tabuleiro.testing import action
from tabuleiro.testing.table import table

ZOOMS = {"near": 1.0, "far": 0.3}


@pytest.fixture(params=ZOOMS)
def names(request, open_match):
    """A function that tells where all names stand when counters cover some areas."""
    window = open_match(table("leyte", "american-movement", {}).game)
    view = window.view
    if request.param == "near":

        def stand(covers):
            view.places.avoid(covers, view._rings)
            return view.places.areas

    else:

        def stand(covers):
            view.names.avoid(lambda _zoom: covers, view._rings)
            zoom = ZOOMS["far"]
            placed = view.names.placed(zoom)
            homes = view.names._kept[zoom].home
            sizes = [box.size() / zoom for _words, _middle, box in homes]
            return {
                words: QRectF((middle * zoom + shift) / zoom, size)
                for (words, middle, shift), size in zip(placed, sizes, strict=True)
            }

    return window, stand


def test_a_counter_moves_the_name_below_it_and_no_other(names):
    window, stand = names
    before = stand([])
    assert len(before) > 5
    board = window.seat.module.board
    moved = 0
    for place in board.places.values():
        if place.hex not in board.grid:
            continue
        middle = window.view.middle(place.hex)
        for down in (0, 1):
            cover = QRectF(middle.x() - 40, middle.y() - 20 + 45 * down, 80, 60)
            now = stand([cover])
            aside = {words for words in before if now[words] != before[words]}
            assert all(before[words].intersects(cover) for words in aside), aside
            moved += len(aside)
            assert stand([]) == before, "and it comes back"
    assert moved > 5


def test_after_a_zoom_names_look_for_places_one_by_one(open_match, monkeypatch):
    """Until all have found theirs they stay by what they name; of a zoom before nothing is lost."""
    window = open_match(table("leyte", "american-movement", {}).game)
    names, before, after = window.view.names, 0.3, 0.25
    covers = [QRectF(at.x() - 40, at.y() - 10, 80, 60) for _words, at in names._places[:8]]
    names.avoid(lambda _zoom: covers, window.view._rings)
    stood = names.placed(before)
    names._zoom = after
    looked = Mock(wraps=names._step_aside)
    monkeypatch.setattr(names, "_step_aside", looked)
    monkeypatch.setattr("tabuleiro.host.map.names._SLOT_MS", 0)
    names._calmed()
    turns = 0
    while names._placing is not None:
        assert names._placed == (before, stood)
        done = looked.call_count
        names._place_some()
        assert looked.call_count - done <= 1, "and then others work"
        turns += 1
    assert turns > 4
    assert names._placed[0] == after
    assert names.placed(after) is names._placed[1]
    apart = FarNames(window.view.picture, window.view.board, window.view.ground)
    apart.avoid(lambda _zoom: covers, window.view._rings)
    assert apart.placed(after) == names.placed(after)
    done = looked.call_count
    assert names.placed(before) == stood
    assert looked.call_count == done


def test_no_tray_moves_and_the_map_stays_while_others_empty(open_match, catalogue, hands):
    """The first landings at Leyte: five trays, emptied one after the other."""
    window = open_match(catalogue.new("leyte", seed="1"), players={"japanese": "simple"})
    player, view, seat = hands(window), window.view, window.seat
    while seat.decision() is None or "place" not in seat.decision().actions:
        player.qtbot.wait(20)
    player.answer("place-for-me")
    while seat.sight.phase is None:
        seat.act(action("end-phase"))
    before = {id: spot.area for id, spot in view.beside.spots.items()}
    seen, zoom = view.seen(), view.zoom
    waiting = window.play.showing.waiting()
    assert len(waiting) >= 5
    for pieces in list(waiting.values()):
        seat.select(pieces)
        while seat.selection and window.play.targets:
            window.play.aim_at(next(iter(window.play.targets)))
    assert len(window.play.showing.waiting()) < len(waiting)
    areas = {id: spot.area for id, spot in view.beside.spots.items()}
    assert {id: areas[id] for id in waiting} == {id: before[id] for id in waiting}
    assert (view.seen(), view.zoom) == (seen, zoom)


def test_letters_on_markers_are_those_of_the_reader(open_match):
    """A damaged airfield of Papua: DMG in English, DAN in Portuguese."""
    t = table("papua", "allied-movement", {}, marks={JACKSON: ["airfield-damaged"]})
    window = open_match(t.game, open_hands=True)
    for spoken, letters in (("en", "DMG"), ("pt", "DAN")):
        set_language(spoken)
        try:
            laid = {one.id: one.words for one in laid_markers(window.seat.sight, window.view)}
        finally:
            set_language("en")
        assert laid["airfield-damaged"] == letters


def test_names_find_the_gaps_of_a_dense_front(open_match, catalogue):
    """The first day of Diadem: who stays covered has no place about its hex that is free."""
    game = catalogue.new("diadem", seed="1")
    window = open_match(game, open_hands=True)
    seat = window.seat
    while seat.sight.phase is None or seat.sight.phase.id != "allied-movement":
        place = [one for one in seat.legal() if one.kind == "place"]
        assert seat.act(place[0] if place else action("end-phase"))
    names = window.view.places
    hidden = [words for words, area in names.areas.items()
              if names.covered(area) > 0.02 * area.width() * area.height()]  # fmt: skip
    assert len(names.areas) == 59
    assert len(hidden) <= 3, hidden
