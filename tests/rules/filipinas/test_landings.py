"""Going by sea and landing: plain, by assault, ports, weather, bays (4.2.4, 4.2.5)."""

import pytest

from filipinas_scenes import A, X, fleet, form, jp, us, voyage
from tabuleiro.engine import events as ev
from tabuleiro.rules.ground.movement_points import points_left
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA
from tabuleiro.rules.sea.afloat import beachhead
from tabuleiro.testing import action
from tabuleiro_filipinas.cargo import POINT, capacity_left, passage
from tabuleiro_filipinas.going_ashore import ComeAshore
from tabuleiro_filipinas.naval_phase import UnderWay

C90, DDD = "us-comb-6", "us-ddd-23"
RI = ("us-19-ri", "us-21-ri", "us-34-ri")
TANK, GUNS, ENGINEERS = "us-20-gpo-bldo", "us-art-x", "us-932-eng-av"
CAVALRY, SAPPERS, AA = "us-112-rc", "us-1118-eng-comb", "us-32-bgda-aa"
STORM = dict.fromkeys(("north", "central", "south"), "monsoon")
RAIN = dict.fromkeys(("north", "central", "south"), "bad")


def off(place, pieces=None, *, letter=A, ships=(C90,), aboard=(), weather=None, **position):
    """A force that has stopped in a hex; units aboard its first ship come from a box."""
    side = letter[:2]
    found = {letter: place, **dict.fromkeys(ships, f"in:{letter}")}
    found |= dict.fromkeys(aboard, f"in:{ships[0]}")
    seen = {"handle": 1, "route": [place], "stops": [place], "detected": True}
    box = {"us": "army-6", "jp": "japan"}[side]
    facts = {f"forces-{side}": {letter: seen}}
    if aboard:
        facts[f"cargo-{side}"] = {"units": {unit: {"origin": box} for unit in aboard}}
    if weather:
        facts["weather"] = weather
    begin = us if side == "us" else jp
    t = begin("naval-movement", {**found, **(pieces or {})}, facts=facts, **position)
    t.game.test([ev.Pushed((UnderWay(side, letter),))], {"type": "under-way"})
    return t


def ashore(t):
    """The land movement begins; the force has ended its voyage."""
    t.act("end-voyage")
    if t.phase.endswith("naval-movement"):
        t.end()
    assert t.phase.endswith("-movement"), t.phase
    return t


def water_of(hex):
    """A sea hex beside a coast hex, or nothing."""
    board = us("movement").s.board
    near = board.grid.neighbours(hex)
    return next((n for n in near if board.terrain_at(n) == "sea"), None)


def goals(t, unit):
    return {deed.hex for deed in t.legal("put-down", piece=unit)}


def mp(t, unit):
    return points_left(t.s, unit) / 2


# ------------------------------------------------------------------------------- 4.2.4


@pytest.mark.rule("filipinas-4.2.4-3")
def test_a_convoy_brings_armour_to_a_coast_of_its_own():
    t = off("4538", aboard=(TANK,), control={"4438": "us"})
    assert t.allows(action("put-down", TANK, "4438"))
    t.act("put-down", TANK, "4438")
    assert passage(t.s, TANK).plain
    t = off("4538", aboard=(TANK,))
    assert not t.allows(action("put-down", TANK, "4438"))
    t = form(us("naval-movement", {**fleet("us", C90), TANK: "army-6"}), C90, cargo={TANK: C90})
    assert t.place(TANK) == f"in:{C90}"


@pytest.mark.rule("filipinas-4.2.4-8")
def test_plain_transport_needs_a_coast_of_its_own_at_both_ends():
    t = off("4538", {RI[0]: "4438"}, control={"4438": "jp"})
    assert t.refuses(action("take-aboard", RI[0], C90)) == "filipinas-4.2.4-8"
    t = off("4538", {RI[0]: "4438"}, control={"4438": "us"})
    assert t.allows(action("take-aboard", RI[0], C90))
    t = off("4538", aboard=(GUNS,), control={"4438": "us"})
    assert t.allows(action("put-down", GUNS, "4438"))


