"""The clicks of a turn of Libertação das Filipinas: ``pytest -s tests/host/measure_clicks.py``.

No test, and in no test run. A computer player says what is to be done; it is done in the real
window by real clicks on boards, orders, buttons and map, as a player who knows them would. Beside
it stands what the same actions cost one by one: a click for what has a button, two for a unit and
a place. What the hands of the tests cannot reach is done without them and counted as by hand.
"""

from collections import Counter
from itertools import groupby

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.exceptions import TimeoutError  # noqa: A004

from tabuleiro.bots import make_player
from tabuleiro.engine import Action
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.gestures import aim, piece_of
from tabuleiro.host.passing import Until
from tabuleiro.seats import Table
from tabuleiro_filipinas.ready_forces import PURPOSES, propose, ships_by_sort

QUIET = {
    "form-force", "join-force", "take-aboard", "put-down", "make-stop", "go-ashore", "restore-unit",
    "search-at-sea", "intercept", "fly-as-bomber", "fly-as-fighter", "fly-as-kamikaze", "join",
    "hit-ship", "leave-sea", "lose", "station-submarine", "change-base", "send-to", "move",
}  # fmt: skip
"""Actions after which nobody else is asked and no die falls that would change what follows."""
ORDERS = {"restore-unit": "order-replace", "search-at-sea": "order-search-all",
          "change-base": "order-move-up",
          "intercept": "order-carrier-cover", "hit-ship": "order-hits",
          "leave-sea": "order-leave-sea"}  # fmt: skip
STANDING = ("search-all", "carrier-cover", "hits", "losses", "torpedoes", "end-voyage")
"""Orders that are let stand where they are first offered: a click in turn 1, later none."""
PACKAGE = {"fly-as-bomber", "fly-as-fighter", "fly-as-kamikaze"}
BUTTONS = {"end-phase", "confirm", "end-voyage", "form-force"}
MOST = 900


def by_hand(action):
    """The clicks of an action by itself."""
    return 2 if piece_of(action) is not None and aim(action) is not None else 1


class Counting:
    """The hands' mouse, with a counter."""

    def __init__(self, qtbot):
        self.bot, self.clicks = qtbot, 0

    def __getattr__(self, name):
        return getattr(self.bot, name)

    def mouseClick(self, *about, **more):  # noqa: N802 - as Qt calls it
        self.clicks += 1
        self.bot.mouseClick(*about, **more)


