"""Beside the rules: notes and plans, a free hand, statistics, a report, a whole phase back."""

from html.parser import HTMLParser

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QMessageBox

from tabuleiro.bots import make_player
from tabuleiro.engine import DEAD
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.freehand import FreeMark, FreeMove
from tabuleiro.host import statistics
from tabuleiro.host.byhand import TrackDialog, track_words
from tabuleiro.host.charts import FacesPlot, Line, PointsPlot
from tabuleiro.host.consent import phase_start
from tabuleiro.host.map.export import draw_map
from tabuleiro.host.map.menu import fill_menu
from tabuleiro.host.report import Wanted, report
from tabuleiro.host.reportdialog import ReportDialog
from tabuleiro.i18n import speaking
from tabuleiro.seats import Table
from tabuleiro.store import Seats
from tabuleiro.testing import action
from tabuleiro.testing.table import table

PLACES = {"us-349-ri": "1413", "us-351-ri": "1413", "de-131-ri": "1113"}


@pytest.fixture
def by_hand(open_match):
    """A table on which a free hand is allowed."""

    def show(phase="allied-movement", pieces=PLACES, **position):
        options = {"free-hand": True}
        return open_match(table("diadem", phase, pieces, options=options, **position).game)

    return show


@pytest.fixture
def long_match(open_match):
    """A match that two computers have played for a while, seen by the Allies."""

    def show(rows=260, *, game="diadem", **how):
        found = Catalogue.installed().new(game, seed="long")
        window = open_match(found, players=how.pop("players", {"axis": "simple"}), **how)
        window.seat.pace_ms = 10**6
        seat, bot = (
            window.seat.table.seat(*window.seat.module.sides),
            make_player("simple", seed="x"),
        )
        for _row in range(rows):
            if seat.decision() is None:
                break
            seat.act(bot.choose(seat))
        window.seat.changed.emit()
        return window

    return show


def entries(menu):
    """All entries of a menu by their way through its submenus."""
    found = {}
    for entry in menu.actions():
        if entry.menu():
            found |= {
                f"{entry.text()}/{name}": each for name, each in entries(entry.menu()).items()
            }
        elif entry.text():
            found[entry.text()] = entry
    return found


def key(player, key, *held):
    """Press a key anywhere in the window."""
    player.window.activateWindow()
    QApplication.processEvents()
    modifiers = Qt.KeyboardModifier.NoModifier
    for each in held:
        modifiers |= each
    player.qtbot.keyClick(player.window, key, modifiers)


CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def menu_at(window, hex, piece=None):
    menu = QMenu(window.view)
    fill_menu(window.play, menu, hex, piece)
    return menu, entries(menu)


def tracks(window):
    return window.seat.sight.position.tracks


# ------------------------------------------------------------------------------- free hand


