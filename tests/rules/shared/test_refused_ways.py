"""Refused retreats and advances: each reason is told with the clause that says so in each game."""

import pytest

from tabuleiro.engine import Game, Objection, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.combat.advance import Advancing
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.losses import HURT_HERE
from tabuleiro.rules.combat.retreat import Displacement, Retreating
from tabuleiro.rules.combat.terrain import closed_side
from tabuleiro.testing import action, table
from tabuleiro.testing.table import Table, catalogue

SIDES = {"diadem": ("axis", "allied"), "leyte": ("japanese", "american"), "metz": ("german", "us")}
GROUND = {"diadem": "0907", "leyte": "2211", "metz": "1112"}
"""An open hex among open hexes, without rivers."""
DRY = {"diadem": 3, "leyte": 9, "metz": 5}


def infantry(game, side):
    """The foot regiments and battalions of a side, which all have a reduced side."""
    counters = table(game).s.module.counters.values()
    return [c.id for c in counters if c.side == side and c.type == "infantry"]


def motorized(game, side):
    module = table(game).s.module
    mine = (c for c in module.counters.values() if c.side == side)
    return next(c.id for c in mine if "motorized" in module.unit_types[c.type].tags)


def gun(game, side):
    module = table(game).s.module
    mine = (c for c in module.counters.values() if c.side == side)
    return next(c.id for c in mine if "no-advance" in module.unit_types[c.type].tags)


def ring(game, place):
    """The six neighbours of a hex, each next to the one before it."""
    grid = table(game).s.board.grid
    left, found = set(grid.neighbours(place)), [grid.neighbours(place)[0]]
    left.discard(found[0])
    while left:
        found.append(next(h for h in sorted(left) if grid.are_neighbours(h, found[-1])))
        left.discard(found[-1])
    return found


def beyond(game, place, through):
    """The hex two away from a place in the direction of its neighbour."""
    grid = table(game).s.board.grid
    common = set(grid.neighbours(place))
    behind = (h for h in grid.neighbours(through) if grid.distance(h, place) == 2)
    return next(h for h in behind if len(common & set(grid.neighbours(h))) == 1)


class Scene:
    """Pieces of the side that goes back in a hex, and enemies round them."""

    def __init__(self, game, *, enemies=(), own=1, losses=0, marks=(), more=None, here=None):
        self.game = game
        self.side, self.enemy = SIDES[game]
        self.here = here or GROUND[game]
        self.ring = ring(game, self.here) if here is None else []
        units, foes = infantry(game, self.side), infantry(game, self.enemy)
        self.units, self.rest = units[:own], units[own:]
        self.foes = dict(zip(foes, [h if isinstance(h, str) else self.ring[h] for h in enemies],
                             strict=False))  # fmt: skip
        first = {"place": self.here, "losses": losses, "marks": list(marks)}
        pieces = {**dict.fromkeys(self.units, self.here), self.units[0]: first}
        pieces |= {**self.foes, **(more(self) if more else {})}
        self.t = table(game, f"{self.enemy}-combat", pieces, turn=DRY[game])

    def retreat(self):
        step = Retreating(self.side, tuple(self.units))
        self.t.game.test([ev.Pushed((step,))], {"type": "retreat"})
        assert self.t.decision.actions == ("retreat",)
        return self

    def refuses(self, *path, piece=0):
        return self.t.refuses(action("retreat", self.units[piece], path))


def each(**clauses):
    """A clause for each game that has one."""
    return pytest.mark.parametrize(
        ("game", "rule"), [(game, f"{game}-{number}") for game, number in clauses.items()]
    )


# ------------------------------------------------------------------------------- retreats


@each(diadem="5.3-1", leyte="5.3-1", metz="5.3-1")
def test_a_hex_with_enemies(game, rule):
    scene = Scene(game, enemies=[0]).retreat()
    assert scene.refuses(scene.ring[0]) == rule
    assert "enemies are there" in scene.t.why(action("retreat", scene.units[0], (scene.ring[0],)))


