"""What the first half hours of Leyte, Papua and Diadem showed when they went on past a turn."""

import re
from html import unescape

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from battles import at as stand
from papua_scenes import GROUND, RABAUL, SOUTH, airwar, at, fighting, hurt  # noqa: F401
from tabuleiro.host.map.menu import fill_menu
from tabuleiro.host.map.overlays import WIDE
from tabuleiro.host.map.places import PlaceNames
from tabuleiro.host.panels.details import tip_lines
from tabuleiro.i18n import set_language
from tabuleiro.testing import action
from tabuleiro.testing.table import table

OTHER = "1015"


def settle():
    for _turn in range(5):
        QApplication.processEvents()


# ------------------------------------------------------------------------------- the battle panel


@pytest.fixture
def two_battles(open_match, hands):
    """Two attacks are announced, and the air war before them was fought here."""
    attackers = {**at(SOUTH, "au-2-14", "au-2-16"), **at("1114", "au-9")}
    defenders = {**at(GROUND, "jp-kure-3"), **at(OTHER, "jp-41-1")}
    player = hands(open_match(fighting("allied", attackers, defenders, dice=(6, 6, 6, 6)).game))
    for target, who in ((GROUND, ("au-2-14", "au-2-16")), (OTHER, ("au-9",))):
        assert player.seat.act(action("assault", target))
        for piece in who:
            assert player.seat.act(action("join", piece))
        assert player.seat.act(action("confirm"))
    return player


def test_who_is_asked_for_a_battle_is_offered_it_where_the_question_stands(
    two_battles, monkeypatch
):
    """After an air battle the panel asked which attack comes next, and had no answer to it."""
    player, battle = two_battles, two_battles.window.battle
    monkeypatch.setattr(battle, "_fought_in_phase", lambda: True)
    player.seat.act(action("end-phase"))
    battle.refresh()
    settle()
    assert player.seat.decision().kind == "choose"
    kind = "fight-battle"
    answers = battle.answers
    buttons = [b for b in answers.findChildren(QPushButton) if b.isVisibleTo(answers)]
    told = {b.objectName(): b.accessibleName() for b in buttons}
    assert set(told) == {f"fight-battle-{GROUND}", f"fight-battle-{OTHER}"}
    assert GROUND in told[f"fight-battle-{GROUND}"]
    next(b for b in buttons if b.objectName() == f"fight-battle-{OTHER}").click()
    fought = [row.action for row in player.seat.rows() if (row.action or {}).get("type") == kind]
    assert fought[0]["target"] == OTHER
    list_beside = player.window.decision.answers.findChildren(QPushButton)
    assert not [b for b in list_beside if b.objectName().startswith("fight-battle-")]


def test_a_new_question_stands_on_top_however_far_one_had_read(open_match, hands):
    """Who had scrolled to the chances saw neither the question of the advance nor its buttons."""
    pieces = {**stand("1014", "us-349-ri", "us-350-ri"), **stand("1013", "de-276-ri")}
    window = open_match(table("diadem", "allied-combat", pieces, dice=(3, 4)).game)
    window.resize(1366, 620)
    seat, bar = window.seat, window.battle._scroll.verticalScrollBar()
    assert seat.act(action("assault", "1013"))
    settle()
    bar.setMaximum(400)
    bar.setValue(120)
    assert seat.act(action("join", "us-349-ri"))
    assert bar.value() == 120, "the same question: who reads stays where one reads"
    bar.setValue(120)
    assert seat.act(action("cancel"))
    assert seat.act(action("assault", "1013"))
    settle()
    bar.setMaximum(400)
    for piece in ("us-349-ri", "us-350-ri"):
        assert seat.act(action("join", piece))
    bar.setValue(120)
    assert seat.act(action("confirm"))
    settle()
    assert seat.decision().kind != "allocate"
    assert window.battle.asks, "a unit of two is lost"
    assert bar.value() == 0


