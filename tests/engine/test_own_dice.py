"""Matches whose players roll their own dice: an action waits for its faces, and only then is."""

import json

import pytest

from engine import duel
from tabuleiro.engine import DiceWanted, GameError, Refused, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import canonical
from tabuleiro.engine.dice import Throws, by_chance
from tabuleiro.engine.game import Game
from tabuleiro.engine.log import dice_of, row_from_data
from tabuleiro.engine.options import OptionError
from tabuleiro.store import replay

SIDES = ("red", "blue")


class Volley(duel.Throw, frozen=True):
    """Two dice of the side that acts, as many of the other as the first shows, one more."""


@pytest.fixture(autouse=True)
def volleys(monkeypatch):
    once = duel.Turn.act

    def act(self, change, action):
        if not isinstance(action, Volley):
            return once(self, change, action)
        change.emit(ev.Marked(self.side, add=("fired",)))
        first = change.roll(2, self.side, msg("a volley"), "duel-2")
        other = SIDES[self.side == "red"]
        change.roll(first[0], other, msg("an answer"), "duel-3")
        return change.roll(1, self.side, msg("a last shot"), "duel-4")

    monkeypatch.setattr(duel.Turn, "act", act)


@pytest.fixture
def game():
    return duel.game(dice="own")


def thrown(game):
    return [e.faces for row in game.log.line() for e in row.events if isinstance(e, ev.Rolled)]


def test_an_action_waits_for_its_dice_and_nothing_has_changed(game):
    before, head = game.position, game.log.rows[0]
    with pytest.raises(DiceWanted, match="1 die") as asked:
        game.act(duel.Throw())
    wanted = asked.value
    assert (wanted.number, wanted.side, wanted.rule) == (1, "red", "duel-2")
    assert game.say(wanted.why) == "a throw"
    assert game.position is before
    assert (len(game.log), game.log.rows[game.log.head]) == (1, head)


def test_faces_that_were_given_are_what_falls(game):
    row = game.act(duel.Throw(), dice=(5,))
    assert game.position.tracks["red"] == 5
    assert row.kind == "action"
    assert [e for e in row.events if isinstance(e, ev.DiceQueued)] == [ev.DiceQueued((5,))]
    assert game.position.dice == duel.game().position.dice, "the generator was left alone"
    assert row.reveals


def test_the_log_says_which_dice_are_used(game):
    assert game.log.rows[0].action["options"] == {"dice": "own"}
    assert duel.game().options["dice"] == "seed"


def test_what_throws_nothing_asks_for_nothing(game):
    game.act(duel.Hop("red", "0102"))
    game.act(duel.Pass())
    assert game.decision().side == "blue"


def test_several_throws_are_asked_for_one_after_the_other(game):
    before = game.position
    asked = []
    given = ()
    for more in [(3,), (6,), (1, 2), (4,), (2,)]:
        with pytest.raises(DiceWanted) as wanted:
            game.act(Volley(), dice=given)
        asked.append((wanted.value.number, wanted.value.side, wanted.value.rule))
        assert game.position is before
        given += more
    assert asked == [
        (2, "red", "duel-2"),
        (1, "red", "duel-2"),
        (3, "blue", "duel-3"),
        (1, "blue", "duel-3"),
        (1, "red", "duel-4"),
    ]
    row = game.act(Volley(), dice=given)
    assert thrown(game) == [(3, 6), (1, 2, 4), (2,)]
    assert dice_of(row) == (given, frozenset())
    assert len(game.log) == 2


def test_dice_of_some_sides_are_thrown_from_the_seed(game):
    with pytest.raises(DiceWanted) as wanted:
        game.act(Volley(), thrown=["blue"])
    assert wanted.value.side == "red"
    with pytest.raises(DiceWanted) as wanted:
        game.act(Volley(), dice=(2, 2), thrown=["blue"])
    assert (wanted.value.number, wanted.value.rule) == (1, "duel-4")
    row = game.act(Volley(), dice=(2, 2, 1), thrown=["blue"])
    assert dice_of(row) == ((2, 2, 1), frozenset({"blue"}))
    fell = tuple(Throws(game.header.seed).face("blue duel-3", n) for n in range(2))
    assert thrown(game) == [(2, 2), fell, (1,)]
    assert game.position.dice.streams == {"blue duel-3": 2}