@each(diadem="5.3-1", leyte="5.3-2", metz="5.3-2")
def test_a_hex_in_an_enemy_zone(game, rule):
    scene = Scene(game, enemies=[0]).retreat()
    assert scene.refuses(scene.ring[1]) == rule
    assert "next to it" in scene.t.why(action("retreat", scene.units[0], (scene.ring[1],)))


@each(diadem="5.3-2", leyte="5.1.6-3", metz="5.1.6-4")
def test_more_than_one_hex(game, rule):
    scene = Scene(game, enemies=[0]).retreat()
    far = beyond(game, scene.here, scene.ring[3])
    for path in ((scene.ring[3], far), (far,), ("exit.nowhere",)):
        assert scene.refuses(*path) == rule


def hemmed_in(scene):
    """Four friends in the hex opposite of the first enemy; enemies close all round that one."""
    full = scene.ring[0]
    grid = table(scene.game).s.board.grid
    guards = [h for h in grid if grid.distance(h, full) == 2]
    two = [h for h in guards
           if len(set(grid.neighbours(h)) & set(grid.neighbours(full))) == 2]  # fmt: skip
    touching = next(h for h in two if h in scene.ring)
    third = next(h for h in two if grid.distance(h, touching) >= 3
                 and not set(grid.neighbours(h)) & set(grid.neighbours(touching))
                 & set(grid.neighbours(full)))  # fmt: skip
    closed = {n for g in (touching, third) for n in grid.neighbours(g)}
    last = next(h for h in two
                if set(grid.neighbours(full)) <= closed | set(grid.neighbours(h)))  # fmt: skip
    foes = infantry(scene.game, scene.enemy)
    return {**dict.fromkeys(scene.rest[:4], full),
            **dict(zip(foes, (touching, third, last), strict=False))}  # fmt: skip


@each(diadem="5.3.1-2", leyte="5.3.1-2", metz="5.3.1-1")
def test_a_full_hex_that_nobody_can_leave(game, rule):
    scene = Scene(game, own=2, more=hemmed_in).retreat()
    assert scene.refuses(scene.ring[0]) == rule
    assert "full" in scene.t.why(action("retreat", scene.units[0], (scene.ring[0],)))


@pytest.mark.parametrize(
    ("game", "here", "piece", "to", "foes", "rule"),
    [("diadem", "0705", "de-26-rpz", "0805", ["0706", "0605"], "diadem-5.3-3"),
     ("diadem", "0714", "de-211-ri", "0715", ["0613"], "diadem-5.3-3")],
)  # fmt: skip
def test_ground_that_is_closed(game, here, piece, to, foes, rule):
    pieces = {piece: here, **dict(zip(infantry(game, SIDES[game][1]), foes, strict=False))}
    t = table(game, f"{SIDES[game][1]}-combat", pieces, turn=DRY[game])
    t.game.test([ev.Pushed((Retreating(SIDES[game][0], (piece,)),))], {"type": "retreat"})
    assert t.refuses(action("retreat", piece, (to,))) == rule


def shore(game):
    """A clear hex on the coast with three neighbours on land or more, and its sea hex."""
    board = table(game).s.board
    for place in board.hexes_of("clear"):
        near = board.grid.neighbours(place)
        land = [h for h in near if board.terrain_at(h) == "clear"]
        sea = [h for h in near if board.terrain_at(h) == "sea"]
        if len(land) >= 4 and sea and len(near) == 6:
            return place, sea[0]
    raise AssertionError(game)


@each(leyte="5.3.3-3")
def test_the_sea(game, rule):
    here, sea = shore(game)
    scene = Scene(game, own=2, here=here).retreat()
    assert scene.refuses(sea) == rule


