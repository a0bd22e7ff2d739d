"""The promises of the engine, on a game of two pieces."""

import json

import pytest

from engine import duel
from tabuleiro.engine import Action, GameError, Refused
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import DataError, canonical, plain
from tabuleiro.engine.freehand import (
    FreeControl,
    FreeLoss,
    FreeMark,
    FreeMove,
    FreeOrder,
    FreeTrack,
)
from tabuleiro.engine.game import Game
from tabuleiro.engine.log import chain, row_from_data
from tabuleiro.engine.options import OptionError
from tabuleiro.engine.position import Position


@pytest.fixture
def game():
    return duel.game()


def test_it_starts_at_the_first_decision(game):
    assert game.decision().side == "red"
    assert game.situation.place("red") == "0101"
    assert game.situation.piece("blue").losses == 1
    assert game.situation.value("blue", "attack") == 3
    assert game.situation.phase.id == "red-turn"


def test_an_action_becomes_a_row(game):
    row = game.act(duel.Hop("red", "0102"))
    assert game.situation.place("red") == "0102"
    assert game.situation.piece("red").spent == 2
    assert row.parent == 0
    assert row.side == "red"
    assert row.hash == chain(game.log.rows[0].hash, row)


def test_a_refused_action_changes_nothing(game):
    before = game.position
    with pytest.raises(Refused) as refusal:
        game.act(duel.Hop("red", "0403"))
    assert refusal.value.verdict.rule == "duel-1"
    assert refusal.value.verdict.reason.text == "Too far."
    assert game.position is before
    assert len(game.log) == 1


def test_the_other_side_has_to_wait(game):
    assert not game.check(duel.Pass(), side="blue")
    assert game.check(duel.Pass(), side="red")


def test_an_action_of_another_game_is_refused(game):
    class Foreign(Action, frozen=True):
        pass

    assert "foreign" in game.say(game.check(Foreign()).reason)


def test_a_match_ends_with_an_outcome(game):
    game.act(duel.Throw())
    while not game.over:
        game.act(duel.Pass())
    assert game.position.outcome.winner == "red"
    assert game.decision() is None
    assert game.legal() == []
    assert not game.check(duel.Pass())
    assert game.position.turn == 2


def test_dice_depend_on_the_seed_alone():
    def throws(seed):
        game = duel.game(seed)
        for _ in range(20):
            game.act(duel.Throw())
        rolled = [e for row in game.log.line() for e in row.events if isinstance(e, ev.Rolled)]
        return [event.faces[0] for event in rolled]

    assert throws("a") == throws("a")
    assert throws("a") != throws("b")
    assert set(throws("a")) <= set(range(1, 7))


def test_queued_dice_come_first_and_leave_the_others_alone(game):
    game.test([ev.DiceQueued((6, 1))], {"type": "set-dice"})
    plain_game = duel.game()
    game.act(duel.Throw())
    game.act(duel.Throw())
    assert game.position.tracks["red"] == 7
    game.act(duel.Throw())
    plain_game.act(duel.Throw())
    assert game.position.tracks["red"] - 7 == plain_game.position.tracks["red"]
    assert game.log.rows[1].kind == "test"


def test_undo_returns_the_identical_position(game):
    before = game.position.to_json()
    game.act(duel.Hop("red", "0102"))
    after = game.position.to_json()
    assert game.can_undo()
    game.undo()
    assert game.position.to_json() == before
    game.redo()
    assert game.position.to_json() == after


def test_undo_past_dice_needs_consent_and_the_dice_stay_the_same(game):
    game.act(duel.Throw())
    points = game.position.tracks["red"]
    assert not game.can_undo()
    with pytest.raises(GameError, match="consent"):
        game.undo()
    game.undo(consent=True)
    game.act(duel.Throw())
    assert game.position.tracks["red"] == points


