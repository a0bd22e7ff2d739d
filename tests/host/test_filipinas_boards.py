"""Libertação das Filipinas in the window: fleets, landings, searches, strikes, battles at sea.

Each begins from a position made for it and goes on by clicks alone.
"""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton

from filipinas_war import action, at, at_sea, fleet, naval, scene
from tabuleiro.engine import events as ev
from tabuleiro.host.again import again
from tabuleiro_filipinas.cargo import cargo
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.supply import OUT_OF_SUPPLY
from tabuleiro_filipinas.window.cards import Card, DraggedShips
from tabuleiro_filipinas.window.fleet_board import FleetBoard
from tabuleiro_filipinas.window.naval_board import NavalBoard
from tabuleiro_filipinas.window.strike_board import StrikeBoard
from tabuleiro_filipinas.window.voyage_board import VoyageBoard

DIVISION = ("us-19-ri", "us-21-ri", "us-34-ri")
PORT = {
    **dict.fromkeys(("us-comb-6", "us-comb-7", "us-ddd-11", "us-ddd-23"), "us-fleet"),
    "us-task-force-a": "us-fleet", "us-task-force-b": "us-fleet",
    **dict.fromkeys(DIVISION, "army-6"),
}  # fmt: skip
OFF_TACLOBAN, TACLOBAN = "4537", "4437"
SAMAR = tuple(f"{column}{row}" for column in ("43", "44", "45", "46") for row in range(30, 35))
SEA = "1023"
"""Sea west of Luzon, in the range of Formosa."""


@pytest.fixture
def played(open_match, hands):
    """A function that shows a set table and returns it with hands that play both sides."""

    def show(t):
        return t, hands(open_match(t.game))

    return show


def words(t):
    """All sentences that were told so far."""
    rows = t.game.log.line()
    return [one.message.text for row in rows for one in row.events if isinstance(one, ev.Said)]


def board(player, kind):
    """The board that asks now."""
    found = player.window.decision.own_answers
    assert isinstance(found, kind)
    return found


def drag(player, line, card, whole=False):
    """Drag the ships of a line onto a card as the mouse does; return whether it takes them."""
    asked = board(player, FleetBoard)
    data = asked.findChild(DraggedShips, line).taken(whole=whole)
    onto = asked.findChild(Card, card)
    rest = (Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0))
    entering = QDragEnterEvent(QPoint(5, 5), *rest)
    entering.ignore()
    QApplication.sendEvent(onto, entering)
    if entering.isAccepted():
        QApplication.sendEvent(onto, QDropEvent(QPointF(5, 5), *rest))
        player.qtbot.waitUntil(lambda: player.window.decision.own_answers is not asked)
    return entering.isAccepted()