@each(leyte="5.3-6", metz="5.3-5")
def test_terrain_that_is_closed_to_armour(game, rule):
    side, enemy = SIDES[game]
    t = table(game)
    board, module = t.s.board, t.s.module
    tank = next(c.id for c in module.counters.values()
                if c.side == enemy and "armour" in module.unit_types[c.type].tags)  # fmt: skip
    kind = {"leyte": "mountain", "metz": "rough-woods"}[game]
    here, there = next(
        (h, n) for h in board.hexes_of("clear") for n in board.grid.neighbours(h)
        if board.terrain_at(n) == kind and not board.road_between(h, n)
        and not board.features.get(board.grid.side(h, n))
        and sum(board.terrain_at(o) == "clear" for o in board.grid.neighbours(h)) > 2
    )  # fmt: skip
    t = table(game, f"{side}-combat", {tank: here}, turn=DRY[game])
    t.game.test([ev.Pushed((Retreating(enemy, (tank,)),))], {"type": "retreat"})
    assert t.refuses(action("retreat", tank, (there,))) == rule


@pytest.mark.parametrize(
    ("game", "side", "here", "place", "rule"),
    [("diadem", "axis", "1508", "exit.east", "diadem-4.2.2-4"),
     ("diadem", "allied", "0916", "exit.south-west", "diadem-4.2.2-5"),
     ("leyte", "american", "2201", "exit.north-samar", "leyte-4.5-1"),
     ("metz", "german", "0115", "german-off-map", "metz-4.2.2-2"),
     ("metz", "us", "2001", "american-off-map", "metz-4.2.2-1")],
)  # fmt: skip
def test_off_the_board(game, side, here, place, rule):
    piece = infantry(game, side)[0]
    enemy = next(other for other in SIDES[game] if other != side)
    t = table(game, f"{enemy}-combat", {piece: here}, turn=DRY[game])
    t.game.test([ev.Pushed((Retreating(side, (piece,)),))], {"type": "retreat"})
    assert t.refuses(action("retreat", piece, (place,))) == rule


# --------------------------------------------------------------------------- under siege


@each(diadem="5.3.3-2", leyte="5.3.3-2", metz="5.3.3-2")
def test_a_siege_retreat_into_a_zone(game, rule):
    scene = Scene(game, enemies=[0, 3]).retreat()
    grid = scene.t.s.board.grid
    behind = (h for h in grid.neighbours(scene.ring[1]) if grid.distance(h, scene.here) == 2)
    zone = next(h for h in behind if grid.are_neighbours(h, scene.ring[0]))
    assert scene.refuses(scene.ring[1], zone) == rule


@each(diadem="5.3.3-1", leyte="5.3.3-1", metz="5.3.3-1")
def test_a_siege_retreat_of_another_length_or_back(game, rule):
    scene = Scene(game, enemies=[0, 3]).retreat()
    far = beyond(game, scene.here, scene.ring[1])
    for path in ((scene.ring[1], scene.here), (far, far), (scene.ring[1], far, far), ()):
        assert scene.refuses(*path) == rule


@each(diadem="5.3-1", leyte="5.3-1", metz="5.3-1")
def test_a_siege_retreat_through_enemies(game, rule):
    scene = Scene(game, enemies=[0, 3]).retreat()
    assert scene.refuses(scene.ring[0], beyond(game, scene.here, scene.ring[0])) == rule


@each(diadem="5.3-1", leyte="5.3-2", metz="5.3-2")
def test_surrounded_and_one_hex_only(game, rule):
    scene = Scene(game, enemies=[0, 3]).retreat()
    assert scene.refuses(scene.ring[1]) == rule


@each(diadem="5.3.3-3", leyte="5.3.3-4", metz="5.3.3-3")
def test_hurt_in_the_combat_and_without_friends(game, rule):
    scene = Scene(game, enemies=[0, 3], own=2, losses=1, marks=[HURT_HERE]).retreat()
    path = scene.ring[1], free_end(scene)
    assert scene.refuses(*path) == rule
    assert scene.t.allows(action("retreat", scene.units[1], path))


@each(diadem="5.3.3-7", leyte="5.3.3-7", metz="7.0-2")
def test_reduced_and_without_friends(game, rule):
    scene = Scene(game, enemies=[0, 3], own=2, losses=1).retreat()
    path = scene.ring[1], free_end(scene)
    assert scene.refuses(*path) == rule
    assert scene.t.allows(action("retreat", scene.units[1], path))


