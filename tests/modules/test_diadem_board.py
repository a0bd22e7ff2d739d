"""The board of Operação Diadem meets what the rulebook demands of it.

The printed board is lost. Each test cites the demand in the words of the ledger's `map` section,
with the section of the rulebook it comes from; docs/modules/diadem-board.md tells the rest.
"""

from itertools import pairwise

import pytest

from geography import column, course, named, place, row, touching, uncrossed
from tabuleiro.board import FORBIDDEN, BadHex, StepCosts, flood, groups
from tabuleiro.module import find_module, load_module

GAME = "diadem"

# The set-up of 11.1.1 and 11.1.2, as printed.
XIII_CORPS = ["1306", "1307", "1308", "1408"]
POLES = ["1104", "1105", "1205"]
X_CORPS = ["1304", "1404", "1503"]
CANADIANS = ["1508", "1509"]
EIGHTH_ARMY = [*X_CORPS, *POLES, *XIII_CORPS, *CANADIANS]
CEF = ["1411", "1412", "1313", "1214"]
II_US_CORPS = ["1014", "0914"]
FIFTH_ARMY = [*CEF, *II_US_CORPS, "1015", "1415"]
ALLIES = [*EIGHTH_ARMY, *FIFTH_ARMY]
LI_CORPS = ["1402", "1203", "1003", "0904", "1006", "1106", "1007"]
BODE = ["1008", "1108"]
XIV_CORPS = ["1210", "1212", "1112", "1013", "0813", "0714"]
GERMANS = [*LI_CORPS, *BODE, *XIV_CORPS]
ARMOUR = ["1205", "1307", "1308", "1509"]
OBJECTIVES = ["monte-cassino", "arce", "piedimonte", "itri", "pontecorvo"]
BORDER = ["liri", "gari", "garigliano"]
LINES = ["gustav", "hitler-senger"]


@pytest.fixture(scope="module")
def module():
    return load_module(find_module(GAME))


@pytest.fixture(scope="module")
def land(board):
    return frozenset(board.grid) - set(board.hexes_of("sea"))


@pytest.fixture(scope="module")
def motorized(module, board):
    """What a step costs motorized infantry, in half points, by the printed terrain table."""

    def prices(kinds):
        costs = {kind.id: kind.cost["motorized"] for kind in kinds.values()}
        return {id: FORBIDDEN if cost is None else cost for id, cost in costs.items()}

    costs = StepCosts.for_board(
        board,
        prices(module.terrain),
        features=prices(module.hexsides),
        networks=prices(module.networks),
    )
    index = board.grid.index
    return lambda a, b: costs.price(index(a), index(b))


def road_steps(board, start, end):
    """The fewest steps along roads."""
    links = board.links_of("road")
    reached, steps = {start}, 0
    while end not in reached:
        more = {b for a, b in links if a in reached} - reached
        assert more, f"no road from {start} to {end}"
        reached |= more
        steps += 1
    return steps


def zone(board, hexes):
    return {there for hex in hexes for there in board.grid.neighbours(hex)}


class TestGrid:
    @pytest.mark.rule("diadem-2.1-2")
    def test_numbers_are_column_and_row(self, board):
        """0714 = column 07, row 14; column 01 west, row 01 north (2.1)."""
        assert board.grid.parse("0714") == (7, 14)
        assert board.edge_hexes("west") == tuple(f"01{r:02}" for r in range(1, 17))
        assert board.edge_hexes("east") == tuple(f"15{r:02}" for r in range(1, 17))
        assert board.edge_hexes("north") == tuple(f"{c:02}01" for c in range(1, 16))
        assert board.edge_hexes("south") == tuple(f"{c:02}16" for c in range(1, 16))
        for wrong in ("1601", "0117"):
            with pytest.raises(BadHex):
                board.grid.index(wrong)

    def test_only_three_pairs_of_enemies_touch(self, board):
        """The only enemy pairs adjacent at the start are 1105-1006, 1105-1106 and 1014-1013."""
        pairs = {(a, b) for a in ALLIES for b in GERMANS if board.grid.are_neighbours(a, b)}
        assert pairs == {("1105", "1006"), ("1105", "1106"), ("1014", "1013")}