@pytest.mark.rule("filipinas-4.2.4-9")
def test_from_a_box_nobody_pays_for_getting_aboard():
    t = off("4538", aboard=(RI[0],))
    t.act("put-down", RI[0], "4438")
    ashore(t).act("go-ashore", RI[0], "4438")
    assert mp(t, RI[0]) == 2  # 8, halved 4, one to get off, one for the village


@pytest.mark.rule("filipinas-4.2.4-10")
def test_japanese_from_the_box_of_japan():
    pieces = {**fleet("jp", "jp-comb-1"), "jp-1-ri": "japan"}
    t = form(jp("naval-movement", pieces), "jp-comb-1", cargo={"jp-1-ri": "jp-comb-1"})
    assert t.refuses(action("sail-force", X, ("5530",))) == "filipinas-7.0-3"
    t.do(action("sail-force", X, ("0130",)))
    assert capacity_left(t.s, "jp-comb-1") == (t.s.value("jp-comb-1", "transport") - 1) * POINT


@pytest.mark.rule("filipinas-4.2.4-4")
@pytest.mark.rule("filipinas-4.2.4-5")
@pytest.mark.rule("filipinas-4.2.4-14")
def test_from_coast_to_coast_a_unit_pays_twice_out_of_half_its_movement():
    t = off("4538", {RI[0]: "4438", RI[1]: "4338"}, control={"4438": "us", "4439": "us"})
    assert t.refuses(action("take-aboard", RI[1], C90)) == "filipinas-4.2.4-14"  # inland
    t.act("take-aboard", RI[0], C90)
    assert t.place(RI[0]) == f"in:{C90}"
    t.act("put-down", RI[0], "4439")
    assert t.place(RI[0]) == f"in:{C90}"  # aboard until the land movement
    ashore(t).act("go-ashore", RI[0], "4439")
    assert t.place(RI[0]) == "4439"
    assert mp(t, RI[0]) == 1  # 4, one to get on, one to get off, one for the village


@pytest.mark.rule("filipinas-4.2.4-5")
@pytest.mark.parametrize(("unit", "half"), [("us-19-ri", 4), ("jp-9-bgda-art", 3), ("jp-1-ri", 3)])
def test_half_of_the_movement_is_rounded_up(unit, half):
    t = us("movement", {unit: {"place": "4438", "marks": [BY_SEA]}})
    assert mp(t, unit) == half


@pytest.mark.rule("filipinas-4.2.4-6")
def test_garrisons_stay_on_their_island():
    unit = "jp-guarnicao-leyte"
    t = off("4538", {unit: "4438"}, letter=X, ships=("jp-comb-1",))
    assert t.refuses(action("take-aboard", unit, "jp-comb-1")) == "filipinas-4.2.4-6"
    assert "take-aboard" not in {deed.kind for deed in t.legal(piece=unit)}


@pytest.mark.rule("filipinas-4.2.4-7")
def test_guerrillas_stay_on_their_island():
    unit = "ph-guerrilha-leyte"
    t = off("4538", {unit: "4438"}, control={"4438": "us"})
    assert t.refuses(action("take-aboard", unit, C90)) == "filipinas-4.2.4-7"


@pytest.mark.rule("filipinas-4.2.4-11")
def test_in_a_port_one_point_is_all():
    t = off("4537", aboard=(TANK,), control={"4437": "us"})
    before = capacity_left(t.s, C90)
    t.act("put-down", TANK, "4437")
    assert capacity_left(t.s, C90) == before
    ashore(t).act("go-ashore", TANK, "4437")
    assert t.s.piece(TANK).spent == 2
    t = off(water_of("1911"), aboard=(RI[0],), control={"1911": "us"})  # a port in the mountains
    t.act("put-down", RI[0], "1911")
    ashore(t).act("go-ashore", RI[0], "1911")
    assert t.s.piece(RI[0]).spent == 2


