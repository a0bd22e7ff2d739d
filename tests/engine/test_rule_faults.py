"""Rules that fail during play: one sentence, nothing has changed, and the match can go on."""

import json

import pytest

from tabuleiro.bots.simple import SimplePlayer
from tabuleiro.engine import Decision, Game, GameError, Refused, Step, Verdict
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.events import Moved
from tabuleiro.engine.faults import ASIDE, RuleFault, show_traceback
from tabuleiro.engine.freehand import SetAside
from tabuleiro.engine.game import Header
from tabuleiro.engine.messages import msg
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.combat.battle import Battle, Part, Shift
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro.seats import Table as SeatTable
from tabuleiro.store.failed import MOST, keep_failed
from tabuleiro.testing.places import odd_places
from tabuleiro.testing.table import Table

CATALOGUE = Catalogue.installed()
PIECES = {"us-349-ri": "1413", "de-4-rpqd": "0505"}


def table(*rules, phase="allied-movement", pieces=PIECES, **about):
    """A table of Diadem with house rules of these classes."""
    house = {f"house-{n}": rule() for n, rule in enumerate(rules)}
    ruleset = Ruleset(CATALOGUE.games["diadem"], house)
    t = Table(Game(CATALOGUE.module("diadem"), ruleset, Header("diadem", "campaign", "1")))
    t.set(phase, pieces, **about)
    return t


class Broken:
    """A house rule with a slip that shows at one hex."""

    @hookimpl
    def capture_steps(self, path):
        return [] if path[-1] != "1313" else {}["no such key"]


class Sapper(Step, frozen=True, tag="test-sapper"):
    """A step of a plugin's that fails after it has done something."""

    def run(self, change):
        change.roll(1, "allied", msg("a throw"))
        raise ValueError("no powder")


class Digging:
    """A house rule that lets sappers dig when somebody passes."""

    @hookimpl
    def capture_steps(self):
        return [Sapper()]


def failing(t, action=None):
    before = t.game.position, len(t.game.log)
    with pytest.raises(RuleFault) as caught:
        t.game.act(action or t.move("us-349-ri", "1313"))
    assert (t.game.position, len(t.game.log)) == before
    return caught.value


def test_a_rule_that_fails_is_told_with_hook_plugin_file_and_line():
    fault = failing(table(Broken))
    assert str(fault).startswith('The rule "capture_steps" of the plugin "')
    assert "test_rule_faults.py:" in str(fault)
    assert "KeyError" in str(fault)
    assert str(fault).count("\n") == 0
    assert fault.action["type"] == "move"


def test_other_actions_are_possible_all_the_same():
    t = table(Broken)
    failing(t)
    assert t.go("us-349-ri", "1412").place("us-349-ri") == "1412"


def test_a_rule_that_was_set_aside_is_silent_where_it_fails():
    t = table(Broken)
    fault = failing(t)
    t.do(SetAside(fault.rule))
    assert t.s.position.facts[ASIDE] == [fault.rule]
    assert t.go("us-349-ri", "1313").place("us-349-ri") == "1313"
    assert not t.allows(SetAside(fault.rule))
    assert not t.allows(SetAside("no; rule"))
    with pytest.raises(Refused):
        t.game.act(SetAside(""))
    t.game.undo(consent=True)
    t.game.undo(consent=True)
    failing(t)


def test_a_step_that_was_set_aside_leaves_nothing_behind():
    t = table(Digging)
    fault = failing(t)
    assert '"Sapper.run"' in str(fault)
    t.do(SetAside(fault.rule))
    t.go("us-349-ri", "1313")
    assert t.place("us-349-ri") == "1313"
    assert not t.game.log.rows[t.game.log.head].reveals  # the throw was taken back
    assert t.top == "movement-phase"


class Ask(Step, frozen=True, tag="test-ask"):
    """A step of a plugin's that fails when it is answered."""

    def decision(self, s):
        return Decision("allied", msg("Well?"), actions=("end-phase",))

    def legal(self, s, *, piece=None, hex=None):
        return [EndPhase()]

    def check(self, s, action):
        return Verdict.yes()

    def act(self, change, action):
        change.roll(1, "allied", msg("a throw"))
        raise ValueError("no powder")


