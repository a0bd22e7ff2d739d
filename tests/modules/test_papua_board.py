"""The board of Papua - Nova Guiné meets what the rulebook demands of it.

The printed board is lost, and no hex number survives. Each test cites the demand in the words of
the ledger's `map` section, with the section of the rulebook it comes from;
docs/modules/papua-board.md tells the rest.
"""

from itertools import pairwise

import numpy as np
import pytest

from geography import around, column, place, region, uncrossed
from tabuleiro.board import FORBIDDEN, StepCosts, flood, groups, path_to, reachable

GAME = "papua"

# Real positions of what the rulebook names: latitude, longitude.
NAMED = {
    "port-moresby": (-9.47, 147.18),
    "kokoda": (-8.88, 147.73),
    "buna": (-8.67, 148.40),
    "gona": (-8.63, 148.27),
    "dobodura": (-8.76, 148.37),
    "milne": (-10.31, 150.33),
    "wedau": (-10.10, 150.08),
    "wau": (-7.34, 146.72),
    "salamaua": (-7.02, 147.07),
    "lae": (-6.73, 147.00),
}
PEOPLED = ("kokoda", "buna", "gona", "wedau", "wau", "salamaua", "lae")
EXAMPLE = ["2424", "2323", "2322", "2321"]
"""The walk of 4.0: from the Milne airfield to Wedau."""

# The terrain table, on foot and for plain artillery.
COSTS = {
    "open": (1, 1),
    "city": (1, 1),
    "swamp": (2, 2),
    "forest": (3, 3),
    "mountain": (4, FORBIDDEN),
    "airfield": (1, 1),
    "sea": (FORBIDDEN, FORBIDDEN),
}
FEATURES = {"river": 1, "strait": FORBIDDEN}
NETWORKS = {"road": (1, 1), "trail": (2, 4)}
STACKING = {"open": 6, "city": 6, "swamp": 3, "forest": 4, "mountain": 1, "airfield": 6}
AIR_STACKING = 3
DISEASE = {"forest", "swamp", "mountain"}

P40, P39, B25 = 37, 29, 49
"""Printed ranges; a transfer goes twice as far (4.2.7)."""

# True distances from Townsville and Rabaul in kilometres.
TRUE = {
    "townsville": {"port-moresby": 1093, "milne": 1064, "buna": 1190, "lae": 1394},
    "rabaul": {"port-moresby": 806, "milne": 709, "buna": 651, "lae": 641},
}
KM_OF_RANGES = 15


@pytest.fixture(scope="module")
def sea(board):
    return frozenset(board.hexes_of("sea"))


@pytest.fixture(scope="module")
def land(board, sea):
    return frozenset(board.grid) - sea


@pytest.fixture(scope="module")
def prices(board):
    """What steps cost on foot and for plain artillery, by the printed terrain table."""
    return [
        StepCosts.for_board(
            board,
            {kind: cost[guns] for kind, cost in COSTS.items()},
            features=FEATURES,
            networks={kind: cost[guns] for kind, cost in NETWORKS.items()},
        )
        for guns in (0, 1)
    ]


def cost(prices, board, chain):
    index = board.grid.index
    return [prices.price(index(a), index(b)) for a, b in pairwise(chain)]


def flight(board, box, base, target):
    """Hexes from a displaced base to a target: to the border, its number, and on (12.1)."""
    return min(
        board.grid.distance(base, hex) + count + board.grid.distance(hex, target)
        for hex, count in board.boxes[box].links.items()
    )


