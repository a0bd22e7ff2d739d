"""Nobody at the screen sees more than the side may know: two tables that a side cannot tell apart.

On both the same is done, and all that the window holds is compared: texts, hints, accessible texts,
models with all their roles, counters, pictures. What differs has been given away.
"""

import re

import pytest
from PySide6.QtWidgets import QLabel

from tabuleiro.bots import make_player
from tabuleiro.engine.knowledge import Level
from tabuleiro.host import handover
from tabuleiro.host.panels.details import piece_lines
from tabuleiro.host.report import Wanted, report
from tabuleiro.host.seat import Seat
from tabuleiro.host.shell import Shell
from tabuleiro.host.window import MatchWindow
from tabuleiro.i18n import text
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table
from tabuleiro.store import Library
from tabuleiro.testing import action
from tabuleiro.testing.table import table
from window_contents import cells_of, first_difference, held_by, look_about, pictures_of

OURS = {"us-349-ri": "1213", "us-350-ri": "1413"}
SEALED = (
    {**OURS, "de-191-ri": "0909", "de-211-ri": {"place": "0507", "losses": 1}},
    {**OURS, "de-211-ri": {"place": "0909", "losses": 1}, "de-191-ri": "0507"},
)
"""Who stands where of two regiments of one nation, and who of them has lost a step."""
COVERED = (
    {**OURS, "de-191-ri": "0909", "de-211-ri": {"place": "0507", "losses": 1}},
    {**OURS, "de-191-ri": {"place": "0909", "losses": 1}, "de-211-ri": "0507"},
)
WORLDS = {"sealed": SEALED, "covered": COVERED}


@pytest.fixture
def two_windows(open_match):
    """A function that opens two windows, at tables that the side that looks cannot tell apart."""

    def show(how, phase="allied-movement", **seated):
        windows = []
        for pieces in WORLDS[how]:
            t = table("diadem", phase, pieces, options={"sealing": how})
            window = open_match(t.game, hand_over=False, **seated)
            window.seat.rest()
            windows.append(window)
        return windows

    return show


def alike(windows, folder):
    """Say whether two windows hold the same."""
    one, other = (look_about(window) for window in windows)
    assert first_difference(one, other) is None
    assert len(one) == len(other)
    seen, seen_too = (pictures_of(window, folder) for window in windows)
    assert seen == seen_too
    told, told_too = (report(window, Wanted(pictures=False)) for window in windows)
    assert told == told_too


@pytest.mark.parametrize("how", WORLDS)
def test_against_the_computer(two_windows, tmp_path, how):
    windows = two_windows(how, players={"axis": "simple"})
    assert all(window.seat.viewer == "allied" for window in windows)
    alike(windows, tmp_path)


@pytest.mark.parametrize("how", WORLDS)
def test_two_people_at_one_screen(two_windows, tmp_path, how):
    windows = two_windows(how)
    assert all(window.seat.viewer == "allied" for window in windows)
    alike(windows, tmp_path)


@pytest.mark.parametrize("how", WORLDS)
def test_nobody_before_the_screen_sees_what_an_onlooker_sees(two_windows, tmp_path, how):
    windows = two_windows(how)
    for window in windows:
        window.seat.hold_back()
        assert (window.seat.viewer, window.seat.sees_all) == ("", False)
    alike(windows, tmp_path)


@pytest.mark.parametrize("how", WORLDS)
def test_computers_alone_show_what_an_onlooker_sees(two_windows, tmp_path, how):
    players = {"allied": "simple", "axis": "simple"}
    windows = two_windows(how, players=players)
    alike(windows, tmp_path)


@pytest.mark.parametrize("how", WORLDS)
def test_looking_back_and_taking_back_show_no_more(two_windows, tmp_path, how):
    windows = two_windows(how, players={"axis": "simple"})
    for window in windows:
        seat = window.seat
        assert seat.act(action("move", "us-349-ri", ("1212",)))
        assert seat.act(action("move", "us-350-ri", ("1313",)))
        seat.look_back(seat.rows()[-2].n)
    alike(windows, tmp_path)
    for window in windows:
        window.seat.look_back(None)
        assert window.seat.undo()
    alike(windows, tmp_path)
    for window in windows:
        assert window.seat.redo()
        assert window.seat.goto(window.seat.rows()[1].n)
    alike(windows, tmp_path)


def test_what_differs_is_seen_where_it_may_be(two_windows):
    """The comparison itself: with open hands the two tables are told apart."""
    for how in WORLDS:
        one, other = map(look_about, two_windows(how, open_hands=True))
        assert first_difference(one, other) is not None


@pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
def test_no_widget_holds_an_unknown_piece(open_match, catalogue, game):
    """After some play no text, hint or model names one by its id; nor is it listed by its name."""
    match = catalogue.new(game, seed="7", options={"sealing": "sealed"})
    bot, people = make_player("simple", seed="7"), Table(match).seat(*match.module.sides)
    for _deed in range(40):
        match.act(bot.choose(people))
    me, them = match.module.sides
    window = open_match(match, players={them: "simple"})
    window.seat.rest()
    assert window.seat.viewer == me
    s = window.seat.sight
    unknown = [p for p in s.position.pieces if s.level(p) == Level.NOTHING]
    assert len(unknown) > 10
    told = look_about(window, ())
    for place in {match.position.pieces[p].place for p in unknown} & set(s.board.grid.hexes):
        window.seat.point(place)
        told += cells_of(window.docks["hex"].widget().units.model())
    held = "\n".join(" ".join(map(str, each)) for each in told)
    words = set(re.findall(r"[~\w.-]+", held))
    assert words.isdisjoint(unknown)
    seen = {text(s.counter(p).name) for p in s.pieces()}
    forces = [cell[-1] for cell in cells_of(window.docks["forces"].widget().model)]
    assert ({text(s.counter(p).name) for p in unknown} - seen).isdisjoint(forces)


# ------------------------------------------------------------------------------- hand-overs


class Screen:
    """A shell with a hot seat at a table."""

    def __init__(self, shell, game):
        self.shell = shell
        shell.show_match(Seat(Table(game)))

    @property
    def window(self) -> MatchWindow:
        return self.shell.match

    @property
    def seat(self):
        return self.window.seat


@pytest.fixture
def two_screens(qtbot, catalogue, settings, tmp_path):
    """Two hot seats at tables that nobody can tell apart who has not sat down."""
    shells, libraries, screens = [], [], []
    for number, pieces in enumerate(SEALED):
        t = table("diadem", "allied-movement", pieces, options={"sealing": "sealed"})
        library = Library(tmp_path / f"{number}.db")
        shell = Shell(catalogue, library, settings)
        qtbot.addWidget(shell)
        shell.resize(1280, 800)
        shell.show()
        shells.append(shell)
        libraries.append(library)
        screens.append(Screen(shell, t.game))
    yield screens
    for shell, library in zip(shells, libraries, strict=True):
        shell.close()
        library.close()


def held(screen):
    """What a screen holds, also below the cover."""
    return held_by(screen.window)


def test_the_screen_is_nobodys_until_it_was_taken(two_screens):
    for screen in two_screens:
        assert screen.seat.viewer == "allied"
        while screen.seat.table.asked == "allied":
            assert screen.seat.act(action("end-phase"))
        assert screen.shell.covered
        assert screen.seat.viewer == ""
        assert not screen.seat.sees_all
    assert first_difference(*map(held, two_screens)) is None
    for screen in two_screens:
        told = [label.text() for label in screen.shell.handover.findChildren(QLabel)]
        assert "Turn 1 · 12-13 May 1944 · Axis movement" in told, "so much is known to all"
        assert "Move your units." in told
        screen.shell.handover.button.click()
        assert not screen.shell.covered
        assert screen.seat.viewer == "axis"
    names = [piece_lines(screen.seat, screen.seat.stack("0909")[-1])[0] for screen in two_screens]
    assert names == ["191st Grenadier Regiment", "211th Grenadier Regiment"]


def test_what_one_did_is_told_to_the_other_as_that_one_saw_it(two_screens):
    for screen in two_screens:
        while screen.seat.table.asked == "allied":
            assert screen.seat.act(action("end-phase"))
        screen.shell.handover.button.click()
        (piece,) = screen.seat.stack("0909")
        assert screen.seat.act(action("move", piece, ("0809",)))
        log = screen.window.docks["log"].widget()
        assert piece_lines(screen.seat, piece)[0] in log.model.text()
        look_about(screen.window)  # all of it is drawn with the eyes of the one
        screen.seat.hold_back()
    assert first_difference(*map(held, two_screens)) is None
    for screen in two_screens:
        screen.seat._look_for("allied")
    assert first_difference(*map(held, two_screens)) is None


def test_what_one_typed_and_was_told_is_not_left_to_the_other(two_screens):
    screen = two_screens[0]
    window = screen.window
    panels = {name: window.docks[name].widget() for name in ("log", "forces", "hex")}
    window.play._hovered("1213")
    panels["log"].search.setText("349th")
    panels["forces"].search.setText("349th")
    window.play.ruler.switch(on=True)
    window.saying.below("The 349th is not engaged.")
    screen.seat.select(["us-349-ri"])
    while screen.seat.table.asked == "allied":
        assert screen.seat.act(action("end-phase"))
    for step in (lambda: None, screen.shell.handover.button.click):
        step()
        assert panels["log"].search.text() == panels["forces"].search.text() == ""
        assert "349" not in panels["hex"].words
        assert window.told.text() == window._where.text() == ""
        assert not window.play.ruler.active
        assert screen.seat.selection == ()


