"""Whole matches of the lesson of Filipinas: those of the campaign take too long for each run."""

import pytest

from tabuleiro.testing.playthrough import verify
from tabuleiro.testing.table import catalogue
from tabuleiro.testing.travel import check_travel


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_playthroughs_of_filipinas(request, seed):
    path = request.config.rootpath / "tests" / "playthroughs" / f"filipinas-{seed}.txt"
    assert verify(path.read_text(encoding="utf-8")) == ""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["leyte-gulf", "eighth-army"])
def test_travelling_in_time_changes_nothing(scenario):
    assert check_travel(catalogue(), "filipinas", 1, scenario) == ""
