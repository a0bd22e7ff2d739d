"""Positions made to order: what they may hold, up to the last number."""

import pytest

from engine import duel
from tabuleiro.engine.data import DataError
from tabuleiro.engine.scene import scene


def made(**wanted):
    return scene(duel.game().situation, wanted)


@pytest.mark.parametrize("turn", [1, 2, 999])
def test_turns_are_numbers_from_1(turn):
    assert made(turn=turn).turn == turn


@pytest.mark.parametrize("turn", [-1, 0, 1000, True, "1", 1.5, None])
def test_other_turns_are_none(turn):
    with pytest.raises(DataError, match=r'^"turn" of a position must be a number from 1\.$'):
        made(turn=turn)


@pytest.mark.parametrize("losses", [0, 1])
def test_a_piece_has_lost_less_than_its_steps(losses):
    state = made(pieces={"red": {"place": "0202", "losses": losses}}).pieces["red"]
    assert (state.place, state.losses) == ("0202", losses)


@pytest.mark.parametrize(
    "state",
    [
        {"losses": 2}, {"losses": -1}, {"losses": True}, {"spent": "2"}, {"spent": None},
        {"marks": "moved"}, {"marks": [1]}, {"place": "0501"}, {"place": None}, {"turned": 1},
    ],
)  # fmt: skip
def test_other_states_are_refused(state):
    with pytest.raises(DataError, match=r'^Piece "red" of a position must be a place'):
        made(pieces={"red": {"place": "0202", **state}})


def test_what_is_spent_and_marked_is_kept():
    state = made(pieces={"red": {"place": "0202", "spent": 3, "marks": ["b", "a"]}}).pieces["red"]
    assert (state.spent, state.marks) == (3, ("a", "b"))
