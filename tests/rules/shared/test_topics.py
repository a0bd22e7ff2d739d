"""Strictness: every topic works in every game. What it refuses alone, it lets pass if it may.

Actions that one topic alone refuses are looked for in matches at random. There are none in a game
only where ``NEVER`` says why, and then its rulebook has no clause of that kind.
"""

from functools import cache
from random import Random

import pytest

from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.options import TOPICS, read_options
from tabuleiro.engine.told_rows import Told
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.kinds import action, catalogue
from tabuleiro.testing.mutants import mutants

GAMES = ("diadem", "leyte", "metz", "papua")
NEVER = {
    **{(game, "supply"): "supply" for game in ("diadem", "leyte", "metz")},
    ("papua", "zones"): "zone-stop",
}
"""What is no rule of a game, and the word of the clause that its module would have for it."""
RARE = {("filipinas", "reinforcement"): "arrivals in a monsoon"}
"""What no short match at random comes to: `tests/rules/filipinas/test_arrivals.py` has it."""
CASES = [
    (g, t) for g in (*GAMES, "filipinas") for t in TOPICS if (g, t) not in NEVER | RARE
]  # fmt: skip
STARTS = {
    "filipinas": [
        ("ashore", 2), ("ashore", 3), ("a-day", 2), ("a-day", 3), ("lingayen-manila", 3)
    ]
}  # fmt: skip
"""Scenarios and seeds, where the first scenario takes too long to come to everything."""
_LONG = 700
"""Actions after which the next of them is begun."""
_SEEDS = range(2, 12)
"""Of the matches; in the first of them, most topics refuse something in each game."""
_PROBES = 0.04
_RARE = (
    "free-placement", "hidden-placement", "retreating", "advancing", "arriving", "replacements",
    "replace-losses", "attack-draft", "announce", "attack-plan", "defence-answer",
)  # fmt: skip
"""Steps at which it is always looked for some."""


def attempts(game, rng):
    """Yield actions near to legal ones: mutants of them, and steps of the pieces that are asked."""
    listed = game.legal()
    yield from mutants(game, listed, rng, 30)
    grid, pieces = game.module.board.grid, list(game.decision().pieces)
    kinds = {one.kind for one in listed if hasattr(one, "path")}
    for piece in rng.sample(pieces, min(len(pieces), 5)):
        here = game.situation.place(piece)
        border = [hex for hex in grid.hexes if len(grid.neighbours(hex)) < 6]
        near = grid.neighbours(here) if here in grid else rng.sample(border, 12)
        ways = [(one,) for one in near] + [(a, b) for a in near for b in grid.neighbours(a)]
        for kind in sorted(kinds):
            for way in ways:
                yield action(kind, piece, way)
    placing = [one for one in listed if one.kind == "place"]
    for one in rng.sample(placing, min(len(placing), 5)):
        held = sorted(
            h for h in game.situation.occupied(game.situation.side(one.piece)) if h in grid
        )
        for place in (*rng.sample(grid.hexes, 5), *rng.sample(held, min(len(held), 8))):
            yield action("place", one.piece, place)


@cache
def found(name):
    """Return for each topic of a game an action that it alone refuses, and the match before it."""
    cases = {}
    wanted = {topic for game, topic in CASES if game == name}
    for scenario, seed in STARTS.get(name) or [(None, seed) for seed in _SEEDS]:
        game = catalogue().new(catalogue().module(name), scenario, seed=f"topics {seed}")
        rng = Random(seed)
        acted = 0
        while not game.over and wanted - cases.keys() and (acted < _LONG or not scenario):
            acted += 1
            if game.position.top.__struct_config__.tag in _RARE or rng.random() < _PROBES:
                for attempt in attempts(game, rng):
                    topics = {o.topic for o in game.check(attempt).objections}
                    if len(topics) == 1:
                        cases.setdefault(*topics, (game.fork(), attempt))
            game.act(choose(game, rng))
    return cases


def played_with(game, **strictness):
    """Return the same match as if it had been begun with that strictness."""
    other = game.fork()
    chosen = {**game.header.options, "strictness": strictness}
    other.options = read_options(game.module, game.scenario, chosen)
    return other


def done(before, game, deed):
    """Return whether a deed was carried out: what it names is where it says, or busy with that."""
    after, words = game.position, deed.to_data()
    if deed.kind in {"end-phase", "confirm"}:
        return before.agenda[-1] not in after.agenda
    if deed.kind == "restore":
        return after.pieces[deed.piece].losses < before.pieces[deed.piece].losses
    if "points" in words:
        return after.top.points() == words["points"]
    piece = words.get("piece")
    if "ship" in words:
        return after.pieces[piece].place == f"in:{words['ship']}"
    goal = (
        words["path"][-1]
        if "path" in words
        else words.get("hex", words.get("target", words.get("to")))
    )
    there = piece in after.pieces and after.pieces[piece].place
    if there and there == goal and before.pieces[piece].place != goal:
        return True
    steps = [step for step in after.agenda if step not in before.agenda]
    facts = {**after.facts, "marks": after.marks}
    changed = [value for key, value in facts.items()
               if value != {**before.facts, "marks": before.marks}.get(key)]  # fmt: skip
    news = str([steps, changed, there == "dead", piece and after.pieces[piece].marks])
    return (piece or goal) in news or there == "dead" or "afloat" in news


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "topic"), CASES)
def test_a_topic_that_is_not_enforced_lets_pass_what_it_alone_refuses(game, topic):
    assert topic in found(game), f"nothing was refused for {topic} alone"
    match, deed = found(game)[topic]
    side = match.situation.asked().side
    others = dict.fromkeys(set(TOPICS) - {topic}, "off")
    verdict = played_with(match, **others).check(deed)
    assert {o.topic for o in verdict.objections} == {topic}
    for how in ("advise", "off"):
        loose = played_with(match, **{topic: how})
        before = loose.position
        row = loose.act(deed, side=side)
        told = loose.told(row, side).waived
        if how == "advise":
            assert [(o.topic, o.rule) for o in told] == [(o.topic, o.rule) for o in row.waived]
            assert {o.topic for o in told} == {topic}
            assert all(o.rule for o in told)
        else:
            assert row.waived == told == ()
        if any(match.belief(other).s is not match.situation for other in match.module.sides):
            enemy = match.situation.enemy(side)
            levels = match.eyes(enemy).knowledge(match.situation).levels
            for objection in (loose.told(row, enemy) or Told()).waived:
                known = min((levels.get(p, Level.ALL) for p in objection.pieces), default=Level.ALL)
                assert known >= Level.IDENTITY
                assert known >= Level.STATE or not objection.message.values, objection
        assert done(before, loose, deed), (deed, row.events)
        rng = Random(0)
        for _ in range(20):  # the match goes on
            if not loose.over:
                loose.act(choose(loose, rng))


@pytest.mark.parametrize(("game", "topic"), NEVER)
def test_a_topic_that_never_refuses_has_no_clause(game, topic):
    words = catalogue().module(game).rules["clauses"]
    assert NEVER[game, topic] not in words
    with_it = {g for g in GAMES if NEVER[game, topic] in catalogue().module(g).rules["clauses"]}
    assert with_it == {g for g in GAMES if (g, topic) in CASES}
