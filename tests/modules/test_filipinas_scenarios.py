"""The short scenarios of Libertação das Filipinas: printed what says so, possible all of it.

In their files an entry with a clause is one of the lists; one without was made for the scenario,
and docs/modules/filipinas.md says from what.
"""

from collections import defaultdict

import pytest

from filipinas_data import beginnings, branch, leavings, supplied
from tabuleiro.module import find_module, load_module
from tabuleiro.module.places import holder_in
from tabuleiro.testing import table

MODULE = load_module(find_module("filipinas"))
BOARD, COUNTERS = MODULE.board, MODULE.counters
CAMPAIGN = MODULE.scenarios["campaign"]
BEGINS, LEAVES = beginnings(CAMPAIGN), leavings(CAMPAIGN)
SHORT = {
    "ashore": (1, 3),
    "a-day": (1, 5),
    "leyte-gulf": (1, 2),
    "lingayen-manila": (9, 13),
    "eighth-army": (14, 18),
}
AT_SEA_AT_ONCE = {f"us-task-force-{letter}" for letter in "abcdefghi"}

each_one = pytest.mark.parametrize("name", SHORT)


def scenario(name):
    return MODULE.scenarios[name]


def printed_turn(unit):
    """The turn from which the lists have a counter."""
    return int(BEGINS[unit]) if BEGINS[unit].isdigit() and len(BEGINS[unit]) < 3 else 1


def stacks(name):
    found = defaultdict(list)
    for entry in scenario(name).setup:
        found[entry.hex] += [COUNTERS[unit] for unit in entry.units]
    return found


def test_all_are_there():
    assert {name: (s.first_turn, s.last_turn) for name, s in MODULE.scenarios.items()} == {
        "campaign": (1, 30),
        **SHORT,
    }


def test_a_day_is_the_beginning_of_the_campaign():
    """But for two groups that wait for a carrier of turn 8, which is not in it."""
    day = scenario("a-day")
    later = tuple(entry for entry in CAMPAIGN.setup if holder_in(entry.hex) == "us-dpa-35")
    assert [entry.units for entry in later] == [("us-vc-90", "us-voc-1")]
    assert day.setup == tuple(entry for entry in CAMPAIGN.setup if entry not in later)
    assert day.free == CAMPAIGN.free
    for key in ("reinforcements", "withdrawals"):
        whole = getattr(CAMPAIGN, key)
        assert getattr(day, key) == tuple(entry for entry in whole if entry.turn <= 5), key


@each_one
class TestPrinted:
    def test_set_up(self, name):
        printed = {(u, e.hex, e.reduced) for e in CAMPAIGN.setup for u in e.units}
        for entry in scenario(name).setup:
            if entry.rule:
                assert {(u, entry.hex, entry.reduced) for u in entry.units} <= printed, entry

    def test_free_placement(self, name):
        lists = {u: (dict(e.where), e.rule) for e in CAMPAIGN.free for u in e.units}
        for entry in scenario(name).free:
            if entry.rule:
                assert {*entry.units} <= lists.keys()
                assert all(lists[u] == (dict(entry.where), entry.rule) for u in entry.units)

    @pytest.mark.rule("filipinas-4.2.1-1", "filipinas-4.2.1-2", "filipinas-7.0-10")
    def test_arrivals(self, name):
        lists = {u: (e.turn, dict(e.where)) for e in CAMPAIGN.reinforcements for u in e.units}
        for entry in scenario(name).reinforcements:
            for unit in entry.units:
                if entry.rule:
                    assert lists[unit] == (entry.turn, dict(entry.where)), unit

    @pytest.mark.rule("filipinas-4.2.2-1", "filipinas-7.0-10")
    def test_withdrawals(self, name):
        """Whoever is in play leaves in the turn of the lists, and in no other."""
        here = scenario(name)
        ours = leavings(here)
        in_play = set(here.pieces(MODULE))
        due = {u: t for u, t in LEAVES.items() if u in in_play and t <= here.last_turn}
        if name == "ashore":  # the lists take nobody off in its turns who fights on land
            assert not due
        assert ours == due
        assert all(turn >= here.first_turn for turn in due.values())

    @pytest.mark.rule("filipinas-15.2-1", "filipinas-15.2-2")
    def test_points_of_islands(self, name):
        lists = {goal.region: (goal.points, goal.when) for goal in CAMPAIGN.objectives}
        for goal in scenario(name).objectives:
            assert bool(goal.rule) == bool(goal.region)
            if goal.region:
                assert (goal.points, goal.when) == lists[goal.region]

    def test_replacements(self, name):
        here = scenario(name)
        lists = {pool.id: pool for pool in CAMPAIGN.pools}
        for pool in here.pools:
            whole = lists[pool.id]
            assert (pool.types, pool.saved, pool.side) == (whole.types, whole.saved, whole.side)
            first = here.first_turn
            turns = range(first, here.last_turn + 1)
            assert [pool.per_turn[turn - first] for turn in turns] == [
                whole.points(turn) for turn in turns
            ]


