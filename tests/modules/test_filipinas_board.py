"""The board of Libertação das Filipinas meets what the rulebook demands of it.

The printed board is lost. Each test cites the demand in the words of the ledger's `map` section
(`map-n`) or the section of the rulebook; docs/modules/filipinas-board.md tells the rest.
"""

from itertools import pairwise

import numpy as np
import pytest
import shapely

from filipinas_data import supplied
from geography import column, place, region, row, uncrossed
from tabuleiro.board import FORBIDDEN, StepCosts, flood, groups, path_to, reachable

GAME = "filipinas"


def pairs(words):
    """Read a table that is written as words: a name, its value, the next name and so on."""
    each = words.split()
    return dict(zip(each[::2], each[1::2], strict=True))


# Hexes of the order of battle, as printed: land units, garrisons, air units.
SET_UP = pairs(
    """
    cabanatuan 2217 manila 2221 angeles 2018 bacolod 3339 cebu-city 3841 vigan 1907 laoag 2004
    quezon 2320 zamboanga 2856 jolo-town 2260 baguio 2012 balanga 1920 batangas 2224 legaspi
    3627 caloocan 2220 davao 4755 clark 1917 tagbilaran 4044 ormoc 4137 masbate-town 3631
    san-jose-mindoro 2231 puerto-princesa 0943 iloilo 3138 catbalogan 4533
    """
)
GARRISONS = pairs(
    """
    bohol 4044 cebu 3841 corregidor 1922 leyte 4137 masbate 3631 mindanao 4755 mindoro 2231
    negros 3339 palawan 0943 panay 3138 samar 4533
    """
)
JAPANESE_AIR = pairs(
    """
    1916 3 1917 3 1918 3 2019 2 2122 1 2220 2 2221 2 2222 5 2320 1 2323 2 3339 1 3538 1
    """
)
EACH_TURN = ("luzon", "mindanao", "leyte", "negros", "panay", "cebu", "mindoro", "palawan", "samar")
TEN = ("bohol", "corregidor", "masbate")
FIVE = ("basilan", "catanduanes", "jolo", "marinduque", "polillo")
MINOR = (
    *("balabac", "biliran", "bugsuk", "burias", "busuanga", "camotes", "culion", "dinagat"),
    *("dumaran", "guimaras", "linapacan", "lubang", "panaon", "siargao", "sibuyan", "siquijor"),
    *("tablas", "tawitawi"),
)
SCORED = (*EACH_TURN, *TEN, *FIVE, *MINOR)
GUERRILLAS = {"luzon": 7, "mindanao": 7} | dict.fromkeys(
    ("bohol", "cebu", "leyte", "negros", "panay", "samar"), 1
)
DISPLACED = {
    "formosa": 19,
    "angaur": 40,
    "morotai": 15,
    "sansapor": 37,
    "noemfoor": 47,
    "biak": 51,
    "hollandia": 70,
}
WALK = ["2312", "2412", "2511", "2611", "2710", "2709"]
"""The walk of 4.0, from Bayombong to Ilagan."""
LIKELY_PORTS = {
    *("2221", "2122", "3841", "4755", "3138", "4437", "4137", "2856", "2260", "0943", "3627"),
    "2224",
}
GARRISON_PORTS = pairs(
    """
    tagbilaran 4044 masbate-town 3631 san-jose-mindoro 2231 catbalogan 4533 corregidor-dock 1922
    """
)
# Estimates of the ledger for places whose hex is lost (good to about a hex).
ESTIMATES = pairs(
    """
    mamburao 2027 virac 4026 sorsogon 3928 matnog 3930 catarman 4231 calbayog 4233 tacloban 4437
    guiuan 4838 bogo 3937 dulag 4438 baybay 4339 valencia-leyte 4237 liloy 3150 naga-naga 3152
    tanjay 3444 dumaguete 3545 binalbagan 3241 sandakan 0661
    """
)
CENTRES = pairs(
    """
    polillo 2719 lubang 1724 mindoro 2228 busuanga 1732 culion 1633 linapacan 1535 dumaran 1539
    catanduanes 4025 samar 4433 biliran 4134 leyte 4438 camotes 4139 bugsuk 0149 balabac 0151
    palawan 0843 guimaras 3139 negros 3342 burias 3429 marinduque 2726 sibuyan 3131 tablas 2831
    siquijor 3646 dinagat 4841 siargao 5043 panaon 4542 basilan 2757 tawitawi 1663 panay 3037
    cebu 3740 bohol 4043 masbate 3632 luzon 2214 mindanao 4451 jolo 2360 borneo 0263
    """
)