class TestExample:
    """The walk of 4.0, from the Milne airfield to Wedau."""

    def test_terrain(self, board):
        """The airfield, then open, mountain, forest (4.0)."""
        kinds = [board.terrain_at(hex) for hex in EXAMPLE]
        assert kinds == ["airfield", "open", "mountain", "forest"]

    def test_no_road_trail_or_river(self, board):
        """No road, trail or airfield price along this path (4.0)."""
        steps = {frozenset(pair) for pair in pairwise(EXAMPLE)}
        for net in board.networks.values():
            assert not steps & {frozenset(link) for link in net.links}
        assert not any(board.side_has(a, b, "river") for a, b in pairwise(EXAMPLE))

    @pytest.mark.rule("papua-ex-4.0")
    def test_walk_costs_eight_points(self, board, prices):
        """1 + 4 + 3 = 8 of 8 points; movement exhausted on reaching Wedau (4.0)."""
        assert cost(prices[0], board, EXAMPLE) == [1, 4, 3]
        index = board.grid.index
        reach = reachable(prices[0], index("2424"), 8)
        assert reach[index("2321")][0] == 8
        assert len(path_to(reach, index("2321"))) == 4

    def test_guns_stay_behind(self, board, prices):
        """Plain artillery may not enter a mountain hex off the trails (table)."""
        assert cost(prices[1], board, EXAMPLE) == [1, FORBIDDEN, 3]


class TestPlaces:
    def test_all_stand_on_land(self, board, land):
        """Every place where pieces start or score is land (13.1, 13.2)."""
        assert land.issuperset(place(board, name) for name in NAMED)

    @pytest.mark.parametrize("name", NAMED)
    def test_fall_near_their_true_position(self, board, sources, name):
        """Historic coordinates are given with the named places as a help (ledger)."""
        lat, lon = NAMED[name]
        x, y = sources.tie.point(lon, lat)
        hx, hy = board.geometry.centre(place(board, name))
        assert np.hypot(x - hx, y - hy) < 0.75

    def test_villages_and_city(self, board):
        """Port Moresby is a city (9.0, 13.0); Lae and Salamaua are villages (13.1)."""
        assert board.terrain_at(place(board, "port-moresby")) == "city"
        assert board.hexes_of("city") == (place(board, "port-moresby"),)
        assert all(board.places[name].kind == "village" for name in PEOPLED)
        assert sum(each.kind == "village" for each in board.places.values()) >= 20

    def test_port_moresby_lies_on_the_south_coast(self, board):
        """Port Moresby is on the south coast (9.0, 13.0)."""
        assert place(board, "port-moresby") in region(board, "south-coast")

    @pytest.mark.parametrize("name", ["buna", "gona", "salamaua", "lae", "wedau", "milne"])
    def test_lie_on_the_north_coast(self, board, name):
        """Lae, Salamaua, Buna, Gona, Wedau and Milne are on the north coast (4.2.1, 10.0)."""
        assert place(board, name) in region(board, "north-coast")
        assert board.terrain_at(place(board, name)) != "mountain"

    def test_wau_and_kokoda_lie_inland(self, board, land):
        """Wau and Kokoda have no coast (9.0, 1.0)."""
        for name in ("wau", "kokoda"):
            assert around(board, place(board, name)) <= land

    def test_milne_takes_two_land_units(self, board):
        """The Milne airfield hex takes two land units and one air unit at start (13.1)."""
        assert STACKING[board.terrain_at(place(board, "milne"))] >= 2

    def test_lae_and_salamaua_are_close(self, board, land):
        """Units between Lae and Salamaua may stand in either or in an adjacent hex (13.1)."""
        lae, salamaua = place(board, "lae"), place(board, "salamaua")
        assert board.grid.distance(lae, salamaua) == 2
        beside = {lae, salamaua} | around(board, lae) | around(board, salamaua)
        assert region(board, "lae-salamaua") == beside & land

    def test_port_moresby_area(self, board, land):
        """The city or the hexes next to it (13.1)."""
        city = place(board, "port-moresby")
        assert region(board, "port-moresby-area") == ({city} | around(board, city)) & land

    def test_buna_gona_is_swamp(self, board):
        """Buna and Gona stand in swamp, with Dobodura behind Buna (history)."""
        buna, gona = place(board, "buna"), place(board, "gona")
        assert board.terrain_at(buna) == board.terrain_at(gona) == "swamp"
        assert board.grid.distance(buna, gona) == 1
        assert board.grid.distance(buna, place(board, "dobodura")) == 1
        assert not board.side_has(buna, gona, "strait")


