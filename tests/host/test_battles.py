"""Battles of Diadem in the real window: every result of both tables, every choice by a click."""

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QSettings, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from battles import at, hurt
from tabuleiro.host.docks import DOCKS
from tabuleiro.host.panels.chances import percentages
from tabuleiro.host.panels.odds_sheet import reports
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.i18n import LANGUAGES, set_language
from tabuleiro.seats import Table as Seated
from tabuleiro.store import Library
from tabuleiro.testing import action
from tabuleiro.testing.table import Table, table

A, B, C = "uk-11-bgda", "us-337-ri", "uk-61-bgda"
"""Attackers of 4, 3 and 5."""
D, E, F = "de-131-ri", "de-191-ri", "de-85-rm"
"""Defenders of 4, 3 and 4."""
GUN = "uk-art-x"
UP = action("done-advancing")


GUNS = [
    "uk-art-x",
    "uk-art-xiii",
    "uk-art-8-ex",
    "fr-art-cef",
    "us-art-ii",
    "ca-art-i",
    "pl-art-ii",
]


def crowd(units):
    """Attackers and their guns about four defenders."""
    guns = {gun: ("1107", "1008")[number > 3] for number, gun in enumerate(GUNS)}
    beside = at("0908", "us-350-ri", "us-351-ri")
    return {**at("1007", *units), **guns, **beside, **at("0907", D, E, F, "de-104-rpzgr")}


class Battle:
    """A battle that hands fight in a window: declared, announced, carried out."""

    def __init__(self, player, t):
        self.player = player
        self.t = t
        self.panel = player.window.battle

    def declare(self, begin, *pieces, air=0):
        """Begin an attack by a click on its hex, and commit pieces and air points."""
        self.player.do(begin)
        for piece in pieces:
            self.player.do(action("join", piece))
        if air:
            self.player.do(action("set-air", air))
        return self

    def announce(self):
        """Announce until the dice have fallen."""
        while self.t.decision.kind == "allocate":
            self.player.do(action("confirm"))
        return self

    @property
    def code(self):
        return self.t.told()["code"]

    def shows(self):
        """Check that what the window shows is what the log tells."""
        panel, told = self.panel, self.t.told()
        odds = told["odds"]
        assert panel.dice.faces == tuple(told["faces"])
        assert panel.chart.lit_column == odds["column"]
        assert panel.chart.base_column == odds["base"]
        cell = panel.chart.accessibleDescription().split(" / ")[-1]
        assert cell == told["code"]
        assert told["code"].replace(" ", "&nbsp;") in panel.banner.text()
        for side, total in (("attack", odds["attack"]), ("defence", odds["defence"])):
            assert str(total) in panel.sides[side].findChildren(QLabel, "sum")[-1].text()
        rules = [f'href="rule:{shift["rule"]}"' for shift in odds["shifts"]]
        assert [rule for rule in rules if rule not in panel.shifts.text()] == []
        assert sum(percent for _code, percent in panel.chances.shares()) == 100
        assert told["code"] in {code for code, _percent in panel.chances.shares()}


@pytest.fixture
def fight(open_match, hands):
    """A function that sets a table for combat, with dice that fall as told, and opens it."""

    def begin(pieces, dice, side="allied", **how):
        tracks = {"air.allied": 20 if side == "allied" else 0}
        t = table("diadem", f"{side}-combat", pieces, tracks=tracks, dice=dice)
        return Battle(hands(open_match(t.game, **how)), t)

    return begin


def on(units, *defenders):
    return {**at("1007", *units), **at("0907", *defenders)}