# The terrain table, in half points: non-armoured and armoured. A village takes one point.
COSTS = {
    **dict.fromkeys(("open", "city", "fortress", "village"), (2, 2)),
    **{f"village-{ground}": (2, 2) for ground in ("rough", "forest", "mountain")},
    "rough": (4, 4),
    "forest": (4, 6),
    "swamp": (4, FORBIDDEN),
    "mountain": (6, FORBIDDEN),
    "mountain-forest": (8, FORBIDDEN),
    **dict.fromkeys(("sea", "lake"), (FORBIDDEN, FORBIDDEN)),
}
FEATURES = {"river": (2, 4), "sea-arm": (4, FORBIDDEN), "strait": (FORBIDDEN, FORBIDDEN)}
ROAD = (2, 1)
LANDING = {"open", "village", "city", "fortress", "rough", "forest"}
"""First word of the terrains where ships may land (4.2.4, 4.2.5)."""
WATER = {"sea", "lake"}


@pytest.fixture(scope="module")
def land(board):
    return frozenset(hex for hex in board.grid if board.terrain_at(hex) not in WATER)


@pytest.fixture(scope="module")
def prices(board):
    """What steps cost foot and armour, in half points, by the printed terrain table."""
    return [
        StepCosts.for_board(
            board,
            {kind: cost[armour] for kind, cost in COSTS.items()},
            features={kind: cost[armour] for kind, cost in FEATURES.items()},
            networks={"road": ROAD[armour]},
        )
        for armour in (0, 1)
    ]


def is_sea(board, hex):
    return board.terrain_at(hex) == "sea"


def is_coast(board, hex):
    return any(is_sea(board, there) for there in board.grid.neighbours(hex))


def can_land(board, hex):
    return is_coast(board, hex) and board.terrain_at(hex).split("-")[0] in LANDING


def sail(board, start, within):
    """The sea hexes that ships reach, past Corregidor too (7.0, 14.2)."""
    passed = region(board, "ship-passages")
    return flood(
        board.grid, [start], lambda hex: hex in within and (is_sea(board, hex) or hex in passed)
    )


def window(board, left, top, right, bottom):
    return {hex for hex in board.grid if left <= column(hex) <= right and top <= row(hex) <= bottom}


def of_kind(board, kind):
    return {each.hex for each in board.places.values() if each.kind == kind}