@pytest.mark.rule("filipinas-4.2.4-11")
def test_a_port_that_does_not_work_is_none():
    t = off("4537", aboard=(RI[0],), control={"4437": "us"}, marks={"4437": ["port-damaged"]})
    before = capacity_left(t.s, C90)
    t.act("put-down", RI[0], "4437")
    assert capacity_left(t.s, C90) == before - POINT
    ashore(t).act("go-ashore", RI[0], "4437")
    assert t.s.piece(RI[0]).spent == 4


@pytest.mark.rule("filipinas-4.2.4-12")
def test_without_a_port_the_ground_is_paid_as_well():
    grid, terrain = us("movement").s.board.grid, us("movement").s.board.terrain_at
    borneo = us("movement").s.board.regions["borneo"].hexes
    woods = next(h for h in grid if terrain(h) == "forest" and h not in borneo and water_of(h))
    t = off(water_of(woods), aboard=(RI[0],), control={woods: "us"})
    t.act("put-down", RI[0], woods)
    ashore(t).act("go-ashore", RI[0], woods)
    assert t.s.piece(RI[0]).spent == 6


@pytest.mark.rule("filipinas-4.2.4-16")
def test_whose_coast_it_is_was_settled_when_the_voyage_began():
    t = off("4538", aboard=(RI[0], ENGINEERS, TANK))
    for unit in (ENGINEERS, TANK):
        assert t.refuses(action("put-down", unit, "4438")) == "filipinas-4.2.5-7"
    t.act("put-down", RI[0], "4438")
    ashore(t).act("go-ashore", RI[0], "4438")
    assert t.s.position.control["4438"] == "us"
    assert not t.legal("go-ashore")  # too late for the others: they were not put down


# ------------------------------------------------------------------------------- 4.2.5


def leyte():
    """The printed example: three regiments before Leyte, two of the enemy ashore."""
    t = us("naval-movement", {
        **fleet("us", C90), **dict.fromkeys(RI, "army-6"), "jp-9-ri": "4437", "jp-20-ri": "4439",
    })  # fmt: skip
    form(t, C90, cargo=dict.fromkeys(RI, C90))
    t.do(voyage(t, "4538")).act("make-stop")
    return t


@pytest.mark.rule("filipinas-ex-4.2.5")
@pytest.mark.rule("filipinas-4.2.5-6")
def test_the_landing_on_leyte():
    t = leyte()
    assert goals(t, RI[0]) == {"4438", "4439"}
    t.act("put-down", RI[0], "4439").act("put-down", RI[1], "4438")
    t.do(action("sail-force", A, ("4537",)))
    ashore(t.act("put-down", RI[2], "4437"))
    for unit, hex in zip(RI, ("4439", "4438", "4437"), strict=True):
        t.act("go-ashore", unit, hex)
    assert t.place(RI[1]) == "4438"
    assert (beachhead(t.s, RI[0]), beachhead(t.s, RI[2])) == ("4439", "4437")
    t = leyte()
    t.do(action("sail-force", A, ("4539",))).act("make-stop")
    assert t.refuses(action("put-down", RI[0], "4440")) == "filipinas-4.2.5-6"
    assert goals(t, RI[0]) == {"4439"}


@pytest.mark.rule("filipinas-4.2.5-2")
def test_after_an_assault_landing_a_unit_marches_on():
    t = off("4538", aboard=(RI[0],))
    t.act("put-down", RI[0], "4438")
    ashore(t).act("go-ashore", RI[0], "4438")
    assert ASSAULT in t.s.piece(RI[0]).marks
    assert mp(t, RI[0]) == 2
    assert t.reach(RI[0])