RESULTS = [
    # code, pieces, those who attack, air points, dice, what is chosen afterwards
    ("DE AVB", on((A, C), E), 12, (1, 2), [action("lose", A), action("advance", C, ("0907",)), UP]),
    ("DE AVI", on((A, B), E), 17, (1, 2), [action("advance", A, ("0907",)), UP]),
    ("DRB AVB", on((A, C), D, E), 5, (1, 1),
     [action("lose", E), action("retreat", D, ("0807",)), action("retreat", E, ("0808",)),
      action("lose", C), UP]),
    ("DRB AVI", on((A, B), E), 5, (1, 1),
     [action("retreat", E, ("0807",)), action("advance", B, ("0907",)), UP]),
    ("DRI AVB", on((A, C), D, E), 0, (1, 1),
     [action("retreat", E, ("0807",)), action("retreat", D, ("0807",)), action("lose", A), UP]),
    ("DRI AVI", on((A, B), E), 2, (1, 1), [action("retreat", E, ("0808",)), UP]),
    ("DVB ARI", on((A, C), D, E), 5, (2, 3),
     [action("lose", D), action("retreat", A, ("1107",)), action("retreat", C, ("1107",))]),
    ("DVB ARB", on((A, C), D, E), 0, (2, 3),
     [action("lose", E), action("lose", C), action("retreat", C, ("1107",)),
      action("retreat", A, ("1107",))]),
    ("DVI ARB", on((A, C), D, "de-104-rpzgr"), 0, (3, 4),
     [action("lose", C), action("retreat", A, ("1107",)), action("retreat", C, ("1107",))]),
    ("DVI ARI", on((A, C), D, E), 0, (2, 4), None),
    ("DVI AE", on((B,), D, E, F), 0, (3, 4), []),
    ("DVB AE", on((A, B), D, E, F, "de-104-rpzgr"), 0, (3, 4),
     [action("lose", E), action("lose", B), action("retreat", A, ("1107",))]),
    ("EMP", on((A, B), E), 11, (1, 1), None),
    ("IMP", on((A, C), D, E), 0, (1, 2), None),
]  # fmt: skip
"""Where no choices are written, whatever is asked first is done, by a click."""


@pytest.mark.parametrize(("code", "pieces", "air", "dice", "choices"), RESULTS,
                         ids=[row[0] for row in RESULTS])  # fmt: skip
def test_each_result_of_the_combat_table(fight, code, pieces, air, dice, choices):
    battle = fight(pieces, dice)
    units = [piece for piece in (A, B, C) if piece in pieces]
    battle.declare(action("assault", "0907"), *units, air=air).announce()
    assert battle.code == code
    battle.shows()
    for deed in choices if choices is not None else whatever(battle.t):
        battle.player.do(deed)
    assert battle.t.decision.kind == "phase", f"still asked: {battle.t.decision}"
    battle.shows()
    assert battle.t.game.log.broken() is None


def whatever(t):
    """Whatever is asked, the first answer; nobody advances."""
    while t.decision.kind != "phase":
        legal = t.legal()
        over = [a for a in legal if a.kind in {"done-advancing", "done-losing"}]
        yield (over or legal)[0]


@pytest.mark.parametrize(("dice", "code"), [((1, 1), "DB"), ((3, 4), "DI")])
@pytest.mark.parametrize(
    ("begin", "joins", "air"),
    [(action("bombard", "1008"), (GUN,), 0), (action("air-strike", "1008"), (), 3)],
)
def test_each_result_of_the_bombardment_table(fight, dice, code, begin, joins, air):
    battle = fight({GUN: "1010", **at("1008", D, E)}, dice)
    battle.declare(begin, *joins, air=air).announce()
    assert battle.code == code
    battle.shows()
    if code == "DB":
        battle.player.do(action("lose", E))
        assert battle.t.losses(E) == 1
    assert battle.t.decision.kind == "phase"


def test_an_exchange_by_clicks(fight):
    """The defender gives up one of two and stops; the attacker answers with as much."""
    battle = fight({**at("1007", A, B), **hurt("0907", E, "de-art-xiv")}, (1, 1))
    battle.declare(action("assault", "0907"), A, B, air=8).announce()
    assert battle.code == "EMP"
    battle.player.do(action("lose", E))
    battle.player.do(action("done-losing"))
    assert battle.t.decision.side == "allied"
    battle.player.do(action("lose", A))
    assert (battle.t.place(A), battle.t.place(B), battle.t.place(E)) == ("dead", "1007", "dead")
    for deed in whatever(battle.t):
        battle.player.do(deed)
    battle.shows()


def test_those_who_make_room_by_clicks(fight):
    friends = ("de-191-ri", "de-194-ri", "de-267-ri", "de-274-ri")
    front = {"us-337-ri": "1108", "us-349-ri": "1107"}
    battle = fight({**front, "de-211-ri": "1008", **at("0907", *friends)}, (1, 1))
    battle.declare(action("assault", "1008"), *front, air=3).announce()
    battle.player.do(action("retreat", "de-211-ri", ("0907",)))
    battle.player.do(action("displace", "de-194-ri", "0906"))
    assert battle.t.place("de-194-ri") == "0906"


