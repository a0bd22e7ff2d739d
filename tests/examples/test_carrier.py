"""The example of pieces inside pieces: complete, short, and played in the window by gestures."""

import json
import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt

from tabuleiro.cli.terminal_actions import make
from tabuleiro.cli.terminal_names import find_path
from tabuleiro.cli.terminal_show import hex_lines, legal_lines
from tabuleiro.engine import DEAD, OFF, Action, Refused
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.i18n import catalogue as words_of
from tabuleiro.i18n import extract
from tabuleiro.module import load_module
from tabuleiro.seats import Table as Seats
from tabuleiro.store import open_partida, write_partida
from tabuleiro.testing import check_game, playthrough, verify
from tabuleiro.testing.secrecy import check_secrecy
from tabuleiro.testing.secrecy.at_referee import AtReferee
from tabuleiro.testing.table import Table

PROJECT = Path(__file__).parents[2] / "docs/examples/carrier"
PACKAGE = PROJECT / "tabuleiro_carrier"
CV, OTHER, VF = "blue-cv-1", "blue-cv-2", "blue-vf-1"
MOST_LINES = 150


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue.installed()


@pytest.fixture
def game(catalogue):
    return catalogue.new("carrier", seed="1")


def do(game, kind, **about):
    return game.act(Action.from_data({"type": kind, **about}))


def turn_2(game):
    for _phase in range(2):
        do(game, "done-sorties")


class TestTheProject:
    def test_is_short(self):
        lines = [path.read_text("utf-8").count("\n") for path in PACKAGE.glob("*.py")]
        assert sum(lines) < MOST_LINES

    def test_its_data_are_in_order(self):
        module = load_module(PACKAGE / "modules/carrier")
        assert [str(warning) for warning in module.warnings] == []

    def test_every_sentence_is_portuguese_too(self, catalogue):
        assert catalogue.faults == []
        found = extract([PACKAGE])
        assert found.faults == ()
        assert {sentence.id for sentence in found.sentences} <= set(words_of("pt").sentences)

    @pytest.mark.slow
    def test_the_conformance_kit_finds_nothing(self, catalogue):
        report = check_game("carrier", seeds=range(4), probes=60, catalogue=catalogue)
        assert report.findings == []

    def test_a_match_written_down_can_be_played_again(self):
        assert verify(playthrough("carrier", 1)) == ""

    @pytest.mark.slow
    @pytest.mark.parametrize("hiding", ["plain", "kind", "nothing"])
    def test_what_is_inside_cannot_be_told(self, catalogue, hiding):
        report = check_secrecy("carrier", hiding, seed=1, probes=12, length=150,
                               catalogue=catalogue)  # fmt: skip
        assert report.differences == []
        assert report.twins["cargo"] > 3


class TestTheRules:
    def test_a_carrier_sails_with_its_groups(self, game):
        do(game, "cruise", piece=CV, to="0202")
        assert game.situation.whereabouts(VF) == "0202"
        assert not game.check(Action.from_data({"type": "cruise", "piece": CV, "to": "0502"}))

    def test_a_group_is_launched_and_lands_elsewhere(self, game):
        do(game, "fly", piece=VF, to="0304")
        assert game.situation.place(VF) == "0304"
        do(game, "fly", piece=VF, to=f"in:{OTHER}")
        assert game.situation.within(VF) == OTHER
        with pytest.raises(Refused):
            do(game, "fly", piece=VF, to="0304")

    def test_a_full_carrier_takes_no_more(self, game):
        turn_2(game)
        assert game.situation.within("blue-vf-3") == OTHER
        do(game, "fly", piece="blue-vf-3", to="0203")
        assert not game.check(
            Action.from_data({"type": "fly", "piece": "blue-vf-3", "to": f"in:{CV}"})
        )

    def test_it_sinks_with_them(self, game):
        t = Table(game).set(
            "red-sorties", {"red-vf-1": "0303", CV: "0303", VF: f"in:{CV}", "blue-vf-2": "0304"}
        )
        t.dice(6)
        row = do(game, "dive", piece="red-vf-1", to="0303")
        assert {p: t.place(p) for p in (CV, VF, "blue-vf-2")} == {
            CV: DEAD, VF: DEAD, "blue-vf-2": "0304"
        }  # fmt: skip
        assert row.reveals
        assert game.ruleset.hook.outcome(s=game.situation).points["red"] == 4

    def test_a_hit_leaves_room_for_one(self, game):
        t = Table(game).set(
            "red-sorties",
            {"red-vf-1": "0303", CV: "0303", VF: f"in:{CV}", "blue-vf-2": f"in:{CV}"},
        )
        t.dice(4)
        do(game, "dive", piece="red-vf-1", to="0303")
        assert game.situation.inside(CV) == (VF,)
        assert t.place("blue-vf-2") == DEAD

    def test_who_has_not_landed_is_lost(self, game):
        do(game, "fly", piece=VF, to="0202")
        do(game, "done-sorties")
        assert game.situation.place(VF) == DEAD
        assert game.situation.place("blue-vf-2") == f"in:{CV}"

    def test_the_third_group_never_comes_to_a_carrier_that_is_sunk(self, game):
        assert game.situation.place("blue-vf-3") == OFF
        turn_2(game)
        assert game.situation.within("blue-vf-3") == OTHER

    def test_the_other_side_sees_no_group_until_it_flies(self, game):
        red = Seats(game).seat("red")
        assert red.sight().inside(CV) == ()
        do(game, "fly", piece=VF, to="0202")
        assert red.sight().at("0202") == (VF,)
        do(game, "fly", piece=VF, to=f"in:{OTHER}")
        assert red.sight().inside(OTHER) == ()
        assert red.line()[-1].action is None


