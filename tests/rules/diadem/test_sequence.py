"""Turns and phases (2.4, 3.0)."""

import pytest

from asking import chits
from marches import must_enter, set_up
from tabuleiro.testing import action, table

PHASES = ["allied-movement", "allied-combat", "axis-movement", "axis-combat"]
ALLIED, OTHER, GERMAN = "us-349-ri", "us-350-ri", "de-721-ri"
FAR_APART = {ALLIED: "0609", GERMAN: "0303"}


def match(phase, pieces, *, turn=1, **more):
    """A table on which no reinforcement has to enter any more."""
    gone = dict.fromkeys(must_enter(), "dead")
    return table("diadem", phase, {**gone, **pieces}, turn=turn, **more)


@pytest.mark.rule("diadem-3.0-1", "diadem-2.4.1-1", "diadem-2.4.1-2", "diadem-3.0-5")
def test_four_phases_a_turn_for_seven_turns():
    t = match("allied-movement", FAR_APART)
    for turn in range(1, 8):
        for phase in PHASES:
            assert (t.s.turn, t.phase) == (turn, phase)
            assert t.view("allied")["turn"] == t.view("axis")["turn"] == turn
            assert t.decision.side == phase.partition("-")[0]
            t.end()
    assert t.game.over


@pytest.mark.rule("diadem-3.0-1", "diadem-2.4.1-2")
def test_the_match_begins_with_allied_movement_in_turn_1():
    t = set_up()
    assert (t.s.turn, t.phase) == (1, "allied-movement")


@pytest.mark.rule("diadem-2.4.1-3", "diadem-2.4.1-1")
def test_the_match_ends_with_the_axis_combat_of_turn_7():
    t = match("axis-combat", {ALLIED: "0302", GERMAN: "0609"}, turn=7, control={"0302": "allied"})
    assert not t.game.over
    t.end()
    assert t.game.over
    outcome = t.game.position.outcome
    # Arce and 13 Germans that were taken off, against four objectives and one German on the board.
    assert outcome.points == {"allied": 10 + 3 * 13, "axis": 4 * 10 + 1}
    assert outcome.winner == "allied"
    assert (t.s.turn, t.game.decision(), t.legal()) == (7, None, [])
    assert t.refuses(action("end-phase")) == ""


@pytest.mark.rule("diadem-2.4.1-3")
def test_final_eliminations_follow_at_once():
    germans = ("de-131-ri", "de-132-ri", "de-hd")
    reduced = {piece: {"place": "0609", "losses": 1} for piece in germans}
    t = match("axis-combat", {**reduced, ALLIED: "0303"}, turn=7).end()
    assert not t.game.over
    assert (t.decision.side, t.decision.kind, t.s.turn) == ("axis", "choose", 7)
    t.lose("de-132-ri")
    assert t.game.over
    assert t.place("de-132-ri") == "dead"
    assert t.game.position.outcome.points == {"allied": 3 * (14 + 1), "axis": 5 * 10 + 2}


@pytest.mark.rule("diadem-3.0-2")
def test_a_phase_may_end_without_a_move():
    t = set_up()
    before = {piece: t.place(piece) for piece in t.s.position.pieces}
    t.end()  # although Poles and Americans stand next to Germans
    assert t.phase == "allied-combat"
    assert before == {piece: t.place(piece) for piece in t.s.position.pieces}


@pytest.mark.rule("diadem-3.0-2")
def test_all_pieces_may_move_in_any_order_and_in_parts():
    pieces = {ALLIED: "0609", OTHER: "0609", "uk-61-bgda": "0609", "uk-art-x": "0609"}
    t = match("allied-movement", pieces)
    for piece in reversed(list(pieces)):
        t.go(piece, "0608")
    for piece in pieces:
        t.go(piece, "0508")
    t.go(ALLIED, "0408").go("uk-61-bgda", "0408").go(ALLIED, "0308")
    assert t.at("0508") == {OTHER, "uk-art-x"}
    assert (t.place(ALLIED), t.place("uk-61-bgda")) == ("0308", "0408")


@pytest.mark.rule("diadem-3.0-3")
def test_only_the_side_whose_phase_it_is_moves():
    t = match("allied-movement", FAR_APART)
    assert t.refuses(t.move(GERMAN, "0304")) == "diadem-3.0-3"
    assert t.legal(piece=GERMAN) == []
    assert t.refuses(t.move(ALLIED, "0608"), side="axis") == ""


@pytest.mark.rule("diadem-3.0-3")
def test_only_the_side_whose_phase_it_is_attacks():
    pieces = {ALLIED: "0510", GERMAN: "0509", "uk-art-x": "0607", "de-art-li": "0407"}
    t = match("axis-combat", pieces)
    for attack in ("assault", "bombard", "air-strike"):
        t.refuses(action(attack, "0509"), side="allied")  # not his turn to decide
        assert t.refuses(action(attack, "0509")) == "diadem-5.0-4"  # no enemy of the Axis
    t.do(action("assault", "0510"))
    assert t.refuses(action("join", ALLIED)) == "diadem-3.0-3"
    assert t.refuses(action("join", "uk-art-x")) == "diadem-3.0-3"
    t = match("allied-combat", pieces)
    assert t.refuses(action("assault", "0510")) == "diadem-5.0-4"
    assert t.allows(action("assault", "0509"))
    assert all(deed.kind not in {"assault", "bombard"} for deed in t.legal(piece=GERMAN))


