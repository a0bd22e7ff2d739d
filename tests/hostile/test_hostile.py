"""Hostile files of each kind: each is answered by a sentence, soon, and without much memory.

This is a sample; ``python tests/hostile/measure.py --files 300`` is the whole run.
"""

import random
import sys

import pytest

from hostile.bounded import Bounded
from hostile.files import ATTACKS, DUEL
from samples import sampled

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the bounds are those of Linux")


@pytest.fixture(scope="module")
def process(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with Bounded(patience=60) as process:
        for words in (["validate", str(DUEL)], ["show", "diadem"], ["games"], ["replay", "none"]):
            process.run(home, *words)
        yield process


@pytest.mark.slow
@pytest.mark.parametrize("kind", sampled(ATTACKS, list(ATTACKS)[::3]))
def test_hostile_file(kind, process, tmp_path):
    words = ATTACKS[kind](tmp_path, random.Random(f"{kind} 0"))
    assert process.run(tmp_path, *words).fault() == ""


def test_a_file_in_order_is_read(process, tmp_path):
    outcome = process.run(tmp_path, "validate", str(DUEL))
    assert (outcome.code, outcome.fault()) == (0, "")
