"""What comes from outside is one of the known classes, or one sentence says that it is not."""

from typing import ClassVar

import pytest

from tabuleiro.engine import Step
from tabuleiro.engine.data import DataError, revive
from tabuleiro.engine.log import row_from_data

ROW = {
    "id": 1, "parent": 0, "kind": "action", "side": "red", "action": {"type": "hop"},
    "events": [], "reveals": False, "hash": "x",
}  # fmt: skip


class Waiting(Step, frozen=True):
    """What several steps have in common."""

    abstract: ClassVar[bool] = True


class WaitingForRain(Waiting, frozen=True):
    """One of them."""


def test_what_steps_have_in_common_is_no_step_itself():
    assert revive(Step, {"type": "waiting-for-rain"}) == WaitingForRain()
    with pytest.raises(DataError, match='unknown step "waiting"'):
        revive(Step, {"type": "waiting"})


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ({"id": "one"}, "log row: Expected `int`, got `str`"),
        ({"waived": [{"rule": "duel-1"}]}, "log row: Object missing required field `message`"),
        ({"events": [{"type": "unheard-of"}]}, 'unknown event "unheard-of"'),
    ],
)
def test_a_wrong_row_is_one_sentence(part, reason):
    assert row_from_data(ROW).id == 1
    with pytest.raises(DataError) as error:
        row_from_data({**ROW, **part})
    assert str(error.value).startswith(reason)
