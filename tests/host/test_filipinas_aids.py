"""What helps a player of Libertação das Filipinas in the window: ways, orders, desk, targets."""

import re
from typing import ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QToolButton, QTreeWidget

from filipinas_ground import PLAIN, battle
from filipinas_war import action, at, at_sea, fleet, naval, scene, table
from tabuleiro.host.words import piece_name
from tabuleiro_filipinas.air_missions import sorties
from tabuleiro_filipinas.cargo import hexes_left, supply_points
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.quiet_ways import exposure, quietest_way
from tabuleiro_filipinas.supply import OUT_OF_SUPPLY
from tabuleiro_filipinas.window.parts import HowMany
from tabuleiro_filipinas.window.replacement_desk import ReplacementDesk
from tabuleiro_filipinas.window.supply_board import SupplyBoard

SEA = "1023"
"""Sea west of Luzon, in the range of Formosa."""
OFF_TACLOBAN, FORCE = "4537", "us-task-force-a"
PORT = {
    **dict.fromkeys(("us-comb-6", "us-comb-7", "us-ddd-11", "us-ddd-23"), "us-fleet"),
    FORCE: "us-fleet", "us-task-force-b": "us-fleet",
}  # fmt: skip
WATCHED = {"jp-dsb-1": "4739", "jp-dsb-2": "5040"}
"""Two markers of submarines before Leyte Gulf; whether one is false the Americans cannot see."""
WAIT_MS = 10**6


@pytest.fixture
def played(open_match, hands):
    """A function that shows a table to one side, the other being played by nobody."""

    def show(t, side="us"):
        window = open_match(t.game, players={"jp" if side == "us" else "us": "simple"})
        window.seat.pace_ms = WAIT_MS
        return t, hands(window)

    return show


def stand(player, order):
    """Let an order be carried out by itself."""
    player.window.decision.findChild(QPushButton, f"stands-{order}").click()


def slider(player, name):
    """A slider of the board that is shown now."""
    QApplication.processEvents()
    return player.window.decision.findChildren(HowMany, name)[-1]


def slide(player, name, number):
    """Click a slider where a number is."""
    one = slider(player, name)
    player.qtbot.mouseClick(one, Qt.MouseButton.LeftButton, pos=one.spot(number))


def sail(*path):
    """The voyage of the first force by such a way."""
    return action("sail-force", FORCE, path)


def sailed(t):
    """The way that was ordered last."""
    rows = (row.action for row in reversed(t.game.log.line()) if row.action)
    return next(one["path"] for one in rows if one.get("type") == "sail-force")


