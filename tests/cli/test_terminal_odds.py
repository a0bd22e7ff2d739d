"""The text table tells sums that are no battle on the ground, and seals what the window seals."""

import pytest

from papua_scenes import JACKSON, RABAUL, airwar, at, raid
from tabuleiro.cli.terminal_odds import odds_lines
from tabuleiro.engine import Game, msg
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.i18n import speaking
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.seats import Table
from tabuleiro.testing import action
from tabuleiro.testing.kinds import catalogue


def lines(game, side):
    with speaking("en"):
        return list(odds_lines(Table(game).seat(side)))


@pytest.fixture
def in_the_air():
    zeros, bettys = ("jp-4ku-1", "jp-4ku-2"), ("jp-4ku-4", "jp-4ku-5")
    t = airwar("japanese", at(RABAUL, *zeros, *bettys), at(JACKSON, "us-fs-8"))
    raid(t, action("bomb-field", JACKSON), *bettys, fighters=zeros).end()
    return t.act("intercept", "us-fs-8", JACKSON)


def test_a_battle_in_the_air(in_the_air):
    coming = Table(in_the_air.game).seat("allied").ask("reckonings").now()
    told = lines(in_the_air.game, "allied")
    assert coming
    for each in coming:
        assert in_the_air.say(each.title) in told
        assert any(line.endswith((f": {each.attack}", ": ?")) for line in told)


class Charging:
    """A house rule: lancers of whom nobody may know how strong they are."""

    @hookimpl
    def reckonings(self, s):
        piece = next(p for p in s.position.pieces if s.side(p) == "axis" and s.on_map(p))
        parts = (Part("allied", 8, msg("lances")), Part("axis", 4, msg("square"), "", piece))
        return [Reckoning(msg("a charge"), "1313", "allied", "axis", parts, 8, 4, "combat", 5, 4)]


def test_on_a_table_by_odds_and_sealed():
    ruleset = Ruleset(catalogue().games["diadem"], {"charging": Charging()})
    header = Header("diadem", "campaign", "1", options={"sealing": "sealed"})
    game = Game(catalogue().module("diadem"), ruleset, header)
    while game.situation.phase is None:
        game.act(next(a for a in game.legal() if not a.retracts))
    mine, theirs = lines(game, "axis"), lines(game, "allied")
    assert any(line.endswith(": 4") for line in mine)
    labels = game.module.odds["combat"].columns
    assert f"Column by odds {labels[4]}, after shifts {labels[5]}." in mine
    assert any(line.endswith(": ?") for line in theirs)
    assert not any("Column by odds" in line for line in theirs)
