"""Whole matches of the lesson of Filipinas: those of the campaign take too long for each run."""

import pytest

from tabuleiro.testing.playthrough import verify


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_playthroughs_of_filipinas(request, seed):
    path = request.config.rootpath / "tests" / "playthroughs" / f"filipinas-{seed}.txt"
    assert verify(path.read_text(encoding="utf-8")) == ""
