"""Pieces (2.2): who commands them, and what the numbers on them do."""

import pytest

from tabuleiro.engine.data import DataError
from tabuleiro.testing import action, table

ALLIED, GERMAN = "us-349-ri", "de-721-ri"
GROUND = "0509"
"""An open hex; its neighbours 0609 and 0508 are open too."""


def odds(side, target, *attackers, pieces):
    """The sum of an attack: attack, defence, and whom the shifts favour by how much."""
    t = table("diadem", f"{side}-combat", pieces, turn=7, dice=[3, 4])
    told = t.attack(target, *attackers).told()["odds"]
    shifts = [(shift["favours"], shift["columns"]) for shift in told["shifts"]]
    return told["attack"], told["defence"], shifts


@pytest.mark.rule("diadem-2.2-2")
def test_each_side_moves_its_own_nations():
    counters = table("diadem").s.module.counters
    everywhere = dict.fromkeys(counters, "0609")
    for side in ("allied", "axis"):
        t = table("diadem", f"{side}-movement", everywhere, turn=7)
        mine = {c.id for c in counters.values() if (c.nation != "german") is (side == "allied")}
        assert len(mine) == {"allied": 64, "axis": 33}[side]
        for piece in counters:
            about_me = "diadem-3.0-3" not in {
                o.rule for o in t.check(t.move(piece, "0608")).objections
            }
            assert about_me is (piece in mine)
    t = table("diadem", "allied-movement", {"it-1-bda-mtz": "0609"})
    assert t.go("it-1-bda-mtz", "0608").place("it-1-bda-mtz") == "0608"


@pytest.mark.rule("diadem-2.2.1-6", "diadem-2.2.1-7")
def test_attack_and_defence_values():
    """A 4-5 piece attacks with 4 and defends with 5."""
    piece = "za-12-bgda-mtz"
    counter = table("diadem").s.counter(piece)
    assert (counter.values["attack"], counter.values["defense"]) == (4, 5)
    assert odds("allied", GROUND, piece, pieces={piece: "0609", GERMAN: GROUND}) == (4, 3, [])
    assert odds("axis", "0609", GERMAN, pieces={piece: "0609", GERMAN: GROUND}) == (2, 5, [])
    two = {piece: "0609", ALLIED: "0609", GERMAN: GROUND, "de-hd": GROUND}
    assert odds("allied", GROUND, piece, ALLIED, pieces=two) == (4 + 3, 3 + 4, [])
    assert odds("axis", "0609", GERMAN, "de-hd", pieces=two) == (2 + 3, 5 + 4, [])


@pytest.mark.rule("diadem-2.2.1-5")
def test_the_6th_armoured_division_is_complete_without_the_guards():
    tanks, lorries, guards = "uk-26-bgda-blda", "uk-61-bgda", "uk-1-bgda-gds"
    places = {tanks: "0609", lorries: "0508", guards: "0609", GERMAN: GROUND}
    bonus = [("attacker", 1)]
    for attackers, wanted in [
        ((tanks, lorries), bonus),
        ((tanks, lorries, guards), bonus),
        ((tanks, guards), []),
        ((lorries, guards), []),
    ]:
        pieces = {p: at for p, at in places.items() if p in {GERMAN, *attackers}}
        assert odds("allied", GROUND, *attackers, pieces=pieces)[2] == wanted


@pytest.mark.rule("diadem-2.2.1-9")
def test_guns_fire_as_far_as_their_range():
    gun, north_of_it = "uk-art-xiii", {4: "0605", 5: "0604"}
    assert table("diadem").s.counter(gun).values["range"] == 4
    for distance, target in north_of_it.items():
        t = table("diadem", "allied-combat", {gun: "0609", GERMAN: target})
        assert t.s.board.grid.distance("0609", target) == distance
        if distance == 4:
            assert t.allows(action("bombard", target))
            t.attack(target, gun, kind="bombardment")
            assert t.told()["odds"]["attack"] == 3
        else:
            assert t.refuses(action("bombard", target)) == "diadem-8.0-2"
            assert t.legal(piece=gun) == []