def test_support_guns_join_by_a_click_and_count(fight):
    battle = fight({**on((A,), D), GUN: "1107"}, (1, 2))
    battle.declare(action("assault", "0907"), A, GUN)
    head = battle.panel.sides["attack"].findChildren(QLabel, "sum")[-1]
    assert ">7<" in head.text()
    battle.announce().shows()
    assert tuple(battle.t.told()["battle"]["support"]) == (GUN,)


# ------------------------------------------------------------------------- what is sealed


def texts(window):
    """All that stands in the window: labels, buttons, lists, hints, what is read aloud."""
    found = []
    for widget in window.findChildren(QWidget):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text())
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += rows(widget.model(), QModelIndex())
    return found


def rows(model, parent):
    """All that a list or a tree tells, with its hints, row by row."""
    flat = isinstance(model, QAbstractListModel)
    for row in range(model.rowCount(parent)):
        cells = [
            model.index(row, n, parent) for n in range(1 if flat else model.columnCount(parent))
        ]
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        yield " | ".join(str(cell.data(role) or "") for cell in cells for role in roles)
        if not flat:
            yield from rows(model, cells[0])


def test_what_is_sealed_shows_nowhere_before_it_is_announced(fight):
    """Strengths of 4 and 3 add up to 7: the attacker sees neither, nor what follows from them."""
    battle = fight(on((A, C), D, E), (1, 1))
    player, panel = battle.player, battle.panel
    assert player.seat.viewer == "allied"
    battle.declare(action("assault", "0907"), A, C)
    player.view.point("0907")  # the panel of the hex lists the defenders
    for dock in ("forces", "log", "tracks"):
        player.window.docks[dock].show()
    QApplication.processEvents()
    for piece in (D, E):
        counter = battle.t.s.counter(piece)
        figures = f"{counter.values['attack']}-{counter.values['defense']}-{counter.values['move']}"
        name = str(counter.name["en"])
        about = [words for words in texts(player.window) if name in words]
        assert about
        assert [words for words in about if figures in words] == []
    defence = panel.sides["defence"]
    values = [b.text() for b in defence.findChildren(QToolButton) if b.isVisible()]
    assert values == ["?", "?"]
    assert "7" not in defence.findChildren(QLabel, "sum")[-1].text()
    assert panel.chart.lit_column is None
    assert panel.chart.base_column is None
    assert panel.chances.shares() == []
    assert "next column" not in panel.lacking.text()
    battle.announce()
    assert ">7<" in defence.findChildren(QLabel, "sum")[-1].text()
    battle.shows()


def test_with_open_hands_all_shows_before_the_dice(fight):
    battle = fight(on((A, C), D, E), (1, 1), open_hands=True)
    battle.declare(action("assault", "0907"), A, C)
    panel = battle.panel
    assert ">7<" in panel.sides["defence"].findChildren(QLabel, "sum")[-1].text()
    assert panel.chart.lit_column is not None
    assert sum(percent for _code, percent in panel.chances.shares()) == 100
    assert "5 more points for the next column" in panel.lacking.text()
    battle.player.do(action("set-air", 5))
    assert panel.chart.lit_column == panel.chart.base_column == 4  # 14 to 7: two to one


def test_a_declaration_that_was_given_up_tells_the_other_side_nothing(fight):
    battle = fight(on((A, C), D, E), (1, 1))
    battle.declare(action("assault", "0907"), A)
    assert battle.panel.sides["attack"].isVisible()
    battle.player.answer("cancel")
    assert not battle.panel.sides["attack"].isVisible()


def test_the_answer_of_the_defence_is_its_own_secret(fight):
    """While the computer declares nothing of it shows; when it attacks its total does."""
    pieces = {**at("1007", "de-131-ri", "de-191-ri"), **at("0907", A)}
    battle = fight({**pieces, GUN: "0906"}, (1, 1), side="axis")
    battle.declare(action("assault", "0907"), "de-131-ri", "de-191-ri")
    battle.player.do(action("confirm"))
    assert battle.t.decision.side == battle.player.seat.viewer == "allied"
    panel = battle.panel
    assert "sealed" not in panel.sides["attack"].findChildren(QLabel, "sum")[-1].text()
    battle.player.do(action("join", GUN))
    assert [b for b in panel.sides["defence"].findChildren(QToolButton, GUN) if b.isVisible()]
    battle.announce().shows()


# ------------------------------------------------------------------------- the window itself