class TestTracks:
    def test_reserves_have_boxes(self, board):
        """Reinforcements of both sides start off the board (11.1.3, 11.1.4)."""
        assert {id: box.side for id, box in board.boxes.items()} == {
            "allied-reserve": "allied",
            "axis-reserve": "axis",
        }


class TestExample:
    """The walk of 4.0, from San Pietro Infine to Rocasseca."""

    def road(self, board):
        return ["1508", "1408", "1407", "1306", "1206", place(board, "cassino")]

    def test_road_has_five_steps(self, board, motorized):
        """Road of exactly 5 steps from San Pietro Infine to Cassino, 1/2 point each (4.0)."""
        walk = self.road(board)
        assert walk[0] == place(board, "san-pietro-infine")
        assert road_steps(board, walk[0], walk[-1]) == 5
        assert [motorized(a, b) for a, b in pairwise(walk)] == [1] * 5

    def test_road_crosses_the_rapido_by_a_bridge(self, board, motorized):
        """No river surcharge on the way: bridges exist where roads cross rivers (4.0, 5.2)."""
        assert board.side_has("1206", "1106", "rapido")
        assert motorized("1206", "1106") == 1
        assert motorized("1207", "1107") == 6  # the Gari off the road: 1 + 2

    def test_two_mountain_hexes_to_the_north_west(self, board):
        """Two mountain hexes in line north-west, the first Monte Cassino next to Cassino (4.0)."""
        cassino, first = place(board, "cassino"), place(board, "monte-cassino")
        second = board.grid.neighbour(first, "northwest")
        assert board.grid.direction(cassino, first) == "northwest"
        assert board.terrain_at(first) == board.terrain_at(second) == "mountain"

    def test_piedimonte(self, board, motorized):
        """Piedimonte touches the second mountain hex, costs 1 off the road, has a road (4.0)."""
        second = board.grid.neighbour(place(board, "monte-cassino"), "northwest")
        assert motorized(second, place(board, "piedimonte")) == 2
        assert place(board, "piedimonte") in board.network_hexes("road")

    def test_road_by_aquino(self, board, motorized):
        """From Piedimonte a road over 3 hexes leads beyond Aquino, which is step 1 or 2 (4.0)."""
        walk = [place(board, "piedimonte"), "0706", "0606", "0605"]
        assert all(board.road_between(a, b) for a, b in pairwise(walk))
        assert place(board, "aquino") in walk[1:3]

    def test_rocasseca(self, board, motorized):
        """Rocasseca touches the third hex and costs 1 from it, off the road and no river (4.0)."""
        rocasseca = place(board, "rocasseca")
        assert not board.road_between("0605", rocasseca)
        assert motorized("0605", rocasseca) == 2

    @pytest.mark.rule("diadem-ex-4.0")
    def test_walk_costs_twelve_points(self, board, motorized):
        """5 x 1/2 + 2 x 3 + 1 + 3 x 1/2 + 1 = 12 points, 12 hexes, no river on the hills (4.0)."""
        hills = [place(board, "monte-cassino"), "0905", place(board, "piedimonte")]
        beyond = [place(board, "aquino"), "0606", "0605", place(board, "rocasseca")]
        walk = [*self.road(board), *hills, *beyond]
        costs = [motorized(a, b) for a, b in pairwise(walk)]
        assert costs == [1] * 5 + [6, 6] + [2] + [1] * 3 + [2]
        assert sum(costs) == 24
        for a, b in pairwise([place(board, "cassino"), *hills]):
            assert not board.side_has(a, b, "river")