class TestExamples:
    @pytest.mark.rule("filipinas-ex-4.0")
    def test_walk_from_bayombong_to_ilagan(self, board, prices):
        """Road 1, over the Magat 1, mountain 3, open 1, two steps of road 2: 8 (map-3 to map-7)."""
        assert [place(board, "bayombong"), place(board, "ilagan")] == [WALK[0], WALK[-1]]
        assert board.road_between("2312", "2412")
        assert board.side_has("2412", "2511", "river")
        assert ("2412", "2511") in {tuple(sorted(side)) for side in board.sides_of("magat")}
        assert not board.road_between("2412", "2511")
        assert board.terrain_at("2511") == "mountain"
        assert board.terrain_at("2611") == "open"
        assert all(board.road_between(a, b) for a, b in pairwise(WALK[3:]))
        index, foot = board.grid.index, prices[0]
        assert [foot.price(index(a), index(b)) for a, b in pairwise(WALK)] == [2, 8, 2, 2, 2]

    def test_there_is_no_better_way(self, board, prices):
        """A unit of 8 points ends there with nothing left (4.0)."""
        index = board.grid.index
        reach = reachable(prices[0], index("2312"), 16)
        assert reach[index("2709")][0] == 16
        assert len(path_to(reach, index("2709"))) == len(WALK)

    def test_armour_stays_behind(self, board, prices):
        """Armour takes mountains by road only (4.0)."""
        index = board.grid.index
        assert prices[1].price(index("2412"), index("2511")) == FORBIDDEN
        assert prices[1].price(index("2312"), index("2412")) == 1

    @pytest.mark.rule("filipinas-ex-4.2.5")
    def test_leyte_landing(self, board):
        """4437, 4438, 4439 can be landed on, 4440 is mountain with forest (map-8, map-9)."""
        assert {"4437", "4438", "4439", "4440"} <= region(board, "leyte")
        assert all(can_land(board, hex) for hex in ("4437", "4438", "4439"))
        assert board.terrain_at("4440") == "mountain-forest"
        assert is_coast(board, "4440")
        assert not can_land(board, "4440")

    def test_leyte_beaches_hang_together(self, board):
        """4437-4438-4439-4440 are neighbours, and no sea arm is between them (map-10)."""
        step = uncrossed(board, "strait", "sea-arm")
        for a, b in pairwise(("4437", "4438", "4439", "4440")):
            assert board.grid.are_neighbours(a, b)
            assert step(a, b)

    @pytest.mark.rule("filipinas-ex-14.1")
    def test_biak_to_davao(self, board):
        """Davao is 11 hexes from 5463, which bears 51: 62 from Biak (map-11, map-12)."""
        assert board.grid.distance("5463", "4755") == 11
        assert board.boxes["biak"].links == {"5463": 51}
        assert board.distance("biak", "4755") == 62

    def test_weather_on_a_line(self, board):
        """A hex on a line has the better weather of its two regions (12.3)."""
        for line, one, other in (
            ("weather-line-north", "weather-north", "weather-central"),
            ("weather-line-south", "weather-central", "weather-south"),
        ):
            assert region(board, line) == region(board, one) & region(board, other)


class TestSetUp:
    def test_garrisons_stand_on_their_islands(self, board):
        """Each garrison can stand on its own island (map-39)."""
        for island, hex in GARRISONS.items():
            assert hex in region(board, island)

    @pytest.mark.rule("filipinas-4.1.1-4")
    def test_air_units_have_aerodromes(self, board):
        """Room for three in an aerodrome, six in an air base: Nichols is one (map-17)."""
        assert of_kind(board, "air-base") == {"2222"}
        fields = of_kind(board, "airfield")
        for hex, units in JAPANESE_AIR.items():
            assert int(units) <= (3 if hex in fields else 6 if hex == "2222" else 0), hex

    def test_room_for_two_more_on_luzon(self, board):
        """The Luzon aerodromes have room left for two Sentai (map-18)."""
        luzon = region(board, "luzon")
        printed = [hex for hex in JAPANESE_AIR if hex in luzon]
        assert (
            sum(6 if hex == "2222" else 3 for hex in printed)
            - sum(int(JAPANESE_AIR[hex]) for hex in printed)
            >= 2
        )

    def test_one_aerodrome_a_hex(self, board):
        """Mabalacat and Bamban share 1916, and three units are all that it holds (ledger)."""
        fields = [each.hex for each in board.places.values() if each.kind == "airfield"]
        assert len(fields) == len(set(fields))

    def test_guerrillas_find_mountains(self, board):
        """7 on Luzon and Mindanao, 1 on six islands, each in a mountain of its own (map-25)."""
        mountains = {*board.hexes_of("mountain"), *board.hexes_of("mountain-forest")}
        for island, units in GUERRILLAS.items():
            assert len(mountains & region(board, island)) >= units, island

    def test_ports(self, board, written):
        """Likely ports of the ledger and those of the garrisons, each on the coast (map-40)."""
        ports = of_kind(board, "port")
        assert ports >= LIKELY_PORTS | {*GARRISON_PORTS.values()}
        assert len(ports) == 15 + 5
        assert all(is_coast(board, hex) for hex in ports)
        reasons = {p["id"]: p["reconstructed"] for p in written["places"] if p["kind"] == "port"}
        assert {name for name, why in reasons.items() if why == "garrison-ports"} == {
            *GARRISON_PORTS
        }
        assert set(reasons.values()) == {"ports", "garrison-ports"}

    def test_sandakan(self, board):
        """Sandakan is an aerodrome of the board, in Borneo (map-20)."""
        assert place(board, "sandakan") in region(board, "borneo")
        assert place(board, "sandakan") in of_kind(board, "airfield")

    @pytest.mark.parametrize("hex", sorted({*SET_UP.values(), *GARRISONS.values(), *JAPANESE_AIR}))
    def test_japanese_supply(self, board, hex):
        """Whoever is set up on the board has a line to a city or a port (10.2)."""
        assert supplied(board, hex, of_kind(board, "port"))

    def test_garrisons_live_by_their_ports(self, board):
        """Without its port each starves, but for Samar while the way to Leyte is open."""
        ports = of_kind(board, "port")
        starved = {
            name: not supplied(board, hex, ports - {hex}) for name, hex in GARRISON_PORTS.items()
        }
        assert starved == {name: name != "catbalogan" for name in GARRISON_PORTS}
        leyte = region(board, "leyte")
        assert not supplied(board, "4533", ports - {"4533"}, shut=leyte)