def test_an_answer_to_a_step_that_was_set_aside_ends_it():
    class Asking:
        @hookimpl
        def capture_steps(self):
            return [Ask()]

    t = table(Asking).go("us-349-ri", "1313")
    fault = failing(t, EndPhase())
    assert '"Ask.act"' in str(fault)
    t.do(SetAside(fault.rule), EndPhase())
    assert (t.top, t.phase) == ("movement-phase", "allied-movement")


def test_what_is_set_aside_is_played_again_the_same():
    t = table(Broken)
    t.do(SetAside(failing(t).rule)).go("us-349-ri", "1313")
    rows = [t.game.log.rows[n] for n in sorted(t.game.log.rows)]
    again = Game.restore(t.game.module, t.game.ruleset, t.game.header, rows, rows[-1].id)
    assert again.position.digest() == t.game.position.digest()


def answering(hook, answer):
    """A house rule that gives this answer."""

    def implementation(self, s):
        return answer

    implementation.__name__ = hook
    implementation.__qualname__ = f"Answering.{hook}"
    return type("Answering", (), {hook: hookimpl(implementation)})


BATTLE = Battle("assault", "allied", "axis", "1312", ("us-349-ri",))


def reckoning(**about):
    """A sum that is decided on a table."""
    return Reckoning(msg("a charge"), "1312", "allied", "axis", (), 4, 2, **about)


ANSWERS = [
    ("combat_shifts", [3], {"battle": BATTLE}, "list[Shift]"),
    ("combat_shifts", Shift("attacker", 1, msg("x")), {"battle": BATTLE}, "list[Shift]"),
    ("move_objections", "no", {"piece": "us-349-ri"}, "list[Objection]"),
    ("result_steps", [1], {"battle": BATTLE, "code": "DE"}, "list[Step] or None"),
    ("stacking_limits", "three", {"side": "axis"}, "Mapping[str, int] or int"),
    ("combat_parts", [Part("brave", 1, msg("x"))], {"battle": BATTLE}, 'no side "brave"'),
    ("score", [ScoreLine("brave", 1, msg("x"), "")], {}, 'no side "brave"'),
    ("watched_hexes", ["9999"], {}, "no such hex"),
    ("reckonings", [reckoning(table="charge")], {}, "there are: bombardment"),
    ("reckonings", [reckoning(table="combat", column=99)], {}, "has the columns 0 to"),
    ("reckonings", [reckoning(table="combat", band=1)], {}, "has the bands 0 to 0"),
]


@pytest.mark.parametrize(("hook", "answer", "about", "told"), ANSWERS)
def test_answers_are_looked_at(hook, answer, about, told):
    t = table()
    rules = Ruleset(CATALOGUE.games["diadem"], {"house": answering(hook, answer)()})
    with pytest.raises(TypeError, match="answered") as caught:
        getattr(rules.hook, hook)(s=t.s, **about)
    assert told in str(caught.value)
    fault = t.game.fault_of(caught.value)
    assert fault is None or f'"{hook}"' in str(fault)


@pytest.mark.parametrize("answer", [[], (), None, [Shift("defender", 1, msg("x"))]])
def test_right_answers_pass(answer):
    t = table()
    rules = Ruleset(CATALOGUE.games["diadem"], {"house": answering("combat_shifts", answer)()})
    found = rules.hook.combat_shifts(s=t.s, battle=BATTLE)
    assert [shift for shift in found if shift.label.text == "x"] == list(answer or ())


def test_answers_may_be_told_one_by_one():
    class Yielding:
        @hookimpl
        def combat_shifts(self):
            yield Shift("defender", 2, msg("x"))

    rules = Ruleset(CATALOGUE.games["diadem"], {"house": Yielding()})
    assert rules.hook.combat_shifts(s=table().s, battle=BATTLE)[-1].columns == 2


