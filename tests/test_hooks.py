"""Each hook has an example in its docstring; here it is run and seen to matter."""

import re

import pytest

from tabuleiro.bots.simple import SimplePlayer
from tabuleiro.engine import OFF, Game, Verdict, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Header
from tabuleiro.engine.position import Outcome
from tabuleiro.engine.ruleset import Ruleset, RulesetError
from tabuleiro.engine.views import view
from tabuleiro.hooks import GamePlugin, ProgramHooks, RuleHooks, hookimpl
from tabuleiro.rules.combat.advance import reach
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.combat_phase import Assault
from tabuleiro.rules.combat.losses import life
from tabuleiro.rules.combat.preview import objections
from tabuleiro.rules.families import ladder
from tabuleiro.rules.ground.crossings import bridged
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.scoring import score
from tabuleiro.seats import Table as RefereedTable
from tabuleiro.testing import action
from tabuleiro.testing.reference import example_of, hook_names, reference
from tabuleiro.testing.table import Table, catalogue, table


class Parade(SpecialMove, frozen=True):
    """The example of a special move."""

    def verdict(self, s, side):
        return Verdict.no(msg("Once is enough.")) if s.position.facts else Verdict.yes()

    def carry_out(self, change):
        change.emit(ev.FactSet("parade", value=True))


RULE_HOOKS = hook_names(RuleHooks)
PROGRAM_HOOKS = hook_names(ProgramHooks)


class Example:
    """The example of a hook as a plugin: an object with that one function.

    It imports what it needs, but for `Parade`, which stands for something of one's own.
    """

    def __init__(self, name):
        owner = RuleHooks if name in RULE_HOOKS else ProgramHooks
        space = {"Parade": Parade}
        exec(example_of(getattr(owner, name)), space)
        setattr(self, name, space[name])


def house(name, phase=None, pieces=None, dice=(), **position):
    """Return a table on which the example of a hook is a house rule."""
    module = catalogue().module("diadem")
    ruleset = Ruleset(catalogue().games["diadem"], {"example": Example(name)})
    t = Table(Game(module, ruleset, Header("diadem", "campaign", "test")))
    if phase:
        t.set(phase, pieces or {}, **position)
    return t.dice(*dice)


@pytest.mark.parametrize("name", RULE_HOOKS + PROGRAM_HOOKS)
def test_every_hook_has_a_test_and_an_example(name):
    assert f"test_hook_{name}" in globals()
    assert "hookimpl" in example_of(getattr(RuleHooks, name, None) or getattr(ProgramHooks, name))


def test_the_reference_page_is_up_to_date(request):
    page = request.config.rootpath / "docs" / "hooks.md"
    assert page.read_text(encoding="utf-8") == reference()


# the sequence of play


def start(t):
    """Play the free set-up, so that the first turn begins."""
    while t.phase == "setup":
        waiting = [p for p in t.decision.pieces if t.s.place(p) == OFF]
        t.do(t.legal("place", piece=waiting[0])[0] if waiting else EndPhase())
    return t


def polish(t):
    return t.game.module.formation_counters("pl-3-di")[0]


def fight(name, dice, foe="1006", **more):
    """Return a table where a Pole is about to attack a German."""
    t = house(name, "allied-combat", {}, **more)
    pole = polish(t)
    t.set("allied-combat", {"de-4-rpqd": foe, pole: "1105"})
    return t.dice(*dice), pole


def test_hook_setup_steps():
    assert house("setup_steps").decision.side == "axis"
    t = start(house("setup_steps"))
    assert t.losses("de-4-rpqd") == 1


def test_hook_phase_steps():
    t = house("phase_steps", "allied-movement", {}, turn=1)
    assert t.end().phase == "axis-movement"
    t = house("phase_steps", "allied-movement", {}, turn=2)
    assert t.end().phase == "allied-combat"


def test_hook_steps_before():
    t = house("steps_before", "axis-combat", {"de-4-rpqd": "0505"}, turn=1)
    assert t.end().phase == "allied-movement"
    assert t.losses("de-4-rpqd") == 1


def test_hook_steps_after():
    t = house("steps_after", "allied-movement", {"de-4-rpqd": "0505"}, turn=2)
    assert t.losses("de-4-rpqd") == 0
    assert t.end().losses("de-4-rpqd") == 1


def test_hook_watched_hexes():
    t = house("watched_hexes", "allied-movement", {"us-349-ri": "0604"})
    assert "0504" not in t.s.position.control
    assert t.go("us-349-ri", "0504").s.position.control["0504"] == "allied"