class TestIslands:
    @pytest.mark.rule("filipinas-15.2-1")
    @pytest.mark.rule("filipinas-15.2-2")
    def test_all_35_are_there(self, board, land):
        """Nine islands scored each turn and 26 at the end (map-36, map-37, map-38)."""
        assert len(SCORED) == 35
        hexes = [hex for name in SCORED for hex in region(board, name)]
        assert len(hexes) == len(set(hexes))
        assert land.issuperset(hexes)

    @pytest.mark.parametrize("name", [*SCORED, "borneo"])
    def test_stay_apart(self, board, land, name):
        """Islands are not joined by land: a walk never leaves the island it began on."""
        hexes = region(board, name)
        step = uncrossed(board, "strait", "sea-arm")
        assert all(flood(board.grid, [hex], land, step) <= hexes for hex in hexes)
        if name != "borneo":  # islets of British North Borneo count to it
            assert flood(board.grid, [min(hexes)], land, step) == hexes

    @pytest.mark.parametrize("name", SCORED)
    def test_can_be_conquered(self, board, name):
        """Each has a coast where an assault may land: conquest takes a landing (15.1, map-41)."""
        assert any(can_land(board, hex) for hex in region(board, name))

    def test_some_have_a_single_hex(self, board):
        """Some islands have a single hex (map-26)."""
        single = {name for name in SCORED if len(region(board, name)) == 1}
        assert {"corregidor", "siquijor", "guimaras", "lubang", "siargao"} <= single

    def test_lie_where_they_are(self, board):
        """The middle of each lies near the ledger's estimate (map-36, map-44)."""
        for name, hex in CENTRES.items():
            x, y = board.geometry.centre(hex)
            there = np.array([board.geometry.centre(each) for each in region(board, name)])
            off = np.hypot(*(there.mean(axis=0) - (x, y)))
            assert off <= (3.6 if name in {"borneo", "luzon", "mindanao"} else 2.1), (name, off)

    def test_large_ones_keep_their_order(self, board):
        """Luzon and Mindanao are the largest, in their real proportions."""
        sizes = [len(region(board, name)) for name in ("luzon", "mindanao", "samar", "negros")]
        assert sizes == sorted(sizes, reverse=True)
        assert 1.0 < sizes[0] / sizes[1] < 1.3
        assert 5 < sizes[0] / sizes[2] < 10

    def test_sea_arms(self, board, prices):
        """Sea arms part islands; foot crosses them at 2 more, armour never (map-28)."""
        index = board.grid.index
        island = {hex: name for name in SCORED for hex in region(board, name)}
        sides = board.sides_of("sea-arm")
        assert len(sides) >= 8
        for a, b in sides:
            assert island[a] != island[b]
            step = prices[0].price(index(a), index(b))
            assert step == COSTS[board.terrain_at(b)][0] + 4
            assert prices[1].price(index(a), index(b)) == FORBIDDEN
        assert {frozenset((island[a], island[b])) for a, b in sides} >= {
            frozenset(pair)
            for pair in (("leyte", "samar"), ("leyte", "biliran"), ("panay", "guimaras"))
        }

    def test_borneo_lies_in_the_south_west(self, board):
        """Borneo is part of the map, reached by neither side's landings (map-20, map-21)."""
        assert all(column(hex) < 14 and row(hex) > 50 for hex in region(board, "borneo"))


