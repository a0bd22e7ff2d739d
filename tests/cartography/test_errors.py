"""Bad sources are refused: each fault in one sentence with file, line and hex, all at once."""

import json

import numpy as np
import pytest

from tabuleiro.i18n import speaking
from tabuleiro.module import ModuleError
from twin_islands import box, collection, feature, ring


def told(atelier, words):
    """The line that is told for a fault in the line with these words."""
    return f"board-source.yaml:{atelier.line(words)}:"


class TestAllAtOnce:
    def test_every_fault_is_told_with_file_and_line(self, atelier):
        """Hex twice, road that jumps, unit in the sea, missing text, crossing polygon, no file."""
        atelier.change('hexes: ["0705"], method', 'hexes: ["0705", "0705"], method')
        atelier.change('"0303", "0304", "0404"]', '"0303", "0304", "0506"]')
        atelier.change('["0304", "0703"], clause', '["0304", "0101"], clause')
        atelier.change("name: {pt: Cume, en: Summit}", "name: {pt: Cume}")
        atelier.change("file: lakes.geojson", "file: laks.geojson")
        bow = feature("Polygon", [ring((2.0, 3.0), (3.2, 4.0), (3.2, 3.0), (2.0, 4.0))])
        atelier.write("land.geojson", collection(bow))
        sentences = "\n".join(map(str, atelier.problems()))
        for part in (
            "overrides[0].hexes[1]: hex 0705 is given a terrain twice, here and in overrides[0]",
            'roads[0].chain[2]: road "way" jumps from 0304 to 0506, which do not touch',
            "demands[0].hexes[1]: pieces stand in hex 0101 (twins-2.1), but it is sea",
            'places[2].name: the key "en" is missing: every text is wanted in both languages',
            'inputs[1].file: there is no file "laks.geojson" (did you mean "lakes.geojson"?)',
            "the polygon crosses itself at 120.2600, 9.6500, in hex 0303",
        ):
            assert part in sentences
        for words in ('0705", "0705', "0506", "0101", "Cume}", "laks"):
            assert told(atelier, words) in sentences

    def test_nothing_is_written(self, atelier):
        atelier.change("file: land.geojson", "file: sea.geojson")
        before = sorted(path.name for path in atelier.module.rglob("*"))
        assert atelier.problems()
        assert sorted(path.name for path in atelier.module.rglob("*")) == before

    def test_in_portuguese(self, atelier):
        atelier.change('"0303", "0304", "0404"]', '"0303", "0304", "0506"]')
        with speaking("pt"):
            assert "salta de 0304 para 0506, que não se tocam" in atelier.complaint()


