"""Section 7: losses, replacement points, what they restore and where."""

import pytest

from asking import take_loss
from papua_scenes import at, bases, hurt, scene
from tabuleiro.engine.change import Change
from tabuleiro.testing import action

A, B, C = "au-39", "au-49", "au-3"
US, GUN, ENG = "us-126-1", "au-art-14", "us-eng-43-1"
P40, P40B, RAAF, TRANSPORT, SEAPLANE = (
    "us-fs-8",
    "us-fs-7",
    "au-raaf-75",
    "us-ts-6",
    "jp-yokohama-1",
)
PORT, JACKSON, DURAND, KOKODA, TOWNSVILLE = "0518", "0618", "0517", "0915", "0928"
POINTS = {
    "au-infantry.allied": 5, "au-artillery.allied": 5, "au-air.allied": 5, "us-infantry.allied": 5,
    "us-air.allied": 5, "jp-infantry.japanese": 5, "jp-artillery.japanese": 5, "jp-air.japanese": 5,
}  # fmt: skip


def recovering(*pieces, side="allied", marks=None, **more):
    """The recovery phase of a side, with a base in Port Moresby and five points in each pool."""
    more.setdefault("tracks", POINTS)
    return scene(f"{side}-recovery", *pieces, marks={**bases("allied", PORT), **(marks or {})},
                 **more)  # fmt: skip


def dead(*pieces, base=None):
    """Destroyed pieces, squadrons with the base where they were."""
    marks = [f"fell-{base}"] if base else []
    return {piece: {"place": "dead", "losses": 1, "marks": marks} for piece in pieces}


def points(t, pool):
    return t.s.position.tracks[pool]


def phase_is_over(t):
    return t.phase != "allied-recovery"


# ------------------------------------------------------------------------------ losses


@pytest.mark.rule("papua-7.0-1")
@pytest.mark.parametrize(("piece", "full", "reduced"), [
    ("au-9", (3, 3, 8), (1, 2, 8)),
    ("jp-41-1", (4, 5, 8), (2, 3, 8)),
    (US, (2, 3, 8), (1, 2, 8)),
])  # fmt: skip
def test_a_loss_turns_a_unit_over_and_leaves_its_movement(piece, full, reduced):
    names = ("attack", "defense", "move")
    t = scene("allied-disease", at("0919", piece), dice=(1,))
    if t.s.side(piece) == "japanese":
        t = scene("japanese-disease", at("0919", piece), dice=(1,))
    assert t.losses(piece) == 1
    assert tuple(t.s.value(piece, name) for name in names) == reduced
    whole = scene("allied-movement", at("0919", piece))
    assert tuple(whole.s.value(piece, name) for name in names) == full


@pytest.mark.rule("papua-7.0-1")
def test_reduced_aircraft_keep_their_range():
    t = recovering(hurt(JACKSON, P40), hurt(JACKSON, A), side="allied")
    assert [t.s.value(P40, name) for name in ("land", "air", "range")] == [1, 4, 37]


# ------------------------------------------------------------------------------ points


@pytest.mark.rule("papua-3.0-1", "papua-7.1-1", "papua-2.4.3-1")
@pytest.mark.parametrize(("turn", "gained"), [
    (2, (2, 0, 3, 0, 3, 1, 0, 5)),
    (4, (2, 1, 3, 0, 3, 1, 0, 3)),
    (7, (2, 0, 3, 1, 3, 1, 0, 3)),
])  # fmt: skip
def test_all_pools_are_filled_as_the_turn_begins(turn, gained):
    t = scene("replacements", at("0405", "jp-41-1"), turn=turn, tracks=POINTS)
    assert tuple(t.s.position.tracks[pool] - 5 for pool in POINTS) == gained
    assert t.phase.startswith("japanese")  # before the Japanese could do anything


@pytest.mark.rule("papua-7.1-1")
def test_a_side_spends_its_points_in_its_own_half_turn():
    pieces = {**hurt(JACKSON, A), **hurt("0403", "jp-39-1")}
    t = recovering(pieces, side="japanese")
    assert not t.allows(action("restore", A))
    assert {move.piece for move in t.legal("restore")} == {"jp-39-1"}
    t = recovering(pieces)
    assert {move.piece for move in t.legal("restore")} == {A}


