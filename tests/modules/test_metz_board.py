"""The board of Batalha de Metz meets what the rulebook demands of it.

The printed board is lost. Each test cites the demand in the words of the ledger's `map` section,
with the section of the rulebook it comes from; docs/modules/metz-board.md tells the rest.
"""

from itertools import pairwise

import pytest
import shapely

from geography import of_kind, place, region
from tabuleiro.board import FORBIDDEN, StepCosts, flood, path_to, reachable

GAME = "metz"


def _list(words):
    return words.split()


# Places with printed hexes: hex, latitude, longitude (4.0, 5.1.2, 11.2).
NAMED = {
    "metz": ("0608", 49.125, 6.160),
    "metz-east": ("0707", 49.120, 6.190),
    "delme": ("0616", 48.885, 6.398),
    "moyenvic": ("0721", 48.782, 6.566),
    "donnelay": ("0922", 48.763, 6.697),
    "faulquemont": ("1314", 49.045, 6.599),
    "sierck-les-bains": ("1702", 49.440, 6.359),
    "bouzonville": ("1708", 49.293, 6.534),
    "saint-avold": ("1714", 49.104, 6.707),
    "puttelange": ("2018", 49.052, 6.927),
    "orscholz": ("2102", 49.503, 6.527),
    "merzig": ("2205", 49.443, 6.637),
    "saarlautern": ("2210", 49.315, 6.751),
    "saarlautern-roden": ("2309", 49.333, 6.755),
    "mettlach": ("2403", 49.493, 6.596),
    "sarreguemines": ("2418", 49.110, 7.067),
    "saarbrucken": ("2514", 49.234, 6.996),
}
MISSED = {"orscholz": "2202", "mettlach": "2303"}
"""Where the ground puts two of them that the print moves by a hex."""

# 11.1.1 and 11.1.2, as printed.
AMERICANS = _list(
    "0523 0418 0320 0211 0310 0309 0207 0520 0522 0623 0517 0416 0417 0113 0114 0216 1201 0902 "
    "0805 0505 1401"
)
GERMANS = _list(
    "1111 1011 1212 0509 0412 1204 1004 1103 0314 0312 0615 0823 0922 0721 1502 1302 1602 0707 "
    "0906 0507 0717 0616 0719 0608 0607 2514 2418 2210 2205"
)
ARMOUR = ["1111", "0623", "1401", "0523", "0418", "0320", "0207"]
"""Hexes where units start that may not enter wooded rough off the road."""
AMERICAN_FRONT = _list(
    "1401 1201 0902 0805 0505 0309 0310 0211 0113 0114 0216 0416 0417 0517 0520 0522 0623"
)
GERMAN_FRONT = _list(
    "1602 1502 1302 1103 1004 0906 0607 0507 0509 0412 0312 0314 0615 0616 0717 0719 0721 0823"
)

# Free set-up (11.1): how many units find their place in a bivouac, and where their corps stands.
BIVOUACS = {
    "bivouac-xx": (6, ["0211", "0505", "1201", "0902"]),
    "bivouac-xii": (5, ["0520", "0417", "0216"]),
    "bivouac-lxxxii": (1, ["1204", "1502", "1103"]),
    "bivouac-xiii-ss": (1, ["0509", "0412", "0615"]),
    "bivouac-lxxxix": (1, ["0721", "0823", "0719"]),
}

# The terrain table, in half points: on foot, armoured infantry, armour.
COSTS = {
    "clear": (2, 6, 6),
    "city": (2, 2, 2),
    "woods": (4, 8, 8),
    "rough": (4, 8, 8),
    "rough-woods": (6, 8, FORBIDDEN),
    "airfield": (2, 2, 2),
}
RIVER = (2, 4, FORBIDDEN)
ROAD = (2, 1, 1)
FOOT, MOUNTED, ARMOURED = range(3)
METZ = ("metz-inner", "metz-west", "metz-south")
"""The fortified sides of Metz, which are printed (5.1.2)."""
ROUTE = ["0616", "0617", "0618", "0619", "0719", "0720", "0721", "0822", "0922", "1023"]
"""The march of 4.0."""

FACES = dict(
    zip(
        _list("north south east west north-east south-east north-west south-west"),
        ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1)),
        strict=True,
    )
)