CHANGES = [
    # overrides and demands
    ('"0705"], method: guess', '"0705"]', "an override needs its reason"),
    ("terrain: forest, hexes", "terrain: florest, hexes", 'unknown terrain "florest"'),
    ('hexes: ["0705"], method', 'hexes: ["0801"], method', "the maps show no land there"),
    ('hexes: ["0304", "0705"]', 'hexes: ["0304", "9901"]', "Hex 9901 is not on this board"),
    ('["0705"], method: guess', '["0705"], method: gues', 'unknown method "gues"'),
    ("above: 120", "above: -120", "bands must rise: -120 m does not lie above -100 m"),
    ("layers: {terrain: ground", "layers: {terrein: ground", 'unknown layer "terrein"'),
    # islands and water
    ("at: [120.6, 9.6]", "at: [120.8, 9.9]", "the maps show no land at 120.8, 9.9"),
    ("between: [west, east]", "between: [west, eest]", 'unknown island "eest"'),
    (
        "  named:\n",
        '  shut: [{side: "0303/0505", clause: x-1}]\n  named:\n',
        "0303 and 0505 do not touch",
    ),
    # rivers and hexsides
    ("line: Rill", "line: Ril", 'no file of rivers has a line called "Ril"'),
    ("line: Rill", "line: Rill, points: [[120.3, 9.6]]", "a river needs one of these"),
    ("line: Rill", "points: [[120.3, 9.6]]", "a river needs two points at least"),
    ("line: Rill", "line: Rill, into: rhine", 'unknown river "rhine"'),
    ("line: Rill", "line: Rill, into: rill", 'river "rill" flows in a circle'),
    ("line: Rill", "points: [[120.9, 9.1], [120.8, 9.0]]", "finds no way along hexsides"),
    ("line: Rill", 'sides: ["0303/0304", "0204/0203"]', "are no chain"),
    ("line: Rill", 'sides: ["0202/0301", "0201/0202"]', "runs beside hex 0201, which is sea"),
    ("id: wall", "id: rill", "is used by a river or a strait as well"),
    ('sides: ["0302/0303"]', 'sides: ["0302/0303", "0303/0302"]', "stands here twice"),
    # roads
    ('"0303", "0304", "0404"]', '"0201", "0301"]', "runs through hex 0201, which is sea"),
    ('"0303", "0304", "0404"]', '"0503", "0604"]', "crosses the water between 0503 and 0604"),
    (
        '"0303", "0304", "0404"]',
        '"0303", "0304", "0305"], kind: trail',
        'repeats the step from 0304 to 0305 of road "way"',
    ),
    ("through: [alpha,", "through: [beta,", "finds no way over land from 0703 to 0306"),
    (
        "through: [alpha,",
        "through: [alfa,",
        'no hex or place "alfa" for a road to pass (did you mean',
    ),
    ('through: [alpha, "0306"], ', "", "either `chain` or `through`"),
    # places
    ("town: Beta", "town: Twin", 'has 2 towns called "Twin"'),
    ("town: Beta", "town: Betta", 'has 0 towns called "Betta": say `at` or `hex` (did you mean'),
    ("town: Beta", "at: [120.09, 9.85]", 'place "beta" would lie in the sea, in hex 0101'),
    ("town: Beta", "at: [125, 9.85]", 'place "beta" lies off the board'),
    ("town: Beta", 'town: Beta, hex: "0703"', "a place needs one of these"),
    ("id: beta", "id: alpha", 'the id "alpha" was used before'),
    ('hex: "0107", afloat: true', 'hex: "0106"', "would lie in the sea, in hex 0106"),
    # regions
    (
        'hexes: ["0303", "0304"]}\nedges',
        'hexes: ["0303", "0303"]}\nedges',
        "hex 0303 stands here twice",
    ),
    (
        'coast: {island: west, start: "0204"',
        'coast: {island: west, start: "0304"',
        'region "shore" has no hexes',
    ),
    ("cut: {road: track", "cut: {road: trek", 'unknown road "trek"'),
    (
        'hexes: ["0303", "0304"]}\nedges',
        'hexes: ["0303"], island: west}\nedges',
        "a region needs one of these",
    ),
    # the georeference
    ("lat_y: -0.1}", "lat_y: 0}", "press the whole board into a line"),
    (
        "{lon0: 120, lon_x: 0.1, lon_y: 0, lat0: 10, lat_x: 0, lat_y: -0.1}",
        "null",
        "the board hangs in the air",
    ),
    ("columns: 8", "columns: 8, first_column: 95", "has no room"),
    ("columns: 8", "colums: 8", 'unknown key "colums"'),
    (
        "inputs:\n",
        "  sheet: {wide: 1, narrow: 1, nodes: [[3, 4, 5, 0, 0, 0]]}\ninputs:\n",
        "folded over itself at hex",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), CHANGES, ids=lambda each: str(each)[:30])
def test_fault_in_the_source(atelier, old, new, sentence):
    atelier.change(old, new)
    problems = [str(problem) for problem in atelier.problems()]
    assert any(sentence in problem for problem in problems), problems
    assert all(problem.startswith("board-source.yaml:") for problem in problems)


def test_river_that_climbs(atelier):
    atelier.change("terrain:\n  codes", "thresholds: {climb: 20}\nterrain:\n  codes")
    atelier.change("line: Rill", 'sides: ["0204/0205", "0204/0304", "0303/0304", "0303/0404"]')
    assert 'river "rill" climbs from 31 m to' in atelier.complaint()


def test_town_on_another_island(atelier):
    atelier.change("at: [120.6, 9.6]}", 'at: [120.6, 9.6], hexes: ["0503"]}')
    atelier.change("town: Beta", "at: [120.45, 9.65]")
    problems = [str(problem) for problem in atelier.problems()]
    assert any("stands on another island than its hex 0503 is counted to" in p for p in problems)


