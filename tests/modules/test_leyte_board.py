"""The board of Batalha de Leyte meets what the rulebook demands of it.

The printed board is lost. Each test cites the demand in the words of the ledger's `map` section,
with the section of the rulebook it comes from; docs/modules/leyte-board.md tells the rest.
"""

from itertools import pairwise

import pytest

from geography import column, place, region, row, uncrossed
from tabuleiro.board import FORBIDDEN, StepCosts, flood, groups, path_to, reachable

GAME = "leyte"

# 12.1.1 and 12.1.2, as printed.
SET_UP = {
    "la-paz": "2506",
    "dulag": "2619",
    "palo": "2512",
    "tacloban": "2510",
    "tanauan": "2614",
    "dagami": "2215",
    "abuyog": "2524",
    "ormoc": "1217",
    "baybay": "1925",
    "carigara": "1409",
}
NAMELESS = "2218"
PORTS = {
    "carigara": "1409",
    "ormoc": "1217",
    "albuera": "1520",
    "palompon": "0415",
    "tinago": "0204",
}
OCCUPIED = {*SET_UP.values(), NAMELESS}

# Real positions of the towns with printed hexes: latitude, longitude.
TOWNS = {
    "palo": (11.158, 124.992),
    "tacloban": (11.244, 125.004),
    "tanauan": (11.111, 125.016),
    "dulag": (10.953, 125.033),
    "dagami": (11.061, 124.903),
    "abuyog": (10.747, 125.011),
    "la-paz": (11.39, 124.985),
    "ormoc": (11.006, 124.608),
    "albuera": (10.918, 124.692),
    "baybay": (10.678, 124.8),
    "carigara": (11.3, 124.689),
    "palompon": (11.05, 124.385),
    "tinago": (11.405, 124.348),
}

ASSAULT = {"white": 6, "red": 6, "orange": 3, "blue": 3, "yellow": 7}
"""Units of the first landing by beach: 1 DC, 24 DI, 96 DI (two regiments), 7 DI and 17 RI."""
BEACHES = tuple(ASSAULT)
AIRFIELDS = ("tacloban-airfield", "dulag-airfield", "buri", "san-pablo", "bayug", "valencia")
EXAMPLE = ["2512", "2412", "2312", "2212", "2112", "2012", "1912"]
"""The walk of 4.0: three hexes of road, two of clear ground, over a river into a forest."""

# The terrain table, in half points: non-motorized and motorized.
COSTS = {
    "clear": (2, 2),
    "city": (2, 2),
    "forest": (4, 6),
    "mountain": (6, FORBIDDEN),
    "airfield": (2, 2),
    "port": (2, 2),
    "sea": (FORBIDDEN, FORBIDDEN),
}
FEATURES = {"river": (2, 4), "strait": (FORBIDDEN, FORBIDDEN)}
ROAD = (2, 1)
OPEN = {"clear", "city", "port", "airfield"}
"""Where ships may land (4.3, with port counted as city and airfield as clear)."""


@pytest.fixture(scope="module")
def land(board):
    return frozenset(board.grid) - set(board.hexes_of("sea"))


@pytest.fixture(scope="module")
def prices(board):
    """What steps cost on foot and on wheels, in half points, by the printed terrain table."""
    return [
        StepCosts.for_board(
            board,
            {kind: cost[wheels] for kind, cost in COSTS.items()},
            features={kind: cost[wheels] for kind, cost in FEATURES.items()},
            networks={"road": ROAD[wheels]},
        )
        for wheels in (0, 1)
    ]


def is_coast(board, land, hex):
    beside = board.grid.neighbours(hex)
    return any(b not in land or board.side_has(hex, b, "strait") for b in beside)


class TestGrid:
    @pytest.mark.rule("leyte-2.1-1")
    def test_most_of_leyte_and_a_part_of_samar(self, board):
        """Most of Leyte and a part of Samar (2.1)."""
        assert len(region(board, "leyte")) > 350
        assert 60 < len(region(board, "samar")) < 100