def test_a_shift_favours_one_of_the_two():
    with pytest.raises(ValueError, match='not "atacker"'):
        Shift("atacker", 1, msg("x"))


def test_a_result_that_nobody_carries_out_is_an_error():
    class Deaf:
        @hookimpl(wrapper=True)
        def result_steps(self):
            yield

    pieces = {"us-349-ri": "1413", "de-4-rpqd": "1312"}
    t = table(Deaf, phase="allied-combat", pieces=pieces).dice(3, 3)
    t.act("assault", "1312").act("join", "us-349-ri")
    with pytest.raises(RuleFault, match=r'"Resolve\.run"') as caught:
        t.act("confirm")  # the defender has nothing to add: the dice fall
    assert "no part of the rules carries out the result" in str(caught.value.__cause__)


def test_capture_is_told_where_a_piece_came_from_and_how():
    told = []

    class Recorder:
        @hookimpl
        def capture_steps(self, piece, path, origin, manner):
            told.append((piece, path, origin, manner))

    table(Recorder).go("us-349-ri", "1313")
    assert told[-1] == ("us-349-ri", ("1313",), "1413", "move")


class LostError(Exception):
    """What a bad adviser raises."""


class Advising:
    """A house rule with an adviser that fails."""

    @hookimpl
    def adviser(self):
        class Adviser:
            def advise(self, game, decision):
                raise LostError

        return Adviser()


def test_an_adviser_that_fails_is_told_and_can_be_set_aside():
    t = table(Advising)
    seat = SeatTable(t.game).seat("allied")
    with pytest.raises(RuleFault, match=r'"Adviser.advise".*LostError') as caught:
        SimplePlayer(1).choose(seat)
    t.do(SetAside(caught.value.rule))
    assert t.allows(SimplePlayer(1).choose(seat))


def test_the_match_is_kept_as_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr("tabuleiro.store.failed.data_folder", lambda: tmp_path)
    t = table(Broken)
    fault = failing(t)
    path = keep_failed(t.game, fault)
    assert path == keep_failed(t.game, fault)
    report = path.with_suffix(".txt").read_text("utf-8")
    assert report.startswith(str(fault))
    assert "Traceback" in report
    assert json.loads(report.splitlines()[2])["type"] == "move"
    for number in range(MOST + 3):
        fault.action = {"n": number}
        keep_failed(t.game, fault)
    assert len(list(path.parent.glob("*.partida"))) == MOST


def test_a_traceback_is_shown_if_it_is_asked_for(monkeypatch, capsys):
    fault = failing(table(Broken))
    show_traceback(fault)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("TABULEIRO_TRACEBACK", "1")
    show_traceback(fault)
    assert "Traceback" in capsys.readouterr().err


class Turning(Step, frozen=True, tag="test-turning"):
    """A step of a plugin's that never comes to its end."""

    def run(self, change):
        pass


class Strange(Step, frozen=True, tag="test-strange"):
    """A step of a plugin's that asks somebody who does not play."""

    def decision(self, s):
        return Decision("brave", msg("Who?"))


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (Turning(), r'circle at the step "Turning" \(.*test_rule_faults.py:\d+\)'),
        (Strange(), r'"Strange" \(.*test_rule_faults.py:\d+\) asks the side "brave"'),
    ],
)
def test_steps_that_lead_nowhere_are_told_by_file_and_line(step, told, monkeypatch):
    class Pushing:
        @hookimpl
        def capture_steps(self):
            return [step]

    monkeypatch.setattr("tabuleiro.engine.game._RUNAWAY", 50)
    with pytest.raises(GameError, match=told):
        table(Pushing).game.act(Table.move("us-349-ri", "1313"))


def test_a_place_that_no_board_has_is_noticed():
    t = table()
    assert list(odd_places(t.s)) == []
    t.game.test([Moved("us-349-ri", "nowhere")], {"type": "set-position"})
    assert list(odd_places(t.s)) == ['"nowhere", where us-349-ri stand, is no place of this game']
