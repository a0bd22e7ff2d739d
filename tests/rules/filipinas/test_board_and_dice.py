"""Sections 2.1, 2.2.1, 2.4.2 and 14.2: hexes, what a land piece is worth, dice, Corregidor."""

import pytest

from asking import declared, full_hexes, odds_of
from filipinas_course import begin, events
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

US, JP = "us-19-ri", "jp-5-ri"
ROUGH = "1906"
"""Rough ground of Luzon."""


@pytest.fixture(scope="module")
def board():
    return begin("us-movement", {US: "4437"}).s.board


class TestBoard:
    @pytest.mark.rule("filipinas-2.1-1")
    def test_columns_and_rows(self, board):
        hexes = [f"{column:02}{row:02}" for column in range(1, 56) for row in range(1, 64)]
        assert set(board.grid) == set(hexes)
        assert len(hexes) == 3465
        t = begin("us-movement", {US: "4437"})
        assert t.refuses(t.move(US, "5664"))
        assert "5563" in board.grid
        assert not {"5664", "0064"} & set(board.grid)

    @pytest.mark.rule("filipinas-2.1-2")
    def test_even_columns_are_half_a_hex_higher(self, board):
        grid = board.grid
        odd = {"2311", "2313", "2212", "2412", "2213", "2413"}
        even = {"2411", "2413", "2311", "2511", "2312", "2512"}
        assert set(grid.neighbours("2312")) == odd
        assert set(grid.neighbours("2412")) == even
        assert grid.distance("2611", "2709") == 2
        assert grid.distance("5463", "4755") == 11

    @pytest.mark.rule("filipinas-2.1-2")
    def test_the_march_of_the_example(self):
        """NE of 2312 is 2412, of that 2511, of that 2611: each one step."""
        t = begin("us-movement", {US: "2312"})
        for a, b in (("2312", "2412"), ("2412", "2511"), ("2511", "2611")):
            assert b in t.s.board.grid.neighbours(a)
            assert t.refuses(t.move(US, "2511")) == "filipinas-4.0-1"


@pytest.mark.rule("filipinas-2.2.1-2")
def test_attack_defence_and_movement_of_a_3_4_8():
    """It adds 3 to an attack and 4 to a defence, and goes 8 open hexes."""
    t = begin("us-movement", {US: "2219", JP: "2220"}, turn=2).end().declare("2220", US)
    assert odds_of(t.s, declared(t.s)).attack == 3
    t = begin("jp-movement", {US: "2219", JP: "2220"}, turn=2).end().declare("2219", JP)
    assert odds_of(t.s, declared(t.s)).defence == 4
    t = begin("us-movement", {US: "2115"})
    spent = {}
    far = t.s.board.grid.distance
    for move in sorted(t.legal("move", piece=US), key=lambda m: far(m.path[-1], "2115"))[::-1]:
        there = begin("us-movement", {US: "2115"}).do(move)
        spent[there.place(US)] = there.s.piece(US).spent
        if spent[there.place(US)] == 16:
            assert not there.legal("move", piece=US), "eight points are spent"
            break
    assert max(spent.values()) == 16


class TestDice:
    @pytest.mark.rule("filipinas-2.4.2-1")
    def test_two_dice_on_land_and_at_sea_one_in_the_air(self):
        module = begin("us-movement", {US: "4437"}).s.module
        sums = {n for row in module.odds["combat"].rows for n in row.sums}
        assert sums == set(range(2, 13))
        assert {name: module.values[name].dice for name in ("air-combat", "naval-combat")} == {
            "air-combat": 1, "naval-combat": 2,
        }  # fmt: skip
        single = ("bombardment", "submarine-attacks", "submarine-firepower")
        assert {module.values[name].dice for name in single} == {1}
        assert module.values["weather"].dice == 2

    @pytest.mark.rule("filipinas-2.4.2-1")
    def test_nobody_throws_to_march(self):
        t = begin("us-movement", {US: "2115", JP: "1907"})
        t.do(t.legal("move", piece=US)[0])
        assert not [e for e in events(t) if isinstance(e, ev.Rolled)]


class TestCorregidor:
    PIECES = ("us-1-ri", "us-20-ri")

    @pytest.mark.rule("filipinas-14.2-1")
    def test_it_is_rough(self, board):
        module = begin("us-movement", {US: "4437"}).s.module
        assert board.terrain_at("1922") == "rough"
        rough = module.terrain["rough"]
        assert rough.columns == 1
        assert "landing" in rough.tags

    @pytest.mark.rule("filipinas-14.2-2")
    def test_it_holds_two_units(self):
        """A hex of Luzon holds six; what stands on the island is full with two."""
        t = begin("us-movement", dict.fromkeys(self.PIECES, "1922") | {US: "2018"})
        assert {"1922", "2018"} & full_hexes(t.s, "us") == {"1922"}
        alone = begin("us-movement", {"us-1-ri": "1922"})
        assert "1922" not in full_hexes(alone.s, "us")

    @pytest.mark.rule("filipinas-14.2-3")
    def test_no_airfield_is_built_there(self):
        """By engineers who stood there a turn; on rough ground of Luzon they may."""
        engineers, refused = "us-932-eng-av", {}
        for place in ("1922", ROUGH):
            facts = {"engineers-since": {engineers: [place, 1]}}
            t = begin("us-movement", {engineers: place}, turn=3, facts=facts, control={place: "us"})
            build = action("build-field", engineers)
            refused[place] = "" if t.allows(build) else t.refuses(build)
        assert refused == {"1922": "filipinas-14.2-3", ROUGH: ""}
