"""``list``, ``show`` and ``schema``: what a game is, for people and for programs."""

import json

import jsonschema
import pytest

from tabuleiro.cli import common, listing
from tabuleiro.cli.show.parts import half_points
from tabuleiro.module import find_module
from tabuleiro.module.loader import parse


@pytest.fixture(scope="module")
def whole():
    from tabuleiro.cli.show import PARTS
    from tabuleiro.cli.show.dump import dump
    from tabuleiro.module import find_module, load_module

    return json.loads(json.dumps(dump(load_module(find_module("diadem")), PARTS)))


def test_list(tabuleiro):
    assert "diadem" in tabuleiro("list").out
    found = tabuleiro("list", "--json").json
    assert found["games"][0]["scenarios"]["campaign"]["en"]
    assert found["faults"] == []
    known = {game["id"] for game in found["games"] + found["data_only"]}
    assert known >= {"diadem", "leyte", "metz", "papua", "filipinas"}


def test_list_names_broken_plugins(tabuleiro, monkeypatch):
    from tabuleiro.engine.catalogue import Catalogue

    bare = Catalogue([("broken", object())])
    bare.faults.append('The plugin "broken" cannot be used: no.')
    monkeypatch.setattr(listing, "catalogue", lambda: bare)
    said = tabuleiro("list")
    assert "No game is installed." in said.out
    assert 'The plugin "broken" cannot be used: no.' in said.lines
    assert any('not the plugin "diadem"' in line for line in said.lines)


def test_dump_of_the_board(whole):
    board = whole["board"]
    assert len(board["hexes"]) == 240
    assert sum(board["terrain_counts"].values()) == 240
    cassino = board["hexes"]["1106"]
    assert (cassino["terrain"], cassino["places"]) == ("city", ["cassino"])
    assert isinstance(cassino["height"], int)
    assert set(cassino["sides"]) <= set(cassino["neighbours"])
    for name, found in board["hexes"].items():
        for there, kinds in found["sides"].items():
            assert board["hexes"][there]["sides"][name] == kinds
        for kind, ways in found["roads"].items():
            assert all(name in board["hexes"][there]["roads"][kind] for there in ways)
    assert any("road" in found["leaves"] for found in board["hexes"].values())
    assert board["grid"]["orientation"] == "flat"
    assert board["reconstructed"]["terrain"] == "geography"


def test_dump_of_counters(whole):
    counters = whole["counters"]["counters"]
    assert len(counters) == 97
    regiment = counters["us-349-ri"]
    assert regiment["values"] == {"attack": 3, "defense": 4, "move": 6}
    assert regiment["reduced"] == {"attack": 2, "defense": 2, "move": 6}
    assert (regiment["side"], regiment["nation"], regiment["size"]) == (
        "allied",
        "american",
        "regiment",
    )
    assert regiment["provenance"]["attack"] == "reconstructed"
    assert regiment["provenance"]["type"] == "printed"
    assert regiment["methods"]["attack"] == "counters.quality"
    assert counters["us-art-ii"]["values"]["range"] == 4
    division = whole["counters"]["formations"]["us-88-di"]
    assert division["counters"] == ["us-349-ri", "us-350-ri", "us-351-ri"]


def test_dump_of_tables(whole):
    (combat,) = whole["tables"]["odds"]
    assert combat["cells"]["7"]["1-4"] == "DVI AE"
    assert combat["cells"]["2-12"]["9-1"] == "EMP"
    (bombardment,) = whole["tables"]["values"]
    assert bombardment["columns"] == ["1-12", "13-24", "25-36", "37-48", "49+"]
    assert bombardment["cells"]["7"]["49+"] == "DI"
    mountain = next(t for t in whole["tables"]["terrain"] if t["id"] == "mountain")
    assert mountain["cost"]["foot"] == 6


def test_dump_of_scenarios_and_texts(whole):
    campaign = whole["scenarios"]["campaign"]
    assert len(campaign["pieces"]) == 97
    assert {"setup", "free", "reinforcements", "withdrawals", "objectives", "pools"} <= set(
        campaign
    )
    assert sum(len(entry["units"]) for entry in campaign["setup"]) > 60
    assert all({"pt", "en"} == set(words) for words in whole["texts"].values())
    assert whole["game"]["title"]["pt"] == "Operação Diadem"


def test_json_has_the_part_that_was_asked_for(tabuleiro, whole):
    assert tabuleiro("show", "diadem", "--json").json == whole
    some = tabuleiro("show", "diadem", "--json", "--what", "board").json
    assert set(some) == {"format", "id", "version", "board"}


@pytest.mark.parametrize("spoken", ["pt", "en"])
@pytest.mark.parametrize(
    ("part", "told"),
    [
        (None, {"pt": "13  Cidade", "en": "13  City"}),
        ("board", {"pt": "Monte Cassino", "en": "Monte Cassino"}),
        ("counters", {"pt": "349º RI", "en": "349th Infantry Regiment"}),
        ("tables", {"pt": "Tabela de Bombardeio", "en": "Bombardment"}),
        ("scenarios", {"pt": "Reforços:", "en": "Reinforcements:"}),
        ("texts", {"pt": "marker.turn: Turno", "en": "marker.turn: Turn"}),
        ("all", {"pt": "Objetivos:", "en": "Objectives:"}),
    ],
)
def test_text_in_both_languages(tabuleiro, spoken, part, told):
    words = ["--what", part] if part else []
    said = tabuleiro("show", "diadem", "--lang", spoken, *words)
    assert said.code == 0
    assert told[spoken] in said.out
    assert not any(line != line.rstrip() for line in said.lines)


def test_values_of_counters_show_where_they_come_from(tabuleiro):
    said = tabuleiro("show", "diadem", "--what", "counters").out
    (line,) = [line for line in said.splitlines() if line.startswith("us-349-ri")]
    assert "3/2*" in line
    assert "US 88th Infantry Division" in line


def test_half_points():
    assert [half_points(n) for n in (None, 0, 1, 2, 5)] == ["–", "0", "½", "1", "2½"]


def test_schema_with_the_parameters_of_a_game(tabuleiro):
    schema = tabuleiro("schema", "module", "--plugin", "metz").json
    validator = jsonschema.Draft202012Validator(schema)
    path = find_module("metz") / "module.yaml"
    data = parse(path.read_text("utf-8"), "module.yaml").data
    assert not list(validator.iter_errors(data))
    data["rules"]["pined"] = data["rules"].pop("pinned")
    data["rules"]["bridges"]["first_turn"] = "three"
    said = sorted(error.message for error in validator.iter_errors(data))
    assert len(said) == 2
    assert "three" in said[0]
    assert "pined" in said[1]
    said = tabuleiro("schema", "module", "--plugin", "mets")
    assert 'There is no plugin for a game "mets" (did you mean "metz"?).' in said.err


def test_schema(tabuleiro):
    kinds = tabuleiro("schema").lines
    assert "board" in kinds
    for kind in kinds:
        assert tabuleiro("schema", kind).json["$id"] == f"{kind}.schema.json"


def test_the_catalogue_is_made_once():
    assert common.catalogue() is common.catalogue()
