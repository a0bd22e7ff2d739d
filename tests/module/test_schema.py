"""The JSON Schemas for editors."""

import json
import runpy

import jsonschema
import pytest

from tabuleiro.module import module_schema
from tabuleiro.module.loader import parse
from tabuleiro.module.schema import FOLDER, kinds, schema_text, write_schemas

FILES = {
    "module": "module.yaml",
    "board": "board.yaml",
    "counters": "counters.yaml",
    "tables": "tables.yaml",
    "scenario": "scenarios/battle.yaml",
    "texts": "texts.yaml",
}


def validator(kind):
    return jsonschema.Draft202012Validator(module_schema(kind))


@pytest.mark.parametrize("kind", kinds())
def test_schema_is_one(kind):
    jsonschema.Draft202012Validator.check_schema(module_schema(kind))


@pytest.mark.parametrize("kind", kinds())
def test_exported_schema_is_up_to_date(kind):
    exported = (FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert exported == schema_text(kind), "run `python -m tabuleiro.module`"


@pytest.mark.parametrize("kind", kinds())
def test_sound_files_fit_their_schema(duel, kind):
    name = FILES[kind]
    data = parse(duel.read(name), name).data
    assert [error.message for error in validator(kind).iter_errors(data)] == []


def parts(schema):
    yield schema.get("title"), schema
    yield from schema.get("$defs", {}).items()


@pytest.mark.parametrize("kind", kinds())
def test_every_key_is_described(kind):
    lacking = [
        f"{name}.{key}"
        for name, part in parts(module_schema(kind))
        for key, value in part.get("properties", {}).items()
        if not value.get("description", "").endswith((".", "`", "..."))
    ]
    assert lacking == []


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("module", {"family": "stairs"}),
        ("board", {"grid": {"columns": "five", "rows": 4}}),
        ("board", {"edges": [{"id": "a", "edge": "up"}]}),
        ("counters", {"counters": {}}),
        ("scenario", {"pools": [{"per_turn": "many"}]}),
        ("texts", {"texts": {"a": {"pt": "x"}}}),
    ],
)
def test_editors_see_faults(duel, kind, wrong):
    data = parse(duel.read(FILES[kind]), "x").data
    assert not validator(kind).is_valid({**data, **wrong})
    assert not validator(kind).is_valid({**data, "unknown-key": 1})


def test_writing(tmp_path, monkeypatch, capsys):
    written = write_schemas(tmp_path / "new")
    assert [path.name for path in written] == [f"{kind}.schema.json" for kind in kinds()]
    assert json.loads(written[0].read_text(encoding="utf-8"))["$id"] == "module.schema.json"
    monkeypatch.setattr("tabuleiro.module.schema.write_schemas", lambda: written)
    runpy.run_module("tabuleiro.module", run_name="__main__")
    assert "module.schema.json" in capsys.readouterr().out