class TestLanding:
    """A-Day: a division is loaded, sails and goes ashore."""

    @pytest.fixture
    def beach(self, played):
        t, player = played(scene("us-naval-movement", PORT, turn=2))
        board(player, NavalBoard)
        player.answer("form-force")
        player.answer("ready-landing")
        player.answer("load-us-24-di")
        player.click(OFF_TACLOBAN)
        board(player, VoyageBoard)
        return t, player

    def test_a_division_is_put_down_in_six_clicks(self, beach):
        t, player = beach
        player.answer(f"all-{TACLOBAN}")
        units = cargo(t.s, "us").units
        assert {unit: units[unit].goal for unit in DIVISION} == dict.fromkeys(DIVISION, TACLOBAN)
        player.answer("end-voyage")
        assert t.phase == "us-movement", "nobody is left who could sail: the phases pass"
        player.answer(f"all-go-ashore-{TACLOBAN}")
        assert {t.place(unit) for unit in DIVISION} == {TACLOBAN}

    def test_what_ends_a_matter_keeps_its_place_from_board_to_board(self, played):
        """Above orders and boards, whatever they hold: no second click meets something else."""
        _t, player = played(scene("us-naval-movement", PORT, turn=2))

        def spot(kind, words):
            QApplication.processEvents()
            panel = player.window.decision
            asked, slot = board(player, kind), panel.end.end
            assert asked.isVisible()
            assert words in {"", slot.text()}
            assert len(panel.findChildren(QPushButton, slot.objectName())) == 1
            return slot.mapTo(panel, QPoint())

        spots = [spot(NavalBoard, "End the phase")]
        player.answer("form-force")
        spots.append(spot(FleetBoard, ""))
        player.answer("ready-landing")
        player.click(OFF_TACLOBAN)
        spots.append(spot(VoyageBoard, "End the voyage"))
        player.answer("end-voyage")
        strip = player.window.decision.strip
        assert len(set(spots)) == 1
        assert spots[0].y() < strip.mapTo(player.window.decision, QPoint()).y()

    def test_two_divisions_go_ashore_on_two_beaches_by_a_click_each(self, played):
        other = ("us-17-ri", "us-32-ri", "us-184-ri")
        t, player = played(scene("us-naval-movement", PORT, at("army-6", *other), turn=2))
        player.answer("form-force")
        player.answer("ready-landing")
        player.answer("load-us-24-di")
        player.answer("load-us-7-di")
        player.click(OFF_TACLOBAN)
        assert player.button(f"form-us-24-di-{TACLOBAN}").text() == "24"
        player.answer(f"form-us-24-di-{TACLOBAN}")
        player.answer("all-4438")
        goals = {unit: one.goal for unit, one in cargo(t.s, "us").units.items()}
        assert goals == dict.fromkeys(DIVISION, TACLOBAN) | dict.fromkeys(other, "4438")

    def test_one_after_the_other_goes_ashore(self, beach):
        t, player = beach
        player.answer(f"one-{TACLOBAN}")
        goals = [one.goal for one in cargo(t.s, "us").units.values()]
        assert sorted(goals) == ["", "", TACLOBAN]

    def test_ships_join_and_leave_by_sorts(self, played):
        t, player = played(scene("us-naval-movement", PORT, turn=2))
        player.answer("form-force")
        board(player, FleetBoard)
        player.answer("more-us-ddd-11")
        player.answer("more-us-ddd-11")
        force = "us-task-force-a"
        assert set(t.s.inside(force)) == {"us-ddd-11", "us-ddd-23"}
        player.answer("less-us-ddd-11")
        assert len(t.s.inside(force)) == 1
        player.answer("disband-force")
        assert not t.s.inside(force)

    def test_ships_are_dragged_between_the_cards_of_force_and_port(self, played):
        t, player = played(scene("us-naval-movement", PORT, turn=2))
        player.answer("form-force")
        drag(player, "ships-us-ddd-11", "card-force")
        force = "us-task-force-a"
        assert len(t.s.inside(force)) == 1
        assert not drag(player, "ships-us-ddd-11", "card-force"), "it is there"
        drag(player, "ships-us-comb-6", "card-force", whole=True)
        assert len(t.s.inside(force)) == 3
        drag(player, "ships-us-comb-6", "card-port", whole=True)
        assert t.s.inside(force) in {("us-ddd-11",), ("us-ddd-23",)}

    def test_last_turns_force_sails_again_with_one_click(self, played):
        t, player = played(scene("us-reinforcement", PORT, turn=2))
        while t.phase != "us-naval-movement":
            player.answer("end-phase")
        player.answer("form-force")
        player.answer("ready-landing")
        player.click(OFF_TACLOBAN)
        player.answer("end-voyage")
        ships = set(t.s.inside("us-task-force-a"))
        while (t.s.turn, t.phase) != (3, "us-naval-movement"):
            player.answer("end-phase")
        assert [one.kind for one in again(player.seat)][-2:] == ["sail-force", "end-voyage"]
        player.answer("order-as-last-turn")
        assert set(t.s.inside("us-task-force-a")) == ships
        assert t.place("us-task-force-a") == OFF_TACLOBAN
        assert forces(t.s, "us")["us-task-force-a"].done


class TestSearch:
    """Japan searches for a force: one die finds it, another does not."""

    @pytest.mark.parametrize(("die", "found"), [(6, True), (1, False)])
    def test_a_search(self, played, die, found):
        one = fleet("us-a", SEA, "us-ddd-23", "us-comb-6", detected=False)
        t, player = played(at_sea("us-turn-jp-reconnaissance", one, turn=1, dice=(die,),
                                  pieces={"jp-10-sentai": "formosa"}))  # fmt: skip
        assert player.window.decision.choices.list.isVisible(), "nothing is fought: it is in front"
        player.click_piece("jp-10-sentai")
        assert forces(t.s, "us")["us-task-force-a"].detected is found
        assert (any(told.startswith("No force is found: ") for told in words(t))) is not found