class Measured:
    """A side that is played with all aids."""

    def __init__(self, hands, side, turn):
        self.new = turn == 1
        self.hands, self.window, self.seat, self.side = hands, hands.window, hands.seat, side
        self.mouse = hands.qtbot = Counting(hands.qtbot)
        self.bot = make_player("simple", seed=f"clicks {side}")
        self.reckoned, self.spent = Counter(), Counter()

    def play(self, turn):
        game = self.seat.table.game
        for _step in range(MOST):
            s = game.situation
            if s.turn != turn or self.seat.over:
                return
            if self.seat.decision() is None:
                self.seat._computer_acts()
                continue
            if self.let_stand():
                continue
            for kind, run in groupby(self.planned(), key=lambda a: a.kind):
                before = self.mouse.clicks
                goes_on = self.perform(kind, list(run))
                self.spent[kind] += self.mouse.clicks - before
                if not goes_on:
                    break
        raise AssertionError(f"no end: {game.situation.phase.id}")

    def planned(self):
        """What the computer player would do next, as far as nothing else can happen meanwhile."""
        table = Table(self.seat.table.game.fork(seed="plan"))
        run = []
        while table.asked == self.side:
            action = self.bot.choose(table.seat(self.side))
            run.append(action)
            if action.kind not in QUIET:
                break
            table.seat(self.side).act(action)
        return run

    def nothing_more(self, end):
        """Whether only ends are left of the phase: then it is skipped, which asks nothing."""
        table = Table(self.seat.table.game.fork(seed="plan"))
        phase = table.game.situation.phase.id
        table.seat(self.side).act(end)
        while table.asked == self.side and table.game.situation.phase.id == phase:
            action = self.bot.choose(table.seat(self.side))
            if action.kind != end.kind:
                return False
            table.seat(self.side).act(action)
        return True

    def skip(self):
        """Press the switch beside the ribbon of phases."""
        row = self.seat.head
        self.mouse.clicks += 1
        self.window.commands[f"pass-{Until.PHASE}"].trigger()
        passing = self.window.passing
        seat = self.seat
        self.mouse.waitUntil(lambda: seat.head != row)
        self.mouse.waitUntil(lambda: passing.until is None or seat.decision() is None)
        passing.stop()

    def let_stand(self):
        """Let orders stand that are offered for the first time; say whether they did something."""
        row = self.seat.head
        for order in STANDING:
            QApplication.processEvents()
            for button in self.hands.asking.findChildren(QPushButton, f"stands-{order}"):
                if button.isVisible() and not button.isChecked():
                    mouse = self.mouse if self.new else self.mouse.bot
                    mouse.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        return self.seat.head != row

    def has(self, name):
        QApplication.processEvents()
        panel = self.hands.asking
        return any(b.isVisible() and b.isEnabled() for b in panel.findChildren(QPushButton, name))

    def click(self, name):
        if self.has(name):
            self.hands.answer(name)
            return True
        return False

    def perform(self, kind, run):
        """Do a row of alike actions; say whether what was planned after it still holds."""
        if kind == "join-force":
            return self.gather(run)
        if kind in ORDERS and len(run) > 1 and self.click(ORDERS[kind]):
            return False
        if kind == "end-phase" and self.nothing_more(run[0]):
            self.skip()
            return False
        if kind == "rebuild-unit":
            return all(self.click(f"rebuild-unit-{a.piece}-{int(a.whole)}") for a in run)
        if kind in PACKAGE and len(run) > 1:
            fighters = "fly-as-fighter" in {a.kind for a in run}
            self.click("order-package-1" if fighters else "order-package-0")
            if not self.click("confirm"):
                self.click("cancel")
            return False
        alike = [f"all-{kind}", *sorted({f"all-{kind}-{aim(action)}" for action in run})]
        if len(run) > 1 and any(map(self.click, alike)):
            return False
        if kind == "join" and len(run) > 1 and self.click("propose"):
            return False
        if kind == "take-aboard":
            able = {a.piece for a in self.seat.legal() if a.kind == kind}
            if self.has("load-all") and able == {a.piece for a in run}:
                return self.alike(run, 1)
            loads = [(form, list(units)) for form, units in groupby(run, self.formation)]
            return all(self.load(form, units) for form, units in loads)
        if kind == "station-submarine":
            fleet = list(dict.fromkeys(a.about for a in self.seat.legal() if a.kind == kind))
            return self.plainly(sorted(run, key=lambda action: fleet.index(action.piece)))
        if kind == "send-to":
            if len(run) > 1 and self.click(f"order-arrive-{run[0].to}"):
                return False
            waiting = list(self.seat.decision().pieces)
            return self.plainly(sorted(run, key=lambda action: waiting.index(action.piece)))
        if kind in {"move", "change-base"}:
            for _goal, some in groupby(run, aim):
                self.together(list(some))
            return False
        if kind == "put-down":
            for goal, units in groupby(run, lambda a: a.hex):
                if not self.click(f"all-{goal}"):
                    self.plainly(list(units))
            return False
        return self.plainly(run)

    def together(self, run):
        """Let units go to one place: each is taken with Ctrl, which is reckoned, then the place."""
        clicks, pieces = self.mouse.clicks, [action.piece for action in run]
        row = self.seat.head
        if len(run) > 1:
            self.hands.let_go()
            taking = self.taking(pieces)
            self.seat.select(pieces)
            self.hands.click_ground(aim(run[0]))
            if self.seat.head != row:
                self.mouse.clicks += taking
                self.reckoned[run[0].kind] += taking
                return
            self.mouse.clicks = clicks
        self.plainly(run)

    def taking(self, pieces):
        """The clicks that select units: one each, or two for a whole stack that is taken first."""
        s = self.seat.sight
        stacks = [s.at(place) for place in {s.place(piece) for piece in pieces}]
        whole = [len(stack) for stack in stacks if set(stack) <= set(pieces)]
        return len(pieces) - max(0, max(whole, default=0) - 2)

    def formation(self, action):
        counter = self.seat.sight.counter(action.piece)
        return counter.formation or action.piece

    def load(self, formation, actions):
        """Let a formation aboard: the button does it at once, though on ships that it chooses."""
        if self.has(f"load-{formation}"):
            return self.alike(actions, 1)
        return self.plainly(actions)

    def gather(self, actions):
        """Let ships join: a ready force if it is the same, else by the slider of each sort."""
        s, ships = self.seat.sight, [action.piece for action in actions]
        for purpose in PURPOSES:
            same = set(propose(s, self.side, purpose)) == set(ships)
            if same and self.click(f"ready-{purpose.id}"):
                return True
        clicks = len(ships_by_sort(s, ships))
        return self.alike(actions, clicks)

    def alike(self, actions, clicks):
        """Do what so many clicks would have done with others that are alike: the plan is exact."""
        self.mouse.clicks += clicks
        self.reckoned[actions[0].kind] += clicks
        return self.seat.act_all(actions) == len(actions)

    def plainly(self, run):
        """Do actions one by one, by gestures or else without."""
        for action in run:
            if not self.seat.check(action):
                return False
            row, clicks = self.seat.table.game.log.head, self.mouse.clicks
            button = len(run) == 1 and action.kind in BUTTONS
            if button and self.click(action.kind) and self.seat.table.game.log.head != row:
                continue
            try:
                self.hands.do(action)
            except (AssertionError, StopIteration, IndexError, TimeoutError):
                popup = QApplication.activePopupWidget()
                if popup is not None:
                    popup.close()
                if self.seat.table.game.log.head != row:
                    return False  # it did something else: what is planned is out of date
                self.mouse.clicks = clicks + by_hand(action)
                self.reckoned[action.kind] += by_hand(action)
                if not self.seat.act(action):
                    return False
        return True


