"""Section 4.2.2: who leaves the board, who comes back, who is withdrawn."""

import pytest

from asking import exit_turn
from papua_scenes import at, battle, hurt, is_dead, moving, on_to, scene, spent
from tabuleiro.engine import GONE

JP, JP2 = "jp-41-1", "jp-41-2"
A, B, US = "au-2-14", "au-2-16", "us-126-1"
NORTH, WEST = "exit.north", "exit.west"


def away(*pieces, since):
    """Pieces beyond the west edge, and since when."""
    return {"pieces": dict.fromkeys(pieces, WEST),
            "facts": {"left-board": dict.fromkeys(pieces, since)}}  # fmt: skip


def back(turn, *pieces, since, **more):
    """The Allied movement phase with pieces beyond the west edge."""
    gone = away(*pieces, since=since)
    return moving("allied", gone["pieces"], *more.pop("also", ()), turn=turn, facts=gone["facts"],
                  **more)  # fmt: skip


# ------------------------------------------------------------------------------- leaving


@pytest.mark.rule("papua-4.2.2-1")
def test_japanese_leave_by_the_north_and_are_not_destroyed():
    t = moving("japanese", at("0901", JP))
    before = t.points()
    t.go(JP, NORTH)
    assert t.place(JP) == NORTH
    assert t.points() == before


@pytest.mark.rule("papua-4.2.2-2")
def test_they_never_return():
    t = moving("japanese", at("0901", JP), at("0403", JP2)).go(JP, NORTH)
    assert exit_turn(t.s, JP) == 5
    t = moving("japanese", {JP: NORTH}, at("0403", JP2), turn=9, facts={"left-board": {JP: 5}})
    assert t.legal(piece=JP) == []
    assert t.refuses(t.move(JP, "0901")) == "papua-4.2.2-2"
    assert t.refuses(t.move(JP, "0101")) == "papua-4.2.2-2"


@pytest.mark.rule("papua-4.2.2-7")
def test_each_side_has_its_own_edge_and_no_other():
    t = moving("japanese", at("0101", JP), at("0109", JP2))
    assert t.allows(t.move(JP, NORTH))
    assert t.refuses(t.move(JP, WEST)) == "papua-4.2.2-1"
    assert t.refuses(t.move(JP2, WEST)) == "papua-4.2.2-1"
    t = moving("allied", at("0101", A), at("0901", B))
    assert t.allows(t.move(A, WEST))
    assert t.refuses(t.move(A, NORTH)) == "papua-4.2.2-1"
    assert t.refuses(t.move(B, "exit.east")) == "papua-4.2.2-1"
    assert not {"exit.east", "exit.south", NORTH} & t.reach(B)


@pytest.mark.rule("papua-4.2.2-7", "papua-5.3-2")
def test_a_retreat_over_ones_own_edge_is_an_exit():
    corner = "0109"
    ring = moving("allied").s.board.grid.neighbours(corner)
    enemies = [JP, JP2, "jp-41-3", "jp-39-1"]
    placed = dict(zip(enemies, ring, strict=True))
    attackers = {piece: placed[piece] for piece in enemies[:3]}
    others = {enemies[3]: placed[enemies[3]]}
    t = battle("japanese", attackers, at(corner, A), target=corner, also=others, dice=(1, 1))
    while t.decision.actions != ("end-phase",) and t.place(A) == corner:
        t.do(t.legal()[-1])
    assert t.place(A) == WEST
    t = battle("allied", dict(zip([A, B, US], ring, strict=False)), at(corner, JP), target=corner,
               also={"us-126-2": ring[3]}, dice=(1, 1))  # fmt: skip
    while not is_dead(t, JP) and "retreat" not in t.decision.actions and t.place(JP) == corner:
        t.do(t.legal()[-1])
    assert is_dead(t, JP)


# ------------------------------------------------------------------------------ coming back


@pytest.mark.rule("papua-4.2.2-3")
def test_allied_units_come_back_two_turns_later():
    t = moving("allied", at("0109", A), turn=6).go(A, WEST)
    assert exit_turn(t.s, A) == 6
    assert t.legal("move", piece=A) == []
    t = back(7, A, since=6)
    assert t.reach(A) == set()
    assert t.refuses(t.move(A, "0109")) == "papua-4.2.2-2"
    for turn in (8, 12):
        t = back(turn, A, since=6)
        border = set(t.s.board.edges["west"].hexes)
        assert border <= t.reach(A)
        assert WEST not in t.reach(A)
        t.go(A, "0105")
        assert (t.place(A), spent(t, A)) == ("0105", 1)


@pytest.mark.rule("papua-4.2.2-3")
def test_the_way_back_costs_the_terrain_and_is_barred_by_enemies():
    t = back(8, A, since=6, also=[at("0109", JP)])
    assert t.refuses(t.move(A, "0109")) == "papua-4.1.2-1"
    t.go(A, "0108", "0107")
    assert spent(t, A) == 4 + 2 + 1  # mountain, trail, contact broken
    t = back(8, A, since=6, marks={"0109": ["interdicted"]}).go(A, "0109")
    assert spent(t, A) == 4  # forest, interdicted
    t = back(8, "au-art-14", since=6)
    assert "0104" not in t.reach("au-art-14")  # no guns into trackless mountains