def test_the_start_cannot_be_undone_nor_the_end_redone(game):
    with pytest.raises(GameError):
        game.undo()
    with pytest.raises(GameError):
        game.redo()
    with pytest.raises(GameError):
        game.goto(99)


def test_going_back_and_playing_otherwise_starts_a_branch(game):
    game.act(duel.Hop("red", "0102"))
    first = game.log.head
    game.undo()
    game.act(duel.Hop("red", "0201"))
    second = game.log.head
    assert sorted(game.log.tips()) == [first, second]
    game.goto(first)
    assert game.situation.place("red") == "0102"
    game.undo()
    game.redo()
    assert game.log.head == second


def test_a_fork_goes_its_own_way(game):
    fork = game.fork()
    fork.act(duel.Hop("red", "0102"))
    assert game.situation.place("red") == "0101"
    assert fork.situation.place("red") == "0102"
    assert len(game.log) == 1


def test_a_log_can_be_taken_over_whole(game):
    game.act(duel.Hop("red", "0102"))
    game.undo()
    for _ in range(70):
        game.act(duel.Throw())
    rows = [row_from_data(json.loads(canonical(row))) for row in game.log.rows.values()]
    other = Game.restore(game.module, game.ruleset, game.header, rows, game.log.head)
    assert other.position.to_json() == game.position.to_json()
    assert other.log.broken() is None
    other.goto(1)
    assert other.situation.place("red") == "0102"


def test_a_changed_row_shows(game):
    game.act(duel.Throw())
    row = game.log.rows[1]
    data = json.loads(canonical(row))
    data["events"][0]["faces"] = [6] if data["events"][0]["faces"] != [6] else [5]
    game.log.rows[1] = row_from_data(data)
    assert game.log.broken() == 1


class Full:
    def append(self, row):
        raise OSError("no space left")

    def moved_to(self, head):
        raise OSError("no space left")


def test_what_cannot_be_kept_does_not_happen(game):
    game.act(duel.Hop("red", "0102"))
    game.sink = Full()
    before, rows = game.position, len(game.log)
    with pytest.raises(OSError, match="space"):
        game.act(duel.Pass())
    with pytest.raises(OSError, match="space"):
        game.undo()
    assert (game.position, len(game.log), game.log.head) == (before, rows, 1)


def test_a_digest_tells_positions_apart(game):
    before = game.position.digest()
    assert len(before) == 32
    game.act(duel.Hop("red", "0102"))
    assert game.position.digest() != before


def test_positions_survive_writing(game):
    data = json.loads(game.position.to_json())
    assert Position.from_data(data).to_json() == game.position.to_json()
    assert Position.from_data(data).digest() == game.position.digest()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"turn": "one"}, "turn"),
        ({"agenda": [{"type": "nonsense"}]}, "nonsense"),
        ({"agenda": [7]}, "step"),
        ({"agenda": [{"type": "match", "stage": "__class__"}]}, "stage"),
        ({"agenda": [{"type": "match", "more": 1}]}, "more"),
        ({"stacks": {"0101": ["red", "red"]}}, "red"),
        ({"stacks": {"0101": ["red"]}}, "blue"),
        ({"stacks": {"0101": ["red"], "0403": ["blue", "green"]}}, "green"),
    ],
)
def test_a_wrong_position_is_one_sentence(game, change, sentence):
    data = {**json.loads(game.position.to_json()), **change}
    with pytest.raises(DataError, match=sentence) as error:
        Position.from_data(data)
    assert "\n" not in str(error.value)


def test_options_are_checked():
    assert duel.game(size="small").options["size"] == "small"
    lax = {"strictness": {"movement": "lax"}}
    love = {"strictness": {"love": "off"}}
    for wrong in ({"size": "huge"}, {"luck": 1}, {"x": True}, {"strictness": 3}, lax, love):
        with pytest.raises(OptionError):
            duel.game(**wrong)