def test_who_takes_part_stands_above_a_long_list_of_who_may_come(open_match):
    bombers = [f"jp-4ku-{n}" for n in (4, 5, 6)]
    fighters = [p for p in _pieces("jp-") if "fighter" in _type(p)][:8]
    window = open_match(airwar("japanese", at(RABAUL, *bombers, *fighters)).game)
    seat = window.seat
    assert seat.act(action("bomb-field", "0618"))
    settle()
    side = window.battle.sides["attack"]

    def strip():
        return side.findChildren(QWidget, "strip")[-1]

    top = strip().y()
    heads = [w for w in side.findChildren(QPushButton) if w.isVisible()]
    joiners = [w.y() for w in heads]
    assert seat.act(action("fly-as-bomber", bombers[0]))
    settle()
    assert strip().y() == top, "it has its room from the first"
    assert [w.y() for w in heads] == joiners
    assert seat.module.counters[bombers[0]].name["en"] in strip().accessibleName()


def _pieces(begin):
    return [p for p in table("papua").s.module.counters if p.startswith(begin)]


def _type(piece):
    return table("papua").s.module.counters[piece].type


# ------------------------------------------------------------------------------------ the log


@pytest.mark.parametrize("language", ["en", "pt"])
def test_log_and_panel_tell_a_result_in_the_same_words(open_match, hands, language):
    set_language(language)
    try:
        pieces = {**stand("1014", "us-349-ri", "us-350-ri"), **stand("1013", "de-276-ri")}
        window = open_match(table("diadem", "allied-combat", pieces, dice=(3, 4)).game)
        for deed in (action("assault", "1013"), action("join", "us-349-ri"),
                     action("join", "us-350-ri"), action("confirm")):  # fmt: skip
            assert window.seat.act(deed)
        told = window.battle.banner.text().partition("</b>")[0]
        words = unescape(re.sub("<[^>]*>", "", told)).strip()
        assert " · " in words
        assert words in window.docks["log"].widget().model.text()
    finally:
        set_language("en")


# ------------------------------------------------------------------------------------ the map


def test_a_whole_sea_is_lit_within_one_line(open_match):
    """A flying boat lit 490 hexes of water, each with its edges: nothing could be read."""
    boat = next(p for p in _pieces("jp-") if _type(p) == "seaplane")
    window = open_match(airwar("japanese", at("2005", boat)).game)
    window.seat.select([boat])
    settle()
    lit = window.view._overlays["legal"]
    assert lit.count > WIDE
    assert not lit._outline.isEmpty()


def test_a_few_hexes_keep_their_edges(at_table):
    window = at_table("allied-movement", {"us-349-ri": "1413"})
    window.seat.select(["us-349-ri"])
    assert 0 < window.view._overlays["legal"].count <= WIDE
    assert window.view._overlays["legal"]._outline.isEmpty()


def test_a_group_is_shown_its_way_as_one_unit_is(at_table):
    window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})
    play = window.play
    for chosen in (["us-349-ri"], ["us-349-ri", "us-350-ri"]):
        window.seat.select(chosen)
        far = min(place for place in play.targets if place in window.view.board.grid)
        play._hovered(far)
        assert window.view.path.count >= 1
        play._hovered(None)
        assert window.view.path.count == 0


@pytest.mark.parametrize(("number", "told"), [(1, "1 tem de agir"), (2, "2 têm de agir")])
def test_one_unit_has_to_act_and_several_have(open_match, number, told):
    set_language("pt")
    try:
        pieces = {**stand("1014", *("us-349-ri", "us-350-ri")[:number]),
                  **stand("1013", "de-276-ri")}  # fmt: skip
        window = open_match(table("diadem", "allied-combat", pieces).game)
        assert told in window.decision.choices.sums.text()
    finally:
        set_language("en")