class TestAirfields:
    def test_named_ones(self, board):
        """Lae, Milne, Dobodura, Townsville and Darwin have airfields (6.5, 13.1)."""
        for name in ("lae", "milne", "dobodura", "townsville", "darwin"):
            assert board.terrain_at(place(board, name)) == "airfield"

    def test_two_by_port_moresby(self, board):
        """Five air units start in Port Moresby or beside it, three to an airfield (13.1, 4.1.1)."""
        fields = region(board, "port-moresby-area") & set(board.hexes_of("airfield"))
        assert len(fields) >= 2
        assert AIR_STACKING * len(fields) >= 5

    def test_several_on_the_board(self, board):
        """Several airfields are printed on the board (6.5); each has a name here."""
        fields = set(board.hexes_of("airfield"))
        assert len(fields & region(board, "new-guinea")) == 9
        assert fields <= {each.hex for each in board.places.values()}

    def test_australia_has_two(self, board):
        """Australia contains exactly two airfields, Townsville and Darwin (12.1, 13.1)."""
        two = {place(board, "townsville"), place(board, "darwin")}
        assert region(board, "australia") & set(board.hexes_of("airfield")) == two

    def test_new_britain_has_one(self, board, sea):
        """New Britain has an airfield, and a sea hex beside it for the seaplane (13.1)."""
        assert region(board, "new-britain") & set(board.hexes_of("airfield"))
        beside = {b for hex in region(board, "new-britain") for b in around(board, hex)} & sea
        assert region(board, "new-britain-sea") == beside
        assert beside


class TestDisplaced:
    AREAS = ("australia", "new-britain")

    @pytest.mark.parametrize("name", AREAS)
    def test_all_around_carry_a_number(self, board, sea, name):
        """All hexes around the Australia and New Britain areas carry a number (12.1)."""
        box = board.boxes[name]
        assert box.kind == "displaced"
        assert frozenset(box.hexes) == region(board, name)
        ring = {b for hex in box.hexes for b in around(board, hex)} - set(box.hexes)
        assert ring <= sea
        assert set(box.links) == ring
        assert min(box.links.values()) > 0

    @pytest.mark.parametrize("name", AREAS)
    def test_hang_together_away_from_new_guinea(self, board, land, name):
        """The areas are symbolic and displaced (2.1, 12.1)."""
        hexes = region(board, name)
        assert flood(board.grid, [min(hexes)], land, uncrossed(board, "strait")) == hexes
        assert all(
            board.grid.distance(a, b) > 3 for a in hexes for b in region(board, "new-guinea")
        )

    def test_new_britain_touches_no_edge(self, board):
        for edge in ("north", "east", "south", "west"):
            assert not set(board.edge_hexes(edge)) & region(board, "new-britain")

    def test_ranges_from_townsville(self, board):
        """The P-40 transfer range 74 fits the way to Port Moresby; the P-39 and bombers cannot."""
        base = place(board, "townsville")
        ways = [flight(board, "australia", base, place(board, f)) for f in ("jackson", "durand")]
        assert max(ways) <= 2 * P40
        assert min(ways) > 2 * P39 > B25

    @pytest.mark.parametrize(
        ("box", "base"), [("australia", "townsville"), ("new-britain", "rabaul")]
    )
    def test_distances_are_near_the_truth(self, board, box, base):
        """True distances at 15 km a hex, the scale of the ranges, within five hexes (8.0)."""
        for name, km in TRUE[base].items():
            way = flight(board, box, place(board, base), place(board, name))
            assert abs(way - km / KM_OF_RANGES) <= 5, name