@pytest.mark.parametrize(("how", "waived"), [("advise", 1), ("off", 0)])
def test_strictness_lets_pass_what_makes_sense(how, waived):
    game = duel.game(strictness={"movement": how})
    far = duel.Hop("red", "0402")
    assert game.check(far)
    assert far not in game.legal()
    row = game.act(far)
    assert len(row.waived) == waived
    assert game.situation.place("red") == "0402"
    assert not game.check(duel.Hop("red", "9999"))


def test_a_free_hand_needs_the_option(game):
    assert not game.check(FreeMove("red", "0303"))
    game = duel.game(**{"free-hand": True})
    row = game.act(FreeMove("red", "0303"), side="blue")
    assert (row.kind, row.side) == ("free", "blue")
    assert row.events[0].free
    assert game.situation.place("red") == "0303"
    game.act(FreeLoss("red", 1))
    game.act(FreeControl("0101", "blue"))
    assert game.position.control == {"0101": "blue"}
    game.act(FreeMove("blue", "0303"))
    game.act(FreeOrder("0303", ("blue", "red")))
    assert game.situation.at("0303") == ("blue", "red")
    game.act(duel.Throw())
    game.act(FreeTrack("red", 12))
    assert game.position.tracks["red"] == 12


def test_a_free_hand_marks_pieces_hexes_and_hexsides():
    game = Catalogue.installed().new("papua", seed="1", options={"free-hand": True})
    piece = next(p for p in game.position.pieces if game.situation.on_map(p))
    side = "1213/1313"
    for on, mark in ((piece, "moved"), ("1213", "fortification"), (side, "fortification")):
        game.act(FreeMark(on, mark))
    assert game.situation.marked(piece, "moved")
    assert game.position.marks["1213"] == game.position.marks[side] == ("fortification",)
    for on, mark in ((piece, "moved"), ("1213", "fortification"), (side, "fortification")):
        game.act(FreeMark(on, mark, off=True))
    assert not game.situation.marked(piece, "moved")
    assert {"1213", side}.isdisjoint(game.position.marks)
    assert not game.check(FreeMark("1213/1515", "fortification")), "no hexside"
    assert not game.check(FreeMark("1213", "moved")), "no marker"
    assert not game.check(FreeMark(piece, "fortification")), "no mark of a piece"


@pytest.mark.parametrize(
    "action",
    [
        FreeMove("green", "0101"),
        FreeMove("red", "9999"),
        FreeLoss("red", 2),
        FreeLoss("green", 1),
        FreeTrack("gold", 1),
        FreeTrack("red", -1),
        FreeControl("0101", "green"),
        FreeControl("9999", "red"),
        FreeMark("0101/0303", "gold"),
        FreeMark("green", "moved"),
        FreeMark("red", "moved"),
        FreeOrder("0101", ("blue",)),
        FreeOrder("0202", ()),
    ],
)
def test_a_free_hand_has_to_make_sense(action):
    game = duel.game(**{"free-hand": True})
    game.act(duel.Throw())
    assert game.check(action).objections


@pytest.mark.parametrize(
    "data",
    [None, 7, [], {}, {"type": 5}, {"type": "fly"}, {"type": "hop"}, {"type": "hop", "piece": 1},
     {"type": "hop", "piece": "red", "to": "0102", "more": 1}],
)  # fmt: skip
def test_a_wrong_action_is_one_sentence(data):
    with pytest.raises(DataError) as error:
        Action.from_data(data)
    assert "\n" not in str(error.value)


def test_actions_survive_writing():
    action = duel.Hop("red", "0102")
    assert Action.from_data(json.loads(json.dumps(action.to_data()))) == action
    assert plain(action) == {"type": "hop", "piece": "red", "to": "0102"}
    assert action.kind == "hop"


class Circle(duel.Step, frozen=True):
    def run(self, change):
        change.replace(Circle())


def test_rules_that_run_in_a_circle_are_named(game):
    with pytest.raises(GameError, match="Circle"):
        game.test([ev.Pushed((Circle(),))], {})
    assert len(game.log) == 1
