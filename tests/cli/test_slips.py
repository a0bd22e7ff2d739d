"""A modder's slips: each is told by `validate` or `check`, and none shows in a match first."""

import json
import re
import shutil
import sys

import pytest

from tabuleiro import i18n
from tabuleiro.bots import series
from tabuleiro.cli import common
from tabuleiro.cli.newplugin import new_plugin

NAME = "slips"
RULES = f"tabuleiro_{NAME}/rules.py"
PARAMETERS = f"tabuleiro_{NAME}/parameters.py"
DATA = f"tabuleiro_{NAME}/modules/{NAME}/"
INIT = f"tabuleiro_{NAME}/__init__.py"
SHIFT = 'return [Shift("attacker", terms.columns, label, clause(s, "combined-arms"))]'
HOOK = "def combat_shifts(self, s: Situation, battle: Battle)"
LAST_ROW = "[IMP, DRI AVB, DRI AVI, DRB AVI, DE AVI]"
ROUT = """  - id: ROUT
    name: {pt: Fuga, en: Rout}
    text: {pt: Fogem., en: They run.}
    MORE
  - id: IMP
"""


DEAF = """    results = ("ROUT",)

    @hookimpl
    def result_steps(self):
        return None

    @hookimpl
"""


ANSWERS_3 = """def {hook}(self, s, {about}):
        return 3

    @hookimpl
    """


WRONG_STEP = """    phases = ("combat",)

    @hookimpl(tryfirst=True)
    def phase_steps(self, phase):
        from tabuleiro.engine import Step

        class Begin(Step, frozen=True, tag="slips-begin"):
            def run(self, change):
                from tabuleiro.rules.combat.retreat import Retreating
                change.push(Retreating)

        return [Begin()] if phase.kind == "combat" else None

"""
RALLY = """    phases = ("rally",)

    @hookimpl
    def phase_steps(self, phase):
        return [] if phase.kind == "rally" else None

"""


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    return new_plugin(NAME, "Slips", tmp_path_factory.mktemp("template"))


@pytest.fixture
def slip(template, tmp_path, tabuleiro, monkeypatch):
    """Make some changes in the template, then run a command; return its code and all it says."""

    def forget():
        i18n.catalogue.cache_clear()
        for kept in (common.catalogue, series._catalogue, series._module):
            kept.cache_clear()
        for name in [name for name in sys.modules if name.startswith(f"tabuleiro_{NAME}")]:
            del sys.modules[name]

    folder = tmp_path / "project"
    shutil.copytree(template, folder)
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setattr(i18n, "_folders", [*i18n._folders])

    def run(changes, *words):
        for file, old, new in changes:
            path = folder / file
            before = path.read_text("utf-8")
            assert old in before, (file, old)
            path.write_text(before.replace(old, new, 1), "utf-8")
        forget()
        said = tabuleiro(*words)
        return said.code, said.out + said.err

    forget()
    yield run
    monkeypatch.undo()
    forget()