def free_end(scene):
    return next(a.path[1] for a in scene.t.legal("retreat", piece=scene.units[1])
                if a.path[0] == scene.ring[1])  # fmt: skip


# -------------------------------------------------------------------------------- chains


@pytest.mark.parametrize("game", GROUND)
def test_who_makes_room_is_told_why_not_there(game):
    side, enemy = SIDES[game]
    here, near = GROUND[game], ring(game, GROUND[game])
    units = infantry(game, side)[:5]
    pieces = {**dict.fromkeys(units, here), infantry(game, enemy)[0]: beyond(game, here, near[0])}
    t = table(game, f"{enemy}-combat", pieces, turn=DRY[game])
    step = Displacement(side, here, (near[3], here))
    t.game.test([ev.Pushed((step,))], {"type": "displace"})
    zone = {"diadem": "5.3-1"}.get(game, "5.3-2")
    assert t.refuses(action("displace", units[0], near[0])) == f"{game}-{zone}"
    assert (
        t.refuses(action("displace", units[0], near[3])) == f"{game}-5.3.1-1"
    )  # where it came from
    length = {"diadem": "5.3-2", "leyte": "5.1.6-3", "metz": "5.1.6-4"}[game]
    assert (
        t.refuses(action("displace", units[0], beyond(game, here, near[2]))) == f"{game}-{length}"
    )
    assert t.refuses(action("displace", infantry(game, side)[6], near[2])) == f"{game}-5.3.1-1"
    assert t.allows(action("displace", units[0], near[2]))


# -------------------------------------------------------------------------------- advances


class Victory:
    """A battle was won: the attackers may take a hex of open ground."""

    def __init__(self, game, *attackers, origin=0, target=None, more=None, turn=None):
        self.game = game
        loser, winner = SIDES[game]
        self.target = target or GROUND[game]
        self.ring = ring(game, self.target)
        start = self.ring[origin] if isinstance(origin, int) else origin
        self.attackers = attackers
        pieces = {**dict.fromkeys(attackers, start), **(more or {})}
        self.t = table(game, f"{winner}-combat", pieces, turn=turn or DRY[game])
        battle = Battle("assault", winner, loser, self.target, attackers=attackers)
        self.t.game.test([ev.Pushed((Advancing(battle, attackers),))], {"type": "advance"})
        assert "advance" in self.t.decision.actions

    def refuses(self, *path, piece=0):
        return self.t.refuses(action("advance", self.attackers[piece], path))


def foot(game):
    return infantry(game, SIDES[game][1])


def tank(game):
    return motorized(game, SIDES[game][1])


@each(diadem="5.2-9", leyte="5.2-5", metz="5.2-1")
def test_who_took_no_part_does_not_advance(game, rule):
    one, other, *_ = foot(game)
    v = Victory(game, one, more={other: ring(game, GROUND[game])[1]})
    assert v.t.refuses(action("advance", other, (v.target,))) == rule


@each(diadem="5.2-1", leyte="5.2-1", metz="5.2-1")
def test_the_first_hex_is_the_one_that_was_left(game, rule):
    v = Victory(game, foot(game)[0])
    assert v.refuses(v.ring[1]) == rule
    assert v.refuses() == rule


@each(diadem="5.2-4", leyte="5.2-4", metz="5.2-3")
def test_artillery_stays(game, rule):
    v = Victory(game, gun(game, SIDES[game][1]), foot(game)[0])
    assert v.refuses(v.target) == rule


@each(diadem="5.2-3", leyte="5.2-2", metz="5.2-2")
def test_foot_goes_one_hex(game, rule):
    v = Victory(game, foot(game)[0])
    assert v.refuses(v.target, v.ring[3]) == rule


@each(leyte="9.0-5")
def test_in_rain_everybody_goes_one_hex(game, rule):
    for piece in (tank(game), foot(game)[0]):
        v = Victory(game, piece, turn=4)
        assert v.refuses(v.target, v.ring[3]) == rule


