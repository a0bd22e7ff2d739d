"""The guide of twenty minutes that Libertação das Filipinas brings, in the real window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tabuleiro.engine import Action
from tabuleiro.host.guide import Guide
from tabuleiro.host.lesson import OWN, has_guide, load_guide
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.i18n import LANGUAGES


@pytest.fixture
def lesson(catalogue):
    return load_guide(OWN, catalogue.module("filipinas").root)


def test_all_that_it_names_exists_and_every_text_is_there(catalogue, lesson):
    assert lesson.strangers(catalogue.module("filipinas")) == []
    for step in lesson.steps:
        for words in (step.title, step.text, step.done):
            assert set(words) == set(LANGUAGES), step.id


def test_its_actions_lead_through_the_first_turn(catalogue, lesson):
    """Every step can be done as it says, with the dice that it brings."""
    seat = lesson.sit_down(catalogue)
    for step in lesson.steps:
        for data in step.do:
            assert seat.act(Action.from_data(data)), f"{step.id}: {data}"
        s = seat.sight
        for piece, hex in step.until.at.items():
            assert s.place(piece) == hex, step.id
        for piece, hex in step.until.gone.items():
            assert s.place(piece) != hex, step.id
        if step.until.phase is not None:
            assert s.phase.id == step.until.phase, step.id
        if step.until.asked is not None:
            assert seat.decision().kind == step.until.asked, step.id
    assert s.position.control["4338"] == "us"


def test_it_is_offered_with_a_new_match_and_can_be_skipped_through(shell, qtbot):
    modules = {name: shell.catalogue.module(name) for name in ("diadem", "filipinas")}
    assert [name for name, module in modules.items() if has_guide(module)] == ["filipinas"]
    dialog = NewMatch(modules["filipinas"], shell, games=list(modules.values()))
    qtbot.addWidget(dialog)
    dialog.learn_asked.connect(shell.learn_game)
    dialog.choices.learn.click()
    guide = shell.guide
    assert isinstance(guide, Guide)
    assert shell.match.seat.scenario.id == "ashore"
    while not guide.last:
        guide.forward()
    assert shell.match.seat.sight.place("jp-9-ri") == "4238"


def test_it_is_played_to_its_end_by_hand(shell, qtbot, hands):
    """As a new user would: pointing, clicking, undoing, opening the rulebook; each step is done."""
    shell.learn_game(shell.catalogue.module("filipinas").root)
    guide, window = shell.guide, shell.match
    player = hands(window)
    while True:
        step = guide.lesson.steps[guide.number]
        follow(step, player, window)
        qtbot.waitUntil(lambda: guide.done, timeout=3000)
        if guide.last:
            break
        guide.forward()
    assert window.seat.sight.place("jp-9-ri") == "4238"


def follow(step, player, window):
    """Do what a step of the guide asks, by gestures."""
    until = step.until
    if len(until.at) > 1 and all(data["type"] == "move" for data in step.do):
        march_together(player, step.show[1], step.show[0])
        return
    for data in step.do:
        one = Action.from_data(data)
        if one.kind == "assault":
            player.let_go()
            player.click(one.target)
        elif one.kind == "join":
            if one.piece not in window.seat.ask("draft").pieces:
                player.click_piece(one.piece)
        elif one.kind == "move":
            player.take(one.piece)
            player.click_ground(one.path[-1])
        else:
            player.do(one)
    if until.pointed:
        player.qtbot.mouseMove(player.view.viewport(), player.spot(until.pointed))
    for piece in until.selected:
        player.take(piece)
    if until.refused:
        player.click("4239")
    if until.undone:
        window.commands["undo"].trigger()
        window.commands["redo"].trigger()
    if until.dock:
        window.commands[f"dock-{until.dock}"].trigger()


def march_together(player, start, goal):
    """Take the formation on top of a stack by the menu of the right button, and go on with it."""
    player.let_go()
    port, spot = player.view.viewport(), player.spot(start)
    player.qtbot.mouseClick(port, Qt.MouseButton.RightButton, pos=spot)
    menu = QApplication.activePopupWidget()
    entry = next(e for e in menu.actions() if e.text() == "Select all of 1st Infantry Division (3)")
    place = menu.actionGeometry(entry).center()
    player.qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    player.click_ground(goal)
