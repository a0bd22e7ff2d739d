"""A sound module and what becomes of it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.i18n import speaking, text
from tabuleiro.module import Cache, ModuleError, find_module, load_module, module_schema
from tabuleiro.module.build import build_data
from tabuleiro.module.checks import check_all
from tabuleiro.module.data import make_module
from tabuleiro.module.draft import Checked, read_draft
from tabuleiro.module.files import read_folder
from tabuleiro.module.schema import kinds

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def module(duel):
    return duel.load()


def test_game(module):
    assert (module.id, module.version, module.plugin, module.api) == ("duel", "1.0.0", "duel", 1)
    assert module.family == "ladder"
    assert repr(module) == f"<Module duel 1.0.0 {module.content_hash[:8]}>"
    assert list(module.sides) == ["red", "blue"]
    assert module.nations["blueland"].side == "blue"
    assert module.movement_classes == ("foot", "wheels")
    assert module.unit_types["planes"].movement_class is None
    assert [turn.turn for turn in module.turns] == [1, 2, 3]
    assert [(phase.id, phase.side, phase.rule) for phase in module.sequence] == [
        ("red-movement", "red", "duel-1.0-1"),
        ("red-combat", "red", "duel-2.0-1"),
        ("weather", None, None),
    ]
    assert module.rules == {"stacking": 2, "exits": {"red": ["west"]}}
    assert module.options["sealed"].default is True
    assert module.options["sealed"].choices == ()
    assert module.options["shifts"].choices == ("net", "ordered")
    assert text(module.credits[0].who) == "Nobody"
    assert module.warnings == ()
    assert text(module.title) == "Duel"


def test_board(module):
    board = module.board
    assert len(board.grid) == 20
    assert board.terrain_at("0301") == "woods"
    assert board.terrain_at("0504") == "sea"
    assert board.hexes_of("woods") == ("0202", "0301", "0302")
    assert board.side_has("0201", "0202", "river")
    assert board.road_between("0101", "0201")
    assert board.leaves_by("0101") == {"west"}
    assert board.leaves_by("0301") == frozenset()
    assert board.place_at("0202").id == "inn"
    assert board.places["mill"].hex == "0301"
    assert board.regions["valley"].hexes == {"0202", "0203"}
    assert board.edges["west"].hexes == ("0101", "0102", "0103", "0104")
    assert board.edges["north-east"].hexes == ("0401", "0501")
    assert board.distance("camp", "0102") == 5
    assert board.boxes["camp"].side == "red"
    assert board.tracks["turns"].spaces == (1, 2, 3)
    assert module.heights[0] == (1, 2, 3, 4, 5)
    assert module.km == 1.5
    assert module.drawing == "shapes.json"
    assert module.layers == {"terrain": "guess"}
    assert module.printed == {"terrain": {"0101"}}
    assert text(module.methods["board.guess"]) == "Guessed."


def test_importance_grows_towards_the_capital(duel):
    duel.change("board.yaml", "kind: village, name: {pt: Moinho", "kind: village, importance: 1, "
                "name: {pt: Moinho")  # fmt: skip
    places = duel.load().board.places
    assert (places["mill"].importance, places["inn"].importance) == (4, 3)


def test_tracks_lie_or_stand(duel):
    duel.change("board.yaml", "where: south", "where: east")
    assert duel.load().board.tracks["turns"].orientation == "vertical"


def test_counters(module):
    assert list(module.counters) == ["red-a", "red-b", "blue-a", "blue-p"]
    first = module.counters["red-a"]
    assert (first.side, first.movement_class, first.formation) == ("red", "foot", "red-1")
    assert (first.short.left, first.short.right, first.steps) == ("1", "2", 2)
    assert first.tags == ("guards", "line"), "its own tags, then those of its type"
    assert first.value("attack") == 4
    assert first.value("attack", losses=1) == 2
    assert first.value("move", losses=1) == 6
    assert first.value("range") == 0
    assert module.counters["red-b"].steps == 1
    assert module.counters["red-b"].tags == ("motorized",)
    assert module.counters["blue-a"].steps == 2, "`reduced: {}` is a side like the front"
    assert module.counters["blue-a"].reduced == {}


def test_formations(module):
    assert module.formation_counters("red-1") == ("red-a", "red-b")
    assert module.formation_counters("red-army") == ()
    assert module.members("red-army") == module.members("red-1") == ("red-a", "red-b")
    assert module.members("red-navy") == ()
    assert module.formations_above("red-1") == ("red-1", "red-army")
    assert module.formations_above(None) == ()


def test_tables(module):
    assert module.terrain["woods"].cost == {"foot": 4, "wheels": None}
    assert module.terrain["woods"].limits == {"stacking": 1}
    assert module.terrain["woods"].no_attack == ("wheels",)
    assert module.terrain["open"].bombardment
    assert module.hexsides["river"].sides == ("blue",)
    assert not module.hexsides["river"].bombardment
    assert module.networks["road"].cost == {"foot": 2, "wheels": 1}
    assert module.networks["road"].bridges == ("river",)
    assert module.odds["combat"].cell(module.odds["combat"].column(8, 4), 7) == "DE"
    assert module.values["bombardment"].cell(1, 4) == "0.5"
    assert module.values["bombardment"].variant("mild").cell(1, 4) == "1"
    assert module.indices["vulnerability"].value("cars", "artillery") == 1
    assert module.indices["vulnerability"].value("planes", "artillery") == 0
    assert text(module.results["IMP"].name) == "Stalemate"


def test_scenario(module):
    battle = module.scenarios["battle"]
    assert [(entry.hex, entry.units, entry.reduced) for entry in battle.setup] == [
        ("0101", ("red-a",), False),
        ("camp", ("blue-p",), True),
    ]
    assert battle.free[0].where == {"kind": "hexes", "hexes": ["0202", "0203"]}
    entry = battle.reinforcements[0]
    assert (entry.side, entry.turn, entry.edges, entry.when) == ("red", 2, ("west",), "must")
    assert entry.where is None
    assert battle.withdrawals[0].units == ("red-a",)
    assert battle.objectives[0].points == {"red": 10, "blue": 5}
    air, supply = battle.pools
    assert [air.points(turn) for turn in (0, 1, 2, 3, 4)] == [0, 3, 3, 3, 0]
    assert [supply.points(turn) for turn in (1, 2, 3)] == [1, 2, 3]
    assert battle.options == {"sealed": False}
    assert battle.pieces(module) == ("red-a", "red-b", "blue-a", "blue-p")


def test_where_in_the_words_of_the_plugin(duel):
    duel.change("scenarios/battle.yaml", '{kind: hexes, hexes: ["0202", "0203"]}',
                "{kind: near, of: [inn, {far: true}]}")  # fmt: skip
    where = duel.load().scenarios["battle"].free[0].where
    assert where == {"kind": "near", "of": ["inn", {"far": True}]}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("phase.red-movement", "Move."),
        ("phase.red-combat", "Combat"),
        ("phase.nothing", None),
        ("pool.air", "Air points"),
        ("pool.nothing", None),
        ("terrain.woods", "Woods"),
        ("terrain.river", "River"),
        ("terrain.nothing", None),
        ("network.road", "Road"),
        ("result.AE", "Attack eliminated"),
        ("table.vulnerability", "Index"),
        ("counter.red-a", "A"),
        ("place.inn", "Inn"),
        ("box.depot", "Depot"),
        ("edge.nothing", None),
        ("feature.brook", "Brook"),
        ("scenario.battle", "The battle"),
        ("nonsense", None),
        ("nonsense.red-a", None),
    ],
)
def test_names_by_key(module, key, words):
    found = module.text(key)
    assert (text(found) if found else None) == words


def test_rulebook(module):
    assert module.anchors == ("0", "1.0", "2.0", "T-CRT", "T-TERRAIN")
    assert module.section("duel-1.0-1") == "1.0"
    assert module.section("duel-T-CRT-1") == "T-CRT"
    assert module.section("duel-9.9-1") is None
    assert module.rulebook().startswith("# Duel")
    assert module.rulebook("pt") == module.rulebook("en")


# -------------------------------------------------------------------------------- warnings


def test_counter_that_no_scenario_uses(duel):
    entry = "reinforcements:\n  - {side: red, turn: 2, units: [red-b], edges: [west], when: must"
    duel.change("scenarios/battle.yaml", f"{entry}, rule: duel-1.0-2}}\n", "")
    assert [str(warning) for warning in duel.load().warnings] == [
        'counters.yaml:19:5: counters[1]: no scenario uses the counter "red-b"'
    ]


def test_clause_without_a_section(duel):
    duel.change("scenarios/battle.yaml", "rule: duel-1.0-1", "rule: duel-1.1-1")
    duel.change("tables.yaml", "rule: duel-T-CRT-1", "rule: duel-T-CRX-1")
    duel.change("module.yaml", "rule: duel-2.0-2", "rule: duel-2.0")
    assert [str(warning) for warning in duel.load().warnings] == [
        f'{where}: the clause "{rule}" has no section in the rulebooks'
        for where, rule in [
            ("scenarios/battle.yaml:8:35: setup[0].rule", "duel-1.1-1"),
            ("tables.yaml:25:5: odds[0].rule", "duel-T-CRX-1"),
        ]
    ]


def test_files_that_are_not_read(duel):
    duel.write("counter.yaml", "!")
    duel.write("notes.md", "!")
    duel.write("README.md", "!")
    duel.write("scenarios/war.yml", "!")
    assert [str(warning) for warning in duel.load().warnings] == [
        f"{name}:1:1: this file is not part of the module format and is not read{hint}"
        for name, hint in [
            ("counter.yaml", ' (did you mean "counters.yaml"?)'),
            ("notes.md", ""),
            ("scenarios/war.yml", ""),
        ]
    ]


def test_words_called_rule_that_are_none(duel):
    duel.change("module.yaml", "stacking: 2", "stacking: {rule: whatever}")
    assert duel.load().warnings == ()


# ------------------------------------------------------------------------------ variations


def test_numbers_for_hexes(duel):
    """A hex number without quotes is a number to YAML if it begins with no nought."""
    duel.change("board.yaml", "columns: 5, rows: 4", "columns: 5, rows: 4, first_column: 11")
    for name in ("board.yaml", "scenarios/battle.yaml"):
        content = duel.read(name)
        for column in range(1, 6):
            for row in range(1, 5):
                content = content.replace(f'"0{column}0{row}"', f"1{column}0{row}")
                content = content.replace(f"0{column}0{row}", f"1{column}0{row}")
        duel.write(name, content)
    module = duel.load()
    assert module.board.terrain_at("1301") == "woods"
    assert module.scenarios["battle"].setup[0].hex == "1101"


def test_place_in_a_box(duel):
    duel.change("board.yaml", 'id: inn, hex: "0202"', "id: inn, hex: camp")
    duel.change("scenarios/battle.yaml", 'hex: "0202", owner', "hex: camp, owner")
    module = duel.load()
    assert module.board.place_at("camp").id == "inn"
    assert module.scenarios["battle"].objectives[0].hex == "camp"


def test_module_without_texts_and_drawing(duel):
    duel.path("texts.yaml").unlink()
    duel.change("board.yaml", "drawing: shapes.json", "")
    module = duel.load()
    assert module.texts == {}
    assert module.drawing is None
    assert text(module.text("phase.red-movement")) == "Movement"


def test_units_on_a_road_through_closed_terrain(duel):
    """Units may stand on closed terrain where a road takes them."""
    duel.change(
        "scenarios/battle.yaml", 'hex: "0101", units: [red-a]', 'hex: "0301", units: [red-b]'
    )
    duel.change("scenarios/battle.yaml", "turn: 2, units: [red-b]", "turn: 2, units: [red-a]")
    duel.load()
    duel.change("scenarios/battle.yaml", 'hex: "0301"', 'hex: "0302"')
    sentence = 'the counter "red-b" may not stand in hex 0302: woods'
    assert [str(problem) for problem in duel.problems()] == [
        "scenarios/battle.yaml:8:6: setup[0].hex: " + sentence
    ]


def test_content_hash(duel):
    before = duel.load().content_hash
    for path in duel.root.rglob("*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert duel.load().content_hash == before, "line ends do not count"
    duel.change("rules.en.md", "Movement", "Moving")
    assert duel.load().content_hash != before


def test_cold_and_warm_are_the_same(duel):
    folder = read_folder(duel.root)
    draft = read_draft(folder)
    check_all(draft)
    data = build_data(draft, ())
    cold = make_module(data, folder.root, folder.digest)
    duel.cache = Cache(duel.root.parent / "cache")
    duel.load()
    warm = duel.load()
    names = [name for name in vars(cold) if name != "memo"]
    assert {name: getattr(cold, name) for name in names} == {
        name: getattr(warm, name) for name in names
    }


@pytest.mark.slow
def test_warm_start_needs_no_pydantic(duel):
    program = """