class TestAtSea:
    """Kamikazes, a battle with pursuit, torpedoes, a convoy that loses its cargo."""

    def test_kamikazes(self, played):
        divers = ("jp-71-sentai", "jp-72-sentai")
        t, player = played(at_sea("us-turn-jp-air-naval-interception",
                                  fleet("us-a", SEA, "us-ddd-23", "us-ddd-25", "us-ddd-26"),
                                  pieces=dict.fromkeys(divers, "formosa"), turn=6,
                                  dice=(1, 1, 6, 6)))  # fmt: skip
        player.do(action("strike-ships", SEA))
        player.answer("all-fly-as-kamikaze")
        player.answer("confirm")
        player.answer("done-striking")
        while t.phase == "us-turn-jp-air-naval-interception":
            player.do(t.legal()[0])
        assert {t.place(piece) for piece in divers} == {"dead"}
        assert any(t.place(f"us-ddd-{n}") == "dead" or t.losses(f"us-ddd-{n}")
                   for n in (23, 25, 26))  # fmt: skip

    def test_what_was_found_is_named_before_one_strikes(self, played):
        found = fleet("us-a", SEA, "us-ddd-23", "us-ddd-25", "us-den-1")
        hidden = fleet("us-b", SEA, "us-comb-7", detected=False)
        t, player = played(at_sea("us-turn-jp-air-naval-interception", found, hidden, turn=6,
                                  pieces={"jp-71-sentai": "formosa"}))  # fmt: skip
        shown = board(player, StrikeBoard)
        assert shown.findChild(QLabel, f"found-{SEA}").text().split("<br>") == [
            "2 Destroyers 2-0-10", "1 US Battleship Division 1 8-0-0",
        ]  # fmt: skip
        player.answer(f"strike-{SEA}")
        assert t.top == "mission-draft"
        player.answer("cancel")
        board(player, StrikeBoard)
        player.answer("done-striking")
        assert t.phase != "us-turn-jp-air-naval-interception"

    def test_bombs_on_ships_are_told_as_fire_and_asterisks_as_nothing(self, played):
        """The table of bombardment speaks of losses and bombers hit; here it means neither."""
        ships = fleet("us-a", SEA, "us-ddd-23", "us-ddd-25", "us-ddd-26")
        divers = dict.fromkeys(("jp-71-sentai", "jp-72-sentai"), "formosa")
        _t, player = played(at_sea("us-turn-jp-air-naval-interception", ships, pieces=divers,
                                   turn=6, dice=(1, 1, 6, 6)))  # fmt: skip
        player.do(action("strike-ships", SEA))
        player.answer("all-fly-as-kamikaze")
        player.answer("confirm")
        player.answer("done-striking")
        panel = player.window.battle
        further = panel.pages.findChildren(QToolButton)[-1]
        while further.isEnabled():  # from the air combat to the dive
            player.qtbot.mouseClick(further, Qt.MouseButton.LeftButton)
        told = panel.chances.words
        assert all(words.startswith("Points of fire: ") for words in told)
        assert len(set(told)) == len(told)
        assert "Points of fire: " in panel.banner.text()

    def test_who_struck_under_a_name_that_is_gone_has_a_counter_in_the_report(self, open_match):
        """The Americans never saw who flew; they look at the combat when it has dived."""
        ships = fleet("us-a", SEA, "us-ddd-23", "us-ddd-25")
        divers = dict.fromkeys(("jp-71-sentai", "jp-72-sentai"), "1917")
        t = at_sea("us-turn-jp-air-naval-interception", ships, pieces=divers, turn=6,
                   dice=(1, 1, 6, 6))  # fmt: skip
        window = open_match(t.game, players={"jp": "simple"})
        window.seat.pace_ms = 10**6
        t.do(action("strike-ships", SEA), *(action("fly-as-kamikaze", one) for one in divers))
        t.do(action("confirm"), action("done-striking"))
        while t.phase == "us-turn-jp-air-naval-interception":
            t.do(t.legal()[0])
            window.seat.changed.emit()
            window.docks["battle"].show()
            window.docks["battle"].raise_()
            counters = window.battle.findChildren(QToolButton)
            assert any(one.objectName().startswith(("~", "us-", "jp-")) for one in counters)
        assert {t.place(piece) for piece in divers} == {"dead"}

    def test_a_battle_and_the_pursuit_of_who_withdrew(self, played):
        t, player = played(naval(fleet("jp-a", "0739", "jp-den-1", "jp-den-2"),
                                 fleet("us-a", "0740", "us-den-1", "us-den-2"),
                                 fleet("us-b", "0737", "us-comb-6", "us-comb-7"),
                                 dice=(6, 5, 4, 5)))  # fmt: skip
        player.click_piece("jp-task-force-a")  # there is but one whom it can fight
        while t.top == "naval-losses":
            player.do(t.legal()[0])
        player.answer("fight-on")
        player.answer("break-off")
        player.click_piece("us-task-force-a")
        player.click("0741")
        assert t.top == "pursuit"
        player.take("jp-task-force-a")
        player.click("0738")
        player.click("0737")
        while t.top == "naval-losses":
            player.do(t.legal()[0])
        assert t.losses("us-comb-6") + t.losses("us-comb-7") > 0

    def test_a_submarine_attacks_a_convoy_and_its_cargo_goes_down(self, played):
        pieces = {"jp-task-force-a": "jp-fleet", "jp-comb-1": "jp-fleet", "jp-26-ri": "japan",
                  "us-dsb-1": "0639"}  # fmt: skip
        t, player = played(scene("jp-naval-movement", pieces, dice=(6, 6, 6)))
        player.answer("form-force")
        player.answer("more-jp-comb-1")
        player.answer(f"load-{t.s.counter('jp-26-ri').formation or 'jp-26-ri'}")
        assert t.s.inside("jp-comb-1") == ("jp-26-ri",)
        player.click("0339")
        assert (t.top, t.decision.side) == ("patrolled", "us")
        player.answer("torpedo-force")
        while t.decision.side == "us" and t.top != "patrolled":
            player.do(t.legal()[0])
        assert {t.place(piece) for piece in ("jp-comb-1", "jp-26-ri")} == {"dead"}