@pytest.mark.rule("papua-7.1-9")
def test_points_that_are_not_spent_are_saved():
    t = scene("replacements", at("0405", "jp-41-1"), turn=1, tracks={})
    for turn in (2, 3):
        assert points(t, "jp-infantry.japanese") == turn - 1
        t.set("replacements", {}, keep=True, turn=turn)
    assert points(t, "jp-infantry.japanese") == 3


@pytest.mark.rule("papua-7.1-2")
def test_a_point_restores_a_land_unit():
    t = recovering(hurt(JACKSON, A, B), hurt(PORT, C), tracks={"au-infantry.allied": 2})
    t.do(action("restore", A), action("restore", C))
    assert (t.losses(A), t.losses(B), t.losses(C)) == (0, 1, 0)
    assert points(t, "au-infantry.allied") == 0
    assert phase_is_over(t)


@pytest.mark.rule("papua-7.1-2")
def test_nobody_must_spend_anything():
    t = recovering(hurt(JACKSON, A))
    assert action("restore", A) in t.legal("restore")
    assert phase_is_over(t.end())
    assert t.losses(A) == 1


@pytest.mark.rule("papua-7.1-3", "papua-7.1-13")
def test_an_air_point_is_worth_a_stage():
    pieces = {**hurt(JACKSON, P40, P40B)}
    t = recovering(pieces, tracks={"us-air.allied": 2}).do(
        action("restore", P40), action("restore", P40B)
    )
    assert (t.losses(P40), t.losses(P40B)) == (0, 0)
    assert points(t, "us-air.allied") == 0
    t = recovering(dead(P40, base=JACKSON), tracks={"us-air.allied": 2}).do(
        action("rebuild", P40, JACKSON)
    )
    assert (t.place(P40), t.losses(P40), points(t, "us-air.allied")) == (JACKSON, 1, 1)
    t.do(action("restore", P40))
    assert (t.losses(P40), points(t, "us-air.allied")) == (0, 0)
    t = recovering(dead(P40, P40B, base=JACKSON), tracks={"us-air.allied": 2})
    t.do(action("rebuild", P40, JACKSON), action("rebuild", P40B, JACKSON))
    assert (t.losses(P40), t.losses(P40B)) == (1, 1)
    assert points(t, "us-air.allied") == 0


@pytest.mark.rule("papua-7.1-3")
def test_without_a_point_nothing_happens():
    t = recovering(hurt(JACKSON, P40, A), tracks={"us-air.allied": 0, "au-infantry.allied": 1})
    assert t.refuses(action("restore", P40)) == "papua-7.1-5"
    assert t.allows(action("restore", A))


@pytest.mark.rule("papua-7.1-4", "papua-2.2-2")
@pytest.mark.parametrize(("piece", "pool"), [(US, "au-infantry"), (A, "us-infantry"),
                                             (P40, "au-air"), (RAAF, "us-air")])  # fmt: skip
def test_points_are_for_one_nation(piece, pool):
    t = recovering(hurt(JACKSON, piece, A, US), tracks={f"{pool}.allied": 3})
    other = A if pool.startswith("au") else US
    if "air" in pool:
        t = recovering(hurt(JACKSON, piece, P40, RAAF), tracks={f"{pool}.allied": 3})
        other = RAAF if pool.startswith("au") else P40
    assert t.refuses(action("restore", piece)) == "papua-7.1-4"
    assert t.allows(action("restore", other))


@pytest.mark.rule("papua-7.1-5")
def test_each_line_serves_its_own_kinds():
    jp = at("0405", "jp-144-1")
    kinds = ("jp-eng-15", "jp-para-1", "jp-kure-3", "jp-41-1")
    t = recovering(jp, hurt("0403", *kinds, "jp-art-14-1", "jp-tainan-1"), side="japanese",
                   tracks={"jp-infantry.japanese": 3})  # fmt: skip
    assert t.refuses(action("restore", "jp-art-14-1")) == "papua-7.1-5"
    assert t.refuses(action("restore", "jp-tainan-1")) == "papua-7.1-5"
    assert {move.piece for move in t.legal("restore")} == set(kinds)
    t = recovering(jp, hurt("0403", *kinds, "jp-art-14-1", "jp-tainan-1"), side="japanese",
                   tracks={"jp-artillery.japanese": 3})  # fmt: skip
    assert {move.piece for move in t.legal("restore")} == {"jp-art-14-1"}
    t = recovering(jp, hurt("0403", *kinds, "jp-art-14-1", "jp-tainan-1"), side="japanese",
                   tracks={"jp-air.japanese": 3})  # fmt: skip
    assert {move.piece for move in t.legal("restore")} == {"jp-tainan-1"}


