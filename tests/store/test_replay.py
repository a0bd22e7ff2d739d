"""Replaying a log by the rules."""

import msgspec
import pytest

from store import tiny
from store.sentences import is_sentence
from tabuleiro.engine import events as ev
from tabuleiro.engine.game import Header
from tabuleiro.engine.log import chain
from tabuleiro.store import replay
from tabuleiro.store.stored_log import kept_of


def rows_of(game):
    return list(kept_of(game).rows)


def forged(rows, number, **changes):
    """The rows with one changed and all hashes made to fit again."""
    done = []
    for row in rows:
        new = msgspec.structs.replace(row, **(changes if row.id == number else {}))
        before = done[row.parent].hash if row.parent is not None else ""
        done.append(msgspec.structs.replace(new, hash=chain(before, new)))
    return done


@pytest.mark.parametrize("seed", range(5))
def test_any_game_comes_out_the_same(seed, module, ruleset):
    game = tiny.play(tiny.new_game(str(seed)), 100, seed)
    report = replay(module, ruleset, game.header, rows_of(game))
    assert report.same
    assert (report.replayed, report.differs, report.why) == (len(game.log), None, "")


def test_what_a_test_set_and_what_the_rules_made_of_it(module, ruleset, game):
    """Setting an empty agenda lets the rules run on: their events are part of the row."""
    position = game.position.to_data()
    position["agenda"] = [{"type": "match", "stage": "phase"}]
    row = game.test([ev.DiceQueued((3,)), ev.PositionSet(position)], {"type": "set-position"})
    assert len(row.events) > 3
    tiny.play(game, 30)
    assert replay(module, ruleset, game.header, rows_of(game)).same


def test_a_forged_event_is_found(module, ruleset, game):
    rows = rows_of(tiny.play(game, 30, wild=False))
    number = next(
        row.id for row in rows[1:] if any(isinstance(event, ev.Moved) for event in row.events)
    )
    events = tuple(
        msgspec.structs.replace(event, to="p5") if isinstance(event, ev.Moved) else event
        for event in rows[number].events
    )
    at = next(n for n, event in enumerate(events) if isinstance(event, ev.Moved))
    report = replay(module, ruleset, game.header, forged(rows, number, events=events))
    assert (report.replayed, report.differs) == (number, number)
    assert report.why == (
        f"Row {number} comes out otherwise by these rules, from its event {at} on."
    )


def test_a_missing_event_is_found(module, ruleset, game):
    rows = rows_of(tiny.play(game, 3, wild=False))
    report = replay(module, ruleset, game.header, forged(rows, 1, events=rows[1].events[:-1]))
    assert report.why == "Row 1 comes out otherwise by these rules."


def test_forged_dice_are_found(module, ruleset, game):
    rows = rows_of(tiny.play(game, 40, wild=False))
    row = next(r for r in rows[1:] if any(isinstance(e, ev.Rolled) for e in r.events))
    events = tuple(
        msgspec.structs.replace(event, faces=(6, 6)) if isinstance(event, ev.Rolled) else event
        for event in row.events
    )
    assert (
        replay(module, ruleset, game.header, forged(rows, row.id, events=events)).differs == row.id
    )


def test_an_action_that_is_refused(module, ruleset, game):
    rows = rows_of(tiny.play(game, 3, wild=False))
    far = tiny.TinyMove("blue-1", "p9").to_data()
    report = replay(module, ruleset, game.header, forged(rows, 2, action=far))
    assert report.differs == 2
    assert report.why == "Row 2 is refused by the rules: Too far."


def test_an_action_of_the_wrong_side(module, ruleset, game):
    rows = rows_of(tiny.play(game, 3, wild=False))
    report = replay(module, ruleset, game.header, forged(rows, 2, side="red"))
    assert report.why == "Row 2 is refused by the rules: It is not your turn to decide."


def test_who_was_told_what_is_played_again_too(module, ruleset, game):
    """Forged with hashes that fit: that a side was told less, or that nobody says what."""
    rows = rows_of(tiny.play(game, 3, wild=False))
    for told in (None, {"red": None}):
        report = replay(module, ruleset, game.header, forged(rows, 2, told=told))
        assert report.why == "Row 2 comes out otherwise by these rules."


@pytest.mark.parametrize(
    "action", [None, {}, {"type": "no-such"}, {"type": "tiny-move", "piece": 3}]
)
def test_an_action_that_is_none(module, ruleset, game, action):
    rows = rows_of(tiny.play(game, 3, wild=False))
    report = replay(module, ruleset, game.header, forged(rows, 2, action=action))
    assert report.differs == 2
    assert is_sentence(report.why)


def test_another_header(module, ruleset, game):
    header = Header("tiny", "duel", "another seed")
    report = replay(module, ruleset, header, rows_of(game))
    assert report.differs == 0
    report = replay(module, ruleset, Header("tiny", "no-such", "x"), rows_of(game))
    assert report.why.startswith("Row 0 cannot be played again: KeyError")
