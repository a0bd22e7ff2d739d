"""What Libertação das Filipinas may take: its lists, its supply, its secrets, its matches.

The campaign is played at random while copies of it are asked, one position after the other, as
they are in play: what was derived from one position is not known in the next, what was kept is.
Milliseconds of processor time; the whole match is played here::

    PYTHONPATH=tests python tests/benchmarks/test_filipinas_budgets.py
"""

import time
from collections import defaultdict
from random import Random
from statistics import median
from unittest import mock

import pytest

from tabuleiro.bots import RandomPlayer
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Game
from tabuleiro.engine.views import view
from tabuleiro.seats import Table
from tabuleiro_filipinas.air_planning import mission_plans
from tabuleiro_filipinas.air_transfers import transfers
from tabuleiro_filipinas.aircraft import aircraft
from tabuleiro_filipinas.supply_allotment import shares

ACTIONS, EVERY = 800, 7
"""How many actions the test plays; after how many all is asked."""
TRIES = 4
SCATTERED = 40_000
COUNT, WALK = "counting", "walking"
PACE = {COUNT: 0.93, WALK: 6.4}
"""Milliseconds that so many numbers and things took where the budgets were set."""
LATE = 0.99
BUDGETS = {
    "phase 5b, all actions": 25.0,
    "phase 5b, one piece": 2.0,
    "one force, all destinations": 4.0,
    "one leg, checked": 0.2,
    "missions, their targets": 5.0,
    "one mission, who flies": 5.0,
    "transfers of one aircraft": 2.0,
    "supply given out": 10.0,
    "what a side sees": 2.0,
    "a row told to a side": 0.3,
    "check and apply": 1.5,
    "one step at random": 3.3,
}
"""Milliseconds, at the median; a step on average, with the choice of the player: 15 s a match."""
RARE = {"check and apply": 40.0}
"""Milliseconds that one of a hundred may take: where a turn ends, and fourteen phases begin."""
LONGEST, POSITION = 12_000, 120_000
"""Actions in a list, and bytes of a position."""