class TestByHand:
    def test_the_right_button_offers_losses_marks_and_control(self, by_hand, hands):
        window = by_hand()
        player, seat = hands(window), window.seat
        _menu, before = menu_at(window, "1413", "us-349-ri")
        assert not any(name.startswith("By hand") for name in before)
        key(player, Qt.Key.Key_H, CTRL)
        assert seat.free_hand
        assert "right button" in window.own_hand.notice.words.text()
        menu, offered = menu_at(window, "1413", "us-349-ri")
        offered["By hand/Losses/1"].trigger()
        assert seat.sight.piece("us-349-ri").losses == 1
        offered["By hand/Control/Axis"].trigger()
        assert seat.sight.position.control["1413"] == "axis"
        offered["By hand/Marks/has moved"].trigger()
        assert seat.sight.marked("us-349-ri", "moved")
        menu.deleteLater()
        _menu, offered = menu_at(window, "1413", "us-349-ri")
        assert offered["By hand/Losses/1"].isChecked()
        offered["By hand/Marks/has moved"].trigger()
        assert not seat.sight.marked("us-349-ri", "moved")
        told = [entry.plain for entry in window.docks["log"].widget().model.entries.values()]
        assert any("marked by hand: has moved" in line for line in told)
        assert any("By hand taken off" in line for line in told)

    def test_the_dead_come_back(self, by_hand):
        window = by_hand()
        window.seat.free_hand = True
        _menu, offered = menu_at(window, "1413", "us-349-ri")
        offered["By hand/Put among the eliminated"].trigger()
        assert window.seat.sight.place("us-349-ri") == DEAD
        _menu, offered = menu_at(window, "1412")
        back = next(name for name in offered if name.startswith("By hand/Bring back here/"))
        offered[back].trigger()
        assert window.seat.sight.place("us-349-ri") == "1412"

    def test_tracks_are_set_in_a_dialog(self, by_hand, qtbot):
        window = by_hand(tracks={"air.allied": 7})
        dialog = TrackDialog(window.seat, window)
        qtbot.addWidget(dialog)
        dialog.track.setCurrentIndex(dialog.track.findData("air.allied"))
        assert dialog.track.currentText() == track_words(window.seat.module, "air.allied")
        assert dialog.value.value() == tracks(window)["air.allied"]
        dialog.value.setValue(3)
        dialog._set()
        assert tracks(window)["air.allied"] == 3

    def test_a_match_says_at_its_start_what_the_hand_is_for(self, open_match):
        new = Catalogue.installed().new
        window = open_match(new("diadem", seed="1", options={"free-hand": True}))
        assert "mend slips" in window.own_hand.notice.words.text()
        assert window.own_hand.notice.isVisible()
        window.seat.act(window.seat.legal()[0])
        assert not window.own_hand.notice.isVisible()
        assert not open_match(new("diadem", seed="1")).own_hand.notice.isVisible()

    def test_without_the_option_it_is_said_why_not(self, at_table, hands):
        window = at_table("allied-movement", PLACES)
        player = hands(window)
        key(player, Qt.Key.Key_H, CTRL)
        assert not window.seat.free_hand
        assert not window.commands["free-hand"].isChecked()
        assert "without a free hand" in window.told.text()

    def test_marks_must_exist(self, by_hand):
        seat = by_hand().seat
        assert not seat.check(FreeMark("us-349-ri", "nonsense"))
        assert not seat.check(FreeMark("1413", "nonsense"))
        assert not seat.check(FreeMark("1413/1513/1613", "bridge"))
        assert not seat.check(FreeMark("nobody", "moved"))
        assert seat.check(FreeMark("us-349-ri", "engaged"))

    def test_a_marker_lies_in_a_hex_and_goes(self, open_match):
        found = Catalogue.installed().new("papua", seed="1", options={"free-hand": True})
        window = open_match(found)
        window.seat.free_hand = True
        hex = "1213"
        _menu, offered = menu_at(window, hex)
        offered["By hand/Markers/Fortification"].trigger()
        assert "fortification" in window.seat.sight.position.marks[hex]
        assert any(laid.id == "fortification" for laid in window.play.layers.markers.laid)
        _menu, offered = menu_at(window, hex)
        assert offered["By hand/Markers/Fortification"].isChecked()
        offered["By hand/Markers/Fortification"].trigger()
        assert "fortification" not in window.seat.sight.position.marks.get(hex, ())

    def test_a_marker_lies_on_a_side_of_a_hex_and_goes(self, open_match):
        found = Catalogue.installed().new("metz", seed="1", options={"free-hand": True})
        window = open_match(found)
        window.seat.free_hand = True
        hex = "1010"
        there = window.view.board.grid.neighbours(hex)[0]
        side = "/".join(window.view.board.grid.side(hex, there))
        _menu, offered = menu_at(window, hex)
        start = "By hand/Markers on hexsides/To "
        mine = [name for name in offered if name.startswith(f"{start}{there}")]
        offered[mine[0]].trigger()
        (lying,) = window.seat.sight.position.marks[side]
        _menu, offered = menu_at(window, hex)
        assert offered[mine[0]].isChecked()
        offered[mine[0]].trigger()
        assert lying not in window.seat.sight.position.marks.get(side, ())

    def test_what_a_hand_did_is_taken_back(self, by_hand):
        window = by_hand()
        window.seat.act(FreeMark("us-349-ri", "moved"))
        assert window.seat.undo()
        assert not window.seat.sight.marked("us-349-ri", "moved")