class TestMaps:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("{", "land.geojson:1:1: this is not JSON"),
            ("[]", "land.geojson:1:1: this is not GeoJSON"),
            (
                '{"features": [\n{"geometry": null}]}',
                "land.geojson:2:1: features[0]: this is no polygon or line",
            ),
            (collection(feature("Point", [1, 2])), "this is no polygon or line"),
            (collection(feature("Polygon", [[[1, 2], [3, 4]]])), "this is no polygon or line"),
            (collection(feature("LineString", [[1, 200], [3, 4]])), "this is no polygon or line"),
            (collection(feature("MultiPolygon", 3)), "this is no polygon or line"),
        ],
    )
    def test_land(self, atelier, text, sentence):
        atelier.write("land.geojson", text)
        assert any(sentence in str(problem) for problem in atelier.problems())

    def test_crossing_off_the_board(self, atelier):
        bow = feature("Polygon", [ring((20, 20), (22, 22), (22, 20), (20, 22))])
        atelier.write("land.geojson", collection(feature("Polygon", [box(1, 1, 7, 7)]), bow))
        sentences = [str(problem) for problem in atelier.problems()]
        assert "land.geojson:3:1: features[1]: the polygon crosses itself" in sentences[-1]
        assert "off the board" in sentences[-1]

    @pytest.mark.parametrize(
        "text", ['[{"name": "x"}]', "[1]", '[{"name": "x", "lon": "y", "lat": 1}]', "[{"]
    )
    def test_towns(self, atelier, text):
        atelier.write("places.json", text)
        assert any("no list of places" in str(problem) for problem in atelier.problems())

    @pytest.mark.parametrize("text", ["{}", '{"mean": [[1]], "high": [[1]], "top": [[1]]}', "x"])
    def test_derived_heights(self, atelier, text):
        atelier.write("relief.json", text)
        assert any("no heights of this board" in str(problem) for problem in atelier.problems())

    def test_damaged_shading(self, atelier):
        built = atelier.build()
        built.write(atelier.module, atelier.source)
        held = json.loads((atelier.source / "relief.json").read_text("utf-8"))
        for rows in ("!!", "AAAA", held["shade"]["rows"][:40]):
            atelier.write(
                "relief.json", json.dumps({**held, "shade": {**held["shade"], "rows": rows}})
            )
            assert any("no heights of this board" in str(each) for each in atelier.problems())

    def test_raw_heights(self, atelier):
        atelier.heights.write_bytes(b"nothing")
        assert "heights.npz:1:1: this is no grid of heights" in atelier.complaint()
        np.savez(atelier.heights, h=np.zeros((2, 2)))
        assert "this is no grid of heights" in atelier.complaint()
        atelier.heights.unlink()
        assert 'there is no file "heights.npz"' in atelier.complaint()

    def test_file_that_is_no_text(self, atelier):
        (atelier.source / "land.geojson").write_bytes(b"\xff\xfe")
        assert "land.geojson:1:1: this is not UTF-8 text" in "".join(map(str, atelier.problems()))

    def test_file_elsewhere(self, atelier):
        (atelier.module / "land.geojson").write_text("{}")
        atelier.change("file: land.geojson", "file: ../land.geojson")
        assert "lies outside the folder" in "".join(map(str, atelier.problems()))


class TestSourceFile:
    def test_missing(self, atelier):
        (atelier.source / "board-source.yaml").unlink()
        assert "board-source.yaml:1:1: the file is missing" in atelier.complaint()

    def test_not_yaml(self, atelier):
        atelier.write("board-source.yaml", "a: [")
        assert "this is not YAML" in atelier.complaint()

    def test_hardly_anything(self, atelier):
        atelier.write("board-source.yaml", "format: 1\n")
        assert len(atelier.problems()) >= 4

    def test_key_twice(self, atelier):
        atelier.change("id: twins\n", "id: twins\nid: twins\n")
        assert 'the key "id" stands here twice' in atelier.complaint()

    def test_later_items_keep_their_places(self, atelier):
        atelier.change("id: beta, name", "id: Beta!, name")
        atelier.change('hex: "0204", method', 'hex: "0106", method')
        sentences = [str(problem) for problem in atelier.problems()]
        assert any("places[4]" in each and "0106" in each for each in sentences)

    def test_result_is_checked_too(self, atelier):
        atelier.change("edge: north", 'edge: north, hexes: ["0304"]')
        with pytest.raises(ModuleError) as caught:
            atelier.build()
        assert "board.yaml" in str(caught.value)
        assert "0304" in str(caught.value)