class Match:
    """The campaign, played at random; what was asked on the way, and how long each took."""

    def __init__(self, actions):
        self.taken = defaultdict(list)
        self._things = [[number] for number in range(SCATTERED)]
        Random(3).shuffle(self._things)  # as they lie in memory, they are not met one by one
        self.longest = self.bytes = self.steps = 0
        self._game = Catalogue.installed().new("filipinas", "campaign", seed="3", match="3")
        self._random = Random(3)
        self._copies = [self._game.fork() for _copy in range(3)]
        self._play(actions)

    def _time(self, name, ask):
        begun = time.process_time()
        answer = ask()
        self.taken[name].append((time.process_time() - begun) * 1000)
        return answer

    def _play(self, actions):
        game, tell = self._game, Game._tell
        sides = game.module.sides
        table = Table(game, agreeable=tuple(sides))
        players = {side: (RandomPlayer(side), table.seat(side)) for side in sides}

        def telling(self_, *what):
            begun = time.process_time()
            found = tell(self_, *what)
            self.taken["a row told to a side"].append(
                (time.process_time() - begun) * 1000 / len(sides)
            )
            return found

        while not game.over and (actions is None or self.steps < actions):
            if self.steps % EVERY == 0:
                self._ask()
            side = game.situation.asked().side
            player, seat = players[side]
            begun = time.process_time()
            chosen = player.choose(seat)
            with mock.patch.object(Game, "_tell", telling):
                self._time(
                    "check and apply",
                    lambda one=chosen, by=side: game.act(one, side=by, thrown=sides),
                )
            self.taken["one step at random"].append((time.process_time() - begun) * 1000)
            self.steps += 1

    def _ask(self):
        position = self._game.position
        for copy in self._copies:
            copy._position = position
        self.bytes = max(self.bytes, len(position.to_json()))
        mine = self._copies[0]
        for copy in self._copies:
            copy.belief(copy.situation.asked().side)  # that it believes anything comes before
        mine.decision()
        for side in mine.module.sides:
            self._time("what a side sees", lambda side=side: view(mine, side))
        step, side = position.top, mine.situation.asked().side
        asking = {
            "movement-phase": self._ask_in_the_open,
            "forming-force": self._ask_at_sea,
            "under-way": self._ask_at_sea,
            "mission-draft": self._ask_who_flies,
        }
        asking.get(type(step).__struct_config__.tag, lambda _side: None)(side)
        self._time(COUNT, lambda: [number % 97 for number in range(SCATTERED)])
        self._time(WALK, lambda: sum(thing[0] for thing in self._things))

    def _fresh(self, side):
        """What a side believes, as if it had just come about."""
        believed = self._copies[0].belief(side).s
        return believed.elsewhere(believed.position)

    def _ask_in_the_open(self, side):
        _mine, one, whole = self._copies
        piece = self._random.choice(one.fork().decision().pieces)
        self._time("phase 5b, one piece", lambda: one.legal(piece=piece))
        self.longest = max(self.longest, len(self._time("phase 5b, all actions", whole.legal)))
        s = self._fresh(side)
        self._time("missions, their targets", lambda: list(mission_plans(s, side)))
        s = self._fresh(side)
        wing = aircraft(s, side)
        if wing:
            flier = self._random.choice(wing)
            self._time("transfers of one aircraft", lambda: list(transfers(s, side, flier)))
        s = self._fresh(side)
        self._time("supply given out", lambda: shares(s, side))

    def _ask_at_sea(self, _side):
        _mine, one, other = self._copies
        force = one.position.top.force
        found = self._time("one force, all destinations", lambda: one.legal(piece=force))
        legs = [leg for leg in found if leg.kind == "sail-force"]
        if legs:
            leg = self._random.choice(legs)
            self._time("one leg, checked", lambda: other.check(leg))

    def _ask_who_flies(self, _side):
        self._time("one mission, who flies", self._copies[1].legal)

    @property
    def slower(self):
        """How many times slower this machine was than the one on which the budgets were set.

        Asked on the way, for what runs beside it comes and goes; and both of the processor and of
        memory, for that takes the caches away from play, which needs them, not from counting.
        """
        return max(1.0, *(median(self.taken[what]) / usual for what, usual in PACE.items()))

    def spent(self):
        """Return how much of each budget was spent, 1 being all.

        The lists and the position are not slower anywhere.
        """
        slower = self.slower
        middle = {what: median(self.taken[what]) / most for what, most in BUDGETS.items()}
        steps = self.taken["one step at random"]
        middle["one step at random"] = sum(steps) / len(steps) / BUDGETS["one step at random"]
        late = {f"{what}, late": self.late(what) / most for what, most in RARE.items()}
        found = {what: share / slower for what, share in {**middle, **late}.items()}
        return {**found, "longest": self.longest / LONGEST, "bytes": self.bytes / POSITION}

    def late(self, what):
        """Return the milliseconds that one of a hundred took at least."""
        return sorted(self.taken[what])[int(len(self.taken[what]) * LATE)]


@pytest.mark.slow
def test_the_campaign_is_within_its_budgets():
    best = {}
    for _try in range(TRIES):  # whatever runs beside it takes the caches away: the best counts
        for what, share in Match(ACTIONS).spent().items():
            best[what] = min(share, best.get(what, share))
        if max(best.values()) <= 1:
            break
    assert max(best.values()) <= 1, best


if __name__ == "__main__":
    match = Match(None)
    for what, usual in PACE.items():
        print(f"{what}: {median(match.taken[what]):.2f} ms, where the budgets were set {usual}")
    print(f"{'ms':29} {'median':>8} {'mean':>8} {'1 of 100':>9} {'worst':>8} {'budget':>8}")
    for name, budget in BUDGETS.items():
        times = match.taken[name]
        print(f"{name:29} {median(times):8.2f} {sum(times) / len(times):8.2f}"
              f" {match.late(name):9.2f} {max(times):8.1f} {budget:8.1f}")  # fmt: skip
    print(f"the longest list: {match.longest:,} of at most {LONGEST:,} actions")
    print(f"the largest position: {match.bytes:,} of at most {POSITION:,} bytes")
    print(f"the whole match: {match.steps:,} actions,"
          f" {sum(match.taken['one step at random']) / 1000:.1f} s")  # fmt: skip
