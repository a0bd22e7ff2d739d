"""Set-up, reinforcements, withdrawals, objectives and turns of Batalha de Leyte.

The lists below were typed from the rulebook, not from the module. A clause is marked here only if
it is about data alone; what a clause does in play is proven through the engine.
docs/modules/leyte.md tells what was printed and what was reconstructed.
"""

from collections import Counter
from datetime import date, timedelta
from itertools import combinations, product

import pytest

from tabuleiro.module import find_module, load_module

MODULE = find_module("leyte")
BEACHES = ["white-beach", "red-beach", "orange-beach", "blue-beach", "yellow-beach"]


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=[pytest.mark.rule(clause)], id=clause)


def strengths(counter):
    return "-".join(str(counter.values[name]) for name in ("attack", "defense", "move"))


def kind(module, unit):
    """What the lists of the rulebook call a unit: regiment, branch of a division, or type."""
    counter = module.counters[unit]
    if counter.formation is None:
        reach = counter.values.get("range")
        return counter.type + (f" {strengths(counter)}/{reach}" if reach else "")
    if module.formations[counter.formation].size == "division":
        return f"{counter.formation} {counter.type}"
    return counter.formation


def kinds(module, units):
    return Counter(kind(module, unit) for unit in units)


def parsed(text):
    """`2 us-8-rc, 4 us-1-dc artillery` as a count."""
    pairs = (item.strip().split(" ", 1) for item in text.split(","))
    return Counter({name: int(number) for number, name in pairs})


SETUP = {
    "2506": "1 jp-9-ri",
    "2619": "1 jp-20-ri",
    "2512": "1 jp-33-ri",
    "2510": "1 jp-33-ri",
    "2614": "1 jp-33-ri",
    "2215": "1 jp-16-di cavalry, 1 jp-22-rart",
    "2524": "1 jp-16-di engineers",
    "2218": "1 infantry",
    "1217": "2 naval-infantry",
    "1925": "1 naval-infantry",
    "1409": "1 naval-infantry",
}


@pytest.mark.rule("leyte-12.1.1-2")
def test_japanese_set_up(module, campaign):
    listed = {e.hex: e.units for e in campaign.setup if e.rule == "leyte-12.1.1-2"}
    counted = {hex: kinds(module, units) for hex, units in listed.items()}
    assert counted == {hex: parsed(text) for hex, text in SETUP.items()}
    assert strengths(module.counters[listed["2218"][0]]) == "1-2-6"
    dagami = [strengths(module.counters[unit]) for unit in listed["2215"]]
    assert "2-1-5" in dagami
    assert sum(len(units) for units in listed.values()) == 13


@pytest.mark.rule("leyte-12.1.1-1")
def test_ten_japanese_units_had_their_hex_on_the_board(module, campaign):
    rest = [unit for e in campaign.setup if e.rule == "leyte-12.1.1-1" for unit in e.units]
    wanted = "2 jp-9-ri, 2 jp-20-ri, 2 jp-22-rart, 4 infantry"
    assert kinds(module, rest) == parsed(wanted)
    later = [u for e in campaign.reinforcements if e.side == "japanese" for u in e.units]
    assert (len(rest), len(later)) == (10, 47)
    assert len(rest) + 13 + len(later) == 70


def test_reconstructed_places(module, campaign):
    """9th Infantry on Catmon Hill, 20th behind Dulag, a garrison on each airfield off a beach."""
    places = {u: e.hex for e in campaign.setup for u in e.units}
    catmon = module.board.places["mount-catmon"].hex
    assert {places["jp-9-ri-2"], places["jp-9-ri-3"]} == {catmon, "2517"}
    assert module.board.grid.distance(catmon, "2517") == 1
    for unit, town in (("jp-20-ri-2", "julita"), ("jp-20-ri-3", "tabontabon")):
        assert places[unit] == module.board.places[town].hex
    beaches = {hex for name in BEACHES for hex in module.board.regions[name].hexes}
    airfields = {p.hex for p in module.board.places.values() if p.kind == "airfield"}
    garrisons = {places[u] for u in places if u.startswith("jp-bi-")}
    assert garrisons == airfields - beaches
    assert not beaches & set(places.values())