def test_hook_movement_changes():
    plain = house("invariants", "allied-movement", {"us-349-ri": "1413"}, turn=2)
    t = house("movement_changes", "allied-movement", {"us-349-ri": "1413"}, turn=2)
    assert t.reach("us-349-ri") < plain.reach("us-349-ri")


def test_hook_movement_marks():
    t = house("movement_marks", "allied-movement", {"us-349-ri": "1413"})
    assert t.reach("us-349-ri")
    t.game.test([ev.Marked("us-349-ri", ("on-parade",))], {"type": "mark"})
    assert t.reach("us-349-ri") == set()
    t = house("movement_marks", "axis-combat", {"us-349-ri": "1413"})
    t.game.test([ev.Marked("us-349-ri", ("on-parade",))], {"type": "mark"})
    assert t.end().reach("us-349-ri"), "it moves again as its side does"


def test_hook_entering_marks():
    t = house("entering_marks", "axis-movement", {}, turn=1)
    first = t.legal("move")[0]
    assert "fresh" in t.do(first).s.piece(first.piece).marks
    t = house("entering_marks", "axis-movement", {}, turn=3)
    first = t.legal("move")[0]
    assert "fresh" not in t.do(first).s.piece(first.piece).marks


def test_hook_crossings():
    side = ("0504", "0505")
    assert "river" in bridged(house("crossings").s, *side)
    assert "river" not in bridged(house("invariants").s, *side)


def test_hook_attack_bans():
    t, pole = fight("attack_bans", ())
    assert t.allows(Assault("1006"))
    t.game.test([ev.Marked(pole, ("on-parade",))], {"type": "mark"})
    assert not t.allows(Assault("1006"))


def test_hook_support_objections():
    pieces = {"us-349-ri": "0504", "de-4-rpqd": "0505"}
    t = house("support_objections", "allied-combat", pieces, tracks={"air.allied": 3})
    t.act("assault", "0505").act("join", "us-349-ri")
    assert t.allows(action("confirm"))
    t.act("set-air", 1)
    assert t.refuses(action("confirm")) == "house-18"


def test_hook_steps_before_advance():
    t = house("steps_before_advance")
    battle = Battle("assault", "allied", "axis", "1412", attackers=("us-349-ri",))
    kinds = [
        type(step).__name__ for step in t.s.rules.result_steps(s=t.s, battle=battle, code="AVI")
    ]
    assert kinds == ["TakeLoss", "Advancing"]


def test_hook_losses_to_eliminate():
    t = house("losses_to_eliminate", "allied-combat", {"us-349-ri": "0504"})
    assert [life(t.s, piece) for piece in ("us-349-ri", "us-350-ri")] == [1, 2]


def test_hook_advance_limits():
    t = house("advance_limits", "allied-combat", {}, turn=2)
    battle = Battle("assault", "allied", "axis", "1412")
    tanks = next(p for p in t.s.position.pieces if "motorized" in t.s.counter(p).tags)
    assert t.s.rules.advance_reach(s=t.s, piece=tanks, battle=battle) == 2
    assert reach(t.s, tanks, battle) == 1
    t = house("advance_limits", "allied-combat", {}, turn=1)
    assert reach(t.s, tanks, battle) == 2


def test_hook_turn_start_steps():
    t = house("turn_start_steps", "axis-combat", {"de-4-rpqd": "0505"}, turn=2)
    assert t.losses("de-4-rpqd") == 0
    assert t.end().losses("de-4-rpqd") == 1


def test_hook_turn_end_steps():
    t = house("turn_end_steps", "axis-combat", {"de-3-rpqd": "0505"}, turn=2)
    assert t.end().losses("de-3-rpqd") == 1


def test_hook_match_end_steps():
    t = house("match_end_steps", "axis-combat", {"de-1-rpqd": "0505"}, turn=7)
    assert t.end().place("de-1-rpqd") == "dead"


def test_hook_outcome():
    t = house("outcome", "axis-combat", {}, turn=7).end()
    assert t.game.position.outcome == Outcome("axis", {"allied": 0, "axis": 1})


def test_hook_score():
    labels = [line.label.text for line in score(house("score").s)]
    assert labels[-1] == "honour"
    assert len(labels) > 5


# setting up and arriving


def test_hook_setup_hexes():
    t = house("setup_hexes")
    assert {action.hex for action in t.legal("place")} == {"0504"}


def test_hook_arrivals():
    t = house("arrivals", "axis-movement", {}, turn=6)
    assert t.legal("move") == []
    assert t.end().phase == "axis-combat"


