"""The picture of a board: everything is on it, nothing where it may not be."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely

from tabuleiro.cartography import draw_module, read_board, read_drawing
from tabuleiro.cartography.picture import cover, draw, ground, names
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.signs import SCATTERED, VARIANTS, placed, scattered, templates
from tabuleiro.cartography.picture.singles import SINGLE, single
from tabuleiro.cartography.picture.style import SIGNS, TERRAIN
from tabuleiro.cartography.picture.svg import MOST_POINTS, Page
from tabuleiro.module import ModuleError

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def drawn(atelier):
    """The picture of the small world."""
    atelier.build().write(atelier.module, atelier.source)
    return draw_module(atelier.module, scale=40, language="pt")


def layers(text):
    root = ET.fromstring(text)
    return {group.get("id"): group for group in root.iterfind(f"./{SVG}g/{SVG}g[@id]")}


def words(text):
    return [each.text for each in ET.fromstring(text).iter(f"{SVG}text")]


def test_all_layers_are_there(drawn):
    assert set(layers(drawn)) == {
        *("land", "rivers", "sea", "sea-hexes", "grid", "straits", "borders", "vegetation"),
        *("roads", "bridges", "fortifications", "towns", "beaches", "numbers", "names"),
    } - ({"bridges"} if "bridges" not in layers(drawn) else set())


def test_names_are_in_the_language_asked_for(atelier, drawn):
    assert {"ALFA", "Golfo", "Praia"} <= set(words(drawn))
    english = words(draw_module(atelier.module, scale=40, language="en"))
    assert {"ALPHA", "Gulf", "Beach"} <= set(english)


def test_legend_is_in_both_languages(drawn):
    assert {"Floresta", "Forest", "Montanha", "Mountain", "Rio", "River"} <= set(words(drawn))
    assert {"Água entre hexágonos", "Trilha", "Trail", "Linha fortificada"} <= set(words(drawn))


def test_names_of_the_module_come_first(atelier, drawn):
    (atelier.module / "tables.yaml").write_text(
        "format: 1\nterrain:\n  - {id: forest, name: {pt: Mata, en: Thicket}}\n  - 3\nhexsides: 4\n"
    )
    (atelier.module / "module.yaml").write_text("title: {pt: Gêmeas, en: Twins}\n")
    text = draw_module(atelier.module)
    assert {"Mata", "Thicket", "Gêmeas", "Twins"} <= set(words(text))
    assert "Floresta" not in words(text)
    (atelier.module / "module.yaml").write_text("title: Gêmeas\n")
    assert draw_module(atelier.module)


def test_every_hex_has_its_number(drawn):
    found = [each.text for each in layers(drawn)["numbers"].iter(f"{SVG}text")]
    assert len(found) == 56
    assert "0304" in found


def test_numbers_are_short(drawn):
    data = re.findall(r' d="([^"]*)"', drawn)
    assert data
    assert not any(re.search(r"\.\d{3}|e-|nan|inf", each) for each in data)


def test_two_pictures_are_the_same(atelier, drawn):
    assert draw_module(atelier.module, scale=40, language="pt") == drawn


def test_signs_keep_to_the_land_of_their_hex(atelier, drawn):
    model, raw = read_board(atelier.module)
    sheet = Sheet(model, read_drawing(raw.decode()), 40, "en")
    signs = list(cover.scatter(sheet))
    assert signs
    for _sign, x, y, turn in signs:
        assert sheet.land.contains(shapely.Point(x, y))
        assert sheet.geometry.hex_at(x, y) not in sheet.wet
        assert 0 <= turn < 1


def test_names_do_not_overlap(atelier, drawn):
    model, raw = read_board(atelier.module)
    placed = names.place_names(Sheet(model, read_drawing(raw.decode()), 40, "en"))
    assert not placed.left_out
    boxes = [spot.box for spot in placed.placed]
    assert not any(a.common(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])


def test_a_board_without_a_drawing(atelier, drawn):
    path = atelier.module / "board.yaml"
    path.write_text(path.read_text("utf-8").replace("drawing: drawing.json\n", ""), "utf-8")
    text = draw_module(atelier.module)
    assert {"roads", "grid", "rivers"} <= set(layers(text))
    assert "sea-hexes" not in layers(text)


BY_HAND = """\
format: 1
id: hand
grid: {columns: 4, rows: 3, orientation: flat, shift: odd, numbering: CCRR}
terrain: {default: clear, places: {hill: ["0301", "0103"]}}
networks:
  - {id: way, kind: road, chain: ["0201", "0202", "0203"], leaves: {start: north, end: south}}
  - {id: path, kind: trail, chain: ["0102"], leaves: {start: west}}