def test_names_in_a_dense_front_go_where_nothing_covers_them(at_table):
    """Counters stand on all hexes about a town: its name goes past them, or is hardly covered."""
    window = at_table("allied-movement", {"us-349-ri": "1413"})
    names = window.view.names
    zoom = 0.3346
    home = window.view.middle("1106")
    about = [home] + [window.view.middle(h) for h in window.view.board.grid.neighbours("1106")]
    covers = [QRectF(spot.x() - 24, spot.y() - 24, 48, 48) for spot in about]
    names.avoid(lambda _zoom: covers, [])
    names._kept.clear()
    shown = {words: (middle, shift) for words, middle, shift in names.placed(zoom)}
    middle, shift = shown["Cassino"]
    from tabuleiro.host.map.crowd import spots_of
    from tabuleiro.host.map.names import _enlarged, _size

    wide, high = _size("Cassino")
    corner = middle * zoom + shift
    box = QRectF(corner.x(), corner.y(), wide, high)
    assert _enlarged(covers, zoom).covered(spots_of([box]))[0] < 0.05 * wide * high
    assert isinstance(window.view.places, PlaceNames)


def test_a_tray_is_selected_without_those_of_the_others(open_match, catalogue, hands):
    """Five trays wait at Leyte: "Select the stack (25)" took all that wait."""
    window = open_match(catalogue.new("leyte", seed="1"), players={"japanese": "simple"})
    player, seat = hands(window), window.seat
    while seat.decision() is None or "place" not in seat.decision().actions:
        player.qtbot.wait(20)
    player.answer("place-for-me")
    while seat.sight.phase is None:
        seat.act(action("end-phase"))
    asked, waiting = seat.decision().pieces, window.play.showing.waiting().values()
    trays = [tray for tray in waiting if len(tray) > 1 and asked.count(tray[0])]
    assert len(trays) > 1
    for tray in trays:
        menu = QMenu()
        fill_menu(window.play, menu, seat.sight.place(tray[0]), tray[0])
        words = [entry.text() for entry in menu.actions()]
        assert f"Select the stack ({len(tray)})" in words
        next(e for e in menu.actions() if e.text().startswith("Select the stack")).trigger()
        assert set(seat.selection) == set(tray)


def test_the_strength_of_a_counter_is_a_noun_in_portuguese(at_table):
    """It read "Atacar 3 · Defesa 4"."""
    set_language("pt")
    try:
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        told = " ".join(tip_lines(window.seat, "us-349-ri"))
        assert "Ataque 3" in told
        assert "Atacar" not in told
    finally:
        set_language("en")


def test_arrows_of_an_attack_stay_where_it_came_from(open_match):
    """They went along with those who had to go back."""
    pieces = {**stand("1014", "us-349-ri", "us-350-ri"), **stand("1013", "de-276-ri")}
    window = open_match(table("diadem", "allied-combat", pieces, dice=(1, 2)).game)
    seat = window.seat
    for deed in (action("assault", "1013"), action("join", "us-349-ri"),
                 action("join", "us-350-ri"), action("confirm")):  # fmt: skip
        assert seat.act(deed)
    began = window.limelight.attack
    assert set(began.near) == {"1014"}
    first = next(a for a in seat.legal() if a.kind == "retreat")
    assert seat.act(first)
    assert seat.ask("battle") is not None, "the other one still has to go back"
    assert seat.sight.place(first.piece) != "1014"
    assert window.limelight.attack == began
    assert seat.act(next(a for a in seat.legal() if a.kind == "retreat"))
    assert window.limelight.attack is None


def test_those_in_hand_stand_on_top_of_the_list(at_table):
    """ "3 units selected" stood over a list that began with others."""
    pieces = {"us-349-ri": "1413", "us-350-ri": "1413", "uk-11-bgda": "1107", "us-337-ri": "1008"}
    window = at_table("allied-movement", pieces)
    rows = window.decision.choices.list

    def begins():
        return {rows.item(n).data(Qt.ItemDataRole.UserRole) for n in range(2)}

    for chosen in (["us-349-ri", "us-350-ri"], ["uk-11-bgda", "us-337-ri"]):
        window.seat.select(chosen)
        assert begins() == set(chosen)