@each(diadem="5.2-2", leyte="5.2-3")
def test_nobody_goes_three_hexes(game, rule):
    v = Victory(game, tank(game))
    assert v.t.allows(action("advance", v.attackers[0], (v.target, v.ring[3])))
    far = beyond(game, v.target, v.ring[3])
    assert v.refuses(v.target, v.ring[3], far) == rule
    assert v.refuses(v.target, far) == rule


@each(diadem="5.2-10", leyte="5.2-6")
def test_an_enemy_zone_ends_the_advance(game, rule):
    enemy = infantry(game, SIDES[game][0])[0]
    v = Victory(game, tank(game), more={enemy: ring(game, GROUND[game])[2]})
    assert v.refuses(v.target, v.ring[4]) == rule


@each(diadem="4.1.2-15", leyte="4.1.2-15", metz="4.1.2-13")
def test_nobody_advances_into_enemies(game, rule):
    enemy = infantry(game, SIDES[game][0])[0]
    v = Victory(game, tank(game), more={enemy: ring(game, GROUND[game])[2]})
    assert v.refuses(v.target, v.ring[2]) == rule


@each(diadem="4.1.1-1", leyte="4.1.1-1")
def test_the_limit_of_a_hex_holds_for_advances(game, rule):
    v = Victory(game, tank(game), more=dict.fromkeys(foot(game)[:4], GROUND[game]))
    assert v.refuses(v.target) == rule
    assert v.t.allows(action("advance", v.attackers[0], (v.target, v.ring[3])))


@each(diadem="5.2-5", metz="5.2-5")
def test_the_hex_that_was_left_must_be_open(game, rule):
    origin, city = {"diadem": ("0606", "0607"), "metz": _into_town()}[game]
    v = Victory(game, tank(game), origin=origin, target=city)
    grid = v.t.s.board.grid
    second = next(h for h in v.ring if grid.distance(h, origin) == 2)
    assert v.refuses(city, second) == rule


def _into_town():
    board = table("metz").s.board
    return next((h, town) for town in board.hexes_of("city") for h in board.grid.neighbours(town)
                if board.road_between(h, town) and len(board.grid.neighbours(town)) == 6
                and len(board.grid.neighbours(h)) == 6)  # fmt: skip


def steps(game):
    """Each way over two hexes inland: origin, the hex in the middle, the one beyond."""
    board = table(game).s.board
    inland = [h for h in board.grid if len(board.grid.neighbours(h)) == 6]
    for middle in inland:
        for origin in board.grid.neighbours(middle):
            for end in board.grid.neighbours(middle):
                if board.grid.distance(origin, end) == 2 and {origin, end} <= set(inland):
                    yield board, origin, middle, end


def is_open(board, *places):
    return all(board.terrain_at(place) == "clear" for place in places)


def sides_of(board, a, b):
    return board.features.get(board.grid.side(a, b), frozenset())


def beyond_is(game, end, river=False, road=False):
    """A way over open ground that ends in a terrain, over a river or not, by road or not."""
    return next((origin, middle, last) for board, origin, middle, last in steps(game)
                if is_open(board, origin, middle) and board.terrain_at(last) == end
                and not sides_of(board, origin, middle)
                and sides_of(board, middle, last) == (frozenset({"river"} if river else ()))
                and board.road_between(origin, middle) == road
                and board.road_between(middle, last) == road)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "end", "river", "road", "rule"),
    [("diadem", "mountain", False, False, "diadem-5.2-6"),
     ("diadem", "sea", False, False, "diadem-5.2-6"),
     ("diadem", "clear", True, False, "diadem-5.2-7"),
     ("leyte", "sea", False, False, "leyte-5.2-6"),
     ("leyte", "mountain", False, False, "leyte-5.2-6"),  # closed to tanks without a road
     ("metz", "woods", False, True, "metz-5.2-5"),
     ("metz", "clear", False, False, "metz-5.2-5"),
     ("metz", "clear", True, True, "metz-5.2-5")],
)  # fmt: skip
def test_what_the_second_hex_must_be(game, end, river, road, rule):
    origin, middle, last = beyond_is(game, end, river, road)
    v = Victory(game, tank(game), origin=origin, target=middle)
    assert v.refuses(middle, last) == rule


