"""A sample of random gestures; twenty thousand are a command of their own (`monkey.py`)."""

import pytest

from .monkey import SLOW_MS, run


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_random_gestures_do_no_harm(qapp, seed):
    del qapp
    monkey = run(250, seed)
    assert monkey.faults == []
    assert monkey.rows > 10
    slow = [each for each in monkey.slow if each[0] > 10 * SLOW_MS]
    assert slow == [], "even on a busy machine no gesture may take that long"