@pytest.mark.rule("papua-4.2.2-3")
def test_leaving_costs_a_point():
    t = moving("allied", at("0109", A)).go(A, WEST)
    assert spent(t, A) == 1
    t = moving("allied", at("0109", A), at("0108", JP)).go(A, WEST)
    assert spent(t, A) == 2  # it breaks contact


@pytest.mark.rule("papua-4.2.2-4", "papua-9.0-20")
def test_disease_beyond_the_west_edge():
    gone = away(A, B, since=6)
    t = scene("allied-disease", gone["pieces"], turn=7, facts=gone["facts"], dice=[2, 1])
    assert [t.losses(A), t.losses(B)].count(1) == 1
    assert t.s.position.dice.queue == ()
    t = scene("allied-disease", gone["pieces"], turn=7, facts=gone["facts"], dice=[2, 2])
    assert t.losses(A) == t.losses(B) == 0  # they are in supply: a 2 does no harm


# ------------------------------------------------------------------------------ withdrawals


def leaving(*pieces, turn, **more):
    """The Allied reinforcement phase."""
    return scene("allied-reinforcement", *pieces, turn=turn, **more)


@pytest.mark.rule("papua-4.2.2-5", "papua-13.1-3")
def test_the_withdrawn_do_not_count_as_destroyed():
    t = leaving(at("0518", US, A), at("0618", "us-fs-9"), turn=18)
    assert {t.place(US), t.place("us-fs-9")} == {GONE}
    assert t.place(A) == "0518"
    assert t.points() == leaving(at("0518", A), turn=18).points()
    t = leaving(at("0518", US), at("0618", "us-fs-9"), turn=17)
    assert t.place(US) == "0518"


@pytest.mark.rule("papua-13.1-3")
@pytest.mark.parametrize(
    ("phase", "turn", "piece", "base"),
    [
        ("japanese", 3, "jp-chitose-3", "2603"),
        ("japanese", 3, "jp-yokohama-1", "2602"),
        ("japanese", 6, "jp-4ku-1", "0403"),
        ("allied", 6, "au-raaf-32", "0618"),
        ("allied", 7, "au-raaf-76", "0517"),
        ("allied", 10, "au-raaf-75", "2424"),
        ("allied", 14, "us-bs-28", "0928"),
    ],
)
def test_squadrons_leave_in_their_turn_wherever_they_are(phase, turn, piece, base):
    stay = scene(f"{phase}-reinforcement", at(base, piece), turn=turn - 1)
    assert stay.place(piece) == base
    assert scene(f"{phase}-reinforcement", at(base, piece), turn=turn).place(piece) == GONE


@pytest.mark.rule("papua-4.2.2-5")
def test_who_has_not_arrived_yet_does_not_come_any_more():
    t = leaving(at("0518", A), turn=18, waiting=[US])
    assert t.place(US) == GONE


RING = ("0914", "1015", "1016", "0916", "0816", "0815")
ENEMIES = ["jp-41-1", "jp-41-2", "jp-41-3", "jp-144-1", "jp-144-2", "jp-144-3"]


@pytest.mark.rule("papua-4.2.2-6")
def test_the_surrounded_stay_until_they_are_free():
    ring = dict(zip(ENEMIES, RING, strict=True))
    t = leaving(at("0915", US), at("0518", A), ring, turn=18)
    assert t.place(US) == "0915"
    t = leaving(at("0915", US), at("0518", A), dict(list(ring.items())[:1]), turn=18)
    assert t.place(US) == GONE  # engaged, but free to go
    t = leaving(at("2813", US), at("0518", A), turn=18)
    assert t.place(US) == GONE  # an island: nowhere to retreat to, but nobody is near
    two = {"jp-41-1": "0914", "jp-41-2": "1016", "jp-41-3": "0816"}
    t = leaving(at("0915", US), at("0518", A), two, turn=18)
    assert t.place(US) == "0915"  # every hex round it lies in a zone


@pytest.mark.rule("papua-4.2.2-6")
def test_they_are_asked_again_after_the_movement():
    two = {"jp-41-1": "0914", "jp-41-2": "1016", "jp-41-3": "0816"}
    t = leaving(at("0915", US), two, turn=18)
    on_to(t, "allied-movement")
    assert t.place(US) == "0915"
    t.go(US, "1015", "1114")
    t.end()
    assert t.place(US) == GONE


@pytest.mark.rule("papua-10.0-10")
def test_the_japanese_ships_leave_in_turn_8():
    t = scene("japanese-reinforcement", at("1413", "jp-naval"), at("0403", JP), turn=7)
    assert t.place("jp-naval") == "1413"
    t = scene("japanese-reinforcement", at("1413", "jp-naval"), at("0403", JP), turn=8)
    assert t.place("jp-naval") == GONE
    t = scene("japanese-reinforcement", at("0403", JP), turn=8, waiting=["jp-naval"])
    assert t.place("jp-naval") == GONE


@pytest.mark.rule("papua-4.2.2-1", "papua-4.2.2-3")
def test_those_who_left_are_no_losses_at_the_end():
    t = moving("allied", at("0109", A), hurt("0518", B), turn=18).go(A, WEST)
    assert t.points()["japanese"] == 0
