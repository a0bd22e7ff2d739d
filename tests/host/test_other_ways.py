"""What a unit reaches on foot and what by sea look different, and a legend says which is which."""

import pytest
from PySide6.QtCore import Qt

from papua_scenes import at, moving
from tabuleiro.host.theme import Overlay

UNIT = "us-126-1"


@pytest.fixture
def player(open_match, hands):
    return hands(open_match(moving("allied", at("0518", UNIT)).game))


def kinds(player, hex):
    return {action.kind for action in player.window.play.targets[hex]}


def test_what_is_reached_by_sea_is_lit_otherwise(player):
    player.take(UNIT)
    sail = {hex for hex in player.window.play.targets if kinds(player, hex) == {"sail"}}
    march = {hex for hex in player.window.play.targets if "move" in kinds(player, hex)}
    assert sail
    assert march
    assert player.view._overlays["otherwise"].count == len(sail)
    assert player.view._overlays["legal"].count == len(march)
    assert "■</span> Move · " in player.window.decision.choices.sums.text()
    assert "▨</span> Naval transport or landing" in player.window.decision.choices.sums.text()


def test_where_there_is_one_way_there_is_no_legend(player, at_table, hands):
    other = hands(at_table("allied-movement", {"us-349-ri": "1412"}))
    other.take("us-349-ri")
    assert other.view._overlays["legal"].count
    assert not other.view._overlays["otherwise"].count
    assert "▨" not in other.window.decision.choices.sums.text()


def test_they_are_told_apart_without_colours(player):
    usual, otherwise = (player.view._overlays[name] for name in ("legal", "otherwise"))
    assert (usual.style, otherwise.style) == (
        Qt.BrushStyle.SolidPattern,
        Qt.BrushStyle.BDiagPattern,
    )
    assert usual.line != otherwise.line
    assert Overlay.OTHERWISE != Overlay.LEGAL