class TestSetUp:
    def test_ports(self, board, written):
        """Carigara, Ormoc, Albuera, Palompon and Tinago are ports, and only they (12.1.2)."""
        assert set(board.hexes_of("port")) == set(PORTS.values())
        assert set(written["layers"]["terrain"]["printed"]) == set(PORTS.values())

    def test_dagami_and_2218_lie_inland(self, board, land):
        """All named towns other than Dagami and 2218 are on the coast in reality."""
        coast = {hex for hex in {*SET_UP.values(), *PORTS.values()} if is_coast(board, land, hex)}
        assert coast == {*SET_UP.values(), *PORTS.values()} - {"2215"}
        assert not is_coast(board, land, NAMELESS)

    def test_towns_fall_into_their_hexes(self, sources, board):
        """The georeference brings 13 of 13 printed towns into their hexes."""
        tie = sources.tie
        found = {
            name: board.geometry.hex_at(*tie.point(lon, lat)) for name, (lat, lon) in TOWNS.items()
        }
        assert found == {**SET_UP, **PORTS}

    def test_reinforcements_find_a_way_inland(self, board, land):
        """Ormoc and Albuera pass on 14 and 3 landed units: they have land neighbours (12.1.2)."""
        step = uncrossed(board, "strait")
        for hex, units in (("1217", 14), ("1520", 3)):
            beside = [b for b in board.grid.neighbours(hex) if b in land and step(hex, b)]
            assert 4 * (1 + len(beside)) >= units
            assert hex in board.network_hexes("road")


class TestExample:
    """The walk of 4.0, from Palo into the forest in column 19."""

    def test_palo_road_goes_west(self, board):
        """Palo lies on a road that goes west through the next 3 hexes, columns 24, 23, 22 (4.0)."""
        assert EXAMPLE[0] == place(board, "palo")
        assert all(board.road_between(a, b) for a, b in pairwise(EXAMPLE[:4]))
        assert [column(hex) for hex in EXAMPLE] == [25, 24, 23, 22, 21, 20, 19]

    def test_two_clear_hexes_follow(self, board):
        """Two clear hexes, columns 21 and 20, and no road on that way (4.0)."""
        assert [board.terrain_at(hex) for hex in EXAMPLE[4:6]] == ["clear", "clear"]
        assert not {*EXAMPLE[4:]} & board.network_hexes("road")

    def test_river_before_the_forest(self, board):
        """A river runs along the side between columns 20 and 19; beyond it is forest (4.0)."""
        assert board.side_has("2012", "1912", "river")
        assert board.terrain_at("1912") == "forest"
        assert not any(board.side_has(a, b, "river") for a, b in pairwise(EXAMPLE[:6]))

    @pytest.mark.rule("leyte-ex-4.0")
    def test_walk_costs_eight_points(self, board, prices):
        """3 x 1 + 2 x 1 + 1 + 2 = 8 points on foot, at 1 point per road hex (4.0)."""
        index, foot = board.grid.index, prices[0]
        costs = [foot.price(index(a), index(b)) for a, b in pairwise(EXAMPLE)]
        assert costs == [2, 2, 2, 2, 2, 6]
        assert sum(costs) == 16

    def test_there_is_no_better_way(self, board, prices):
        """No cheaper way leads from Palo to the forest (4.0)."""
        index = board.grid.index
        reach = reachable(prices[0], index("2512"), 16)
        assert reach[index("1912")][0] == 16
        assert len(path_to(reach, index("1912"))) == 7

    def test_rain_stops_the_walk_before_the_river(self, board, prices):
        """In rain 4.5 + 3 + 1.5 + 2.5: the unit stops after the second clear hex (ledger)."""
        index, foot = board.grid.index, prices[0]
        spent = 0
        for step, (a, b) in enumerate(pairwise(EXAMPLE), start=1):
            spent += foot.price(index(a), index(b)) + 1 + board.side_has(a, b, "river")
            assert (spent <= 16) is (step <= 5)

    def test_example_hexes_hold_no_zone(self, board):
        """No hex on the way lies in a Japanese zone at the start, other than Palo's own (4.0)."""
        others = OCCUPIED - {"2512", "2510"}
        for hex in EXAMPLE[1:]:
            assert not others & set(board.grid.neighbours(hex))


