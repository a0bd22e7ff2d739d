"""Supply: convoys, towns, lines, markers, who goes without (filipinas 7.3, 10, 3.0-18, 11)."""

import pytest

from filipinas_scenes import A, jp, us
from tabuleiro.engine import events as ev
from tabuleiro.testing import action
from tabuleiro_filipinas.cargo import SUPPLIED, supply_points, used
from tabuleiro_filipinas.supply import OUT_OF_SUPPLY, Need, needs
from tabuleiro_filipinas.supply_allotment import ShareSupply, may_promise, shares

C90, C50, C30, DDD = "us-comb-6", "us-comb-20", "us-comb-30", "us-ddd-23"
LAND = (
    "us-19-ri", "us-21-ri", "us-34-ri", "us-17-ri", "us-32-ri", "us-184-ri", "us-381-ri",
    "us-382-ri", "us-383-ri", "us-112-rc", "us-1-bgda-cav",
)  # fmt: skip
RANGERS, GUERRILLA, PH = "us-6-rangers", "ph-guerrilha-leyte", "ph-1-ri"


def ashore(number, *hexes):
    """So many American units on hexes, six a hex."""
    return {unit: hexes[n // 6] for n, unit in enumerate(LAND[:number])}


def off(place, *ships, letter=A, **spent):
    """Pieces and facts of a force at sea."""
    side = letter[:2]
    facts = {f"forces-{side}": {letter: {"handle": 1, "route": [place], "detected": True}}}
    if spent:
        used_up = {ship.replace("_", "-"): 4 * points for ship, points in spent.items()}
        facts[f"cargo-{side}"] = {"spent": used_up}
    return {letter: place, **dict.fromkeys(ships, f"in:{letter}")}, facts


def checked(pieces, facts=None, side="us", turn=2, **position):
    """The supply check of a side, up to its first question."""
    begin = us if side == "us" else jp
    t = begin("movement", pieces, facts=facts or {}, turn=turn, **position)
    t.game.test([ev.Pushed((ShareSupply(side),))], {"type": "check"})
    return t


def flown(t, *groups):
    """Aircraft have flown since the phase began."""
    t.game.test([ev.Marked(group, ("flown",)) for group in groups], {"type": "flown"})
    return t


def hungry(t):
    return {p for p, state in t.s.position.pieces.items() if OUT_OF_SUPPLY in state.marks}


def fed(number, *ships, at="4538", hexes=("4438", "4338"), **spent):
    pieces, facts = off(at, *ships, **spent)
    return checked({**pieces, **ashore(number, *hexes)}, facts)


# ------------------------------------------------------------------------------- 7.3


@pytest.mark.rule("filipinas-ex-7.3")
@pytest.mark.rule("filipinas-7.3-1")
@pytest.mark.rule("filipinas-2.2.3-3")
def test_a_convoy_of_ninety_feeds_nine_units():
    assert not hungry(fed(9, C90))
    t = fed(10, C90)
    assert t.top == "share-supply"
    t.act("go-without", LAND[3])
    assert hungry(t) == {LAND[3]}
    assert not hungry(fed(3, C30))
    assert fed(4, C30).top == "share-supply"


@pytest.mark.rule("filipinas-7.3-2")
def test_only_some_coasts_take_supplies_in():
    """Forest coast: nobody is fed; a village beside it feeds all who have a line."""
    s = us("movement").s
    ground, near = s.board.terrain_at, s.board.grid.neighbours
    borneo = s.board.regions["borneo"].hexes
    forest, water = next(
        (h, n) for h in s.board.grid if ground(h) == "forest" and h not in borneo
        for n in near(h)
        if ground(n) == "sea"
        and all(ground(m) in {"sea", "forest", "mountain", "swamp", "lake"} for m in near(n))
    )  # fmt: skip
    assert hungry(fed(1, C90, at=water, hexes=(forest,))) == {LAND[0]}
    assert not hungry(fed(1, C90, at="4538", hexes=("4438",)))


@pytest.mark.rule("filipinas-7.3-3")
def test_destroyers_feed_nobody():
    assert hungry(fed(1, DDD)) == {LAND[0]}


@pytest.mark.rule("filipinas-7.3-4")
@pytest.mark.rule("filipinas-7.3-8")
def test_what_a_convoy_carried_is_not_there_to_feed():
    t = fed(5, C90, us_comb_6=40)
    assert supply_points(t.s, C90) == 5
    assert not hungry(t)
    assert supply_points(fed(1, C90, us_comb_6=25).s, C90) == 6
    pieces, facts = off("4538", C90)
    pieces[C90] = {"place": f"in:{A}", "losses": 1}
    assert supply_points(checked({**pieces}, facts).s, C90) == 4


# ------------------------------------------------------------------------------- 10


@pytest.mark.rule("filipinas-10.0-1")
@pytest.mark.rule("filipinas-10.1-1")
def test_americans_need_a_line_to_a_ship():
    t = checked({LAND[0]: "4438", "us-3-gpo": "4438"})
    assert hungry(t) == {LAND[0], "us-3-gpo"}
    pieces, facts = off("4538", C90)
    assert not hungry(checked({LAND[0]: "4338", "us-3-gpo": "4438", **pieces}, facts))


@pytest.mark.rule("filipinas-10.1-2")
@pytest.mark.rule("filipinas-10.2-2")
def test_boxes_and_decks_and_displaced_fields_are_always_supplied():
    pieces = {"us-90-gpo": "biak", LAND[0]: "army-6", "us-cvg-7": "in:us-tg-38-1",
              "us-tg-38-1": f"in:{A}", A: "4538"}  # fmt: skip
    facts = {"forces-us": {A: {"handle": 1, "route": ["4538"]}}}
    assert not hungry(checked(pieces, facts))
    pieces = {"jp-11-sentai": "formosa", "jp-1-ri": "japan", "jp-601-kokutai": "in:jp-dpa-5",
              "jp-dpa-5": "jp-fleet"}  # fmt: skip
    assert not hungry(checked(pieces, side="jp"))


@pytest.mark.rule("filipinas-10.2-1")
def test_cities_and_ports_feed_the_japanese_while_they_hold_them():
    many = {f"jp-{n}-ri": "4236" for n in (9, 20, 33)}
    assert not hungry(checked(many, side="jp"))  # a line to Tacloban and Ormoc
    lost = {"4437": "us", "4137": "us", "4533": "us"}  # Catbalogan lies over an arm of the sea
    assert hungry(checked(many, side="jp", control=lost)) == set(many)
    assert not hungry(checked({"jp-9-ri": "2220"}, side="jp"))  # Manila is near
    assert hungry(checked({LAND[0]: "2220"}, control={"2221": "us"})) == {LAND[0]}


def test_a_city_with_a_port_feeds_once_and_all_are_told_in_an_order_of_their_own():
    s = jp("movement").s
    (towns,) = [one for one in s.rules.supply_stock(s=s, side="jp").sources if one.id == "towns"]
    ports = [h for h in towns.hexes if "city" not in s.module.terrain[s.board.terrain_at(h)].tags]
    assert len(set(towns.hexes)) == len(towns.hexes) > len(ports) > 2
    assert ports == sorted(ports)


@pytest.mark.rule("filipinas-10.2-3")
def test_points_of_several_sources_add_up():
    pieces, facts = off("4538", C50, C30)
    t = checked({**pieces, **ashore(8, "4438", "4338")}, facts)
    assert supply_points(t.s, C50) + supply_points(t.s, C30) == 8
    assert not hungry(t)


@pytest.mark.rule("filipinas-10.2-4")
def test_zones_do_not_cut_a_line_and_units_do():
    pieces, facts = off("4538", C90)
    beside = {LAND[0]: "4336", "jp-9-ri": "4337", **pieces}
    assert not hungry(checked(beside, facts))
    t = us("movement")
    ring = t.s.board.grid.neighbours("4336")
    enemies = ["jp-9-ri", "jp-20-ri", "jp-33-ri", "jp-41-ri", "jp-74-ri", "jp-77-ri"]
    wall = dict(zip(enemies, [h for h in ring if t.s.board.terrain_at(h) != "sea"], strict=False))
    assert hungry(checked({LAND[0]: "4336", **wall, **pieces}, facts)) == {LAND[0]}


@pytest.mark.rule("filipinas-10.2-5")
def test_the_hex_of_a_unit_is_part_of_its_line():
    s = us("movement").s
    roads, ground = s.board.network_hexes("road"), s.board.terrain_at
    wild = next(h for h in sorted(s.board.regions["leyte"].hexes)
                if ground(h) == "mountain-forest" and h not in roads)  # fmt: skip
    pieces, facts = off("4538", C90)
    assert hungry(checked({LAND[0]: wild, **pieces}, facts)) == {LAND[0]}


@pytest.mark.rule("filipinas-10.3-1")
@pytest.mark.rule("filipinas-11.0-6")
def test_the_filipino_regiment_needs_ships_and_guerrillas_need_nothing():
    t = checked({PH: "4438", GUERRILLA: "4338"})
    assert hungry(t) == {PH}
    pieces, facts = off("4538", C90)
    assert not hungry(checked({PH: "4438", GUERRILLA: "4338", **pieces}, facts))


@pytest.mark.rule("filipinas-10.3-2")
def test_in_the_first_turn_nobody_is_hungry():
    assert not hungry(checked({LAND[0]: "4438"}, turn=1))
    assert hungry(checked({LAND[0]: "4438"}, turn=2))


@pytest.mark.rule("filipinas-11.1-3")
def test_rangers_need_a_line_and_no_point():
    pieces, facts = off("4538", C30)
    units = {RANGERS: "4438", **ashore(3, "4438")}
    t = checked({**units, **pieces}, facts)
    assert t.top != "share-supply", "three points are enough for all four"
    assert not hungry(t)
    assert hungry(checked({RANGERS: "4438"})) == {RANGERS}


@pytest.mark.rule("filipinas-10.3-7")
@pytest.mark.rule("filipinas-3.0-10")
def test_markers_come_at_the_end_of_the_march_and_stay_till_the_next():
    t = us("movement", {LAND[0]: "4438"}, turn=2).end()
    assert hungry(t) == {LAND[0]}
    while t.phase != "us-movement":
        assert hungry(t) == {LAND[0]}
        t.end()
    pieces, facts = off("4538", C90)
    marked = {LAND[0]: {"place": "4438", "marks": [OUT_OF_SUPPLY]}, **pieces}
    assert not hungry(checked(marked, facts))


@pytest.mark.rule("filipinas-10.3-8")
def test_the_owner_says_who_goes_without():
    pieces, facts = off("4538", C50, us_comb_20=0)
    flew = dict.fromkeys(("us-3-gpo", "us-312-gpo"), "4438")
    points = supply_points(checked(pieces, facts).s, C50)
    t = us(
        "movement", {**pieces, **flew, **ashore(points - 1, "4438", "4338")}, facts=facts, turn=2
    )
    flown(t, *flew).game.test([ev.Pushed((ShareSupply("us"),))], {"type": "check"})
    choices = {deed.piece for deed in t.legal("go-without")}
    assert choices == set(LAND[: points - 1])  # not those that flew
    assert t.refuses(action("go-without", "us-3-gpo")) == "filipinas-10.3-8"
    t.act("go-without", LAND[1])
    assert hungry(t) == {LAND[1]}
    assert SUPPLIED in used(t.s, C50)


@pytest.mark.rule("filipinas-10.3-4")
def test_aircraft_are_promised_their_supply_before_they_fly():
    pieces, facts = off("4538", C30)
    flew = dict.fromkeys(("us-3-gpo", "us-312-gpo", "us-317-gpo"), "4438")
    t = us("movement", {**pieces, **flew, "us-18-gpo": "4438"}, facts=facts, turn=2)
    flown(t, *flew)
    assert not may_promise(t.s, "us", Need("us-18-gpo", "4438"))
    t = us("movement", {**pieces, "us-18-gpo": "4438"}, facts=facts, turn=2)
    assert may_promise(t.s, "us", Need("us-18-gpo", "4438"))


@pytest.mark.rule("filipinas-10.3-6")
def test_freight_must_have_come_to_the_base():
    pieces, facts = off("4538", C30)
    t = us("movement", {**pieces, "us-374-gpo": "4438"}, facts=facts, turn=2)
    freight = Need("freight of us-374-gpo", "4438", 3)
    assert may_promise(t.s, "us", freight)
    flown(t, "us-374-gpo")
    assert not may_promise(t.s, "us", freight)


@pytest.mark.rule("filipinas-10.3-6")
def test_a_second_flight_finds_nothing_left_to_take_along():
    """The convoy before the base has points for one transport and its freight, not for two."""
    first, second = "us-374-gpo", "us-317-gpo"
    pieces, facts = off("4538", C50)
    base = {**pieces, first: "4438", second: "4438", LAND[0]: "4337"}
    t = us("movement", base, facts=facts, turn=2)
    assert t.allows(action("supply-flight", "4337", second))
    t.act("supply-flight", "4337", first, False)
    assert t.refuses(action("supply-flight", "4337", second)) == "filipinas-10.3-6"


@pytest.mark.rule("filipinas-10.3-10")
@pytest.mark.parametrize(("marks", "cut"), [(["dormant"], False), ([], True)])
def test_guerrillas_cut_a_line_once_they_have_risen(marks, cut):
    t = jp("movement")
    ground, near = t.s.board.terrain_at, t.s.board.grid.neighbours
    from tabuleiro_filipinas.supply import _steps

    place, way = next(
        (h, steps[0]) for h, steps in _steps(t.s).items()
        if len(steps) == 1 and h in t.s.board.regions["luzon"].hexes
    )  # fmt: skip
    assert ground(place)
    assert way in near(place)
    guerrilla = {"place": way, "marks": marks}
    units = {"jp-9-ri": place, "ph-guerrilha-luzon-1": guerrilla}
    assert hungry(checked(units, side="jp")) == ({"jp-9-ri"} if cut else set())


@pytest.mark.rule("filipinas-3.0-18")
def test_what_is_lost_before_the_battles_is_missed_at_once():
    pieces, facts = off("4538", C30)
    units = {**ashore(9, "4438", "4338"), **pieces}
    t = us("movement", units, facts=facts, turn=2)
    t.game.test([ev.Pushed((ShareSupply("us", again=True),))], {"type": "lost"})
    for unit in LAND[:6]:
        t.act("go-without", unit)
    assert hungry(t) == set(LAND[:6])
    marked = {LAND[0]: {"place": "4438", "marks": [OUT_OF_SUPPLY]}, **pieces}
    t = us("movement", marked, facts=facts, turn=2)
    t.game.test([ev.Pushed((ShareSupply("us", again=True),))], {"type": "lost"})
    assert hungry(t) == {LAND[0]}  # who had none gets none before the next check


@pytest.mark.rule("filipinas-4.2.4-15")
def test_who_lies_off_a_coast_is_fed_from_the_ships_beside_it():
    afloat = {LAND[0]: {"place": "off", "marks": ["afloat-4439"]}, "jp-20-ri": "4439"}
    pieces, facts = off("4538", C30)
    assert not hungry(checked({**afloat, **pieces}, facts))
    pieces, facts = off("4537", C30)
    assert hungry(checked({**afloat, **pieces}, facts)) == {LAND[0]}


def test_as_many_as_possible_are_fed_from_two_convoys():
    """One stands where only the first convoy reaches, the other is fed by either."""
    pieces, facts = off("4538", C30)
    more, their = off("3941", C50, letter="us-task-force-b")
    facts["forces-us"] |= their["forces-us"]
    t = checked({**pieces, **more, **ashore(3, "4438"), "us-17-ri": "3841"}, facts)
    found = shares(t.s, "us")
    assert not found.without()
    assert {need.id for need in needs(t.s, "us")} == {*LAND[:3], "us-17-ri"}


def flying(units, transport="us-317-gpo", at="morotai", place="4438"):
    """A flight with supplies was ordered in the American march."""
    held = {"4438": "us", "4437": "us"}
    t = us("movement", {transport: at, **units}, control=held, turn=2)
    return t.act("supply-flight", place, transport)


@pytest.mark.rule("filipinas-10.2-3")
def test_a_flight_feeds_three_units():
    assert not hungry(flying(ashore(3, "4438")).end())
    t = flying(ashore(4, "4438")).end()
    assert t.top == "share-supply"


@pytest.mark.rule("filipinas-10.3-9")
def test_a_flight_that_is_shot_down_feeds_nobody():
    t = flying(ashore(2, "4438"))
    t.end()
    assert not hungry(t)
    t = flying(ashore(2, "4438"))
    t.game.test([ev.Moved("us-317-gpo", "dead")], {"type": "shot-down"})
    t.game.test([ev.Pushed((ShareSupply("us", again=True),))], {"type": "lost"})
    assert hungry(t) == set(LAND[:2])


@pytest.mark.rule("filipinas-10.3-3")
@pytest.mark.parametrize("fed", [True, False])
def test_one_unit_without_supply_costs_its_side_a_column(fed):
    pieces, facts = off("4538", C30) if fed else ({}, {})
    units = {LAND[0]: "4438", LAND[1]: "4438", "jp-20-ri": "4439", **pieces}
    t = us("movement", units, facts=facts, turn=2).end()
    assert hungry(t) == (set() if fed else set(LAND[:2]))
    t.dice(1, 1).attack("4439", *LAND[:2])
    while t.phase != "us-combat":
        t.end()
    shifts = [one for one in t.told()["odds"]["shifts"] if one["rule"] == "filipinas-10.3-3"]
    assert [(one["favours"], one["columns"]) for one in shifts] == (
        [] if fed else [("defender", 1)]
    )
