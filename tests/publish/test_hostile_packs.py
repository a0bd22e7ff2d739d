"""Hostile packs of every kind: a sentence each, soon, without much memory, nothing installed."""

import sys

import pytest

from hostile.bounded import Bounded
from publish.conftest import module_pack, signed
from publish.hostile_packs import ATTACKS, Good, made

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the bounds are those of Linux")


@pytest.fixture(scope="module")
def good(tmp_path_factory, key):
    return Good(signed(module_pack(tmp_path_factory.mktemp("good")), key).to_bytes())


@pytest.fixture(scope="module")
def process(tmp_path_factory, good):
    home = tmp_path_factory.mktemp("home")
    path = home / "good.tabuleiro"
    path.write_bytes(good.raw)
    with Bounded(patience=60) as process:
        for words in (["verify", str(path)], ["install", str(path), "--yes", "--new-key"]):
            outcome = process.run(home, *words)
            assert (outcome.code, outcome.fault()) == (0, ""), outcome.said
        yield process


def test_there_are_many():
    assert len(ATTACKS) >= 120


@pytest.mark.slow
@pytest.mark.parametrize("kind", ATTACKS)
def test_hostile_pack(kind, process, good, tmp_path):
    path = tmp_path / "hostile.tabuleiro"
    path.write_bytes(made(kind, good))
    words = ["--yes", "--new-key", "--unsigned", "--allow-code", "--json"]
    outcome = process.run(tmp_path, "install", str(path), *words)
    assert (outcome.code, outcome.fault()) == (1, ""), outcome.said
    assert len(outcome.said.splitlines()) == 1
    assert [p for p in (tmp_path / "data").rglob("*") if p.is_file()] == []


def test_the_good_one_is_taken(process, good, tmp_path):
    path = tmp_path / "good.tabuleiro"
    path.write_bytes(good.raw)
    outcome = process.run(tmp_path, "install", str(path), "--yes", "--new-key")
    assert (outcome.code, outcome.fault()) == (0, "")
