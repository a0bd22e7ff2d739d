"""What a module says of the inside of counters and of its palette, and what is wrong with it."""

import pytest

from fleet import change, fleet
from tabuleiro.module import Cache, Holds, ModuleError, load_module
from tabuleiro.module.made import made_name, template_of
from tabuleiro.module.unknown import Counters


@pytest.fixture
def folder(tmp_path):
    return fleet(tmp_path)[1]


def load(folder):
    return load_module(folder, cache=Cache(None))


def test_a_counter_holds_what_its_type_says_if_it_does_not_say_otherwise(folder):
    module = load(folder)
    assert module.counters["blue-cv"].holds == Holds(types=("group",), limit="aircraft")
    assert module.counters["blue-cv-2"].holds.secret
    assert module.counters["blue-force"].holds == Holds(tags=("naval",), secret=True)
    assert module.counters["blue-1"].holds is None
    assert module.unit_types["carrier"].holds.limit == "aircraft"


def test_scenarios_put_counters_inside(folder):
    scenario = load(folder).scenarios["duel"]
    assert [entry.hex for entry in scenario.setup][-3:] == ["in:blue-cv", "in:blue-force", "0201"]
    (entry,) = scenario.reinforcements
    assert (entry.inside, entry.edges, entry.where) == ("blue-cv-2", (), None)


def test_what_was_checked_once_comes_from_the_cache_alike(folder, tmp_path):
    cache = Cache(tmp_path / "cache")
    first, second = (load_module(folder, cache=cache) for _time in range(2))
    assert dict(first.counters) == dict(second.counters)
    assert first.palette == second.palette
    assert first.scenarios == second.scenarios
    assert list((tmp_path / "cache").glob("*.json"))


class TestThePalette:
    def test_a_made_piece_has_the_counter_of_its_template(self, folder):
        module = load(folder)
        made = made_name("blue-flag", "0k31b")
        assert template_of(made) == "blue-flag"
        counter = module.counters[made]
        assert (counter.id, counter.name) == (made, module.palette["blue-flag"].name)
        assert module.counters.get(made) == counter
        assert made in module.counters
        assert Counters(module)[made] == counter, "for whoever does not know all pieces, too"
        assert made in Counters(module)

    def test_it_is_no_counter_itself(self, folder):
        module = load(folder)
        assert "blue-flag" not in module.counters
        assert module.counters.get("blue-none--0k31b") is None
        assert "blue-none--0k31b" not in module.counters
        with pytest.raises(KeyError):
            module.counters["blue-none--0k31b"]
        assert "blue-flag" not in module.scenarios["duel"].pieces(module)

    def test_no_scenario_needs_to_use_it(self, folder):
        assert not any("blue-flag" in str(warning) for warning in load(folder).warnings)


SCENARIO, COUNTERS = "scenarios/duel.yaml", "counters.yaml"


