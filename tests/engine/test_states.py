"""Typed states of pieces: declared by a module, set by scenarios, changed, seen or not."""

import os

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage, QPainter, QTransform

from tabuleiro.cli.newplugin import new_plugin
from tabuleiro.engine import Refused
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import DataError
from tabuleiro.engine.freehand import FreeState
from tabuleiro.engine.glance import Glance, Look
from tabuleiro.engine.knowledge import EVERYTHING, Knowledge, Level
from tabuleiro.engine.position import Position
from tabuleiro.engine.views import view
from tabuleiro.host.counter import face_of, paint_counter
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.testing.table import Table

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

STATES = """
states:
  - id: facing
    name: {pt: Frente, en: Facing}
    drawn: turned
    values:
      - {id: north, name: {pt: Norte, en: North}}
      - {id: south, name: {pt: Sul, en: South}}
  - id: order
    name: {pt: Formação, en: Formation}
    types: [infantry]
    secret: true
    values:
      - {id: line, name: {pt: Linha, en: Line}}
      - {id: square, name: {pt: Quadrado, en: Square}, short: Q}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made = new_plugin("faces", "Faces", tmp_path)
    where = next(made.rglob("module.yaml")).parent
    path = where / "counters.yaml"
    path.write_text(path.read_text(encoding="utf-8").rstrip() + "\n" + STATES, encoding="utf-8")
    change(where / "scenarios/duel.yaml", "units: [red-1],",
           "units: [red-1], states: {facing: south, order: square},")  # fmt: skip
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    return where


def change(path, old, new):
    words = path.read_text(encoding="utf-8")
    assert old in words
    path.write_text(words.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def game(folder):
    return Catalogue.installed().new("faces", seed="1", options={"free-hand": True})


def test_a_scenario_sets_them_and_all_others_begin_with_the_first(game):
    s = game.situation
    assert (s.state("red-1", "facing"), s.state("red-1", "order")) == ("south", "square")
    assert (s.state("blue-1", "facing"), s.state("blue-1", "order")) == ("north", "line")
    with pytest.raises(KeyError):
        s.state("blue-1", "mood")


def test_they_are_changed_kept_and_go_with_the_piece(game):
    game.act(FreeState("blue-1", "facing", "south"))
    assert game.situation.state("blue-1", "facing") == "south"
    t = Table(game)
    t.act("move", "blue-1", path=["0201"])
    assert game.situation.state("blue-1", "facing") == "south"
    while t.top == "movement-phase" and game.situation.asked().side == "blue":
        t.act("end-phase")
    assert game.situation.state("blue-1", "facing") == "south", "the end of a phase clears points"
    assert Position.from_data(game.position.to_data()) == game.position
    game.undo(consent=True)


@pytest.mark.parametrize(("piece", "state", "value"), [
    ("blue-9", "facing", "south"),
    ("blue-1", "mood", "south"),
    ("blue-tanks", "order", "square"),
    ("blue-1", "facing", "up"),
])  # fmt: skip
def test_refusals(game, piece, state, value):
    with pytest.raises(Refused):
        game.act(FreeState(piece, state, value))


class TestWhoSees:
    @pytest.mark.parametrize(("level", "seen"), [
        (Level.STATE, {"facing": "south", "order": "square"}),
        (Level.IDENTITY, {"facing": "south"}),
        (Level.KIND, {"facing": "south"}),
    ])  # fmt: skip
    def test_states(self, game, level, seen):
        look = Look(game.situation, Knowledge({"red-1": level}))
        assert look.seen_state("red-1", game.situation.piece("red-1")).states == seen

    @pytest.mark.parametrize(("state", "level", "told"), [
        ("order", Level.IDENTITY, False),
        ("order", Level.STATE, True),
        ("facing", Level.IDENTITY, True),
        ("facing", Level.NOTHING, False),
    ])  # fmt: skip
    def test_changes(self, game, state, level, told):
        value = {"order": "line", "facing": "north"}[state]
        row = game.act(FreeState("red-1", state, value))
        look = Look(game.situation, Knowledge({"red-1": level}))
        (event,) = row.events
        assert (event.told(Glance("blue", look, look)) is not None) == told

    def test_a_view_says_them(self, game):
        told = view(game, viewer=EVERYTHING)["pieces"]
        assert told["red-1"]["states"] == {"facing": "south", "order": "square"}
        assert "states" not in told["blue-1"]


def test_a_position_of_a_test_may_set_them(game):
    south = {"place": "0201", "states": {"facing": "south"}}
    t = Table(game).set("blue-movement", {"blue-1": south})
    assert t.game.situation.state("blue-1", "facing") == "south"
    with pytest.raises(DataError):
        t.set("blue-movement", {"blue-1": {**south, "states": {"facing": "up"}}})


@pytest.mark.parametrize(("file", "old", "new", "sentence"), [
    ("counters.yaml", "{id: south,", "{id: north,", '"north" stands here twice'),
    ("counters.yaml", "types: [infantry]", "types: [infantri]", "unknown unit type"),
    ("counters.yaml", "drawn: turned", "drawn: upside", "drawn"),
    ("scenarios/duel.yaml", "{facing: south", "{facin: south", "unknown state"),
    ("scenarios/duel.yaml", "facing: south", "facing: west", "unknown value of the state"),
])  # fmt: skip
def test_faults(folder, file, old, new, sentence):
    change(folder / file, old, new)
    with pytest.raises(ModuleError) as caught:
        load_module(folder, cache=Cache(None))
    assert sentence in str(caught.value.problems[0])
    assert caught.value.problems[0].file == file


class TestInTheWindow:
    def test_a_counter_is_turned_and_its_formation_written_on_it(self, game):
        module, counter = game.module, game.module.counters["red-1"]
        face = face_of(module, counter, view(game, viewer=EVERYTHING)["pieces"]["red-1"])
        assert (face.turn, face.signs) == (180, ("Q",))
        plain = face_of(module, module.counters["blue-1"], None)
        assert (plain.turn, plain.signs) == (0, ())

    def test_it_is_drawn_so(self, qapp, game):
        counter = game.module.counters["red-1"]
        face = face_of(game.module, counter, view(game, viewer=EVERYTHING)["pieces"]["red-1"])
        upright = replace(face, turn=0)
        turned, straight = drawn(face), drawn(upright)
        assert turned != straight
        upside = straight.transformed(QTransform().rotate(180))
        spots = [(x, y) for x in range(8, 92, 3) for y in range(8, 92, 3)]
        alike = sum(near(turned.pixelColor(*s), upside.pixelColor(*s)) for s in spots)
        assert alike > 0.85 * len(spots)
        assert drawn(replace(upright, signs=())) != straight


def drawn(face):
    image = QImage(100, 100, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_counter(painter, face, 100)
    painter.end()
    return image


def near(one, other):
    return all(abs(a - b) < 40 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))
