"""Positions written out as scenarios: opened again they are the same."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from tabuleiro.bots import Stuck, make_player, play_match
from tabuleiro.editor import Draft, EditError, scenario_of
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.freehand import FreeMake
from tabuleiro.engine.opening import first_position
from tabuleiro.engine.position import OFF, UNSEEN, PieceState
from tabuleiro.module import find_module, load_module
from tabuleiro.seats import Table

GAMES = ["diadem", "leyte", "metz", "papua", "filipinas"]
WORDS = {"pt": "Meio do jogo", "en": "In the middle"}


@cache
def catalogue():
    return Catalogue.installed()


@cache
def played(game_id, actions):
    """A match that computers have played for a while."""
    game = catalogue().new(game_id, seed="written out")
    players = {side: make_player("random", side) for side in game.module.played_sides}
    with suppress(Stuck):
        play_match(game, players, limit=actions)
    return game


def content(position):
    """What is the same if a match goes on in the same way; who is still to come has no order."""
    data = json.loads(position.to_json())
    for left_out in ("agenda", "dice", "memory", "outcome"):
        data.pop(left_out, None)
    for key in ("stacks", "marks", "met"):
        data[key] = {name: held for name, held in data.get(key, {}).items() if held}
    data["stacks"].pop(OFF, None)
    return data


def reopened(game, id="middle"):
    """The module with the position of a match as a further scenario."""
    draft = Draft(find_module(game.module.id), rules=catalogue().parameters)
    written = scenario_of(game.situation, id, WORDS, WORDS)
    with draft.edit("Written out") as files:
        files[f"scenarios/{id}.yaml"] = written.data
    assert draft.problems() == ()
    return draft.module(), written


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("actions", [200, pytest.param(1500, marks=pytest.mark.slow)])
def test_a_position_comes_back_as_it_was(game_id, actions):
    game = played(game_id, actions)
    if game.position.phase < 0:
        pytest.skip("the set-up of this game takes longer")
    module, _written = reopened(game)
    again = first_position(module, module.scenarios["middle"])
    assert content(again) == content(game.position)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_it_is_played_on_from_there(game_id):
    """Its phase begins anew; then the match goes on by its rules."""
    game = played(game_id, 1500)
    module, _written = reopened(game)
    on = catalogue().new(module, scenario="middle", seed="on")
    assert on.position.turn == game.position.turn
    players = {side: make_player("random", side) for side in module.played_sides}
    with suppress(Stuck):
        play_match(on, players, limit=300)
    assert len(on.log.line()) > 50 or on.position.outcome


def test_who_is_still_to_come_stays_among_the_reinforcements():
    game = played("diadem", 400)
    module, _written = reopened(game)
    coming = {u for entry in module.scenarios["middle"].reinforcements for u in entry.units}
    assert coming == {p for p, state in game.position.pieces.items() if state.place == OFF}
    assert coming


def test_a_side_writes_out_what_it_sees_and_no_more():
    game = played("filipinas", 400)
    seat = Table(game).seat("us")
    seen = seat.sight()
    written = scenario_of(seen, "seen", WORDS, WORDS)
    unseen = {
        piece
        for piece, state in game.position.pieces.items()
        if seen.position.pieces.get(piece, PieceState(UNSEEN)).place == UNSEEN
    }
    assert len(unseen) > 50
    written.data.pop("withdrawals")  # as every reader of the module knows them
    said = str(written.data)
    assert not any(f"'{piece}'" in said for piece in unseen)
    assert "~" not in said
    assert "do not see" in written.left_out[0]


def test_there_is_nothing_to_write_out_during_the_set_up():
    game = catalogue().new("papua", seed="1")
    with pytest.raises(EditError, match="set-up"):
        scenario_of(game.situation, "early", WORDS, WORDS)


def test_a_free_table_with_pieces_made_during_play():
    folder = Path(__file__).resolve().parents[2] / "docs/examples/free-table"
    module = load_module(folder, rules=catalogue().parameters)
    game = catalogue().new(module, seed="1")
    players = {side: make_player("random", side) for side in module.played_sides}
    with suppress(Stuck):
        play_match(game, players, limit=120)
    hand_seat = Table(game).seat(*module.sides)
    template = next(iter(module.templates))
    there = next(iter(module.board.grid))
    hand_seat.act(FreeMake(template, there))
    draft = Draft(folder, rules=catalogue().parameters)
    written = scenario_of(game.situation, "later", WORDS, WORDS)
    with draft.edit("Written out") as files:
        files["scenarios/later.yaml"] = written.data
    assert draft.problems() == ()
    again = first_position(draft.module(), draft.module().scenarios["later"])
    assert any("--" in piece for piece in again.pieces)
    assert content(again) == content(game.position)
