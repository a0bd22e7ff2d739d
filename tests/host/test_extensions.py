"""What a plugin adds to the window, and how the match goes on when it fails."""

import logging
import sys

import pytest
from PySide6.QtCore import QEvent, QPoint, QSettings, Qt
from PySide6.QtWidgets import QApplication, QLabel

from guests import NAME, bring, guest_game
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.counter import Badge, BadgeEntry, CounterArt, Face
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.host.window import MatchWindow
from tabuleiro.i18n import set_language
from tabuleiro.seats import Table
from tabuleiro.store import Library

UNIT = "us-349-ri"


@pytest.fixture
def guest(monkeypatch, open_match, qtbot):
    """A function that opens a match whose plugin has a window module with this code."""

    def show(code, **how):
        bring(monkeypatch, code)
        window = open_match(guest_game(), **how)
        QApplication.processEvents()
        return window

    return show


def told(window):
    """What stands below the map, and is told only once."""
    QApplication.processEvents()
    return window.told.text()


def goes_on(window, hands):
    """Play an action by hand, as one would, and see that it was taken."""
    action = next(a for a in window.seat.legal(piece=UNIT) if a.kind == "move")
    row = hands(window).do(action)
    QApplication.processEvents()
    assert row.action == action.to_data()
    assert window.seat.sight.place(UNIT) == action.path[-1]


# what works


ALL = """
class Panel(QLabel):
    def __init__(self, seat):
        super().__init__("a panel of its own")
        self.seat = seat
        seat.changed.connect(self.count)
    def count(self):
        self.setText("counted")

def near(s, side):
    return {"0907": "here"}

def draw(painter, view, seat):
    painter.fillRect(0, 0, 10, 10, Qt.GlobalColor.red)

def go(seat):
    seat.point("0907")

@hookimpl
def window_docks(seat):
    return [DockEntry("side", N_("Side"), Panel, keys="Ctrl+Shift+P"),
            DockEntry("under", N_("Under"), Panel, below=True, shown=False, keys="F2")]

@hookimpl
def map_layers(seat):
    return [HexLayer("near", N_("Near"), near, QColor("green"), shown=True),
            LayerEntry("drawn", N_("Drawn"), draw, shown=False)]

@hookimpl
def counter_badges(seat, piece):
    return [BadgeEntry("A", "The first", "good")] if piece == "us-349-ri" else []

@hookimpl
def menu_entries(seat):
    return [MenuEntry("go", N_("Go there"), go, keys="Ctrl+Z"),
            MenuEntry("never", N_("Never"), go, enabled=lambda seat: False)]
"""


def test_panels_stand_beside_and_below_the_map(guest):
    window = guest(ALL)
    side, under = window.docks["guest-side"], window.docks["guest-under"]
    assert window.dockWidgetArea(side) == Qt.DockWidgetArea.RightDockWidgetArea
    assert window.dockWidgetArea(under) == Qt.DockWidgetArea.BottomDockWidgetArea
    assert side in window.tabifiedDockWidgets(window.docks["hex"])
    assert (side.isHidden(), under.isHidden()) == (False, True)
    switch = window.commands["dock-guest-side"]
    assert switch.shortcut().toString() == "Ctrl+Shift+P"
    switch.trigger()  # it stands behind another tab, and comes to the front
    QApplication.processEvents()
    assert not side.visibleRegion().isEmpty()
    switch.trigger()
    assert side.isHidden()


def test_a_hook_may_bring_nothing(guest, hands, caplog):
    bare = list(guest("").docks)
    window = guest("@hookimpl\ndef window_docks(seat): return None")
    assert list(window.docks) == bare
    assert bare[-1] == "rules"
    assert caplog.records == []


def test_keys_that_are_taken_stay_with_their_commands(guest):
    """Of two commands with the same keys Qt hears neither."""
    window = guest(ALL)
    assert window.commands["dock-guest-under"].shortcut().isEmpty()
    assert window.commands["guest-go"].shortcut().isEmpty()
    assert window.commands.conflicts() == {}


def test_layers_have_a_box_and_are_remembered(guest):
    window = guest(ALL)
    layers, boxes = window.play.layers, window.docks["layers"].widget().boxes
    assert (boxes["guest-near"].isChecked(), boxes["guest-drawn"].isChecked()) == (True, False)
    assert window.view.overlay("guest-near", None).count == 1
    item = layers._painted["guest-drawn"]
    assert item.picture.isNull()
    boxes["guest-drawn"].click()
    assert not item.picture.isNull()
    assert window.settings.layer("guest-drawn", default=False)
    boxes["guest-drawn"].click()
    assert item.picture.isNull()


