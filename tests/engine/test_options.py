"""Options and a free hand, up to the last number and word."""

import pytest

from engine import duel
from tabuleiro.engine.freehand import FreeMove, FreeOrder, FreeTrack
from tabuleiro.engine.options import OptionError


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"size": "tiny"}, 'Option "size" cannot be tiny; it can be: big, small.'),
        ({"luck": 1}, 'Option "luck" cannot be 1; it can be: True, False.'),
        ({"strictness": "off"}, "Strictness must say for each topic how strict to be."),
    ],
)
def test_a_wrong_option_is_named_with_what_it_can_be(options, sentence):
    with pytest.raises(OptionError) as error:
        duel.game(**options)
    assert str(error.value) == sentence


@pytest.mark.parametrize(("topic", "how"), [("movement", "sometimes"), ("weather", "advise")])
def test_a_wrong_strictness_is_named(topic, how):
    with pytest.raises(OptionError) as error:
        duel.game(strictness={topic: how})
    told = str(error.value)
    assert told.startswith(f'Strictness "{topic}: {how}" is unknown; topics: ')
    assert "movement" in told.partition("topics: ")[2].partition(";")[0]
    assert "advise" in told.partition("values: ")[2]


@pytest.mark.parametrize(
    ("value", "allowed"), [(-1, False), (0, True), (1, True), (1000, True), (1001, False)]
)
def test_how_far_a_track_goes(value, allowed):
    game = duel.game(**{"free-hand": True})
    game.act(duel.Throw())
    verdict = game.check(FreeTrack("red", value))
    assert bool(verdict) is allowed
    if not allowed:
        assert game.say(verdict.reason) == "A track holds numbers from 0 to 1000."


@pytest.mark.parametrize("order", [(), ("red",), ("red", "red"), ("red", "blue", "red")])
def test_an_order_names_each_piece_once(order):
    game = duel.game(**{"free-hand": True})
    game.act(FreeMove("red", "0403"))
    verdict = game.check(FreeOrder("0403", order))
    assert game.say(verdict.reason) == "The order must name each piece of the stack once."
    assert game.check(FreeOrder("0403", ("blue", "red")))