# ----------------------------------------------------------------------------------- notes


def answer(monkeypatch, words):
    """Let the next dialogs of one line be answered so."""

    def exec_(dialog):
        dialog.setTextValue(words)
        return True

    monkeypatch.setattr(QInputDialog, "exec", exec_)


class TestNotes:
    def test_a_note_on_a_hex(self, at_table, hands, monkeypatch):
        window = at_table("allied-movement", PLACES)
        answer(monkeypatch, "hold <b>here</b>")
        _menu, offered = menu_at(window, "1413")
        rows = len(window.seat.rows())
        offered["Note on this hex …"].trigger()
        panel = window.docks["notes"].widget()
        assert panel.list.item(0).text() == "1413: hold <b>here</b>"
        assert len(window.seat.rows()) == rows
        assert window.play.plans._item._notes == [window.view.middle("1413")]
        window.seat.point("1413")
        assert "Note: hold <b>here</b>" in window.docks["hex"].widget().words
        answer(monkeypatch, " ")
        panel.write_hex("1413")
        assert panel.list.count() == 0

    def test_a_note_on_a_row_stands_in_the_log(self, at_table, hands, monkeypatch):
        window = at_table("allied-movement", PLACES)
        answer(monkeypatch, "a blunder <i>")
        log = window.docks["log"].widget()
        log.view.note_asked.emit(0)
        index = log.shown.index(0, 0)
        words = log.view._lines.document(index, 300).toPlainText()
        assert "Note: a blunder <i>" in words
        assert "blunder" not in log.model.text(), "an export is for others"
        panel = window.docks["notes"].widget()
        assert panel.list.item(0).text() == "Row 0: a blunder <i>"

    def test_notes_outlive_the_window_and_stay_out_of_the_match(self, open_match, tmp_path):
        game = Catalogue.installed().new("diadem", seed="1")
        window = open_match(game, players={"axis": "simple"})
        before = [row.hash for row in game.log.rows.values()]
        window.play.notes.write_hex("1106", "mine")
        window.play.notes.plan_arrow(["1413", "1212"])
        window.close()
        assert [row.hash for row in game.log.rows.values()] == before
        again = open_match(game, players={"axis": "simple"})
        assert again.play.notes.page.hexes == {"1106": "mine"}
        assert again.play.notes.page.arrows == [["1413", "1212"]]

    def test_each_side_has_its_own(self, open_match):
        game = Catalogue.installed().new("diadem", seed="1", options={"sealing": "sealed"})
        window = open_match(game, hand_over=False)
        notes, seat = window.play.notes, window.seat
        first = seat.viewer
        notes.write_hex("1106", "secret plan")
        notes.plan_arrow(["1413", "1212"])
        panel = window.docks["notes"].widget()
        assert panel.list.count() == 2
        seat.hold_back()
        assert notes.owner is None
        assert notes.page.hexes == {}
        assert panel.list.count() == 0
        notes.write_hex("1107", "nobody's")
        seat._look_for(next(side for side in seat.humans if side != first))
        assert (notes.page.hexes, notes.page.arrows) == ({}, [])
        assert window.play.plans._item._lines == []
        seat._look_for(first)
        assert notes.page.hexes == {"1106": "secret plan"}

    def test_what_is_kept_may_be_nonsense(self, open_match):
        game = Catalogue.installed().new("diadem", seed="1")
        window = open_match(game, players={"axis": "simple"})
        notes = window.play.notes
        window.settings.set(notes._key("allied"), '{"hexes": 7')
        notes.remember(window.settings)
        assert notes.page.hexes == {}

    def test_deleting_a_match_deletes_the_notes(self, shell, catalogue, settings):
        game = catalogue.new("diadem", seed="1")
        number = shell.library.create(game, "one", Seats({"axis": "simple"})).id
        shell._sit_down(Table(game), "one", shell.library.seats(number))
        shell.match.play.notes.write_hex("1106", "mine")
        key = shell.match.play.notes._key(shell.match.play.notes.owner)
        assert settings.kept(key)
        shell.show_start()
        shell._delete(number)
        assert not settings.kept(key)