def test_hook_entry_hexes():
    t = house("entry_hexes", "axis-movement", {}, turn=3)
    assert t.go("de-578-ri", "0108").s.piece("de-578-ri").spent == 0
    assert not t.allows(t.move("de-104-rpzgr", "0107"))


def test_hook_capture_steps():
    pieces = {"us-349-ri": "1413", "de-4-rpqd": "0505"}
    t = house("capture_steps", "allied-movement", pieces).go("us-349-ri", "1313")
    assert t.losses("de-4-rpqd") == 0
    assert t.go("us-349-ri", "1312").losses("de-4-rpqd") == 1


def test_hook_withdrawal_objections():
    t = house("withdrawal_objections", "allied-movement", {"us-349-ri": "1413"})
    objections = t.s.rules.withdrawal_objections(s=t.s, piece="us-349-ri")
    assert [o.rule for o in objections] == ["house-13"]


# movement, stacking, zones


def test_hook_movement_profile():
    t = house("movement_profile", "allied-movement", {"us-349-ri": "1413"})
    assert "1412" in t.reach("us-349-ri")
    slow = t.reach("us-349-ri")
    t = Table(catalogue().new("diadem", seed="test")).set("allied-movement", {"us-349-ri": "1413"})
    fast = t.reach("us-349-ri")
    assert slow < fast


