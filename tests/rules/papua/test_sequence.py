"""Sections 2.4.2 and 3.0: dice, and what happens when in a turn."""

import pytest

from papua_scenes import (
    GROUND,
    JACKSON,
    LAE,
    NORTH,
    airwar,
    at,
    bases,
    hurt,
    on_to,
    raid,
    scene,
)
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

A, B, J, K = "au-39", "au-49", "jp-41-1", "jp-39-1"
STAND = {**at("0618", A), **at("0403", K)}
"""A unit of each side, far apart, in the open: nobody rolls for anything."""
ORDER = [
    "replacements",
    "japanese-disease", "japanese-recovery", "japanese-reinforcement", "japanese-movement",
    "japanese-combat",
    "allied-disease", "allied-recovery", "allied-reinforcement", "allied-movement",
    "allied-combat",
]  # fmt: skip


def phases(t):
    """The phases that have begun, each with its turn, in order."""
    rows = t.game.log.line()
    begun = [e for row in rows for e in row.events if isinstance(e, ev.PhaseSet)]
    return [(e.turn, t.s.module.sequence[e.phase].id) for e in begun]


def rolled(t):
    """How many dice have fallen."""
    rows = t.game.log.line()
    return sum(len(e.faces) for row in rows for e in row.events if isinstance(e, ev.Rolled))


@pytest.mark.rule("papua-3.0-2", "papua-3.0-3", "papua-3.0-4")
def test_a_turn_has_two_half_turns_with_the_same_steps():
    t = scene("allied-combat", STAND, turn=4)
    t.end() if t.phase == "allied-combat" else None
    for phase in ("japanese-movement", "allied-movement"):
        on_to(t, phase)
        assert t.s.turn == 5
        assert t.decision.side == phase.split("-")[0]
    on_to(t, "japanese-movement")
    found = phases(t)
    start = found.index((5, "replacements"))
    assert found[start : start + len(ORDER) + 1] == [
        *((5, phase) for phase in ORDER), (6, "replacements"),
    ]  # fmt: skip


@pytest.mark.rule("papua-3.0-1")
def test_points_come_before_anything_else():
    t = scene("replacements", at("0403", K), hurt("0403", J), turn=2, tracks={})
    assert t.decision.side == "japanese"
    assert t.phase == "japanese-recovery"
    tracks = t.s.position.tracks
    assert tracks["au-infantry.allied"] == 2
    assert tracks["jp-infantry.japanese"] == 1


@pytest.mark.rule("papua-3.0-3")
def test_who_falls_ill_may_be_restored_at_once():
    t = scene("allied-disease", at("1315", A), at("0919", B), dice=(1, 1),
              marks=bases("allied", "0518", "1313"), tracks={"au-infantry.allied": 2})  # fmt: skip
    assert t.phase == "allied-recovery"
    assert t.losses(A) == t.losses(B) == 1
    assert t.allows(action("restore", A))
    assert not t.allows(action("restore", B))


@pytest.mark.rule("papua-3.0-3")
def test_arrivals_of_a_turn_roll_for_no_disease_in_it():
    t = scene("allied-disease", at("0618", A), turn=3, waiting=("au-2-9",), dice=(1,))
    assert rolled(t) == 0
    assert t.phase == "allied-reinforcement"


@pytest.mark.rule("papua-3.0-4")
def test_the_allies_have_all_five_steps():
    pieces = {**hurt("0618", A), **at("0919", B)}
    t = scene("japanese-combat", pieces, at("0403", K), turn=4, waiting=("au-2-14",), dice=(6,),
              marks=bases("allied", "0518"), tracks={"au-infantry.allied": 1})  # fmt: skip
    seen = []
    for _ in range(8):
        if t.decision.side == "allied" and t.phase not in seen:
            seen.append(t.phase)
        if t.phase == "allied-movement":
            break
        t.end()
    assert rolled(t) == 1  # the Allied unit in the forest
    assert seen == ["allied-recovery", "allied-reinforcement", "allied-movement"]


@pytest.mark.rule("papua-3.0-5")
def test_nobody_must_move_and_all_may():
    t = scene("allied-movement", at("0618", A, B), at("0403", K))
    u = scene("allied-movement", at("0618", A, B), at("0403", K))
    assert on_to(t.end(), "japanese-movement").place(A) == "0618"
    u.go(A, "0717").go(A, "0817").go(B, "0717")
    assert (u.place(A), u.place(B)) == ("0817", "0717")
    assert not u.allows(u.move(K, "0302"))


@pytest.mark.rule("papua-3.0-6")
def test_only_the_side_in_its_combat_phase_attacks():
    face = {**at("1213", A), **at("1214", J)}
    t = scene("japanese-combat", face)
    assert t.decision.side == "japanese"
    kinds = {a.kind for a in t.legal()}
    assert "assault" in kinds
    begun = t.attack("1213", J)
    assert all(a.kind not in {"assault", "bombard"} for a in begun.legal()
               if begun.decision.side == "allied")  # fmt: skip
    u = scene("allied-combat", face)
    assert u.decision.side == "allied"
    assert {getattr(a, "target", None) for a in u.legal("assault")} == {"1214"}


@pytest.mark.rule("papua-3.0-6")
def test_combat_follows_the_movement_of_the_same_side():
    t = scene("allied-movement", at("1213", A), at("1214", J))
    assert {a.kind for a in t.legal()}.isdisjoint({"assault"})
    t.end()
    assert t.phase == "allied-combat"
    assert t.decision.side == "allied"


@pytest.mark.rule("papua-3.0-6")
def test_missions_are_ordered_while_moving_and_flown_before_the_battles():
    t = airwar("allied", at(NORTH, A), at(GROUND, J), at(LAE, K), at(JACKSON, "us-bs-13"),
               dice=(4, 3, 4, 3))  # fmt: skip
    raid(t, action("interdict", "0915"), "us-bs-13")
    assert rolled(t) == 0
    t.end().attack(GROUND, A)
    on_to(t, "japanese-movement")
    told = [e.data for row in t.game.log.line() for e in row.events if isinstance(e, ev.Said)]
    order = [key for data in told for key in ("bombing", "odds") if key in data]
    assert order == ["bombing", "odds"]


@pytest.mark.rule("papua-2.4.2-1")
def test_two_dice_for_a_battle():
    t = scene("allied-combat", at("1213", A), at("1214", J), dice=(6, 6, 1),
              marks=bases("allied", "1213"))  # fmt: skip
    t.attack("1214", A)
    on_to(t, "japanese-movement")
    assert t.told()["faces"] == [6, 6]


@pytest.mark.rule("papua-2.4.2-2")
def test_no_dice_move_anybody():
    gun, squadron, ship = at("0518", "au-art-14"), at("0928", "us-fs-8"), at("1526", "us-naval")
    t = scene("allied-movement", at("0618", A), gun, squadron, ship, turn=11, dice=(1, 1))
    t.go(A, "0717", "0817")
    t.do(next(iter(t.legal("steam"))), next(iter(t.legal("transfer"))))
    t.do(next(iter(t.legal("sail"))))
    assert rolled(t) == 0
    assert t.s.position.dice.queue == (1, 1)
