"""What each side sees of decisions and rows."""

from types import SimpleNamespace

import pytest

from engine import duel
from tabuleiro.engine import Decision, msg
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.log import Row
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.engine.views import view, view_decision, view_piece, view_row
from tabuleiro.hooks import GamePlugin, hookimpl


def test_an_open_decision_shows_its_prompt_to_all_but_its_choices_to_one():
    decision = Decision("red", msg("Hop."), pieces=("red",))
    assert view_decision(decision, "red")["pieces"] == ("red",)
    told = view_decision(decision, "blue")
    assert told["prompt"]["text"] == "Hop."
    assert "pieces" not in told
    assert not told["mine"]


def test_a_secret_decision_shows_only_whose_it_is():
    decision = Decision("red", msg("Hop."), pieces=("red",), secret=True)
    assert set(view_decision(decision, "blue")) == {"side", "rule", "mine"}
    assert view_decision(decision, None)["prompt"]["text"] == "Hop."


def test_a_secret_row_hides_its_action_from_the_others():
    row = Row(1, 0, "action", "red", {"type": "hop"}, (), reveals=False, hash="", secret=True)
    assert view_row(row, "red")["action"] == {"type": "hop"}
    assert view_row(row, "blue")["action"] is None
    assert view_row(row, None)["action"] == {"type": "hop"}


def test_the_start_tells_nobody_the_seed():
    game = duel.game("a seed that nobody may know")
    assert view_row(game.log.rows[0], None)["action"] is None
    for side in (None, "red", "blue"):
        assert "a seed that" not in str(view(game.situation, side))


def test_a_view_holds_the_decision_as_its_side_sees_it():
    s = duel.game().situation
    assert view(s, "red")["decision"]["pieces"] == ("red",)
    assert view(s, None)["decision"]["pieces"] == ("red",)
    assert "pieces" not in view(s, "blue")["decision"]


@pytest.mark.parametrize(
    ("known", "losses", "values"),
    [("all", 1, {"attack": 3}), ("presence", 1, None), ("kind", 0, None)],
)
def test_of_a_piece_known_by_its_kind_the_losses_are_not_told(known, losses, values):
    """The blue piece has taken a loss."""

    class Fog(duel.Rules):
        @hookimpl
        def piece_visibility(self, s, viewer, piece):
            return "all" if s.side(piece) == viewer else known

    rules = Ruleset(GamePlugin("duel", SimpleNamespace(), family=Fog()))
    s = Game(duel.module(), rules, Header("duel", "duel", "seed")).situation
    own, seen = view_piece(s, "blue", "blue"), view_piece(s, "red", "blue")
    assert (own["losses"], own["values"]) == (1, {"attack": 3})
    assert (seen["known"], seen["losses"], seen.get("values")) == (known, losses, values)
