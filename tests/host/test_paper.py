"""A game on paper: sizes, backs behind their fronts, whole maps, and files in order."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from tabuleiro.editor.beginning import new_module
from tabuleiro.host.charts.sheets import sheets
from tabuleiro.host.map.picture import SCALE, BoardPicture, load_layers
from tabuleiro.host.map.places import PlaceNames
from tabuleiro.host.map.tiles import BoardItem
from tabuleiro.host.paper import PARTS, Wanted, arrivals, maps, print_game, tables
from tabuleiro.host.paper.countersheets import SIZES, _draw, grid_of, pairs
from tabuleiro.host.paper.dialog import PaperDialog
from tabuleiro.host.paper.maps import OVERLAP, tiling
from tabuleiro.host.paper.pages import A3, A4, MARGIN, Pages, height, rule
from tabuleiro.i18n import speaking
from tabuleiro.module import Cache, load_module

FINE = 10
"""Pixels of a millimetre."""


def drawn(draw, paper=A4):
    """A picture of a page."""
    image = QImage(int(paper.width * FINE), int(paper.height * FINE), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(FINE, FINE)
    draw(painter)
    painter.end()
    return image


def media(raw):
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", raw)
    return [(float(wide) * 25.4 / 72, float(high) * 25.4 / 72) for wide, high in found]


@pytest.mark.parametrize("side", SIZES)
def test_counters_have_their_size_and_backs_lie_behind_fronts(side):
    grid = grid_of(side)
    for number in range(grid.columns * grid.rows):
        front, back = grid.box(number), grid.box(number, back=True)
        assert abs(front.width() - side) < 1e-9
        assert abs(front.height() - side) < 1e-9
        # The sheet is turned over its long edge: left and right change places.
        assert abs(front.left() - (A4.width - back.right())) < 0.1
        assert abs(front.top() - back.top()) < 1e-9
    last = grid.box(grid.columns * grid.rows - 1)
    assert last.right() < A4.width - 10
    assert last.bottom() < A4.height - 10


@pytest.mark.parametrize("game", ["diadem", "filipinas", "papua"])
def test_what_lies_behind_a_counter_is_its_own(qapp, catalogue, game):
    found = pairs(catalogue.module(game))
    grid = grid_of(12.7)
    sheet = found[: grid.columns * grid.rows]
    front = drawn(lambda painter: _draw(painter, grid, sheet, back=False))
    back = drawn(lambda painter: _draw(painter, grid, sheet, back=True))
    for number, pair in enumerate(sheet):
        spot = grid.box(number).topLeft() + QPointF(0.15, 0.15)  # the ground beside the counter
        x, y = int(spot.x() * FINE), int(spot.y() * FINE)
        assert QColor(front.pixel(x, y)) == QColor(pair.ground)
        assert QColor(back.pixel(back.width() - 1 - x, y)) == QColor(pair.ground)


def test_each_side_of_each_counter_is_there(catalogue):
    for game in ("diadem", "leyte", "metz", "papua", "filipinas"):
        module = catalogue.module(game)
        found = pairs(module)
        faces = sum(2 if pair.back is not None else 1 for pair in found)
        steps = sum(counter.steps for counter in module.counters.values())
        words = sum(isinstance(pair.front, str) for pair in found)
        assert faces - 2 * words == steps
        if module.markers:
            assert words >= len(module.markers)


def test_the_rule_is_a_hundred_millimetres(qapp):
    image = drawn(lambda painter: rule(painter, QPointF(10, 20)))
    y = 20 * FINE
    dark = [x for x in range(image.width()) if QColor(image.pixel(x, y)).lightness() < 120]
    rule_alone = [x for x in dark if x < 112 * FINE]
    assert abs((rule_alone[-1] - rule_alone[0] + 1) / FINE - 100) <= 0.3


@pytest.mark.parametrize("paper", [A4, A3])
@pytest.mark.parametrize("size", [(300, 280), (297, 210), (900, 1200), (150, 100)])
def test_sheets_of_the_map_cover_it_and_overlap(paper, size):
    wide, high = size
    cut = tiling(wide, high, paper)
    areas = [cut.area(number) for number in range(cut.columns * cut.rows)]
    assert max(area.right() for area in areas) >= wide
    assert max(area.bottom() for area in areas) >= high
    for number, area in enumerate(areas):
        assert area.width() <= cut.paper.width - 20
        if (number + 1) % cut.columns:
            assert abs(area.right() - areas[number + 1].left() - OVERLAP) < 1e-9
        if number + cut.columns < len(areas):
            assert abs(area.bottom() - areas[number + cut.columns].top() - OVERLAP) < 1e-9


def test_towns_and_objectives_are_named_on_the_map(qapp, catalogue):
    module = catalogue.module("diadem")
    picture = BoardPicture(load_layers(module, "en"))
    board = BoardItem(picture, module.board)
    names = PlaceNames(picture, module.board, board)
    painted = []
    for shown in (names, None):
        image = QImage(picture.size.size().toSize(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        if shown is None:
            board.render(painter, picture.size, maps._FINE)
        else:
            painter.translate(-MARGIN, -MARGIN)
            maps._draw(painter, board, shown, picture.size, 1.0)
        painter.end()
        painted.append(image)
    board.stop()
    assert {"CASSINO", "MONTE CASSINO", "ARCE"} <= names.areas.keys()
    for words, area in names.areas.items():
        on_board = area.toRect() & painted[0].rect()
        with_names, without = (image.copy(on_board) for image in painted)
        assert with_names != without, words


def test_charts_name_the_columns_for_which_the_families_look(catalogue):
    for language, head in (("en", "Aircraft"), ("pt", "Aviões")):
        with speaking(language):
            found = {sheet.id: sheet.columns for sheet in sheets(catalogue.module("diadem"))}
        assert found["vulnerability"][0] == head


def test_arrivals_name_the_edge_as_players_know_it(qapp, catalogue, monkeypatch):
    said = []
    monkeypatch.setattr(
        "tabuleiro.host.paper.arrivals._row",
        lambda _flow, _module, label, _units: said.append(label),
    )
    module = catalogue.module("diadem")
    scenario = next(iter(module.scenarios.values()))

    class Silent:
        def head(self, *_words):
            return None

    for entry in scenario.reinforcements:
        said.clear()
        arrivals._arrivals(Silent(), module, scenario, entry.side)
        for edge in entry.edges:
            assert any(module.board.edges[edge].name["en"] in label for label in said)


def test_sheets_say_who_leaves_and_which_clause_tells_where(qapp, catalogue, monkeypatch, tmp_path):
    said = []
    monkeypatch.setattr(
        "tabuleiro.host.paper.arrivals._row",
        lambda _flow, _module, label, units: said.append((label, units)),
    )
    module = catalogue.module("leyte")
    pages = Pages(tmp_path / "a.pdf", "A")
    with speaking("en"):
        arrivals.arrival_sheets(pages, module, module.scenarios["campaign"])
    pages.close()
    found = dict(said)
    assert [unit for unit, _losses in found["Turn 8 (20-24 Nov 1944)"]] == [
        "us-19-ri-1", "us-19-ri-2", "us-19-ri-3"
    ]  # fmt: skip
    assert "Turn 8 (20-24 Nov 1944) as 12.1.2-9 says" in found
    beaches = next(label for label in found if label.startswith("Turn 3 (26-30 Oct 1944) "))
    assert all(f"{each} Beach" in beaches for each in ("White", "Red", "Orange", "Blue", "Yellow"))


def test_set_up_sheets_name_each_place_as_players_know_it(qapp, catalogue, monkeypatch, tmp_path):
    said = {}
    monkeypatch.setattr(
        "tabuleiro.host.paper.arrivals._row",
        lambda _flow, _module, label, units: said.setdefault(label, []).extend(units),
    )
    module = catalogue.module("filipinas")
    scenario = module.scenarios["campaign"]
    pages = Pages(tmp_path / "a.pdf", "A")
    with speaking("en"):
        arrivals.arrival_sheets(pages, module, scenario)
    pages.close()
    holder = next(entry.hex for entry in scenario.setup if entry.hex.startswith("in:"))
    name = module.counters[holder.removeprefix("in:")].name["en"]
    assert f"in {name}" in said
    assert not [label for label in said if label.startswith("in:")]
    assert {"placed by you: Luzon", "placed by you: Panay"} <= said.keys()
    losses = {unit: entry.reduced for entry in scenario.setup for unit in entry.units}
    assert losses.items() <= {pair for units in said.values() for pair in units}


@pytest.mark.parametrize("game", ["metz", "papua", "filipinas"])
def test_no_label_of_a_row_is_cut(qapp, catalogue, monkeypatch, tmp_path, game):
    written = []

    def write(_painter, words, box, size, **_how):
        written.append((words, height(words, box.width(), size) - box.height()))

    monkeypatch.setattr(arrivals, "write", write)
    module = catalogue.module(game)
    pages = Pages(tmp_path / "a.pdf", "A")
    for language in ("pt", "en"):
        with speaking(language):
            arrivals.arrival_sheets(pages, module, next(iter(module.scenarios.values())))
    pages.close()
    assert len(written) > 50
    assert [words for words, cut in written if cut > 0.01] == []


@pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua", "filipinas"])
def test_charts_on_paper_leave_no_name_open(catalogue, game):
    for language in ("pt", "en"):
        with speaking(language):
            for sheet in sheets(catalogue.module(game)):
                assert not [words for words in (*sheet.columns, *sheet.rows) if "…" in words]


def test_cells_and_their_legend_say_what_they_mean_in_that_table(catalogue):
    module = catalogue.module("filipinas")
    with speaking("pt"):
        found = {sheet.id: sheet for sheet in sheets(module)}
    assert found["weather"].cells[0] == ("Monção", "Monção", "Tempo ruim")
    assert found["weather"].hints["Tempo bom"] == "Tempo bom: Condições normais."
    assert found["bombardment"].hints["2"].startswith("2: Duas baixas.")
    assert "2" not in found["patrol-area"].hints, "a distance, no losses"
    assert "2" not in found["submarine-firepower"].hints


def test_long_words_of_a_track_are_written_in_lines(qapp, catalogue, monkeypatch, tmp_path):
    written = []

    def write(_painter, words, box, size, *, wrap=False, **_how):
        written.append((words, size, wrap, box.height() - height(words, box.width(), size)))
        return size

    monkeypatch.setattr(tables, "write", write)
    module = catalogue.module("papua")
    pages = Pages(tmp_path / "a.pdf", "A")
    with speaking("pt"):
        tables.chart_cards(pages, module)
    pages.close()
    label = next(each for each in written if each[0] == "28 dez. 1942-6 jan. 1943")
    assert label[1:3] == (2.4, True)
    assert label[3] > -0.01


def test_a_headline_stands_on_the_page_of_what_follows(qapp, catalogue, monkeypatch, tmp_path):
    pages = Pages(tmp_path / "a.pdf", "A")
    heads, found = [], []

    def say(flow, words, size=3.2, *, bold=False):
        flow.y += 2 * size
        if bold:
            heads.append((words, pages.count))

    def row(flow, *_words):
        flow.need(12)
        flow.y += 12
        drawn_here()

    def drawn_here(*_words):
        found.extend((words, page, pages.count) for words, page in heads)
        heads.clear()

    monkeypatch.setattr(tables.Flow, "say", say)
    monkeypatch.setattr(tables, "_outline", drawn_here)
    monkeypatch.setattr(arrivals, "_row", row)
    for game in ("leyte", "filipinas"):
        module = catalogue.module(game)
        tables._tracks(flow := tables.Flow(pages, "A"), module)
        for y in range(10, 280, 7):
            flow.y = float(y)
            tables._boxes(flow, module)
        for scenario in module.scenarios.values():
            arrivals.arrival_sheets(pages, module, scenario)
    pages.close()
    assert len(found) > 50
    assert [words for words, head, below in found if head != below] == []


def test_arrivals_name_areas(qapp, catalogue, monkeypatch):
    said = []
    monkeypatch.setattr(
        "tabuleiro.host.paper.arrivals._row",
        lambda _flow, _module, label, _units: said.append(label),
    )
    folder = Path(__file__).resolve().parents[2] / "docs/examples/rivals/tabuleiro_rivals/modules"
    module = load_module(folder / "rivals", cache=Cache(None))

    class Silent:
        def head(self, *_words):
            return None

    with speaking("en"):
        arrivals._set_up(Silent(), module, module.scenarios["war"], "genoa")
    assert said == ["Liguria (Genoa)", "Tuscany (Florence)", "Levies of Genoa"]


def test_a_hex_is_as_wide_as_it_says(catalogue):
    """What is printed is a scene by `hex / SCALE`: neighbours lie `SCALE` apart in it."""
    for game in ("diadem", "filipinas"):
        board = catalogue.module(game).board
        picture = BoardPicture(load_layers(catalogue.module(game), "en"))
        one = next(iter(board.grid.hexes))
        x, y = picture.scene(*board.geometry.centre(one))
        for other in board.grid.neighbours(one):
            u, v = picture.scene(*board.geometry.centre(other))
            assert abs(((x - u) ** 2 + (y - v) ** 2) ** 0.5 - SCALE) < 0.01


@pytest.mark.parametrize("parts", [*PARTS, "all"])
def test_files_are_in_order(qapp, catalogue, tmp_path, parts):
    path = tmp_path / "diadem.pdf"
    wanted = PARTS if parts == "all" else [parts]
    count = print_game(catalogue.module("diadem"), path, Wanted(wanted))
    raw = path.read_bytes()
    assert raw.startswith(b"%PDF-")
    boxes = media(raw)
    assert len(boxes) == count >= 2
    for wide, high in boxes:
        assert abs(min(wide, high) - 210) < 0.2
        assert abs(max(wide, high) - 297) < 0.2
    assert b"/FontFile2" in raw  # the writing brings its font
    if parts not in {"map", "all"}:
        assert b"/Subtype /Image" not in raw


def test_a_poster_has_the_size_of_the_map(qapp, catalogue, tmp_path):
    path = tmp_path / "poster.pdf"
    module = catalogue.module("diadem")
    assert print_game(module, path, Wanted(["map"], 15.0, "poster", hex=20.0)) == 1
    picture = BoardPicture(load_layers(module, "en"))
    ((wide, high),) = media(path.read_bytes())
    assert abs(wide - (picture.size.width() * 20 / SCALE + 20)) < 0.5
    assert high > picture.size.height() * 20 / SCALE + 20


def test_the_command(qapp, tmp_path, monkeypatch, capsys):
    from tabuleiro.cli import main

    monkeypatch.setenv("TABULEIRO_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    assert main(["print", "diadem", "--what", "counters,charts", "--counters", "12.7"]) == 0
    assert "diadem.pdf: 4 pages." in capsys.readouterr().out
    assert main(["print", "diadem", "--what", "cards"]) == 2
    assert 'There is no part "cards"' in capsys.readouterr().err
    assert main(["print", "diadem", "--hex", "900"]) == 2
    assert main(["print", "diadem", "--out", str(tmp_path / "no" / "x.pdf")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_the_dialog(qtbot, catalogue, tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr("tabuleiro.host.paper.dialog.warn", lambda *said: told.append(said[2]))
    games = {name: catalogue.module(name) for name in ("diadem", "metz")}
    dialog = PaperDialog(games, "metz")
    qtbot.addWidget(dialog)
    assert dialog.game.currentData() == "metz"
    for part in ("map", "charts", "arrivals"):
        dialog.parts[part].setChecked(False)
    assert dialog.write(tmp_path / "metz.pdf")
    assert (tmp_path / "metz.pdf").stat().st_size > 10_000
    dialog.parts["counters"].setChecked(False)
    assert not dialog.write(tmp_path / "nothing.pdf")
    assert told == ["There is nothing to be printed."]
    assert not (tmp_path / "nothing.pdf").exists()


def test_a_free_table_of_pictures_has_their_backs_and_no_empty_sheets(qapp, tmp_path):
    root = tmp_path / "table"
    new_module("table", tmp_path, "plain", "Table")
    (root / "images").mkdir(exist_ok=True)
    for name in ("front", "back"):
        image = QImage(40, 40, QImage.Format.Format_RGB32)
        image.fill(QColor("red" if name == "front" else "blue"))
        assert image.save(str(root / "images" / f"{name}.png"))
    (root / "counters.yaml").write_text(
        "format: 1\ncounters:\n  - {id: a, image: {front: front.png, back: back.png}}\n"
        "  - {id: b, image: front.png}\n"
    )
    for file in (root / "scenarios").glob("*.yaml"):
        file.unlink()
    module = load_module(root, cache=Cache(None))
    assert (module.counters["a"].steps, module.counters["b"].steps) == (2, 1)
    (pair, _other) = pairs(module)
    assert pair.back.picture.endswith("back.png")
    assert print_game(module, tmp_path / "a.pdf", Wanted(parts=("counters",))) == 2
    with pytest.raises(ValueError, match="nothing to be printed"):
        print_game(module, tmp_path / "b.pdf", Wanted(parts=("arrivals",)))