class TestEdges:
    def test_west_edge(self, board, land):
        """West edge: German entry and exit, Allied exit; land in column 01 (4.2)."""
        assert land.issuperset(f"01{r:02}" for r in range(1, 16))
        assert len([hex for hex in board.edge_hexes("west") if "west" in board.leaves_by(hex)]) > 1

    def test_east_edge(self, board, land):
        """East edge: Allied entry and exit; column 15 is land (4.2)."""
        assert land.issuperset(board.edge_hexes("east"))

    def test_north_edge(self, board, land):
        """North edge: exit for both sides (4.2.2)."""
        assert land.issuperset(board.edge_hexes("north"))

    def test_south_edge_has_three_stretches(self, board):
        """South edge: sea west of Formia, exit east of Castelforte, and between them (4.2.2)."""
        formia, castelforte = column(place(board, "formia")), column(place(board, "castelforte"))
        assert formia < castelforte
        stretches = {
            name: sorted(map(column, board.edge_hexes(name)))
            for name in ("south-sea", "south-gulf", "south-east")
        }
        assert stretches == {
            "south-sea": list(range(1, formia)),
            "south-gulf": list(range(formia, castelforte + 1)),
            "south-east": list(range(castelforte + 1, 16)),
        }

    def test_the_sea_lies_west_of_formia(self, board, land):
        """South edge west of Formia is sea (4.2.2): what land is there has the sea beside it."""
        sea = set(board.hexes_of("sea"))
        assert {"0116", "0416", "0516", "0616", "0716"} <= sea
        for hex in set(board.edge_hexes("south-sea")) & land:
            assert sea.intersection(board.grid.neighbours(hex))

    def test_every_stretch_in_the_south_can_be_reached(self, board, land):
        """A piece can retreat off each stretch (4.2.2): each has land, joined to the rest."""
        for stretch in ("south-sea", "south-gulf", "south-east"):
            assert land.intersection(board.edge_hexes(stretch))
        assert land.issuperset(board.edge_hexes("south-east"))

    def test_formia_lies_on_the_coast(self, board):
        """Formia: coast (4.2.2)."""
        around = board.grid.neighbours(place(board, "formia"))
        assert set(around) & set(board.hexes_of("sea"))


class TestSetUp:
    def test_armour_does_not_start_in_mountains(self, board):
        """Set-up hexes with armour are not mountain: 1205, 1307, 1308, 1509 (9.0)."""
        assert {board.terrain_at(hex) for hex in ARMOUR} == {"clear"}
        for hex in ARMOUR:
            assert any(board.terrain_at(near) == "clear" for near in board.grid.neighbours(hex))

    def test_land_hangs_together(self, board, land):
        """Every land hex can be reached from every other."""
        assert len(groups(board.grid, land)) == 1

    def test_corps_lie_as_told(self, board):
        """II US Corps next to the coast, the CEF on its right before the Aurunci, XIII Corps south
        of Cassino at the mouth of the valley, the Poles north of it, X Corps on their right (11.0).
        """
        cassino = place(board, "cassino")
        assert max(map(column, II_US_CORPS)) < min(map(column, CEF))
        assert max(map(row, POLES)) < row(cassino)
        assert max(map(row, XIII_CORPS)) > row(cassino)
        assert min(map(column, X_CORPS)) > max(map(column, POLES))
        near = board.regions["aurunci-mountains"].hexes
        assert all(min(board.grid.distance(hex, each) for each in near) <= 3 for hex in CEF)
        sea = board.hexes_of("sea")
        coast = [min(board.grid.distance(hex, each) for each in sea) for hex in II_US_CORPS]
        assert min(coast) <= 2

    def test_cassino_lies_between_poles_and_xiii_corps(self, board):
        """Cassino lies between the Polish hexes and XIII Corps, near row 06 (11.0)."""
        assert max(map(row, POLES)) <= row(place(board, "cassino")) <= min(map(row, XIII_CORPS))

    def test_liri_valley_begins_at_the_bode_group(self, board):
        """115 RPzGr at 1108 blocks the entrance of the valley, whose floor is clear (11.0)."""
        assert "1108" in board.regions["liri-valley"].hexes
        floor = {board.terrain_at(hex) for hex in board.regions["liri-valley"].hexes}
        assert floor == {"clear", "city"}

    def test_objectives_are_behind_the_germans(self, board):
        """All five objectives lie behind the German start line (11.2)."""
        for name in OBJECTIVES:
            hex = place(board, name)
            ours = min(board.grid.distance(hex, each) for each in GERMANS)
            assert ours < min(board.grid.distance(hex, each) for each in ALLIES)