@pytest.mark.rule("filipinas-4.2.5-3")
def test_a_unit_that_lands_next_to_an_enemy_stays_there():
    t = off("4538", {"jp-20-ri": "4439"}, aboard=(RI[1],))
    t.act("put-down", RI[1], "4438")
    ashore(t).act("go-ashore", RI[1], "4438")
    assert not t.reach(RI[1])


@pytest.mark.rule("filipinas-4.2.4-15")
@pytest.mark.rule("filipinas-4.2.5-4")
def test_before_a_coast_that_is_held_units_wait_in_landing_craft():
    t = off("4538", {"jp-20-ri": "4439"}, aboard=(RI[0],))
    t.act("put-down", RI[0], "4439")
    ashore(t)
    assert t.refuses(action("end-phase")) == "filipinas-7.2-10"
    t.act("go-ashore", RI[0], "4439")
    assert beachhead(t.s, RI[0]) == "4439"
    assert t.place(RI[0]) not in t.s.board.grid
    assert t.at("4439") == {"jp-20-ri"}
    assert t.s.position.control.get("4439") != "us"


def decided(defender):
    """The battle for a coast is over, with a defender left or not."""
    mark = {"place": "off", "marks": ["afloat-4439", ASSAULT]}
    t = us("combat", {RI[0]: mark, **({defender: "4439"} if defender else {})})
    t.game.test([ev.Pushed((ComeAshore("us"),))], {"type": "battles-over"})
    return t


@pytest.mark.rule("filipinas-4.2.5-5")
def test_who_does_not_gain_the_coast_is_lost():
    assert decided("jp-20-ri").place(RI[0]) == "dead"
    assert decided(None).place(RI[0]) == "4439"


def joint(*dice, losses=0):
    """19 RI from the sea and 21 RI from next door attack one hex."""
    mark = {"place": "off", "marks": ["afloat-4439", ASSAULT]}
    pieces = {RI[0]: mark, RI[1]: "4438", "jp-20-ri": {"place": "4439", "losses": losses}}
    t = us("movement", pieces, control={"4438": "us"}, turn=1)
    return t.end().dice(*dice).attack("4439", RI[0], RI[1])


@pytest.mark.rule("filipinas-4.2.5-9")
@pytest.mark.rule("filipinas-4.2.5-5")
def test_from_the_sea_and_from_the_land_it_is_one_attack():
    t = joint(3, 4)
    assert t.top == "take-loss"  # D0 A1
    t.lose(RI[1])
    assert (t.place(RI[0]), t.place(RI[1])) == ("dead", "4438")
    t = joint(1, 1)
    t.retreat("jp-20-ri", "4339")
    assert t.place(RI[0]) == "4439"


@pytest.mark.rule("filipinas-4.2.5-5")
def test_a_hex_whose_last_defender_fell_is_entered():
    t = joint(2, 4, losses=1).lose("jp-20-ri")
    assert t.place("jp-20-ri") == "dead"
    assert t.place(RI[0]) == "4439"


@pytest.mark.rule("filipinas-4.2.5-7")
@pytest.mark.parametrize("unit", [TANK, GUNS, ENGINEERS, AA])
def test_some_do_not_storm_a_coast(unit):
    t = off("4538", aboard=(unit,))
    assert t.refuses(action("put-down", unit, "4438")) == "filipinas-4.2.5-7"
    assert "4438" not in goals(t, unit)


@pytest.mark.rule("filipinas-4.2.5-7")
@pytest.mark.rule("filipinas-11.1-6")
@pytest.mark.parametrize("unit", [CAVALRY, SAPPERS, "us-6-rangers"])
def test_others_do(unit):
    assert "4438" in goals(off("4538", aboard=(unit,)), unit)