class TestManila:
    @pytest.mark.rule("filipinas-14.2-1")
    def test_corregidor(self, board):
        """Corregidor 1922 is a small rough island in the mouth of the bay (map-22)."""
        assert region(board, "corregidor") == {"1922"}
        assert board.terrain_at("1922") == "rough"
        assert "1922" not in of_kind(board, "airfield")
        assert can_land(board, "1922")
        assert region(board, "ship-passages") == {"1922"}

    def test_manila_bay_is_enclosed(self, board):
        """The bay lies within Bataan, Corregidor, Cavite and Manila; one mouth (map-23)."""
        bay = region(board, "manila-bay")
        assert {"2021", "2121", "2022"} <= bay
        assert all(is_sea(board, hex) for hex in bay)
        around = {there for hex in bay for there in board.grid.neighbours(hex)} - bay
        assert not any(is_sea(board, hex) for hex in around)
        shut = {
            hex
            for hex in around
            if all(there in bay for there in board.grid.neighbours(hex) if is_sea(board, there))
        }
        assert shut - {"1922"} == region(board, "manila-bay-coast")
        assert "2023" not in shut  # Nasugbu lies open to the west: the landing of January 1945
        assert {"1920", "1922", "2122", "2221"} <= around

    def test_ships_reach_manila_past_corregidor(self, board):
        near = window(board, 14, 17, 24, 27)
        assert region(board, "manila-bay") <= sail(board, "1722", near)
        assert not region(board, "manila-bay") & sail(board, "1722", near - {"1922"})

    @pytest.mark.rule("filipinas-13.0-1")
    def test_intramuros(self, board):
        """There is exactly one fortification hex, in Manila on Luzon (map-24)."""
        assert list(board.hexes_of("fortress")) == ["2221"]
        assert place(board, "manila") == "2221"
        assert "2221" in region(board, "luzon")

    def test_lakes(self, board, drawing):
        """Laguna de Bay about 2322, Taal about 2223, Lanao about 4052 (map-27)."""
        assert set(board.hexes_of("lake")) == {"2321", "2322", "2422", "4052"}
        assert board.terrain_at("2224").startswith("village")
        taal = board.geometry.centre("2223")
        figures = [shapely.Polygon(lake[0]) for lake in drawing.lakes]
        assert min(figure.distance(shapely.Point(*taal)) for figure in figures[1:]) < 1.2

    def test_the_lake_is_no_dead_end(self, board):
        """Highway 1 passes between the lakes to Lipa and Batangas (history)."""
        chain = ("2221", "2222", "2223", "2323", "2224")
        assert all(board.road_between(a, b) for a, b in pairwise(chain))


