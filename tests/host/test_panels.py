"""The panels round the map: log, hex, order of battle, tables, tracks, rules, the end."""

import time

import msgspec
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QDockWidget

from asking import score
from tabuleiro.bots import make_player
from tabuleiro.engine import events as ev
from tabuleiro.engine import msg
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.host.charts import Line, PointsPlot
from tabuleiro.host.panels import logmodel
from tabuleiro.host.panels.details import hex_lines, piece_lines
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.host.panels.logmodel import ROW, tell_entry
from tabuleiro.host.panels.result import points_per_turn
from tabuleiro.host.seat import Seat
from tabuleiro.seats import Table
from tabuleiro.testing.table import table

THREE = {"us-349-ri": "1213", "us-350-ri": "1213", "de-200-rpzgr": "1112"}


def panel(window, name):
    dock = window.docks[name]
    dock.show()
    dock.raise_()
    QApplication.processEvents()
    return dock.widget()


@pytest.fixture
def battle(open_match):
    """A battle about to be declared."""
    t = table("diadem", "allied-combat", THREE, dice=(6, 5))
    return open_match(t.game)


@pytest.fixture
def fought(battle, hands):
    """A battle that was fought; both attackers joined."""
    player = hands(battle)
    battle.play.click("1112", None)
    for piece in ("us-349-ri", "us-350-ri"):
        battle.play.click("1213", piece)
    while battle.seat.decision() and battle.seat.decision().kind == "allocate":
        player.answer("confirm")
    return battle


def announcement(log):
    """The row in which the attack is announced, with its totals."""
    told = [e for e in log.model.entries.values() if any(t == "place:1112" for t, _w in e.links)]
    return next(e for e in reversed(told) if e.side == "allied")


