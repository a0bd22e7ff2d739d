"""Whole matches of Papua - Nova Guiné: what every game must keep."""

import pytest

from tabuleiro.testing import check_game, verify
from tabuleiro.testing.table import catalogue
from tabuleiro.testing.travel import check_travel

pytestmark = pytest.mark.no_cover  # long, and all they reach is reached by the proofs


@pytest.mark.slow
def test_papua_keeps_its_promises():
    report = check_game("papua", seeds=[1], probes=20)
    assert report.findings == []
    assert report.matches == 1


@pytest.mark.slow
def test_papua_keeps_its_promises_with_all_options_turned():
    options = {
        "sealing": "open",
        "shifts": "net",
        "formation-bonus": "no-guns-nor-engineers",
        "south-coast": "open",
        "milne-bay": "north-coast",
        "transport-count": "all-allies",
        "air-missions": "once-a-turn",
        "air-supply": "at-once",
        "sick-villages": "exempt",
        "dobodura": "literal",
    }
    assert check_game("papua", seeds=[2], probes=10, options=options).findings == []


@pytest.mark.slow
def test_travelling_in_time_changes_nothing():
    assert check_travel(catalogue(), "papua", 1) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_playthroughs_of_papua(request, seed):
    path = request.config.rootpath / "tests" / "playthroughs" / f"papua-{seed}.txt"
    assert verify(path.read_text(encoding="utf-8")) == ""