class TestRivers:
    def test_garigliano_reaches_the_gulf(self, board, written):
        """The Garigliano ends at the sea: at the south edge where the gulf begins (4.2.2)."""
        mouth = course(board, named(written, "hexsides", "garigliano"))[-1]
        assert touching(board, mouth) <= set(board.edge_hexes("south-gulf"))
        assert len(touching(board, mouth)) == 2  # the third hex lies off the board

    def test_liri_parts_the_armies(self, board, land):
        """The Liri separates the 5th Army (south) from the 8th (north), German corps too (11.0)."""
        north, south = (board.regions[f"{bank}-of-liri"].hexes for bank in ("north", "south"))
        assert set(EIGHTH_ARMY + LI_CORPS + BODE) <= north - south
        assert set(FIFTH_ARMY) <= south - north
        assert set(XIV_CORPS) <= south
        assert north | south == land

    def test_liri_passes_between_1108_and_1210(self, board, land):
        """The Liri passes between German 1108 and 1210 (11.0): no way of two steps avoids it."""
        near = set(board.grid.within("1108", 2)) & land
        assert "1210" not in flood(board.grid, ["1108"], near, uncrossed(board, *BORDER))
        assert "1109" not in flood(board.grid, ["1108"], near, uncrossed(board, *BORDER))
        assert board.side_has("1108", "1109", "liri")

    def test_banks_meet_only_at_the_liri_and_in_row_10(self, board):
        """East of the mouth of the Gari the border goes on due east; row 10 is open (11.1.1)."""
        north, south = (board.regions[f"{bank}-of-liri"].hexes for bank in ("north", "south"))
        assert north & south == {"1210", "1310", "1410", "1510"}
        for a in north - south:
            for b in set(board.grid.neighbours(a)) & (south - north):
                assert any(board.side_has(a, b, river) for river in BORDER)

    def test_us_bridgehead_lies_beyond_the_garigliano(self, board, land):
        """The troops before Minturno and Castelforte stand on the western bank (history)."""
        west = flood(board.grid, ["1210"], land, uncrossed(board, *BORDER))
        assert {*II_US_CORPS, "1015", "1214", "1313"} <= west
        assert not {"1411", "1412", "1415"} & west


class TestLines:
    @pytest.mark.rule("diadem-10.0-1")
    def test_two_lines(self, board):
        """Two fortified lines are printed: Gustav and Hitler-Senger, on hexsides (10.0)."""
        lines = {id for id, each in board.feature_names.items() if each.kind == "fortification"}
        assert lines == set(LINES)
        assert all(board.sides_of(line) for line in LINES)

    @pytest.mark.parametrize("name", LINES)
    def test_has_no_gap(self, board, written, land, name):
        """A line is one chain of hexsides between land hexes (10.0)."""
        course(board, named(written, "hexsides", name))
        assert {hex for side in board.sides_of(name) for hex in side} <= land

    def test_gustav_runs_from_the_north_edge_to_the_sea(self, board, written):
        """The line cannot be walked round: north edge at one end, the sea at the other."""
        start, *_, end = course(board, named(written, "hexsides", "gustav"))
        assert touching(board, start) <= set(board.edge_hexes("north"))
        assert touching(board, end) & set(board.hexes_of("sea"))

    def test_gustav_parts_the_sides(self, board, land):
        """The Gustav Line faces the Allied start line: all Germans behind, all Allies before it."""
        before = flood(board.grid, ALLIES, land, uncrossed(board, "gustav"))
        assert not before & set(GERMANS)
        assert len(groups(board.grid, land - before)) == 1

    def test_no_first_attack_avoids_the_gustav_line(self, board, land):
        """Each German front hex has the line on the sides towards the Allied hexes (10.0).

        An Allied piece stops in the first hex next to a German (4.1.2). From no hex that it can
        reach so, may it attack a German without crossing the line.
        """
        zones = zone(board, GERMANS)
        free = land - set(GERMANS) - zones
        entry = set(board.edge_hexes("east")) - zones
        moved = flood(board.grid, {*ALLIES, *entry}, free)
        stops = zone(board, moved) & land & zones - set(GERMANS)
        for hex in stops | set(ALLIES):
            for german in set(board.grid.neighbours(hex)) & set(GERMANS):
                assert board.side_has(hex, german, "gustav"), f"{hex} -> {german}"
        attacked = {german for hex in stops for german in board.grid.neighbours(hex)}
        assert set(GERMANS) - attacked == {"1007", "1008"}  # the second rank

    def test_hitler_line_lies_further_west(self, board, land):
        """The Hitler-Senger Line lies further west: Piedimonte, Aquino, Pontecorvo, Aurunci."""
        rear = flood(board.grid, ["0302"], land, uncrossed(board, *LINES))
        assert {place(board, name) for name in ("piedimonte", "aquino", "pontecorvo")} <= rear
        assert {place(board, name) for name in ("arce", "itri", "formia")} <= rear
        assert not rear & {*BODE, *XIV_CORPS, "1006", "1106", "1007"}
        for name in ("piedimonte", "pontecorvo"):
            own = [side for side in board.sides_of("hitler-senger") if place(board, name) in side]
            assert own

    def test_hitler_line_runs_from_monte_cairo_to_the_sea(self, board, written):
        """It leaves the Gustav Line on the Cairo massif and ends at the coast (history)."""
        start, *_, end = course(board, named(written, "hexsides", "hitler-senger"))
        assert start in course(board, named(written, "hexsides", "gustav"))
        assert touching(board, end) & set(board.hexes_of("sea"))


