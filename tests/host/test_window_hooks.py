"""Each hook of the window has an example in its docstring; here it is run and seen to matter."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from guests import bring, guest_game
from tabuleiro.host.hooks import BadgeEntry, WindowHooks
from tabuleiro.host.reference import reference
from tabuleiro.testing.reference import example_of
from tabuleiro.testing.table import Table

HOOKS = [name for name in vars(WindowHooks) if not name.startswith("_")]


@pytest.fixture
def example(monkeypatch, open_match):
    """A function that opens a match with the example of a hook."""

    def show(name, **how):
        bring(monkeypatch, example_of(getattr(WindowHooks, name)), at_hand={})
        return open_match(guest_game(), **how)

    return show


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_test_and_an_example(name):
    assert f"test_hook_{name}" in globals()
    assert "@hookimpl" in example_of(getattr(WindowHooks, name))


def test_the_reference_page_is_up_to_date(request):
    page = request.config.rootpath / "docs" / "window-hooks.md"
    assert page.read_text(encoding="utf-8") == reference()


def test_hook_window_docks(example):
    window = example("window_docks")
    dock = window.docks["guest-strength"]
    assert dock.windowTitle() == "Units on the map"
    assert dock.widget().text() == "4"
    assert type(dock.widget()).__name__ == "Strength"
    Table(window.seat.table.game).set("allied-movement", {"us-349-ri": "0907"})
    window.seat.changed.emit()
    assert dock.widget().text() == "1"


def test_hook_map_layers(example):
    window = example("map_layers")
    window.docks["layers"].show()
    box = window.docks["layers"].widget().boxes["guest-goals"]
    assert (box.text(), box.isChecked()) == ("Rings about objectives", True)
    goal = window.seat.sight.scenario.objectives[0].hex
    window.view.set_zoom(1.0)
    window.view.show_hex(goal)
    window.view.ensure()
    at = window.view.mapFromScene(window.view.middle(goal))
    at.setX(at.x() + round(40 * window.view.transform().m11()))

    def colour():
        return window.view.viewport().grab().toImage().pixelColor(at).name()

    assert colour() == "#7a5a00"
    box.click()
    assert colour() != "#7a5a00"


def test_hook_counter_badges(example):
    window = example("counter_badges", open_hands=True)
    assert window.play.face("us-349-ri").badges == ()
    hurt = {"us-349-ri": {"place": "0907", "losses": 1}}
    Table(window.seat.table.game).set("allied-movement", hurt)
    window.seat.changed.emit()
    badge = BadgeEntry("R", "Needs replacements", "warning")
    assert window.play.face("us-349-ri").badges == (badge,)
    window.docks["hex"].raise_()
    window.seat.point("0907")
    unit = window.docks["hex"].widget().units.item(0)
    assert unit.toolTip().splitlines()[-1] == "Needs replacements"


def test_hook_decision_panel(example):
    window = example("decision_panel")
    panel = window.decision
    assert isinstance(panel.own_answers, QPushButton)
    assert panel.own_answers.isVisible()
    assert not panel.usual.isVisible()
    before = window.seat.sight.phase
    window.activateWindow()
    QApplication.processEvents()
    panel.take_focus()
    assert panel.own_answers.hasFocus()
    panel.own_answers.click()
    assert window.seat.sight.phase != before


def test_hook_menu_entries(example):
    window = example("menu_entries")
    action = window.commands["guest-all"]
    assert action.shortcut().toString() == "Ctrl+Shift+A"
    action.trigger()
    assert {"us-349-ri", "us-350-ri"} <= set(window.seat.selection)


def test_hook_standing_orders(example, hands):
    window = example("standing_orders")
    player = hands(window)
    assert player.button("order-forward").text() == "All go forward"
    player.answer("order-forward")
    s = window.seat.sight
    assert s.place("us-349-ri") != "0907"
    assert s.place("us-350-ri") != "1413"


def test_hook_other_ways(example, hands):
    window = example("other_ways")
    player = hands(window)
    player.click_piece("us-349-ri")
    player.qtbot.mouseMove(player.view.viewport(), player.spot("1006"))
    assert window.told.text() == "by the river · by the hill"
    assert window.view.path.count == 2
    player.click_ground("1006")
    assert window.seat.last().action["path"] == ("1007", "1006")


def test_hook_phase_note(example):
    window = example("phase_note", players={"axis": "simple"})
    window.ribbon.tell()
    mine = [box.toolTip() for box in window.ribbon.boxes.values() if "3 units" in box.toolTip()]
    assert mine