def at_turn(turn):
    """The campaign between computer players, where a turn begins."""
    game = Catalogue.installed().new("filipinas", "campaign", seed="clicks")
    bots = {side: make_player("simple", seed=f"before {side}") for side in ("us", "jp")}
    table = Table(game)
    seats = {side: table.seat(side) for side in bots}
    while game.situation.turn < turn or game.situation.phase is None:
        seats[table.asked].act(bots[table.asked].choose(seats[table.asked]))
    return game


@pytest.mark.parametrize("side", ["us", "jp"])
@pytest.mark.parametrize("turn", [1, 12])
def test_clicks(open_match, hands, side, turn):
    game = at_turn(turn)
    window = open_match(game, players={"jp" if side == "us" else "us": "simple"})
    window.seat.pace_ms = 10**7
    measured = Measured(hands(window), side, turn)
    before = game.log.head
    measured.play(turn)
    rows = [r for r in game.log.line() if r.id > before and r.side == side and r.kind == "action"]
    done = [Action.from_data(row.action) for row in rows]
    told = {
        "actions": len(done),
        "one by one": sum(map(by_hand, done)),
        "with aids": measured.mouse.clicks,
        "by what was to be done": dict(measured.spent.most_common()),
        "of these reckoned": dict(measured.reckoned),
        "done": dict(Counter(action.kind for action in done)),
    }
    print(f"\n{side}, turn {turn}: {told}")
