"""Section 12: the weather of three regions, and where it is read."""

import pytest

from asking import declared, odds_of, weather_at
from filipinas_course import begin, events
from tabuleiro.engine import events as ev

NORTH, CENTRAL, SOUTH = "1917", "4437", "4755"
MARCH = {"facts": {"weather": {"north": "good", "central": "bad", "south": "monsoon"}}}
FOOT, TANK, JP = "us-19-ri", "us-20-gpo-bldo", "jp-79-bgda"


def weather(t):
    return t.s.position.facts["weather"]


def at(t, place):
    """The weather that a player reads of a hex."""
    notes = t.s.rules.hex_notes(s=t.s, hex=place)
    (told,) = (t.say(note) for note in notes if t.say(note).startswith("Weather"))
    return told.removeprefix("Weather: ").rstrip(".")


@pytest.mark.rule("filipinas-12.0-1")
def test_each_region_has_its_own():
    t = begin("us-movement", **MARCH)
    assert [at(t, hex) for hex in (NORTH, CENTRAL, SOUTH)] == ["good", "bad", "monsoon"]


@pytest.mark.rule("filipinas-12.0-2")
@pytest.mark.parametrize(
    ("faces", "found"),
    [((1, 1), ("monsoon", "monsoon", "bad")), ((2, 3), ("bad", "good", "good")),
     ((3, 4), ("good", "good", "good")), ((6, 5), ("bad", "monsoon", "monsoon"))],
)  # fmt: skip
def test_two_dice_and_the_table_from_turn_2(faces, found):
    """Thrown as the next turn begins; which table that is, is reconstructed."""
    t = begin("jp-movement", {JP: "1907"}, turn=4).dice(*faces)
    while t.s.turn == 4:
        t.end()
    assert [weather(t)[name] for name in ("north", "central", "south")] == list(found)


@pytest.mark.rule("filipinas-12.3-11")
def test_turn_1_is_good_everywhere():
    t = begin("weather-and-replacements", turn=1, **MARCH)
    assert set(weather(t).values()) == {"good"}
    assert not [e for e in events(t) if isinstance(e, ev.Rolled)]


@pytest.mark.rule("filipinas-12.3-12")
def test_boxes_off_the_map():
    t = begin("us-movement", **MARCH)
    fields = ["biak", "angaur", "morotai", "sansapor", "noemfoor", "hollandia"]
    assert weather_at(t.s, "formosa") == "good"
    assert {weather_at(t.s, box) for box in fields} == {"monsoon"}


@pytest.mark.rule("filipinas-12.3-13")
def test_a_hex_on_the_line_has_the_better_of_both():
    regions = begin("us-movement").s.board.regions
    for line, others, found in (
        ("weather-line-south", {"central": "monsoon", "south": "good"}, "good"),
        ("weather-line-north", {"north": "bad", "central": "monsoon"}, "bad"),
    ):
        t = begin("us-movement", facts={"weather": others})
        assert {at(t, hex) for hex in regions[line].hexes} == {found}


@pytest.mark.rule("filipinas-ex-12.3", "filipinas-12.3-13")
@pytest.mark.parametrize(("worse", "better"), [("central", "south"), ("south", "central")])
def test_between_monsoon_and_good_weather_it_is_good(worse, better):
    """On the line alone: beside it each region has its own."""
    t = begin("us-movement", facts={"weather": {"north": "bad", worse: "monsoon", better: "good"}})
    hexes = {name: {*t.s.board.regions[f"weather-{name}"].hexes} for name in (worse, better)}
    line = {*t.s.board.regions["weather-line-south"].hexes}
    assert {"4740", "3147", "0254"} < line
    beside = {near for hex in line for near in t.s.board.grid.neighbours(hex)} - line
    assert {at(t, hex) for hex in line} == {"good"}
    assert {at(t, hex) for hex in beside & hexes[better]} == {"good"}
    assert {at(t, hex) for hex in beside & hexes[worse]} == {"monsoon"}


def everywhere(kind):
    return {"facts": {"weather": dict.fromkeys(("north", "central", "south"), kind)}}


def spent(piece, start, hex, kind):
    """The half points that a step costs."""
    t = begin("us-movement", {piece: start}, **everywhere(kind)).go(piece, hex)
    return t.s.piece(piece).spent


def dearer(kind, piece, hex, start="2222"):
    """How many half points more a step costs than in good weather."""
    return spent(piece, start, hex, kind) - spent(piece, start, hex, "good")


@pytest.mark.rule("filipinas-12.1-1")
def test_good_weather_costs_nothing():
    """The price is that of the terrain table: a village, a city, a fortress, each a point."""
    assert [spent(FOOT, "2222", hex, "good") for hex in ("2223", "2122", "2221")] == [2, 2, 2]


@pytest.mark.rule("filipinas-12.2-2")
@pytest.mark.parametrize("piece", [FOOT, TANK])
def test_bad_weather_costs_half_a_point_but_in_cities(piece):
    """By road as well, and for tanks."""
    assert [dearer("bad", piece, hex) for hex in ("2223", "2122", "2221")] == [1, 0, 0]


@pytest.mark.rule("filipinas-12.3-2")
def test_monsoon_costs_it_in_cities_as_well():
    assert [dearer("monsoon", FOOT, hex) for hex in ("2223", "2122", "2221")] == [1, 1, 1]


@pytest.mark.rule("filipinas-12.0-3")
def test_a_march_pays_by_the_hex_that_it_enters():
    """4630 lies on the line, in good weather; 4631 south of it, in bad weather."""
    facts = {"weather": {"north": "good", "central": "bad"}}
    costs = []
    for start, end in (("4631", "4630"), ("4630", "4631")):
        there = begin("us-movement", {FOOT: start}, facts=facts).go(FOOT, end)
        costs.append(there.s.piece(FOOT).spent - spent(FOOT, start, end, "good"))
    assert costs == [0, 1]


def weather_shifts(t):
    """The columns for the weather in the battle that is being declared."""
    shifts = odds_of(t.s, declared(t.s)).shifts
    return [one for one in shifts if t.say(one.label).startswith("weather")]


@pytest.mark.rule("filipinas-12.2-5", "filipinas-12.3-5")
@pytest.mark.parametrize(("kind", "columns"), [("good", []), ("bad", [1]), ("monsoon", [2])])
def test_the_attacker_loses_columns(kind, columns):
    pieces = {FOOT: "2219", "us-21-ri": "2219", "jp-5-ri": "2220"}
    t = begin("us-movement", pieces, turn=14, **everywhere(kind)).end()
    t.declare("2220", FOOT, "us-21-ri")
    found = weather_shifts(t)
    assert [one.columns for one in found] == columns
    assert {one.favours for one in found} <= {"defender"}


@pytest.mark.rule("filipinas-12.0-3")
def test_a_battle_has_the_weather_of_its_target():
    """From the line in good weather against bad weather, and the other way."""
    facts = {"weather": {"north": "good", "central": "bad"}}
    for origin, target, columns in (("4630", "4631", [1]), ("4631", "4630", [])):
        t = begin("us-movement", {FOOT: origin, "jp-5-ri": target}, turn=14, facts=facts).end()
        t.declare(target, FOOT)
        assert [one.columns for one in weather_shifts(t)] == columns
