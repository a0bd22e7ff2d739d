"""What the page on the module format lists is what there is."""

import re

import pytest

from tabuleiro.module.pictures import SYMBOLS
from tabuleiro.rules.combat.results_de_to_ae import LadderResults


@pytest.fixture
def page(request):
    return (request.config.rootpath / "docs" / "module-format.md").read_text("utf-8")


def test_all_symbols_are_listed(page):
    told = page.partition("**Symbols** that are drawn")[2].partition("Of any other")[0]
    assert set(re.findall(r"`([\w-]+)`", told)) == SYMBOLS


def test_all_codes_of_the_ladder_are_listed(page):
    listed = re.search(r"The ladder carries out `(.*?)`", page)[1].split()
    guns = page.partition("**Guns.**")[2].partition("**Codes")[0]
    assert {*listed, *re.findall(r"`(D[IB])`", guns)} == set(LadderResults.results)