class TestWays:
    @pytest.fixture
    def port(self, played):
        t, player = played(scene("us-naval-movement", PORT, WATCHED, turn=3))
        player.answer("form-force")
        player.answer("more-us-comb-6")
        return t, player

    def test_the_least_exposed_way_is_proposed_beside_the_shortest(self, port):
        t, player = port
        player.qtbot.mouseMove(player.view.viewport(), player.spot(OFF_TACLOBAN))
        told = player.window.told.text()
        assert told.startswith("<b>least exposed</b>: 12 hexes, 5 patrolled, 6 by enemy coasts")
        assert "<b>shortest</b>: 11 hexes, 6 patrolled, 5 by enemy coasts" in told
        assert player.view.path.count == 2
        player.click(OFF_TACLOBAN)
        assert len(sailed(t)) == 12

    def test_the_switch_takes_the_shortest(self, port):
        t, player = port
        player.window.decision.findChild(QCheckBox, "quiet-ways").click()
        player.click(OFF_TACLOBAN)
        assert len(sailed(t)) == 11

    def test_a_far_hex_is_refused_for_what_is_in_the_way_there(self, played):
        """Not because a force does not enter the board in the very hex at which one points."""
        troops = dict.fromkeys(("us-17-ri", "us-32-ri", "us-184-ri"), "army-6")
        t, player = played(scene("us-naval-movement", PORT, troops, turn=3))
        player.answer("form-force")
        player.answer("more-us-comb-6")
        player.answer("load-us-7-di")
        assert hexes_left(t.s, FORCE) == 60, "in half hexes"
        assert "can carry what is aboard for 30 hexes more" in t.why(sail("1023"))
        assert "No ship can go to" in t.why(sail("4437"))
        player.seat.undo()
        assert t.why(sail("3239")).startswith("US Task Force A"), "Iloilo is shut by its port"
        player.click("1023")
        assert sailed(t)[-1] == "1023", "without a load it goes there"

    def test_a_quiet_way_is_never_more_exposed_and_always_allowed(self, port):
        t, _player = port
        legs = [leg for leg in t.legal("sail-force") if leg.path[-1][:2] in {"44", "45", "39"}]
        assert len(legs) > 20
        for leg in legs:
            way = quietest_way(t.s, FORCE, leg.path[-1])
            assert way[-1] == leg.path[-1]
            assert exposure(t.s, FORCE, way) <= exposure(t.s, FORCE, leg.path)
            assert t.allows(action("sail-force", FORCE, list(way))), way

    def test_it_reads_what_a_side_sees_a_false_marker_counts(self, played):
        t, player = played(scene("us-naval-movement", PORT, {"jp-dsb-3": "4739"}, turn=3))
        player.answer("form-force")
        player.answer("more-us-comb-6")
        s = player.seat.sight
        shortest = next(a for a in t.legal("sail-force") if a.path[-1] == OFF_TACLOBAN)
        assert "dummy" in t.s.counter("jp-dsb-3").tags
        assert exposure(s, FORCE, shortest.path).patrols > 0