def apart(one, other):
    """By how much two pictures differ where they differ most.

    Outlines of letters come a 64th of a pixel off when another size of the font was used meanwhile
    (FreeType), so that pictures of the same counter may differ by a shade.
    """
    pairs = zip(bytes(one.constBits()), bytes(other.constBits()), strict=True)
    return max(abs(a - b) for a, b in pairs)


def test_badges_are_drawn_after_those_of_the_window(guest, qapp):
    window = guest(ALL)
    badge = BadgeEntry("A", "The first", "good")
    assert window.play.face(UNIT).badges == (badge,)
    assert window.play.face("us-350-ri").badges == ()
    art = CounterArt()

    def drawn(*badges):
        face = Face("#e8c84a", "#111111", "infantry", "regiment", badges=badges)
        return art.pixmap(face, 64).toImage()

    plain, own = drawn(Badge.MOVED), drawn(Badge.MOVED, badge)
    assert apart(plain, own) > 100
    assert apart(own, drawn(Badge.MOVED, BadgeEntry("A", "The first", "bad"))) > 100
    assert apart(own, drawn(Badge.MOVED, BadgeEntry("B", "The first", "good"))) > 100
    assert apart(own, drawn(Badge.MOVED, BadgeEntry("A", "Said otherwise", "good"))) < 20


def test_commands_stand_in_the_menu_and_can_be_out_of_use(guest):
    window = guest(ALL)
    window.commands["guest-go"].trigger()
    assert window.seat.hex == "0907"
    assert not window.commands["guest-never"].isEnabled()
    assert {c.menu for c in window.commands if c.id.startswith("guest-")} == {"game"}


PANEL = """
made = []

class Buttons(QPushButton):
    def __init__(self, seat):
        super().__init__("My answer")
        self.seat = seat
        self.clicked.connect(self.answer)
        made.append(1)
    def answer(self):
        self.seat.act(EndPhase())

@hookimpl
def decision_panel(seat, decision):
    return Buttons(seat) if decision.kind == "path" or "end-phase" in decision.actions else None
"""


def test_a_panel_takes_the_place_of_the_usual_answers(guest):
    window = guest(PANEL)
    made, panel = sys.modules[NAME].made, window.decision
    slot = panel.end.end
    spot = slot.mapTo(panel, QPoint())
    assert panel.own_answers.isVisible()
    assert not panel.usual.isVisible()
    assert spot.y() < panel.own_answers.mapTo(panel, QPoint()).y()
    panel.as_usual.click()
    assert panel.usual.isVisible()
    assert panel.own_answers.isVisible()
    panel.as_usual.click()
    assert slot.isVisible()
    assert slot.mapTo(panel, QPoint()) == spot
    before = len(made)
    window.seat.thinking.emit(False)  # nothing else is asked: the widget stays
    assert len(made) == before
    first = panel.own_answers
    first.click()
    assert panel.own_answers is not first
    window.seat.look_back(0)
    assert panel.own_answers is None
    assert not panel.as_usual.isVisible()


def test_the_usual_answers_play_on_beside_such_a_panel(guest, hands):
    window = guest(PANEL)
    goes_on(window, hands)


# what fails


BROKEN = {
    "unknown": ("@hookimpl\ndef window_dock(seat): return []", "window_dock"),
    "arguments": ("@hookimpl\ndef window_docks(seat, board): return []", "board"),
    "docks": ("@hookimpl\ndef window_docks(seat): 1 / 0", "window_docks"),
    "entry": ("@hookimpl\ndef window_docks(seat): return ['strength']", "'strength'"),
    "number": ("@hookimpl\ndef map_layers(seat): return 7", "map_layers"),
    "factory": (
        (
            "def make(seat): 1 / 0\n@hookimpl\n"
            "def window_docks(seat): return [DockEntry('a', N_('Alpha'), make)]"
        ),
        'its panel "Alpha"',
    ),
    "no widget": (
        ("@hookimpl\ndef window_docks(seat): return [DockEntry('a', N_('Alpha'), lambda seat: 7)]"),
        "7 is no widget",
    ),
    "hexes": (
        (
            "def hexes(s, side): 1 / 0\n@hookimpl\n"
            "def map_layers(seat): return [HexLayer('a', 'Alpha', hexes, QColor('red'), True)]"
        ),
        'its layer "Alpha"',
    ),
    "painting": (
        (
            "def paint(painter, view, seat):\n    painter.save()\n    painter.scale(3, 3)\n"
            "    painter.drawLine(0, 0, 9, 9)\n    1 / 0\n@hookimpl\n"
            "def map_layers(seat): return [LayerEntry('a', 'Alpha', paint)]"
        ),
        'its layer "Alpha"',
    ),
    "badges": (
        (
            "@hookimpl\ndef counter_badges(seat, piece):\n"
            "    if piece == 'us-350-ri': 1 / 0\n    return [BadgeEntry('A', 'a')]"
        ),
        "its signs on counters",
    ),
    "role": (
        "@hookimpl\ndef counter_badges(seat, piece): return [BadgeEntry('A', 'a', 'mauve')]",
        "mauve",
    ),
    "decision": (
        "@hookimpl\ndef decision_panel(seat, decision): 1 / 0",
        "its panel for what is asked",
    ),
    "enabled": (
        (
            "@hookimpl\ndef menu_entries(seat):\n"
            "    return [MenuEntry('a', 'Alpha', print, enabled=lambda seat: 1 / 0)]"
        ),
        'its command "Alpha"',
    ),
}