@pytest.fixture(scope="module")
def prices(board):
    """What steps cost on foot, for armoured infantry and for armour, by the terrain table."""
    return [
        StepCosts.for_board(
            board,
            {kind: cost[who] for kind, cost in COSTS.items()},
            features={"river": RIVER[who], "fortification": 0},
            networks={"road": ROAD[who]},
        )
        for who in (FOOT, MOUNTED, ARMOURED)
    ]


def edge(board, name):
    return set(board.edges[name].hexes)


def span(columns, rows):
    return {f"{c:02}{r:02}" for c in columns for r in rows}


def bank(board, river, start):
    """The hexes on one side of a river that runs from edge to edge."""
    sides = board.sides_of(river)
    return flood(
        board.grid, [start], frozenset(board.grid), lambda a, b: tuple(sorted((a, b))) not in sides
    )


def protected(board, feature):
    """Yield the protected and the outer hex of each side of a line that faces somewhere."""
    dx, dy = FACES[feature["faces"]]
    for side in feature["sides"]:
        ends = side.split("/")
        out = []
        for a, b in (ends, ends[::-1]):
            (ax, ay), (bx, by) = board.geometry.centre(a), board.geometry.centre(b)
            if (bx - ax) * dx + (by - ay) * dy > 0.1:
                out.append((a, b))
        assert len(out) == 1, f"{feature['id']} does not say which hex {side} protects"
        yield out[0]


class TestGrid:
    def test_north_is_tilted_to_the_right(self, drawing):
        """North indicator at the top of the board, tilted (4.2.1)."""
        assert 30 < drawing.north < 42


class TestEdges:
    @pytest.mark.rule("metz-4.2.1-5")
    def test_north(self, board):
        """North edge = 1701 to 2801."""
        assert edge(board, "north") == span(range(17, 29), [1])

    @pytest.mark.rule("metz-4.2.1-6")
    def test_east(self, board):
        """East edge = 2801 to 2821."""
        assert edge(board, "east") == span([28], range(1, 22))

    @pytest.mark.rule("metz-4.2.1-7")
    def test_south(self, board):
        """South edge = 2723 to 0923."""
        assert edge(board, "south") == span(range(9, 28), [23])

    @pytest.mark.rule("metz-4.2.1-8")
    def test_west_goes_round_the_corner(self, board):
        """West edge = 0801 to 0101 and 0102 to 0123, in two stretches."""
        west, top = edge(board, "west"), edge(board, "west-top")
        assert west | top == span(range(1, 9), [1]) | span([1], range(1, 24))
        assert not west & top

    @pytest.mark.rule("metz-4.2.1-9")
    def test_gaps(self, board):
        """Border hexes 0901-1601, 2822-2823 and 0223-0823 belong to no named edge."""
        border = {hex for hex in board.grid if len(board.grid.neighbours(hex)) < 6}
        named = set().union(*(edge(board, name) for name in board.edges))
        gaps = span(range(9, 17), [1]) | span([28], [22, 23]) | span(range(2, 9), [23])
        assert border - named == gaps
        assert named <= border

    def test_roads_leave_where_they_say(self, board):
        """A road runs off the board only in a hex on that side of the sheet (4.2.1)."""
        exits = 0
        for hex in board.grid:
            for kind in ("road", "railway"):
                assert board.leaves_by(hex, kind) <= board.grid.edges_of(hex)
                exits += len(board.leaves_by(hex, kind))
        assert exits >= 30


class TestNames:
    def test_they_are_towns(self, board):
        """All of them are towns or cities (ledger)."""
        assert {board.terrain_at(hex) for hex, _lat, _lon in NAMED.values()} == {"city"}

    def test_the_ground_lies_under_them(self, board, sources):
        """The georeference brings 15 of 17 into their hexes, and the rest into the next."""
        tie = sources.tie
        for name, (hex, lat, lon) in NAMED.items():
            found = board.geometry.hex_at(*tie.point(lon, lat))
            assert found == MISSED.get(name, hex), name
            assert board.grid.distance(found, hex) <= 1

    def test_saarlautern_and_roden_face_each_other(self, board):
        """2210 and 2309 are adjacent, historically on opposite banks of the Saar (11.2)."""
        assert board.grid.distance("2210", "2309") == 1
        assert board.side_has("2210", "2309", "river")
        assert board.road_between("2210", "2309")

    def test_there_is_ground_of_each_kind(self, board):
        """Woods, rough and wooded rough are in the terrain table."""
        assert min(len(board.hexes_of(kind)) for kind in ("woods", "rough", "rough-woods")) > 40


