"""Sections 7.0 and 12.2: losses, recovery, objectives and points."""

import pytest

from asking import CONTACT, HURT
from leyte_scenes import GROUND, at, battle, hurt, moving, scene
from tabuleiro.testing import action, table

A, B, GUN = "us-21-ri-1", "us-34-ri-1", "us-13-bart"
J, K, L = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1"
PLACES = {
    "1217": 30, "1409": 20, "0415": 10, "2506": 10, "1520": 10, "0204": 10,
    "2611": 5, "2518": 5, "2317": 5, "2318": 5, "2218": 5, "1113": 5,
}  # fmt: skip
"""The objectives: six places and six airfields."""

# ------------------------------------------------------------------------------- losses


@pytest.mark.rule("leyte-7.0-1", "leyte-7.0-2")
@pytest.mark.parametrize(("piece", "attack", "defence"), [(A, 2, 2), (J, 1, 2), (GUN, 1, 1)])
def test_a_loss_turns_a_unit_over_at_once(piece, attack, defence):
    t = scene("american-combat", hurt(GROUND, piece))
    assert (t.s.value(piece, "attack"), t.s.value(piece, "defense")) == (attack, defence)
    if piece == J:
        t = battle(at("2310", A, B), hurt(GROUND, J), dice=(1, 1))
        assert t.told()["odds"]["defence"] == 2


@pytest.mark.rule("leyte-7.0-2")
def test_a_second_loss_destroys_and_scores():
    t = battle(at("2310", A, B), hurt(GROUND, J), "4-1", dice=(1, 1))
    assert t.told()["code"] == "DRB AVI"
    assert t.place(J) == "dead"
    assert t.points()["american"] == 1


def recovery(*pieces, turn=6):
    """A turn from its very beginning, in which nobody does more than he must."""
    return scene("japanese-combat", *pieces, turn=turn - 1).end()


def rest(t):
    """End the turn without moves."""
    turn = t.s.turn
    while t.s.turn == turn:
        t.end()
    return t


@pytest.mark.rule("leyte-7.0-4", "leyte-7.0-5")
def test_only_americans_recover():
    far = hurt("0407", A), hurt("2211", J), hurt("1930", "ph-92-1")
    t = recovery(*far)
    assert t.losses(A) == 0  # turn 5 was one without contact, too
    for _ in range(4):
        rest(t)
    assert (t.losses(J), t.losses("ph-92-1")) == (1, 1)


@pytest.mark.rule("leyte-7.0-5")
@pytest.mark.parametrize("enemy", ["2209", "2210"])
def test_a_whole_turn_without_contact(enemy):
    t = moving("japanese", hurt("2212", A), at("2209", J), turn=6)
    t.go(J, "2210", "2211") if enemy == "2210" else t.go(J, "2208")
    marks = list(t.s.piece(A).marks)
    t.set("japanese-combat", {J: "0407", A: {"place": "2212", "losses": 1, "marks": marks}},
          turn=6, keep=True)  # fmt: skip
    t.end()
    assert t.s.turn == 7
    assert t.losses(A) == (1 if enemy == "2210" else 0)


@pytest.mark.rule("leyte-7.0-5")
def test_contact_in_passing_is_noted():
    t = moving("japanese", hurt("2212", A), at("2209", J), turn=6).go(J, "2210", "2211")
    assert t.s.marked(A, CONTACT)


@pytest.mark.rule("leyte-7.0-5")
def test_who_is_turned_over_in_the_turn_waits_for_the_next():
    t = scene("american-movement", at("2211", A), at("0407", J), turn=6)
    t.end().end()
    t.set(
        "japanese-combat", {A: {"place": "2211", "losses": 1, "marks": [HURT]}}, turn=6, keep=True
    )
    t.end()
    assert (t.s.turn, t.losses(A)) == (7, 1)
    assert rest(t).losses(A) == 0


@pytest.mark.rule("leyte-7.0-6")
def test_one_may_move_and_fire_meanwhile():
    t = moving("american", hurt("2215", GUN), at(GROUND, J), turn=6)
    t.go(GUN, "2214").end().dice(3, 4)
    assert t.allows(action("bombard", GROUND))
    t.attack(GROUND, GUN, kind="bombardment")
    t.end().end().end()
    assert (t.s.turn, t.losses(GUN)) == (7, 0)


# --------------------------------------------------------------------------- objectives


