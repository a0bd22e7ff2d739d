"""How the rules of a match are asked: the last speaks first, lists are put together."""

from typing import Any

import pytest

from engine import duel
from tabuleiro.engine import Game, Objection, msg
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl


class Silent:
    """A house rule that has nothing to say."""

    @hookimpl
    def stacking_limits(self) -> None:
        pass

    @hookimpl
    def move_objections(self) -> None:
        pass


class Strict:
    """A house rule that answers before the game does."""

    @hookimpl
    def stacking_limits(self) -> int:
        return 1

    @hookimpl
    def move_objections(self, piece: str) -> list[Objection]:
        return [Objection(msg("No."), "house", "movement", (piece,))]


class Wrapped:
    """A house rule around the answers of the others."""

    @hookimpl(wrapper=True)
    def stacking_limits(self) -> Any:
        return 10 * (yield)

    @hookimpl(wrapper=True)
    def move_objections(self) -> Any:
        found = yield
        return [*found, [Objection(msg("Nor so."), "house-2")]]


class Doubled:
    """A house rule around those that spoke before, wrappers too."""

    @hookimpl(wrapper=True)
    def stacking_limits(self, side: str) -> Any:
        return (yield) + len(side)


class Failing:
    """A house rule that fails."""

    @hookimpl
    def stacking_limits(self) -> int:
        raise LookupError


class Rescuing:
    """A house rule around others that knows what to do when they fail."""

    @hookimpl(wrapper=True)
    def stacking_limits(self) -> Any:
        try:
            return (yield)
        except LookupError:
            return 3


class Never:
    """A wrapper that does not let the others speak."""

    @hookimpl(wrapper=True)
    def stacking_limits(self) -> Any:
        if PLAIN[0] < 1:
            yield


class Twice:
    """A wrapper that lets them speak twice."""

    @hookimpl(wrapper=True)
    def stacking_limits(self) -> Any:
        yield
        yield


def asked(*rules):
    catalogue = Catalogue.installed()
    house = {f"house-{n}": rule() for n, rule in enumerate(rules)}
    ruleset = Ruleset(catalogue.games["diadem"], house)
    game = Game(catalogue.module("diadem"), ruleset, Header("diadem", "campaign", "1"))
    hook, s = ruleset.hook, game.situation
    piece = next(iter(s.position.pieces))
    limit = hook.stacking_limits(s=s, side="axis")
    return limit, [o.rule for o in hook.move_objections(s=s, piece=piece)]


PLAIN = asked()


@pytest.mark.parametrize(
    ("rules", "limit", "objections"),
    [
        ((Silent,), PLAIN[0], []),
        ((Strict,), 1, ["house"]),
        ((Silent, Strict), 1, ["house"]),
        ((Strict, Silent), 1, ["house"]),
        ((Strict, Strict), 1, ["house", "house"]),
        ((Wrapped,), 10 * PLAIN[0], ["house-2"]),
        ((Strict, Wrapped, Silent), 10, ["house-2", "house"]),
        ((Wrapped, Doubled), 10 * PLAIN[0] + 4, ["house-2"]),
        ((Doubled, Wrapped), 10 * (PLAIN[0] + 4), ["house-2"]),
        ((Failing, Rescuing), 3, []),
    ],
)
def test_rules_answer_in_their_order(rules, limit, objections):
    assert PLAIN[0] > 1
    assert PLAIN[1] == []
    assert asked(*rules) == (limit, objections)


@pytest.mark.parametrize(
    ("rules", "error"),
    [((Failing, Wrapped), LookupError), ((Never,), RuntimeError), ((Twice,), RuntimeError)],
)
def test_what_fails_fails_through_wrappers(rules, error):
    with pytest.raises(error):
        asked(*rules)


def test_whether_anybody_answers_a_hook_at_all():
    class Crowded:
        @hookimpl
        def stacking_limits(self):
            return 1

    assert duel.ruleset().answers("phase_steps")
    assert not duel.ruleset().answers("stacking_limits")
    assert duel.ruleset(crowded=Crowded()).answers("stacking_limits")


def test_matches_of_one_game_share_its_rules_until_house_rules_differ():
    catalogue = Catalogue.installed()
    module = catalogue.module("diadem")
    catalogue.house_rules |= {"strict": Strict(), "silent": Silent()}
    rules = catalogue.ruleset(module)
    assert catalogue.new(module, seed="1").ruleset is rules
    strict = catalogue.ruleset(module, ["strict"])
    assert strict is not rules
    assert strict.hook.stacking_limits(s=catalogue.new(module).situation, side="axis") == 1
    assert catalogue.ruleset(module, ["strict", "silent"]) is not strict
    catalogue.house_rules["strict"] = Doubled()
    assert catalogue.ruleset(module, ["strict"]) is not strict