class TestCoasts:
    def test_coast_is_north_or_south(self, board, sea):
        """The coast of New Guinea is divided into north, with Milne Bay, and south (4.2.1, 9.0)."""
        island = region(board, "new-guinea")
        coast = {hex for hex in island if around(board, hex) & sea}
        north, south = region(board, "north-coast"), region(board, "south-coast")
        assert north | south == coast
        assert not north & south
        assert region(board, "milne-bay-coast") <= north

    def test_milne_bay_is_closed_but_for_its_mouth(self, board, sea):
        """Milne Bay is an area of sea hexes with its own set of coast hexes (10.0)."""
        bay = region(board, "milne-bay")
        assert bay <= sea
        beside = {b for hex in bay for b in around(board, hex)} - bay
        assert beside & sea == {"2724"}
        assert region(board, "milne-bay-coast") == beside & region(board, "new-guinea")
        assert place(board, "milne") in region(board, "milne-bay-coast")

    def test_ships_reach_the_bay_from_the_north(self, board, sea):
        """The Japanese naval unit may come as far as Milne Bay (10.0)."""
        waters = region(board, "north-sea")
        assert region(board, "milne-bay") <= waters
        assert flood(board.grid, ["1312"], waters) == waters

    def test_seas_are_north_or_south(self, board, sea):
        """Each sea hex is marked N or S; Milne Bay and the open sea east count as north (6.1)."""
        north, south = region(board, "north-sea"), region(board, "south-sea")
        assert north | south == sea
        assert not north & south
        assert flood(board.grid, ["0620"], south) == south
        assert around(board, place(board, "port-moresby")) & sea <= south
        for name in ("lae", "buna", "gona", "salamaua", "wedau"):
            assert around(board, place(board, name)) & sea <= north

    def test_some_coast_is_mountain(self, board):
        """Some coast hexes are mountain: naval transport excludes them (4.2.4)."""
        coast = region(board, "north-coast")
        mountains = {hex for hex in coast if board.terrain_at(hex) == "mountain"}
        assert 3 <= len(mountains) < len(coast) / 2

    def test_supply_bases_find_room(self, board):
        """Supply bases stand in coastal villages and cities of both coasts (9.0)."""
        peopled = {each.hex for each in board.places.values() if each.kind in {"village", "city"}}
        assert len(peopled & region(board, "north-coast")) >= 10
        assert len(peopled & region(board, "south-coast")) >= 4

    def test_buna_landing_finds_room(self, board):
        """Seven Japanese units may land on turn 3 beside what landed before (4.2.1, 13.1)."""
        beach = region(board, "buna-gona") & region(board, "north-coast")
        near = {b for hex in beach for b in around(board, hex)} & region(board, "north-coast")
        assert sum(STACKING[board.terrain_at(hex)] for hex in beach | near) >= 14


class TestEdges:
    def test_land_exits(self, board):
        """The north and the west edge cross New Guinea: exits of Japan and the Allies (4.2.2)."""
        for edge in ("north", "west"):
            hexes = board.edge_hexes(edge)
            assert len(hexes) >= 5
            assert set(hexes) <= region(board, "new-guinea")
            assert all(edge in board.grid.edges_of(hex) for hex in hexes)

    def test_sea_exits(self, board, sea):
        """The south and the east edge are sea, where the American naval unit passes (10.0)."""
        for edge in ("south", "east"):
            hexes = set(board.edges[edge].hexes)
            assert len(hexes) >= 15
            assert hexes == {hex for hex in sea if edge in board.grid.edges_of(hex)}

    def test_wau_is_supplied_from_beyond_the_west_edge(self, board):
        """The supply route of Wau passes off board beyond the west edge (9.0)."""
        assert column(place(board, "wau")) <= 2
        trail = board.networks["bulldog-trail"].chains[0]
        assert trail[0] == place(board, "wau")
        assert trail[-1] in board.edge_hexes("west")

    def test_north_of_the_line_wau_salamaua(self, board):
        """Salamaua belongs to the region of permanent Japanese supply, Wau does not (9.0)."""
        hexes = region(board, "japanese-supply")
        assert place(board, "salamaua") in hexes
        assert place(board, "lae") in hexes
        assert place(board, "wau") not in hexes
        assert hexes <= region(board, "new-guinea")
        assert set(board.edge_hexes("north")) <= hexes
        ax, ay = board.geometry.centre(place(board, "wau"))
        bx, by = board.geometry.centre(place(board, "salamaua"))
        for hex in region(board, "new-guinea") - {place(board, "wau")}:
            x, y = board.geometry.centre(hex)
            level = ay + (by - ay) * min(max((x - ax) / (bx - ax), 0), 1)
            assert (hex in hexes) is (y <= level + 1e-6), hex