def test_each_bar_of_the_second_hex_is_told_in_its_own_words():
    reasons = {}
    for key, way in {"terrain": ("woods", False, True), "road": ("clear", False, False),
                     "river": ("clear", True, True)}.items():  # fmt: skip
        origin, middle, last = beyond_is("metz", *way)
        v = Victory("metz", tank("metz"), origin=origin, target=middle)
        reasons[key] = v.t.why(action("advance", v.attackers[0], (middle, last)))
    assert "terrain" in reasons["terrain"]
    assert "by road" in reasons["road"]
    assert "hexside" in reasons["river"]


def test_armour_does_not_enter_over_a_river_without_a_bridge():
    board = table("metz").s.board
    origin, target = next(
        (h, n) for h in board.hexes_of("clear") for n in board.grid.neighbours(h)
        if sides_of(board, h, n) == {"river"} and not board.road_between(h, n)
        and not board.road_between(h, n, "railway") and len(board.grid.neighbours(n)) == 6
    )  # fmt: skip
    v = Victory("metz", "us-6-db-cca", foot("metz")[0], origin=origin, target=target)
    assert v.refuses(target) == "metz-5.2-6"
    assert "hexside" in v.t.why(action("advance", "us-6-db-cca", (target,)))
    assert v.t.allows(action("advance", foot("metz")[0], (target,)))


def test_of_a_piece_that_does_not_march_no_hexside_is_told():
    """As of one that is not known: others work out what it could do, too."""
    s = table("filipinas").s
    piece = next(p for p in s.position.pieces if s.counter(p).movement_class is None)
    assert closed_side(s, piece, "4136", "4137") is None


@pytest.mark.parametrize(
    ("piece", "origin", "target", "turn", "rule"),
    [("us-4-db-cca", "1111", "1112", 1, "metz-4.0-7"),
     ("de-1217-ri", "0507", "0508", 5, "metz-4.0-9")],
)  # fmt: skip
def test_who_is_tied_to_his_place_does_not_advance(piece, origin, target, turn, rule):
    side = "us" if piece.startswith("us") else "german"
    other = infantry("metz", side)[0]
    t = table("metz", f"{side}-combat", {piece: origin, other: origin}, turn=turn)
    loser = "german" if side == "us" else "us"
    battle = Battle("assault", side, loser, target, attackers=(piece, other))
    t.game.test([ev.Pushed((Advancing(battle, (piece, other)),))], {"type": "advance"})
    assert t.refuses(action("advance", piece, (target,))) == rule
    assert t.allows(action("advance", other, (target,)))


# ---------------------------------------------------------------------------- house rules


class NoPass:
    """A house rule against an advance, told by it, by its clause, and of its topic."""

    @hookimpl
    def advance_objections(self, piece):
        return [Objection(msg("We stay here."), "house-2", "supply", (piece,))] * piece.startswith(
            "us-3"
        )


def test_a_house_rule_says_itself_why_not():
    piece, near = infantry("diadem", "axis")[0], ring("diadem", GROUND["diadem"])
    module = catalogue().module("diadem")
    ruleset = Ruleset(catalogue().games["diadem"], {"no-pass": NoPass()})
    t = Table(Game(module, ruleset, Header("diadem", "campaign", "test")))
    stays, goes = "us-337-ri", "uk-61-bgda"
    t.set("allied-combat", {piece: near[3], stays: near[0], goes: near[0]}, turn=3)
    battle = Battle("assault", "allied", "axis", GROUND["diadem"], attackers=(stays, goes))
    t.game.test([ev.Pushed((Advancing(battle, (stays, goes)),))], {"type": "push"})
    path = (GROUND["diadem"],)
    (objection,) = t.check(action("advance", stays, path)).objections
    assert (objection.rule, objection.topic) == ("house-2", "supply")
    assert t.why(action("advance", stays, path)) == "We stay here."
    assert t.allows(action("advance", goes, path))
