"""Section 12.3: disease."""

import pytest

from papua_scenes import at, bases, hurt, scene
from tabuleiro.engine import events as ev

A, B, C = "au-39", "au-49", "au-3"
FOREST, SWAMP, TRAIL, OPEN = "0919", "0921", "0817", "0618"
"""A trackless forest, a swamp village (Hula), a mountain trail, an airfield in the open."""
PORT = bases("allied", "0518")


def ill(*pieces, dice, side="allied", **more):
    """The half-turn of a side has begun, and the dice fell."""
    return scene(f"{side}-disease", *pieces, dice=dice, marks={**PORT, **more.pop("marks", {})},
                 **more)  # fmt: skip


def report(t):
    """What was told of the dice: each piece with its face and whether it has a loss."""
    told = [e for row in t.game.log.line() for e in row.events if isinstance(e, ev.Said)]
    return {
        call["piece"]: (call["die"], call["loss"])
        for event in told
        for call in event.data.get("disease", ())
    }


@pytest.mark.rule("papua-12.3-1", "papua-2.4.2-1")
@pytest.mark.parametrize("place", [FOREST, "1015", SWAMP, TRAIL])
@pytest.mark.parametrize(("die", "losses"), [(1, 1), (2, 0), (6, 0)])
def test_one_die_for_each_unit_on_unhealthy_ground(place, die, losses):
    t = ill(at(place, A), dice=(die,))
    assert t.losses(A) == losses
    assert report(t) == {A: (die, bool(losses))}


@pytest.mark.rule("papua-12.3-1")
def test_each_unit_has_its_own_die_and_nobody_else_has_one():
    t = ill(at(FOREST, A, "us-fs-7"), at(TRAIL, B), at(OPEN, C), dice=(1, 2, 1, 1),
            marks={FOREST: ["airfield"]})  # fmt: skip
    assert (t.losses(A), t.losses(B), t.losses(C), t.losses("us-fs-7")) == (1, 0, 0, 0)
    assert set(report(t)) == {A, B}
    assert len(t.s.position.dice.queue) == 2


@pytest.mark.rule("papua-12.3-1")
def test_each_side_rolls_at_the_start_of_its_own_half_turn():
    pieces = {**at(FOREST, A), **at("1115", "jp-41-1")}
    t = ill(pieces, dice=(1, 1))
    assert set(report(t)) == {A}
    t = ill(pieces, dice=(1, 1), side="japanese")
    assert set(report(t)) == {"jp-41-1"}


@pytest.mark.rule("papua-12.3-1")
def test_villages_in_such_terrain_are_no_refuge_unless_the_option_says_so():
    assert set(report(ill(at(SWAMP, A), dice=(6,)))) == {A}
    exempt = {"sick-villages": "exempt"}
    assert report(ill(at(SWAMP, A), dice=(6,), options=exempt)) == {}
    assert set(report(ill(at(FOREST, A), dice=(6,), options=exempt))) == {A}
    built = {FOREST: ["airfield"]}
    assert set(report(ill(at(FOREST, A), dice=(6,), marks=built))) == {A}
    assert report(ill(at(FOREST, A), dice=(6,), marks=built, options=exempt)) == {}


@pytest.mark.rule("papua-12.3-2")
def test_a_trail_is_no_refuge():
    t = ill(at(TRAIL, A), dice=(1,))
    assert t.s.board.network_hexes("trail").issuperset({TRAIL})
    assert t.losses(A) == 1


@pytest.mark.rule("papua-12.3-3")
@pytest.mark.parametrize(("die", "losses"), [(1, 1), (2, 1), (3, 0)])
def test_units_without_supply_fall_ill_on_two_as_well(die, losses):
    assert ill(at("0816", A), dice=(die,)).losses(A) == losses
    cut = {"0919": ["interdicted"]}
    assert ill(at(FOREST, A), dice=(die,), marks=cut).losses(A) == losses


@pytest.mark.rule("papua-12.3-3", "papua-9.0-15")
def test_supplies_from_the_air_count():
    flown = {"air-supply": {"5": {A: {"by": "us-ts-6", "landed": ""}}}}
    assert ill(at("0816", A), dice=(2,), facts=flown).losses(A) == 0
    assert ill(at("0816", A), dice=(2,), facts=flown, turn=6).losses(A) == 1


@pytest.mark.rule("papua-12.3-4")
def test_a_loss_by_disease_is_an_ordinary_loss():
    t = ill(hurt(FOREST, A), dice=(1,))
    assert t.place(A) == "dead"
    alive = ill(hurt(FOREST, A), dice=(2,))
    assert t.points()["japanese"] == alive.points()["japanese"] + 5


@pytest.mark.rule("papua-4.2.2-4", "papua-9.0-20")
@pytest.mark.parametrize(("die", "losses"), [(1, 1), (2, 0)])
def test_units_beyond_the_western_edge_fall_ill_on_one(die, losses):
    t = ill(at("exit.west", A), dice=(die,))
    assert t.losses(A) == losses
    assert t.place(A) == "exit.west"
    assert report(ill(at("exit.north", "jp-41-1"), dice=(1,), side="japanese")) == {}


@pytest.mark.rule("papua-12.3-1")
def test_the_report_names_everybody_in_both_languages():
    t = ill(at(FOREST, A), at("0816", B), at(TRAIL, C), dice=(4, 2, 1))
    said = [e.message for row in t.game.log.line() for e in row.events
            if isinstance(e, ev.Said) and "disease" in e.data]  # fmt: skip
    assert len(said) == 1
    names = {piece: t.s.counter(piece).name["en"] for piece in (A, B, C)}
    faces = {piece: die for piece, (die, _) in report(t).items()}
    text = t.say(said[0])
    assert all(f"{names[p]} ({faces[p]}" in text for p in (A, B, C))
    assert "without supply" in text