@pytest.mark.slow
@pytest.mark.rule("diadem-2.2.1-9")
def test_pieces_without_a_range_fight_next_to_them_only():
    pieces = {ALLIED: "0608", "us-350-ri": "0609", "uk-art-x": "0608", GERMAN: GROUND}
    t = table("diadem", "allied-combat", pieces)
    t.do(action("assault", GROUND), action("join", "us-350-ri"))
    assert (
        t.refuses(action("join", ALLIED)) == "diadem-5.0-4"
    )  # two hexes away, like the gun beside it
    t.do(action("join", "uk-art-x"))
    guns = {c.id for c in t.s.module.counters.values() if "artillery" in c.tags}
    for piece in t.s.module.counters:
        side, enemy = ("axis", ALLIED) if piece.startswith("de") else ("allied", GERMAN)
        if piece not in {ALLIED, GERMAN}:
            alone = table("diadem", f"{side}-combat", {piece: "0608", enemy: GROUND})
            assert bool(alone.legal("bombard")) is (piece in guns)


@pytest.mark.rule("diadem-2.2.1-10")
def test_moroccan_and_algerian_are_names_only():
    """6 RTM (Mar) moves and fights like any piece of its type; its division is a French one."""
    moroccan, algerian = "fr-6-rtm-4dmm", "fr-3-rta-3dia"
    counters = table("diadem").s.module.counters
    assert "moroccan" in counters[moroccan].tags
    assert "algerian" in counters[algerian].tags
    for tagged, plain in ((moroccan, "de-85-rm"), (algerian, "de-hd")):
        assert not {"moroccan", "algerian"} & set(counters[plain].tags)
        free = [
            table("diadem", f"{side}-movement", {piece: GROUND}, turn=7).reach(piece)
            for side, piece in (("allied", tagged), ("axis", plain))
        ]
        assert free[0] == free[1]
    assert odds("allied", GROUND, moroccan, pieces={moroccan: "0609", GERMAN: GROUND})[0] == 4
    division = ["fr-1-rtm-4dmm", "fr-2-rtm-4dmm", moroccan]
    pieces = {**dict.fromkeys(division, "0609"), GERMAN: GROUND}
    assert odds("allied", GROUND, *division, pieces=pieces) == (12, 3, [("attacker", 1)])
    mixed = {"fr-1-rtm-4dmm": "0609", "fr-2-rtm-4dmm": "0609", algerian: "0609", GERMAN: GROUND}
    assert odds("allied", GROUND, *list(mixed)[:3], pieces=mixed)[2] == []


@pytest.mark.rule("diadem-2.2.1-13")
def test_a_piece_is_intact_reduced_or_eliminated():
    t = table("diadem", "allied-combat", {"uk-art-x": "0608", GERMAN: GROUND}, dice=[1, 1])
    assert t.losses(GERMAN) == 0
    assert t.s.value(GERMAN, "defense") == 3
    t.attack(GROUND, "uk-art-x", kind="bombardment")  # a 2 hits in every column
    assert (t.losses(GERMAN), t.place(GERMAN)) == (1, GROUND)
    assert t.s.value(GERMAN, "defense") == 2
    t.set("allied-combat", {}, keep=True).dice(1, 1)
    t.attack(GROUND, "uk-art-x", kind="bombardment")
    assert t.place(GERMAN) == "dead"
    with pytest.raises(DataError):
        t.set("allied-combat", {GERMAN: {"place": GROUND, "losses": 2}})


@pytest.mark.rule("diadem-2.2.1-13")
def test_everybody_is_intact_at_the_start():
    states = table("diadem").s.position.pieces.values()
    assert {state.losses for state in states} == {0}
