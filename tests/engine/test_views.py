"""What each side sees of decisions and rows."""

from engine import duel
from tabuleiro.engine import Decision, msg
from tabuleiro.engine.log import Row
from tabuleiro.engine.views import view, view_decision, view_row


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
