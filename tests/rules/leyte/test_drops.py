"""Section 4.4: the Japanese paratroops."""

import pytest

from asking import LOST
from leyte_scenes import at, land, moving, rules_against, scene
from tabuleiro.testing import action

P, Q = "jp-3-rpqd", "jp-4-rpqd"
A, B, C, D = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1", "us-184-ri-1"
J, K, L, M = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1", "jp-1-ri-1"
FIELD = "2211"


def dropping(turn=9, *pieces, dice=(1,), waiting=(P, Q), **more):
    return moving("japanese", *pieces, turn=turn, waiting=waiting, dice=dice, **more)


@pytest.mark.rule("leyte-4.4-1")
@pytest.mark.parametrize(("turn", "ready"), [(7, set()), (8, {P}), (9, {P, Q}), (12, {P, Q})])
def test_one_from_turn_8_the_other_from_turn_9(turn, ready):
    t = dropping(turn)
    assert {drop.piece for drop in t.legal("drop")} == ready
    for piece in {P, Q} - ready:
        assert t.refuses(action("drop", piece, FIELD)) == "leyte-4.4-1"


@pytest.mark.rule("leyte-4.4-2")
@pytest.mark.parametrize("turn", [8, 10, 12, 14])
def test_nobody_must_drop_at_once(turn):
    assert dropping(turn).allows(action("end-phase"))
    t = dropping(turn).do(action("drop", P, FIELD))
    assert t.place(P) == FIELD


@pytest.mark.rule("leyte-4.4-3")
@pytest.mark.parametrize(
    ("place", "fit"),
    [("2211", True), ("2215", True), ("2317", True), ("1217", True), ("1912", False),
     ("1712", False), ("2610", False)],
)  # fmt: skip
def test_ground_for_drops(place, fit):
    t = dropping()
    assert t.allows(action("drop", P, place)) is fit
    assert (action("drop", P, place) in t.legal("drop")) is fit
    if not fit:
        assert t.refuses(action("drop", P, place)) == "leyte-4.4-3"


@pytest.mark.rule("leyte-4.4-3")
@pytest.mark.parametrize("there", [[A], ["ph-92-1"], [J, K, L, M]])
def test_no_drop_on_enemies_or_a_full_hex(there):
    t = dropping(9, at(FIELD, *there))
    assert t.refuses(action("drop", P, FIELD)) == "leyte-4.4-3"
    assert t.allows(action("drop", P, "2212"))
    assert dropping(9, at(FIELD, J, K, L)).allows(action("drop", P, FIELD))


@pytest.mark.rule("leyte-4.4-4")
def test_one_drop_a_turn():
    t = dropping().do(action("drop", P, FIELD))
    assert rules_against(t, action("drop", Q, FIELD)) == {"4.4-4"}
    assert t.legal("drop") == []
    t.end().end().end().end()
    assert (t.s.turn, t.phase) == (10, "japanese-movement")
    assert t.dice(1).do(action("drop", Q, FIELD)).place(Q) == FIELD


@pytest.mark.rule("leyte-4.4-5")
@pytest.mark.parametrize(("die", "losses"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 1), (6, 0)])
def test_one_die_for_each_drop(die, losses):
    t = dropping(dice=(die, 6)).do(action("drop", P, FIELD))
    assert t.losses(P) == losses
    assert t.s.position.dice.queue == (6,)


@pytest.mark.rule("leyte-4.4-6")
def test_no_step_before_friends_come():
    t = dropping().do(action("drop", P, FIELD))
    t.end().end().end().end()
    assert t.phase == "japanese-movement"
    assert t.refuses(t.move(P, "2212")) == "leyte-4.4-6"
    assert t.reach(P) == set()


@pytest.mark.rule("leyte-4.4-6")
def test_contact_is_made_when_the_phase_begins_and_for_good():
    lost = {P: {"place": FIELD, "marks": [LOST]}}
    t = moving("japanese", lost, at("2214", J), turn=10)
    t.go(J, "2213", "2212")
    assert t.refuses(t.move(P, "2111")) == "leyte-4.4-6"
    t.end().end().end().end()
    assert t.phase == "japanese-movement"
    t.go(J, "2213", "2313").go(P, "2111")
    t.end().end().end().end()
    assert t.allows(t.move(P, "2211"))


@pytest.mark.rule("leyte-4.4-6")
def test_other_lost_paratroops_are_no_contact():
    both = {p: {"place": FIELD, "marks": [LOST]} for p in (P, Q)}
    t = moving("japanese", both, turn=10)
    assert t.refuses(t.move(P, "2111")) == "leyte-4.4-6"
    t = moving("japanese", both, at("2212", J), turn=10)
    assert t.allows(t.move(P, "2111"))
    assert t.allows(t.move(Q, "2111"))


@pytest.mark.rule("leyte-4.4-6")
def test_a_retreat_is_allowed():
    lost = {P: {"place": FIELD, "marks": [LOST]}}
    t = scene("american-combat", lost, at("2310", A, B), dice=(1, 1), tracks={"air.american": 9})
    t.attack(FIELD, A, B)
    assert t.told()["code"] == "DRI AVI"
    t.retreat(P, "2110")
    assert t.place(P) == "2110"


@pytest.mark.rule("leyte-4.4-7", "leyte-4.4-8")
def test_no_drop_on_turn_15_but_a_landing():
    t = dropping(15)
    assert t.refuses(action("drop", P, FIELD)) == "leyte-4.4-7"
    assert t.go(P, "1217").place(P) == "1217"


@pytest.mark.rule("leyte-4.4-8")
def test_a_landing_at_a_port_or_airfield_needs_no_die():
    t = dropping(9, dice=(4,))
    fields = {
        "1217",
        "1409",
        "0415",
        "1520",
        "0204",
        "2611",
        "2518",
        "2317",
        "2318",
        "2218",
        "1113",
    }
    assert {place for place in t.s.board.grid if t.allows(t.move(P, place))} == fields
    t.go(P, "1217").go(Q, "1113", "1112")
    assert t.losses(P) == t.losses(Q) == 0
    assert t.s.position.dice.queue == (4,)
    assert t.go(P, "1216").place(P) == "1216"
    t = dropping(9, control={"1217": "american", "1113": "american"})
    assert not t.allows(t.move(P, "1217"))
    assert not t.allows(t.move(P, "1113"))
    t.do(action("drop", P, "1217"))  # that is a drop, with its die
    assert t.go(Q, "1409").place(Q) == "1409"


@pytest.mark.rule("leyte-4.4-9")
def test_a_drop_beside_the_enemy():
    t = dropping(9, at("2210", A), dice=(3,)).do(action("drop", P, FIELD))
    assert t.losses(P) == 1
    assert t.reach(P) == set()
    t.end()
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"


@pytest.mark.rule("leyte-4.4-9")
@pytest.mark.parametrize("phase", ["american-movement", "american-combat", "japanese-combat"])
def test_drops_in_no_other_phase(phase):
    t = scene(phase, at("2620", A), turn=11, waiting=[P, Q])
    assert t.legal("drop") == []
    assert not t.allows(action("drop", P, FIELD))
    if phase == "american-movement":
        assert land(t, A, "2615").place(A) == "2615"


@pytest.mark.rule("leyte-4.4-9", "leyte-4.1.2-12")
def test_who_drops_on_dominating_ground_must_attack_all_the_same():
    t = (
        dropping(9, at("2612", A)).do(action("drop", P, "2611")).end()
    )  # an airfield beside clear ground
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