class TestSea:
    def test_sea_is_one(self, board):
        """Ships reach every sea hex of the board, Manila Bay past Corregidor (7.0)."""
        sea = set(board.hexes_of("sea"))
        assert sail(board, "5520", set(board.grid)) >= sea
        pieces = sorted(groups(board.grid, sea), key=len)
        assert [sorted(piece) for piece in pieces[:-1]] == [sorted(region(board, "manila-bay"))]

    @pytest.mark.parametrize(
        ("start", "end", "box"),
        [
            pytest.param("4228", "4032", (37, 27, 45, 33), id="san-bernardino"),
            pytest.param("4640", "4345", (42, 38, 47, 46), id="surigao"),
            pytest.param("1825", "2626", (17, 23, 28, 28), id="verde"),
            pytest.param("1830", "2133", (15, 26, 23, 36), id="mindoro"),
            pytest.param("0147", "0553", (1, 46, 8, 56), id="balabac"),
            pytest.param("2456", "3057", (23, 53, 33, 61), id="basilan"),
            pytest.param("3640", "3542", (33, 38, 38, 44), id="tanon"),
            pytest.param("5059", "4855", (46, 53, 52, 62), id="davao-gulf"),
            pytest.param("4040", "4138", (38, 36, 43, 43), id="ormoc-bay"),
            pytest.param("1411", "1712", (13, 9, 19, 14), id="lingayen"),
        ],
    )
    def test_straits_of_history_are_open(self, board, start, end, box):
        """Where fleets passed in 1944 they pass here, within sight of the strait."""
        near = window(board, *box)
        assert is_sea(board, start)
        assert end in sail(board, start, near)

    @pytest.mark.rule("filipinas-7.0-3")
    def test_edges(self, board):
        """Allies enter by East and South, the Japanese by West and North: sea hexes (map-31)."""
        assert set(board.edges) == {"north", "east", "south", "west"}
        for name in board.edges:
            hexes = board.edge_hexes(name)
            assert all(is_sea(board, hex) for hex in hexes)
            assert len(hexes) > 30
        assert {row(hex) for hex in board.edge_hexes("north")} == {1}
        assert {row(hex) for hex in board.edge_hexes("south")} == {63}
        assert {column(hex) for hex in board.edge_hexes("west")} == {1}
        assert {column(hex) for hex in board.edge_hexes("east")} == {55}

    def test_waters_that_ports_shut(self, board):
        """Ships stop beside an enemy port, so some water lies behind one (7.0); nothing else does.

        Ships enter by East and South; held by Japan, the ports of Iloilo, Davao and Manila Bay shut
        the hexes that lie between them and the land.
        """
        sea = set(board.hexes_of("sea")) | region(board, "ship-passages")
        ports = of_kind(board, "port")
        beside = {hex for hex in sea if ports & set(board.grid.neighbours(hex))}
        entry = {hex for name in ("east", "south") for hex in board.edge_hexes(name)}
        open_sea = flood(board.grid, sorted(entry - beside), sea - beside)
        reached = open_sea | {
            hex for hex in beside if hex in entry or open_sea & set(board.grid.neighbours(hex))
        }
        bay = region(board, "manila-bay") | region(board, "ship-passages")
        assert sea - reached == {"3239", "4855", *bay}

    def test_coast_for_supply(self, board):
        """Supply over the beach needs open, rough, village or city coast (map-42)."""
        kinds = {"open", "rough", "village", "village-rough", "city"}
        for name in EACH_TURN:
            assert any(
                is_coast(board, hex) and board.terrain_at(hex) in kinds
                for hex in region(board, name)
            ), name

    def test_beaches_of_the_campaign(self, board):
        """Lingayen, Nasugbu, San Antonio, San Jose, Zamboanga and the rest can be landed on."""
        beaches = ("1713", "1814", "2023", "1718", "2231", "2856", "0943", "3240", "3841", "4044")
        beaches += ("3953", "4054", "4349", "4657", "2260", "3627", "2224", "3039", "4560")
        assert [hex for hex in beaches if not can_land(board, hex)] == []