import json, sys
from tabuleiro.module import load_module
load_module(sys.argv[1])
print(json.dumps([name for name in ("pydantic", "yaml", "shapely") if name in sys.modules]))
"""
    path = os.pathsep.join(sys.path)
    cache = str(duel.root.parent / "cache")
    for expected in (["pydantic", "yaml"], []):
        run = subprocess.run(
            [sys.executable, "-c", program, str(duel.root)],
            env={**os.environ, "TABULEIRO_CACHE": cache, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(run.stdout) == expected


def test_diadem_loads():
    module = load_module(find_module("diadem"), cache=Cache(None))
    assert len(module.counters) == 97
    assert len(module.board.grid) == 240
    assert [str(warning) for warning in module.warnings] == []
    assert module.odds["combat"].variant("metz").cell(10, 3) == "DE AVB"


def test_warnings_speak_portuguese(duel):
    duel.write("notes.md", "!")
    with speaking("pt"):
        (warning,) = duel.load().warnings
    assert warning.message == "este arquivo não faz parte do formato de módulo e não é lido"


def test_error_prints_all_problems(duel):
    duel.write("texts.yaml", "")
    with pytest.raises(ModuleError, match=r"^texts\.yaml:1:1: the file is empty$"):
        duel.load()


def test_reinforcements_in_a_place(duel):
    where = "where: {kind: hexes, hexes: [1]}"
    duel.change("scenarios/battle.yaml", "edges: [west], when: must", f"{where}, when: must")
    (problem,) = duel.problems()
    assert problem.where == "reinforcements[0].where.hexes[0]"
    duel.change("scenarios/battle.yaml", "hexes: [1]", 'hexes: ["0102"]')
    entry = duel.load().scenarios["battle"].reinforcements[0]
    assert entry.where == {"kind": "hexes", "hexes": ["0102"]}
    assert entry.edges == ()


def test_place_of_a_complaint_about_something_that_is_not_there():
    file = Checked("x.yaml", "a:\n  b: 1\n")
    file.problem(("a", "c", "d"), "wrong")
    assert str(file.problems[0]) == "x.yaml:1:1: a.c.d: wrong"


def test_example_in_the_manual(capsys):
    manual = (ROOT / "docs" / "module-format.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", manual, re.DOTALL)
    exec(compile(example, "module-format.md", "exec"), {})
    assert capsys.readouterr().out.split() == ["3", "DVI", "ARI"]


def test_manual_names_every_key():
    """Whoever adds a key to a model says so in the manual."""
    manual = (ROOT / "docs" / "module-format.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", manual))
    schemas = [module_schema(kind) for kind in kinds()]
    parts = [part for schema in schemas for part in (schema, *schema.get("$defs", {}).values())]
    keys = {key for part in parts for key in part.get("properties", {})}
    assert keys - words == set()


@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "a\0b", "no/such/place"])
def test_names_that_no_system_takes_are_unknown_modules(name):
    with pytest.raises(ModuleError, match="there is no module"):
        find_module(name)


def test_a_track_may_begin_at_nothing(duel):
    duel.change("board.yaml", "spaces: 3, where", "spaces: 3, first: 0, where")
    assert duel.load().board.tracks["turns"].spaces == (0, 1, 2)


class TestCards:
    """Counters that do not move may print nothing but words."""

    VALUES = "    values: {land: 2, air: 3, range: 9}\n"

    def test_values_may_be_left_out_of_all_of_a_type(self, duel):
        duel.change("counters.yaml", self.VALUES, "    text: {pt: Um golpe, en: A blow}\n")
        counter = duel.load().counters["blue-p"]
        assert dict(counter.values) == {}
        assert counter.text == {"pt": "Um golpe", "en": "A blow"}

    def test_one_of_several_may_not_forget_them(self, duel):
        other = (
            "  - {id: blue-q, name: {pt: Q, en: Q}, nation: blueland, type: planes, size: wing}\n"
        )
        head, tail = duel.read("counters.yaml").split("  - id: blue-p\n")
        duel.write("counters.yaml", f"{head}{other}  - id: blue-p\n{tail}")
        (problem,) = duel.problems()
        assert str(problem).endswith('the key "values" is missing')

    def test_who_moves_has_values(self, duel):
        duel.change("counters.yaml", "    values: {attack: 4", "    values: {}\n    #{attack: 4")
        assert "at least one item is wanted here" in str(duel.problems()[0])


class TestNamesOfClasses:
    def test_a_text_names_it(self, duel):
        duel.change("texts.yaml", "texts:\n", "texts:\n  class.foot: {pt: a pé, en: on foot}\n")
        assert duel.load().class_name("foot")["en"] == "on foot"

    def test_or_the_types_that_are_of_it(self, duel):
        module = duel.load()
        types = [kind.name["en"] for kind in module.unit_types.values()
                 if kind.movement_class == "foot"]  # fmt: skip
        assert module.class_name("foot")["en"].startswith(types[0])
        assert module.class_name("foot")["en"] != "foot"

    def test_or_its_id_if_there_is_none(self, duel):
        assert duel.load().class_name("light-rail")["pt"] == "light rail"
