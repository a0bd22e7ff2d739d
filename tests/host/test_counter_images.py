"""Counters that show pictures: fronts, backs, states, what is not known, and signs over them."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tabuleiro.host.counter import Badge, Face, face_of, paint_counter
from tabuleiro.module import Counter, CounterImage
from tabuleiro.module.records import Nation, Short, State, StateValue, UnitType
from tabuleiro.module.unknown import unknown_name

COLOURS = {"front": "#20a040", "back": "#a02040", "loaded": "#2040a0", "hidden": "#806020"}


@pytest.fixture
def module(qapp, tmp_path):
    """As much of a module as a counter is drawn from."""
    folder = tmp_path / "images"
    folder.mkdir()
    for name, colour in COLOURS.items():
        image = QImage(60, 60, QImage.Format.Format_ARGB32)
        image.fill(QColor(colour))
        if name == "loaded":  # laid over: but for a corner it is transparent
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.fillRect(40, 40, 20, 20, QColor(colour))
            painter.end()
        image.save(str(folder / f"{name}.png"))
    (folder / "wide.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
        '<rect width="200" height="100" fill="#104070"/></svg>'
    )
    values = (StateValue("no", {}), StateValue("yes", {}))
    made = SimpleNamespace(
        root=tmp_path,
        nations={"red": Nation("red", "red", {}, "#cccccc", "#111111")},
        unit_types={"foot": UnitType("foot", {}, "infantry", "foot")},
        sides={"red": None},
        states={"loaded": State("loaded", {}, values)},
        palette={},
        memo={},
    )
    made.counters = {"a": counter("a"), "b": counter("b")}
    return made


def counter(id, **image):
    about = {
        "front": "front.png",
        "back": "back.png",
        "hidden": "hidden.png",
        "states": {"loaded": {"yes": "loaded.png"}},
        **image,
    }
    whose = {"nation": "red", "side": "red", "type": "foot", "movement_class": "foot"}
    return Counter(id, {}, Short(), **whose, size="regiment", formation=None,
                   values={"attack": 4, "defense": 4, "move": 6}, steps=2,
                   image=CounterImage(**about))  # fmt: skip


def seen(losses=0, **more):
    return {"losses": losses, "known": "all", "values": {"attack": 4}, **more}


def shown(face, side=100):
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_counter(painter, face, side)
    painter.end()
    return lambda x, y: image.pixelColor(round(x * side / 100), round(y * side / 100)).name()


@pytest.mark.parametrize("side", [20, 47, 100, 300])
def test_front_and_back(module, side):
    at = shown(face_of(module, module.counters["a"], seen()), side)
    assert {at(5, 5), at(50, 50), at(95, 95)} == {COLOURS["front"]}
    at = shown(face_of(module, module.counters["a"], seen(1)), side)
    assert at(90, 50) == COLOURS["back"]


def test_without_a_back_a_stripe_lies_over_the_front(module):
    face = face_of(module, counter("a", back=None), seen(1))
    assert face.reduced
    at = shown(face)
    assert at(90, 30) == COLOURS["front"]
    assert at(50, 50) != COLOURS["front"]


def test_counters_of_many_steps(module):
    one = counter("a", steps=("back.png", "hidden.png"))
    faces = [face_of(module, one, seen(losses)).picture for losses in range(4)]
    assert [face.rpartition("/")[2] for face in faces] == [
        "front.png", "back.png", "hidden.png", "front.png",
    ]  # fmt: skip


def test_states_are_laid_over(module):
    face = face_of(module, module.counters["a"], seen(states={"loaded": "yes"}))
    at = shown(face)
    assert (at(85, 85), at(20, 50)) == (COLOURS["loaded"], COLOURS["front"])
    face = face_of(module, module.counters["a"], seen(states={"loaded": "no"}))
    assert shown(face)(85, 85) == COLOURS["front"]


def test_a_drawn_counter_may_have_pictures_of_states_alone(module):
    one = counter("a", front=None, back=None)
    face = face_of(module, one, seen(states={"loaded": "yes"}))
    assert shown(face)(85, 85) == COLOURS["loaded"]
    assert face.figures


def test_what_is_not_known_looks_as_all_do_that_it_could_be(module):
    unknown = unknown_name("red", "foot", "0101.1")
    stranger = Counter(unknown, {}, Short(), "red", "red", "foot", "foot", "regiment", None, {})
    assert face_of(module, stranger).picture.endswith("hidden.png")
    module.memo.clear()
    module.counters["b"] = counter("b", hidden="back.png")
    assert face_of(module, stranger).picture == "", "two looks: neither may be told"


def test_signs_lie_over_pictures(module):
    face = face_of(module, module.counters["a"], seen(), badges=(Badge.STUCK,))
    assert shown(face)(12, 12) != COLOURS["front"]
    assert shown(face)(80, 80) == COLOURS["front"]


def test_a_drawing_keeps_its_shape(module):
    one = counter("a", front="wide.svg")
    at = shown(face_of(module, one, seen()), 200)
    assert at(50, 50) == "#104070"
    assert at(50, 10) == "#ffffff", "twice as wide as high: bare above and below"


@pytest.mark.parametrize("raw", [b"", b"\x89PNG\r\n\x1a\nnothing", b"<svg"])
def test_a_file_that_cannot_be_read_leaves_a_drawn_counter(module, raw):
    (module.root / "images" / "odd.png").write_bytes(raw)
    face = face_of(module, counter("a", front="odd.png"), seen())
    assert shown(face)(50, 10) not in {"#ffffff", "#000000"}


def test_the_same_face_is_drawn_alike(module):
    face = face_of(module, module.counters["a"], seen())
    assert isinstance(face, Face)
    assert hash(face) == hash(face_of(module, module.counters["a"], seen()))