@pytest.mark.rule("filipinas-4.2.5-8")
def test_nobody_lands_on_borneo():
    t = us("movement")
    board = t.s.board
    shore = next(h for h in sorted(board.regions["borneo"].hexes)
                 if "landing" in t.s.module.terrain[board.terrain_at(h)].tags
                 and water_of(h))  # fmt: skip
    t = off(water_of(shore), aboard=(RI[0],))
    assert t.refuses(action("put-down", RI[0], shore)) == "filipinas-4.2.5-8"
    assert shore not in goals(t, RI[0])


@pytest.mark.rule("filipinas-12.2-4")
def test_in_bad_weather_one_unit_lands_in_a_hex():
    t = off("4538", aboard=RI, weather=RAIN)
    t.act("put-down", RI[0], "4438")
    assert t.refuses(action("put-down", RI[1], "4438")) == "filipinas-12.2-4"
    assert t.allows(action("put-down", RI[1], "4439"))


@pytest.mark.rule("filipinas-12.3-4")
def test_in_monsoon_convoys_alone_carry_and_only_through_ports():
    t = off("4538", aboard=(RI[0],), weather=STORM, control={"4438": "us"})
    assert t.refuses(action("put-down", RI[0], "4438")) == "filipinas-12.3-4"
    t = off("4537", aboard=(RI[0],), weather=STORM, control={"4437": "us"})
    assert t.allows(action("put-down", RI[0], "4437"))
    t = off("4537", ships=(DDD,), aboard=(RI[0],), weather=STORM, control={"4437": "us"})
    assert t.refuses(action("put-down", RI[0], "4437")) == "filipinas-12.3-4"
    t = off("4538", aboard=(RI[0],), weather=STORM)
    assert not goals(t, RI[0]) & {"4438", "4439"}


@pytest.mark.rule("filipinas-14.2-4")
def test_corregidor_closes_the_bay():
    t = off("2121", aboard=(RI[0],), control={"1922": "jp"})
    assert t.refuses(action("put-down", RI[0], "2222")) == "filipinas-14.2-4"
    t = off("2121", aboard=(RI[0],), control={"1922": "us"})
    assert t.allows(action("put-down", RI[0], "2222"))
    t = off("2022", aboard=(RI[0],), control={"1922": "jp"})
    assert t.allows(action("put-down", RI[0], "1922"))


@pytest.mark.rule("filipinas-7.2-5")
def test_a_convoy_takes_units_off_the_board():
    t = off("4538", {RI[0]: "4438"}, control={"4438": "us"})
    t.act("take-aboard", RI[0], C90)
    before = capacity_left(t.s, C90)
    ways = next(leg for leg in t.legal("sail-force") if leg.path[-1].startswith("55"))
    shortest = min(len(leg.path) for leg in t.legal("sail-force") if leg.path[-1][:2] == "55")
    t.act("put-down", RI[0], "army-6")
    assert capacity_left(t.s, C90) == before - (shortest + 1) * POINT, ways
    t.act("end-voyage")
    while t.s.turn == 1:
        t.end()
    assert t.place(RI[0]) == "army-6"
    assert t.place(C90) == "us-fleet"
    assert passage(t.s, RI[0]) is None


@pytest.mark.rule("filipinas-7.2-10")
def test_nobody_stays_aboard():
    t = off("4538", aboard=RI[:2])
    t.act("put-down", RI[0], "4438")
    ashore(t)
    assert t.refuses(action("end-phase")) == "filipinas-7.2-10"
    t.act("go-ashore", RI[0], "4438")
    while t.s.turn == 1:
        t.end()
    assert t.place(RI[1]) == "army-6"


@pytest.mark.rule("filipinas-15.1-6")
def test_the_eighth_army_waits_for_its_turn():
    for turn, opens in ((6, False), (7, True)):
        pieces = {**fleet("us", C90), RI[0]: "army-8"}
        t = form(us("naval-movement", pieces, turn=turn), C90)
        deed = action("take-aboard", RI[0], C90)
        assert t.allows(deed) is opens
    t = form(us("naval-movement", pieces, turn=6), C90)
    assert t.refuses(deed) == "filipinas-15.1-6"