class TestTheTerminal:
    def test_lists_what_is_inside_and_understands_where(self, game):
        seat = Seats(game).seat("blue")
        lines = [line for line in hex_lines(seat, "0102") if "blue-" in line]
        assert [line.split(" (")[0] for line in lines] == [
            "  blue-cv-1", "      blue-vf-1", "      blue-vf-2"
        ]  # fmt: skip
        assert find_path(seat, ["into", "blue", "carrier", "2"]) == ("in:blue-cv-2",)
        assert find_path(seat, ["in:blue-cv-2"]) == ("in:blue-cv-2",)

    def test_a_command_lands_a_group(self, game):
        seat = Seats(game).seat("blue")
        launch = make(seat, "fly", ["blue", "group", "1", "0304"])
        assert (launch.kind, launch.to) == ("fly", "0304")
        game.act(launch)
        land = make(seat, "fly", ["blue-vf-1", "into", "blue-cv-2"])
        assert land.to == "in:blue-cv-2"
        assert any("in:blue-cv-2" in line for line in legal_lines(seat, VF))


class TestTheReferee:
    def ask(self, game, side, method, **params):
        found = json.loads(AtReferee(game, side).ask(method, **params))
        assert "result" in found, found
        return found["result"]

    def test_describes_what_a_carrier_holds(self, game):
        told = self.ask(game, "blue", "describe", piece=CV)
        assert (told["holds"]["types"], told["holds"]["limit"]) == (["group"], "aircraft")
        assert told["now"]["inside"] == ["blue-vf-1", "blue-vf-2"]
        enemy = self.ask(game, "red", "describe", piece=CV)
        assert "inside" not in enemy["now"]
        assert self.ask(game, "blue", "describe", piece=VF)["now"]["place"] == f"in:{CV}"

    def test_takes_a_free_hand_that_puts_a_group_inside(self, catalogue):
        game = catalogue.new("carrier", seed="1", options={"free-hand": True})
        action = {"type": "free-move", "piece": VF, "to": f"in:{OTHER}"}
        self.ask(game, "blue", "act", action=action)
        assert game.situation.within(VF) == OTHER

    def test_lists_where_a_group_may_land(self, game):
        do(game, "fly", piece=VF, to="0304")
        told = self.ask(game, "blue", "legal", piece=VF)
        ends = {action["to"] for action in told["actions"]}
        assert ends == {f"in:{CV}", f"in:{OTHER}"}


def test_a_kept_match_goes_on(game, catalogue, tmp_path):
    do(game, "fly", piece=VF, to="0304")
    do(game, "fly", piece=VF, to=f"in:{OTHER}")
    path = tmp_path / "carrier.partida"
    write_partida(path, game, "Carriers", viewer=EVERYTHING)
    again = open_partida(path, game.module, game.ruleset)
    assert again.position == game.position
    assert again.situation.within(VF) == OTHER


@pytest.fixture
def window(qtbot, game, tmp_path, monkeypatch):
    from tabuleiro.host.app import make_application
    from tabuleiro.host.seat import Seat
    from tabuleiro.host.window import MatchWindow

    monkeypatch.setenv("TABULEIRO_SETTINGS", str(tmp_path / "settings.ini"))
    make_application(["tests"])
    shown = MatchWindow(Seat(Seats(game)))
    shown.battle.dice.animated = False
    shown.play.travel.animated = False
    shown.resize(1200, 800)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    shown.view.fit()
    yield shown
    shown.close()


class TestTheWindow:
    @pytest.mark.slow
    def test_a_group_is_taken_out_of_its_carrier_and_put_back(self, qtbot, game, window):
        view = window.view
        point(qtbot, window, "0102")
        item = view.stack_of(CV)
        qtbot.waitUntil(lambda: item.fanned)
        click(qtbot, view, view.mapFromScene(item.middle_of(VF)))
        assert window.seat.selection == (VF,)
        assert "0304" in window.play.targets
        click(qtbot, view, point(qtbot, window, "0304"))
        assert game.situation.place(VF) == "0304"
        assert window.seat.selection == (VF,), "it can go on"
        assert {"0102", "0105"} <= set(window.play.targets), "carriers within reach are lit"
        click(qtbot, view, point(qtbot, window, "0105"))
        assert game.situation.within(VF) == OTHER
        assert window.play.face(OTHER).inside == 1

    def test_a_ship_is_dragged_with_its_groups(self, qtbot, game, window):
        view, port = window.view, window.view.viewport()
        start, end = (view.mapFromScene(view.middle(hex)) for hex in ("0102", "0202"))
        qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
        for part in (0.3, 0.7, 1.0):
            qtbot.mouseMove(port, start + (end - start) * part)
        qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
        assert game.situation.whereabouts(VF) == "0202"

    def test_the_phase_is_ended_by_its_button(self, qtbot, game, window):
        from tabuleiro.host.panels.ending import EndSlot

        for slot in window.findChildren(EndSlot):
            slot.rest_ms, slot.asks_first = 0, False
            slot.wake()
        slot = next(slot for slot in window.findChildren(EndSlot) if slot.isVisible())
        assert slot.end.text() == "End the sorties"
        qtbot.mouseClick(slot.end, Qt.MouseButton.LeftButton)
        assert game.situation.phase.id == "red-sorties"


def point(qtbot, window, hex):
    spot = window.view.mapFromScene(window.view.middle(hex))
    qtbot.mouseMove(window.view.viewport(), spot + QPoint(3, 3))
    qtbot.mouseMove(window.view.viewport(), spot)
    return spot


def click(qtbot, view, spot):
    qtbot.mouseMove(view.viewport(), spot)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