def test_set_up_hexes_are_land_with_room(module, campaign):
    crowd: Counter[str] = Counter()
    for entry in campaign.setup:
        crowd[entry.hex] += len(entry.units)
        for unit in entry.units:
            cost = module.terrain[module.board.terrain_at(entry.hex)].cost
            assert cost[module.counters[unit].movement_class] is not None
    assert max(crowd.values()) <= module.rules["stacking"]
    reach = module.board.grid.distance("2515", "2617")
    assert reach <= module.counters["jp-22-rart-1"].value("range")


ANY = " ".join(BEACHES)
AMERICAN = [
    ("12.1.3-1", 1, "white-beach", "2 us-5-rc, 2 us-12-rc, 2 us-7-rc"),
    ("12.1.3-1", 1, "red-beach", "3 us-19-ri, 3 us-34-ri"),
    ("12.1.3-1", 1, "orange-beach", "3 us-383-ri"),
    ("12.1.3-1", 1, "blue-beach", "3 us-382-ri"),
    ("12.1.3-1", 1, "yellow-beach", "3 us-32-ri, 3 us-184-ri, 1 us-17-ri"),
    (
        "12.1.4-2",
        2,
        "white-beach red-beach",
        "2 us-8-rc, 4 us-1-dc artillery, 4 us-24-di artillery",
    ),
    ("12.1.4-3", 2, "orange-beach blue-beach", "3 us-381-ri, 4 us-96-di artillery"),
    ("12.1.4-4", 2, "yellow-beach", "2 us-17-ri, 4 us-7-di artillery"),
    (
        "12.1.4-5",
        2,
        ANY,
        "3 armour, 1 tank-destroyers, 5 engineers, 2 artillery 3-1-5/4, 2 artillery 4-1-5/6",
    ),
    ("12.1.4-6", 3, ANY, "1 artillery 5-1-5/4"),
    ("12.1.4-7", 4, ANY, "3 us-21-ri"),
    (
        "12.1.4-8",
        6,
        ANY,
        "3 us-126-ri, 3 us-127-ri, 3 us-128-ri, 4 us-32-di artillery, 2 us-112-rc",
    ),
    (
        "12.1.4-9",
        7,
        ANY,
        (
            "2 us-187-rplan, 2 us-188-rplan, 3 us-511-rpqd, 3 us-11-daet artillery, "
            "3 us-503-rpqd, 1 artillery 1-1-7/2"
        ),
    ),
    ("12.1.4-10", 8, ANY, "2 artillery 3-1-5/4, 1 armour, 3 engineers"),
    ("12.1.4-11", 9, ANY, "1 artillery 2-1-6/3"),
    ("12.1.4-12", 10, ANY, "3 us-149-ri"),
    ("12.1.4-14", 11, ANY, "2 artillery 3-1-5/4, 2 artillery 4-1-5/6"),
]


@pytest.mark.parametrize(
    ("clause", "turn", "beaches", "units"),
    [case(f"leyte-{row[0]}", *row) for row in AMERICAN],
)
def test_americans_over_the_beaches(module, campaign, clause, turn, beaches, units):
    entries = [
        each
        for each in campaign.reinforcements
        if each.rule == f"leyte-{clause}" and list(each.where.get("regions", ())) == beaches.split()
    ]
    (entry,) = entries
    assert (entry.side, entry.turn, entry.when) == ("american", turn, "must")
    assert entry.where["kind"] == "regions"
    assert entry.where.get("landing") == ("assault" if turn == 1 else None)
    assert kinds(module, entry.units) == parsed(units)


