"""Modules without a plugin: what they may leave out, and that nothing odd breaks the check."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import yaml

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.module.files import names_plugin, read_folder
from tabuleiro.module.free_table import MAY_LACK, NOBODY, complete

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples" / "free-table"
FILES = [*(path.name for path in FOLDER.glob("*.yaml")), "scenarios/morning.yaml"]
ODD = (None, [], {}, 3, -1, "x", True, [None], {"a": 1}, [1, [2]], 0.5, "", [{}], ["x", "x"])


@pytest.fixture(scope="module")
def rules():
    return Catalogue.installed().parameters


def ways(value, way=()):
    yield way
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ways(one, (*way, key))


@pytest.mark.parametrize("seed", range(6))
def test_nothing_odd_in_a_file_breaks_the_check(tmp_path, rules, seed):
    rng = Random(seed)
    for number in range(4):
        data = {name: yaml.safe_load((FOLDER / name).read_text("utf-8")) for name in FILES}
        for _time in range(rng.randint(1, 2)):
            name = rng.choice(FILES)
            way = rng.choice([one for one in ways(data[name]) if 0 < len(one) < 5])
            inner = data[name]
            for key in way[:-1]:
                inner = inner[key]
            if rng.random() < 0.3:
                del inner[way[-1]]
            else:
                inner[way[-1]] = rng.choice(ODD)
        root = tmp_path / str(number)
        (root / "scenarios").mkdir(parents=True)
        for name, values in data.items():
            (root / name).write_text(json.dumps(values), "utf-8")
        with suppress(ModuleError):  # anything else would be a slip of ours
            load_module(root, cache=Cache(None), rules=rules)


def test_a_module_that_names_a_plugin_is_left_as_it_is():
    game = {"plugin": "duel"}
    assert complete("module.yaml", game, {}) is game
    board = {"format": 1}
    assert complete("board.yaml", board, {"module.yaml": game}) is board
    assert complete("board.yaml", board, {}) is board  # its module.yaml could not be read


def test_what_belongs_to_nobody_has_a_side_if_there_is_room():
    sides = [{"id": f"side-{n}", "name": "S"} for n in range(6)]
    few = complete("module.yaml", {"id": "x", "sides": sides[:5]}, {})
    many = complete("module.yaml", {"id": "x", "sides": sides}, {})
    assert [one["id"] for one in few["sides"]][-1] == NOBODY
    assert len(many["sides"]) == len(many["nations"]) == 6
    counters = complete("counters.yaml", {"counters": [{"id": "a"}]}, {"module.yaml": many})
    assert counters["counters"][0]["nation"] == "side-5"


def test_a_text_stands_there_once_for_both_languages():
    found = complete("module.yaml", {"id": "x", "title": "Skirmish"}, {})
    assert found["title"] == {"pt": "Skirmish", "en": "Skirmish"}
    assert found["id"] == "x"


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (b"id: x\nplugin: y\n", True),
        (b'"plugin": y\n', True),
        (b"\xef\xbb\xbfplugin: y\n", True),
        (b"id: x\n# plugin: y\n", False),
        (b"summary: plugin\n", False),
        (b"rules:\n  plugin: y\n", False),
    ],
)
def test_whether_a_plugin_is_named_is_seen_without_reading_it_all(raw, named):
    assert names_plugin(raw) is named


def test_only_a_free_table_may_leave_files_out(tmp_path):
    for name in ("module.yaml", "board.yaml", "counters.yaml"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    folder = read_folder(tmp_path)
    assert folder.problems == ()
    assert {"tables.yaml", "texts.yaml", "rules.pt.md"} < folder.left_out
    with (tmp_path / "module.yaml").open("a", encoding="utf-8") as file:
        file.write("plugin: duel\n")
    lacking = {problem.file for problem in read_folder(tmp_path).problems}
    assert lacking == {"tables.yaml", "rules.pt.md", "rules.en.md", "scenarios/*.yaml"}


def test_the_schemas_know_what_may_be_left_out():
    from tabuleiro.module.schema import module_schema

    for kind, keys in MAY_LACK.items():
        schema = module_schema(kind)
        parts = (schema, *schema.get("$defs", {}).values())
        assert not {key for part in parts for key in part.get("required", ())} & keys
