"""Every game, played at random to its end by players who roll their own dice."""

import json
from random import Random

import pytest

from tabuleiro.engine import DiceWanted
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import canonical
from tabuleiro.engine.log import row_from_data
from tabuleiro.store import replay
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.conformance import Report, check_match

GAMES = sorted(Catalogue.installed().games)


def by_hand(game, action, rng):
    """Take an action with as many dice as it wants; return them."""
    dice = ()
    before = game.position
    digest = before.digest()
    while (wanted := asked(game, action, dice)) is not None:
        assert wanted.side in game.module.sides
        assert wanted.number > 0
        assert game.position is before
        assert before.digest() == digest, "asking for dice changed the position"
        dice += tuple(rng.randint(1, 6) for _die in range(wanted.number))
    return dice


def asked(game, action, dice):
    """Take an action, or return what is still wanted for it."""
    try:
        game.act(action, dice=dice)
    except DiceWanted as wanted:
        return wanted
    return None


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
def test_a_match_with_own_dice_can_be_played_again(name):
    catalogue = Catalogue.installed()
    game = catalogue.new(name, seed="1944", options={"dice": "own"})
    first = len(_fallen(game))
    rng, rolled = Random(1944), []
    while not game.over and len(game.log) < 20_000:
        rolled += by_hand(game, choose(game, rng), rng)
    assert game.over
    assert rolled
    assert _fallen(game)[first:] == rolled, "what was rolled is what fell, in this order"
    assert game.position.dice.queue == ()
    rows = [row_from_data(json.loads(canonical(row.to_data()))) for row in game.log.line()]
    report = replay(game.module, game.ruleset, game.header, rows)
    assert report.same, report.why


def _fallen(game):
    return [
        face
        for row in game.log.line()
        for event in row.events
        if isinstance(event, ev.Rolled)
        for face in event.faces
    ]


@pytest.mark.slow
def test_the_promises_hold_where_players_roll():
    game = Catalogue.installed().new("diadem", seed="7", options={"dice": "own"})
    report = Report("diadem")
    check_match(game, Random(7), report, probes=5)
    assert report.findings == []
    assert report.probes