def test_the_77th_division_lands_where_it_likes(module, campaign):
    infantry, guns = (e for e in campaign.reinforcements if e.where["kind"] == "coast")
    assert (infantry.turn, guns.turn) == (11, 12)
    assert infantry.when == guns.when == "must"
    assert dict(infantry.where) == {"kind": "coast", "landing": "assault"}
    assert dict(guns.where) == {"kind": "coast", "beside": "us-77-di"}
    assert kinds(module, infantry.units) == parsed("3 us-305-ri, 3 us-306-ri, 3 us-307-ri")
    assert kinds(module, guns.units) == parsed("4 us-77-di artillery")


JAPANESE = [
    ("12.1.2-4", 1, "albuera", "2 jp-41-ri, 1 jp-55-bg"),
    ("12.1.2-4", 1, "carigara", "1 jp-57-bg"),
    ("12.1.2-5", 2, "carigara", "1 jp-77-bg, 1 jp-78-bg"),
    ("12.1.2-6", 3, "albuera", "1 jp-41-ri"),
    (
        "12.1.2-7",
        4,
        "ormoc",
        (
            "3 jp-1-ri, 3 jp-49-ri, 3 jp-57-ri, 1 jp-12-ri, 1 jp-77-bg, 1 jp-78-bg, "
            "1 jp-102-di artillery, 1 jp-102-di engineers"
        ),
    ),
    (
        "12.1.2-8",
        5,
        "ormoc",
        "3 jp-1-rart, 1 jp-1-di cavalry, 1 jp-1-di engineers, 3 jp-13-ri, 1 jp-11-ri, 1 armour",
    ),
    ("12.1.2-10", 9, "ormoc", "1 jp-26-di cavalry, 1 jp-26-di engineers"),
    ("12.1.2-11", 10, "ormoc", "3 jp-5-ri, 1 jp-8-di artillery, 1 jp-8-di engineers, 1 marines"),
    ("12.1.2-12", 11, "palompon", "3 jp-77-ri"),
    ("12.1.2-12", 11, "tinago", "3 jp-68-bg"),
]


@pytest.mark.parametrize(
    ("clause", "turn", "port", "units"), [case(f"leyte-{row[0]}", *row) for row in JAPANESE]
)
def test_japanese_reinforcements(module, campaign, clause, turn, port, units):
    (entry,) = (
        each
        for each in campaign.reinforcements
        if each.rule == f"leyte-{clause}" and each.where.get("place") == port
    )
    assert (entry.side, entry.turn, entry.when) == ("japanese", turn, "must")
    assert entry.where["kind"] == "port"
    assert module.board.terrain_at(module.board.places[port].hex) == "port"
    assert kinds(module, entry.units) == parsed(units)


@pytest.mark.rule("leyte-12.1.2-9")
def test_paratroops_become_available(module, campaign):
    entries = [e for e in campaign.reinforcements if e.where["kind"] == "airborne"]
    shown = [(e.turn, kinds(module, e.units), e.when) for e in entries]
    assert shown == [(8, {"paratroops": 1}, "may"), (9, {"paratroops": 1}, "may")]
    assert module.rules["paratroops"]["units"] == [u for e in entries for u in e.units]


def test_every_reinforcement_was_compared(campaign):
    clauses = {f"leyte-{row[0]}" for row in AMERICAN + JAPANESE}
    clauses |= {"leyte-12.1.2-9", "leyte-12.1.4-13", "leyte-12.1.4-15"}
    assert {entry.rule for entry in campaign.reinforcements} == clauses
    assert len(campaign.reinforcements) == len(AMERICAN) + len(JAPANESE) + 4