class TestLog:
    def test_sentences_do_not_run_together(self, battle):
        """The name of a phase has no stop of its own."""
        said = (ev.Said(msg("Turn 2: Allied movement")), ev.Said(msg("Allies, Air power: 20.")))
        row = msgspec.structs.replace(battle.seat.last(), events=said)
        told = tell_entry(battle.seat, row).plain
        assert told == "Turn 2: Allied movement. Allies, Air power: 20."

    def test_small_rows_are_folded_under_their_announcement(self, fought):
        log = panel(fought, "log")
        entries = log.model.entries
        top = next(e for e in entries.values() if e.folded)
        assert "attack" in top.plain
        assert [entries[row].small for row in top.folded] == [True, True]
        item = log.shown.mapFromSource(log.model.items[top.row].index())
        assert log.shown.rowCount(item) == 2
        assert not log.view.isExpanded(item)
        closed = log.view.visualRect(item).height()
        log.view.expand(item)
        QApplication.processEvents()
        assert log.view.visualRect(item).height() < closed

    def test_dice_sides_rules_and_links_are_there(self, fought):
        log = panel(fought, "log")
        thrown = next(e for e in log.model.entries.values() if e.faces)
        assert thrown.faces == (6, 5)
        assert "[6 5]" in log.model.items[thrown.row].accessibleText()
        assert any(target.startswith("rule:diadem-") for target, _words in thrown.links)
        attack = announcement(log)
        targets = [target for target, _words in attack.links]
        assert any(target.startswith("rule:diadem-") for target in targets)
        assert log.model.items[attack.row].accessibleText().startswith("Allies")

    def test_a_click_on_a_link_leads_to_the_map(self, fought, qtbot):
        log = panel(fought, "log")
        view = fought.view
        view.set_zoom(3)
        view.centerOn(view.middle("0101"))
        number, target = next(
            (e.row, t) for e in log.model.entries.values() for t, _w in e.links
            if t == "place:1112" and not e.small
        )  # fmt: skip
        index = log.shown.mapFromSource(log.model.items[number].index())
        log.view.scrollTo(index)
        QApplication.processEvents()
        spot = find_anchor(log.view, index, target)
        looked = []
        log.row_chosen.connect(looked.append)
        qtbot.mouseClick(log.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert view.seen().contains(view.middle("1112"))
        assert fought.seat.hex == "1112"
        assert view.overlay("marked", None).count == 1
        assert not looked

    def test_the_mark_goes_when_play_goes_on(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        log = panel(window, "log")
        assert log._finder.piece("us-349-ri")
        assert window.view.overlay("marked", None).count == 1
        player = hands(window)
        player.click("1413")
        player.click("1313")
        assert window.view.overlay("marked", None).count == 0

    def test_a_click_beside_a_link_looks_back(self, fought, qtbot):
        log = panel(fought, "log")
        index = log.shown.index(0, 0)
        log.view.scrollTo(index)
        QApplication.processEvents()
        spot = log.view.visualRect(index).topLeft() + QPoint(6, 6)
        qtbot.mouseClick(log.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert fought.seat.shown_row == index.data(ROW)

    def test_the_menu_offers_the_links_to_the_keyboard(self, fought, qtbot):
        log = panel(fought, "log")
        attack = announcement(log)
        menu = log.view.menu_of(log.shown.mapFromSource(log.model.items[attack.row].index()))
        labels = [action.text() for action in menu.actions()]
        assert any("1112" in label for label in labels)
        with qtbot.waitSignal(log.rule_asked) as asked:
            next(a for a in menu.actions() if "diadem-" in a.text()).trigger()
        assert asked.args[0].startswith("diadem-")
        menu.close()

    def test_filters_by_kind_side_and_words(self, fought):
        log = panel(fought, "log")

        def shown():
            found, stack = [], [QModelIndex()]
            while stack:
                above = stack.pop()
                for n in range(log.shown.rowCount(above)):
                    index = log.shown.index(n, 0, above)
                    found.append(log.model.entries[index.data(ROW)])
                    stack.append(index)
            return found

        everything = len(shown())
        log.kinds.setCurrentIndex(log.kinds.findData("dice"))
        assert shown()
        assert all(entry.faces for entry in shown())
        log.kinds.setCurrentIndex(log.kinds.findData("battles"))
        assert 1 < len(shown()) < everything
        log.kinds.setCurrentIndex(0)
        log.sides.setCurrentIndex(log.sides.findData("allied"))
        assert {entry.side for entry in shown()} == {"allied"}
        assert len(shown()) < everything
        log.sides.setCurrentIndex(0)
        log.search.setText("350TH")
        assert any("350th" in entry.plain for entry in shown())
        assert len(shown()) < everything
        log.search.clear()
        assert len(shown()) == everything

    def test_a_free_hand_is_marked(self, open_match):
        options = {"free-hand": True}
        game = table("diadem", "allied-movement", {"us-349-ri": "1413"}, options=options).game
        row = game.act(FreeMove("us-349-ri", "0505"))
        log = panel(open_match(game), "log")
        entry = log.model.entries[row.id]
        assert entry.by_hand
        assert log.model.items[row.id].accessibleText().startswith("[by hand]")
        index = log.shown.mapFromSource(log.model.items[row.id].index())
        assert "✎" in log.view._lines.document(index, 300).toPlainText()

    def test_undo_takes_rows_away(self, fought):
        log = panel(fought, "log")
        before = set(log.model.entries)
        assert fought.seat.undo(consent=True)
        assert set(log.model.entries) < before
        assert fought.seat.redo()
        assert set(log.model.entries) == before

    def test_undo_of_a_small_row_unfolds_it(self, battle):
        battle.play.click("1112", None)
        battle.play.click("1213", "us-349-ri")
        log = panel(battle, "log")
        top = next(e for e in log.model.entries.values() if e.folded)
        battle.seat.undo()
        assert top.folded == []
        assert not log.model.items[top.row].rowCount()

    def test_export_is_plain_text(self, fought, tmp_path):
        log = panel(fought, "log")
        log.export(tmp_path / "log.txt")
        lines = (tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()
        shown = [e for e in log.model.entries.values() if e.html or e.faces]
        assert len(lines) == len(shown)
        assert any("[6 5]" in line for line in lines)
        assert not any("<" in line for line in lines)

    def test_five_thousand_rows_stay_quick(self, qtbot, monkeypatch):
        options = {"free-hand": True}
        game = table("diadem", "allied-movement", {"us-349-ri": "1413"}, options=options).game

        def move(number):
            game.act(FreeMove("us-349-ri", "1313" if number % 2 else "1413"))

        for number in range(5000):
            move(number)
        log = LogPanel(Seat(Table(game)))
        qtbot.addWidget(log)
        log.resize(400, 600)
        log.show()
        QApplication.processEvents()
        told = []
        monkeypatch.setattr(
            logmodel, "tell_entry",
            lambda seat, row, tell=logmodel.tell_entry: told.append(row.n) or tell(seat, row),
        )  # fmt: skip
        times = []
        for number in range(15):
            move(number)
            begun = time.perf_counter()
            log.refresh()
            times.append(time.perf_counter() - begun)
            QApplication.processEvents()
        assert len(told) == 15
        assert min(times) < 0.02  # about 0.002 on a quiet machine
        last = log.shown.index(log.shown.rowCount() - 1, 0)
        assert not log.view.visualRect(last).isEmpty()

    def test_another_viewer_leaves_what_reads_the_same(self, fought, monkeypatch):
        log = panel(fought, "log")
        items = dict(log.model.items)
        monkeypatch.setattr(type(fought.seat), "viewer", property(lambda _seat: None))
        log.refresh()
        assert set(items) == set(log.model.items)


def find_anchor(view, index, target):
    """Where a link is on a view of the log."""
    area = view.visualRect(index)
    for y in range(area.top(), area.bottom(), 4):
        for x in range(area.left(), area.right(), 6):
            if view.anchor_at(QPoint(x, y)) == target:
                return QPoint(x, y)
    raise AssertionError(target)


class TestHex:
    def test_it_tells_what_the_map_shows(self, at_table):
        window = at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "1006"})
        hexes = panel(window, "hex")
        window.seat.point("1006")
        words = hexes.words
        for part in ("1006 Monte Cassino", "Mountain", "Elevation", "Gustav Line: north",
                     "Objective", "Region", "1 unit: "):  # fmt: skip
            assert part in words, part

    def test_roads_rivers_and_edges_have_directions(self, at_table):
        seat = at_table("allied-movement", {"us-349-ri": "1413"}).seat
        board = seat.sight.board
        road = next(n for n in board.networks.values() if n.kind == "road" or n.chains)
        here, there = road.chains[0][:2]
        way = board.grid.direction(here, there)
        assert any(way in line for line in hex_lines(seat, here)[1:])
        assert any("Edge of the board" in line for line in hex_lines(seat, "0101"))
        river = next(f for f in board.feature_names.values() if f.kind == "river")
        one, other = min(river.sides)
        line = next(li for li in hex_lines(seat, one) if river.name["en"] in li)
        assert board.grid.direction(one, other) in line

    def test_enter_selects_a_unit(self, at_table, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        hexes = panel(window, "hex")
        window.seat.point("1413")
        hexes.units.setFocus()
        hexes.units.setCurrentRow(0)
        qtbot.keyClick(hexes.units, Qt.Key.Key_Return)
        assert window.seat.selection == ("us-349-ri",)

    def test_values_say_where_they_come_from(self, at_table):
        seat = at_table("allied-movement", {"us-349-ri": "1413"}).seat
        lines = piece_lines(seat, "us-349-ri")
        assert any(line.startswith("Attack: 3 (") for line in lines)
        counter = seat.sight.counter("us-349-ri")
        if counter.reconstructed:
            method = next(iter(counter.reconstructed.values()))
            assert seat.table.game.module.methods[f"counters.{method}"]["en"] in lines

    def test_hidden_values_stay_hidden(self, open_match, catalogue):
        game = catalogue.new("diadem", seed="1")
        window = open_match(game)
        s, seat = game.situation, window.seat
        enemy = next(p for p in s.position.pieces if s.side(p) != seat.viewer and s.on_map(p))
        words = "\n".join(piece_lines(seat, enemy))
        assert "Strengths and losses are covered" in words
        assert "What is printed on it can be read by all" in words
        counter = s.counter(enemy)
        assert counter.name["en"] in words
        assert "(printed)" not in words
        assert "reconstructed" not in words


class TestForces:
    @pytest.fixture
    def forces(self, at_table):
        window = at_table(
            "allied-movement",
            {"us-349-ri": "1413", "us-350-ri": {"place": "1414", "losses": 1},
             "de-200-rpzgr": "1106"},
        )  # fmt: skip
        return panel(window, "forces")

    def choose(self, combo, key):
        combo.setCurrentIndex(combo.findData(key))
        assert combo.currentData() == key

    def test_filters(self, forces):
        shown = forces.shown.shown
        self.choose(forces.states, "map")
        assert set(shown()) == {"us-349-ri", "us-350-ri", "de-200-rpzgr"}
        self.choose(forces.states, "reduced")
        assert shown() == ["us-350-ri"]
        self.choose(forces.states, "map")
        self.choose(forces.sides, "axis")
        assert shown() == ["de-200-rpzgr"]
        self.choose(forces.sides, "")
        forces.seat.point("1413")
        self.choose(forces.places, "hex:")
        assert shown() == ["us-349-ri"]
        forces.seat.point("1414")
        assert shown() == ["us-350-ri"]
        self.choose(forces.places, "")
        division = forces.seat.sight.counter("us-349-ri").formation
        self.choose(forces.formations, division)
        assert set(shown()) == {"us-349-ri", "us-350-ri"}
        assert "Reduced: 1" in forces.counts.text()
        forces.search.setText("350")
        assert shown() == ["us-350-ri"]

    def test_regions_are_places(self, forces):
        board = forces.seat.sight.board
        region = next(r for r in board.regions.values() if "1413" in r.hexes)
        self.choose(forces.states, "map")
        self.choose(forces.places, f"region:{region.id}")
        assert "us-349-ri" in forces.shown.shown()

    def test_numbers_are_sorted_as_numbers(self, forces):
        forces.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        module = forces.seat.table.game.module
        names = [module.counters[piece].name["en"] for piece in forces.shown.shown()]
        ninth = next(n for n, name in enumerate(names) if name.startswith("British 9th"))
        tenth = next(n for n, name in enumerate(names) if name.startswith("British 10th"))
        assert ninth < tenth

    def test_values_are_sorted_by_strength(self, forces):
        forces.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
        s = forces.seat.sight
        known = [p for p in forces.shown.shown() if (forces.seat.seen(p) or {}).get("values")]
        attacks = [s.value(piece, "attack") for piece in known]
        assert attacks == sorted(attacks, reverse=True)

    def test_a_double_click_selects_on_the_map(self, forces, qtbot):
        self.choose(forces.states, "map")
        row = forces.shown.shown().index("us-349-ri")
        index = forces.shown.index(row, 0)
        forces.table.scrollTo(index)
        QApplication.processEvents()
        spot = forces.table.visualRect(index).center()
        viewport = forces.table.viewport()
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=spot)
        assert forces.seat.hex == "1413"
        assert forces.seat.selection == ()
        qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=spot)
        assert forces.seat.selection == ("us-349-ri",)

    def test_tooltips_tell_everything(self, forces):
        row = forces.model.pieces.index("us-350-ri")
        told = forces.model.data(forces.model.index(row, 3), Qt.ItemDataRole.ToolTipRole)
        assert "Reduced" in told
        assert "1414" in told

    def test_formations_count_those_that_are_left(self, forces):
        words = [forces.formations.itemText(n) for n in range(1, forces.formations.count())]
        assert words
        assert all(word.endswith(")") and "/" in word for word in words)


class TestTables:
    @pytest.fixture
    def battle(self, open_match):
        """Both players see everything: the sums are known before the dice."""
        pieces = THREE | {"de-200-rpzgr": {"place": "1112", "losses": 1}}
        return open_match(table("diadem", "allied-combat", pieces).game, open_hands=True)

    def test_a_declared_battle_lights_its_column(self, battle):
        charts = panel(battle, "charts")
        battle.play.click("1112", None)
        for piece in ("us-349-ri", "us-350-ri"):
            battle.play.click("1213", piece)
        assert charts.chart.lit_column is not None
        assert charts.chart.lit_row is None
        before = charts.chart.base_column
        assert charts.chart.lit_column == battle.battle.chart.lit_column
        battle.play.click("1213", "us-350-ri")
        assert charts.chart.base_column < before

    def test_it_catches_up_when_it_is_opened(self, battle):
        charts = battle.docks["charts"].widget()
        battle.play.click("1112", None)
        battle.play.click("1213", "us-349-ri")
        assert charts.chart.lit_column is None
        panel(battle, "charts")
        assert charts.chart.lit_column is not None

    def test_the_terrain_pointed_at_is_lit(self, at_table):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        charts = panel(window, "charts")
        charts.show_table("terrain")
        window.seat.point("1006")
        sheet = charts._sheets["terrain"]
        assert sheet.things[charts.chart.lit_row] == "terrain.mountain"
        assert "Mountain" in charts.chart.accessibleDescription()
        also = {sheet.things[row] for row in charts.chart.lit_also}
        assert any(thing.startswith("hexside.") for thing in also)

    def test_what_is_reconstructed_says_how(self, at_table):
        charts = panel(at_table("allied-movement", {"us-349-ri": "1413"}), "charts")
        module = charts.seat.table.game.module
        lost = next(t for t in module.odds.values() if t.reconstructed)
        charts.show_table(lost.id)
        method = next(iter(lost.reconstructed.values()))
        assert module.methods[f"tables.{method}"]["en"][:30] in charts._note.text()


class TestTracks:
    def test_each_turn_names_who_comes_and_goes(self, open_match, catalogue):
        game = catalogue.new("diadem", seed="1")
        tracks = panel(open_match(game), "tracks")
        module = game.module
        entry = next(e for e in game.scenario.reinforcements if e.units)
        hint = tracks.turns.hint(entry.turn - game.scenario.first_turn)
        for unit in entry.units:
            assert module.counters[unit].name["en"] in hint
        assert tracks.turns.hint(0).splitlines()[0] == module.turns[0].label["en"]

    def test_a_narrow_track_is_broken_into_rows(self, open_match, catalogue):
        tracks = panel(open_match(catalogue.new("diadem", seed="1")), "tracks")
        tracks.turns.resize(100, 200)
        assert tracks.turns.box(6).top() > tracks.turns.box(0).bottom()
        assert tracks.turns.place_at(tracks.turns.box(5).center().toPoint()) == 5


@pytest.fixture(scope="module")
def over(catalogue):
    """A match that two computer players brought to its end."""
    game = catalogue.new("diadem", seed="7")
    bot = make_player("simple", seed="3")
    while not game.over:
        game.act(bot.choose(game))
    return game


class TestEnd:
    def test_winner_score_losses_and_plot(self, over, open_match):
        window = open_match(over)
        tracks = window.docks["tracks"].widget()
        page = tracks.result
        assert page.isVisible()
        outcome = over.position.outcome
        if outcome.winner:
            assert over.module.sides[outcome.winner].name["en"] in page.winner.text()
        for side, total in outcome.points.items():
            assert f"<b>{total}</b>" in page.lines.text()
            line = next(
                each for each in page.plot.lines
                if each.name == over.module.sides[side].name["en"]
            )  # fmt: skip
            assert line.points[-1] == total
            assert len(line.points) == over.situation.turn
        assert "eliminated" in page.losses.text()
        assert isinstance(window.docks["tracks"], QDockWidget)
        assert not tracks._score.isVisible()

    def test_the_plot_is_what_the_score_was(self, over):
        turns, lines = points_per_turn(Seat(Table(over)))
        assert turns == list(range(1, over.situation.turn + 1))
        totals = dict.fromkeys(over.module.sides, 0)
        for line in score(over.situation):
            totals[line.side] += line.points
        assert {line.points[-1] for line in lines} == set(totals.values())

    def test_a_match_that_goes_on_has_no_end(self, at_table):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        tracks = panel(window, "tracks")
        assert not tracks.result.isVisible()
        assert tracks._score.isVisible()

    def test_the_plot_keeps_within_its_frame(self, qtbot):
        plot = PointsPlot()
        qtbot.addWidget(plot)
        plot.resize(320, 220)
        plot.show_lines(["1", "2", "3"], [Line("A", (0, 7, 12)), Line("B", (3, 3, 60))])
        assert plot.step() * 4 >= 60
        for turn, points in ((0, 0), (2, 60), (1, 7)):
            assert plot.rect().contains(plot.spot(turn, points).toPoint())
        assert plot.spot(2, 60).y() < plot.spot(2, 12).y()
        assert "B: 3, 3, 60" in plot.accessibleDescription()


class TestRules:
    @pytest.fixture
    def rules(self, at_table):
        return panel(at_table("allied-movement", {"us-349-ri": "1413"}), "rules")

    def test_links_between_clauses_and_back(self, rules, qtbot):
        assert rules.show_rule("diadem-5.0-2")
        assert rules.anchor == "5.0"
        cursor = rules.text.document().find("4.1.2")
        cursor.movePosition(QTextCursor.MoveOperation.Left)
        rules.text.setTextCursor(cursor)
        rules.text.ensureCursorVisible()
        spot = rules.text.cursorRect(cursor).center() + QPoint(6, 0)
        assert rules.text.anchorAt(spot) == "#4.1.2"
        qtbot.mouseClick(rules.text.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert rules.anchor == "4.1.2"
        qtbot.mouseClick(rules.back, Qt.MouseButton.LeftButton)
        assert rules.anchor == "5.0"
        assert rules.text.extraSelections()
        qtbot.mouseClick(rules.forward, Qt.MouseButton.LeftButton)
        assert rules.anchor == "4.1.2"
        assert not rules.forward.isEnabled()

    def test_a_link_to_a_clause_marks_it(self, rules):
        from PySide6.QtCore import QUrl

        rules.text.anchorClicked.emit(QUrl("#diadem-5.1.2-4"))
        assert rules.anchor == "5.1.2"
        marks = rules.text.extraSelections()
        assert marks[0].cursor.selectedText().startswith("4.")

    def test_a_search_marks_what_it_finds(self, rules, qtbot):
        rules.search.setText("artillery")
        marks = rules.text.extraSelections()
        assert marks
        assert {mark.cursor.selectedText().casefold() for mark in marks} == {"artillery"}
        assert "sections" in rules._count.text()
        first = rules.anchor
        for _press in range(40):
            qtbot.keyClick(rules.search, Qt.Key.Key_Return)
        assert rules.anchor != first
        rules.search.clear()
        assert not rules.text.extraSelections()

    def test_an_unknown_rule_is_refused(self, rules):
        here = rules.anchor
        assert not rules.show_rule("diadem-99.9-9")
        assert rules.anchor == here
