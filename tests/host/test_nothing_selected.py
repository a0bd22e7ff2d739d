"""Clicks while no unit is selected: on what is lit, and on enemies whom nobody can attack."""

import pytest

from tabuleiro.engine import Action, Decision, Game, ListedStep, msg
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.host.play import MANY

HERE = "1312"
RIDERS = ("us-349-ri", "us-350-ri")


class RideAt(Action, frozen=True, tag="test-ride-at"):
    piece: str
    target: str


class Ride(ListedStep, frozen=True, tag="test-ride"):
    """Some units may ride at a hex."""

    side: str

    def choices(self, s):
        yield from (RideAt(piece, HERE) for piece in Rides.able)

    def decision(self, s):
        return Decision(self.side, msg("Ride."), hexes=(HERE,), actions=("test-ride-at",))

    def act(self, change, action):
        Rides.ridden.append(action.piece)
        change.finish()


class Rides:
    able = RIDERS
    ridden: list[str] = []  # noqa: RUF012

    @hookimpl
    def phase_steps(self, phase):
        return [Ride(phase.side)] if phase.kind == "movement" else None


@pytest.fixture
def riding(open_match, hands):
    """A window in which some units are asked to ride at a hex."""

    def show(*able):
        Rides.able, Rides.ridden[:] = able, []
        catalogue = Catalogue.installed()
        ruleset = Ruleset(catalogue.games["diadem"], {"rides": Rides()})
        game = Game(catalogue.module("diadem"), ruleset, Header("diadem", "campaign", "1"))
        while game.situation.phase is None:
            game.act(next(a for a in game.legal() if not a.retracts))
        return hands(open_match(game))

    return show


def lit(window):
    """The hexes that are lit, in either colour."""
    view = window.view
    shown = [shape for name in ("targets", "legal") for shape in view._overlays[name]._hexes]
    return {hex for hex in view.board.grid for _c, spot, _w in shown if view.middle(hex) == spot}


def test_one_unit_that_can_does_it(riding):
    player = riding(RIDERS[0])
    assert HERE in lit(player.window)
    player.click_ground(HERE)
    assert Rides.ridden == [RIDERS[0]]


def test_of_several_one_is_chosen_from_a_menu(riding):
    player = riding(*RIDERS)
    asked = []
    player.window.play._pop_up = lambda menu, _at: asked.append([a.text() for a in menu.actions()])
    player.click_ground(HERE)
    assert Rides.ridden == []
    ((one, other),) = asked
    assert "349" in one
    assert "350" in other


def test_of_very_many_one_is_to_be_selected_first(riding):
    counters = Catalogue.installed().module("diadem").counters.values()
    player = riding(*[one.id for one in counters if one.side == "allied"])
    assert len(Rides.able) > MANY
    told = []
    player.window.play.told.connect(lambda words, _rule: told.append(words))
    player.window.play.click(HERE)
    assert told == ["Many units can do this: choose one first."]
    assert Rides.ridden == []


FIELD = {"us-349-ri": "1413", "de-85-rm": "1312", "de-4-rpqd": "0905"}


def test_only_enemies_that_can_be_attacked_are_lit(at_table):
    window = at_table("allied-combat", FIELD)
    assert "1312" in lit(window)
    assert "0905" not in lit(window)


def test_of_other_enemies_it_is_said_why_nobody_can_attack_them(at_table, hands):
    window = at_table("allied-combat", FIELD)
    verdicts = []
    window.seat.refused.connect(verdicts.append)
    window.play.click("0905")
    assert [o.rule for o in verdicts[0].objections] == ["diadem-5.0-4"]
    assert not window.seat.sight.position.facts.get("battle")
    window.play.click("0101")  # nobody is there: nothing is to be said
    assert len(verdicts) == 1