class TestAshore:
    """Supply that does not reach all, what lies under an unknown piece, a field that is bombed."""

    def test_a_shortage_is_told_and_its_owner_says_who_goes_without(self, played):
        units = ("us-17-ri", "us-184-ri", "us-19-ri", "us-21-ri")
        one = fleet("us-a", "4538", "us-comb-30")
        t, player = played(at_sea("us-movement", one, pieces=at("4438", *units), turn=3))
        dock = player.window.docks["filipinas-supply"]
        dock.show()
        dock.raise_()
        told = dock.widget()
        assert "3 points" in told.words.text()
        assert "4 units take supply" in told.words.text()
        player.answer("end-phase")
        assert t.top == "share-supply"
        player.click_piece("us-21-ri")
        assert [unit for unit in units if t.s.marked(unit, OUT_OF_SUPPLY)] == ["us-21-ri"]

    @pytest.mark.parametrize(("die", "found"), [(6, True), (1, False)])
    def test_a_scout_looks_under_an_unknown_piece(self, played, die, found):
        scouts = {"us-71-gpo": "4437"}
        t, player = played(scene("us-movement", at("4136", "jp-5-ri"), scouts,
                                 unknown=[("jp", "4136")], dice=(die,), control={"4437": "us"},
                                 turn=1))  # fmt: skip
        looks = [a for a in t.legal() if a.kind.startswith("scout")]
        assert looks
        player.do(looks[0])
        assert ("jp-incognita--4136x" not in t.s.at("4136")) is found
        assert ("No unknown piece comes off." in words(t)) is not found


