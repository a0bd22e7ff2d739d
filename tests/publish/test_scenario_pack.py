"""A pack with a scenario of Diadem: packed, signed, installed elsewhere and played to its end."""

import pytest

from publish.conftest import SCENARIO
from tabuleiro.publish.variants import merged

ID = "three-turns-at-cassino"
FILE = f"{ID}-1.0.0.tabuleiro"


@pytest.fixture
def shipped(tabuleiro, home, tmp_path, monkeypatch):
    """The pack as a publisher ships it, made at home."""
    monkeypatch.chdir(tmp_path)
    assert tabuleiro("key", "key.pem", "--new").code == 0
    assert tabuleiro("pack", SCENARIO).code == 0
    assert tabuleiro("sign", FILE, "key.pem").code == 0
    return tmp_path / FILE


@pytest.mark.slow
def test_from_the_author_to_the_last_turn(tabuleiro, home, other_home, shipped):
    assert home.installed() == []
    there = other_home()
    assert tabuleiro("install", shipped, "--yes", "--new-key").code == 0
    assert there.installed() == [f"{ID}/1.0.0"]
    listed = {game["id"]: game for game in tabuleiro("list", "--json").json["games"]}
    assert listed[ID]["title"]["pt"] == "Três turnos em Cassino"
    assert list(listed[ID]["scenarios"]) == ["cassino"]
    assert list(listed["diadem"]["scenarios"]) == ["campaign"]
    assert tabuleiro("validate", ID).code == 0
    counters = tabuleiro("show", ID, "--json", "--what", "counters").json["counters"]["counters"]
    assert counters["de-4-rpqd"]["values"]["defense"] == 7
    assert counters["de-4-rpqd"]["values"]["attack"] == 4
    for players in ("simple", "random"):
        said = tabuleiro("playout", ID, "--seed", "1", "--players", players, "--check", "--json")
        assert said.code == 0, said.err
        (played,) = said.json["played"]
        assert played["over"]
        assert played["findings"] == []


def test_altered_by_one_byte_it_is_refused(tabuleiro, other_home, shipped):
    there = other_home()
    raw = bytearray(shipped.read_bytes())
    raw[raw.index(b"last_turn: 3") + 11] = ord("4")
    shipped.write_bytes(raw)
    for command in ("verify", "install"):
        said = tabuleiro(command, shipped, "--json")
        assert (said.code, said.out) == (1, "")
        assert "damaged" in said.err
    assert there.installed() == []


def test_altered_with_care_it_is_refused_too(tabuleiro, other_home, shipped):
    """With the checksum set right, and even with the hash in the manifest set right."""
    from publish.hostile_packs import Good
    from tabuleiro.publish.archive import write_archive

    there = other_home()
    good = Good(shipped.read_bytes())
    name = "variant/scenarios/cassino.yaml"
    files = {**good.files, name: good.files[name].replace(b"last_turn: 3", b"last_turn: 4")}
    shipped.write_bytes(write_archive(files))
    assert "it was altered" in tabuleiro("install", shipped).err
    import hashlib
    import json

    told = json.loads(files["manifest.json"])["files"]
    told[name]["sha256"] = hashlib.sha256(files[name]).hexdigest()
    shipped.write_bytes(write_archive({**files, "manifest.json": good.manifest(files=told)}))
    assert "The signature does not fit" in tabuleiro("install", shipped).err
    assert there.installed() == []


def test_the_game_of_the_program_stays_as_it_is(tabuleiro, shipped):
    before = tabuleiro("show", "diadem", "--json").json
    assert tabuleiro("install", shipped, "--yes", "--new-key").code == 0
    assert tabuleiro("show", "diadem", "--json").json == before


def test_a_fault_of_the_author_is_told_before_the_pack_is_written(tabuleiro, tmp_path):
    import shutil

    folder = shutil.copytree(SCENARIO, tmp_path / "author")
    path = folder / "variant" / "scenarios" / "cassino.yaml"
    path.write_text(path.read_text("utf-8").replace("pl-art-ii", "pl-art-iii"), "utf-8")
    said = tabuleiro("pack", folder, "--out", tmp_path / "x.tabuleiro")
    assert said.code == 1
    assert "scenarios/cassino.yaml:21:27" in said.err
    assert "pl-art-iii" in said.err
    assert not (tmp_path / "x.tabuleiro").exists()


@pytest.mark.parametrize(
    ("base", "over", "whole"),
    [
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": None}}, {"a": {"x": 1}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ([{"id": "a", "n": 1}], [{"id": "b"}], [{"id": "a", "n": 1}, {"id": "b"}]),
        ([{"id": "a"}, {"id": "a"}], [{"id": "b"}], [{"id": "b"}]),
        ({"a": [{"id": "x"}]}, {"a": []}, {"a": []}),
    ],
)
def test_laying_data_over_others(base, over, whole):
    assert merged(base, over) == whole