@pytest.mark.rule("diadem-3.0-3")
def test_only_engaged_enemies_are_attacked():
    t = match("allied-combat", {ALLIED: "0608", GERMAN: "0509"})
    assert not t.allows(action("assault", "0509"))  # two hexes away
    assert t.legal("assault") == []


A, B = "0510", "0509"
"""A German in the mountains and one in the open before him, with one way out: 0410."""
ON_A = ["uk-11-bgda", "uk-36-bgda", "pl-1-bgda", "pl-5-bgda"]
TWO_BATTLES = {
    **dict.fromkeys(ON_A, "0511"),
    "uk-61-bgda": "0609",
    "uk-38-bgda": "0408",
    "de-191-ri": {"place": A, "losses": 1},
    GERMAN: B,
}


@pytest.mark.rule("diadem-3.0-4")
def test_the_attacker_chooses_the_order_and_each_battle_shapes_the_next():
    """If A goes first and is taken, the defenders of B are surrounded: one column more."""
    t = match("allied-combat", TWO_BATTLES, dice=[1, 3, 6, 6])
    t.attack(A, *ON_A)  # 16 to 2 in the mountains: 5-1, DRI AVI
    assert t.place("de-191-ri") == "0410"
    t.advance("pl-1-bgda", A).stay()
    t.attack(B, "uk-61-bgda")
    assert [shift["rule"] for shift in t.told()["odds"]["shifts"]] == ["diadem-5.1.3-2"]
    assert (t.told()["odds"]["base_label"], t.told()["odds"]["column_label"]) == ("1-1", "2-1")

    t = match("allied-combat", TWO_BATTLES, dice=[1, 1])
    assert {action("assault", A), action("assault", B)} <= set(t.legal("assault"))
    t.attack(B, "uk-61-bgda")
    assert not t.told()["odds"]["shifts"]


@pytest.mark.rule("diadem-3.0-4")
def test_a_battle_is_over_before_the_next_begins():
    t = match("allied-combat", TWO_BATTLES, dice=[1, 3])
    t.do(action("assault", B))
    assert not t.allows(action("assault", A))  # while one attack is being declared
    t = match("allied-combat", TWO_BATTLES, dice=[1, 3]).attack(A, *ON_A)
    assert t.decision.actions == ("advance", "done-advancing")
    assert not t.allows(action("assault", B))
    assert not t.allows(action("end-phase"))
    assert t.advance("pl-1-bgda", A).stay().allows(action("assault", B))


@pytest.mark.rule("diadem-3.0-4")
def test_nobody_acts_twice_in_a_phase():
    t = match("allied-combat", TWO_BATTLES, dice=[1, 3]).attack(A, *ON_A)
    t.advance("pl-1-bgda", A).stay().do(action("assault", B))
    assert t.refuses(action("join", "pl-1-bgda")) == "diadem-5.0-6"
    t.do(action("join", "uk-61-bgda"))


@pytest.mark.rule("diadem-2.4.2-1")
def test_chits_on_the_air_power_track():
    t = set_up()
    points = t.view("allied")["tracks"]["air.allied"]
    assert points == 20
    assert chits(points) == {"x10": 2, "x1": None}
    assert chits(13) == {"x10": 1, "x1": 3}
    spaces = len(t.s.board.tracks["air"].spaces)
    shown = {n: chits(n) for n in range(101)}
    assert all(v is None or 1 <= v <= spaces for both in shown.values() for v in both.values())
    assert all(10 * (c["x10"] or 0) + (c["x1"] or 0) == n for n, c in shown.items())


@pytest.mark.rule("diadem-2.4.2-2")
def test_only_the_allies_have_air_power():
    t = set_up()
    assert {name for name in t.s.position.tracks if name.startswith("air")} == {"air.allied"}
    pieces = {ALLIED: "0609", GERMAN: "0509"}
    air = {"tracks": {"air.allied": 20}}
    t = match("axis-combat", pieces, **air)
    assert t.refuses(action("air-strike", "0609")) == "diadem-6.2-6"
    t.do(action("assault", "0609"), action("join", GERMAN))  # in support of an attack
    assert all(not t.allows(action("set-air", points)) for points in (1, 3, 10, 20))
    t = match("allied-combat", {**pieces, "de-art-li": "0407"}, **air)
    t.attack("0509", ALLIED)
    assert t.decision.side == "axis"  # in support of a defence
    assert all(not t.allows(action("set-air", points)) for points in (1, 3, 10, 20))
    t = match("allied-combat", {GERMAN: "0509"}, **air)
    t.do(action("air-strike", "0509"), action("set-air", 10))  # the Allies may


@pytest.mark.rule("diadem-2.4.3-1")
@pytest.mark.parametrize(
    ("kind", "attackers", "air"),
    [("assault", [ALLIED], 0), ("bombardment", ["uk-art-x"], 0), ("air", [], 3)],
)
def test_two_dice_decide(kind, attackers, air):
    pieces = {"uk-art-x": "0607"} | ({ALLIED: "0609"} if kind == "assault" else {})
    tracks = {"air.allied": 20}
    t = match("allied-combat", {**pieces, GERMAN: "0509"}, dice=[5, 6, 1], tracks=tracks)
    t.attack("0509", *attackers, air=air, kind=kind)
    assert t.told()["faces"] == [5, 6]
    assert t.game.position.dice.queue == (1,)
    t = match("allied-combat", {**pieces, GERMAN: "0509"}, tracks=tracks)
    t.attack("0509", *attackers, air=air, kind=kind)
    assert sum(t.game.position.dice.streams.values()) == 2
    assert all(1 <= face <= 6 for face in t.told()["faces"])