@pytest.mark.qt_log_ignore("Painter ended with 1 saved states", extend=True)
@pytest.mark.parametrize("what", BROKEN)
def test_what_fails_at_once_is_told_once_and_the_match_goes_on(guest, hands, caplog, what):
    code, words = BROKEN[what]
    with caplog.at_level(logging.ERROR):
        window = guest(code)
        said = told(window)
        goes_on(window, hands)
    assert said.startswith("The plugin &quot;guest&quot; failed in ")
    assert said.endswith("The match goes on.")
    assert len([r for r in caplog.records if r.name == "tabuleiro.host.guard"]) == 1
    message = caplog.records[0].message
    assert words in message
    assert QApplication.activeModalWidget() is None
    if what == "factory":
        label = window.docks["guest-a"].widget()
        assert isinstance(label, QLabel)
        assert label.text() == said
    if what in {"hexes", "painting"}:
        box = window.docks["layers"].widget().boxes["guest-a"]
        assert (box.isEnabled(), box.isChecked(), box.toolTip()) == (False, False, message)
        assert window.settings.layer("guest-a", default=True)  # the player did not switch it off
    if what == "painting":
        assert window.play.layers._painted["guest-a"].picture.isNull()
    if what in {"badges", "role"}:
        shown = [f for i in window.view.stacks.values() for _p, f, _area in i.spots()]
        assert shown
        assert not any(isinstance(b, BadgeEntry) for face in shown for b in face.badges)
    if what == "decision":
        assert window.decision.own_answers is None
        assert window.decision.end.isVisible()
    if what == "enabled":
        assert not window.commands["guest-a"].isEnabled()