class TestSetUp:
    @pytest.mark.parametrize("start", [*AMERICANS, *GERMANS])
    def test_no_unit_starts_where_it_may_not_stand(self, board, prices, start):
        """No set-up hex may be terrain its units cannot enter (11.1 with 5.1.2)."""
        who = prices[ARMOURED if start in ARMOUR else FOOT]
        index = board.grid.index
        around = [who.price(index(near), index(start)) for near in board.grid.neighbours(start)]
        assert max(around) > 0
        assert not (start in ARMOUR and board.terrain_at(start) == "rough-woods")

    @pytest.mark.rule("metz-11.1-3")
    def test_no_opponents_are_adjacent(self, board):
        """At set-up the lines are at least 2 hexes apart (11.1)."""
        apart = [board.grid.distance(a, b) for a in AMERICANS for b in GERMANS]
        assert min(apart) == 2

    def test_the_front_runs_from_north_to_south(self, board):
        """Both fronts as the ledger lists them: held, each step short, west before east."""
        assert set(AMERICAN_FRONT) <= set(AMERICANS)
        assert set(GERMAN_FRONT) <= set(GERMANS)
        for front in (AMERICAN_FRONT, GERMAN_FRONT):
            assert all(board.grid.distance(a, b) <= 6 for a, b in pairwise(front))
        for a in AMERICAN_FRONT:
            assert min(board.grid.distance(a, b) for b in GERMAN_FRONT) <= 3

    @pytest.mark.parametrize("name", BIVOUACS)
    def test_bivouacs_take_their_units(self, board, prices, name):
        """Five bivouacs; XX Corps needs room for 6 units and XII for 5 (11.1)."""
        units, _corps = BIVOUACS[name]
        hexes = region(board, name)
        assert 4 * len(hexes) >= units
        assert len(hexes) >= 2
        assert not hexes & {*AMERICANS, *GERMANS}
        marks = {each.hex for each in board.places.values() if each.kind == "bivouac"}
        assert hexes <= marks
        index = board.grid.index
        for hex in hexes:
            near = [index(each) for each in board.grid.neighbours(hex)]
            assert max(prices[ARMOURED].price(each, index(hex)) for each in near) > 0

    @pytest.mark.parametrize("name", BIVOUACS)
    def test_bivouacs_lie_behind_their_corps(self, board, name):
        """Two hexes or more from the enemy, and near the divisions of the corps (11.0, 11.1)."""
        ours, enemy = (
            (AMERICANS, GERMANS) if name in ("bivouac-xx", "bivouac-xii") else (GERMANS, AMERICANS)
        )
        for hex in region(board, name):
            assert min(board.grid.distance(hex, other) for other in enemy) >= 3
            assert min(board.grid.distance(hex, other) for other in BIVOUACS[name][1]) <= 6
            assert min(board.grid.distance(hex, other) for other in ours) <= 4

    def test_airfields(self, board):
        """At least one airfield is printed (terrain table)."""
        fields = {each.hex for each in board.places.values() if each.kind == "airfield"}
        assert fields == set(board.hexes_of("airfield"))
        assert len(fields) == 4


class TestExample:
    """The march of 4.0: 7-5-10 armour from Delme beyond Donnelay, on an empty board."""

    def test_six_road_hexes_from_delme_to_moyenvic(self, board):
        """A road of exactly six steps down column 06, then 07, and no shorter one."""
        assert ROUTE[0] == place(board, "delme")
        assert ROUTE[6] == place(board, "moyenvic")
        assert all(board.road_between(a, b) for a, b in pairwise(ROUTE[:7]))
        assert board.grid.distance("0616", "0721") == 6

    def test_bridge_at_moyenvic(self, board):
        """The road crosses the Seille on the northern side of 0721, and nowhere else."""
        wet = [board.side_has(a, b, "river") for a, b in pairwise(ROUTE)]
        assert [n for n, each in enumerate(wet) if each] == [5]
        assert tuple(sorted(("0720", "0721"))) in board.sides_of("seille")

    def test_no_road_beyond(self, board):
        """No road on 0721-0822, 0822-0922, 0922-1023, and no unbridged river there."""
        for a, b in pairwise(ROUTE[6:]):
            assert not board.road_between(a, b)
            assert not board.side_has(a, b, "river")
        assert [board.terrain_at(hex) for hex in ROUTE[7:]] == ["clear", "city", "clear"]

    @pytest.mark.rule("metz-ex-4.0")
    def test_the_march_costs_ten_points(self, board, prices):
        """6 x 0.5 + 3 + 1 + 3 = 10."""
        index = board.grid.index
        costs = [prices[ARMOURED].price(index(a), index(b)) for a, b in pairwise(ROUTE)]
        assert costs == [1] * 6 + [6, 2, 6]
        assert sum(costs) == 20

    def test_there_is_no_better_way(self, board, prices):
        """Armour with 10 points reaches 1023 with nothing left, by no cheaper way."""
        index = board.grid.index
        reach = reachable(prices[ARMOURED], index("0616"), 20)
        assert reach[index("1023")][0] == 20
        assert len(path_to(reach, index("0721"))) == 7

    def test_on_foot(self, board, prices):
        """Infantry pays 1 for each road hex and nothing for the bridged Seille (4.0-11)."""
        index = board.grid.index
        assert prices[FOOT].price(index("0720"), index("0721")) == 2
        assert prices[FOOT].price(index("0820"), index("0821")) == 4
        assert prices[MOUNTED].price(index("0820"), index("0821")) == 10
        assert prices[ARMOURED].price(index("0820"), index("0821")) == FORBIDDEN