def test_hook_move_objections():
    t = house("move_objections", "allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})
    assert t.refuses(t.move("us-349-ri", "1412")) == "house-6"
    assert t.reach("us-349-ri") == set()
    assert t.allows(t.move("us-350-ri", "1412"))


def test_hook_special_moves():
    t = house("special_moves", "allied-movement", {"us-349-ri": "1413"})
    assert t.legal("parade") == [Parade()]
    t.do(Parade())
    assert t.s.position.facts == {"parade": True}
    assert t.legal("parade") == []


def test_hook_end_objections():
    t = house("end_objections", "allied-movement", {"us-349-ri": "1312"})
    assert t.refuses(EndPhase()) == "house-16"
    assert t.obligations() == "Clear the town first."
    assert EndPhase() not in t.legal()
    assert t.go("us-349-ri", "1313").end().phase != "allied-movement"


def test_hook_stacking_limits():
    t = house("stacking_limits", "allied-movement",
              {"us-349-ri": "1413", "us-350-ri": "1412", "us-351-ri": "1412"})  # fmt: skip
    assert t.refuses(t.move("us-349-ri", "1412")) == "diadem-4.1.1-1"


def test_hook_pieces_without_zone():
    t = house("pieces_without_zone", "allied-movement", {"de-4-rpqd": "1411", "us-349-ri": "1413"})
    assert t.allows(t.move("us-349-ri", "1412", "1512"))


def test_hook_zone_hexes():
    pieces = {"de-4-rpqd": "1411", "us-349-ri": "1413", "us-350-ri": "1008"}
    t = house("zone_hexes", "allied-movement", pieces)
    assert t.allows(t.move("us-349-ri", "1412", "1512")), "it looks elsewhere"
    assert t.refuses(t.move("us-350-ri", "0907", "0906")) == "diadem-4.1.2-2"


def test_hook_duty_exemptions():
    t, _ = fight("duty_exemptions", ())
    assert t.end().phase == "axis-movement"


# combat


def test_hook_attack_objections():
    t, _ = fight("attack_objections", ())
    assert "assault" not in {action.kind for action in t.legal()}
    t, _ = fight("attack_objections", (), foe="1106")
    assert t.allows(Assault("1106"))


def test_hook_declaration():
    t, pole = fight("combat_parts", ())
    attack = Battle("assault", "allied", "axis", "1006", attackers=(pole,))
    assert objections(t.s, attack) == []
    t, _ = fight("declaration", ())
    assert [o.rule for o in objections(t.s, attack)] == ["diadem-6.2-6"]
    t.act("assault", "1006")
    assert t.decision.data["kind"] == "air"
    assert t.refuses(action("join", pole)) == "diadem-6.2-6"


def test_hook_combat_parts():
    t, pole = fight("combat_parts", (3, 4))
    t.attack("1006", pole)
    defence = t.s.counter("de-4-rpqd").values["defense"]
    assert t.told()["odds"]["defence"] == defence + 3


def test_hook_combat_shifts():
    t, pole = fight("combat_shifts", (3, 4))
    t.attack("1006", pole)
    labels = [shift["label"]["text"] for shift in t.told()["odds"]["shifts"]]
    assert "surprise" in labels


def weak(name, dice):
    """Return a table where a whole division attacks a reduced German in the open."""
    t = house(name, "allied-combat", {})
    guns = dict.fromkeys(("us-349-ri", "us-350-ri", "us-351-ri"), "1413")
    return t.set("allied-combat", {"de-721-ri": {"place": "1412", "losses": 1}, **guns}).dice(*dice)


def result_of(t):
    t.attack("1412", "us-349-ri", "us-350-ri", "us-351-ri")
    if t.game.decision() and t.decision.actions == ("join",):
        t.defend()
    return t.told()["code"]


def dice_for(code):
    """Return dice that give a result containing a code in the battle of ``weak``."""
    for total in range(2, 13):
        first = min(6, total - 1)
        faces = (first, total - first)
        if code in result_of(weak("invariants", faces)).split():
            return faces
    raise AssertionError(f"no dice give {code}")


def test_hook_result_steps():
    t = weak("result_steps", dice_for("DRI"))
    result_of(t)
    assert t.place("de-721-ri") == "1412"


def test_hook_retreat_losses():
    t = weak("retreat_losses", dice_for("DRI"))
    result_of(t)
    if t.place("de-721-ri") == "1412":
        t.do(t.legal("retreat")[0])
    assert t.place("de-721-ri") == "dead"


def test_hook_may_hold_out():
    """Two regiments that would have to retreat may take all as losses and stay."""
    rules = Ruleset(catalogue().games["papua"], {"example": Example("may_hold_out")})
    t = Table(Game(catalogue().module("papua"), rules, Header("papua", "campaign", "test")))
    attackers, defenders = ("au-2-14", "au-2-16", "au-2-1"), ("jp-kure-3", "jp-eng-14")
    where = {**dict.fromkeys(attackers, "1215"), **dict.fromkeys(defenders, "1214")}
    t.set("allied-combat", where, turn=5).dice(1, 1).attack("1214", *attackers)
    while t.top == "announce":
        t.end()
    assert t.told()["code"].startswith("D2"), t.told()["code"]
    assert "hold-out" in t.decision.actions
    t.act("hold-out")
    assert t.at("1214") == set(defenders)


def test_hook_advance_objections():
    t = weak("advance_objections", dice_for("DRI"))
    result_of(t)
    if t.place("de-721-ri") == "1412":
        t.do(t.legal("retreat")[0])
    assert t.decision.actions != ("advance", "done-advancing")


def test_hook_advance_reach():
    t = weak("advance_reach", dice_for("DRI"))
    result_of(t)
    if t.place("de-721-ri") == "1412":
        t.do(t.legal("retreat")[0])
    assert t.decision.actions != ("advance", "done-advancing")


# points, recovery, supply, secrecy


def test_hook_pool_income():
    t = start(house("pool_income"))
    assert t.s.position.tracks["air.allied"] == 7


def test_hook_recovers():
    t = house("recovers", "axis-combat", {"de-4-rpqd": {"place": "0505", "losses": 1}}, turn=2)
    assert t.end().losses("de-4-rpqd") == 0


def test_hook_supply_line():
    t = house("supply_line", "allied-movement", {"us-349-ri": "0504", "us-350-ri": "1413"})
    below, above = (t.s.rules.supply_line(s=t.s, piece=p) for p in ("us-349-ri", "us-350-ri"))
    assert below
    assert below.source == "0504"
    assert [objection.rule for objection in above.objections] == ["house-14"]
    without = table("diadem", "allied-movement", {"us-349-ri": "1413"})
    assert without.s.rules.supply_line(s=without.s, piece="us-349-ri") is None


def test_hook_supply_stock():
    """It is told to its own side alone, through the seat."""
    t = house("supply_stock", "allied-movement", {"us-349-ri": "0504"})
    seats = [RefereedTable(t.game).seat(*sides) for sides in (("allied",), ())]
    own, onlooker = (seat.ask("supply-stock").now() for seat in seats)
    (source,) = own.sources
    assert (source.id, source.points, source.taken, own.asking) == ("0504", 9, 4, 4)
    assert onlooker is None
    without = table("diadem", "allied-movement", {"us-349-ri": "0504"})
    assert without.s.rules.supply_stock(s=without.s, side="allied") is None


def test_hook_flights():
    t = house("flights", "allied-movement", {"us-349-ri": "0504"})
    (flight,) = t.s.rules.flights(s=t.s)
    assert (flight.piece, flight.origin, flight.target) == ("us-349-ri", "0504", "0608")
    without = table("diadem", "allied-movement", {"us-349-ri": "0504"})
    assert without.s.rules.flights(s=without.s) == []


def test_hook_range_hexes():
    t = house("range_hexes", "allied-movement", {"us-349-ri": "0504"})
    hexes = t.s.rules.range_hexes(s=t.s, piece="us-349-ri", far=2)
    assert {t.s.board.terrain_at(hex) for hex in hexes} == {"mountain"}
    without = table("diadem", "allied-movement", {"us-349-ri": "0504"})
    assert without.s.rules.range_hexes(s=without.s, piece="us-349-ri", far=2) is None


def test_hook_reckonings():
    t = house("reckonings", "allied-movement", {"us-349-ri": "0504"})
    (found,) = t.s.rules.reckonings(s=t.s)
    assert (found.hex, found.attack, found.defence) == ("0508", 4, None)
    assert t.say(found.title) == "Ducks on the pond"


def test_hook_piece_states():
    t = house("piece_states", "allied-movement", {"us-349-ri": "0504"})
    high = next(hex for hex in t.s.board.grid if t.s.board.terrain_at(hex) == "mountain")
    assert t.s.rules.piece_states(s=t.s, piece="us-349-ri") == []
    t.set("allied-movement", {"us-349-ri": high})
    assert t.s.rules.piece_states(s=t.s, piece="us-349-ri") == ["stuck"]


def test_hook_hex_notes():
    t = house("hex_notes", "allied-movement", {"us-349-ri": "0504"})
    notes = {hex: t.s.rules.hex_notes(s=t.s, hex=hex) for hex in ("0508", "0507")}
    assert notes["0507"] == []
    assert [t.say(note) for note in notes["0508"]] == ["The ford is low."]


def test_hook_adviser():
    """Who is advised ends each phase at once; a computer player left to itself marches."""
    t = house("adviser", "allied-movement", {"us-349-ri": "1413"})
    assert all(SimplePlayer(seed).choose(t.game) == EndPhase() for seed in range(5))
    free = table("diadem", "allied-movement", {"us-349-ri": "1413"})
    assert any(SimplePlayer(seed).choose(free.game) != EndPhase() for seed in range(5))


def test_hook_knowledge():
    t = house("knowledge", "allied-movement", {"de-4-rpqd": "0505", "us-349-ri": "1413"})
    assert "de-4-rpqd" not in view(t.game, "allied")["pieces"]
    assert "us-349-ri" in view(t.game, "allied")["pieces"]
    assert "de-4-rpqd" in view(t.game, "axis")["pieces"]


def test_hook_invariants():
    t = house("invariants", "allied-movement", {}, turn=8)
    assert t.s.rules.invariants(s=t.s) == ["the match goes on after its last turn"]


# the program


def test_hook_tabuleiro_games():
    assert "duel" in Catalogue([("duel", Example("tabuleiro_games"))]).games


def test_hook_tabuleiro_module_folders():
    found = Catalogue([("x", Example("tabuleiro_module_folders"))])
    assert found.module_folders() == ["somewhere/modules"]


def test_hook_tabuleiro_house_rules():
    assert "quiet" in Catalogue([("x", Example("tabuleiro_house_rules"))]).house_rules


# plugins that are wrong


class Misspelt:
    @hookimpl
    def combat_shift(self, s):
        return []


class WrongArgument:
    @hookimpl
    def combat_shifts(self, situation):
        return []


@pytest.mark.parametrize("rules", [Misspelt(), WrongArgument()])
def test_rules_that_do_not_fit_are_named(rules):
    with pytest.raises(RulesetError, match="duel"):
        Ruleset(GamePlugin("duel", [*ladder.parts(), rules]))


@pytest.mark.parametrize("api", [1, 99])
def test_a_plugin_for_other_hooks_is_refused(api):
    """Those of version 1 asked for a visibility that nobody asks any more: all would be seen."""
    words = f'Plugin "duel" needs hooks of version {api}; this program has 2.'
    with pytest.raises(RulesetError, match=re.escape(words)):
        Ruleset(GamePlugin("duel", [], api=api))


class Explodes:
    @hookimpl
    def tabuleiro_games(self):
        raise ZeroDivisionError("division by zero")


def test_a_broken_plugin_takes_no_other_with_it():
    found = Catalogue([("bad", Explodes()), ("good", Example("tabuleiro_games"))])
    assert list(found.games) == ["duel"]
    assert len(found.faults) == 1
    assert "bad" in found.faults[0]


def test_a_house_rule_speaks_before_the_game_and_the_game_before_the_family():
    hook = Ruleset(catalogue().games["diadem"], {"x": Example("stacking_limits")}).hook
    assert hook.stacking_limits(s=None, side="axis") == 2
