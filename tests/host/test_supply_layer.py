"""The supply layer: there where rules know of supply, nowhere else."""

import pytest

from asking import SupplyLine
from tabuleiro.engine import Game, Objection, msg
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.host.counter import Badge
from tabuleiro.host.map.supply import supply_words
from tabuleiro.host.panels.details import piece_lines
from tabuleiro.i18n import set_language
from tabuleiro.testing.table import Table, catalogue

FED, CUT, GUN, FOE = "us-349-ri", "us-350-ri", "uk-art-x", "de-131-ri"
WAY = ("0907", "0908", "0909")


class Depots:
    """Whoever stands in 0907 gets supplies from the gun in 0909, the gun needs none."""

    @hookimpl
    def supply_line(self, s, piece):
        if piece == GUN:
            return None
        if s.place(piece) == WAY[0]:
            return SupplyLine(hexes=WAY, source=GUN)
        cut = Objection(msg("The road is cut."), "house-1", "supply", (piece,))
        return SupplyLine(objections=(cut,))


@pytest.fixture
def with_depots(open_match):
    """A window on a match with a rule of supply, or without."""

    def show(rules, **how):
        module = catalogue().module("diadem")
        ruleset = Ruleset(catalogue().games["diadem"], {"depots": rules} if rules else None)
        t = Table(Game(module, ruleset, Header("diadem", "campaign", "test")))
        pieces = {FED: "0907", CUT: "1413", GUN: "0909", FOE: "0205"}
        t.set("allied-movement", pieces)
        return open_match(t.game, **how)

    return show


def boxes(window):
    window.docks["layers"].show()
    return window.docks["layers"].widget().boxes


def test_without_rules_of_supply_there_is_no_layer(with_depots, hands):
    window = with_depots(None)
    assert "supply" not in boxes(window)
    assert "supply" not in window.play.layers.titles()
    hands(window).click_piece(FED)
    assert window.play.layers._supply.item.lines == []
    assert supply_words(window.seat, FED) == []


def test_the_line_of_who_is_selected(with_depots, hands):
    window = with_depots(Depots())
    shown = window.play.layers._supply.item
    assert boxes(window)["supply"].isChecked()
    player = hands(window)
    player.click_piece(FED)
    assert shown.lines == [[window.view.middle(hex) for hex in WAY]]
    assert shown.lacking == []
    player.click_piece(CUT)
    assert shown.lines == []
    assert shown.lacking == [window.view.corners("1413")]
    player.let_go()
    assert (shown.lines, shown.lacking) == ([], [])


def test_who_has_none_wears_a_sign(with_depots):
    window = with_depots(Depots())
    signs = {piece: window.play.face(piece).badges for piece in (FED, CUT, GUN, FOE)}
    assert signs[CUT] == (Badge.UNSUPPLIED,)
    assert Badge.UNSUPPLIED not in (*signs[FED], *signs[GUN], *signs[FOE])
    boxes(window)["supply"].click()
    assert window.play.face(CUT).badges == ()
    laid = {piece: face for piece, face, _area in window.view.stack_of(CUT).spots()}
    assert laid[CUT].badges == ()


def test_the_reason_is_told(with_depots):
    window = with_depots(Depots(), open_hands=True)
    assert "No supply: The road is cut. (house-1)" in piece_lines(window.seat, CUT)
    assert any(line.startswith("In supply from ") for line in piece_lines(window.seat, FED))
    assert supply_words(window.seat, GUN) == []
    set_language("pt")
    try:
        assert piece_lines(window.seat, FED)[-1].startswith("Abastecida por ")
        assert piece_lines(window.seat, CUT)[-1].startswith("Sem abastecimento: ")
    finally:
        set_language("en")


def test_nobody_sees_the_supplies_of_the_enemy(with_depots):
    window = with_depots(Depots())
    assert supply_words(window.seat, FOE) == []
    assert supply_words(with_depots(Depots(), open_hands=True).seat, FOE) != []


def test_a_line_is_seen_on_the_map(with_depots, hands):
    """The pixels between the counters change: a line is drawn, and goes with the switch."""
    window = with_depots(Depots())
    player = hands(window)
    window.view.set_zoom(1.0)
    player.click_piece(FED)
    window.view.show_hex("0908")
    at = window.view.mapFromScene(window.view.middle("0908"))
    window.view.ensure()

    def colour():
        return window.view.viewport().grab().toImage().pixelColor(at)

    line = colour()
    boxes(window)["supply"].click()
    assert colour() != line
