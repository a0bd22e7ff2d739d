"""Hostile files of each kind: each is answered by a sentence, soon, and without much memory.

This is a sample; ``python tests/hostile/measure.py --files 300`` is the whole run.
"""

import random
import sys

import pytest

from hostile.bounded import Bounded
from hostile.files import ATTACKS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the bounds are those of Linux")


@pytest.mark.parametrize("kind", ATTACKS)
def test_hostile_file(kind, tmp_path):
    words = ATTACKS[kind](tmp_path, random.Random(f"{kind} 0"))
    with Bounded(tmp_path, patience=60) as process:
        process.run("list")
        assert process.run(*words).fault() == ""
