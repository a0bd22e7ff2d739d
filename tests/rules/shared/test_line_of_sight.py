"""Lines of sight over heights and terrain: the thread on the map, and fire from afar."""

import re
from pathlib import Path

import pytest

from tabuleiro.board.sight_lines import sight_line
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.rules.recon.line_of_sight import (
    LineOfSight,
    line_of_sight,
    sees,
    sight_objections,
)
from tabuleiro.seats import Table
from tabuleiro.testing import table
from tabuleiro.testing.table import action

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


# ------------------------------------------------------------------------ guns of the ladder


GUN, HERE, TARGET = "us-art-ii", "0810", "0610"  # over the mountains of 0710
SIGHT = "  line_of_sight: {{cover: {{mountain: 900, mountain-city: 900}}{option}}}\n"
CLAUSE = "    sight: diadem-5.1.6-2\n"
OPTION = (
    "  - {id: sight, default: false, name: {pt: Visada, en: Sight},"
    " text: {pt: A artilharia vê o alvo., en: Guns see what they fire at.}}\n"
)


@pytest.fixture
def diadem(tmp_path):
    """Make a module of Diadem whose guns want to see, and begin a combat phase with it."""

    def make(option="", **options):
        import shutil

        folder = tmp_path / "diadem"
        shutil.copytree(MODULES / "diadem", folder, dirs_exist_ok=True)
        path = folder / "module.yaml"
        text = path.read_text("utf-8")
        text = text.replace("\nrules:\n", "\nrules:\n" + SIGHT.format(option=option))
        text = re.sub(r"^  clauses:.*\n", lambda found: found[0] + CLAUSE, text, flags=re.MULTILINE)
        text = re.sub(r"^options:.*\n", lambda found: found[0] + OPTION, text, flags=re.MULTILINE)
        path.write_text(text, "utf-8")
        return table(folder, "allied-combat", PIECES, options=options)

    return make


MODULES = Path(__file__).resolve().parents[3] / "modules"
PIECES = {"us-349-ri": "0609", GUN: HERE, "de-274-ri": TARGET}


def joins(t):
    t.act("assault", target=TARGET)
    return t.allows(action("join", GUN))


def test_without_its_terms_guns_fire_at_what_they_do_not_see():
    t = table("diadem", "allied-combat", PIECES)
    assert t.s.board.terrain_at("0710") == "mountain-city"
    assert joins(t)


def test_with_them_they_do_not_join_an_attack(diadem):
    t = diadem()
    assert sight_objections(t.s, GUN, TARGET)
    assert not joins(t)
    verdict = t.check(action("join", GUN))
    assert "does not see" in str(verdict.objections[0].message)


def test_what_they_see_they_fire_at(diadem):
    t = diadem()
    seen = [hex for hex in t.s.board.grid.within(HERE, 3) if sees(t.s, HERE, hex)]
    assert any(t.s.board.grid.distance(HERE, hex) > 1 for hex in seen)
    assert not any(sight_objections(t.s, GUN, hex) for hex in seen)


@pytest.mark.parametrize("on", [True, False])
def test_an_option_of_the_module_switches_it(diadem, on):
    assert joins(diadem(", option: sight", sight=on)) is not on


def test_it_is_off_unless_somebody_switches_it_on(diadem):
    assert joins(diadem(", option: sight"))