# ------------------------------------------------------------------- where, and who not


@pytest.mark.rule("papua-7.1-6")
def test_engaged_units_are_restored_if_they_are_supplied():
    t = recovering(hurt(KOKODA, A), at("1015", "jp-41-1"), at(JACKSON, B))
    assert t.allows(action("restore", A))
    round_ = {**at("0817", "jp-41-1"), **at("1018", "jp-41-2"), **at("0110", "jp-144-1")}
    t = recovering(hurt(KOKODA, A), hurt(JACKSON, B), round_)
    assert t.refuses(action("restore", A)) == "papua-9.0-10"


@pytest.mark.rule("papua-9.0-10", "papua-7.1-6")
def test_units_without_supply_are_not_restored():
    t = recovering(hurt(KOKODA, A, P40), hurt(JACKSON, B), marks={KOKODA: ["interdicted"]})
    assert t.refuses(action("restore", A)) == "papua-9.0-10"
    assert t.refuses(action("restore", P40)) == "papua-9.0-10"
    assert t.do(action("restore", B)).losses(B) == 0


@pytest.mark.rule("papua-7.1-7")
def test_a_restored_unit_is_marked_until_its_sides_next_half_turn():
    t = recovering(hurt(JACKSON, A, P40), hurt(PORT, B)).do(
        action("restore", A), action("restore", P40)
    )
    assert t.s.marked(A, "restored")
    assert not t.s.marked(B, "restored")
    assert not t.s.marked(P40, "restored")
    t.set("allied-disease", {}, keep=True, turn=6)
    assert not t.s.marked(A, "restored")


@pytest.mark.rule("papua-7.1-7")
def test_a_restored_unit_moves_and_does_not_attack():
    pieces = {**hurt(KOKODA, A), **at(KOKODA, B), **at("1015", "jp-41-1")}
    t = recovering(pieces).do(action("restore", A)).end()
    t.set("allied-movement", {}, keep=True, marks=bases("allied", PORT))
    assert t.allows(t.move(A, "0916"))
    t.set("allied-combat", {}, keep=True, marks=bases("allied", PORT))
    joining = {getattr(deed, "piece", None) for deed in _attackers(t, "1015")}
    assert B in joining
    assert A not in joining


def _attackers(t, target):
    """What may be done once an attack on a hex is begun."""
    begin = next(a for a in t.legal() if getattr(a, "hex", getattr(a, "target", None)) == target)
    return t.do(begin).legal()


@pytest.mark.rule("papua-7.1-10")
@pytest.mark.parametrize(("place", "good"), [
    (JACKSON, True), (PORT, True), ("1214", True), ("1315", True), ("0921", True),
    ("0919", False), ("0817", False), ("1015", False),
])  # fmt: skip
def test_land_units_are_restored_in_the_open_in_towns_and_on_airfields(place, good):
    t = recovering(hurt(place, A), hurt(PORT, B))
    assert t.allows(action("restore", A)) is good
    if not good:
        assert t.refuses(action("restore", A)) == "papua-7.1-10"


@pytest.mark.rule("papua-7.1-10")
def test_a_built_airfield_will_do():
    t = recovering(hurt("0919", A), hurt(PORT, B), marks={"0919": ["airfield"]})
    assert t.allows(action("restore", A))


@pytest.mark.rule("papua-7.1-10", "papua-7.1-3")
def test_aircraft_are_restored_whatever_the_ground_of_their_base():
    t = recovering(hurt("0919", P40), at(PORT, B))
    assert t.do(action("restore", P40)).losses(P40) == 0


@pytest.mark.rule("papua-7.1-11")
def test_land_units_that_were_destroyed_stay_destroyed():
    t = recovering(dead(A), hurt(PORT, B))
    assert t.refuses(action("restore", A)) == "papua-7.1-11"
    assert t.refuses(action("rebuild", A, PORT)) == "papua-7.1-11"
    assert not t.legal(piece=A)