VALIDATED = {
    "a counter with a range, and no table": (
        [(DATA + "counters.yaml", "move: 4}", "move: 4, range: 2}")],
        1,
        ('values: the table "bombardment" is missing', 'the value "range" of the counter "blue-1"'),
    ),
    "the same with a phase of one's own": (
        [
            (DATA + "counters.yaml", "move: 4}", "move: 4, range: 2}"),
            (RULES, "    parameters =", RALLY + "    parameters ="),
        ],
        1,
        ('values: the table "bombardment" is missing',),
    ),
    "a result that nobody carries out": (
        [
            (DATA + "tables.yaml", LAST_ROW, LAST_ROW.replace("IMP", "ROUT")),
            (DATA + "tables.yaml", "  - id: IMP\n", ROUT.replace("    MORE\n", "")),
        ],
        1,
        ("odds[0].cells[4][0]", 'no part of the rules carries out the result "ROUT"'),
    ),
    "a result that is like none": (
        [
            (DATA + "tables.yaml", "  - id: IMP\n", ROUT.replace("MORE", "like: DRX")),
        ],
        1,
        ("results[10].like", 'no part of the rules carries out the result "DRX"'),
    ),
    "a result with two worths": (
        [
            (DATA + "tables.yaml", "  - id: IMP\n", ROUT.replace("MORE", "like: DE\n    worth: 1")),
        ],
        1,
        ("results[10].worth", "`like` and `worth` say the same"),
    ),
    "a clause of another game": (
        [(DATA + "module.yaml", "reserve: slips-6.2-1", "reserve: diadem-6.2-1")],
        1,
        ("rules.clauses.reserve", 'the clause "diadem-6.2-1" is of another game'),
    ),
    "a clause of another game in a scenario": (
        [(DATA + "scenarios/duel.yaml", "rule: slips-9.0-1", "rule: diadem-9.0-1")],
        1,
        ("setup[0].rule", "is of another game"),
    ),
    "a clause that is not there": (
        [(DATA + "module.yaml", "reserve: slips-6.2-1", "reserve: slips-6.2-7")],
        0,
        ('no clause "slips-6.2-7" in the section 6.2 (did you mean "slips-6.2-1"?)',),
    ),
    "terrain without a picture": (
        [
            (DATA + "board.yaml", '"^": hill', '"^": moor'),
            (DATA + "tables.yaml", "{id: hill", "{id: moor"),
        ],
        0,
        ('terrain[1].id: no picture is known for the terrain "moor"',),
    ),
    "a tag that no rule asks about, and that looks like one": (
        [(DATA + "module.yaml", "tags: [motorized, armour]", "tags: [motorised, armour]")],
        0,
        (
            'the tag "motorised" (did you mean "motorized"?)',
            "unit_types[1].tags: no rule of this game",
        ),
    ),
    "a symbol without a picture": (
        [(DATA + "module.yaml", "symbol: infantry", "symbol: infntry")],
        0,
        ('the symbol "infntry": its letters are drawn (did you mean "infantry"?)',),
    ),
    "a phase that nobody carries out": (
        [(DATA + "module.yaml", "kind: combat", "kind: cmbat")],
        0,
        ('phases of the kind "cmbat" (did you mean "combat"?)',),
    ),
    "a word that a part asks for, without a clause": (
        [(DATA + "module.yaml", "    reserve: slips-6.2-1\n", "")],
        0,
        ('rules.clauses: a part of this game asks for the clause of "reserve"',),
    ),
    "a sentence that is put together": (
        [(RULES, 'msg("combined arms")', 'msg(f"combined {terms.columns}")')],
        1,
        (f"{RULES}:39: this sentence is put together", "msg(f"),
    ),
    "a sentence with a gap that nobody fills": (
        [(RULES, "side=side_ref(enemy), n=count)", "side=side_ref(enemy))")],
        1,
        (f"{RULES}:59: ", "has a gap for n, and no value is given for it"),
    ),
    "a sentence with half a gap": (
        [(RULES, 'msg("combined arms")', 'msg("combined {arms")')],
        1,
        (f"{RULES}:39: the braces of ", "do not match"),
    ),
    "a sentence without a translation": (
        [(RULES, 'msg("combined arms")', 'msg("all arms")')],
        0,
        (f'warning: {RULES}:39: "all arms" is not translated: locale/pt lacks it',),
    ),
    "a word for a clause that no part declares": (
        [(RULES, 'clause(s, "combined-arms")', 'clause(s, "combined-arm")')],
        1,
        (f'{RULES}:40: no part of the game has "combined-arm"', 'did you mean "combined-arms"?'),
    ),
    "a topic that is none": (
        [(RULES, '"reserve", "movement", pieces', '"reserve", "movment", pieces')],
        1,
        (f'{RULES}:49: there is no topic "movment"; there are: movement, ',),
    ),
    "a shift in favour of nobody": (
        [(RULES, SHIFT, SHIFT.replace('"attacker"', '"atacker"'))],
        1,
        (
            f'{RULES}:40: a shift favours "attacker" or "defender", not "atacker"',
            '(did you mean "attacker"?)',
            "1 problem.",
        ),
    ),
    "a module for the window that is not there": (
        [
            (
                f"tabuleiro_{NAME}/__init__.py",
                f'"tabuleiro_{NAME}.window"',
                f'"tabuleiro_{NAME}.view"',
            )
        ],
        1,
        (f'the module "tabuleiro_{NAME}.view" for the window is not there',),
    ),
}


