"""What each side sees of decisions, pieces and rows."""

import pytest
from msgspec.structs import replace

from engine import duel
from tabuleiro.engine import GameError
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.knowledge import EVERYTHING, NOBODY, Knowledge, Level
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.engine.views import view, view_decision, view_piece
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.testing.secrecy.twins import at


def match(*rules, seed="seed", **steps):
    """A duel with more rules, whose red turn is a step of another class if one is given."""

    class Rules(duel.Rules):
        if steps:

            @hookimpl
            def phase_steps(self, phase):
                return [steps["step"](phase.side)]

    plugin = GamePlugin("duel", [Rules()])
    ruleset = Ruleset(plugin, {f"rule-{n}": rule for n, rule in enumerate(rules)})
    return Game(duel.module(), ruleset, Header("duel", "duel", seed))


class Quiet(duel.Turn, frozen=True):
    """A turn in which nobody else learns what is asked, or done."""

    def decision(self, s):
        return replace(super().decision(s), secret=True)

    def told(self, s, viewer):
        return self if viewer == self.side else None


class Veiled(duel.Turn, frozen=True):
    """A turn of which the others see that it goes on, and not what is asked in it."""

    def decision(self, s):
        return replace(super().decision(s), secret=True)


def test_an_open_decision_shows_its_prompt_to_all_but_its_choices_to_one():
    game = duel.game()
    decision = game.decision()
    assert view_decision(game, decision, "red")["pieces"] == ("red",)
    for onlooker in ("blue", NOBODY):
        told = view_decision(game, decision, onlooker)
        assert told["prompt"]["text"] == "Hop, throw or pass."
        assert "pieces" not in told
        assert not told["mine"]


@pytest.mark.parametrize("step", [Quiet, Veiled])
def test_a_secret_decision_shows_only_whose_it_is(step):
    game = match(step=step)
    decision = game.decision()
    assert view_decision(game, decision, "blue") == {"side": "red", "mine": False}
    assert view_decision(game, decision, NOBODY) == {"side": "red", "mine": False}
    assert view_decision(game, decision, "red")["pieces"] == ("red",)
    assert view_decision(game, decision, EVERYTHING)["prompt"]["text"] == "Hop, throw or pass."


def test_what_is_done_in_secret_is_a_row_for_its_side_alone():
    """The hop itself is seen: who sees a piece sees where it is."""
    game = match(step=Quiet)
    game.act(duel.Hop("red", "0102"))
    game.act(duel.Throw())
    done = {
        side: [(row.action or {}).get("type") for row in ToldLog(game, side).line()]
        for side in ("red", "blue", NOBODY, EVERYTHING)
    }
    assert done["red"][1:] == ["hop", "throw"]
    assert done[EVERYTHING][1:] == ["hop", "throw"]
    assert done["blue"] == done[NOBODY] == [None, None, None]


def test_the_start_tells_nobody_the_seed():
    game = duel.game("a seed that nobody may know")
    for side in (NOBODY, "red", "blue"):
        start = ToldLog(game, side).line()[0]
        assert start.action is None
        assert "a seed that" not in str((view(game, side), start))


@pytest.mark.parametrize("ask", [view, lambda *who: ToldLog(*who).head(), Game.belief])
def test_nobody_sees_anything_because_nobody_was_named(ask):
    game = duel.game()
    with pytest.raises(GameError, match="no side called None"):
        ask(game, None)


def test_a_view_holds_the_decision_as_its_side_sees_it():
    game = duel.game()
    assert view(game, "red")["decision"]["pieces"] == ("red",)
    assert view(game, EVERYTHING)["decision"]["pieces"] == ("red",)
    assert "pieces" not in view(game, "blue")["decision"]


@pytest.mark.parametrize(
    ("known", "losses", "values"),
    [
        (Level.ALL, 1, {"attack": 3}),
        (Level.STATE, 1, {"attack": 3}),
        (Level.IDENTITY, 0, None),
        (Level.KIND, 0, None),
        (Level.PRESENCE, 0, None),
        (Level.NOTHING, None, None),
    ],
)
def test_of_a_piece_that_is_not_known_the_losses_are_not_told(known, losses, values):
    """The blue piece has taken a loss."""

    class Fog:
        @hookimpl
        def knowledge(self, s, viewer):
            return [Knowledge({p: known for p in ("red", "blue") if s.side(p) != viewer})]

    game = match(Fog())
    own, belief = view_piece(game.belief("blue"), "blue"), game.belief("red")
    assert (own["losses"], own["values"]) == (1, {"attack": 3})
    name = belief.names.get("blue", "blue")
    seen = view_piece(belief, name)
    if losses is None:
        assert seen is None
        assert set(view(game, "red")["pieces"]) == {"red"}
        return
    assert (seen["known"], seen["losses"], seen.get("values")) == (
        known.name.lower(), losses, values,
    )  # fmt: skip
    assert (seen["type"] is None) == (known < Level.IDENTITY)
    assert ("blue" in view(game, "red")["pieces"]) == (known >= Level.IDENTITY)


def test_the_order_of_those_who_wait_does_not_tell_who_left():
    """A gap between own pieces would name the one that waited there."""
    game = Catalogue.installed().new("diadem", seed="1", options={"sealing": "sealed"})
    allied = replace(game.position, agenda=game.position.agenda[:-1])
    waiting = list(allied.stacks["off"])
    one, other = (waiting.index(gun) for gun in ("ca-art-i", "us-art-ii"))
    waiting[one], waiting[other] = waiting[other], waiting[one]
    first = at(game, allied)
    second = at(game, replace(allied, stacks={**allied.stacks, "off": tuple(waiting)}))
    place = next(a for a in first.legal(piece="ca-art-i") if a.kind == "place")
    for game in (first, second):
        assert game.act(place).kind == "action"
    seen, as_well = (game.belief("axis").s.position for game in (first, second))
    assert any(name.startswith("~") for name in seen.stacks["off"])
    assert seen.stacks == as_well.stacks