class TestRoads:
    def test_kokoda_trail_crosses_the_range(self, board):
        """It joins the Port Moresby side with the north coast through Kokoda (1.0)."""
        chain = board.networks["kokoda-trail"].chains[0]
        assert board.networks["kokoda-trail"].kind == "trail"
        assert chain[0] in around(board, place(board, "port-moresby"))
        assert place(board, "kokoda") in chain
        assert chain[-1] == place(board, "buna")
        climb = chain[: chain.index(place(board, "kokoda"))]
        assert [board.terrain_at(hex) for hex in climb[1:]] == ["mountain"] * 3

    def test_march_to_kokoda(self, board, prices):
        """A battalion of 8 points marches over the range in a turn of ten days (history)."""
        index = board.grid.index
        reach = reachable(prices[0], index(place(board, "port-moresby")), 40)
        assert reach[index(place(board, "kokoda"))][0] == 8
        assert 13 <= reach[index(place(board, "buna"))][0] <= 20
        guns = reachable(prices[1], index(place(board, "port-moresby")), 40)
        assert guns[index(place(board, "kokoda"))][0] == 14

    def test_supply_crosses_the_range_by_trails_only(self, board, land):
        """Supply lines pass mountains along trails only (9.0)."""
        city, buna = place(board, "port-moresby"), place(board, "buna")
        low = frozenset(hex for hex in land if board.terrain_at(hex) != "mountain")
        assert buna not in flood(board.grid, [city], low, uncrossed(board, "strait"))
        links = board.links_of("trail") | board.links_of("road")
        assert place(board, "kokoda") in flood(
            board.grid, [city], land, lambda a, b: (a, b) in links
        )

    def test_trails_run_through_the_wild(self, board):
        """Trails run through forest, swamp or mountain hexes (12.3, 9.0)."""
        kinds = [board.terrain_at(hex) for hex in board.network_hexes("trail")]
        assert sum(kind in DISEASE for kind in kinds) > 0.75 * len(kinds)
        assert set(kinds) >= DISEASE

    def test_trails_hang_together(self, board):
        """Roads and trails of New Guinea are one net, but for those of Milne Bay (history)."""
        links = board.links_of("road") | board.links_of("trail")
        hexes = board.network_hexes("road") | board.network_hexes("trail")
        net = flood(board.grid, ["0518"], hexes, lambda a, b: (a, b) in links)
        assert hexes - net == set(board.networks["gili-gili-ahioma"].chains[0])

    def test_wau_is_joined_with_salamaua_and_lae(self, board):
        """Kanga Force fought along the Black Cat trail (history)."""
        chain = board.networks["black-cat-trail"].chains[0]
        assert [chain[0], chain[-1]] == [place(board, "wau"), place(board, "salamaua")]


class TestIslands:
    def test_the_rest_is_small(self, board, land):
        """Whatever is neither New Guinea nor displaced is an island off the coast."""
        main = [region(board, name) for name in ("new-guinea", "australia", "new-britain")]
        assert region(board, "islands") == land.difference(*main)
        assert len(region(board, "islands")) <= 16

    def test_the_range_bars_the_island(self, board):
        """The Owen Stanley range: mountains over some 160 km (1.0)."""
        island = region(board, "new-guinea")
        mountains = {hex for hex in island if board.terrain_at(hex) == "mountain"}
        assert 0.4 < len(mountains) / len(island) < 0.65
        spine = max(groups(board.grid, mountains), key=len)
        assert {column(hex) for hex in spine} >= set(range(2, 23))


class TestRivers:
    def test_kumusi_bars_the_kokoda_trail_at_wairopi(self, board):
        """The wire rope bridge over the Kumusi lay between Kokoda and Buna (history)."""
        chain = board.networks["kokoda-trail"].chains[0]
        crossed = [(a, b) for a, b in pairwise(chain) if board.side_has(a, b, "river")]
        assert crossed == [("1015", "1114")]
        assert place(board, "wairopi") == "1015"
