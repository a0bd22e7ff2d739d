"""The conformance kit: what every game must keep, whatever its rules.

>>> report = check_game("diadem", seeds=[1], probes=2)
>>> report.findings
[]
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Action, Game, GameError, Refused
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import DataError, canonical, plain
from tabuleiro.engine.faults import RuleFault, show_traceback
from tabuleiro.engine.inside import odd_nesting
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.log import dice_of, row_from_data
from tabuleiro.engine.position import Position
from tabuleiro.engine.views import view
from tabuleiro.engine.written import slips_in
from tabuleiro.module.made import template_of
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.store.failed import keep_failed
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.mutants import mutants
from tabuleiro.testing.narrowing import odd_lists
from tabuleiro.testing.places import odd_control, odd_places
from tabuleiro.testing.words import odd_decision, odd_row, odd_verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.ruleset import Ruleset
    from tabuleiro.module import Module

__all__ = ["Report", "check_game", "check_match"]


@dataclass
class Report:
    """What a check found: sentences, each with match and action; and how much was played."""

    game: str
    matches: int = 0
    actions: int = 0
    probes: int = 0
    findings: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """The files of matches in which a rule failed."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def check_game(
    name: str | Module,
    *,
    seeds: Iterable[int] = range(5),
    probes: int = 20,
    catalogue: Catalogue | None = None,
    options: dict[str, Any] | None = None,
) -> Report:
    """Play matches of a game at random and check all promises on the way.

    Each match is checked closely at ``probes`` of its actions; invariants after every action.
    """
    catalogue = catalogue or Catalogue.installed()
    module = catalogue.module(name) if isinstance(name, str) else name
    report = Report(module.id)
    report.findings += _of_sources(catalogue.ruleset(module))
    seeds = tuple(seeds)
    first = seeds[0] if seeds else None
    for scenario in module.scenarios:
        for seed in seeds:
            try:
                game = catalogue.new(module, scenario, seed=str(seed), options=options)
            except RuleFault as fault:
                show_traceback(fault)
                report.findings.append(f"{module.id} seed {seed}: {fault}")
                return report
            if seed == first:
                report.findings += _unanswered(game)
            check_match(game, Random(seed), report, probes=probes)
    return report


def _of_sources(ruleset: Ruleset) -> Iterator[str]:
    """Look through the sources of a game's own parts for what no run would show."""
    for package in sorted(ruleset.strange):
        source = getattr(sys.modules.get(package), "__file__", None)
        if source:
            own = package == type(ruleset.plugin.parts[-1]).__module__.partition(".")[0]
            yield from slips_in(Path(source).parent, ruleset.plugin if own else None)


def _unanswered(game: Game) -> Iterator[str]:
    """Look for results and phases of the data that no part carries out."""
    s, rules = game.situation, game.ruleset.hook
    if {phase.kind for phase in s.module.sequence} & {"combat"}:
        battle = _any_battle(s)
        for code in _codes(s):
            if battle is None:
                break
            with suppress(Exception):  # this battle never was: the hook may make nothing of it
                if rules.result_steps(s=s, battle=battle, code=code) is None:
                    yield f'no part of the rules carries out the result "{code}" of a battle'
    for phase in s.module.sequence:
        with suppress(Exception):  # the phase has not begun
            around = (rules.steps_before(s=s, phase=phase), rules.steps_after(s=s, phase=phase))
            if rules.phase_steps(s=s, phase=phase) is None and not any(around):
                yield f'no part of the rules does anything in the phase "{phase.id}" ({phase.kind})'


def _codes(s: Situation) -> list[str]:
    table = s.module.odds.get("combat")
    cells = [cell for row in table.cells for cell in row] if table is not None else []
    words = [word.rstrip("*") for cell in cells for word in cell.split()]
    return [word for word in dict.fromkeys(words) if any(map(str.isalpha, word))]


def _any_battle(s: Situation) -> Battle | None:
    """Return a battle between any two enemies on the map."""
    for side in s.module.sides:
        mine = next(iter(s.occupied(side).values()), ())
        for enemy in s.enemies(side):
            for hex, theirs in s.occupied(enemy).items():
                if mine:
                    return Battle("assault", side, enemy, hex, mine, defenders=theirs)
    return None