@pytest.mark.rule("papua-7.1-12")
@pytest.mark.parametrize(("landed", "good"), [(KOKODA, True), ("", False)])
def test_units_that_aircraft_supply_are_restored_if_one_landed(landed, good):
    flown = {"air-supply": {"5": {A: {"by": TRANSPORT, "landed": landed}}}}
    t = recovering(hurt(KOKODA, A, B), hurt(PORT, C), at("0817", "jp-41-1"), at("1018", "jp-41-2"),
                   at("0110", "jp-144-1"), facts=flown)  # fmt: skip
    assert t.allows(action("restore", A)) is good
    if not good:
        assert t.refuses(action("restore", A)) == "papua-7.1-12"
    assert (
        t.refuses(action("restore", B)) == "papua-9.0-10"
    )  # what one transport brings is for one unit


@pytest.mark.rule("papua-7.1-15")
def test_the_a24_never_recovers():
    t = recovering(hurt(JACKSON, "us-bs-8", P40))
    assert t.refuses(action("restore", "us-bs-8")) == "papua-7.1-15"
    t = recovering(dead("us-bs-8", base=JACKSON), hurt(JACKSON, P40))
    assert t.refuses(action("rebuild", "us-bs-8", JACKSON)) == "papua-7.1-15"


# ------------------------------------------------------------------------- squadrons


@pytest.mark.rule("papua-7.1-14")
def test_a_squadron_returns_to_its_old_airfield():
    t = recovering(dead(P40, base=JACKSON), at(JACKSON, P40B, "us-fs-9"))
    assert {move.hex for move in t.legal("rebuild")} == {JACKSON}
    assert t.refuses(action("rebuild", P40, TOWNSVILLE)) == "papua-7.1-14"
    assert t.do(action("rebuild", P40, JACKSON)).place(P40) == JACKSON


@pytest.mark.rule("papua-7.1-14")
@pytest.mark.parametrize("why", ["full", "damaged", "captured"])
def test_it_may_go_elsewhere_if_that_is_full_damaged_or_captured(why):
    more = {
        "full": {"marks": {}},
        "damaged": {"marks": {JACKSON: ["airfield-damaged"]}},
        "captured": {"control": {JACKSON: "japanese"}},
    }[why]
    there = at(JACKSON, P40B, "us-fs-9", "us-fs-35") if why == "full" else {}
    t = recovering(dead(P40, base=JACKSON), there, at(DURAND, "us-fs-36"), **more)
    ways = {move.hex for move in t.legal("rebuild")}
    assert JACKSON not in ways
    assert {DURAND, TOWNSVILLE} <= ways
    assert t.refuses(action("rebuild", P40, JACKSON)) == "papua-7.1-14"
    assert t.do(action("rebuild", P40, DURAND)).place(P40) == DURAND


@pytest.mark.rule("papua-7.1-14")
def test_the_old_airfield_is_where_the_squadron_was_destroyed():
    t = recovering(hurt(JACKSON, P40), at(JACKSON, A))
    change = Change(t.s, "test")
    take_loss(change, P40, "")
    assert change.place(P40) == "dead"
    t.game.test(change.events, {"type": "loss"})
    t.set("allied-recovery", {}, keep=True, turn=6, marks=bases("allied", PORT))
    assert {move.hex for move in t.legal("rebuild")} == {JACKSON}
    t.do(action("rebuild", P40, JACKSON))
    assert t.s.piece(P40).marks == ()


@pytest.mark.rule("papua-7.1-8")
def test_aircraft_may_fly_in_the_turn_in_which_they_are_back():
    t = recovering(dead(P40, base=JACKSON), tracks={"us-air.allied": 2})
    t.do(action("rebuild", P40, JACKSON), action("restore", P40))
    t.set("allied-movement", {}, keep=True, marks=bases("allied", PORT))
    assert t.legal("transfer", piece=P40)


@pytest.mark.rule("papua-7.1-14")
def test_the_seaplane_returns_to_its_sea_hex():
    t = recovering(dead(SEAPLANE, base="2702"), at("2603", "jp-tainan-1"), side="japanese", turn=2)
    assert [move.hex for move in t.legal("rebuild")] == ["2702"]


@pytest.mark.rule("papua-13.1-3")
def test_a_squadron_whose_turn_to_leave_has_passed_is_not_rebuilt():
    for turn, good in ((2, True), (3, False)):
        t = recovering(dead("jp-chitose-1", base="2603"), hurt("2603", "jp-tainan-1"),
                       side="japanese", turn=turn)  # fmt: skip
        assert t.allows(action("rebuild", "jp-chitose-1", "2603")) is good


