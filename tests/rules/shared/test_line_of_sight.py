"""Lines of sight over heights and terrain: the thread on the map, and fire from afar."""

from pathlib import Path

import pytest

from tabuleiro.board.sight_lines import sight_line
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.rules.recon.line_of_sight import LineOfSight, line_of_sight, sees
from tabuleiro.seats import Table

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "examples" / "free-table"


@pytest.fixture(scope="module")
def game():
    found = Catalogue.installed()
    found.take(FOLDER)
    return found.new("free-table-example", seed="1")


def flat(_place):
    return 0.0


def high(_place):
    return 10.0


def test_what_is_higher_than_the_thread_hides_the_far_end():
    heights = {"b": 30.0, "c": 30.0, "d": 0.0}
    line = sight_line("abcd", lambda place: heights.get(place, 100.0), flat)
    assert line.blocked is None  # it passes 35 metres above c
    line = sight_line("abcd", lambda place: {**heights, "c": 70.0}.get(place, 100.0), flat)
    assert line.blocked == "c"


def test_cover_stops_the_eye_on_level_ground_but_not_next_door():
    assert sight_line("abc", flat, lambda place: 10.0 * (place == "b")).blocked == "b"
    assert sight_line("abc", flat, lambda place: 10.0 * (place != "b")).blocked is None
    assert sight_line("ab", flat, high).blocked is None
    assert sight_line("", flat, flat).places == ()


def test_an_eye_on_high_sees_over_it():
    assert sight_line("abc", flat, high, eye=30.0).blocked is None


def test_woods_and_hills_of_the_module_hide(game):
    s = game.situation
    assert line_of_sight(s, "0701", "0703").blocked == "0702"  # woods
    assert sees(s, "0905", "0906")
    assert line_of_sight(s, "0203", "0401").blocked in {"0302", "0303"}  # hills
    assert line_of_sight(s, "1001", "1003").blocked is None


def test_it_is_the_same_from_both_ends(game):
    s = game.situation
    hexes = s.board.grid.hexes
    for here, there in zip(hexes[::7], hexes[3::5], strict=False):
        assert sees(s, here, there) == sees(s, there, here)


def test_guns_do_not_fire_at_what_they_do_not_see(game):
    part, s = LineOfSight(), game.situation
    guns = s.place("blue-guns")
    assert guns == "0305"
    seen = [h for h in s.board.grid.hexes if not part.attack_objections(s, "blue-guns", h)]
    assert set(s.board.grid.within(guns, 1)) <= set(seen)
    hidden = next(h for h in s.board.grid.hexes if h not in seen)
    (objection,) = part.attack_objections(s, "blue-guns", hidden)
    assert objection.topic == "combat"
    assert hidden in objection.hexes


def test_a_seat_stretches_the_thread(game):
    seat = Table(game).seat("blue")
    found = seat.ask("thread", here="0701", there="0703").now()
    assert (found.places[0], found.places[-1], found.blocked) == ("0701", "0703", "0702")


def test_its_terms_are_checked(tmp_path):
    import shutil

    shutil.copytree(FOLDER, tmp_path / "copy")
    path = tmp_path / "copy" / "module.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{woods: 15,", "{wods: 15,"), "utf-8")
    with pytest.raises(ModuleError, match='unknown terrain "wods"'):
        load_module(tmp_path / "copy", cache=Cache(None), rules=Catalogue.installed().parameters)