class TestRoads:
    def test_highway_6(self, board, written):
        """A road runs from the east through Cassino and the valley to the west edge (1.0)."""
        road = named(written, "networks", "highway-6")
        assert (road["leaves"]["start"], road["leaves"]["end"]) == ("east", "west")
        stops = ["san-pietro-infine", "cassino", "piedimonte", "aquino", "arce"]
        order = [road["chain"].index(place(board, stop)) for stop in stops]
        assert order == sorted(order)
        valley = set(road["chain"]) & board.regions["liri-valley"].hexes
        assert len(valley) >= 9

    def test_monte_cassino_covers_highway_6(self, board):
        """Monte Cassino covers Highway 6 (1.0): the road runs through the zone of its hex."""
        near = set(board.grid.neighbours(place(board, "monte-cassino")))
        assert len(near & board.networks["highway-6"].hexes) >= 3

    def test_highway_7(self, board, written):
        """The coast road: Minturno, Formia, Itri, west edge (history)."""
        road = named(written, "networks", "highway-7")
        order = [road["chain"].index(place(board, stop)) for stop in ("minturno", "formia", "itri")]
        assert order == sorted(order)
        assert road["leaves"]["end"] == "west"

    def test_every_end_leads_somewhere(self, board, written):
        """A road ends at a place, at another road, or off the board."""
        chains = [road["chain"] for road in written["networks"]]
        for road in written["networks"]:
            for name, hex in (("start", road["chain"][0]), ("end", road["chain"][-1])):
                leaves = road.get("leaves", {}).get(name)
                meets = sum(hex in chain for chain in chains) > 1
                assert leaves or meets or board.places_at(hex), f"{road['id']} ends in {hex}"

    def test_objectives_but_monte_cassino_lie_on_roads(self, board):
        """Objectives are towns on roads; Monte Cassino is entered over the mountain (4.0)."""
        roads = board.network_hexes("road")
        on_roads = {name for name in OBJECTIVES if place(board, name) in roads}
        assert on_roads == set(OBJECTIVES) - {"monte-cassino"}


class TestPlaces:
    def test_no_town_lies_in_the_sea(self, board, land):
        """Places are on land."""
        assert {each.hex for each in board.places.values()} <= land

    def test_cities_are_cities(self, board):
        """What is called a city has city terrain, and every city hex has a name."""
        cities = {*board.hexes_of("city"), *board.hexes_of("mountain-city")}
        assert {each.hex for each in board.places.values() if each.kind == "city"} <= cities
        assert all(board.places_at(hex) for hex in cities)


class TestProvenance:
    def test_heights_fit_the_terrain(self, board, written):
        """The sea is at 0; mountain hexes are the high ones, on the whole."""
        heights = {
            hex: int(written["heights"][row(hex) - 1][column(hex) - 1]) for hex in board.grid
        }
        assert {heights[hex] for hex in board.hexes_of("sea")} == {0}
        assert min(heights[hex] for hex in board.hexes_of("mountain")) > 150
        lowland = [heights[hex] for hex in board.hexes_of("clear")]
        assert sum(height < 300 for height in lowland) >= len(lowland) - 2