@pytest.mark.rule("papua-6.5-3", "papua-7.1-14")
def test_nobody_is_rebuilt_on_an_airfield_that_was_taken_since_the_last_movement():
    t = recovering(dead(P40, base=DURAND), hurt(PORT, A), marks={DURAND: ["airfield-taken"]})
    assert t.refuses(action("rebuild", P40, DURAND)) == "papua-7.1-14"
    assert DURAND not in {action.hex for action in t.legal("rebuild")}
    t.do(action("rebuild", P40, JACKSON))


# ------------------------------------------------------------------------------ ships


@pytest.mark.rule("papua-7.1-16")
@pytest.mark.parametrize(("turn", "losses"), [(10, 1), (11, 0)])
def test_a_reduced_ship_is_whole_again_in_an_odd_turn(turn, losses):
    t = recovering(hurt("1526", "us-naval"), hurt(PORT, A), turn=turn, tracks={
        "au-infantry.allied": 1})  # fmt: skip
    assert t.losses("us-naval") == losses
    assert points(t, "au-infantry.allied") == 1


@pytest.mark.rule("papua-7.1-16")
def test_a_ship_that_is_off_the_board_recovers_too():
    t = recovering(hurt("exit.south", "us-naval"), hurt(PORT, A), turn=11)
    assert t.losses("us-naval") == 0


@pytest.mark.rule("papua-7.1-16")
def test_a_destroyed_ship_returns_reduced_in_an_odd_turn_and_whole_two_later():
    t = recovering(dead("us-naval"), hurt(PORT, A), turn=10)
    assert t.refuses(action("rebuild", "us-naval", "1526")) == "papua-7.1-16"
    t.set("allied-recovery", {}, keep=True, turn=11, marks=bases("allied", PORT))
    assert t.refuses(action("rebuild", "us-naval", PORT)) == "papua-7.1-16"
    t.do(action("rebuild", "us-naval", "1526"))
    assert (t.place("us-naval"), t.losses("us-naval")) == ("1526", 1)
    t.set("allied-recovery", {}, keep=True, turn=12, marks=bases("allied", PORT))
    assert t.losses("us-naval") == 1
    t.set("allied-recovery", {}, keep=True, turn=13, marks=bases("allied", PORT))
    assert t.losses("us-naval") == 0


@pytest.mark.rule("papua-7.1-16")
def test_a_ship_that_comes_back_is_not_restored_in_the_same_turn():
    t = recovering(dead("us-naval"), hurt(PORT, A), turn=11, tracks={"au-infantry.allied": 1})
    t.do(action("rebuild", "us-naval", "1526"))
    assert t.refuses(action("restore", "us-naval")) == "papua-7.1-16"
    assert "us-naval" not in {action.piece for action in t.legal("restore")}
    assert t.losses("us-naval") == 1


@pytest.mark.rule("papua-7.1-16")
def test_a_ship_returns_to_its_own_waters_and_not_after_its_withdrawal():
    t = recovering(dead("jp-naval"), hurt("0405", "jp-39-1"), side="japanese", turn=7)
    ways = {move.hex for move in t.legal("rebuild")}
    assert "1412" in ways
    assert not ways & t.s.board.regions["south-sea"].hexes
    t = recovering(dead("jp-naval"), hurt("0405", "jp-39-1"), side="japanese", turn=9)
    assert not t.allows(action("rebuild", "jp-naval", "1412"))


# ---------------------------------------------------------------------------- example


@pytest.mark.rule("papua-ex-7.1")
def test_example_of_7_1():
    pools = {
        "au-infantry.allied": 2,
        "us-infantry.allied": 1,
        "au-air.allied": 2,
        "us-air.allied": 2,
    }
    land = hurt(JACKSON, A, B, C, US, "us-126-2")
    air = {**hurt(DURAND, "au-raaf-30", "au-raaf-31"), **dead(P40, base=TOWNSVILLE)}
    t = recovering(land, air, tracks=pools)
    t.do(action("restore", A), action("restore", B), action("restore", US))
    assert t.refuses(action("restore", C))
    assert t.refuses(action("restore", "us-126-2"))
    t.do(action("restore", "au-raaf-30"), action("restore", "au-raaf-31"))
    t.do(action("rebuild", P40, TOWNSVILLE))
    assert t.losses(P40) == 1
    assert points(t, "us-air.allied") == 1  # may be saved
    t.do(action("restore", P40))
    assert t.losses(P40) == 0
    assert set(t.s.position.tracks.values()) == {0}
