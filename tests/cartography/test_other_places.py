"""Pictures of boards that are not of hexes, of several maps, and of scanned ones."""

import re
import shutil
from math import hypot
from pathlib import Path

import pytest

from tabuleiro.cartography import draw_layers
from tabuleiro.cartography.picture.draw import draw_module
from tabuleiro.module import Cache, ModuleError, load_module

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
SCAN = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x02\x58\x08\0\0\0\0\0\0\0\0"
    b"\0\0\0\0IEND\xaeB`\x82"
)
"""As much of a picture of 800 by 600 pixels as is looked at."""
SEVERAL = """format: 1
id: provinces
maps:
  - {id: a, title: {pt: A, en: A}, grid: {columns: 3, rows: 3}, terrain: {default: clear}}
  - id: b
    title: {pt: B, en: B}
    grid: {columns: 4, rows: 4}
    picture:
      file: map.png
      points: [{hex: "0101", pixel: [50, 50]}, {hex: "0404", pixel: [600, 500]}]
places:
  - {id: here, hex: "a:0202", kind: village, name: {pt: Aqui, en: Here}}
  - {id: there, hex: "b:0202", kind: village, name: {pt: Ali, en: There}}
networks:
  - {id: road, kind: road, chain: ["a:0101", "a:0102"]}
  - {id: printed, kind: road, chain: ["b:0101", "b:0102"]}
links: ["a:0302/b:0102"]
"""


def folder(name):
    return EXAMPLES / name / f"tabuleiro_{name}" / "modules" / name


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(folder("provinces"), tmp_path / "provinces")
    (tmp_path / "provinces" / "images").mkdir()
    (tmp_path / "provinces" / "images" / "map.png").write_bytes(SCAN)
    return tmp_path / "provinces"


@pytest.mark.parametrize("spoken", ["pt", "en"])
def test_a_picture_of_areas(spoken):
    drawn = draw_module(folder("provinces"), language=spoken)
    for name in ("Alvorada", "Planalto", "Serra", {"pt": "Tejo", "en": "Tagus"}[spoken]):
        assert name in drawn


def test_a_picture_of_squares():
    drawn = draw_module(folder("redoubt"), language="en")
    assert ">A1<" in drawn
    assert ">H6<" in drawn


def test_signs_keep_off_counters():
    layers = draw_layers(folder("provinces"), scale=100)
    hills = [each.area for each in layers.elements["vegetation"]]
    geometry = load_module(folder("provinces"), cache=Cache(None)).board.geometry
    middles = [geometry.centre(area) for area in ("serra", "brejo")]
    assert len(hills) > 10
    for left, top, right, bottom in hills:
        x, y = (left + right) / 200 + layers.left, (top + bottom) / 200 + layers.top
        assert min(hypot(x - mx, y - my) for mx, my in middles) > 0.4


def test_of_several_maps_the_scanned_ones_are_not_drawn(copy):
    (copy / "board.yaml").write_text(SEVERAL)
    layers = draw_layers(copy, scale=10)
    words = {name.words for name in layers.names}
    assert words == {"Here"}
    (paper, *_rest) = layers.elements["land"]
    assert float(re.search(r'width="([0-9.]+)"', paper)[1]) < layers.width / 2
    assert len(layers.elements["roads"]) <= 2


def test_of_a_scanned_map_there_is_nothing_to_draw(copy):
    points = '[{hex: "0101", pixel: [50, 50]}, {hex: "0404", pixel: [600, 500]}]'
    (copy / "board.yaml").write_text(
        "format: 1\nid: provinces\ngrid: {columns: 4, rows: 4}\n"
        f"picture: {{file: map.png, points: {points}}}\n"
    )
    with pytest.raises(ModuleError, match="there is nothing to draw"):
        draw_module(copy)


@pytest.mark.parametrize("spoken", ["pt", "en"])
def test_a_region_is_named_if_it_says_how_large(copy, spoken):
    board = (copy / "board.yaml").read_text("utf-8")
    north = (
        "regions:\n  - {id: north, name: {pt: O Norte, en: The North}, hexes: [alvorada, brejo]}\n"
    )
    (copy / "board.yaml").write_text(board + north, "utf-8")
    name = {"pt": "O Norte", "en": "The North"}[spoken]
    assert name not in draw_module(copy, language=spoken)
    said = north.replace("brejo]", "brejo], importance: 3")
    (copy / "board.yaml").write_text(board + said, "utf-8")
    assert name in draw_module(copy, language=spoken)
    (copy / "board.yaml").write_text(
        board + said.replace("importance: 3", "importance: 1"), "utf-8"
    )
    assert name.upper() in draw_module(copy, language=spoken)
