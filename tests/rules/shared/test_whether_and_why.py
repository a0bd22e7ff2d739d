"""What is listed quickly is what the checks allow, and questions say what decisions say."""

import pytest

from samples import sampled
from tabuleiro.bots import RandomPlayer
from tabuleiro.engine import Question, question
from tabuleiro.engine.data import plain
from tabuleiro.rules.air.aircraft_orders import FlyAsBomber, FlyAsFighter
from tabuleiro.rules.combat.combat_phase import AirStrike, Assault, Bombard, CombatPhase
from tabuleiro.testing.table import catalogue
from tabuleiro_papua.air.errands import errand_roles, suitable
from tabuleiro_papua.air.raid_draft import RaidDraft
from tabuleiro_papua.air.squadrons import grounded, ready, squadrons

ERRANDS = ("support", "interdict", "field", "troops", "ship", "base", "escort")


def situations(name, *, seed="whether", steps=400, options=None):
    """The situations of a match at random, one after the other."""
    game = catalogue().new(name, seed=seed, options=options or {})
    players = {side: RandomPlayer(side) for side in game.module.sides}
    for _step in range(steps):
        asked = game.situation.asked()
        if asked is None:
            return
        yield game.situation
        game.act(players[asked.side].choose(game))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["diadem", "leyte", "metz", "papua"])
def test_a_question_says_what_the_decision_says(name):
    kinds = set()
    for s in situations(name, steps=250):
        asked, decision = question(s), s.decision()
        assert isinstance(asked, Question)
        assert plain(asked.decision()) == plain(decision)
        for part in ("side", "prompt", "rule", "kind", "secret", "pieces", "hexes", "actions",
                     "obligations", "data"):  # fmt: skip
            assert getattr(asked, part) == getattr(decision, part)
        assert s.asked() == (decision.side, decision.secret)
        kinds.add(type(s.position.top).__name__)
    assert len(kinds) > 1


@pytest.mark.slow
def test_nobody_is_asked_at_the_end(diadem_is_over):
    assert question(diadem_is_over) is None


@pytest.fixture
def diadem_is_over():
    game = catalogue().new("diadem", seed="over")
    players = {side: RandomPlayer(side) for side in game.module.sides}
    while not game.over:
        game.act(players[game.situation.asked().side].choose(game))
    return game.situation


def test_what_is_worked_out_is_what_is_read():
    made = []

    def pieces():
        made.append("pieces")
        return ["de-85-rm"]

    s = next(iter(situations("diadem", steps=1)))
    asked = Question(s.decision(), pieces=pieces, obligations=lambda: made.append("owed") or ())
    assert asked.kind == "phase"
    assert made == []
    assert asked.pieces == asked.pieces == ("de-85-rm",)
    assert made == ["pieces"]
    assert asked.decision().pieces == ("de-85-rm",)
    assert made == ["pieces", "owed"]


@pytest.mark.slow
@pytest.mark.parametrize("duty", sampled(["refuse", "warn-and-release"], ["refuse"]))
@pytest.mark.parametrize("name", ["diadem", "leyte"])
def test_attacks_that_are_listed_are_those_that_are_allowed(name, duty):
    seen = 0
    for s in situations(name, steps=900, options={"duty": duty}):
        top = s.position.top
        if not isinstance(top, CombatPhase):
            continue
        hexes = s.occupied(s.enemy(top.side))
        every = [kind(hex) for hex in hexes for kind in (Assault, Bombard, AirStrike)]
        listed = [a for a in top.legal(s) if isinstance(a, Assault | Bombard | AirStrike)]
        assert listed == [action for action in every if top.check(s, action)]
        seen += len(every) > len(listed) > 0
    assert seen > 5


@pytest.mark.slow
def test_squadrons_that_are_ready_are_those_that_nothing_keeps_grounded():
    kept_back, drafts = 0, 0
    for s in situations("papua", steps=900):
        for side in s.module.sides:
            mine = squadrons(s, side)
            able = tuple(piece for piece in mine if not grounded(s, piece))
            assert ready(s, side) == able
            kept_back += len(able) < len(mine)
            for errand in ERRANDS:
                fit = [
                    p for p in able
                    if any(errand in {"support", "escort"} or role != "fighter"
                           for role in errand_roles(s, p, errand))
                ]  # fmt: skip
                assert list(suitable(s, side, errand)) == fit
        top = s.position.top
        if isinstance(top, RaidDraft):
            every = [
                kind(p) for p in squadrons(s, top.side) for kind in (FlyAsFighter, FlyAsBomber)
            ]
            listed = [a for a in top.legal(s) if isinstance(a, FlyAsFighter | FlyAsBomber)]
            assert listed == [action for action in every if top.check(s, action)]
            drafts += len(every) > len(listed) > 0
    assert kept_back > 5
    assert drafts > 5