def check_match(game: Game, rng: Random, report: Report, *, probes: int = 20) -> None:
    """Play one match to its end at random, checking the promises; findings go to the report."""
    where = f"{game.module.id} seed {game.header.seed}"
    census = sorted(game.position.pieces)
    made_so_far: set[str] = set()
    broken: list[str] = []
    chance = probes / 1_000
    try:
        while not game.over and len(game.log) < 50_000:
            action = choose(game, rng)
            at = f"{where}, action {len(game.log)} {plain(action)}"
            if rng.random() < chance:
                report.probes += 1
                found = [*_around(game, rng), *_of_action(game, action)]
                report.findings += [f"{at}: {finding}" for finding in found]
            row = game.act(action, thrown=game.module.sides)
            report.actions += 1
            before, broken = broken, list(game.ruleset.hook.invariants(s=game.situation))
            # What stays broken is told once, so that other findings are not buried.
            report.findings += [f"{at}: {finding}" for finding in broken if finding not in before]
            report.findings += [f"{at}: {finding}" for finding in odd_nesting(game.situation)]
            report.findings += [f"{at}: {finding}" for finding in odd_places(game.situation)]
            phase_begins = any(isinstance(event, ev.PhaseSet) for event in row.events)
            _ask_as_panels_do(game, pieces=phase_begins)
            if phase_begins:
                stale = odd_control(game.situation)
                report.findings += [f"{at}: {finding}" for finding in stale]
            made = [piece for piece in game.position.pieces if template_of(piece)]
            if sorted({*game.position.pieces} - {*made}) != census or not made_so_far <= {*made}:
                report.findings.append(f"{at}: pieces appeared or vanished")
            made_so_far = {*made}
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        report.matches += 1
        report.findings.append(f"{where}, row {len(game.log)}: {_told(game, error, report)}")
        return  # what is unfinished cannot be looked at as a whole
    report.matches += 1
    report.findings += [f"{where}: {finding}" for finding in _of_whole(game)]


def _ask_as_panels_do(game: Game, *, pieces: bool) -> None:
    """Ask what else nobody asks but the window; of pieces and hexes once a phase."""
    rules, s = game.ruleset.hook, game.situation
    rules.reckonings(s=s)
    if not pieces:
        return
    rules.flights(s=s)
    for side in s.module.sides:
        rules.supply_stock(s=s, side=side)
    on_map = [piece for piece in s.position.pieces if s.on_map(piece)]
    for piece in on_map:
        rules.piece_states(s=s, piece=piece)
        rules.supply_line(s=s, piece=piece)
    for hex in dict.fromkeys(map(s.place, on_map)):
        rules.hex_notes(s=s, hex=hex)


def _told(game: Game, error: Exception, report: Report) -> str:
    """Return what went wrong; a match in which a rule failed is kept as a file."""
    show_traceback(error)
    fault = error if isinstance(error, RuleFault) else game.fault_of(error)
    if fault is None:
        plain = isinstance(error, GameError) and not isinstance(error, Refused)
        return str(error) if plain else f"{type(error).__name__}: {error}"
    kept = keep_failed(game, fault)
    if kept is not None:
        report.kept.append(str(kept))
    return str(fault)


def _around(game: Game, rng: Random) -> Iterator[str]:
    """Check what must hold at any position between two actions."""
    position = game.position
    again = Position.from_data(json.loads(position.to_json()))
    if again.to_json() != position.to_json():
        yield "saving and loading the position changes it"
    decision = game.decision()
    if decision is None:
        yield "nobody is asked, but the match is not over"
        return
    if game.situation.asked() != (decision.side, decision.secret):
        yield f"{game.situation.asked()} is asked, but the decision is {decision.side}'s"
    if not _asks_alike(game):
        yield "whom the step asks does not follow from it alone, though it says so"
    yield from odd_decision(game, decision)
    yield from odd_row(game, game.log.rows[game.log.head])
    for side in game.module.sides:
        yield from _secrets(game, side)
        if side != decision.side and game.check(choose(game, rng), side=side):
            yield f"{side} may act though {decision.side} is asked"
    listed = game.legal()
    if not listed:
        yield f"{decision.side} is asked, but no action is legal"
    seen = {canonical(plain(action)) for action in listed}
    if len(seen) != len(listed):
        yield "an action is listed twice"
    yield from odd_lists(game, listed)
    yield from _of_soonest(game, decision.side, seen)
    for action in rng.sample(listed, min(len(listed), 40)):
        if not game.check(action):
            yield f"listed but refused: {plain(action)}"
    for action in mutants(game, listed, rng):
        yield from _of_mutant(game, action, seen)


def _asks_alike(game: Game) -> bool:
    """Return whether all sides believe of a step that it asks whom it asks, if it says so."""
    s, top = game.situation, game.position.top
    if top is None or not top.asks_alike:
        return True
    told = [side for side in game.module.sides if top.told(s, side) is top]
    return all(game.belief(side).s.asked() == s.asked() for side in told)