def test_shifts_open_the_rulebook(fight, qtbot):
    battle = fight({**at("1007", A, C), **at("1006", D)}, (1, 2))
    battle.declare(action("assault", "1006"), A, C).announce().shows()
    shift = battle.t.told()["odds"]["shifts"][0]
    assert f"<b>{shift['columns']}</b>" in battle.panel.shifts.text()
    with qtbot.waitSignal(battle.panel.rule_asked) as asked:
        battle.panel.shifts.linkActivated.emit(f"rule:{shift['rule']}")
    assert asked.args == [shift["rule"]]
    assert battle.player.window.docks["rules"].isVisible()


def test_the_result_stays_until_the_next_battle(fight):
    pieces = {**on((A, B), E), C: "1011", F: "1110"}
    battle = fight(pieces, (1, 1, 3, 4))
    battle.declare(action("assault", "0907"), A, B, air=2).announce()
    for deed in whatever(battle.t):
        battle.player.do(deed)
    battle.shows()
    battle.declare(action("assault", "1110"), C)
    assert battle.panel.dice.faces == ()
    assert battle.panel.result.text() == ""
    battle.announce().shows()


def test_undo_and_looking_back_show_the_battle_of_that_time(fight):
    battle = fight(on((A, C), D, E), (1, 1))
    battle.declare(action("assault", "0907"), A, C).announce()
    seat = battle.player.seat
    battle.player.do(action("retreat", E, ("0807",)))
    assert "0807" in battle.panel.result.text()
    fought = next(row.n for row in seat.rows() if reports(row))
    seat.look_back(fought)
    assert "0807" not in battle.panel.result.text()
    battle.shows()
    seat.look_back(0)
    assert not battle.panel.chart.isVisible()
    seat.look_back(None)
    battle.shows()


def test_a_match_opened_in_the_middle_of_a_battle(fight, open_match):
    battle = fight(on((A, C), D, E), (1, 1))
    battle.declare(action("assault", "0907"), A, C).announce()
    again = open_match(battle.t.game)
    battle.panel = again.battle
    battle.shows()
    assert again.seat.decision().kind == "path"


class TestDice:
    @pytest.fixture
    def tumbling(self, fight):
        battle = fight(on((A, C), D, E), (6, 5))
        battle.panel.dice.animated = True
        battle.declare(action("assault", "0907"), A, C).announce()
        assert battle.panel.dice.tumbling
        return battle

    def test_they_tumble_and_then_show_what_fell(self, tumbling, qtbot):
        assert not tumbling.panel.banner.isVisible()
        assert tumbling.panel.chart.lit_row is None
        qtbot.waitUntil(lambda: not tumbling.panel.dice.tumbling, timeout=5000)
        assert tumbling.panel.banner.isVisible()
        tumbling.shows()

    def test_any_key_makes_them_lie_still(self, tumbling, qtbot):
        head = tumbling.t.game.log.head
        qtbot.keyClick(tumbling.player.view, Qt.Key.Key_X)
        assert not tumbling.panel.dice.tumbling
        assert tumbling.t.game.log.head == head
        tumbling.shows()

    def test_they_stop_when_the_window_is_closed(self, tumbling):
        tumbling.player.window.close()
        assert not tumbling.panel.dice.tumbling


