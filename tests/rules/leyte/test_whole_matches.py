"""Whole matches of Batalha de Leyte: two that are played again."""

import pytest

from tabuleiro.testing import verify

pytestmark = pytest.mark.no_cover  # long, and all they reach is reached by the proofs


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_playthroughs_of_leyte(request, seed):
    path = request.config.rootpath / "tests" / "playthroughs" / f"leyte-{seed}.txt"
    assert verify(path.read_text(encoding="utf-8")) == ""