def test_nobody_sees_where_the_other_was_at_work(two_screens):
    """Who zooms to a hex and thinks about it tells by that where something is to happen."""
    looked = []
    for screen, hex in zip(two_screens, ("0507", "1413"), strict=True):
        view, take = screen.window.view, screen.shell.handover.button.click
        view.set_zoom(1.6)
        view.look_at(view.middle(hex))
        zoom, middle = view.place()
        while screen.seat.table.asked == "allied":
            assert screen.seat.act(action("end-phase"))
        looked.append((view.place(), view.following))
        take()
        looked.append((view.place(), view.following))
        assert screen.seat.viewer == "axis"
        assert screen.seat.undo(consent=True)
        take()
        assert screen.seat.viewer == "allied"
        assert view.place()[0] == pytest.approx(zoom)
        assert (view.place()[1] - middle).manhattanLength() < 3
    assert looked[:2] == looked[2:]
    assert all(following for _place, following in looked)


def test_without_the_page_the_eyes_change_with_the_turn(two_screens):
    screen = two_screens[0]
    screen.shell.settings.set("handover", value=False)
    while screen.seat.table.asked == "allied":
        assert screen.seat.act(action("end-phase"))
    assert not screen.shell.covered
    assert screen.seat.viewer == "axis"
    stack = screen.seat.stack("1213")
    assert len(stack) == 1
    assert is_unknown(stack[0])


def test_the_page_can_be_sent_away_for_good(two_screens):
    screen = two_screens[0]
    while screen.seat.table.asked == "allied":
        assert screen.seat.act(action("end-phase"))
    screen.shell.handover.never.click()
    assert not screen.shell.covered
    assert screen.seat.viewer == "axis"
    assert not screen.shell.settings.handover


def test_nobody_is_covered_for_whom_nothing_secret_is_seen(two_screens, monkeypatch):
    """The allies hide something, the axis nothing: the axis may take the screen at once."""
    screen = two_screens[0]
    hidden_from = {"axis"}
    monkeypatch.setattr(handover, "_hides", lambda _seat, side: side in hidden_from)
    while screen.seat.table.asked == "allied":
        assert screen.seat.act(action("end-phase"))
    assert not screen.shell.covered
    assert screen.seat.viewer == "axis"
    assert screen.seat.undo(consent=True)
    assert screen.shell.covered, "what the allies see is not for the axis"


def test_taking_back_across_a_hand_over_covers_again(two_screens):
    for screen in two_screens:
        while screen.seat.table.asked == "allied":
            assert screen.seat.act(action("end-phase"))
        screen.shell.handover.button.click()
        assert screen.seat.undo(consent=True)
        assert screen.seat.table.asked == "allied"
        assert screen.shell.covered
        assert screen.seat.viewer == ""
    assert first_difference(*map(held, two_screens)) is None
    for screen in two_screens:
        screen.shell.handover.button.click()
        assert screen.seat.viewer == "allied"
    assert first_difference(*map(held, two_screens)) is None


def test_the_log_of_one_side_is_not_left_to_the_other(two_screens):
    """Rows are numbered for each side: what stood under a number for one is gone for the other."""
    screen = two_screens[0]
    for side in ("axis", "allied"):
        if side == "axis":
            while screen.seat.table.asked == "allied":
                assert screen.seat.act(action("end-phase"))
        else:
            assert screen.seat.undo(consent=True)
        screen.shell.handover.button.click()
        assert screen.seat.viewer == side
        log = screen.window.docks["log"].widget()
        told = [entry.plain for entry in map(log.model.entries.get, log.model.entries)]
        fresh = MatchWindow(screen.seat, screen.window.settings)
        anew = fresh.docks["log"].widget().model
        assert told == [entry.plain for entry in anew.entries.values()]
        fresh.close()


# ------------------------------------------------------------------------------ what is known


def test_a_piece_that_is_not_known_has_a_face_and_words(two_windows):
    window = two_windows("sealed", players={"axis": "simple"})[0]
    seat = window.seat
    (piece,) = seat.stack("0909")
    assert is_unknown(piece)
    face = window.play.face(piece)
    known = window.play.face("us-349-ri")
    nation = seat.module.nations["german"]
    assert (face.ground, face.ink, face.symbol) == (nation.ground, nation.ink, "infantry")
    assert (face.figures, face.size, face.left, face.right, face.reach) == ("?", "", "", "", "")
    assert known.figures != "?"
    lines = piece_lines(seat, piece)
    assert lines[0] == "German (foot)"
    assert "You see whose it is, its kind and where it stands; nothing more." in lines
    assert not [line for line in lines if "191" in line or "steps" in line]


def test_what_was_seen_before_is_told(two_windows):
    """A battle lays strengths open; afterwards one remembers them."""
    for how, asked in (("covered", "de-191-ri"), ("sealed", None)):
        window = two_windows(how, players={"axis": "simple"})[0]
        s = window.seat.sight
        piece = asked or window.seat.stack("0909")[0]
        s.position.memory.setdefault("allied", {})["de-191-ri"] = {
            "place": "0909", "losses": 1, "turn": 1,
        }  # fmt: skip
        told = [line for line in piece_lines(window.seat, piece) if "turn 1" in line]
        assert len(told) == 1
        assert "191st Grenadier Regiment, 1 of 2 steps left" in told[0]
