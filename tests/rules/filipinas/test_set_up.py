"""Section 15.1: who stands where at the start, who places whom, whose the islands are."""

import pytest

from filipinas_course import begin
from tabuleiro.testing import action, table

MOUNTAINS = {"mountain", "mountain-forest"}


@pytest.fixture(scope="module")
def start():
    """The campaign before anybody has placed anything. Nobody changes it."""
    return table("filipinas")


def placed(t):
    """Place all that its owner places, each in the first hex that it may have."""
    while t.top == "hidden-placement":
        waiting = [piece for piece in t.decision.pieces if t.place(piece) == "off"]
        for piece in waiting:
            t.do(next(iter(t.legal("place", piece=piece))))
        t.end()
    return t


@pytest.fixture(scope="module")
def ready():
    return placed(table("filipinas"))


@pytest.mark.rule("filipinas-15.1-1")
def test_the_lists_are_the_position(start):
    scenario = start.s.scenario
    for entry in scenario.setup:
        for unit in entry.units:
            assert start.place(unit) == entry.hex
    for unit, hex in {"jp-6-rt": "2217", "jp-guarnicao-cebu": "3841", "jp-79-bgda": "1907",
                      "jp-17-sentai": "1918", "us-19-ri": "army-6", "us-494-gpo": "angaur",
                      "us-cvg-7": "in:us-tg-38-1"}.items():  # fmt: skip
        assert start.place(unit) == hex


@pytest.mark.rule("filipinas-15.1-5")
def test_the_japanese_place_theirs_before_the_guerrillas():
    t = table("filipinas")
    assert (t.top, t.decision.side) == ("hidden-placement", "jp")
    waiting = set(t.decision.pieces)
    assert "jp-9-ri" in waiting
    assert not any(piece.startswith("ph-") for piece in waiting)
    assert t.refuses(action("place", "ph-guerrilha-leyte", "4238"))
    assert t.refuses(action("end-phase")) == "filipinas-15.1-1", "all must be placed"
    for piece in waiting:
        t.do(next(iter(t.legal("place", piece=piece))))
    t.end()
    assert t.decision.side == "us"
    assert {t.s.counter(piece).type for piece in t.decision.pieces} == {"guerrillas"}


class TestFreePlacement:
    @pytest.mark.rule("filipinas-15.1-2")
    @pytest.mark.parametrize(
        ("piece", "island"),
        [("jp-9-ri", "leyte"), ("jp-41-ri", "mindanao"), ("jp-9-bgda-art", "luzon")],
    )
    def test_any_hex_of_the_island_with_room(self, start, piece, island):
        s = start.s
        hexes = {a.hex for a in start.legal("place", piece=piece)}
        land = {hex for hex in s.board.regions[island].hexes
                if s.module.terrain[s.board.terrain_at(hex)].cost["foot"] is not None}  # fmt: skip
        full = {hex for hex in land if sum("land" in s.counter(p).tags for p in s.at(hex)) == 6}
        assert hexes == land - full
        assert start.refuses(action("place", piece, "1907" if island != "luzon" else "4137"))

    @pytest.mark.rule("filipinas-15.1-2")
    def test_the_second_sentai_on_any_field_of_luzon_with_room(self, start):
        s = start.s
        hexes = {a.hex for a in start.legal("place", piece="jp-2-sentai")}
        room = {"airfield": 3, "air-base": 6}
        fields = {p.hex: room[p.kind] for p in s.board.places.values() if p.kind in room}
        luzon = s.board.regions["luzon"].hexes & fields.keys()
        free = {hex for hex in luzon
                if sum("air" in s.counter(p).tags for p in s.at(hex)) < fields[hex]}  # fmt: skip
        assert hexes == free
        assert "1918" not in hexes, "three groups are there"
        assert start.refuses(action("place", "jp-2-sentai", "1918"))

    @pytest.mark.rule("filipinas-11.0-9")
    def test_guerrillas_in_the_mountains_of_their_island(self, ready):
        s, stood = ready.s, {}
        for piece, state in s.position.pieces.items():
            if s.counter(piece).type == "guerrillas":
                island = piece.split("-")[2]
                assert s.board.terrain_at(state.place) in MOUNTAINS
                assert state.place in s.board.regions[island].hexes
                stood.setdefault(state.place, []).append(piece)
        assert sum(map(len, stood.values())) == 20
        assert {len(pieces) for pieces in stood.values()} == {1}, "one in a hex"


@pytest.mark.rule("filipinas-15.1-7")
def test_a_japanese_flag_on_every_island(ready):
    s = ready.s
    islands = {goal.region for goal in s.scenario.objectives}
    assert len(islands) == 35
    assert {s.position.control[island] for island in islands} == {"jp"}
    flags = {hex for hex, marks in s.position.marks.items() if "jp-flag" in marks}
    assert len(flags) == 35
    assert all(len(flags & s.board.regions[island].hexes) == 1 for island in islands)
    assert not any("us-flag" in marks for marks in s.position.marks.values())


@pytest.mark.rule("filipinas-15.0-1")
def test_commands_mean_nothing():
    """A brigade of the 35th Army marches on Luzon, beside units of the 14th Area Army."""
    t = begin("jp-movement", {"jp-77-bgda": "2018", "jp-11-ri": "2018"})
    assert t.reach("jp-77-bgda") == t.reach("jp-11-ri") != frozenset()
    for army in ("35", "41", "14"):
        assert not any(army in tag for tag in t.s.counter("jp-77-bgda").tags)


@pytest.mark.parametrize("name", ["lingayen-manila", "eighth-army"])
def test_islands_that_are_american_already(name):
    t = placed(table("filipinas", scenario=name))
    s = t.s
    american = {island for island in ("leyte", "samar", "mindoro", "luzon")
                if s.position.control.get(island) == "us"}  # fmt: skip
    assert american == {"leyte", "samar", "mindoro"} | (
        {"luzon"} if name == "eighth-army" else set()
    )
    for island in american:
        hexes = s.board.regions[island].hexes
        assert {s.position.control.get(hex) for hex in hexes} == {"us"}
