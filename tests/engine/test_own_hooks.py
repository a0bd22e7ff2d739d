"""A game may bring hookspecs of its own: its parts answer them, and house rules too."""

from typing import Protocol

import pytest

from tabuleiro.engine.ruleset import Ruleset, RulesetError
from tabuleiro.hooks import GamePlugin, hookimpl, hookspec


class Tides(Protocol):
    """Hooks of a game with tides."""

    @hookspec
    def tides(self, hour):
        """Return the coasts that fall dry."""

    @hookspec(firstresult=True)
    def moon(self):
        """Return the phase of the moon."""


class North:
    @hookimpl
    def tides(self, hour):
        return [f"north {hour}"]

    @hookimpl
    def moon(self):
        return "new"


class South:
    @hookimpl
    def tides(self):
        return ["south"]

    @hookimpl
    def moon(self):
        return None


def test_parts_answer_in_their_order_and_the_last_speaks_first():
    rules = Ruleset(GamePlugin("sea", [North(), South()], hooks=[Tides]))
    assert rules.hook.tides(hour=6) == ["north 6", "south"]
    assert rules.hook.moon() == "new", "the last one had no answer"
    assert rules.answers("tides")


def test_a_house_rule_may_answer_them():
    rules = Ruleset(GamePlugin("sea", [North()], hooks=[Tides]), {"full": South()})
    assert rules.hook.tides(hour=6) == ["north 6", "south"]


def test_without_the_hookspecs_such_a_part_does_not_fit():
    with pytest.raises(RulesetError, match="sea"):
        Ruleset(GamePlugin("sea", [North()]))
