"""A tiny game for the engine's tests: two pieces, a die, and steps that do next to nothing."""

from types import SimpleNamespace

from tabuleiro.board import Board, HexGrid
from tabuleiro.engine import Action, Decision, Step, Verdict, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.position import Outcome
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.module import Counter, Option, Phase, Scenario, SetUp, Short, Side


class Hop(Action, frozen=True):
    piece: str
    to: str


class Throw(Action, frozen=True):
    pass


class Pass(Action, frozen=True):
    pass


class Turn(Step, frozen=True):
    """A side hops with its piece as often as it likes, throws a die, or passes."""

    side: str

    def decision(self, s):
        return Decision(self.side, msg("Hop, throw or pass."), pieces=(self.side,))

    def legal(self, s, *, piece=None, hex=None):
        for to in s.board.grid.neighbours(s.place(self.side)):
            if not s.at(to) and hex in {None, to} and piece in {None, self.side}:
                yield Hop(self.side, to)
        if piece is None and hex is None:
            yield Throw()
            yield Pass()

    def check(self, s, action):
        if isinstance(action, Throw | Pass):
            return Verdict.yes()
        if not isinstance(action, Hop):
            return super().check(s, action)
        if action in self.legal(s):
            return Verdict.yes()
        near = action.to in s.board.grid
        return Verdict.no(msg("Too far."), rule="duel-1", topic="movement" if near else "form")

    def act(self, change, action):
        if isinstance(action, Hop):
            change.emit(ev.Moved(action.piece, action.to, cost=2))
        elif isinstance(action, Throw):
            (face,) = change.roll(1, self.side, msg("a throw"), "duel-2")
            change.emit(ev.TrackSet(self.side, change.position.tracks.get(self.side, 0) + face))
        else:
            change.finish()


class Rules:
    @hookimpl
    def phase_steps(self, phase):
        return [Turn(phase.side)]

    @hookimpl
    def turn_start_steps(self, s):
        return []

    @hookimpl
    def outcome(self, s):
        points = {side: s.position.tracks.get(side, 0) for side in s.module.sides}
        best = max(points.values())
        winners = [side for side, n in points.items() if n == best]
        return Outcome(winners[0] if len(winners) == 1 else None, points)


def counter(name):
    return Counter(
        id=name, name={"pt": name, "en": name}, short=Short(), nation=name, side=name,
        type="duelist", movement_class="foot", size="man", formation=None,
        values={"attack": 5}, reduced={"attack": 3}, steps=2,
    )  # fmt: skip


def module():
    sides = {name: Side(name, {"pt": name, "en": name}, "#000000") for name in ("red", "blue")}
    grid = HexGrid(4, 3)
    scenario = Scenario(
        id="duel", name={}, text={}, first_turn=1, last_turn=2,
        setup=(SetUp("0101", ("red",)), SetUp("0403", ("blue",), reduced=1)),
    )  # fmt: skip
    scenario_pieces = ("red", "blue")
    phases = tuple(Phase(f"{name}-turn", "duel", name, {"pt": name, "en": name}) for name in sides)
    return SimpleNamespace(
        free_table=False,
        id="duel", plugin="duel", sides=sides, board=Board("duel", grid),
        counters={name: counter(name) for name in scenario_pieces},
        scenarios={"duel": scenario}, sequence=phases, rules={}, memo={}, content_hash="x",
        options={"luck": Option("luck", default=True, name={}, text={}),
                 "size": Option("size", default="big", name={}, text={}, choices=("big", "small"))},
        formations={}, text={}.get,
    )  # fmt: skip


def ruleset(**house_rules):
    return Ruleset(GamePlugin("duel", [Rules()]), house_rules)


def game(seed="seed", **options):
    return Game(module(), ruleset(), Header("duel", "duel", seed, options))