class TestFortifications:
    @pytest.mark.rule("metz-5.1.2-7")
    def test_metz_is_fortified_on_all_sides(self, board):
        """0608 and 0707 carry the fortification on all six sides, including the common one."""
        for hex in ("0608", "0707"):
            for near in board.grid.neighbours(hex):
                assert board.side_has(hex, near, "fortification")
        assert region(board, "metz") == {"0608", "0707"}

    def test_metz_faces_outwards(self, board, written):
        """Its outer sides protect Metz; the inner one works both ways (5.1.2)."""
        lines = of_kind(written, "hexsides", "fortification")
        assert lines["metz-inner"]["sides"] == ["0608/0707"]
        assert "faces" not in lines["metz-inner"]
        pairs = {pair for name in METZ[1:] for pair in protected(board, lines[name])}
        assert {inside for inside, _out in pairs} == {"0608", "0707"}
        assert len(pairs) == 10

    def test_lozenge_of_the_fortress(self, board):
        """With 0507 and 0607 they form a lozenge where all but 0507 and 0707 touch (4.0)."""
        hexes = sorted(region(board, "festung-metz"))
        assert hexes == ["0507", "0607", "0608", "0707"]
        apart = {(a, b) for a in hexes for b in hexes if a < b and board.grid.distance(a, b) > 1}
        assert apart == {("0507", "0707")}

    @pytest.mark.parametrize("post", ["0507", "0607"])
    def test_posts_can_be_dominated(self, board, post):
        """Enemy terrain next to the pinned posts can dominate theirs (4.0)."""
        columns = {"clear": 0, "airfield": 1, "woods": 1, "rough": 1, "city": 2, "rough-woods": 2}
        own = columns[board.terrain_at(post)]
        outside = set(board.grid.neighbours(post)) - region(board, "festung-metz")
        assert any(
            columns[board.terrain_at(hex)] > own and not board.side_has(hex, post, "river")
            for hex in outside
        )

    def test_every_line_says_whom_it_protects(self, board, written):
        """Fortifications are engaged through: each side has a protected and an outer hex."""
        lines = of_kind(written, "hexsides", "fortification")
        for name, line in lines.items():
            if name != "metz-inner":
                assert list(protected(board, line))
        assert {"siegfried", "orscholz", "maginot", "koenigsmacker"} <= {
            n.split("-")[0] for n in lines
        }

    def test_siegfried_line_cuts_the_board(self, board):
        """The Siegfried Line runs so that an area of the map lies east of it (11.2.2)."""
        east = region(board, "east-of-siegfried")
        walls = {
            side
            for name in board.feature_names
            if name.startswith("siegfried")
            for side in board.sides_of(name)
        }
        reach = flood(
            board.grid,
            ["0101"],
            frozenset(board.grid),
            lambda a, b: tuple(sorted((a, b))) not in walls,
        )
        assert reach == set(board.grid) - east
        assert all((a in east) is not (b in east) for a, b in walls)
        assert {
            board.places[name].hex
            for name in ("merzig", "mettlach", "saarlautern-roden", "saarbrucken")
        } <= east
        assert not {"2210", "2102", "2418", *AMERICANS} & east

    def test_siegfried_line_protects_the_east(self, board, written):
        east = region(board, "east-of-siegfried")
        for name, line in of_kind(written, "hexsides", "fortification").items():
            if name.startswith("siegfried"):
                assert {inside for inside, _out in protected(board, line)} <= east

    def test_orscholz_switch_covers_orscholz(self, board, written):
        """Orscholz lies in the historical West Wall (ledger): the switch bars it from the south."""
        lines = of_kind(written, "hexsides", "fortification")
        inside = {
            a
            for n, line in lines.items()
            if n.startswith("orscholz")
            for a, _b in protected(board, line)
        }
        assert "2102" in inside


