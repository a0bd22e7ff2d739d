"""Between any two actions a game can be kept and comes back the same."""

from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from store import tiny
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.engine.position import DEAD, OFF
from tabuleiro.store import Library, open_partida, read_partida, replay, write_partida
from tabuleiro.store.stored_log import kept_of

MODULE, RULESET = tiny.module(), tiny.ruleset()


@pytest.mark.slow
@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32), actions=st.integers(0, 60))
def test_file_between_any_two_actions(tmp_path, seed, actions):
    path = tmp_path / "game.partida"
    game = tiny.new_game(str(seed))
    for number in range(actions):
        tiny.play(game, 1, seed + number)
        write_partida(path, game, "x", viewer=EVERYTHING)
        partida = read_partida(path)
        assert partida.position.digest() == game.position.digest()
        again = open_partida(path, MODULE, RULESET, verify=False)
        assert again.position.digest() == game.position.digest()
        assert again.legal() == game.legal()
        if number % 7 == 0:
            game = again  # whatever is played on must go on alike
    assert replay(MODULE, RULESET, game.header, kept_of(game).rows).same


class KeptGame(RuleBasedStateMachine):
    """Plays the same on a kept game, which is opened again and again, and on one in memory."""

    @initialize(seed=st.text(max_size=5))
    def begin(self, seed):
        self.library = Library(":memory:")
        self.plain = tiny.new_game(seed)
        self.game = tiny.new_game(seed)
        self.number = self.library.create(self.game, "x").id

    def both(self, act):
        act(self.plain)
        act(self.game)
        assert self.game.position.digest() == self.plain.position.digest()
        (entry,) = self.library.list()
        assert entry.turn == self.plain.position.turn
        assert entry.finished == self.plain.over
        assert entry.rows == len(self.plain.log)

    @precondition(lambda self: not self.plain.over)
    @rule(choice=st.integers(0, 50))
    def act(self, choice):
        actions = self.plain.legal()
        self.both(lambda game: game.act(actions[choice % len(actions)]))

    @rule(piece=st.sampled_from(sorted(tiny.PIECES)), to=st.sampled_from([*tiny.PLACES, DEAD, OFF]))
    def free(self, piece, to):
        self.both(lambda game: game.act(FreeMove(piece, to)))

    @rule(number=st.integers(0, 200))
    def goto(self, number):
        self.both(lambda game: game.goto(number % len(game.log)))

    @rule()
    def open_again(self):
        self.game = self.library.resume(self.number, MODULE, RULESET)
        assert self.game.position.digest() == self.plain.position.digest()
        assert self.game.legal() == self.plain.legal()

    @rule()
    def copy(self):
        kept = self.library.open(self.number)
        other = self.library.add(kept, "copy")
        assert self.library.open(other) == kept
        self.library.delete(other)

    def teardown(self):
        if hasattr(self, "library"):
            assert self.library.check() == ()
            self.library.close()


KeptGame.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
TestKeptGame = KeptGame.TestCase


@pytest.mark.parametrize("name", ["a.partida", "ação é.partida", "日本.partida", "with space"])
def test_any_name_of_a_file(tmp_path, name):
    path = Path(tmp_path, name)
    write_partida(path, tiny.new_game(), name, viewer=EVERYTHING)
    assert open_partida(path, MODULE, RULESET).log.head == 0