@pytest.mark.parametrize(("file", "old", "new", "place", "sentence"), [
    (SCENARIO, "{in: blue-cv,", "{in: blue-cw,", "setup[6].in", 'unknown counter "blue-cw"'),
    (SCENARIO, "{in: blue-cv,", "{in: blue-1,", "setup[6].in", "holds no others"),
    (SCENARIO, "[blue-vf, blue-vf-2]", "[blue-vf, blue-1]", "setup[6].units[1]", "placed before"),
    (SCENARIO, "{in: blue-cv, units: [blue-vf, blue-vf-2]}", "{in: blue-cv, units: [blue-force]}",
     "setup[6].units[0]", 'holds nothing like "blue-force"'),
    (SCENARIO, "{in: blue-cv, units: [blue-vf, blue-vf-2]}",
     "{in: blue-cv, units: [blue-vf, blue-vf-2]}\n  - {in: blue-cv, units: [blue-vf-3]}",
     "setup[7].units[0]", "holds no more than 2"),
    (SCENARIO, "{in: blue-cv,", '{in: blue-cv, hex: "0101",', "setup[6]", "one of hex, box and in"),
    (SCENARIO, "{in: blue-cv, units", "{units", "setup[6]", "one of hex, box and in"),
    (SCENARIO, "units: [blue-cv, blue-force]", "units: [blue-force]", "setup[6].in",
     "is not in this scenario"),
    (SCENARIO, "in: blue-cv-2, when",
     "where: {kind: hexes, hexes: ['0101']}, in: blue-cv-2, when", "reinforcements[0].in",
     "needs no edges"),
    (SCENARIO, "in: blue-cv-2, when: must", "when: must", "reinforcements[0]",
     "by which edges, or where else"),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {types: [groop]}",
     "holds.types[0]", 'unknown unit type "groop"'),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {classes: [wheels]}",
     "holds.classes[0]", 'unknown movement class "wheels"'),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {limit: holds}",
     "holds.limit", "the counter has no value"),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {limit: 3, takes: weight}",
     "holds.takes", "no counter has a value"),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {takes: attack}",
     "holds.takes", "says nothing without"),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {limit: 0}", "holds.limit", ""),
    (COUNTERS, "holds: {tags: [naval], secret: true}", "holds: {hidden: true}", "hidden", ""),
    (COUNTERS, "values: {attack: 1, aircraft: 2}, reduced: {aircraft: 1}}",
     "values: {attack: 1}}", "values", "its unit type holds as many as"),
    (COUNTERS, "  - {id: blue-flag,", "  - {id: blue-vf,", "palette[0].id", "already"),
    (COUNTERS, "id: blue-flag, name: {pt: Bandeira, en: Flag}, nation: blue",
     "id: blue-flag, name: {pt: Bandeira, en: Flag}, nation: blu", "palette[0].nation",
     "unknown nation"),
    (COUNTERS, "holds: {types: [infantry, force]}", "holds: {types: [foot]}",
     "palette[1].holds.types[0]", "unknown unit type"),
    ("module.yaml", "limit: aircraft}", "limit: aircraft, tags: 3}", "unit_types", ""),
    ("module.yaml", "holds: {types: [group]", "holds: {types: [grup]",
     "unit_types[2].holds.types[0]", "unknown unit type"),
])  # fmt: skip
def test_faults(folder, file, old, new, place, sentence):
    change(folder / file, old, new)
    with pytest.raises(ModuleError) as caught:
        load(folder)
    problem = caught.value.problems[0]
    assert problem.file == file
    assert place in problem.where
    assert sentence in problem.message
    assert problem.line > 5


def test_counters_that_lie_inside_each_other(folder):
    boxes = "".join(
        f"  - {{id: box-{n}, name: {{pt: C, en: C}}, nation: blue, type: force, size: x,"
        " values: {attack: 0}, holds: {types: [force]}}\n"
        for n in range(7)
    )
    change(folder / COUNTERS, "palette:\n", boxes + "palette:\n")
    entries = "".join(f"  - {{in: box-{n}, units: [box-{n + 1}]}}\n" for n in range(5))
    change(folder / SCENARIO, "setup:\n", f'setup:\n  - {{hex: "0401", units: [box-0]}}\n{entries}')
    with pytest.raises(ModuleError, match="more than 4 counters lie around this one"):
        load(folder)
    change(
        folder / SCENARIO,
        '  - {hex: "0401", units: [box-0]}\n',
        "  - {in: box-5, units: [box-0]}\n",
    )
    with pytest.raises(ModuleError, match="inside itself: box-0 → box-5"):
        load(folder)


def test_an_enemy_holds_nobody(folder):
    counter = ("  - {id: red-vf, name: {pt: C, en: C}, nation: red, type: group, size: x,"
               " values: {attack: 1}}\npalette:\n")  # fmt: skip
    change(folder / COUNTERS, "palette:\n", counter)
    change(folder / SCENARIO, "setup:\n", "setup:\n  - {in: blue-cv-2, units: [red-vf]}\n")
    with pytest.raises(ModuleError, match='belongs to an enemy of "red-vf"'):
        load(folder)


def test_who_comes_inside_comes_not_before_its_holder(folder):
    change(folder / SCENARIO, "  - {in: blue-force, units: [blue-cv-2]}\n", "")
    change(folder / SCENARIO, "reinforcements:\n",
           "reinforcements:\n  - {side: blue, turn: 3, units: [blue-cv-2],"
           " where: {kind: hexes, hexes: ['0101']}, when: must}\n")  # fmt: skip
    with pytest.raises(ModuleError, match="comes later, in turn 3"):
        load(folder)


def test_values_may_count_towards_the_limit(folder):
    change(folder / COUNTERS, "holds: {types: [group], limit: aircraft, secret: true}",
           "holds: {types: [group], limit: 3, takes: attack}")  # fmt: skip
    change(folder / SCENARIO, "{in: blue-cv,", "{in: blue-cv-2,")
    with pytest.raises(ModuleError, match="holds no more than 3"):
        load(folder)