class TestOffMap:
    @pytest.mark.rule("filipinas-14.1-1")
    @pytest.mark.rule("filipinas-14.1-2")
    def test_displaced_aerodromes(self, board):
        """19, 40, 15, 37, 47, 51, 70; one board hex each (map-13)."""
        boxes = {box.id: box for box in board.boxes.values() if box.kind == "displaced"}
        assert {name: sum(box.links.values()) for name, box in boxes.items()} == DISPLACED
        hexes = [hex for box in boxes.values() for hex in box.links]
        assert len(set(hexes)) == len(hexes) == 7
        assert all(is_sea(board, hex) for hex in hexes)

    def test_numbers_stand_where_the_scan_has_them(self, board):
        """15, 37, 47, 70 next to 5463, 40 alone on the east, 19 in the north (map-14, map-15)."""
        where = {name: next(iter(board.boxes[name].links)) for name in DISPLACED}
        for name in ("morotai", "sansapor", "noemfoor", "hollandia"):
            assert board.grid.distance(where[name], "5463") == 1
        assert board.grid.distance(where["angaur"], "5557") <= 1
        assert where["formosa"] == "1801"

    def test_biak_is_black(self, files):
        """The first colour is black, that of Biak (map-16)."""
        assert next(box.id for box in files[0].boxes if box.distances) == "biak"

    def test_boxes(self, board):
        """Army boxes, Japan, the fleets; task forces and carriers hold what is theirs (map-32)."""
        own = {box.id for box in board.boxes.values() if box.kind == "reserve"}
        assert own == {"army-6", "army-8", "japan", "us-fleet", "jp-fleet"}
        assert len(board.boxes) == len(own) + len(DISPLACED)


class TestWeather:
    @pytest.mark.rule("filipinas-12.0-1")
    def test_three_regions_cover_the_board(self, board):
        """North, Central and South, parted by two lines that cross hexes (map-29)."""
        whole = [region(board, f"weather-{name}") for name in ("north", "central", "south")]
        assert frozenset().union(*whole) == frozenset(board.grid)
        assert not whole[0] & whole[2]
        assert region(board, "luzon") <= whole[0]
        assert region(board, "mindanao") <= whole[2]
        for name in ("panay", "negros", "leyte", "cebu", "bohol", "palawan"):
            assert region(board, name) <= whole[1], name
        assert "2101" in whole[0]
        assert "5463" in whole[2]

    def test_names_lie_where_the_scan_has_them(self, board):
        """Norte in columns 49-55 of the upper board, Central by Palawan and Negros (map-29)."""
        north, central = place(board, "label-north"), place(board, "label-central")
        assert column(north) >= 49
        assert 8 <= row(north) <= 40
        assert column(place(board, "puerto-princesa")) < column(central) < column("3339")
        assert abs(row(central) - row("3339")) <= 5

    def test_lines_are_the_hexes_they_cross(self, board, drawing):
        """The hexes on a line are those that its drawing runs through; oblique in the east."""
        crossed = shapely.union_all([shapely.LineString(line) for line in drawing.borders])
        lines = region(board, "weather-line-north") | region(board, "weather-line-south")
        for hex in board.grid:
            length = board.geometry.polygon(hex).intersection(crossed).length
            assert (length > 0.06) or hex not in lines, hex
            assert (length < 0.10) or hex in lines, hex
        east = [hex for hex in lines if column(hex) >= 49]
        assert min(map(row, east)) >= 24
        assert max(map(row, east)) <= 43


class TestGround:
    def test_battlefields(self, board):
        """Shimbu, Kembu and Shobu hold mountains; Bataan is jungle (history)."""
        for hill in ("1818", "1817", "2420", "2419", "2213", "2213", "2111", "4238"):
            assert "mountain" in board.terrain_at(hill), hill
        assert "forest" in board.terrain_at("1919")
        for plain in ("1914", "2015", "1916", "2018", "2217", "2608", "4136"):
            assert board.terrain_at(plain) in {"open", "village"}, plain
        assert {board.terrain_at(hex) for hex in ("2117", "4950", "4257")} == {"swamp"}

    def test_cities_are_the_chartered_ones(self, board):
        names = ("quezon", "cavite", "baguio", "san-pablo", "iloilo", "bacolod", "cebu-city")
        names += ("zamboanga", "davao", "dansalan")
        assert {place(board, name) for name in names} == set(board.hexes_of("city"))