class TestCoasts:
    COASTS = ("east-coast", "north-coast", "west-coast")

    def test_tags(self, board, land):
        """Coast hexes of Leyte need the tags east, north and other; those of Samar, samar (4.3)."""
        leyte, samar = region(board, "leyte"), region(board, "samar")
        tagged = frozenset().union(*(region(board, name) for name in self.COASTS))
        assert tagged <= leyte
        assert {hex for hex in leyte if is_coast(board, land, hex)} - tagged <= {"0605", "0704"}
        assert {hex for hex in samar if is_coast(board, land, hex)} == region(board, "samar-coast")
        for one, other in ((0, 1), (0, 2), (1, 2)):
            assert not region(board, self.COASTS[one]) & region(board, self.COASTS[other])

    def test_la_paz_is_in_samar(self, board):
        """La Paz is in Samar (4.3)."""
        assert "2506" in region(board, "samar")
        assert "2506" in region(board, "samar-coast")

    def test_carigara_ends_the_north_coast(self, board):
        """Carigara lies on the north coast, the western end of the stretch opened (4.3)."""
        coast = region(board, "north-coast")
        assert "1409" in coast
        assert min(map(column, coast)) == 14
        assert "1308" in region(board, "west-coast")

    def test_east_coast_can_be_landed_on(self, board):
        """There is an east coast with clear or city hexes (4.3)."""
        coast = region(board, "east-coast")
        good = {hex for hex in coast if board.terrain_at(hex) in OPEN}
        assert len(good) > 12
        assert {"2510", "2614", "2619", "2524"} <= coast

    def test_other_coasts_can_be_landed_on(self, board):
        """Clear or city coast hexes lie elsewhere too, for the 77th Division (4.3, 12.1.4)."""
        coast = region(board, "west-coast")
        good = {hex for hex in coast if board.terrain_at(hex) in OPEN}
        assert len(good) > 20
        near = [hex for hex in good if board.grid.distance(hex, "1217") <= 3]
        assert len(near) >= 3  # the 77th landed at Deposito, just south of Ormoc

    def test_exits(self, board):
        """South edge in Leyte, north edge in Samar, and no other edge (4.5)."""
        assert set(board.edges) == {"south-leyte", "north-samar"}
        south, north = (set(board.edge_hexes(name)) for name in ("south-leyte", "north-samar"))
        assert len(south) >= 8
        assert len(north) >= 5
        assert south <= region(board, "leyte")
        assert {row(hex) for hex in south} == {34}
        assert north <= region(board, "samar")
        assert {row(hex) for hex in north} == {1}
        assert "1734" in south  # the road down the west coast
        assert board.leaves_by("1734") == {"south"}


class TestBeaches:
    def test_five_colours(self, board):
        """Five groups of arrows: white, red, orange, blue, yellow (12.1.3, 12.1.4)."""
        kinds = {each.kind for each in board.places.values() if each.kind.startswith("beach-")}
        assert kinds == {f"beach-{colour}" for colour in BEACHES}
        for colour in BEACHES:
            arrows = {each.hex for each in board.places.values() if each.kind == f"beach-{colour}"}
            assert arrows == region(board, f"{colour}-beach")

    def test_assault_units_find_room(self, board):
        """Each assault unit has its marked hex: 25 units, at most 4 in a hex (4.1.1, 12.1.3)."""
        room = {colour: 4 * len(region(board, f"{colour}-beach")) for colour in BEACHES}
        assert all(room[colour] >= units for colour, units in ASSAULT.items())
        hexes = frozenset().union(*(region(board, f"{colour}-beach") for colour in BEACHES))
        assert 4 * len(hexes) >= sum(ASSAULT.values()) == 25

    def test_lie_on_the_east_coast_free_of_japanese(self, board, land):
        """The beaches are coast hexes of the first landing, with no Japanese in them (12.1.3)."""
        for colour in BEACHES:
            for hex in region(board, f"{colour}-beach"):
                assert board.terrain_at(hex) in {"clear", "airfield"}
                assert hex in region(board, "east-coast")
                assert is_coast(board, land, hex)
                assert hex not in OCCUPIED

    def test_lie_where_history_puts_them(self, board):
        """White south of Tacloban, Red by Palo, Orange and Blue north of Dulag, Yellow south."""
        middle = {
            colour: sum(map(row, hexes)) / len(hexes)
            for colour in BEACHES
            for hexes in [region(board, f"{colour}-beach")]
        }
        assert sorted(BEACHES, key=middle.get) == list(BEACHES)
        assert row("2510") < middle["white"] <= row("2512") <= middle["red"] < row("2614")
        assert row("2614") < middle["orange"] < middle["blue"] < row("2619") < middle["yellow"]

    def test_thirty_six_units_pass_on_the_second_turn(self, board, land):
        """The beaches take 36 American units on turn 2 within 4 a hex, moving onward (12.1.4)."""
        hexes = frozenset().union(*(region(board, f"{colour}-beach") for colour in BEACHES))
        step = uncrossed(board, "strait")
        inland = {
            b
            for hex in hexes
            for b in board.grid.neighbours(hex)
            if b in land and step(hex, b) and board.terrain_at(b) != "mountain"
        }
        assert 4 * len(hexes | inland - OCCUPIED) >= 25 + 36


