"""Each loss says why: before an attack is announced, in the panel, on the banner, in the log."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from battles import at
from papua_scenes import JACKSON, RABAUL, airwar, raid
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.testing import action
from tabuleiro.testing.table import table

A, B, C = "uk-11-bgda", "us-337-ri", "us-349-ri"
D = "de-131-ri"
AROUND = {**at("1007", A), **at("0908", "us-338-ri"), **at("0807", B), **at("0906", C)}
"""Zones all around 0907: whoever stands there has nowhere to go."""


@pytest.fixture
def besieged(open_match, hands):
    hurt = {D: {"place": "0907", "losses": 1}}
    t = table("diadem", "allied-combat", {**AROUND, **hurt}, tracks={"air.allied": 20})
    return hands(open_match(t.game, open_hands=True)), t


def test_before_it_is_announced_the_panel_says_whom_a_retreat_destroys(besieged):
    player, _t = besieged
    player.seat.act(action("assault", "0907"))
    warning = player.window.battle.sheet.warning
    assert warning.isVisible()
    assert "Nowhere to retreat, a retreat destroys: " in warning.text()
    assert "131" in warning.text()
    assert "rule:diadem-5.3-1" in warning.text()


def test_who_may_not_be_known_is_not_told(open_match, hands):
    t = table("diadem", "allied-combat", {**AROUND, **at("0907", D)}, tracks={"air.allied": 20},
              options={"sealing": "sealed"})  # fmt: skip
    player = hands(open_match(t.game, players={"axis": "simple"}))
    player.seat.act(action("assault", "0907"))
    assert not player.window.battle.sheet.warning.isVisible()


def test_afterwards_panel_banner_and_log_say_it_with_the_clause(besieged):
    player, t = besieged
    player.seat.act(action("assault", "0907"))
    for piece in AROUND:
        player.seat.act(action("join", piece))
    t.dice(3, 3)  # defence retreats intact
    player.answer("confirm")
    QApplication.processEvents()
    assert t.place(D) == "dead"
    window, told = player.window, "131st Grenadier Regiment</a> has nowhere to retreat"
    (line,) = window.battle.foot.lines
    assert told in line
    assert "rule:diadem-5.3-1" in line
    entry = window.docks["log"].widget()
    assert isinstance(entry, LogPanel)
    row = window.seat.rows()[-1].n
    assert told in entry.model.entries[row].html
    assert ("rule:diadem-5.3-1", "diadem-5.3-1") in entry.model.entries[row].links


def test_where_a_unit_is_to_be_eliminated_no_counter_promises_to_live(open_match, hands):
    """Against Monte Cassino: the attacker eliminates one of two whole units, of his choice."""
    pieces = {**at("1105", "pl-1-bgda", "pl-2-bgda"), **at("1006", "de-4-rpqd")}
    t = table("diadem", "allied-combat", pieces, dice=(3, 4))
    player = hands(open_match(t.game, open_hands=True))
    player.seat.act(action("assault", "1006"))
    for piece in ("pl-1-bgda", "pl-2-bgda"):
        player.seat.act(action("join", piece))
    player.answer("confirm")
    assert player.seat.decision().data["kills"]
    side = player.window.battle.sides["attack"]
    told = [label.text() for label in side.findChildren(QLabel)]
    told += [button.text() for button in side.findChildren(QToolButton)]
    assert [words for words in told if "→" in words] == ["→ lost", "→ lost"]


def storm(player, t):
    """Attack with all around; what follows waits to be looked at."""
    player.window.theatre.waits = True
    player.seat.act(action("assault", "0907"))
    for piece in AROUND:
        player.seat.act(action("join", piece))
    t.dice(3, 3)
    player.answer("confirm")


def test_the_banner_says_what_followed(besieged):
    player, t = besieged
    window = player.window
    storm(player, t)
    assert "has nowhere to retreat and is eliminated." in window.limelight.ribbon.text()
    assert "href" not in window.limelight.ribbon.text()


def test_the_banner_does_not_cover_what_it_tells_of(besieged):
    player, t = besieged
    window = player.window
    storm(player, t)
    ribbon, view = window.limelight.ribbon, window.view
    sides = set()
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):  # of the height of the map
        view.set_zoom(1.0)
        seen = view.seen()
        view.look_at(view.middle("0907") + QPointF(0, (0.5 - share) * seen.height()))
        hex = view.mapFromScene(view.corners("0907")).boundingRect()
        assert view.viewport().rect().contains(hex.center())
        assert ribbon.isVisible()
        assert not ribbon.geometry().intersects(hex)
        sides.add(ribbon.y() < view.viewport().height() // 2)
    assert sides == {True, False}, "at the top, and at the bottom where it must"


def test_who_can_break_out_at_a_price_is_told_too(open_match, hands):
    t = table("diadem", "allied-combat", {**AROUND, D: "0907"}, tracks={"air.allied": 20})
    player = hands(open_match(t.game, open_hands=True))
    player.seat.act(action("assault", "0907"))
    for piece in AROUND:
        player.seat.act(action("join", piece))
    assert "Surrounded, a retreat costs a loss " in player.window.battle.sheet.warning.text()
    assert "rule:diadem-5.3.3-1" in player.window.battle.sheet.warning.text()
    t.dice(1, 2)
    player.answer("confirm")
    for _step in range(3):
        if t.decision.kind == "path" and t.decision.side == "axis":
            player.seat.act(player.seat.legal()[0])
    assert "breaks out without shelter: a loss." in " ".join(player.window.battle.foot.lines)


@pytest.mark.parametrize(("fighters", "words"), [
    ((), "Losses: Allies 0 (by the table 1), Japan 1"),
    (("jp-4ku-1",), "Losses: Allies 1, Japan 1"),
])  # fmt: skip
def test_an_air_battle_tells_what_was_lost_and_how_the_table_differs(open_match, fighters, words):
    """One die, 1-1 by the table; without fighters a side destroys nothing."""
    allies = at(JACKSON, "us-fs-8", "us-fs-36", "us-fs-40")
    t = airwar("japanese", at(RABAUL, "jp-4ku-1", "jp-4ku-4"), allies,
               dice=(3 if fighters else 5, 1, 2))  # fmt: skip
    raid(t, action("interdict", "0717"), "jp-4ku-4", fighters=fighters).end()
    window = open_match(t.game, open_hands=True)
    window.seat.act(action("intercept", "us-fs-8", "0717"))
    window.seat.act(action("done-reacting"))
    foot = window.battle.foot
    assert words in foot.banner.text()
    why = "Japan: no fighters in the battle, so it destroys nothing." in " ".join(foot.lines)
    assert why is not bool(fighters)
    assert "efender" not in foot.banner.text() + " ".join(window.battle.chances.words)


def test_the_attacker_is_told_of_his_own_though_the_defender_is_sealed(open_match, hands):
    """Four strangers round a unit say enough of where it could go."""
    foes = {"de-131-ri": "1007", "de-132-ri": "0908", "de-211-ri": "0807", "de-1-rpqd": "0906"}
    t = table("diadem", "allied-combat", {**foes, **at("0907", A)}, options={"sealing": "sealed"})
    player = hands(open_match(t.game, players={"axis": "simple"}))
    player.seat.act(action("assault", "1007"))
    warning = player.window.battle.sheet.warning
    assert not warning.isVisible(), "nobody takes part yet"
    player.seat.act(action("join", A))
    assert warning.isVisible()
    assert "Surrounded, a retreat costs a loss" in warning.text()
    assert f"piece:{A}" in warning.text()
    assert "131" not in warning.text()


def test_who_is_given_up_in_an_exchange_is_not_promised_a_reduced_side(open_match, hands):
    """The hint said what one loss would leave of a whole unit."""
    pieces = {**at("1007", A), **at("0906", C), **at("0907", D)}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20})
    player = hands(open_match(t.game, open_hands=True))
    player.seat.act(action("assault", "0907"))
    for deed in (action("join", A), action("join", C), action("set-air", 18)):
        player.seat.act(deed)
    t.dice(6, 6)  # a tie: both sides lose units
    player.answer("confirm")
    QApplication.processEvents()
    assert player.seat.decision().prompt.text.startswith("Choose units with at least")
    side = player.window.battle.sheet.sides["attack"]
    shown = {b.objectName(): b.text() for b in side.findChildren(QToolButton) if b.isVisible()}
    assert shown == {A: "→ lost", C: "→ lost"}