class TestRoads:
    @pytest.mark.parametrize(
        ("start", "goals"),
        [
            ("manila", ["lingayen", "baguio", "laoag", "cabanatuan", "bayombong", "batangas"]),
            (
                "manila",
                ["mariveles", "olongapo", "nasugbu", "legaspi", "matnog", "infanta", "bontoc"],
            ),
            ("ilagan", ["tuguegarao", "aparri", "laoag"]),
            ("davao", ["digos", "cotabato", "malabang", "cagayan", "butuan", "surigao"]),
            ("tacloban", ["dulag", "abuyog", "baybay", "ormoc", "carigara"]),
            ("iloilo", ["capiz", "kalibo", "san-jose-antique"]),
            ("bacolod", ["fabrica", "san-carlos", "dumaguete", "kabankalan"]),
            ("cebu-city", ["bogo", "toledo", "argao"]),
            ("catbalogan", ["calbayog", "borongan"]),
        ],
    )
    def test_towns_are_connected(self, board, start, goals):
        """Armour drives by road alone from town to town (history)."""
        roads = StepCosts.for_board(
            board, dict.fromkeys(COSTS, FORBIDDEN), features={}, networks={"road": 1}
        )
        index = board.grid.index
        reach = reachable(roads, index(place(board, start)), 200)
        assert [goal for goal in goals if index(place(board, goal)) not in reach] == []

    def test_sayre_highway(self, board):
        """From Cagayan over the plateau of Bukidnon to Kabacan (history)."""
        (chain,) = board.networks["sayre-highway"].chains
        stops = ["cagayan", "del-monte", "malaybalay", "maramag", "kabacan"]
        order = [chain.index(place(board, name)) for name in stops]
        assert order == sorted(order)
        assert order[0] == 0

    def test_no_road_over_oriung_pass(self, board):
        """The example of 4.0 walks from 2412 to 2611, so no road joins them nearer by."""
        roads = StepCosts.for_board(
            board, dict.fromkeys(COSTS, FORBIDDEN), features={}, networks={"road": 1}
        )
        index = board.grid.index
        assert index("2611") not in reachable(roads, index("2412"), 16)


class TestPlaces:
    def test_names_of_the_board_are_there(self, board):
        """The names that can be read on the scan (map-35)."""
        known = {each.name["pt"] for each in board.places.values()}
        known |= {each.name["en"] for each in board.places.values()}
        legible = "Mamburao Virac Legaspi Sorsogon Matnog Masbate Catarman Calbayog Catbalogan"
        legible += " Valencia Tacloban Guiuan Bogo Ormoc Dulag Baybay Zamboanga Liloy Tanjay"
        legible += " Dumaguete Binalbagan Pagadian"
        assert {*legible.split(), "Puerto Princesa", "Naga Naga"} <= known

    def test_lost_hexes_are_near_their_estimates(self, board):
        """The ledger's estimates are good to about one hex."""
        far = {
            name: board.grid.distance(place(board, name), hex) for name, hex in ESTIMATES.items()
        }
        assert {name: off for name, off in far.items() if off > 1} == {}

    def test_towns_lie_near_their_real_place(self, board, sources):
        """The sheet ties the board to the globe: towns of the map lie within a hex and a half."""
        off = {}
        for name, spots in sources.towns.items():
            for lon, lat in spots:
                here = board.geometry.centre
                x, y = sources.tie.point(lon, lat)
                off[name] = min(
                    np.hypot(here(each.hex)[0] - x, here(each.hex)[1] - y)
                    for each in board.places.values()
                    if each.hex in board.grid
                )
        assert len(off) > 80
        assert {name: round(by, 2) for name, by in off.items() if by > 1.5} == {}


class TestRivers:
    def test_great_rivers(self, board):
        """The Cagayan reaches Aparri, the Agusan Butuan, the Mindanao Cotabato."""
        for river, town in (
            ("cagayan-river", "aparri"),
            ("agusan", "butuan"),
            ("mindanao-river", "cotabato"),
        ):
            touched = {hex for side in board.sides_of(river) for hex in side}
            near = min(board.grid.distance(hex, place(board, town)) for hex in touched)
            assert near <= 1, river