def test_the_first_wave_finds_room(module, campaign):
    """No set of beaches receives more units than its hexes hold together."""
    wave = {
        e.where["regions"][0]: len(e.units)
        for e in campaign.reinforcements
        if e.turn == 1 and e.side == "american"
    }
    assert list(wave) == BEACHES
    assert sum(wave.values()) == 25
    for size in range(1, 6):
        for some in combinations(BEACHES, size):
            hexes = {hex for name in some for hex in module.board.regions[name].hexes}
            assert sum(wave[name] for name in some) <= module.rules["stacking"] * len(hexes)


def test_guerrillas(module, campaign):
    (free,) = campaign.free
    assert (free.side, set(free.units)) == ("american", {"ph-92-1", "ph-92-2"})
    assert dict(free.where) == {"kind": "region", "region": "south-of-road", "terrain": "mountain"}
    assert free.where["region"] in module.board.regions
    assert free.where["terrain"] in module.terrain


def test_withdrawals(module, campaign):
    shown = [(e.side, e.turn, kinds(module, e.units), e.when) for e in campaign.withdrawals]
    assert shown == [
        ("american", 8, {"us-19-ri": 3}, "must"),
        ("american", 12, {"us-503-rpqd": 3}, "must"),
    ]
    assert module.rules["withdrawal"] == {"reach": BEACHES}


def test_objectives(module, campaign):
    points = {goal.place: goal.points["american"] for goal in campaign.objectives}
    airfields = {p.id for p in module.board.places.values() if p.kind == "airfield"}
    assert points == {
        "ormoc": 30, "carigara": 20, "palompon": 10, "la-paz": 10, "albuera": 10, "tinago": 10,
    } | dict.fromkeys(airfields, 5)  # fmt: skip
    assert len(airfields) == 6
    for goal in campaign.objectives:
        assert (goal.owner, goal.points["japanese"]) == ("japanese", goal.points["american"])
        assert module.board.places[goal.place].hex == goal.hex


AIR = [
    (1, 1, 30, 0),
    (2, 3, 10, 5),
    (4, 8, 30, 5),
    (9, 10, 20, 3),
    (11, 12, 40, 2),
    (13, 15, 50, 0),
]


@pytest.mark.rule("leyte-6.0-1")
def test_air_points(campaign):
    american, japanese = campaign.pools
    assert (american.side, japanese.side) == ("american", "japanese")
    for first, last, us, jp in AIR:
        for turn in range(first, last + 1):
            assert (american.points(turn), japanese.points(turn)) == (us, jp)


@pytest.mark.rule("leyte-2.4.1-2")
def test_one_day_then_five_days_a_turn(module):
    months = {
        "pt": {10: "out.", 11: "nov.", 12: "dez."},
        "en": {10: "Oct", 11: "Nov", 12: "Dec"},
    }
    start = date(1944, 10, 20)
    for turn in module.turns:
        end = start + timedelta(days=0 if turn.turn == 1 else 4)
        for spoken, names in months.items():
            first, last = (f"{d.day} {names[d.month]}" for d in (start, end))
            if start == end:
                label = last
            elif start.month == end.month:
                label = f"{start.day}-{last}"
            else:
                label = f"{first}-{last}"
            assert turn.label[spoken] == f"{label} 1944"
        start = end + timedelta(days=1)
    assert start == date(1944, 12, 30)


@pytest.mark.rule("leyte-2.4.1-1")
def test_fifteen_turns(module, campaign):
    assert (campaign.first_turn, campaign.last_turn, len(module.turns)) == (1, 15, 15)
    assert module.board.tracks["turns"].spaces == tuple(range(1, 16))


@pytest.mark.rule("leyte-2.4.2-1")
def test_an_air_track_for_each_side(module, campaign):
    for pool in campaign.pools:
        assert module.board.tracks[f"air-{pool.side}"].spaces == tuple(range(1, 11))


@pytest.mark.rule("leyte-3.0-1")
def test_four_phases(module):
    phases = [(phase.side, phase.kind) for phase in module.sequence]
    assert phases == list(product(("american", "japanese"), ("movement", "combat")))
