"""A tiny game for the tests of the store: two sides, four pieces, ten places in a row.

It has what a log can have: turns and phases of the engine, dice, a step that asks the other side
in the middle of an attack, the free hand, options, and an end.
"""

import random
from pathlib import Path
from types import SimpleNamespace

from tabuleiro.engine import events as ev
from tabuleiro.engine.actions import Action
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.messages import msg, piece_ref
from tabuleiro.engine.position import DEAD, Outcome
from tabuleiro.engine.steps import Decision, Step
from tabuleiro.engine.verdicts import Verdict
from tabuleiro.module import Scenario, SetUp
from tabuleiro.module.records import Side

SIDES = ("blue", "red")
PLACES = [f"p{number}" for number in range(10)]
PIECES = {"blue-1": "p0", "blue-2": "p1", "red-1": "p8", "red-2": "p9"}
TURNS = 6


class TinyMove(Action, frozen=True):
    piece: str
    to: str


class TinyAttack(Action, frozen=True):
    piece: str


class TinyAnswer(Action, frozen=True):
    flee: bool


class TinyPass(Action, frozen=True):
    pass


class TinyPhase(Step, frozen=True):
    side: str
    left: int = 3

    def decision(self, s):
        return Decision(self.side, msg("{n} actions left", n=self.left))

    def legal(self, s, *, piece=None, hex=None):
        yield TinyPass()
        for mine in (p for p in s.position.pieces if p.startswith(self.side)):
            if s.place(mine) in PLACES:
                here = PLACES.index(s.place(mine))
                yield from (TinyMove(mine, to) for to in PLACES[max(0, here - 1) : here + 2])
                yield TinyAttack(mine)

    def check(self, s, action):
        if action in list(self.legal(s)):
            return Verdict.yes()
        return Verdict.no(msg("Too far."), topic="movement")

    def act(self, change, action):
        if isinstance(action, TinyPass) or self.left == 1:
            change.finish()
        else:
            change.replace(TinyPhase(self.side, self.left - 1))
        if isinstance(action, TinyMove):
            change.emit(ev.Moved(action.piece, action.to, cost=2))
        if isinstance(action, TinyAttack):
            change.push(TinyBattle(action.piece))


class TinyBattle(Step, frozen=True):
    piece: str

    def target(self, s):
        enemy = s.enemy(s.side(self.piece))
        return next(p for p in sorted(s.position.pieces) if p.startswith(enemy))

    def decision(self, s):
        return Decision(s.enemy(s.side(self.piece)), msg("Flee?"), kind="choose")

    def legal(self, s, *, piece=None, hex=None):
        return [TinyAnswer(False), TinyAnswer(True)]

    def check(self, s, action):
        return Verdict.yes() if isinstance(action, TinyAnswer) else Verdict.no(msg("Answer."))

    def act(self, change, action):
        target = self.target(change)
        change.finish()
        if action.flee:
            change.emit(ev.Marked(target, add=("shaken",)))
            return
        why = msg("{piece} attacks", piece=piece_ref(self.piece))
        total = sum(change.roll(2, change.side(self.piece), why))
        change.emit(ev.FactSet("last", {"total": total, "of": [self.piece, target]}))
        if total >= 10:
            change.emit(ev.Moved(target, DEAD))


class TinyRules:
    """The hooks that the engine asks."""

    def knowledge(self, s, viewer):
        return []

    def setup_steps(self, s):
        return []

    def phase_steps(self, s, phase):
        return [TinyPhase(phase.side)]

    def steps_before(self, s, phase):
        return []

    steps_after = steps_before

    def turn_start_steps(self, s):
        return []

    def turn_end_steps(self, s):
        return []

    def match_end_steps(self, s):
        return []

    def outcome(self, s):
        points = {side: sum(p.startswith(side) for p in s.at(DEAD)) for side in SIDES}
        return Outcome(None, points)


def name(word):
    return {"en": word, "pt": word}


def module(content_hash="tiny-1", last_turn=TURNS):
    """The module, or one much like it."""
    setup = tuple(SetUp(hex=place, units=(piece,)) for piece, place in PIECES.items())
    scenario = Scenario("duel", name("duel"), name("duel"), 1, last_turn, setup)
    counter = {p: SimpleNamespace(side=p.split("-")[0], name=name(p), lies="") for p in PIECES}
    phases = [SimpleNamespace(id=side, kind="play", side=side, rule="") for side in SIDES]
    board = SimpleNamespace(
        grid=frozenset(PLACES), boxes={}, edges={"west": SimpleNamespace(name=name("west"))}
    )
    board.place_at = {}.get
    return SimpleNamespace(
        free_table=False,
        id="tiny",
        root=Path("tiny"),
        content_hash=content_hash,
        sides={side: Side(side, name(side), "#000000") for side in SIDES},
        counters=counter,
        sequence=phases,
        board=board,
        options={},
        rules={},
        scenarios={"duel": scenario},
        text={}.get,
        memo={},
    )


def ruleset(rules=None, version="1.0", house_rules=()):
    """The rules; ``rules`` replaces the hooks."""
    return SimpleNamespace(
        hook=rules or TinyRules(),
        plugin=SimpleNamespace(version=version),
        house_rules=house_rules,
        strange=frozenset(),
    )


HEADER = Header("tiny", "duel", "seed", {"free-hand": True}, (), "tiny-1", "1.0")


def new_game(seed="seed", turns=TURNS):
    """A game at its first decision."""
    header = Header("tiny", "duel", seed, {"free-hand": True}, (), "tiny-1", "1.0")
    return Game(module(last_turn=turns), ruleset(), header)


def play(game, actions, seed=0, *, wild=True):
    """Play at random; if wild, also go back, branch off, use the free hand and set dice."""
    dice = random.Random(seed)
    for _ in range(actions):
        step(game, dice, wild=wild)
    return game


def step(game, dice, *, wild=True):
    """Play one action, or do one of the wild things."""
    chance = dice.random() if wild else 1.0
    if chance < 0.06 and len(game.log) > 1:
        game.goto(dice.randrange(len(game.log)))
    if chance < 0.1:
        game.act(FreeMove(dice.choice(list(PIECES)), dice.choice([*PLACES, DEAD])))
    elif chance < 0.13:
        game.test([ev.DiceQueued((6, 1))], {"type": "set-dice", "faces": [6, 1]})
    elif game.over:
        game.goto(0)
    else:
        game.act(dice.choice(game.legal()))
