"""Whole matches of Batalha de Metz: what every game must keep, and two that are played again."""

import pytest

from tabuleiro.testing import check_game, verify
from tabuleiro.testing.table import catalogue
from tabuleiro.testing.travel import check_travel

pytestmark = pytest.mark.no_cover  # long, and all they reach is reached by the proofs


@pytest.mark.slow
def test_metz_keeps_its_promises():
    report = check_game("metz", seeds=[1], probes=25)
    assert report.findings == []
    assert report.matches == 1


@pytest.mark.slow
def test_metz_keeps_its_promises_for_long():
    assert check_game("metz", seeds=[10, 11], probes=25).findings == []


@pytest.mark.slow
def test_travelling_in_time_changes_nothing():
    assert check_travel(catalogue(), "metz", 1) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_playthroughs_of_metz(request, seed):
    path = request.config.rootpath / "tests" / "playthroughs" / f"metz-{seed}.txt"
    assert verify(path.read_text(encoding="utf-8")) == ""
