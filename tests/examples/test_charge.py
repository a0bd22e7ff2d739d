"""Results, phases and decisions of one's own; actions with choices in terminal and window."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from tabuleiro.cli.terminal_actions import make
from tabuleiro.cli.terminal_show import legal_lines
from tabuleiro.engine import GameError
from tabuleiro.host.words import action_label
from tabuleiro.i18n import speaking
from tabuleiro.rules.advice.fight import Fight
from tabuleiro.rules.advice.sense import Sense, stakes
from tabuleiro.seats import Table as Seats
from tabuleiro.testing import action, table

GAME = "charge"
RIDERS = {"blue-hussars": "0201", "blue-2": "0203", "red-1": "0301", "red-2": "0403"}
SHAKEN = {**RIDERS, "red-1": {"place": "0301", "marks": ["disorder"]}}
ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules-of-your-own.md").read_text("utf-8")


def charging(*dice, **about):
    return table(GAME, "blue-charge", RIDERS, **about).dice(*dice)


def test_a_charge_that_goes_home_sends_a_line_to_the_rear():
    t = charging(4).act("charge", "blue-hussars", "0301", "trot")
    assert (t.top, t.decision.side) == ("charge-receive", "red")
    t.act("form-up", "line")
    assert t.place("red-1") == "red-rear"
    assert "disorder" not in t.s.piece("blue-hussars").marks


def test_a_square_takes_two_off_and_only_loses_its_order():
    t = charging(5).act("charge", "blue-hussars", "0301", "gallop").act("form-up", "square")
    assert t.place("red-1") == "0301"
    assert t.s.piece("red-1").marks == ("disorder",)
    assert t.s.piece("blue-hussars").marks == ("disorder",)


def test_a_charge_that_fails_costs_a_loss_and_each_rides_once():
    t = charging(3).act("charge", "blue-hussars", "0301", "trot").act("form-up", "line")
    assert t.losses("blue-hussars") == 1
    assert t.place("red-1") == "0301"  # within reach, but there is nobody left who may ride
    assert t.phase == "blue-combat"


def test_phases_in_which_nobody_can_do_anything_are_not_asked_for():
    far = {"blue-hussars": "0101", "red-1": "0403"}
    t = table(GAME, "blue-movement", far).act("end-phase")
    assert t.phase == "blue-combat"
    assert t.act("end-phase").phase == "red-movement"
    marked = {**far, "red-1": {"place": "0403", "marks": ["disorder"]}}
    t = table(GAME, "blue-combat", marked).act("end-phase")
    assert (t.top, t.decision.side) == ("charge-rally", "red")


@pytest.mark.parametrize(("dice", "code"), [((6, 6), "ROUT"), ((4, 5), "DIS")])
def test_results_of_its_own(dice, code):
    pieces = {"blue-1": "0202", "blue-2": "0302", "red-1": "0301"}
    t = table(GAME, "blue-combat", pieces).dice(*dice).attack("0301", "blue-1", "blue-2")
    while t.top == "attack-draft":
        t.act("confirm")
    assert t.told()["code"].split()[0] == code
    assert t.place("red-1") == ("red-rear" if code == "ROUT" else "0301")
    assert t.s.piece("red-1").marks == (() if code == "ROUT" else ("disorder",))


def test_units_rally_in_their_camp_or_fall_back_to_the_rear():
    t = table(GAME, "red-rally", {**RIDERS, "red-1": "red-rear"})
    assert {a.to for a in t.legal("rally")} == {"0401", "0402", "0403"}
    assert t.act("rally", "red-1", "0401").place("red-1") == "0401"


def test_computer_players_know_what_results_of_its_own_are_worth(monkeypatch):
    t = table(GAME, "blue-combat", RIDERS)
    sense = Sense(t.s, "blue", stakes(t.s, "blue"))
    riders = ("blue-hussars", "blue-2")
    last = len(t.s.module.odds["combat"].columns) - 1
    known = Fight(sense, "0301").worth(last, riders)
    monkeypatch.setattr("tabuleiro.rules.advice.fight.with_own", lambda _m, parts, _s: parts)
    assert Fight(sense, "0301").worth(last, riders) < known


# actions with more than a piece and a place


def test_the_terminal_lists_choices_and_takes_them():
    t = charging()
    seat = Seats(t.game).seat("blue")
    assert any("0301 at the gallop" in line for line in legal_lines(seat, "blue-hussars"))
    with speaking("pt"):
        assert any("0301 a galope" in line for line in legal_lines(seat, "blue-hussars"))
    wanted = action("charge", "blue-hussars", "0301", "gallop")
    for pace in ("gallop", "at the gallop", "a galope", "GALLOP"):
        assert make(seat, "charge", ["blue-hussars", "0301", *pace.split()]) == wanted
    with pytest.raises(GameError, match="Then say which: at the trot, at the gallop"):
        make(seat, "charge", ["blue-hussars", "0301"])
    refused = make(seat, "charge", ["blue-hussars", "0401", "gallop"])
    assert refused == action("charge", "blue-hussars", "0401", "gallop")
    assert not seat.check(refused).now()
    with pytest.raises(GameError, match='No unit is called "husars"'):
        make(seat, "charge", ["husars", "0301", "gallop"])


def test_the_terminal_takes_a_box_by_name():
    t = table(GAME, "red-rally", SHAKEN)
    seat = Seats(t.game).seat("red")
    wanted = action("fall-back", "red-1", "red-rear")
    assert make(seat, "fall-back", ["red-1", "red-rear"]) == wanted


def test_the_window_offers_both_paces_and_both_ways_to_stand(window, click, qtbot):
    t = charging(6)
    shown = window(t.game)
    seat = shown.seat
    seat.select(["blue-hussars"])
    offered = {action_label(seat.module, a, full=True) for a in seat.legal(piece="blue-hussars")}
    assert any("at the gallop" in label for label in offered)
    asked = []
    shown.play._pop_up = lambda menu, _at: asked.append([a.text() for a in menu.actions()])
    click(shown, "0301")
    assert any("at the trot" in words for words in asked[0])
    assert any("at the gallop" in words for words in asked[0])
    seat.act(action("charge", "blue-hussars", "0301", "trot"))
    buttons = {b.text(): b for b in shown.findChildren(QPushButton, "form-up") if b.isVisible()}
    assert set(buttons) == {"Form: in line", "Form: in square"}
    qtbot.mouseClick(buttons["Form: in line"], Qt.MouseButton.LeftButton)
    assert t.place("red-1") == "red-rear"


def test_a_mark_with_letters_wears_them_on_its_counter(window):
    t = table(GAME, "blue-movement", {"blue-1": {"place": "0201", "marks": ["disorder"]},
                                      "blue-2": {"place": "0202", "marks": ["tired"]}})  # fmt: skip
    play = window(t.game).play
    (sign,) = play.face("blue-1").badges
    assert (sign.text, sign.hint) == ("D", "in disorder")
    assert play.face("blue-2").badges == ()


def test_the_window_takes_a_click_on_a_box(window, click):
    t = table(GAME, "red-rally", SHAKEN)
    shown = window(t.game)
    shown.seat.select(["red-1"])
    assert "red-rear" in shown.play.targets
    shown.play.click("red-rear")
    assert t.place("red-1") == "red-rear"


# the page


def test_every_block_of_the_page_stands_in_the_game():
    folder = ROOT / "docs" / "examples" / GAME / f"tabuleiro_{GAME}"
    texts = [path.read_text("utf-8") for path in folder.rglob("*.*") if path.is_file()
             and path.suffix in {".py", ".yaml", ".md", ".po"}]  # fmt: skip
    blocks = re.findall(
        r"^```(?:python|yaml|markdown|po)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL
    )
    assert len(blocks) > 10
    for block in blocks:
        assert any(block.rstrip() in text for text in texts), block