class TestInTheProgram:
    """The same battle in the window of the program, with its menus round it."""

    @pytest.fixture
    def sit(self, qtbot, hands, catalogue, tmp_path):
        library = Library(":memory:")
        settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
        settings.set("tumbling-dice", value=False)
        shell = Shell(catalogue, library, settings)
        qtbot.addWidget(shell)
        shell.resize(1366, 768)
        shell.show()

        def begin(t):
            shell.show_match(Seat(Seated(t.game), title="Liri"))
            self.uncover(shell, qtbot)
            battle = Battle(hands(shell.match), t)
            battle.shell = shell
            return battle

        yield begin
        shell.close()
        library.close()

    @staticmethod
    def uncover(shell, qtbot):
        """Take the place that is handed over."""
        if shell.covered:
            qtbot.mouseClick(shell.handover.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)
        assert not shell.covered

    @pytest.fixture
    def battle(self, sit):
        t = table("diadem", "allied-combat", on((A, C), D, E),
                  tracks={"air.allied": 20}, dice=(1, 1))  # fmt: skip
        return sit(t).declare(action("assault", "0907"), A, C)

    def test_the_language_changes_in_the_middle(self, battle, hands, qtbot):
        shell, digest = battle.shell, battle.t.game.position.digest()
        set_language("pt")
        try:
            shell.retell()
            self.uncover(shell, qtbot)
            match = shell.match
            buttons = match.battle.end.findChildren(QPushButton, "confirm")
            assert {button.text() for button in buttons} == {"Anunciar · 0907"}
            words = match.battle.sides["defence"].findChildren(QLabel, "sum")[-1].text()
            assert "Eixo" in words
            assert "sealed" not in words
            assert battle.t.game.position.digest() == digest
            hands(match).do(action("confirm"))
            self.uncover(shell, qtbot)
            battle.panel = match.battle
            battle.shows()
            assert "Eixo: recuo" in match.battle.banner.text()
        finally:
            set_language("en")

    def test_a_copy_that_was_saved_opens_in_the_middle(self, battle, qtbot, tmp_path, monkeypatch):
        shell, game = battle.shell, battle.t.game
        battle.announce()
        self.uncover(shell, qtbot)
        file = tmp_path / "Liri.partida"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(file), ""))
        shell.commands["save"].trigger()
        assert file.exists()
        battle.player.do(action("retreat", E, ("0807",)))
        shell.open_file(file)
        self.uncover(shell, qtbot)
        opened = shell.match.seat.table.game
        assert opened.position.digest() != game.position.digest()
        game.undo()
        assert opened.position.digest() == game.position.digest()
        battle.panel, battle.t = shell.match.battle, Table(opened)
        battle.shows()
        assert battle.t.decision.kind == "path"

    def test_a_battle_fits_the_program_on_a_small_screen(self, battle):
        shell = battle.shell
        QApplication.processEvents()
        assert (shell.width(), shell.height()) == (1366, 768)
        assert shell.minimumSizeHint().height() <= 690

    @pytest.mark.parametrize("spoken", LANGUAGES)
    @pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
    def test_a_battle_of_many_units_is_never_too_wide(self, sit, spoken, size):
        """Attackers and guns in many lines, air points, chances: no scrolling sideways."""
        set_language(spoken)
        try:
            units = [A, B, C, "us-349-ri"]
            battle = sit(table("diadem", "allied-combat", crowd(units), tracks={"air.allied": 20}))
            battle.shell.resize(*size)
            seat = battle.player.seat
            battle.player.do(action("assault", "0907"))
            for deed in (
                *(action("join", one) for one in [*units, "us-350-ri", "us-351-ri", *GUNS]),
                action("set-air", 3),
            ):
                seat.act(deed)
                self.settle(battle)
            assert len(seat.sight.position.top.committed()) > 7
            for _side in range(2):
                if seat.table.game.decision().kind == "allocate":
                    assert seat.act(action("confirm")), seat.check(action("confirm"))
                    self.settle(battle)
            battle.shows()
        finally:
            set_language("en")

    @staticmethod
    def settle(battle):
        for _ in range(3):
            QApplication.processEvents()
        bar = battle.panel.findChild(QScrollArea).horizontalScrollBar()
        assert bar.maximum() == 0
        parts = battle.panel.sides["attack"].findChildren(QToolButton)
        assert all(part.x() >= 0 for part in parts)


def test_shares_always_come_to_a_hundred():
    for ways in ([12, 12, 12], [1, 2, 3, 4, 26], [36], [35, 1], [7, 7, 7, 7, 8]):
        assert sum(percentages(ways)) == 100
        assert all(abs(100 * n / 36 - p) < 1 for n, p in zip(ways, percentages(ways), strict=True))


@pytest.mark.parametrize("dock", [kind.id for kind in DOCKS if not kind.hook and not kind.needs])
def test_the_window_fits_a_small_screen_with_any_dock_open(fight, dock):
    """1366x768 less the title, the menus and the bar of the desktop."""
    battle = fight(on((A, C), D, E), (1, 1))
    window = battle.player.window
    window.resize(1366, 680)
    battle.declare(action("assault", "0907"), A, C, air=3)
    window.docks[dock].show()
    window.docks[dock].raise_()
    QApplication.processEvents()
    assert (window.width(), window.height()) == (1366, 680)
    assert window.minimumSizeHint().height() <= 680
    assert window.view.height() >= 200
    battle.announce()
    QApplication.processEvents()
    assert (window.width(), window.height()) == (1366, 680)