@each_one
class TestPossible:
    def test_nobody_comes_before_his_time(self, name):
        here = scenario(name)
        for entry in (*here.setup, *here.free):
            late = [u for u in entry.units if printed_turn(u) > here.first_turn]
            assert not late, entry
        for entry in here.reinforcements:
            assert all(printed_turn(u) <= entry.turn for u in entry.units), entry

    def test_stacks_are_lawful(self, name):
        fields = {
            p.hex: p.kind for p in BOARD.places.values() if p.kind in {"airfield", "air-base"}
        }
        built = {m.hex for m in scenario(name).markers if m.marker == "airfield-built"}
        room = {"airfield": 3, "air-base": 6}
        for hex, pieces in stacks(name).items():
            if hex not in BOARD.grid:
                continue
            count = {each: [p for p in pieces if branch(p) == each] for each in ("land", "air")}
            assert len(count["land"]) <= (2 if hex in BOARD.regions["corregidor"].hexes else 6), hex
            assert len(count["air"]) <= room.get(
                fields.get(hex, "airfield" if hex in built else ""), 0
            )
            afloat = BOARD.terrain_at(hex) == "sea"
            assert afloat == any(branch(p) in {"naval", "force"} for p in pieces), hex
            assert len({p.side for p in pieces}) == 1, hex
        ground = {"open", "rough", "village", "city"}
        assert {BOARD.terrain_at(hex) for hex in built} <= ground

    def test_carriers_hold_their_groups(self, name):
        """What fits where the format checks; here that the kind of the group is the ship's."""
        kinds = set(MODULE.rules["carriers"]["kinds"])
        for place, pieces in stacks(name).items():
            holder = holder_in(place)
            if holder is not None and COUNTERS[holder].type == "carriers":
                assert all(kinds & {*group.tags} <= {*COUNTERS[holder].tags} for group in pieces)

    def test_letters_lead_their_ships(self, name):
        """A force is a letter at sea or with the fleet, with its ships inside of it."""
        pools = set(MODULE.rules["forces"]["pools"].values())
        at = {piece.id: place for place, pieces in stacks(name).items() for piece in pieces}
        letters = {u for u in at if branch(COUNTERS[u]) == "force"}
        for letter in letters:
            assert (letter in AT_SEA_AT_ONCE) == (at[letter] in BOARD.grid) or name != "leyte-gulf"
            assert at[letter] in pools or (name == "leyte-gulf" and stacks(name)[f"in:{letter}"])
        assert len(letters) == (0 if name == "ashore" else 52)

    def test_garrisons_keep_to_their_islands(self, name):
        homes = MODULE.rules["garrisons"]
        for hex, pieces in stacks(name).items():
            for piece in pieces:
                if piece.id in homes:
                    assert hex in BOARD.regions[homes[piece.id]].hexes

    def test_japanese_troops_have_a_line(self, name):
        """To a city or port, but not through American ones (10.2)."""
        found = stacks(name)
        american = {h for h, ps in found.items() if {"us"} == {p.side for p in ps}}
        ports = {p.hex for p in BOARD.places.values() if p.kind == "port"} - american
        for hex, pieces in found.items():
            if hex in BOARD.grid and any(p.side == "jp" and branch(p) == "land" for p in pieces):
                assert supplied(BOARD, hex, ports, shut=american), hex

    def test_words(self, name):
        for words in (scenario(name).name, scenario(name).text):
            assert words["pt"] != words["en"]
            assert all(words.values())


def test_lands_that_are_american_already_bear_a_flag():
    for name, islands in (
        ("lingayen-manila", {"leyte", "samar", "mindoro"}),
        ("eighth-army", {"leyte", "samar", "mindoro", "luzon"}),
    ):
        here = scenario(name)
        flags = {m.hex for m in here.markers if m.marker == "us-flag"}
        scoring = {goal.region for goal in CAMPAIGN.objectives}
        assert {r for r in scoring if flags & BOARD.regions[r].hexes} == islands
        scored = {goal.region for goal in here.objectives}
        assert not scored & islands
        japanese = {h for h, ps in stacks(name).items() if ps[0].side == "jp"}
        assert not any(japanese & BOARD.regions[r].hexes for r in islands)


def test_the_lesson_brings_who_is_due_to_its_hexes_and_feeds_all():
    t = table("filipinas", "us-reinforcement", {}, scenario="ashore", turn=2)
    assert t.place("us-art-x") == "4437"
    assert t.place("us-1122-eng-comb") == "4438"
    full = dict.fromkeys(
        ("us-17-ri", "us-32-ri", "us-184-ri", "us-381-ri", "us-382-ri", "us-383-ri"), "4438"
    )
    t = table("filipinas", "us-reinforcement", full, scenario="ashore", turn=2)
    assert t.place("us-1122-eng-comb") == "off"  # it waits until there is room
    ashore = {"us-17-ri": "4438", "jp-9-ri": "4137"}
    t = table("filipinas", "us-movement", ashore, scenario="ashore", turn=3).act("end-phase")
    assert not t.s.marked("us-17-ri", "out-of-supply")
