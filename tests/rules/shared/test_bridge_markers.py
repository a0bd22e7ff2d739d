"""Markers of bridges lie on hexsides: a scenario lays none in a hex, and there it bridges none."""

from dataclasses import replace
from pathlib import Path

import pytest

from lorraine import TANKS, board, march, step
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.i18n import speaking
from tabuleiro.module import ModuleError
from tabuleiro.module.files import read_folder
from tabuleiro.module.load import check_module
from tabuleiro.rules.ground.crossings import crossings
from tabuleiro.testing import table

METZ = Path(__file__).parents[3] / "modules" / "metz"
SCENARIO = "scenarios/campaign.yaml"


def faults(*markers):
    """What is said about a scenario with such markers, and the line of the first of them."""
    folder = read_folder(METZ)
    lines = folder.raw[SCENARIO].decode().rstrip().splitlines()
    text = "\n".join([*lines, "markers:", *markers, ""])
    laid = replace(folder, raw={**folder.raw, SCENARIO: text.encode()})
    with pytest.raises(ModuleError) as caught:
        check_module(laid, Catalogue.installed().parameters)
    return [str(problem) for problem in caught.value.problems], len(lines) + 2


@pytest.mark.parametrize("place", ['hex: "0507"', "box: american-off-map"])
def test_a_bridge_lies_in_no_hex(place):
    said, line = faults(f"  - {{marker: bridge, {place}}}")
    sentence = "this marker lies on hexsides, in no hex and no box"
    assert said == [f"{SCENARIO}:{line}:6: markers[0].marker: {sentence}"]


def test_it_is_said_in_portuguese():
    with speaking("pt"):
        (said,), _line = faults('  - {marker: bridge, hex: "0507"}')
    assert said.endswith("este marcador fica em lados de hexágonos, não em um hexágono ou uma área")


def test_a_mark_of_that_name_in_a_hex_bridges_nothing():
    here, there = step("clear", river=True)
    t = march({TANKS: here})
    t.game.test([ev.PlaceMarked(here, ("bridge",))], {"type": "mark"})
    assert not crossings(t.s)
    assert not t.allows(t.move(TANKS, there))
    side = "/".join(board().grid.side(here, there))
    t.game.test([ev.PlaceMarked(side, ("bridge",))], {"type": "mark"})
    assert {built.side for built in crossings(t.s)} == {board().grid.side(here, there)}
    assert t.allows(t.move(TANKS, there))


@pytest.mark.parametrize("game", ["diadem", "leyte", "papua"])
@pytest.mark.parametrize("place", ["0507", "0507/0508"])
def test_a_game_without_bridges_knows_no_such_mark(game, place):
    t = table(game)
    t.game.test([ev.PlaceMarked(place, ("bridge",))], {"type": "mark"})
    assert not crossings(t.s)
    assert t.legal()
