"""Computer players know what their side knows: other secrets of the enemy change no move."""

from collections import Counter
from random import Random

import pytest

from tabuleiro.bots.random_player import RandomPlayer
from tabuleiro.bots.simple import SimplePlayer
from tabuleiro.engine import Action
from tabuleiro.engine.dice import Throws
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.secrecy import at, new_match
from tabuleiro.testing.secrecy.twins import twin_of
from tabuleiro.testing.table import catalogue

GAMES = ("diadem", "leyte", "metz", "papua")


def twins(name, hiding, number=12, seed=3):
    """Yield games with twins that the side that is asked cannot tell from them."""
    game = new_match(catalogue(), name, hiding, str(seed))
    rng = Random(seed)
    found = 0
    while not game.over and found < number:
        if rng.random() < 0.05:
            side = game.situation.asked().side
            for mutator in ("losses", "identities", "several"):
                twin = twin_of(game, side, mutator, rng)
                if twin is not None:
                    found += 1
                    yield side, at(game, game.position), at(game, twin.position)
        game.act(choose(game, rng), thrown=game.module.sides)


@pytest.mark.parametrize("hiding", ["covered", "sealed"])
@pytest.mark.parametrize(
    "name", [*GAMES[:1], *(pytest.param(g, marks=pytest.mark.slow) for g in GAMES[1:])]
)
@pytest.mark.parametrize("make", [RandomPlayer, SimplePlayer])
def test_other_secrets_of_the_enemy_change_no_move(make, name, hiding):
    pairs = 0
    for side, one, other in twins(name, hiding):
        moves = [make(5).pick(game.imagine(side, seed="x")) for game in (one, other)]
        assert moves[0] == moves[1]
        pairs += 1
    assert pairs >= 12


def test_a_player_that_saw_the_truth_would_be_found():
    """It ends its phase or not by the losses of the enemy."""

    def cheat(game, side):
        hurt = sum(
            state.losses
            for p, state in game.position.pieces.items()
            if game.situation.side(p) != side
        )
        actions = game.legal()
        return actions[hurt % len(actions)]

    assert any(
        cheat(one, side) != cheat(other, side) for side, one, other in twins("diadem", "covered")
    )


class TestForks:
    def test_a_thousand_forks_throw_other_dice_than_the_match(self):
        """Faces at the same place of the same stream agree as often as chance lets them."""
        game = new_match(catalogue(), "diadem", "covered", "1")
        stream, number = "axis diadem-5.1.1-9", 0
        true = Throws(game.header.seed).face(stream, number)
        seeds = [game.fork().header.seed for _ in range(1_000)]
        assert len({*seeds, game.header.seed}) == 1_001
        faces = [Throws(seed).face(stream, number) for seed in seeds]
        count = Counter(faces)
        assert set(count) == {1, 2, 3, 4, 5, 6}
        expected = len(faces) / 6
        chi = sum((n - expected) ** 2 / expected for n in count.values())
        assert chi < 30  # 5 degrees of freedom: more comes in one run of 70,000
        assert abs(count[true] - expected) < 75  # 6 standard deviations

    def test_faces_of_forks_do_not_follow_those_of_the_match(self):
        game = new_match(catalogue(), "diadem", "covered", "1")
        match = Throws(game.header.seed)
        pairs = Counter()
        for number in range(1_000):
            fork = Throws(game.fork().header.seed)
            pairs[match.face("battle", number), fork.face("battle", number)] += 1
        assert len(pairs) == 36
        rows, columns = Counter(), Counter()
        for (mine, theirs), n in pairs.items():
            rows[mine] += n
            columns[theirs] += n
        total = sum(rows.values())
        chi = sum(
            (pairs[a, b] - rows[a] * columns[b] / total) ** 2 / (rows[a] * columns[b] / total)
            for a in rows
            for b in columns
        )
        assert chi < 70  # 25 degrees of freedom: more comes in one run of 270,000

    def test_what_is_imagined_holds_neither_the_seed_nor_the_dice_of_the_match(self):
        game = new_match(catalogue(), "diadem", "covered", "a seed that nobody may know")
        rng = Random(2)
        for _ in range(150):
            game.act(choose(game, rng), thrown=game.module.sides)
        dream = game.imagine("axis")
        assert game.header.seed not in str(dream.header)
        assert dream.position.dice.streams == {}
        assert all(row.hash != game.log.rows[game.log.head].hash for row in dream.log.rows.values())


@pytest.mark.slow
def test_a_throw_that_was_taken_back_never_falls_the_same_way_again():
    """Of a hundred times that it is taken back and made again the faces are as chance has them."""
    game = new_match(catalogue(), "diadem", "covered", "3")
    rng = Random(3)
    while True:
        head = game.log.head
        row = game.act(choose(game, rng), thrown=game.module.sides)
        thrown = [event for event in row.events if type(event).__name__ == "Rolled"]
        if thrown:
            break
    first, faces = thrown[0].faces, []
    action = Action.from_data(row.action)
    for _ in range(100):
        game.goto(head)
        again = game.act(action, thrown=game.module.sides)
        faces.append(next(e.faces for e in again.events if type(e).__name__ == "Rolled"))
    assert len(set(faces)) > 15
    assert faces.count(first) < 25