"""


@pytest.fixture
def by_hand(tmp_path):
    """A board of hexes that somebody wrote, without a drawing."""
    (tmp_path / "board.yaml").write_text(BY_HAND, "utf-8")
    board, drawing, on = draw._read(tmp_path, {})
    return Sheet(board, drawing, 40, "en", on=on)


def test_roads_that_leave_are_led_to_the_border(by_hand):
    left, top, _right, bottom = by_hand.drawing.frame
    (_kind, way), (_trail, path) = by_hand.roads()
    x = by_hand.middle("0201")[0]
    assert way[0] == pytest.approx((x, top))
    assert way[-1] == pytest.approx((x, bottom))
    assert path[0] == pytest.approx((left, by_hand.middle("0102")[1]))


def test_ground_ends_with_its_hexes_where_nothing_is_drawn(by_hand):
    (tint,) = (part for part in ground.land(by_hand) if "fill-opacity" in part)
    points = re.findall(r"(-?[\d.]+)[ ,](-?[\d.]+)", re.search(r' d="(.*?)"', tint)[1])
    high = min(float(y) for _x, y in points)
    outline = by_hand.geometry.outline(["0301"])
    assert high >= by_hand.page.at(*outline.bounds[:2])[1] - 1


def test_railways_and_rough_ground(atelier):
    atelier.change("id: track, kind: trail", "id: track, kind: railway")
    atelier.change("f: forest,", "f: swamp-hill,")
    text = (atelier.source / "board-source.yaml").read_text("utf-8")
    atelier.write("board-source.yaml", text.replace("terrain: forest", "terrain: swamp-hill"))
    atelier.build().write(atelier.module, atelier.source)
    drawn = draw_module(atelier.module)
    assert {"Pântano, Colina", "Ferrovia"} <= set(words(drawn))


def test_broken_files(atelier, drawn):
    (atelier.module / "drawing.json").write_text("{}")
    with pytest.raises(ModuleError, match="this is no drawing of a board"):
        draw_module(atelier.module)
    (atelier.module / "board.yaml").write_text("format: 1\n")
    with pytest.raises(ModuleError, match="missing"):
        draw_module(atelier.module)


def test_all_signs_can_be_drawn():
    for sign in SCATTERED:
        ET.fromstring(f"<g>{scattered(sign, 10, 10, 64, 0.5)}</g>")
    for sign in SINGLE:
        ET.fromstring(f"<g>{single(sign, 10, 10, 64)}</g>")
    known = {*SCATTERED, *SINGLE, None}
    assert {ground.sign for ground in TERRAIN.values()} <= known
    assert set(SIGNS.values()) <= known


def test_each_form_of_a_sign_is_in_the_file_once(drawn):
    """A picture of thousands of trees is small: it says once how a tree looks."""
    root = ET.fromstring(drawn)
    forms = [each.get("id") for each in root.find(f".//{SVG}defs")]
    assert len(forms) == len(set(forms)) >= VARIANTS
    used = [each.get("{http://www.w3.org/1999/xlink}href") for each in root.iter(f"{SVG}use")]
    assert len(used) > 50
    assert {each.removeprefix("#") for each in used} <= set(forms)
    assert len({each for each in used if each.startswith("#tree")}) > 1
    assert 'id="tuft3"' in templates(["tuft"], 64)
    assert '"#tuft3"' in placed("tuft", 1, 2, 0.99)


def test_long_paths_are_parted():
    line = np.zeros((MOST_POINTS // 2, 2))
    assert len(list(Page(64, 0, 0).paths([line] * 5))) == 3
    assert list(Page(64, 0, 0).paths([])) == []