@pytest.mark.rule("leyte-12.2-1")
@pytest.mark.parametrize(("place", "points"), PLACES.items())
def test_each_objective_has_its_points(place, points):
    ours = scene("american-movement", control={place: "american"}).points()
    theirs = scene("american-movement").points()
    assert theirs == {"american": 0, "japanese": sum(PLACES.values())}
    assert ours == {"american": points, "japanese": sum(PLACES.values()) - points}


@pytest.mark.rule("leyte-12.2-1")
def test_the_example_of_the_clause():
    held = ["1217", "1409", "2611", "2518", "2317", "2318"]
    t = scene("american-movement", control=dict.fromkeys(held, "american"))
    assert t.points()["american"] == 30 + 20 + 20
    assert t.points()["japanese"] == 40 + 10


@pytest.mark.rule("leyte-12.2-1")
def test_the_last_one_there_holds_it():
    t = moving("american", at("2216", A))
    t.go(A, "2217", "2317", "2417")
    assert t.points()["american"] == 5
    present = moving("american", at("2216", A), options={"occupation": "present"})
    present.go(A, "2217", "2317")
    assert present.points() == {"american": 5, "japanese": 0}
    present.go(A, "2417")
    assert present.points() == {"american": 0, "japanese": 0}


@pytest.mark.rule("leyte-12.2-2")
def test_filipinos_take_nothing():
    t = moving("american", at("2217", "ph-92-1")).go("ph-92-1", "2317")
    assert t.points() == {"american": 0, "japanese": sum(PLACES.values())}


@pytest.mark.rule("leyte-12.2-3")
def test_only_the_end_counts():
    t = moving("american", at("1216", A), turn=12).go(A, "1217")
    assert t.points()["american"] == 30
    t.set("japanese-movement", {A: "2211", J: "1216"}, turn=15, keep=True)
    t.go(J, "1217").end().end()
    assert t.game.position.outcome.points == {"american": 0, "japanese": sum(PLACES.values()) + 2}


def destroyed(*pieces):
    return dict.fromkeys(pieces, "dead")


def scored(*pieces, **more):
    """The points beside those for places."""
    points = scene("american-movement", *pieces, **more).points()
    return points["american"], points["japanese"] - sum(PLACES.values())


JAPANESE = sorted(p for p in table("leyte").s.position.pieces if p.startswith("jp-"))
AMERICANS = sorted(p for p in table("leyte").s.position.pieces if p.startswith("us-"))


@pytest.mark.rule("leyte-12.2.1-1", "leyte-12.2.2-1", "leyte-12.2.2-2")
@pytest.mark.parametrize(
    ("pieces", "wanted"),
    [([J], (1, 0)), (JAPANESE[:25], (25, 0)), (AMERICANS[:3], (0, 30)), (["ph-92-1"], (0, 2)),
     (["ph-92-1", "ph-92-2"], (0, 4)), ([J, K, A, "ph-92-1"], (2, 12))],
)  # fmt: skip
def test_points_for_the_destroyed(pieces, wanted):
    assert scored(destroyed(*pieces)) == wanted


@pytest.mark.rule("leyte-12.2.2-3", "leyte-12.2.2-5", "leyte-4.5-3")
def test_intact_japanese_on_the_board():
    places = sorted(table("leyte").s.board.hexes_of("clear"))
    whole = dict(zip(JAPANESE[:12], places, strict=False))
    flipped = {p: {"place": "2211", "losses": 1} for p in JAPANESE[12:16]}
    assert scored(whole, flipped) == (0, 24)
    assert scored({J: "exit.south-leyte", K: "gone", L: "off"}) == (0, 0)
    assert scored(at("2211", A)) == (0, 0)


@pytest.mark.rule("leyte-12.2.2-5")
def test_the_withdrawn_and_the_late_count_for_nobody():
    assert scored({"us-19-ri-1": "gone", "us-19-ri-2": "gone"}) == (0, 0)


@pytest.mark.rule("leyte-12.2.2-4", "leyte-2.4.1-1")
def test_most_points_win():
    def end(*dead, control):
        t = scene("japanese-combat", destroyed(*dead), turn=15, control=control)
        return t.end().game.position.outcome

    all_american = dict.fromkeys(PLACES, "american")
    assert end(control=all_american).winner == "american"
    assert end(control={}).winner == "japanese"
    half = dict.fromkeys(["1217", "1409", "2611", "2518"], "american")  # 60 and 60
    outcome = end(control=half)
    assert (outcome.winner, outcome.points) == (None, {"american": 60, "japanese": 60})
    assert end(J, control=half).winner == "american"
    assert end("ph-92-1", control=half).winner == "japanese"