class TestAirfields:
    def test_there_are_six(self, board):
        """There is more than one airfield, each worth 5 points (12.2)."""
        assert {place(board, name) for name in AIRFIELDS} == set(board.hexes_of("airfield"))
        assert len(board.hexes_of("airfield")) == 6

    def test_lie_where_history_puts_them(self, board):
        """Tacloban on its spit, Dulag by the town, three around Burauen, one in Ormoc Valley."""
        assert board.grid.distance(place(board, "tacloban-airfield"), "2510") == 1
        assert board.grid.distance(place(board, "dulag-airfield"), "2619") == 1
        burauen = place(board, "burauen")
        assert burauen == NAMELESS
        for name in ("buri", "san-pablo", "bayug"):
            assert board.grid.distance(place(board, name), burauen) <= 1
        assert board.grid.distance(place(board, "valencia"), "1217") <= 5

    def test_can_be_reached_on_wheels(self, board, prices):
        """Every airfield can be reached by motorized units from the beaches (terrain table)."""
        index = board.grid.index
        reach = reachable(prices[1], [index("2612")])
        assert all(index(hex) in reach for hex in board.hexes_of("airfield"))


class TestIslands:
    ISLANDS = ("leyte", "samar", "biliran", "daram", "poro", "pacijan", "ponson")

    def test_the_straits_have_names(self, board):
        """San Juanico parts Samar from Leyte, and Biliran Strait Biliran."""
        for strait, (one, other) in {
            "san-juanico": ("leyte", "samar"),
            "biliran-strait": ("leyte", "biliran"),
        }.items():
            for a, b in board.sides_of(strait):
                banks = {a in region(board, one), b in region(board, one)}
                assert banks == {True, False}
                assert {a, b} <= region(board, one) | region(board, other)

    def test_land_is_in_few_pieces(self, board, land):
        """Apart from the named islands there are only islets of a hex or two."""
        known = frozenset().union(*(region(board, name) for name in self.ISLANDS))
        assert all(len(group) <= 2 for group in groups(board.grid, land - known))


class TestRoads:
    def test_hang_together_on_leyte(self, board):
        """The roads of Leyte are one net; Samar has its own."""
        links = board.links_of("road")
        hexes = board.network_hexes("road")
        net = flood(board.grid, ["2512"], hexes, lambda a, b: (a, b) in links)
        assert net == hexes & region(board, "leyte")
        assert hexes - net == hexes & region(board, "samar")

    def test_baybay_and_abuyog_are_joined(self, board):
        """A road connects Baybay and Abuyog, right across the island (12.1.5)."""
        (chain,) = board.networks["abuyog-baybay"].chains
        assert {chain[0], chain[-1]} == {"2524", "1925"}
        assert any(board.terrain_at(hex) in {"forest", "mountain"} for hex in chain)

    @pytest.mark.rule("leyte-12.1.5-1")
    def test_guerrillas_find_mountains_south_of_it(self, board, land):
        """At least two mountain hexes lie south of that road (12.1.5)."""
        south = region(board, "south-of-road")
        (chain,) = board.networks["abuyog-baybay"].chains
        assert not south & set(chain)
        mountains = {hex for hex in south if board.terrain_at(hex) == "mountain"}
        assert len(mountains) >= 20
        assert set(board.edge_hexes("south-leyte")) <= south
        assert "2215" not in south

    def test_highways_of_1944(self, board):
        """Highway 1 down the coast, Highway 2 by Carigara and Limon to Ormoc (history)."""
        (first,) = board.networks["highway-1"].chains
        (second,) = board.networks["highway-2"].chains
        stops = ["tacloban", "palo", "tanauan", "tolosa", "dulag", "mayorga", "abuyog"]
        order = [first.index(place(board, name)) for name in stops]
        assert order == sorted(order)
        stops = ["santa-fe", "alangalang", "jaro", "tunga", "carigara", "capoocan", "pinamopoan"]
        stops += ["limon", "kananga", "valencia", "ormoc"]
        order = [second.index(place(board, name)) for name in stops]
        assert order == sorted(order)

    def test_breakneck_ridge_bars_the_way(self, board, prices):
        """By Limon wheels keep to the road, for off it all is mountain (history)."""
        limon = place(board, "limon")
        assert board.terrain_at(limon) == "mountain"
        assert limon in board.network_hexes("road")
        index = board.grid.index
        assert prices[1].price(index("1008"), index(limon)) == 1
        assert prices[1].price(index("0908"), index(limon)) == FORBIDDEN