class TestBases:
    """A field is built by engineers and bombed from the air; an island changes hands."""

    def test_engineers_build_a_field(self, played):
        stood = {"engineers-since": {"us-932-eng-av": ["4336", 1]}}
        t, player = played(scene("us-movement", at("4336", "us-932-eng-av"), turn=3,
                                 control={"4336": "us"}, facts=stood))  # fmt: skip
        player.do(action("build-field", "us-932-eng-av"))
        assert t.s.place_marked("4336", "airfield-built")

    def test_the_enemy_bombs_what_they_built(self, played):
        stood = {"engineers-since": {"us-932-eng-av": ["4336", 1]}}
        raiders = dict.fromkeys(("jp-7-sentai", "jp-16-sentai"), "3841")
        t, player = played(scene("us-movement", at("4336", "us-932-eng-av"), raiders, turn=3,
                                 control={"4336": "us"}, facts=stood, dice=(6, 6, 6)))  # fmt: skip
        player.do(action("build-field", "us-932-eng-av"))
        while t.phase != "jp-movement":
            player.answer("end-phase" if "end-phase" in t.decision.actions else "done-reacting")
        player.do(action("strike-field", "4336"))
        player.answer("all-fly-as-bomber")
        player.answer("confirm")
        for _answer in range(20):
            if t.s.place_marked("4336", "airfield-damaged-2"):
                break
            ends = [a for a in t.legal() if a.kind.startswith(("end-", "done-", "fight-"))]
            player.do((ends or t.legal())[0], keyboard=True)
        assert t.s.place_marked("4336", "airfield-damaged-2")
        assert "airfield-damaged-2" in [m.id for m in player.window.play.layers.markers.laid]

    def test_bombers_damage_a_field(self, played):
        t, player = played(scene("us-movement", at("morotai", "us-5-gpo", "us-22-gpo"),
                                 at("4349", "jp-9-ri"), turn=1, dice=(6, 6, 6)))  # fmt: skip
        player.do(action("strike-field", "4349"))
        player.answer("all-fly-as-bomber")
        player.answer("confirm")
        while t.phase != "jp-reinforcement" and not t.s.place_marked("4349", "airfield-damaged-2"):
            ends = [a for a in t.legal() if a.kind.startswith(("end-", "done-", "fight-"))]
            player.do((ends or t.legal())[0], keyboard=True)
        assert t.s.place_marked("4349", "airfield-damaged-2")

    def test_an_island_without_japanese_changes_its_flag(self, played):
        t, player = played(scene("jp-movement", at("4533", "us-19-ri"), turn=3,
                                 control={"4533": "us"}, marks={"4632": ["jp-flag"]}))  # fmt: skip
        for _answer in range(12):
            if t.s.turn == 4:
                break
            player.answer("end-phase")
        assert t.s.position.control["samar"] == "us"
        assert t.s.position.marks["4632"] == ("us-flag",)
        words = [item.id for item in player.window.play.layers.markers.laid]
        assert "us-flag" in words


def test_every_layer_of_the_game_can_be_shown(played):
    one = fleet("us-a", OFF_TACLOBAN, "us-comb-6", "us-ddd-23")
    foe = fleet("jp-a", "4840", "jp-ddd-2")
    pieces = {"us-19-ri": TACLOBAN, "jp-5-ri": "4438", "us-dsb-1": "0639", "jp-10-sentai": "1917"}
    _t, player = played(at_sea("us-movement", one, foe, pieces=pieces, turn=2))
    layers = player.window.play.layers
    own = [id for id in layers.titles() if id.startswith("filipinas-")]
    assert len(own) == 13
    for id in own:
        layers.switch(id, on=True)
    assert not layers.broken
    player.press(Qt.Key.Key_Escape)


def test_plans_for_hundreds_of_hexes_stand_in_one_line(played):
    t, player = played(scene("jp-movement", at("4136", "jp-5-ri"), at("4437", "us-19-ri"), turn=3))
    plans = t.legal("put-unknown")
    assert len(plans) > 400
    choices = player.window.decision.choices.list
    assert choices.count() < 10
    wanted = next(plan for plan in plans if plan.hex == "4137")
    player.do(wanted, keyboard=True)
    assert any(piece.startswith("jp-incognita") for piece in t.s.at("4137"))
    player.click_ground("4237")
    assert QApplication.activePopupWidget() is not None, "the map offers it as well"
    QApplication.activePopupWidget().close()


def test_a_click_beside_everything_puts_no_unknown_piece(played):
    """Samar is American, and its hexes could be covered: none of them is lit."""
    t, player = played(scene("us-movement", at("4533", "us-19-ri"), at("4136", "jp-5-ri"), turn=3,
                             control=dict.fromkeys(SAMAR, "us")))  # fmt: skip
    assert 12 < len(t.legal("put-unknown")) < 40
    player.click_ground("4633")
    assert not t.s.at("4633")
    asked = QApplication.activePopupWidget()
    assert [each.text() for each in asked.actions()]
    asked.close()
