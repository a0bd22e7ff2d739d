"""Sections 2.4.1 and 13.2: how long it lasts, what counts, who wins."""

import pytest

from papua_scenes import at, hurt, on_to, scene
from tabuleiro.engine import DEAD
from tabuleiro.testing import action

JP, A, US = "jp-41-1", "au-2-14", "us-126-1"
HEXES = {
    "port-moresby": "0518", "kokoda": "0915", "buna": "1313", "gona": "1213", "milne": "2424",
    "wau": "0206", "salamaua": "0405",
}  # fmt: skip


def held(side, *places):
    """Who controls the places that count: one side these, and the other all the rest."""
    other = {"japanese": "allied", "allied": "japanese"}[side]
    return {hex: side if name in places else other for name, hex in HEXES.items()}


def points(*pieces, control):
    """The points of both sides in the last combat phase."""
    return scene("allied-combat", *pieces, turn=18, control=control).points()


JAPANESE = {"port-moresby": 60, "kokoda": 30, "buna": 20, "gona": 20, "milne": 20, "wau": 10}
ALLIED = {"buna": 20, "gona": 20, "salamaua": 20, "wau": 10}


@pytest.mark.rule("papua-13.2.1-1", "papua-13.2.1-2", "papua-13.2.1-3", "papua-13.2.1-4",
                  "papua-13.2.1-5", "papua-13.2.1-6")  # fmt: skip
@pytest.mark.parametrize(("place", "worth"), list(JAPANESE.items()))
def test_what_is_worth_something_to_japan(place, worth):
    assert points(control=held("japanese", place))["japanese"] == worth
    assert points(control=held("allied", *HEXES))["japanese"] == 0
    label = scene("allied-combat", turn=18, control=held("japanese", place))
    assert label.s.position.control[HEXES[place]] == "japanese"


@pytest.mark.rule("papua-13.2.2-1", "papua-13.2.2-2", "papua-13.2.2-3", "papua-13.2.2-4")
@pytest.mark.parametrize(("place", "worth"), list(ALLIED.items()))
def test_what_is_worth_something_to_the_allies(place, worth):
    assert points(control=held("allied", place))["allied"] == worth
    assert points(control=held("japanese", *HEXES))["allied"] == 0


@pytest.mark.rule("papua-13.2-1")
def test_places_count_for_whoever_was_there_last():
    t = scene("japanese-movement", at("1314", JP), turn=18, control=held("allied", *HEXES))
    assert t.points()["japanese"] == 0
    t.go(JP, "1313", "1214")
    assert t.points() == {"japanese": 20, "allied": 50}


@pytest.mark.rule("papua-13.2.1-7")
def test_destroyed_allied_land_units():
    none = held("allied", *HEXES)
    assert points(at(DEAD, A, US, "au-art-14", "us-eng-46-1"), control=none)["japanese"] == 20
    assert points(at(DEAD, "us-fs-7", "us-naval"), control=none)["japanese"] == 0
    assert points(hurt("0518", A), control=none)["japanese"] == 0


@pytest.mark.rule("papua-13.2.2-5")
def test_destroyed_japanese_land_units():
    lost = held("japanese", *HEXES)
    dead = [f"jp-{r}-{n}" for r in (41, 144) for n in (1, 2, 3)] + ["jp-art-14-1"]
    assert points(at(DEAD, *dead), control=lost)["allied"] == 21
    assert points(at(DEAD, "jp-4ku-1", "jp-naval"), control=lost)["allied"] == 0


def last_turn(*pieces, control):
    """The last phase of the last turn, over."""
    t = scene("allied-combat", *pieces, turn=18, control=control)
    while not t.game.over:
        t.do(action("end-phase") if t.allows(action("end-phase")) else t.legal()[0])
    return t.game.position.outcome


@pytest.mark.rule("papua-13.2-1")
def test_most_points_win_and_a_tie_is_a_draw():
    control = held("japanese", "port-moresby", "milne")  # 80 and 70
    won = last_turn(at("0518", JP), at("1313", A), control=control)
    assert (won.winner, won.points) == ("japanese", {"japanese": 80, "allied": 70})
    control = held("japanese", "kokoda", "milne", "gona")  # 70 and 50
    dead = [f"jp-{r}-{n}" for r in (41, 144) for n in (1, 2, 3)] + ["jp-art-14-1"]
    won = last_turn(at(DEAD, *dead), at("1313", A), control=control)
    assert (won.winner, won.points) == ("allied", {"japanese": 70, "allied": 71})
    tie = last_turn(at("1313", A), control=held("japanese", "kokoda", "gona"))
    assert (tie.winner, tie.points) == (None, {"japanese": 50, "allied": 50})


@pytest.mark.rule("papua-2.4.1-1")
def test_it_lasts_eighteen_turns():
    t = scene("allied-combat", at("0518", A), at("0403", JP), turn=17)
    on_to(t, "japanese-movement")
    assert (t.s.turn, t.game.over) == (18, False)
    assert last_turn(at("0518", A), at("0403", JP), control=held("allied", *HEXES))
    assert len(t.s.module.turns) == t.s.scenario.last_turn == 18
    assert t.s.board.tracks["turns"].spaces[-1] == 18