def test_a_module_that_cannot_be_imported(monkeypatch, open_match, hands, tmp_path, caplog):
    (tmp_path / "tabuleiro_torn.py").write_text("import nothing_like_that\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    window = open_match(guest_game("tabuleiro_torn"))
    assert "its window module" in told(window)
    assert "nothing_like_that" in told(window)
    assert "tabuleiro_torn" not in sys.modules
    goes_on(window, hands)
    assert len(caplog.records) == 1


COMMAND = """
def fail(seat):
    raise ValueError("no such luck")

@hookimpl
def menu_entries(seat):
    return [MenuEntry("a", N_("Alpha"), fail), MenuEntry("b", N_("Beta"), lambda seat: None)]
"""


def test_a_command_that_fails_turns_grey(guest, hands):
    window = guest(COMMAND)
    assert told(window) == ""
    window.commands["guest-a"].trigger()
    assert "ValueError: no such luck" in told(window)
    assert not window.commands["guest-a"].isEnabled()
    assert window.commands["guest-b"].isEnabled()
    goes_on(window, hands)


EVENTS = """
class Torn(QWidget):
    how = ""
    def __init__(self, seat):
        super().__init__()
        self.seat = seat
        self.tries = 0
        self.setMinimumSize(50, 50)
        seat.changed.connect(self.slot)
    def fail(self, where):
        if self.how == where:
            self.tries += 1
            raise ValueError(where)
    def paintEvent(self, event):
        self.fail("paint")
    def mousePressEvent(self, event):
        self.fail("press")
    def showEvent(self, event):
        self.fail("show")
    def sizeHint(self):
        self.fail("size")
        return super().sizeHint()
    def event(self, event):
        self.fail("event")
        return super().event(event)
    def slot(self):
        self.fail("slot")

class Sound(QLabel):
    pass

@hookimpl
def window_docks(seat):
    return [DockEntry("torn", N_("Torn"), Torn),
            DockEntry("sound", N_("Sound"), lambda seat: Sound("sound"))]
"""


@pytest.mark.parametrize("how", ["paint", "press", "show", "size", "event", "slot"])
def test_a_widget_whose_own_code_fails_gives_its_place_to_a_sentence(
    guest, hands, qtbot, caplog, how
):
    window = guest(EVENTS)
    dock = window.docks["guest-torn"]
    dock.raise_()
    QApplication.processEvents()
    torn = dock.widget()
    assert told(window) == ""
    torn.how = how
    if how == "slot":
        window.seat.changed.emit()
    elif how == "press":
        qtbot.mouseClick(torn, Qt.MouseButton.LeftButton)
    elif how == "show":
        dock.hide()
        dock.show()
    elif how == "size":
        torn.sizeHint()
    torn.grab()
    torn.updateGeometry()
    dock.grab()
    QApplication.processEvents()
    assert torn.tries == 1
    assert 'its panel "Torn"' in dock.widget().accessibleName()
    assert f"ValueError: {how}" in told(window)
    assert type(window.docks["guest-sound"].widget()).__name__ == "Sound"
    goes_on(window, hands)
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info[2] is not None


STRAY = """
@hookimpl
def window_docks(seat):
    panel = QLabel("loose")
    seat.changed.connect(lambda: 1 / 0)
    return [DockEntry("loose", N_("Loose"), lambda seat: panel)]

@hookimpl
def menu_entries(seat):
    return [MenuEntry("b", N_("Beta"), lambda seat: seat.point("0907"))]
"""


def test_an_error_that_names_no_widget_switches_all_panels_off(guest, hands, caplog):
    window = guest(STRAY)
    goes_on(window, hands)
    assert "one of its panels" in told(window)
    assert window.docks["guest-loose"].widget().objectName() == "switched-off"
    window.commands["guest-b"].trigger()
    assert window.seat.hex == "0907"
    window.seat.undo()
    assert len(caplog.records) == 1


ANSWER = """
class Torn(QPushButton):
    def __init__(self, seat):
        super().__init__("Torn")
        self.clicked.connect(self.answer)
    def answer(self):
        1 / 0

@hookimpl
def decision_panel(seat, decision):
    return Torn(seat)
"""


def test_a_panel_that_cannot_answer_gives_way_to_the_usual_one(guest, hands):
    window = guest(ANSWER)
    window.decision.own_answers.click()
    assert "its panel for what is asked" in told(window)
    assert window.decision.own_answers is None
    assert window.decision.end.isVisible()
    goes_on(window, hands)


def test_errors_of_others_go_where_they_went(guest, monkeypatch):
    heard = []
    monkeypatch.setattr(sys, "excepthook", lambda *about: heard.append(about[1]))
    window = guest(EVENTS)

    def ours():
        raise ValueError("ours")

    window.seat.changed.connect(ours)
    window.seat.changed.emit()
    assert [str(error) for error in heard] == ["ours"]
    assert told(window) == ""


def test_it_is_said_in_portuguese_too(guest):
    set_language("pt")
    try:
        window = guest(BROKEN["factory"][0])
        assert "O plugin" in told(window)
        assert told(window).endswith("A partida continua.")
    finally:
        set_language("en")


# the end


def test_nothing_is_left_when_the_match_is_closed(qapp, monkeypatch, tmp_path):
    before = sys.excepthook
    bring(monkeypatch, EVENTS + PANEL)
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    window = MatchWindow(Seat(Table(guest_game())), Settings(settings))
    window.show()
    assert sys.excepthook != before
    torn, seat = window.docks["guest-torn"].widget(), window.seat
    gone = []
    torn.destroyed.connect(lambda: gone.append(1))
    torn.how = "slot"
    window.close()
    assert sys.excepthook == before
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert gone == [1]
    seat.changed.emit()  # nobody of the plugin listens any more
    assert torn.tries == 0


def test_hooks_are_put_back_in_whatever_order_windows_close(guest):
    before = sys.excepthook
    first, second = guest(EVENTS), guest(EVENTS)
    first.close()
    assert sys.excepthook != before
    second.close()
    assert sys.excepthook == before


def test_a_game_without_a_window_module_leaves_python_alone(at_table):
    before = sys.excepthook
    window = at_table("allied-movement", {UNIT: "0907"})
    assert sys.excepthook == before
    assert list(window.docks)[-1] == "rules"


def test_the_program_shows_its_commands_in_menus_and_settings(guest, qtbot, tmp_path, monkeypatch):
    from tabuleiro.host.settingsdialog import SettingsDialog

    bring(monkeypatch, ALL)
    with Library(":memory:") as library:
        shell = Shell(Catalogue(), library)
        qtbot.addWidget(shell)
        window = shell.show_match(Seat(Table(guest_game())))
        menus = {a.menu().objectName(): a.menu() for a in shell.menuBar().actions()}
        assert window.commands["guest-go"] in menus["game"].actions()
        assert window.commands["dock-guest-side"] in menus["view"].actions()
        dialog = SettingsDialog(shell.settings, shell)
        assert dialog.shortcuts.keys("dock-guest-side") == "Ctrl+Shift+P"
        dialog.deleteLater()
        shell.retell()
        assert isinstance(shell.match, MatchWindow)
        assert "guest-side" in shell.match.docks
        shell.close()