@pytest.mark.parametrize("name", VALIDATED)
def test_validate_tells(slip, name):
    changes, code, told = VALIDATED[name]
    found = slip(changes, "validate", NAME)
    assert found[0] == code
    for words in told:
        assert words in found[1]
    assert (": in order (" in found[1]) == (code == 0)


def test_programs_are_told_what_is_wrong_in_the_code(slip):
    changes, _code, told = VALIDATED["a topic that is none"]
    code, found = slip(changes, "validate", NAME, "--json")
    said = json.loads(found)
    assert (code, said["ok"], len(said["code"])) == (1, False, 1)
    assert told[0] in said["code"][0]


def test_validate_tells_of_a_rulebook_that_is_not_translated(slip, template):
    text = (template / DATA / "rules.pt.md").read_text("utf-8")
    english = (template / DATA / "rules.en.md").read_text("utf-8")
    _code, told = slip([(DATA + "rules.pt.md", text, english)], "validate", NAME)
    assert "rules.pt.md:5:1: slips-1.0-1 has the same text in rules.en.md" in told
    _code, told = slip([(DATA + "rules.pt.md", english, text)], "validate", NAME)
    assert "the same text" not in told


CHECKED = {
    "a side that is none": (
        [(RULES, SHIFT, SHIFT.replace('"attacker"', '"atacker"'))],
        (f"{RULES}:40: ValueError: a shift favours", 'not "atacker"', "is kept in"),
    ),
    "an answer of another type": (
        [(RULES, SHIFT, "return [3]")],
        (
            f'"combat_shifts" of the plugin "slips" failed at {RULES}:32',
            "it may answer list[Shift]",
        ),
    ),
    "a number that is none": (
        [(RULES, "ScoreLine(side, each * count", "ScoreLine(side, each * count / 3")],
        (f"failed at {RULES}:51: score answered ScoreLine", 'its "points" must be int.'),
    ),
    "a sentence that is none": (
        [(RULES, "terms.columns, label,", 'terms.columns, "combined",')],
        (f"failed at {RULES}:32: combat_shifts answered Shift", 'its "label" must be Message.'),
    ),
    "a topic that is none": (
        [(RULES, '"reserve", "movement", pieces', '"reserve", "mov" + "ment", pieces')],
        (f"failed at {RULES}:42: move_objections answered Objection", 'no topic "movment"'),
    ),
    "what is known, of another type": (
        [(RULES, HOOK, ANSWERS_3.format(hook="knowledge", about="viewer") + HOOK)],
        (f"failed at {RULES}:32: it may answer list[Knowledge].",),
    ),
    "what only the window shows of a piece": (
        [(RULES, HOOK, ANSWERS_3.format(hook="piece_states", about="piece") + HOOK)],
        (f"failed at {RULES}:32: piece_states answered 3",),
    ),
    "what only the window shows of a hex": (
        [(RULES, HOOK, ANSWERS_3.format(hook="hex_notes", about="hex") + HOOK)],
        (f"failed at {RULES}:32: hex_notes answered 3",),
    ),
    "an exception": (
        [(RULES, "terms = s.terms(CombinedArmsTerms)", "terms = 1 / 0")],
        (f"failed at {RULES}:35: ZeroDivisionError: division by zero.",),
    ),
    "an end of the program": (
        [(RULES, "terms = s.terms(CombinedArmsTerms)", "raise SystemExit(3)")],
        (f"failed at {RULES}:35: SystemExit: 3.",),
    ),
    "a class where a step is wanted": (
        [(RULES, "    parameters =", WRONG_STEP + "    parameters =")],
        (f"failed at {RULES}:36: TypeError: Retreating is a class; a step is made of it",),
    ),
    "a phase in which nothing happens": (
        [(DATA + "module.yaml", "kind: combat", "kind: cmbat")],
        ('does anything in the phase "blue-combat" (cmbat)',),
    ),
    "a sentence that is put together": (
        [(RULES, 'msg("combined arms")', 'msg("combined {}".format(1))')],
        ("is put together before it is translated",),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKED)
def test_check_tells(slip, name):
    changes, told = CHECKED[name]
    code, found = slip(changes, "check", NAME, "--matches", "1", "--probes", "0")
    assert code == 1
    for words in told:
        assert words in found


@pytest.mark.slow
def test_check_asks_for_each_code_whether_somebody_knows_it(slip):
    own = [
        (DATA + "tables.yaml", LAST_ROW, LAST_ROW.replace("IMP", "ROUT")),
        (DATA + "tables.yaml", "  - id: IMP\n", ROUT.replace("    MORE\n", "")),
        (RULES, "    @hookimpl\n", DEAF),
    ]
    code, found = slip(own, "check", NAME, "--matches", "1", "--probes", "0")
    assert code == 1
    assert 'no part of the rules carries out the result "ROUT"' in found


LOADED = {
    "an argument that is none": (
        [(RULES, HOOK, HOOK.replace("battle", "fight"))],
        f'the hook "combat_shifts" has no argument "fight"; it may take s, battle, {RULES}:32',
    ),
    "a hook that is none": (
        [(RULES, "def combat_shifts(", "def combat_shift(")],
        f'no hook "combat_shift" (did you mean "combat_shifts"?), {RULES}:32',
    ),
    "a hook that is not marked as one": (
        [(RULES, f"    @hookimpl\n    {HOOK}", f"    {HOOK}")],
        f'"combat_shifts" is called as a hook is, but has no @hookimpl, {RULES}:32',
    ),
    "a class in place of an object": (
        [(INIT, "Rules()]", "Rules]")],
        '"Rules" is a class: list an object of it, Rules()',
    ),
    "a part that is listed twice": (
        [(INIT, "Rules()]", "Rules(), Rules()]")],
        f'the part "Rules" ({RULES}:24) is listed twice: all that it does would happen twice',
    ),
    "a key that the family has": (
        [(PARAMETERS, 'key = "reserve"', 'key = "stacking"')],
        f'its terms "ReserveTerms" ({PARAMETERS}:26) have the key "stacking" of ',
    ),
    "a part that is none": (
        [(INIT, "Rules()]", "Rules(), 3]")],
        '"3" stands among the parts, and is none',
    ),
    "a family without its star": (
        [(INIT, "*ladder.parts()", "ladder.parts()")],
        "a list stands among the parts: put a star before it, *ladder.parts()",
    ),
    "games that are no list": (
        [
            (INIT, "return [\n", "return (\n"),
            (INIT, "        )\n    ]", "        )\n    )"),
        ],
        'the hook "tabuleiro_games" answers a list of GamePlugin, not ',
    ),
    "games that are not marked as a hook": (
        [(INIT, "@hookimpl\ndef tabuleiro_games", "def tabuleiro_games")],
        f'"tabuleiro_games" is called as a hook is, but has no @hookimpl, tabuleiro_{NAME}/',
    ),
    "Python that is none": (
        [(RULES, "terms = s.terms(CombinedArmsTerms)", "terms = s.terms(CombinedArmsTerms")],
        f"{RULES}:35: '(' was never closed",
    ),
    "an exception": (
        [(RULES, "class Rules:", "1 / 0\n\n\nclass Rules:")],
        f"{RULES}:24: ZeroDivisionError: division by zero",
    ),
    "a game that another brings": (
        [(INIT, f'            "{NAME}",', '            "diadem",')],
        f'the game "diadem" ({INIT}:22) is there already: the plugin "diadem" (tabuleiro_diadem/',
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", LOADED)
def test_every_command_says_why_a_plugin_cannot_be_loaded(slip, name):
    changes, told = LOADED[name]
    for words in (("validate", NAME), ("check", NAME), ("list",), ("games",)):
        code, found = slip(changes, *words)
        changes = []
        assert found.count(told) == 1, words
        assert ": in order (" not in found
        assert "Traceback" not in found
        assert code == (0 if words[0] in {"list", "games"} else 1)


@pytest.mark.slow
def test_what_the_second_tutorial_begins_with_is_in_order(slip, template):
    """docs/rules-of-your-own.md: the rules of the template go, and the plain family is left."""
    text = (template / DATA / "module.yaml").read_text("utf-8")
    own = (
        r"  (combined_arms|reserve|scoring): .*\n|    (combined-arms|reserve|score-destroyed): .*\n"
    )
    code = f"tabuleiro_{NAME}/__init__.py"
    changes = [
        (DATA + "module.yaml", text, re.sub(f"(?m)^(?:{own})", "", text)),
        (DATA + "counters.yaml", "    tags: [reserve] # waits until turn 3 (6.2-1)\n", ""),
        (code, f"from tabuleiro_{NAME}.rules import Rules\n", ""),
        (code, ", Rules()]", "]"),
        (code, f'            window="tabuleiro_{NAME}.window",\n', ""),
    ]
    code, told = slip(changes, "check", NAME)
    assert (code, "0 findings" in told) == (0, True), told


@pytest.mark.slow
def test_the_traceback_is_shown_if_it_is_asked_for(slip):
    changes = [(RULES, "terms = s.terms(CombinedArmsTerms)", "terms = 1 / 0")]
    _code, found = slip(changes, "playout", NAME, "--traceback")
    assert "Traceback" in found
    assert f'The rule "combat_shifts" of the plugin "{NAME}" failed' in found
    _code, found = slip([], "playout", NAME)
    assert "Traceback" not in found
    assert "With --traceback" in found


def test_a_failing_rule_in_the_terminal_and_going_on_without_it(slip, tabuleiro):
    changes = [(RULES, "terms = s.terms(CombinedArmsTerms)", "terms = 1 / 0")]
    code, _found = slip(changes, "new", NAME)
    assert code == 0
    lines = ["move blue-2 0202", "end", "attack 0302", "join blue-2", "confirm", "without"]
    said = tabuleiro("terminal", stdin="\n".join([*lines, "odds", "confirm", "quit"]) + "\n")
    assert f'The rule "combat_shifts" of the plugin "{NAME}" failed at {RULES}:35' in said.out
    assert "The match stays where it was." in said.out
    assert "the match goes on without it" in said.out
    assert "tabuleiro_slips.Rules.combat_shifts" in said.out


def test_a_plugin_that_does_not_load_is_told_once_and_no_sentence_for_untranslated(slip):
    broken = [(RULES, "class Rules:", "1 / 0\n\n\nclass Rules:")]
    code, told = slip(broken, "validate", NAME)
    assert code == 1
    assert "ZeroDivisionError" in told
    assert "is not translated" not in told


def test_a_board_is_drawn_of_a_game_that_a_plugin_brings(slip, tmp_path):
    path = tmp_path / "board.svg"
    code, told = slip([], "board", "picture", NAME, "--svg", path)
    assert (code, path.is_file()) == (0, True), told
    code, told = slip([], "board", "picture", "slipps", "--svg", path)
    assert code == 1
    assert told.count("\n") == 1, told


def test_a_turn_without_letters_is_labelled_once(slip):
    label = "{pt: Manhã, en: Morning}"
    code, told = slip([(DATA + "module.yaml", label, '"14:00"')], "validate", NAME)
    assert code == 0, told
    code, told = slip([(DATA + "module.yaml", '"14:00"', "Morning")], "validate", NAME)
    assert code == 1
    assert "turns[0].label" in told
