"""What the picture book shows: each page brings the window somewhere and has it taken.

The positions are those of whole matches, brought on by computer players, or scenes of the tests
of rules where a match seldom comes to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

import filipinas_war
import papua_scenes
from scenes import at
from tabuleiro.bots import make_player
from tabuleiro.editor.beginning import add_scenario, draft_of, new_pack
from tabuleiro.host.boardeditor.opening import open_editor
from tabuleiro.host.gestures import aim, piece_of
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.packs import PackDialog
from tabuleiro.host.reportdialog import ReportDialog
from tabuleiro.host.scenarioeditor.session import Session
from tabuleiro.host.scenarioeditor.window import ScenarioEditor
from tabuleiro.host.settingsdialog import retake
from tabuleiro.host.theme import dress
from tabuleiro.i18n import text
from tabuleiro.module import find_module, load_module
from tabuleiro.publish.packing import make_pack
from tabuleiro.publish.trust import Trust
from tabuleiro.seats import Table
from tabuleiro.store import Seats
from tabuleiro.testing import action

ROOT = Path(__file__).resolve().parents[2]
FREE = ROOT / "docs" / "examples" / "free-table"
PACK = ROOT / "tests" / "publish" / "three-turns-at-cassino"
LARGE = 24
PAGES: list[Callable] = []


def page(make):
    """Add a page to the book."""
    PAGES.append(make)
    return make


def brought(book, game, until, scenario=None, seed="pictures"):
    """A match that computer players have brought to where it is to be looked at."""
    found = book.catalogue.new(game, scenario, seed=seed)
    table = Table(found)
    bots = {side: make_player("simple", seed=f"{seed} {side}") for side in found.module.sides}
    while not until(found.situation):
        table.seat(table.asked).act(bots[table.asked].choose(table.seat(table.asked)))
    return found


def phase(name, turn=1):
    return lambda s: s.phase is not None and (s.turn, s.phase.id) == (turn, name)


def taken(book):
    """The pieces of who is asked, each with where it can go, those with the most ways first."""
    seat = book.seat
    ways: dict[str, set] = {}
    for one in seat.legal():
        piece, place = piece_of(one), aim(one)
        if piece is not None and place is not None:
            ways.setdefault(piece, set()).add(place)
    return sorted(ways, key=lambda piece: (-len(ways[piece]), piece))


# ------------------------------------------------------------------ before and around a match


@page
def start_page(book):
    book.take("start-first")


@page
def new_match(book):
    def look(dialog):
        book.take("new-match")
        dialog.choices.more.click()
        book.take("new-match-advanced")

    book.ask(lambda: book.shell.new_match("papua"), NewMatch, look)


@page
def match_list(book):
    for number, game in enumerate(("diadem", "leyte", "papua")):
        found = book.catalogue.new(game, seed=str(number))
        sides = dict.fromkeys(found.module.sides, "simple")
        seats = Seats({**sides, next(iter(sides)): "human"}, open_hands=False)
        book.shell.library.create(found, text(found.module.title), seats)
    book.shell.show_start()
    book.wait_for_cards()
    book.take("start-matches")
    book.shell.start.matches.setCurrentRow(1)


@page
def guide(book):
    book.shell.learn()
    book.take("guide-first")
    for _step in range(40):
        if book.shell.guide.last:
            break
        book.shell.guide.forward()
        if book.shell.guide.step.id == "declare":
            book.take("guide-attack")
    book.take("guide-last")


@page
def shortcuts(book):
    book.ask(book.shell.show_keys, QWidget, lambda _dialog: book.take("shortcuts"))


@page
def pack(book):
    shown = PackDialog(make_pack(PACK), Trust(), book.shell)
    book.ask(shown.exec, PackDialog, lambda _dialog: book.take("pack"))


# --------------------------------------------------------------------------- moving


@page
def set_up(book):
    book.sit(book.catalogue.new("diadem", seed="set-up"), {"axis": "simple"})
    piece = next(iter(taken(book)), None)
    if piece is not None:
        book.seat.select([piece])
    book.take("set-up")


@page
def maps(book):
    for game in ("diadem", "leyte", "metz", "papua", "filipinas"):
        book.sit(book.catalogue.new(game, seed="map"), open_hands=True)
        book.window.view.fit()
        book.take(f"map-{game}")
    book.window.view.set_zoom(1)
    book.take("map-filipinas-near")


@page
def movement(book):
    book.sit(brought(book, "diadem", phase("allied-movement")), {"axis": "simple"})
    book.take("movement")
    view = book.window.view
    piece = next(p for p in taken(book) if book.seat.sight.place(p) in view.board.grid)
    view.set_zoom(1)
    book.hands.take(piece)
    book.point_far(piece)
    book.take("unit-in-hand")
    book.hands.let_go()
    book.menu_on(piece, "menu")
    book.end_phase()
    book.take("not-moved")


@page
def pointing(book):
    book.sit(brought(book, "papua", phase("allied-movement", 3)), {"japanese": "simple"})
    book.window.view.set_zoom(1)
    item = max(book.window.view.stacks.values(), key=lambda each: len(each.pieces))
    book.window.view.show_hex(item.place)
    book.point(book.window.view.mapFromScene(item.pos()), 1500)
    book.take("papua-fan-and-tip")


@page
def free_table(book):
    book.catalogue.take(FREE)
    book.sit(book.catalogue.new("free-table-example", seed="clara"))
    book.take("free-table")


# --------------------------------------------------------------------------- on the ground


@page
def battle(book):
    game = brought(book, "diadem", phase("allied-combat"))
    book.sit(game, {"axis": "simple"}, pace=0)
    book.take("combat")
    attack = best_attack(book)
    book.seat.act(attack)
    for join in [a for a in book.seat.legal() if a.kind == "join"]:
        if join in book.seat.legal():
            book.seat.act(join)
    book.take("battle-before")
    through(book, "battle")
    book.take("combat-after")


def best_attack(book):
    """The attack that most could join."""
    near = {}
    for one in book.seat.legal():
        if aim(one) is not None and one.kind == "assault":
            copy = book.seat.table.game.fork(seed="look")
            copy.act(one)
            near[one] = len(copy.legal(kind="join"))
    return max(near, key=near.get)


def through(book, name):
    """Announce, and take dice, banner, and each kind of question on the way through a battle."""
    book.seat.act(action("confirm"))
    asked = set()
    for _step in range(30):
        book.until(lambda: book.theatre.scene is not None or book.seat.decision() is not None)
        if book.theatre.scene is not None:
            if book.window.battle.dice.tumbling and "dice" not in asked:
                asked.add("dice")
                book.take(f"{name}-dice", rest=False)
            book.window.battle.dice.skip()
            book.until(lambda: not book.window.battle.dice.tumbling)
            if "banner" not in asked:
                asked.add("banner")
                book.take(f"{name}-banner")
            book.theatre.go_on()
            continue
        decision = book.seat.decision()
        if decision.kind == "phase":
            return
        kind = next(iter(decision.actions), "")
        if kind not in asked:
            asked.add(kind)
            book.take(f"{name}-asks-{kind}")
        legal = book.seat.legal()
        moving = [a for a in legal if aim(a) is not None]
        book.seat.act((moving or legal)[0])


def answer(book, name, *, most=60):
    """End phases until dice fall, and take them with what came of them."""
    for _step in range(most):
        if book.theatre.scene is not None:
            book.window.battle.dice.skip()
            book.until(lambda: not book.window.battle.dice.tumbling)
            book.take(name)
            return
        ends = [a for a in book.seat.legal() if a.kind == "end-phase" or a.kind[:5] == "done-"]
        book.seat.act((ends or book.seat.legal())[0])
        book.rest()
    raise AssertionError("no dice fell")


# --------------------------------------------------------------------------- others


@page
def other_side(book):
    book.sit(brought(book, "diadem", phase("allied-combat", 2)), {"axis": "simple"}, pace=0)
    book.window.theatre.waits = False
    book.seat.act(action("end-phase"))
    me = make_player("simple", seed="other side")
    while book.seat.sight.phase.id != "allied-movement":
        book.until(lambda: book.seat.decision() is not None)
        if book.seat.sight.phase.id != "allied-movement":
            book.seat.act(me.choose(book.seat.table.seat("allied")))
    book.rest(800)
    book.take("trails-and-news")
    book.show("statistics")
    book.take("statistics")
    book.hide("statistics")
    book.show("log")
    book.take("log")
    dialog = ReportDialog(book.window, book.shell)
    book.ask(dialog.exec, ReportDialog, lambda _dialog: book.take("report"))


@page
def air_battle(book):
    P = papua_scenes  # noqa: N806 - short, for names of places
    zeros, bettys = ("jp-4ku-1", "jp-4ku-2"), ("jp-4ku-4", "jp-4ku-5")
    t = P.airwar("japanese", at(P.RABAUL, *zeros, *bettys), at(P.LAE, "jp-75s-1"),
                 at(P.JACKSON, "us-fs-36", "us-fs-8", "us-bs-13"), at("1313", "jp-41-1"),
                 at(P.DOBODURA, "au-39"), marks={P.LAE: P.JAPANESE_BASE},
                 dice=(4, 3, 5, 2, 6, 1))  # fmt: skip
    book.sit(t.game, open_hands=True)
    book.seat.act(action("bomb-field", P.JACKSON))
    for piece in bettys:
        book.seat.act(action("fly-as-bomber", piece))
    book.seat.act(action("fly-as-fighter", zeros[0]))
    book.take("air-raid-before")
    book.seat.act(action("confirm"))
    for _step in range(12):
        rises = [a for a in book.seat.legal() if a.kind == "intercept"]
        if rises:
            break
        book.seat.act(action("end-phase"))
    book.take("interception")
    book.seat.act(rises[0])
    answer(book, "air-battle")
    book.theatre.go_on()
    answer(book, "air-bombing")


@page
def disease(book):
    sick = ("au-2-14", "au-2-16", "au-9", "au-25", "au-61", "au-2-9", "au-2-10")
    spots = ("1014", "1014", "1015", "1015", "1016", "0914", "0914")
    t = papua_scenes.scene("allied-combat", dict(zip(sick, spots, strict=True)),
                           at("1313", "jp-41-1"), turn=5, marks=papua_scenes.SUPPLIED,
                           dice=(6, 1, 2, 3, 4, 5, 1))  # fmt: skip
    book.sit(t.game, open_hands=True)
    answer(book, "disease")


@page
def landing(book):
    book.sit(brought(book, "leyte", phase("american-movement")), {"japanese": "simple"})
    book.take("leyte-landing")


@page
def naval(book):
    w = filipinas_war
    t = w.naval(w.fleet("jp-a", "0739", "jp-den-1", "jp-den-2"),
                w.fleet("us-a", "0740", "us-den-1", "us-den-2"),
                w.fleet("us-b", "0737", "us-comb-6", "us-comb-7"), dice=(6, 5, 4, 5))  # fmt: skip
    book.sit(t.game, open_hands=True)
    book.take("naval-before")
    book.hands.click_piece("jp-task-force-a")
    book.until(lambda: book.theatre.scene is not None)
    book.take("naval-dice", rest=False)
    book.window.battle.dice.skip()
    book.take("naval-banner")
    book.theatre.go_on()
    book.take("naval-asks")


@page
def weather(book):
    t = filipinas_war.scene("jp-movement", {"jp-79-bgda": "1907"}, turn=4, dice=(1, 1))
    book.sit(t.game, open_hands=True)
    answer(book, "weather")


# --------------------------------------------------------------------------- editors and settings


@page
def settings(book):
    book.ask(book.shell.commands["settings"].trigger, QWidget,
             lambda _dialog: book.take("settings"))  # fmt: skip


@page
def large(book):
    with large_writing(book):
        book.wait_for_cards()
        book.shell.show_start()
        book.take("large-start")
        book.sit(brought(book, "diadem", phase("allied-combat")), {"axis": "simple"}, pace=0)
        book.take("large-combat")
        book.seat.act(best_attack(book))
        for join in [a for a in book.seat.legal() if a.kind == "join"][:3]:
            book.seat.act(join)
        book.take("large-battle")
        book.ask(book.shell.commands["settings"].trigger, QWidget,
                 lambda _dialog: book.take("large-settings"))  # fmt: skip


@contextmanager
def large_writing(book) -> Iterator[None]:
    for size in (LARGE, 0):
        book.shell.settings.set("font-size", size)
        dress(QApplication.instance(), book.shell.settings)
        retake(book.shell)
        if size:
            yield


@page
def scenario_editor(book):
    draft = draft_of(new_pack("diadem", "my-diadem", book.folder), book.catalogue.parameters)
    file = add_scenario(draft, "three-turns")
    session = Session(draft, file, load_module(find_module("diadem")))
    book.look_at(ScenarioEditor(session, book.shell.settings), "scenario-editor")


@page
def board_editor(book):
    root = book.copy_of(FREE)
    book.look_at(open_editor(book.shell, root), "board-editor")