def _of_soonest(game: Game, side: str, listed: set[bytes]) -> Iterator[str]:
    """Check what a step says to be legal always, and whether it says that anything is at all."""
    s = game.belief(side).s
    top = s.position.top
    if top is None:
        return
    for action in top.always:
        if canonical(plain(action)) not in listed:
            yield f"always legal, but not listed: {plain(action)}"
    if (next(top.iter_legal(s), None) is None) != (not listed):
        yield "whether anything is legal is not what the list says"


def _of_mutant(game: Game, action: Action, listed: set[bytes]) -> Iterator[str]:
    """Check that an action that may be nonsense is listed if allowed, and harmless if refused."""
    before = game.position
    rows = len(game.log)
    verdict = game.check(action)
    yield from odd_verdict(game, verdict)
    if verdict:
        if canonical(plain(action)) not in listed and not _same_effect(game, action, listed):
            yield f"allowed but not listed: {plain(action)}"
        return
    try:
        game.act(action, thrown=game.module.sides)
    except Refused:
        if game.position is not before or len(game.log) != rows:
            yield f"a refused action changed something: {plain(action)}"
    else:
        yield f"refused by check but done: {plain(action)}"


def _same_effect(game: Game, action: Action, listed: set[bytes]) -> bool:
    """Return whether an action differs from a listed one by its path only, not by where it ends.

    There and back is no other place either, and listed by nobody.
    """
    data = plain(action)
    path = data.get("path")
    if not path:
        return False
    state = game.position.pieces.get(str(data.get("piece")))
    back = state is not None and state.place == path[-1]
    ends = (json.loads(other) for other in listed)
    return any(
        other["type"] == data["type"]
        and other.get("piece") == data.get("piece")
        and (back or other.get("path", [None])[-1] == path[-1])
        for other in ends
    )


def _of_action(game: Game, action: Action) -> Iterator[str]:
    """Check that an action can be written, taken, taken back and taken again."""
    if Action.from_data(json.loads(json.dumps(action.to_data()))) != action:
        yield "writing and reading the action changes it"
    fork = game.fork()
    before = fork.position
    fork.act(action)
    after = fork.position.digest()
    if game.position is not before:
        yield "acting on a fork changed the game"
    fork.undo(consent=True)
    if fork.position.digest() != before.digest():
        yield "undo does not return the identical position"
    fork.redo()
    if fork.position.digest() != after:
        yield "redo does not return the identical position"
    if game.copy().act(action).hash != game.copy().act(action).hash:
        yield "the same action in the same position leads elsewhere"


def _secrets(game: Game, side: str) -> Iterator[str]:
    """Check that a view, and what is told of the last row, hold nothing that is hidden."""
    shown = view(game, side)
    text = json.dumps({**shown, "memory": {}})  # what it saw once it remembers by name
    belief = game.belief(side)
    for piece, level in game.eyes(side).knowledge(game.situation).levels.items():
        if level < Level.IDENTITY and f'"{piece}"' in text:
            yield f"the view of {side} names {piece}"
        name = belief.names.get(piece, piece)
        if level < Level.STATE and "values" in shown["pieces"].get(name, {}):
            yield f"the view of {side} shows the values of {piece}"
    told = game.told(game.log.rows[game.log.head], side)
    row = "" if told is None else json.dumps(plain(told))
    if game.header.seed in text + row and len(game.header.seed) > 6:
        yield f"{side} is shown the seed"
    if '"agenda"' in text or '"steps"' in row:
        yield f"{side} is shown the agenda"


def _of_whole(game: Game) -> Iterator[str]:
    """Check the log of a whole match: chain, events, and playing it again."""
    if not game.over:
        yield "the match did not end"
    broken = game.log.broken()
    if broken is not None:
        yield f"the hash of row {broken} does not fit"
    rows = [row_from_data(json.loads(canonical(row.to_data()))) for row in game.log.line()]
    restored = Game.restore(game.module, game.ruleset, game.header, rows, rows[-1].id)
    if restored.position.to_json() != game.position.to_json():
        yield "replaying the events leads to another position"
    again = Game(game.module, game.ruleset, game.header)
    for row in rows[1:]:
        if row.kind == "test" or row.action is None:
            return
        dice, thrown = dice_of(row)
        try:
            new = again.act(Action.from_data(row.action), side=row.side, dice=dice, thrown=thrown)
        except (Refused, DataError) as error:
            yield f"row {row.id} cannot be played again: {error}"
            return
        if new.hash != row.hash:
            yield f"playing row {row.id} again gives another hash"
            return