def test_too_many_dice_are_sent_back(game):
    before = game.position
    with pytest.raises(GameError, match="1 die too many"):
        game.act(duel.Throw(), dice=(1, 2))
    with pytest.raises(GameError, match="2 dice too many"):
        game.act(duel.Pass(), dice=(1, 2))
    assert game.position is before
    assert len(game.log) == 1


@pytest.mark.parametrize("face", [0, 7, True, 2.0, "3"])
def test_a_face_is_from_one_to_six(game, face):
    with pytest.raises(GameError, match="from 1 to 6"):
        game.act(duel.Throw(), dice=(face,))
    assert len(game.log) == 1


def test_dice_of_the_seed_cannot_be_given():
    game = duel.game()
    with pytest.raises(GameError, match="seed"):
        game.act(duel.Throw(), dice=(6,))
    assert len(game.log) == 1


def test_rules_come_before_dice(game):
    with pytest.raises(Refused):
        game.act(duel.Throw(), side="blue", dice=(6,))


def test_faces_that_a_test_queued_are_used_first(game):
    game.test([ev.DiceQueued((6,))], {"type": "set-dice"})
    with pytest.raises(DiceWanted, match="1 die"):
        game.act(Volley())
    game.act(Volley(), dice=(1, 2, 3, 4, 5, 6, 1, 2))
    assert thrown(game) == [(6, 1), (2, 3, 4, 5, 6, 1), (2,)]


def test_undo_and_redo_keep_what_was_rolled(game):
    before = game.position.to_json()
    game.act(duel.Throw(), dice=(4,))
    after = game.position.to_json()
    assert not game.can_undo()
    game.undo(consent=True)
    assert game.position.to_json() == before
    game.redo()
    assert game.position.to_json() == after


def test_a_kept_match_is_the_same_and_can_be_played_again(game):
    game.act(Volley(), dice=(2, 5, 6), thrown=["blue"])
    game.act(duel.Throw(), dice=(1,))
    game.undo(consent=True)
    game.act(duel.Throw(), thrown=SIDES)
    game.act(duel.Pass())
    rows = [row_from_data(json.loads(canonical(r.to_data()))) for r in game.log.rows.values()]
    restored = Game.restore(game.module, game.ruleset, game.header, rows, game.log.head)
    assert restored.position.to_json() == game.position.to_json()
    report = replay(game.module, game.ruleset, game.header, rows)
    assert (report.same, report.replayed) == (True, 5), report.why


def test_a_face_that_was_changed_afterwards_is_noticed(game):
    game.act(duel.Throw(), dice=(1,))
    rows = [r.to_data() for r in game.log.rows.values()]
    queued = next(e for e in rows[1]["events"] if e["type"] == "dice-queued")
    queued["faces"] = [6]
    report = replay(game.module, game.ruleset, game.header, [row_from_data(r) for r in rows])
    assert report.differs == 1


def test_a_fork_throws_from_the_seed(game):
    fork = game.fork()
    fork.act(duel.Throw())
    assert thrown(fork)
    assert len(game.log) == 1
    with pytest.raises(DiceWanted):
        game.act(duel.Throw())


def test_there_is_no_third_kind_of_dice():
    with pytest.raises(OptionError, match="seed, own"):
        duel.game(dice="loaded")
    with pytest.raises(OptionError, match="seed, own"):
        duel.game(dice=True)


def test_dice_by_chance_are_as_many_as_asked_for_and_from_one_to_six():
    assert by_chance(0) == ()
    assert len(by_chance(3)) == 3
    assert set(by_chance(1000)) == {1, 2, 3, 4, 5, 6}