class TestOrders:
    def test_a_supply_run_forms_its_convoy_and_sails_to_the_hungry(self, played):
        ashore = at("4437", "us-17-ri", "us-184-ri")
        t, player = played(scene("us-naval-movement", PORT, ashore, turn=3,
                                 control={"4437": "us", "4438": "us"}))  # fmt: skip
        assert player.button("order-supply-leyte").text() == "Supply Leyte (2 to feed)"
        player.answer("order-supply-leyte")
        force = forces(t.s, "us")[FORCE]
        assert force.done
        assert {"convoys", "destroyers"} <= {t.s.counter(p).type for p in t.s.inside(FORCE)}
        assert player.seat.ask("supply", piece="us-17-ri")

    def test_each_place_is_searched_by_the_nearest(self, played):
        one = fleet("us-a", SEA, "us-comb-6", detected=False)
        two = fleet("us-b", "0740", "us-comb-7", detected=False)
        scouts = {"jp-10-sentai": "formosa", "jp-2-sentai": "1917"}
        t, player = played(at_sea("us-turn-jp-reconnaissance", one, two, turn=1, dice=(6, 6, 6, 6),
                                  pieces=scouts), "jp")  # fmt: skip
        near = min(scouts, key=lambda p: t.s.board.distance(scouts[p], SEA))
        player.answer("order-search-all")
        flown = [row.action for row in t.game.log.line()
                 if row.action and row.action.get("type") == "search-at-sea"]  # fmt: skip
        assert [one["piece"] for one in flown if one["hex"] == SEA] == [near]
        assert forces(t.s, "us")[FORCE].detected

    def test_a_search_that_stands_is_flown_by_itself(self, played, qtbot):
        one = fleet("us-a", SEA, "us-comb-6", detected=False)
        t, player = played(at_sea("us-turn-jp-reconnaissance", one, turn=1, dice=(6,),
                                  pieces={"jp-10-sentai": "formosa"}), "jp")  # fmt: skip
        stand(player, "search-all")
        qtbot.waitUntil(lambda: forces(t.s, "us")[FORCE].detected)

    def test_carrier_fighters_rise_and_no_others(self, played):
        ships = fleet("us-a", SEA, "us-tg-38-1", "us-ddd-23")
        groups = dict.fromkeys(("us-cvg-7", "us-cvlg-22"), "in:us-tg-38-1")
        t, player = played(at_sea("us-turn-jp-air-naval-interception", ships, turn=6,
                                  pieces={"jp-71-sentai": "formosa", **groups}))  # fmt: skip
        t.do(action("strike-ships", SEA), action("fly-as-kamikaze", "jp-71-sentai"))
        t.do(action("confirm"), action("done-striking"))
        player.window.seat.changed.emit()
        player.answer("order-carrier-cover")
        sent = {order.piece for order in t.s.position.top.orders}
        assert sent == set(groups)

    def test_a_package_has_as_many_escorts_as_was_ordered(self, played):
        groups = (
            "us-43-gpo",
            "us-90-gpo",
            "us-22-gpo",
            "us-307-gpo",
            "us-8-gpo",
            "us-49-gpo",
            "us-475-gpo",
        )
        fields = dict.fromkeys(groups, "morotai")
        t, player = played(scene("us-movement", fields, at("4349", "jp-9-ri"), turn=1))
        player.seat.act(action("strike-field", "4349"))
        player.answer("order-package-2")
        roles = [order.role for order in t.s.position.top.orders]
        shown = {b.objectName() for b in player.window.battle.findChildren(QToolButton)
                 if b.isVisible()}  # fmt: skip
        assert {order.piece for order in t.s.position.top.orders} <= shown, "escorts, too"
        bombers = roles.count("bomber")
        assert bombers
        assert roles.count("fighter") == -(-bombers // 2)
        player.answer("confirm")
        assert {order.hex for order in sorties(t.s).values()} == {"4349"}

    def test_all_hits_are_dealt_out_and_nothing_else_is_answered(self, played):
        t, player = played(naval(fleet("jp-a", "0739", "jp-ddd-2", "jp-ddd-10", "jp-ddd-17"),
                                 fleet("us-a", "0740", "us-den-1", "us-den-2", "us-den-3"),
                                 dice=(6, 6, 4, 5)))  # fmt: skip
        t.do(t.legal()[0])
        player.window.seat.changed.emit()
        assert "hit-ship" in t.decision.actions
        player.answer("order-hits")
        assert t.decision is None or "hit-ship" not in t.decision.actions
        hits = [row for row in t.game.log.line() if (row.action or {}).get("type") == "hit-ship"]
        assert hits
        rows = t.game.log.line()
        assert rows[-1] is hits[-1], "the last that was done is a hit"

    def test_arrivals_go_by_themselves_where_their_list_begins(self, played, qtbot):
        t, player = played(table("filipinas", "us-reinforcement", {}, turn=7))
        assert "us-20-ri" in t.decision.pieces
        stand(player, "arrivals")
        qtbot.waitUntil(lambda: t.place("us-20-ri") == "army-6")

    def test_arrivals_are_sent_one_after_the_other_by_a_click_each(self, played):
        t, player = played(table("filipinas", "us-reinforcement", {}, turn=2))
        first, second, third = t.decision.pieces[:3]
        player.pick_by_mouse(first)
        for _unit in (first, second):
            player.click_ground("army-8")
        assert {t.place(first), t.place(second)} == {"army-8"}
        assert player.seat.selection == (third,)

    def test_arrivals_go_together_to_the_box_that_is_named(self, played):
        t, player = played(table("filipinas", "us-reinforcement", {}, turn=2))
        may = {p for p in t.decision.pieces if "army-8" in {a.to for a in t.legal(piece=p)}}
        others = set(t.decision.pieces) - may
        assert player.button("order-arrive-army-8").text().startswith(f"{len(may)} arrive")
        player.answer("order-arrive-army-8")
        assert {t.place(piece) for piece in may} == {"army-8"}
        assert t.decision is None or set(t.decision.pieces) <= others

    def test_aircraft_move_up_to_where_they_reach_the_fighting(self, played):
        fighting = (at("4437", "us-17-ri"), at("4436", "jp-9-ri"))
        fighters = dict.fromkeys(("jp-22-sentai", "jp-200-sentai"), "formosa")
        flown = {"jp-71-sentai": {"place": "formosa", "marks": ["flown"]}}
        t, player = played(scene("jp-movement", *fighting, fighters, flown, turn=3), "jp")
        player.answer("order-move-up")
        went = {piece: t.place(piece) for piece in fighters}
        assert "formosa" not in went.values(), "from there they reach nothing"
        assert t.place("jp-71-sentai") == "formosa", "who has flown stays"
        player.seat.undo()
        assert {t.place(piece) for piece in fighters} == {"formosa"}, "all at once"

    def test_idle_ships_leave_together(self, played):
        ships = fleet("us-a", "4538", "us-ddd-23", "us-ddd-11", "us-den-1")
        t, player = played(at_sea("us-movement", ships, pieces={"us-19-ri": "4437"}, turn=3))
        while t.top != "ships-leave":
            player.answer("end-phase")
        player.answer("order-leave-sea")
        assert {t.place(p) for p in ("us-ddd-23", "us-ddd-11", "us-den-1")} == {"us-fleet"}

    def test_losses_are_taken_and_who_may_retreat_instead_says_so_himself(self, played):
        ours = ("us-17-ri", "us-32-ri")
        where = (at("2116", *ours), at(PLAIN, "jp-9-ri"))
        t, player = played(battle(PLAIN, *where, attackers=ours, dice=(3, 4)))
        player.answer("order-losses")
        assert sorted(t.losses(unit) for unit in ours) == [0, 1]
        t, player = played(battle(PLAIN, *where, attackers=ours, dice=(2, 3)), "jp")
        assert set(t.decision.actions) == {"lose", "give-way"}
        assert not player.asking.findChildren(QPushButton, "order-losses")

    def test_all_submarines_attack_by_one_click(self, played):
        pieces = {"jp-task-force-a": "jp-fleet", "jp-den-1": "jp-fleet",
                  "us-dsb-1": "0639", "us-dsb-2": "0639"}  # fmt: skip
        t = scene("jp-naval-movement", pieces, dice=(1, 1))
        t.do(action("form-force"), action("join-force", "jp-den-1"))
        t.do(next(leg for leg in t.legal("sail-force") if leg.path[-1] == "0339"))
        t, player = played(t)
        player.answer("order-torpedoes")
        done = [row.action["piece"] for row in t.game.log.line()
                if (row.action or {}).get("type") == "torpedo-force"]  # fmt: skip
        assert done == ["us-dsb-1", "us-dsb-2"]

    def test_a_voyage_without_passengers_ends_by_itself_each_time(self, played, qtbot):
        t, player = played(scene("us-naval-movement", PORT, at("army-6", "us-19-ri"), turn=3))
        for force, ship in ((FORCE, "us-ddd-11"), ("us-task-force-b", "us-ddd-23")):
            player.answer("form-force")
            player.answer(f"more-{ship}")
            player.click("5139")
            if force == FORCE:
                assert not forces(t.s, "us")[force].done
                stand(player, "end-voyage")
            qtbot.waitUntil(lambda force=force: forces(t.s, "us")[force].done)

    def test_with_passengers_it_goes_on(self, played):
        t, player = played(scene("us-naval-movement", PORT, at("army-6", "us-19-ri"), turn=3))
        player.answer("form-force")
        player.answer("more-us-comb-6")
        player.answer("load-us-24-di")
        player.click(OFF_TACLOBAN)
        assert not player.window.decision.findChildren(QPushButton, "order-end-voyage")
        player.answer("all-4437")
        player.answer("order-end-voyage")
        assert forces(t.s, "us")[FORCE].done


class TestFleet:
    def test_so_many_of_a_sort_sail_as_the_slider_says(self, played):
        ships = [f"us-ddd-{n}" for n in (11, 23, 25, 26, 38, 47)]
        t, player = played(scene("us-naval-movement", dict.fromkeys((*ships, FORCE), "us-fleet"),
                                 turn=3))  # fmt: skip
        player.answer("form-force")
        told = [label.text() for label in player.window.decision.findChildren(QLabel)]
        assert "<b>0</b>/6 Destroyers 2-0-10" in told
        for number in (6, 2, 3):
            slide(player, "sail-us-ddd-11", number)
            assert len(t.s.inside(FORCE)) == number
        player.qtbot.keyClick(slider(player, "sail-us-ddd-11"), Qt.Key.Key_Left)
        assert len(t.s.inside(FORCE)) == 2

    def test_all_that_waits_goes_aboard_as_far_as_there_is_room(self, played):
        units = ("us-17-ri", "us-32-ri", "us-184-ri", "us-112-rc")
        troops = dict.fromkeys(units, "army-6")
        t, player = played(scene("us-naval-movement", PORT, troops, turn=3))
        player.answer("form-force")
        player.answer("more-us-comb-6")
        player.answer("load-all")
        assert {t.place(unit) for unit in units} == {"in:us-comb-6"}
        buttons = player.asking.findChildren(QPushButton)
        assert not [b for b in buttons if b.isVisible() and b.objectName().startswith("load-")]

    def test_one_submarine_after_the_other_takes_up_its_place(self, played):
        boats = {f"us-dsb-{n}": "us-fleet" for n in (1, 2, 3)}
        t, player = played(scene("us-naval-movement", boats, turn=3))
        assert player.button("take-submarines").text() == "Place submarines (3 in port)"
        player.answer("take-submarines")
        places = [place for place in player.window.play.targets if place.startswith("50")][:3]
        for place in places:
            player.click(place)
        assert [t.place(boat) for boat in boats] == places
        buttons = player.asking.findChildren(QPushButton, "take-submarines")
        assert not any(button.isVisible() for button in buttons), "none is left in port"


class TestDesk:
    LOST: ClassVar = {"us-comb-6": {"place": "us-fleet", "losses": 1}, "us-ddd-11": "dead",
            "us-tg-38-1": {"place": "us-fleet", "losses": 1}, FORCE: "us-fleet"}  # fmt: skip

    @pytest.fixture
    def desk(self, played):
        def show(points):
            t, player = played(scene("us-reinforcement", self.LOST, turn=3,
                                     tracks={"us-naval.us": points}))  # fmt: skip
            assert isinstance(player.window.decision.own_answers, ReplacementDesk)
            return t, player

        return show

    def test_a_click_restores_or_rebuilds(self, desk):
        t, player = desk(12)
        player.answer("restore-unit-us-tg-38-1-0")
        assert t.losses("us-tg-38-1") == 0
        player.answer("rebuild-unit-us-ddd-11-1")
        assert (t.place("us-ddd-11"), t.losses("us-ddd-11")) == ("us-fleet", 0)

    def test_who_was_put_first_is_restored_first(self, desk):
        t, player = desk(2)
        player.answer("first-us-tg-38-1")
        player.answer("order-replace")
        assert t.losses("us-tg-38-1") == 0
        assert t.losses("us-comb-6") == 1, "no points are left for it"


class TestTargets:
    def test_a_click_on_a_target_plans_a_mission_that_gets_a_letter(self, played):
        fields = dict.fromkeys(("us-5-gpo", "us-22-gpo"), "morotai")
        t, player = played(scene("us-movement", fields, at("4349", "jp-9-ri"), turn=1))
        dock = player.window.docks["filipinas-targets"]
        keys = player.window.commands["dock-filipinas-targets"].shortcut()
        assert keys.toString() == "Shift+F5", "no other panel's, else neither is heard"
        dock.show()
        dock.raise_()
        QApplication.processEvents()
        tree = dock.widget().findChild(QTreeWidget)
        item = tree.findItems("4349", Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)[0]
        assert (item.text(1), item.text(2)) == ("2", "0")
        tree.scrollToItem(item)
        spot = tree.visualItemRect(item).center()
        player.qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert t.top == "mission-draft"
        layer = player.window.play.layers.flights
        assert layer.ways == []
        player.answer("all-fly-as-bomber")
        (way,) = layer.ways
        assert (way.origin, way.target, len(way.flights)) == ("morotai", "4349", 2), "planned"
        player.answer("confirm")
        (way,) = layer.ways
        assert len(way.flights) == 2, "and sent: none is counted twice"
        dock.show()
        dock.raise_()
        QApplication.processEvents()
        lines = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
        assert lines[0].text(0) == "In the air: Americans"
        assert lines[0].child(0).text(0).startswith("A · 4349")


def test_the_ribbon_says_what_each_phase_offers(played):
    one = fleet("jp-a", SEA, "jp-den-1", detected=False)
    pieces = {**PORT, "us-17-ri": "4437", "us-5-gpo": "morotai", "us-20-rcn": "morotai"}
    pieces = {k: v for k, v in pieces.items() if k != "us-20-rcn"}
    _t, player = played(at_sea("us-naval-movement", one, pieces=pieces, turn=3))
    ribbon = player.window.ribbon
    ribbon.tell()
    assert "4 ships in port" in ribbon.boxes["us-naval-movement"].toolTip()
    assert "1 unit ashore" in ribbon.boxes["us-movement"].toolTip()
    assert "1 aircraft" in ribbon.boxes["us-movement"].toolTip()
    assert ribbon.boxes["us-movement"].text() == "6•"
    assert ribbon.boxes["jp-movement"].text() == "13", "of the other side nothing is told"
    assert "arrive" not in ribbon.boxes["us-reinforcement"].toolTip(), "it is over"


def test_many_who_may_join_stand_by_their_bases(played):
    near = ("us-8-gpo", "us-35-gpo-p47", "us-49-gpo", "us-475-gpo", "us-18-gpo")
    far = ("us-22-gpo", "us-43-gpo", "us-90-gpo", "us-5-gpo")
    fields = dict.fromkeys(near[:3], "4437") | dict.fromkeys(near[3:], "4338")
    t, player = played(scene("us-movement", fields, dict.fromkeys(far, "morotai"),
                             at("4349", "jp-9-ri"), turn=1,
                             control={"4437": "us", "4338": "us"}))  # fmt: skip
    player.seat.act(action("strike-field", "4349"))
    QApplication.processEvents()
    base = player.window.battle.findChild(QPushButton, "from-fly-as-bomber-morotai")
    assert base.text() == "Morotai (4)"
    player.qtbot.mouseClick(base, Qt.MouseButton.LeftButton)
    assert {order.piece for order in t.s.position.top.orders} == set(far)


def test_who_is_known_no_more_has_a_face_in_the_report_of_a_battle(played):
    one = fleet("us-a", SEA, "us-comb-6")
    _t, player = played(at_sea("us-movement", one, pieces={"us-19-ri": "4437"}, turn=2))
    play = player.window.play
    play.layers.switch("supply", on=True)
    assert play.face("~jp.any.2221.3").badges == ()


def test_the_supply_board_tells_what_is_left_and_who_would_go_without(played):
    convoy, fed, cut_off = "us-comb-6", "us-19-ri", "us-21-ri"
    hungry = {"place": "4438", "marks": [OUT_OF_SUPPLY]}
    t, player = played(at_sea("us-movement", fleet("us-a", "4538", convoy), turn=3,
                              pieces={fed: hungry, cut_off: "0412"}))  # fmt: skip
    shown = SupplyBoard(player.window.seat)
    shown.tell()
    told = re.sub("<[^>]*>", "\n", shown.words.text())
    points = supply_points(t.s, convoy)
    assert f"1 of {points} points · " in told
    now, soon = told.split("Would go without in a check now")
    names = {piece: piece_name(t.s.module, piece) for piece in (fed, cut_off)}
    assert names[fed] in now
    assert names[cut_off] not in now
    assert "Nothing reaches them:" in soon
    assert names[cut_off] in soon
    assert names[fed] not in soon, "the convoy feeds him"


@pytest.mark.parametrize(("supply", "told"), [("given", False), ("needed", True)])
def test_where_supply_is_given_nobody_is_shown_as_hungry(played, supply, told):
    t = table("filipinas", "us-movement", {"us-17-ri": "4437"}, turn=2, options={"supply": supply})
    _t, player = played(t)
    assert (player.seat.ask("supply", piece="us-17-ri") is not None) == told
