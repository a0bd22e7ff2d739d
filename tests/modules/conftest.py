"""What the files of a board say; and what the quick run takes: one game as a sample of the data."""

from functools import cache
from pathlib import Path

import pytest
import yaml

from tabuleiro.cartography import read_board, read_drawing
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.reading import read_sources
from tabuleiro.module import find_module
from tabuleiro.module.build import board_data
from tabuleiro.module.data import make_board
from tabuleiro.module.map_building import maps_of

HERE = Path(__file__).parent
SAMPLE = "diadem"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == HERE and not sampled(item):
            item.add_marker(pytest.mark.slow)


def sampled(item):
    game = item.callspec.params.get("game") if hasattr(item, "callspec") else None
    return SAMPLE in item.path.name or game == SAMPLE


_files = cache(lambda game: read_board(find_module(game)))


@cache
def _boards(game):
    board = _files(game)[0]
    return make_board(board_data(board, maps_of(board)))


_drawings = cache(lambda game: read_drawing(_files(game)[1].decode()))
_sources = cache(lambda game: read_sources(find_module(game) / "source"))


@cache
def _sheets(game, language):
    return Sheet(_files(game)[0], _drawings(game), 64, language)


@cache
def _written(game):
    return yaml.load((find_module(game) / "board.yaml").read_text("utf-8"), yaml.CBaseLoader)


@pytest.fixture(scope="module")
def game(request):
    """The game that a file of tests is about; a suite over all games has parameters instead."""
    return request.module.GAME


@pytest.fixture(scope="module")
def files(game):
    return _files(game)


@pytest.fixture(scope="module")
def board(game):
    return _boards(game)


@pytest.fixture(scope="module")
def drawing(game):
    return _drawings(game)


@pytest.fixture(scope="module")
def sheet_in(game):
    """The drawing laid out with the names of a language."""
    return lambda language: _sheets(game, language)


@pytest.fixture(scope="module")
def sheet(sheet_in):
    return sheet_in("pt")


@pytest.fixture(scope="module")
def sources(game):
    return _sources(game)


@pytest.fixture(scope="module")
def written(game):
    """The file as it is written: its lists are in the order from source to mouth, start to end."""
    return _written(game)