class TestPlans:
    def test_a_ghost_and_an_arrow_by_clicks(self, at_table, hands):
        window = at_table("allied-movement", PLACES)
        player, rows = hands(window), len(window.seat.rows())
        key(player, Qt.Key.Key_P)
        plans, page = window.play.plans, window.play.notes.page
        assert plans.active
        assert "your eyes only" in window.own_hand.notice.words.text()
        player.click("1413")
        player.click_ground("1211")
        (piece,) = page.ghosts
        assert piece in PLACES
        assert page.ghosts[piece] == ["1211"]
        player.click_ground("0911")
        player.click_ground("0910")
        assert page.arrows == [["0911", "0910"]]
        player.let_go()
        assert not plans.active
        assert len(window.seat.rows()) == rows
        assert window.seat.sight.place(piece) == "1413"
        assert len(plans.words()) == 2

    def test_a_way_with_bends_and_esc(self, at_table, hands):
        window = at_table("allied-movement", PLACES)
        player = hands(window)
        key(player, Qt.Key.Key_P)
        player.click_ground("0911")
        player.click("0910", Qt.KeyboardModifier.ControlModifier)
        player.click_ground("0909")
        assert window.play.notes.page.arrows == [["0911", "0910", "0909"]]
        player.click_ground("0808")
        player.let_go()
        assert window.play.plans.active, "the first Esc lets go of what was begun"
        player.let_go()
        assert not window.play.plans.active
        assert len(window.play.notes.page.arrows) == 1

    def test_a_dragged_counter_is_a_plan(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        player = hands(window)
        key(player, Qt.Key.Key_P)
        player.drag("us-349-ri", "1312")
        assert window.play.notes.page.ghosts == {"us-349-ri": ["1312"]}
        assert window.seat.sight.place("us-349-ri") == "1413"
        _menu, offered = menu_at(window, "1312")
        offered["Take away the plans here"].trigger()
        assert window.play.notes.page.ghosts == {}

    def test_a_plan_that_came_true_is_drawn_no_more(self, by_hand):
        window = by_hand()
        window.play.notes.plan_move("us-349-ri", ["1412"])
        assert window.play.plans.standing()
        window.seat.act(FreeMove("us-349-ri", "1412"))
        assert not window.play.plans.standing()
        window.seat.undo()
        assert window.play.plans.standing()

    def test_plans_are_seen_but_never_written_down(self, at_table):
        window = at_table("allied-movement", PLACES)
        view, notes = window.view, window.play.notes

        def drawn():
            area = view.picture.size
            image = QImage(600, 700, QImage.Format.Format_RGB32)
            image.fill(QColor("#000000"))
            painter = QPainter(image)
            draw_map(view, painter, area, image.rect().toRectF())
            painter.end()
            return image

        view.ensure()
        bare_file, bare_window = drawn(), view.viewport().grab().toImage()
        notes.plan_arrow(["0911", "0905"])
        notes.write_hex("0911", "here")
        view.ensure()
        assert drawn() == bare_file
        assert view.viewport().grab().toImage() != bare_window


# ------------------------------------------------------------------------------ statistics


class TestStatistics:
    def test_what_is_counted_is_what_was_told(self, long_match):
        window = long_match()
        seat = window.seat
        thrown = statistics.throws(seat)
        rolled = [e for row in seat.rows() for e in row.events if isinstance(e, ev.Rolled)]
        assert len(thrown) == len(rolled) > 5
        assert sum(t.thrown for t in thrown) == sum(sum(e.faces) for e in rolled)
        luck = statistics.luck_of(thrown)
        assert luck.expected == 3.5 * luck.dice
        found = statistics.battles(seat)
        turns, ahead = statistics.fortune_per_turn(seat, found)
        known = [each for each in found if each.luck is not None]
        theirs = [each.luck if each.attacker == "axis" else 1 - each.luck for each in known]
        assert theirs
        assert ahead["axis"][-1] == round(100 * sum(luck - 0.5 for luck in theirs))
        assert abs(ahead["axis"][-1] + ahead["allied"][-1]) <= 1, "one side's luck is the other's"
        assert turns == sorted(set(turns))
        rows = [row.n for _turn, some in statistics.turns_of(seat) for row in some]
        assert rows == [row.n for row in seat.rows()]

    def test_losses_are_those_that_are_seen(self, long_match):
        window = long_match(420)
        seat = window.seat
        _turns, lost = statistics.losses_per_turn(seat)
        everything = window.seat.table.seat(*seat.module.sides).sight()

        def lacking(side):
            pieces = [p for p in everything.pieces() if everything.side(p) == side]
            dead = [p for p in pieces if everything.place(p) == DEAD]
            hurt = (everything.piece(p).losses for p in pieces if p not in dead)
            return sum(everything.counter(p).steps for p in dead) + sum(hurt)

        assert lost["allied"][-1] == lacking("allied") > 0
        known = lacking("axis")
        assert lost["axis"][-1] < known, "losses of covered counters are not told"

    def test_the_panel(self, long_match, qtbot):
        window = long_match()
        panel = window.docks["statistics"].widget()
        assert panel.points.lines == (), "nothing is counted while nobody looks"
        window.commands["dock-statistics"].trigger()
        qtbot.waitUntil(panel.isVisible)
        assert len(panel.points.lines) == len(panel.losses.lines) == 2
        assert panel.battles.rowCount() == len(statistics.battles(window.seat)) > 0
        assert "Allies" in panel.luck.text()
        for wide, hidden in ((420, True), (1200, False)):
            panel.resize(wide, 500)
            assert panel.battles.isColumnHidden(3) is hidden, "else the results are cut off"
        fortune = statistics.fortune_of(statistics.battles(window.seat), "allied")
        assert f"<b>{100 * fortune.share:.0f} %</b>" in panel.luck.text()
        last = panel.battles.item(0, 5).text()
        assert " %" in last
        chosen = []
        panel.row_chosen.connect(chosen.append)
        panel.tabs.setCurrentWidget(panel.battles)
        panel.battles.setCurrentCell(0, 0)
        qtbot.keyClick(panel.battles, Qt.Key.Key_Return)
        assert chosen == [statistics.battles(window.seat)[-1].row]
        assert window.seat.looking_back
        panel.forget()
        assert panel.battles.rowCount() == 0
        assert panel.points.accessibleDescription() == ""

    def test_chances_are_those_of_the_table(self, long_match):
        found = [each for each in statistics.battles(long_match().seat) if each.of]
        assert found
        assert all(0 < each.ways <= each.of and each.of % 6 == 0 for each in found)

    @pytest.mark.parametrize("code", ["AE", "AR", "EX", "DE"])
    def test_luck_is_the_share_of_worse_results(self, code):
        table = [["AE", "AR", "EX", "DE"], ["AE", "AR", "EX", "DE"]]
        chances = {"AE": 4, "AR": 2, "EX": 2, "DE": 4}
        found = statistics.how_good(table, chances, code)
        assert found == {"AE": 2 / 12, "AR": 5 / 12, "EX": 7 / 12, "DE": 10 / 12}[code]
        # whatever falls, on the average it is a half
        whole = sum(ways * statistics.how_good(table, chances, each)
                    for each, ways in chances.items())  # fmt: skip
        assert whole / 12 == pytest.approx(0.5)
        assert statistics.how_good(table, chances, "NE") is None

    def test_plots_below_nought(self, qtbot):
        plot = PointsPlot()
        qtbot.addWidget(plot)
        plot.resize(320, 220)
        plot.show_lines(["1", "2"], [Line("A", (-12, 7))])
        assert plot.rect().contains(plot.spot(0, -12).toPoint())
        assert plot.spot(0, -12).y() > plot.spot(0, 0).y() > plot.spot(1, 7).y()
        faces = FacesPlot()
        qtbot.addWidget(faces)
        faces.resize(320, 220)
        faces.show_faces({"A": {1: 0, 2: 3}, "B": {1: 1, 2: 1}})
        assert faces.bar(0, "A", 2).height() > faces.bar(1, "B", 2).height() > 0
        assert faces.bar(0, "A", 1).height() == 0
        assert "A: 1 ×0, 2 ×3" in faces.accessibleDescription()
        faces.grab()


# ---------------------------------------------------------------------------------- report


class Page(HTMLParser):
    """Reads a page as a browser would, and keeps what could do harm."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.links, self.handlers, self.words = [], [], [], []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in {"src", "href"}]
        self.handlers += [name for name, _value in attrs if name.startswith("on")]

    def handle_data(self, data):
        self.words.append(data)


EVIL = "<script>alert('1')</script>\" onload='x'"


class TestReport:
    @pytest.mark.parametrize("language", ["en", "pt"])
    def test_it_is_one_page_without_scripts(self, long_match, language):
        with speaking(language):
            window = long_match(title=EVIL)
            page = Page(report(window, Wanted()))
        assert not {"script", "iframe", "link", "object", "embed", "form"} & set(page.tags)
        assert page.handlers == []
        assert page.links
        assert all(link.startswith("data:image/") for link in page.links)
        assert EVIL in "".join(page.words)
        turns = list(statistics.turns_of(window.seat))
        assert page.tags.count("h2") == len(turns)
        assert len(page.links) == 4 + len(turns)

    def test_it_leaves_the_window_as_it_was(self, long_match):
        window = long_match()
        seat = window.seat
        seat.select(seat.decision().pieces[:1] if seat.decision() else ())
        before = (seat.shown_row, seat.selection, seat.head, window.view.zoom)
        report(window, Wanted(log=False))
        assert (seat.shown_row, seat.selection, seat.head, window.view.zoom) == before
        assert window.updatesEnabled()

    def test_its_last_map_shows_nothing_of_what_is_asked_now(self, open_match, monkeypatch):
        lit: list[int] = []

        def lit_now(view):
            return sum(view._overlays[name].count for name in ("legal", "targets"))

        def look(of):
            lit.append(lit_now(of.view))
            return QImage(8, 8, QImage.Format.Format_RGB32)

        foes = {"us-349-ri": "1213", "de-200-rpzgr": "1112"}
        window = open_match(table("diadem", "allied-combat", foes).game)
        assert lit_now(window.view)
        monkeypatch.setattr("tabuleiro.host.report._map", look)
        report(window, Wanted(log=False))
        assert lit
        assert not any(lit)
        assert lit_now(window.view), "the window shows it as before"

    def test_it_holds_one_side_only(self, long_match):
        window = long_match(200)
        words = "".join(Page(report(window, Wanted(pictures=False))).words)
        assert "As told to: Allies." in words
        told = [entry.plain for entry in window.docks["log"].widget().model.entries.values()]
        assert all(line in words for line in told if line)
        dialog = ReportDialog(window)
        assert [dialog.whose.itemText(n) for n in range(dialog.whose.count())] == ["Allies"]
        dialog.deleteLater()
        window.play.notes.write_hex("1106", "my own words")
        assert "my own words" not in report(window, Wanted(pictures=False))

    def test_after_the_end_it_may_hold_all_or_one_side(self, long_match, tmp_path):
        window = long_match(4000)
        assert window.seat.over
        dialog = ReportDialog(window)
        offered = [dialog.whose.itemText(n) for n in range(dialog.whose.count())]
        assert offered == ["Everything", "Allies", "Axis"]
        dialog.pictures.setChecked(False)
        dialog.whose.setCurrentIndex(1)
        assert dialog.write(tmp_path / "a.html")
        mine = (tmp_path / "a.html").read_text(encoding="utf-8")
        dialog.whose.setCurrentIndex(0)
        assert dialog.write(tmp_path / "b.html")
        everything = (tmp_path / "b.html").read_text(encoding="utf-8")
        assert "As told to: Allies." in mine
        assert "With all that happened." in everything
        assert mine != everything
        assert window.seat.sees_all, "the eyes are as they were"
        dialog.deleteLater()


# --------------------------------------------------------------------------- a phase back


class TestPhaseBack:
    def test_all_of_a_phase_goes(self, at_table, hands):
        window = at_table("allied-movement", {**PLACES, "us-350-ri": "1414"})
        player, seat = hands(window), window.seat
        start = seat.head
        for piece in ("us-349-ri", "us-350-ri"):
            way = next(a for a in seat.legal(piece=piece) if len(getattr(a, "path", ())) == 1)
            player.do(way)
        assert phase_start(seat) == start
        key(player, Qt.Key.Key_Z, CTRL, ALT)
        assert seat.head == start
        assert not window.commands["phase-back"].isEnabled()

    def test_after_the_phase_was_ended_it_is_that_phase(self, at_table, hands):
        window = at_table("allied-movement", PLACES)
        player, seat = hands(window), window.seat
        start, phase = seat.head, seat.sight.phase.id
        way = next(a for a in seat.legal(piece="us-349-ri") if getattr(a, "path", ()))
        player.do(way)
        player.answer("end-phase")
        assert seat.sight.phase.id != phase
        assert phase_start(seat) == start

    def test_past_dice_it_is_asked_first(self, open_match, hands, monkeypatch):
        t = table("diadem", "allied-combat", {"uk-11-bgda": "1007", "de-131-ri": "0907"})
        window = open_match(t.game, players={"axis": "simple"})
        seat = window.seat
        start = seat.head
        for kind, values in (("assault", {"target": "0907"}), ("join", {"piece": "uk-11-bgda"})):
            assert seat.act(action(kind, **values))
        assert seat.act(action("confirm"))
        while seat.table.asked == "axis":
            seat._computer_acts()
        asked = []

        def say(yes):
            def exec_(box):
                asked.append(box.text())
                roles = [box.buttonRole(b) for b in box.buttons()]
                wanted = (
                    QMessageBox.ButtonRole.AcceptRole if yes else QMessageBox.ButtonRole.RejectRole
                )
                box.buttons()[roles.index(wanted)].click()
                return 0

            monkeypatch.setattr(QMessageBox, "exec", exec_)

        here = seat.head
        say(yes=False)
        window.commands["phase-back"].trigger()
        assert (seat.head, len(asked)) == (here, 1)
        assert "Dice were rolled" in asked[0]
        say(yes=True)
        window.commands["phase-back"].trigger()
        assert seat.head == start

    def test_another_human_must_agree(self, open_match, monkeypatch):
        t = table("diadem", "allied-combat", {"uk-11-bgda": "1007", "de-131-ri": "0907"})
        window = open_match(t.game)
        seat = window.seat
        for kind, values in (("assault", {"target": "0907"}), ("join", {"piece": "uk-11-bgda"})):
            assert seat.act(action(kind, **values))
        assert seat.act(action("confirm"))
        here, asked = seat.head, []

        def exec_(box):
            asked.append(box.text())
            return 0

        monkeypatch.setattr(QMessageBox, "exec", exec_)
        window.commands["phase-back"].trigger()
        assert seat.head == here
        assert "must agree" in asked[0]
