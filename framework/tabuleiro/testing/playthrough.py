"""Playthroughs: one seeded random match as text, played again line by line by a test.

The difference that a change of the rules makes to such a file is its review. Renaming a step, or
throwing dice by other means with the same faces, makes none (see :func:`fingerprint`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tabuleiro.engine import Action
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.messages import render
from tabuleiro.i18n import speaking
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.fingerprint import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Game, Row

__all__ = ["again", "playthrough", "verify"]


def playthrough(game_id: str, seed: int, scenario: str | None = None) -> str:
    """Return the text of a match at random."""
    game = Catalogue.installed().new(game_id, scenario, seed=str(seed))
    rng = Random(seed)
    with speaking("en"):
        lines = [f"game: {game_id}", f"scenario: {game.header.scenario}", f"seed: {seed}", ""]
        while not game.over:
            lines += _turn(game, choose(game, rng))
        lines += _end(game)
    return "\n".join(lines) + "\n"


def again(text: str) -> str:
    """Return the text that the actions of a playthrough lead to now."""
    lines = text.splitlines()
    head = dict(line.split(": ", 1) for line in lines[:3])
    game = Catalogue.installed().new(head["game"], head["scenario"], seed=head["seed"])
    actions = [line.removeprefix("action: ") for line in lines if line.startswith("action: ")]
    made = lines[:4]
    with speaking("en"):
        for action in actions:
            made += _turn(game, Action.from_data(json.loads(action)))
        made += _end(game)
    return "\n".join(made) + "\n"


def verify(text: str) -> str:
    """Play the actions of a playthrough again; return a sentence on the first line that differs."""
    made, lines = again(text).splitlines(), text.splitlines()
    for number, (now, then) in enumerate(zip(made, lines, strict=False), 1):
        if now != then:
            return f"line {number}: {now!r}, formerly {then!r}"
    return "" if len(made) == len(lines) else f"{len(made)} lines, formerly {len(lines)}"


def _turn(game: Game, action: Action) -> Iterator[str]:
    """Yield the lines of one action: who was asked what, what was legal, what came of it."""
    decision = game.decision()
    assert decision is not None
    kinds: dict[str, int] = {}
    for legal in game.legal():
        kinds[legal.kind] = kinds.get(legal.kind, 0) + 1
    counts = " ".join(f"{kind}={kinds[kind]}" for kind in sorted(kinds))
    yield f"{decision.side}: {render(decision.prompt, game.module)} [{counts}]"
    data = json.dumps(action.to_data(), sort_keys=True)
    row = game.act(action)
    yield f"action: {data}"
    yield from _told(game, row)
    yield f"= {fingerprint(game.position)[:12]}"


def _told(game: Game, row: Row) -> Iterator[str]:
    for event in row.events:
        if isinstance(event, ev.Said):
            yield f"  {render(event.message, game.module)} ({event.rule})"


def _end(game: Game) -> Iterator[str]:
    outcome = game.position.outcome
    assert outcome is not None
    yield f"winner: {outcome.winner}"
    yield "points: " + " ".join(f"{side}={n}" for side, n in sorted(outcome.points.items()))


def main(*words: str) -> None:
    """Print a match of GAME with SEED; or, after ``again``, write FILES anew by their actions."""
    if words[0] != "again":
        sys.stdout.write(playthrough(words[0], int(words[1])))
        return
    for path in map(Path, words[1:]):
        path.write_text(again(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