class TestRivers:
    def test_banks_of_the_moselle(self, board):
        """XX Corps stands on the left bank save the 5th Division; its enemies beyond (11.0)."""
        left = bank(board, "moselle", "1401")
        assert {"1401", "1201", "0902", "0805", "0505", "0207", "0507", "0607"} <= left
        assert (
            not {
                "0211",
                "0310",
                "0309",
                "0608",
                "0707",
                "0906",
                "1004",
                "1103",
                "1302",
                "1502",
                "1602",
            }
            & left
        )

    def test_banks_of_the_saar(self, board):
        """Merzig, Mettlach, Roden, Völklingen and Saarbrücken lie beyond the Saar (11.2)."""
        right = bank(board, "saar", "2205")
        assert {"2205", "2403", "2309", "2308", "2312", "2514"} <= right
        assert not {"2102", "2210", "2215", "2418", "2120", *AMERICANS} & right


class TestRoads:
    def test_railways_have_hexes_of_their_own(self, board):
        """Some hexes have a railway and no road (4.0)."""
        assert len(board.network_hexes("railway") - board.network_hexes("road")) > 60

    @pytest.mark.parametrize("kind", ["road", "railway"])
    def test_bridges(self, board, kind):
        """Roads and railways cross rivers (4.0, 9.0)."""
        crossed = {tuple(sorted(link)) for link in board.links_of(kind)} & board.sides_of("river")
        assert len(crossed) >= 10

    @pytest.mark.parametrize("name", ["west", "north", "east", "south"])
    def test_trains_reach_every_edge(self, board, name):
        """At least one railway reaches a map edge where reinforcements enter (9.0)."""
        assert any(board.leaves_by(hex, "railway") for hex in board.edges[name].hexes)

    def test_rail_moves_of_thirty_hexes_matter(self, board):
        """30 railway hexes lead from the Nancy line to Saarbrücken, and no fewer than 20."""
        links = board.links_of("railway")
        steps, here = 0, {"0110"}
        while "2514" not in here:
            here |= {b for a, b in links if a in here}
            steps += 1
        assert 20 <= steps <= 30

    @pytest.mark.parametrize("name", sorted(set(NAMED) - {"donnelay"}))
    def test_towns_lie_on_roads(self, board, name):
        """All places of 11.2 and the ends of the road of 4.0 can be reached by road."""
        assert place(board, name) in board.network_hexes("road")

    def test_donnelay_has_none(self, board):
        """Donnelay costs 1 as a town, no road used from 0822 (4.0)."""
        assert "0922" not in board.network_hexes("road")

    def test_armour_can_get_to_saarbrucken(self, board, prices):
        """Roads and bridges lead from the start of 10 DB to the objectives beyond the Saar."""
        index = board.grid.index
        reach = reachable(prices[ARMOURED], [index("0207")])
        for name in NAMED:
            assert index(place(board, name)) in reach, name


class TestDrawing:
    def test_border_passes_between_the_towns(self, drawing, board):
        """The Franco-German border is printed (terrain table): it parts Lorraine from the Saar."""
        lines = shapely.union_all([shapely.LineString(line) for line in drawing.borders])
        french = ["1702", "1708", "1714", "2018", "2418", "2215"]
        german = ["2205", "2403", "2210", "2514", "2312"]

        def crossings(a, b):
            way = shapely.LineString([board.geometry.centre(a), board.geometry.centre(b)])
            return len(
                [p for p in shapely.get_parts(shapely.intersection(way, lines)) if not p.is_empty]
            )

        assert not crossings("1714", "2018")
        for a in french:
            for b in german:
                assert crossings(a, b) % 2 == 1, (a, b)

    def test_moselle_is_the_widest(self, drawing):
        widest = max(drawing.rivers, key=lambda river: river.width[1])
        assert widest.id == "moselle"
